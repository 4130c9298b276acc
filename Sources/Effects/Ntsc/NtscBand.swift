import PixelCore

/// Sixteen rows of a field on their way through the signal, with the memory they need; one for each thread.
package final class NtscBand {
    package let width: Int
    /// Y, I and Q, and one band for results on the way.
    package private(set) var y: Floats
    package private(set) var i: Floats
    package private(set) var q: Floats
    private var spare: Floats
    private let memory: Scratch
    /// Grows with the frequency of noise.
    private var gradients = Scratch(byteCount: 64)
    private var gradientCells = 0
    private let lanes: NtscLanes
    private let kernels: any KernelSet.Type

    package init(width: Int, kernels: any KernelSet.Type) {
        self.width = width
        self.kernels = kernels
        // Bands a power of two apart would evict each other.
        let stride = Band.rows * width + 16
        memory = Scratch(byteCount: 4 * stride * MemoryLayout<Float>.stride)
        let base = memory.base.assumingMemoryBound(to: Float.self)
        (y, i, q, spare) = (base, base + stride, base + 2 * stride, base + 3 * stride)
        lanes = NtscLanes()
    }

    /// The row of the field in a lane: rows beyond the field's edges are mirrored.
    package static func row(_ lane: Int, firstRow: Int, height: Int) -> Int {
        let row = firstRow + lane
        if row < 0 { return min(-row, height - 1) }
        return row < height ? row : max(0, 2 * (height - 1) - row)
    }

    /// Takes columns of 16 rows over.
    func take(_ stack: RowStack, column: Int, count: Int) {
        let offset = Band.rows * column
        kernels.rowsToBand(y + offset, stack.rows(0), stride: RowStack.stride, count: count)
        kernels.rowsToBand(i + offset, stack.rows(1), stride: RowStack.stride, count: count)
        kernels.rowsToBand(q + offset, stack.rows(2), stride: RowStack.stride, count: count)
    }

    /// Gives columns of all rows away.
    func give(_ stack: RowStack, column: Int, count: Int) {
        let offset = Band.rows * column
        kernels.bandToRows(stack.rows(0), y + offset, stride: RowStack.stride, count: count)
        kernels.bandToRows(stack.rows(1), i + offset, stride: RowStack.stride, count: count)
        kernels.bandToRows(stack.rows(2), q + offset, stride: RowStack.stride, count: count)
    }

    /// Takes chroma over; lanes have rows from `rows` on, and those beyond the field's edges have none.
    func takeChroma(of other: NtscBand, rows: Int, height: Int) {
        for lane in 0..<Band.rows { lanes.factors[lane] = rows + lane >= 0 && rows + lane < height ? 1 : 0 }
        swap(&i, &other.i)
        swap(&q, &other.q)
        kernels.scaleBandRows(i, count: width, factors: lanes.factors)
        kernels.scaleBandRows(q, count: width, factors: lanes.factors)
    }

    /// Runs one stage on rows from `firstRow` on.
    package func run(_ stage: NtscStage, _ plan: NtscPlan, _ field: NtscField, firstRow: Int) {
        let s = plan.settings
        let scale = plan.horizontalScale
        func row(_ lane: Int) -> Int { Self.row(lane, firstRow: firstRow, height: field.height) }
        func forRows(_ body: (_ lane: Int, _ row: Int) -> Void) {
            for lane in 0..<Band.rows { body(lane, row(lane)) }
        }
        switch stage {
        case .inputLumaFilter:
            switch s.inputLumaFilter {
            case .none: break
            case .box:
                guard width > 1 else { break }
                kernels.boxBand(spare, y, count: width, before: 16 / 255)
                swap(&y, &spare)
            case .notch: kernels.filterBands(FilteredBands(y, plan.lumaIn), count: width)
            }
        case .chromaLowpassIn:
            filterChroma(plan.chromaIn)
        case .chromaIntoLuma:
            forRows { lane, row in lanes.setCarrier(lane, plan, field, row: row) }
            kernels.modulateBand(
                y, i, q, count: width, carrierI: ConstFloats(lanes.carrierI), carrierQ: ConstFloats(lanes.carrierQ))
        case .compositePreemphasis:
            if let filter = plan.preemphasis { kernels.filterBands(FilteredBands(y, filter), count: width) }
        case .compositeNoise:
            guard s.compositeNoise else { break }
            addNoise(
                y, plan.seed(.compositeNoise, field), Float(s.compositeNoiseFrequency) / scale,
                s.compositeNoiseIntensity, s.compositeNoiseDetail, row)
        case .snow:
            guard s.snowIntensity > 0 else { break }
            let seed = plan.seed(.snow, field)
            forRows { lane, row in
                NtscSpeckles(density: s.snowIntensity / 100, anisotropy: s.snowAnisotropy, scale: scale).add(
                    to: y + lane, width: width, seed: seed.adding(UInt64(row)).hash)
            }
        case .headSwitching:
            if s.headSwitching { switchHeads(plan, field, row) }
        case .trackingNoise:
            if s.trackingNoise { loseTracking(plan, field, row) }
        case .lumaIntoChroma:
            demodulate(plan, field, row)
        case .lumaSmear:
            if let filter = plan.smear { kernels.filterBands(FilteredBands(y, filter), count: width) }
        case .ringing:
            if let filter = plan.ringing { kernels.filterBands(FilteredBands(y, filter), count: width) }
        case .lumaNoise:
            guard s.lumaNoise else { break }
            addNoise(
                y, plan.seed(.lumaNoise, field), Float(s.lumaNoiseFrequency) / scale, s.lumaNoiseIntensity,
                s.lumaNoiseDetail, row)
        case .chromaNoise:
            guard s.chromaNoise else { break }
            let frequency = Float(s.chromaNoiseFrequency) / scale
            addNoise(
                i, plan.seed(.chromaNoiseI, field), frequency, s.chromaNoiseIntensity, s.chromaNoiseDetail, row)
            addNoise(
                q, plan.seed(.chromaNoiseQ, field), frequency, s.chromaNoiseIntensity, s.chromaNoiseDetail, row)
        case .chromaPhaseError:
            guard s.chromaPhaseError > 0 else { break }
            rotate { _ in Float(s.chromaPhaseError) }
        case .chromaPhaseNoise:
            guard s.chromaPhaseNoiseIntensity > 0 else { break }
            let seed = plan.seed(.chromaPhaseNoise, field)
            rotate { lane in
                (seed.adding(UInt64(row(lane))).unit - 0.5) * 2 * Float(s.chromaPhaseNoiseIntensity)
            }
        case .chromaDelay:
            let shift = Float(s.chromaDelayHorizontal) * scale * scale
            guard shift != 0 else { break }
            for lane in 0..<Band.rows { lanes.shifts[lane] = shift }
            shiftChroma(extends: false)
        case .vhsEdgeWave:
            guard s.vhsSettings, s.vhsEdgeWaveEnabled, s.vhsEdgeWave > 0 else { break }
            wave(plan, field, row)
        case .vhsTapeSpeed:
            guard let tape = plan.tape else { break }
            let luma = FilteredBands(y, tape.luma, tape.edges)
            kernels.filterBands(luma.with(i: i, q: q, filters: (tape.chroma, tape.chroma)), count: width)
        case .vhsChromaLoss:
            guard s.vhsSettings, s.vhsChromaLoss > 0 else { break }
            loseChroma(plan, field, row)
        case .vhsSharpen:
            if let filter = plan.sharpen { kernels.filterBands(FilteredBands(y, filter), count: width) }
        case .chromaVertBlend:
            guard s.vhsChromaVertBlend else { break }
            // Above the first row of a field there is no colour.
            for lane in 0..<Band.rows { lanes.factors[lane] = firstRow + lane == 0 ? 0 : 1 }
            kernels.blendBand(i, count: width, weights: lanes.factors)
            kernels.blendBand(q, count: width, weights: lanes.factors)
        case .chromaLowpassOut:
            filterChroma(plan.chromaOut)
        }
    }

    // MARK: Filters

    private func filterChroma(_ filters: (i: BandFilter, q: BandFilter)?) {
        guard let filters else { return }
        kernels.filterBands(FilteredBands(i: i, q: q, filters: filters), count: width)
    }

    private func demodulate(_ plan: NtscPlan, _ field: NtscField, _ row: (Int) -> Int) {
        for lane in 0..<Band.rows { lanes.setCarrier(lane, plan, field, row: row(lane)) }
        let method =
            field.height == 1 && plan.settings.chromaDemodulation != .box ? .notch : plan.settings.chromaDemodulation
        switch method {
        case .box: kernels.boxBand(spare, y, count: width, before: 16 / 255)
        case .notch:
            spare.update(from: y, count: Band.rows * width)
            kernels.filterBands(FilteredBands(spare, plan.demodulationNotch), count: width)
        case .oneLineComb: kernels.combBand(spare, y, count: width, weights: (0.5, 0.5, 0))
        case .twoLineComb: kernels.combBand(spare, y, count: width, weights: (0.25, 0.5, 0.25))
        }
        kernels.demodulateBand(
            i, q, y, spare, count: width, carrierI: ConstFloats(lanes.carrierI), carrierQ: ConstFloats(lanes.carrierQ))
        swap(&y, &spare)
    }

    // MARK: Noise

    /// Adds a quarter of `intensity` times noise, each row from its own place in its own lattice.
    private func addNoise(
        _ band: Floats, _ seed: SipHash, _ frequency: Float, _ intensity: Double, _ detail: Int32,
        _ row: (Int) -> Int
    ) {
        guard intensity > 0 else { return }
        for lane in 0..<Band.rows {
            lanes.setNoise(lane, seed.adding(UInt64(row(lane))), gain: Float(intensity) * 0.25, width: width)
        }
        addNoise(band, frequency, detail)
    }

    /// Adds octaves of noise with the seeds, offsets and gains of `lanes`.
    private func addNoise(_ band: Floats, _ frequency: Float, _ octaves: Int32) {
        var frequency = Double(frequency)
        for _ in 0..<octaves {
            addOctave(band, frequency)
            frequency *= 2
        }
    }

    private func addOctave(_ band: Floats, _ frequency: Double) {
        lanes.placeNoise(frequency)
        let cells = BandNoise.cellCount(width, frequency: frequency)
        if cells > gradientCells {
            gradients = Scratch(byteCount: cells * Band.rows * MemoryLayout<Float>.stride)
            gradientCells = cells
        }
        let gradients = gradients.base.assumingMemoryBound(to: Float.self)
        kernels.gradientBand(gradients, cells: cells, first: lanes.cells, seeds: lanes.seeds, gains: lanes.gains)
        kernels.noiseBand(
            band, count: width,
            noise: BandNoise(gradients: gradients, starts: lanes.starts, frequency: frequency))
    }

    private func rotate(_ turns: (_ lane: Int) -> Float) {
        for lane in 0..<Band.rows {
            let (sine, cosine) = Elementary.sinCos(Double(turns(lane)) * 2 * Double.pi)
            (lanes.factors[lane], lanes.shifts[lane]) = (Float(cosine), Float(sine))
        }
        kernels.rotateBand(i, q, count: width, cosines: lanes.factors, sines: lanes.shifts)
    }

    // MARK: Rows that move

    private func shiftLuma(extends: Bool) {
        kernels.shiftBand(spare, y, count: width, shifts: lanes.shifts, extends: extends)
        swap(&y, &spare)
    }

    private func shiftChroma(extends: Bool) {
        kernels.shiftBand(spare, i, count: width, shifts: lanes.shifts, extends: extends)
        swap(&i, &spare)
        kernels.shiftBand(spare, q, count: width, shifts: lanes.shifts, extends: extends)
        swap(&q, &spare)
    }

    private func wave(_ plan: NtscPlan, _ field: NtscField, _ row: (Int) -> Int) {
        let s = plan.settings
        let seed = plan.seed(.edgeWave)
        let noiseSeed = seed.adding(Int32(0)).word
        let offset = seed.adding(Int32(1)).unit * Float(field.height)
        let frequency = s.vhsEdgeWaveFrequency / Double(plan.verticalScale)
        let time = Double(field.number) * s.vhsEdgeWaveSpeed
        for lane in 0..<Band.rows {
            let noise = NtscNoise2D.octaves(
                (Double(offset) + Double(row(lane))) * frequency, time * frequency, seed: noiseSeed,
                count: Int(s.vhsEdgeWaveDetail), gain: 0.707_106_77)
            lanes.shifts[lane] = noise / 0.022 * 0.5 * Float(s.vhsEdgeWave) * plan.horizontalScale
        }
        shiftLuma(extends: true)
        shiftChroma(extends: true)
    }

    private func switchHeads(_ plan: NtscPlan, _ field: NtscField, _ row: (Int) -> Int) {
        let s = plan.settings
        let scale = plan.horizontalScale
        let (count, offset) = (plan.rows(s.headSwitchingHeight), plan.rows(s.headSwitchingOffset))
        guard offset <= count else { return }
        let affected = min(count - offset, field.height)
        let seed = plan.seed(.headSwitching, field)
        var isShifted = false
        for lane in 0..<Band.rows {
            lanes.shifts[lane] = 0
            let index = field.height - row(lane)
            guard index <= affected else { continue }
            let place = (Float(index) + Float(offset)) / Float(count)
            let power = place * place.squareRoot()
            let jitter = seed.adding(UInt64(index)).unit - 0.5
            lanes.shifts[lane] = (Float(s.headSwitchingHorizontalShift) * power + jitter) * scale
            isShifted = true
        }
        guard isShifted else { return }
        kernels.shiftBand(spare, y, count: width, shifts: lanes.shifts, extends: false)
        for lane in 0..<Band.rows where s.headSwitchingStartMidLine && field.height - row(lane) == affected {
            startMidLine(lane, plan, field)
        }
        swap(&y, &spare)
    }

    /// Gives a shifted row in `spare` its unshifted beginning back, with a transient where the heads switch.
    private func startMidLine(_ lane: Int, _ plan: NtscPlan, _ field: NtscField) {
        let s = plan.settings
        let seed = plan.seed(.headSwitchingMidLine, field)
        let (r0, r1) = (seed.adding(Int32(0)).unit, seed.adding(Int32(1)).unit)
        let place =
            Float(s.headSwitchingMidLinePosition) + ((r0 + r1) * 0.5 - 0.5) * Float(s.headSwitchingMidLineJitter)
        let start = max(0, Int((Float(width) * place).rounded(.down)))
        for x in 0..<min(start, width) { spare[Band.rows * x + lane] = y[Band.rows * x + lane] }
        guard start <= width else { return }
        let length = 16 * plan.horizontalScale
        for k in 0..<Int(length.rounded(.up)) where start + k < width {
            let fade = 1 - Float(k) / length
            spare[Band.rows * (start + k) + lane] += fade * fade * fade * (r0 + 0.5) * 0.5
        }
    }

    private func loseTracking(_ plan: NtscPlan, _ field: NtscField, _ row: (Int) -> Int) {
        let s = plan.settings
        let scale = plan.horizontalScale
        let count = plan.rows(s.trackingNoiseHeight)
        guard count > 0, (0..<Band.rows).contains(where: { row($0) >= field.height - count }) else { return }
        var seed = plan.seed(.trackingNoise, field)
        let waveSeed = UInt32(bitPattern: seed.adding(Int32(0)).word)
        let waveOffset = seed.adding(Int32(1)).unit * Float(field.height)
        seed.add(Int32(2))
        for lane in 0..<Band.rows {
            lanes.shifts[lane] = 0
            lanes.factors[lane] = 0
            let k = row(lane) - (field.height - count)
            lanes.setNoise(lane, seed.adding(UInt64(max(0, k))), gain: 0, width: width)
            guard k >= 0 else { continue }
            let part = Float(k) / Float(count)
            let wave = NtscNoise1D.value((waveOffset + Float(k)) * 0.5, waveSeed)
            lanes.shifts[lane] = wave * part * Float(s.trackingNoiseWaveIntensity) * 0.25 * scale
            lanes.gains[lane] = 0.25 * 4 * part * part * Float(s.trackingNoiseNoiseIntensity)
            lanes.factors[lane] = part * part
        }
        shiftLuma(extends: false)
        addNoise(y, 0.25 / scale, 1)
        for lane in 0..<Band.rows where lanes.factors[lane] > 0 {
            let k = row(lane) - (field.height - count)
            NtscSpeckles(
                density: Double(lanes.factors[lane]) * s.trackingNoiseSnowIntensity,
                anisotropy: s.trackingNoiseSnowAnisotropy, scale: scale
            ).add(to: y + lane, width: width, seed: seed.adding(UInt64(k)).hash)
        }
    }

    private func loseChroma(_ plan: NtscPlan, _ field: NtscField, _ row: (Int) -> Int) {
        var random = Xoshiro256(seed: plan.seed(.chromaLoss, field).hash)
        let probability = plan.settings.vhsChromaLoss
        for lane in 0..<Band.rows { lanes.factors[lane] = 1 }
        var lost = random.geometric(probability)
        var isLost = false
        while lost < field.height {
            for lane in 0..<Band.rows where row(lane) == lost {
                lanes.factors[lane] = 0
                isLost = true
            }
            let (next, isOver) = random.geometric(probability).addingReportingOverflow(lost + 1)
            if isOver { break }
            lost = next
        }
        guard isLost else { return }
        kernels.scaleBandRows(i, count: width, factors: lanes.factors)
        kernels.scaleBandRows(q, count: width, factors: lanes.factors)
    }
}

