// SPDX-License-Identifier: MIT
public import Effects
public import Expressions
public import KernelTypes

/// A source over a backdrop, by a mode of blending.
public struct Blending: BlendElement {
    public var mode = BlendMode.normal
    /// What alpha of the source is multiplied by.
    @Limited(0...1) public var opacity = 1.0
    public var sizing = MixSizing.stretch
    public var ignoresInactivePads = false

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftblend", typeName: "GstSwiftBlend", longName: "Blend modes",
        classification: "Filter/Editor/Video/Compositor", family: .blending,
        description: "Lays a video over another: multiplied, screened, as light, by hue, and by Porter-Duff",
        since: "0.1",
        example: "m.sink_0 videotestsrc pattern=ball ! m.sink_1 swiftblend name=m mode=screen",
        recipes: [
            (
                "Screen a second video, such as sparks on black, onto a first one",
                "gst-launch-1.0 swiftblend name=m mode=screen ! videoconvert ! autovideosink filesrc location=in.mp4 ! decodebin ! queue ! m.sink_0 filesrc location=second.mp4 ! decodebin ! queue ! m.sink_1"
            ),
            (
                "Give a camera the colours of a second video",
                "gst-launch-1.0 swiftblend name=m mode=color opacity=0.7 ! videoconvert ! autovideosink v4l2src ! queue ! m.sink_0 filesrc location=second.mp4 ! decodebin ! queue ! m.sink_1"
            ),
        ],
        details: """
            The input with the lower pad number is the backdrop b, and the other one the source s, which is laid over it. Pads, \
            time, sizes, formats and metadata are those of [swiftmix](swiftmix.md).

            **The law**

            - It is of R'G'B', each component 0 for black and 1 for white, limited to that where a mode is not linear; Y'CbCr goes \
            through its matrix and back.
            - The colour of a pixel is (1 - a_b) s + a_b mode(b, s), laid over the backdrop with alpha a_s times `opacity`, as W3C's \
            Compositing and Blending Level 1 has it: alpha is straight. `dissolve` goes from the backdrop to the source with \
            `opacity`, of alpha too. The modes from `source-over` on are Porter and Duff's.
            - A format without alpha is opaque. What would not be opaque after blending is then seen over black.
            - Where a mode divides by 0, b = 0 gives 0 and anything else 1; `color-burn` gives 1 for b = 1, else 0.
            - `soft-light` is Pegtop's and GPUImage's, which the W3C's differs from by up to 27 codes. `hue`, `saturation`, `color` and \
            `luminosity` are the W3C's.
            - Results are within one code of the law.

            `opacity=0` passes the backdrop through, but for `source-in` and `source-out`. An input that has not started, has ended or \
            has a gap leaves the other one shown alone. Around a source that `sizing=keep-aspect` has fitted, the backdrop is shown.

            Rows of frames with alpha that are opaque take less time.
            """)

    public static let properties: [Property<Blending>] = [
        .choice(
            "mode", \.mode, typeName: "GstSwiftBlendMode", nick: "Mode",
            "What is made of a component b of the backdrop and s of the source"),
        .double(
            "opacity", \.$opacity, nick: "Opacity",
            "What alpha of the source is multiplied by. 0 shows the backdrop, 1 all of the source"),
    ]

    public static let examples: [BlendExample<Blending>] = BlendMode.allCases.flatMap { mode in
        mode.examples.map { example in
            BlendExample(example.first, example.second, example.output) {
                $0.mode = mode
                $0.opacity = example.opacity
            }
        }
    }

    public var keepsOpaque: Bool {
        switch mode {
        case .sourceOut, .xor, .destinationOut: false
        case .sourceIn: isFull
        default: true
        }
    }

    public var bytes: ByteBlend? { isFull ? mode.bytes : nil }

    public var isPassthrough: Bool { opacity == 0 && mode != .sourceIn && mode != .sourceOut }

    private var isFull: Bool { opacity == 1 }

    public static func pixel(_ first: Pixel, _ second: Pixel, _ u: Parameters<Blending>) -> Pixel {
        let mode = u.structure(\.mode)
        let opacity: Num = u.structure(\.isFull) ? 1 : u(\.opacity)
        if mode == .dissolve {
            return Pixel(
                mix(first.rgb * first.a, second.rgb * second.a, opacity), a: mix(first.a, second.a, opacity))
        }
        let alpha = second.a * opacity
        let blended = mode.color(first.rgb, second.rgb)
        let source = blended.map { second.rgb * (1 - first.a) + $0 * first.a } ?? second.rgb
        let coverage = mode.coverage(first.a, alpha)
        let (over, under) = (alpha * coverage.source, first.a * coverage.backdrop)
        return Pixel(source * over + first.rgb * under, a: over + under)
    }
}
