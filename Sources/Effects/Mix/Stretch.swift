// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// Brings rows of a frame to another size, rows first and then columns: two steps that each round half up. Each is bilinear down to half
/// as many; where there are less, a sample is the mean of those that it covers.
///
/// A sample of the new grid lies at ((i + 1/2) old / new) - 1/2 of the old one, within its first and last sample; chroma has
/// grids of its own. Weights are in steps of 1/32768; those of samples that are covered are differences of rounded sums. Alpha is
/// stretched as it is, and colours as they are seen: times alpha, in 16 bits, which is divided out after both steps.
///
/// Rows of an interlaced frame are made of their own field alone, and lie where they do in the frame: row j of field f
/// (0, 1) has its centre at 2j + f + 1/2, one of 4:2:0 chroma at 4j + f + 3/2, in the middle of the field's rows 2j and 2j + 1. Where
/// they are means they are of rows of the field.
final class Stretch {
    /// Samples that lie on one grid: `components` beside each other, every `step` samples.
    private struct Run {
        let plane: Int
        let offset: Int
        let step: Int
        let components: Int
        let isChroma: Bool
    }

    private var format: PixelFormat?
    private var from = (width: 0, height: 0)
    private var to = (width: 0, height: 0)
    /// Those of the new columns that are made.
    private var columns = 0..<0
    private var sites = (old: ChromaSite.centre, new: ChromaSite.centre)
    private var isOpaque = false
    private var luma: Grid?
    private var chroma: Grid?
    private var runs: [Run] = []
    /// Of packed 4:2:2.
    private let chromaBytes = PatternBuffer()

    /// Bytes of scratch memory for a row in between, and for sums.
    private(set) var rowBytes = 0
    /// Where the sums begin.
    private var sumsOffset = 0
    /// Nil: there is no alpha that counts.
    private var weighting: AlphaWeighting?

    /// Up to whole cache lines.
    static func aligned(_ bytes: Int) -> Int { (bytes + 63) & ~63 }

    /// Prepares for frames like `frame`, to become `size`, of which some columns are made, from whole chroma samples on; nil: all.
    /// Allocates only where something has changed. `sites` are those of chroma, before and after; `isOpaque`: alpha is 1 throughout, or counts
    /// for nothing.
    func prepare(
        _ frame: Frame, size: (width: Int, height: Int), columns: Range<Int>? = nil,
        sites: (old: ChromaSite, new: ChromaSite), isOpaque: Bool
    ) throws {
        let columns = columns ?? 0..<size.width
        guard
            format != frame.format || from != (frame.width, frame.height) || to != size || columns != self.columns
                || sites != self.sites || isOpaque != self.isOpaque
        else { return }
        let layout = frame.layout
        format = nil
        (self.sites, self.isOpaque) = (sites, isOpaque)
        from = (frame.width, frame.height)
        (to, self.columns) = (size, columns)
        (luma, chroma) = (nil, nil)
        // Packed 4:2:2 ends with a whole pair of pixels.
        let count = layout.chromaWidth(columns.count)
        luma = try Grid(
            from: from.width, to: to.width, start: columns.lowerBound,
            count: layout.isPacked422 ? 2 * count : columns.count, site: nil)
        chroma = try Grid(
            from: layout.chromaWidth(from.width), to: layout.chromaWidth(to.width),
            start: columns.lowerBound >> layout.chromaShiftX, count: count,
            site: layout.chromaShiftX > 0
                ? Site((sites.old.isLeft, sites.new.isLeft), luma: (from.width, to.width)) : nil)
        rowBytes = Self.aligned(
            (0..<layout.planeCount).map { layout.rowBytes(plane: $0, width: from.width) }.max() ?? 0)
        sumsOffset = rowBytes
        // Sums of rows, where these are less than half as many, as they may be in chroma or a field before they are as a whole.
        if 2 * to.height < from.height + 8 { rowBytes += 4 * rowBytes / layout.sampleBytes }
        weighting = isOpaque ? nil : AlphaWeighting(frame.format, from: from.width, to: columns.count)
        rowBytes = max(rowBytes, weighting?.byteCount ?? 0)
        if layout.isPacked422 {
            chromaBytes.clear()
            for component in layout.components where component != layout.first {
                chromaBytes.set(component, mask: 255, value: 255)
            }
            runs = layout.components.map {
                Run(plane: 0, offset: $0.offset, step: $0.step, components: 1, isChroma: $0 != layout.first)
            }
        } else {
            runs = (0..<layout.planeCount).map { plane in
                let step = layout.step(plane: plane)
                return Run(
                    plane: plane, offset: 0, step: step, components: step, isChroma: layout.isChroma(plane: plane))
            }
        }
        // Not before all of it is there.
        format = frame.format
    }

