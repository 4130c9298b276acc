// SPDX-License-Identifier: MIT
public import KernelTypes
public import PixelCore

/// What a frame's threads share: the present coefficients of a program, and the rows that depend on columns only.
///
/// Nothing is allocated once it exists.
public final class FrameState {
    public let program: Program
    public let width: Int
    public let height: Int
    /// What the program samples: filled in before its first row. Nil: it samples nothing. Of cells, the size is what it is given.
    public let sampled: SampledFrame?
    /// Which rows of the frame the program samples, where that follows from the row that it makes alone; nil: maybe all.
    public private(set) var sampledRows: UnsafeMutableBufferPointer<Bool>?
    private let tables: FrameTables?
    private let kernels: any MachineKernels.Type
    private let pixels: CodeState
    private let columns: CodeState?
    /// Planes of the column program, and what its coefficients were when they were computed.
    private let columnRows: FloatMemory
    private let columnPlanes: UnsafeMutablePointer<Floats>
    /// Where the rows of columns begin, in the order in which the program takes them.
    fileprivate let columnStarts: UnsafeMutableBufferPointer<Floats>
    private let madeWith: FloatMemory
    private var isMade = false
    /// What rows that are sampled were found with.
    private let foundWith: UnsafeMutablePointer<Double>
    private var isFound = false
    private let stride: Int
    /// Columns of a tile in which the even ones come first; nil: they come in order.
    private let pairedWidth: Int?

    /// Programs that look up tables find them in `tables`. What a program samples is pixels of bytes where it is given what those
    /// mean, in `sampledBytes`. With `pairedWidth`, which is a multiple of 32, rows are run in tiles of so
    /// many columns, the even ones of which come first; see ``pairHalf(_:)``.
    public init(
        _ program: Program, width: Int, height: Int, pairedWidth: Int? = nil, tables: FrameTables? = nil,
        sampledBytes: PackedScale? = nil, kernels: any MachineKernels.Type
    ) throws {
        self.pairedWidth = pairedWidth
        (self.program, self.tables) = (program, tables)
        (self.width, self.height, self.kernels) = (width, height, kernels)
        pixels = try CodeState(program.pixels)
        sampled =
            !program.samples
            ? nil
            : program.cells == nil
                ? try SampledFrame(
                    width: width, height: program.target.stack?.height ?? height,
                    bytes: sampledBytes, isWeighted: program.samplesAreWeighted)
                : try SampledFrame(width: 1, height: 1, bytes: nil)
        if program.cells == nil, program.target.stack == nil, !program.sampleRows.isEmpty {
            sampledRows = .allocate(capacity: height)
        }
        columns = try program.columns.map { try CodeState($0) }
        let tile = pairedWidth ?? 1
        stride = FloatMemory.stride((width + tile - 1) / tile * tile)
        // With one for what is moved.
        let planeCount = (program.columns?.registerCount ?? 0) + 2
        columnRows = try FloatMemory(count: planeCount * stride)
        foundWith = .allocate(capacity: program.sampleRowValues.count)
        foundWith.initialize(repeating: 0, count: program.sampleRowValues.count)
        madeWith = try FloatMemory(count: program.columns?.coefficients.coefficientCount ?? 0)
        columnPlanes = .allocate(capacity: planeCount)
        for plane in 0..<planeCount { columnPlanes[plane] = columnRows.base + plane * stride }
        columnStarts = UnsafeMutableBufferPointer(
            copying: program.columnPlanes.map { [columnPlanes] in columnPlanes[$0] })
    }

    deinit {
        columnPlanes.deallocate()
        columnStarts.deallocate()
        foundWith.deallocate()
        sampledRows?.deallocate()
    }

    /// Takes new uniforms, by slot.
    public func update(uniforms: [Double]) {
        uniforms.withUnsafeBufferPointer { update(uniforms: $0) }
    }

