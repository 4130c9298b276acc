// SPDX-License-Identifier: MIT
internal import KernelTypes
internal import PixelCore

/// Reads rows of a frame as rows of nominal floats; every luma sample takes the chroma sample that covers it.
struct TileReader {
    /// Pixels of a tile. They are fewer than those of a chunk of `PlanarAccess`.
    static let tileWidth = 512

    let format: TileFormat
    let model: TileModel
    private let rows: ScratchRows<Float>
    private let alpha: ScratchRows<Float>
    /// Cb and Cr as they are in memory.
    private let chroma: ScratchRows<Float>
    private let toRGB: TileMatrix

    init(_ format: TileFormat, model: TileModel, in plan: inout ScratchPlan) {
        (self.format, self.model) = (format, model)
        rows = Self.reserve(3, in: &plan)
        alpha = format.hasAlpha ? Self.reserve(1, in: &plan) : .none
        chroma = format.layout.chromaShiftX > 0 ? Self.reserve(2, in: &plan) : .none
        toRGB = ColorMatrix.toRGB(format.colorimetry).tile
    }

    /// Reads frames of a format by itself: native components, and alpha where it is wanted.
    init(_ video: VideoInfo, needsAlpha: Bool = false, in plan: inout ScratchPlan, kernels: any KernelSet.Type) {
        let format = TileFormat(
            video.format, video.colorimetry, needsAlpha: needsAlpha, in: &plan, kernels: kernels)
        self.init(format, model: .native, in: &plan)
    }

    var layout: PixelLayout { format.layout }

    /// Reserves rows of a tile. Chroma that covers two columns is made for both, and kernels take whole vectors.
    static func reserve(_ count: Int, in plan: inout ScratchPlan) -> ScratchRows<Float> {
        plan.reserve(count, of: tileWidth + 16, as: Float.self)
    }

    // MARK: Rows of a frame

    /// Calls `measure` with the pixels of `columns` in one luma row, as the model has them, in runs from left to right.
    func read(_ frame: Frame, row: Int, columns: Range<Int>, scratch: ScratchMemory, measure: TileEffect) {
        let rows = tileRows(scratch)
        let chromaRow = chromaRow(frame, row)
        // Chroma that covers two columns is read for both.
        forTiles(columns.lowerBound & ~1..<columns.upperBound) { x, count in
            unpack(frame, row, chromaRow, x, count, rows, scratch)
            toModel(rows, count)
            let skipped = max(0, columns.lowerBound - x)
            let seen = TileRows(rows.c0 + skipped, rows.c1 + skipped, rows.c2 + skipped)
            measure(seen, TileSpan(row: row, column: x + skipped, count: count - skipped))
        }
    }

    /// Takes the native components of `columns` in one luma row, from an even one on; `rows` have room for one more, and for alpha where
    /// that is wanted and there is a row of it.
    func read(_ frame: Frame, row: Int, columns: Range<Int>, into rows: ComponentRows, scratch: ScratchMemory) {
        let (chromaRow, colors) = (chromaRow(frame, row), rows.colors)
        forTiles(columns) { x, count in
            let i = x - columns.lowerBound
            unpack(frame, row, chromaRow, x, count, TileRows(colors.c0 + i, colors.c1 + i, colors.c2 + i), scratch)
            if let alpha = rows.alpha { format.unpackAlpha(alpha + i, count: count, scratch: scratch) }
        }
    }

    /// Takes the luma of a row of 4:2:0 alone.
    func readLuma(_ frame: Frame, row: Int, into luma: Floats) {
        format.samples.unpack(luma, format.luma(frame, row: row, x: 0), frame.width, format.samples.luma)
    }

    /// Takes a row of 4:2:0 chroma alone, for each luma column; `to` has room for one more.
    func readChroma(_ frame: Frame, chromaRow: Int, into to: (Floats, Floats), scratch: ScratchMemory) {
        forTiles(0..<frame.width) { x, count in
            // Formats of 4:2:0 have luma in a plane of its own, of which nothing is loaded.
            let planar = format.access.load(
                frame, row: 0, chromaRow: chromaRow, x: x, count: count, scratch: scratch)
            unpackChroma(planar, count, scratch)
            upsample(to.0 + x, to.1 + x, count, scratch)
        }
    }

    /// A row of alpha of the pixels that were read last, where that is wanted; nil: there is none.
    func alphaRow(count: Int, scratch: ScratchMemory) -> Floats? {
        guard format.hasAlpha else { return nil }
        let alpha = scratch[alpha]
        format.unpackAlpha(alpha, count: count, scratch: scratch)
        return alpha
    }

