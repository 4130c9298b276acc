// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// Brings rows of a frame to another size, rows first and then columns: two steps that each round half up. Each is bilinear down to half
/// as many; where there are less, a sample is the mean of those that it covers.
///
/// A sample of the new grid lies at ((i + 1/2) old / new) - 1/2 of the old one, within its first and last sample; chroma has
/// grids of its own. Weights are in steps of 1/32768; those of samples that are covered are differences of rounded sums. Alpha is
/// stretched as the other components are.
///
/// Rows of an interlaced frame are made of their own field alone, and lie where they do in the frame: row j of field f
/// (0, 1) has its centre at 2j + f + 1/2, one of 4:2:0 chroma at 4j + f + 3/2, in the middle of the field's rows 2j and 2j + 1. Where
/// they are means they are of rows of the field.
final class Stretch {
    /// The grid of a plane's luma or of its chroma.
    private struct Grid {
        let count: Int
        let columns: StretchColumns
        /// Nil: there are half as many or more.
        let areas: AreaColumns?
        private let memory: Scratch
        private let areaMemory: Scratch?

        /// Of `count` samples from `start` on. More than `new` samples go on as the last one.
        /// `site` nil: they lie in the middle of what they cover.
        init(from old: Int, to new: Int, start: Int, count: Int, site: Site?) throws {
            self.count = count
            (areas, areaMemory) = try Self.areas(from: old, to: new, start: start, count: count, site: site)
            memory = try Scratch(byteCount: 3 * count * MemoryLayout<Int32>.stride)
            let first = memory.values(as: Int32.self)
            let (second, weight) = (first + count, first + 2 * count)
            for i in 0..<count {
                let position =
                    site.map { $0.position(start + i, count: old) } ?? Stretch.position(start + i, from: old, to: new)
                (first[i], second[i], weight[i]) = (
                    Int32(position.first), Int32(position.second), Int32(position.weight)
                )
            }
            let whole = (0..<count).first { Int(first[$0]) + 4 > old } ?? count
            columns = StretchColumns(first: first, second: second, weight: weight, whole: whole)
        }

        private static func areas(
            from old: Int, to new: Int, start: Int, count: Int, site: Site?
        ) throws -> (AreaColumns?, Scratch?) {
            guard Area.suits(from: old, to: new) else { return (nil, nil) }
            let all = (0..<count).map { Area(of: min(start + $0, new - 1), from: old, to: new, site: site) }
            let memory = try Scratch(byteCount: 4 * (2 * count + 1 + all.reduce(0) { $0 + $1.samples.count }))
            let (first, weights) = (
                memory.values(as: Int32.self), memory.values(as: UInt32.self, from: 4 * (2 * count + 1))
            )
            let begin = first + count
            var used = 0
            for (i, area) in all.enumerated() {
                (first[i], begin[i]) = (Int32(area.samples.lowerBound), Int32(used))
                for sample in area.samples {
                    weights[used] = UInt32(area.weight(sample))
                    used += 1
                }
            }
            begin[count] = Int32(used)
            return (AreaColumns(first: first, start: begin, weights: weights), memory)
        }
    }

    /// Where chroma lies along columns or rows of luma that have another length, not always in the middle.
    private struct Site {
        let isFirst: (old: Bool, new: Bool)
        let luma: (old: Int, new: Int)

        /// Nil: in the middle, before and after.
        init?(_ isFirst: (old: Bool, new: Bool), luma: (old: Int, new: Int)) {
            guard isFirst.old || isFirst.new else { return nil }
            (self.isFirst, self.luma) = (isFirst, luma)
        }

        /// Quarters of a chroma sample from where the luma that it covers begins.
        private func quarters(_ isFirst: Bool) -> Int { isFirst ? 1 : 2 }

        func position(_ i: Int, count: Int) -> (first: Int, second: Int, weight: Int) {
            Stretch.position(
                i, every: 2, centers: (quarters(isFirst.old), quarters(isFirst.new)), from: luma.old, to: luma.new,
                count: count)
        }

        /// How far what is covered begins before that of samples in the middle, in parts of which one of `old` has 4 times `new`.
        func shift(from old: Int, to new: Int) -> Int {
            (2 - quarters(isFirst.new)) * old - (2 - quarters(isFirst.old)) * new
        }
    }

