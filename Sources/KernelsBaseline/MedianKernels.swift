// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

extension Kernels: MedianKernels {
    public static func medianRow(
        _ to: Floats, _ from: UnsafePointer<ConstFloats>, count: Int, reach: Int, scratch: Floats
    ) {
        if reach == 2 { return medianOfFives(to, from, count, scratch) }
        guard reach == 1 else { return forgetfulMedian(to, from, count, reach, scratch) }
        let (low, middle, high) = (scratch, scratch + (count &+ 2), scratch + 2 &* (count &+ 2))
        // Columns are sorted once for all squares that they are in.
        forVectors(count &+ 2, by: swv_lanes32) { i, n in
            let (a, b) = (swv_f32_load(from[0] + (i &- 1), n), swv_f32_load(from[1] + (i &- 1), n))
            let c = swv_f32_load(from[2] + (i &- 1), n)
            let (least, most) = (swv_f32_minimum(a, b), swv_f32_maximum(a, b))
            let rest = swv_f32_minimum(most, c)
            swv_f32_store(low + i, swv_f32_minimum(least, rest), n)
            swv_f32_store(middle + i, swv_f32_maximum(least, rest), n)
            swv_f32_store(high + i, swv_f32_maximum(most, c), n)
        }
        forVectors(count, by: swv_lanes32) { i, n in
            let lows = swv_f32_maximum(
                swv_f32_maximum(swv_f32_load(low + i, n), swv_f32_load(low + (i &+ 1), n)),
                swv_f32_load(low + (i &+ 2), n))
            let highs = swv_f32_minimum(
                swv_f32_minimum(swv_f32_load(high + i, n), swv_f32_load(high + (i &+ 1), n)),
                swv_f32_load(high + (i &+ 2), n))
            let middles = median(
                swv_f32_load(middle + i, n), swv_f32_load(middle + (i &+ 1), n), swv_f32_load(middle + (i &+ 2), n))
            swv_f32_store(to + i, median(lows, middles, highs), n)
        }
    }

    @inline(__always)
    private static func median(_ a: swv_f32, _ b: swv_f32, _ c: swv_f32) -> swv_f32 {
        swv_f32_maximum(swv_f32_minimum(a, b), swv_f32_minimum(swv_f32_maximum(a, b), c))
    }

    /// Of half of the values and two, neither the least nor the greatest is the median; both go, and another value comes, until all
    /// have.
    @inline(__always)
    private static func forgetfulMedian(
        _ to: Floats, _ from: UnsafePointer<ConstFloats>, _ count: Int, _ reach: Int, _ scratch: Floats
    ) {
        let (side, lanes) = (2 &* reach &+ 1, swv_lanes32)
        forVectors(count, by: lanes) { start, n in
            var (row, column) = (0, 0)
            @inline(__always)
            func next() -> swv_f32 {
                let v = swv_f32_load(from[row] + (start &+ column &- reach), n)
                column &+= 1
                if column == side { (row, column) = (row &+ 1, 0) }
                return v
            }
            var kept = side &* side / 2 &+ 2
            var i = 0
            while i < kept {
                swv_f32_store(scratch + i &* lanes, next(), lanes)
                i &+= 1
            }
            while true {
                exclude(scratch, kept)
                guard kept > 3 else { break }
                swv_f32_store(scratch, next(), lanes)
                kept &-= 1
            }
            swv_f32_store(to + start, swv_f32_load(scratch + lanes, lanes), n)
        }
    }

    /// Brings the least of some vectors to the first place, and the greatest to the last.
    @inline(__always)
    private static func exclude(_ vectors: Floats, _ count: Int) {
        let (lanes, half) = (swv_lanes32, count / 2)
        @inline(__always)
        func sort(_ i: Int, _ j: Int) {
            let (a, b) = (swv_f32_load(vectors + i &* lanes, lanes), swv_f32_load(vectors + j &* lanes, lanes))
            swv_f32_store(vectors + i &* lanes, swv_f32_minimum(a, b), lanes)
            swv_f32_store(vectors + j &* lanes, swv_f32_maximum(a, b), lanes)
        }
        var i = 0
        while i < half {
            sort(i, count &- 1 &- i)
            i &+= 1
        }
        i = 1
        while i < count &- half {
            sort(0, i)
            i &+= 1
        }
        i = half
        while i < count &- 1 {
            sort(i, count &- 1)
            i &+= 1
        }
    }

    public static func medianRow8(
        _ to: Bytes, _ from: UnsafePointer<ConstBytes>, count: Int, reach: Int, step: Int, scratch: Bytes
    ) {
        if reach == 2 { return medianOfFives(to, from, count, step, scratch) }
        guard reach == 1 else { return countedMedian(to, from, count, reach, step) }
        let length = count &+ 2 &* step
        let (low, middle, high) = (scratch, scratch + length, scratch + 2 &* length)
        forVectors(length, by: swv_lanes8) { i, n in
            let (a, b) = (swv_u8_load(from[0] + (i &- step), n), swv_u8_load(from[1] + (i &- step), n))
            let c = swv_u8_load(from[2] + (i &- step), n)
            let (least, most) = (swv_u8_minimum(a, b), swv_u8_maximum(a, b))
            let rest = swv_u8_minimum(most, c)
            swv_u8_store(low + i, swv_u8_minimum(least, rest), n)
            swv_u8_store(middle + i, swv_u8_maximum(least, rest), n)
            swv_u8_store(high + i, swv_u8_maximum(most, c), n)
        }
        forVectors(count, by: swv_lanes8) { i, n in
            let (j, k) = (i &+ step, i &+ 2 &* step)
            let lows = swv_u8_maximum(
                swv_u8_maximum(swv_u8_load(low + i, n), swv_u8_load(low + j, n)), swv_u8_load(low + k, n))
            let highs = swv_u8_minimum(
                swv_u8_minimum(swv_u8_load(high + i, n), swv_u8_load(high + j, n)), swv_u8_load(high + k, n))
            let middles = median(
                swv_u8_load(middle + i, n), swv_u8_load(middle + j, n), swv_u8_load(middle + k, n))
            swv_u8_store(to + i, median(lows, middles, highs), n)
        }
    }

    @inline(__always)
    private static func median(_ a: swv_u8, _ b: swv_u8, _ c: swv_u8) -> swv_u8 {
        swv_u8_maximum(swv_u8_minimum(a, b), swv_u8_minimum(swv_u8_maximum(a, b), c))
    }

    /// The greatest code that more than half of the values reach, bit by bit from the highest.
    @inline(__always)
    private static func countedMedian(
        _ to: Bytes, _ from: UnsafePointer<ConstBytes>, _ count: Int, _ reach: Int, _ step: Int
    ) {
        let side = 2 &* reach &+ 1
        let half = swv_u8_splat(UInt8(truncatingIfNeeded: side &* side / 2))
        forVectors(count, by: swv_lanes8) { i, n in
            var found = swv_u8_splat(0)
            var bit: UInt8 = 128
            while bit > 0 {
                let candidate = found | swv_u8_splat(bit)
                var reached = swv_u8_splat(0)
                var row = 0
                while row < side {
                    let values = from[row] + (i &- reach &* step)
                    var column = 0
                    while column < side {
                        reached = swv_u8_count_reached(reached, swv_u8_load(values + column &* step, n), candidate)
                        column &+= 1
                    }
                    row &+= 1
                }
                found = swv_u8_less(half, reached, candidate, found)
                bit >>= 1
            }
            swv_u8_store(to + i, found, n)
        }
    }
}
