// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore
import PixelKernels
import TestSupport
import Testing

/// A filter of the catalogue as an argument of a test.
struct NamedFilter: Sendable, CustomTestStringConvertible {
    let filter: any Filter.Type

    var testDescription: String { "\(filter.metadata.factoryName)" }

    static let all = (FilterCatalogue.filters + FilterCatalogue.sources.map { $0 as any Filter.Type })
        .map { NamedFilter(filter: $0) }.filter { Sample.tests($0.testDescription) }
}

/// The same of those of several laws.
struct NamedComposedFilter: Sendable, CustomTestStringConvertible {
    let filter: any ComposedFilter.Type

    var testDescription: String { "\(filter.metadata.factoryName)" }

    static let all = FilterCatalogue.composed.map { NamedComposedFilter(filter: $0) }
        .filter { Sample.tests($0.testDescription) }
}

private typealias Codes3 = (r: Double, g: Double, b: Double)

@Suite("Filters: published examples, passthrough settings, and the same colours in all formats")
struct FilterExampleTests {
    private static let rgb8 = FormatTable.rgb.filter { FormatTable.sampleBytes($0) == 1 }
    private static let ycbcr8 = FormatTable.yuv.filter { FormatTable.sampleBytes($0) == 1 }

    @Test(arguments: NamedFilter.all) func examplesHold(_ named: NamedFilter) { checkExamples(named.filter) }

    private func checkExamples<F: Filter>(_ filter: F.Type) { checkExamples(FilterEffect<F>.self, F.examples) }

    private func checkExamples<E: InPlaceEffect>(_ effect: E.Type, _ examples: [FilterExample<E.Settings>]) {
        for example in examples {
            for level in CPULevel.available {
                for format in Self.rgb8 {
                    for color in render(E.self, example.settings, example.input, format, full, level) {
                        #expect(distance(color, example.output) <= 1, "\(format), \(level): \(color), \(example)")
                    }
                }
                // Codes of 16 bits hold the input exactly, as R'G'B' or Y'CbCr.
                for format in [PixelFormat.argb64, .ayuv64] {
                    for color in render(E.self, example.settings, example.input, format, full, level) {
                        #expect(distance(color, example.output) <= 1, "\(format), \(level): \(color), \(example)")
                    }
                }
            }
        }
    }

    @Test(arguments: NamedFilter.all) func probesHold(_ named: NamedFilter) { checkProbes(named.filter) }

    private func checkProbes<F: Filter>(_ filter: F.Type) {
        checkProbes(FilterEffect<F>.self, F.probes)
        // Nobody has published numbers of tiles or noise.
        let isExcused = F.self == Mosaic.self || F.self == Perlin.self
        #expect(isExcused || !F.examples.isEmpty || !F.probes.isEmpty)
    }

    @Test(arguments: NamedComposedFilter.all) func examplesAndProbesHold(_ named: NamedComposedFilter) {
        check(named.filter)
    }

    private func check<F: ComposedFilter>(_ filter: F.Type) {
        checkExamples(ComposedEffect<F>.self, F.examples)
        checkProbes(ComposedEffect<F>.self, F.probes)
        #expect(!F.examples.isEmpty || !F.probes.isEmpty)
    }

    private func checkProbes<E: InPlaceEffect>(_ effect: E.Type, _ probes: [FilterProbe<E.Settings>]) {
        for probe in probes {
            for level in CPULevel.available {
                for format in Self.rgb8 + [.argb64] {
                    let depth = FormatTable.depth(format)
                    let scale = Double((1 << depth) - 1) / 255
                    let frame = TestFrame(format, width: 64, height: 36)
                    for y in 0..<36 {
                        for x in 0..<64 {
                            let codes = [7 * x + 13 * y, 3 * x * x + 5 * y, x * y].map { Double($0 % 256) * scale }
                            for component in 0..<3 { frame.store(Int(codes[component]), component, x, y) }
                        }
                    }
                    E(kernels: level.kernels).render(
                        frame, probe.settings, Self.colorimetry(format), .serial)
                    let made = Codes(frame).values.map { Double($0[probe.position.y][probe.position.x]) / scale }
                    let difference = distance((made[0], made[1], made[2]), probe.output)
                    #expect(difference <= 0.6, "\(format), \(level): \(made), \(probe)")
                }
            }
        }
    }

    /// What the codes of 8-bit Y'CbCr say becomes what it becomes as R'G'B'.
    @Test(arguments: NamedFilter.all) func ycbcrHasTheSameColors(_ named: NamedFilter) { checkYCbCr(named.filter) }

