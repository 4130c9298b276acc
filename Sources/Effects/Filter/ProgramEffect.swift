// SPDX-License-Identifier: MIT
internal import Engine
internal import Expressions
internal import KernelTypes
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
        case around
    }

    /// The pass that makes pixels; those of `ProgramWork` count from 1 on.
    private static let lastPass = 0
    /// The pass before it of what a window alone makes.
    private static let windowCopy = 1

    private var target: ProgramTarget?
    /// What frames are like that a law of two reads; nil: as the one that it makes.
    private var images: (first: VideoInfo?, second: VideoInfo?)
    private var work: ProgramWork?
    private var route = Route.none
    /// What renders the frame at hand; nil: its route does. A frame takes so little time where it is small that nothing else is asked.
    private var presentWindow: CodeWindow?
    /// The slots that have the time of the frame.
    private var timeSlots: [Int] = []
    /// Of the frame that is being rendered: what a law of two reads besides, and what it reads in place of that frame, if anything.
    private var (second, first): (Frame?, Frame?) = (nil, nil)

    /// Takes the format of the frames; then comes `lower`. `second` says that of a second frame: nil, as the others, or the same pixels
    /// with alpha. With `first`, a first and a second frame are of any format, and the law reads them as they are. `isOfTwo`: there are both.
    final func prepare(
        _ video: VideoInfo, first: VideoInfo? = nil, second: VideoInfo? = nil, isOfTwo: Bool = false
    ) throws {
        (target, work, route, presentWindow, images) = (nil, nil, .none, nil, (first, second))
        try begin(video)
        let layout = video.format.layout
        let order =
            layout.sampleBytes == 1 && layout.first.step == 4 && first == nil
            ? PixelOrder(offsets: (layout.first.offset, layout.second.offset, layout.third.offset)) : nil
        func image(_ info: VideoInfo?, hasAlpha: Bool) -> ProgramImage? {
            info.map {
                ProgramImage(
                    model: $0.format.layout.model, colorimetry: $0.colorimetry, hasAlpha: hasAlpha && $0.hasAlpha)
            }
        }
        target = ProgramTarget(
            order.map { .pixels($0) } ?? .rows, model: layout.model, colorimetry: video.colorimetry,
            maximum: layout.maximum, hasAlpha: video.hasAlpha, first: image(first, hasAlpha: video.hasAlpha),
            second: image(second, hasAlpha: true), stack: isOfTwo ? FrameStack(frameHeight: video.height) : nil)
    }

    /// The cells whose means the law samples; nil: it samples the frame, if anything.
    final var grid: CellGrid? { work?.cells?.grid }

    /// What a law that reads the last frame has kept of it.
    final var history: History? { work?.history }

    /// Whether the colours of a law are limited to those of R'G'B' as they are stored; else they may be any of Y'CbCr.
    final func limits(_ graph: Graph) throws -> Bool {
        guard let target, !target.storingClamps else { return true }
        return try Self.explained { try Program(graph, target.asRows).isLimited }
    }

    /// What a law finds of colours that another has stored.
    final func found(_ color: Color<Num>, isLimited: Bool) -> Color<Num> {
        target?.found(color, isLimited: isLimited) ?? color
    }

    /// Says what is wrong with a law that has no program.
    private static func explained<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as LoweringError {
            throw EffectError("The law of this filter can't be computed: \(error).")
        }
    }

    /// Takes another law, which has numbers in so many slots, in some of them the time of the frame; then comes `update`. Where it throws,
    /// frames stay as they are. If the law reads the last frame, `history` is what it had before.
    final func lower(_ graph: Graph, slotCount: Int, timeSlots: [Int] = [], history old: History? = nil) throws {
        (work, route, presentWindow, self.timeSlots) = (nil, .none, nil, timeSlots)
        guard let video, let target else { return }
        var graph = graph
        if !target.hasAlpha { graph.alpha = nil }
        if graph.keepsColors, graph.alpha == nil, images.first == nil { return }
        func lowered() throws -> ProgramWork {
            try Self.explained {
                try ProgramWork(graph, slotCount: slotCount, video, images, target, history: old, kernels: kernels)
            }
        }
        work = graph.depth > Self.deepest ? try withLargeStack(lowered) : try lowered()
    }

    /// How many nodes may follow each other where the stack of the caller will do.
    private static var deepest: Int { 128 }

    /// Takes other numbers and tables, which `fill` puts into their slots.
    final func update(_ fill: (UnsafeMutableBufferPointer<Double>, FrameTables?) throws -> Void) throws {
        guard let video, let work else { return }
        try fill(work.numbers.all, work.tables)
        try follow(work, video)
    }

    /// Takes the numbers that are in the slots.
    private func follow(_ work: ProgramWork, _ video: VideoInfo) throws {
        try work.update()
        presentWindow = work.window.flatMap { $0.isFine ? $0 : nil }
        route = findRoute(work, video.colorimetry)
    }

    /// Takes the time of a frame, where the law has it.
    final func takeTime(_ frame: Frame) throws {
        guard !timeSlots.isEmpty, let video, let work else { return }
        let seconds = Double(frame.unclippedTime ?? 0) / 1_000_000_000
        for slot in timeSlots { work.numbers.all[slot] = seconds }
        switch route {
        case .pixels, .pairs, .rows, .around:
            // Whatever the numbers are, and without a new route, which would be made on the heap.
            try work.update()
            work.updateStates()
        case .none, .bytes, .ycbcr: try follow(work, video)
        }
    }

    /// Finds the shortest way for the present numbers, and brings what it needs up to them.
    private func findRoute(_ work: ProgramWork, _ colorimetry: Colorimetry) -> Route {
        let uniforms = UnsafeBufferPointer(work.numbers.all)
        if !work.needsRows {
            if let bytes = work.bytes, bytes.update(work.linear, uniforms: uniforms, programCost: work.program.cost) {
                return .bytes(bytes)
            }
            if let ycbcr = work.ycbcr, let linear = work.linear,
                let map = YCbCrAffine8(linear, colorimetry: colorimetry)
            {
                return .ycbcr(ycbcr, map)
            }
        }
        work.updateStates()
        if let pairs = work.pairs { return .pairs(pairs) }
        if let tiles = work.tiles { return .rows(tiles) }
        return work.needsRows ? .around : .pixels
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
            return (work?.neighbours == nil ? 5 : 6) * bytesPerPixel + cost + sums
        }
    }

    public final override var rowsAround: Int {
        // It has chunks of its own.
        if presentWindow != nil { return 0 }
        return max(work?.program.reach.rows ?? 0, work?.weights?.reach ?? 0)
    }

    public final override var scratchBytes: Int { presentWindow?.scratchBytes ?? work?.scratchBytes ?? 0 }

    /// Renders a frame; before `update` it stays as it is. `changeCells` works on the means of cells before the law samples them.
    final func renderProgram(
        _ frame: Frame, bands: BandExecutor,
        _ changeCells: (SampledFrame) throws -> Void = { _ in }
    ) throws {
        try check(frame)
        try takeTime(frame)
        presentWindow = work?.window.flatMap { $0.canRender(frame) ? $0 : nil }
        if let presentWindow {
            let count = presentWindow.cut(frame, threads: threadCount(bands))
            if presentWindow.takesCopy { try renderBands(frame, pass: Self.windowCopy, count: count, bands: bands) }
            return try renderBands(frame, pass: Self.lastPass, count: count, bands: bands)
        }
        guard let video, let work else { return }
        if case .none = route { return }
        if frame.isDiscontinuous { forgetHistory() }
        try work.makeThreads(threadCount(bands), video, kernels: kernels)
        try renderPasses(frame, bands: bands, changeCells)
        try renderBands(frame, pass: Self.lastPass, bands: bands)
        work.history?.isFilled = true
    }

    /// Does what comes before pixels are made, of a frame or, between `begin` and `end`, of those that a law of two reads.
    final func renderPasses(
        _ frame: Frame, bands: BandExecutor, _ changeCells: (SampledFrame) throws -> Void = { _ in }
    ) throws {
        guard let work else { return }
        for (index, pass) in work.passes.enumerated() {
            guard let read = pass.image == 1 ? second : first ?? frame,
                pass.isNeeded(read, threads: threadCount(bands))
            else { continue }
            try renderBands(read, pass: index + 1, count: pass.unitCount, bands: bands)
            pass.finish()
            if let cells = work.cells, pass === cells { try changeCells(cells.sampled) }
        }
    }

    /// Whether the machine reads and writes pixels of the frame itself, so that a law of two frames may have a first one elsewhere.
    final var readsPixels: Bool { if case .pixels = route { true } else { false } }

    /// Takes what `renderBand` of a law of two frames reads on so many threads, until `end`.
    final func begin(first: Frame?, second: Frame?, threads: Int) throws {
        guard let video else { return }
        try work?.makeThreads(threads, video, kernels: kernels)
        (self.first, self.second) = (first, second)
    }

    /// Lets go of frames.
    final func end() { (first, second) = (nil, nil) }

    /// Forgets earlier frames.
    final func forgetHistory() { work?.history?.isFilled = false }

    public final override func renderBand(_ frame: Frame, units: Range<Int>, pass: Int, on thread: BandThread) {
        if let presentWindow {
            for chunk in units {
                if pass == Self.windowCopy {
                    presentWindow.copy(frame, chunk: chunk)
                } else {
                    presentWindow.render(frame, chunk: chunk, scratch: thread.scratch)
                }
            }
            return
        }
        guard let work else { return }
        guard pass == Self.lastPass else { return work.passes[pass - 1].render(frame, units: units, on: thread) }
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
            own.begin(frame, units: units, copy: work.neighbours?.frame(frame))
            for row in units { own.render(frame, row: row, state, scratch: thread.scratch) }
        }
    }

    private func renderRows(
        _ frame: Frame, _ units: Range<Int>, _ route: TileRoute, _ work: ProgramWork, _ thread: BandThread
    ) {
        let (state, own) = (work.state, work.threads[thread.index])
        let copy = work.neighbours?.frame(frame)
        own.state.begin(state)
        if let memory = work.memory { own.memory?.begin(memory) }
        own.begin(
            frame, units: work.neighbours?.copiesAll(frame) == true ? 0..<0 : units, copy: copy, first: first,
            second: second)
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
        let reads = copy == nil && !work.readsFirst && (work.program.readsColors || work.program.remembers)
        if work.readsFirst { frame.setUnusedBytes(rows: units) }
        var x = 0
        while x < frame.width {
            // A window has rows of some columns at a time, so that they stay in the cache.
            let columns = x..<min(frame.width, own.window == nil ? frame.width : x + TileReader.tileWidth)
            if let copy { own.window?.begin(copy, columns: columns) }
            route.map(frame, units: units, columns: columns, reads: reads, scratch: thread.scratch) {
                rows, span, slot in
                if let memory = work.memory { keep(memory, work, own, rows, span, slot) }
                let made = own.state.run(
                    state, row: span.row, column: span.column, count: span.count, slot: slot
                ) { index, input in
                    if input.isRemembered, let history = work.history, history.isFilled || work.memory != nil {
                        return history.row(input.component, of: span.row, column: span.column)
                    }
                    return own.row(index, input, span, slot, scratch: thread.scratch) ?? rows[input.component]
                }
                if work.memory == nil {
                    work.history?.store(ComponentRows(made.colors, alpha: made.alpha ?? rows.alpha), span)
                }
                return made
            }
            x = columns.upperBound
        }
    }

    /// Makes what is kept of some pixels for the next frame, of them and of what was kept of the last.
    private func keep(
        _ memory: FrameState, _ work: ProgramWork, _ own: RowThread, _ rows: ComponentRows, _ span: TileSpan,
        _ slot: Int
    ) {
        guard let history = work.history, let thread = own.memory else { return }
        let made = thread.run(memory, row: span.row, column: span.column, count: span.count, slot: slot) { _, input in
            input.isRemembered && history.isFilled
                ? history.row(input.component, of: span.row, column: span.column) : rows[input.component]
        }
        history.store(ComponentRows(made.colors, alpha: rows.alpha), span)
    }
}
