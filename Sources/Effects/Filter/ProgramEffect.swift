// SPDX-License-Identifier: MIT
internal import Engine
internal import Expressions
public import PixelCore

/// Renders laws of pixels: the part of all filters that knows formats.
///
/// - 8-bit Y'CbCr of a law that is one linear map: fixed point on codes, as `YCbCrRoute` does it.
/// - 8-bit R'G'B' and gray of a law of each component alone: byte patterns or tables.
/// - Pixels of four bytes: the tile machine reads and writes them itself.
/// - Y'CbCr with chroma of half the columns, of a law that is not linear: the tile machine on R'G'B', as `PairRoute` unpacks it.
/// - All else: the tile machine on rows of floats, between which and the frame `TileRoute` stands.
/// - Laws that look at neighbours: the same, with rows of what was there; of pixels of four bytes, the tile machine writes these itself.
/// - Laws that sample the frame, or read the last one: the same, with a copy of that as floats.
/// - Laws that take what a window makes of the frame: the same, with rows of that, made of a copy of the frame.
/// - The result of a window alone, of bytes without alpha: sums of codes, as `CodeWindow` makes them.
///
/// The means that a law takes are numbers like its settings, which a pass before finds out.
///
/// Luma sees the chroma that covers it, chroma the mean of the luma it covers.
open class ProgramEffect: BandedEffect {
    /// The route of a frame; each has what the present settings make of it. In boxes, as memcheck takes the padding of what cases hold
    /// for what tells them apart.
    private indirect enum Route {
        case none
        case bytes(ByteRoute)
        case ycbcr(YCbCrRoute, YCbCrAffine8)
        case pixels
        case pairs(PairRoute)
        case rows(TileRoute)
        /// Pixels of four bytes and their neighbours.
        case around(TileRoute)
    }

    /// The pass that makes pixels, and those before it that some laws need.
    private enum Pass {
        static let all = 0
        static let copy = 1
        static let look = 2
        static let cells = 3
    }

    private var target: ProgramTarget?
    private var work: ProgramWork?
    private var route = Route.none
    /// Where the law is what a window makes and nothing else.
    private var window: CodeWindow?
    /// What renders the frame at hand; nil: its route does. A frame takes so little time where it is small that nothing else is asked.
    private var presentWindow: CodeWindow?
    /// Of the frame that is being rendered: what a law of two reads besides, and what it reads in place of that frame, if anything.
    private var (second, first): (Frame?, Frame?) = (nil, nil)

    /// Takes the format of the frames; then comes `lower`.
    final func prepare(_ video: VideoInfo) throws {
        (target, work, route, window, presentWindow) = (nil, nil, .none, nil, nil)
        try begin(video)
        let layout = video.format.layout
        let order =
            layout.sampleBytes == 1 && layout.first.step == 4
            ? PixelOrder(offsets: (layout.first.offset, layout.second.offset, layout.third.offset)) : nil
        target = ProgramTarget(
            order.map { .pixels($0) } ?? .rows, model: layout.model, colorimetry: video.colorimetry,
            maximum: layout.maximum, hasAlpha: video.format.alphaOffset != nil)
    }

    private func tileRoute(_ video: VideoInfo, needsAlpha: Bool) -> TileRoute {
        TileRoute(
            video.format, width: video.width, colorimetry: video.colorimetry, model: .native, needsAlpha: needsAlpha,
            kernels: kernels)
    }

    /// The cells whose means the law samples; nil: it samples the frame, if anything.
    final var grid: CellGrid? { work?.grid }

    /// What a law that reads the last frame has kept of it.
    final var history: History? { work?.history }

    /// Whether the colours of a law are limited to those of R'G'B' as they are stored; else they may be any of Y'CbCr.
    final func limits(_ graph: Graph) throws -> Bool {
        guard let target else { return true }
        return try Self.explained { try Program(graph, target.asRows).isLimited }
    }

