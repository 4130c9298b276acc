// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// The gray of the same luma.
public struct Grayscale: Filter {
    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftgrayscale", typeName: "GstSwiftGrayscale", longName: "Grayscale", family: .color,
        description: "Makes each colour the gray of its luma", since: "0.1", example: "swiftgrayscale",
        recipes: [
            (
                "Show a camera in black and white",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftgrayscale ! videoconvert ! autovideosink"
            ),
            (
                "Write a still image without colours",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftgrayscale ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: """
            out = 0.2125 R' + 0.7154 G' + 0.0721 B' for all three components: luma of BT.709, whatever the matrix of the caps. \
            Frames keep their format.
            """)

    public static let properties: [Property<Grayscale>] = []

    public static let examples = [FilterExample<Grayscale>((200, 100, 50), (118, 118, 118))]

    public static func color(_ p: Pixel, _ u: Parameters<Grayscale>) -> Color<Num> { gray(dot(p.rgb, luma)) }
}
