// SPDX-License-Identifier: MIT
import Effects
import Expressions
import Filters
import PixelCore
import PixelKernels
import TestSupport
import Testing

/// What a blend reads of both frames, in each way that programs have.
private struct Screenlike: Blend {
    @Limited(0...1) var amount = 0.7

    static func pixel(_ first: Pixel, _ second: Pixel, _ u: Parameters<Screenlike>) -> Pixel {
        let color = mix(first.rgb, 1 - (1 - first.rgb) * (1 - second.rgb), u(\.amount) * second.x)
        return Pixel(color * first.a, a: first.a)
    }
}

/// A blend that looks at neighbours, which none may.
private struct Spread: Blend {
    static func pixel(_ first: Pixel, _ second: Pixel, _ u: Parameters<Spread>) -> Pixel {
        Pixel(first[1, 0], a: second.a)
    }
}

@Suite("Blends: laws of two frames")
struct BlendTests {
    /// A frame of random samples; where there is alpha, rows are of any, opaque, clear, or both at the ends.
    private func frame(
        _ format: PixelFormat, _ width: Int, _ height: Int, interlaced: Bool = false, padding: Int = 0,
        _ generator: inout Generator
    ) -> TestFrame {
        let frame = TestFrame(format, width: width, height: height, interlaced: interlaced, padding: padding)
        frame.fill(.random, &generator)
        guard let offset = format.alphaOffset else { return frame }
        let bytes = FormatTable.sampleBytes(format)
        for y in 0..<height {
            let kind = Int.random(in: 0..<5, using: &generator)
            for x in 0..<width where kind < 3 || kind == 3 && Bool.random(using: &generator) {
                let value: UInt8 = kind == 0 ? 0 : kind == 3 ? [0, 255][(x + y) % 2] : 255
                for byte in 0..<bytes {
                    (frame.rowBase(0, y) + (4 * x + offset) * bytes + byte).storeBytes(of: value, as: UInt8.self)
                }
            }
        }
        return frame
    }

    private func check<B: Blend>(
        _ settings: B, _ format: PixelFormat, _ index: Int, _ text: String, isLimited: Bool = true,
        hasSecond: Bool = true
    ) throws {
        var generator = Generator(seed: Sample.seed &+ UInt64(index))
        let interlaced = FormatTable.yuv420.contains(format) && index % 2 == 1
        func frame() -> TestFrame {
            self.frame(
                format, [19, 34, 1, 1027][index % 4], [7, 10, 5, 4][index % 4], interlaced: interlaced,
                padding: index % 3, &generator)
        }
        let first = frame()
        var second = frame()
        // A plain mix is one of all bytes.
        if format.alphaOffset == nil { second = withComponents(first, of: second) }
        let all = colorimetries(format)
        let colorimetry = all[index % all.count]
        let laws = FilterLawTests()
        let (colors, alpha) = (FilterLaw.colors(Codes(second), colorimetry), laws.alphas(second))
        let kept = second.copy()
        var subject = FilterSubject(settings, second, text, hasSecond: hasSecond) { component, x, y in
            component < 3 ? colors[y][x][component] : alpha?[y][x] ?? 1
        }
        subject.isLimited = isLimited
        try laws.check(subject, first, colorimetry)
        #expect(second.firstDifference(from: kept) == nil, "the second frame has changed")
    }

    /// A shader of two videos in GPUImage's names.
    private let shader = """
        varying highp vec2 textureCoordinate; varying highp vec2 textureCoordinate2;
        uniform sampler2D inputImageTexture; uniform sampler2D inputImageTexture2;
        void main() {
            lowp vec4 below = texture2D(inputImageTexture, textureCoordinate);
            lowp vec4 above = texture2D(inputImageTexture2, textureCoordinate2);
            gl_FragColor = mix(below, above, 0.2 + 0.5 * textureCoordinate.x);
        }
        """

    /// Each mode has other formats every day; SWIFTVIDEO_SEED repeats a day's.
    @Test("Within a code of the scalar reading, with the same bits everywhere", arguments: BlendMode.allCases)
    func modes(mode: BlendMode) throws {
        for (index, format) in Sample.some(of: Array(PixelFormat.allCases.enumerated()), 9, "\(mode.nick)") {
            var blending = Blending()
            (blending.mode, blending.opacity) = (mode, [1, 0.6, 1][index % 3])
            if mode == .shader { blending.shader = try UserShader(shader, takesTwo: true) }
            try check(
                blending, format, index, "\(mode.nick), opacity \(blending.opacity)", isLimited: false)
        }
    }

