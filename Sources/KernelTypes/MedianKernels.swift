// SPDX-License-Identifier: MIT
public import PixelCore

/// Kernels of medians of squares around pixels. Rows do not overlap.
public protocol MedianKernels {
    /// Takes medians of squares around `count` values, of `reach` (1...3) to each side.
    ///
    /// `from` has 2 `reach` + 1 rows, which are read from `reach` before the first to `reach` after the last. `scratch` has 5
    /// (`count` + 4) values and no less than 416, which are lost.
    static func medianRow(_ to: Floats, _ from: UnsafePointer<ConstFloats>, count: Int, reach: Int, scratch: Floats)

    /// The same of bytes that are `step` apart. `scratch` has 5 (`count` + 4 `step`) bytes, which are lost.
    static func medianRow8(
        _ to: Bytes, _ from: UnsafePointer<ConstBytes>, count: Int, reach: Int, step: Int, scratch: Bytes)
}
