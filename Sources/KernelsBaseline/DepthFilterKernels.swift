// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

extension Kernels: DepthFilterKernels {
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
        let (low, high, none) = (swv_u16_splat(low), swv_u16_splat(high), swv_u16_splat(invalid))
        forVectors(count, by: swv_lanes16) { i, n in
            let depth = swv_u16_load(row + i, n)
            let isOutside = swv_u16_is_less(depth, low) | swv_u16_is_less(high, depth)
            swv_u16_store(row + i, swv_u16_blend(depth, none, isOutside), n)
        }
    }

    public static func smoothRows16(
        _ to: Samples, stride: Int, rows: Int, count: Int, smoothing: DepthSmoothing, holes: Int, scratch: Samples
    ) {
        let alpha = smoothing.alpha
        switch (isMean(alpha), holes > 1) {
        case (true, false):
            smoothRows(to, stride, rows, count, smoothing, 0, scratch) { swv_u16_mean($0, $1) }
        case (true, true):
            smoothRows(to, stride, rows, count, smoothing, holes, scratch) { swv_u16_mean($0, $1) }
        case (false, false):
            smoothRows(to, stride, rows, count, smoothing, 0, scratch) { swv_u16_draw($0, $1, alpha, 0.5) }
        case (false, true):
            smoothRows(to, stride, rows, count, smoothing, holes, scratch) { swv_u16_draw($0, $1, alpha, 0.5) }
        }
    }

    /// Whether what is drawn is the mean, rounded up, which is one instruction.
    @inline(__always)
    private static func isMean(_ alpha: Float) -> Bool { alpha == 0.5 }

    /// What goes along with rows that are smoothed side by side: as many as two vectors have lanes, since each depth waits for the one
    /// before.
    private struct Smoothed {
        /// The depths before.
        var last: (swv_u16, swv_u16)
        /// How many samples a hole has lasted, as far as it is filled; 0 where there is a depth.
        var run = (swv_u16(), swv_u16())

        init(_ column: Samples) {
            last = (swv_u16_load(column, swv_lanes16), swv_u16_load(column + swv_lanes16, swv_lanes16))
        }
    }

    /// So many columns at a time: what is made columns of stays in the first-level cache.
    private static let smoothedRun = 64

    @inline(__always)
    private static func smoothRows(
        _ to: Samples, _ stride: Int, _ rows: Int, _ count: Int, _ smoothing: DepthSmoothing, _ holes: Int,
        _ scratch: Samples, _ draw: (swv_u16, swv_u16) -> swv_u16
    ) {
        guard count > 0 else { return }
        let step = 2 &* swv_lanes16
        forVectors(rows, by: step) { row, n in
            let position = to + row &* stride
            var (x, state) = (0, Smoothed(scratch))
            while x < count {
                let (columns, run) = (scratch + x &* step, min(smoothedRun, count &- x))
                // Of lanes without a row nothing comes back.
                transpose(columns, step, position + x, stride, rows: n, columns: run)
                if x == 0 { state = Smoothed(columns) }
                smooth(columns, step, run, &state, smoothing, holes, draw)
                x &+= run
            }
            state = Smoothed(scratch + (count &- 1) &* step)
            while x > 0 {
                let run = min(smoothedRun, x)
                smooth(scratch + (x &- 1) &* step, -step, run, &state, smoothing, holes, draw)
                x &-= run
                transpose(position + x, stride, scratch + x &* step, step, rows: run, columns: n)
            }
        }
    }

    /// Makes columns of rows; strides are in samples.
    @inline(never)
    private static func transpose(
        _ to: Samples, _ toStride: Int, _ from: ConstSamples, _ fromStride: Int, rows: Int, columns: Int
    ) {
        transposeBlock(
            UnsafeMutableRawPointer(to).assumingMemoryBound(to: UInt8.self), stride: 2 &* toStride,
            UnsafeRawPointer(from).assumingMemoryBound(to: UInt8.self), stride: 2 &* fromStride, rows: rows,
            columns: columns, size: 2)
    }

    /// Goes over columns of two vectors each, `step` samples apart. The first of a row, which is drawn to itself, stays.
    @inline(__always)
    private static func smooth(
        _ columns: Samples, _ step: Int, _ count: Int, _ state: inout Smoothed, _ smoothing: DepthSmoothing,
        _ holes: Int, _ draw: (swv_u16, swv_u16) -> swv_u16
    ) {
        let (delta, invalid) = (swv_u16_splat(smoothing.delta), swv_u16_splat(smoothing.invalid))
        let limit = swv_u16_splat(UInt16(truncatingIfNeeded: holes))
        @inline(__always)
        func next(_ position: Samples, _ last: inout swv_u16, _ run: inout swv_u16) {
            let depth = swv_u16_load(position, swv_lanes16)
            let (isMissing, wasMissing) = (swv_u16_is_equal(depth, invalid), swv_u16_is_equal(last, invalid))
            let isFar = swv_u16_is_less(delta, swv_u16_distance(depth, last))
            let isAlike = swv_u16_not(isMissing | wasMissing | isFar)
            var kept = depth
            if holes > 0 {
                let wasThere = swv_u16_not(wasMissing)
                run = (run &- wasThere) & isMissing
                kept = swv_u16_blend(depth, last, (isMissing & wasThere) & swv_u16_is_less(run, limit))
            }
            last = swv_u16_blend(kept, draw(depth, last), isAlike)
            swv_u16_store(position, last, swv_lanes16)
        }
        var (last, run) = (state.last, state.run)
        var (position, i) = (columns, 0)
        while i < count {
            next(position, &last.0, &run.0)
            next(position + swv_lanes16, &last.1, &run.1)
            position += step
            i &+= 1
        }
        (state.last, state.run) = (last, run)
    }

    public static func smoothColumns16(
        _ first: Samples, stride: Int, rows: Int, count: Int, smoothing: DepthSmoothing
    ) {
        let alpha = smoothing.alpha
        if isMean(alpha) {
            smoothColumns(first, stride, rows, count, smoothing) { swv_u16_mean($0, $1) }
        } else {
            smoothColumns(first, stride, rows, count, smoothing) { swv_u16_draw($0, $1, alpha, 0.5) }
        }
    }

    @inline(__always)
    private static func smoothColumns(
        _ first: Samples, _ stride: Int, _ rows: Int, _ count: Int, _ smoothing: DepthSmoothing,
        _ draw: (swv_u16, swv_u16) -> swv_u16
    ) {
        let (delta, invalid) = (swv_u16_splat(smoothing.delta), swv_u16_splat(smoothing.invalid))
        @inline(__always)
        func next(_ position: Samples, _ last: inout swv_u16, _ n: Int) {
            let depth = swv_u16_load(position, n)
            let isMissing = swv_u16_is_equal(depth, invalid) | swv_u16_is_equal(last, invalid)
            let isAlike = swv_u16_not(isMissing) & swv_u16_is_less(swv_u16_distance(depth, last), delta)
            last = swv_u16_blend(depth, draw(depth, last), isAlike)
            swv_u16_store(position, last, n)
        }
        // Four vectors side by side, since each depth waits for the one before.
        let lanes = swv_lanes16
        var start = 0
        while start &+ 4 &* lanes <= count {
            var position = first + start
            var (last0, last1) = (swv_u16_load(position, lanes), swv_u16_load(position + lanes, lanes))
            var (last2, last3) = (
                swv_u16_load(position + 2 &* lanes, lanes), swv_u16_load(position + 3 &* lanes, lanes)
            )
            var y = 1
            while y < rows {
                position += stride
                y &+= 1
                next(position, &last0, lanes)
                next(position + lanes, &last1, lanes)
                next(position + 2 &* lanes, &last2, lanes)
                next(position + 3 &* lanes, &last3, lanes)
            }
            start &+= 4 &* lanes
        }
        // What is left, of less than that.
        forVectors(count &- start, by: 2 &* lanes) { i, n in
            var position = first + start + i
            let (n0, n1) = n > swv_lanes16 ? (swv_lanes16, n &- swv_lanes16) : (n, 0)
            var last0 = swv_u16_load(position, n0)
            var last1 = n1 > 0 ? swv_u16_load(position + swv_lanes16, n1) : last0
            var y = 1
            while y < rows {
                position += stride
                y &+= 1
                next(position, &last0, n0)
                if n1 > 0 { next(position + swv_lanes16, &last1, n1) }
            }
        }
    }

    public static func steadyRow16(
        _ row: Samples, last: Samples, history: Bytes, count: Int, smoothing: DepthSmoothing,
        persistence: DepthPersistence
    ) {
        let alpha = smoothing.alpha
        let (delta, invalid) = (swv_u16_splat(smoothing.delta), swv_u16_splat(smoothing.invalid))
        let (bit, otherBits) = (swv_u16_splat(UInt16(persistence.bit)), swv_u16_splat(UInt16(~persistence.bit)))
        let (mask, minimum) = (swv_u16_splat(UInt16(persistence.mask)), swv_u16_splat(UInt16(persistence.minimum)))
        forVectors(count, by: swv_lanes16) { i, n in
            let (depth, before) = (swv_u16_load(row + i, n), swv_u16_load(last + i, n))
            let seen = swv_u16_widen(swv_u8h_load(history + i, n))
            let (isMissing, wasMissing) = (swv_u16_is_equal(depth, invalid), swv_u16_is_equal(before, invalid))
            let wasThere = swv_u16_not(wasMissing)
            let isAlike = wasThere & swv_u16_is_less(swv_u16_distance(depth, before), delta)
            let own = swv_u16_blend(depth, swv_u16_draw(depth, before, alpha, 0), isAlike)
            let isRare = swv_u16_is_less(bitCount(seen & mask), minimum)
            let taken = swv_u16_blend(before, invalid, wasMissing | isRare)
            swv_u16_store(row + i, swv_u16_blend(own, taken, isMissing), n)
            swv_u16_store(last + i, swv_u16_blend(own, before, isMissing), n)
            let went = (seen & isAlike) | bit
            let bits = swv_u16_blend(went, seen & otherBits, isMissing)
            swv_u8h_store(history + i, swv_u16_narrow(bits), n)
        }
    }

    /// The bits that are set in the low bytes.
    @inline(__always)
    private static func bitCount(_ v: swv_u16) -> swv_u16 {
        func sum(_ v: swv_u16, _ bits: UInt16, _ mask: UInt16) -> swv_u16 {
            let mask = swv_u16_splat(mask)
            return (v & mask) &+ (swv_u16_shift_right(v, bits) & mask)
        }
        return sum(sum(sum(v, 1, 0x55), 2, 0x33), 4, 0x0f)
    }

    /// Calls `fill` for invalid depths from the second on, in order. Most vectors have none: they are passed over.
    @inline(__always)
    private static func forHoles(_ row: Samples, _ count: Int, _ invalid: UInt16, _ fill: (Int) -> Void) {
        let none = swv_u16_splat(invalid)
        var i = 1
        while i < count {
            let isWhole = i &+ swv_lanes16 <= count
            let end = isWhole ? i &+ swv_lanes16 : count
            if isWhole, swv_u16_greatest(swv_u16_is_equal(swv_u16_load(row + i, swv_lanes16), none)) == 0 {
                i = end
                continue
            }
            while i < end {
                if row[i] == invalid { fill(i) }
                i &+= 1
            }
        }
    }

    public static func fillRow16(_ row: Samples, count: Int, invalid: UInt16) {
        forHoles(row, count, invalid) { i in row[i] = row[i &- 1] }
    }

    public static func fillRow16(
        _ row: Samples, above: ConstSamples, below: ConstSamples, count: Int, farthest: Bool, invalid: UInt16
    ) {
        forHoles(row, count, invalid) { i in
            var found = invalid
            // Written out, since a list of neighbours would be an array.
            found = better(found, above[i], farthest, invalid)
            found = better(found, above[i &- 1], farthest, invalid)
            found = better(found, row[i &- 1], farthest, invalid)
            found = better(found, below[i &- 1], farthest, invalid)
            found = better(found, below[i], farthest, invalid)
            row[i] = found
        }
    }

    @inline(__always)
    private static func better(_ a: UInt16, _ b: UInt16, _ farthest: Bool, _ invalid: UInt16) -> UInt16 {
        if b == invalid { return a }
        if a == invalid { return b }
        return (b > a) == farthest ? b : a
    }
}