    private func checkYCbCr<F: Filter>(_ filter: F.Type) {
        for settings in F.examples.map(\.settings) + [F()] { checkYCbCr(settings, isLinear: true) }
    }

    /// Where results leave 0...1, Y'CbCr is cut off as R'G'B' is: whites have no tint and blacks no colour noise.
    @Test func whatLeavesTheRangeIsCutOffAsColor() {
        func change<F>(_ settings: F, _ change: (inout F) -> Void) -> F {
            var settings = settings
            change(&settings)
            return settings
        }
        for brightness in [-1, -0.4, 0.6, 1] {
            checkYCbCr(change(Brightness()) { $0.brightness = brightness }, isLinear: false)
        }
        checkYCbCr(change(Exposure()) { $0.exposure = 2 }, isLinear: false)
        checkYCbCr(change(Exposure()) { $0.exposure = -2 }, isLinear: false)
        checkYCbCr(change(Contrast()) { $0.contrast = 4 }, isLinear: false)
        checkYCbCr(change(Contrast()) { $0.contrast = 0.3 }, isLinear: false)
        checkYCbCr(change(RGBGain()) { ($0.red, $0.blue) = (4, 0.3) }, isLinear: false)
        checkYCbCr(change(Haze()) { $0.distance = 0.8 }, isLinear: false)
        checkYCbCr(change(HSB()) { $0.brightness = 2 }, isLinear: false)
    }

    private func checkYCbCr<F: Filter>(_ settings: F, isLinear: Bool) {
        let inputs: [Codes3] = [
            (200, 100, 50), (40, 70, 95), (128, 128, 128), (240, 232, 215), (30, 12, 8), (0, 0, 0), (255, 255, 255),
        ]
        for format in Self.ycbcr8 {
            for c in colorimetries(format) {
                // Half a code of luma and of chroma, and what fixed point adds.
                let allowed = 255 * (0.58 / c.lumaScale + 2 * max(1 - c.kb, 1 - c.kr) * 0.58 / c.chromaScale)
                for input in inputs {
                    let start = color(codes(input, format, c).map { $0.rounded() }, format, c)
                    let exact = render(FilterEffect<F>.self, settings, start, .argb64, deep(c), .best)
                    let made = render(FilterEffect<F>.self, settings, start, format, c, .best)
                    // Chroma is the mean of what it covers, which only a law of colours alone makes of one colour.
                    guard FormatTable.yuv444.contains(format) || exact.allSatisfy({ $0 == exact[0] }) else { continue }
                    // Linear maps may leave R'G'B', and full range has no codes for that.
                    guard !isLinear || c.lumaOffset > 0 || !isLimited(exact[0]) else { continue }
                    for (a, b) in zip(made, exact) where distance(a, b) > allowed {
                        Issue.record("\(format), \(c), \(input): \(a) and not \(b), \(settings)")
                        return
                    }
                }
            }
        }
    }

    /// Where the defaults change nothing, frames pass; R'G'B' that is rendered all the same keeps every byte.
    @Test(arguments: NamedFilter.all) func passthroughDefaultsKeepEveryByte(_ named: NamedFilter) {
        checkPassthrough(named.filter)
    }

    private func checkPassthrough<F: Filter>(_ filter: F.Type) {
        guard F().isPassthrough else { return }
        #expect(FilterEffect<F>.isPassthrough(F()))
        // Coordinates that are computed are a little beside the middles of pixels.
        guard !FilterReading(F(), width: 1, height: 1, source: { _, _, _ in 0 }).samples else { return }
        var generator = Generator(seed: 16)
        for format in FormatTable.rgb + FormatTable.gray {
            for level in CPULevel.available {
                let frame = TestFrame(format, width: 37, height: 11)
                frame.fill(.random, &generator)
                let original = frame.copy()
                FilterEffect<F>(kernels: level.kernels).render(frame, F(), Self.colorimetry(format), .serial)
                let difference = frame.firstDifferentByte(from: original)
                #expect(difference == nil, "\(frame.summary), \(level): \(difference ?? "")")
            }
        }
    }

    /// At the ends of every property's range and anywhere within, the ways of 8 and 16 bits agree.
    @Test(arguments: NamedFilter.all) func ways8And16BitsAgree(_ named: NamedFilter) {
        checkSettings(named.filter)
    }

