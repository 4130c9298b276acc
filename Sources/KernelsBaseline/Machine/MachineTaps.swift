// SPDX-License-Identifier: MIT
internal import CVector
internal import PixelCore

/// Sums of the bytes of pixels, two bytes of each at a time: of up to 257 pixels, no sum reaches the other.
private struct ByteSums<OtherIsFirst: MachineChoice> {
    private var even: swv_u32
    private var odd: swv_u32

    @inline(__always)
    init(_: OtherIsFirst.Type, _ row: Floats, _ i: Int) {
        let v = swv_u32_load(row + i, swv_lanes32)
        even = v & 0xff_00ff
        odd = swv_u32_shift_right(v, 8) & 0xff_00ff
    }

    @inline(__always)
    mutating func add(_ row: Floats, _ i: Int) {
        let v = swv_u32_load(row + i, swv_lanes32)
        even = even &+ (v & 0xff_00ff)
        odd = odd &+ (swv_u32_shift_right(v, 8) & 0xff_00ff)
    }

    /// The sums of the colour bytes times a weight, added to others.
    @inline(__always)
    func weighted(_ k: Vector, _ v: Triple) -> Triple {
        let (first, second) = OtherIsFirst.isMade ? (odd, even) : (even, odd)
        return (
            v.0 + swv_f32_from_half(first, 0) * k,
            v.1 + swv_f32_from_half(second, OtherIsFirst.isMade ? 16 : 0) * k,
            v.2 + swv_f32_from_half(first, 16) * k
        )
    }
}

/// Groups of any size.
@inline(never)
private func groups<O: MachineChoice>(_: O.Type, _ instruction: InstructionPointer, _ tile: TilePointer) {
    let operands = Operands(instruction, tile)
    let to = PixelTarget(O.self, tile)
    let (count, k0) = (Int(instruction.pointee.operandCount), operands.coefficient(0))
    var i = 0
    while i < operands.count {
        var v = (k0, k0, k0)
        var (next, group) = (0, 1)
        while next < count {
            let end = next &+ operands.whole(group)
            var sums = ByteSums(O.self, operands.row(3 &+ next), i)
            next &+= 1
            while next < end {
                sums.add(operands.row(3 &+ next), i)
                next &+= 1
            }
            v = sums.weighted(operands.coefficient(group &+ 1), v)
            group &+= 2
        }
        to.store(i, v)
        i &+= swv_lanes32
    }
}

/// One pixel and four others: that above, that below and those to both sides, as a rule.
@inline(never)
private func cross<O: MachineChoice>(_: O.Type, _ instruction: InstructionPointer, _ tile: TilePointer) {
    let operands = Operands(instruction, tile)
    let to = PixelTarget(O.self, tile)
    let (p, q, r) = (operands.row(3), operands.row(4), operands.row(5))
    let (s, t) = (operands.row(6), operands.row(7))
    let (k0, k2, k4) = (operands.coefficient(0), operands.coefficient(2), operands.coefficient(4))
    var i = 0
    while i < operands.count {
        let v = ByteSums(O.self, p, i).weighted(k2, (k0, k0, k0))
        var sums = ByteSums(O.self, q, i)
        sums.add(r, i)
        sums.add(s, i)
        sums.add(t, i)
        to.store(i, sums.weighted(k4, v))
        i &+= swv_lanes32
    }
}

@inline(__always)
func machineTaps(_ instruction: InstructionPointer, _ tile: TilePointer) {
    let sizes = tile.pointee.coefficients + Int(instruction.pointee.coefficients)
    let isCross = instruction.pointee.operandCount == 5 && sizes[1] == 1 && sizes[3] == 4
    switch (isCross, tile.pointee.shift == 0) {
    case (true, true): cross(NotMade.self, instruction, tile)
    case (true, false): cross(Made.self, instruction, tile)
    case (false, true): groups(NotMade.self, instruction, tile)
    case (false, false): groups(Made.self, instruction, tile)
    }
}
