// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

extension Kernels: SpreadKernels {
    public static func roundRow32(
        _ to: CountRows, squares: SquareSums, _ from: TileRows, count: Int, components: Int, scale: Float
    ) {
        forVectors(count, by: swv_lanes32) { i, n in
            var sum = square(rounded(to.c0 + i, from.c0 + i, n, scale))
            if components > 1 {
                sum = sum &+ square(rounded(to.c1 + i, from.c1 + i, n, scale))
                if components > 2 { sum = sum &+ square(rounded(to.c2 + i, from.c2 + i, n, scale)) }
            }
            swv_u32_store(squares.exact + i, sum, n)
            swv_u32_store(squares.units + i, swv_u32_shift_right(sum, 12), n)
        }
    }

    @inline(__always)
    private static func rounded(_ to: Counts, _ from: Floats, _ count: Int, _ scale: Float) -> swv_u32 {
        let codes = swv_u32_shifted(swv_f32_to_code(swv_f32_load(from, count), scale, 0.5, scale), 0)
        swv_u32_store(to, codes, count)
        return codes
    }

    @inline(__always)
    private static func square(_ v: swv_u32) -> swv_u32 { v &* v }

    public static func splitRow32(
        _ to: CountRows, squares: Counts, _ from: ConstBytes, count: Int, shifts: ComponentShifts
    ) {
        forVectors(count, by: swv_lanes32) { i, n in
            let pixels = swv_u32_load(from + 4 &* i, n)
            let c0 = swv_u32_shift_right(pixels, shifts.0) & 255
            let c1 = swv_u32_shift_right(pixels, shifts.1) & 255
            let c2 = swv_u32_shift_right(pixels, shifts.2) & 255
            swv_u32_store(to.c0 + i, c0, n)
            swv_u32_store(to.c1 + i, c1, n)
            swv_u32_store(to.c2 + i, c2, n)
            swv_u32_store(squares + i, (square(c0) &+ square(c1)) &+ square(c2), n)
        }
    }

    public static func sumRow32(_ to: Counts, _ from: ConstCounts, count: Int, size: Int, scratch: Counts) {
        foldByHalves(
            to, from, count, size, step: 1, scratch, by: swv_lanes32, load: { swv_u32_load($0, $1) },
            store: { swv_u32_store($0, $1, $2) }, { $0 &+ $1 })
    }

    public static func moveRow32(
        _ to: Counts, _ from: ConstCounts, adding: ConstCounts, removing: ConstCounts, count: Int
    ) {
        forVectors(count, by: swv_lanes32) { i, n in
            let change = swv_u32_load(adding + i, n) &- swv_u32_load(removing + i, n)
            swv_u32_store(to + i, swv_u32_load(from + i, n) &+ change, n)
        }
    }

    public static func spreadRow(
        _ to: Counts, sums: CountRows, squares: ConstCounts, count: Int, components: Int, size: UInt32
    ) {
        let size = swv_u32_splat(size)
        forVectors(count, by: swv_lanes32) { i, n in
            var spread = swv_u32_load(squares + i, n) &* size
            spread = spread &- square(swv_u32_load(sums.c0 + i, n))
            if components > 1 {
                spread = spread &- square(swv_u32_load(sums.c1 + i, n))
                if components > 2 { spread = spread &- square(swv_u32_load(sums.c2 + i, n)) }
            }
            swv_u32_store(to + i, spread, n)
        }
    }

    public static func wideSpreadRow(
        _ to: Counts, sums: CountRows, squares: SquareSums, count: Int, components: Int, size: UInt32
    ) {
        let (units, size) = (Float(size) * Float(SquareSums.unit), swv_u32_splat(size))
        let (wrap, half) = (Float(0x1p32), swv_f32_splat(0.5))
        forVectors(count, by: swv_lanes32) { i, n in
            var exact = swv_u32_load(squares.exact + i, n) &* size
            var about = number(swv_u32_load(squares.units + i, n)) * units
            @inline(__always)
            func remove(_ sums: Counts) {
                let sum = swv_u32_load(sums + i, n)
                exact = exact &- square(sum)
                let near = swv_f32_from_sum(sum)
                about = about - near * near
            }
            remove(sums.c0)
            if components > 1 {
                remove(sums.c1)
                if components > 2 { remove(sums.c2) }
            }
            // How often the exact number has wrapped is what the other is nearest to.
            let rest = number(exact)
            let wraps = (about - rest) * (1 / wrap)
            let spread = rest + (swv_f32_floor(wraps + half) * wrap)
            swv_u32_store(to + i, swv_u32_of_f32(spread), n)
        }
    }

