// SPDX-License-Identifier: MIT
internal import CVector
internal import KernelTypes
internal import PixelCore

// How the loops of the machine's instructions are written, so that none contains a call:
// - each instruction is a function that is never inlined, so that the dispatcher stays small;
// - the body of a loop is a local function that always is, never a closure;
// - a flag that changes the code of a loop is a type, and there are few of those.
// scripts/check-kernels.sh looks for calls.

typealias Vector = swv_f32
typealias Triple = (Vector, Vector, Vector)
typealias InstructionPointer = UnsafePointer<MachineInstruction>
typealias TilePointer = UnsafePointer<MachineTile>

/// A choice that is made when code is generated.
protocol MachineChoice {
    static var isMade: Bool { get }
}

enum Made: MachineChoice {
    @inline(__always) static var isMade: Bool { true }
}

enum NotMade: MachineChoice {
    @inline(__always) static var isMade: Bool { false }
}

/// The rows and coefficients of an instruction.
struct Operands {
    private let rows: UnsafePointer<UInt16>
    private let planes: UnsafePointer<Floats>
    private let coefficients: ConstFloats
    private let start: Int
    /// Pixels.
    let count: Int
    /// Rows that the instruction makes.
    let planeCount: Int

    @inline(__always)
    init(_ instruction: InstructionPointer, _ tile: TilePointer) {
        rows = tile.pointee.rows + Int(instruction.pointee.rows)
        planes = tile.pointee.planes
        coefficients = tile.pointee.coefficients + Int(instruction.pointee.coefficients)
        start = tile.pointee.start
        count = tile.pointee.count
        planeCount = Int(instruction.pointee.planes)
    }

    /// The row at an index of the instruction's list.
    @inline(__always)
    func row(_ index: Int) -> Floats { planes[Int(rows[index])] + start }

    /// The row of an operand for a plane; operand -1 is the result.
    @inline(__always)
    func row(_ operand: Int, plane: Int) -> Floats { row((operand &+ 1) &* planeCount &+ plane) }

    @inline(__always)
    func coefficient(_ index: Int) -> Vector { swv_f32_splat(coefficients[index]) }

    /// A coefficient that is a small whole number.
    @inline(__always)
    func whole(_ index: Int) -> Int { Int(swv_cut_float(coefficients[index])) }
}

@inline(__always)
func load(_ row: Floats, _ i: Int) -> Vector { swv_f32_load(row + i, swv_lanes32) }

@inline(__always)
func store<C: MachineChoice>(_: C.Type, _ row: Floats, _ i: Int, _ v: Vector) {
    swv_f32_store(row + i, C.isMade ? swv_f32_clamp(v) : v, swv_lanes32)
}

// MARK: Loops over rows

@inline(__always)
func fill<C: MachineChoice>(_: C.Type, _ to: Floats, count: Int, _ law: (Vector) -> Vector, _ a: Floats) {
    var i = 0
    while i < count {
        store(C.self, to, i, law(load(a, i)))
        i &+= swv_lanes32
    }
}

@inline(__always)
func fill<C: MachineChoice>(
    _: C.Type, _ to: Floats, count: Int, _ law: (Vector, Vector) -> Vector, _ a: Floats, _ b: Floats
) {
    var i = 0
    while i < count {
        store(C.self, to, i, law(load(a, i), load(b, i)))
        i &+= swv_lanes32
    }
}

@inline(__always)
func fill<C: MachineChoice>(
    _: C.Type, _ to: Floats, count: Int, _ law: (Vector, Vector, Vector) -> Vector, _ a: Floats, _ b: Floats,
    _ c: Floats
) {
    var i = 0
    while i < count {
        store(C.self, to, i, law(load(a, i), load(b, i), load(c, i)))
        i &+= swv_lanes32
    }
}

@inline(__always)
func fill<C: MachineChoice>(
    _: C.Type, _ to: Floats, count: Int, _ law: (Vector, Vector, Vector, Vector) -> Vector, _ a: Floats, _ b: Floats,
    _ c: Floats, _ d: Floats
) {
    var i = 0
    while i < count {
        store(C.self, to, i, law(load(a, i), load(b, i), load(c, i), load(d, i)))
        i &+= swv_lanes32
    }
}
