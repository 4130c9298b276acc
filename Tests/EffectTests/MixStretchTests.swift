import Effects
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

/// Pictures of another size in a mix, against the law in double precision.
@Suite("Mix: stretched pictures")
struct MixStretchTests {
    /// Where sample `i` of `new` lies among `old`, and the next one's weight.
    private func place(_ i: Int, _ old: Int, _ new: Int) -> (first: Int, second: Int, weight: Double) {
        let position = max(0, min(Double(old - 1), (Double(i) + 0.5) * Double(old) / Double(new) - 0.5))
        let first = position.rounded(.down)
        let weight = ((position - first) * 32768 + 0.5).rounded(.down) / 32768
        return (Int(first), min(old - 1, Int(first) + 1), weight)
    }

    private func mix(_ a: Int, _ b: Int, _ weight: Double) -> Int {
        Int(((1 - weight) * Double(a) + weight * Double(b) + 0.5).rounded(.down))
    }

    /// Rows of codes brought to another size: between rows first, then between columns. Fields for themselves.
    private func stretched(_ rows: [[Int]], _ width: Int, _ height: Int, interlaced: Bool) -> [[Int]] {
        (0..<height).map { y in
            let lines = interlaced ? 2 : 1
            let field = interlaced && rows.count > 1 ? y & 1 : 0
            let old = (rows.count - field + lines - 1) / lines
            let new = max(1, (height - field + lines - 1) / lines)
            let row = place(y / lines, old, new)
            let (upper, lower) = (rows[row.first * lines + field], rows[row.second * lines + field])
            let between = zip(upper, lower).map { mix($0, $1, row.weight) }
            return (0..<width).map { x in
                let column = place(x, between.count, width)
                return mix(between[column.first], between[column.second], column.weight)
            }
        }
    }

    private func frame(
        _ format: PixelFormat, _ width: Int, _ height: Int, interlaced: Bool = false, seed: UInt64 = 1
    ) -> TestFrame {
        var generator = Generator(seed: seed)
        let frame = TestFrame(format, width: width, height: height, interlaced: interlaced, padding: 3)
        frame.fill(.random, &generator)
        return frame
    }

    private func render(
        _ first: TestFrame?, _ second: TestFrame?, to output: TestFrame, _ factor: Double,
        kernels: any KernelSet.Type = CPULevel.best.kernels, bands: BandExecutor = .serial
    ) throws -> TestFrame {
        let effect = MixEffect(kernels: kernels)
        var settings = MixSettings()
        settings.factor = factor
        let depth = FormatTable.depth(output.format)
        try effect.configure(output.picture(Colorimetry(matrix: .bt709, fullRange: false, depth: depth)))
        effect.update(settings)
        let result = output.copy()
        try withExtendedLifetime((first, second)) {
            try effect.render(
                result.frame, first: first?.frame, second: second?.frame,
                fitted: (width: output.width, height: output.height), bands: bands)
        }
        #expect(result.guardsAreIntact)
        return result
    }

    @Test(arguments: PixelFormat.allCases) func followsItsLaw(format: PixelFormat) throws {
        for (width, height) in [(37, 23), (5, 3), (1, 1), (64, 46), (100, 2), (18, 12)] {
            for interlaced in [false, true] {
                // Fields of 4:2:0 share rows of chroma in ways of their own where heights are odd: see Codes.
                if interlaced, FormatTable.yuv420.contains(format), height % 4 != 0 { continue }
                let output = frame(format, 36, 24, interlaced: interlaced)
                let input = frame(format, width, height, interlaced: interlaced, seed: 2)
                let codes = Codes(input)
                for isFirst in [false, true] {
                    let result = Codes(
                        try render(isFirst ? input : nil, isFirst ? nil : input, to: output, isFirst ? 0 : 1))
                    for component in codes.values.indices {
                        let size = result.size(component)
                        let expected = stretched(
                            codes.values[component], size.width, size.height, interlaced: interlaced)
                        #expect(result.values[component] == expected, "\(input.summary), component \(component)")
                    }
                }
            }
        }
    }

    @Test("White of any size over white stays white, alpha too", arguments: PixelFormat.allCases)
    func whiteOverWhite(format: PixelFormat) throws {
        func white(_ width: Int, _ height: Int) -> TestFrame {
            let frame = TestFrame(format, width: width, height: height)
            for memory in frame.memories { memory.bytes.initializeMemory(as: UInt8.self, repeating: 255) }
            if FormatTable.depth(format) == 10 {
                for memory in frame.memories {
                    let samples = memory.base.assumingMemoryBound(to: UInt16.self)
                    for i in 0..<memory.byteCount / 2 { samples[i] = format == .p010 ? 1023 << 6 : 1023 }
                }
            }
            return frame
        }
        let output = white(37, 23)
        for (width, height) in [(5, 50), (100, 7), (1, 1)] {
            let input = white(width, height)
            #expect(try render(output, input, to: output, 0.3).firstDifference(from: output) == nil)
            #expect(try render(input, output, to: output, 0.3).firstDifference(from: output) == nil)
        }
    }

    @Test("Every level and any bands give the same bits", arguments: PixelFormat.allCases)
    func deterministic(format: PixelFormat) throws {
        let (output, first) = (frame(format, 67, 23), frame(format, 30, 40))
        let second = frame(format, 90, 11, seed: 2)
        let expected = try render(first, second, to: output, 0.3, kernels: Reference.self)
        for level in CPULevel.available {
            let result = try render(first, second, to: output, 0.3, kernels: level.kernels)
            #expect(result.firstDifference(from: expected) == nil, "\(level)")
        }
        for (runner, bands) in [(BandRunner.reverse, 3), (.threads, 5), (.reverse, 64)] {
            let result = try render(first, second, to: output, 0.3, bands: runner.executor(bands))
            #expect(result.firstDifference(from: expected) == nil, "\(bands) bands, \(runner)")
        }
    }
}
