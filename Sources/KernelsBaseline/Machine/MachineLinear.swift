// SPDX-License-Identifier: MIT
internal import CVector
internal import PixelCore

@inline(never)
func machineMatrix(_ instruction: InstructionPointer, _ tile: TilePointer) {
    let operands = Operands(instruction, tile)
    @inline(__always) func k(_ index: Int) -> Vector { operands.coefficient(index) }
    let (a0, a1, a2, a3) = (k(0), k(1), k(2), k(3))
    let (b0, b1, b2, b3) = (k(4), k(5), k(6), k(7))
    let (c0, c1, c2, c3) = (k(8), k(9), k(10), k(11))
    @inline(__always) func law(_ i: Int, _ p: Vector, _ q: Vector, _ r: Vector) -> Triple {
        (
            (p * a0 + q * a1) + (r * a2 + a3),
            (p * b0 + q * b1) + (r * b2 + b3),
            (p * c0 + q * c1) + (r * c2 + c3)
        )
    }
    passTriples(instruction, tile, operands, law)
}

/// Each of three planes by itself, from or to pixels.
@inline(never)
private func affineTriples(_ instruction: InstructionPointer, _ tile: TilePointer) {
    let operands = Operands(instruction, tile)
    @inline(__always) func k(_ index: Int) -> Vector { operands.coefficient(index) }
    let (a0, a1, b0, b1, c0, c1) = (k(0), k(1), k(2), k(3), k(4), k(5))
    @inline(__always) func law(_ i: Int, _ p: Vector, _ q: Vector, _ r: Vector) -> Triple {
        (p * a0 + a1, q * b0 + b1, r * c0 + c1)
    }
    passTriples(instruction, tile, operands, law)
}

/// One form of the three colour bytes, or another form of its floor.
@inline(never)
private func formOfPixels<F: MachineChoice, C: MachineChoice, OtherIsFirst: MachineChoice>(
    floors: F.Type, _: C.Type, _: OtherIsFirst.Type, _ instruction: InstructionPointer, _ tile: TilePointer
) {
    let operands = Operands(instruction, tile)
    @inline(__always) func k(_ index: Int) -> Vector { operands.coefficient(index) }
    let (to, source) = (operands.row(0), PixelSource(OtherIsFirst.self, instruction, tile))
    let (k0, k1, k2, k3) = (k(0), k(1), k(2), k(3))
    let (k4, k5) = F.isMade ? (k(4), k(5)) : (k3, k3)
    var i = 0
    while i < operands.count {
        let (p, q, r) = source.load(i)
        let form = ((k3 + p * k0) + q * k1) + r * k2
        store(C.self, to, i, F.isMade ? swv_f32_floor(form) * k4 + k5 : form)
        i &+= swv_lanes32
    }
}

@inline(__always)
func formOfPixels<F: MachineChoice, C: MachineChoice>(
    floors: F.Type, _: C.Type, _ instruction: InstructionPointer, _ tile: TilePointer
) {
    if tile.pointee.shift == 0 {
        formOfPixels(floors: F.self, C.self, NotMade.self, instruction, tile)
    } else {
        formOfPixels(floors: F.self, C.self, Made.self, instruction, tile)
    }
}

@inline(never)
private func sums<C: MachineChoice>(_: C.Type, _ instruction: InstructionPointer, _ tile: TilePointer) {
    let operands = Operands(instruction, tile)
    let count = operands.count
    let n = Int(instruction.pointee.operandCount)
    var plane = 0
    while plane < operands.planeCount {
        let first = plane &* (n &+ 1)
        @inline(__always) func k(_ index: Int) -> Vector { operands.coefficient(first &+ index) }
        @inline(__always) func row(_ operand: Int) -> Floats { operands.row(operand, plane: plane) }
        let to = row(-1)
        switch n {
        case 0:
            let k0 = k(0)
            @inline(__always) func law(_ p: Vector) -> Vector { k0 }
            fill(C.self, to, count: count, law, to)
        case 1:
            let (k0, k1) = (k(0), k(1))
            @inline(__always) func law(_ p: Vector) -> Vector { k1 + p * k0 }
            fill(C.self, to, count: count, law, row(0))
        case 2:
            let (k0, k1, k2) = (k(0), k(1), k(2))
            @inline(__always) func law(_ p: Vector, _ q: Vector) -> Vector { (k2 + p * k0) + q * k1 }
            fill(C.self, to, count: count, law, row(0), row(1))
        case 3:
            let (k0, k1, k2, k3) = (k(0), k(1), k(2), k(3))
            @inline(__always) func law(_ p: Vector, _ q: Vector, _ r: Vector) -> Vector {
                ((k3 + p * k0) + q * k1) + r * k2
            }
            fill(C.self, to, count: count, law, row(0), row(1), row(2))
        case 4:
            let (k0, k1, k2, k3, k4) = (k(0), k(1), k(2), k(3), k(4))
            @inline(__always) func law(_ p: Vector, _ q: Vector, _ r: Vector, _ s: Vector) -> Vector {
                (((k4 + p * k0) + q * k1) + r * k2) + s * k3
            }
            fill(C.self, to, count: count, law, row(0), row(1), row(2), row(3))
        case 6:
            let (p0, p1, p2, p3, p4, p5) = (row(0), row(1), row(2), row(3), row(4), row(5))
            let (k0, k1, k2, k3, k4, k5, k6) = (k(0), k(1), k(2), k(3), k(4), k(5), k(6))
            var i = 0
            while i < count {
                let half = ((k6 + load(p0, i) * k0) + load(p1, i) * k1) + load(p2, i) * k2
                store(C.self, to, i, ((half + load(p3, i) * k3) + load(p4, i) * k4) + load(p5, i) * k5)
                i &+= swv_lanes32
            }
        default:
            let (p0, p1, p2, p3, p4, p5) = (row(0), row(1), row(2), row(3), row(4), row(5))
            let (p6, p7, p8) = (row(6), row(7), row(8))
            let (k0, k1, k2, k3, k4, k5, k6, k7, k8) = (k(0), k(1), k(2), k(3), k(4), k(5), k(6), k(7), k(8))
            let k9 = k(9)
            var i = 0
            while i < count {
                let third = ((k9 + load(p0, i) * k0) + load(p1, i) * k1) + load(p2, i) * k2
                let half = ((third + load(p3, i) * k3) + load(p4, i) * k4) + load(p5, i) * k5
                store(C.self, to, i, ((half + load(p6, i) * k6) + load(p7, i) * k7) + load(p8, i) * k8)
                i &+= swv_lanes32
            }
        }
        plane &+= 1
    }
}

@inline(__always)
func machineLinear(_ instruction: InstructionPointer, _ tile: TilePointer) {
    let (n, planes, flags) = (
        instruction.pointee.operandCount, instruction.pointee.planes, instruction.pointee.flags
    )
    let clamps = flags.contains(.clamps)
    if n == 1 && planes == 3 {
        affineTriples(instruction, tile)
    } else if flags.contains(.readsPixels) {
        if clamps {
            formOfPixels(floors: NotMade.self, Made.self, instruction, tile)
        } else {
            formOfPixels(floors: NotMade.self, NotMade.self, instruction, tile)
        }
    } else {
        if clamps { sums(Made.self, instruction, tile) } else { sums(NotMade.self, instruction, tile) }
    }
}
