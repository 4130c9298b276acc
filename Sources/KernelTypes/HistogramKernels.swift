// SPDX-License-Identifier: MIT
public import PixelCore

/// Kernels that count codes.
public protocol HistogramKernels {
    /// Counts `count` bytes that are `step` (1...4) apart, in eight counts for each value.
    static func histogramRow8(_ counts: Counts, _ from: ConstBytes, step: Int, count: Int)

    /// Counts the pairs of `count` bytes that are `step` (1...4) apart, in two counts for each pair. A last byte without a
    /// neighbour is counted in `counts`, as `histogramRow8` does it.
    static func histogramPairsRow8(_ pairs: Counts, _ counts: Counts, _ from: ConstBytes, step: Int, count: Int)

    /// Counts three bytes in a row of each of `count` pixels, which have `step` (3 or 4) bytes, in one count for each pair of the first,
    /// second or third bytes of two pixels: the first and the third of four, and the second and the fourth. The last one to four pixels
    /// are counted in the first of eight `counts` for each value.
    static func histogramPixelPairsRow8(
        _ pairs: (Counts, Counts, Counts), _ counts: (Counts, Counts, Counts), _ from: ConstBytes, step: Int, count: Int
    )

    /// Adds the bytes of counted pairs, of which each has `lanes` (1 or 2) counts, to the first of eight counts for each value, and
    /// sets `pairs` to 0.
    static func foldPairs8(_ counts: Counts, _ pairs: Counts, lanes: Int)

    /// Counts `count` two-byte samples, in `lanes` (2 or 4) counts for each code.
    static func histogramRow16(_ counts: Counts, _ from: ConstSamples, count: Int, run: SampleRun, lanes: Int)
}
