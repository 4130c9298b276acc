// SPDX-License-Identifier: MIT
internal import Engine
internal import Expressions
internal import KernelTypes
internal import PixelCore

/// Measures frames as a filter has it, and keeps what it needs of them for the next one.
final class Meter<F: MeasuringFilter>: BandedEffect {
    private let stage = LawStage<F>()
    private var work: MeterWork?
    private var rowStep = 1
    /// What was measured of the last frame; nil: nothing was.
    private(set) var measured: MeasuredFrame?

    func configure(_ video: VideoInfo) throws {
        (work, measured) = (nil, nil)
        stage.forget()
        try begin(video)
    }

    func update(_ settings: F) throws {
        guard let video else { return }
        var measurements: [Measurement] = []
        let graph = stage.graph(settings) { u in
            let pixel = Pixel(of: video.size)
            measurements = F.measurements(pixel, u)
            var graph = Graph(pixel.rgb)
            graph.memory = F.memory(pixel, u)
            return graph
        }
        if let graph {
            do {
                work = try MeterWork(
                    measurements, keeping: graph.memory, slotCount: stage.slotCount, video, history: work?.history,
                    kernels: kernels)
            } catch {
                stage.forget()
                throw error
            }
        }
        rowStep = settings.rowStep
        guard let work else { return }
        stage.fill(work.slots.all, settings)
        try stage.forEachTable(settings) { work.tables.set($0, $1, $2) }
        work.update()
    }

    /// Whether frames count for the next one.
    var remembers: Bool { work?.history != nil }

    func forgetHistory() { work?.history?.isFilled = false }

    override var scratchBytes: Int { work?.scratchBytes ?? 0 }

    override var pixelCost: Double { 4 * bytesPerPixel + (work?.cost ?? 0) }

    /// Measures a frame, which stays as it is.
    func measure(_ frame: Frame, bands: BandExecutor) throws {
        try check(frame)
        measured = nil
        guard let work, let video else { return }
        if frame.isDiscontinuous { forgetHistory() }
        if !stage.timeSlots.isEmpty {
            for slot in stage.timeSlots { work.slots.all[slot] = Double(frame.unclippedTime ?? 0) / 1_000_000_000 }
            work.update()
        }
        try work.makeThreads(threadCount(bands))
        for statistic in work.statistics { statistic.clear() }
        try renderBands(frame, bands: bands)
        measured = MeasuredFrame(
            size: video.size, numbers: work.statistics.map(\.value), counts: work.statistics.map(\.counts))
        work.history?.isFilled = true
    }

    override func renderBand(_ frame: Frame, units: Range<Int>, pass: Int, on thread: BandThread) {
        let rows = frame.lumaRows(ofUnits: units).lazy.filter { [rowStep] in $0 % rowStep == 0 }
        work?.measure(frame, rows: rows, on: thread)
    }
}

/// What measurements take: all of it is of one law.
private final class MeterWork {
    let slots: ProgramNumbers
    let tables: FrameTables
    let statistics: [FrameStatistic]
    /// What was kept of the last frame; nil: nothing is.
    let history: History?
    private let memory: FrameState?
    private var threads: [ThreadState] = []
    private let reader: TileReader
    let scratchBytes: Int

    /// `history` is what there was before.
    init(
        _ measurements: [Measurement], keeping kept: Color<Num>?, slotCount: Int, _ video: VideoInfo,
        history old: History?, kernels: any KernelSet.Type
    ) throws {
        let layout = video.format.layout
        let target = ProgramTarget(
            .rows, model: layout.model, colorimetry: video.colorimetry, maximum: layout.maximum,
            hasAlpha: video.hasAlpha)
        slots = try ProgramNumbers(slotCount: slotCount, meanCount: 0)
        let tables = try FrameTables(count: slotCount)
        self.tables = tables
        do {
            statistics = try measurements.map {
                try FrameStatistic($0, target, video, tables, remembers: kept != nil, kernels: kernels)
            }
            memory = try kept.map {
                let program = try Program(Graph($0), target, meanSlot: slotCount)
                guard program.reach == .zero, program.window == nil, !program.samples, !program.readsAlpha else {
                    throw EffectError("A filter keeps more than colours of single pixels.")
                }
                return try FrameState(
                    program, width: video.width, height: video.height, tables: tables, kernels: kernels.machine)
            }
        } catch let error as LoweringError {
            throw EffectError("What this filter measures can't be computed: \(error).")
        }
        history = kept == nil ? nil : try old ?? History(video, hasAlpha: false)
        var plan = ScratchPlan()
        reader = TileReader(
            video, needsAlpha: statistics.contains(where: \.readsAlpha), in: &plan, kernels: kernels)
        scratchBytes = plan.byteCount
    }

    var cost: Double { statistics.reduce(memory?.program.cost ?? 0) { $0 + $1.cost } }

    /// Takes the numbers that are in the slots.
    func update() {
        let uniforms = UnsafeBufferPointer(slots.all)
        for statistic in statistics { statistic.update(uniforms) }
        memory?.update(uniforms: uniforms)
    }

    /// Sees that so many threads have what they need.
    func makeThreads(_ count: Int) throws {
        for statistic in statistics { try statistic.makeThreads(count) }
        guard let memory else { return }
        while threads.count < count {
            threads.append(try ThreadState(memory.program, tileWidth: TileReader.tileWidth))
        }
    }

    func measure(_ frame: Frame, rows: some Sequence<Int>, on thread: BandThread) {
        for statistic in statistics { statistic.begin(thread: thread.index) }
        if let memory { threads[thread.index].begin(memory) }
        for row in rows {
            reader.read(frame, row: row, columns: 0..<frame.width, scratch: thread.scratch) { colors, span in
                let alpha = reader.alphaRow(count: span.count, scratch: thread.scratch)
                let pixels = ComponentRows(colors, alpha: alpha)
                let last = kept(span) ?? pixels
                for statistic in statistics { statistic.take(pixels, last: last, span, thread: thread.index) }
                guard let memory, let history else { return }
                let made = threads[thread.index].run(
                    memory, row: span.row, column: span.column, count: span.count, slot: 0
                ) { ($1.isRemembered ? last : pixels)[$1.component] }
                history.store(made, span)
            }
        }
    }

    /// What was kept of these pixels of the last frame; nil: there is none.
    private func kept(_ span: TileSpan) -> ComponentRows? {
        guard let history, history.isFilled else { return nil }
        func row(_ component: Int) -> Floats { history.row(component, of: span.row, column: span.column) }
        return ComponentRows(TileRows(row(0), row(1), row(2)))
    }
}
