// SPDX-License-Identifier: MIT
internal import Engine
internal import Expressions
internal import KernelTypes
internal import PixelCore

/// Makes numbers of every pixel of a frame, or of other such numbers, which laws look at in their turn.
final class NumberMap {
    let planes: NumberPlanes
    let program: Program
    /// The window that the next law sees them through; nil: it sees themselves.
    let weights: WindowWeights?
    private let seen: ProgramWindow?
    private let state: FrameState
    private let source: NumberMap?
    private let kernels: any KernelSet.Type
    private var threads: [(state: ThreadState, source: PlaneRows?)] = []
    /// Rows before they go through the window, between as many floats as it reaches.
    private let lines: ScratchRows<Float>

    /// `numbers` of what `source` made; nil: of the frame. `next` is what laws make of it.
    init(
        _ numbers: [Num], of source: NumberMap?, for next: [Num], _ target: ProgramTarget, _ video: VideoInfo,
        _ tables: FrameTables, in plan: inout ScratchPlan, kernels: any KernelSet.Type
    ) throws {
        (self.source, self.kernels) = (source, kernels)
        guard let first = numbers.first, let last = numbers.last, numbers.count <= 3 else {
            throw EffectError("A filter makes no numbers of pixels, or more than three.")
        }
        program = try Program(numbers: Color(first, numbers.count > 1 ? numbers[1] : last, last), target)
        guard source != nil || program.reach == .zero && program.window == nil,
            max(program.reach.columns, program.reach.rows) <= NumberPlanes.reach, !program.samples, !program.remembers
        else { throw EffectError("A filter measures what lies too far away.") }
        seen = try next.first.flatMap {
            try ProgramWindow(Graph(Color($0, next[next.count / 2], next[next.count - 1])))
        }
        weights = try seen.map { try WindowWeights($0.window, isAlone: false) }
        guard seen?.window.isSum != false else {
            throw EffectError("A filter measures through a window that is no sum.")
        }
        planes = try NumberPlanes(count: numbers.count, width: video.width, height: video.height)
        lines =
            weights == nil
            ? .none
            : plan.reserve(
                numbers.count, of: video.width + Window.maximumReach + 32, before: Window.maximumReach, as: Float.self)
        state = try FrameState(
            program, width: video.width, height: video.height, tables: tables, kernels: kernels.machine)
    }

    /// Takes other numbers.
    func update(_ uniforms: UnsafeBufferPointer<Double>) {
        state.update(uniforms: uniforms)
        if let seen { weights?.update(size: seen.size(uniforms)) }
    }

    /// Sees that so many threads have what they need.
    func makeThreads(_ count: Int) throws {
        while threads.count < count {
            threads.append(
                (try ThreadState(program, tileWidth: TileReader.tileWidth), try source?.makeRows()))
        }
    }

    /// What a thread has to see what was made.
    func makeRows() throws -> PlaneRows { try PlaneRows(planes, weights, kernels: kernels) }

    /// Starts a thread's part.
    func begin(thread: Int) {
        threads[thread].state.begin(state)
        threads[thread].source?.begin()
    }

    /// Makes a row of the one before.
    func makeRow(_ y: Int, thread: Int, scratch: ScratchMemory) {
        guard let source = threads[thread].source else { return }
        var x = 0
        while x < planes.width {
            let count = min(TileReader.tileWidth, planes.width - x)
            take(TileSpan(row: y, column: x, count: count), thread: thread, scratch: scratch) {
                source.row($0, of: y) + x
            }
            x += count
        }
        finishRow(y, scratch)
    }

    /// Makes pixels of a row, from left to right, of inputs that begin where `input` says.
    func take(_ span: TileSpan, thread: Int, scratch: ScratchMemory, input: (InputRow) -> Floats) {
        let made = threads[thread].state.run(
            state, row: span.row, column: span.column, count: span.count, slot: 0
        ) { input($1) }
        for plane in 0..<planes.count {
            let to = weights == nil ? planes.row(plane, span.row) : scratch[lines, plane]
            (to + span.column).update(from: made[plane], count: span.count)
        }
    }

    /// Takes a row, of which all was made.
    func finishRow(_ y: Int, _ scratch: ScratchMemory) {
        guard let weights else { return planes.finishRow(y) }
        for plane in 0..<planes.count {
            let line = scratch[lines, plane]
            (line - weights.reach).update(repeating: line[0], count: weights.reach)
            (line + planes.width).update(repeating: line[planes.width - 1], count: weights.reach)
            kernels.convolveRow(
                planes.row(plane, y), ConstFloats(line), count: planes.width, weights: ConstFloats(weights.row),
                reach: weights.reach)
        }
    }
}
