// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// Columns beside the frame that a corrected signal has: what there is at the frame's edges goes on, so that all filters
/// have long been at rest when the frame begins, and means of columns have some on either side.
///
/// The colour there comes up from nothing, as filters start with a signal that stays the same.
struct NtscMargins {
    /// A period of the carrier, rounded up to whole columns; 0: there are no margins.
    let unit: Int

    /// Columns before and after the frame for which there is memory.
    var before: Int { 15 * unit }
    var after: Int { 4 * unit }

    /// Columns of the composite signal, which luma filters reach beyond.
    func encoded(_ width: Int) -> Range<Int> { -14 * unit..<width + 3 * unit }
    /// Columns that are decoded: means of the signal reach beyond, and so do those of decoded chroma beyond the frame.
    func decoded(_ width: Int) -> Range<Int> { -13 * unit..<width + 2 * unit }

    /// How much of the frame's colour a column before it has. Delays of chroma are shorter than a unit.
    func chromaGain(_ column: Int) -> Float { min(max(Float(column + 12 * unit) / Float(unit), 0), 1) }
}

/// What depends on the subcarrier's period. It is four pixels, or, corrected, as much wider as the frame's errors are.
extension NtscRowGroup {
    /// Fills the margins from the frame's first and last column.
    func extend(_ margins: NtscMargins) {
        for (component, group) in [y, i, q].enumerated() {
            for x in -margins.before..<0 {
                let gain = component == 0 ? 1 : margins.chromaGain(x)
                for lane in 0..<RowGroup.rows { group[RowGroup.rows * x + lane] = gain * group[lane] }
            }
            let last = group + RowGroup.rows * (width - 1)
            for x in 1...margins.after { (last + RowGroup.rows * x).update(from: last, count: RowGroup.rows) }
        }
    }

    /// The carrier in each row from the first of `columns` on: a multiple of four where a period has four.
    func carriers(_ rows: NtscRows, _ columns: Range<Int>, amplitude: Float) -> RowCarriers {
        let quarter = rows.plan.quarter
        guard quarter != 1 else {
            lanes.setCarriers(rows, amplitude: amplitude)
            return lanes.carriers
        }
        var mask = 1
        while mask < columns.count { mask *= 2 }
        guard let wideCarriers else { preconditionFailure("prepare() comes first") }
        let (i, q) = (wideCarriers.floats, wideCarriers.floats + RowGroup.rows * columns.count)
        var phases = SIMD16<Int>()
        for lane in 0..<RowGroup.rows { phases[lane] = rows.carrierPhase(lane) }
        for x in 0..<columns.count {
            let (sine, cosine) = Elementary.sinCos(
                Double(columns.lowerBound + x) / Double(quarter) * Double.pi / 2)
            let (s, c) = (Float(sine) * amplitude, Float(cosine) * amplitude)
            for lane in 0..<RowGroup.rows {
                let (a, b) =
                    switch phases[lane] {
                    case 0: (c, s)
                    case 1: (-s, c)
                    case 2: (-c, -s)
                    default: (s, -c)
                    }
                (i[RowGroup.rows * x + lane], q[RowGroup.rows * x + lane]) = (a, b)
            }
        }
        return RowCarriers(i: i, q: q, mask: mask - 1)
    }

    /// Makes room for what only carriers of another period than four columns need.
    func prepareCarriers(_ columns: Int) throws {
        let bytes = 2 * RowGroup.rows * columns * MemoryLayout<Float>.stride
        if (wideCarriers?.byteCount ?? 0) < bytes { wideCarriers = try Scratch(byteCount: bytes) }
    }

    /// What of the signal counts as luma in `columns`; uses `spare`.
    func lumaSource(_ rows: NtscRows, _ columns: Range<Int>) -> LumaSource {
        let method = rows.settings.chromaDemodulation
        let start = RowGroup.rows * columns.lowerBound
        let estimate = ConstFloats(spare + start)
        // One row has none to be compared with.
        switch rows.field.height == 1 && method != .box ? .notch : method {
        case .notch: return .notch(rows.plan.demodulationNotch)
        case .box:
            averagePeriod(rows, columns)
            return .estimate(estimate)
        case .oneLineComb:
            kernels.combGroup(
                spare + start, y + start, count: columns.count, weights: (0.5, 0.5, 0), above: above.signal)
        case .twoLineComb:
            kernels.combGroup(
                spare + start, y + start, count: columns.count, weights: (0.25, 0.5, 0.25), above: above.signal)
        }
        // Rows are compared around the carrier's frequency alone, lest the frame gets soft.
        return rows.plan.isCorrected
            ? .estimateAndNotch(estimate, rows.plan.demodulationNotch) : .estimate(estimate)
    }

    /// Puts means of luma over a period of the carrier into `spare`: of four columns a quarter of it apart.
    func averagePeriod(_ rows: NtscRows, _ columns: Range<Int>) {
        guard rows.plan.isCorrected else {
            kernels.boxGroup(spare, y, count: width, before: 16 / 255)
            return
        }
        // A quarter may be no whole number of columns. (1 + z) (1 + c z + z^2), z being a step of whole ones, has none of the
        // carrier if c = -2 cos(angle of a step).
        let step = rows.plan.step
        let c = -2 * Elementary.cos(Float.pi / 2 * Float(step) / rows.plan.quarter)
        let (outer, inner) = (1 / (2 * (2 + c)), (1 + c) / (2 * (2 + c)))
        let (to, from, distance) = (
            spare + RowGroup.rows * columns.lowerBound, y + RowGroup.rows * columns.lowerBound, RowGroup.rows * step
        )
        let count = RowGroup.rows * columns.count
        kernels.weightedSumRow(
            to, TileRows(from - distance, from, from + distance), count: count, weights: (outer, inner, inner))
        kernels.weightedSumRow(
            to, TileRows(to, from + 2 * distance, from + 2 * distance), count: count, weights: (1, outer, 0))
    }

    /// Chroma mixed with what is about a quarter of the carrier's period before and after: without what is left of the carrier,
    /// which has twice its frequency.
    func joinChroma(_ plan: NtscPlan) {
        // a z^-1 + b + a z, z being a step of whole columns, has none of it if b + 2 a cos(angle) = 0. Products with the carrier
        // have half the chroma.
        let a = 1 / (1 - Elementary.cos(Float.pi * Float(plan.step) / plan.quarter))
        join(i, plan.step, (a, 2 - 2 * a, a))
        swapI()
        join(q, plan.step, (a, 2 - 2 * a, a))
        swapQ()
    }

    private func join(_ group: Floats, _ step: Int, _ weights: (Float, Float, Float)) {
        let distance = RowGroup.rows * step
        kernels.weightedSumRow(
            spare, TileRows(group - distance, group, group + distance), count: RowGroup.rows * width, weights: weights)
    }
}
