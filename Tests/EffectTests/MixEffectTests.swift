// SPDX-License-Identifier: MIT
import Effects
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

/// The plain law, in double precision, which holds all of it exactly: sample by sample of frames of one size.
private func law(_ a: TestFrame, _ b: TestFrame, factor: Double) -> TestFrame {
    let result = a.copy()
    let bytes = FormatTable.sampleBytes(a.format)
    // The name of a format with alpha spells its samples.
    let alpha = Array(a.format.name).firstIndex(of: "A").flatMap { a.format.name.contains("GRAY") ? nil : $0 }
    let f = (factor * 32768 + 0.5).rounded(.down) / 32768
    func round(_ value: Double) -> Int { Int((value + 0.5).rounded(.down)) }
    for plane in a.memories.indices {
        for row in 0..<min(a.rows(plane), b.rows(plane)) {
            let samples = a.rowBytes(plane) / bytes
            func code(_ frame: TestFrame, _ i: Int) -> Double {
                let position = frame.rowBase(plane, row) + i * bytes
                guard bytes == 2 else { return Double(position.load(as: UInt8.self)) }
                let sample = position.load(as: UInt16.self)
                return Double(
                    frame.format == .gray16be ? sample.bigEndian : frame.format == .p010 ? sample >> 6 : sample)
            }
            for i in 0..<samples {
                var (p, q) = (1 - f, f)
                if let alpha, i % 4 != alpha {
                    let first = i - i % 4 + alpha
                    (p, q) = (p * code(a, first), q * code(b, first))
                    if p + q == 0 { (p, q) = (1 - f, f) }
                }
                let value = round((p * code(a, i) + q * code(b, i)) / (p + q))
                let position = result.rowBase(plane, row) + i * bytes
                if bytes == 1 {
                    position.storeBytes(of: UInt8(value), as: UInt8.self)
                } else {
                    let sample = UInt16(value)
                    let stored = a.format == .gray16be ? sample.bigEndian : a.format == .p010 ? sample << 6 : sample
                    position.storeBytes(of: stored, as: UInt16.self)
                }
            }
        }
    }
    return result
}

@Suite("Mix: against its law")
struct MixEffectTests {
    private static let sizes = [(37, 23, 5), (1, 1, 0), (2, 2, 3), (5, 7, 1), (8, 3, 0), (1, 6, 2), (1029, 2, 1)]
    private static let factors = [0.5, 0.3, 1.0 / 32768, 32767.0 / 32768, 0.123_456, 0, 1]

    private func frame(
        _ format: PixelFormat, _ width: Int, _ height: Int, _ fill: Fill = .random, interlaced: Bool = false,
        padding: Int = 3, seed: UInt64 = 1
    ) -> TestFrame {
        var generator = Generator(seed: seed)
        let frame = TestFrame(format, width: width, height: height, interlaced: interlaced, padding: padding)
        frame.fill(fill, &generator)
        return frame
    }

    private func image(_ frame: TestFrame) -> VideoInfo {
        frame.image(Colorimetry(matrix: .bt709, fullRange: false, depth: FormatTable.depth(frame.format)))
    }

    private func mixed(
        _ a: TestFrame?, _ b: TestFrame?, _ factor: Double, like output: TestFrame,
        fitted: (width: Int, height: Int)? = nil, kernels: any KernelSet.Type = CPULevel.best.kernels,
        bands: BandExecutor = .serial
    ) throws -> TestFrame {
        let effect = MixEffect(kernels: kernels)
        var settings = MixSettings()
        settings.factor = factor
        let result = output.copy()
        for memory in result.memories { memory.bytes.initializeMemory(as: UInt8.self, repeating: 0x5A) }
        try effect.configure(image(output))
        effect.update(settings)
        try withExtendedLifetime((a, b)) {
            try effect.render(result.frame, first: a?.frame, second: b?.frame, fitted: fitted, bands: bands)
        }
        #expect(result.guardsAreIntact)
        return result
    }

