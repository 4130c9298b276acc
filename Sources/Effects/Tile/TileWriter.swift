// SPDX-License-Identifier: MIT
internal import KernelTypes
internal import PixelCore

/// Writes rows of nominal floats as rows of a frame; chroma becomes the mean of what it covers.
struct TileWriter {
    private let format: TileFormat
    private let model: TileModel
    /// Cb and Cr as they will be in memory.
    private let chroma: ScratchRows<Float>
    private let fromRGB: TileMatrix

    init(_ format: TileFormat, model: TileModel, in plan: inout ScratchPlan) {
        (self.format, self.model) = (format, model)
        chroma = format.layout.chromaShiftX > 0 ? TileReader.reserve(2, in: &plan) : .none
        fromRGB = ColorMatrix.fromRGB(format.colorimetry).tile
    }

    private var layout: PixelLayout { format.layout }

    /// Turns the model's components, which a law has made, into those of the format.
    func fromModel(_ rows: TileRows, count: Int) {
        guard model == .rgb, layout.model != .rgb else { return }
        format.kernels.matrixRows(rows, rows, count: count, matrix: fromRGB)
    }

    /// Loads what pixels that nobody has read keep between their components.
    func load(_ frame: Frame, row: Int, x: Int, count: Int, scratch: ScratchMemory) {
        guard format.packedScale == nil, !format.access.isCovered(count: count) else { return }
        _ = format.access.load(frame, row: row, chromaRow: row, x: x, count: count, scratch: scratch)
    }

    /// Writes pixels of a row that was read or loaded, native components and alpha where it is new.
    func writeTile(_ frame: Frame, row: Int, x: Int, count: Int, _ rows: ComponentRows, scratch: ScratchMemory) {
        let (samples, colors) = (format.samples, rows.colors)
        if let scale = format.packedScale {
            let pixels = format.pixels(frame, row: row, x: x)
            return format.kernels.packPacked(pixels, others: pixels, colors, count: count, scale: scale)
        }
        let planar = format.access.pointers(frame, row: row, chromaRow: row, x: x, scratch: scratch)
        samples.pack(planar.c0, colors.c0, count, samples.luma)
        if layout.model != .gray {
            samples.pack(planar.c1, colors.c1, count, samples.chroma)
            samples.pack(planar.c2, colors.c2, count, samples.chroma)
        }
        if let alpha = rows.alpha { format.packAlpha(alpha, count: count, scratch: scratch) }
        format.access.store(frame, row: row, chromaRow: row, x: x, count: count, scratch: scratch)
    }

    /// Writes pixels of luma rows that share a row of chroma, native components; the same row twice is one. What is in `rows` changes.
    func writeTile(
        _ frame: Frame, lumaRows: (Int, Int), chromaRow: Int, x: Int, count: Int, _ rows: (TileRows, TileRows),
        scratch: ScratchMemory
    ) {
        let (access, samples, hasTwoRows) = (format.access, format.samples, lumaRows.1 != lumaRows.0)
        let (first, last) = (rows.0, hasTwoRows ? rows.1 : rows.0)
        if hasTwoRows {
            // Rows that a law makes equal may be the same; then chroma is constant.
            format.kernels.meanRow(last.c1, first.c1, last.c1, count: count)
            if last.c2 != last.c1 { format.kernels.meanRow(last.c2, first.c2, last.c2, count: count) }
        }
        let (cb, cr, chromaCount) = (scratch[chroma, 0], scratch[chroma, 1], layout.chromaWidth(count))
        downsample(cb, last.c1, count)
        downsample(cr, last.c2, count)
        // Only where samples between the components go back, too, are they needed again.
        let planar =
            access.isCovered(count: count)
            ? access.pointers(frame, row: lumaRows.0, chromaRow: chromaRow, x: x, scratch: scratch)
            : access.load(frame, row: lumaRows.0, chromaRow: chromaRow, x: x, count: count, scratch: scratch)
        samples.pack(planar.c0, first.c0, count, samples.luma)
        samples.pack(planar.c1, cb, chromaCount, samples.chroma)
        samples.pack(planar.c2, cr, chromaCount, samples.chroma)
        access.store(frame, row: lumaRows.0, chromaRow: chromaRow, x: x, count: count, scratch: scratch)
        // Two luma rows share chroma in planar luma only.
        if hasTwoRows { samples.pack(format.luma(frame, row: lumaRows.1, x: x), last.c0, count, samples.luma) }
    }

    /// A last column of its own is continued, so that nothing changes there either.
    private func downsample(_ to: Floats, _ from: Floats, _ count: Int) {
        if count & 1 == 1 { from[count] = from[count - 1] }
        format.kernels.downsampleBlock(to, from, count: layout.chromaWidth(count))
    }
}
