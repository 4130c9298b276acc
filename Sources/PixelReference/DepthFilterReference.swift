// SPDX-License-Identifier: MIT
public import KernelTypes
public import PixelCore

// The laws are those of librealsense's post-processing filters for depth of 16 bits, with `invalid` in place of 0.
extension Reference {
    /// out_k = the median of the valid depths in columns k factor ... of all rows (of an even number, the lower one in the
    /// middle) for a factor of 2 or 3; their mean without its fraction for 4 and more; `invalid` where there are none.
    ///
    /// A last block may be narrower than the others. `factor` times `rows` is at most 64.
    public static func decimateRow16(
        _ to: Samples, _ from: ConstSamples, stride: Int, rows: Int, width: Int, factor: Int, count: Int,
        invalid: UInt16
    ) {
        for k in 0..<count {
            var depths: [Int] = []
            for y in 0..<rows {
                for x in k * factor..<min(width, (k + 1) * factor) { depths.append(Int(from[y * stride + x])) }
            }
            depths = depths.filter { $0 != Int(invalid) }.sorted()
            if depths.isEmpty {
                to[k] = invalid
            } else if factor <= 3 {
                to[k] = UInt16(depths[(depths.count - 1) / 2])
            } else {
                to[k] = UInt16(depths.reduce(0, +) / depths.count)
            }
        }
    }

    /// out_i = in_i where low <= in_i <= high, else `invalid`.
    public static func thresholdRow16(_ row: Samples, count: Int, low: UInt16, high: UInt16, invalid: UInt16) {
        for i in 0..<count where row[i] < low || row[i] > high { row[i] = invalid }
    }

    /// In each row from left to right, and then from right to left, with p the result of the sample before:
    /// out_i = floor(alpha in_i + (1 - alpha) p + 1/2) where both are valid and |in_i - p| <= delta; out_i = p where in_i
    /// is `invalid` and p is not, in the first `holes` - 1 samples of a hole.
    ///
    /// In single precision. librealsense leaves out the last sample on the way to the right, and takes depth 1 for invalid
    /// on the way back; these are faults, and not done here.
    public static func smoothRows16(
        _ to: Samples, stride: Int, rows: Int, count: Int, smoothing: DepthSmoothing, holes: Int, scratch: Samples
    ) {
        for y in 0..<rows { smooth(to + y * stride, count, smoothing, holes) }
    }

    private static func smooth(_ row: Samples, _ count: Int, _ smoothing: DepthSmoothing, _ holes: Int) {
        for order in [Array(0..<count), Array((0..<count).reversed())] {
            var hole = 0
            for (i, before) in zip(order.dropFirst(), order) {
                let (depth, last) = (row[i], row[before])
                if depth == smoothing.invalid {
                    hole += 1
                    if last != smoothing.invalid, hole < holes { row[i] = last }
                } else {
                    hole = 0
                    guard last != smoothing.invalid, abs(Int(depth) - Int(last)) <= Int(smoothing.delta) else {
                        continue
                    }
                    row[i] = UInt16((Float(depth) * smoothing.alpha + Float(last) * (1 - smoothing.alpha)) + 0.5)
                }
            }
        }
    }

    /// In each row but the first, with p the result of the row before: out_i = floor(alpha in_i + (1 - alpha) p_i + 1/2) where both are
    /// valid and |in_i - p_i| < delta.
    ///
    /// In single precision. librealsense forgets on its way down that depths may be invalid; that is a fault.
    public static func smoothColumns16(
        _ first: Samples, stride: Int, rows: Int, count: Int, smoothing: DepthSmoothing
    ) {
        for y in 1..<max(1, rows) {
            smooth(first + y * stride, first + (y - 1) * stride, count, smoothing)
        }
    }

    private static func smooth(
        _ row: Samples, _ previous: ConstSamples, _ count: Int, _ smoothing: DepthSmoothing
    ) {
        for i in 0..<count where row[i] != smoothing.invalid && previous[i] != smoothing.invalid {
            guard abs(Int(row[i]) - Int(previous[i])) < Int(smoothing.delta) else { continue }
            row[i] = UInt16((Float(row[i]) * smoothing.alpha + Float(previous[i]) * (1 - smoothing.alpha)) + 0.5)
        }
    }

    /// A valid in_i becomes floor(alpha in_i + (1 - alpha) last_i) where last_i is valid and |in_i - last_i| < delta, and
    /// `bit` is set in history_i; else it stays, and `bit` alone is. Then it is last_i.
    ///
    /// An invalid in_i becomes last_i where `minimum` bits or more of `mask` are set in history_i; then `bit` is cleared.
    /// In single precision.
    public static func steadyRow16(
        _ row: Samples, last: Samples, history: Bytes, count: Int, smoothing: DepthSmoothing,
        persistence: DepthPersistence
    ) {
        for i in 0..<count {
            if row[i] == smoothing.invalid {
                let set = (history[i] & persistence.mask).nonzeroBitCount
                if last[i] != smoothing.invalid, set >= Int(persistence.minimum) { row[i] = last[i] }
                history[i] &= ~persistence.bit
                continue
            }
            if last[i] != smoothing.invalid, abs(Int(row[i]) - Int(last[i])) < Int(smoothing.delta) {
                row[i] = UInt16(Float(row[i]) * smoothing.alpha + Float(last[i]) * (1 - smoothing.alpha))
                history[i] |= persistence.bit
            } else {
                history[i] = persistence.bit
            }
            last[i] = row[i]
        }
    }

    /// An invalid depth becomes the one to its left, which may have been filled itself.
    public static func fillRow16(_ row: Samples, count: Int, invalid: UInt16) {
        for i in 1..<max(1, count) where row[i] == invalid { row[i] = row[i - 1] }
    }

    /// An invalid depth becomes the greatest or the least valid one of those above, above to the left, to the left, below
    /// to the left and below; not in the first column.
    ///
    /// librealsense's nearest depth stays invalid where the one above is; that is a fault.
    public static func fillRow16(
        _ row: Samples, above: ConstSamples, below: ConstSamples, count: Int, farthest: Bool, invalid: UInt16
    ) {
        for i in 1..<max(1, count) where row[i] == invalid {
            let around = [above[i], above[i - 1], row[i - 1], below[i - 1], below[i]].filter { $0 != invalid }
            row[i] = (farthest ? around.max() : around.min()) ?? invalid
        }
    }
}
