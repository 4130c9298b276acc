// SPDX-License-Identifier: MIT
internal import Engine
internal import PixelCore

extension TileRoute {
    /// Takes the pixels of `units` of a frame for a program that samples it.
    func copy(_ frame: Frame, units: Range<Int>, to sampled: SampledFrame, scratch: UnsafeMutableRawPointer) {
        for row in frame.lumaRows(ofUnits: units) {
            if packedScale != nil {
                sampled.pixels(row: row, column: 0).update(
                    from: frame.plane(0).row(row).assumingMemoryBound(to: UInt8.self), count: 4 * frame.width)
                continue
            }
            read(frame, row: row, columns: 0..<frame.width, scratch: scratch) { rows, span in
                guard let scale = sampled.bytes else {
                    let alpha = alphaRow(count: span.count, scratch: scratch)
                    return sampled.store(
                        ComponentRows(rows, alpha: alpha), row: row, column: span.column, count: span.count)
                }
                let pixels = sampled.pixels(row: row, column: span.column)
                // Of gray there is one component.
                let all = layout.model == .gray ? TileRows(rows.c0, rows.c0, rows.c0) : rows
                kernels.packPacked(pixels, others: pixels, all, count: span.count, scale: scale)
            }
        }
    }
}
