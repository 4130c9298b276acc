// SPDX-License-Identifier: MIT
internal import CVector
internal import KernelTypes
internal import PixelCore

/// Where three planes come from.
protocol TripleSource {
    func load(_ i: Int) -> Triple
}

/// Where three planes go.
protocol TripleTarget {
    func store(_ i: Int, _ v: Triple)
}

/// Three rows of floats.
struct Planes<C: MachineChoice>: TripleSource, TripleTarget {
    let a: Floats
    let b: Floats
    let c: Floats

    /// Those from an index of an instruction's list of rows on.
    @inline(__always)
    init(_: C.Type, _ operands: Operands, _ first: Int) {
        (a, b, c) = (operands.row(first), operands.row(first &+ 1), operands.row(first &+ 2))
    }

    @inline(__always)
    func load(_ i: Int) -> Triple {
        (swv_f32_load(a + i, swv_lanes32), swv_f32_load(b + i, swv_lanes32), swv_f32_load(c + i, swv_lanes32))
    }

    @inline(__always)
    func store(_ i: Int, _ v: Triple) {
        swv_f32_store(a + i, C.isMade ? swv_f32_clamp(v.0) : v.0, swv_lanes32)
        swv_f32_store(b + i, C.isMade ? swv_f32_clamp(v.1) : v.1, swv_lanes32)
        swv_f32_store(c + i, C.isMade ? swv_f32_clamp(v.2) : v.2, swv_lanes32)
    }
}

/// The colour bytes of pixels of four bytes, of which the first or the last is another. Which one is a type, so that shifts
/// are constant.
struct PixelSource<OtherIsFirst: MachineChoice>: TripleSource {
    private let pixels: UnsafeRawPointer

    @inline(__always)
    init(_: OtherIsFirst.Type, _ instruction: InstructionPointer, _ tile: TilePointer) {
        pixels = instruction.pointee.flags.contains(.secondImage) ? tile.pointee.image1 : tile.pointee.image0
    }

    @inline(__always)
    init(_: OtherIsFirst.Type, pixels: UnsafeRawPointer) { self.pixels = pixels }

    @inline(__always)
    func load(_ i: Int) -> Triple {
        let v = swv_u32_load(pixels + i &* 4, swv_lanes32)
        if OtherIsFirst.isMade {
            return (swv_f32_from_byte(v, 8), swv_f32_from_byte(v, 16), swv_f32_from_byte(v, 24))
        }
        return (swv_f32_from_byte(v, 0), swv_f32_from_byte(v, 8), swv_f32_from_byte(v, 16))
    }
}

/// Where the second operand of three planes comes from.
protocol SecondOperand {
    static var isPixels: Bool { get }
    init(_ operands: Operands, _ tile: TilePointer)
    func load(_ i: Int) -> Triple
    /// The loops that there are with it.
    static func pass(
        _ instruction: InstructionPointer, _ tile: TilePointer, _ operands: Operands,
        _ law: (Int, Vector, Vector, Vector) -> Triple)
}

/// Three rows of floats.
struct SecondRows: SecondOperand {
    @inline(__always) static var isPixels: Bool { false }
    private let planes: Planes<NotMade>

    @inline(__always)
    init(_ operands: Operands, _ tile: TilePointer) { planes = Planes(NotMade.self, operands, 6) }

    @inline(__always)
    func load(_ i: Int) -> Triple { planes.load(i) }

    @inline(__always)
    static func pass(
        _ instruction: InstructionPointer, _ tile: TilePointer, _ operands: Operands,
        _ law: (Int, Vector, Vector, Vector) -> Triple
    ) {
        passTriples(instruction, tile, operands, law)
    }
}

/// Pixels of image 1, where the first operand is those of image 0.
struct SecondPixels<OtherIsFirst: MachineChoice>: SecondOperand {
    @inline(__always) static var isPixels: Bool { true }
    private let source: PixelSource<OtherIsFirst>

    @inline(__always)
    init(_ operands: Operands, _ tile: TilePointer) {
        source = PixelSource(OtherIsFirst.self, pixels: tile.pointee.image1)
    }

    @inline(__always)
    func load(_ i: Int) -> Triple { source.load(i) }

    @inline(__always)
    static func pass(
        _ instruction: InstructionPointer, _ tile: TilePointer, _ operands: Operands,
        _ law: (Int, Vector, Vector, Vector) -> Triple
    ) {
        passPixels(OtherIsFirst.self, instruction, tile, operands, law)
    }
}

