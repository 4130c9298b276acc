// SPDX-License-Identifier: MIT
internal import CVector
internal import PixelCore

/// What an instruction makes of one value.
private protocol ValueLaw {
    static func value(_ v: Vector) -> Vector
}

private enum Absolute: ValueLaw {
    @inline(__always) static func value(_ v: Vector) -> Vector { swv_f32_absolute(v) }
}

private enum Floor: ValueLaw {
    @inline(__always) static func value(_ v: Vector) -> Vector { swv_f32_floor(v) }
}

private enum Smooth: ValueLaw {
    @inline(__always) static func value(_ v: Vector) -> Vector { swv_f32_smooth(v) }
}

private enum Sine: ValueLaw {
    @inline(__always) static func value(_ v: Vector) -> Vector { swv_f32_sine(v) }
}

private enum Cosine: ValueLaw {
    @inline(__always) static func value(_ v: Vector) -> Vector { swv_f32_cosine(v) }
}

private enum Exponential2: ValueLaw {
    @inline(__always) static func value(_ v: Vector) -> Vector { swv_f32_exponential2(v) }
}

private enum Logarithm2: ValueLaw {
    @inline(__always) static func value(_ v: Vector) -> Vector { swv_f32_logarithm2(v) }
}

@inline(never)
private func values<F: ValueLaw, C: MachineChoice>(
    _: F.Type, _: C.Type, _ instruction: InstructionPointer, _ tile: TilePointer
) {
    let operands = Operands(instruction, tile)
    var plane = 0
    while plane < operands.planeCount {
        let first = plane &* 4
        @inline(__always) func k(_ index: Int) -> Vector { operands.coefficient(first &+ index) }
        let (k0, k1, k2, k3) = (k(0), k(1), k(2), k(3))
        @inline(__always) func law(_ p: Vector) -> Vector { F.value(p * k0 + k1) * k2 + k3 }
        fill(C.self, operands.row(-1, plane: plane), count: operands.count, law, operands.row(0, plane: plane))
        plane &+= 1
    }
}

@inline(__always)
private func values<F: ValueLaw>(_: F.Type, _ instruction: InstructionPointer, _ tile: TilePointer) {
    if instruction.pointee.flags.contains(.clamps) {
        values(F.self, Made.self, instruction, tile)
    } else {
        values(F.self, NotMade.self, instruction, tile)
    }
}

@inline(never)
private func floorTriples(_ instruction: InstructionPointer, _ tile: TilePointer) {
    let operands = Operands(instruction, tile)
    @inline(__always) func k(_ index: Int) -> Vector { operands.coefficient(index) }
    let (a0, a1, a2, a3) = (k(0), k(1), k(2), k(3))
    let (b0, b1, b2, b3) = (k(4), k(5), k(6), k(7))
    let (c0, c1, c2, c3) = (k(8), k(9), k(10), k(11))
    @inline(__always) func law(_ i: Int, _ p: Vector, _ q: Vector, _ r: Vector) -> Triple {
        (
            swv_f32_floor(p * a0 + a1) * a2 + a3,
            swv_f32_floor(q * b0 + b1) * b2 + b3,
            swv_f32_floor(r * c0 + c1) * c2 + c3
        )
    }
    passTriples(instruction, tile, operands, law)
}

/// Where one row is below 0; elsewhere, three numbers.
@inline(never)
private func sharedFloorTriples(_ instruction: InstructionPointer, _ tile: TilePointer) {
    let operands = Operands(instruction, tile)
    @inline(__always) func k(_ index: Int) -> Vector { operands.coefficient(index) }
    let (a0, a1, a2, a3, a6) = (k(0), k(1), k(2), k(3), k(6))
    let (b0, b1, b2, b3, b6) = (k(7), k(8), k(9), k(10), k(13))
    let (c0, c1, c2, c3, c6) = (k(14), k(15), k(16), k(17), k(20))
    let (s, k4, k5, zero) = (operands.row(6), k(4), k(5), swv_f32_splat(0))
    @inline(__always) func law(_ i: Int, _ p: Vector, _ q: Vector, _ r: Vector) -> Triple {
        let less = load(s, i) * k4 + k5
        return (
            swv_f32_less(less, zero, swv_f32_floor(p * a0 + a1) * a2 + a3, a6),
            swv_f32_less(less, zero, swv_f32_floor(q * b0 + b1) * b2 + b3, b6),
            swv_f32_less(less, zero, swv_f32_floor(r * c0 + c1) * c2 + c3, c6)
        )
    }
    passTriples(instruction, tile, operands, law)
}

