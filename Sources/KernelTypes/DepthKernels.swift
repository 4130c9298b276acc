// SPDX-License-Identifier: MIT
public import PixelCore

/// How depth becomes codes: a straight line, cut off at both ends.
///
/// A depth z is (z - near) gain + 0.5, limited to 0...limit, without its fraction; one that is `invalid` is `invalidCode`.
public struct DepthScale: Sendable, Equatable {
    /// The depth whose code is 0, in steps of the depth; not a NaN.
    public var near: Float
    /// Codes for each step; below 0 the nearest depth has the greatest code. Finite.
    public var gain: Float
    /// The greatest code, at most 65535.
    public var limit: Float
    /// The depth that is none.
    public var invalid: UInt16
    public var invalidCode: UInt16

    public init(near: Float, gain: Float, limit: Float, invalid: UInt16, invalidCode: UInt16) {
        (self.near, self.gain, self.limit) = (near, gain, limit)
        (self.invalid, self.invalidCode) = (invalid, invalidCode)
    }
}

/// The least and the greatest of some depths.
public struct DepthExtrema: Sendable, Equatable {
    public var least: UInt16
    public var greatest: UInt16

    public init(least: UInt16, greatest: UInt16) {
        (self.least, self.greatest) = (least, greatest)
    }

    /// Those of no depth at all.
    public static let none = DepthExtrema(least: .max, greatest: 0)

    public var isNone: Bool { least > greatest }

    public mutating func add(_ other: DepthExtrema) {
        if other.least < least { least = other.least }
        if other.greatest > greatest { greatest = other.greatest }
    }
}

/// Kernels on depth, in samples of the machine's byte order.
public protocol DepthKernels {
    /// Makes samples of `count` bytes.
    static func widenRow8(_ to: Samples, _ from: ConstBytes, count: Int)

    /// Brings `count` samples to the other byte order.
    static func swapRow16(_ to: Samples, _ from: ConstSamples, count: Int)

    /// Makes bytes of `count` depths.
    static func depthRow8(_ to: Bytes, _ from: ConstSamples, count: Int, scale: DepthScale)

    /// Makes codes of two bytes of `count` depths.
    static func depthRow16(_ to: Samples, _ from: ConstSamples, count: Int, scale: DepthScale)

    /// Finds the least and the greatest of `count` depths that are not `invalid`.
    static func depthExtrema(_ from: ConstSamples, count: Int, invalid: UInt16) -> DepthExtrema

    /// Counts `count` samples that are `step` apart, in one count for each value.
    static func countRow16(_ counts: Counts, _ from: ConstSamples, step: Int, count: Int)

    /// Takes `count` bytes of a table with an entry for each sample that comes.
    static func lookUpRow16to8(_ to: Bytes, _ from: ConstSamples, count: Int, table: ConstBytes)

    /// Takes `count` pixels of four bytes of a table with an entry for each sample that comes.
    static func lookUpRow16to32(_ to: Bytes, _ from: ConstSamples, count: Int, table: ConstCounts)

    /// Makes `count` pixels of four bytes, each byte the same or partly constant.
    static func spreadRow8(_ to: Bytes, _ from: ConstBytes, count: Int, mask: UInt32, others: UInt32)

    /// Takes means of two columns of two rows, `width` columns each. The rows may be the same.
    static func meanPairs8(_ to: Bytes, _ first: ConstBytes, _ second: ConstBytes, width: Int)
}
