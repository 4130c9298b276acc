// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Few levels for each component, and black lines at edges.
public struct Toon: Filter {
    @Limited(0...6) public var threshold = 0.2
    @Limited(1...256) public var levels: Int32 = 10

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swifttoon", typeName: "GstSwiftToon", longName: "Toon",
        description: "Makes video look drawn: few colours, and black lines at edges", since: "0.1",
        example: "swifttoon threshold=0.3 levels=6",
        recipes: [
            (
                "See yourself as a comic",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swifttoon threshold=0.4 levels=5 ! videoconvert ! autovideosink"
            ),
            (
                "Blur before, so that noise draws no lines",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftgaussianblur radius=2 ! swifttoon ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            out = floor(in * levels + 0.5) / levels, and black where the length of Sobel's gradient of red, over 3x3 pixels, is \
            the threshold or more. As in GPUImage, the gradient is not normalised: a step of a quarter of full scale has the length 1. \
            Alpha stays.
            """)

    public static let properties: [Property<Toon>] = [
        .double(
            "threshold", \.$threshold, nick: "Threshold",
            "The gradient from which on there is a black line. 0 makes all black, 6 draws none"),
        .int(
            "levels", \.$levels, nick: "Levels",
            "Steps from black to white of each component. 1 leaves none between them, 256 changes 8-bit codes by one at most"
        ),
    ]

    public static let examples = [FilterExample<Toon>((200, 100, 50), (204, 102, 51))]

    public static func color(_ p: Pixel, _ u: Parameters<Toon>) -> Color<Num> {
        // Squares are compared, which needs no root.
        let (columns, rows) = differences(of: Field(p.rgb.r), middleWeight: 2)
        let least = max(u(\.threshold) - lumaTolerance, 0)
        let steps = floor(p.rgb * u(\.levels) + 0.5) / u(\.levels)
        return less(columns * columns + rows * rows, least * least, steps, gray(0))
    }
}
