// SPDX-License-Identifier: MIT
public import PixelCore

/// What `blendRow8` makes of two bytes a and b.
public enum ByteBlend: UInt8, Sendable, CaseIterable {
    /// b
    case second
    /// a b / 255
    case multiply
    /// a + b - a b / 255
    case screen
    /// The lesser one.
    case darken
    /// The greater one.
    case lighten
    /// |a - b|
    case difference
    /// a + b, at most 255.
    case add
    /// a - b, at least 0.
    case subtract
    /// a + b - 255, at least 0.
    case linearBurn
}

/// How pixels of four bytes with straight alpha lie over codes of other components.
public struct OverLaw: Sendable {
    /// A code of a component of pixels: m0 c0 + m1 c1 + m2 c2 + offset, of their bytes c in order.
    public typealias Row = (m0: Float, m1: Float, m2: Float, offset: Float)

    /// Luma.
    public var luma: Row
    /// Cb.
    public var cb: Row
    /// Cr.
    public var cr: Row
    /// Whether alpha is the first byte, and not the last.
    public var alphaFirst: Bool
    /// What a byte of alpha is multiplied by.
    public var alphaScale: Float

    /// A law of three rows.
    public init(luma: Row, cb: Row, cr: Row, alphaFirst: Bool, alphaScale: Float) {
        (self.luma, self.cb, self.cr) = (luma, cb, cr)
        (self.alphaFirst, self.alphaScale) = (alphaFirst, alphaScale)
    }
}

/// Kernels that blend two rows, byte by byte.
public protocol BlendKernels {
    /// Blends `count` bytes. `changed` has the bits that change, for every byte position of a pattern. The result may replace either row.
    static func blendRow8(
        _ to: Bytes, _ first: ConstBytes, _ second: ConstBytes, count: Int, law: ByteBlend, changed: ConstBytes)

    /// Whether `count` pixels of four bytes, of which the first or the last is straight alpha, are opaque.
    static func isOpaqueRow8(_ pixels: ConstBytes, count: Int, alphaFirst: Bool) -> Bool

    /// Lays `count` pixels over a row of luma. `sums` take what they add to chroma, alpha times Cb and Cr, and alpha; with `adds` it is added to
    /// what they have. Nil: there is no chroma.
    static func overRow8(
        _ luma: Bytes, _ pixels: ConstBytes, count: Int, sums: TileRows?, adds: Bool, law: OverLaw)

    /// Lays what `overRow8` has summed up over `count` samples of chroma, of which each covers `columns` columns, 1 or 2. `part` is 1 divided by
    /// the pixels that it covers.
    static func overChromaRow8(
        _ cb: Bytes, _ cr: Bytes, _ sums: TileRows, columns: Int, count: Int, part: Float)
}
