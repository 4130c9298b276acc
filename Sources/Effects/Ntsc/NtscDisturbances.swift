// SPDX-License-Identifier: MIT
import KernelTypes

/// Errors of a signal and its tape that some rows have, or each for itself.
extension NtscRowGroup {
    func addSnow(_ rows: NtscRows) {
        let s = rows.settings
        guard s.snowIntensity > 0 else { return }
        let speckles = NtscSpeckles(
            density: Float(s.snowIntensity) * 0.01, anisotropy: Float(s.snowAnisotropy),
            scale: rows.plan.horizontalScale)
        lanes.setHashes(rows, .snow)
        for lane in rows.lanes { speckles.add(to: y + lane, width: width, seed: lanes.hashes[lane]) }
    }

    func delayChroma(_ rows: NtscRows) {
        // The scale counts twice in ntsc-rs.
        let scale = rows.plan.horizontalScale
        let shift = Float(rows.settings.chromaDelayHorizontal) * scale * (rows.plan.isCorrected ? 1 : scale)
        guard shift != 0 else { return }
        for lane in 0..<RowGroup.rows { lanes.shifts[lane] = shift }
        shiftChroma(extends: false)
    }

    func wave(_ rows: NtscRows) {
        let (plan, field, s) = (rows.plan, rows.field, rows.settings)
        guard s.vhsSettings, s.vhsEdgeWaveEnabled, s.vhsEdgeWave > 0 else { return }
        let seed = plan.seed(.edgeWave)
        let noiseSeed = seed.adding(Int32(0)).word
        let offset = seed.adding(Int32(1)).unit * Float(field.height)
        let frequency = s.vhsEdgeWaveFrequency / Double(plan.verticalScale)
        let time = Double(field.number) * s.vhsEdgeWaveSpeed
        for lane in rows.lanes {
            let noise = NtscNoise2D.octaves(
                (Double(offset) + Double(rows.row(lane))) * frequency, time * frequency, seed: noiseSeed,
                count: Int(s.vhsEdgeWaveDetail), gain: 0.707_106_77)
            lanes.shifts[lane] = noise / 0.022 * 0.5 * Float(s.vhsEdgeWave) * plan.horizontalScale
        }
        // The others move as little.
        for lane in rows.lanes.upperBound..<RowGroup.rows { lanes.shifts[lane] = lanes.shifts[0] }
        shiftLuma(extends: true)
        shiftChroma(extends: true)
    }

    func switchHeads(_ rows: NtscRows) {
        let (plan, field, s) = (rows.plan, rows.field, rows.settings)
        let scale = plan.horizontalScale
        let (count, offset) = (plan.rows(s.headSwitchingHeight), plan.rows(s.headSwitchingOffset))
        guard s.headSwitching, offset <= count else { return }
        let affected = min(count - offset, field.height)
        let seed = plan.seed(.headSwitching, field)
        var isShifted = false
        lanes.shifts.update(repeating: 0, count: RowGroup.rows)
        for lane in rows.lanes {
            let index = field.height - rows.row(lane)
            guard index <= affected else { continue }
            let position = (Float(index) + Float(offset)) / Float(count)
            let power = position * position.squareRoot()
            let jitter = seed.adding(UInt64(index)).unit - 0.5
            lanes.shifts[lane] = (Float(s.headSwitchingHorizontalShift) * power + jitter) * scale
            isShifted = true
        }
        guard isShifted else { return }
        kernels.shiftGroup(spare, y, count: width, shifts: lanes.shifts, extends: false)
        for lane in rows.lanes where s.headSwitchingStartMidLine && field.height - rows.row(lane) == affected {
            startMidLine(lane, rows)
        }
        swapMovedLuma()
    }

