// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

@Suite("Squares: extremes, medians")
struct SquareKernelTests {
    /// Which NaN or zero comes out of two is the order of an instruction's operands, so there are none.
    private static let fills: [Fill] = [.random, .nearMaximum, .constant]
    private static let sizes = [1, 2, 3, 4, 5, 9, 17, 32, 33]

    @Test(arguments: CPULevel.available, sizes) func foldRow(level: CPULevel, size: Int) {
        let scratch = Floats.allocate(capacity: 2000)
        defer { scratch.deallocate() }
        for fold in Fold.allCases {
            compare(level, fills: Self.fills) { kernels, arena, width in
                let from = arena.floats(width + size - 1)
                kernels.foldRow(arena.floats(width), from, count: width, size: size, fold: fold, scratch: scratch)
            }
        }
    }

    @Test(arguments: CPULevel.available, sizes) func foldColumns(level: CPULevel, size: Int) {
        for fold in Fold.allCases {
            compare(level, fills: Self.fills) { kernels, arena, width in
                let rows = (0..<size + 3).map { _ in ConstFloats(arena.floats(width)) }
                let to = (arena.floats(width), arena.floats(width), arena.floats(width), arena.floats(width))
                kernels.foldColumns(to, rows, count: width, size: size, fold: fold)
            }
        }
    }

    @Test(arguments: CPULevel.available, sizes) func foldRow8(level: CPULevel, size: Int) {
        let scratch = Bytes.allocate(capacity: 3000)
        defer { scratch.deallocate() }
        for step in [1, 3, 4] {
            compare(level) { kernels, arena, width in
                let from = arena.bytes(width + (size - 1) * step)
                kernels.foldRow8(
                    arena.bytes(width), from, count: width, size: size, step: step, isMaximum: step != 3,
                    scratch: scratch)
            }
        }
    }

    @Test(arguments: CPULevel.available, sizes) func foldColumns8(level: CPULevel, size: Int) {
        for isMaximum in [false, true] {
            compare(level) { kernels, arena, width in
                let rows = (0..<size + 3).map { _ in ConstBytes(arena.bytes(width)) }
                let to = (arena.bytes(width), arena.bytes(width), arena.bytes(width), arena.bytes(width))
                kernels.foldColumns8(to, rows, count: width, size: size, isMaximum: isMaximum)
            }
        }
    }

    @Test(arguments: CPULevel.available, [1, 2, 3, 9, 41, 201]) func sumRow16(level: CPULevel, size: Int) {
        let scratch = Samples.allocate(capacity: 4000)
        defer { scratch.deallocate() }
        for step in [1, 3, 4] {
            compare(level) { kernels, arena, width in
                let from = arena.samples(width + (size - 1) * step)
                kernels.sumRow16(arena.samples(width), from, count: width, size: size, step: step, scratch: scratch)
            }
        }
    }

    @Test(arguments: CPULevel.available) func sumsThatMove(level: CPULevel) {
        compare(level) { kernels, arena, width in
            let sums = Counts.allocate(capacity: max(1, width))
            defer { sums.deallocate() }
            sums.initialize(repeating: 0, count: max(1, width))
            let (first, second, third) = (arena.samples(width), arena.samples(width), arena.samples(width))
            let (to, more) = (arena.bytes(width), arena.bytes(width))
            kernels.addRow16(sums, first, count: width)
            kernels.addRow16(sums, second, count: width)
            kernels.moveSumsRow16(
                to, sums: sums, adding: third, removing: first, count: width, weight: 1 / 1024)
            kernels.moveSumsRow16(
                more, sums: sums, adding: first, removing: second, count: width, weight: 1 / 257)
        }
    }

    @Test(arguments: CPULevel.available, [1, 2, 3]) func medianRow(level: CPULevel, reach: Int) {
        let scratch = Floats.allocate(capacity: 20_000)
        defer { scratch.deallocate() }
        compare(level, fills: Self.fills) { kernels, arena, width in
            let rows = (0...2 * reach).map { _ in ConstFloats(arena.floats(width + 2 * reach) + reach) }
            kernels.medianRow(arena.floats(width), rows, count: width, reach: reach, scratch: scratch)
        }
    }

    @Test(arguments: CPULevel.available, [1, 2, 3]) func medianRow8(level: CPULevel, reach: Int) {
        let scratch = Bytes.allocate(capacity: 20_000)
        defer { scratch.deallocate() }
        for step in [1, 3, 4] {
            compare(level) { kernels, arena, width in
                let rows = (0...2 * reach).map { _ in ConstBytes(arena.bytes(width + 2 * reach * step) + reach * step) }
                kernels.medianRow8(
                    arena.bytes(width), rows, count: width, reach: reach, step: step, scratch: scratch)
            }
        }
    }

    @Test(arguments: CPULevel.available) func mergeRow8(level: CPULevel) {
        for mask: UInt32 in [0, 0x00FF_FFFF, 0xFFFF_FF00, 0xFF00_00FF] {
            compare(level) { kernels, arena, width in
                kernels.mergeRow8(arena.bytes(width), arena.bytes(width), count: width, mask: mask)
            }
        }
    }

    /// 1, 5, 2 and 9 by hand: pairs, and three.
    @Test func foldsByHand() {
        let arena = Arena(seed: 0, fill: .random, placement: .unaligned)
        let from = arena.bytes([1, 5, 2, 9])
        let (two, three) = (arena.bytes(3), arena.bytes(2))
        Reference.foldRow8(two, from, count: 3, size: 2, step: 1, isMaximum: true, scratch: two)
        Reference.foldRow8(three, from, count: 2, size: 3, step: 1, isMaximum: false, scratch: three)
        #expect((0..<3).map { two[$0] } == [5, 5, 9])
        #expect((0..<2).map { three[$0] } == [1, 2])
    }

    /// Of nine values in three rows, the fifth.
    @Test func medianByHand() {
        let arena = Arena(seed: 0, fill: .random, placement: .unaligned)
        let rows = [[9, 1, 8], [2, 7, 3], [6, 4, 5]].map { ConstBytes(arena.bytes($0)) + 1 }
        let to = arena.bytes(1)
        Reference.medianRow8(to, rows, count: 1, reach: 1, step: 1, scratch: to)
        #expect(to[0] == 5)
    }
}
