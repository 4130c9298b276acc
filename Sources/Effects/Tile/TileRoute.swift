// SPDX-License-Identifier: MIT
public import KernelTypes
public import PixelCore

/// The way of a frame through tiles: unpack to nominal floats, effect in place, pack.
///
/// A tile is part of one row, or of the two luma rows that share a row of 4:2:0 chroma, that fits the first-level cache. Every luma
/// sample takes the chroma sample that covers it; chroma becomes the mean of what it covers.
public struct TileRoute {
    /// Pixels of a tile.
    static let tileWidth = 512
    /// Floats before and after a row, for filters that reach beyond its ends.
    private static let margin = 16

    /// How the format of the frames lays out its samples.
    public let layout: PixelLayout
    let kernels: any KernelSet.Type
    private let access: PlanarAccess
    private let model: TileModel
    private let width: Int
    /// Floats from one tile row to the next.
    private static let rowStride = tileWidth + 2 * margin
    /// Where components are in pixels of four bytes; nil: pixels are otherwise.
    let packedScale: PackedScale?
    /// How components that are bytes fit into pixels of four of them; nil: they are no bytes.
    let bytesScale: PackedScale?
    /// Which sample of a pixel is alpha, where rows are used for it.
    private let alphaOffset: Int?
    private let alphaScale: CodeScale
    private let samples: SampleRows
    private let toRGB: TileMatrix
    private let fromRGB: TileMatrix

    /// A route for frames of a format, a width and a colorimetry, to what `model` says and back. Laws find a row of alpha where
    /// two-byte samples have that and, with `needsAlpha`, where bytes do.
    public init(
        _ format: PixelFormat, width: Int, colorimetry: Colorimetry, model: TileModel = .rgb,
        needsAlpha: Bool = false, kernels: any KernelSet.Type
    ) {
        layout = format.layout
        self.kernels = kernels
        self.model = model
        self.width = width
        access = PlanarAccess(layout, kernels: kernels)
        samples = SampleRows(layout, colorimetry, kernels: kernels)
        alphaOffset = layout.sampleBytes == 2 || needsAlpha ? format.alphaOffset : nil
        alphaScale = CodeScale(offset: 0, range: Double(layout.maximum), maximum: layout.maximum)
        let offsets = (layout.first.offset, layout.second.offset, layout.third.offset)
        let isPacked = layout.sampleBytes == 1 && layout.first.step == 4 && alphaOffset == nil
        let scales = (samples.luma, samples.chroma, samples.chroma)
        packedScale = isPacked ? PackedScale(offsets: offsets, scales: scales) : nil
        bytesScale = packedScale ?? (layout.sampleBytes == 1 ? PackedScale(offsets: (0, 1, 2), scales: scales) : nil)
        toRGB = ColorMatrix.toRGB(colorimetry).tile
        fromRGB = ColorMatrix.fromRGB(colorimetry).tile
    }

    /// Bytes of scratch memory for one thread: planar rows, two rows of three components, two of chroma, one of alpha.
    public var scratchBytes: Int { PlanarAccess.scratchBytes + 9 * Self.rowStride * MemoryLayout<Float>.stride }

    /// Lets `effect` change every pixel of `units` of a frame of the format and width given before.
    public func render(
        _ frame: Frame, units: Range<Int>, scratch: UnsafeMutableRawPointer, effect: TileEffect
    ) {
        render(frame, units: units, columns: 0..<width, reads: true, scratch: scratch) { rows, span, _ in
            effect(rows.colors, span)
            return rows
        }
    }

    /// Makes every pixel of `columns`, from an even one on, of `units` of a frame by `law`, which finds alpha alone if nothing else
    /// `reads` the frame.
    public func map(
        _ frame: Frame, units: Range<Int>, columns: Range<Int>, reads: Bool = true, scratch: UnsafeMutableRawPointer,
        law: TileLaw
    ) {
        render(frame, units: units, columns: columns, reads: reads, scratch: scratch, law: law)
    }

    /// Lets `effect` fill in every pixel of `columns`, from an even one on, of `units`; it finds nothing of use there.
    public func write(
        _ frame: Frame, units: Range<Int>, columns: Range<Int>, scratch: UnsafeMutableRawPointer, effect: TileEffect
    ) {
        render(frame, units: units, columns: columns, reads: false, scratch: scratch) { rows, span, _ in
            effect(rows.colors, span)
            return rows
        }
    }