/// Some columns of 16 rows of three components, one row after the other.
struct RowStack {
    /// Columns: few enough for the first-level cache.
    static let width = 128
    /// Floats from a row to the next; not a power of two, so that rows do not evict each other.
    static let stride = width + 16
    static let byteCount = 3 * Band.rows * stride * MemoryLayout<Float>.stride

    private let base: Floats

    init(_ memory: UnsafeMutableRawPointer) {
        base = memory.assumingMemoryBound(to: Float.self)
    }

    func rows(_ component: Int) -> Floats { base + component * Band.rows * Self.stride }

    func set(_ row: Int, _ rows: TileRows, count: Int) {
        let to = base + row * Self.stride
        to.update(from: rows.c0, count: count)
        (to + Band.rows * Self.stride).update(from: rows.c1, count: count)
        (to + 2 * Band.rows * Self.stride).update(from: rows.c2, count: count)
    }

    /// Copies a row, or takes the mean of two.
    func get(_ lanes: (Int, Int), _ to: TileRows, count: Int, kernels: any KernelSet.Type) {
        for component in 0..<3 {
            let row = component == 0 ? to.c0 : component == 1 ? to.c1 : to.c2
            let (a, b) = (rows(component) + lanes.0 * Self.stride, rows(component) + lanes.1 * Self.stride)
            if lanes.0 == lanes.1 {
                row.update(from: a, count: count)
            } else {
                kernels.meanRow(row, a, b, count: count)
            }
        }
    }
}
