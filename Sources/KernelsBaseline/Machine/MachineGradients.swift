// SPDX-License-Identifier: MIT
internal import CVector
internal import PixelCore

/// The eight neighbours of a pixel, of one plane, and what becomes of them.
private struct Neighbours {
    private let rows: (Floats, Floats, Floats, Floats, Floats, Floats, Floats, Floats)
    private let k: (Vector, Vector, Vector)

    @inline(__always)
    init(_ operands: Operands, plane: Int) {
        @inline(__always) func row(_ operand: Int) -> Floats { operands.row(operand, plane: plane) }
        @inline(__always) func k(_ index: Int) -> Vector { operands.coefficient(3 &* plane &+ index) }
        rows = (row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7))
        self.k = (k(0), k(1), k(2))
    }

    @inline(__always)
    func gradient<Squares: MachineChoice>(_: Squares.Type, _ i: Int) -> Vector {
        @inline(__always) func difference(_ a: Floats, _ b: Floats) -> Vector {
            load(a, i) - load(b, i)
        }
        @inline(__always) func squared(_ v: Vector) -> Vector { v * v }
        let (falling, rising) = (difference(rows.7, rows.0), difference(rows.2, rows.5))
        let x = (falling + rising) + (difference(rows.4, rows.3) * k.0)
        let y = (falling - rising) + (difference(rows.6, rows.1) * k.0)
        let square = squared(x) + squared(y)
        return ((Squares.isMade ? square : swv_f32_square_root(square)) * k.1) + k.2
    }
}

@inline(never)
private func gradients<Squares: MachineChoice, C: MachineChoice>(
    _: Squares.Type, _: C.Type, _ instruction: InstructionPointer, _ tile: TilePointer
) {
    let operands = Operands(instruction, tile)
    var plane = 0
    while plane < operands.planeCount {
        let (neighbours, to) = (Neighbours(operands, plane: plane), operands.row(-1, plane: plane))
        var i = 0
        while i < operands.count {
            store(C.self, to, i, neighbours.gradient(Squares.self, i))
            i &+= swv_lanes32
        }
        plane &+= 1
    }
}

@inline(never)
private func storedGradients<OtherIsFirst: MachineChoice>(
    _: OtherIsFirst.Type, _ instruction: InstructionPointer, _ tile: TilePointer
) {
    let operands = Operands(instruction, tile)
    let (neighbours, to) = (Neighbours(operands, plane: 0), PixelTarget(OtherIsFirst.self, tile))
    var i = 0
    while i < operands.count {
        let v = neighbours.gradient(NotMade.self, i)
        to.store(i, (v, v, v))
        i &+= swv_lanes32
    }
}

@inline(__always)
func machineGradient(_ instruction: InstructionPointer, _ tile: TilePointer) {
    let flags = instruction.pointee.flags
    if flags.contains(.writesPixels) {
        if tile.pointee.shift == 0 {
            storedGradients(NotMade.self, instruction, tile)
        } else {
            storedGradients(Made.self, instruction, tile)
        }
        return
    }
    switch (flags.contains(.squares), flags.contains(.clamps)) {
    case (false, false): gradients(NotMade.self, NotMade.self, instruction, tile)
    case (false, true): gradients(NotMade.self, Made.self, instruction, tile)
    case (true, false): gradients(Made.self, NotMade.self, instruction, tile)
    case (true, true): gradients(Made.self, Made.self, instruction, tile)
    }
}
