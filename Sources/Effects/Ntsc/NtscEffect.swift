public import PixelCore

/// The NTSC and VHS signal: what composite video and tape do to a picture, after ntsc-rs.
public final class NtscEffect: BandedEffect, InPlaceEffect {
    public static var defaults: NtscSettings { NtscSettings() }

    public static func isNeutral(_ settings: NtscSettings) -> Bool { false }

    /// One field of a frame: which frame rows it takes, and its number.
    private struct Part {
        let field: NtscField
        /// The frame row of field row 0, and from one field row to the next.
        let firstRow: Int
        let step: Int
    }

    /// What a thread works on: a band for each field, and one for chroma from other rows.
    private final class ThreadBands {
        let bands: [NtscBand]
        let other: NtscBand

        init(width: Int, kernels: any KernelSet.Type) {
            bands = (0..<2).map { _ in NtscBand(width: width, kernels: kernels) }
            other = NtscBand(width: width, kernels: kernels)
        }
    }

    /// Passes over a frame.
    private enum Pass: Int {
        case copy
        case signal
    }

    private var transfer: NtscTransfer?
    private var plan: NtscPlan?
    private var copy: FrameCopy?
    private var chains: [ThreadBands] = []
    // Of the frame at hand.
    private var parts: [Part] = []
    private var runs = NtscRuns()

    public func configure(_ picture: PictureInfo) throws {
        try begin(picture)
        plan = nil
        transfer = NtscTransfer(picture, kernels: kernels)
        copy = FrameCopy(picture)
        chains = []
    }

    public func update(_ settings: NtscSettings) {
        guard let picture else { return }
        plan = NtscPlan(settings, height: picture.height)
    }

    public override var scratchBytes: Int { transfer?.scratchBytes ?? 0 }

    public func render(_ frame: Frame, bands: BandExecutor) throws {
        try render(frame, number: 0, bands: bands)
    }

    package func render(_ frame: Frame, number: UInt64, bands: BandExecutor) throws {
        try check(frame)
        guard let plan, let copy else { return }
        parts = parts(frame, plan.settings, number)
        let threads = threadCount(bands)
        while chains.count < threads { chains.append(ThreadBands(width: frame.width, kernels: kernels)) }
        let height = parts.count == 1 && parts[0].step == 1 ? frame.height : (frame.height + 1) / 2
        let (above, below) = reach(plan)
        runs = NtscRuns(height: height, above: above, below: below, carries: !needsCopy(plan), threads: threads)
        if runs.carries {
            // Before a run, rows that it reads may be finished by another thread.
            for run in 0..<runs.count {
                let first = runs.rows(run).lowerBound
                copy.take(frame, rows: parts[0].step * max(0, first - runs.rowsBefore)..<parts[0].step * first)
            }
        } else {
            renderBands(frame, pass: Pass.copy.rawValue, bands: bands)
        }
        renderBands(frame, pass: Pass.signal.rawValue, count: runs.count, bands: bands)
    }

    private func parts(_ frame: Frame, _ settings: NtscSettings, _ number: UInt64) -> [Part] {
        let height = frame.height
        func upper(_ number: UInt64) -> Part {
            Part(field: NtscField(height: (height + 1) / 2, number: number), firstRow: 0, step: 2)
        }
        func lower(_ number: UInt64) -> Part {
            Part(field: NtscField(height: max(1, height / 2), number: number), firstRow: min(1, height - 1), step: 2)
        }
        switch settings.useField {
        case .alternating: return [number & 1 == 0 ? lower(number) : upper(number)]
        case .upper: return [upper(number)]
        case .lower: return [lower(number)]
        case .both: return [Part(field: NtscField(height: height, number: number), firstRow: 0, step: 1)]
        case .interleavedUpper: return [upper(number &* 2), lower(number &* 2 &+ 1)]
        case .interleavedLower: return [upper(number &* 2 &+ 1), lower(number &* 2)]
        }
    }

    private var isBob: Bool { parts.count == 1 && parts[0].step == 2 }

    /// Rows before and after a row of a field that its result needs.
    private func reach(_ plan: NtscPlan) -> (above: Int, below: Int) {
        let s = plan.settings
        let isComb = s.chromaDemodulation == .oneLineComb || s.chromaDemodulation == .twoLineComb
        let above = (isBob && parts[0].firstRow == 1 ? 1 : 0) + (s.vhsChromaVertBlend ? 1 : 0) + (isComb ? 1 : 0)
        let below = (isBob && parts[0].firstRow == 0 ? 1 : 0) + (s.chromaDemodulation == .twoLineComb ? 1 : 0)
        return (above, below)
    }

    /// Whether rows are needed when others have been finished in their place.
    private func needsCopy(_ plan: NtscPlan) -> Bool {
        isBob || plan.settings.chromaDemodulation == .twoLineComb || plan.rows(plan.settings.chromaDelayVertical) != 0
    }

