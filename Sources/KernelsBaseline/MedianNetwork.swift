// SPDX-License-Identifier: MIT
internal import CVector
internal import PixelCore

/// Medians of 5 x 5 values: columns are sorted once for all squares that they are in, and a network takes the median of five of them.
extension Kernels {
    /// So many values at a time: what is kept of columns stays in the first-level cache.
    private static let medianRun = 1024

    @inline(__always)
    static func medianOfFives(_ to: Floats, _ from: UnsafePointer<ConstFloats>, _ count: Int, _ scratch: Floats) {
        @inline(__always)
        func sort(_ a: inout swv_f32, _ b: inout swv_f32) {
            (a, b) = (swv_f32_minimum(a, b), swv_f32_maximum(a, b))
        }
        let length = count &+ 4
        forVectors(length, by: swv_lanes32) { i, n in
            @inline(__always)
            func value(_ row: Int) -> swv_f32 { swv_f32_load(from[row] + (i &- 2), n) }
            let sorted = sortedFive(value, sort)
            swv_f32_store(scratch + i, sorted.0, n)
            swv_f32_store(scratch + (length &+ i), sorted.1, n)
            swv_f32_store(scratch + (2 &* length &+ i), sorted.2, n)
            swv_f32_store(scratch + (3 &* length &+ i), sorted.3, n)
            swv_f32_store(scratch + (4 &* length &+ i), sorted.4, n)
        }
        forVectors(count, by: swv_lanes32) { i, n in
            @inline(__always)
            func value(_ order: Int, _ column: Int) -> swv_f32 {
                swv_f32_load(scratch + (order &* length &+ column &+ i), n)
            }
            swv_f32_store(to + i, medianOfSorted(value, sort), n)
        }
    }

    @inline(__always)
    static func medianOfFives(
        _ to: Bytes, _ from: UnsafePointer<ConstBytes>, _ count: Int, _ step: Int, _ scratch: Bytes
    ) {
        @inline(__always)
        func sort(_ a: inout swv_u8, _ b: inout swv_u8) { (a, b) = (swv_u8_minimum(a, b), swv_u8_maximum(a, b)) }
        var start = 0
        while start < count {
            let (first, run) = (start, min(medianRun, count &- start))
            let length = run &+ 4 &* step
            forVectors(length, by: swv_lanes8) { i, n in
                @inline(__always)
                func value(_ row: Int) -> swv_u8 { swv_u8_load(from[row] + (first &+ i &- 2 &* step), n) }
                let sorted = sortedFive(value, sort)
                swv_u8_store(scratch + i, sorted.0, n)
                swv_u8_store(scratch + (length &+ i), sorted.1, n)
                swv_u8_store(scratch + (2 &* length &+ i), sorted.2, n)
                swv_u8_store(scratch + (3 &* length &+ i), sorted.3, n)
                swv_u8_store(scratch + (4 &* length &+ i), sorted.4, n)
            }
            forVectors(run, by: swv_lanes8) { i, n in
                @inline(__always)
                func value(_ order: Int, _ column: Int) -> swv_u8 {
                    swv_u8_load(scratch + (order &* length &+ column &* step &+ i), n)
                }
                swv_u8_store(to + (first &+ i), medianOfSorted(value, sort), n)
            }
            start &+= run
        }
    }

    /// Five values in order. `sort` brings the lesser of two to the first.
    @inline(__always)
    private static func sortedFive<V>(_ value: (Int) -> V, _ sort: (inout V, inout V) -> Void) -> (V, V, V, V, V) {
        var (a, b, c, d, e) = (value(0), value(1), value(2), value(3), value(4))
        sort(&a, &b)
        sort(&d, &e)
        sort(&c, &e)
        sort(&c, &d)
        sort(&a, &d)
        sort(&a, &c)
        sort(&b, &e)
        sort(&b, &d)
        sort(&b, &c)
        return (a, b, c, d, e)
    }

    /// The median of five sorted columns: `value` gives the least (0) to the greatest (4) of each.
    ///
    /// A random search over networks found it: 78 of its minima and maxima count, and the compiler leaves the others out. It is right
    /// for all 6^5 ways in which sorted columns hold zeros and ones, so for all values (Knuth, The Art of Computer Programming,
    /// volume 3, 5.3.4, theorem Z).
    @inline(__always)
    private static func medianOfSorted<V>(
        _ value: (_ order: Int, _ column: Int) -> V, _ sort: (inout V, inout V) -> Void
    ) -> V {
        var (a0, a1, a2, a3, a4) = (value(0, 0), value(0, 1), value(0, 2), value(0, 3), value(0, 4))
        var (b0, b1, b2, b3, b4) = (value(1, 0), value(1, 1), value(1, 2), value(1, 3), value(1, 4))
        var (c0, c1, c2, c3, c4) = (value(2, 0), value(2, 1), value(2, 2), value(2, 3), value(2, 4))
        var (d0, d1, d2, d3, d4) = (value(3, 0), value(3, 1), value(3, 2), value(3, 3), value(3, 4))
        var (e0, e1, e2, e3, e4) = (value(4, 0), value(4, 1), value(4, 2), value(4, 3), value(4, 4))
        sort(&e3, &e2)
        sort(&d3, &d4)
        sort(&b1, &b3)
        sort(&b2, &b4)
        sort(&b3, &b4)
        sort(&b4, &d2)
        sort(&e2, &d2)
        sort(&d1, &b4)
        sort(&b4, &d4)
        sort(&d3, &d1)
        sort(&d3, &a0)
        sort(&a0, &a3)
        sort(&d0, &b3)
        sort(&b4, &b3)
        sort(&b2, &d0)
        sort(&b1, &d0)
        sort(&d1, &b4)
        sort(&b4, &e2)
        sort(&d0, &d1)
        sort(&c1, &c4)
        sort(&c0, &c4)
        sort(&e3, &c4)
        sort(&a4, &a2)
        sort(&a2, &a1)
        sort(&a1, &a3)
        sort(&a0, &a1)
        sort(&a1, &d0)
        sort(&d0, &a4)
        sort(&a2, &b0)
        sort(&c2, &c3)
        sort(&c0, &c3)
        sort(&c2, &c1)
        sort(&b0, &c2)
        sort(&c1, &a3)
        sort(&c0, &c1)
        sort(&e3, &c1)
        sort(&d1, &c2)
        sort(&d1, &a4)
        sort(&c2, &b4)
        sort(&e1, &c3)
        sort(&a3, &e0)
        sort(&a3, &e1)
        sort(&a4, &a3)
        sort(&c1, &a3)
        sort(&e3, &a4)
        sort(&e1, &e4)
        sort(&e1, &c2)
        sort(&c2, &c1)
        sort(&c2, &e1)
        sort(&a4, &e1)
        sort(&a4, &c2)
        return c2
    }
}
