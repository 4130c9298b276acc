// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// A frame that is transparent where a colour is, over a second one if there is one.
public struct ChromaKeyBlend: PairBlend {
    /// What becomes transparent.
    public var key = ChromaKey()
    public var sizing = MixSizing.stretch
    public var ignoresInactivePads = false

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftchromakey", typeName: "GstSwiftChromaKey", longName: "Chroma key",
        classification: "Filter/Editor/Video/Compositor", family: .blending,
        description: "Makes what has a colour, such as a green screen, transparent, and shows a second video there",
        since: "0.1",
        example: "k.sink_0 videotestsrc pattern=ball ! k.sink_1 swiftchromakey despill=1 name=k",
        recipes: [
            (
                "Put a camera in front of a green screen into a video",
                "gst-launch-1.0 swiftchromakey name=k color=0x00b140 threshold=0.15 despill=0.8 ! videoconvert ! autovideosink v4l2src ! queue ! k.sink_0 filesrc location=in.mp4 ! decodebin ! queue ! k.sink_1"
            ),
            (
                "Put it into a corner of a video, whose size stays",
                "gst-launch-1.0 swiftblend name=m sink_1::width=320 sink_1::height=240 sink_1::sizing=keep-aspect ! videoconvert ! autovideosink filesrc location=in.mp4 ! decodebin ! queue ! m.sink_0 v4l2src ! videoconvert ! video/x-raw,format=BGRA ! swiftchromakey color=0x00b140 threshold=0.15 ! queue ! m.sink_1"
            ),
            (
                "Keep what is in front of a blue screen as an image with alpha",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! videoconvert ! video/x-raw,format=RGBA ! swiftchromakey color=0x0047bb threshold=0.15 ! pngenc snapshot=true ! filesink location=out.png"
            ),
        ],
        details: """
            The input with the lower pad number is the video with the colour, and the other one, if there is one, the video that is shown \
            behind it, as source-over lays the first over it. Pads, time, sizes, formats and metadata are those of \
            [swiftmix](swiftmix.md): the output has the format, size and rate of the first input, unless downstream asks for others.

            d is the distance between the chroma of a pixel and that of `color`, both as Cr = 0.7132 (R' - Y) and \
            Cb = 0.5647 (B' - Y) with Y = 0.2989 R' + 0.5866 G' + 0.1145 B'. Alpha is multiplied by smoothstep(threshold, threshold + \
            smoothing, d). The law is GPUImageChromaKeyFilter's. Luma does not count: black and gray are as far from a dark green as from \
            a light one.

            The default threshold is for pure colours: gray and white are 0.53 from pure green, but 0.33 from 0x00b140 and 0x0047bb, the \
            green and the blue of paint for screens. For those take a `threshold` of 0.1 to 0.2.

            Results are within one code of the law, also of inputs whose codes the output does not have, such as R'G'B' in I420, or that \
            have another size.

            `despill` takes that part of the chroma away that points to that of `color`, from every pixel. Luma stays where R'G'B' has such a colour.

            Alpha of the first input counts where the output has alpha too, and that of a second one always. Without a second input, what \
            is transparent is black where the output has no alpha: ask for a format that has it, such as BGRA or AYUV, before this \
            element, and [swiftblend](swiftblend.md) lays the result over another video. `chromakey` in \
            [swiftchain](swiftchain.md) is the same law of one video, and keeps the times of its frames as they are.
            """)

    public static let properties: [Property<ChromaKeyBlend>] = ChromaKey.properties.map { $0.of(\.key) }

    public var changesAlone: Bool { true }
    public var isLimited: Bool { false }

    public static func alone(_ first: Pixel, _ u: Parameters<ChromaKeyBlend>) -> Pixel {
        u.part(\.key) { ChromaKey.pixel(first, $0) }
    }

    /// Worked out from the formulas above.
    public static let examples = [
        BlendExample<ChromaKeyBlend>(SIMD4(200, 100, 50, 255), SIMD4(10, 20, 30, 255), SIMD4(200, 100, 50, 255)),
        BlendExample<ChromaKeyBlend>(SIMD4(0, 255, 0, 255), SIMD4(10, 20, 30, 255), SIMD4(10, 20, 30, 255)),
        BlendExample<ChromaKeyBlend>(SIMD4(0, 255, 0, 255), SIMD4(10, 20, 30, 128), SIMD4(10, 20, 30, 128)),
        // d = 0.5332 of gray.
        BlendExample<ChromaKeyBlend>(SIMD4(100, 100, 100, 255), SIMD4(0, 0, 0, 255), SIMD4(50, 50, 50, 255)) {
            ($0.key.threshold, $0.key.smoothing) = (0.4332, 0.2)
        },
    ]

    public static func pixel(_ first: Pixel, _ second: Pixel, _ u: Parameters<ChromaKeyBlend>) -> Pixel {
        let keyed = u.part(\.key) { ChromaKey.pixel(first, $0) }
        let rest = second.a * (1 - keyed.a)
        return Pixel(keyed.rgb * keyed.a + second.rgb * rest, a: keyed.a + rest)
    }
}
