// SPDX-License-Identifier: MIT
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

    @Test(arguments: CPULevel.available, [1, 2, 3]) func roundRow32(level: CPULevel, components: Int) {
        for scale: Float in [255, 18870] {
            compare(level, fills: Self.fills) { kernels, arena, width in
                let from = TileRows(arena.floats(width), arena.floats(width), arena.floats(width))
                kernels.roundRow32(
                    rows(arena, width), squares: arena.counts(width), from, count: width, components: components,
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
