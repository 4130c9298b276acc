// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// The rose filter of Apple's AVCamFilter, and other tints.
public struct Rosy: Filter, Equatable {
    /// How much of the tint: 0 leaves frames as they are, 1 is the whole tint.
    @Limited(0...1) public var intensity = 1.0
    /// What is kept of red, 0...1.
    @Limited(0...1) public var tintRed = 1.0
    /// What is kept of green, 0...1.
    @Limited(0...1) public var tintGreen = 0.0
    /// What is kept of blue, 0...1.
    @Limited(0...1) public var tintBlue = 1.0

    /// The defaults: AVCamFilter's rose, no green at all.
    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftrosy", typeName: "GstSwiftRosy", longName: "Rose tint",
        family: .color,
        description: "Tints video: keeps a part of red, green and blue. The default removes green",
        since: "0.1",
        example: "swiftrosy intensity=0.8",
        recipes: [
            (
                "Tint a camera and show it",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftrosy ! videoconvert ! autovideosink"
            ),
            (
                "Tint a file and copy its sound",
                "gst-launch-1.0 filesrc location=in.mp4 ! qtdemux name=in mp4mux name=out ! filesink location=out.mp4 in.video_0 ! queue ! decodebin ! swiftrosy intensity=0.5 ! x264enc speed-preset=veryfast ! queue ! out. in.audio_0 ! queue ! aacparse ! out."
            ),
            (
                "Make colours warmer, as in the evening",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftrosy tint-green=0.85 tint-blue=0.6 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            Each component is multiplied on the gamma-coded values: R'G'B' becomes (tint-red R', tint-green G', \
            tint-blue B'). The default, (R', 0, B'), is the filter of Apple's AVCamFilter.

            Y'CbCr frames stay Y'CbCr. The element uses the matrix and the range of the caps.

            Gray frames become the luma of the tinted gray. Alpha does not change.

            With an intensity of 0, or a tint of (1, 1, 1), frames pass through unchanged.
            """,
        images: [("swiftrosy.png", "A frame before and after swiftrosy")])

    public static let properties: [Property<Rosy>] = [
        .double(
            "intensity", \.$intensity, nick: "Intensity",
            "How much of the tint: out = in + intensity * (tint * in - in) in R'G'B'. 0 passes frames through, 1 is the full tint"
        ),
        .double(
            "tint-red", \.$tintRed, nick: "Tint red",
            "The part of red that is kept at intensity 1. 0 removes red, 1 keeps all of it"),
        .double(
            "tint-green", \.$tintGreen, nick: "Tint green",
            "The part of green that is kept at intensity 1. 0 removes green, 1 keeps all of it"),
        .double(
            "tint-blue", \.$tintBlue, nick: "Tint blue",
            "The part of blue that is kept at intensity 1. 0 removes blue, 1 keeps all of it"),
    ]

    public static let examples = [
        FilterExample<Rosy>((200, 100, 50), (200, 0, 50)),
        FilterExample<Rosy>((200, 100, 50), (200, 50, 50)) { $0.intensity = 0.5 },
    ]

    /// out = in + intensity * (law - in) with law = tint * in; tint (1, 0, 1) is AVCamFilter's (R, 0, B).
    public var isPassthrough: Bool { intensity == 0 || tintRed == 1 && tintGreen == 1 && tintBlue == 1 }

    public static func color(_ p: Pixel, _ u: Parameters<Rosy>) -> Color<Num> {
        p.rgb + u(\.intensity) * (p.rgb * Color(u(\.tintRed), u(\.tintGreen), u(\.tintBlue)) - p.rgb)
    }
}