    /// Takes new uniforms, by slot.
    public func update(uniforms slots: UnsafeBufferPointer<Double>) {
        pixels.computeFrame(slots, width: width)
        if placesAreOthers() { findSampledRows() }
        guard let columns else { return }
        columns.computeFrame(slots, width: width)
        let count = program.columns?.coefficients.coefficientCount ?? 0
        if isMade, (0..<count).allSatisfy({ madeWith.base[$0] == columns.coefficients[$0] }) { return }
        for index in 0..<count { madeWith.base[index] = columns.coefficients[index] }
        isMade = true
        makeColumns(columns)
    }

    /// Whether what the rows that the program samples follow from has changed, which it does seldom.
    private func placesAreOthers() -> Bool {
        var areOthers = false
        for (index, value) in program.sampleRowValues.enumerated() {
            let value = pixels.frameValue(value)
            areOthers = areOthers || value != foundWith[index]
            foundWith[index] = value
        }
        return areOthers || !isFound
    }

    private func findSampledRows() {
        isFound = true
        guard let sampledRows else { return }
        sampledRows.initialize(repeating: false)
        for y in 0..<height {
            pixels.computeRow(y: (Double(y) + 0.5) / Double(height))
            for index in program.sampleRows {
                let place = pixels.coefficients[index] * Float(height) - 0.5
                // One that is no number is taken for 0. Two rows count, and one more to each side where floats are rounded.
                let first = Int(max(0, min(place, Float(height))))
                for row in max(0, first - 1)..<min(height, first + 3) { sampledRows[row] = true }
            }
        }
    }

    private func makeColumns(_ state: CodeState) {
        // Whole vectors, as rows are padded. It reads and writes no pixels, so that any memory does for them.
        let pixel = UnsafeMutableRawPointer(columnRows.base)
        state.run(
            planes: columnPlanes, count: FloatMemory.padded(width), column: 0, image0: pixel, image1: pixel,
            destination: pixel, otherIsFirst: false, kernels)
        if let pairedWidth { for plane in Set(program.columnPlanes) { pair(columnPlanes[plane], pairedWidth) } }
    }

    /// Where the odd columns of `count` columns begin.
    public static func pairHalf(_ count: Int) -> Int { FloatMemory.padded((count + 1) / 2) }

    /// Brings the even columns of each tile before the odd ones.
    private func pair(_ row: Floats, _ tileWidth: Int) {
        let moved = columnPlanes[(program.columns?.registerCount ?? 0) + 1]
        var x = 0
        while x < width {
            let count = min(tileWidth, width - x)
            let half = Self.pairHalf(count)
            for k in 0..<half { (moved[k], moved[half + k]) = (row[x + 2 * k], row[x + 2 * k + 1]) }
            (row + x).update(from: moved, count: 2 * half)
            x += count
        }
    }

    /// Starts a thread's part.
    fileprivate func begin(_ thread: CodeState) { thread.copy(pixels) }

    fileprivate func run(
        _ thread: CodeState, planes: UnsafePointer<Floats>, count: Int, column: Int, image0: UnsafeRawPointer,
        image1: UnsafeRawPointer, destination: UnsafeMutableRawPointer
    ) {
        var otherIsFirst = false
        if case .pixels(let order) = program.target.samples { otherIsFirst = order.otherIsFirst }
        thread.run(
            planes: planes, count: count, column: column, image0: image0, image1: image1, destination: destination,
            otherIsFirst: otherIsFirst, sampled: sampled?.image, tables: tables?.rows, kernels)
    }
}

/// What one run of a program needs of its own: registers, and coefficients that change from row to row.
private final class RunState {
    let coefficients: CodeState
    private let registers: FloatMemory
    /// Zeros, registers, rows of columns, rows of components.
    let planes: UnsafeMutablePointer<Floats>
    private let firstColumn: Int
    let firstInput: Int
    /// As the program has them.
    let inputs: UnsafeMutableBufferPointer<InputRow>
    private let outputs: (Int, Int, Int)
    private let alphaOutput: Int?
    /// The row that coefficients are for.
    private var row: Int?