    public override func renderBand(_ frame: Frame, units: Range<Int>, pass: Int, on thread: BandThread) {
        guard let plan, let transfer, let copy else { return }
        if pass == Pass.copy.rawValue {
            copy.take(frame, units: units)
            return
        }
        let chain = chains[thread.index]
        for run in units {
            let start = runs.rows(run).lowerBound
            let source = Source(
                frame: frame, copy: copy.frame(frame), copiedRows: runs.carries ? start : Int.max,
                transfer: transfer)
            runs.forChunks(run) { firstRow, rows in
                for (part, band) in zip(parts, chain.bands) {
                    process(NtscRows(plan, part.field, firstRow: firstRow), part, band, chain.other, source, thread)
                }
                store(chain, frame, transfer, firstRow: firstRow, rows: rows, thread)
            }
        }
    }

    /// Where rows of a field come from.
    private struct Source {
        let frame: Frame
        let copy: Frame
        /// Rows of a field before this one are read from the copy.
        let copiedRows: Int
        let transfer: NtscTransfer
    }

    /// Takes 16 rows of a field through all stages.
    private func process(
        _ rows: NtscRows, _ part: Part, _ band: NtscBand, _ other: NtscBand, _ source: Source, _ thread: BandThread
    ) {
        load(band, rows, part, source, thread)
        let delay = rows.plan.rows(rows.settings.chromaDelayVertical)
        guard delay != 0 else {
            band.run(.inputLumaFilter ... .chromaLowpassOut, rows, matrix: source.transfer.toSignal)
            return
        }
        let others = NtscRows(rows.plan, rows.field, firstRow: rows.firstRow - delay)
        load(other, others, part, source, thread)
        other.run(.inputLumaFilter ... .chromaPhaseNoise, others, matrix: source.transfer.toSignal)
        band.run(.inputLumaFilter ... .chromaPhaseNoise, rows, matrix: source.transfer.toSignal)
        band.takeChroma(of: other, firstRow: others.firstRow, height: part.field.height)
        band.run(.chromaDelay ... .chromaLowpassOut, rows)
    }

    private func load(_ band: NtscBand, _ rows: NtscRows, _ part: Part, _ source: Source, _ thread: BandThread) {
        source.transfer.load(band, width: source.frame.width, scratch: thread.scratch) { lane in
            // Rows beyond the last are of use to combs alone; elsewhere another thread may be finishing what they mirror.
            let isBeyond = runs.carries && rows.firstRow + lane >= part.field.height
            let row = isBeyond ? part.field.height - 1 : rows.row(lane)
            return (
                row < source.copiedRows ? source.copy : source.frame,
                min(part.firstRow + part.step * row, source.frame.height - 1)
            )
        }
    }

    /// Puts finished rows of the bands into the frame.
    private func store(
        _ chain: ThreadBands, _ frame: Frame, _ transfer: NtscTransfer, firstRow: Int, rows: Range<Int>,
        _ thread: BandThread
    ) {
        if transfer.storesBands, !isBob {
            for (part, band) in zip(parts, chain.bands) {
                transfer.store(band, to: frame, scratch: thread.scratch) { lane in
                    let row = part.firstRow + part.step * (firstRow + lane)
                    return rows.contains(firstRow + lane) && row < frame.height ? row : nil
                }
            }
            return
        }
        let step = parts[0].step
        let divisor = frame.format.layout.chromaShiftY > 0 ? 2 : 1
        let end = (step * rows.upperBound + divisor - 1) / divisor
        let units = step * rows.lowerBound / divisor..<min(frame.unitCount, end)
        guard !units.isEmpty else { return }
        transfer.store(chain.bands, to: frame, units: units, scratch: thread.scratch) {
            lanes(ofFrameRow: $0, firstRow: firstRow)
        }
    }

    /// The band and the lanes, one or two to be averaged, of a frame row.
    private func lanes(ofFrameRow row: Int, firstRow: Int) -> (band: Int, lanes: (Int, Int)) {
        if parts.count == 2 {
            let lane = row / 2 - firstRow
            return (row & 1, (lane, lane))
        }
        let part = parts[0]
        if part.step == 1 { return (0, (row - firstRow, row - firstRow)) }
        let distance = row - part.firstRow
        if distance >= 0, distance % 2 == 0 {
            return (0, (distance / 2 - firstRow, distance / 2 - firstRow))
        }
        // A row of the other field: the mean of its neighbours, or the only one.
        let last = part.field.height - 1
        let near = min(max(0, (distance - 1) >> 1), last)
        let far = min(max(0, (distance + 1) >> 1), last)
        return (0, (near - firstRow, far - firstRow))
    }
}
