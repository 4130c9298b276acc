// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore
import TestSupport
import Testing

@Suite("Inputs of other formats, in their place")
struct InputConversionTests {
    private func frame(_ format: PixelFormat, _ width: Int, _ height: Int, _ generator: inout Generator) -> TestFrame {
        let frame = TestFrame(format, width: width, height: height, padding: 3)
        frame.fill(.random, &generator)
        return frame
    }

    /// Frames over each other, or one at a place.
    private func blended(
        _ frames: [TestFrame], in output: TestFrame, _ blending: Blending = Blending(),
        _ change: (inout LayerSettings) -> Void = { _ in }
    ) throws -> TestFrame {
        let (effect, made) = (LayersEffect<Blending>(), output.copy())
        try effect.configure(made.image709)
        effect.update(blending)
        var inputs = frames.map { frame in
            var input = LayerInput()
            input.size = FrameSize(width: frame.width, height: frame.height)
            input.hasAlpha = frame.format.alphaOffset != nil
            change(&input.settings)
            return input
        }
        // The backdrop has no place.
        if frames.count == 1 { inputs.insert(LayerInput(), at: 0) }
        _ = effect.arrange(&inputs, pixelAspect: 1, interlaced: made.interlaced, blending)
        try withExtendedLifetime((frames, made)) {
            let first = inputs.count - frames.count
            var layers = frames.enumerated().map { index, frame in
                LayerFrame(SourceFrame(frame.frame, frame.image709), of: first + index, inputs[first + index])
            }
            try effect.render(made.frame, &layers, bands: .serial)
        }
        #expect(made.guardsAreIntact)
        return made
    }

