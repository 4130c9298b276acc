// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Adds the same to all components.
public struct Brightness: Filter {
    @Limited(-1...1) public var brightness = 0.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftbrightness", typeName: "GstSwiftBrightness", longName: "Brightness", family: .color,
        description: "Makes video lighter or darker: adds a number to each component", since: "0.1",
        example: "swiftbrightness brightness=0.2",
        recipes: [
            (
                "Make a camera's video a little lighter",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftbrightness brightness=0.1 ! videoconvert ! autovideosink"
            ),
            (
                "Darken a file behind titles",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftbrightness brightness=-0.3 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            out = in + brightness, on R'G'B' from 0 to 1; what leaves that is cut off. Black and white move as all else does. \
            `swiftexposure` keeps black, `swiftgamma` keeps black and white.
            """)

    public static let properties: [Property<Brightness>] = [
        .double(
            "brightness", \.$brightness, nick: "Brightness",
            "What is added to each component. -1 makes all black, 0 passes frames through, 1 makes all white")
    ]

    public static let examples = [
        FilterExample<Brightness>((200, 100, 50), (251, 151, 101)) { $0.brightness = 0.2 }
    ]

    public var isPassthrough: Bool { brightness == 0 }

    public static func color(_ p: Pixel, _ u: Parameters<Brightness>) -> Color<Num> {
        clamp(p.rgb + u(\.brightness))
    }
}
