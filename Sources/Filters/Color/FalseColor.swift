// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Luma as a mixture of two colours.
public struct FalseColor: Filter {
    public var darkColor: ColorSetting = 0x000080
    public var lightColor: ColorSetting = 0xff0000

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftfalsecolor", typeName: "GstSwiftFalseColor", longName: "False colour", family: .color,
        description: "Replaces colours by a mixture of two, one for black and one for white", since: "0.1",
        example: "swiftfalsecolor",
        recipes: [
            (
                "Show a camera in two colours of print",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftfalsecolor dark-color=0x1b1464 light-color=0xffe6a0 ! videoconvert ! autovideosink"
            ),
            (
                "Print a still image in blue and white, as a cyanotype",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftfalsecolor dark-color=0x0a2a5a light-color=0xf4f8ff ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: """
            out = dark + (light - dark) * L with L = 0.2125 R' + 0.7154 G' + 0.0721 B'. Black and white give gray, with luma of \
            BT.709.
            """)

    public static let properties: [Property<FalseColor>] = [
        .color("dark-color", \.darkColor, nick: "Dark colour", "The colour that black becomes, as 0xRRGGBB"),
        .color("light-color", \.lightColor, nick: "Light colour", "The colour that white becomes, as 0xRRGGBB"),
    ]

    public static let examples = [FilterExample<FalseColor>((200, 100, 50), (118, 0, 69))]

    public static func color(_ p: Pixel, _ u: Parameters<FalseColor>) -> Color<Num> {
        mix(u.color(\.darkColor), u.color(\.lightColor), dot(p.rgb, luma))
    }
}
