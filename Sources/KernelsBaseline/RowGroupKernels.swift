// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

/// A column of a group. Groups start on 64 bytes.
private typealias WholeColumn = SIMD16<Float>

@inline(__always)
private func columns(_ group: Floats) -> UnsafeMutablePointer<WholeColumn> {
    UnsafeMutableRawPointer(group).assumingMemoryBound(to: WholeColumn.self)
}

@inline(__always)
private func columns(_ group: ConstFloats) -> UnsafePointer<WholeColumn> {
    UnsafeRawPointer(group).assumingMemoryBound(to: WholeColumn.self)
}

/// How many neighbours a sum has. A type for each number, so that loops have no tests.
private protocol TapCount {
    static var count: Int { get }
}

private enum TwoTaps: TapCount {
    @inline(__always) static var count: Int { 2 }
}

private enum ThreeTaps: TapCount {
    @inline(__always) static var count: Int { 3 }
}

private enum FourTaps: TapCount {
    @inline(__always) static var count: Int { 4 }
}

extension Kernels: RowGroupKernels {
    public static func rowsToGroup(_ group: Floats, _ rows: ConstFloats, stride: Int, count: Int) {
        var x = 0
        while x &+ 4 <= count {
            var r = 0
            while r < 16 {
                swv_rows_to_columns(group + (16 &* x &+ r), rows + (r &* stride &+ x), stride)
                r &+= swv_lanes32
            }
            x &+= 4
        }
        while x < count {
            var r = 0
            while r < 16 {
                group[16 &* x &+ r] = rows[r &* stride &+ x]
                r &+= 1
            }
            x &+= 1
        }
    }

    public static func groupToRows(_ rows: Floats, _ group: ConstFloats, stride: Int, count: Int) {
        var x = 0
        while x &+ 4 <= count {
            var r = 0
            while r < 16 {
                swv_columns_to_rows(rows + (r &* stride &+ x), stride, group + (16 &* x &+ r))
                r &+= swv_lanes32
            }
            x &+= 4
        }
        while x < count {
            var r = 0
            while r < 16 {
                rows[r &* stride &+ x] = group[16 &* x &+ r]
                r &+= 1
            }
            x &+= 1
        }
    }

    public static func boxGroup(_ to: Floats, _ from: ConstFloats, count: Int, before: Float) {
        let (v, s) = (columns(to), columns(from))
        var a = WholeColumn(repeating: before)
        var b = s[0]
        var c = s[count > 1 ? 1 : 0]
        var x = 0
        while x < count {
            let d = s[x &+ 2 < count ? x &+ 2 : count &- 1]
            v[x] = ((a + b) + (c + d)) * 0.25
            (a, b, c) = (b, c, d)
            x &+= 1
        }
    }

    public static func combGroup(
        _ to: Floats, _ from: ConstFloats, count: Int, weights w: (Float, Float, Float), above: Floats
    ) {
        var x = 0
        while x < count {
            let (out, row) = (to + 16 &* x, from + 16 &* x)
            var first = above[x]
            above[x] = row[15]
            var r = 0
            while r < 16 {
                let v = swv_f32_load(row + r, swv_lanes32)
                let after = r &+ swv_lanes32 < 16 ? row[r &+ swv_lanes32] : 0
                let sum = swv_f32_follow(first, v) * w.0 + (v * w.1 + swv_f32_lead(v, after) * w.2)
                swv_f32_store(out + r, sum, swv_lanes32)
                first = row[r &+ swv_lanes32 &- 1]
                r &+= swv_lanes32
            }
            x &+= 1
        }
    }

    public static func rotateGroup(_ i: Floats, _ q: Floats, count: Int, cosines: ConstFloats, sines: ConstFloats) {
        let (i, q, c, s) = (columns(i), columns(q), columns(cosines)[0], columns(sines)[0])
        var x = 0
        while x < count {
            let (a, b) = (i[x], q[x])
            i[x] = a * c - b * s
            q[x] = a * s + b * c
            x &+= 1
        }
    }

