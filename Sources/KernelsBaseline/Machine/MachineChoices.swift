// SPDX-License-Identifier: MIT
internal import CVector
internal import PixelCore

/// Three planes with three others, each weighted by itself or all by one.
@inline(never)
private func mixTriples(_ instruction: InstructionPointer, _ tile: TilePointer) {
    let operands = Operands(instruction, tile)
    @inline(__always) func k(_ index: Int) -> Vector { operands.coefficient(index) }
    let (a0, a1, a2, a3, a4, a5) = (k(0), k(1), k(2), k(3), k(4), k(5))
    let (b0, b1, b2, b3, b4, b5) = (k(6), k(7), k(8), k(9), k(10), k(11))
    let (c0, c1, c2, c3, c4, c5) = (k(12), k(13), k(14), k(15), k(16), k(17))
    let (x, y, z) = (operands.row(6), operands.row(7), operands.row(8))
    let (s, t, u) = (operands.row(9), operands.row(10), operands.row(11))
    @inline(__always) func one(_ a: Vector, _ b: Vector, _ t: Vector) -> Vector { (b - a) * t + a }
    @inline(__always) func law(_ i: Int, _ p: Vector, _ q: Vector, _ r: Vector) -> Triple {
        (
            one(p * a0 + a1, load(x, i) * a2 + a3, load(s, i) * a4 + a5),
            one(q * b0 + b1, load(y, i) * b2 + b3, load(t, i) * b4 + b5),
            one(r * c0 + c1, load(z, i) * c2 + c3, load(u, i) * c4 + c5)
        )
    }
    passTriples(instruction, tile, operands, law)
}

/// Three planes with three numbers, all weighted by one row. The second operand counts for nothing.
@inline(never)
private func sharedMixTriples(_ instruction: InstructionPointer, _ tile: TilePointer) {
    let operands = Operands(instruction, tile)
    @inline(__always) func k(_ index: Int) -> Vector { operands.coefficient(index) }
    let (a0, a1, a3, b0, b1, b3, c0, c1, c3) = (k(0), k(1), k(3), k(6), k(7), k(9), k(12), k(13), k(15))
    let (s, k4, k5) = (operands.row(9), k(4), k(5))
    @inline(__always) func law(_ i: Int, _ p: Vector, _ q: Vector, _ r: Vector) -> Triple {
        let t = load(s, i) * k4 + k5
        let (a, b, c) = (p * a0 + a1, q * b0 + b1, r * c0 + c1)
        return ((a3 - a) * t + a, (b3 - b) * t + b, (c3 - c) * t + c)
    }
    passTriples(instruction, tile, operands, law)
}

@inline(never)
private func mixes<C: MachineChoice>(_: C.Type, _ instruction: InstructionPointer, _ tile: TilePointer) {
    let operands = Operands(instruction, tile)
    var plane = 0
    while plane < operands.planeCount {
        let first = plane &* 6
        @inline(__always) func k(_ index: Int) -> Vector { operands.coefficient(first &+ index) }
        let (k0, k1, k2, k3, k4, k5) = (k(0), k(1), k(2), k(3), k(4), k(5))
        @inline(__always) func law(_ p: Vector, _ q: Vector, _ r: Vector) -> Vector {
            let a = p * k0 + k1
            return ((q * k2 + k3) - a) * (r * k4 + k5) + a
        }
        @inline(__always) func row(_ operand: Int) -> Floats { operands.row(operand, plane: plane) }
        fill(C.self, row(-1), count: operands.count, law, row(0), row(1), row(2))
        plane &+= 1
    }
}

@inline(__always)
func machineMix(_ instruction: InstructionPointer, _ tile: TilePointer) {
    if instruction.pointee.planes == 3 {
        if instruction.pointee.flags.contains(.sharesOperands) {
            sharedMixTriples(instruction, tile)
        } else {
            mixTriples(instruction, tile)
        }
    } else if instruction.pointee.flags.contains(.clamps) {
        mixes(Made.self, instruction, tile)
    } else {
        mixes(NotMade.self, instruction, tile)
    }
}

