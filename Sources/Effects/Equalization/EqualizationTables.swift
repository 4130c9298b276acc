// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// The tables of a frame, one for each channel and tile, and their way onto rows of codes.
final class EqualizationTables {
    let range: CodeRange
    let channels: Int
    /// Where tables are mixed; nil: one table for the whole frame.
    let grid: TileGrid?
    private let kernels: any KernelSet.Type
    /// An entry for each code; table after table.
    private let entries: Samples
    /// What kernels take of 8-bit tables: the tables as bytes, or four bytes for each code of each cell.
    private let bytes: Bytes
    private let rightParts: Floats
    /// The first column of each cell column but the first, then the width.
    private var cellEnds: [Int] = []
    private let everyByte = PatternBuffer()
    private let entryMemory: Scratch
    private let byteMemory: Scratch
    private let partMemory: Scratch

    init(_ range: CodeRange, channels: Int, grid: TileGrid?, kernels: any KernelSet.Type) throws {
        (self.range, self.channels, self.grid, self.kernels) = (range, channels, grid, kernels)
        entryMemory = try Scratch(
            byteCount: channels * (grid?.tileCount ?? 1) * range.count * MemoryLayout<UInt16>.stride)
        entries = entryMemory.values(as: UInt16.self)
        let isByte = range.maximum <= 255
        byteMemory = try Scratch(byteCount: isByte ? channels * 256 * (grid.map { 4 * $0.cellCount } ?? 1) : 0)
        bytes = byteMemory.values(as: UInt8.self)
        let width = grid?.width ?? 0
        partMemory = try Scratch(byteCount: width * MemoryLayout<Float>.stride)
        rightParts = partMemory.values(as: Float.self)
        guard let grid else { return }
        grid.fillRightParts(rightParts)
        cellEnds = Array(repeating: width, count: grid.columns + 1)
        for x in (0..<width).reversed() where grid.cellColumn(x) > 0 { cellEnds[grid.cellColumn(x) - 1] = x }
    }

    /// Tables there are: those of the first channel, then the next.
    var count: Int { channels * (grid?.tileCount ?? 1) }

    /// The entries of a table.
    func table(_ index: Int) -> Samples { entries + index * range.count }

    /// Entries that a blend of all tables has where `step` codes are from one that is blended to the next.
    func blendCount(_ step: Int) -> Int { count * range.blended(step) }

    /// Blends every `blendStep`-th entry of a new table with earlier ones, and mixes the table with the codes themselves.
    func finish(_ index: Int, intensity: Float, blend: TableBlend?, blendStep: Int, step: BlendClock.Step) {
        let table = table(index)
        func store(_ code: Int, _ value: Float) {
            let own = Float(code)
            table[code] = UInt16(min(Float(range.maximum), own + intensity * (value - own) + 0.5))
        }
        guard let blend else {
            for code in 0..<range.count { store(code, Float(table[code])) }
            return
        }
        let count = range.blended(blendStep)
        if blendStep == 1 {
            blend.apply(step, at: index * count, count: count, { table[$0] }, store)
            return
        }
        var (last, lastValue) = (0, Float(0))
        func code(_ i: Int) -> Int { min(i * blendStep, range.maximum) }
        blend.apply(step, at: index * count, count: count, { table[code($0)] }) { i, value in
            let next = code(i)
            // Up to the next one, from the last one on, in a straight line.
            let slope = (value - lastValue) / Float(max(1, next - last))
            for code in last + 1..<max(last + 1, next) { store(code, lastValue + slope * Float(code - last)) }
            store(next, value)
            (last, lastValue) = (next, value)
        }
    }

    // MARK: 8 bits

    /// What `makeBytes` has to be called for before rows of bytes.
    var byteTableCount: Int { range.maximum > 255 ? 0 : channels * (grid?.cellCount ?? 1) }

    /// Makes what kernels take of a finished table, or of those around a cell.
    func makeBytes(_ index: Int) {
        guard let grid else {
            let (from, to) = (table(index), bytes + 256 * index)
            for code in 0..<256 { to[code] = UInt8(truncatingIfNeeded: from[code]) }
            return
        }
        let (channel, cell) = index.quotientAndRemainder(dividingBy: grid.cellCount)
        let around = grid.tiles(ofCell: cell)
        let first = channel * grid.tileCount
        let to = bytes + 1024 * index
        let (a, b, c, d) = (
            table(first + around.0), table(first + around.1), table(first + around.2), table(first + around.3)
        )
        for code in 0..<256 {
            to[4 * code] = UInt8(truncatingIfNeeded: a[code])
            to[4 * code + 1] = UInt8(truncatingIfNeeded: b[code])
            to[4 * code + 2] = UInt8(truncatingIfNeeded: c[code])
            to[4 * code + 3] = UInt8(truncatingIfNeeded: d[code])
        }
    }

    /// The table of a channel for `lookUpRow8`.
    func lookUp(_ channel: Int, mask: ConstBytes, offset: Int) -> LookUpPattern.Table {
        LookUpPattern.Table(values: bytes + 256 * channel, mask: mask, offset: offset)
    }

    /// Maps `count` codes of a channel, which are those from `column` of `row`, in place.
    func map(_ codes: Bytes, channel: Int, row: Int, column: Int, count: Int) {
        guard let grid else {
            let pattern = LookUpPattern(lookUp(channel, mask: everyByte.select.mask, offset: 0), step: 1)
            kernels.lookUpRow8(codes, codes, count: count, pattern: pattern)
            return
        }
        let (cellRow, part) = grid.lowerPart(row)
        forCells(grid, column, count) { cellColumn, x, count in
            let cell = channel * grid.cellCount + cellRow * (grid.columns + 1) + cellColumn
            let to = codes + (x - column)
            kernels.interpolateTablesRow8(
                to, to, count: count, tables: bytes + 1024 * cell, rightParts: rightParts + x, lowerPart: part)
        }
    }

    // MARK: More bits

    /// Maps `count` codes of a channel in samples as `run` has them, in place.
    func map(_ codes: Samples, run: SampleRun, channel: Int, row: Int, column: Int, count: Int) {
        guard let grid else {
            kernels.lookUpRow16(codes, codes, count: count, run: run, table: table(channel))
            return
        }
        let (cellRow, part) = grid.lowerPart(row)
        forCells(grid, column, count) { cellColumn, x, count in
            let around = grid.tiles(ofCell: cellRow * (grid.columns + 1) + cellColumn)
            let first = channel * grid.tileCount
            let tables = FourTables(
                upperLeft: table(first + around.0), upperRight: table(first + around.1),
                lowerLeft: table(first + around.2), lowerRight: table(first + around.3))
            let to = codes + (x - column) * run.step
            kernels.interpolateTablesRow16(
                to, to, count: count, run: run, tables: tables, rightParts: rightParts + x, lowerPart: part)
        }
    }

    /// Calls `body` for the parts of a row that lie in one cell each.
    private func forCells(
        _ grid: TileGrid, _ column: Int, _ count: Int, _ body: (_ cellColumn: Int, _ x: Int, _ count: Int) -> Void
    ) {
        var (x, cell) = (column, grid.cellColumn(column))
        while x < column + count {
            let end = min(cellEnds[cell], column + count)
            if end > x { body(cell, x, end - x) }
            x = max(x, end)
            cell += 1
        }
    }
}