@inline(__always)
func machineFloor(_ instruction: InstructionPointer, _ tile: TilePointer) {
    if instruction.pointee.flags.contains(.sharesOperands) {
        sharedFloorTriples(instruction, tile)
    } else if instruction.pointee.planes == 3 {
        floorTriples(instruction, tile)
    } else if instruction.pointee.flags.contains(.readsPixels) {
        formOfPixels(floors: Made.self, NotMade.self, instruction, tile)
    } else {
        values(Floor.self, instruction, tile)
    }
}

@inline(__always)
func machineAbsolute(_ instruction: InstructionPointer, _ tile: TilePointer) {
    values(Absolute.self, instruction, tile)
}

@inline(__always)
func machineSmooth(_ instruction: InstructionPointer, _ tile: TilePointer) { values(Smooth.self, instruction, tile) }

@inline(__always)
func machineSine(_ instruction: InstructionPointer, _ tile: TilePointer) { values(Sine.self, instruction, tile) }

@inline(__always)
func machineCosine(_ instruction: InstructionPointer, _ tile: TilePointer) { values(Cosine.self, instruction, tile) }

@inline(__always)
func machineExponential2(_ instruction: InstructionPointer, _ tile: TilePointer) {
    values(Exponential2.self, instruction, tile)
}

@inline(__always)
func machineLogarithm2(_ instruction: InstructionPointer, _ tile: TilePointer) {
    values(Logarithm2.self, instruction, tile)
}

@inline(never)
private func roots<C: MachineChoice>(_: C.Type, _ instruction: InstructionPointer, _ tile: TilePointer) {
    let operands = Operands(instruction, tile)
    var plane = 0
    while plane < operands.planeCount {
        let first = plane &* 5
        @inline(__always) func k(_ index: Int) -> Vector { operands.coefficient(first &+ index) }
        let (k0, k1, k2, k3, k4) = (k(0), k(1), k(2), k(3), k(4))
        @inline(__always) func law(_ p: Vector, _ q: Vector) -> Vector {
            swv_f32_square_root(p * k0 + (q * k1 + k2)) * k3 + k4
        }
        @inline(__always) func row(_ operand: Int) -> Floats { operands.row(operand, plane: plane) }
        fill(C.self, row(-1), count: operands.count, law, row(0), row(1))
        plane &+= 1
    }
}

@inline(__always)
func machineSquareRoot(_ instruction: InstructionPointer, _ tile: TilePointer) {
    if instruction.pointee.flags.contains(.clamps) {
        roots(Made.self, instruction, tile)
    } else {
        roots(NotMade.self, instruction, tile)
    }
}

@inline(never)
private func powers<C: MachineChoice>(_: C.Type, _ instruction: InstructionPointer, _ tile: TilePointer) {
    let operands = Operands(instruction, tile)
    var plane = 0
    while plane < operands.planeCount {
        let first = plane &* 5
        @inline(__always) func k(_ index: Int) -> Vector { operands.coefficient(first &+ index) }
        let (k0, k1, k2, k3, k4) = (k(0), k(1), k(2), k(3), k(4))
        @inline(__always) func law(_ p: Vector) -> Vector { swv_f32_power(p * k0 + k1, k4) * k2 + k3 }
        fill(C.self, operands.row(-1, plane: plane), count: operands.count, law, operands.row(0, plane: plane))
        plane &+= 1
    }
}

@inline(__always)
func machinePower(_ instruction: InstructionPointer, _ tile: TilePointer) {
    if instruction.pointee.flags.contains(.clamps) {
        powers(Made.self, instruction, tile)
    } else {
        powers(NotMade.self, instruction, tile)
    }
}