    @Test(arguments: PixelFormat.allCases) func followsItsLaw(format: PixelFormat) throws {
        for (s, (width, height, padding)) in Self.sizes.enumerated() {
            for (i, factor) in Self.factors.enumerated() {
                let fill = Fill.allCases[(s + i) % Fill.allCases.count]
                let interlaced = FormatTable.yuv420.contains(format) && (s + i) % 2 == 1
                // Each input with padding of its own.
                let a = frame(format, width, height, fill, interlaced: interlaced, padding: padding)
                let b = frame(format, width, height, .random, interlaced: interlaced, padding: padding + 2, seed: 2)
                let result = try mixed(a, b, factor, like: a)
                let difference = result.firstDifference(from: law(a, b, factor: factor))
                #expect(difference == nil, "\(a.summary), factor \(factor), \(fill): \(difference ?? "")")
            }
        }
    }

    @Test("Codes of the other range become the output's, by BT.709", arguments: PixelFormat.allCases, [false, true])
    func ranges(format: PixelFormat, toFull: Bool) throws {
        let layout = format.layout
        let (unit, maximum) = (Double(1 << (layout.depth - 8)), Double(layout.maximum))
        let a = frame(format, 34, 6, .random)
        let result = a.copy()
        let effect = MixEffect()
        var settings = MixSettings()
        settings.factor = 1
        try effect.configure(a.image(Colorimetry(matrix: .bt709, fullRange: toFull, depth: layout.depth)))
        effect.update(settings)
        try withExtendedLifetime(a) {
            try effect.render(
                result.frame, first: nil, second: a.frame, otherRange: (false, layout.model != .rgb), bands: .serial)
        }
        guard layout.model != .rgb else {
            #expect(result.firstDifference(from: a) == nil)
            return
        }
        let expected = a.copy()
        for (index, component) in layout.components.enumerated() {
            let luma = index == 0
            let (start, length) = luma ? (16 * unit, 219 * unit) : (128 * unit, 224 * unit)
            let middle = luma ? 0 : 128 * unit
            for row in 0..<layout.rows(plane: component.plane, height: 6, interlaced: false) {
                let count = layout.rowBytes(plane: component.plane, width: 34) / layout.sampleBytes / component.step
                for i in 0..<count {
                    let at = (component.offset + i * component.step) * layout.sampleBytes
                    let position = expected.rowBase(component.plane, row) + at
                    var code = 0.0
                    if layout.sampleBytes == 1 {
                        code = Double(position.load(as: UInt8.self))
                    } else {
                        let stored = position.load(as: UInt16.self)
                        code = Double((layout.bigEndian ? stored.byteSwapped : stored) >> layout.sampleShift)
                    }
                    let linear =
                        toFull ? (code - start) * maximum / length + middle : (code - middle) * length / maximum + start
                    let value = UInt16(min(max(0, (linear + 0.5).rounded(.down)), maximum))
                    if layout.sampleBytes == 1 {
                        position.storeBytes(of: UInt8(value), as: UInt8.self)
                    } else {
                        let shifted = value << layout.sampleShift
                        position.storeBytes(of: layout.bigEndian ? shifted.byteSwapped : shifted, as: UInt16.self)
                    }
                }
            }
        }
        let difference = result.firstDifference(from: expected)
        #expect(difference == nil, "\(difference ?? "")")
    }

    @Test("An image over itself stays, white over white too", arguments: PixelFormat.allCases)
    func itself(format: PixelFormat) throws {
        for (i, fill) in [Fill.random, .ramp, .nearMaximum, .nearZero, .constant].enumerated() {
            let a = frame(format, 33, 5, fill, seed: UInt64(i))
            for step in 0...16 {
                let factor = Double(step) / 16 + (step % 3 == 1 ? 0.011 : 0)
                let difference = try mixed(a, a.copy(), factor, like: a).firstDifference(from: a)
                #expect(difference == nil, "\(fill), factor \(factor): \(difference ?? "")")
            }
        }
    }

    @Test("The ends show one input bit for bit, alpha, padding and all", arguments: PixelFormat.allCases)
    func ends(format: PixelFormat) throws {
        let (a, b) = (frame(format, 31, 9), frame(format, 31, 9, seed: 2))
        // Bits beyond the depth too.
        for memory in a.memories { memory.bytes[0] ^= 0xFF }
        #expect(try mixed(a, b, 0, like: a).firstDifference(from: a) == nil)
        #expect(try mixed(a, b, 1, like: a).firstDifference(from: b) == nil)
        #expect(try mixed(a, nil, 0.7, like: a).firstDifference(from: a) == nil)
        #expect(try mixed(nil, b, 0.3, like: a).firstDifference(from: b) == nil)
    }

