// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// The way of a frame of 8-bit Y'CbCr through a linear map of its codes, whatever its layout.
///
/// Luma sees the chroma that covers it, chroma the mean of the luma it covers: `ChromaSampling.block`, in fixed point.
struct YCbCrRoute {
    private let layout: PixelLayout
    private let kernels: any KernelSet.Type
    private let access: PlanarAccess

    init(_ layout: PixelLayout, in plan: inout ScratchPlan, kernels: any KernelSet.Type) {
        self.layout = layout
        self.kernels = kernels
        access = PlanarAccess(layout, in: &plan, kernels: kernels)
    }

    /// Maps `units` of `frame`.
    func render(_ frame: Frame, units: Range<Int>, map: YCbCrAffine8, scratch: ScratchMemory) {
        guard layout.isPacked422 else {
            for unit in units { renderUnit(frame, unit, fromColumn: 0, map, scratch) }
            return
        }
        let pairMap = layout.isCbFirst ? map : map.exchangingChroma
        for row in units {
            let bytes = frame.plane(0).row(row).assumingMemoryBound(to: UInt8.self)
            kernels.ycbcrAffinePacked422(
                bytes, bytes, pairs: frame.width / 2, map: pairMap, lumaFirst: layout.isLumaFirst)
            // An odd last column has chroma of its own, and padding that stays as it is.
            renderUnit(frame, row, fromColumn: frame.width & ~1, map, scratch)
        }
    }

    private func renderUnit(
        _ frame: Frame, _ unit: Int, fromColumn: Int, _ map: YCbCrAffine8, _ scratch: ScratchMemory
    ) {
        var lumaRows = (unit, unit)
        if layout.chromaShiftY > 0 {
            guard let covered = frame.lumaRows(ofChromaRow: unit) else { return }
            lumaRows = covered
        }
        var x = fromColumn
        while x < frame.width {
            let count = min(PlanarAccess.chunk, frame.width - x)
            let planar = access.load(frame, row: lumaRows.0, chromaRow: unit, x: x, count: count, scratch: scratch)
            let luma = planar.c0.assumingMemoryBound(to: UInt8.self)
            var rows = YCbCrRows(
                luma0: luma, luma1: luma, cb: planar.c1.assumingMemoryBound(to: UInt8.self),
                cr: planar.c2.assumingMemoryBound(to: UInt8.self))
            if layout.chromaShiftY > 0 {
                // 4:2:0 formats have their luma in a plane of its own.
                rows.luma1 = (frame.plane(0).row(lumaRows.1) + x).assumingMemoryBound(to: UInt8.self)
                kernels.ycbcrAffineRows420(rows, rows, width: count, map: map)
            } else if layout.chromaShiftX > 0 {
                kernels.ycbcrAffineRow422(rows, rows, width: count, map: map)
            } else {
                kernels.ycbcrAffineRow444(rows, rows, width: count, map: map)
            }
            access.store(frame, row: lumaRows.0, chromaRow: unit, x: x, count: count, scratch: scratch)
            x += count
        }
    }
}
