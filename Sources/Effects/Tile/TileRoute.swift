// SPDX-License-Identifier: MIT
public import KernelTypes
public import PixelCore

/// The way of a frame through tiles: a reader, an effect or a law, a writer.
///
/// A tile is part of one row, or of the two luma rows that share a row of 4:2:0 chroma, that fits the first-level cache.
public struct TileRoute {
    let reader: TileReader
    private let writer: TileWriter
    /// Rows for the second luma row of a tile.
    private let rows: ScratchRows<Float>
    private let width: Int

    /// A route for frames of a format, a width and a colorimetry, to what `model` says and back, in scratch memory that it reserves.
    /// Laws find a row of alpha where two-byte samples have that and, with `needsAlpha`, where bytes do.
    public init(
        _ format: PixelFormat, width: Int, colorimetry: Colorimetry, model: TileModel = .rgb,
        needsAlpha: Bool = false, in plan: inout ScratchPlan, kernels: any KernelSet.Type
    ) {
        self.width = width
        let format = TileFormat(format, colorimetry, needsAlpha: needsAlpha, in: &plan, kernels: kernels)
        reader = TileReader(format, model: model, in: &plan)
        writer = TileWriter(format, model: model, in: &plan)
        rows = format.layout.chromaShiftY > 0 ? TileReader.reserve(3, in: &plan) : .none
    }

    var layout: PixelLayout { reader.layout }
    /// Where components are in pixels of four bytes; nil: pixels are otherwise.
    var packedScale: PackedScale? { reader.format.packedScale }

    /// Lets `effect` change every pixel of `units` of a frame, in place.
    public func render(_ frame: Frame, units: Range<Int>, scratch: ScratchMemory, effect: TileEffect) {
        map(frame, units: units, columns: 0..<width, scratch: scratch) { rows, span, _ in
            effect(rows.colors, span)
            return rows
        }
    }

    /// Lets `effect` fill in every pixel of `columns`, from an even one on, of `units`; it finds nothing of use there.
    public func write(
        _ frame: Frame, units: Range<Int>, columns: Range<Int>, scratch: ScratchMemory, effect: TileEffect
    ) {
        map(frame, units: units, columns: columns, reads: false, scratch: scratch) { rows, span, _ in
            effect(rows.colors, span)
            return rows
        }
    }

    /// Calls `measure` with the pixels of `columns` in one luma row, in runs from left to right; changes nothing.
    public func read(_ frame: Frame, row: Int, columns: Range<Int>, scratch: ScratchMemory, measure: TileEffect) {
        reader.read(frame, row: row, columns: columns, scratch: scratch, measure: measure)
    }

    /// Makes every pixel of `columns`, from an even one on, of `units` of a frame by `law`, which finds alpha alone if nothing else
    /// `reads` the frame.
    public func map(
        _ frame: Frame, units: Range<Int>, columns: Range<Int>, reads: Bool = true, scratch: ScratchMemory,
        law: TileLaw
    ) {
        for unit in units {
            var x = columns.lowerBound
            let covered = layout.chromaShiftY > 0 ? frame.lumaRows(ofChromaRow: unit) : (unit, unit)
            guard let covered else { continue }
            while x < columns.upperBound {
                let count = min(TileReader.tileWidth, columns.upperBound - x)
                if layout.chromaShiftX > 0 {
                    mapPair(frame, covered, unit, x, count, reads, scratch, law)
                } else {
                    mapRow(frame, unit, x, count, reads, scratch, law)
                }
                x += count
            }
        }
    }

    /// Makes part of a row.
    private func mapRow(
        _ frame: Frame, _ row: Int, _ x: Int, _ count: Int, _ reads: Bool, _ scratch: ScratchMemory, _ law: TileLaw
    ) {
        let rows = reader.tileRows(scratch)
        if reads {
            reader.readTile(frame, row: row, x: x, count: count, into: rows, scratch: scratch)
        } else {
            writer.load(frame, row: row, x: x, count: count, scratch: scratch)
        }
        let alpha = reader.alphaRow(count: count, scratch: scratch)
        var made = law(ComponentRows(rows, alpha: alpha), TileSpan(row: row, column: x, count: count), 0)
        writer.fromModel(made.colors, count: count)
        if made.alpha == alpha { made.alpha = nil }
        writer.writeTile(frame, row: row, x: x, count: count, made, scratch: scratch)
    }

    /// Makes part of the luma rows that share a row of chroma.
    private func mapPair(
        _ frame: Frame, _ lumaRows: (Int, Int), _ chromaRow: Int, _ x: Int, _ count: Int, _ reads: Bool,
        _ scratch: ScratchMemory, _ law: TileLaw
    ) {
        let first = reader.tileRows(scratch)
        let rows = (first, layout.chromaShiftY > 0 ? scratch.rows(rows, 0) : first)
        if reads {
            reader.readTile(
                frame, lumaRows: lumaRows, chromaRow: chromaRow, x: x, count: count, into: rows, scratch: scratch)
        }
        func made(_ rows: TileRows, _ row: Int, _ slot: Int) -> TileRows {
            let made = law(ComponentRows(rows), TileSpan(row: row, column: x, count: count), slot).colors
            writer.fromModel(made, count: count)
            return made
        }
        let made0 = made(rows.0, lumaRows.0, 0)
        let made1 = lumaRows.1 == lumaRows.0 ? made0 : made(rows.1, lumaRows.1, 1)
        writer.writeTile(
            frame, lumaRows: lumaRows, chromaRow: chromaRow, x: x, count: count, (made0, made1), scratch: scratch)
    }
}
