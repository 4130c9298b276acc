// SPDX-License-Identifier: MIT
internal import Engine
internal import Expressions
internal import KernelTypes
internal import PixelCore

/// What becomes of the numbers of all pixels of a frame: one number, counts of codes, a list of what was found, or an image.
final class FrameStatistic {
    private let kind: Measurement.Kind
    private let state: FrameState
    private var threads: [ThreadState] = []
    /// Of each row.
    private let rows: Scratch
    /// Of each thread, where codes are counted.
    private var counted: [HistogramMemory] = []
    /// Of each thread, where points are looked for.
    private var points: [GreatestNumbers] = []
    /// Where lines are, and how many pixels one needs.
    private let lines: LineVotes?
    private var least = 0
    /// Where things are found.
    private let found: FoundList?
    /// An image, as bytes.
    private let shown: Scratch?
    private let width: Int
    private let height: Int

    /// Of numbers of single pixels; `remembers`: also of what was kept of the last frame. `ofPlanes`: of numbers and their neighbours.
    init(
        _ measurement: Measurement, _ target: ProgramTarget, _ video: VideoInfo, _ tables: FrameTables?,
        remembers: Bool = false, ofPlanes: Bool = false, kernels: any KernelSet.Type
    ) throws {
        let program = try Program(measurement.number, target)
        let reach = ofPlanes ? NumberPlanes.reach : 0
        guard max(program.reach.columns, program.reach.rows) <= reach, !program.samples, program.window == nil,
            remembers || !program.remembers
        else { throw EffectError("A filter measures more than single pixels.") }
        kind = measurement.kind
        (width, height) = (video.width, video.height)
        state = try FrameState(program, width: width, height: height, tables: tables, kernels: kernels.machine)
        rows = try Scratch(byteCount: height * MemoryLayout<Double>.stride)
        switch kind {
        case .points:
            (lines, shown) = (nil, nil)
            found = try FoundList(columns: 3, capacity: Measurement.pointCount)
        case .lines:
            (lines, shown) = (try LineVotes(width: width, height: height), nil)
            found = try FoundList(columns: 7, capacity: Measurement.lineCount)
        case .image: (lines, shown, found) = (nil, try Scratch(byteCount: width * height), nil)
        case .mean, .least, .greatest, .counts: (lines, shown, found) = (nil, nil, nil)
        }
    }

    var readsAlpha: Bool { state.program.readsAlpha }
    var remembers: Bool { state.program.remembers }
    var cost: Double { state.program.cost }

    /// Takes other numbers.
    func update(_ uniforms: UnsafeBufferPointer<Double>) {
        state.update(uniforms: uniforms)
        if case .lines(let slot) = kind { least = Int(max(0, min(uniforms[slot], 1e9)).rounded(.up)) }
    }

    /// Sees that so many threads have what they need.
    func makeThreads(_ count: Int) throws {
        while threads.count < count {
            threads.append(try ThreadState(state.program, tileWidth: TileReader.tileWidth))
            if kind == .counts { counted.append(try HistogramMemory(count: Self.codeCount)) }
            if kind == .points { points.append(try GreatestNumbers(capacity: Measurement.pointCount)) }
        }
    }

    private static let codeCount = 256

    /// Forgets the last frame.
    func clear() {
        for memory in counted { memory.clear() }
        for memory in points { memory.clear() }
    }

    /// Starts a thread's part.
    func begin(thread: Int) { threads[thread].begin(state) }

    /// Takes pixels of a row, from left to right, so that the result is the same however frames are cut. `last` has those of the last
    /// frame.
    func take(_ pixels: ComponentRows, last: ComponentRows, _ span: TileSpan, thread: Int) {
        take(span, thread: thread) { ($0.isRemembered ? last : pixels)[$0.component] }
    }

    /// The same of inputs that begin where `input` says.
    func take(_ span: TileSpan, thread: Int, input: (InputRow) -> Floats) {
        let made = threads[thread].run(
            state, row: span.row, column: span.column, count: span.count, slot: 0
        ) { input($1) }
        let numbers = made.colors.c0
        var result = span.column == 0 ? kind.start : rowResults[span.row]
        switch kind {
        case .mean: for i in 0..<span.count { result += Double(numbers[i]) }
        case .least: for i in 0..<span.count { result = min(result, Double(numbers[i])) }
        case .greatest: for i in 0..<span.count { result = max(result, Double(numbers[i])) }
        case .counts:
            let counts = counted[thread].base
            for i in 0..<span.count { counts[Int(Self.code(numbers[i]))] &+= 1 }
        case .points:
            let (start, points) = (span.row * width + span.column, points[thread])
            for i in 0..<span.count where numbers[i] > 0 && points.keeps(numbers[i]) {
                points.take(.init(number: numbers[i], index: start + i))
            }
        case .lines: lines?.take(numbers, span)
        case .image:
            guard let shown else { break }
            let to = shown.values(as: UInt8.self) + (span.row * width + span.column)
            for i in 0..<span.count { to[i] = Self.code(numbers[i]) }
        }
        rowResults[span.row] = result
    }

    /// A number 0...1 in 8 bits, rounded half up; what is no number is 0.
    private static func code(_ number: Float) -> UInt8 {
        let code = max(0, min(255, number * 255 + 0.5))
        return UInt8(code >= 0 ? code : 0)
    }

    /// What was found of a frame.
    var value: Double {
        let results = UnsafeBufferPointer(start: rowResults, count: height)
        switch kind {
        case .mean: return results.reduce(0, +) / (Double(width) * Double(height))
        case .least: return results.reduce(kind.start, min)
        case .greatest: return results.reduce(kind.start, max)
        case .counts, .points, .lines, .image: return 0
        }
    }

    /// What was found of a frame; nil: nothing is looked for.
    func finds() -> FoundList? {
        guard let found else { return nil }
        found.clear()
        let (columns, rows) = (Double(width), Double(height))
        if let lines {
            lines.find(least: least) { line, angle, votes in
                let ends = lines.ends(line)
                found.append(
                    ends.x0 / columns, ends.y0 / rows, ends.x1 / columns, ends.y1 / rows, Double(angle),
                    Double(line.distance), Double(votes))
            }
        } else if let first = points.first {
            for other in points.dropFirst() { first.take(other) }
            first.sort()
            for place in 0..<first.count {
                let (y, x) = first[place].index.quotientAndRemainder(dividingBy: width)
                found.append((Double(x) + 0.5) / columns, (Double(y) + 0.5) / rows, Double(first[place].number))
            }
        }
        return found
    }

    /// A byte for each pixel; nil: there is no image.
    var image: UnsafePointer<UInt8>? { shown.map { UnsafePointer($0.values(as: UInt8.self)) } }

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
        case .mean, .counts, .points, .lines, .image: 0
        case .least: .infinity
        case .greatest: -.infinity
        }
    }
}