    public static func shiftGroup(_ to: Floats, _ from: ConstFloats, count: Int, shifts: ConstFloats, extends: Bool) {
        // Small shifts, as waves have them, are one sum of neighbours with weights, which are 0 for all but two of them.
        var (least, greatest) = (Int(swv_floor(shifts[0])), Int(swv_floor(shifts[0])))
        var r = 1
        while r < 16 {
            let k = Int(swv_floor(shifts[r]))
            if k < least { least = k }
            if k > greatest { greatest = k }
            r &+= 1
        }
        if greatest &- least <= 2, least >= -8, greatest <= 8 {
            shiftNear(to, from, count, shifts, extends, least, greatest)
            return
        }
        let (v, u) = (columns(to), columns(from))
        var x = 0
        while x < count {
            v[x] = u[x]
            x &+= 1
        }
        r = 0
        while r < 16 {
            if shifts[r] != 0 { shiftRow(to + r, from + r, count, shifts[r], extends) }
            r &+= 1
        }
    }

    private static func shiftRow(
        _ to: Floats, _ from: ConstFloats, _ count: Int, _ shift: Float, _ extends: Bool
    ) {
        let whole = Int(swv_floor(shift))
        let f = shift - Float(whole)
        let edge = !extends ? 0 : shift >= 0 ? from[0] : from[16 &* (count &- 1)]
        let outside = (1 - f) * edge + f * edge
        var x = 0
        // Columns before those with a neighbour in the row.
        while x < whole, x < count {
            to[16 &* x] = outside
            x &+= 1
        }
        var far = x > whole && x &- whole <= count ? from[16 &* (x &- whole &- 1)] : edge
        while x < count, x &- whole < count {
            let near = from[16 &* (x &- whole)]
            to[16 &* x] = (1 - f) * near + f * far
            far = near
            x &+= 1
        }
        if x < count {
            to[16 &* x] = (1 - f) * edge + f * far
            x &+= 1
        }
        while x < count {
            to[16 &* x] = outside
            x &+= 1
        }
    }

    @inline(__always)
    private static func shiftNear(
        _ to: Floats, _ from: ConstFloats, _ count: Int, _ shifts: ConstFloats, _ extends: Bool, _ least: Int,
        _ greatest: Int
    ) {
        var r = 0
        while r < 16 {
            let shift = Column(at: shifts + r)
            switch greatest &- least {
            case 0: shiftNear(to + r, from + r, count, shift, least, extends, TwoTaps.self)
            case 1: shiftNear(to + r, from + r, count, shift, least, extends, ThreeTaps.self)
            default: shiftNear(to + r, from + r, count, shift, least, extends, FourTaps.self)
            }
            r &+= Column.rows
        }
    }

    @inline(__always)
    private static func shiftNear<Taps: TapCount>(
        _ to: Floats, _ from: ConstFloats, _ count: Int, _ shift: Column, _ least: Int, _ extends: Bool, _: Taps.Type
    ) {
        // Of in_(x - least), in_(x - least - 1), ...
        let first = Float(least)
        let (w0, w1) = (shiftWeight(shift, first), shiftWeight(shift, first + 1))
        let (w2, w3) = (shiftWeight(shift, first + 2), shiftWeight(shift, first + 3))
        // The columns that all rows take from within the row.
        let start = least &+ Taps.count &- 1
        let end = least > 0 ? count : count &+ least
        var x = 0
        while x < count {
            guard x >= start, x < end else {
                let near = x &- least
                var sum = column(near, from, count, extends) * w0 + column(near &- 1, from, count, extends) * w1
                if Taps.count > 2 { sum = sum + column(near &- 2, from, count, extends) * w2 }
                if Taps.count > 3 { sum = sum + column(near &- 3, from, count, extends) * w3 }
                sum.store(to: to + 16 &* x)
                x &+= 1
                continue
            }
            repeat {
                let source = from + 16 &* (x &- least)
                var sum = Column(at: source) * w0 + Column(at: source - 16) * w1
                if Taps.count > 2 { sum = sum + Column(at: source - 32) * w2 }
                if Taps.count > 3 { sum = sum + Column(at: source - 48) * w3 }
                sum.store(to: to + 16 &* x)
                x &+= 1
            } while x < end
        }
    }

    /// A column, or what rows have beside them. Those that move to the right need what is before them, the others what is after them.
    @inline(__always)
    private static func column(_ x: Int, _ from: ConstFloats, _ count: Int, _ extends: Bool) -> Column {
        if x >= 0, x < count { return Column(at: from + 16 &* x) }
        return extends ? Column(at: from + 16 &* (x < 0 ? 0 : count &- 1)) : .zero
    }

    /// What the value `columns` before contributes to a shift: 1 - f where that is floor(shift), f where it is one more, else 0.
    @inline(__always)
    private static func shiftWeight(_ shift: Column, _ columns: Float) -> Column {
        // Without a floor of vectors: f is shift - k for the whole k with 0 <= f < 1. Just below 0 it rounds to 1.
        let (zero, one) = (Column.zero, Column(1))
        let near = shift - Column(columns)
        let far = shift - Column(columns - 1)
        let ofNear = Column.less(near, one, Column.less(near, zero, zero, one - near), zero)
        return Column.less(far, zero, ofNear, Column.less(one, far, ofNear, far))
    }

