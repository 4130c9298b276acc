// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// The brown of old photographs.
public struct Sepia: Filter {
    @Limited(0...1) public var intensity = 1.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftsepia", typeName: "GstSwiftSepia", longName: "Sepia tone", family: .color,
        description: "Tints video brown, as old photographs are", since: "0.1", example: "swiftsepia",
        recipes: [
            (
                "Show a camera as an old photograph",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftsepia intensity=0.8 ! swiftvignette ! videoconvert ! autovideosink"
            ),
            (
                "Write a still image as an old photograph",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftsepia ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: """
            Luma of BT.601, 0.299 R' + 0.587 G' + 0.114 B', times 1.2 for red, 1 for green and 0.8 for blue: GPUImage's matrix. \
            What is above 1 is cut off: in R'G'B' there, in Y'CbCr and gray where codes end.
            """)

    public static let properties: [Property<Sepia>] = [
        .double(
            "intensity", \.$intensity, nick: "Intensity",
            "How much of the tone. 0 passes frames through, 1 replaces all colour")
    ]

    public static let examples = [FilterExample<Sepia>((200, 100, 50), (149, 124, 99))]

    public var isPassthrough: Bool { intensity == 0 }

    /// BT.601 luma times (1.2, 1.0, 0.8), as GPUImage has it.
    public static func color(_ p: Pixel, _ u: Parameters<Sepia>) -> Color<Num> {
        let tone = Color(
            dot(p.rgb, Weights(0.3588, 0.7044, 0.1368)), dot(p.rgb, Weights(0.2990, 0.5870, 0.1140)),
            dot(p.rgb, Weights(0.2392, 0.4696, 0.0912)))
        return mix(p.rgb, tone, u(\.intensity))
    }
}
