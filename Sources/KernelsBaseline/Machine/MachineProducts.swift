// SPDX-License-Identifier: MIT
internal import CVector
internal import PixelCore

/// Three planes by three others, or by one.
@inline(never)
private func productTriples(_ instruction: InstructionPointer, _ tile: TilePointer) {
    let operands = Operands(instruction, tile)
    @inline(__always) func k(_ index: Int) -> Vector { operands.coefficient(index) }
    let (a0, a1, a2, a3, a4) = (k(0), k(1), k(2), k(3), k(4))
    let (b0, b1, b2, b3, b4) = (k(5), k(6), k(7), k(8), k(9))
    let (c0, c1, c2, c3, c4) = (k(10), k(11), k(12), k(13), k(14))
    let (x, y, z) = (operands.row(6), operands.row(7), operands.row(8))
    @inline(__always) func law(_ i: Int, _ p: Vector, _ q: Vector, _ r: Vector) -> Triple {
        (
            ((p * a0 + a1) * (load(x, i) * a2 + a3)) + a4,
            ((q * b0 + b1) * (load(y, i) * b2 + b3)) + b4,
            ((r * c0 + c1) * (load(z, i) * c2 + c3)) + c4
        )
    }
    passTriples(instruction, tile, operands, law)
}

/// Three planes of pixels by those of image 1 as they are.
@inline(never)
private func pixelProducts<OtherIsFirst: MachineChoice>(
    _: OtherIsFirst.Type, _ instruction: InstructionPointer, _ tile: TilePointer
) {
    let operands = Operands(instruction, tile)
    @inline(__always) func k(_ index: Int) -> Vector { operands.coefficient(index) }
    let (a0, a1, a4, b0, b1, b4, c0, c1, c4) = (k(0), k(1), k(4), k(5), k(6), k(9), k(10), k(11), k(14))
    let second = SecondPixels<OtherIsFirst>(operands, tile)
    @inline(__always) func law(_ i: Int, _ p: Vector, _ q: Vector, _ r: Vector) -> Triple {
        let (x, y, z) = second.load(i)
        return (
            ((p * a0 + a1) * x) + a4, ((q * b0 + b1) * y) + b4,
            ((r * c0 + c1) * z) + c4
        )
    }
    passPixels(OtherIsFirst.self, instruction, tile, operands, law)
}

@inline(never)
private func products<C: MachineChoice>(_: C.Type, _ instruction: InstructionPointer, _ tile: TilePointer) {
    let operands = Operands(instruction, tile)
    var plane = 0
    while plane < operands.planeCount {
        let first = plane &* 5
        @inline(__always) func k(_ index: Int) -> Vector { operands.coefficient(first &+ index) }
        let (k0, k1, k2, k3, k4) = (k(0), k(1), k(2), k(3), k(4))
        @inline(__always) func law(_ p: Vector, _ q: Vector) -> Vector {
            ((p * k0 + k1) * (q * k2 + k3)) + k4
        }
        @inline(__always) func row(_ operand: Int) -> Floats { operands.row(operand, plane: plane) }
        fill(C.self, row(-1), count: operands.count, law, row(0), row(1))
        plane &+= 1
    }
}

@inline(never)
private func products1<C: MachineChoice>(_: C.Type, _ instruction: InstructionPointer, _ tile: TilePointer) {
    let operands = Operands(instruction, tile)
    var plane = 0
    while plane < operands.planeCount {
        let first = plane &* 6
        @inline(__always) func k(_ index: Int) -> Vector { operands.coefficient(first &+ index) }
        let (k0, k1, k2, k3, k4, k5) = (k(0), k(1), k(2), k(3), k(4), k(5))
        @inline(__always) func law(_ p: Vector, _ q: Vector, _ r: Vector) -> Vector {
            ((p * k0 + k1) * (q * k2 + k3)) + (r * k5 + k4)
        }
        @inline(__always) func row(_ operand: Int) -> Floats { operands.row(operand, plane: plane) }
        fill(C.self, row(-1), count: operands.count, law, row(0), row(1), row(2))
        plane &+= 1
    }
}

@inline(never)
private func products2<C: MachineChoice>(_: C.Type, _ instruction: InstructionPointer, _ tile: TilePointer) {
    let operands = Operands(instruction, tile)
    var plane = 0
    while plane < operands.planeCount {
        let first = plane &* 7
        @inline(__always) func k(_ index: Int) -> Vector { operands.coefficient(first &+ index) }
        let (k0, k1, k2, k3, k4, k5, k6) = (k(0), k(1), k(2), k(3), k(4), k(5), k(6))
        @inline(__always) func law(_ p: Vector, _ q: Vector, _ r: Vector, _ s: Vector) -> Vector {
            ((p * k0 + k1) * (q * k2 + k3)) + ((r * k5 + s * k6) + k4)
        }
        @inline(__always) func row(_ operand: Int) -> Floats { operands.row(operand, plane: plane) }
        fill(C.self, row(-1), count: operands.count, law, row(0), row(1), row(2), row(3))
        plane &+= 1
    }
}

