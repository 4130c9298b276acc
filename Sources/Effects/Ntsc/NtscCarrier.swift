import PixelCore

/// What depends on the subcarrier's period. It is four pixels, or, corrected, as much wider as the picture's errors are.
extension NtscBand {
    /// The carrier in each row.
    func carriers(_ rows: NtscRows, amplitude: Float) -> BandCarriers {
        let quarter = rows.plan.quarter
        guard quarter != 1 else {
            lanes.setCarriers(rows, amplitude: amplitude)
            return lanes.carriers
        }
        var mask = 1
        while mask < width { mask *= 2 }
        let count = Band.rows * width
        prepareCarriers()
        let (i, q) = (wideCarriers.floats, wideCarriers.floats + count)
        var phases = SIMD16<Int>()
        for lane in 0..<Band.rows { phases[lane] = rows.carrierPhase(lane) }
        for x in 0..<width {
            let (sine, cosine) = Elementary.sinCos(Double(x) / Double(quarter) * Double.pi / 2)
            let (s, c) = (Float(sine) * amplitude, Float(cosine) * amplitude)
            for lane in 0..<Band.rows {
                let (a, b) =
                    switch phases[lane] {
                    case 0: (c, s)
                    case 1: (-s, c)
                    case 2: (-c, -s)
                    default: (s, -c)
                    }
                (i[Band.rows * x + lane], q[Band.rows * x + lane]) = (a, b)
            }
        }
        return BandCarriers(i: i, q: q, mask: mask - 1)
    }

    /// Makes room for what only carriers of another period than four columns need.
    func prepareCarriers() {
        let bytes = Band.rows * width * MemoryLayout<Float>.stride
        if shifted.byteCount < bytes {
            wideCarriers = Scratch(byteCount: 2 * bytes)
            shifted = Scratch(byteCount: bytes)
        }
    }

    /// What of the signal counts as luma; uses `spare`.
    func lumaSource(_ rows: NtscRows) -> LumaSource {
        let method = rows.settings.chromaDemodulation
        // One row has none to be compared with.
        switch rows.field.height == 1 && method != .box ? .notch : method {
        case .notch: return .notch(rows.plan.demodulationNotch)
        case .box:
            averagePeriod(rows)
            return .estimate(spare)
        case .oneLineComb: kernels.combBand(spare, y, count: width, weights: (0.5, 0.5, 0), above: above.signal)
        case .twoLineComb:
            kernels.combBand(spare, y, count: width, weights: (0.25, 0.5, 0.25), above: above.signal)
        }
        // Rows are compared around the carrier's frequency alone, lest the picture gets soft.
        return rows.plan.isCorrected ? .estimateAndNotch(spare, rows.plan.demodulationNotch) : .estimate(spare)
    }

    /// Puts means of luma over a period of the carrier into `spare`: of four values a quarter of it apart.
    func averagePeriod(_ rows: NtscRows) {
        let quarter = rows.plan.quarter
        guard quarter != 1 else {
            kernels.boxBand(spare, y, count: width, before: 16 / 255)
            return
        }
        sumShifted(y, by: quarter * [0, 1, -1, -2], weights: [0.25, 0.25, 0.25, 0.25])
    }

    /// Chroma with half the sum of what is a quarter of the carrier's period before and after.
    func joinChroma(_ quarter: Float) {
        sumShifted(i, by: quarter * [0, 1, -1, 0], weights: [1, 0.5, 0.5, 0])
        swapI()
        sumShifted(q, by: quarter * [0, 1, -1, 0], weights: [1, 0.5, 0.5, 0])
        swapQ()
    }

    /// Puts a weighted sum of a band moved by some columns each into `spare`.
    private func sumShifted(_ band: Floats, by shifts: SIMD4<Float>, weights: SIMD4<Float>) {
        prepareCarriers()
        for index in 0..<4 where weights[index] != 0 {
            for lane in 0..<Band.rows { lanes.shifts[lane] = shifts[index] }
            kernels.shiftBand(shifted.floats, band, count: width, shifts: lanes.shifts, extends: true)
            let rows = TileRows(index == 0 ? shifted.floats : spare, shifted.floats, shifted.floats)
            kernels.weightedSumRow(
                spare, rows, count: Band.rows * width, weights: (index == 0 ? 0 : 1, weights[index], 0))
        }
    }
}
