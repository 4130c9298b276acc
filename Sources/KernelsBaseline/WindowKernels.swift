// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

extension Kernels: WindowKernels {
    public static func convolveRow(_ to: Floats, _ from: ConstFloats, count: Int, weights: ConstFloats, reach: Int) {
        let lanes = swv_lanes32
        var i = 0
        // Four sums at a time: each waits for its own last step.
        while i &+ 4 &* lanes <= count {
            let middle = from + i
            var sum0 = swv_f32_load(middle, lanes) * weights[0]
            var sum1 = swv_f32_load(middle + lanes, lanes) * weights[0]
            var sum2 = swv_f32_load(middle + 2 &* lanes, lanes) * weights[0]
            var sum3 = swv_f32_load(middle + 3 &* lanes, lanes) * weights[0]
            var k = 1
            while k <= reach {
                let (left, right, weight) = (middle - k, middle + k, weights[k])
                sum0 = sum0 + pair(left, right, lanes) * weight
                sum1 = sum1 + pair(left + lanes, right + lanes, lanes) * weight
                sum2 = sum2 + pair(left + 2 &* lanes, right + 2 &* lanes, lanes) * weight
                sum3 = sum3 + pair(left + 3 &* lanes, right + 3 &* lanes, lanes) * weight
                k &+= 1
            }
            swv_f32_store(to + i, sum0, lanes)
            swv_f32_store(to + (i &+ lanes), sum1, lanes)
            swv_f32_store(to + (i &+ 2 &* lanes), sum2, lanes)
            swv_f32_store(to + (i &+ 3 &* lanes), sum3, lanes)
            i &+= 4 &* lanes
        }
        forVectors(count &- i, by: lanes) { j, n in
            let middle = from + (i &+ j)
            var sum = swv_f32_load(middle, n) * weights[0]
            var k = 1
            while k <= reach {
                sum = sum + pair(middle - k, middle + k, n) * weights[k]
                k &+= 1
            }
            swv_f32_store(to + (i &+ j), sum, n)
        }
    }

    @inline(__always)
    private static func pair(_ left: ConstFloats, _ right: ConstFloats, _ count: Int) -> swv_f32 {
        swv_f32_load(left, count) + swv_f32_load(right, count)
    }

    public static func convolveColumns(
        _ to: FourRows, _ from: UnsafePointer<ConstFloats>, count: Int, weights: ConstFloats, reach: Int
    ) {
        let lanes = swv_lanes32
        let rows = 2 &* reach &+ 4
        var i = 0
        // Two vectors of four rows: each value is loaded once for four sums, each weight for two.
        while i &+ 2 &* lanes <= count {
            var (a0, a1, a2, a3) = (swv_f32_splat(0), swv_f32_splat(0), swv_f32_splat(0), swv_f32_splat(0))
            var (b0, b1, b2, b3) = (swv_f32_splat(0), swv_f32_splat(0), swv_f32_splat(0), swv_f32_splat(0))
            var k = 0
            while k < rows {
                let a = swv_f32_load(from[k] + i, lanes)
                let b = swv_f32_load(from[k] + (i &+ lanes), lanes)
                let (w0, w1, w2, w3) = (weights[k &+ 3], weights[k &+ 2], weights[k &+ 1], weights[k])
                a0 = a0 + a * w0
                b0 = b0 + b * w0
                a1 = a1 + a * w1
                b1 = b1 + b * w1
                a2 = a2 + a * w2
                b2 = b2 + b * w2
                a3 = a3 + a * w3
                b3 = b3 + b * w3
                k &+= 1
            }
            swv_f32_store(to.0 + i, a0, lanes)
            swv_f32_store(to.1 + i, a1, lanes)
            swv_f32_store(to.2 + i, a2, lanes)
            swv_f32_store(to.3 + i, a3, lanes)
            swv_f32_store(to.0 + (i &+ lanes), b0, lanes)
            swv_f32_store(to.1 + (i &+ lanes), b1, lanes)
            swv_f32_store(to.2 + (i &+ lanes), b2, lanes)
            swv_f32_store(to.3 + (i &+ lanes), b3, lanes)
            i &+= 2 &* lanes
        }
        forVectors(count &- i, by: lanes) { j, n in
            var (a0, a1, a2, a3) = (swv_f32_splat(0), swv_f32_splat(0), swv_f32_splat(0), swv_f32_splat(0))
            var k = 0
            while k < rows {
                let a = swv_f32_load(from[k] + (i &+ j), n)
                a0 = a0 + a * weights[k &+ 3]
                a1 = a1 + a * weights[k &+ 2]
                a2 = a2 + a * weights[k &+ 1]
                a3 = a3 + a * weights[k]
                k &+= 1
            }
            swv_f32_store(to.0 + (i &+ j), a0, n)
            swv_f32_store(to.1 + (i &+ j), a1, n)
            swv_f32_store(to.2 + (i &+ j), a2, n)
            swv_f32_store(to.3 + (i &+ j), a3, n)
        }
    }
}
