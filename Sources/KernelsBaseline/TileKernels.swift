// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

extension Kernels: TileKernels {
    public static func matrixRows(_ to: TileRows, _ from: TileRows, count: Int, matrix: TileMatrix) {
        let (m0, m1, m2) = (matrix.r0, matrix.r1, matrix.r2)
        forVectors(count, by: swv_lanes32) { i, n in
            let c0 = swv_f32_load(from.c0 + i, n)
            let c1 = swv_f32_load(from.c1 + i, n)
            let c2 = swv_f32_load(from.c2 + i, n)
            swv_f32_store(to.c0 + i, swv_f32_dot(c0, c1, c2, m0.0, m0.1, m0.2), n)
            swv_f32_store(to.c1 + i, swv_f32_dot(c0, c1, c2, m1.0, m1.1, m1.2), n)
            swv_f32_store(to.c2 + i, swv_f32_dot(c0, c1, c2, m2.0, m2.1, m2.2), n)
        }
    }

    public static func weightedSumRow(_ to: Floats, _ from: TileRows, count: Int, weights: TileMatrix.Row) {
        forVectors(count, by: swv_lanes32) { i, n in
            let sum = swv_f32_dot(
                swv_f32_load(from.c0 + i, n), swv_f32_load(from.c1 + i, n), swv_f32_load(from.c2 + i, n),
                weights.0, weights.1, weights.2)
            swv_f32_store(to + i, sum, n)
        }
    }

    public static func rescaleRows(_ rows: TileRows, count: Int, old: ConstFloats, new: ConstFloats) {
        forVectors(count, by: swv_lanes32) { i, n in
            let (a, b, c) = (swv_f32_load(rows.c0 + i, n), swv_f32_load(rows.c1 + i, n), swv_f32_load(rows.c2 + i, n))
            let (old, new) = (swv_f32_load(old + i, n), swv_f32_load(new + i, n))
            let (zero, one) = (swv_f32_splat(0), swv_f32_splat(1))
            let largest = swv_f32_maximum(c, swv_f32_maximum(b, swv_f32_maximum(a, swv_f32_splat(0x1p-20))))
            let limited = swv_f32_minimum(new / old, one / largest)
            // Black has no hue, and gets the new luma as a gray.
            let (gain, offset) = (swv_f32_less(zero, old, limited, one), swv_f32_less(zero, old, zero, new))
            swv_f32_store(rows.c0 + i, offset + a * gain, n)
            swv_f32_store(rows.c1 + i, offset + b * gain, n)
            swv_f32_store(rows.c2 + i, offset + c * gain, n)
        }
    }

    public static func gainRow(_ row: Floats, count: Int, gain: Float) {
        forVectors(count, by: swv_lanes32) { i, n in
            swv_f32_store(row + i, swv_f32_load(row + i, n) * gain, n)
        }
    }

    // Explicit vectors, as a plain loop would be scalar where the result replaces a source.
    public static func meanRow(_ to: Floats, _ first: ConstFloats, _ second: ConstFloats, count: Int) {
        forVectors(count, by: swv_lanes32) { i, n in
            let mean = (swv_f32_load(first + i, n) + swv_f32_load(second + i, n)) * 0.5
            swv_f32_store(to + i, mean, n)
        }
    }

    // Plain loops from here on: the compiler interleaves as well as explicit shuffles would.

    public static func upsampleBlock(_ to: Floats, _ from: ConstFloats, count: Int) {
        var k = 0
        while k < count {
            let c = from[k]
            to[2 &* k] = c
            to[2 &* k &+ 1] = c
            k &+= 1
        }
    }

    public static func downsampleBlock(_ to: Floats, _ from: ConstFloats, count: Int) {
        var k = 0
        while k < count {
            to[k] = (from[2 &* k] + from[2 &* k &+ 1]) * 0.5
            k &+= 1
        }
    }
}
