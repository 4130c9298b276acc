// SPDX-License-Identifier: MIT
internal import Engine
internal import Expressions
internal import KernelTypes
internal import PixelCore

/// The mean of a number over a frame, which a law takes as if it were one of its settings.
final class FrameMean {
    private let state: FrameState
    private var threads: [ThreadState] = []
    /// Of each row.
    private let sums: Scratch
    private let width: Int
    private let height: Int

    init(
        _ number: Num, _ target: ProgramTarget, _ video: VideoInfo, _ tables: FrameTables?, kernels: any KernelSet.Type
    )
        throws
    {
        let program = try Program(number, target)
        guard !program.readsAlpha, program.reach == .zero, !program.samples, !program.remembers,
            program.window == nil
        else {
            throw EffectError("A filter takes the mean of more than the colours of single pixels.")
        }
        (width, height) = (video.width, video.height)
        state = try FrameState(program, width: width, height: height, tables: tables, kernels: kernels.machine)
        sums = try Scratch(byteCount: height * MemoryLayout<Double>.stride)
    }

    /// Takes other numbers.
    func update(_ uniforms: UnsafeBufferPointer<Double>) { state.update(uniforms: uniforms) }

    /// Sees that so many threads have what they need.
    func makeThreads(_ count: Int) throws {
        while threads.count < count {
            threads.append(try ThreadState(state.program, tileWidth: TileReader.tileWidth))
        }
    }

    /// Starts a thread's part.
    func begin(thread: Int) { threads[thread].begin(state) }

    /// Adds up pixels of a row, from left to right, so that the sum is the same however frames are cut.
    func add(_ rows: TileRows, _ span: TileSpan, thread: Int) {
        let made = threads[thread].run(
            state, ComponentRows(rows), row: span.row, column: span.column, count: span.count, slot: 0)
        var sum = span.column == 0 ? 0 : rowSums[span.row]
        for i in 0..<span.count { sum += Double(made.colors.c0[i]) }
        rowSums[span.row] = sum
    }

    /// What was added up of a frame.
    var value: Double { (0..<height).reduce(0) { $0 + rowSums[$1] } / (Double(width) * Double(height)) }

    private var rowSums: UnsafeMutablePointer<Double> { sums.base.assumingMemoryBound(to: Double.self) }
}
