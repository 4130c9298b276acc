// SPDX-License-Identifier: MIT
internal import Engine
internal import Expressions
internal import KernelTypes
internal import PixelCore

/// What becomes of the numbers of all pixels of a frame: one number, counts of codes, a list of what was found, or an image.
final class FrameStatistic {
    /// One; or up to three that are numbers, which one program makes.
    let kinds: [Measurement.Kind]
    private let state: FrameState
    private var threads: [ThreadState] = []
    /// Of each row, for each kind.
    private let rows: Scratch
    /// Of each thread, where codes are counted, and their sum.
    private var counted: [HistogramCounts] = []
    private let sum: HistogramMemory?
    /// Of each thread, codes of a row.
    private var codes: [Scratch] = []
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
    private let kernels: any KernelSet.Type

    /// Measurements in order, those that are numbers up to three in one.
    static func groups(_ measurements: [Measurement]) -> [[Measurement]] {
        measurements.reduce(into: []) { groups, measurement in
            if measurement.kind.isNumber, let last = groups.last, last.count < 3, last[0].kind.isNumber {
                groups[groups.count - 1].append(measurement)
            } else {
                groups.append([measurement])
            }
        }
    }

    /// Of numbers of single pixels; `remembers`: also of what was kept of the last frame. `ofPlanes`: of numbers and their neighbours.
    init(
        _ measurements: [Measurement], _ target: ProgramTarget, _ video: VideoInfo, _ tables: FrameTables?,
        remembers: Bool = false, ofPlanes: Bool = false, kernels: any KernelSet.Type
    ) throws {
        let numbers = measurements.map(\.number)
        let program =
            numbers.count == 1
            ? try Program(numbers[0], target)
            : try Program(numbers: Color(numbers[0], numbers[1], numbers[numbers.count - 1]), target)
        let reach = ofPlanes ? NumberPlanes.reach : 0
        guard max(program.reach.columns, program.reach.rows) <= reach, !program.samples, program.window == nil,
            remembers || !program.remembers
        else { throw EffectError("A filter measures more than single pixels.") }
        kinds = measurements.map(\.kind)
        let kind = kinds[0]
        (width, height, self.kernels) = (video.width, video.height, kernels)
        sum = kind == .counts ? try HistogramMemory(count: Self.range.count) : nil
        state = try FrameState(program, width: width, height: height, tables: tables, kernels: kernels.machine)
        rows = try Scratch(byteCount: kinds.count * height * MemoryLayout<Double>.stride)
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
        if case .lines(let slot) = kinds[0] { least = Int(max(0, min(uniforms[slot], 1e9)).rounded(.up)) }
    }

    /// Sees that so many threads have what they need.
    func makeThreads(_ count: Int) throws {
        while threads.count < count {
            threads.append(try ThreadState(state.program, tileWidth: TileReader.tileWidth))
            if kinds[0] == .counts {
                counted.append(try HistogramCounts(Self.range, kernels: kernels))
                codes.append(try Scratch(byteCount: TileReader.tileWidth))
            }
            if kinds[0] == .points { points.append(try GreatestNumbers(capacity: Measurement.pointCount)) }
        }
    }

    private static let range = CodeRange(black: 0, span: 255, maximum: 255)

    /// Forgets the last frame.
    func clear() {
        if let sum {
            for part in counted { part.move(to: sum.base) }
            sum.clear()
        }
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
        for (index, kind) in kinds.enumerated() {
            let numbers = index == 0 ? made.colors.c0 : index == 1 ? made.colors.c1 : made.colors.c2
            take(numbers, kind, rowResults + (index * height + span.row), span, thread)
        }
    }

    private func take(
        _ numbers: Floats, _ kind: Measurement.Kind, _ rowResult: UnsafeMutablePointer<Double>, _ span: TileSpan,
        _ thread: Int
    ) {
        let (row, count) = (ConstFloats(numbers), span.count)
        var result = span.column == 0 ? kind.start : rowResult.pointee
        switch kind {
        case .mean: result += kernels.sumOfRow(row, count: count)
        case .least: result = min(result, Double(kernels.leastOfRow(row, count: count)))
        case .greatest: result = max(result, Double(kernels.greatestOfRow(row, count: count)))
        case .counts:
            let codes = codes[thread].values(as: UInt8.self)
            kernels.packRow8(codes, row, count: count, scale: .bytes)
            counted[thread].add(codes, step: 1, count: count)
        case .points:
            let (start, points) = (span.row * width + span.column, points[thread])
            // Most pixels are none.
            let greatest = kernels.greatestOfRow(row, count: count)
            guard greatest > 0, points.keeps(greatest) else { break }
            for i in 0..<span.count where numbers[i] > 0 && points.keeps(numbers[i]) {
                points.take(.init(number: numbers[i], index: start + i))
            }
        case .lines: lines?.take(numbers, span)
        case .image:
            guard let shown else { break }
            let to = shown.values(as: UInt8.self) + (span.row * width + span.column)
            kernels.packRow8(to, row, count: count, scale: .bytes)
        }
        rowResult.pointee = result
    }

    /// What was found of a frame, of each kind.
    var values: [Double] { kinds.indices.map(value) }

    /// The same of one kind.
    func value(_ index: Int) -> Double {
        let kind = kinds[index]
        let results = UnsafeBufferPointer(start: rowResults + index * height, count: height)
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
        guard let sum else { return nil }
        for part in counted { part.move(to: sum.base) }
        return UnsafeBufferPointer(start: sum.base, count: sum.count)
    }

    private var rowResults: UnsafeMutablePointer<Double> { rows.base.assumingMemoryBound(to: Double.self) }
}

extension Measurement.Kind {
    /// Whether it makes one number of a frame.
    fileprivate var isNumber: Bool { self == .mean || self == .least || self == .greatest }

    fileprivate var start: Double {
        switch self {
        case .mean, .counts, .points, .lines, .image: 0
        case .least: .infinity
        case .greatest: -.infinity
        }
    }
}
