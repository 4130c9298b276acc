// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// The shades of one colour.
public struct Monochrome: Filter {
    public var color: ColorSetting = 0x99734d
    @Limited(0...1) public var intensity = 1.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftmonochrome", typeName: "GstSwiftMonochrome", longName: "Monochrome", family: .color,
        description: "Shows video in the shades of one colour, from black over the colour to white", since: "0.1",
        example: "swiftmonochrome color=0x3366cc",
        recipes: [
            (
                "Show a camera in shades of green, as a night sight does",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftmonochrome color=0x33cc33 ! videoconvert ! autovideosink"
            ),
            (
                "Tone a file half blue",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftmonochrome color=0x6688cc intensity=0.5 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            With L = 0.2125 R' + 0.7154 G' + 0.0721 B', a component k of the colour becomes 2 L k where L is below 0.5, and \
            1 - 2 (1 - L) (1 - k) above.
            """)

    public static let properties: [Property<Monochrome>] = [
        .color("color", \.color, nick: "Colour", "The colour that middle gray becomes, as 0xRRGGBB"),
        .double(
            "intensity", \.$intensity, nick: "Intensity",
            "How much of each colour is replaced. 0 passes frames through, 1 replaces all of it"),
    ]

    public static let examples = [FilterExample<Monochrome>((200, 100, 50), (141, 106, 71))]

    public var isPassthrough: Bool { intensity == 0 }

    /// The law as two ramps: to the colour, and from there to white.
    public static func color(_ p: Pixel, _ u: Parameters<Monochrome>) -> Color<Num> {
        let (color, twice) = (u.color(\.color), 2 * dot(p.rgb, luma))
        let shade = clamp(twice) * color + clamp(twice - 1) * (1 - color)
        return mix(p.rgb, shade, u(\.intensity))
    }
}
