// SPDX-License-Identifier: MIT
internal import KernelTypes
public import PixelCore

/// The NTSC and VHS signal: what composite video and tape do to a frame, after ntsc-rs.
public final class NtscEffect: BandedEffect, InPlaceEffect {

    public static func isPassthrough(_ settings: NtscSettings) -> Bool { false }

    /// What a thread works on: a group of rows for each field, and one for chroma from other rows.
    private final class ThreadGroups {
        let groups: [NtscRowGroup]
        let other: NtscRowGroup

        init(width: Int, kernels: any KernelSet.Type) throws {
            groups = try (0..<2).map { _ in try NtscRowGroup(width: width, kernels: kernels) }
            other = try NtscRowGroup(width: width, kernels: kernels)
        }

        func prepare(_ plan: NtscPlan) throws {
            for group in groups { try group.prepare(plan) }
            if plan.rows(plan.settings.chromaDelayVertical) != 0 { try other.prepare(plan) }
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
    private var chains: [ThreadGroups] = []
    /// Whether all of them have room for what the plan needs.
    private var isPrepared = false
    private var frameNumber = NtscFrameNumber(nil)
    // Of the frame at hand.
    private var fields: NtscFields?
    private var runs = NtscRuns()

    public func configure(_ video: VideoInfo) throws {
        try begin(video)
        (plan, copy, chains) = (nil, nil, [])
        transfer = NtscTransfer(video, kernels: kernels)
        frameNumber = NtscFrameNumber(video.frameRate)
        copy = try FrameCopy(video)
    }

    public func update(_ settings: NtscSettings) {
        guard let video else { return }
        plan = NtscPlan(settings, height: video.height)
        isPrepared = false
    }

    /// All stages, of which the corrected ones have no carriers of whole columns.
    public override var pixelCost: Double { plan?.isCorrected == true ? 250 : 100 }

    public override var scratchBytes: Int { transfer?.scratchBytes ?? 0 }

    public func render(_ frame: Frame, bands: BandExecutor) throws {
        try check(frame)
        try render(frame, number: frameNumber.of(frame), bands: bands)
    }

    public func reset() { frameNumber.reset() }

    package func render(_ frame: Frame, number: UInt64, bands: BandExecutor) throws {
        try check(frame)
        guard let plan, let copy else { return }
        let fields = NtscFields(frame, plan.settings, number: number)
        self.fields = fields
        let threads = threadCount(bands)
        while chains.count < threads {
            chains.append(try ThreadGroups(width: frame.width, kernels: kernels))
            isPrepared = false
        }
        if !isPrepared {
            for chain in chains { try chain.prepare(plan) }
            isPrepared = true
        }
        let (above, below) = reach(plan, fields)
        runs = NtscRuns(
            height: fields.rows(ofHeight: frame.height), above: above, below: below,
            carries: !needsCopy(plan, fields), threads: threads)
        if runs.carries {
            // Before a run, rows that it reads may be finished by another thread.
            for run in 0..<runs.count {
                let first = runs.rows(run).lowerBound
                copy.take(frame, rows: fields.step * max(0, first - runs.rowsBefore)..<fields.step * first)
            }
        } else {
            try renderBands(frame, pass: Pass.copy.rawValue, bands: bands)
        }
        try renderBands(frame, pass: Pass.signal.rawValue, count: runs.count, bands: bands)
    }

    /// Rows before and after a row of a field that its result needs.
    private func reach(_ plan: NtscPlan, _ fields: NtscFields) -> (above: Int, below: Int) {
        let s = plan.settings
        let isComb = s.chromaDemodulation == .oneLineComb || s.chromaDemodulation == .twoLineComb
        let bobsAbove = fields.isBob && fields.first.firstRow == 1
        let bobsBelow = fields.isBob && fields.first.firstRow == 0
        return (
            (bobsAbove ? 1 : 0) + (s.vhsChromaVertBlend ? 1 : 0) + (isComb ? 1 : 0),
            (bobsBelow ? 1 : 0) + (s.chromaDemodulation == .twoLineComb ? 1 : 0)
        )
    }

    /// Whether rows are needed after rows of the output were written over them.
    private func needsCopy(_ plan: NtscPlan, _ fields: NtscFields) -> Bool {
        fields.isBob || fields.untouched != nil || plan.settings.chromaDemodulation == .twoLineComb
            || plan.rows(plan.settings.chromaDelayVertical) != 0
    }

    public override func renderBand(_ frame: Frame, units: Range<Int>, pass: Int, on thread: BandThread) {
        guard let plan, let transfer, let copy, let fields else { return }
        if pass == Pass.copy.rawValue {
            copy.take(frame, units: units)
            return
        }
        let chain = chains[thread.index]
        for run in units {
            let all = runs.rows(run)
            let source = Source(
                frame: frame, copy: copy.frame(frame), copiedRows: runs.carries ? all.lowerBound : Int.max,
                lastRow: all.upperBound - 1,
                transfer: transfer)
            // Fields that are stored each by itself take turns in one group, which stays in the second-level cache.
            let takesTurns = transfer.storesFields(fields)
            runs.forChunks(run) { firstRow, rows in
                for index in 0..<(fields.second == nil ? 1 : 2) {
                    let part = fields.part(index)
                    let group = chain.groups[takesTurns ? 0 : index]
                    group.field = index
                    process(NtscRows(plan, part.field, firstRow: firstRow), part, group, chain.other, source, thread)
                    if takesTurns { store(group, index, source, fields, firstRow: firstRow, rows: rows, thread) }
                }
                if !takesTurns { store(chain, source, fields, firstRow: firstRow, rows: rows, thread) }
            }
        }
    }

    /// Where rows of a field come from.
    private struct Source {
        let frame: Frame
        let copy: Frame
        /// Rows of a field before this one are read from the copy.
        let copiedRows: Int
        /// The last row of the run.
        let lastRow: Int
        let transfer: NtscTransfer
    }

    /// Takes 16 rows of a field through all stages.
    private func process(
        _ rows: NtscRows, _ part: NtscFields.Part, _ group: NtscRowGroup, _ other: NtscRowGroup, _ source: Source,
        _ thread: BandThread
    ) {
        load(group, rows, part, source, thread)
        let delay = rows.plan.rows(rows.settings.chromaDelayVertical)
        guard delay != 0 else {
            group.run(.inputLumaFilter ... .chromaLowpassOut, rows, matrix: source.transfer.toSignal)
            return
        }
        let others = NtscRows(rows.plan, rows.field, firstRow: rows.firstRow - delay)
        load(other, others, part, source, thread)
        other.run(.inputLumaFilter ... .chromaPhaseNoise, others, matrix: source.transfer.toSignal)
        group.run(.inputLumaFilter ... .chromaPhaseNoise, rows, matrix: source.transfer.toSignal)
        group.takeChroma(of: other, firstRow: others.firstRow, height: part.field.height)
        group.run(.chromaDelay ... .chromaLowpassOut, rows)
    }

    private func load(
        _ group: NtscRowGroup, _ rows: NtscRows, _ part: NtscFields.Part, _ source: Source, _ thread: BandThread
    ) {
        source.transfer.load(group, width: source.frame.width, scratch: thread.scratch) { lane in
            // Rows after a run are of use to some settings alone; elsewhere another thread may be finishing them.
            let last = min(source.lastRow, part.field.height - 1)
            let row = rows.firstRow + lane > last && runs.carries ? last : rows.row(lane)
            return (
                row < source.copiedRows ? source.copy : source.frame,
                min(part.firstRow + part.step * row, source.frame.height - 1)
            )
        }
    }

    /// Which row of the frame has a finished row of a field, that of a lane; nil: none.
    private func frameRow(
        _ fields: NtscFields, _ index: Int, _ row: Int, _ rows: Range<Int>, _ frame: Frame
    ) -> Int? {
        let part = fields.part(index)
        let frameRow = part.firstRow + part.step * row
        guard rows.contains(row), frameRow < frame.height else { return nil }
        // The only row of a frame is the upper field's.
        return fields.isFinished(frameRow, by: index) ? frameRow : nil
    }

    /// Puts finished rows of a field into the frame.
    private func store(
        _ group: NtscRowGroup, _ index: Int, _ source: Source, _ fields: NtscFields, firstRow: Int, rows: Range<Int>,
        _ thread: BandThread
    ) {
        source.transfer.store(
            group, to: source.frame, exactly: plan?.isCorrected == true, scratch: thread.scratch
        ) { frameRow(fields, index, firstRow + $0, rows, source.frame) }
    }

    /// Puts finished rows of the groups into the frame.
    private func store(
        _ chain: ThreadGroups, _ source: Source, _ fields: NtscFields, firstRow: Int, rows: Range<Int>,
        _ thread: BandThread
    ) {
        let (frame, transfer) = (source.frame, source.transfer)
        let exactly = plan?.isCorrected == true
        let count = fields.second == nil ? 1 : 2
        let isStored = transfer.store(
            chain.groups, count: count, to: frame, exactly: exactly, fields: fields, firstRow: firstRow,
            scratch: thread.scratch
        ) { frameRow(fields, $0, firstRow + $1, rows, frame) }
        if isStored { return }
        let divisor = frame.layout.chromaShiftY > 0 ? 2 : 1
        let end = (fields.step * rows.upperBound + divisor - 1) / divisor
        let units = fields.step * rows.lowerBound / divisor..<min(frame.unitCount, end)
        guard !units.isEmpty else { return }
        transfer.store(
            chain.groups, count: count, to: frame, exactly: exactly, units: units, scratch: thread.scratch
        ) { fields.lanes(ofFrameRow: $0, firstRow: firstRow) }
        if let untouched = fields.untouched { copy?.restore(frame, units: units, parity: untouched) }
    }
}
