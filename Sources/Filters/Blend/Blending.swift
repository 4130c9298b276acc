// SPDX-License-Identifier: MIT
public import Effects
public import Expressions
public import KernelTypes

/// A source over a backdrop, by a mode of blending.
public struct Blending: LayeredBlend {
    public var mode = BlendMode.normal
    /// What alpha of the source is multiplied by.
    @Limited(0...1) public var opacity = 1.0
    /// What `mode=shader` runs, with the backdrop as the first video and the source as the second.
    public var shader = UserShader()
    public var ignoresInactivePads = false

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftblend", typeName: "GstSwiftBlend", longName: "Blend modes",
        classification: "Filter/Editor/Video/Compositor", family: .blending,
        description: "Lays videos over each other: multiplied, screened, as light, by hue, and by Porter-Duff",
        since: "0.1",
        example: "m.sink_0 videotestsrc pattern=ball ! m.sink_1 swiftblend name=m mode=screen",
        recipes: [
            (
                "Show a camera in a corner of a video",
                "gst-launch-1.0 swiftblend name=m sink_1::xpos=20 sink_1::ypos=20 sink_1::width=320 sink_1::height=180 ! videoconvert ! autovideosink filesrc location=in.mp4 ! decodebin ! queue ! m.sink_0 v4l2src ! queue ! m.sink_1"
            ),
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
            The input with the lowest pad number is the backdrop b, which fills the output. Each other one is a source s, which is laid \
            over what is below it. There may be 16 inputs. Time, formats and metadata are those of [swiftmix](swiftmix.md).

            **Places**

            - `xpos`, `ypos`, `width` and `height` of a source's pad say where it lies, in pixels of the output; without them it \
            fills the output, and without one of both sizes the output's width or height. It may lie outside in part or as a whole.
            - Places are rounded to whole chroma samples: to even numbers in I420, and to rows of fours where it is interlaced.
            - `sizing` of the pad brings the source to that size; `sizing=none` keeps its own. Colours count as far as they are seen.
            - The backdrop fills the output and lies below all: it has none of these, nor `alpha` of its pad.
            - `zorder` of the pads says what lies over what, then the pad numbers.
            - A source that is opaque and covers all with `mode=normal` leaves as it came if nothing lies over it. What is not seen is \
            not computed.

            **The law**

            - It is of R'G'B', each component 0 for black and 1 for white. Y'CbCr goes through its matrix and back; what it has beyond \
            R'G'B' is limited where mode(b, s) takes it, and stays elsewhere.
            - The colour of a pixel is (1 - a_b) s + a_b mode(b, s), laid over the backdrop with alpha a_s times `opacity`, as W3C's \
            Compositing and Blending Level 1 has it: alpha is straight. `dissolve` goes from the backdrop to the source with \
            `opacity`, of alpha too. The modes from `source-over` on are Porter and Duff's.
            - A format without alpha is opaque. What would not be opaque after blending is then seen over black; alpha of the \
            backdrop does not count. That of a source \
            counts whatever the output has: graphics in BGRA may lie over a camera in NV12, for an encoder that takes I420. Where \
            downstream takes formats with alpha too, the output has the alpha of an input that has it; put a caps filter after the element \
            if it is to have none.
            - Where a mode divides by 0, b = 0 gives 0 and anything else 1; `color-burn` gives 1 for b = 1, else 0.
            - `soft-light` is Pegtop's and GPUImage's, which the W3C's differs from by up to 28 codes. `hue`, `saturation`, `color` and \
            `luminosity` are the W3C's.
            - `mode=shader` runs the fragment shader of `fragment`, `location` and `uniforms`, as [swiftshader](swiftshader.md) has them. \
            `tex` or `inputImageTexture` is the backdrop and `tex2` or `inputImageTexture2` the source, each read at any place; \
            `v_texcoord`, `width` and `height` are of the part of the source that is seen. \
            What it writes, alpha too, is mixed with the backdrop by `opacity`. Without a shader, the backdrop passes through.
            - Results of two inputs are within one code of the law. `normal` and, where the output has no alpha, the modes of Porter and \
            Duff and `dissolve` round a source or backdrop of another format to codes of the output before, and limit it to these: of colours within \
            R'G'B' they may be 1.4 codes off. With more sources each adds half a code at most. Other modes of more than two inputs are made in 16 bits, which takes several times \
            as long.
            - A source of the output's codes that has another size is stretched in 16 bits in `color-burn`, `color-dodge`, `divide`, \
            `hard-light`, `hard-mix`, `hue`, `saturation`, `color`, `luminosity`, `linear-light`, `pin-light`, `vivid-light` and \
            `shader`, which takes two to five times as long: a code of it may become many. Its chroma counts for all pixels that it \
            covers, before. The other modes take it rounded to codes: they may be 1.5 codes off in R'G'B' and 2 in Y'CbCr.
            - Chroma of a format that has less of it than the output counts for all pixels that it covers. Where the output has less of \
            it, its chroma is the mean of what the pixels that it covers become; where a source ends within a chroma sample, that of \
            the source. In YUY2, UYVY and YVYU the last column of a source with an odd number of them is not shown.
            - In 16 bits `hue` and `saturation` of a source that is within a few codes of gray are exact to some 1000 codes, four of 8 bits, as \
            they make much of little.

            `opacity=0` passes the backdrop through, but for `source-in` and `source-out`. An input that has not started, has ended or \
            has a gap leaves the others. Without a backdrop the lowest source stands for it, in its place and whatever its alpha, unless \
            that is 0, with black around it. Where it lies outside, there is no frame.

            Events of a pointer go to the topmost input that is seen where it points, in its pixels.

            Rows of frames with alpha that are opaque take less time.
            """)

    public static let properties: [Property<Blending>] =
        [
            .choice(
                "mode", \.mode, typeName: "GstSwiftBlendMode", nick: "Mode",
                "What is made of a component b of the backdrop and s of the source"),
            .double(
                "opacity", \.$opacity, nick: "Opacity",
                "What alpha of each source is multiplied by. 0 shows the backdrop, 1 all of the source"),
        ]
        + UserShader.properties(
            \.shader.fragment, \.shader.file, \.shader.uniforms, takesTwo: true)
        + UserShader.controls((\.shader.$control0, \.shader.$control1, \.shader.$control2, \.shader.$control3))

    public static let examples: [BlendExample<Blending>] = BlendMode.allCases.flatMap { mode in
        mode.examples.map { example in
            BlendExample(example.first, example.second, example.output) {
                $0.mode = mode
                if mode == .shader, let shader = try? UserShader(BlendMode.exampleShader, takesTwo: true) {
                    $0.shader = shader
                }
                $0.opacity = example.opacity
            }
        }
    }

    public var keepsOpaque: Bool {
        switch mode {
        case .sourceOut, .xor, .destinationOut, .shader: false
        case .sourceIn: isFull
        default: true
        }
    }

    public var bytes: ByteBlend? { isFull ? mode.bytes : nil }

    public var opaqueMix: Double? { mode == .dissolve ? opacity : overOpacity }

    public var isLinear: Bool { mode.isLinear }

    public var isSteep: Bool { mode.isSteep }

    public var isLimited: Bool { false }

    public var overOpacity: Double? {
        switch mode {
        case .normal, .sourceOver, .sourceAtop: opacity
        default: nil
        }
    }

    public var isPassthrough: Bool {
        opacity == 0 && mode != .sourceIn && mode != .sourceOut || mode == .shader && shader.program == nil
    }

    public func warning(of size: Pixel.Size) -> String? {
        mode == .shader ? shader.warning(of: size, takesTwo: true) : nil
    }

    public var hidesFirst: Bool { isFull && (mode == .normal || mode == .sourceOver) }

    public mutating func fade(_ alpha: Double) { opacity *= alpha }

    private var isFull: Bool { opacity == 1 }

    public static func pixel(_ first: Pixel, _ second: Pixel, _ u: Parameters<Blending>) -> Pixel {
        let mode = u.structure(\.mode)
        let opacity: Num = u.structure(\.isFull) ? 1 : u(\.opacity)
        if mode == .dissolve {
            return Pixel(
                mix(first.rgb * first.a, second.rgb * second.a, opacity), a: mix(first.a, second.a, opacity))
        }
        if mode == .shader {
            guard let made = UserShader.graph(\.shader, first, second: second, u) else {
                return Pixel(first.rgb * first.a, a: first.a)
            }
            let alpha = clamp(made.alpha ?? 1)
            return Pixel(
                mix(first.rgb * first.a, clamp(made.color) * alpha, opacity), a: mix(first.a, alpha, opacity))
        }
        let alpha = second.a * opacity
        let blended = mode.color(first.rgb, second.rgb)
        let source = blended.map { second.rgb * (1 - first.a) + $0 * first.a } ?? second.rgb
        let coverage = mode.coverage(first.a, alpha)
        let (over, under) = (alpha * coverage.source, first.a * coverage.backdrop)
        return Pixel(source * over + first.rgb * under, a: over + under)
    }
}
