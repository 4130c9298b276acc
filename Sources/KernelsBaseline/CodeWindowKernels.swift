// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

extension Kernels: CodeWindowKernels {
    public static func raiseRow8(_ to: Samples, _ from: ConstBytes, count: Int) {
        forVectors(count, by: swv_lanes16) { i, n in
            let codes = swv_u16_shift_left(swv_u16_widen(swv_u8h_load(from + i, n)), 7)
            swv_u16_store(to + i, codes &+ swv_u16_splat(64), n)
        }
    }

    public static func raisePixelsRow8(_ to: Samples, _ from: ConstBytes, count: Int) {
        var i = 0
        // Four pixels at a time store a third more, which the next ones replace, and read a byte beyond the last colour.
        while i &+ 6 <= count {
            swv_raise_pixels(to + 3 &* i, from + 4 &* i)
            i &+= 4
        }
        while i < count {
            to[3 &* i] = UInt16(from[4 &* i]) &* 128 &+ 64
            to[3 &* i &+ 1] = UInt16(from[4 &* i &+ 1]) &* 128 &+ 64
            to[3 &* i &+ 2] = UInt16(from[4 &* i &+ 2]) &* 128 &+ 64
            i &+= 1
        }
    }

    public static func replacePixelsRow8(_ to: Bytes, _ from: ConstBytes, count: Int) {
        var i = 0
        while i &+ 6 <= count {
            swv_replace_pixels(to + 4 &* i, from + 3 &* i)
            i &+= 4
        }
        while i < count {
            to[4 &* i] = from[3 &* i]
            to[4 &* i &+ 1] = from[3 &* i &+ 1]
            to[4 &* i &+ 2] = from[3 &* i &+ 2]
            i &+= 1
        }
    }

    public static func convolveRow16(
        _ to: Samples, _ from: ConstSamples, count: Int, step: Int, weights: ConstSamples, reach: Int
    ) {
        let lanes = swv_lanes16
        let start = swv_u16_splat(half(reach))
        var i = 0
        // Four sums at a time: each waits for its own last step, and one weight is loaded for all.
        while i &+ 4 &* lanes <= count {
            var (sum0, sum1, sum2, sum3) = (start, start, start, start)
            var (left, right) = (from + i, from + i)
            var k = 0
            while k <= reach {
                let weight = swv_u16_splat(weights[k])
                sum0 = weighted(sum0, left, right, weight, lanes)
                sum1 = weighted(sum1, left + lanes, right + lanes, weight, lanes)
                sum2 = weighted(sum2, left + 2 &* lanes, right + 2 &* lanes, weight, lanes)
                sum3 = weighted(sum3, left + 3 &* lanes, right + 3 &* lanes, weight, lanes)
                left -= step
                right += step
                k &+= 1
            }
            swv_u16_store(to + i, sum0, lanes)
            swv_u16_store(to + (i &+ lanes), sum1, lanes)
            swv_u16_store(to + (i &+ 2 &* lanes), sum2, lanes)
            swv_u16_store(to + (i &+ 3 &* lanes), sum3, lanes)
            i &+= 4 &* lanes
        }
        forOverlappingVectors(from: i, count, by: lanes) { j, n in
            var sum = start
            var (left, right) = (from + j, from + j)
            var k = 0
            while k <= reach {
                sum = weighted(sum, left, right, swv_u16_splat(weights[k]), n)
                left -= step
                right += step
                k &+= 1
            }
            swv_u16_store(to + j, sum, n)
        }
    }

