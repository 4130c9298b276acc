// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// Sixteen rows of a field on their way through the signal, with the memory they need; one for each thread.
package final class NtscRowGroup {
    package let width: Int
    /// Y, I and Q, and one group for results on the way, from the frame's first column on: margins lie before and after.
    package private(set) var y: Floats
    package private(set) var i: Floats
    package private(set) var q: Floats
    var spare: Floats
    /// Which of two fields that take turns the group has rows of.
    package var field = 0
    /// The row above the group in each field: its composite signal, its I and Q before they are mixed with rows.
    private var aboves: (Above, Above)
    private var memory: Scratch
    /// The margins that there is memory for.
    private var margins: NtscMargins
    // For carriers of another period than four columns.
    var wideCarriers: Scratch?
    private let noise: (composite: NtscNoise, luma: NtscNoise, i: NtscNoise, q: NtscNoise)
    let lanes: NtscLanes
    let kernels: any KernelSet.Type

    package init(width: Int, kernels: any KernelSet.Type) throws {
        self.width = width
        self.kernels = kernels
        let lanes = try NtscLanes(kernels: kernels)
        func noise(_ pass: NtscPass) -> NtscNoise { NtscNoise(pass, width: width, lanes: lanes, kernels: kernels) }
        self.noise = (noise(.compositeNoise), noise(.lumaNoise), noise(.chromaNoiseI), noise(.chromaNoiseQ))
        self.lanes = lanes
        margins = NtscMargins(unit: 0)
        let parts = try Self.parts(width: width, margins)
        memory = parts.memory
        (y, i, q, spare) = parts.groups
        aboves = parts.aboves
    }

    typealias Above = (signal: Floats, i: Floats, q: Floats)
    var above: Above { field == 0 ? aboves.0 : aboves.1 }

    /// Memory for groups with margins, and what lies where in it.
    private static func parts(width: Int, _ margins: NtscMargins) throws -> (
        memory: Scratch, groups: (Floats, Floats, Floats, Floats), aboves: (Above, Above)
    ) {
        var plan = ScratchPlan()
        let groups = plan.reserve(
            4, of: RowGroup.rows * (width + margins.after + 1), before: RowGroup.rows * margins.before, as: Float.self)
        // Kernels take whole vectors.
        let rows = plan.reserve(6, of: margins.before + width + margins.after + 16, as: Float.self)
        let scratch = try Scratch(plan)
        let m = scratch.memory
        return (
            scratch, (m[groups, 0], m[groups, 1], m[groups, 2], m[groups, 3]),
            ((m[rows, 0], m[rows, 1], m[rows, 2]), (m[rows, 3], m[rows, 4], m[rows, 5]))
        )
    }

    /// Makes room for what a plan needs, so that no frame has to. What the group has may be lost.
    package func prepare(_ plan: NtscPlan) throws {
        if plan.margins.unit > margins.unit {
            let parts = try Self.parts(width: width, plan.margins)
            margins = plan.margins
            memory = parts.memory
            (y, i, q, spare) = parts.groups
            aboves = parts.aboves
        }
        try noise.composite.prepare(plan.compositeNoise)
        try noise.composite.prepareOctave(plan.trackingNoiseFrequency)
        try noise.luma.prepare(plan.lumaNoise)
        // Noise comes after columns are joined.
        try noise.i.prepare(plan.chromaNoise, inSweeps: plan.quarter == 1)
        try noise.q.prepare(plan.chromaNoise, inSweeps: plan.quarter == 1)
        if plan.quarter != 1 { try prepareCarriers(plan.margins.encoded(width).count) }
    }

    var components: TileRows { TileRows(y, i, q) }

    /// Takes columns of 16 rows over.
    func take(_ stack: RowStack, column: Int, count: Int) {
        let offset = RowGroup.rows * column
        kernels.rowsToGroup(y + offset, stack.rows(0), stride: stack.stride, count: count)
        kernels.rowsToGroup(i + offset, stack.rows(1), stride: stack.stride, count: count)
        kernels.rowsToGroup(q + offset, stack.rows(2), stride: stack.stride, count: count)
    }

    /// Gives columns of all rows away.
    func give(_ stack: RowStack, column: Int, count: Int) {
        let offset = RowGroup.rows * column
        kernels.groupToRows(stack.rows(0), y + offset, stride: stack.stride, count: count)
        kernels.groupToRows(stack.rows(1), i + offset, stride: stack.stride, count: count)
        kernels.groupToRows(stack.rows(2), q + offset, stride: stack.stride, count: count)
    }

    /// Takes chroma of the frame's columns over; lanes have rows from `firstRow` on, and those beyond the field's
    /// edges have none.
    func takeChroma(of other: NtscRowGroup, firstRow: Int, height: Int) {
        for lane in 0..<RowGroup.rows { lanes.factors[lane] = (0..<height).contains(firstRow + lane) ? 1 : 0 }
        kernels.scaleGroupRows(i, other.i, count: width, factors: lanes.factors)
        kernels.scaleGroupRows(q, other.q, count: width, factors: lanes.factors)
    }

    /// Takes the rows through `stages`, which follow each other, from components that `matrix` makes Y, I and Q.
    ///
    /// `prepare` has been called with their plan. Where the group follows on one that this object has had, rows of that count
    /// as those above.
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
        let columns = plan.margins.encoded(width)
        let start = RowGroup.rows * columns.lowerBound
        if plan.isCorrected || (stages.contains(.inputLumaFilter) && s.inputLumaFilter == .box) {
            kernels.matrixRows(components, components, count: RowGroup.rows * width, matrix: matrix)
            matrix = .identity
        }
        if plan.isCorrected { extend(plan.margins) }
        var luma = RowFilter.none
        if stages.contains(.inputLumaFilter) {
            switch s.inputLumaFilter {
            case .none: break
            case .notch: luma = plan.lumaIn
            case .box:
                if width > 1 {
                    averagePeriod(rows, columns)
                    swapLuma()
                }
            }
        }
        let carriers = carriers(rows, columns, amplitude: stages.contains(.chromaIntoLuma) ? 1 : 0)
        noise.composite.isOn = stages.contains(.compositeNoise)
        let chroma = stages.contains(.chromaLowpassIn) ? plan.chromaIn : nil
        kernels.encodeGroup(
            y + start, i + start, q + start, count: columns.count,
            sweep: EncodeSweep(
                matrix: matrix, luma: luma, chroma: chroma ?? (.none, .none), carriers: carriers,
                composite: (stages.contains(.compositePreemphasis) ? plan.preemphasis : nil) ?? .none,
                noise: noise.composite.octaves(rows), noiseColumns: frameColumns(columns)))
        if !noise.composite.isForSweeps { noise.composite.add(to: y, rows) }
    }

    private func decode(_ stages: ClosedRange<NtscStage>, _ rows: NtscRows) {
        let plan = rows.plan
        // Noise comes before turns, and after columns are joined.
        noise.luma.isOn = stages.contains(.lumaNoise)
        (noise.i.isOn, noise.q.isOn) = (stages.contains(.chromaNoise), stages.contains(.chromaNoise))
        let turns = setTurns(stages, rows)
        let columns = plan.margins.decoded(width)
        let start = RowGroup.rows * columns.lowerBound
        let luma = lumaSource(rows, columns)
        let carriers = carriers(rows, columns, amplitude: 0.5)
        let sweepsChroma = plan.quarter == 1 && noise.i.isForSweeps
        kernels.decodeGroup(
            y + start, i + start, q + start, count: columns.count,
            sweep: DecodeSweep(
                luma: luma, carriers: carriers,
                join: plan.quarter != 1 ? .none : plan.isCorrected ? .mirrored : .neighbours,
                smear: (stages.contains(.lumaSmear) ? plan.smear : nil) ?? .none,
                ringing: (stages.contains(.ringing) ? plan.ringing : nil) ?? .none,
                noise: (
                    noise.luma.octaves(rows), sweepsChroma ? noise.i.octaves(rows) : none,
                    sweepsChroma ? noise.q.octaves(rows) : none
                ),
                noiseColumns: frameColumns(columns),
                turn: turns && sweepsChroma ? lanes.turn : nil))
        if !noise.luma.isForSweeps { noise.luma.add(to: y, rows) }
        guard !sweepsChroma else { return }
        if plan.quarter != 1 { joinChroma(plan) }
        noise.i.add(to: i, rows)
        noise.q.add(to: q, rows)
        if turns { kernels.rotateGroup(i, q, count: width, cosines: lanes.cosines, sines: lanes.sines) }
    }

    /// By what chroma of each row turns and grows; false where it stays.
    private func setTurns(_ stages: ClosedRange<NtscStage>, _ rows: NtscRows) -> Bool {
        let s = rows.settings
        let error = stages.contains(.chromaPhaseError) ? s.chromaPhaseError : 0
        let noise = stages.contains(.chromaPhaseNoise) ? s.chromaPhaseNoiseIntensity : 0
        let gain = rows.plan.chromaGain
        guard error > 0 || noise > 0 || gain != (1, 0) else { return false }
        lanes.setHashes(rows, .chromaPhaseNoise)
        for lane in rows.lanes {
            let random = noise > 0 ? (SipHash.unit(lanes.hashes[lane]) - 0.5) * 2 * Float(noise) : 0
            let (sine, cosine) = Elementary.sinCos((error + Double(random)) * 2 * Double.pi)
            let (c, s) = (Float(cosine), Float(sine))
            (lanes.cosines[lane], lanes.sines[lane]) = (
                c * gain.real + s * gain.imaginary, s * gain.real - c * gain.imaginary
            )
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
            // Above the first row of a field there is no colour, or that of the row below it.
            let top: Float = plan.isCorrected ? 1 : 0
            for lane in 0..<RowGroup.rows { lanes.factors[lane] = rows.firstRow + lane == 0 ? top : 1 }
            blend = RowBlend(weights: lanes.factors, aboveI: above.i, aboveQ: above.q)
        }
        guard tape != nil || sharpen != nil || out != nil || blend != nil else { return }
        let luma: (RowFilter, RowFilter, RowFilter)? =
            tape == nil && sharpen == nil ? nil : (tape?.luma ?? .none, tape?.edges ?? .none, sharpen ?? .none)
        kernels.tapeGroup(
            y, i, q, count: width,
            sweep: TapeSweep(
                luma: luma, chroma: tape?.chroma ?? .none, blend: blend, chromaOut: out ?? (.none, .none)))
    }

    /// Where the frame's columns are in a sweep over `columns`.
    private func frameColumns(_ columns: Range<Int>) -> Range<Int> {
        -columns.lowerBound..<width - columns.lowerBound
    }

    private var none: NoiseOctaves { NoiseOctaves(start: nil, count: 0) }

    /// Adds an octave of noise with the seeds, offsets and gains of `lanes` to luma.
    func addLumaNoise(frequency: Double) {
        noise.composite.addOctave(frequency, to: y)
    }

    // MARK: Rows that move

    func swapLuma() { swap(&y, &spare) }
    /// Takes luma from `spare` that has moved. What is beside the frame stays.
    func swapMovedLuma() {
        let (before, end) = (RowGroup.rows * margins.before, RowGroup.rows * width)
        (spare - before).update(from: y - before, count: before)
        (spare + end).update(from: y + end, count: RowGroup.rows * margins.after)
        swapLuma()
    }

    func swapI() { swap(&i, &spare) }
    func swapQ() { swap(&q, &spare) }

    func shiftLuma(extends: Bool) {
        kernels.shiftGroup(spare, y, count: width, shifts: lanes.shifts, extends: extends)
        swapMovedLuma()
    }

    func shiftChroma(extends: Bool) {
        kernels.shiftGroup(spare, i, count: width, shifts: lanes.shifts, extends: extends)
        swapI()
        kernels.shiftGroup(spare, q, count: width, shifts: lanes.shifts, extends: extends)
        swapQ()
    }
}
