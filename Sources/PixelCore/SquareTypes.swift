// SPDX-License-Identifier: MIT
/// What several values become one by.
public enum Fold: Hashable, CaseIterable, Sendable {
    case sum
    case minimum
    case maximum
}

/// Kernels of squares around pixels that are no weighted sums. Rows do not overlap.
public protocol SquareKernels {
    /// Folds each value of a row and `size` - 1 (0 or more) after it, `count` times.
    ///
    /// `from` has `count` + `size` - 1 values. So has `scratch`, whose values are lost.
    static func foldRow(_ to: Floats, _ from: ConstFloats, count: Int, size: Int, fold: Fold, scratch: Floats)

    /// Folds `size` values in a column, for four rows one below the other, of `size` + 3 rows of `count` values.
    static func foldColumns(_ to: FourRows, _ from: UnsafePointer<ConstFloats>, count: Int, size: Int, fold: Fold)

    /// Takes the least or the greatest of each byte of a row and `size` - 1 after it that are `step` apart, `count` times.
    ///
    /// `from` has `count` + (`size` - 1) `step` bytes. So has `scratch`, whose bytes are lost.
    static func foldRow8(
        _ to: Bytes, _ from: ConstBytes, count: Int, size: Int, step: Int, isMaximum: Bool, scratch: Bytes)

    /// Takes the least or the greatest of `size` bytes in a column, for four rows one below the other, of `size` + 3 rows.
    static func foldColumns8(
        _ to: FourByteRows, _ from: UnsafePointer<ConstBytes>, count: Int, size: Int, isMaximum: Bool)

    /// Adds up each sample of a row and `size` - 1 (0 or more) after it that are `step` apart, `count` times; sums wrap.
    ///
    /// `from` has `count` + (`size` - 1) `step` samples. So has `scratch`, whose samples are lost.
    static func sumRow16(
        _ to: Samples, _ from: ConstSamples, count: Int, size: Int, step: Int, scratch: Samples)

    /// Adds `count` samples to sums.
    static func addRow16(_ sums: Counts, _ from: ConstSamples, count: Int)

    /// Adds `count` samples to sums, takes others from them, and makes codes of the results times `weight`. Sums are below 2^24.
    static func moveSumsRow16(
        _ to: Bytes, sums: Counts, adding: ConstSamples, removing: ConstSamples, count: Int, weight: Float)

    /// Takes medians of squares around `count` values, of `reach` (1...3) to each side.
    ///
    /// `from` has 2 `reach` + 1 rows, which are read from `reach` before the first to `reach` after the last. `scratch` has 3 `count`
    /// + 6 values and no less than 416, which are lost.
    static func medianRow(_ to: Floats, _ from: UnsafePointer<ConstFloats>, count: Int, reach: Int, scratch: Floats)

    /// The same of bytes that are `step` apart. `scratch` has 3 `count` + 6 `step` bytes, which are lost.
    static func medianRow8(
        _ to: Bytes, _ from: UnsafePointer<ConstBytes>, count: Int, reach: Int, step: Int, scratch: Bytes)

    /// Replaces `count` bytes by those of another row, where `mask` has ones: byte i counts by bits 8 (i mod 4) on.
    static func mergeRow8(_ to: Bytes, _ from: ConstBytes, count: Int, mask: UInt32)
}
