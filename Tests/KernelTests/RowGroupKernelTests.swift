// SPDX-License-Identifier: MIT
import Glibc
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

/// Groups of equal random values for the reference and for a level's kernels, each on 64 bytes.
final class Groups {
    let floats: [Floats]
    let words: UnsafeMutablePointer<UInt32>
    static let length = 16 * 450

    init(seed: UInt64) {
        var generator = Generator(seed: seed)
        floats = (0..<10).map { _ in
            let group = UnsafeMutableRawPointer.allocate(byteCount: 4 * Self.length, alignment: 64)
                .bindMemory(to: Float.self, capacity: Self.length)
            for k in 0..<Self.length { group[k] = Float(Int32(truncatingIfNeeded: generator.next())) * 0x1p-31 }
            return group
        }
        words = .allocate(capacity: 32)
        for k in 0..<32 { words[k] = UInt32(truncatingIfNeeded: generator.next()) }
    }

    deinit {
        for group in floats { group.deallocate() }
        words.deallocate()
    }

    /// The first value that is not the other's, bit for bit.
    func difference(from other: Groups) -> String? {
        for (index, (a, b)) in zip(floats, other.floats).enumerated() where memcmp(a, b, 4 * Self.length) != 0 {
            for k in 0..<Self.length where a[k].bitPattern != b[k].bitPattern {
                return "group \(index), column \(k / 16), row \(k % 16): \(a[k]) instead of \(b[k])"
            }
        }
        return nil
    }
}

extension Groups {
    /// Calls a level's kernels and the reference with equal groups of several widths, and compares what they leave.
    static func compare(
        _ level: CPULevel, sourceLocation: SourceLocation = #_sourceLocation,
        _ call: (_ kernels: any KernelSet.Type, _ b: Groups, _ width: Int) -> Void
    ) {
        for width in [1, 2, 5, 31, 161] {
            let (expected, actual) = (Groups(seed: UInt64(width)), Groups(seed: UInt64(width)))
            call(Reference.self, expected, width)
            call(level.kernels, actual, width)
            let difference = actual.difference(from: expected)
            #expect(difference == nil, "width \(width): \(difference ?? "")", sourceLocation: sourceLocation)
        }
    }
}

@Suite("Groups of sixteen rows")
struct RowGroupKernelTests {
    private func compare(
        _ level: CPULevel, sourceLocation: SourceLocation = #_sourceLocation,
        _ call: (_ kernels: any KernelSet.Type, _ b: Groups, _ width: Int) -> Void
    ) {
        Groups.compare(level, sourceLocation: sourceLocation, call)
    }

    @Test(arguments: CPULevel.available) func transposition(level: CPULevel) {
        compare(level) { $0.rowsToGroup($1.floats[0], $1.floats[1], stride: 177, count: $2) }
        compare(level) { $0.groupToRows($1.floats[0], $1.floats[1], stride: 177, count: $2) }
    }

    /// Codes of full and of limited range, with the fourth byte first and last; rows that nobody wants share memory.
    @Test(arguments: CPULevel.available) func packed(level: CPULevel) {
        let full = CodeScale(offset: 0, range: 255, maximum: 255)
        let luma = CodeScale(offset: 16, range: 219, maximum: 255)
        let chroma = CodeScale(offset: 128, range: 224, maximum: 255)
        let scales = [
            PackedScale(offsets: (2, 1, 0), scales: (full, full, full)),
            PackedScale(offsets: (1, 2, 3), scales: (luma, chroma, chroma)),
        ]
        let matrix = TileMatrix((190, 80, 60), (100, -90, 70), (120, 60, -130))
        for scale in scales {
            Groups.compare(level) { kernels, b, width in
                let pixels = UnsafeMutableRawPointer(b.floats[3]).assumingMemoryBound(to: UInt8.self)
                // Rows of the widest group, 4 bytes apart from what they touch.
                let rows = (0..<16).map { pixels + $0 * (4 * 161 + 4) }
                let rowBytes = rows.map { ConstBytes($0) }
                let components = TileRows(b.floats[0], b.floats[1], b.floats[2])
                kernels.packedToGroup(components, rowBytes, count: width, scale: scale)
                let others = TileRows(b.floats[5], b.floats[6], b.floats[7])
                var wanted = rows
                (wanted[0], wanted[15]) = (wanted[1], wanted[1])
                wanted.swapAt(3, 9)
                kernels.groupToPacked(wanted, others, count: width, matrix: matrix, scale: scale)
            }
        }
    }

    /// Bytes of planes, of two components in turn, and of pairs of pixels.
    @Test(arguments: CPULevel.available, [1, 2, 4]) func bytes(level: CPULevel, step: Int) {
        for repeats in [false, true] {
            compare(level) { kernels, b, width in
                let bytes = UnsafeMutableRawPointer(b.floats[3]).assumingMemoryBound(to: UInt8.self)
                let rows = (0..<16).map { ConstBytes(bytes + $0 * (4 * 161 + 5)) }
                kernels.bytesToGroup(b.floats[0], rows, count: width, step: step, repeats: repeats, offset: 16)
            }
        }
        compare(level) { kernels, b, width in
            for k in 0..<16 * width { b.floats[0][k] *= 300 }
            let bytes = UnsafeMutableRawPointer(b.floats[3]).assumingMemoryBound(to: UInt8.self)
            var rows = (0..<16).map { bytes + $0 * (4 * 161 + 5) }
            (rows[0], rows[15]) = (rows[1], rows[1])
            func byte(_ k: Int, _ offset: Float) -> GroupWords.Byte {
                GroupWords.Byte(b.floats[0] + 16 * (k / step), step: 64 / step, roundingOffset: offset)
            }
            let words = GroupWords(byte(0, 16.5), byte(1, 128.5), byte(2, 0.5), byte(3, 128.5))
            kernels.groupToBytes(rows, words, count: width)
        }
    }

