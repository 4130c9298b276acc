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

/// Which columns of a row each column of a row that is less than half as long covers.
public struct AreaColumns {
    /// The first column.
    public let first: UnsafePointer<Int32>
    /// Where its weight is; the next column's is where that of the column after the last one is not.
    public let start: UnsafePointer<Int32>
    /// Weights of 32768.
    public let weights: UnsafePointer<UInt32>

    public init(first: UnsafePointer<Int32>, start: UnsafePointer<Int32>, weights: UnsafePointer<UInt32>) {
        (self.first, self.start, self.weights) = (first, start, weights)
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

    /// Takes the means of the columns that each covers: `count` pixels of `components` bytes, which are `step` bytes apart.
    static func areaRow8(_ to: Bytes, _ from: ConstBytes, count: Int, step: Int, components: Int, columns: AreaColumns)

    /// The same for two-byte samples.
    static func areaRow16(
        _ to: Samples, _ from: ConstSamples, count: Int, step: Int, components: Int, columns: AreaColumns,
        storage: SampleStorage)

    /// Adds a row of bytes, times a weight of 32768, to sums; or begins them.
    static func addRow8(_ sums: Counts, _ from: ConstBytes, count: Int, weight: UInt32, begins: Bool)

    /// The same for two-byte samples.
    static func addRow16(
        _ sums: Counts, _ from: ConstSamples, count: Int, weight: UInt32, begins: Bool, storage: SampleStorage)

    /// Writes sums whose weights are 32768 together.
    static func storeSums8(_ to: Bytes, _ sums: Counts, count: Int)

    /// The same for two-byte samples.
    static func storeSums16(_ to: Samples, _ sums: Counts, count: Int, storage: SampleStorage)
}
