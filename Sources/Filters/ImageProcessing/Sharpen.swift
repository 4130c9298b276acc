// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Sharper edges, or softer ones.
public struct Sharpen: Filter {
    @Limited(-4...4) public var sharpness = 0.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftsharpen", typeName: "GstSwiftSharpen", longName: "Sharpen", family: .imageProcessing,
        description: "Makes edges steeper or softer", since: "0.1", example: "swiftsharpen sharpness=1",
        recipes: [
            (
                "Show a soft camera crisply",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftsharpen sharpness=0.5 ! videoconvert ! autovideosink"
            ),
            (
                "Soften a file that is too sharp",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftsharpen sharpness=-0.15 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            out = in * (1 + 4 s) - s * (left + right + above + below), on each component of R'G'B'. -0.2 is the mean of the five \
            pixels; less makes edges ring. Alpha stays.
            """)

    public static let properties: [Property<Sharpen>] = [
        .double(
            "sharpness", \.$sharpness, nick: "Sharpness",
            "How much the difference from the four neighbours is exaggerated. 0 passes frames through, less softens")
    ]

    public static let examples = [FilterExample<Sharpen>((200, 100, 50), (200, 100, 50)) { $0.sharpness = 2 }]

    public var isPassthrough: Bool { sharpness == 0 }

    public static func color(_ p: Pixel, _ u: Parameters<Sharpen>) -> Color<Num> {
        let around = (p[-1, 0] + p[1, 0]) + (p[0, -1] + p[0, 1])
        return p.rgb * (u(\.sharpness) * 4 + 1) - around * u(\.sharpness)
    }
}
