// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// Moves the samples of frames of one format and size by a turn.
///
/// A frame is cut in units: some rows of a plane of the output, or where rows become columns, some columns of a plane of the
/// input. Units of all planes are numbered one after the other.
struct FrameTurner {
    let turn: FrameTurn
    let layout: PixelLayout
    let kernels: any KernelSet.Type
    /// The size of the input.
    let width: Int
    let height: Int
    /// Columns of each plane of the input; of packed 4:2:2, pairs.
    let columns: (Int, Int, Int)

    init(_ input: VideoInfo, _ turn: FrameTurn, kernels: any KernelSet.Type) {
        (self.turn, self.kernels, layout) = (turn, kernels, input.format.layout)
        (width, height) = (input.width, input.height)
        let chroma = layout.chromaWidth(width)
        columns = layout.isPacked422 ? (chroma, chroma, chroma) : (width, chroma, chroma)
    }

    /// Rows of the output in a unit.
    static let unitRows = 16
    /// Bytes of the rows of the output that are made at a time where rows become columns.
    static let blockBytes = 64

    func columnCount(_ plane: Int) -> Int { plane == 0 ? columns.0 : columns.1 }

    /// Bytes of a pixel, or of the chroma samples that lie side by side.
    func size(_ plane: Int) -> Int { layout.step(plane: plane) * layout.sampleBytes }

    /// Columns of the input in a unit. With fewer, rows of which too little is read at a time would wait for memory.
    func unitColumns(_ plane: Int) -> Int { layout.isPacked422 ? PackedTurner.unitPairs : 128 }

    private func units(_ plane: Int, _ output: Frame) -> Int {
        let (count, length) =
            turn.transposes
            ? (columnCount(plane), unitColumns(plane))
            : (layout.rows(plane: plane, height: output.height, interlaced: output.interlaced), Self.unitRows)
        return (count + length - 1) / length
    }

    func unitCount(_ output: Frame) -> Int { (0..<layout.planeCount).reduce(0) { $0 + units($1, output) } }

    /// Bytes of scratch memory that a thread needs.
    var scratchBytes: Int {
        let row = (layout.rowBytes(plane: 0, width: width) + 63) & ~63
        return max(6 * row + 64, PackedTurner.scratchBytes, 2 * Self.blockBytes * 33 * 8)
    }

    func render(_ input: Frame, _ output: Frame, units range: Range<Int>, scratch: Bytes) {
        var first = 0
        for plane in 0..<layout.planeCount {
            let count = units(plane, output)
            let (low, high) = (max(range.lowerBound, first), min(range.upperBound, first + count))
            if low < high {
                for unit in (low - first)..<(high - first) { render(input, output, plane, unit: unit, scratch) }
            }
            first += count
        }
    }

    private func render(_ input: Frame, _ output: Frame, _ plane: Int, unit: Int, _ scratch: Bytes) {
        if turn.transposes {
            let first = unit * unitColumns(plane)
            let columns = first..<min(first + unitColumns(plane), columnCount(plane))
            if layout.isPacked422 {
                PackedTurner(self).transpose(input, output, pairs: columns, scratch)
            } else {
                transpose(input, output, plane, columns, scratch)
            }
            return
        }
        let first = unit * Self.unitRows
        let rows = layout.rows(plane: plane, height: output.height, interlaced: output.interlaced)
        for row in first..<min(first + Self.unitRows, rows) { move(input, output, plane, row: row, scratch) }
    }

    // MARK: Rows that stay rows

    private func lumaRow(_ row: Int) -> Int { turn.isFromBottom ? height - 1 - row : row }

    /// The two rows of chroma in the input that a row of it in the output is the mean of, which may be the same.
    private func chromaRows(_ input: Frame, _ output: Frame, row: Int) -> (Int, Int) {
        guard layout.chromaShiftY > 0 else { return (lumaRow(row), lumaRow(row)) }
        // A row that covers no luma is made like the one above.
        let covered = output.lumaRows(ofChromaRow: row) ?? output.lumaRows(ofChromaRow: row - 1) ?? (0, 0)
        return (
            input.chromaRow(ofLumaRow: lumaRow(covered.0)), input.chromaRow(ofLumaRow: lumaRow(covered.1))
        )
    }

    /// Whether chroma samples of the output lie over two columns of them in the input.
    private var splitsColumns: Bool {
        turn.isFromRight && width & 1 == 1 && (turn.transposes ? layout.chromaShiftY : layout.chromaShiftX) > 0
    }

    private func move(_ input: Frame, _ output: Frame, _ plane: Int, row: Int, _ scratch: Bytes) {
        let to = output.plane(plane).row(row).assumingMemoryBound(to: UInt8.self)
        let from = input.plane(plane)
        if layout.isPacked422, turn.isFromRight {
            let from = ConstBytes(from.row(lumaRow(row)).assumingMemoryBound(to: UInt8.self))
            PackedTurner(self).reverse(to, from, scratch)
            return
        }
        var rows = (lumaRow(row), lumaRow(row))
        let isChroma = layout.isChroma(plane: plane)
        if isChroma { rows = chromaRows(input, output, row: row) }
        var source = ConstBytes(from.row(rows.0).assumingMemoryBound(to: UInt8.self))
        if rows.0 != rows.1 || (isChroma && splitsColumns) {
            let other = ConstBytes(from.row(rows.1).assumingMemoryBound(to: UInt8.self))
            mean(scratch, source, other, plane, columns: 0..<columnCount(plane))
            source = ConstBytes(scratch)
        }
        if turn.isFromRight {
            kernels.reverseRow(to, source, count: columnCount(plane), size: size(plane))
        } else {
            UnsafeMutableRawPointer(to).copyMemory(
                from: source, byteCount: layout.rowBytes(plane: plane, width: width))
        }
    }