@inline(never)
private func choices<C: MachineChoice>(_: C.Type, _ instruction: InstructionPointer, _ tile: TilePointer) {
    let operands = Operands(instruction, tile)
    let zero = swv_f32_splat(0)
    var plane = 0
    while plane < operands.planeCount {
        let first = plane &* 7
        @inline(__always) func k(_ index: Int) -> Vector { operands.coefficient(first &+ index) }
        let (k0, k1, k2, k3, k4, k5, k6) = (k(0), k(1), k(2), k(3), k(4), k(5), k(6))
        @inline(__always) func law(_ p: Vector, _ q: Vector, _ r: Vector, _ s: Vector) -> Vector {
            swv_f32_less(p * k0 + (q * k1 + k2), zero, r * k3 + k4, s * k5 + k6)
        }
        @inline(__always) func row(_ operand: Int) -> Floats { operands.row(operand, plane: plane) }
        fill(C.self, row(-1), count: operands.count, law, row(0), row(1), row(2), row(3))
        plane &+= 1
    }
}

/// Three planes or three numbers, which one row decides. The fourth operand counts for nothing.
@inline(never)
private func sharedChoices(_ instruction: InstructionPointer, _ tile: TilePointer) {
    let operands = Operands(instruction, tile)
    @inline(__always) func k(_ index: Int) -> Vector { operands.coefficient(index) }
    let (k0, k1, k2, a3, a4, a6) = (k(0), k(1), k(2), k(3), k(4), k(6))
    let (b3, b4, b6, c3, c4, c6) = (k(10), k(11), k(13), k(17), k(18), k(20))
    let (s, t, zero) = (operands.row(3), operands.row(6), swv_f32_splat(0))
    @inline(__always) func law(_ i: Int, _ p: Vector, _ q: Vector, _ r: Vector) -> Triple {
        let less = load(s, i) * k0 + (load(t, i) * k1 + k2)
        return (
            swv_f32_less(less, zero, p * a3 + a4, a6), swv_f32_less(less, zero, q * b3 + b4, b6),
            swv_f32_less(less, zero, r * c3 + c4, c6)
        )
    }
    passOperand(2, instruction, tile, operands, law)
}

@inline(__always)
func machineLess(_ instruction: InstructionPointer, _ tile: TilePointer) {
    if instruction.pointee.flags.contains(.sharesOperands) {
        sharedChoices(instruction, tile)
    } else if instruction.pointee.flags.contains(.clamps) {
        choices(Made.self, instruction, tile)
    } else {
        choices(NotMade.self, instruction, tile)
    }
}

/// What an instruction makes of two values.
private protocol PairLaw {
    static func value(_ a: Vector, _ b: Vector) -> Vector
}

private enum Minimum: PairLaw {
    @inline(__always) static func value(_ a: Vector, _ b: Vector) -> Vector { swv_f32_minimum(a, b) }
}

private enum Maximum: PairLaw {
    @inline(__always) static func value(_ a: Vector, _ b: Vector) -> Vector { swv_f32_maximum(a, b) }
}

private enum Arctangent: PairLaw {
    @inline(__always) static func value(_ a: Vector, _ b: Vector) -> Vector { swv_f32_arctangent(a, b) }
}

@inline(never)
private func pairs<P: PairLaw, C: MachineChoice>(
    _: P.Type, _: C.Type, _ instruction: InstructionPointer, _ tile: TilePointer
) {
    let operands = Operands(instruction, tile)
    var plane = 0
    while plane < operands.planeCount {
        let first = plane &* 4
        @inline(__always) func k(_ index: Int) -> Vector { operands.coefficient(first &+ index) }
        let (k0, k1, k2, k3) = (k(0), k(1), k(2), k(3))
        @inline(__always) func law(_ p: Vector, _ q: Vector) -> Vector { P.value(p * k0 + k1, q * k2 + k3) }
        @inline(__always) func row(_ operand: Int) -> Floats { operands.row(operand, plane: plane) }
        fill(C.self, row(-1), count: operands.count, law, row(0), row(1))
        plane &+= 1
    }
}

@inline(__always)
private func pairs<P: PairLaw>(_: P.Type, _ instruction: InstructionPointer, _ tile: TilePointer) {
    if instruction.pointee.flags.contains(.clamps) {
        pairs(P.self, Made.self, instruction, tile)
    } else {
        pairs(P.self, NotMade.self, instruction, tile)
    }
}

@inline(__always)
func machineMinimum(_ instruction: InstructionPointer, _ tile: TilePointer) { pairs(Minimum.self, instruction, tile) }

@inline(__always)
func machineMaximum(_ instruction: InstructionPointer, _ tile: TilePointer) { pairs(Maximum.self, instruction, tile) }

@inline(__always)
func machineArctangent(_ instruction: InstructionPointer, _ tile: TilePointer) {
    pairs(Arctangent.self, instruction, tile)
}
