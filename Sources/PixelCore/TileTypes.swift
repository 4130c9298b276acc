// SPDX-License-Identifier: MIT
/// Three rows of a tile: R'G'B' or Y'CbCr in nominal units (black 0, white 1, chroma -0.5...0.5).
public struct TileRows {
    public var c0: UnsafeMutablePointer<Float>
    public var c1: UnsafeMutablePointer<Float>
    public var c2: UnsafeMutablePointer<Float>

    public init(
        _ c0: UnsafeMutablePointer<Float>, _ c1: UnsafeMutablePointer<Float>,
        _ c2: UnsafeMutablePointer<Float>
    ) {
        self.c0 = c0
        self.c1 = c1
        self.c2 = c2
    }
}

/// Rows of all components of a frame, in nominal units.
public struct ComponentRows {
    /// Of gray, the first is luma.
    public var colors: TileRows
    /// Straight alpha, 0...1; nil: there is none, or it stays as it is.
    public var alpha: Floats?

    public init(_ colors: TileRows, alpha: Floats? = nil) { (self.colors, self.alpha) = (colors, alpha) }

    /// The row of a component, of which alpha is 3.
    public subscript(component: Int) -> Floats {
        switch component {
        case 0: colors.c0
        case 1: colors.c1
        case 2: colors.c2
        default: alpha ?? colors.c0
        }
    }
}

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
    public private(set) var scale0: CodeScale
    public private(set) var scale1: CodeScale
    public private(set) var scale2: CodeScale

    /// `offsets` are the components' bytes within a pixel.
    public init(offsets: (Int, Int, Int), scales: (CodeScale, CodeScale, CodeScale)) {
        (shift0, shift1, shift2) = (UInt32(offsets.0 * 8), UInt32(offsets.1 * 8), UInt32(offsets.2 * 8))
        (scale0, scale1, scale2) = scales
        otherBits = ~((255 << shift0) | (255 << shift1) | (255 << shift2))
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

/// A linear map of three components: out_i = row_i . (c0, c1, c2).
public struct TileMatrix: Sendable {
    public typealias Row = (Float, Float, Float)
    public var r0: Row
    public var r1: Row
    public var r2: Row

    public init(_ r0: Row, _ r1: Row, _ r2: Row) {
        self.r0 = r0
        self.r1 = r1
        self.r2 = r2
    }

    public static let identity = TileMatrix((1, 0, 0), (0, 1, 0), (0, 0, 1))
}
