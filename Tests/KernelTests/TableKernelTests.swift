// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

@Suite("Histograms and tables")
struct TableKernelTests {
    @Test(arguments: CPULevel.available, 1...4)
    func histogramRow8(level: CPULevel, step: Int) {
        compare(level, fills: [.random, .constant, .ramp]) { kernels, arena, width in
            let from = arena.bytes(max(0, (width - 1) * step + 1))
            kernels.histogramRow8(arena.counts(8 * 256), from, step: step, count: width)
        }
    }

    /// Many counts take long to compare.
    @Test(arguments: CPULevel.available, 1...4)
    func histogramPairsRow8(level: CPULevel, step: Int) {
        compare(level, widths: [0, 1, 2, 3, 4, 7, 130], fills: [.random, .constant], placements: [.unaligned]) {
            kernels, arena, width in
            let from = arena.bytes(max(0, (width - 1) * step + 1))
            let (pairs, counts) = (arena.counts(2 * 65536), arena.counts(8 * 256))
            kernels.histogramPairsRow8(pairs, counts, from, step: step, count: width)
        }
    }

    @Test(arguments: CPULevel.available, [3, 4])
    func histogramPixelPairsRow8(level: CPULevel, step: Int) {
        compare(level, widths: [0, 1, 3, 4, 5, 8, 9, 130], fills: [.random, .constant], placements: [.unaligned]) {
            kernels, arena, width in
            // Three bytes of the last pixel count.
            let from = arena.bytes(max(0, (width - 1) * step + 3))
            let pairs = (arena.counts(65536), arena.counts(65536), arena.counts(65536))
            let counts = (arena.counts(8 * 256), arena.counts(8 * 256), arena.counts(8 * 256))
            kernels.histogramPixelPairsRow8(pairs, counts, from, step: step, count: width)
        }
    }

    @Test(arguments: CPULevel.available, 1...2)
    func foldPairs8(level: CPULevel, lanes: Int) {
        compare(level, widths: [1], fills: [.random, .constant], placements: [.unaligned]) { kernels, arena, _ in
            let counts = arena.counts(8 * 256)
            kernels.foldPairs8(counts, arena.counts(lanes * 65536), lanes: lanes)
        }
    }

    @Test("Folded pairs are the histogram", arguments: CPULevel.available, [0, 1, 2, 77, 5000])
    func pairs(level: CPULevel, width: Int) {
        var random = Generator(seed: UInt64(width))
        let bytes = (0..<width).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        var (pairs, counts) = ([UInt32](repeating: 0, count: 2 * 65536), [UInt32](repeating: 0, count: 8 * 256))
        pairs.withUnsafeMutableBufferPointer { pairs in
            counts.withUnsafeMutableBufferPointer { counts in
                guard let pairs = pairs.baseAddress, let counts = counts.baseAddress else { return }
                bytes.withUnsafeBufferPointer { bytes in
                    guard let from = bytes.baseAddress else { return }
                    level.kernels.histogramPairsRow8(pairs, counts, from, step: 1, count: width)
                }
                level.kernels.foldPairs8(counts, pairs, lanes: 2)
            }
        }
        let sums = (0..<256).map { code in counts[8 * code..<8 * code + 8].reduce(0, +) }
        let expected = (0..<256).map { code in UInt32(bytes.count { Int($0) == code }) }
        #expect(sums == expected)
        #expect(pairs.allSatisfy { $0 == 0 })
    }

    /// The samples of formats: one after the other or every fourth, 10 bits low and high, 16 bits in either order.
    static let runs: [SampleRun] = [
        SampleRun(step: 1, storage: .native, maximum: 1023),
        SampleRun(step: 1, storage: SampleStorage(swapped: false, shift: 6), maximum: 1023),
        SampleRun(step: 1, storage: .native, maximum: 65535),
        SampleRun(step: 1, storage: SampleStorage(swapped: true, shift: 0), maximum: 65535),
        SampleRun(step: 4, storage: .native, maximum: 65535),
        SampleRun(step: 4, storage: SampleStorage(swapped: true, shift: 0), maximum: 65535),
        SampleRun(step: 2, storage: .native, maximum: 255),
    ]

    @Test(arguments: CPULevel.available, [2, 4])
    func histogramRow16(level: CPULevel, lanes: Int) {
        for (index, run) in Self.runs.enumerated() {
            // Many counts take long to compare.
            let some = run.maximum > 9999 ? [3, 129] : [0, 1, 7, 8, 65, 193]
            compare(level, seed: UInt64(index), widths: some, fills: [.random, .ramp], placements: [.unaligned]) {
                kernels, arena, width in
                let from = arena.samples(max(0, (width - 1) * run.step + 1))
                let counts = arena.counts(lanes * (Int(run.maximum) + 1))
                kernels.histogramRow16(counts, from, count: width, run: run, lanes: lanes)
            }
        }
    }

    /// Pixels of 1...4 bytes with one table, or three in any order.
    static let pixels: [(step: Int, offsets: [Int])] = [
        (1, [0]), (2, [0]), (2, [1]), (4, [1]), (3, [0, 1, 2]), (3, [2, 1, 0]), (4, [0, 1, 2]), (4, [2, 1, 0]),
        (4, [1, 2, 3]), (4, [3, 2, 1]),
    ]