    init(_ program: Program, tileWidth: Int) throws {
        let count = program.pixels.registerCount
        coefficients = try CodeState(program.pixels)
        let stride = FloatMemory.stride(tileWidth)
        registers = try FloatMemory(count: (count + 1) * stride)
        firstColumn = count + 1
        firstInput = firstColumn + program.columnPlanes.count
        inputs = UnsafeMutableBufferPointer(copying: program.inputs)
        func output(_ index: Int) -> Int {
            program.outputs.isEmpty ? 0 : program.outputs[min(index, program.outputs.count - 1)]
        }
        outputs = (output(0), output(1), output(2))
        alphaOutput = program.alphaOutput
        planes = .allocate(capacity: firstInput + inputs.count)
        for plane in 0...count { planes[plane] = registers.base + plane * stride }
    }

    deinit {
        planes.deallocate()
        inputs.deallocate()
    }

    /// What is to be stored.
    var results: ComponentRows {
        ComponentRows(
            TileRows(planes[outputs.0], planes[outputs.1], planes[outputs.2]), alpha: alphaOutput.map { planes[$0] })
    }

    func begin(_ frame: FrameState) {
        frame.begin(coefficients)
        row = nil
    }

    /// Lets the register of the first result be a row.
    func storeResult(at row: Floats) { planes[outputs.0] = row }

    /// Whether the row has the coefficients of the one that was prepared before.
    private(set) var isRepeated = false

    func prepare(row y: Int, of frame: FrameState) {
        guard row != y else { return }
        let isChanged = coefficients.computeRow(y: (Double(y) + 0.5) / Double(frame.height))
        isRepeated = row != nil && !isChanged
        row = y
    }

    /// Lets planes of columns begin at a column.
    func prepare(column x: Int, of frame: FrameState) {
        for index in frame.columnStarts.indices { planes[firstColumn + index] = frame.columnStarts[index] + x }
    }
}

/// What one thread needs of its own.
///
/// Nothing is allocated once it exists.
public final class ThreadState {
    private let program: Program
    /// Two, where two rows are made before they are stored.
    private let runs: [RunState]
    /// Pixels that the machine takes at a time.
    let tileWidth: Int
    /// Of a field: pixels of a tile that count for nothing.
    private let unused: FloatMemory?

    /// For pixels of four bytes.
    public convenience init(_ program: Program, width: Int) throws {
        let tileWidth = Self.tileWidth(width: width, live: program.pixels.registerCount)
        try self.init(program, tileWidth: tileWidth, runCount: 1)
    }

    /// For numbers that are made of pixels of four bytes.
    public convenience init(field program: Program, width: Int) throws {
        let tileWidth = Self.tileWidth(width: width, live: program.pixels.registerCount)
        try self.init(program, tileWidth: tileWidth, runCount: 1, unused: try FloatMemory(count: tileWidth))
    }

    /// For rows of at most `tileWidth` floats.
    public convenience init(_ program: Program, tileWidth: Int) throws {
        try self.init(program, tileWidth: tileWidth, runCount: 2)
    }

    private init(_ program: Program, tileWidth: Int, runCount: Int, unused: FloatMemory? = nil) throws {
        (self.program, self.tileWidth, self.unused) = (program, tileWidth, unused)
        runs = try (0..<runCount).map { _ in try RunState(program, tileWidth: tileWidth) }
    }

    /// All rows that are alive fit into a quarter of a first-level cache; a row without any is one tile.
    static func tileWidth(width: Int, live: Int) -> Int {
        guard live > 0 else { return width }
        let most = max(256, 8192 / 4 / live / 16 * 16)
        let tiles = max(1, (width + most - 1) / most)
        return FloatMemory.padded((width + tiles - 1) / tiles)
    }

    /// Takes a frame's coefficients: before its first row, and again when they have changed.
    public func begin(_ frame: FrameState) {
        precondition(frame.program === program)
        for run in runs { run.begin(frame) }
    }

    /// Runs the program on rows of frames of pixels of four bytes, after `begin`. The destination may be the same as image 0.
    public func render(
        _ frame: FrameState, rows: Range<Int>, image0: PixelRows, image1: PixelRows, destination: MutablePixelRows
    ) {
        let run = runs[0]
        let width = frame.width
        for y in rows {
            run.prepare(row: y, of: frame)
            let (from0, from1) = (image0.base + y * image0.stride, image1.base + y * image1.stride)
            let to = destination.base + y * destination.stride
            var x = 0
            while x < width {
                let count = min(tileWidth, width - x)
                run.prepare(column: x, of: frame)
                frame.run(
                    run.coefficients, planes: run.planes, count: count, column: x, image0: from0 + 4 * x,
                    image1: from1 + 4 * x, destination: to + 4 * x)
                x += count
            }
        }
    }