    /// Takes means of the rows' chroma, and where columns are split of neighbours, which `to` has room for one of before it.
    private func mean(_ to: Bytes, _ first: ConstBytes, _ second: ConstBytes, _ plane: Int, columns: Range<Int>) {
        let step = splitsColumns ? layout.step(plane: plane) : 0
        // The neighbour before the first is made too.
        let lead = step > 0 && columns.lowerBound > 0 ? 1 : 0
        let offset = (columns.lowerBound - lead) * size(plane)
        let count = (columns.count + lead) * layout.step(plane: plane)
        let target = to - lead * size(plane)
        if layout.sampleBytes == 1 {
            kernels.meanChromaRow8(target, first + offset, second + offset, count: count, step: step)
            return
        }
        func samples(_ row: ConstBytes) -> ConstSamples {
            UnsafeRawPointer(row + offset).assumingMemoryBound(to: UInt16.self)
        }
        kernels.meanChromaRow16(
            UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt16.self), samples(first), samples(second),
            count: count, step: step, storage: layout.storage)
    }

    // MARK: Rows that become columns

    /// Where columns of a plane of the output come from: rows of the input.
    private func transpose(
        _ input: Frame, _ output: Frame, _ plane: Int, _ columns: Range<Int>, _ scratch: Bytes
    ) {
        let isChroma = layout.isChroma(plane: plane)
        let isSubsampled = isChroma && layout.chromaShiftX > 0
        let size = size(plane)
        // Columns of the output, and of the input for each.
        let count = isSubsampled ? layout.chromaWidth(output.width) : output.width
        // Of three bytes, the last ones take longer.
        let step = size == 3 ? Self.blockBytes : Self.blockBytes / size
        let hasRows = isSubsampled && (layout.chromaShiftY == 0 || input.interlaced || splitsColumns || isSplit)
        let from = input.plane(plane)
        var x = 0
        while x < count {
            // A rest that is too small for a vector's block is done with the last ones.
            let end = count - x < 2 * step ? count : x + step
            if hasRows {
                // A neighbour before the first belongs to it.
                let pitch = (columns.count * size + size + 63) & ~63
                let lead = scratch + 64
                for column in x..<end {
                    let rows = chromaRows(input, output, column: column)
                    mean(
                        lead + (column - x) * pitch, row(from, rows.0), row(from, rows.1), plane, columns: columns)
                }
                store(output, plane, lead, stride: pitch, rows: x..<end, columns: columns)
            } else {
                let rows = isSubsampled ? (height + 1) >> 1 : height
                let first = turn.isFromBottom ? rows - 1 - x : x
                store(
                    output, plane, row(from, first) + columns.lowerBound * size,
                    stride: turn.isFromBottom ? -from.stride : from.stride, rows: x..<end, columns: columns)
            }
            x = end
        }
    }

    private func row(_ plane: Plane, _ row: Int) -> ConstBytes {
        ConstBytes(plane.row(row).assumingMemoryBound(to: UInt8.self))
    }

    /// Whether chroma rows of the input lie under two columns of the output.
    private var isSplit: Bool { turn.isFromBottom && height & 1 == 1 }

    /// The two rows of chroma in the input that a column of it in the output is the mean of, which may be the same.
    private func chromaRows(_ input: Frame, _ output: Frame, column: Int) -> (Int, Int) {
        let first = lumaRow(2 * column)
        let second = 2 * column + 1 < height ? lumaRow(2 * column + 1) : first
        guard layout.chromaShiftY > 0 else { return (first, second) }
        return (input.chromaRow(ofLumaRow: first), input.chromaRow(ofLumaRow: second))
    }

    /// Makes columns `rows` of the output of rows, which have `columns` of the input.
    private func store(
        _ output: Frame, _ plane: Int, _ from: ConstBytes, stride: Int, rows: Range<Int>, columns: Range<Int>
    ) {
        let size = size(plane)
        // Chroma of 4:2:2 makes two rows of each column.
        let copies = layout.isChroma(plane: plane) && layout.chromaShiftX > layout.chromaShiftY ? 2 : 1
        let outputRows = copies == 2 ? width : columnCount(plane)
        for copy in 0..<copies {
            let first = copies * columns.lowerBound + copy
            let count = min(columns.count, (outputRows - first + copies - 1) / copies)
            guard count > 0 else { continue }
            let row = turn.isFromRight ? outputRows - 1 - first : first
            let to = output.plane(plane)
            kernels.transposeBlock(
                to.row(row).assumingMemoryBound(to: UInt8.self) + rows.lowerBound * size,
                stride: (turn.isFromRight ? -copies : copies) * to.stride, from, stride: stride, rows: rows.count,
                columns: count, size: size)
        }
    }
}