    public static func convolveColumns16(
        _ to: FourByteRows, _ from: UnsafePointer<ConstSamples>, count: Int, weights: ConstSamples, reach: Int
    ) {
        forOverlappingVectors(from: 0, count, by: swv_lanes16) { i, n in
            var sums = FourSums(start: half(reach))
            // Of each step, three of the four rows above and below are those of the step before: four steps take them in turn.
            let middle = from + reach
            var (a0, a1) = (swv_u16_load(middle[0] + i, n), swv_u16_load(middle[1] + i, n))
            var (a2, a3) = (swv_u16_load(middle[2] + i, n), swv_u16_load(middle[3] + i, n))
            var (b0, b1, b2, b3) = (a0, a1, a2, a3)
            sums.add(a0, a1, a2, a3, b0, b1, b2, b3, weights[0])
            var k = 1
            while k &+ 3 <= reach {
                a3 = swv_u16_load(middle[0 &- k] + i, n)
                b0 = swv_u16_load(middle[k &+ 3] + i, n)
                sums.add(a3, a0, a1, a2, b1, b2, b3, b0, weights[k])
                a2 = swv_u16_load(middle[-1 &- k] + i, n)
                b1 = swv_u16_load(middle[k &+ 4] + i, n)
                sums.add(a2, a3, a0, a1, b2, b3, b0, b1, weights[k &+ 1])
                a1 = swv_u16_load(middle[-2 &- k] + i, n)
                b2 = swv_u16_load(middle[k &+ 5] + i, n)
                sums.add(a1, a2, a3, a0, b3, b0, b1, b2, weights[k &+ 2])
                a0 = swv_u16_load(middle[-3 &- k] + i, n)
                b3 = swv_u16_load(middle[k &+ 6] + i, n)
                sums.add(a0, a1, a2, a3, b0, b1, b2, b3, weights[k &+ 3])
                k &+= 4
            }
            while k <= reach {
                (a3, a2, a1, a0) = (a2, a1, a0, swv_u16_load(middle[0 &- k] + i, n))
                (b0, b1, b2, b3) = (b1, b2, b3, swv_u16_load(middle[k &+ 3] + i, n))
                sums.add(a0, a1, a2, a3, b0, b1, b2, b3, weights[k])
                k &+= 1
            }
            swv_u8h_store(to.0 + i, code(sums.s0), n)
            swv_u8h_store(to.1 + i, code(sums.s1), n)
            swv_u8h_store(to.2 + i, code(sums.s2), n)
            swv_u8h_store(to.3 + i, code(sums.s3), n)
        }
    }

    /// What roundings down take on average.
    @inline(__always)
    private static func half(_ reach: Int) -> UInt16 { UInt16(truncatingIfNeeded: (reach &+ 1) / 2) }

    @inline(__always)
    private static func weighted(
        _ sum: swv_u16, _ left: ConstSamples, _ right: ConstSamples, _ weight: swv_u16, _ count: Int
    ) -> swv_u16 {
        swv_u16_add_weighted(sum, swv_u16_load(left, count), swv_u16_load(right, count), weight)
    }

    @inline(__always)
    private static func code(_ sum: swv_u16) -> swv_u8h { swv_u16_to_bytes(sum, 7) }

    /// Calls `step` for whole vectors from `start` on, of which the last begins where it ends with the row; for rows of less than one,
    /// for what there is. Results must not replace what is read.
    @inline(__always)
    private static func forOverlappingVectors(
        from start: Int, _ count: Int, by lanes: Int, _ step: (_ start: Int, _ length: Int) -> Void
    ) {
        guard count >= lanes else {
            if count > start { step(start, count &- start) }
            return
        }
        var i = start
        while i < count {
            step(i &+ lanes <= count ? i : count &- lanes, lanes)
            i &+= lanes
        }
    }

    /// The sums of four rows.
    private struct FourSums {
        var s0: swv_u16
        var s1: swv_u16
        var s2: swv_u16
        var s3: swv_u16

        @inline(__always)
        init(start: UInt16) {
            let start = swv_u16_splat(start)
            (s0, s1, s2, s3) = (start, start, start, start)
        }

        /// Adds a pair to each.
        @inline(__always)
        mutating func add(
            _ a0: swv_u16, _ a1: swv_u16, _ a2: swv_u16, _ a3: swv_u16, _ b0: swv_u16, _ b1: swv_u16, _ b2: swv_u16,
            _ b3: swv_u16, _ weight: UInt16
        ) {
            let weight = swv_u16_splat(weight)
            s0 = swv_u16_add_weighted(s0, a0, b0, weight)
            s1 = swv_u16_add_weighted(s1, a1, b1, weight)
            s2 = swv_u16_add_weighted(s2, a2, b2, weight)
            s3 = swv_u16_add_weighted(s3, a3, b3, weight)
        }
    }
}
