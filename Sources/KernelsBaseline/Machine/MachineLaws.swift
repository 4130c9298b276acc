// SPDX-License-Identifier: MIT
internal import CVector
internal import Expressions
internal import PixelCore

/// A vector as what compiled laws are written in terms of.
struct VectorLane: Lane {
    let v: Vector

    @inline(__always) init(_ v: Vector) { self.v = v }
    @inline(__always) init(floatLiteral value: Double) { v = swv_f32_splat(Float(value)) }
    @inline(__always) init(integerLiteral value: Int) { v = swv_f32_splat(Float(value)) }

    @inline(__always) static func uniform(slot: Int, of source: LawUniforms) -> VectorLane { source[slot] }
    @inline(__always) static func + (a: VectorLane, b: VectorLane) -> VectorLane { VectorLane(a.v + b.v) }
    @inline(__always) static func - (a: VectorLane, b: VectorLane) -> VectorLane {
        VectorLane(a.v - b.v)
    }
    @inline(__always) static func * (a: VectorLane, b: VectorLane) -> VectorLane {
        VectorLane(a.v * b.v)
    }
    @inline(__always) static func divide(_ a: VectorLane, _ b: VectorLane) -> VectorLane {
        VectorLane(swv_f32_quotient(a.v, b.v))
    }
    @inline(__always) static func minimum(_ a: VectorLane, _ b: VectorLane) -> VectorLane {
        VectorLane(swv_f32_minimum(a.v, b.v))
    }
    @inline(__always) static func maximum(_ a: VectorLane, _ b: VectorLane) -> VectorLane {
        VectorLane(swv_f32_maximum(a.v, b.v))
    }
    @inline(__always) static func squareRoot(_ a: VectorLane) -> VectorLane { VectorLane(swv_f32_square_root(a.v)) }
    @inline(__always) static func absolute(_ a: VectorLane) -> VectorLane { VectorLane(swv_f32_absolute(a.v)) }
    @inline(__always) static func floor(_ a: VectorLane) -> VectorLane { VectorLane(swv_f32_floor(a.v)) }
    @inline(__always) static func sine(_ a: VectorLane) -> VectorLane { VectorLane(swv_f32_sine(a.v)) }
    @inline(__always) static func cosine(_ a: VectorLane) -> VectorLane { VectorLane(swv_f32_cosine(a.v)) }
    @inline(__always) static func exponential2(_ a: VectorLane) -> VectorLane { VectorLane(swv_f32_exponential2(a.v)) }
    @inline(__always) static func logarithm2(_ a: VectorLane) -> VectorLane { VectorLane(swv_f32_logarithm2(a.v)) }
    @inline(__always) static func power(_ a: VectorLane, _ b: VectorLane) -> VectorLane {
        VectorLane(swv_f32_power(a.v, b.v))
    }
    @inline(__always) static func arctangent(_ a: VectorLane, _ b: VectorLane) -> VectorLane {
        VectorLane(swv_f32_arctangent(a.v, b.v))
    }
    @inline(__always) static func smooth(_ a: VectorLane) -> VectorLane { VectorLane(swv_f32_smooth(a.v)) }
    @inline(__always) static func clamp(_ a: VectorLane) -> VectorLane { VectorLane(swv_f32_clamp(a.v)) }
    @inline(__always)
    static func less(_ a: VectorLane, _ b: VectorLane, _ c: VectorLane, _ d: VectorLane) -> VectorLane {
        VectorLane(swv_f32_less(a.v, b.v, c.v, d.v))
    }
    @inline(__always) static func mix(_ a: VectorLane, _ b: VectorLane, _ c: VectorLane) -> VectorLane {
        VectorLane(((b.v - a.v) * c.v) + a.v)
    }
}

/// The uniforms of a law, by value: what is stored could be one of them if they stayed in memory.
struct LawUniforms {
    private let k: (Vector, Vector, Vector, Vector, Vector, Vector, Vector, Vector)

    @inline(__always)
    init(_ operands: Operands, _ first: Int) {
        @inline(__always) func k(_ index: Int) -> Vector { operands.coefficient(first &+ index) }
        self.k = (k(0), k(1), k(2), k(3), k(4), k(5), k(6), k(7))
    }

    /// Slots are known when code is generated.
    @inline(__always)
    subscript(slot: Int) -> VectorLane {
        switch slot {
        case 0: VectorLane(k.0)
        case 1: VectorLane(k.1)
        case 2: VectorLane(k.2)
        case 3: VectorLane(k.3)
        case 4: VectorLane(k.4)
        case 5: VectorLane(k.5)
        case 6: VectorLane(k.6)
        default: VectorLane(k.7)
        }
    }
}