    /// Nothing is loaded beyond the last byte.
    @Test(arguments: CPULevel.available, [1, 2, 4]) func bytesBeforeAForbiddenPage(level: CPULevel, step: Int) {
        for width in [1, 5, 16, 33] {
            let memory = GuardedMemory(byteCount: step * (width - 1) + 1)
            let rows = [ConstBytes](repeating: ConstBytes(memory.base.assumingMemoryBound(to: UInt8.self)), count: 16)
            let (expected, actual) = (Groups(seed: 1), Groups(seed: 1))
            Reference.bytesToGroup(expected.floats[0], rows, count: width, step: step, repeats: false, offset: 0)
            level.kernels.bytesToGroup(actual.floats[0], rows, count: width, step: step, repeats: false, offset: 0)
            #expect(actual.difference(from: expected) == nil)
        }
    }

    @Test(arguments: CPULevel.available) func means(level: CPULevel) {
        compare(level) { $0.halveGroup($1.floats[0], $1.floats[1], count: $2) }
        compare(level) { $0.halveGroup($1.floats[1], $1.floats[1], count: $2) }
        compare(level) { $0.meanGroupRows($1.floats[0], count: $2) }
    }

    @Test(arguments: CPULevel.available) func signal(level: CPULevel) {
        compare(level) { $0.boxGroup($1.floats[0], $1.floats[1], count: $2, before: 0.06) }
        for weights in [(0.5, 0.5, 0), (0.25, 0.5, 0.25)] as [(Float, Float, Float)] {
            compare(level) {
                $0.combGroup($1.floats[0], $1.floats[1], count: $2, weights: weights, above: $1.floats[2])
            }
        }
        compare(level) {
            $0.rotateGroup($1.floats[0], $1.floats[1], count: $2, cosines: $1.floats[2], sines: $1.floats[3])
        }
        compare(level) { $0.scaleGroupRows($1.floats[0], $1.floats[0], count: $2, factors: $1.floats[1]) }
        compare(level) { $0.scaleGroupRows($1.floats[0], $1.floats[1], count: $2, factors: $1.floats[2]) }
    }

    /// Shifts alike within three columns, further apart, and beyond the row.
    @Test(arguments: CPULevel.available, [0.4, 1.4, 6, 90] as [Float])
    func shiftGroup(level: CPULevel, reach: Float) {
        for (offset, extends) in [(Float(0), false), (0, true), (3.25, true), (-5.5, false)] {
            compare(level) { kernels, b, width in
                for r in 0..<16 { b.floats[2][r] = b.floats[2][r] * reach + offset }
                b.floats[2][3] = 0
                kernels.shiftGroup(b.floats[0], b.floats[1], count: width, shifts: b.floats[2], extends: extends)
            }
        }
    }

    /// Below 0 by so little that the rest from the whole column to the left rounds to 1: the row stays.
    @Test(arguments: CPULevel.available, [-0x1p-25, -0x1p-26, -0x1p-60, -.leastNonzeroMagnitude] as [Float])
    func shiftBandJustBelowZero(level: CPULevel, shift: Float) {
        for extends in [false, true] {
            compare(level) { kernels, b, width in
                for r in 0..<16 { b.floats[2][r] = r % 3 == 0 ? shift : b.floats[2][r] * 0.4 }
                kernels.shiftGroup(b.floats[0], b.floats[1], count: width, shifts: b.floats[2], extends: extends)
                for x in 0..<(width - 1) { #expect(b.floats[0][16 * x] == b.floats[1][16 * x]) }
            }
        }
    }

    @Test(arguments: CPULevel.available, [1, 2, 20])
    func noiseWeights(level: CPULevel, period: Int) {
        compare(level) { kernels, b, _ in
            for r in 0..<16 { b.floats[1][r] = b.floats[1][r].magnitude * 0.99 }
            kernels.noiseWeights(b.floats[0], starts: b.floats[1], period: period)
        }
    }

    @Test(arguments: CPULevel.available, [0.05, 0.5, 1, 2.7])
    func noiseGroup(level: CPULevel, frequency: Double) {
        compare(level) { kernels, b, width in
            let cells = RowNoise.cellCount(width, frequency: frequency)
            kernels.gradientGroup(b.floats[1], cells: cells, first: b.words, seeds: b.words + 16, gains: b.floats[2])
            for r in 0..<16 { b.floats[3][r] = b.floats[3][r].magnitude * 0.99 }
            kernels.noiseGroup(
                b.floats[0], count: width,
                noise: RowNoise(gradients: b.floats[1], starts: b.floats[3], frequency: frequency))
        }
    }
}
