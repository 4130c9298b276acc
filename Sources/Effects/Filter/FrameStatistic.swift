// SPDX-License-Identifier: MIT
internal import Engine
internal import Expressions
internal import KernelTypes
internal import PixelCore

/// What becomes of the numbers of all pixels of a frame: one number, or counts of codes.
final class FrameStatistic {
    private let kind: Measurement.Kind
    private let state: FrameState
    private var threads: [ThreadState] = []
    /// Of each row.
    private let rows: Scratch
    /// Of each thread, where codes are counted.
    private var counted: [HistogramMemory] = []
    private let width: Int
    private let height: Int

    /// Of numbers of single pixels; `remembers`: also of what was kept of the last frame.
    init(
        _ measurement: Measurement, _ target: ProgramTarget, _ video: VideoInfo, _ tables: FrameTables?,
        remembers: Bool = false, kernels: any KernelSet.Type
    ) throws {
        let program = try Program(measurement.number, target)
        guard program.reach == .zero, !program.samples, program.window == nil, remembers || !program.remembers else {
            throw EffectError("A filter measures more than single pixels.")
        }
        kind = measurement.kind
        (width, height) = (video.width, video.height)
        state = try FrameState(program, width: width, height: height, tables: tables, kernels: kernels.machine)
        rows = try Scratch(byteCount: height * MemoryLayout<Double>.stride)
    }

    var readsAlpha: Bool { state.program.readsAlpha }
    var remembers: Bool { state.program.remembers }
    var cost: Double { state.program.cost }

    /// Takes other numbers.
    func update(_ uniforms: UnsafeBufferPointer<Double>) { state.update(uniforms: uniforms) }

    /// Sees that so many threads have what they need.
    func makeThreads(_ count: Int) throws {
        while threads.count < count {
            threads.append(try ThreadState(state.program, tileWidth: TileReader.tileWidth))
            if kind == .counts { counted.append(try HistogramMemory(count: Self.codeCount)) }
        }
    }

    private static let codeCount = 256

    /// Forgets the last frame.
    func clear() {
        for memory in counted { memory.clear() }
    }

    /// Starts a thread's part.
    func begin(thread: Int) { threads[thread].begin(state) }

    /// Takes pixels of a row, from left to right, so that the result is the same however frames are cut. `last` has those of the last
    /// frame.
    func take(_ pixels: ComponentRows, last: ComponentRows, _ span: TileSpan, thread: Int) {
        let made = threads[thread].run(state, row: span.row, column: span.column, count: span.count, slot: 0) {
            ($1.isRemembered ? last : pixels)[$1.component]
        }
        let numbers = made.colors.c0
        var result = span.column == 0 ? kind.start : rowResults[span.row]
        switch kind {
        case .mean: for i in 0..<span.count { result += Double(numbers[i]) }
        case .least: for i in 0..<span.count { result = min(result, Double(numbers[i])) }
        case .greatest: for i in 0..<span.count { result = max(result, Double(numbers[i])) }
        case .counts:
            let counts = counted[thread].base
            for i in 0..<span.count {
                // What is no number counts as 0.
                let code = max(0, min(255, numbers[i] * 255 + 0.5))
                counts[Int(code >= 0 ? code : 0)] &+= 1
            }
        }
        rowResults[span.row] = result
    }

    /// What was found of a frame.
    var value: Double {
        let results = UnsafeBufferPointer(start: rowResults, count: height)
        switch kind {
        case .mean: return results.reduce(0, +) / (Double(width) * Double(height))
        case .least: return results.reduce(kind.start, min)
        case .greatest: return results.reduce(kind.start, max)
        case .counts: return 0
        }
    }

    /// What was counted of a frame; nil: nothing is.
    var counts: UnsafeBufferPointer<UInt32>? {
        guard let first = counted.first else { return nil }
        for other in counted.dropFirst() {
            for code in 0..<Self.codeCount { first.base[code] &+= other.base[code] }
            other.clear()
        }
        return UnsafeBufferPointer(start: first.base, count: Self.codeCount)
    }

    private var rowResults: UnsafeMutablePointer<Double> { rows.base.assumingMemoryBound(to: Double.self) }
}

extension Measurement.Kind {
    fileprivate var start: Double {
        switch self {
        case .mean, .counts: 0
        case .least: .infinity
        case .greatest: -.infinity
        }
    }
}