    /// Says what is wrong with a law that has no program.
    private static func explained<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as LoweringError {
            throw EffectError("The law of this filter can't be computed: \(error).")
        }
    }

    /// Takes another law, which has numbers in so many slots; then comes `update`. Where it throws, frames stay as they are. If the law
    /// reads the last frame, `history` is what it had before.
    final func lower(_ graph: Graph, slotCount: Int, history old: History? = nil) throws {
        (work, route, window, presentWindow) = (nil, .none, nil, nil)
        guard let video, let target else { return }
        let layout = video.format.layout
        // For what it reads besides the pixel, the machine has rows alone.
        let needsRows = graph.looksElsewhere || graph.remembers
        try Self.explained {
            var program = try Program(graph, needsRows ? target.asRows : target, meanSlot: slotCount)
            if target.samples != .rows, program.looksAtNeighboursAlone {
                program = try Program(around: graph, target, meanSlot: slotCount)
            }
            let pairs =
                needsRows || program.readsSecond || !program.isLimited ? nil : PairRoute(video, kernels: kernels)
            if pairs != nil { program = try Program(graph, .limitedRows, meanSlot: slotCount) }
            let tables = graph.looksUp ? try FrameTables(count: slotCount) : nil
            let means = try graph.means.compactMap(\.a).map {
                try FrameMean(Num($0), target, video, tables, kernels: kernels)
            }
            let samplesAlpha = program.samples && target.hasAlpha
            let hasAlpha = needsRows && (program.usesAlpha || samplesAlpha)
            let tiles =
                pairs == nil && (needsRows || program.target.samples == .rows)
                ? tileRoute(video, needsAlpha: hasAlpha) : nil
            func state(_ program: Program, pairedWidth: Int? = nil) throws -> FrameState {
                try FrameState(
                    program, width: video.width, height: video.height, pairedWidth: pairedWidth, tables: tables,
                    sampledBytes: samplesAlpha ? nil : tiles?.bytesScale, kernels: kernels.machine)
            }
            guard program.reach.columns <= RowWindow.reach else {
                throw EffectError("A filter looks further than \(RowWindow.reach) columns.")
            }
            let copy = program.reach == .zero && program.window == nil ? nil : try FrameCopy(video)
            window =
                program.window == nil ? nil : try copy.flatMap { try CodeWindow(graph, video, $0, kernels: kernels) }
            work = ProgramWork(
                program: program,
                linear: means.isEmpty
                    ? try LinearMap(
                        graph, model: layout.model, colorimetry: video.colorimetry, hasAlpha: target.hasAlpha) : nil,
                bytes: means.isEmpty ? try ByteRoute(graph, layout, video.colorimetry, tables, kernels: kernels) : nil,
                state: try state(program, pairedWidth: pairs == nil ? nil : PairRoute.tileWidth),
                fields: try program.fields.map { try state($0) },
                pairs: pairs,
                tiles: tiles,
                copy: copy,
                weights: try program.window.map { try WindowWeights($0.window) },
                history: !program.remembers
                    ? nil : old?.hasAlpha == hasAlpha ? old : try History(video, hasAlpha: hasAlpha),
                slots: try Scratch(byteCount: MemoryLayout<Double>.stride * (slotCount + means.count)),
                slotCount: slotCount, tables: tables, means: means, lookTiles: tileRoute(video, needsAlpha: false))
        }
    }

    /// Takes other numbers and tables, which `fill` puts into their slots.
    final func update(_ fill: (UnsafeMutableBufferPointer<Double>, FrameTables?) throws -> Void) throws {
        guard let video, let work else { return }
        try fill(work.numbers, work.tables)
        let uniforms = UnsafeBufferPointer(work.numbers)
        let layout = video.format.layout
        for mean in work.means { mean.update(uniforms) }
        work.linear?.update(uniforms: uniforms)
        if let of = work.program.window {
            work.weights?.update(size: of.size(uniforms))
            window?.update(size: of.size(uniforms))
            presentWindow = window.flatMap { $0.isFine ? $0 : nil }
        }
        if let grid = work.program.cells?.grid(uniforms, width: video.width, height: video.height) {
            try work.state.sampled?.resize(width: grid.columns, height: grid.rows)
            work.grid = grid
        }
        if work.needsRows {
            for field in work.fields { field.update(uniforms: uniforms) }
            work.state.update(uniforms: uniforms)
            let isAround = work.program.target.samples != .rows
            route = work.tiles.map { isAround ? .around($0) : .rows($0) } ?? .none
        } else if let bytes = work.bytes,
            bytes.update(work.linear, uniforms: uniforms, programCost: work.program.cost)
        {
            route = .bytes(bytes)
        } else if layout.model == .ycbcr, layout.sampleBytes == 1, let linear = work.linear,
            let map = YCbCrAffine8(linear, colorimetry: video.colorimetry)
        {
            route = .ycbcr(YCbCrRoute(layout, kernels: kernels), map)
        } else {
            work.state.update(uniforms: uniforms)
            route = work.pairs.map { .pairs($0) } ?? work.tiles.map { .rows($0) } ?? .pixels
        }
    }

    public final override var pixelCost: Double {
        if let presentWindow { return bytesPerPixel * presentWindow.byteCost }
        let cost = work?.program.cost ?? 0
        switch route {
        case .none, .ycbcr: return bytesPerPixel
        case .bytes(let route): return bytesPerPixel * route.byteCost
        case .pixels, .around: return bytesPerPixel + cost
        case .pairs: return 3 * bytesPerPixel + cost
        case .rows:
            // Each component is added up in its row and in its column.
            let sums = work?.weights.map { 3 * Double(2 * $0.reach + 1) * 2 } ?? 0
            return (work?.copy == nil ? 5 : 6) * bytesPerPixel + cost + sums
        }
    }

    public final override var rowsAround: Int {
        // It has chunks of its own.
        if presentWindow != nil { return 0 }
        return max(work?.program.reach.rows ?? 0, work?.weights?.reach ?? 0)
    }

    public final override var scratchBytes: Int {
        if let presentWindow { return presentWindow.scratchBytes }
        let lookBytes = work.map { $0.means.isEmpty ? 0 : $0.lookTiles.scratchBytes } ?? 0
        switch route {
        case .none, .bytes, .pixels: return lookBytes
        case .ycbcr: return PlanarAccess.scratchBytes
        case .pairs: return max(lookBytes, PairRoute.scratchBytes)
        case .around(let route): return max(lookBytes, route.scratchBytes)
        // For the frame, and for its copy or a second one.
        case .rows(let route):
            let readsOther = work?.copy != nil || work?.program.readsSecond == true
            return max(lookBytes, (readsOther ? 2 : 1) * route.scratchBytes)
        }
    }

    /// Renders a frame; before `update` it stays as it is. `changeCells` works on the means of cells before the law samples them.
    final func renderProgram(
        _ frame: Frame, bands: BandExecutor,
        _ changeCells: (SampledFrame) throws -> Void = { _ in }
    ) throws {
        try check(frame)
        presentWindow = window.flatMap { $0.canRender(frame) ? $0 : nil }
        if let presentWindow {
            let count = presentWindow.cut(frame, threads: threadCount(bands))
            if presentWindow.takesCopy { try renderBands(frame, pass: Pass.copy, count: count, bands: bands) }
            return try renderBands(frame, pass: Pass.all, count: count, bands: bands)
        }
        if case .none = route { return }
        try makeThreads(threadCount(bands))
        if let work, !work.means.isEmpty {
            try renderBands(frame, pass: Pass.look, bands: bands)
            for (index, mean) in work.means.enumerated() { work.numbers[work.slotCount + index] = mean.value }
            work.state.update(uniforms: UnsafeBufferPointer(work.numbers))
        }
        if let work, work.looksElsewhere {
            if let grid = work.grid, let sampled = work.state.sampled {
                try renderBands(frame, pass: Pass.cells, count: grid.rows, bands: bands)
                try changeCells(sampled)
            }
            let needsCopy = work.copy != nil && (work.copiesAll(frame) || threadCount(bands) > 1)
            if work.samplesFrame || needsCopy { try renderBands(frame, pass: Pass.copy, bands: bands) }
        }
        try renderBands(frame, pass: Pass.all, bands: bands)
        work?.history?.isFilled = true
    }

    /// Whether the machine reads and writes pixels of the frame itself, so that a law of two frames may have a first one elsewhere.
    final var readsPixels: Bool { if case .pixels = route { true } else { false } }

    /// Takes what `renderBand` of a law of two frames reads on so many threads, until `end`.
    final func begin(first: Frame?, second: Frame, threads: Int) throws {
        try makeThreads(threads)
        (self.first, self.second) = (first, second)
    }

    /// Lets go of frames.
    final func end() { (first, second) = (nil, nil) }

    /// Forgets earlier frames.
    final func forgetHistory() { work?.history?.isFilled = false }

    private func makeThreads(_ count: Int) throws {
        guard let video, let program = work?.program else { return }
        while let work, work.threads.count < count {
            let thread = try RowThread(
                program, video, tiles: work.tiles, looksAround: work.copy != nil, fields: work.fields,
                weights: work.weights, kernels: kernels)
            work.threads.append(thread)
        }
        for thread in work?.threads ?? [] { try thread.window?.fit() }
        for mean in work?.means ?? [] { try mean.makeThreads(count) }
    }

    public final override func renderBand(_ frame: Frame, units: Range<Int>, pass: Int, on thread: BandThread) {
        if let presentWindow {
            for chunk in units {
                if pass == Pass.copy {
                    presentWindow.copy(frame, chunk: chunk)
                } else {
                    presentWindow.render(frame, chunk: chunk, scratch: thread.scratch)
                }
            }
            return
        }
        guard let work else { return }
        if pass == Pass.copy {
            work.takeCopy(frame, units: units)
            if work.samplesFrame, let sampled = work.state.sampled, let tiles = work.tiles {
                tiles.copy(
                    frame, units: units, to: sampled, rows: work.state.sampledRows, scratch: thread.scratch)
            }
            return
        }
        if pass == Pass.cells {
            if let grid = work.grid, let sampled = work.state.sampled, let tiles = work.tiles {
                tiles.means(frame, of: grid, rows: units, to: sampled, scratch: thread.scratch)
            }
            return
        }
        if pass == Pass.look {
            look(frame, units, work, thread)
            return
        }
        let state = work.state
        switch route {
        case .none:
            break
        case .bytes(let route):
            route.render(frame, rows: units)
        case .ycbcr(let route, let map):
            route.render(frame, units: units, map: map, scratch: thread.scratch)
        case .pixels:
            let (own, plane) = (work.threads[thread.index].state, frame.plane(0))
            func rows(_ frame: Frame?) -> PixelRows {
                let plane = frame?.plane(0) ?? plane
                return PixelRows(base: plane.base, stride: plane.stride)
            }
            own.begin(state)
            own.render(
                state, rows: units, image0: rows(first), image1: rows(second),
                destination: MutablePixelRows(base: plane.base, stride: plane.stride))
        case .pairs(let route):
            let own = work.threads[thread.index].state
            own.begin(state)
            route.map(frame, units: units, scratch: thread.scratch) { rows, span in
                own.run(state, rows, row: span.row, column: span.column, count: span.count, slot: 0)
            }
        case .rows(let route):
            renderRows(frame, units, route, work, thread)
        case .around:
            let own = work.threads[thread.index]
            own.state.begin(state)
            own.begin(frame, units: units, copy: work.copy?.frame(frame), second: nil)
            for row in units { own.render(frame, row: row, state, scratch: thread.scratch) }
        }
    }

    private func renderRows(
        _ frame: Frame, _ units: Range<Int>, _ route: TileRoute, _ work: ProgramWork, _ thread: BandThread
    ) {
        let (state, own) = (work.state, work.threads[thread.index])
        let copy = work.copy?.frame(frame)
        let copyScratch = thread.scratch + route.scratchBytes
        own.state.begin(state)
        own.begin(frame, units: work.copiesAll(frame) ? 0..<0 : units, copy: copy, second: second)
        if let repeated = work.repeatedRows {
            return repeated.render(frame, units: units, own.state, state) { units in
                route.map(
                    frame, units: units, columns: 0..<frame.width, reads: false, scratch: thread.scratch
                ) { rows, span, slot in
                    own.state.run(state, row: span.row, column: span.column, count: span.count, slot: slot) {
                        rows[$1.component]
                    }
                }
            }
        }
        // A first frame remembers itself.
        let reads = copy == nil && (work.program.readsColors || work.program.remembers)
        var x = 0
        while x < frame.width {
            // A window has rows of some columns at a time, so that they stay in the cache.
            let columns = x..<min(frame.width, own.window == nil ? frame.width : x + TileRoute.tileWidth)
            if let copy { own.window?.begin(copy, columns: columns) }
            route.map(frame, units: units, columns: columns, reads: reads, scratch: thread.scratch) {
                rows, span, slot in
                let made = own.state.run(
                    state, row: span.row, column: span.column, count: span.count, slot: slot
                ) { index, input in
                    if input.isRemembered, let history = work.history, history.isFilled {
                        return history.row(input.component, of: span.row, column: span.column)
                    }
                    return own.row(index, input, span, slot, scratch: copyScratch) ?? rows[input.component]
                }
                work.history?.store(ComponentRows(made.colors, alpha: made.alpha ?? rows.alpha), span)
                return made
            }
            x = columns.upperBound
        }
    }

    private func look(_ frame: Frame, _ units: Range<Int>, _ work: ProgramWork, _ thread: BandThread) {
        for mean in work.means { mean.begin(thread: thread.index) }
        for row in frame.lumaRows(ofUnits: units) {
            work.lookTiles.read(frame, row: row, columns: 0..<frame.width, scratch: thread.scratch) { rows, span in
                for mean in work.means { mean.look(rows, span, thread: thread.index) }
            }
        }
    }
}
