// SPDX-License-Identifier: MIT
internal import CVector
internal import KernelTypes
internal import PixelCore

/// Where arguments lie in a table: after so many entries, and which part of the way to the next.
private typealias Position = (cell: Vector, part: Vector)

@inline(__always)
private func position(_ argument: Vector, _ last: Vector) -> Position {
    let position = swv_f32_clamp(argument) * last
    let cell = swv_f32_minimum(swv_f32_floor(position), last - swv_f32_splat(1))
    return (cell, position - cell)
}

// MARK: Numbers

@inline(never)
private func lookUp<C: MachineChoice>(_: C.Type, _ instruction: InstructionPointer, _ tile: TilePointer) {
    guard let tables = tile.pointee.tables else { return }
    let operands = Operands(instruction, tile)
    let coefficients = tile.pointee.coefficients + Int(instruction.pointee.coefficients)
    var plane = 0
    while plane < operands.planeCount {
        let first = plane &* 3
        let (k0, k1) = (operands.coefficient(first), operands.coefficient(first &+ 1))
        let table = tables[swv_cut_float(coefficients[first &+ 2])]
        let last = swv_f32_splat(Float(table.size &- 1))
        @inline(__always) func law(_ p: Vector) -> Vector {
            let (cell, part) = position(p * k0 + k1, last)
            let index = swv_i32_cut(cell)
            let low = swv_f32_gather(table.values, index)
            return (swv_f32_gather(table.values + 1, index) - low) * part + low
        }
        fill(C.self, operands.row(-1, plane: plane), count: operands.count, law, operands.row(0, plane: plane))
        plane &+= 1
    }
}

@inline(__always)
func machineLookUp(_ instruction: InstructionPointer, _ tile: TilePointer) {
    if instruction.pointee.flags.contains(.clamps) {
        lookUp(Made.self, instruction, tile)
    } else {
        lookUp(NotMade.self, instruction, tile)
    }
}

// MARK: Colours

/// Two entries beside each other.
private typealias Pair = SIMD8<Float>

/// Three operands that share a cube.
private struct Cube {
    let values: UnsafePointer<Float>
    /// Entries from a row to the next, and from a plane of rows.
    let (row, plane): (Int, Int)
    private let (last, rowCount, planeCount): (Vector, Vector, Vector)
    private let (p, q, r): (Floats, Floats, Floats)
    private let (k0, k1, k2, k3, k4, k5): (Vector, Vector, Vector, Vector, Vector, Vector)

    @inline(__always)
    init(_ operands: Operands, _ table: MachineTable) {
        values = table.values
        (row, plane) = (table.size, table.size &* table.size)
        last = swv_f32_splat(Float(table.size &- 1))
        (rowCount, planeCount) = (
            swv_f32_splat(Float(row)), swv_f32_splat(Float(plane))
        )
        (p, q, r) = (operands.row(3), operands.row(4), operands.row(5))
        @inline(__always) func k(_ index: Int) -> Vector { operands.coefficient(index) }
        (k0, k1, k2, k3, k4, k5) = (k(0), k(1), k(2), k(3), k(4), k(5))
    }

    /// The numbers of entries, which floats count exactly, and the parts of the way to those after them.
    @inline(__always)
    private func positions(_ i: Int) -> (entry: swv_i32, x: Vector, y: Vector, z: Vector) {
        let (x, y, z) = (
            position(load(p, i) * k0 + k1, last), position(load(q, i) * k2 + k3, last),
            position(load(r, i) * k4 + k5, last)
        )
        return (swv_i32_cut(x.cell + (y.cell * rowCount + z.cell * planeCount)), x.part, y.part, z.part)
    }

    /// For the eight entries around a colour: the parts of the way along each axis.
    @inline(__always)
    func trilinear(_ i: Int, _ lanes: inout swv_cube_lanes) {
        let (entry, x, y, z) = positions(i)
        swv_cube_set_word(&lanes, 0, entry)
        swv_cube_set_part(&lanes, 0, x)
        swv_cube_set_part(&lanes, 1, y)
        swv_cube_set_part(&lanes, 2, z)
    }

