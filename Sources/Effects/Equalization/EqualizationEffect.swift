public import PixelCore

/// Histogram equalization: spreads the codes of a frame over the whole range, each according to how many pixels have it.
///
/// A frame takes two passes or more: its pixels are counted, tables are made of the counts, and pixels are mapped. The
/// tables' laws are in `EqualizationLaw`; codes are those of the format's own depth.
///
/// - `luma` of Y'CbCr and gray: the luma samples alone are mapped, between the range's black and white.
/// - `luma` of R'G'B': luma, by the weights of the colorimetry and rounded to a code L, is mapped to T(L), and
///   R', G' and B' are multiplied by T(L) / L, or by as much as takes the largest of them to white. Where L is black,
///   T(L) is added instead. Hue stays, and so does HSV's saturation where L is not black.
/// - `rgb` of R'G'B': each component is mapped by its own table. Alpha stays.
/// - `rgb` of Y'CbCr: the same, through R'G'B' codes of full range; luma sees the chroma that covers it, and
///   chroma becomes the mean of what it covers. `rgb` of gray is the same as `luma`.
///
/// Tables are mixed with the codes themselves, T'(k) = k + strength (T(k) - k) rounded half up; CLAHE then interpolates
/// between these. Counts are whole, so bands and threads change no bit.
public final class EqualizationEffect: BandedEffect, InPlaceEffect {

    public static func isNeutral(_ settings: EqualizationSettings) -> Bool {
        settings.strength == 0 && !settings.postsMessages
    }

    /// Passes over a frame.
    private enum Pass: Int {
        case count
        case makeTiles
        case finishTables
        case makeBytes
        case map
    }

    /// What depends on the picture and on the settings that decide how many tables there are.
    private struct Plan {
        let shape: Shape
        let route: EqualizationRoute
        let tables: EqualizationTables
        let scenes: SceneDetector
        let totals: HistogramMemory
    }

    private struct Shape: Equatable {
        let mode: EqualizationMode
        let method: EqualizationMethod
        let columns: Int32
        let rows: Int32

        init(_ settings: EqualizationSettings) {
            (mode, method) = (settings.mode, settings.method)
            let isGrid = method == .clahe
            (columns, rows) = isGrid ? (settings.gridWidth, settings.gridHeight) : (1, 1)
        }
    }

    /// What a thread counts in.
    private final class ThreadCounts {
        let counts: [HistogramCounts]
        /// Histograms of the tile at hand, then of all tiles so far: each channel's in turn.
        let tile: HistogramMemory
        let total: HistogramMemory

        init(_ route: EqualizationRoute, kernels: any KernelSet.Type) throws {
            counts = try (0..<route.channels).map { _ in try HistogramCounts(route.range, kernels: kernels) }
            tile = try HistogramMemory(count: route.channels * route.range.bins)
            total = try HistogramMemory(count: route.channels * route.range.bins)
        }
    }

    private var settings = EqualizationSettings()
    private var plan: Plan?
    private var threads: [ThreadCounts] = []
    private var blend: TableBlend?
    private var clock = TableBlendClock()
    private var reports = ReportClock()
    private var messages: HistogramReport?

    // Of the frame at hand.
    private var region = PixelRectangle(columns: 0..<1, rows: 0..<1)
    private var needsTotals = false
    private var step = TableBlendClock.Step(change: .start, weight: 1)

    /// Throws where the colorimetry's black and white are not codes.
    public func configure(_ picture: PictureInfo) throws {
        let c = picture.colorimetry
        guard c.lumaOffset.rounded() == c.lumaOffset, c.lumaScale.rounded() == c.lumaScale,
            c.lumaOffset + c.lumaScale <= Double(picture.format.layout.maximum)
        else { throw EffectError("Black and white are to be codes of \(picture.format.name).") }
        try begin(picture)
        plan = nil
        reset()
    }

    /// The most memory that tables may take.
    private static let memoryLimit = 1 << 30

    /// Throws where a grid of so many tiles would need more than a gigabyte of tables.
    public func update(_ settings: EqualizationSettings) throws {
        guard let picture else { return }
        self.settings = settings
        let shape = Shape(self.settings)
        try checkMemory(shape, picture)
        if plan?.shape != shape {
            // Before there is another: both might not fit.
            (plan, threads, blend, messages) = (nil, [], nil, nil)
            clock.reset()
            let route = EqualizationRoute(picture, mode: shape.mode, kernels: kernels)
            let grid =
                shape.method == .global
                ? nil
                : TileGrid(
                    width: picture.width, height: picture.height, columns: Int(shape.columns), rows: Int(shape.rows))
            let channels = route.channels
            plan = Plan(
                shape: shape, route: route,
                tables: try EqualizationTables(route.range, channels: channels, grid: grid, kernels: kernels),
                scenes: SceneDetector(route.range, channels: channels),
                totals: try HistogramMemory(count: channels * route.range.bins))
        }
        guard let plan else { return }
        region = self.settings.region(width: picture.width, height: picture.height)
        if self.settings.smoothing == 0 {
            blend = nil
            clock.reset()
            plan.scenes.reset()
        } else if blend == nil {
            blend = try TableBlend(count: plan.tables.count * plan.route.range.count)
        }
        if self.settings.postsMessages, messages == nil {
            messages = try HistogramReport(plan.route.range, channels: plan.route.channels)
        }
    }

    private func checkMemory(_ shape: Shape, _ picture: PictureInfo) throws {
        let channels = shape.mode == .rgb ? picture.format.layout.components.count : 1
        // A blend has two floats for each entry of two bytes.
        let entryBytes = settings.smoothing > 0 ? 10 : 2
        let bytes = Int(shape.columns * shape.rows) * channels * (picture.format.layout.maximum + 1) * entryBytes
        guard bytes <= Self.memoryLimit else {
            throw EffectError(
                "\(shape.columns) x \(shape.rows) tiles of \(picture.format.name) need \(bytes >> 20) MiB of tables, "
                    + "more than \(Self.memoryLimit >> 20); use a smaller grid, or no smoothing.")
        }
    }

    public func reset() {
        clock.reset()
        reports.reset()
        plan?.scenes.reset()
    }

    public var report: EffectReport? { reports.isDue ? messages?.report : nil }

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
        guard settings.strength > 0 else { return }
        try renderBands(frame, pass: Pass.map.rawValue, count: plan.route.unitCount(frame), bands: bands)
    }

    /// What makes the tables ready for a frame.
    private func finish(_ plan: Plan, _ frame: Frame, _ bands: BandExecutor) throws {
        if blend != nil {
            let isCut = plan.scenes.isCut(plan.totals.base, threshold: settings.sceneChange)
            step = clock.step(
                time: frame.time, duration: frame.duration, span: settings.blendSpan,
                smoothing: settings.smoothing, isCut: isCut)
            blend?.begin(step)
        }
        if blend != nil || settings.strength < 1 {
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
                plan.tables.finish(index, strength: Float(settings.strength), blend: blend, step: step)
            }
        case .makeBytes:
            for index in units { plan.tables.makeBytes(index) }
        case .map:
            plan.route.map(frame, units: units, plan.tables, scratch: thread.scratch)
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
        _ scratch: UnsafeMutableRawPointer
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