    /// Writes the columns of a row of the new size; `between` has `rowBytes`.
    func row(
        _ result: UnsafeMutableRawPointer, _ frame: Frame, plane: Int, row: Int, interlaced: Bool,
        between: UnsafeMutableRawPointer, kernels: any KernelSet.Type
    ) {
        let layout = frame.layout
        let isInterlaced = interlaced && frame.interlaced
        let oldRows = layout.rows(plane: plane, height: frame.height, interlaced: isInterlaced)
        let newRows = layout.rows(plane: plane, height: to.height, interlaced: isInterlaced)
        // Rows of one field have nothing of the other's.
        let field = isInterlaced && min(oldRows, frame.height) > 1 ? row & 1 : 0
        let lines = isInterlaced ? 2 : 1
        let shift = layout.isChroma(plane: plane) ? layout.chromaShiftY : 0
        // Of odd heights, a field may have a row of chroma more than it has rows that go with one.
        func fieldRows(_ height: Int, _ rows: Int) -> Int {
            max(1, min(((height - field + 1) / 2 + (1 << shift) - 1) >> shift, (rows - field + 1) / 2))
        }
        let old = isInterlaced ? fieldRows(frame.height, oldRows) : oldRows
        let new = isInterlaced ? fieldRows(to.height, newRows) : newRows
        // Of fields chroma lies in the middle of the rows of luma that go with it.
        let site =
            shift > 0 && !isInterlaced
            ? Site((sites.old.isTop, sites.new.isTop), luma: (frame.height, to.height)) : nil
        if Area.suits(from: old, to: new) {
            let area = Area(of: min(row / lines, new - 1), from: old, to: new, site: site)
            if let weighting {
                let plane = frame.plane(plane)
                let rows = { plane.row(field + lines * $0) }
                if area.samples.contains(where: { weighting.isSeenThrough(rows($0), from.width, kernels) }) {
                    let source = weighting.mean(area, rows, from.width, between, kernels)
                    return stretchWeighted(result, source, weighting, between, kernels)
                }
            }
            let source = mean(area, frame, plane: plane, every: lines, from: field, between: between, kernels: kernels)
            stretch(result, source, plane, layout, kernels)
            return
        }
        let center = (2 << shift) - 1 + 2 * (row & 1)
        let position =
            isInterlaced
            ? Self.position(
                row / 2, every: 2 << shift, centers: (center, center), from: frame.height, to: to.height, count: old)
            : site?.position(row, count: oldRows) ?? Self.position(row, from: oldRows, to: newRows)
        let upper = frame.plane(plane).row(min(oldRows - 1, position.first * lines + field))
        let lower = frame.plane(plane).row(min(oldRows - 1, position.second * lines + field))
        if let weighting,
            weighting.isSeenThrough(upper, from.width, kernels) || weighting.isSeenThrough(lower, from.width, kernels)
        {
            let source = weighting.mix(upper, lower, position.weight, from.width, between, kernels)
            return stretchWeighted(result, source, weighting, between, kernels)
        }
        var source = upper
        let bytes = layout.rowBytes(plane: plane, width: frame.width)
        if position.weight > 0, upper != lower {
            source = between
            let weight = Int16(truncatingIfNeeded: position.weight)
            if layout.sampleBytes == 1 {
                kernels.mixRow8(
                    between.assumingMemoryBound(to: UInt8.self), upper.assumingMemoryBound(to: UInt8.self),
                    lower.assumingMemoryBound(to: UInt8.self), count: bytes, weight: weight)
            } else {
                kernels.mixRow16(
                    between.assumingMemoryBound(to: UInt16.self), upper.assumingMemoryBound(to: UInt16.self),
                    lower.assumingMemoryBound(to: UInt16.self), count: bytes / 2, weight: weight,
                    storage: layout.storage)
            }
        }
        stretch(result, source, plane, layout, kernels)
    }

    /// Makes a row of one whose colours are weighted.
    private func stretchWeighted(
        _ result: UnsafeMutableRawPointer, _ source: Samples, _ weighting: AlphaWeighting,
        _ between: UnsafeMutableRawPointer, _ kernels: any KernelSet.Type
    ) {
        let made = weighting.made(between)
        stretch(UnsafeMutableRawPointer(made), UnsafeMutableRawPointer(source), 0, AlphaWeighting.layout, kernels)
        weighting.unweight(result, made, columns.count, kernels)
    }

    /// The mean of rows that one covers, in `between`.
    private func mean(
        _ area: Area, _ frame: Frame, plane: Int, every step: Int, from first: Int, between: UnsafeMutableRawPointer,
        kernels: any KernelSet.Type
    ) -> UnsafeMutableRawPointer {
        let layout = frame.layout
        let count = layout.rowBytes(plane: plane, width: frame.width) / layout.sampleBytes
        let sums = (between + sumsOffset).assumingMemoryBound(to: UInt32.self)
        for sample in area.samples {
            let row = frame.plane(plane).row(first + step * sample)
            let (weight, begins) = (UInt32(area.weight(sample)), sample == area.samples.lowerBound)
            if layout.sampleBytes == 1 {
                kernels.addRow8(
                    sums, row.assumingMemoryBound(to: UInt8.self), count: count, weight: weight, begins: begins)
            } else {
                kernels.addRow16(
                    sums, row.assumingMemoryBound(to: UInt16.self), count: count, weight: weight, begins: begins,
                    storage: layout.storage)
            }
        }
        if layout.sampleBytes == 1 {
            kernels.storeSums8(between.assumingMemoryBound(to: UInt8.self), sums, count: count)
        } else {
            kernels.storeSums16(
                between.assumingMemoryBound(to: UInt16.self), sums, count: count, storage: layout.storage)
        }
        return between
    }

