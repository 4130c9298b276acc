// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Edges, dark on white.
public struct Sketch: Filter {
    @Limited(0...10) public var strength = 1.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftsketch", typeName: "GstSwiftSketch", longName: "Sketch",
        description: "Draws edges dark on white, as a pencil does", since: "0.1",
        example: "swiftsketch strength=0.5",
        recipes: [
            (
                "See yourself drawn with a pencil",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftsketch strength=0.6 ! videoconvert ! autovideosink"
            ),
            (
                "Draw a still image",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftsketch strength=0.5 ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: """
            The inverse of `swiftsobel`: out = 1 - strength * the length of Sobel's gradient of luma (BT.709), which is rounded to \
            8 bits before. Alpha stays.
            """)

    public static let properties: [Property<Sketch>] = [
        .double(
            "strength", \.$strength, nick: "Strength",
            "What edges are multiplied by. 0 makes frames white, 1 is GPUImage's default")
    ]

    public static let examples = [FilterExample<Sketch>((200, 100, 50), (255, 255, 255))]

    public static func color(_ p: Pixel, _ u: Parameters<Sketch>) -> Color<Num> {
        gray(1 - gradient(of: roundedLuma(p.rgb), middleWeight: 2) * u(\.strength))
    }
}
