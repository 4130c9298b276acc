// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// How each pixel differs from those around it, on gray.
public struct Laplacian: Filter {
    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftlaplacian", typeName: "GstSwiftLaplacian", longName: "Laplacian", family: .imageProcessing,
        description: "Shows the difference between each pixel and its neighbours, with gray for none", since: "0.1",
        example: "swiftlaplacian",
        recipes: [
            (
                "See whether a camera is in focus: details stand out",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftlaplacian ! videoconvert ! autovideosink"
            ),
            (
                "Find the sharpest parts of a still image",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftlaplacian ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: "The kernel (0.5 1 0.5 / 1 -6 1 / 0.5 1 0.5) on each component of R'G'B', plus one half.")

    public static let properties: [Property<Laplacian>] = []

    public static let examples = [FilterExample<Laplacian>((200, 100, 50), (127.5, 127.5, 127.5))]

    public static let probes = [
        FilterProbe<Laplacian>((20, 11), (127.5, 0, 127.5)), FilterProbe<Laplacian>((0, 35), (115.5, 123.5, 197)),
    ]

    public static func color(_ p: Pixel, _ u: Parameters<Laplacian>) -> Color<Num> {
        let beside = (p[-1, 0] + p[1, 0]) + (p[0, -1] + p[0, 1])
        let corners = (p[-1, -1] + p[1, -1]) + (p[-1, 1] + p[1, 1])
        return beside + corners * 0.5 - p.rgb * 6 + 0.5
    }
}