    private func chromaRow(_ frame: Frame, _ row: Int) -> Int {
        layout.chromaShiftY > 0 ? frame.chromaRow(ofLumaRow: row) : row
    }

    private func forTiles(_ columns: Range<Int>, _ take: (_ x: Int, _ count: Int) -> Void) {
        var x = columns.lowerBound
        while x < columns.upperBound {
            let count = min(Self.tileWidth, columns.upperBound - x)
            take(x, count)
            x += count
        }
    }

    // MARK: A tile

    /// Rows for the components of a tile.
    func tileRows(_ scratch: ScratchMemory) -> TileRows { scratch.rows(rows, 0) }

    /// Takes pixels of a row, as the model has them.
    func readTile(_ frame: Frame, row: Int, x: Int, count: Int, into rows: TileRows, scratch: ScratchMemory) {
        unpack(frame, row, row, x, count, rows, scratch)
        toModel(rows, count)
    }

    /// Takes pixels of the luma rows that share a row of chroma, which is read once; the same row twice is one.
    func readTile(
        _ frame: Frame, lumaRows: (Int, Int), chromaRow: Int, x: Int, count: Int, into rows: (TileRows, TileRows),
        scratch: ScratchMemory
    ) {
        unpack(frame, lumaRows.0, chromaRow, x, count, rows.0, scratch)
        toModel(rows.0, count)
        guard lumaRows.1 != lumaRows.0 else { return }
        // Two luma rows share chroma in planar luma only.
        format.samples.unpack(rows.1.c0, format.luma(frame, row: lumaRows.1, x: x), count, format.samples.luma)
        upsample(rows.1.c1, rows.1.c2, count, scratch)
        toModel(rows.1, count)
    }

    private func unpack(
        _ frame: Frame, _ row: Int, _ chromaRow: Int, _ x: Int, _ count: Int, _ rows: TileRows,
        _ scratch: ScratchMemory
    ) {
        let samples = format.samples
        if let scale = format.packedScale {
            let pixels = format.pixels(frame, row: row, x: x)
            return format.kernels.unpackPacked(rows, pixels, count: count, scale: scale)
        }
        let planar = format.access.load(frame, row: row, chromaRow: chromaRow, x: x, count: count, scratch: scratch)
        samples.unpack(rows.c0, planar.c0, count, samples.luma)
        if layout.chromaShiftX > 0 {
            unpackChroma(planar, count, scratch)
            upsample(rows.c1, rows.c2, count, scratch)
        } else if layout.model != .gray {
            samples.unpack(rows.c1, planar.c1, count, samples.chroma)
            samples.unpack(rows.c2, planar.c2, count, samples.chroma)
        }
    }

    private func unpackChroma(_ planar: PlanarRows, _ count: Int, _ scratch: ScratchMemory) {
        let (samples, count) = (format.samples, layout.chromaWidth(count))
        samples.unpack(scratch[chroma, 0], planar.c1, count, samples.chroma)
        samples.unpack(scratch[chroma, 1], planar.c2, count, samples.chroma)
    }

    /// Gives the chroma that was unpacked last to each luma column.
    private func upsample(_ cb: Floats, _ cr: Floats, _ count: Int, _ scratch: ScratchMemory) {
        format.kernels.upsampleBlock(cb, scratch[chroma, 0], count: layout.chromaWidth(count))
        format.kernels.upsampleBlock(cr, scratch[chroma, 1], count: layout.chromaWidth(count))
    }

    // MARK: Colours

    /// Turns native components of Y'CbCr into R'G'B'; others stay.
    func toRGB(_ rows: TileRows, count: Int) {
        if layout.model == .ycbcr { format.kernels.matrixRows(rows, rows, count: count, matrix: toRGB) }
    }

    /// Turns the format's own components into those of the model.
    private func toModel(_ rows: TileRows, _ count: Int) {
        guard model == .rgb else { return }
        toRGB(rows, count: count)
        if layout.model == .gray {
            rows.c1.update(from: rows.c0, count: count)
            rows.c2.update(from: rows.c0, count: count)
        }
    }
}

extension ScratchMemory {
    /// Three rows of components, the first of which is row `index`.
    func rows(_ rows: ScratchRows<Float>, _ index: Int) -> TileRows {
        TileRows(self[rows, index], self[rows, index + 1], self[rows, index + 2])
    }
}