    /// Gives a shifted row in `spare` its unshifted beginning back, with a transient where the heads switch.
    private func startMidLine(_ lane: Int, _ rows: NtscRows) {
        let (plan, field, s) = (rows.plan, rows.field, rows.settings)
        let seed = plan.seed(.headSwitchingMidLine, field)
        let (r0, r1) = (seed.adding(Int32(0)).unit, seed.adding(Int32(1)).unit)
        let position =
            Float(s.headSwitchingMidLinePosition) + ((r0 + r1) * 0.5 - 0.5) * Float(s.headSwitchingMidLineJitter)
        let start = max(0, Int((Float(width) * position).rounded(.down)))
        for x in 0..<min(start, width) { spare[RowGroup.rows * x + lane] = y[RowGroup.rows * x + lane] }
        guard start <= width else { return }
        let length = 16 * plan.horizontalScale
        for k in 0..<Int(length.rounded(.up)) where start + k < width {
            let fade = 1 - Float(k) / length
            spare[RowGroup.rows * (start + k) + lane] += fade * fade * fade * (r0 + 0.5) * 0.5
        }
    }

    func loseTracking(_ rows: NtscRows) {
        let (plan, field, s) = (rows.plan, rows.field, rows.settings)
        let scale = plan.horizontalScale
        let count = plan.rows(s.trackingNoiseHeight)
        let first = field.height - count
        guard s.trackingNoise, count > 0, rows.lanes.contains(where: { rows.row($0) >= first }) else { return }
        var seed = plan.seed(.trackingNoise, field)
        let waveSeed = UInt32(bitPattern: seed.adding(Int32(0)).word)
        let waveOffset = seed.adding(Int32(1)).unit * Float(field.height)
        seed.add(Int32(2))
        // Where there are more rows of noise than the field has, the wave begins with the field all the same.
        let rowsAbove = max(0, count - field.height)
        lanes.setHashes(seed) { UInt64(max(0, rows.row($0) - first)) }
        lanes.setNoise(width: width)
        lanes.shifts.update(repeating: 0, count: RowGroup.rows)
        lanes.factors.update(repeating: 0, count: RowGroup.rows)
        lanes.gains.update(repeating: 0, count: RowGroup.rows)
        for lane in rows.lanes {
            let k = rows.row(lane) - first
            guard k >= 0 else { continue }
            let part = Float(k) / Float(count)
            let wave = NtscNoise1D.value((waveOffset + Float(k - rowsAbove)) * 0.5, waveSeed)
            lanes.shifts[lane] = wave * part * Float(s.trackingNoiseWaveIntensity) * 0.25 * scale
            lanes.gains[lane] = 0.25 * 4 * part * part * Float(s.trackingNoiseNoiseIntensity)
            lanes.factors[lane] = part * part
        }
        shiftLuma(extends: false)
        addLumaNoise(frequency: plan.trackingNoiseFrequency)
        for lane in rows.lanes where lanes.factors[lane] > 0 {
            NtscSpeckles(
                density: Float(s.trackingNoiseSnowIntensity) * lanes.factors[lane],
                anisotropy: Float(s.trackingNoiseSnowAnisotropy), scale: scale
            ).add(to: y + lane, width: width, seed: lanes.hashes[lane])
        }
    }

    func loseChroma(_ rows: NtscRows) {
        let (field, s) = (rows.field, rows.settings)
        guard s.vhsSettings, s.vhsChromaLoss > 0 else { return }
        var random = Xoshiro256(seed: rows.plan.seed(.chromaLoss, field).hash)
        let probability = Double(Float(s.vhsChromaLoss))
        for lane in 0..<RowGroup.rows { lanes.factors[lane] = 1 }
        var (next, isLost) = (0, false)
        while let tries = random.geometric(probability, below: field.height - next) {
            let lost = next + tries
            for lane in 0..<RowGroup.rows where rows.row(lane) == lost {
                lanes.factors[lane] = 0
                isLost = true
            }
            next = lost + 1
        }
        guard isLost else { return }
        kernels.scaleGroupRows(i, i, count: width, factors: lanes.factors)
        kernels.scaleGroupRows(q, q, count: width, factors: lanes.factors)
    }
}
