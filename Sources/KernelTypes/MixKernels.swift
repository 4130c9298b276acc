// SPDX-License-Identifier: MIT
public import PixelCore

/// Kernels that mix two rows. The second's weight is 1...32767 of 32768. The result may replace either row.
public protocol MixKernels {
    /// Mixes `count` bytes.
    static func mixRow8(_ to: Bytes, _ first: ConstBytes, _ second: ConstBytes, count: Int, weight: Int16)

    /// Mixes `count` two-byte samples.
    static func mixRow16(
        _ to: Samples, _ first: ConstSamples, _ second: ConstSamples, count: Int, weight: Int16,
        storage: SampleStorage)

    /// Mixes `count` pixels of four bytes, of which the first or the last is straight alpha.
    static func mixAlphaRow8(
        _ to: Bytes, _ first: ConstBytes, _ second: ConstBytes, count: Int, weight: Int16, alphaFirst: Bool)

    /// Mixes `count` pixels of four samples in the machine's byte order, of which the first is straight alpha.
    static func mixAlphaRow16(
        _ to: Samples, _ first: ConstSamples, _ second: ConstSamples, count: Int, weight: Int16)
}
