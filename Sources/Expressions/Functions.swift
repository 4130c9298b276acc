// SPDX-License-Identifier: MIT
// What laws are made of, for numbers and for colours, component by component.
//
// Some have the names of functions of Double in the standard library; there, these come second.

/// a + (b - a) * t: a for t = 0, b for t = 1, and beyond for other t.
@inlinable @inline(__always)
public func mix<L: Lane>(_ a: L, _ b: L, _ t: L) -> L { L.mix(a, b, t) }
@inlinable @inline(__always)
public func mix<L: Lane>(_ a: Color<L>, _ b: Color<L>, _ t: L) -> Color<L> { a.map(b) { L.mix($0, $1, t) } }
@inlinable @inline(__always)
public func mix<L: Lane>(_ a: Color<L>, _ b: Color<L>, _ t: Color<L>) -> Color<L> {
    Color(L.mix(a.r, b.r, t.r), L.mix(a.g, b.g, t.g), L.mix(a.b, b.b, t.b))
}

/// a < b ? x : y
@inlinable @inline(__always)
public func less<L: Lane>(_ a: L, _ b: L, _ x: L, _ y: L) -> L { L.less(a, b, x, y) }
@inlinable @inline(__always)
public func less<L: Lane>(_ a: L, _ b: L, _ x: Color<L>, _ y: Color<L>) -> Color<L> {
    x.map(y) { L.less(a, b, $0, $1) }
}

/// 0 where x < edge, else 1.
@inlinable @inline(__always)
public func step<L: Lane>(_ edge: L, _ x: L) -> L { L.less(x, edge, 0, 1) }
@inlinable @inline(__always)
public func step<L: Lane>(_ edge: L, _ x: Color<L>) -> Color<L> { x.map { L.less($0, edge, 0, 1) } }

/// From 0 at `start` to 1 at `end`, level at both: t * t * (3 - 2 * t). Where they are equal, 0.
@inlinable @inline(__always)
public func smoothstep<L: Lane>(_ start: L, _ end: L, _ x: L) -> L { L.smooth((x - start) / (end - start)) }

/// Limited to 0...1; 0 where it is not a number.
@inlinable @inline(__always)
public func clamp<L: Lane>(_ a: L) -> L { L.clamp(a) }
@inlinable @inline(__always)
public func clamp<L: Lane>(_ a: Color<L>) -> Color<L> { a.map { L.clamp($0) } }

/// Limited to low...high; high where low is greater.
@inlinable @inline(__always)
public func clamp<L: Lane>(_ a: L, _ low: L, _ high: L) -> L { L.minimum(L.maximum(a, low), high) }

/// (r * weights.r + g * weights.g) + b * weights.b
@inlinable @inline(__always)
public func dot<L: Lane>(_ a: Color<L>, _ weights: Weights) -> L {
    (a.r * L(floatLiteral: weights.r) + a.g * L(floatLiteral: weights.g)) + a.b * L(floatLiteral: weights.b)
}
/// (a.r * b.r + a.g * b.g) + a.b * b.b
@inlinable @inline(__always)
public func dot<L: Lane>(_ a: Color<L>, _ b: Color<L>) -> L { (a.r * b.r + a.g * b.g) + a.b * b.b }

/// sqrt(a * a + b * b)
@inlinable @inline(__always)
public func length<L: Lane>(_ a: L, _ b: L) -> L { L.squareRoot(a * a + b * b) }

/// The gray of a number.
@inlinable @inline(__always)
public func gray<L: Lane>(_ a: L) -> Color<L> { Color(a, a, a) }

/// a^b; 0 where a <= 0, for every b.
@inlinable @inline(__always) @_disfavoredOverload
public func pow<L: Lane>(_ a: L, _ b: L) -> L { L.power(a, b) }
@inlinable @inline(__always)
public func pow<L: Lane>(_ a: Color<L>, _ b: L) -> Color<L> { a.map { L.power($0, b) } }

/// 2^a, with a limited to -126...126.
@inlinable @inline(__always) @_disfavoredOverload
public func exp2<L: Lane>(_ a: L) -> L { L.exponential2(a) }
@inlinable @inline(__always)
public func exp2<L: Lane>(_ a: Color<L>) -> Color<L> { a.map { L.exponential2($0) } }

/// The logarithm to the base 2; -126 where a is less than 2^-126.
@inlinable @inline(__always) @_disfavoredOverload
public func log2<L: Lane>(_ a: L) -> L { L.logarithm2(a) }

/// The sine of an angle in radians.
@inlinable @inline(__always) @_disfavoredOverload
public func sin<L: Lane>(_ a: L) -> L { L.sine(a) }

/// The cosine of an angle in radians.
@inlinable @inline(__always) @_disfavoredOverload
public func cos<L: Lane>(_ a: L) -> L { L.cosine(a) }

/// The angle of the point (x, y) in radians, -pi...pi; 0 at the origin.
@inlinable @inline(__always) @_disfavoredOverload
public func atan2<L: Lane>(_ y: L, _ x: L) -> L { L.arctangent(y, x) }

/// The square root; 0 where a <= 0.
@inlinable @inline(__always) @_disfavoredOverload
public func sqrt<L: Lane>(_ a: L) -> L { L.squareRoot(a) }
@inlinable @inline(__always)
public func sqrt<L: Lane>(_ a: Color<L>) -> Color<L> { a.map { L.squareRoot($0) } }

/// The greatest whole number that is not above a.
@inlinable @inline(__always) @_disfavoredOverload
public func floor<L: Lane>(_ a: L) -> L { L.floor(a) }
@inlinable @inline(__always)
public func floor<L: Lane>(_ a: Color<L>) -> Color<L> { a.map { L.floor($0) } }

/// a - floor(a): 0 or more, and less than 1.
@inlinable @inline(__always)
public func fract<L: Lane>(_ a: L) -> L { a - L.floor(a) }

/// a - b * floor(a / b), of the sign of b; a where b is 0.
@inlinable @inline(__always)
public func mod<L: Lane>(_ a: L, _ b: L) -> L { a - b * L.floor(a / b) }

/// |a|
@inlinable @inline(__always) @_disfavoredOverload
public func abs<L: Lane>(_ a: L) -> L { L.absolute(a) }
@inlinable @inline(__always)
public func abs<L: Lane>(_ a: Color<L>) -> Color<L> { a.map { L.absolute($0) } }

/// a < b ? a : b
@inlinable @inline(__always) @_disfavoredOverload
public func min<L: Lane>(_ a: L, _ b: L) -> L { L.minimum(a, b) }
@inlinable @inline(__always)
public func min<L: Lane>(_ a: Color<L>, _ b: Color<L>) -> Color<L> { a.map(b) { L.minimum($0, $1) } }

/// a > b ? a : b
@inlinable @inline(__always) @_disfavoredOverload
public func max<L: Lane>(_ a: L, _ b: L) -> L { L.maximum(a, b) }
@inlinable @inline(__always)
public func max<L: Lane>(_ a: Color<L>, _ b: Color<L>) -> Color<L> { a.map(b) { L.maximum($0, $1) } }
