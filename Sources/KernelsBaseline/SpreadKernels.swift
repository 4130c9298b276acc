// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

extension Kernels: SpreadKernels {
    public static func squareRow(_ to: Floats, _ from: ConstFloats, count: Int) {
        sweep(count, by: swv_lanes32) { i, n in
            let v = swv_f32_load(from + i, n)
            swv_f32_store(to + i, swv_f32_product(v, v), n)
        }
    }

    public static func spreadRow(
        _ to: Floats, sums: TileRows, squares: TileRows, count: Int, components: Int, weight: Float
    ) {
        sweep(count, by: swv_lanes32) { i, n in
            var spread = variance(sums.c0 + i, squares.c0 + i, n, weight)
            if components > 1 {
                spread = swv_f32_sum(spread, variance(sums.c1 + i, squares.c1 + i, n, weight))
                if components > 2 { spread = swv_f32_sum(spread, variance(sums.c2 + i, squares.c2 + i, n, weight)) }
            }
            swv_f32_store(to + i, spread, n)
        }
    }

    @inline(__always)
    private static func variance(_ sums: Floats, _ squares: Floats, _ count: Int, _ weight: Float) -> swv_f32 {
        let mean = swv_f32_scale(swv_f32_load(sums, count), weight)
        let meanSquare = swv_f32_scale(swv_f32_load(squares, count), weight)
        return swv_f32_absolute(swv_f32_difference(meanSquare, swv_f32_product(mean, mean)))
    }

    public static func leastSpreadRow(
        _ to: TileRows, upper: SquareRows, lower: SquareRows, count: Int, components: Int, reach: Int, weight: Float
    ) {
        leastSpreadRow(to.c0, upper.sums.c0, lower.sums.c0, upper.spread, lower.spread, count, reach, weight)
        guard components > 1 else { return }
        leastSpreadRow(to.c1, upper.sums.c1, lower.sums.c1, upper.spread, lower.spread, count, reach, weight)
        guard components > 2 else { return }
        leastSpreadRow(to.c2, upper.sums.c2, lower.sums.c2, upper.spread, lower.spread, count, reach, weight)
    }

    @inline(__always)
    private static func leastSpreadRow(
        _ to: Floats, _ upper: Floats, _ lower: Floats, _ upperSpread: Floats, _ lowerSpread: Floats, _ count: Int,
        _ reach: Int, _ weight: Float
    ) {
        sweep(count, by: swv_lanes32) { i, n in
            let right = i &+ reach
            var spread = swv_f32_load(upperSpread + i, n)
            var sum = swv_f32_load(upper + i, n)
            let (spread1, spread2) = (swv_f32_load(upperSpread + right, n), swv_f32_load(lowerSpread + right, n))
            let spread3 = swv_f32_load(lowerSpread + i, n)
            sum = swv_f32_less(spread1, spread, swv_f32_load(upper + right, n), sum)
            spread = swv_f32_minimum(spread1, spread)
            sum = swv_f32_less(spread2, spread, swv_f32_load(lower + right, n), sum)
            spread = swv_f32_minimum(spread2, spread)
            sum = swv_f32_less(spread3, spread, swv_f32_load(lower + i, n), sum)
            swv_f32_store(to + i, swv_f32_scale(sum, weight), n)
        }
    }
}
