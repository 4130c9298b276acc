// SPDX-License-Identifier: MIT
internal import Engine
internal import Expressions
internal import KernelTypes
internal import PixelCore

/// A pass over a frame before its pixels are made: for what a law reads besides a pixel, or takes of the frame as a whole.
protocol ProgramPass: AnyObject {
    /// For one thread.
    var scratchBytes: Int { get }
    /// What it makes, where these are no units of the frame.
    var unitCount: Int? { get }
    /// Which frame of a law of two it takes.
    var image: Int { get }
    /// Whether a frame needs it.
    func isNeeded(_ frame: Frame, threads: Int) -> Bool
    /// Takes other numbers of the law.
    func update(_ uniforms: UnsafeBufferPointer<Double>) throws
    /// Sees that so many threads have what they need.
    func makeThreads(_ count: Int) throws
    func render(_ frame: Frame, units: Range<Int>, on thread: BandThread)
    /// Takes what was made, when all is.
    func finish()
}

extension ProgramPass {
    var unitCount: Int? { nil }
    var image: Int { 0 }
    func isNeeded(_ frame: Frame, threads: Int) -> Bool { true }
    func update(_ uniforms: UnsafeBufferPointer<Double>) throws {}
    func makeThreads(_ count: Int) throws {}
    func finish() {}
}

/// Finds the means that a law takes, for the slots after its settings.
final class MeanPass: ProgramPass {
    private let means: [FrameStatistic]
    private let numbers: ProgramNumbers
    private let state: FrameState
    private let reader: TileReader
    let scratchBytes: Int

    /// Means that `numbers` have slots for, and what takes these.
    init(
        _ means: [FrameStatistic], _ video: VideoInfo, numbers: ProgramNumbers, state: FrameState,
        kernels: any KernelSet.Type
    ) {
        (self.means, self.numbers, self.state) = (means, numbers, state)
        var plan = ScratchPlan()
        reader = TileReader(video, in: &plan, kernels: kernels)
        scratchBytes = plan.byteCount
    }

    func update(_ uniforms: UnsafeBufferPointer<Double>) {
        for mean in means { mean.update(uniforms) }
    }

    func makeThreads(_ count: Int) throws {
        for mean in means { try mean.makeThreads(count) }
    }

    func render(_ frame: Frame, units: Range<Int>, on thread: BandThread) {
        for mean in means { mean.begin(thread: thread.index) }
        for row in frame.lumaRows(ofUnits: units) {
            reader.read(frame, row: row, columns: 0..<frame.width, scratch: thread.scratch) { rows, span in
                let pixels = ComponentRows(rows)
                for mean in means { mean.take(pixels, last: pixels, span, thread: thread.index) }
            }
        }
    }

    func finish() {
        for (mean, slot) in zip(means, numbers.meanSlots) { numbers.all[slot] = mean.value(0) }
        state.update(uniforms: UnsafeBufferPointer(numbers.all))
    }
}

/// Takes the means of cells, which a law samples in place of the frame.
final class CellPass: ProgramPass {
    let sampled: SampledFrame
    private(set) var grid: CellGrid
    private let cells: ProgramCells
    private let reader: TileReader
    private let (width, height): (Int, Int)
    let scratchBytes: Int

    init(
        _ cells: ProgramCells, _ video: VideoInfo, to sampled: SampledFrame, hasAlpha: Bool, kernels: any KernelSet.Type
    ) {
        (self.cells, self.sampled, width, height) = (cells, sampled, video.width, video.height)
        grid = CellGrid(size: 1, isMiddle: false, width: 1, height: 1)
        var plan = ScratchPlan()
        reader = TileReader(video, needsAlpha: hasAlpha, in: &plan, kernels: kernels)
        scratchBytes = plan.byteCount
    }

    var unitCount: Int? { grid.rows }

    func update(_ uniforms: UnsafeBufferPointer<Double>) throws {
        let grid = cells.grid(uniforms, width: width, height: height)
        try sampled.resize(width: grid.columns, height: grid.rows)
        self.grid = grid
    }

    func render(_ frame: Frame, units: Range<Int>, on thread: BandThread) {
        reader.means(frame, of: grid, rows: units, to: sampled, scratch: thread.scratch)
    }
}

/// Copies a frame that a law samples, as it takes pixels.
final class SamplePass: ProgramPass {
    private let state: FrameState
    private let sampled: SampledFrame
    private let reader: TileReader
    let image: Int
    let scratchBytes: Int

    /// `image` is which of two frames it is.
    init(
        _ state: FrameState, _ video: VideoInfo, to sampled: SampledFrame, image: Int = 0, hasAlpha: Bool,
        kernels: any KernelSet.Type
    ) {
        (self.state, self.sampled, self.image) = (state, sampled, image)
        var plan = ScratchPlan()
        reader = TileReader(video, needsAlpha: hasAlpha, in: &plan, kernels: kernels)
        scratchBytes = plan.byteCount
    }

    func render(_ frame: Frame, units: Range<Int>, on thread: BandThread) {
        reader.copy(
            frame, units: units, to: sampled, from: state.program.target.stack?.start(of: image) ?? 0,
            rows: state.sampledRows, scratch: thread.scratch)
    }

    func finish() {
        if let stack = state.program.target.stack { sampled.closeEdge(of: image, stack) }
    }
}

/// Copies what a law reads of neighbours or through a window and what may be replaced before.
final class NeighbourPass: ProgramPass {
    private let copy: FrameCopy
    /// Nil: all counts, as a window takes columns in strips.
    private let rowReach: Int?

    init(_ copy: FrameCopy, rowReach: Int?) { (self.copy, self.rowReach) = (copy, rowReach) }

    var scratchBytes: Int { 0 }

    /// The copy as a frame.
    func frame(_ frame: Frame) -> Frame { copy.frame(frame) }

    /// Whether neighbours are read from a copy of all of the frame: interlaced units that share chroma are no runs of rows.
    func copiesAll(_ frame: Frame) -> Bool {
        rowReach == nil || frame.interlaced && frame.layout.chromaShiftY > 0
    }

    func isNeeded(_ frame: Frame, threads: Int) -> Bool { threads > 1 || copiesAll(frame) }

    func render(_ frame: Frame, units: Range<Int>, on thread: BandThread) {
        // What a unit covers is a row or more.
        guard let rowReach, !copiesAll(frame), units.count > 2 * rowReach else {
            return copy.take(frame, units: units)
        }
        copy.take(frame, units: units.prefix(rowReach))
        copy.take(frame, units: units.suffix(rowReach))
    }
}