    private func checkSettings<F: Filter>(_ filter: F.Type) {
        var generator = Generator(seed: 1)
        var all = F.properties.flatMap { property in
            property.ends.map { end -> F in
                var settings = F()
                property.store(&settings, end)
                return settings
            }
        }
        for _ in 0..<24 {
            var settings = F()
            for property in F.properties {
                let ends = property.ends
                let value = ends.randomElement(using: &generator)
                if let value {
                    property.store(&settings, Bool.random(using: &generator) ? value : property.within(&generator))
                }
            }
            all.append(settings)
        }
        for settings in all {
            for format in [PixelFormat.bgrx, .rgb] {
                let frame = TestFrame(format, width: 64, height: 5)
                frame.fill(.random, &generator)
                let original = Codes(frame)
                let deepFrame = TestFrame(.argb64, width: 64, height: 5)
                copy(frame, to: deepFrame)
                FilterEffect<F>().render(frame, settings, full, .serial)
                FilterEffect<F>().render(deepFrame, settings, deep(full), .serial)
                let (a, b) = (Codes(frame), Codes(deepFrame))
                // Dear, and few have any pixel for which this counts.
                lazy var law = FilterLaw(FilterSubject(settings, ""), frame, full, depth: 8)
                lazy var jumps = law.jumps(
                    original, alpha: nil, limits: true, exact: law.exact(original, alpha: nil, limits: true), made: a,
                    allowed: 1)
                for component in 0..<3 {
                    for y in 0..<5 {
                        for x in 0..<64 {
                            let (made, exact) = (
                                Double(a.values[component][y][x]), Double(b.values[component][y][x]) / 257
                            )
                            guard abs(made - exact) > 1, jumps[component][y][x] == .none else { continue }
                            Issue.record("\(format) \(component) \(x) \(y): \(made) and not \(exact), \(settings)")
                            return
                        }
                    }
                }
            }
        }
    }

    /// Alpha becomes less; where there is none, nothing changes.
    @Test func opacityMultipliesAlpha() {
        var generator = Generator(seed: 3)
        var settings = Opacity()
        settings.opacity = 0.3
        for format in PixelFormat.allCases {
            let frame = TestFrame(format, width: 19, height: 4)
            frame.fill(.random, &generator)
            let original = frame.copy()
            FilterEffect<Opacity>().render(frame, settings, Self.colorimetry(format), .serial)
            #expect(frame.guardsAreIntact)
            guard let offset = format.alphaOffset else {
                #expect(frame.firstDifferentByte(from: original) == nil, "\(format)")
                continue
            }
            let bytes = FormatTable.sampleBytes(format)
            for y in 0..<4 {
                for x in 0..<19 {
                    let position = (4 * x + offset) * bytes
                    let (made, was) = (frame.rowBase(0, y) + position, original.rowBase(0, y) + position)
                    if bytes == 1 {
                        let exact = Double(was.load(as: UInt8.self)) * 0.3
                        #expect(abs(Double(made.load(as: UInt8.self)) - exact) <= 0.51, "\(format)")
                    } else {
                        let exact = Double(was.load(as: UInt16.self)) * 0.3
                        #expect(abs(Double(made.load(as: UInt16.self)) - exact) <= 0.51, "\(format)")
                    }
                }
            }
            #expect(Codes(frame).values == Codes(original).values, "\(format)")
        }
    }

    /// Small exponents leave black as it is, however formats round it.
    @Test func blackStaysBlack() {
        for format in PixelFormat.allCases {
            for c in colorimetries(format) {
                var gamma = Gamma()
                gamma.gamma = 0.02
                var levels = Levels()
                (levels.all.gamma, levels.all.white) = (10, 0.5)
                for color in render(FilterEffect<Gamma>.self, gamma, (0, 0, 0), format, c, .best)
                    + render(FilterEffect<Levels>.self, levels, (0, 0, 0), format, c, .best)
                {
                    #expect(distance(color, (0, 0, 0)) < 1, "\(format), \(c): \(color)")
                }
            }
        }
    }

    // MARK: Frames of one colour

    private let full = Colorimetry(matrix: .bt709, fullRange: true, depth: 8)

    private static func colorimetry(_ format: PixelFormat) -> Colorimetry {
        Colorimetry(matrix: .bt709, fullRange: true, depth: FormatTable.depth(format))
    }

    /// The same matrix for codes of 16 bits in full range.
    private func deep(_ c: Colorimetry) -> Colorimetry {
        var deep = Colorimetry(matrix: .bt709, fullRange: true, depth: 16)
        (deep.kr, deep.kb) = (c.kr, c.kb)
        return deep
    }

