// SPDX-License-Identifier: MIT
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
