// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

extension Kernels: NumberKernels {
    public static func sumOfRow(_ row: ConstFloats, count: Int) -> Double {
        var sums = swv_f64x16()
        forVectors(count, by: 16) { i, n in sums = swv_f64x16_add(sums, row + i, n) }
        return swv_f64x16_sum(sums)
    }

    public static func leastOfRow(_ row: ConstFloats, count: Int) -> Float {
        folded(row, count, .infinity, { swv_f32_minimum($0, $1) }, { swv_f32_least($0) }, { $0 < $1 ? $0 : $1 })
    }

    public static func greatestOfRow(_ row: ConstFloats, count: Int) -> Float {
        folded(row, count, -.infinity, { swv_f32_maximum($0, $1) }, { swv_f32_greatest($0) }, { $0 > $1 ? $0 : $1 })
    }

    /// What the first argument of `fold` is no number for is the second.
    @inline(__always)
    private static func folded(
        _ row: ConstFloats, _ count: Int, _ start: Float, _ fold: (swv_f32, swv_f32) -> swv_f32,
        _ last: (swv_f32) -> Float, _ foldOne: (Float, Float) -> Float
    ) -> Float {
        guard count >= swv_lanes32 else {
            var (result, i) = (start, 0)
            while i < count {
                result = foldOne(row[i], result)
                i &+= 1
            }
            return result + 0
        }
        var result = swv_f32_splat(start)
        forVectors(count, by: swv_lanes32) { i, n in
            // What is left goes with a part of the vector before.
            result = fold(swv_f32_load(row + (i &+ n &- swv_lanes32), swv_lanes32), result)
        }
        // Of zeros, that above 0.
        return last(result) + 0
    }
}
