// SPDX-License-Identifier: MIT
/// A law of many steps that is one instruction of the tile machine: compiled with vectors in each kernel module.
///
/// Between instructions every value goes through the cache. Where a pixel needs many at once, that costs more than they do; here they
/// stay in registers. It is a graph as well, for all that lowers graphs or computes them, and written once for both.
///
/// Write each shared term once: nothing else looks for them. It has no branches and calls nothing but operations of lanes.
public protocol CompiledLaw: Sendable {
    /// Its number in the list of all.
    static var code: Int { get }

    /// Whether each component is computed by itself and all alike, so that their order does not matter.
    static var isByComponent: Bool { get }

    /// The colour for two others, or for a colour and up to three numbers, and for at most `CompiledLaws.uniformLimit` uniforms.
    static func color<L: Lane>(_ p: Color<L>, _ q: Color<L>, _ u: Uniforms<L>) -> Color<L>
}

/// The list of compiled laws.
public enum CompiledLaws {
    /// The most uniforms that a law has.
    @inlinable public static var uniformLimit: Int { 8 }

    /// All, by number. Kernel modules have the same list, as they must know each law when code is generated.
    public static let all: [any CompiledLaw.Type] = [
        OverlayLaw.self, SoftLightLaw.self, KeyLaw.self, NoiseLaw.self, HardLightLaw.self, ScreenLaw.self,
        DivideLaw.self, ColorDodgeLaw.self, ColorBurnLaw.self, VividLightLaw.self, PinLightLaw.self, HueLaw.self,
        SaturationLaw.self, ColorLaw.self, LuminosityLaw.self,
    ]
}

/// A law that is used, with its arguments: of the results' nodes, which are the law's graph, the engine may make an instruction.
public final class LawCall: Sendable {
    public let code: Int
    /// The components of both colours, and the uniforms.
    public let arguments: [Node]

    fileprivate init(_ code: Int, _ arguments: [Node]) { (self.code, self.arguments) = (code, arguments) }
}

extension CompiledLaw {
    /// The law's graph. What `uniforms` are may change from row to row, but not within one.
    public static func apply(_ p: Color<Num>, _ q: Color<Num>, _ uniforms: [Num] = []) -> Color<Num> {
        precondition(uniforms.count <= CompiledLaws.uniformLimit)
        let call = LawCall(code, ([p.r, p.g, p.b, q.r, q.g, q.b] + uniforms).map(\.node))
        let color = Self.color(p, q, Uniforms(UniformSlots(uniforms)))
        func result(_ number: Num, _ component: Int) -> Num { Num(number.node.calling(call, component)) }
        return Color(result(color.r, 0), result(color.g, 1), result(color.b, 2))
    }
}
