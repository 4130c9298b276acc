// SPDX-License-Identifier: MIT
internal import KernelTypes
public import PixelCore

/// Histogram equalization: spreads the codes of a frame over the whole range, each according to how many pixels have it.
///
/// A frame takes two passes or more: its pixels are counted, tables are made of the counts, and pixels are mapped. The
/// tables' laws are in `EqualizationLaw`; codes are those of the format's own depth.
///
/// - `luma` of Y'CbCr and gray: the luma samples are mapped, between the range's black and white. Chroma is multiplied
///   by T(L) / L too, or by as much as would take the largest of R', G' and B' to white: `ChromaScaling`; or it stays.
/// - `luma` of R'G'B': luma, by the weights of the colorimetry and rounded to a code L, is mapped to T(L), and
///   R', G' and B' are multiplied by T(L) / L, or by as much as takes the largest of them to white. Where L is black,
///   T(L) is added instead. Hue stays, and so does HSV's saturation where L is not black.
/// - `rgb` of R'G'B': each component is mapped by its own table. Alpha stays.
/// - `rgb` of Y'CbCr: the same, through R'G'B' codes of full range; luma sees the chroma that covers it, and
///   chroma becomes the mean of what it covers. `rgb` of gray is the same as `luma`.
///
/// Tables are mixed with the codes themselves, T'(k) = k + intensity (T(k) - k) rounded half up; CLAHE then interpolates
/// between these. Counts are whole, so bands and threads change no bit.
public final class EqualizationEffect: BandedEffect, InPlaceEffect {

    public static func isPassthrough(_ settings: EqualizationSettings) -> Bool {
        settings.intensity == 0 && !settings.postsMessages
    }

    /// Passes over a frame.
    private enum Pass: Int {
        case count
        case makeTiles
        case finishTables
        case makeBytes
        case map
    }

    /// What depends on the frame and on the settings that decide how many tables there are.
    private struct Plan {
        let shape: Shape
        /// The shape's, or a coarser one where there is no memory for that.
        let budget: TableBudget
        let route: EqualizationRoute
        let tables: EqualizationTables
        let scenes: SceneDetector
        let totals: HistogramMemory
    }

    private struct Shape: Equatable {
        let mode: EqualizationMode
        let method: EqualizationMethod
        /// What is wanted.
        let budget: TableBudget
    }

    /// What a thread counts in.
    private final class ThreadCounts {
        let counts: [HistogramCounts]
        /// Histograms of the tile at hand, then of all tiles so far: each channel's in turn.
        let tile: HistogramMemory
        let total: HistogramMemory

        init(_ route: EqualizationRoute, kernels: any KernelSet.Type) throws {
            counts = try (0..<route.channels).map { _ in
                try HistogramCounts(route.range, countsPixels: route.countsPixels, kernels: kernels)
            }
            tile = try HistogramMemory(count: route.channels * route.range.bins)
            total = try HistogramMemory(count: route.channels * route.range.bins)
        }
    }

    private var settings = EqualizationSettings()
    private var plan: Plan?
    private var threads: [ThreadCounts] = []
    private var blend: TableBlend?
    private var clock = BlendClock()
    private var reports = ReportClock()
    private var messages: HistogramReport?
    /// What there is to warn of and was not told yet.
    private var warning: String?

    // Of the frame at hand.
    private var region = PixelRectangle(columns: 0..<1, rows: 0..<1)
    private var needsTotals = false
    private var step = BlendClock.Step(change: .start, weight: 1)

    /// Frames whose colorimetry has a black and a white that are no codes.
    public static func refusal(of video: VideoInfo) -> String? {
        let c = video.colorimetry
        let areCodes =
            c.lumaOffset.rounded() == c.lumaOffset && c.lumaScale.rounded() == c.lumaScale
            && c.lumaOffset + c.lumaScale <= Double(video.format.layout.maximum)
        return areCodes ? nil : "Black and white are to be codes of \(video.format.name)."
    }

    public func configure(_ video: VideoInfo) throws {
        if let refusal = Self.refusal(of: video) { throw EffectError(refusal) }
        try begin(video)
        plan = nil
        reset()
    }

