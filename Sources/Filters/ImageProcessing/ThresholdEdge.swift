// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Edges, white on black.
public struct ThresholdEdge: Filter {
    @Limited(0...1) public var threshold = 0.25
    @Limited(0...10) public var strength = 1.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftthresholdedge", typeName: "GstSwiftThresholdEdge", longName: "Threshold edges",
        family: .imageProcessing,
        description: "Shows edges white on black, without gray between", since: "0.1",
        example: "swiftthresholdedge threshold=0.15",
        recipes: [
            (
                "Show the edges of what a camera sees",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftthresholdedge threshold=0.15 ! videoconvert ! autovideosink"
            ),
            (
                "Show those of a still image",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftgaussianblur radius=1 ! swiftthresholdedge threshold=0.1 ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: """
            White where strength * sqrt((right - left)^2 + (below - above)^2) of luma (BT.709) is the threshold or more, else black. \
            Luma is rounded to 8 bits before. GPUImage's text speaks of Sobel's operator; its law is this one, as here. Alpha stays.
            """)

    public static let properties: [Property<ThresholdEdge>] = [
        .double(
            "threshold", \.$threshold, nick: "Threshold",
            "The difference from which on there is white. 0 makes all white"),
        .double("strength", \.$strength, nick: "Strength", "What differences are multiplied by, before the threshold"),
    ]

    public static let examples = [FilterExample<ThresholdEdge>((200, 100, 50), (0, 0, 0))]

    public static func color(_ p: Pixel, _ u: Parameters<ThresholdEdge>) -> Color<Num> {
        let field = roundedLuma(p.rgb)
        let edge = length(field[1, 0] - field[-1, 0], field[0, 1] - field[0, -1]) * u(\.strength)
        return gray(step(u(\.threshold) - lumaTolerance, edge))
    }
}
