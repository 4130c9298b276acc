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
        var (maps, measurements): ([[Num]], [Measurement]) = ([], [])
        let graph = stage.graph(settings) { u in
            let pixel = Pixel(of: video.size)
            maps = F.maps(pixel, u)
            measurements = F.measurements(pixel, u)
            var graph = Graph(pixel.rgb)
            graph.memory = F.memory(pixel, u)
            return graph
        }
        if let graph {
            do {
                work = try MeterWork(
                    measurements, of: maps, keeping: graph.memory, slotCount: stage.slotCount, video,
                    history: work?.history, kernels: kernels)
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
        for index in work.maps.indices { try renderBands(frame, pass: index, bands: bands) }
        try renderBands(frame, pass: work.maps.count, bands: bands)
        measured = MeasuredFrame(
            size: video.size, numbers: work.statistics.flatMap(\.values),
            counts: work.statistics.flatMap { statistic in statistic.kinds.map { _ in statistic.counts } },
            finds: work.statistics.flatMap { statistic in statistic.kinds.map { _ in statistic.finds() } },
            image: work.statistics.lazy.compactMap(\.image).first)
        work.history?.isFilled = true
    }

    override func renderBand(_ frame: Frame, units: Range<Int>, pass: Int, on thread: BandThread) {
        guard let work else { return }
        let rows = frame.lumaRows(ofUnits: units)
        if pass < work.maps.count { return work.make(work.maps[pass], frame, rows: rows, on: thread) }
        work.measure(frame, rows: rows.lazy.filter { [rowStep] in $0 % rowStep == 0 }, on: thread)
    }
}

/// What measurements take: all of it is of one law.
private final class MeterWork {
    let slots: ProgramNumbers
    let tables: FrameTables
    let statistics: [FrameStatistic]
    /// What is made of the frame before, in order; none: it is measured as it comes.
    let maps: [NumberMap]
    /// What each thread has to see the last of these.
    private var mapRows: [PlaneRows] = []
    /// What was kept of the last frame; nil: nothing is.
    let history: History?
    private let memory: FrameState?
    private var threads: [ThreadState] = []
    private let reader: TileReader
    let scratchBytes: Int

    /// `history` is what there was before.
    init(
        _ measurements: [Measurement], of numbers: [[Num]], keeping kept: Color<Num>?, slotCount: Int,
        _ video: VideoInfo, history old: History?, kernels: any KernelSet.Type
    ) throws {
        let layout = video.format.layout
        let target = ProgramTarget(
            .rows, model: layout.model, colorimetry: video.colorimetry, maximum: layout.maximum,
            hasAlpha: video.hasAlpha)
        slots = try ProgramNumbers(slotCount: slotCount, meanCount: 0)
        let tables = try FrameTables(count: slotCount)
        self.tables = tables
        var plan = ScratchPlan()
        do {
            var maps: [NumberMap] = []
            for (index, made) in numbers.enumerated() {
                let next = index + 1 < numbers.count ? numbers[index + 1] : measurements.map(\.number)
                maps.append(
                    try NumberMap(
                        made, of: maps.last, for: next, index == 0 ? target : .limitedRows, video, tables, in: &plan,
                        kernels: kernels))
            }
            guard kept == nil || maps.isEmpty else {
                throw EffectError("A filter keeps colours, and measures other numbers.")
            }
            self.maps = maps
            statistics = try FrameStatistic.groups(measurements).map {
                try FrameStatistic(
                    $0, maps.isEmpty ? target : .limitedRows, video, tables, remembers: kept != nil,
                    ofPlanes: !maps.isEmpty, kernels: kernels)
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
        reader = TileReader(
            video, needsAlpha: statistics.contains(where: \.readsAlpha), in: &plan, kernels: kernels)
        scratchBytes = plan.byteCount
    }

    var cost: Double {
        // A window adds up rows and columns.
        let made = maps.reduce(0) { cost, map in
            let sums = map.weights.map { 2 * Double(2 * $0.reach + 1) } ?? 0
            return cost + map.program.cost + Double(map.planes.count) * (8 + sums)
        }
        return statistics.reduce(made + (memory?.program.cost ?? 0)) { $0 + $1.cost }
    }

    /// Takes the numbers that are in the slots.
    func update() {
        let uniforms = UnsafeBufferPointer(slots.all)
        for map in maps { map.update(uniforms) }
        for statistic in statistics { statistic.update(uniforms) }
        memory?.update(uniforms: uniforms)
    }

    /// Sees that so many threads have what they need.
    func makeThreads(_ count: Int) throws {
        for map in maps { try map.makeThreads(count) }
        while let last = maps.last, mapRows.count < count { mapRows.append(try last.makeRows()) }
        for statistic in statistics { try statistic.makeThreads(count) }
        guard let memory else { return }
        while threads.count < count {
            threads.append(try ThreadState(memory.program, tileWidth: TileReader.tileWidth))
        }
    }

    /// Makes rows of a map.
    func make(_ map: NumberMap, _ frame: Frame, rows: Range<Int>, on thread: BandThread) {
        let scratch = thread.scratch
        map.begin(thread: thread.index)
        for row in rows {
            guard map === maps.first else {
                map.makeRow(row, thread: thread.index, scratch: scratch)
                continue
            }
            reader.read(frame, row: row, columns: 0..<frame.width, scratch: scratch) { colors, span in
                let pixels = ComponentRows(colors)
                map.take(span, thread: thread.index, scratch: scratch) { pixels[$0.component] }
            }
            map.finishRow(row, scratch)
        }
    }

    func measure(_ frame: Frame, rows: some Sequence<Int>, on thread: BandThread) {
        for statistic in statistics { statistic.begin(thread: thread.index) }
        if !maps.isEmpty { return measureMap(rows: rows, width: frame.width, thread: thread.index) }
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

    private func measureMap(rows: some Sequence<Int>, width: Int, thread: Int) {
        let seen = mapRows[thread]
        seen.begin()
        for row in rows {
            var x = 0
            while x < width {
                let span = TileSpan(row: row, column: x, count: min(TileReader.tileWidth, width - x))
                for statistic in statistics {
                    statistic.take(span, thread: thread) { seen.row($0, of: row) + x }
                }
                x += span.count
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