    @Test("A shader of two videos that reads both elsewhere", arguments: PixelFormat.allCases)
    func places(format: PixelFormat) throws {
        let text = """
            vec2 p = v_texcoord * 1.1 - 0.05;
            vec4 under = texture2D(tex, p), over = texture2D(tex2, vec2(1.0 - p.x, p.y)), own = texture2D(tex2, v_texcoord);
            vec4 next = texture2D(tex2, v_texcoord + vec2(0.0, 1.0 / height));
            c = (under * v_texcoord.x + over * (1.0 - v_texcoord.x)) * 0.5 + 0.25 * own + 0.25 * next;
            """
        for index in 0..<4 {
            var blending = Blending()
            (blending.mode, blending.opacity) = (.shader, [1, 0.5, 1, 0.75][index])
            blending.shader = try UserShader(text, takesTwo: true)
            try check(blending, format, index, "a shader of places", isLimited: false)
        }
    }

    @Test("The same of a law of places, and in each way", arguments: PixelFormat.allCases)
    func formats(format: PixelFormat) throws {
        for index in 0..<4 {
            try check(Screenlike(), format, index, "a law of places")
            var blending = Blending()
            (blending.mode, blending.opacity) = ([.multiply, .overlay, .hue, .screen][index], [1, 0.5, 1, 1][index])
            try check(blending, format, index, "\(blending.mode.nick)", isLimited: false)
        }
    }

    @Test("Blends of two, with settings by chance, and of one that changes", arguments: PixelFormat.allCases)
    func pairs(format: PixelFormat) throws {
        func check<B: PairBlend>(_: B.Type) throws {
            for index in 0..<4 {
                var generator = Generator(seed: Sample.seed &+ UInt64(index))
                let (settings, text) = B.random(B.properties, &generator)
                let name = "\(B.metadata.factoryName)\(text)"
                try self.check(settings, format, index, name, isLimited: false)
                guard settings.changesAlone else { continue }
                try self.check(settings, format, index, "\(name), alone", isLimited: false, hasSecond: false)
            }
        }
        for type in FilterCatalogue.pairs { try check(type) }
    }

    @Test func publishedValues() throws {
        for type in FilterCatalogue.blends { try checkExamples(type) }
    }

    private func checkExamples<B: BlendElement>(_: B.Type) throws {
        for example in B.examples {
            let made = try blended(example.settings, example.first, example.second)
            #expect(made == example.output, "\(B.metadata.factoryName), \(example.settings)")
        }
    }

    @Test("Where one frame is clear, the other one stays", arguments: BlendMode.allCases)
    func clearFrames(mode: BlendMode) throws {
        let (seen, clear, nothing) = (SIMD4<UInt8>(200, 100, 50, 180), SIMD4<UInt8>(64, 128, 200, 0), SIMD4<UInt8>())
        var blending = Blending()
        blending.mode = mode
        let (hidesFirst, hidesSecond) =
            switch mode {
            case .sourceIn: (true, true)
            case .sourceOut: (true, false)
            case .sourceAtop, .destinationOut: (false, true)
            // Without one the backdrop passes.
            case .shader: (false, true)
            case .dissolve: (true, false)
            default: (false, false)
            }
        #expect(try blended(blending, seen, clear) == (hidesFirst ? nothing : seen))
        #expect(try blended(blending, clear, seen) == (hidesSecond ? nothing : seen))
        #expect(try blended(blending, clear, clear) == nothing)
    }

    private func blended<B: Blend>(
        _ blend: B, _ first: SIMD4<UInt8>, _ second: SIMD4<UInt8>
    ) throws -> SIMD4<UInt8> {
        func frame(_ pixel: SIMD4<UInt8>) -> TestFrame {
            let frame = TestFrame(.rgba, width: 1, height: 1)
            frame.rowBase(0, 0).storeBytes(of: pixel, as: SIMD4<UInt8>.self)
            return frame
        }
        let (a, b, made) = (frame(first), frame(second), frame(.zero))
        let effect = BlendEffect<B>()
        try effect.configure(a.image(colorimetries(.rgba)[0]))
        try effect.update(blend)
        try withExtendedLifetime((a, b, made)) {
            try effect.render(made.frame, first: a.frame, second: b.frame, bands: .serial)
        }
        return made.rowBase(0, 0).load(as: SIMD4<UInt8>.self)
    }