/// The same, stored beside the remaining byte of image 0.
struct PixelTarget<OtherIsFirst: MachineChoice>: TripleTarget {
    private let pixels: UnsafeMutableRawPointer
    private let others: UnsafeRawPointer

    @inline(__always)
    init(_: OtherIsFirst.Type, _ tile: TilePointer) {
        pixels = tile.pointee.destination
        others = tile.pointee.image0
    }

    @inline(__always)
    func store(_ i: Int, _ v: Triple) {
        let (a, b, c) = (swv_f32_to_byte(v.0), swv_f32_to_byte(v.1), swv_f32_to_byte(v.2))
        let others = swv_u32_load(others + i &* 4, swv_lanes32)
        let pixel: swv_u32
        if OtherIsFirst.isMade {
            let low = (others & 0xff) | swv_u32_shift_left(a, 8)
            pixel = low | (swv_u32_shift_left(b, 16) | swv_u32_shift_left(c, 24))
        } else {
            let high = (others & 0xff00_0000) | swv_u32_shift_left(c, 16)
            pixel = high | (swv_u32_shift_left(b, 8) | a)
        }
        swv_u32_store(pixels + i &* 4, pixel, swv_lanes32)
    }
}

@inline(__always)
private func pass<S: TripleSource, T: TripleTarget>(
    _ from: S, _ to: T, count: Int, _ law: (Int, Vector, Vector, Vector) -> Triple
) {
    var i = 0
    while i < count {
        let v = from.load(i)
        to.store(i, law(i, v.0, v.1, v.2))
        i &+= swv_lanes32
    }
}

/// Takes the first operand through a law of three planes, from pixels or rows to pixels or rows.
@inline(__always)
func passTriples(
    _ instruction: InstructionPointer, _ tile: TilePointer, _ operands: Operands,
    _ law: (Int, Vector, Vector, Vector) -> Triple
) {
    let flags = instruction.pointee.flags
    if flags.isDisjoint(with: [.readsPixels, .writesPixels]) {
        passFrom(Planes(NotMade.self, operands, 3), flags, operands, law)
    } else if tile.pointee.shift == 0 {
        passEnds(NotMade.self, instruction, tile, operands, law)
    } else {
        passEnds(Made.self, instruction, tile, operands, law)
    }
}

/// Takes another operand, of rows, through such a law.
@inline(__always)
func passOperand(
    _ operand: Int, _ instruction: InstructionPointer, _ tile: TilePointer, _ operands: Operands,
    _ law: (Int, Vector, Vector, Vector) -> Triple
) {
    let (flags, source) = (instruction.pointee.flags, Planes(NotMade.self, operands, 3 &+ 3 &* operand))
    if !flags.contains(.writesPixels) {
        passFrom(source, flags, operands, law)
    } else if tile.pointee.shift == 0 {
        pass(source, PixelTarget(NotMade.self, tile), count: operands.count, law)
    } else {
        pass(source, PixelTarget(Made.self, tile), count: operands.count, law)
    }
}

/// From pixels, to pixels, or both.
@inline(__always)
private func passEnds<OtherIsFirst: MachineChoice>(
    _: OtherIsFirst.Type, _ instruction: InstructionPointer, _ tile: TilePointer, _ operands: Operands,
    _ law: (Int, Vector, Vector, Vector) -> Triple
) {
    let flags = instruction.pointee.flags
    if !flags.contains(.readsPixels) {
        let source = Planes(NotMade.self, operands, 3)
        pass(source, PixelTarget(OtherIsFirst.self, tile), count: operands.count, law)
    } else {
        passPixels(OtherIsFirst.self, instruction, tile, operands, law)
    }
}

/// From pixels, and perhaps to pixels.
@inline(__always)
func passPixels<OtherIsFirst: MachineChoice>(
    _: OtherIsFirst.Type, _ instruction: InstructionPointer, _ tile: TilePointer, _ operands: Operands,
    _ law: (Int, Vector, Vector, Vector) -> Triple
) {
    let flags = instruction.pointee.flags
    let source = PixelSource(OtherIsFirst.self, instruction, tile)
    if flags.contains(.writesPixels) {
        pass(source, PixelTarget(OtherIsFirst.self, tile), count: operands.count, law)
    } else {
        passFrom(source, flags, operands, law)
    }
}

