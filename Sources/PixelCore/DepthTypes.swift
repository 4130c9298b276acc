// SPDX-License-Identifier: MIT
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
