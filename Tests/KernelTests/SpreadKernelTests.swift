// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

@Suite("Squares that spread least")
struct SpreadKernelTests {
    private static let fills: [Fill] = [.random, .nearMaximum, .constant]
    private static let shifts: [ComponentShifts] = [(0, 8, 16), (16, 8, 0), (8, 16, 24), (24, 16, 8)]

    private func rows(_ arena: Arena, _ count: Int) -> CountRows {
        CountRows(arena.counts(count), arena.counts(count), arena.counts(count))
    }

    private func squares(_ arena: Arena, _ count: Int) -> SquareSums {
        SquareSums(exact: arena.counts(count), units: arena.counts(count))
    }

    @Test(arguments: CPULevel.available, [1, 2, 3]) func roundRow32(level: CPULevel, components: Int) {
        for scale: Float in [255, 32640] {
            compare(level, fills: Self.fills) { kernels, arena, width in
                let from = TileRows(arena.floats(width), arena.floats(width), arena.floats(width))
                kernels.roundRow32(
                    rows(arena, width), squares: squares(arena, width), from, count: width, components: components,
                    scale: scale)
            }
        }
    }

    @Test(arguments: CPULevel.available) func splitRow32(level: CPULevel) {
        for shifts in Self.shifts {
            compare(level) { kernels, arena, width in
                kernels.splitRow32(
                    rows(arena, width), squares: arena.counts(width), arena.bytes(4 * width), count: width,
                    shifts: shifts)
            }
        }
    }

    @Test(arguments: CPULevel.available, [1, 2, 3, 4, 5, 9, 17]) func sumRow32(level: CPULevel, size: Int) {
        let scratch = Counts.allocate(capacity: 2000)
        defer { scratch.deallocate() }
        compare(level) { kernels, arena, width in
            let from = arena.counts(width + size - 1)
            kernels.sumRow32(arena.counts(width), from, count: width, size: size, scratch: scratch)
        }
    }

    @Test(arguments: CPULevel.available, Overlap.allCases) func moveRow32(level: CPULevel, overlap: Overlap) {
        compare(level) { kernels, arena, width in
            let from = arena.counts(width)
            let to = overlap == .inPlace ? from : arena.counts(width)
            kernels.moveRow32(to, from, adding: arena.counts(width), removing: arena.counts(width), count: width)
        }
    }

    @Test(arguments: CPULevel.available, [1, 2, 3]) func spreadRow(level: CPULevel, components: Int) {
        for overlap in Overlap.allCases {
            compare(level) { kernels, arena, width in
                let squares = arena.counts(width)
                let to = overlap == .inPlace ? squares : arena.counts(width)
                kernels.spreadRow(
                    to, sums: rows(arena, width), squares: squares, count: width, components: components, size: 81)
            }
        }
    }

    @Test(arguments: CPULevel.available, [1, 2, 3]) func wideSpreadRow(level: CPULevel, components: Int) {
        compare(level) { kernels, arena, width in
            kernels.wideSpreadRow(
                arena.counts(width), sums: rows(arena, width), squares: squares(arena, width), count: width,
                components: components, size: 289)
        }
    }

    /// The spreads of sets of numbers, from none to the greatest there is, beside those in 64 bits.
    @Test(arguments: [4, 81, 289]) func wideSpreadsAreRight(size: Int) {
        let arena = Arena(seed: 0, fill: .random, placement: .unaligned)
        var generator = Generator(seed: UInt64(size))
        for least in [0, 16320, 32000, 32639, 32640] {
            for isTwo in [false, true] {
                let (sums, made) = (rows(arena, 1), arena.counts(1))
                let squares = squares(arena, 1)
                (squares.exact[0], squares.units[0]) = (0, 0)
                var (sum, exact) = ([0, 0, 0], 0)
                for _ in 0..<size {
                    var square = 0
                    for component in 0..<3 {
                        let value =
                            isTwo
                            ? (Bool.random(using: &generator) ? least : 32640)
                            : Int.random(in: least...32640, using: &generator)
                        sum[component] += value
                        square += value * value
                    }
                    exact += square
                    squares.exact[0] &+= UInt32(square)
                    squares.units[0] += UInt32(square) / SquareSums.unit
                }
                (sums.c0[0], sums.c1[0], sums.c2[0]) = (UInt32(sum[0]), UInt32(sum[1]), UInt32(sum[2]))
                Reference.wideSpreadRow(
                    made, sums: sums, squares: squares, count: 1, components: 3, size: UInt32(size))
                let wanted = size * exact - sum.reduce(0) { $0 + $1 * $1 }
                let spread = Float(bitPattern: made[0])
                #expect((Double(spread) - Double(wanted)).magnitude <= Double(wanted) * 0x1p-23, "\(spread), \(wanted)")
            }
        }
    }

    @Test(arguments: CPULevel.available, [1, 2, 3]) func leastSpreadRow(level: CPULevel, components: Int) {
        for reach in [0, 1, 16] {
            compare(level, fills: Self.fills) { kernels, arena, width in
                func rows(_ more: Int) -> TileRows {
                    TileRows(arena.floats(width + more), arena.floats(width + more), arena.floats(width + more))
                }
                let upper = SquareRows(rows(reach), spread: arena.counts(width + reach))
                let lower = SquareRows(rows(reach), spread: arena.counts(width + reach))
                kernels.leastSpreadRow(
                    rows(0), upper: upper, lower: lower, count: width, components: components, reach: reach,
                    weight: 0.25)
            }
        }
    }

    @Test(arguments: CPULevel.available, [0, 1, 16]) func leastSpreadPixels(level: CPULevel, reach: Int) {
        for shifts in Self.shifts {
            compare(level) { kernels, arena, width in
                let upper = SquareCounts(rows(arena, width + reach), spread: arena.counts(width + reach))
                let lower = SquareCounts(rows(arena, width + reach), spread: arena.counts(width + reach))
                kernels.leastSpreadPixels(
                    arena.bytes(4 * width), upper: upper, lower: lower, count: width, reach: reach, weight: 1 / 70000,
                    shifts: shifts)
            }
        }
    }

    /// Two columns of squares, of one component: the first of those that do not vary counts.
    @Test func leastSpreadByHand() {
        let arena = Arena(seed: 0, fill: .random, placement: .unaligned)
        func row(_ a: Float, _ b: Float) -> Floats {
            let row = arena.floats(2)
            (row[0], row[1]) = (a, b)
            return row
        }
        func counts(_ a: UInt32, _ b: UInt32) -> Counts {
            let row = arena.counts(2)
            (row[0], row[1]) = (a, b)
            return row
        }
        func rows(_ a: Float, _ b: Float) -> TileRows {
            let row = row(a, b)
            return TileRows(row, row, row)
        }
        let to = rows(0, 0)
        let (upper, lower) = (
            SquareRows(rows(4, 8), spread: counts(3, 1)), SquareRows(rows(12, 16), spread: counts(1, 1))
        )
        Reference.leastSpreadRow(to, upper: upper, lower: lower, count: 1, components: 1, reach: 1, weight: 0.25)
        #expect(to.c0[0] == 2)
        // Of 1, 1, 2 and 4: 4 * 22 - 8^2.
        let (made, sums) = (counts(0, 0), counts(8, 0))
        Reference.spreadRow(
            made, sums: CountRows(sums, sums, sums), squares: counts(22, 0), count: 1, components: 1, size: 4)
        #expect(made[0] == 24)
    }
}
