// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// Maps the luma of Y'CbCr by tables, and lets chroma grow with it.
///
/// Luma is what the tables make of it. A chroma sample is scaled by the ratio of the luma that it covers, after to
/// before, as R', G' and B' are where these are equalized by their luma; `scaleChromaRows8` has the law.
struct ChromaScaling {
    private let layout: PixelLayout
    private let kernels: any KernelSet.Type
    private let access: PlanarAccess
    private let law: ChromaLaw
    /// Two rows of luma as they came.
    private let oldLuma: ScratchRows<UInt8>

    init(_ access: PlanarAccess, _ colorimetry: Colorimetry, in plan: inout ScratchPlan, kernels: any KernelSet.Type) {
        let layout = access.layout
        (self.layout, self.access, self.kernels) = (layout, access, kernels)
        oldLuma = plan.reserve(2, of: PlanarAccess.chunk * layout.sampleBytes, as: UInt8.self)
        law = ChromaLaw(colorimetry, maximum: layout.maximum, columns: 1 << layout.chromaShiftX)
    }

    /// Two rows of luma, which are the same where chroma covers one.
    private struct Rows {
        var first: UnsafeMutableRawPointer
        var second: UnsafeMutableRawPointer

        func advanced(_ bytes: Int) -> Rows { Rows(first: first + bytes, second: second + bytes) }

        var bytes: (ConstBytes, ConstBytes) {
            (
                ConstBytes(first.assumingMemoryBound(to: UInt8.self)),
                ConstBytes(second.assumingMemoryBound(to: UInt8.self))
            )
        }

        var samples: (ConstSamples, ConstSamples) {
            (
                ConstSamples(first.assumingMemoryBound(to: UInt16.self)),
                ConstSamples(second.assumingMemoryBound(to: UInt16.self))
            )
        }
    }

    /// Maps `units` of a frame: rows of 4:2:0 chroma, or rows.
    func map(_ frame: Frame, units: Range<Int>, _ tables: EqualizationTables, scratch: ScratchMemory) {
        for unit in units {
            var covered = (unit, unit)
            if layout.chromaShiftY > 0 {
                guard let rows = frame.lumaRows(ofChromaRow: unit) else { continue }
                covered = rows
            }
            var x = 0
            while x < frame.width {
                let count = min(PlanarAccess.chunk, frame.width - x)
                map(frame, unit, covered, x, count, tables, scratch)
                x += count
            }
        }
    }

    private func map(
        _ frame: Frame, _ unit: Int, _ covered: (Int, Int), _ x: Int, _ count: Int, _ tables: EqualizationTables,
        _ scratch: ScratchMemory
    ) {
        let planar = access.load(frame, row: covered.0, chromaRow: unit, x: x, count: count, scratch: scratch)
        var old = Rows(first: scratch[oldLuma], second: scratch[oldLuma])
        var new = Rows(first: planar.c0, second: planar.c0)
        mapLuma(new.first, old: old.first, row: covered.0, x, count, tables)
        if covered.1 != covered.0 {
            // 4:2:0 formats have their luma in a plane of its own.
            old.second = UnsafeMutableRawPointer(scratch[oldLuma, 1])
            new.second = frame.plane(0).row(covered.1) + x * layout.sampleBytes
            mapLuma(new.second, old: old.second, row: covered.1, x, count, tables)
        }
        let whole = count >> layout.chromaShiftX
        scale(planar, 0, old: old, new: new, count: whole)
        if whole < layout.chromaWidth(count) { scaleLast(planar, whole, old, new) }
        access.store(frame, row: covered.0, chromaRow: unit, x: x, count: count, scratch: scratch)
    }

    /// Maps `count` codes of luma in place, and keeps what they were in `old`.
    private func mapLuma(
        _ codes: UnsafeMutableRawPointer, old: UnsafeMutableRawPointer, row: Int, _ x: Int, _ count: Int,
        _ tables: EqualizationTables
    ) {
        old.copyMemory(from: codes, byteCount: count * layout.sampleBytes)
        if layout.sampleBytes == 1 {
            tables.map(codes.assumingMemoryBound(to: UInt8.self), channel: 0, row: row, column: x, count: count)
        } else {
            let run = SampleRun(
                step: 1, storage: layout.storage, maximum: UInt16(truncatingIfNeeded: layout.maximum))
            tables.map(
                codes.assumingMemoryBound(to: UInt16.self), run: run, channel: 0, row: row, column: x, count: count)
        }
    }

    /// Scales `count` chroma samples from `position` on; `old` and `new` begin with the luma of the first.
    private func scale(_ planar: PlanarRows, _ position: Int, old: Rows, new: Rows, count: Int) {
        let offset = position * layout.sampleBytes
        if layout.sampleBytes == 1 {
            kernels.scaleChromaRows8(
                (planar.c1 + offset).assumingMemoryBound(to: UInt8.self),
                (planar.c2 + offset).assumingMemoryBound(to: UInt8.self), old: old.bytes, new: new.bytes, count: count,
                law: law)
        } else {
            kernels.scaleChromaRows16(
                (planar.c1 + offset).assumingMemoryBound(to: UInt16.self),
                (planar.c2 + offset).assumingMemoryBound(to: UInt16.self), old: old.samples, new: new.samples,
                count: count, law: law, storage: layout.storage)
        }
    }

    /// Scales the chroma of an odd last column, whose luma counts twice.
    private func scaleLast(_ planar: PlanarRows, _ position: Int, _ old: Rows, _ new: Rows) {
        let size = layout.sampleBytes
        withUnsafeTemporaryAllocation(byteCount: 16, alignment: 16) { memory in
            guard let base = memory.baseAddress else { return }
            func twice(_ rows: Rows, _ copy: UnsafeMutableRawPointer) -> Rows {
                let rows = rows.advanced(2 * position * size)
                let pair = Rows(first: copy, second: copy + 2 * size)
                for column in 0..<2 {
                    (pair.first + column * size).copyMemory(from: rows.first, byteCount: size)
                    (pair.second + column * size).copyMemory(from: rows.second, byteCount: size)
                }
                return pair
            }
            scale(planar, position, old: twice(old, base), new: twice(new, base + 8), count: 1)
        }
    }
}