    private func stretch(
        _ to: UnsafeMutableRawPointer, _ from: UnsafeMutableRawPointer, _ plane: Int, _ layout: PixelLayout,
        _ kernels: any KernelSet.Type
    ) {
        if layout.isPacked422, let luma, luma.isSame, let chroma, let moved = chroma.moved {
            return moveChroma(to, from, chroma, moved, layout, kernels)
        }
        for run in runs where run.plane == plane { stretch(to, from, run, layout, kernels) }
    }

    /// Moves chroma of packed 4:2:2, of which luma stays.
    private func moveChroma(
        _ to: UnsafeMutableRawPointer, _ from: UnsafeMutableRawPointer, _ chroma: Grid,
        _ moved: (columns: Range<Int>, offset: Int, weight: Int16), _ layout: PixelLayout,
        _ kernels: any KernelSet.Type
    ) {
        let (bytes, source) = (to.assumingMemoryBound(to: UInt8.self), from.assumingMemoryBound(to: UInt8.self))
        let first = source + 4 * (moved.columns.lowerBound + moved.offset)
        // All of them are mixed, and luma is put back.
        kernels.mixRow8(
            bytes + 4 * moved.columns.lowerBound, first, first + 4, count: 4 * moved.columns.count,
            weight: moved.weight)
        for run in runs where run.isChroma { stretchEnds(to, from, run, chroma, of: moved.columns, layout, kernels) }
        kernels.blendRow8(
            bytes, source, bytes, count: 4 * chroma.count, law: .second, changed: chromaBytes.select.value)
    }

    private func stretch(
        _ to: UnsafeMutableRawPointer, _ from: UnsafeMutableRawPointer, _ run: Run, _ layout: PixelLayout,
        _ kernels: any KernelSet.Type
    ) {
        guard let grid = run.isChroma ? chroma : luma else { return }
        if let areas = grid.areas {
            if layout.sampleBytes == 1 {
                kernels.areaRow8(
                    to.assumingMemoryBound(to: UInt8.self) + run.offset,
                    from.assumingMemoryBound(to: UInt8.self) + run.offset, count: grid.count, step: run.step,
                    components: run.components, columns: areas)
            } else {
                kernels.areaRow16(
                    to.assumingMemoryBound(to: UInt16.self) + run.offset,
                    from.assumingMemoryBound(to: UInt16.self) + run.offset, count: grid.count, step: run.step,
                    components: run.components, columns: areas, storage: layout.storage)
            }
            return
        }
        // What moves all alike is mixed with itself, a sample on.
        let moved = run.step == run.components ? grid.moved : nil
        if let moved {
            let (start, count) = (moved.columns.lowerBound * run.step, moved.columns.count * run.step)
            let first = start + moved.offset * run.step
            if layout.sampleBytes == 1 {
                let from = from.assumingMemoryBound(to: UInt8.self) + first
                kernels.mixRow8(
                    to.assumingMemoryBound(to: UInt8.self) + start, from, from + run.step, count: count,
                    weight: moved.weight)
            } else {
                let from = from.assumingMemoryBound(to: UInt16.self) + first
                kernels.mixRow16(
                    to.assumingMemoryBound(to: UInt16.self) + start, from, from + run.step, count: count,
                    weight: moved.weight, storage: layout.storage)
            }
        }
        stretchEnds(to, from, run, grid, of: moved?.columns ?? 0..<0, layout, kernels)
    }

    /// Makes the columns before and after some.
    private func stretchEnds(
        _ to: UnsafeMutableRawPointer, _ from: UnsafeMutableRawPointer, _ run: Run, _ grid: Grid, of made: Range<Int>,
        _ layout: PixelLayout, _ kernels: any KernelSet.Type
    ) {
        stretch(to, from, run, grid, columns: 0..<made.lowerBound, layout, kernels)
        stretch(to, from, run, grid, columns: made.upperBound..<grid.count, layout, kernels)
    }

    private func stretch(
        _ to: UnsafeMutableRawPointer, _ from: UnsafeMutableRawPointer, _ run: Run, _ grid: Grid, columns: Range<Int>,
        _ layout: PixelLayout, _ kernels: any KernelSet.Type
    ) {
        guard !columns.isEmpty else { return }
        let start = columns.lowerBound * run.step + run.offset
        if layout.sampleBytes == 1 {
            kernels.stretchRow8(
                to.assumingMemoryBound(to: UInt8.self) + start, from.assumingMemoryBound(to: UInt8.self) + run.offset,
                count: columns.count, step: run.step, components: run.components,
                columns: grid.columns(from: columns.lowerBound))
        } else {
            kernels.stretchRow16(
                to.assumingMemoryBound(to: UInt16.self) + start,
                from.assumingMemoryBound(to: UInt16.self) + run.offset, count: columns.count, step: run.step,
                components: run.components, columns: grid.columns(from: columns.lowerBound), storage: layout.storage)
        }
    }
}