    @Test func aFrameOfAnotherKindIsRefused() throws {
        let (a, b) = (TestFrame(.i420, width: 8, height: 4), TestFrame(.nv12, width: 8, height: 4))
        let effect = BlendEffect<Blending>()
        try effect.configure(a.image(colorimetries(.i420)[0]))
        #expect(throws: EffectError.self) {
            try effect.render(a.frame, first: a.copy().frame, second: a.copy().frame, bands: .serial)
        }
        try effect.update(Blending())
        #expect(throws: EffectError.self) {
            try effect.render(a.frame, first: b.frame, second: b.frame, bands: .serial)
        }
        #expect(throws: EffectError.self) {
            try effect.render(b.frame, first: a.frame, second: a.frame, bands: .serial)
        }
    }

    @Test func neighboursAreRefused() throws {
        let effect = BlendEffect<Spread>()
        try effect.configure(TestFrame(.bgra, width: 8, height: 4).image(colorimetries(.bgra)[0]))
        #expect(throws: EffectError.self) { try effect.update(Spread()) }
    }

    /// What is brought to size and range is blended as a frame that came so.
    @Test(arguments: [PixelFormat.bgra, .bgrx, .i420, .yuy2, .ayuv, .gray8, .argb64])
    func otherSizes(format: PixelFormat) throws {
        var generator = Generator(seed: 4)
        let colorimetry = colorimetries(format)[0]
        for mode in [BlendMode.screen, .overlay] {
            for fitted in [(width: 24, height: 16), (width: 12, height: 16)] {
                for (firstSize, otherRange) in [((24, 16), false), ((17, 9), true)] {
                    let first = frame(format, firstSize.0, firstSize.1, &generator)
                    let second = frame(format, 31, 20, &generator)
                    func empty() -> TestFrame { TestFrame(format, width: 24, height: 16) }
                    let (a, b, wanted, made) = (empty(), empty(), empty(), empty())
                    let mix = MixEffect()
                    try mix.configure(a.image(colorimetry))
                    mix.update(MixSettings())
                    let range = (first: otherRange, second: otherRange)
                    let effect = BlendEffect<Blending>()
                    try effect.configure(a.image(colorimetry))
                    var blending = Blending()
                    blending.mode = mode
                    try effect.update(blending)
                    try withExtendedLifetime((first, second, a, b, wanted, made)) {
                        try mix.render(a.frame, first: first.frame, second: nil, otherRange: range, bands: .serial)
                        try mix.render(
                            b.frame, first: nil, second: second.frame, otherRange: range, fitted: fitted,
                            bands: .serial)
                        try effect.render(wanted.frame, first: a.frame, second: b.frame, bands: .serial)
                        try effect.render(
                            made.frame, first: first.frame, second: second.frame, otherRange: range, fitted: fitted,
                            bands: BandRunner.threads.executor(3))
                    }
                    // Around what is fitted, the first is seen.
                    let (left, right) = fitted.width == 24 ? (0, 24) : (6, 18)
                    for x in 0..<24 {
                        let source = (left..<right).contains(x) ? wanted : a
                        #expect(pixel(made, x) == pixel(source, x), "\(format), \(mode), \(fitted), column \(x)")
                    }
                }
            }
        }
    }

    /// The codes of a pixel of row 8, with the chroma that covers it.
    private func pixel(_ frame: TestFrame, _ x: Int) -> [Int] {
        let codes = Codes(frame)
        return codes.values.indices.map { component in
            let at = component == 0 || FormatTable.rgb.contains(frame.format) ? (x, 8) : codes.chromaPosition(x, 8)
            return codes.values[component][at.1][at.0]
        }
    }

    @Test func aloneAFrameIsShown() throws {
        var generator = Generator(seed: 5)
        let (a, made) = (frame(.bgra, 9, 5, &generator), TestFrame(.bgra, width: 9, height: 5))
        let effect = BlendEffect<Blending>()
        try effect.configure(a.image(colorimetries(.bgra)[0]))
        try effect.update(Blending())
        for isFirst in [true, false] {
            try withExtendedLifetime((a, made)) {
                try effect.render(
                    made.frame, first: isFirst ? a.frame : nil, second: isFirst ? nil : a.frame, bands: .serial)
            }
            #expect(made.firstDifference(from: a) == nil)
        }
    }
}
