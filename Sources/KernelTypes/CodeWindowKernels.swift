// SPDX-License-Identifier: MIT
public import PixelCore

/// The kernels of windows over codes in samples.
public protocol CodeWindowKernels {
    /// Takes `count` bytes to samples that sums of neighbours are made of.
    static func raiseRow8(_ to: Samples, _ from: ConstBytes, count: Int)

    /// The same for three of the four bytes of each of `count` pixels, from `from` on. The last pixel's fourth is not read.
    static func raisePixelsRow8(_ to: Samples, _ from: ConstBytes, count: Int)

    /// Replaces three of the four bytes of each of `count` pixels, from `to` on. The last pixel's fourth is not touched.
    static func replacePixelsRow8(_ to: Bytes, _ from: ConstBytes, count: Int)

    /// Makes `count` sums of 2 `reach` + 1 neighbours in a row, which are `step` samples apart. `weights` has half of the middle's
    /// and `reach` for both sides, in 1/65536.
    ///
    /// `from` is read from `reach` steps before its first to `reach` steps after its last. The rows do not overlap.
    static func convolveRow16(
        _ to: Samples, _ from: ConstSamples, count: Int, step: Int, weights: ConstSamples, reach: Int)

    /// Makes `count` codes of 2 `reach` + 1 neighbours in a column, for four rows one below the other, of 2 `reach` + 4 rows. The
    /// weights are as in `convolveRow16`.
    static func convolveColumns16(
        _ to: FourByteRows, _ from: UnsafePointer<ConstSamples>, count: Int, weights: ConstSamples, reach: Int)
}
