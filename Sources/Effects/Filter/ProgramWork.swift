// SPDX-License-Identifier: MIT
internal import Engine
internal import Expressions
internal import KernelTypes
internal import PixelCore

/// What a law finds in its slots: its settings, and then the means that it takes.
final class ProgramNumbers {
    private let memory: Scratch
    private let slotCount: Int
    private let meanCount: Int

    init(slotCount: Int, meanCount: Int) throws {
        (self.slotCount, self.meanCount) = (slotCount, meanCount)
        memory = try Scratch(byteCount: MemoryLayout<Double>.stride * (slotCount + meanCount))
    }

    var all: UnsafeMutableBufferPointer<Double> {
        UnsafeMutableBufferPointer(
            start: memory.values(as: Double.self), count: slotCount + meanCount)
    }

    var meanSlots: Range<Int> { slotCount..<slotCount + meanCount }
}

/// What a law takes: all of it is of one law. Shared, as a copy of it would take longer than a small frame.
final class ProgramWork {
    let program: Program
    let numbers: ProgramNumbers
    /// Nil: the law has none.
    let tables: FrameTables?
    let state: FrameState
    /// Of what the law looks at of its neighbours, where that is computed.
    let fields: [FrameState]

    // Ways to make pixels, of which each is there where the law and the format allow it.
    let linear: LinearMap?
    let bytes: ByteRoute?
    let ycbcr: YCbCrRoute?
    /// Where the program is of R'G'B', whatever the frame has.
    let pairs: PairRoute?
    /// Nil: the machine reads and writes pixels itself.
    let tiles: TileRoute?
    /// Where rows that are the same as others are copied.
    let repeatedRows: RepeatedRows?

    /// What is done before pixels are made, in order.
    let passes: [any ProgramPass]
    /// That of them that copies neighbours.
    let neighbours: NeighbourPass?
    /// That of them that takes means of cells.
    let cells: CellPass?
    /// What reads the copy, or a second frame.
    let reader: TileReader?
    /// What reads a first frame that is of another format than the one that is made.
    let firstReader: TileReader?
    /// Where the law is what a window makes and nothing else.
    let window: CodeWindow?
    /// Where it looks through a window.
    let weights: WindowWeights?
    /// Where it reads the last frame.
    let history: History?
    /// What makes what it keeps for the next, where that is not what it makes.
    let memory: FrameState?
    /// For one thread: of all passes, and of pixels.
    let scratchBytes: Int
    var threads: [RowThread] = []

