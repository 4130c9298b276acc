// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Edges by Prewitt's operator, bright on black.
public struct Prewitt: Filter {
    @Limited(0...10) public var strength = 1.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftprewitt", typeName: "GstSwiftPrewitt", longName: "Prewitt edges", family: .imageProcessing,
        description: "Shows edges bright on black, by Prewitt's operator", since: "0.1",
        example: "swiftprewitt strength=0.5",
        recipes: [
            (
                "Show the edges of what a camera sees",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftprewitt ! videoconvert ! autovideosink"
            ),
            (
                "Draw a still image as lines",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftprewitt strength=0.5 ! swiftinvert ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: """
            As swiftsobel, with the weights 1, 1, 1: edges are a quarter weaker, and slanted ones count as much as upright ones.
            """)

    public static let properties: [Property<Prewitt>] = [
        .double(
            "strength", \.$strength, nick: "Strength",
            "What edges are multiplied by. 0 makes frames black, 1 is GPUImage's default")
    ]

    public static let examples = [FilterExample<Prewitt>((200, 100, 50), (0, 0, 0))]

    public static let probes = [
        FilterProbe<Prewitt>((20, 11), (13.1, 13.1, 13.1)) { $0.strength = 0.25 },
        FilterProbe<Prewitt>((0, 35), (6.9, 6.9, 6.9)) { $0.strength = 0.25 },
    ]

    public static func color(_ p: Pixel, _ u: Parameters<Prewitt>) -> Color<Num> {
        gray(gradient(of: roundedLuma(p.rgb), middleWeight: 1) * u(\.strength))
    }
}
