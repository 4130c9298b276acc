import PixelCore

/// Sixteen rows of a field on their way through the signal, with the memory they need; one for each thread.
package final class NtscBand {
    package let width: Int
    /// Y, I and Q, and one band for results on the way.
    package private(set) var y: Floats
    package private(set) var i: Floats
    package private(set) var q: Floats
    var spare: Floats
    /// The row above the band: its composite signal, its I and Q before they are mixed with rows.
    let above: (signal: Floats, i: Floats, q: Floats)
    private let memory: Scratch
    private let noise: (y: NtscNoise, i: NtscNoise, q: NtscNoise)
    let lanes: NtscLanes
    let kernels: any KernelSet.Type

    package init(width: Int, kernels: any KernelSet.Type) {
        self.width = width
        self.kernels = kernels
        // Bands a power of two apart would evict each other.
        let stride = Band.rows * width + 16
        let row = (width + 31) & ~15
        memory = Scratch(byteCount: (4 * stride + 3 * row) * MemoryLayout<Float>.stride)
        let base = memory.floats
        (y, i, q, spare) = (base, base + stride, base + 2 * stride, base + 3 * stride)
        let rows = base + 4 * stride
        above = (rows, rows + row, rows + 2 * row)
        func noise() -> NtscNoise { NtscNoise(width: width, kernels: kernels) }
        self.noise = (noise(), noise(), noise())
        lanes = NtscLanes()
    }

    var components: TileRows { TileRows(y, i, q) }

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

    /// Takes chroma over; lanes have rows from `firstRow` on, and those beyond the field's edges have none.
    func takeChroma(of other: NtscBand, firstRow: Int, height: Int) {
        for lane in 0..<Band.rows { lanes.factors[lane] = (0..<height).contains(firstRow + lane) ? 1 : 0 }
        swap(&i, &other.i)
        swap(&q, &other.q)
        kernels.scaleBandRows(i, count: width, factors: lanes.factors)
        kernels.scaleBandRows(q, count: width, factors: lanes.factors)
    }

    /// Takes the rows through `stages`, which follow each other, from components that `matrix` makes Y, I and Q.
    ///
    /// Where the band follows on one that this object has had, rows of that count as those above.
    package func run(_ stages: ClosedRange<NtscStage>, _ rows: NtscRows, matrix: TileMatrix = .identity) {
        if stages.lowerBound < .snow { encode(stages, rows, matrix) }
        if stages.contains(.snow) { addSnow(rows) }
        if stages.contains(.headSwitching) { switchHeads(rows) }
        if stages.contains(.trackingNoise) { loseTracking(rows) }
        if stages.contains(.lumaIntoChroma) { decode(stages, rows) }
        if stages.contains(.chromaDelay) { delayChroma(rows) }
        if stages.contains(.vhsEdgeWave) { wave(rows) }
        if stages.contains(.vhsChromaLoss) { loseChroma(rows) }
        if stages.upperBound > .vhsEdgeWave { record(stages, rows) }
    }

    // MARK: Sweeps

    private func encode(_ stages: ClosedRange<NtscStage>, _ rows: NtscRows, _ matrix: TileMatrix) {
        let (plan, s) = (rows.plan, rows.settings)
        var matrix = matrix
        var luma = BandFilter.none
        if stages.contains(.inputLumaFilter) {
            switch s.inputLumaFilter {
            case .none: break
            case .notch: luma = plan.lumaIn
            case .box:
                kernels.matrixRows(components, components, count: Band.rows * width, matrix: matrix)
                matrix = .identity
                if width > 1 {
                    kernels.boxBand(spare, y, count: width, before: 16 / 255)
                    swapLuma()
                }
            }
        }
        lanes.setCarriers(rows, amplitude: stages.contains(.chromaIntoLuma) ? 1 : 0)
        let hasNoise = stages.contains(.compositeNoise) && s.compositeNoise
        let request = NoiseRequest(
            pass: .compositeNoise, frequency: Double(Float(s.compositeNoiseFrequency) / plan.horizontalScale),
            intensity: hasNoise ? s.compositeNoiseIntensity : 0, octaves: Int(s.compositeNoiseDetail))
        let octaves = octaves(request, noise.y, rows)
        let chroma = stages.contains(.chromaLowpassIn) ? plan.chromaIn : nil
        kernels.encodeBand(
            y, i, q, count: width,
            sweep: EncodeSweep(
                matrix: matrix, luma: luma, chroma: chroma ?? (.none, .none), carriers: lanes.carriers,
                composite: (stages.contains(.compositePreemphasis) ? plan.preemphasis : nil) ?? .none,
                noise: octaves))
        addRest(request, noise.y, to: y, rows)
    }

    private func decode(_ stages: ClosedRange<NtscStage>, _ rows: NtscRows) {
        let (plan, s) = (rows.plan, rows.settings)
        lanes.setCarriers(rows, amplitude: 0.5)
        let scale = plan.horizontalScale
        let hasLumaNoise = stages.contains(.lumaNoise) && s.lumaNoise
        let lumaNoise = NoiseRequest(
            pass: .lumaNoise, frequency: Double(Float(s.lumaNoiseFrequency) / scale),
            intensity: hasLumaNoise ? s.lumaNoiseIntensity : 0, octaves: Int(s.lumaNoiseDetail))
        let hasChromaNoise = stages.contains(.chromaNoise) && s.chromaNoise
        let noiseI = NoiseRequest(
            pass: .chromaNoiseI, frequency: Double(Float(s.chromaNoiseFrequency) / scale),
            intensity: hasChromaNoise ? s.chromaNoiseIntensity : 0, octaves: Int(s.chromaNoiseDetail))
        let octavesY = octaves(lumaNoise, noise.y, rows)
        let octavesI = octaves(noiseI, noise.i, rows)
        var noiseQ = noiseI
        noiseQ.pass = .chromaNoiseQ
        let octavesQ = octaves(noiseQ, noise.q, rows)
        let turns = setTurns(stages, rows)
        let isPeriodic = noiseI.intensity == 0 || noise.i.isPeriodic(noiseI.frequency)
        kernels.decodeBand(
            y, i, q, count: width,
            sweep: DecodeSweep(
                estimate: estimate(rows), notch: plan.demodulationNotch, carriers: lanes.carriers,
                smear: (stages.contains(.lumaSmear) ? plan.smear : nil) ?? .none,
                ringing: (stages.contains(.ringing) ? plan.ringing : nil) ?? .none,
                noise: (octavesY, octavesI, octavesQ), turn: turns && isPeriodic ? lanes.turn : nil))
        addRest(lumaNoise, noise.y, to: y, rows)
        guard !isPeriodic else { return }
        addRest(noiseI, noise.i, to: i, rows)
        addRest(noiseQ, noise.q, to: q, rows)
        if turns { kernels.rotateBand(i, q, count: width, cosines: lanes.cosines, sines: lanes.sines) }
    }

    /// What there is of luma in the signal, in `spare`; nil where a notch is to tell.
    private func estimate(_ rows: NtscRows) -> ConstFloats? {
        // One row has none to be compared with.
        let method = rows.settings.chromaDemodulation
        switch rows.field.height == 1 && method != .box ? .notch : method {
        case .notch: return nil
        case .box: kernels.boxBand(spare, y, count: width, before: 16 / 255)
        case .oneLineComb: kernels.combBand(spare, y, count: width, weights: (0.5, 0.5, 0), above: above.signal)
        case .twoLineComb:
            kernels.combBand(spare, y, count: width, weights: (0.25, 0.5, 0.25), above: above.signal)
        }
        return ConstFloats(spare)
    }

    /// By what chroma of each row turns; false where it stays.
    private func setTurns(_ stages: ClosedRange<NtscStage>, _ rows: NtscRows) -> Bool {
        let s = rows.settings
        let error = stages.contains(.chromaPhaseError) ? s.chromaPhaseError : 0
        let noise = stages.contains(.chromaPhaseNoise) ? s.chromaPhaseNoiseIntensity : 0
        guard error > 0 || noise > 0 else { return false }
        rows.forSeeds(.chromaPhaseNoise) { lane, seed in
            let random = noise > 0 ? (seed.unit - 0.5) * 2 * Float(noise) : 0
            let (sine, cosine) = Elementary.sinCos((error + Double(random)) * 2 * Double.pi)
            (lanes.cosines[lane], lanes.sines[lane]) = (Float(cosine), Float(sine))
        }
        return true
    }

    private func record(_ stages: ClosedRange<NtscStage>, _ rows: NtscRows) {
        let (plan, s) = (rows.plan, rows.settings)
        let tape = stages.contains(.vhsTapeSpeed) ? plan.tape : nil
        let sharpen = stages.contains(.vhsSharpen) ? plan.sharpen : nil
        let out = stages.contains(.chromaLowpassOut) ? plan.chromaOut : nil
        var blend: RowBlend?
        if stages.contains(.chromaVertBlend), s.vhsChromaVertBlend {
            // Above the first row of a field there is no colour.
            for lane in 0..<Band.rows { lanes.factors[lane] = rows.firstRow + lane == 0 ? 0 : 1 }
            blend = RowBlend(weights: lanes.factors, aboveI: above.i, aboveQ: above.q)
        }
        guard tape != nil || sharpen != nil || out != nil || blend != nil else { return }
        let luma: (BandFilter, BandFilter, BandFilter)? =
            tape == nil && sharpen == nil ? nil : (tape?.luma ?? .none, tape?.edges ?? .none, sharpen ?? .none)
        kernels.tapeBand(
            y, i, q, count: width,
            sweep: TapeSweep(
                luma: luma, chroma: tape?.chroma ?? .none, blend: blend, chromaOut: out ?? (.none, .none)))
    }

    // MARK: Noise

    private struct NoiseRequest {
        var pass: NtscPass
        var frequency: Double
        var intensity: Double
        var octaves: Int
    }

    /// The octaves that a sweep can add.
    private func octaves(_ request: NoiseRequest, _ noise: NtscNoise, _ rows: NtscRows) -> NoiseOctaves {
        guard request.intensity > 0, noise.isPeriodic(request.frequency) else {
            return NoiseOctaves(start: nil, count: 0)
        }
        setNoise(request, rows)
        return noise.octaves(request.octaves, lanes)
    }

    /// Adds noise that no sweep could add.
    private func addRest(_ request: NoiseRequest, _ noise: NtscNoise, to band: Floats, _ rows: NtscRows) {
        guard request.intensity > 0, !noise.isPeriodic(request.frequency) else { return }
        setNoise(request, rows)
        noise.add(request.octaves, frequency: request.frequency, to: band, lanes)
    }

    private func setNoise(_ request: NoiseRequest, _ rows: NtscRows) {
        rows.forSeeds(request.pass) { lane, seed in
            lanes.setNoise(lane, seed, gain: Float(request.intensity) * 0.25, width: width)
        }
    }

    /// Adds an octave of noise with the seeds, offsets and gains of `lanes` to luma.
    func addLumaNoise(frequency: Double) {
        noise.y.add(1, frequency: frequency, to: y, lanes)
    }

    // MARK: Rows that move

    func swapLuma() { swap(&y, &spare) }

    func shiftLuma(extends: Bool) {
        kernels.shiftBand(spare, y, count: width, shifts: lanes.shifts, extends: extends)
        swap(&y, &spare)
    }

    func shiftChroma(extends: Bool) {
        kernels.shiftBand(spare, i, count: width, shifts: lanes.shifts, extends: extends)
        swap(&i, &spare)
        kernels.shiftBand(spare, q, count: width, shifts: lanes.shifts, extends: extends)
        swap(&q, &spare)
    }
}