    /// All bits of v as a number.
    @inline(__always)
    private static func number(_ v: swv_u32) -> swv_f32 {
        (swv_f32_from_half(v, 16) * 65536) + swv_f32_from_half(v, 0)
    }

    public static func leastSpreadRow(
        _ to: TileRows, upper: SquareRows, lower: SquareRows, count: Int, components: Int, reach: Int, weight: Float
    ) {
        forVectors(count, by: swv_lanes32) { i, n in
            let spreads = Spreads(upper.spread + i, lower.spread + i, reach, n)
            let sum = spreads.least(upper.sums.c0 + i, lower.sums.c0 + i, reach, n)
            swv_f32_store(to.c0 + i, sum * weight, n)
            if components > 1 {
                let sum = spreads.least(upper.sums.c1 + i, lower.sums.c1 + i, reach, n)
                swv_f32_store(to.c1 + i, sum * weight, n)
                if components > 2 {
                    let sum = spreads.least(upper.sums.c2 + i, lower.sums.c2 + i, reach, n)
                    swv_f32_store(to.c2 + i, sum * weight, n)
                }
            }
        }
    }

    public static func leastSpreadPixels(
        _ to: Bytes, upper: SquareCounts, lower: SquareCounts, count: Int, reach: Int, weight: Float,
        shifts: ComponentShifts
    ) {
        let others: UInt32 = ~(255 << shifts.0 | 255 << shifts.1 | 255 << shifts.2)
        forVectors(count, by: swv_lanes32) { i, n in
            let spreads = Spreads(upper.spread + i, lower.spread + i, reach, n)
            @inline(__always)
            func code(_ upper: Counts, _ lower: Counts, _ shift: UInt32) -> swv_u32 {
                let mean = swv_f32_from_sum(spreads.least(upper + i, lower + i, reach, n)) * weight
                return swv_u32_shifted(swv_f32_to_code(mean, 1, 0.5, 255), shift)
            }
            let first = code(upper.sums.c0, lower.sums.c0, shifts.0)
            let second = code(upper.sums.c1, lower.sums.c1, shifts.1)
            let third = code(upper.sums.c2, lower.sums.c2, shifts.2)
            let kept = swv_u32_load(to + 4 &* i, n) & others
            swv_u32_store(to + 4 &* i, (first | second) | (third | kept), n)
        }
    }
}

/// Spreads of four squares: the least of the first and of those after it.
private struct Spreads {
    private let least1: swv_u32
    private let least2: swv_u32
    private let spreads: (swv_u32, swv_u32, swv_u32, swv_u32)

    @inline(__always)
    init(_ upper: Counts, _ lower: Counts, _ reach: Int, _ count: Int) {
        spreads = (
            swv_u32_load(upper, count), swv_u32_load(upper + reach, count), swv_u32_load(lower + reach, count),
            swv_u32_load(lower, count)
        )
        least1 = swv_u32_minimum(spreads.0, spreads.1)
        least2 = swv_u32_minimum(least1, spreads.2)
    }

    /// Of sums of the four, that of the first square that spreads least.
    @inline(__always)
    func least(_ upper: Floats, _ lower: Floats, _ reach: Int, _ count: Int) -> swv_f32 {
        var sum = swv_f32_where_less(
            spreads.1, spreads.0, swv_f32_load(upper + reach, count), swv_f32_load(upper, count))
        sum = swv_f32_where_less(spreads.2, least1, swv_f32_load(lower + reach, count), sum)
        return swv_f32_where_less(spreads.3, least2, swv_f32_load(lower, count), sum)
    }

    @inline(__always)
    func least(_ upper: Counts, _ lower: Counts, _ reach: Int, _ count: Int) -> swv_u32 {
        var sum = swv_u32_less(spreads.1, spreads.0, swv_u32_load(upper + reach, count), swv_u32_load(upper, count))
        sum = swv_u32_less(spreads.2, least1, swv_u32_load(lower + reach, count), sum)
        return swv_u32_less(spreads.3, least2, swv_u32_load(lower, count), sum)
    }
}
