// SPDX-License-Identifier: MIT
internal import Engine
internal import KernelTypes
internal import PixelCore

/// Renders units of a frame by a law of places, of which many rows may be the same: those are copied.
struct RepeatedRows {
    private let layout: PixelLayout
    private let kernels: any KernelSet.Type
    /// Bytes of a row of each plane.
    private let rowBytes: [Int]
    /// The bits of a pixel of four bytes that change.
    private let mask: UInt32

    /// Nil: each row may be another, or holds more than what a row makes.
    init?(_ format: TileFormat, _ program: Program, width: Int) {
        (layout, kernels) = (format.layout, format.kernels)
        let hasFour = layout.step(plane: 0) == 4
        let isPartial = layout.isPacked422 ? width & 1 == 1 : hasFour && layout.sampleBytes == 2 && !program.writesAlpha
        guard program.isOfPlaceAlone, program.samples, !isPartial else { return nil }
        rowBytes = (0..<layout.planeCount).map { [layout] in layout.rowBytes(plane: $0, width: width) }
        mask = hasFour && layout.sampleBytes == 1 ? layout.colorMask(withAlpha: program.writesAlpha) : .max
    }

    /// `thread` says which rows are the same; `make` makes units.
    func render(
        _ frame: Frame, units: Range<Int>, _ thread: ThreadState, _ state: FrameState, _ make: (Range<Int>) -> Void
    ) {
        var last: (unit: Int, rows: (Int, Int))?
        for unit in units {
            guard let rows = layout.chromaShiftY > 0 ? frame.lumaRows(ofChromaRow: unit) : (unit, unit) else {
                continue
            }
            let hasTwo = rows.0 != rows.1
            let isFirstSame = thread.repeats(state, row: rows.0, slot: 0)
            let isSecondSame = !hasTwo || thread.repeats(state, row: rows.1, slot: 1)
            if isFirstSame, isSecondSame, let last, (last.rows.0 != last.rows.1) == hasTwo {
                copy(frame, plane: 0, from: last.rows.0, to: rows.0)
                if hasTwo { copy(frame, plane: 0, from: last.rows.1, to: rows.1) }
                for plane in 1..<max(1, rowBytes.count) { copy(frame, plane: plane, from: last.unit, to: unit) }
            } else {
                make(unit..<unit + 1)
            }
            last = (unit, rows)
        }
    }

    private func copy(_ frame: Frame, plane: Int, from: Int, to: Int) {
        let plane = (frame.plane(plane), rowBytes[plane])
        let (from, to) = (plane.0.row(from), plane.0.row(to))
        guard mask != .max else { return to.copyMemory(from: from, byteCount: plane.1) }
        kernels.mergeRow8(
            to.assumingMemoryBound(to: UInt8.self), from.assumingMemoryBound(to: UInt8.self), count: plane.1, mask: mask
        )
    }
}