    /// Lowers a law that has numbers in so many slots. `images` are as of `ProgramEffect.prepare`, and `history` is what it had before.
    init(
        _ graph: Graph, slotCount: Int, _ video: VideoInfo, _ images: (first: VideoInfo?, second: VideoInfo?),
        _ target: ProgramTarget, history old: History?, kernels: any KernelSet.Type
    ) throws {
        let layout = video.format.layout
        // For what it reads besides the pixel, the machine has rows alone.
        let needsRows = graph.looksElsewhere || graph.remembers
        var program = try Program(graph, needsRows ? target.asRows : target, meanSlot: slotCount)
        if target.samples != .rows, program.looksAtNeighboursAlone {
            // What it mentions and does not read, as a factor is 0, may not be there; then rows do.
            program = (try? Program(around: graph, target, meanSlot: slotCount)) ?? program
        }
        guard program.reach.columns <= RowWindow.reach else {
            throw EffectError("A filter looks further than \(RowWindow.reach) columns.")
        }
        var plan = ScratchPlan()
        pairs =
            needsRows || program.readsSecond || !program.isLimited || images.first != nil
            ? nil : PairRoute(video, in: &plan, kernels: kernels)
        if pairs != nil { program = try Program(graph, .limitedRows, meanSlot: slotCount) }
        let tables = graph.looksUp ? try FrameTables(count: slotCount) : nil
        let means = try graph.means.compactMap(\.a).map {
            try FrameStatistic([Measurement(mean: Num($0))], target, video, tables, kernels: kernels)
        }
        guard !means.contains(where: \.readsAlpha) else {
            throw EffectError("A filter takes the mean of more than colours.")
        }
        (self.program, self.tables) = (program, tables)
        numbers = try ProgramNumbers(slotCount: slotCount, meanCount: means.count)

        let samplesAlpha = program.samples && target.hasAlpha
        let hasAlpha = (needsRows || images.first != nil) && (program.usesAlpha || samplesAlpha)
        let readsCopy = program.reach != .zero || program.window != nil
        tiles =
            pairs == nil && program.target.samples == .rows
            ? TileRoute(
                video.format, width: video.width, colorimetry: video.colorimetry, model: .native,
                needsAlpha: hasAlpha, in: &plan, kernels: kernels) : nil
        reader =
            readsCopy || tiles != nil && program.readsSecond
            ? TileReader(
                images.second ?? video, needsAlpha: images.second != nil || hasAlpha, in: &plan, kernels: kernels) : nil
        firstReader = images.first.map { TileReader($0, needsAlpha: hasAlpha, in: &plan, kernels: kernels) }
        // Codes of two formats mean two things.
        let areAlike = images.first == nil && (images.second == nil || !graph.samplesSecond)
        let state = try FrameState(
            program, width: video.width, height: video.height,
            pairedWidth: pairs == nil ? nil : PairRoute.tileWidth, tables: tables,
            sampledBytes: areAlike
                ? tiles?.reader.format.sampledScale(hasAlpha: samplesAlpha, isWeighted: program.samplesAreWeighted)
                : nil,
            kernels: kernels.machine)
        self.state = state
        fields = try program.fields.map {
            try FrameState($0, width: video.width, height: video.height, tables: tables, kernels: kernels.machine)
        }
        let isAlone = means.isEmpty && images.first == nil && (images.second == nil || !program.readsSecond)
        linear =
            isAlone
            ? try LinearMap(
                graph, model: layout.model, colorimetry: video.colorimetry, hasAlpha: target.hasAlpha) : nil
        bytes = isAlone ? try ByteRoute(graph, layout, video.colorimetry, tables, kernels: kernels) : nil
        ycbcr =
            linear != nil && layout.model == .ycbcr && layout.sampleBytes == 1
            ? YCbCrRoute(layout, in: &plan, kernels: kernels) : nil
        weights = try program.window.map { try WindowWeights($0.window, isAlone: graph.isOfSquares) }
        history =
            !program.remembers ? nil : old?.hasAlpha == hasAlpha ? old : try History(video, hasAlpha: hasAlpha)
        memory = try graph.memory.map {
            let program = try Program(Graph($0), target.asRows, meanSlot: slotCount)
            guard needsRows, program.reach == .zero, program.window == nil, !program.samples, !program.readsAlpha else {
                throw EffectError("A filter keeps more than colours of single pixels.")
            }
            return try FrameState(
                program, width: video.width, height: video.height, tables: tables, kernels: kernels.machine)
        }
        repeatedRows = tiles.flatMap { RepeatedRows($0.reader.format, program, width: video.width) }

        var passes: [any ProgramPass] = []
        if !means.isEmpty {
            passes.append(MeanPass(means, video, numbers: numbers, state: state, kernels: kernels))
        }
        cells = program.cells.flatMap { cells in
            state.sampled.map { CellPass(cells, video, to: $0, hasAlpha: hasAlpha, kernels: kernels) }
        }
        if let cells { passes.append(cells) }
        let copy = readsCopy ? try FrameCopy(video) : nil
        window = weights == nil ? nil : try copy.flatMap { try CodeWindow(graph, video, $0, kernels: kernels) }
        neighbours = copy.map { [weights] in NeighbourPass($0, rowReach: weights == nil ? program.reach.rows : nil) }
        if let neighbours { passes.append(neighbours) }
        if cells == nil, let sampled = state.sampled {
            let first = images.first ?? video
            passes.append(SamplePass(state, first, to: sampled, hasAlpha: hasAlpha, kernels: kernels))
            if graph.samplesSecond {
                let second = images.second ?? video
                passes.append(
                    SamplePass(
                        state, second, to: sampled, image: 1, hasAlpha: areAlike ? hasAlpha : second.hasAlpha,
                        kernels: kernels))
            }
        }
        self.passes = passes
        scratchBytes = passes.reduce(plan.byteCount) { max($0, $1.scratchBytes) }
    }

    /// Whether a first frame is read in place of the one that is made.
    var readsFirst: Bool { firstReader != nil }

    /// Whether the law reads more than the pixels that it makes.
    var needsRows: Bool { neighbours != nil || state.sampled != nil || history != nil }

    /// Takes the numbers that are in its slots.
    func update() throws {
        let uniforms = UnsafeBufferPointer(numbers.all)
        for pass in passes { try pass.update(uniforms) }
        memory?.update(uniforms: uniforms)
        linear?.update(uniforms: uniforms)
        if let of = program.window {
            weights?.update(size: of.size(uniforms))
            window?.update(size: of.size(uniforms))
        }
    }

    /// Takes them for the machine, which not every route needs.
    func updateStates() {
        let uniforms = UnsafeBufferPointer(numbers.all)
        for field in fields { field.update(uniforms: uniforms) }
        state.update(uniforms: uniforms)
    }

    /// Sees that so many threads have what they need.
    func makeThreads(_ count: Int, _ video: VideoInfo, kernels: any KernelSet.Type) throws {
        while threads.count < count {
            threads.append(
                try RowThread(
                    program, video, memory: memory?.program, reader: reader, firstReader: firstReader,
                    looksAround: neighbours != nil, fields: fields, weights: weights, kernels: kernels))
        }
        for thread in threads { try thread.window?.fit() }
        for pass in passes { try pass.makeThreads(count) }
    }
}
