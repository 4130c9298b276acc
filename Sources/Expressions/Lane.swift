// SPDX-License-Identifier: MIT
/// What a law is written in terms of, so that one text has three readings.
///
/// - As `Num` it makes a graph, which the engine lowers to instructions.
/// - As `Double` it computes one value.
/// - As a vector of floats, in a kernel module, it is compiled.
///
/// Requirements have the conventions of the `Operation` of the same name. Laws use the operators and functions that are
/// declared for all lanes in `Functions.swift`.
public protocol Lane: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral
where FloatLiteralType == Double {
    /// What uniforms are taken from.
    associatedtype UniformSource
    static func uniform(slot: Int, of source: UniformSource) -> Self

    static func + (a: Self, b: Self) -> Self
    static func - (a: Self, b: Self) -> Self
    static func * (a: Self, b: Self) -> Self
    /// a / b; 0 where b is 0. The operator calls it.
    static func divide(_ a: Self, _ b: Self) -> Self
    static func minimum(_ a: Self, _ b: Self) -> Self
    static func maximum(_ a: Self, _ b: Self) -> Self
    static func squareRoot(_ a: Self) -> Self
    static func absolute(_ a: Self) -> Self
    static func floor(_ a: Self) -> Self
    static func sine(_ a: Self) -> Self
    static func cosine(_ a: Self) -> Self
    static func exponential2(_ a: Self) -> Self
    static func logarithm2(_ a: Self) -> Self
    static func power(_ a: Self, _ b: Self) -> Self
    static func arctangent(_ a: Self, _ b: Self) -> Self
    static func smooth(_ a: Self) -> Self
    static func clamp(_ a: Self) -> Self
    static func less(_ a: Self, _ b: Self, _ c: Self, _ d: Self) -> Self
    static func mix(_ a: Self, _ b: Self, _ c: Self) -> Self
}

extension Lane {
    @inlinable @inline(__always)
    public static func / (a: Self, b: Self) -> Self { divide(a, b) }
    @inlinable @inline(__always)
    public static prefix func - (a: Self) -> Self { 0 - a }
}

extension Double: Lane {
    public static func uniform(slot: Int, of source: [Double]) -> Double { source[slot] }
    public static func divide(_ a: Double, _ b: Double) -> Double { Operation.divide.value(a, b) }
    public static func minimum(_ a: Double, _ b: Double) -> Double { Operation.minimum.value(a, b) }
    public static func maximum(_ a: Double, _ b: Double) -> Double { Operation.maximum.value(a, b) }
    public static func squareRoot(_ a: Double) -> Double { Operation.squareRoot.value(a) }
    public static func absolute(_ a: Double) -> Double { Operation.absolute.value(a) }
    public static func floor(_ a: Double) -> Double { Operation.floor.value(a) }
    public static func sine(_ a: Double) -> Double { Operation.sine.value(a) }
    public static func cosine(_ a: Double) -> Double { Operation.cosine.value(a) }
    public static func exponential2(_ a: Double) -> Double { Operation.exponential2.value(a) }
    public static func logarithm2(_ a: Double) -> Double { Operation.logarithm2.value(a) }
    public static func power(_ a: Double, _ b: Double) -> Double { Operation.power.value(a, b) }
    public static func arctangent(_ a: Double, _ b: Double) -> Double { Operation.arctangent.value(a, b) }
    public static func smooth(_ a: Double) -> Double { Operation.smooth.value(a) }
    public static func clamp(_ a: Double) -> Double { Operation.clamp.value(a) }
    public static func less(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
        Operation.less.value(a, b, c, d)
    }
    public static func mix(_ a: Double, _ b: Double, _ c: Double) -> Double { Operation.mix.value(a, b, c) }
}
