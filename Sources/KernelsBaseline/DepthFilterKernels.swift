internal import CVector
public import PixelCore

extension Kernels {
    public static func decimateRow16(
        _ to: Samples, _ from: ConstSamples, stride: Int, rows: Int, width: Int, factor: Int, count: Int,
        invalid: UInt16
    ) {
        var k = 0
        while k < count {
            let first = k &* factor
            let columns = first &+ factor <= width ? factor : width &- first
            to[k] =
                factor <= 3
                ? median(from + first, stride, rows, columns, invalid)
                : mean(from + first, stride, rows, columns, invalid)
            k &+= 1
        }
    }

    /// The middle, or the lower of the two, of at most nine depths. The n-th has n that come before it.
    @inline(__always)
    private static func median(
        _ block: ConstSamples, _ stride: Int, _ rows: Int, _ columns: Int, _ invalid: UInt16
    ) -> UInt16 {
        var (valid, y) = (0, 0)
        while y < rows {
            var x = 0
            while x < columns {
                if block[y &* stride &+ x] != invalid { valid &+= 1 }
                x &+= 1
            }
            y &+= 1
        }
        let wanted = (valid &- 1) >> 1
        y = 0
        while y < rows {
            var x = 0
            while x < columns {
                let depth = block[y &* stride &+ x]
                x &+= 1
                guard depth != invalid else { continue }
                let (less, same) = rank(depth, block, stride, rows, columns, invalid)
                if less <= wanted, wanted < less &+ same { return depth }
            }
            y &+= 1
        }
        return invalid
    }

    /// How many depths of a block are less, and how many are the same.
    @inline(__always)
    private static func rank(
        _ depth: UInt16, _ block: ConstSamples, _ stride: Int, _ rows: Int, _ columns: Int, _ invalid: UInt16
    ) -> (less: Int, same: Int) {
        var (less, same, y) = (0, 0, 0)
        while y < rows {
            var x = 0
            while x < columns {
                let other = block[y &* stride &+ x]
                if other != invalid {
                    if other < depth { less &+= 1 }
                    if other == depth { same &+= 1 }
                }
                x &+= 1
            }
            y &+= 1
        }
        return (less, same)
    }

    @inline(__always)
    private static func mean(
        _ block: ConstSamples, _ stride: Int, _ rows: Int, _ columns: Int, _ invalid: UInt16
    ) -> UInt16 {
        var (sum, valid): (UInt32, UInt32) = (0, 0)
        var y = 0
        while y < rows {
            var x = 0
            while x < columns {
                let depth = block[y &* stride &+ x]
                if depth != invalid {
                    sum &+= UInt32(depth)
                    valid &+= 1
                }
                x &+= 1
            }
            y &+= 1
        }
        return valid == 0 ? invalid : UInt16(truncatingIfNeeded: sum / valid)
    }

    public static func thresholdRow16(_ row: Samples, count: Int, low: UInt16, high: UInt16, invalid: UInt16) {
        sweep(count, by: swv_lanes16) { i, n in
            swv_u16_store(row + i, swv_u16_threshold(swv_u16_load(row + i, n), low, high, invalid), n)
        }
    }

    // As many rows as a vector has lanes go side by side, since each depth waits for the one before.
    public static func smoothRows16(
        _ to: Samples, stride: Int, rows: Int, count: Int, smoothing: DepthSmoothing, holes: Int, scratch: Samples
    ) {
        guard count > 0 else { return }
        sweep(rows, by: swv_lanes16) { first, n in
            let place = to + first &* stride
            var x = 0
            while x < count {
                let column = scratch + x &* swv_lanes16
                var y = 0
                while y < n {
                    column[y] = place[y &* stride &+ x]
                    y &+= 1
                }
                // Lanes without a row; nobody looks at them.
                while y < swv_lanes16 {
                    column[y] = smoothing.invalid
                    y &+= 1
                }
                x &+= 1
            }
            smooth(scratch, swv_lanes16, count, smoothing, holes)
            smooth(scratch + (count &- 1) &* swv_lanes16, -swv_lanes16, count, smoothing, holes)
            x = 0
            while x < count {
                let column = scratch + x &* swv_lanes16
                var y = 0
                while y < n {
                    place[y &* stride &+ x] = column[y]
                    y &+= 1
                }
                x &+= 1
            }
        }
    }

    /// Goes over columns of a vector each, `step` samples apart.
    @inline(__always)
    private static func smooth(
        _ columns: Samples, _ step: Int, _ count: Int, _ smoothing: DepthSmoothing, _ holes: Int
    ) {
        let (alpha, delta, invalid) = (smoothing.alpha, smoothing.delta, smoothing.invalid)
        let limit = UInt16(truncatingIfNeeded: holes)
        var place = columns
        var last = swv_u16_load(place, swv_lanes16)
        var run = swv_u16(repeating: 0)
        var i = 1
        while i < count {
            place += step
            i &+= 1
            let depth = swv_u16_load(place, swv_lanes16)
            run = swv_u16_hole_run(depth, last, run, invalid)
            last = swv_u16_smooth_or_fill(depth, last, run, alpha, delta, limit, invalid)
            swv_u16_store(place, last, swv_lanes16)
        }
    }

    public static func smoothColumns16(
        _ row: Samples, _ previous: ConstSamples, count: Int, smoothing: DepthSmoothing
    ) {
        let (alpha, delta, invalid) = (smoothing.alpha, smoothing.delta, smoothing.invalid)
        sweep(count, by: swv_lanes16) { i, n in
            let (depth, last) = (swv_u16_load(row + i, n), swv_u16_load(previous + i, n))
            swv_u16_store(row + i, swv_u16_smooth(depth, last, alpha, delta, invalid), n)
        }
    }

    public static func steadyRow16(
        _ row: Samples, last: Samples, history: Bytes, count: Int, smoothing: DepthSmoothing,
        persistence: DepthPersistence
    ) {
        let (alpha, delta, invalid) = (smoothing.alpha, smoothing.delta, smoothing.invalid)
        let (bit, mask, minimum) = (persistence.bit, persistence.mask, persistence.minimum)
        sweep(count, by: swv_lanes16) { i, n in
            swv_u16_steady(row + i, last + i, history + i, n, alpha, delta, invalid, bit, mask, minimum)
        }
    }

    public static func fillRow16(_ row: Samples, count: Int, invalid: UInt16) {
        var i = 1
        while i < count {
            if row[i] == invalid { row[i] = row[i &- 1] }
            i &+= 1
        }
    }

    public static func fillRow16(
        _ row: Samples, above: ConstSamples, below: ConstSamples, count: Int, farthest: Bool, invalid: UInt16
    ) {
        var i = 1
        while i < count {
            if row[i] == invalid {
                var found = invalid
                // Written out, since a list of neighbours would be an array.
                found = better(found, above[i], farthest, invalid)
                found = better(found, above[i &- 1], farthest, invalid)
                found = better(found, row[i &- 1], farthest, invalid)
                found = better(found, below[i &- 1], farthest, invalid)
                found = better(found, below[i], farthest, invalid)
                row[i] = found
            }
            i &+= 1
        }
    }

    @inline(__always)
    private static func better(_ a: UInt16, _ b: UInt16, _ farthest: Bool, _ invalid: UInt16) -> UInt16 {
        if b == invalid { return a }
        if a == invalid { return b }
        return (b > a) == farthest ? b : a
    }
}