    public static func gradientGroup(
        _ to: Floats, cells: Int, first: UnsafePointer<UInt32>, seeds: UnsafePointer<UInt32>, gains: ConstFloats
    ) {
        var r = 0
        while r < 16 {
            let (cell, seed, gain) = (
                swv_u32_load(first + r, swv_lanes32), swv_u32_load(seeds + r, swv_lanes32),
                swv_f32_load(gains + r, swv_lanes32)
            )
            var k = 0
            while k < cells {
                let g = gradient(cell &+ swv_u32_splat(UInt32(truncatingIfNeeded: k)), seed, gain)
                swv_f32_store(to + (16 &* k &+ r), g, swv_lanes32)
                k &+= 1
            }
            r &+= swv_lanes32
        }
    }

    /// -8...8 without 0, by a hash of a lattice cell, times `gain`.
    @inline(__always)
    private static func gradient(_ cell: swv_u32, _ seed: swv_u32, _ gain: swv_f32) -> swv_f32 {
        let factor = swv_u32_splat(2_654_435_769)
        var v = ((cell ^ seed) ^ swv_u32_splat(2_747_636_419)) &* factor
        v = (v ^ swv_u32_shift_right(v, 16)) &* factor
        v = (v ^ swv_u32_shift_right(v, 16)) &* factor
        return gain * swv_f32_gradient(v)
    }

    public static func noiseWeights(_ to: Floats, starts: ConstFloats, period: Int) {
        var r = 0
        while r < 16 {
            let start = swv_f32_load(starts + r, swv_lanes32)
            var p = 0
            while p < period {
                let part = Float(p) / Float(period)
                let position = to + (48 &* p &+ r)
                let (zero, one) = (swv_f32_splat(0), swv_f32_splat(1))
                let s = swv_f32_splat(part) + start
                let d = swv_f32_less(s, one, s, s - one)
                let (near, far) = (corner(d, one), corner(d - one, one))
                swv_f32_store(position, swv_f32_less(s, one, near, zero), swv_lanes32)
                swv_f32_store(position + 16, swv_f32_less(s, one, far, near), swv_lanes32)
                swv_f32_store(position + 32, swv_f32_less(s, one, zero, far), swv_lanes32)
                p &+= 1
            }
            r &+= swv_lanes32
        }
    }

    /// What a gradient at a distance of -1...1 counts for.
    @inline(__always)
    private static func corner(_ d: swv_f32, _ gradient: swv_f32) -> swv_f32 {
        let t = swv_f32_splat(1) - d * d
        let square = t * t
        return (square * square) * (gradient * d)
    }

    public static func noiseGroup(_ group: Floats, count: Int, noise: RowNoise) {
        var r = 0
        while r < 16 {
            let starts = swv_f32_load(noise.starts + r, swv_lanes32)
            let gradients = noise.gradients + r
            let rows = group + r
            let frequency = noise.frequency
            var x = 0
            while x < count {
                let position = Double(x) * frequency
                let whole = swv_cut(position)
                let g = gradients + 16 &* whole
                let one = swv_f32_splat(1)
                let s = swv_f32_splat(Float(position - Double(whole))) + starts
                let (g0, g2) = (swv_f32_load(g, swv_lanes32), swv_f32_load(g + 32, swv_lanes32))
                let g1 = swv_f32_load(g + 16, swv_lanes32)
                let d = swv_f32_less(s, one, s, s - one)
                let near = corner(d, swv_f32_less(s, one, g0, g1))
                let far = corner(d - one, swv_f32_less(s, one, g1, g2))
                let v = swv_f32_load(rows + 16 &* x, swv_lanes32)
                swv_f32_store(rows + 16 &* x, v + (near + far), swv_lanes32)
                x &+= 1
            }
            r &+= swv_lanes32
        }
    }

    // Not into its witness: see check-kernels.sh, 7.
    @inline(never)
    public static func scaleGroupRows(
        _ to: Floats, _ from: ConstFloats, count: Int, factors: ConstFloats
    ) {
        let (v, u, f) = (columns(to), columns(from), columns(factors)[0])
        var x = 0
        while x < count {
            v[x] = u[x] * f
            x &+= 1
        }
    }
}