    /// The colours of some pixels of a frame that had one colour.
    private func render<E: InPlaceEffect>(
        _ effect: E.Type, _ settings: E.Settings, _ input: Codes3, _ format: PixelFormat, _ c: Colorimetry,
        _ level: CPULevel
    ) -> [Codes3] {
        let c = FormatTable.depth(format) == 16 ? deep(c) : c
        let frame = TestFrame(format, width: 35, height: 4)
        for memory in frame.memories { memory.bytes.initializeMemory(as: UInt8.self, repeating: 255) }
        let values = codes(input, format, c)
        for (component, rows) in Codes(frame).values.enumerated() {
            for y in rows.indices {
                for x in rows[y].indices { frame.store(Int(values[component].rounded()), component, x, y) }
            }
        }
        E(kernels: level.kernels).render(frame, settings, c, .serial)
        let made = Codes(frame)
        return [(0, 0), (16, 1), (34, 3)].map { x, y in
            let position = made.values.count > 1 ? made.chromaPosition(x, y) : (x, y)
            let samples = made.values.enumerated().map { component, rows in
                Double(component == 0 ? rows[y][x] : rows[position.1][position.0])
            }
            return color(samples, format, c)
        }
    }

    /// The exact codes of a colour of 0...255, within what the format has.
    private func codes(_ color: Codes3, _ format: PixelFormat, _ c: Colorimetry) -> [Double] {
        let (r, g, b) = (color.r / 255, color.g / 255, color.b / 255)
        let luma = c.kr * r + c.kg * g + c.kb * b
        let maximum = Double((1 << FormatTable.depth(format)) - 1)
        func limited(_ code: Double) -> Double { min(max(code, 0), maximum) }
        func component(_ nominal: Double) -> Double { limited(c.lumaOffset + nominal * c.lumaScale) }
        func chroma(_ nominal: Double) -> Double { limited(c.chromaOffset + nominal * c.chromaScale) }
        if FormatTable.rgb.contains(format) { return [component(r), component(g), component(b)] }
        if FormatTable.gray.contains(format) { return [component(luma)] }
        return [component(luma), chroma((b - luma) / (2 - 2 * c.kb)), chroma((r - luma) / (2 - 2 * c.kr))]
    }

    /// The colour of codes, limited to 0...255.
    private func color(_ codes: [Double], _ format: PixelFormat, _ c: Colorimetry) -> Codes3 {
        func limited(_ value: Double) -> Double { 255 * min(max(value, 0), 1) }
        let nominal = codes.map { ($0 - c.lumaOffset) / c.lumaScale }
        if FormatTable.rgb.contains(format) { return (limited(nominal[0]), limited(nominal[1]), limited(nominal[2])) }
        guard codes.count == 3 else { return (limited(nominal[0]), limited(nominal[0]), limited(nominal[0])) }
        let red = nominal[0] + 2 * (1 - c.kr) * (codes[2] - c.chromaOffset) / c.chromaScale
        let blue = nominal[0] + 2 * (1 - c.kb) * (codes[1] - c.chromaOffset) / c.chromaScale
        return (limited(red), limited((nominal[0] - c.kr * red - c.kb * blue) / c.kg), limited(blue))
    }

    private func distance(_ a: Codes3, _ b: Codes3) -> Double { max(abs(a.r - b.r), abs(a.g - b.g), abs(a.b - b.b)) }

    private func isLimited(_ c: Codes3) -> Bool { [c.r, c.g, c.b].contains { $0 <= 0 || $0 >= 255 } }

    private func copy(_ frame: TestFrame, to deepFrame: TestFrame) {
        for (component, rows) in Codes(frame).values.enumerated() {
            for y in rows.indices {
                for x in rows[y].indices { deepFrame.store(rows[y][x] * 257, component, x, y) }
            }
        }
    }
}

extension Property {
    /// The least and the greatest value, or all choices.
    fileprivate var ends: [PropertyValue] {
        switch kind {
        case .double(let range): [.double(range.lowerBound), .double(range.upperBound)]
        case .int(let range): [.int(Int64(range.lowerBound)), .int(Int64(range.upperBound))]
        case .uint: [.int(0), .int(0xff_ffff)]
        case .boolean: [.int(0), .int(1)]
        case .choice(_, let choices): choices.map { .int(Int64($0.value)) }
        default: []
        }
    }

    /// Any value of a number; of others the first.
    fileprivate func within(_ generator: inout Generator) -> PropertyValue {
        switch kind {
        case .double(let range): .double(Double.random(in: range, using: &generator))
        case .int(let range): .int(Int64(Int32.random(in: range, using: &generator)))
        case .uint: .int(Int64.random(in: 0...0xff_ffff, using: &generator))
        default: ends.first ?? .int(0)
        }
    }
}
