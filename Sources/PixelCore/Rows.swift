// SPDX-License-Identifier: MIT
public typealias Bytes = UnsafeMutablePointer<UInt8>
public typealias ConstBytes = UnsafePointer<UInt8>
public typealias Samples = UnsafeMutablePointer<UInt16>
public typealias ConstSamples = UnsafePointer<UInt16>
public typealias Floats = UnsafeMutablePointer<Float>
public typealias ConstFloats = UnsafePointer<Float>
public typealias Counts = UnsafeMutablePointer<UInt32>
public typealias ConstCounts = UnsafePointer<UInt32>

/// Rows one below the other.
public typealias FourRows = (Floats, Floats, Floats, Floats)

/// Rows of bytes one below the other.
public typealias FourByteRows = (Bytes, Bytes, Bytes, Bytes)

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
