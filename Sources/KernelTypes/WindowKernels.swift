// SPDX-License-Identifier: MIT
public import PixelCore

/// The kernels of windows, which see the pixels around one.
public protocol WindowKernels {
    /// Makes `count` sums of 2 `reach` + 1 neighbours in a row. `weights` has one for the middle and `reach` for both sides.
    ///
    /// `from` is read from `reach` before its first to `reach` after its last.
    static func convolveRow(_ to: Floats, _ from: ConstFloats, count: Int, weights: ConstFloats, reach: Int)

    /// Makes `count` sums of 2 `reach` + 1 neighbours in a column, for four rows one below the other.
    ///
    /// `from` has 2 `reach` + 4 rows. `weights` has three zeros, the weights from the uppermost neighbour on, and three zeros.
    static func convolveColumns(
        _ to: FourRows, _ from: UnsafePointer<ConstFloats>, count: Int, weights: ConstFloats, reach: Int)
}
