// SPDX-License-Identifier: MIT
/// How the codes of one component stand for nominal values: nominal = (code - offset) / range.
public struct CodeScale: Sendable, Equatable {
    /// The code of 0.
    public var offset: Float
    /// Codes for 1.
    public var range: Float
    /// 1 / range.
    public var reciprocal: Float
    /// offset + 0.5: what is added before a code is cut to a whole number.
    public var roundingOffset: Float
    /// The largest code + 0.5: the most that is cut.
    public var limit: Float

    public init(offset: Double, range: Double, maximum: Int) {
        self.offset = Float(offset)
        self.range = Float(range)
        self.reciprocal = Float(1 / range)
        self.roundingOffset = Float(offset + 0.5)
        self.limit = Float(maximum) + 0.5
    }
}

/// Where the three components of a pixel of four bytes are, and what their codes mean.
public struct PackedScale: Sendable {
    /// Bits to shift a little-endian 32-bit pixel down by, to bring each component to the low byte.
    public let shift0: UInt32
    public let shift1: UInt32
    public let shift2: UInt32
    /// The bits of a pixel that belong to no component: alpha or padding. Stored, as kernels call nothing.
    public let otherBits: UInt32
    /// Bits to shift down by to bring that to the low byte.
    public let otherShift: UInt32
    public private(set) var scale0: CodeScale
    public private(set) var scale1: CodeScale
    public private(set) var scale2: CodeScale

    /// `offsets` are the components' bytes within a pixel.
    public init(offsets: (Int, Int, Int), scales: (CodeScale, CodeScale, CodeScale)) {
        (shift0, shift1, shift2) = (UInt32(offsets.0 * 8), UInt32(offsets.1 * 8), UInt32(offsets.2 * 8))
        (scale0, scale1, scale2) = scales
        otherBits = ~((255 << shift0) | (255 << shift1) | (255 << shift2))
        otherShift = 48 - shift0 - shift1 - shift2
    }
}

extension PackedScale {
    /// The same pixels, 1 being a code more.
    public var units: PackedScale {
        var scale = self
        (scale.scale0.range, scale.scale0.reciprocal) = (1, 1)
        (scale.scale1.range, scale.scale1.reciprocal) = (1, 1)
        (scale.scale2.range, scale.scale2.reciprocal) = (1, 1)
        return scale
    }
}

/// How a two-byte sample is stored.
public struct SampleStorage: Sendable, Equatable {
    /// Whether the bytes are in the other order than the machine's.
    public var swapped: Bool
    /// Bits that the value is shifted up by.
    public var shift: UInt16

    /// Values as they are.
    public static let native = SampleStorage(swapped: false, shift: 0)

    public init(swapped: Bool, shift: UInt16) {
        self.swapped = swapped
        self.shift = shift
    }
}
