// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore
import PixelKernels
import TestSupport
import Testing

@Suite("Bytes, whatever they mean")
struct ByteKernelTests {
    @Test(arguments: CPULevel.available, Overlap.allCases)
    func selectRow8(level: CPULevel, overlap: Overlap) {
        var generator = Generator(seed: 8)
        for step in [1, 3, 4, 192] {
            let mask = (0..<step).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let value = (0..<step).map { _ in UInt8.random(in: 0...255, using: &generator) }
            compare(level) { kernels, arena, width in
                let from = arena.bytes(width)
                let to = overlap == .inPlace ? from : arena.bytes(width)
                let pattern = SelectPattern(
                    mask: arena.bytes(repeated(mask)), value: arena.bytes(repeated(value)))
                kernels.selectRow8(to, from, count: width, pattern: pattern)
            }
        }
    }

    /// Multipliers and offsets of all kinds, each offset within what its multiplier allows.
    static let affinePatterns: [(multiplier: [UInt16], offset: [UInt16])] = {
        var generator = Generator(seed: 16)
        let ends: [UInt16] = [0, 1, 2, 255, 256, 32767, 32768, 65534, 65535]
        func greatest(_ multiplier: UInt16) -> UInt16 { UInt16(65280 - 255 * 256 * Int(multiplier) / 65536) }
        let random = (0..<192).map { _ in UInt16.random(in: 0...65535, using: &generator) }
        return ends.map { ([$0], [0]) } + ends.map { ([$0], [greatest($0)]) } + [
            (random, random.map { UInt16.random(in: 0...greatest($0), using: &generator) }),
            (Array(random[0..<3]), random[0..<3].map(greatest)), (Array(random[3..<7]), [0, 0, 0, 0]),
        ]
    }()

    @Test(arguments: CPULevel.available, Overlap.allCases)
    func affineRow8(level: CPULevel, overlap: Overlap) {
        for (index, values) in Self.affinePatterns.enumerated() {
            // All widths for the patterns that differ from byte to byte; the ends of parameters are the same at any.
            let some = values.multiplier.count == 1 ? [1, 65, 193] : widths
            compare(level, seed: UInt64(index), widths: some) { kernels, arena, width in
                let from = arena.bytes(width)
                let to = overlap == .inPlace ? from : arena.bytes(width)
                let pattern = AffinePattern(
                    multiplier: arena.samples(repeated(values.multiplier)),
                    offset: arena.samples(repeated(values.offset)))
                kernels.affineRow8(to, from, count: width, pattern: pattern)
            }
        }
    }

    @Test(arguments: CPULevel.available) func split2x8(level: CPULevel) {
        compare(level) { kernels, arena, width in
            let from = arena.bytes(2 * width)
            kernels.split2x8(arena.bytes(width), arena.bytes(width), from: from, count: width)
        }
    }

    @Test(arguments: CPULevel.available) func merge2x8(level: CPULevel) {
        compare(level) { kernels, arena, width in
            let from = (arena.bytes(width), arena.bytes(width))
            kernels.merge2x8(arena.bytes(2 * width), from.0, from.1, count: width)
        }
    }

    @Test(arguments: CPULevel.available) func split2x16(level: CPULevel) {
        compare(level) { kernels, arena, width in
            let from = arena.samples(2 * width)
            kernels.split2x16(arena.samples(width), arena.samples(width), from: from, count: width)
        }
    }

    @Test(arguments: CPULevel.available) func merge2x16(level: CPULevel) {
        compare(level) { kernels, arena, width in
            let from = (arena.samples(width), arena.samples(width))
            kernels.merge2x16(arena.samples(2 * width), from.0, from.1, count: width)
        }
    }

    @Test(arguments: CPULevel.available) func split3x8(level: CPULevel) {
        compare(level) { kernels, arena, width in
            let to = (arena.bytes(width), arena.bytes(width), arena.bytes(width))
            kernels.split3x8(to, from: arena.bytes(3 * width), count: width)
        }
    }

    @Test(arguments: CPULevel.available) func merge3x8(level: CPULevel) {
        compare(level) { kernels, arena, width in
            let from = (
                ConstBytes(arena.bytes(width)), ConstBytes(arena.bytes(width)), ConstBytes(arena.bytes(width))
            )
            kernels.merge3x8(arena.bytes(3 * width), from, count: width)
        }
    }

    /// `values` over and over, as long as a pattern.
    private func repeated<Value>(_ values: [Value]) -> [Value] {
        (0..<BytePattern.length).map { values[$0 % values.count] }
    }
}
