// SPDX-License-Identifier: MIT
public import PixelCore

/// How a depth is drawn towards a neighbour in space or time.
public struct DepthSmoothing: Sendable, Equatable {
    /// The own part of the result, 0...1.
    public var alpha: Float
    /// Depths that differ by more, in steps, belong to different things; in columns and in time those that differ by as much do
    /// too, as in librealsense.
    public var delta: UInt16
    /// The depth that is none.
    public var invalid: UInt16

    public init(alpha: Float, delta: UInt16, invalid: UInt16) {
        (self.alpha, self.delta, self.invalid) = (alpha, delta, invalid)
    }
}

/// When a depth that is missing is taken from earlier frames. A history has a bit for each of the last eight.
public struct DepthPersistence: Sendable, Equatable {
    /// The bit of the frame at hand; of the frames before it, the lower ones, then the higher ones from the top.
    public var bit: UInt8
    /// The bits that count.
    public var mask: UInt8
    /// How many of them must be set; more than 8: never.
    public var minimum: UInt8

    public init(bit: UInt8, mask: UInt8, minimum: UInt8) {
        (self.bit, self.mask, self.minimum) = (bit, mask, minimum)
    }
}

/// Kernels that clean depth up, in place.
public protocol DepthFilterKernels {
    /// Makes `count` depths of blocks of `factor` (2...8) columns in `rows` rows, `stride` samples apart, of `width`.
    static func decimateRow16(
        _ to: Samples, _ from: ConstSamples, stride: Int, rows: Int, width: Int, factor: Int, count: Int,
        invalid: UInt16)

    /// Keeps those of `count` depths that are within `low`...`high`.
    static func thresholdRow16(_ row: Samples, count: Int, low: UInt16, high: UInt16, invalid: UInt16)

    /// Smooths `count` depths of each of some rows, `stride` samples apart, from left to right and back; fills holes from
    /// one side up to `holes` - 1 wide. `scratch` has 64 samples for each column, which are lost.
    static func smoothRows16(
        _ to: Samples, stride: Int, rows: Int, count: Int, smoothing: DepthSmoothing, holes: Int, scratch: Samples)

    /// Smooths `count` depths of each of some rows but the first, `stride` samples apart, by those of the row before.
    static func smoothColumns16(_ first: Samples, stride: Int, rows: Int, count: Int, smoothing: DepthSmoothing)

    /// Smooths `count` depths by those that were last; takes what is missing from them.
    static func steadyRow16(
        _ row: Samples, last: Samples, history: Bytes, count: Int, smoothing: DepthSmoothing,
        persistence: DepthPersistence)

    /// Fills what is missing of `count` depths from the left.
    static func fillRow16(_ row: Samples, count: Int, invalid: UInt16)

    /// Fills what is missing of `count` depths from five of their neighbours: the farthest or the nearest.
    static func fillRow16(
        _ row: Samples, above: ConstSamples, below: ConstSamples, count: Int, farthest: Bool, invalid: UInt16)
}