    public func update(_ settings: EqualizationSettings) throws {
        guard let video else { return }
        self.settings = settings
        let mode = settings.mode
        let route =
            plan.flatMap { $0.shape.mode == mode ? $0.route : nil }
            ?? EqualizationRoute(video, mode: mode, kernels: kernels)
        let shape = Shape(
            mode: mode, method: settings.method,
            budget: TableBudget(settings, video, route.range, channels: route.channels))
        if plan?.shape != shape {
            // Before there is another: both might not fit.
            (plan, threads, blend, messages) = (nil, [], nil, nil)
            clock.reset()
            try makePlan(shape, route, shape.budget)
        }
        region = self.settings.region(width: video.width, height: video.height)
        if self.settings.smoothingTime == 0 {
            blend = nil
            clock.reset()
            plan?.scenes.reset()
        } else if blend == nil, let used = plan?.budget {
            // Where there is no memory for it beside the tables, both are made anew.
            do {
                try makeBlend()
            } catch is OutOfMemory where used.canShrink {
                try makePlan(shape, route, used)
            }
        }
        guard let plan else { return }
        if self.settings.postsMessages, messages == nil {
            messages = try HistogramReport(plan.route.range, channels: plan.route.channels)
        }
    }

    /// Makes the tables of a budget, and their blend if there is one. Where there is no memory for them, halves the limit until there
    /// is, or the coarsest grid fails too.
    private func makePlan(_ shape: Shape, _ route: EqualizationRoute, _ wanted: TableBudget) throws {
        guard let video else { return }
        var (budget, limit) = (wanted, TableBudget.bytes)
        while true {
            plan = nil
            do {
                try fillPlan(shape, route, budget, video)
                warning = budget.warning
                return
            } catch is OutOfMemory where budget.canShrink {
                let failed = budget
                repeat {
                    limit /= 2
                    budget = TableBudget(settings, video, route.range, channels: route.channels, limit: limit)
                } while budget.takesAsMuch(as: failed)
            }
        }
    }

    private func fillPlan(
        _ shape: Shape, _ route: EqualizationRoute, _ budget: TableBudget, _ video: VideoInfo
    ) throws {
        let grid =
            shape.method == .global
            ? nil : TileGrid(width: video.width, height: video.height, columns: budget.columns, rows: budget.rows)
        let channels = route.channels
        plan = Plan(
            shape: shape, budget: budget, route: route,
            tables: try EqualizationTables(route.range, channels: channels, grid: grid, kernels: kernels),
            scenes: SceneDetector(route.range, channels: channels),
            totals: try HistogramMemory(count: channels * route.range.bins))
        guard settings.smoothingTime > 0 else { return }
        do { try makeBlend() } catch {
            plan = nil
            throw error
        }
    }

    private func makeBlend() throws {
        guard let plan else { return }
        blend = try TableBlend(count: plan.tables.blendCount(plan.budget.blendStep))
    }

    public func takeWarning() -> String? {
        defer { warning = nil }
        return warning
    }

    public func reset() {
        clock.reset()
        reports.reset()
        plan?.scenes.reset()
    }

    public var report: EffectReport? { reports.isDue ? messages?.report : nil }

    private var scalesChroma: Bool { settings.chroma == .scale }

    /// Luma is one of three components to look up; the scale of chroma takes as long again.
    public override var pixelCost: Double {
        switch video?.format.layout.model {
        case .rgb: 40
        case .ycbcr: settings.mode == .rgb ? 40 : scalesChroma ? 16 : 8
        default: 8
        }
    }

    public override var scratchBytes: Int { plan?.route.scratchBytes ?? 0 }

    // MARK: A frame

    public func render(_ frame: Frame, bands: BandExecutor) throws {
        try check(frame)
        guard let plan else { return }
        reports.take(frame, interval: settings.postsMessages ? settings.interval : nil)
        needsTotals = plan.shape.method == .global || blend != nil || reports.isDue
        let threadCount = threadCount(bands)
        while threads.count < threadCount { threads.append(try ThreadCounts(plan.route, kernels: kernels)) }

        if plan.shape.method == .global {
            let prefersPairs = HistogramCounts.prefersPairs(
                pixels: region.rows.count * region.columns.count, threads: threadCount)
            for (index, thread) in threads.enumerated() {
                for counts in thread.counts { try counts.usePairs(prefersPairs && index < threadCount) }
            }
            try renderBands(frame, pass: Pass.count.rawValue, count: region.rows.count, bands: bands)
            sumCounts(plan)
            makeTables(plan)
        } else {
            try renderBands(
                frame, pass: Pass.makeTiles.rawValue, count: plan.tables.grid?.tileCount ?? 0, bands: bands)
            if needsTotals { sumTotals(plan) }
        }
        if reports.isDue { messages?.take(plan.totals.base) }
        try finish(plan, frame, bands)
        guard settings.intensity > 0 else { return }
        let count = plan.route.unitCount(frame, scalesChroma: scalesChroma)
        try renderBands(frame, pass: Pass.map.rawValue, count: count, bands: bands)
    }