    private func render(
        _ frame: Frame, units: Range<Int>, columns: Range<Int>, reads: Bool, scratch: UnsafeMutableRawPointer,
        law: TileLaw
    ) {
        for unit in units {
            if layout.chromaShiftY > 0 {
                guard let rows = frame.lumaRows(ofChromaRow: unit) else { continue }
                renderSubsampled(frame, rows, unit, columns, reads, scratch, law)
            } else if layout.chromaShiftX > 0 {
                renderSubsampled(frame, (unit, unit), unit, columns, reads, scratch, law)
            } else {
                renderFull(frame, unit, columns, reads, scratch, law)
            }
        }
    }

    /// Calls `measure` with the pixels of `columns` in one luma row, in runs from left to right; changes nothing.
    ///
    public func read(
        _ frame: Frame, row: Int, columns: Range<Int>, scratch: UnsafeMutableRawPointer, measure: TileEffect
    ) {
        let rows = tileRows(scratch, 0)
        let chromaRow = layout.chromaShiftY > 0 ? frame.chromaRow(ofLumaRow: row) : row
        // Chroma that covers two columns is read for both.
        var x = columns.lowerBound & ~1
        while x < columns.upperBound {
            let count = min(Self.tileWidth, columns.upperBound - x)
            unpackTile(frame, row, chromaRow, x, count, rows, scratch)
            toModel(rows, count)
            let skipped = max(0, columns.lowerBound - x)
            let seen = TileRows(rows.c0 + skipped, rows.c1 + skipped, rows.c2 + skipped)
            measure(seen, TileSpan(row: row, column: x + skipped, count: count - skipped))
            x += count
        }
    }

    /// Takes the pixels of `columns` in one luma row, from an even one on; `rows` have room for one more, and for alpha where that is
    /// wanted and there is a row of it.
    ///
    /// Only from R'G'B' or as native components.
    func read(
        _ frame: Frame, row: Int, columns: Range<Int>, into rows: ComponentRows, scratch: UnsafeMutableRawPointer
    ) {
        let chromaRow = layout.chromaShiftY > 0 ? frame.chromaRow(ofLumaRow: row) : row
        let colors = rows.colors
        var x = columns.lowerBound
        while x < columns.upperBound {
            let (count, i) = (min(Self.tileWidth, columns.upperBound - x), x - columns.lowerBound)
            let part = TileRows(colors.c0 + i, colors.c1 + i, colors.c2 + i)
            unpackTile(frame, row, chromaRow, x, count, part, scratch)
            if let alpha = rows.alpha, let alphaOffset {
                samples.unpack(alpha + i, access.alpha(alphaOffset, scratch: scratch), count, alphaScale)
            }
            x += count
        }
    }

    /// A row of alpha of the pixels that were read last, where that is wanted; nil: there is none.
    func alphaRow(count: Int, scratch: UnsafeMutableRawPointer) -> Floats? {
        guard let alphaOffset else { return nil }
        let alpha = floats(scratch, 8)
        samples.unpack(alpha, access.alpha(alphaOffset, scratch: scratch), count, alphaScale)
        return alpha
    }

    private func unpackTile(
        _ frame: Frame, _ row: Int, _ chromaRow: Int, _ x: Int, _ count: Int, _ rows: TileRows,
        _ scratch: UnsafeMutableRawPointer
    ) {
        if layout.chromaShiftX > 0 {
            unpackLumaAndChroma(frame, row, chromaRow, x, count, rows, scratch)
        } else if let packedScale {
            let pixels = (frame.plane(0).row(row) + 4 * x).assumingMemoryBound(to: UInt8.self)
            kernels.unpackPacked(rows, pixels, count: count, scale: packedScale)
        } else {
            let planar = access.load(frame, row: row, chromaRow: row, x: x, count: count, scratch: scratch)
            samples.unpack(rows.c0, planar.c0, count, samples.luma)
            guard layout.model != .gray else { return }
            samples.unpack(rows.c1, planar.c1, count, samples.chroma)
            samples.unpack(rows.c2, planar.c2, count, samples.chroma)
        }
    }

    // MARK: One sample of each component for every pixel

