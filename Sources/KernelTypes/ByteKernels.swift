// SPDX-License-Identifier: MIT
public import PixelCore

/// A value for every byte position of a row, repeated along it.
///
/// 192 positions hold a whole number of pixels of 1, 2, 3 and 4 bytes and of vectors of 16, 32 and 64 bytes,
/// so one kernel serves all byte formats.
public enum BytePattern {
    public static let length = 192
}

/// What `selectRow8` keeps and sets, for every byte position.
public struct SelectPattern {
    /// Bits kept of the source.
    public let mask: UnsafePointer<UInt8>
    /// Bits set afterwards.
    public let value: UnsafePointer<UInt8>

    public init(mask: UnsafePointer<UInt8>, value: UnsafePointer<UInt8>) {
        self.mask = mask
        self.value = value
    }
}

/// What `affineRow8` multiplies by and adds, for every byte position.
public struct AffinePattern {
    /// Gain * 65536, at most 65535, which keeps every byte as it is.
    public let multiplier: UnsafePointer<UInt16>
    /// Offset * 256, at most 65280 minus the largest product of the position.
    public let offset: UnsafePointer<UInt16>

    public init(multiplier: UnsafePointer<UInt16>, offset: UnsafePointer<UInt16>) {
        self.multiplier = multiplier
        self.offset = offset
    }
}

/// Kernels on bytes, and samples, whatever they mean.
public protocol ByteKernels {
    /// Keeps and sets bits of `count` bytes, by byte position.
    static func selectRow8(_ to: Bytes, _ from: ConstBytes, count: Int, pattern: SelectPattern)

    /// Scales and shifts `count` bytes, by byte position.
    static func affineRow8(_ to: Bytes, _ from: ConstBytes, count: Int, pattern: AffinePattern)

    /// Separates `count` pairs of bytes.
    static func split2x8(_ first: Bytes, _ second: Bytes, from: ConstBytes, count: Int)

    /// Interleaves `count` pairs of bytes.
    static func merge2x8(_ to: Bytes, _ first: ConstBytes, _ second: ConstBytes, count: Int)

    /// Separates `count` pairs of samples.
    static func split2x16(_ first: Samples, _ second: Samples, from: ConstSamples, count: Int)

    /// Interleaves `count` pairs of samples.
    static func merge2x16(_ to: Samples, _ first: ConstSamples, _ second: ConstSamples, count: Int)

    /// Separates `count` triples of bytes.
    static func split3x8(_ to: (Bytes, Bytes, Bytes), from: ConstBytes, count: Int)

    /// Interleaves `count` triples of bytes.
    static func merge3x8(_ to: Bytes, _ from: (ConstBytes, ConstBytes, ConstBytes), count: Int)
}
