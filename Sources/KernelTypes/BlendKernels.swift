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

/// Kernels that blend two rows, byte by byte.
public protocol BlendKernels {
    /// Blends `count` bytes. `changed` has the bits that change, for every byte position of a pattern. The result may replace either row.
    static func blendRow8(
        _ to: Bytes, _ first: ConstBytes, _ second: ConstBytes, count: Int, law: ByteBlend, changed: ConstBytes)

    /// Whether `count` pixels of four bytes, of which the first or the last is straight alpha, are opaque.
    static func isOpaqueRow8(_ pixels: ConstBytes, count: Int, alphaFirst: Bool) -> Bool
}