    private func renderFull(
        _ frame: Frame, _ row: Int, _ columns: Range<Int>, _ reads: Bool, _ scratch: UnsafeMutableRawPointer,
        _ law: TileLaw
    ) {
        let rows = tileRows(scratch, 0)
        let alpha = alphaOffset.map { (floats(scratch, 8), access.alpha($0, scratch: scratch)) }
        var x = columns.lowerBound
        while x < columns.upperBound {
            let count = min(Self.tileWidth, columns.upperBound - x)
            if reads {
                unpackTile(frame, row, row, x, count, rows, scratch)
            } else if packedScale == nil, !access.isCovered(count: count) {
                _ = access.load(frame, row: row, chromaRow: row, x: x, count: count, scratch: scratch)
            }
            if let alpha { samples.unpack(alpha.0, alpha.1, count, alphaScale) }
            let made = changed(
                ComponentRows(rows, alpha: alpha?.0), TileSpan(row: row, column: x, count: count), 0, reads, law)
            if let packedScale {
                let pixels = (frame.plane(0).row(row) + 4 * x).assumingMemoryBound(to: UInt8.self)
                kernels.packPacked(pixels, others: pixels, made.colors, count: count, scale: packedScale)
            } else {
                let planar = access.pointers(frame, row: row, chromaRow: row, x: x, scratch: scratch)
                samples.pack(planar.c0, made.colors.c0, count, samples.luma)
                if layout.model != .gray {
                    samples.pack(planar.c1, made.colors.c1, count, samples.chroma)
                    samples.pack(planar.c2, made.colors.c2, count, samples.chroma)
                }
                if let alpha, let row = made.alpha, row != alpha.0 { samples.pack(alpha.1, row, count, alphaScale) }
                access.store(frame, row: row, chromaRow: row, x: x, count: count, scratch: scratch)
            }
            x += count
        }
    }

    // MARK: Chroma at half width

    private func renderSubsampled(
        _ frame: Frame, _ lumaRows: (Int, Int), _ chromaRow: Int, _ columns: Range<Int>, _ reads: Bool,
        _ scratch: UnsafeMutableRawPointer, _ law: TileLaw
    ) {
        let hasTwoRows = lumaRows.0 != lumaRows.1
        let (rows0, rows1) = (tileRows(scratch, 0), tileRows(scratch, 1))
        var x = columns.lowerBound
        while x < columns.upperBound {
            let count = min(Self.tileWidth, columns.upperBound - x)
            if reads { unpackLumaAndChroma(frame, lumaRows.0, chromaRow, x, count, rows0, scratch) }
            let span0 = TileSpan(row: lumaRows.0, column: x, count: count)
            let made0 = changed(ComponentRows(rows0), span0, 0, reads, law).colors
            var made1 = rows1
            if hasTwoRows {
                if reads { unpackLumaAndChroma(frame, lumaRows.1, chromaRow, x, count, rows1, scratch) }
                let span1 = TileSpan(row: lumaRows.1, column: x, count: count)
                made1 = changed(ComponentRows(rows1), span1, 1, reads, law).colors
                // Rows that a law makes equal may be the same; then chroma is constant.
                kernels.meanRow(made1.c1, made0.c1, made1.c1, count: count)
                if made1.c2 != made1.c1 { kernels.meanRow(made1.c2, made0.c2, made1.c2, count: count) }
            }
            let chroma = hasTwoRows ? made1 : made0
            packLumaAndChroma(frame, lumaRows, chromaRow, x, count, (made0, made1), chroma, scratch)
            x += count
        }
    }

    private func unpackLumaAndChroma(
        _ frame: Frame, _ row: Int, _ chromaRow: Int, _ x: Int, _ count: Int, _ rows: TileRows,
        _ scratch: UnsafeMutableRawPointer
    ) {
        let (cb, cr) = (floats(scratch, 6), floats(scratch, 7))
        unpackChunks(frame, row, chromaRow, x, count, (rows.c0, cb, cr), scratch)
        upsample(rows.c1, cb, count)
        upsample(rows.c2, cr, count)
    }

