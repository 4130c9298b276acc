// SPDX-License-Identifier: MIT
/// Three numbers of a law: R', G', B', each 0 for black and 1 for full.
public struct Color<L: Lane> {
    public var r: L
    public var g: L
    public var b: L

    @inlinable @inline(__always)
    public init(_ r: L, _ g: L, _ b: L) { (self.r, self.g, self.b) = (r, g, b) }

    /// Each component by itself.
    @inlinable @inline(__always)
    public func map(_ law: (L) -> L) -> Color { Color(law(r), law(g), law(b)) }

    /// Each component with that of another colour.
    @inlinable @inline(__always)
    public func map(_ other: Color, _ law: (L, L) -> L) -> Color {
        Color(law(r, other.r), law(g, other.g), law(b, other.b))
    }

    /// The least component.
    @inlinable @inline(__always)
    public var low: L { L.minimum(L.minimum(r, g), b) }
    /// The greatest component.
    @inlinable @inline(__always)
    public var high: L { L.maximum(L.maximum(r, g), b) }

    @inlinable @inline(__always)
    public static func + (a: Color, b: Color) -> Color { a.map(b) { $0 + $1 } }
    @inlinable @inline(__always)
    public static func - (a: Color, b: Color) -> Color { a.map(b) { $0 - $1 } }
    @inlinable @inline(__always)
    public static func * (a: Color, b: Color) -> Color { a.map(b) { $0 * $1 } }
    @inlinable @inline(__always)
    public static func / (a: Color, b: Color) -> Color { a.map(b) { $0 / $1 } }

    @inlinable @inline(__always)
    public static func + (a: Color, b: L) -> Color { a.map { $0 + b } }
    @inlinable @inline(__always)
    public static func - (a: Color, b: L) -> Color { a.map { $0 - b } }
    @inlinable @inline(__always)
    public static func * (a: Color, b: L) -> Color { a.map { $0 * b } }
    @inlinable @inline(__always)
    public static func / (a: Color, b: L) -> Color { a.map { $0 / b } }

    @inlinable @inline(__always)
    public static func + (a: L, b: Color) -> Color { b.map { a + $0 } }
    @inlinable @inline(__always)
    public static func - (a: L, b: Color) -> Color { b.map { a - $0 } }
    @inlinable @inline(__always)
    public static func * (a: L, b: Color) -> Color { b.map { a * $0 } }
    @inlinable @inline(__always)
    public static prefix func - (a: Color) -> Color { a.map { 0 - $0 } }
}

extension Color: Sendable where L: Sendable {}
extension Color: Equatable where L: Equatable {}

/// What each component counts for in a sum.
public struct Weights: Sendable, Equatable {
    public var r: Double
    public var g: Double
    public var b: Double

    public init(_ r: Double, _ g: Double, _ b: Double) { (self.r, self.g, self.b) = (r, g, b) }
}

/// What each component counts for in luma: BT.709, as GPUImage rounds it.
public let luma = Weights(0.2125, 0.7154, 0.0721)

/// The same of BT.601.
public let luma601 = Weights(0.299, 0.587, 0.114)