    @Test("Every level and any bands give the same bits", arguments: PixelFormat.allCases)
    func deterministic(format: PixelFormat) throws {
        for interlaced in [false, true] {
            let a = frame(format, 67, 23, interlaced: interlaced)
            let b = frame(format, 67, 23, interlaced: interlaced, seed: 2)
            let expected = try mixed(a, b, 0.3, like: a, kernels: Reference.self)
            for level in CPULevel.available {
                let difference = try mixed(a, b, 0.3, like: a, kernels: level.kernels).firstDifference(from: expected)
                #expect(difference == nil, "\(level): \(difference ?? "")")
            }
            for (runner, bands) in [(BandRunner.serial, 2), (.reverse, 3), (.threads, 5), (.reverse, 64)] {
                let result = try mixed(a, b, 0.3, like: a, bands: runner.executor(bands))
                #expect(result.firstDifference(from: expected) == nil, "\(bands) bands, \(runner)")
            }
        }
    }

    // MARK: A second image of another size

    /// A copy of `outer` with `inner` put into its middle, on whole chroma samples.
    private func inserted(_ inner: TestFrame, _ outer: TestFrame) -> TestFrame {
        let result = outer.copy()
        let chroma = FormatTable.chroma(outer.format)
        let rowStep = chroma.rows * (outer.interlaced ? 2 : 1)
        let x = (outer.width - inner.width) / 2 / chroma.columns * chroma.columns
        let y = (outer.height - inner.height) / 2 / rowStep * rowStep
        for plane in outer.memories.indices {
            let isChroma = plane > 0
            let bytesOfPixel =
                inner.format.layout.rowBytes(plane: plane, width: 2) / (isChroma && chroma.columns == 2 ? 1 : 2)
            let start = isChroma ? x / chroma.columns * bytesOfPixel : x * bytesOfPixel
            for row in 0..<inner.rows(plane) {
                (result.rowBase(plane, row + (isChroma ? y / chroma.rows : y)) + start)
                    .copyMemory(from: inner.rowBase(plane, row), byteCount: inner.rowBytes(plane))
            }
        }
        return result
    }

    @Test("A smaller second image lies in the middle, the first around it", arguments: PixelFormat.allCases)
    func smaller(format: PixelFormat) throws {
        for interlaced in [false, true] {
            for (width, height) in [(20, 12), (37, 12), (20, 23), (2, 4)] {
                let a = frame(format, 37, 23, interlaced: interlaced)
                let b = frame(format, width, height, interlaced: interlaced, seed: 2)
                for factor in [0.3, 1] {
                    let expected = law(a, inserted(b, a), factor: factor)
                    let difference = try mixed(a, b, factor, like: a).firstDifference(from: expected)
                    #expect(difference == nil, "\(b.summary), factor \(factor): \(difference ?? "")")
                }
            }
        }
    }

    @Test("Without the first, black is around it", arguments: PixelFormat.allCases)
    func black(format: PixelFormat) throws {
        let output = frame(format, 37, 23)
        let b = frame(format, 20, 12, seed: 2)
        let result = try mixed(nil, b, 0.3, like: output)
        // Limited range: black is 16, 128, 128; gray and R'G'B' are given the same range here.
        let codes = Codes(result).values
        let depth = FormatTable.depth(format)
        let luma = 16 << (depth - 8)
        for (component, rows) in codes.enumerated() {
            let isChroma = component > 0 && FormatTable.yuv.contains(format)
            #expect(rows[0][0] == (isChroma ? 128 << (depth - 8) : luma))
        }
        if format.alphaOffset != nil {
            let middle = try mixed(nil, b, 1, like: output)
            #expect(middle.firstDifference(from: inserted(b, result)) == nil)
        }
        #expect(result.firstDifference(from: inserted(b, result)) == nil)
    }

