// SPDX-License-Identifier: MIT
public import PixelCore

/// The kernels that put pixels in another order.
///
/// A pixel, or pair of chroma samples, has 1, 2, 3, 4 or 8 bytes, which are kept together. What is written does not overlap what
/// is read.
public protocol OrientKernels {
    /// Puts `count` pixels of `size` bytes in a row in the opposite order.
    static func reverseRow(_ to: Bytes, _ from: ConstBytes, count: Int, size: Int)

    /// Puts the pixels of `pairs` pairs of packed 4:2:2 in the opposite order.
    static func reversePacked422(_ to: Bytes, _ from: ConstBytes, pairs: Int, lumaFirst: Bool)

    /// Makes columns of `rows` rows of `columns` pixels of `size` bytes. Strides are in bytes, and may be below 0.
    static func transposeBlock(
        _ to: Bytes, stride: Int, _ from: ConstBytes, stride fromStride: Int, rows: Int, columns: Int, size: Int)

    /// Takes means of `count` chroma bytes of two rows, which may be the same, and of their neighbours `step` bytes before; the
    /// first `step` have none. With a `step` of 0 it is the mean of the rows.
    static func meanChromaRow8(_ to: Bytes, _ first: ConstBytes, _ second: ConstBytes, count: Int, step: Int)

    /// The same for two-byte samples.
    static func meanChromaRow16(
        _ to: Samples, _ first: ConstSamples, _ second: ConstSamples, count: Int, step: Int, storage: SampleStorage)
}