    /// For the four corners of a tetrahedron: how far the second and the third are from the first, and what each counts for.
    @inline(__always)
    func tetrahedral(_ i: Int, _ lanes: inout swv_cube_lanes) {
        let (entry, x, y, z) = positions(i)
        let one = swv_f32_splat(1)
        let (low, high) = (swv_f32_minimum(x, y), swv_f32_maximum(x, y))
        let (least, most) = (swv_f32_minimum(low, z), swv_f32_maximum(high, z))
        let middle = swv_f32_maximum(low, swv_f32_minimum(high, z))
        // The axis of the greatest part comes first, that of the least one last.
        let first = swv_f32_less(high, z, planeCount, swv_f32_less(x, y, rowCount, one))
        let last = swv_f32_less(z, low, planeCount, swv_f32_less(x, y, one, rowCount))
        swv_cube_set_word(&lanes, 0, entry)
        swv_cube_set_word(&lanes, 1, swv_i32_cut(first))
        swv_cube_set_word(&lanes, 2, swv_i32_cut((one + rowCount + planeCount) - last))
        swv_cube_set_part(&lanes, 0, one - most)
        swv_cube_set_part(&lanes, 1, most - middle)
        swv_cube_set_part(&lanes, 2, middle - least)
        swv_cube_set_part(&lanes, 3, least)
    }
}

@inline(__always)
private func entry(_ values: UnsafePointer<Float>, _ number: Int) -> LookUpTable.Entry {
    UnsafeRawPointer(values + 4 &* number).loadUnaligned(as: LookUpTable.Entry.self)
}

@inline(__always)
private func pair(_ values: UnsafePointer<Float>, _ number: Int) -> Pair {
    UnsafeRawPointer(values + 4 &* number).loadUnaligned(as: Pair.self)
}

/// Calls `color` for each lane, after `prepare` for all of them, and stores what it makes.
@inline(__always)
private func fillColors(
    _ operands: Operands, _ prepare: (Int, inout swv_cube_lanes) -> Void,
    _ color: (inout swv_cube_lanes, Int) -> LookUpTable.Entry
) {
    var lanes = swv_cube_lanes()
    let (a, b, c) = (operands.row(0), operands.row(1), operands.row(2))
    var i = 0
    while i < operands.count {
        prepare(i, &lanes)
        var lane = 0
        while lane < swv_lanes32 {
            let v = swv_color_together(color(&lanes, lane))
            c[i &+ lane] = v.z
            b[i &+ lane] = v.y
            a[i &+ lane] = v.x
            lane &+= 1
        }
        i &+= swv_lanes32
    }
}

@inline(never)
private func trilinear(_ instruction: InstructionPointer, _ tile: TilePointer, _ table: MachineTable) {
    let operands = Operands(instruction, tile)
    let cube = Cube(operands, table)
    @inline(__always) func prepare(_ i: Int, _ lanes: inout swv_cube_lanes) { cube.trilinear(i, &lanes) }
    @inline(__always) func color(_ lanes: inout swv_cube_lanes, _ lane: Int) -> LookUpTable.Entry {
        let first = cube.values + 4 &* swv_cube_word(&lanes, 0, lane)
        let y = swv_cube_part(&lanes, 1, lane)
        let (p, q) = (pair(first, 0), pair(first, cube.row))
        let (r, s) = (pair(first, cube.plane), pair(first, cube.plane &+ cube.row))
        let front = (q - p) * y + p
        let back = (s - r) * y + r
        let v = (back - front) * swv_cube_part(&lanes, 2, lane) + front
        return (v.highHalf - v.lowHalf) * swv_cube_part(&lanes, 0, lane) + v.lowHalf
    }
    fillColors(operands, prepare, color)
}

@inline(never)
private func tetrahedral(_ instruction: InstructionPointer, _ tile: TilePointer, _ table: MachineTable) {
    let operands = Operands(instruction, tile)
    let cube = Cube(operands, table)
    let opposite = 1 &+ cube.row &+ cube.plane
    @inline(__always) func prepare(_ i: Int, _ lanes: inout swv_cube_lanes) { cube.tetrahedral(i, &lanes) }
    @inline(__always) func color(_ lanes: inout swv_cube_lanes, _ lane: Int) -> LookUpTable.Entry {
        let first = cube.values + 4 &* swv_cube_word(&lanes, 0, lane)
        let (second, third) = (swv_cube_word(&lanes, 1, lane), swv_cube_word(&lanes, 2, lane))
        let near =
            entry(first, 0) * swv_cube_part(&lanes, 0, lane) + entry(first, second) * swv_cube_part(&lanes, 1, lane)
        let far =
            entry(first, third) * swv_cube_part(&lanes, 2, lane) + entry(first, opposite)
            * swv_cube_part(&lanes, 3, lane)
        return near + far
    }
    fillColors(operands, prepare, color)
}

@inline(__always)
func machineLookUpColor(_ instruction: InstructionPointer, _ tile: TilePointer) {
    guard let tables = tile.pointee.tables else { return }
    let coefficients = tile.pointee.coefficients + Int(instruction.pointee.coefficients)
    let table = tables[swv_cut_float(coefficients[6])]
    if table.isTetrahedral {
        tetrahedral(instruction, tile, table)
    } else {
        trilinear(instruction, tile, table)
    }
}