    /// Unpacks the luma of a row, where it is wanted, and its chroma as it is in memory.
    private func unpackChunks(
        _ frame: Frame, _ row: Int, _ chromaRow: Int, _ x: Int, _ count: Int,
        _ to: (Floats?, Floats, Floats), _ scratch: UnsafeMutableRawPointer
    ) {
        var offset = 0
        while offset < count {
            let part = min(PlanarAccess.chunk, count - offset)
            let planar = access.load(
                frame, row: row, chromaRow: chromaRow, x: x + offset, count: part, scratch: scratch)
            if let luma = to.0 { samples.unpack(luma + offset, planar.c0, part, samples.luma) }
            samples.unpack(to.1 + offset / 2, planar.c1, layout.chromaWidth(part), samples.chroma)
            samples.unpack(to.2 + offset / 2, planar.c2, layout.chromaWidth(part), samples.chroma)
            offset += part
        }
    }

    private func packLumaAndChroma(
        _ frame: Frame, _ lumaRows: (Int, Int), _ chromaRow: Int, _ x: Int, _ count: Int,
        _ rows: (TileRows, TileRows), _ chroma: TileRows, _ scratch: UnsafeMutableRawPointer
    ) {
        let (cb, cr) = (floats(scratch, 6), floats(scratch, 7))
        downsample(cb, chroma.c1, count)
        downsample(cr, chroma.c2, count)
        var offset = 0
        while offset < count {
            let part = min(PlanarAccess.chunk, count - offset)
            // Only where samples between the components go back, too, are they needed again.
            let (row, column) = (lumaRows.0, x + offset)
            let planar =
                access.isCovered(count: part)
                ? access.pointers(frame, row: row, chromaRow: chromaRow, x: column, scratch: scratch)
                : access.load(frame, row: row, chromaRow: chromaRow, x: column, count: part, scratch: scratch)
            samples.pack(planar.c0, rows.0.c0 + offset, part, samples.luma)
            samples.pack(planar.c1, cb + offset / 2, layout.chromaWidth(part), samples.chroma)
            samples.pack(planar.c2, cr + offset / 2, layout.chromaWidth(part), samples.chroma)
            access.store(frame, row: row, chromaRow: chromaRow, x: column, count: part, scratch: scratch)
            if lumaRows.1 != lumaRows.0 {
                // Two luma rows share chroma in planar luma only.
                let second = frame.plane(0).row(lumaRows.1) + column * layout.sampleBytes
                samples.pack(second, rows.1.c0 + offset, part, samples.luma)
            }
            offset += part
        }
    }

    // MARK: Steps

    private func changed(
        _ rows: ComponentRows, _ span: TileSpan, _ slot: Int, _ reads: Bool, _ law: TileLaw
    ) -> ComponentRows {
        if reads { toModel(rows.colors, span.count) }
        let made = law(rows, span, slot)
        if model == .rgb, layout.model != .rgb {
            kernels.matrixRows(made.colors, made.colors, count: span.count, matrix: fromRGB)
        }
        return made
    }

    /// Turns native components of Y'CbCr into R'G'B'; others stay.
    func toRGB(_ rows: TileRows, count: Int) {
        if layout.model == .ycbcr { kernels.matrixRows(rows, rows, count: count, matrix: toRGB) }
    }

    /// Turns the format's own components into those of the model.
    private func toModel(_ rows: TileRows, _ count: Int) {
        switch (model, layout.model) {
        case (.native, _), (.rgb, .rgb):
            break
        case (.rgb, .ycbcr):
            kernels.matrixRows(rows, rows, count: count, matrix: toRGB)
        case (.rgb, .gray):
            rows.c1.update(from: rows.c0, count: count)
            rows.c2.update(from: rows.c0, count: count)
        }
    }

    private func upsample(_ to: Floats, _ from: Floats, _ count: Int) {
        kernels.upsampleBlock(to, from, count: layout.chromaWidth(count))
    }

    /// A last column of its own is continued, so that nothing changes there either.
    private func downsample(_ to: Floats, _ from: Floats, _ count: Int) {
        if count & 1 == 1 { from[count] = from[count - 1] }
        kernels.downsampleBlock(to, from, count: layout.chromaWidth(count))
    }

    /// The tile's row `index` of three components.
    private func tileRows(_ scratch: UnsafeMutableRawPointer, _ index: Int) -> TileRows {
        TileRows(floats(scratch, 3 * index), floats(scratch, 3 * index + 1), floats(scratch, 3 * index + 2))
    }

    private func floats(_ scratch: UnsafeMutableRawPointer, _ index: Int) -> Floats {
        (scratch + PlanarAccess.scratchBytes).assumingMemoryBound(to: Float.self) + Self.margin + index * Self.rowStride
    }
}