    @Test(arguments: CPULevel.available, Overlap.allCases)
    func lookUpRow8(level: CPULevel, overlap: Overlap) {
        for (index, pixel) in Self.pixels.enumerated() {
            compare(level, seed: UInt64(index), fills: [.random, .ramp]) { kernels, arena, width in
                let from = arena.bytes(width)
                let to = overlap == .inPlace ? from : arena.bytes(width)
                let tables = pixel.offsets.map { offset in
                    LookUpPattern.Table(
                        values: arena.bytes(
                            (0..<256).map { UInt8(truncatingIfNeeded: $0 * 167 + offset * 31 + $0 / 5) }),
                        mask: arena.bytes((0..<192).map { $0 % pixel.step == offset ? 255 : 0 }), offset: offset)
                }
                let pattern =
                    tables.count == 1
                    ? LookUpPattern(tables[0], step: pixel.step)
                    : LookUpPattern(tables[0], tables[1], tables[2], step: pixel.step)
                kernels.lookUpRow8(to, from, count: width, pattern: pattern)
            }
        }
    }

    /// Every byte through every kind of table: the identity, its reverse, one value, noise.
    @Test(arguments: CPULevel.available) func everyByte(level: CPULevel) {
        var generator = Generator(seed: 256)
        let noise = (0..<256).map { _ in UInt8.random(in: 0...255, using: &generator) }
        for table in [
            (0...255).map { UInt8($0) }, (0...255).reversed().map { UInt8($0) }, Array(repeating: 9, count: 256), noise,
        ] {
            let arena = Arena(seed: 0, fill: .random, placement: .unaligned)
            let row = arena.bytes((0...255).map { UInt8($0) })
            let values = LookUpPattern.Table(
                values: arena.bytes(table), mask: arena.bytes([UInt8](repeating: 255, count: 192)), offset: 0)
            level.kernels.lookUpRow8(row, row, count: 256, pattern: LookUpPattern(values, step: 1))
            #expect((0..<256).allSatisfy { row[$0] == table[$0] })
        }
    }

    @Test(arguments: CPULevel.available, Overlap.allCases)
    func lookUpRow16(level: CPULevel, overlap: Overlap) {
        for (index, run) in Self.runs.enumerated() {
            let some = run.maximum > 9999 ? [3, 129] : [0, 1, 7, 8, 65, 193]
            compare(level, seed: UInt64(index), widths: some, fills: [.random]) { kernels, arena, width in
                let from = arena.samples(max(0, (width - 1) * run.step + 1))
                let to = overlap == .inPlace ? from : arena.samples(max(0, (width - 1) * run.step + 1))
                let table = arena.samples((0...Int(run.maximum)).map { UInt16(truncatingIfNeeded: $0 * 40503) })
                kernels.lookUpRow16(to, from, count: width, run: run, table: table)
            }
        }
    }

    /// Parts over the whole of 0...1.
    private func parts(_ arena: Arena, _ count: Int) -> Floats {
        let parts = arena.floats(count)
        for i in 0..<count { parts[i] = Float(i % 17) / 16 * (1 - Float(i % 3) * 0x1p-20) }
        return parts
    }

    @Test(arguments: CPULevel.available, [0, 1, 0.5, 0.123, 1 - 0x1p-24] as [Float])
    func interpolateTablesRow8(level: CPULevel, part: Float) {
        for overlap in Overlap.allCases {
            compare(level, fills: [.random, .extreme]) { kernels, arena, width in
                let from = arena.bytes(width)
                let to = overlap == .inPlace ? from : arena.bytes(width)
                kernels.interpolateTablesRow8(
                    to, from, count: width, tables: arena.bytes(1024), rightParts: parts(arena, width), lowerPart: part)
            }
        }
    }

    @Test(arguments: CPULevel.available, [0, 1, 0.5, 0.123] as [Float])
    func interpolateTablesRow16(level: CPULevel, part: Float) {
        for (index, run) in Self.runs.enumerated() {
            let count = Int(run.maximum) + 1
            let some = count > 9999 ? [129] : [0, 1, 16, 65]
            compare(level, seed: UInt64(index), widths: some, fills: [.random], placements: [.unaligned]) {
                kernels, arena, width in
                let row = arena.samples(max(0, (width - 1) * run.step + 1))
                func table(_ factor: Int) -> Samples {
                    arena.samples((0..<count).map { UInt16(truncatingIfNeeded: $0 * factor) & run.maximum })
                }
                let tables = FourTables(
                    upperLeft: table(1), upperRight: table(3), lowerLeft: table(40503), lowerRight: table(7))
                kernels.interpolateTablesRow16(
                    row, row, count: width, run: run, tables: tables, rightParts: parts(arena, width), lowerPart: part)
            }
        }
    }

    /// Which NaN comes out of two is the order of an instruction's operands, so there are none in arithmetic.
    private let fills: [Fill] = [.random, .nearZero, .nearMaximum, .constant, .ramp]

    @Test(arguments: CPULevel.available) func weightedSumRow(level: CPULevel) {
        compare(level, fills: fills) { kernels, arena, width in
            let rows = TileRows(arena.floats(width), arena.floats(width), arena.floats(width))
            kernels.weightedSumRow(arena.floats(width), rows, count: width, weights: (0.2126, 0.7152, 0.0722))
        }
    }

    @Test(arguments: CPULevel.available) func rescaleRows(level: CPULevel) {
        compare(level, fills: fills) { kernels, arena, width in
            let rows = TileRows(arena.floats(width), arena.floats(width), arena.floats(width))
            let (old, new) = (arena.floats(width), arena.floats(width))
            for i in 0..<width {
                // Luma as codes give it, black and below black too.
                old[i] = Float(i % 9 - 2) / 6
                new[i] = Float(i % 7) / 6
            }
            kernels.rescaleRows(rows, count: width, old: old, new: new)
        }
    }
}

extension Arena {
    /// Filled 32-bit counts.
    func counts(_ count: Int) -> Counts {
        UnsafeMutableRawPointer(floats(count)).assumingMemoryBound(to: UInt32.self)
    }
}