/// To rows.
@inline(__always)
private func passFrom<S: TripleSource>(
    _ source: S, _ flags: MachineFlags, _ operands: Operands, _ law: (Int, Vector, Vector, Vector) -> Triple
) {
    if flags.contains(.clamps) {
        pass(source, Planes(Made.self, operands, 0), count: operands.count, law)
    } else {
        pass(source, Planes(NotMade.self, operands, 0), count: operands.count, law)
    }
}

@inline(never)
func machineUnpack(_ instruction: InstructionPointer, _ tile: TilePointer) {
    let operands = Operands(instruction, tile)
    @inline(__always) func law(_ i: Int, _ a: Vector, _ b: Vector, _ c: Vector) -> Triple { (a, b, c) }
    let to = Planes(NotMade.self, operands, 0)
    if tile.pointee.shift == 0 {
        pass(PixelSource(NotMade.self, instruction, tile), to, count: operands.count, law)
    } else {
        pass(PixelSource(Made.self, instruction, tile), to, count: operands.count, law)
    }
}

@inline(never)
func machinePack(_ instruction: InstructionPointer, _ tile: TilePointer) {
    let operands = Operands(instruction, tile)
    @inline(__always) func law(_ i: Int, _ a: Vector, _ b: Vector, _ c: Vector) -> Triple { (a, b, c) }
    let from = Planes(NotMade.self, operands, 0)
    if from.a == from.b && from.b == from.c {
        packGray(GrayPlane(row: from.a), operands.count, tile)
    } else if tile.pointee.shift == 0 {
        pass(from, PixelTarget(NotMade.self, tile), count: operands.count, law)
    } else {
        pass(from, PixelTarget(Made.self, tile), count: operands.count, law)
    }
}

/// One row for all three planes.
private struct GrayPlane: TripleSource {
    let row: Floats

    @inline(__always)
    func load(_ i: Int) -> Triple {
        let v = swv_f32_load(row + i, swv_lanes32)
        return (v, v, v)
    }
}

@inline(never)
private func packGray(_ from: GrayPlane, _ count: Int, _ tile: TilePointer) {
    @inline(__always) func law(_ i: Int, _ a: Vector, _ b: Vector, _ c: Vector) -> Triple { (a, b, c) }
    if tile.pointee.shift == 0 {
        pass(from, PixelTarget(NotMade.self, tile), count: count, law)
    } else {
        pass(from, PixelTarget(Made.self, tile), count: count, law)
    }
}

@inline(never)
func machineUnpackOther(_ instruction: InstructionPointer, _ tile: TilePointer) {
    let operands = Operands(instruction, tile)
    let to = operands.row(0)
    let pixels = instruction.pointee.flags.contains(.secondImage) ? tile.pointee.image1 : tile.pointee.image0
    let bits = 24 &- 3 &* tile.pointee.shift
    var i = 0
    while i < operands.count {
        swv_f32_store(to + i, swv_f32_from_byte(swv_u32_load(pixels + i &* 4, swv_lanes32), bits), swv_lanes32)
        i &+= swv_lanes32
    }
}

@inline(never)
func machinePackOther(_ instruction: InstructionPointer, _ tile: TilePointer) {
    let operands = Operands(instruction, tile)
    let from = operands.row(0)
    let (pixels, kept) = (tile.pointee.destination, ~tile.pointee.otherBits)
    let bits = 24 &- 3 &* tile.pointee.shift
    var i = 0
    while i < operands.count {
        let byte = swv_u32_shift_left(swv_f32_to_byte(swv_f32_load(from + i, swv_lanes32)), bits)
        let others = swv_u32_load(pixels + i &* 4, swv_lanes32) & kept
        swv_u32_store(pixels + i &* 4, byte | others, swv_lanes32)
        i &+= swv_lanes32
    }
}

@inline(never)
func machineColumns(_ instruction: InstructionPointer, _ tile: TilePointer) {
    let operands = Operands(instruction, tile)
    let (to, k0) = (operands.row(0), operands.coefficient(0))
    let first = Float(tile.pointee.column) + 0.5
    var i = 0
    while i < operands.count {
        // Whole and a half: exact up to 2^23 columns.
        swv_f32_store(to + i, swv_f32_ramp(first + Float(i)) * k0, swv_lanes32)
        i &+= swv_lanes32
    }
}
