// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// A second frame as the alpha of the first.
public struct Mask: PairBlend {
    public var sizing = MixSizing.stretch
    public var ignoresInactivePads = false

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftmask", typeName: "GstSwiftMask", longName: "Mask",
        classification: "Filter/Editor/Video/Compositor", family: .blending,
        description: "Makes a video transparent where a second one is dark", since: "0.1",
        example: "m.sink_0 videotestsrc pattern=gradient ! m.sink_1 swiftmask name=m",
        recipes: [
            (
                "Show a camera through a ball that moves, over another video",
                "gst-launch-1.0 swiftblend name=b ! videoconvert ! autovideosink filesrc location=in.mp4 ! decodebin ! queue ! b.sink_0 swiftmask name=m ! queue ! b.sink_1 v4l2src ! videoconvert ! video/x-raw,format=BGRA ! queue ! m.sink_0 videotestsrc is-live=true pattern=ball ! queue ! m.sink_1"
            ),
            (
                "Show a video where a second one is light, on black",
                "gst-launch-1.0 swiftmask name=m ! videoconvert ! autovideosink filesrc location=in.mp4 ! decodebin ! queue ! m.sink_0 filesrc location=second.mp4 ! decodebin ! queue ! m.sink_1"
            ),
        ],
        details: """
            The input with the lower pad number is the video, and the other one the mask. Pads, time, sizes, formats and metadata are \
            those of [swiftmix](swiftmix.md).

            Alpha of the video is multiplied by luma of the mask, 0.2125 R' + 0.7154 G' + 0.0721 B' limited to 0...1, and by the mask's \
            alpha. Colours stay, as alpha is straight, but where nothing is to be seen. GPUImage takes the mean of R', G' and B' for luma.

            Ask for a format with alpha, such as BGRA or AYUV, before the video's pad. In a format without it, the video is shown over \
            black, and its own alpha does not count.

            Results are within one code of the law, also of inputs whose codes the output does not have, such as a mask of R'G'B' beside \
            video in I420. An input of the output's codes that has another size is rounded to these when it has been stretched: of it they \
            may be 1.5 codes off, and 2 in Y'CbCr.

            An input that has not started, has ended or has a gap leaves the other one shown alone. Around a mask that \
            `sizing=keep-aspect` has fitted, the video is shown.
            """)

    public static let properties: [Property<Mask>] = []

    public var isSteep: Bool { false }
    public var isLimited: Bool { false }

    public static let examples = [
        BlendExample<Mask>(SIMD4(200, 100, 50, 255), SIMD4(255, 255, 255, 255), SIMD4(200, 100, 50, 255)),
        BlendExample<Mask>(SIMD4(200, 100, 50, 255), SIMD4(0, 0, 0, 255), SIMD4(0, 0, 0, 0)),
        BlendExample<Mask>(SIMD4(200, 100, 50, 204), SIMD4(64, 128, 200, 102), SIMD4(200, 100, 50, 38)),
    ]

    public static func pixel(_ first: Pixel, _ second: Pixel, _ u: Parameters<Mask>) -> Pixel {
        let alpha = first.a * second.a * clamp(dot(second.rgb, luma))
        return Pixel(first.rgb * alpha, a: alpha)
    }
}
