// SPDX-License-Identifier: MIT
import PixelCore

/// The codes that black to white have in one component, and all codes there are.
struct CodeRange: Equatable {
    /// The code of black.
    let black: Int
    /// Codes from black to white.
    let span: Int
    /// The largest code.
    let maximum: Int

    /// Codes there are.
    var count: Int { maximum + 1 }
    /// Codes from black to white, both included: the bins of a histogram. Codes beyond count as the nearest of these.
    var bins: Int { span + 1 }
}

/// The laws that make a table of a histogram.
///
/// `histogram` has a count for each code of `range` from black to white; `table` gets an entry for every code there is,
/// those beyond black and white the same as these.
enum EqualizationLaw {
    /// T(k) = floor((2 S C(k) + N) / 2 N): S C(k) / N rounded half up, with S the span, C(k) the pixels of codes up to k
    /// and N all pixels. What `MPSImageHistogramEqualization` and `vImageEqualization_ARGB8888` do (256 bins, S = 255).
    static func cdf(_ table: Samples, histogram: Counts, range: CodeRange) {
        let total = sum(histogram, range.bins)
        let span = UInt64(range.span)
        var below: UInt64 = 0
        fill(table, range) { k in
            below += UInt64(histogram[k])
            return total == 0 ? k : Int((2 * span * below + total) / (2 * total))
        }
    }

    /// T(k) = S (C(k) - h(m)) / (N - h(m)) rounded half to even, with h(m) the pixels of the darkest code m there is;
    /// the quotient S / (N - h(m)) and the product are rounded to Float. One code alone stays as it is.
    ///
    /// OpenCV 4's `equalizeHist` (modules/imgproc/src/histogram.cpp), for which S is 255.
    static func cdfMin(_ table: Samples, histogram: Counts, range: CodeRange) {
        let total = sum(histogram, range.bins)
        let darkest = (0..<range.bins).first { histogram[$0] > 0 } ?? 0
        let others = total - UInt64(histogram[darkest])
        guard others > 0 else { return fill(table, range) { $0 } }
        let scale = Float(range.span) / Float(others)
        var below: UInt64 = 0
        fill(table, range) { k in
            if k > darkest { below += UInt64(histogram[k]) }
            return rounded(Float(below) * scale)
        }
    }

    /// As `cdf` for `area` pixels, contrast limited: what a bin has beyond the limit is spread over all bins.
    ///
    /// OpenCV 4's CLAHE (modules/imgproc/src/clahe.cpp): the limit is max(1, floor(clipLimit area / bins)); what does not
    /// divide by the bins goes to every max(1, bins / rest)-th; T(k) = C(k) (S / area), rounded half to even, with the
    /// quotient and the product rounded to Float. The histogram is changed.
    static func clahe(_ table: Samples, histogram: Counts, area: Int, clipLimit: Double, range: CodeRange) {
        if clipLimit > 0 {
            clip(histogram, bins: range.bins, limit: max(1, Int(clipLimit * Double(area) / Double(range.bins))))
        }
        let scale = Float(range.span) / Float(area)
        var sum: UInt32 = 0
        fill(table, range) { k in
            sum &+= histogram[k]
            return min(range.span, rounded(Float(sum) * scale))
        }
    }

    private static func clip(_ histogram: Counts, bins: Int, limit: Int) {
        let limit = UInt32(clamping: limit)
        var excess = 0
        for k in 0..<bins {
            let over = histogram[k] > limit ? histogram[k] - limit : 0
            excess &+= Int(over)
            histogram[k] &-= over
        }
        let (batch, rest) = excess.quotientAndRemainder(dividingBy: bins)
        if batch > 0 {
            for k in 0..<bins { histogram[k] &+= UInt32(truncatingIfNeeded: batch) }
        }
        guard rest > 0 else { return }
        let step = max(1, bins / rest)
        for i in 0..<rest where i * step < bins { histogram[i * step] &+= 1 }
    }

    /// The nearest whole number, the even one of two, of 0...65536: adding 2^23 leaves no bits for a fraction.
    @inline(__always)
    private static func rounded(_ value: Float) -> Int { Int((value + 0x1p23).bitPattern & 0x7F_FFFF) }

    private static func sum(_ histogram: Counts, _ bins: Int) -> UInt64 {
        var sum: UInt64 = 0
        for k in 0..<bins { sum += UInt64(histogram[k]) }
        return sum
    }

    /// Calls `value` for each bin in turn and stores it as a code.
    @inline(__always)
    private static func fill(_ table: Samples, _ range: CodeRange, _ value: (Int) -> Int) {
        for k in 0..<range.bins { table[range.black + k] = UInt16(truncatingIfNeeded: range.black + value(k)) }
        for code in 0..<range.black { table[code] = table[range.black] }
        let white = range.black + range.span
        for code in white..<range.count { table[code] = table[white] }
    }
}
