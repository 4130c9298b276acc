// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Brings luma nearer to the middle, and keeps differences between components.
public struct LuminanceRange: Filter {
    @Limited(0...1) public var reduction = 0.6

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftluminancerange", typeName: "GstSwiftLuminanceRange", longName: "Luma range", family: .color,
        description: "Brings luma nearer to middle gray and keeps colours", since: "0.1",
        example: "swiftluminancerange reduction=0.6",
        recipes: [
            (
                "Show the colours of a file without its light and shade",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftluminancerange reduction=1 ! videoconvert ! autovideosink"
            ),
            (
                "Flatten the light of a camera a little",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftluminancerange reduction=0.3 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            out = in + (0.5 - L) * reduction for each component, with L = 0.2125 R' + 0.7154 G' + 0.0721 B'; what leaves 0...1 is \
            cut off.
            """)

    public static let properties: [Property<LuminanceRange>] = [
        .double(
            "reduction", \.$reduction, nick: "Reduction",
            "How much luma comes nearer to middle gray. 0 passes frames through, 1 makes all luma the same")
    ]

    public static let examples = [FilterExample<LuminanceRange>((200, 100, 50), (206, 106, 56))]

    public var isPassthrough: Bool { reduction == 0 }

    public static func color(_ p: Pixel, _ u: Parameters<LuminanceRange>) -> Color<Num> {
        p.rgb + (0.5 - dot(p.rgb, luma)) * u(\.reduction)
    }
}
