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

    public static func smoothRow16(_ row: Samples, count: Int, smoothing: DepthSmoothing, holes: Int) {
        guard count > 0 else { return }
        smooth(row, 1, count, smoothing, holes)
        smooth(row + (count &- 1), -1, count, smoothing, holes)
    }

    @inline(__always)
    private static func smooth(_ row: Samples, _ step: Int, _ count: Int, _ smoothing: DepthSmoothing, _ holes: Int) {
        let (alpha, rest, invalid) = (smoothing.alpha, 1 - smoothing.alpha, smoothing.invalid)
        let delta = Int32(smoothing.delta)
        var (last, run) = (row[0], 0)
        var place = row
        var i = 1
        while i < count {
            place += step
            i &+= 1
            let depth = place[0]
            if depth != invalid {
                run = 0
                let difference = Int32(depth) &- Int32(last)
                if last != invalid, difference <= delta, difference >= -delta {
                    let drawn = (Float(depth) * alpha + Float(last) * rest) + 0.5
                    last = UInt16(truncatingIfNeeded: Int32(swv_cut(Double(drawn))))
                    place[0] = last
                    continue
                }
            } else if last != invalid {
                run &+= 1
                if run < holes {
                    place[0] = last
                    continue
                }
            }
            last = depth
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