    /// Whether a row of a program of places alone is the same as the one that was asked for before, or rendered, with such a slot.
    public func repeats(_ frame: FrameState, row y: Int, slot: Int) -> Bool {
        runs[slot].prepare(row: y, of: frame)
        return runs[slot].isRepeated
    }

    /// Runs a program that looks at neighbours on a row of pixels of four bytes, in place, after `begin`; `input` says where the row of
    /// an input begins.
    public func render(
        _ frame: FrameState, row y: Int, pixels: UnsafeMutableRawPointer, input: (InputRow) -> Floats
    ) {
        let run = runs[0]
        run.prepare(row: y, of: frame)
        for index in run.inputs.indices { run.planes[run.firstInput + index] = input(run.inputs[index]) }
        var x = 0
        while x < frame.width {
            let count = min(tileWidth, frame.width - x)
            run.prepare(column: x, of: frame)
            let image = pixels + 4 * x
            frame.run(
                run.coefficients, planes: run.planes, count: count, column: x, image0: image, image1: image,
                destination: image)
            for index in run.inputs.indices { run.planes[run.firstInput + index] += count }
            x += count
        }
    }

    /// Makes a number of each pixel of four bytes in a row, for a field, after `begin`; `to` has room for whole vectors of 16 floats.
    public func make(_ frame: FrameState, row y: Int, image: UnsafeRawPointer, to: Floats) {
        guard let unused else { preconditionFailure("It makes no field.") }
        let run = runs[0]
        run.prepare(row: y, of: frame)
        var x = 0
        while x < frame.width {
            let count = min(tileWidth, frame.width - x)
            run.prepare(column: x, of: frame)
            run.storeResult(at: to + x)
            // It writes no pixels, but the last ones of a row go through a copy of what is there.
            frame.run(
                run.coefficients, planes: run.planes, count: count, column: x, image0: image + 4 * x,
                image1: image + 4 * x, destination: UnsafeMutableRawPointer(unused.base))
            x += count
        }
    }

    /// Runs the program on rows of components, after `begin`; what is to be stored is in the rows that it gives.
    ///
    /// `inputs` and results have room for whole vectors of 16 floats. The results may be `inputs` themselves; they hold until
    /// the next run with the same `slot`, 0 or 1.
    public func run(
        _ frame: FrameState, _ inputs: ComponentRows, row: Int, column: Int, count: Int, slot: Int
    ) -> ComponentRows {
        run(frame, row: row, column: column, count: count, slot: slot) { inputs[$1.component] }
    }

    /// The same, where `input` says where a row begins, by its number as well; of a program that looks at neighbours no result is one of these.
    public func run(
        _ frame: FrameState, row: Int, column: Int, count: Int, slot: Int, input: (Int, InputRow) -> Floats
    ) -> ComponentRows {
        let run = runs[slot]
        run.prepare(row: row, of: frame)
        run.prepare(column: column, of: frame)
        for index in run.inputs.indices { run.planes[run.firstInput + index] = input(index, run.inputs[index]) }
        // It reads and writes no pixels, so that any memory does for them.
        let pixels = UnsafeMutableRawPointer(run.planes[0])
        frame.run(
            run.coefficients, planes: run.planes, count: FloatMemory.padded(count), column: column, image0: pixels,
            image1: pixels, destination: pixels)
        return run.results
    }
}

/// Rows of pixels of four bytes, `stride` bytes apart.
public struct PixelRows {
    public var base: UnsafeRawPointer
    public var stride: Int
    public init(base: UnsafeRawPointer, stride: Int) { (self.base, self.stride) = (base, stride) }
}

public struct MutablePixelRows {
    public var base: UnsafeMutableRawPointer
    public var stride: Int
    public init(base: UnsafeMutableRawPointer, stride: Int) { (self.base, self.stride) = (base, stride) }
}
