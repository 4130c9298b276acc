// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Saturation by how saturated a colour is.
public struct Vibrance: Filter {
    @Limited(-1.2...1.2) public var vibrance = 0.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftvibrance", typeName: "GstSwiftVibrance", longName: "Vibrance", family: .color,
        description: "Makes colours stronger or paler, strong ones most", since: "0.1",
        example: "swiftvibrance vibrance=1",
        recipes: [
            (
                "Tone down loud colours",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftvibrance vibrance=-0.6 ! videoconvert ! autovideosink"
            ),
            (
                "Make the colours of a camera stronger",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftvibrance vibrance=0.8 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            With the greatest component m and the mean a of the three, out = in + (in - m) * 3 vibrance (m - a), limited to 0...1: \
            GPUImage's law. It spares pale colours; most programs' vibrance spares strong ones.
            """)

    public static let properties: [Property<Vibrance>] = [
        .double(
            "vibrance", \.$vibrance, nick: "Vibrance",
            "How much stronger colours become. Below 0 is paler, 0 passes frames through")
    ]

    public static let examples = [
        FilterExample<Vibrance>((200, 100, 50), (200, 22, 0)) { $0.vibrance = 0.8 },
        FilterExample<Vibrance>((200, 100, 50), (200, 178, 168)) { $0.vibrance = -0.8 },
    ]

    public var isPassthrough: Bool { vibrance == 0 }

    public static func color(_ p: Pixel, _ u: Parameters<Vibrance>) -> Color<Num> {
        let high = p.rgb.high
        let mean = dot(p.rgb, Weights(1.0 / 3, 1.0 / 3, 1.0 / 3))
        return mix(p.rgb, gray(high), -3 * u(\.vibrance) * (high - mean))
    }
}
