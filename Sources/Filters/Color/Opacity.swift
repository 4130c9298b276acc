// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Less alpha.
public struct Opacity: Filter {
    @Limited(0...1) public var opacity = 1.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftopacity", typeName: "GstSwiftOpacity", longName: "Opacity", family: .color,
        description: "Makes frames that have alpha more transparent", since: "0.1",
        example: "swiftopacity opacity=0.5",
        recipes: [
            (
                "Show a camera through another video",
                "gst-launch-1.0 compositor name=mix ! videoconvert ! autovideosink videotestsrc ! mix. v4l2src ! videoconvert ! video/x-raw,format=BGRA ! swiftopacity opacity=0.5 ! mix."
            ),
            (
                "Lay a half-transparent clip over a test pattern",
                "gst-launch-1.0 compositor name=mix ! videoconvert ! autovideosink videotestsrc ! mix. filesrc location=in.mp4 ! decodebin ! videoconvert ! video/x-raw,format=BGRA ! swiftopacity opacity=0.5 ! mix."
            ),
        ],
        details: """
            Alpha is multiplied by the opacity. Colours stay: they are not premultiplied, as GStreamer has it.

            Formats without alpha stay as they are: ask for one that has it, such as BGRA or AYUV, before this element.
            """)

    public static let properties: [Property<Opacity>] = [
        .double(
            "opacity", \.$opacity, nick: "Opacity",
            "What alpha is multiplied by. 0 is transparent, 1 passes frames through")
    ]

    public static let examples = [
        FilterExample<Opacity>((200, 100, 50), (200, 100, 50)) { $0.opacity = 0.5 }
    ]

    public var isPassthrough: Bool { opacity == 1 }

    public static func color(_ p: Pixel, _ u: Parameters<Opacity>) -> Color<Num> { p.rgb }

    public static func alpha(_ p: Pixel, _ u: Parameters<Opacity>) -> Num? { p.a * u(\.opacity) }
}
