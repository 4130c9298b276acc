// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// A relief, lit from the top left.
public struct Emboss: Filter {
    @Limited(0...4) public var intensity = 1.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftemboss", typeName: "GstSwiftEmboss", longName: "Emboss",
        description: "Makes a relief of video, in its colours", since: "0.1", example: "swiftemboss",
        recipes: [
            (
                "Show a camera as a relief",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftemboss intensity=2 ! videoconvert ! autovideosink"
            ),
            (
                "Write a still image as a soft relief",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftemboss intensity=0.5 ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: """
            The kernel (-2k -k 0 / -k 1 k / 0 k 2k), with k the intensity, on each component of R'G'B'. Its sum is 1, so that \
            brightness stays.
            """)

    public static let properties: [Property<Emboss>] = [
        .double("intensity", \.$intensity, nick: "Intensity", "How deep the relief is. 0 passes frames through")
    ]

    public static let examples = [FilterExample<Emboss>((200, 100, 50), (200, 100, 50))]

    public static let probes = [
        FilterProbe<Emboss>((20, 11), (147, 213, 255)), FilterProbe<Emboss>((0, 35), (255, 199, 105)),
    ]

    public var isPassthrough: Bool { intensity == 0 }

    public static func color(_ p: Pixel, _ u: Parameters<Emboss>) -> Color<Num> {
        let near = (p[1, 0] - p[-1, 0]) + (p[0, 1] - p[0, -1])
        return p.rgb + (near + (p[1, 1] - p[-1, -1]) * 2) * u(\.intensity)
    }
}