    /// What makes the tables ready for a frame.
    private func finish(_ plan: Plan, _ frame: Frame, _ bands: BandExecutor) throws {
        if blend != nil {
            let isCut = plan.scenes.isCut(plan.totals.base, threshold: settings.sceneChange)
            step = clock.step(
                time: frame.time, duration: frame.duration, span: settings.blendSpan,
                smoothing: settings.smoothingTime, isCut: isCut)
            blend?.begin(step)
        }
        if blend != nil || settings.intensity < 1 {
            try run(.finishTables, frame, count: plan.tables.count, entries: plan.route.range.count, bands)
        }
        try run(.makeBytes, frame, count: plan.tables.byteTableCount, entries: 256, bands)
    }

    /// Runs a pass over tables, on this thread alone where waking others would take longer.
    private func run(_ pass: Pass, _ frame: Frame, count: Int, entries: Int, _ bands: BandExecutor) throws {
        guard count > 0 else { return }
        try renderBands(
            frame, pass: pass.rawValue, count: count, bands: count * entries < 1 << 15 ? .serial : bands)
    }

    public override func renderBand(_ frame: Frame, units: Range<Int>, pass: Int, on thread: BandThread) {
        guard let plan, let pass = Pass(rawValue: pass) else { return }
        switch pass {
        case .count:
            let rows = region.rows.lowerBound + units.lowerBound..<region.rows.lowerBound + units.upperBound
            plan.route.count(
                frame, PixelRectangle(columns: region.columns, rows: rows), threads[thread.index].counts,
                scratch: thread.scratch)
        case .makeTiles:
            guard let grid = plan.tables.grid else { return }
            for tile in units { makeTile(plan, grid, tile, frame, threads[thread.index], thread.scratch) }
        case .finishTables:
            for index in units {
                plan.tables.finish(
                    index, intensity: Float(settings.intensity), blend: blend, blendStep: plan.budget.blendStep,
                    step: step)
            }
        case .makeBytes:
            for index in units { plan.tables.makeBytes(index) }
        case .map:
            plan.route.map(
                frame, units: units, plan.tables, scalesChroma: scalesChroma, scratch: thread.scratch)
        }
    }

    // MARK: Tables

    /// Adds all threads' counts to the frame's histograms.
    private func sumCounts(_ plan: Plan) {
        plan.totals.clear()
        for thread in threads {
            for (channel, counts) in thread.counts.enumerated() {
                counts.move(to: plan.totals.base + channel * plan.route.range.bins)
            }
        }
    }

    /// Adds all threads' histograms of tiles to the frame's.
    private func sumTotals(_ plan: Plan) {
        plan.totals.clear()
        for thread in threads {
            plan.totals.add(thread.total)
            thread.total.clear()
        }
    }

    private func makeTables(_ plan: Plan) {
        let range = plan.route.range
        for channel in 0..<plan.route.channels {
            let histogram = plan.totals.base + channel * range.bins
            switch settings.mapping {
            case .cdf: EqualizationLaw.cdf(plan.tables.table(channel), histogram: histogram, range: range)
            case .cdfMin: EqualizationLaw.cdfMin(plan.tables.table(channel), histogram: histogram, range: range)
            }
        }
    }

    private func makeTile(
        _ plan: Plan, _ grid: TileGrid, _ tile: Int, _ frame: Frame, _ thread: ThreadCounts,
        _ scratch: ScratchMemory
    ) {
        let range = plan.route.range
        func moveCounts() {
            for (channel, counts) in thread.counts.enumerated() {
                counts.move(to: thread.tile.base + channel * range.bins)
            }
        }
        thread.tile.clear()
        grid.forRectangles(ofTile: tile) { rectangle, isOwn in
            plan.route.count(frame, rectangle, thread.counts, scratch: scratch)
            guard isOwn, needsTotals else { return }
            moveCounts()
            thread.total.add(thread.tile)
        }
        moveCounts()
        for channel in 0..<plan.route.channels {
            EqualizationLaw.clahe(
                plan.tables.table(channel * grid.tileCount + tile), histogram: thread.tile.base + channel * range.bins,
                area: grid.area, clipLimit: settings.clipLimit, range: range)
        }
    }
}
