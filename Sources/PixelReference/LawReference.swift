// SPDX-License-Identifier: MIT
internal import Expressions
internal import PixelCore

extension CompiledLaw {
    /// What a compiled law makes of one pixel.
    static func made(_ k: ConstFloats, _ p: [Float], _ q: [Float], isSecondPixels: Bool, reverses: Bool) -> [Float] {
        func first(_ index: Int) -> ReferenceLane {
            ReferenceLane(isSecondPixels ? p[index] * k[0] : p[index] * k[0] + k[1])
        }
        func second(_ index: Int) -> ReferenceLane {
            ReferenceLane(isSecondPixels ? q[index] * k[4] : q[index] * k[4 + 2 * index] + k[5 + 2 * index])
        }
        let planes = reverses ? [2, 1, 0] : [0, 1, 2]
        let (a, b) = (planes.map(first), planes.map(second))
        let made = color(Color(a[0], a[1], a[2]), Color(b[0], b[1], b[2]), Uniforms(k + 11))
        let results = [made.r, made.g, made.b].map { $0.v * k[2] + k[3] }
        return planes.map { results[$0] }
    }
}

/// A float as what compiled laws are written in terms of: operations are those of the machine.
private struct ReferenceLane: Lane {
    let v: Float

    init(_ v: Float) { self.v = v }
    init(floatLiteral value: Double) { v = Float(value) }
    init(integerLiteral value: Int) { v = Float(value) }

    static func uniform(slot: Int, of source: ConstFloats) -> ReferenceLane { ReferenceLane(source[slot]) }
    static func + (a: ReferenceLane, b: ReferenceLane) -> ReferenceLane { ReferenceLane(a.v + b.v) }
    static func - (a: ReferenceLane, b: ReferenceLane) -> ReferenceLane { ReferenceLane(a.v - b.v) }
    static func * (a: ReferenceLane, b: ReferenceLane) -> ReferenceLane { ReferenceLane(a.v * b.v) }
    static func divide(_ a: ReferenceLane, _ b: ReferenceLane) -> ReferenceLane {
        ReferenceLane(MachineReference.quotient(a.v, b.v))
    }
    static func minimum(_ a: ReferenceLane, _ b: ReferenceLane) -> ReferenceLane { a.v < b.v ? a : b }
    static func maximum(_ a: ReferenceLane, _ b: ReferenceLane) -> ReferenceLane { a.v > b.v ? a : b }
    static func squareRoot(_ a: ReferenceLane) -> ReferenceLane { ReferenceLane((a.v > 0 ? a.v : 0).squareRoot()) }
    static func absolute(_ a: ReferenceLane) -> ReferenceLane { ReferenceLane(a.v.magnitude) }
    static func floor(_ a: ReferenceLane) -> ReferenceLane { ReferenceLane(a.v.rounded(.down)) }
    static func sine(_ a: ReferenceLane) -> ReferenceLane { ReferenceLane(MachineReference.sine(a.v)) }
    static func cosine(_ a: ReferenceLane) -> ReferenceLane { ReferenceLane(MachineReference.cosine(a.v)) }
    static func exponential2(_ a: ReferenceLane) -> ReferenceLane { ReferenceLane(MachineReference.exponential2(a.v)) }
    static func logarithm2(_ a: ReferenceLane) -> ReferenceLane { ReferenceLane(MachineReference.logarithm2(a.v)) }
    static func power(_ a: ReferenceLane, _ b: ReferenceLane) -> ReferenceLane {
        ReferenceLane(MachineReference.power(a.v, b.v))
    }
    static func arctangent(_ a: ReferenceLane, _ b: ReferenceLane) -> ReferenceLane {
        ReferenceLane(MachineReference.arctangent(a.v, b.v))
    }
    static func smooth(_ a: ReferenceLane) -> ReferenceLane { ReferenceLane(MachineReference.smooth(a.v)) }
    static func clamp(_ a: ReferenceLane) -> ReferenceLane { ReferenceLane(MachineReference.limit(a.v, 0, 1)) }
    static func less(_ a: ReferenceLane, _ b: ReferenceLane, _ c: ReferenceLane, _ d: ReferenceLane) -> ReferenceLane {
        a.v < b.v ? c : d
    }
    static func mix(_ a: ReferenceLane, _ b: ReferenceLane, _ c: ReferenceLane) -> ReferenceLane {
        ReferenceLane((b.v - a.v) * c.v + a.v)
    }
}
