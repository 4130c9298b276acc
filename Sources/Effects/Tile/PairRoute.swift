// SPDX-License-Identifier: MIT
internal import Engine
import KernelTypes
import PixelCore

/// The way of Y'CbCr frames whose chroma has half the columns through R'G'B', for laws of single pixels: pairs of columns are
/// unpacked to floats, changed, limited to 0...1 and packed.
///
/// A tile is part of one row, or of the two luma rows that share a row of 4:2:0 chroma, which is read once for both. Every luma
/// sample takes the chroma sample that covers it; chroma becomes the mean of what it covers.
struct PairRoute {
    /// Columns of a tile.
    static let tileWidth = TileReader.tileWidth

    private let layout: PixelLayout
    private let kernels: any KernelSet.Type
    private let access: PlanarAccess
    private let samples: SampleRows
    private let matrix: PairMatrix
    /// R'G'B', of which even and odd columns are whole vectors each, and sums of these.
    private let colors: ScratchRows<Float>
    private let sums: ScratchRows<Float>
    private let chroma: ScratchRows<Float>
    /// Luma with a column more than there is.
    private let wholeLuma: ScratchRows<UInt8>

    /// Nil: the format has no chroma of half the columns.
    init?(_ video: VideoInfo, in plan: inout ScratchPlan, kernels: any KernelSet.Type) {
        layout = video.format.layout
        guard layout.model == .ycbcr, layout.chromaShiftX == 1 else { return nil }
        self.kernels = kernels
        access = PlanarAccess(layout, in: &plan, kernels: kernels)
        colors = plan.reserve(3, of: Self.tileWidth + 32, as: Float.self)
        sums = plan.reserve(3, of: Self.tileWidth + 32, as: Float.self)
        chroma = plan.reserve(2, of: Self.tileWidth + 32, as: Float.self)
        wholeLuma = plan.reserve(of: 2 * (Self.tileWidth + 1), as: UInt8.self)
        samples = SampleRows(layout, video.colorimetry, kernels: kernels)
        matrix = PairMatrix(video.colorimetry)
    }

    /// Makes every pixel of `units` of a frame by `law`, which finds as many columns as two halves have.
    func map(
        _ frame: Frame, units: Range<Int>, scratch: ScratchMemory,
        law: (_ rows: ComponentRows, _ span: TileSpan) -> ComponentRows
    ) {
        for unit in units {
            guard let rows = layout.chromaShiftY > 0 ? frame.lumaRows(ofChromaRow: unit) : (unit, unit) else {
                continue
            }
            var x = 0
            while x < frame.width {
                let count = min(Self.tileWidth, frame.width - x)
                mapTile(frame, rows, unit, x, count, scratch, law)
                x += count
            }
        }
    }

    private func mapTile(
        _ frame: Frame, _ lumaRows: (Int, Int), _ chromaRow: Int, _ x: Int, _ count: Int,
        _ scratch: ScratchMemory, _ law: (ComponentRows, TileSpan) -> ComponentRows
    ) {
        let (pairCount, half) = (layout.chromaWidth(count), FrameState.pairHalf(count))
        let (rows, sums) = (scratch.rows(colors, 0), scratch.rows(sums, 0))
        let (cb, cr) = (scratch[chroma, 0], scratch[chroma, 1])
        let planar = access.load(frame, row: lumaRows.0, chromaRow: chromaRow, x: x, count: count, scratch: scratch)
        samples.unpack(cb, planar.c1, pairCount, samples.chroma)
        samples.unpack(cr, planar.c2, pairCount, samples.chroma)
        let hasTwoRows = lumaRows.0 != lumaRows.1
        for row in hasTwoRows ? 0..<2 : 0..<1 {
            let y = row == 0 ? lumaRows.0 : lumaRows.1
            // Two luma rows share chroma in planar luma only.
            let luma = row == 0 ? planar.c0 : frame.plane(0).row(y) + x * layout.sampleBytes
            let whole = count & 1 == 0 ? luma : continued(luma, count, scratch)
            unpackPairs(PairRows(rows, half: half), whole, cb, cr, pairCount)
            let made = law(ComponentRows(rows), TileSpan(row: y, column: x, count: 2 * half)).colors
            if count & 1 == 1 { continueRows(made, half, pairCount) }
            packPairs(whole, PairRows(made, half: half), sums, row == 1, pairCount)
            if whole != luma { luma.copyMemory(from: whole, byteCount: count * layout.sampleBytes) }
        }
        kernels.chromaOfSums(cb, cr, sums, part: hasTwoRows ? 0.25 : 0.5, count: pairCount, matrix: matrix)
        samples.pack(planar.c1, cb, pairCount, samples.chroma)
        samples.pack(planar.c2, cr, pairCount, samples.chroma)
        access.store(frame, row: lumaRows.0, chromaRow: chromaRow, x: x, count: count, scratch: scratch)
    }

    /// Luma with its last column again.
    private func continued(
        _ luma: UnsafeMutableRawPointer, _ count: Int, _ scratch: ScratchMemory
    ) -> UnsafeMutableRawPointer {
        let copy = UnsafeMutableRawPointer(scratch[wholeLuma])
        let bytes = layout.sampleBytes
        copy.copyMemory(from: luma, byteCount: count * bytes)
        (copy + count * bytes).copyMemory(from: luma + (count - 1) * bytes, byteCount: bytes)
        return copy
    }

    /// Gives a last column of its own a second one like it.
    private func continueRows(_ rows: TileRows, _ half: Int, _ pairCount: Int) {
        let (last, own) = (half + pairCount - 1, pairCount - 1)
        rows.c0[last] = rows.c0[own]
        rows.c1[last] = rows.c1[own]
        rows.c2[last] = rows.c2[own]
    }

    // MARK: Steps

    private func unpackPairs(
        _ to: PairRows, _ luma: UnsafeMutableRawPointer, _ cb: Floats, _ cr: Floats, _ count: Int
    ) {
        if layout.sampleBytes == 1 {
            kernels.unpackPairs8(
                to, luma.assumingMemoryBound(to: UInt8.self), cb: cb, cr: cr, count: count, scale: samples.luma,
                matrix: matrix)
        } else {
            kernels.unpackPairs16(
                to, luma.assumingMemoryBound(to: UInt16.self), cb: cb, cr: cr, count: count, scale: samples.luma,
                storage: samples.storage, matrix: matrix)
        }
    }

    private func packPairs(
        _ luma: UnsafeMutableRawPointer, _ from: PairRows, _ sums: TileRows, _ adds: Bool, _ count: Int
    ) {
        if layout.sampleBytes == 1 {
            kernels.packPairs8(
                luma.assumingMemoryBound(to: UInt8.self), from, sums: sums, adds: adds, count: count,
                scale: samples.luma, matrix: matrix)
        } else {
            kernels.packPairs16(
                luma.assumingMemoryBound(to: UInt16.self), from, sums: sums, adds: adds, count: count,
                scale: samples.luma, storage: samples.storage, matrix: matrix)
        }
    }
}
