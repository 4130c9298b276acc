// SPDX-License-Identifier: MIT
public import PixelCore

/// Kernels between the memory of a frame and nominal floats.
public protocol TilePackKernels {
    /// Takes the three components of `count` pixels of four bytes.
    static func unpackPacked(_ to: TileRows, _ from: ConstBytes, count: Int, scale: PackedScale)

    /// Stores the three components of `count` pixels of four bytes; their other bits come from `others`.
    static func packPacked(_ to: Bytes, others: ConstBytes, _ from: TileRows, count: Int, scale: PackedScale)

    /// Takes `count` bytes.
    static func unpackRow8(_ to: Floats, _ from: ConstBytes, count: Int, scale: CodeScale)

    /// Stores `count` bytes.
    static func packRow8(_ to: Bytes, _ from: ConstFloats, count: Int, scale: CodeScale)

    /// Takes `count` two-byte samples.
    static func unpackRow16(_ to: Floats, _ from: ConstSamples, count: Int, scale: CodeScale, storage: SampleStorage)

    /// Stores `count` two-byte samples.
    static func packRow16(_ to: Samples, _ from: ConstFloats, count: Int, scale: CodeScale, storage: SampleStorage)
}