@inline(never)
private func quotients<C: MachineChoice>(_: C.Type, _ instruction: InstructionPointer, _ tile: TilePointer) {
    let operands = Operands(instruction, tile)
    var plane = 0
    while plane < operands.planeCount {
        let first = plane &* 5
        @inline(__always) func k(_ index: Int) -> Vector { operands.coefficient(first &+ index) }
        let (k0, k1, k2, k3, k4) = (k(0), k(1), k(2), k(3), k(4))
        @inline(__always) func law(_ p: Vector, _ q: Vector) -> Vector {
            swv_f32_quotient(p * k0 + k1, q * k2 + k3) + k4
        }
        @inline(__always) func row(_ operand: Int) -> Floats { operands.row(operand, plane: plane) }
        fill(C.self, row(-1), count: operands.count, law, row(0), row(1))
        plane &+= 1
    }
}

/// Without coefficients: three planes by three others, or by one.
@inline(never)
private func plainProductTriples(_ instruction: InstructionPointer, _ tile: TilePointer) {
    let operands = Operands(instruction, tile)
    let (x, y, z) = (operands.row(6), operands.row(7), operands.row(8))
    @inline(__always) func law(_ i: Int, _ p: Vector, _ q: Vector, _ r: Vector) -> Triple {
        (p * load(x, i), q * load(y, i), r * load(z, i))
    }
    passTriples(instruction, tile, operands, law)
}

@inline(never)
private func plainProducts<C: MachineChoice>(_: C.Type, _ instruction: InstructionPointer, _ tile: TilePointer) {
    let operands = Operands(instruction, tile)
    @inline(__always) func law(_ p: Vector, _ q: Vector) -> Vector { p * q }
    fill(C.self, operands.row(0), count: operands.count, law, operands.row(1), operands.row(2))
}

/// Three planes by one, to and from anywhere.
@inline(never)
private func sharedProductTriples(_ instruction: InstructionPointer, _ tile: TilePointer) {
    let operands = Operands(instruction, tile)
    @inline(__always) func k(_ index: Int) -> Vector { operands.coefficient(index) }
    let (a0, a1, a4, b0, b1, b4, c0, c1, c4) = (k(0), k(1), k(4), k(5), k(6), k(9), k(10), k(11), k(14))
    let (x, k2, k3) = (operands.row(6), k(2), k(3))
    @inline(__always) func law(_ i: Int, _ p: Vector, _ q: Vector, _ r: Vector) -> Triple {
        let w = load(x, i) * k2 + k3
        return (
            ((p * a0 + a1) * w) + a4, ((q * b0 + b1) * w) + b4,
            ((r * c0 + c1) * w) + c4
        )
    }
    passTriples(instruction, tile, operands, law)
}

@inline(__always)
func machineMultiply(_ instruction: InstructionPointer, _ tile: TilePointer) {
    if instruction.pointee.planes == 3 {
        plainProductTriples(instruction, tile)
    } else if instruction.pointee.flags.contains(.clamps) {
        plainProducts(Made.self, instruction, tile)
    } else {
        plainProducts(NotMade.self, instruction, tile)
    }
}

@inline(__always)
func machineProduct(_ instruction: InstructionPointer, _ tile: TilePointer) {
    if instruction.pointee.planes == 3 {
        if instruction.pointee.flags.contains(.sharesOperands) {
            sharedProductTriples(instruction, tile)
        } else if instruction.pointee.flags.contains(.readsSecondPixels) {
            if tile.pointee.shift == 0 {
                pixelProducts(NotMade.self, instruction, tile)
            } else {
                pixelProducts(Made.self, instruction, tile)
            }
        } else {
            productTriples(instruction, tile)
        }
    } else if instruction.pointee.flags.contains(.clamps) {
        products(Made.self, instruction, tile)
    } else {
        products(NotMade.self, instruction, tile)
    }
}

@inline(__always)
func machineProduct1(_ instruction: InstructionPointer, _ tile: TilePointer) {
    if instruction.pointee.flags.contains(.clamps) {
        products1(Made.self, instruction, tile)
    } else {
        products1(NotMade.self, instruction, tile)
    }
}

@inline(__always)
func machineProduct2(_ instruction: InstructionPointer, _ tile: TilePointer) {
    if instruction.pointee.flags.contains(.clamps) {
        products2(Made.self, instruction, tile)
    } else {
        products2(NotMade.self, instruction, tile)
    }
}

@inline(__always)
func machineDivide(_ instruction: InstructionPointer, _ tile: TilePointer) {
    if instruction.pointee.flags.contains(.clamps) {
        quotients(Made.self, instruction, tile)
    } else {
        quotients(NotMade.self, instruction, tile)
    }
}
