// SPDX-License-Identifier: MIT
public import PixelCore

/// Between which two columns of a row each column of a longer or shorter one lies.
public struct StretchColumns {
    /// The column on the left.
    public let first: UnsafePointer<Int32>
    /// The one on its right, or the same at the edge.
    public let second: UnsafePointer<Int32>
    /// The second's weight, 0...32767 of 32768.
    public let weight: UnsafePointer<Int32>
    /// How many of them, from the first on, lie at least four columns before the end of the old row, and have the column on the right of
    /// `first` as `second`.
    public let whole: Int

    public init(
        first: UnsafePointer<Int32>, second: UnsafePointer<Int32>, weight: UnsafePointer<Int32>, whole: Int
    ) {
        (self.first, self.second, self.weight, self.whole) = (first, second, weight, whole)
    }
}

/// Kernels that make rows longer or shorter.
public protocol StretchKernels {
    /// Interpolates between columns: `count` pixels of `components` bytes, which are `step` bytes apart.
    static func stretchRow8(
        _ to: Bytes, _ from: ConstBytes, count: Int, step: Int, components: Int, columns: StretchColumns)

    /// The same for two-byte samples.
    static func stretchRow16(
        _ to: Samples, _ from: ConstSamples, count: Int, step: Int, components: Int, columns: StretchColumns,
        storage: SampleStorage)
}