@inline(never)
private func lawTriples<W: CompiledLaw, S: SecondOperand, Reverses: MachineChoice>(
    _: W.Type, _: S.Type, _: Reverses.Type, _ instruction: InstructionPointer, _ tile: TilePointer
) {
    let operands = Operands(instruction, tile)
    @inline(__always) func k(_ index: Int) -> Vector { operands.coefficient(index) }
    let (k0, k1, k2, k3) = (k(0), k(1), k(2), k(3))
    let (k4, k5, k6, k7, k8, k9) = (k(4), k(5), k(6), k(7), k(8), k(9))
    let second = S(operands, tile)
    let u = Uniforms<VectorLane>(LawUniforms(operands, 11))
    @inline(__always) func color(_ a: Vector, _ b: Vector, _ c: Vector) -> Color<VectorLane> {
        Reverses.isMade
            ? Color(VectorLane(c), VectorLane(b), VectorLane(a)) : Color(VectorLane(a), VectorLane(b), VectorLane(c))
    }
    @inline(__always) func law(_ i: Int, _ p: Vector, _ q: Vector, _ r: Vector) -> Triple {
        let (s, t, v) = second.load(i)
        let made =
            S.isPixels
            ? W.color(color(p * k0, q * k0, r * k0), color(s * k4, t * k4, v * k4), u)
            : W.color(
                color(p * k0 + k1, q * k0 + k1, r * k0 + k1), color(s * k4 + k5, t * k6 + k7, v * k8 + k9), u)
        let (a, b, c) = (made.r.v * k2 + k3, made.g.v * k2 + k3, made.b.v * k2 + k3)
        return Reverses.isMade ? (c, b, a) : (a, b, c)
    }
    S.pass(instruction, tile, operands, law)
}

@inline(__always)
private func law<W: CompiledLaw, Reverses: MachineChoice>(
    _: W.Type, _: Reverses.Type, _ instruction: InstructionPointer, _ tile: TilePointer
) {
    if !instruction.pointee.flags.contains(.readsSecondPixels) {
        lawTriples(W.self, SecondRows.self, Reverses.self, instruction, tile)
    } else if tile.pointee.shift == 0 {
        lawTriples(W.self, SecondPixels<NotMade>.self, Reverses.self, instruction, tile)
    } else {
        lawTriples(W.self, SecondPixels<Made>.self, Reverses.self, instruction, tile)
    }
}

@inline(__always)
private func law<W: CompiledLaw>(_: W.Type, _ instruction: InstructionPointer, _ tile: TilePointer) {
    if W.isByComponent || !instruction.pointee.flags.contains(.reversesPlanes) {
        law(W.self, NotMade.self, instruction, tile)
    } else {
        law(W.self, Made.self, instruction, tile)
    }
}

/// The list of compiled laws: a line here makes a law an instruction.
@inline(__always)
func machineLaw(_ instruction: InstructionPointer, _ tile: TilePointer) {
    switch swv_cut_float((tile.pointee.coefficients + Int(instruction.pointee.coefficients))[10]) {
    case OverlayLaw.code: law(OverlayLaw.self, instruction, tile)
    case SoftLightLaw.code: law(SoftLightLaw.self, instruction, tile)
    case KeyLaw.code: law(KeyLaw.self, instruction, tile)
    case NoiseLaw.code: law(NoiseLaw.self, instruction, tile)
    case HardLightLaw.code: law(HardLightLaw.self, instruction, tile)
    case ScreenLaw.code: law(ScreenLaw.self, instruction, tile)
    case DivideLaw.code: law(DivideLaw.self, instruction, tile)
    case ColorDodgeLaw.code: law(ColorDodgeLaw.self, instruction, tile)
    case ColorBurnLaw.code: law(ColorBurnLaw.self, instruction, tile)
    case VividLightLaw.code: law(VividLightLaw.self, instruction, tile)
    case PinLightLaw.code: law(PinLightLaw.self, instruction, tile)
    case HueLaw.code: law(HueLaw.self, instruction, tile)
    case SaturationLaw.code: law(SaturationLaw.self, instruction, tile)
    case ColorLaw.code: law(ColorLaw.self, instruction, tile)
    case LuminosityLaw.code: law(LuminosityLaw.self, instruction, tile)
    default: break
    }
}
