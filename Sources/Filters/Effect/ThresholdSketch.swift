// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Edges, black on white.
public struct ThresholdSketch: Filter {
    @Limited(0...1) public var threshold = 0.25
    @Limited(0...10) public var strength = 1.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftthresholdsketch", typeName: "GstSwiftThresholdSketch", longName: "Threshold sketch",
        description: "Draws edges black on white, without gray between", since: "0.1",
        example: "swiftthresholdsketch threshold=0.5",
        recipes: [
            (
                "See yourself drawn with ink",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftthresholdsketch threshold=0.6 ! videoconvert ! autovideosink"
            ),
            (
                "Draw a still image with ink",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftgaussianblur radius=1 ! swiftthresholdsketch threshold=0.4 ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: """
            Black where strength * the length of Sobel's gradient of luma (BT.709) is the threshold or more, else white. Luma is \
            rounded to 8 bits before, and a step of a quarter of full scale has the length 1. Alpha stays.
            """)

    public static let properties: [Property<ThresholdSketch>] = [
        .double(
            "threshold", \.$threshold, nick: "Threshold",
            "The edge from which on there is black. 0 makes all black, 1 draws steps of a quarter of full scale and more"
        ),
        .double("strength", \.$strength, nick: "Strength", "What edges are multiplied by, before the threshold"),
    ]

    public static let examples = [FilterExample<ThresholdSketch>((200, 100, 50), (255, 255, 255))]

    public static func color(_ p: Pixel, _ u: Parameters<ThresholdSketch>) -> Color<Num> {
        let edge = gradient(of: roundedLuma(p.rgb), middleWeight: 2) * u(\.strength)
        return gray(less(edge, u(\.threshold) - lumaTolerance, 1, 0))
    }
}
