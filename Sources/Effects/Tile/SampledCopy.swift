// SPDX-License-Identifier: MIT
internal import Engine
internal import Expressions
internal import PixelCore

extension TileReader {
    /// Takes the means of rows of cells of a frame for a program that samples them.
    func means(
        _ frame: Frame, of grid: CellGrid, rows cells: Range<Int>, to sampled: SampledFrame, scratch: ScratchMemory
    ) {
        for cell in cells {
            let rows = grid.pixels(ofRow: cell)
            let sums = sampled.values(row: cell)
            sums.initialize(repeating: .zero, count: grid.columns)
            for row in rows {
                var column = 0
                read(frame, row: row, columns: 0..<frame.width, scratch: scratch) { values, span in
                    let alpha = alphaRow(count: span.count, scratch: scratch)
                    add(ComponentRows(values, alpha: alpha), span, to: sums, of: grid, from: &column)
                }
            }
            for column in 0..<grid.columns {
                sums[column] /= Float(grid.pixels(ofColumn: column).count * rows.count)
            }
        }
    }

    /// Adds the components of a run of pixels to the sums of their cells, from a column of cells on: the last one may go on after the run.
    private func add(
        _ rows: ComponentRows, _ span: TileSpan, to sums: UnsafeMutablePointer<SIMD4<Float>>, of grid: CellGrid,
        from column: inout Int
    ) {
        let (colors, end) = (rows.colors, span.column + span.count)
        // Of gray there is one component.
        let (c1, c2) = layout.model == .gray ? (colors.c0, colors.c0) : (colors.c1, colors.c2)
        while column < grid.columns {
            let pixels = grid.pixels(ofColumn: column)
            let run = pixels.clamped(to: span.column..<end)
            // The sum of a row of a cell alone, as that of many rows is too large to add small numbers to.
            var sum = SIMD4<Float>.zero
            for i in run.lowerBound - span.column..<run.upperBound - span.column {
                let color = SIMD4(colors.c0[i], c1[i], c2[i], 1)
                sum += rows.alpha.map { color * $0[i] } ?? color
            }
            sums[column] += sum
            if pixels.upperBound > end { return }
            column += 1
        }
    }

    /// Takes the pixels of `units` of a frame, from the row `start` on, for a program that samples `rows` of it; nil: maybe all.
    func copy(
        _ frame: Frame, units: Range<Int>, to sampled: SampledFrame, from start: Int,
        rows: UnsafeMutableBufferPointer<Bool>?, scratch: ScratchMemory
    ) {
        for row in frame.lumaRows(ofUnits: units) where rows?[row] != false {
            if format.isOfPixels, sampled.bytes != nil {
                sampled.pixels(row: start + row, column: 0).update(
                    from: frame.plane(0).row(row).assumingMemoryBound(to: UInt8.self), count: 4 * frame.width)
                continue
            }
            read(frame, row: row, columns: 0..<frame.width, scratch: scratch) { rows, span in
                guard let scale = sampled.bytes else {
                    let alpha = alphaRow(count: span.count, scratch: scratch)
                    return sampled.store(
                        ComponentRows(rows, alpha: alpha), row: start + row, column: span.column, count: span.count)
                }
                let pixels = sampled.pixels(row: start + row, column: span.column)
                // Of gray there is one component.
                let all = layout.model == .gray ? TileRows(rows.c0, rows.c0, rows.c0) : rows
                format.kernels.packPacked(pixels, others: pixels, all, count: span.count, scale: scale)
            }
        }
    }
}