    private func fitted(
        _ width: Int, _ height: Int, aspect: Double = 1, in format: PixelFormat = .i420, _ outer: (Int, Int),
        interlaced: Bool = false, sizing: MixSizing = .keepAspect
    ) -> [Int] {
        var settings = MixSettings()
        settings.sizing = sizing
        let size = MixEffect.fittedSize(
            of: FrameSize(width: width, height: height, pixelAspect: aspect),
            in: image(TestFrame(format, width: outer.0, height: outer.1)), pixelAspect: 1, interlaced: interlaced,
            settings)
        return [size.width, size.height]
    }

    @Test func fittedSizes() {
        #expect(fitted(100, 100, (320, 180), sizing: .stretch) == [320, 180])
        #expect(fitted(100, 100, (320, 180)) == [180, 180])
        #expect(fitted(100, 50, (320, 180)) == [320, 160])
        #expect(fitted(1280, 720, (320, 180)) == [320, 180])
        // Pixels twice as wide as high.
        #expect(fitted(100, 100, aspect: 2, (320, 180)) == [320, 160])
        // Whole chroma samples, of one field each.
        #expect(fitted(101, 100, (320, 181)) == [182, 181])
        #expect(fitted(100, 49, (320, 180)) == [320, 156])
        #expect(fitted(100, 49, (320, 180), interlaced: true) == [320, 156])
        #expect(fitted(100, 48, (320, 180), interlaced: true) == [320, 152])
        #expect(fitted(100, 49, in: .gray8, (320, 180)) == [320, 157])
        // Never nothing, never more than there is.
        #expect(fitted(100_000, 1, (320, 180)) == [320, 2])
        #expect(fitted(1, 100_000, (1, 1)) == [1, 1])
        #expect(fitted(3, 2, (1, 1)) == [1, 1])
        #expect(fitted(0, 0, (320, 180)) == [320, 180])
    }

    // MARK: Settings and mistakes

    @Test func weights() {
        func weight(_ factor: Double) -> Int {
            var settings = MixSettings()
            settings.factor = factor
            return settings.weight
        }
        let cases: [(Double, Int)] = [
            (0, 0), (1, 32768), (0.5, 16384), (-1, 0), (2, 32768), (.nan, 0), (.infinity, 32768), (0x1p-16, 1),
            (0x0.FFp-16, 0), (1 - 0x1p-17, 32768),
        ]
        for (factor, expected) in cases { #expect(weight(factor) == expected, "\(factor)") }
        #expect(weight(0.5) == MixSettings().weight)
        var settings = MixSettings()
        #expect(MixEffect.shown(settings) == nil)
        settings.factor = 0
        #expect(MixEffect.shown(settings) == .first)
        settings.factor = 1
        #expect(MixEffect.shown(settings) == .second)
    }

    @Test func framesOfAnotherImageAreRefused() throws {
        let output = frame(.i420, 16, 8)
        #expect(throws: EffectError.self) { try mixed(frame(.nv12, 16, 8), output, 0.5, like: output) }
        for wrong in [frame(.i420, 18, 8), frame(.i420, 16, 10), frame(.nv12, 16, 8)] {
            // Nobody says how large it shall become.
            #expect(throws: EffectError.self) { try mixed(output, wrong, 0.5, like: output) }
        }
        #expect(throws: EffectError.self) { try mixed(nil, nil, 0.5, like: output) }
        let effect = MixEffect()
        try effect.configure(image(output))
        // No settings yet.
        #expect(throws: EffectError.self) {
            try effect.render(output.frame, first: output.frame, second: nil, bands: .serial)
        }
    }

    @Test("Where one input is interlaced and the other is not, every row has something")
    func mixedInterlacing() throws {
        for format in FormatTable.yuv420 {
            for height in 1...9 {
                let a = frame(format, 6, height, interlaced: true)
                let b = frame(format, 6, height, interlaced: false, seed: 2)
                for (first, second) in [(a, b), (b, a)] {
                    let result = try mixed(first, second, 0.5, like: first)
                    let luma = law(first, second.repadded(3), factor: 0.5)
                    let rows = (0..<height).allSatisfy { row in
                        let ours = UnsafeRawBufferPointer(start: result.rowBase(0, row), count: result.rowBytes(0))
                        let theirs = UnsafeRawBufferPointer(start: luma.rowBase(0, row), count: luma.rowBytes(0))
                        return ours.elementsEqual(theirs)
                    }
                    #expect(rows, "\(first.summary)")
                }
            }
        }
    }
}