    /// Which of `old` samples one of `new` covers.
    private struct Area {
        let samples: Range<Int>
        /// Where it begins, in parts of which one of `old` has 4 times `new`.
        private let start: Int
        private let (old, new): (Int, Int)

        static func suits(from old: Int, to new: Int) -> Bool { 2 * new < old }

        init(of index: Int, from old: Int, to new: Int, site: Site? = nil) {
            (self.old, self.new) = (old, new)
            start = 4 * index * old - (site?.shift(from: old, to: new) ?? 0)
            samples = max(0, start / (4 * new))..<min(old, (start + 4 * old + 4 * new - 1) / (4 * new))
        }

        /// The weight of a sample, of 32768. What is covered beyond the first and the last one is theirs.
        func weight(_ sample: Int) -> Int { covered(sample + 1) - covered(sample) }

        /// What is covered before a sample, of 32768, rounded half up.
        private func covered(_ sample: Int) -> Int {
            if sample <= samples.lowerBound { return 0 }
            if sample >= samples.upperBound { return MixSettings.unit }
            let part = min(max(0, 4 * sample * new - start), 4 * old)
            return (2 * part * MixSettings.unit + 4 * old) / (8 * old)
        }
    }

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
    private var luma: Grid?
    private var chroma: Grid?
    private var runs: [Run] = []

    /// Bytes of scratch memory for a row in between, and for sums.
    private(set) var rowBytes = 0
    /// Where the sums begin.
    private var sumsOffset = 0

    private static func aligned(_ bytes: Int) -> Int { (bytes + 63) & ~63 }

    /// Prepares for frames like `frame`, to become `size`, of which some columns are made, from whole chroma samples on; nil: all.
    /// Allocates only where something has changed. `sites` are those of chroma, before and after.
    func prepare(
        _ frame: Frame, size: (width: Int, height: Int), columns: Range<Int>? = nil,
        sites: (old: ChromaSite, new: ChromaSite)
    ) throws {
        let columns = columns ?? 0..<size.width
        guard
            format != frame.format || from != (frame.width, frame.height) || to != size || columns != self.columns
                || sites != self.sites
        else { return }
        let layout = frame.layout
        format = nil
        self.sites = sites
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
        if layout.isPacked422 {
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
            let source = mean(area, frame, plane: plane, every: lines, from: field, between: between, kernels: kernels)
            for run in runs where run.plane == plane { stretch(result, source, run, layout, kernels) }
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
        for run in runs where run.plane == plane { stretch(result, source, run, layout, kernels) }
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
        if layout.sampleBytes == 1 {
            kernels.stretchRow8(
                to.assumingMemoryBound(to: UInt8.self) + run.offset,
                from.assumingMemoryBound(to: UInt8.self) + run.offset, count: grid.count, step: run.step,
                components: run.components, columns: grid.columns)
        } else {
            kernels.stretchRow16(
                to.assumingMemoryBound(to: UInt16.self) + run.offset,
                from.assumingMemoryBound(to: UInt16.self) + run.offset, count: grid.count, step: run.step,
                components: run.components, columns: grid.columns, storage: layout.storage)
        }
    }

    /// Where sample `i` of `new` lies among `old`: between two, with the second's weight of 32768.
    static func position(_ i: Int, from old: Int, to new: Int) -> (first: Int, second: Int, weight: Int) {
        position(i, every: 1, centers: (1, 1), from: old, to: new, count: old)
    }

    /// The same of `count` samples that lie `step` apart on the grid, the first one's centre at so many halves before and after.
    private static func position(
        _ i: Int, every step: Int, centers: (old: Int, new: Int), from old: Int, to new: Int, count: Int
    ) -> (first: Int, second: Int, weight: Int) {
        let unit = 2 * step * new
        let position = max(0, (2 * step * i + centers.new) * old - centers.old * new)
        let (whole, part) = position.quotientAndRemainder(dividingBy: unit)
        var (first, weight) = (whole, (part * 65536 / unit + 1) / 2)
        if weight == MixSettings.unit { (first, weight) = (first + 1, 0) }
        return first >= count - 1 ? (count - 1, count - 1, 0) : (first, first + 1, weight)
    }
}
