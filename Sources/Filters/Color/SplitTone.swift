// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// A tint for shadows, another for highlights.
public struct SplitTone: Filter {
    public var shadowColor: ColorSetting = 0xff0000
    @Limited(0...1) public var shadowIntensity = 0.0
    public var highlightColor: ColorSetting = 0x0000ff
    @Limited(0...1) public var highlightIntensity = 0.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftsplittone", typeName: "GstSwiftSplitTone", longName: "Split tone", family: .color,
        description: "Tints shadows with one colour and highlights with another", since: "0.1",
        example:
            "swiftsplittone shadow-color=0x004060 shadow-intensity=0.6 highlight-color=0xffb060 highlight-intensity=0.6",
        recipes: [
            (
                "Give a file the blue shadows and orange skin of the cinema",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftsplittone shadow-color=0x003048 shadow-intensity=0.5 highlight-color=0xffc080 highlight-intensity=0.5 ! videoconvert ! autovideosink"
            ),
            (
                "Warm the highlights of a camera alone",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftsplittone highlight-color=0xffc890 highlight-intensity=0.7 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            GPUImage's highlight-shadow tint, with mix(a, b, t) = a + (b - a) t and L = 0.2125 R' + 0.7154 G' + 0.0721 B': \
            s = mix(c, max(c, mix(shadow colour, c, L)), shadow-intensity), \
            h = mix(c, min(s, mix(s, highlight colour, L)), highlight-intensity), out = mix(s, h, L).

            Shadows only become lighter, highlights only darker.
            """)

    public static let properties: [Property<SplitTone>] = [
        .color(
            "shadow-color", \.shadowColor, nick: "Shadow colour",
            "With shadow-intensity: the colour of shadows, as 0xRRGGBB"),
        .double(
            "shadow-intensity", \.$shadowIntensity, nick: "Shadow intensity",
            "How much shadows are tinted. 0 changes nothing, 1 tints most"),
        .color(
            "highlight-color", \.highlightColor, nick: "Highlight colour",
            "With highlight-intensity: the colour of highlights, as 0xRRGGBB"),
        .double(
            "highlight-intensity", \.$highlightIntensity, nick: "Highlight intensity",
            "How much highlights are tinted. 0 changes nothing, 1 tints most"),
    ]

    public static let examples = [
        FilterExample<SplitTone>((200, 100, 50), (185, 87, 50)) {
            ($0.shadowIntensity, $0.highlightIntensity) = (0.5, 0.6)
        }
    ]

    public var isPassthrough: Bool { shadowIntensity == 0 && highlightIntensity == 0 }

    public static func color(_ p: Pixel, _ u: Parameters<SplitTone>) -> Color<Num> {
        let (c, l) = (p.rgb, dot(p.rgb, luma))
        let shadows = mix(c, max(c, mix(u.color(\.shadowColor), c, l)), u(\.shadowIntensity))
        let tinted = min(shadows, mix(shadows, u.color(\.highlightColor), l))
        return mix(shadows, mix(c, tinted, u(\.highlightIntensity)), l)
    }
}