    @Test(
        "A frame comes to its size before chroma is lost",
        arguments: [PixelFormat.bgrx, .rgb, .y444, .y42b, .argb64, .i420], [PixelFormat.i420, .yuy2, .i420_10])
    func enlarged(from: PixelFormat, to: PixelFormat) throws {
        var generator = Generator(seed: Sample.seed)
        let source = frame(from, 20, 14, &generator)
        if from == .argb64 {
            // Alpha counts for nothing where the output has none, but in the mix that is compared.
            for i in 0..<14 * 20 {
                source.rowBase(0, i / 20).storeBytes(of: .max, toByteOffset: 8 * (i % 20), as: UInt16.self)
            }
        }
        let output = frame(to, 54, 40, &generator)
        let large = TestFrame(from, width: 54, height: 40)
        let stretch = MixEffect()
        try stretch.configure(large.image709)
        stretch.update(MixSettings())
        try withExtendedLifetime((source, large)) {
            try stretch.render(large.frame, first: source.frame, second: nil, bands: .serial)
        }
        let wanted = try blended([large], in: output)
        let made = try blended([source], in: output)
        let losesChroma = from != .i420 && !(from == .y42b && to == .yuy2)
        if losesChroma { #expect(made.firstDifference(from: wanted) == nil) }
        // What is outside changes nothing of what is seen.
        let (x, y) = (12, 8)
        let small = frame(to, 54 - x, 40 - y, &generator)
        let part = try blended([source], in: small) {
            ($0.x, $0.y, $0.width, $0.height) = (Int32(-x), Int32(-y), 54, 40)
        }
        expect(part, isOf: made, x, y)
    }

    /// Whether a frame is what is in another one from a column and a row on.
    private func expect(_ part: TestFrame, isOf whole: TestFrame, _ x: Int, _ y: Int) {
        let (all, codes) = (Codes(whole).values, Codes(part).values)
        for component in codes.indices {
            let isChroma = codes[component].count != codes[0].count || codes[component][0].count != codes[0][0].count
            let chroma = FormatTable.chroma(part.format)
            let (columns, rows) = isChroma ? (x / chroma.columns, y / chroma.rows) : (x, y)
            for (row, samples) in codes[component].enumerated() {
                let wanted = Array(all[component][row + rows].dropFirst(columns).prefix(samples.count))
                #expect(samples == wanted, "\(whole.format), component \(component), row \(row)")
            }
        }
    }

    @Test(
        "A smaller frame that begins outside shows what is inside", arguments: [PixelFormat.i420, .p010, .y42b, .rgb],
        [PixelFormat.bgrx, .y444, .yuy2, .nv12])
    func cut(from: PixelFormat, to: PixelFormat) throws {
        var generator = Generator(seed: Sample.seed)
        for interlaced in [false, true] {
            let source = TestFrame(from, width: 100, height: 72, interlaced: interlaced)
            source.fill(.random, &generator)
            func output(_ width: Int, _ height: Int) -> TestFrame {
                TestFrame(to, width: width, height: height, interlaced: interlaced)
            }
            let made = try blended([source], in: output(54, 40))
            let step = FormatTable.chroma(to)
            for (column, row) in [(1, 1), (2, 2), (5, 3), (11, 6)] {
                let (x, y) = (column * step.columns, row * step.rows * (interlaced ? 2 : 1))
                let part = try blended([source], in: output(54 - x, 40 - y)) {
                    ($0.x, $0.y, $0.width, $0.height) = (Int32(-x), Int32(-y), 54, 40)
                }
                expect(part, isOf: made, x, y)
            }
        }
    }

    /// A frame whose colours are all of R'G'B', near gray.
    private func weak(
        _ format: PixelFormat, _ width: Int, _ height: Int, interlaced: Bool = false, _ generator: inout Generator
    ) throws -> TestFrame {
        var blending = Blending()
        blending.opacity = 0.2
        let gray = all(128, width, height, interlaced: interlaced)
        let colors = gray.copy()
        colors.fill(.random, &generator)
        let output = TestFrame(format, width: width, height: height, interlaced: interlaced)
        return try blended([gray, colors], in: output, blending)
    }

    /// A gray frame of R'G'B'.
    private func all(_ code: UInt8, _ width: Int, _ height: Int, interlaced: Bool = false) -> TestFrame {
        let frame = TestFrame(.bgrx, width: width, height: height, interlaced: interlaced)
        frame.memories[0].bytes.initializeMemory(as: UInt8.self, repeating: code)
        return frame
    }

    /// Rows of both fields have their own chroma, however many of them are seen. Over white, a product is what is laid over it.
    @Test(
        "A law of inputs of other formats sees the chroma of each row where one is cut",
        arguments: [PixelFormat.i420, .p010, .nv12], [PixelFormat.rgb, .y444, .p010])
    func cutUnderLaw(from: PixelFormat, to: PixelFormat) throws {
        var generator = Generator(seed: Sample.seed)
        var multiply = Blending()
        multiply.mode = .multiply
        for interlaced in [false, true] {
            let source = try weak(from, 16, 32, interlaced: interlaced, &generator)
            let white = all(255, 16, 24, interlaced: interlaced)
            for y in [-14, -8, -6, -4, 4, 6, 8] {
                let output = TestFrame(to, width: 16, height: 24, interlaced: interlaced)
                func place(_ settings: inout LayerSettings) { (settings.y, settings.height) = (Int32(y), 32) }
                let made = Codes(try blended([white, source], in: output, multiply, place))
                let shown = Codes(try blended([white, source], in: output, Blending(), place))
                #expect(made.distances(to: shown).allSatisfy { $0 <= 1 }, "\(y), interlaced: \(interlaced)")
            }
        }
    }

    @Test(
        "Chroma comes to its site in the output, whatever blends it",
        arguments: [PixelFormat.i420, .nv12, .p010], [PixelFormat.i420, .i420_10])
    func sites(from: PixelFormat, to: PixelFormat) throws {
        let (width, height) = (24, 8)
        var generator = Generator(seed: Sample.seed)
        let source = try weak(from, width, height, &generator)
        let white = all(255, width, height)
        func made(_ mode: BlendMode, of count: Int) throws -> Codes {
            var blending = Blending()
            blending.mode = mode
            let (effect, output) = (LayersEffect<Blending>(), TestFrame(to, width: width, height: height))
            var (video, input) = (output.image709, source.image709)
            video.chromaSite = ChromaSite(isLeft: true, isTop: false)
            input.chromaSite = .centre
            try effect.configure(video)
            effect.update(blending)
            var inputs = Array(repeating: LayerInput(), count: count)
            for index in inputs.indices { inputs[index].size = FrameSize(width: width, height: height) }
            _ = effect.arrange(&inputs, pixelAspect: 1, interlaced: false, blending)
            try withExtendedLifetime((source, white, output)) {
                var layers = inputs.indices.filter { inputs[$0].isSeen }.map { index in
                    LayerFrame(
                        index == count - 1
                            ? SourceFrame(source.frame, input) : SourceFrame(white.frame, white.image709),
                        of: index, inputs[index])
                }
                try effect.render(output.frame, &layers, bands: .serial)
            }
            return Codes(output)
        }
        let shown = try made(.normal, of: 2)
        for count in 2...3 { #expect(try made(.multiply, of: count).distances(to: shown).allSatisfy { $0 <= 1 }) }
    }

    /// The same blend in 16 bits, with chroma of each pixel, is the law.
    @Test(
        "Chroma of layers is the mean of what pixels become", arguments: [PixelFormat.bgrx, .rgb, .y444, .y42b],
        [PixelFormat.i420, .nv12, .yuy2, .i420_10])
    func layers(backdrop: PixelFormat, to: PixelFormat) throws {
        var generator = Generator(seed: Sample.seed)
        let (below, above) = (frame(backdrop, 34, 20, &generator), frame(.bgra, 34, 20, &generator))
        for mode in [BlendMode.normal, .sourceAtop, .multiply] {
            var blending = Blending()
            (blending.mode, blending.opacity) = (mode, 0.8)
            let (output, exact) = (TestFrame(to, width: 34, height: 20), TestFrame(.ayuv64, width: 34, height: 20))
            let made = try blended([below, above], in: output, blending)
            let wanted = try blended([blended([below, above], in: exact, blending)], in: output)
            for (component, worst) in Codes(made).distances(to: Codes(wanted)).enumerated() {
                #expect(worst <= 1, "\(mode.nick), component \(component)")
            }
        }
    }
}
