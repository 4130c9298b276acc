// SPDX-License-Identifier: MIT
internal import Expressions
internal import KernelTypes
internal import PixelCore

/// How far a window reaches, and of sums the weights, as kernels take them.
final class WindowWeights {
    /// How many pixels count to each side.
    private(set) var reach = 0
    /// Of the middle pixel and those to both sides, as those of columns nothing of use where the window is no sum.
    let row: Floats
    /// Of pixels from the uppermost on, between zeros.
    let column: Floats
    private let memory: Scratch
    private var size: Double?
    let window: Window
    /// Whether its results are stored as they are.
    let isAlone: Bool

    init(_ window: Window, isAlone: Bool) throws {
        (self.window, self.isAlone) = (window, isAlone)
        let rowCount = Window.maximumReach + 1
        memory = try Scratch(byteCount: (3 * rowCount + 6) * MemoryLayout<Float>.stride)
        row = memory.values(as: Float.self)
        column = row + rowCount
    }

    /// Takes another size.
    func update(size: Double) {
        guard size != self.size else { return }
        self.size = size
        reach = window.reach(size: size)
        guard window.isSum else { return }
        let weights = window.weights(size: size)
        column.update(repeating: 0, count: 2 * reach + 7)
        for (distance, weight) in weights.enumerated() {
            row[distance] = Float(weight)
            column[3 + reach - distance] = Float(weight)
            column[3 + reach + distance] = Float(weight)
        }
    }
}

/// Rows of what a window makes of a frame, in one part of its columns after the other: what a thread has of its own.
///
/// Beyond its edges a frame goes on as its nearest pixels do. A row is read once for as long as rows are asked for from top to
/// bottom, and four of the result are made at a time.
class WindowRows {
    private let tiles: TileReader
    final let kernels: any KernelSet.Type
    private let (width, height): (Int, Int)
    /// Of colour; alpha comes after those.
    final let colorCount: Int
    final let planeCount: Int
    /// Components that are asked for.
    final let planes: [Int]
    final let weights: WindowWeights
    private var source: Frame?
    final private(set) var columns = 0..<0
    /// The row of the frame that each slot has; -1: none.
    private var slots: [Int] = []
    /// The first of the four rows that were made last.
    private var made: Int?
    /// The one of these that was asked for last, and where it is.
    private var shown: (row: Int, place: Int)?

    /// Floats from one component to the next: of a row that was read, of one that is kept and of one that was made.
    private let (lineStride, keptStride, stride): (Int, Int, Int)
    /// How many rows are kept of a row of the frame.
    private let keptCount: Int
    private let lines: Scratch
    private let results: Scratch
    /// What is kept of rows of the frame.
    private var kept: Scratch
    private var keptRows: [ConstFloats] = []

    /// What makes `components` of the rows of a window, of which 3 is alpha: of native ones where it is a sum, else of R'G'B' or gray.
    static func make(
        _ tiles: TileReader, width: Int, height: Int, hasAlpha: Bool, components: Set<Int>, weights: WindowWeights,
        kernels: any KernelSet.Type
    ) throws -> WindowRows {
        let type: WindowRows.Type
        let isOfCodes = weights.isAlone && tiles.layout.sampleBytes == 1
        switch weights.window {
        case .gaussian, .fivePoints, .box: type = SumRows.self
        case .minimum where isOfCodes, .maximum where isOfCodes, .median where isOfCodes: type = CodeRows.self
        case .minimum: type = LeastRows.self
        case .maximum: type = GreatestRows.self
        case .median: type = MedianRows.self
        case .kuwahara: type = KuwaharaRows.self
        }
        return try type.init(
            tiles, width: width, height: height, hasAlpha: hasAlpha, components: components, weights: weights,
            kernels: kernels)
    }

    required init(
        _ tiles: TileReader, width: Int, height: Int, hasAlpha: Bool, components: Set<Int>, weights: WindowWeights,
        kernels: any KernelSet.Type
    ) throws {
        (self.tiles, self.width, self.height) = (tiles, width, height)
        (self.weights, self.kernels) = (weights, kernels)
        colorCount = tiles.layout.components.count
        planeCount = colorCount + (hasAlpha ? 1 : 0)
        // Of gray, each colour is the same.
        let asked = Self.needsAllColors ? components.union([0, 1, 2]) : components
        let planes = Set(asked.map { [colorCount] in $0 == 3 ? colorCount : min($0, colorCount - 1) })
        self.planes = (0..<planeCount).filter(planes.contains)
        // Chroma that covers two columns is read for both, and the machine takes whole vectors.
        stride = TileReader.tileWidth + 16
        keptStride = stride + Self.margin
        keptCount = Self.keptCount(colorCount: colorCount, planeCount: planeCount)
        lineStride = stride + 2 * Window.maximumReach + 16
        lines = try Scratch(byteCount: planeCount * lineStride * MemoryLayout<Float>.stride)
        results = try Scratch(byteCount: 4 * planeCount * stride * MemoryLayout<Float>.stride)
        kept = try Scratch(byteCount: 0)
    }

    // MARK: What windows differ in

    /// How many more values of a row are kept than columns that are made.
    class var margin: Int { 0 }

    /// How many rows are kept of one row of the frame.
    class func keptCount(colorCount: Int, planeCount: Int) -> Int { planeCount }

    /// Whether colours are multiplied by alpha, and are as the frame has them; else they are R'G'B'.
    class var isSum: Bool { false }

    /// Whether each colour is made of all.
    class var needsAllColors: Bool { false }

    /// Takes a component of a row, for as many columns as are made; `line` goes on by the reach of the window to both sides.
    func take(_ line: ConstFloats, plane: Int, to slot: Int) {}

    /// Takes the colours of a row, where these do not go alone.
    func takeColors(_ lines: TileRows, to slot: Int) {}

    /// Makes `rows` from `first` on of what is kept of 2 `weights.reach` + 4 rows.
    func makeRows(_ first: Int) {}

    /// Says which of `rows` is one of those that were made last: that itself, where all are there.
    func show(_ row: Int) -> Int { row }

    /// Forgets what was made of other columns.
    func forget() {}

    /// Makes room for a window of the present reach.
    func fit() throws {
        let count = 2 * weights.reach + 4
        let bytes = count * keptCount * keptStride * MemoryLayout<Float>.stride
        if kept.byteCount < bytes { kept = try Scratch(byteCount: bytes, zeroed: false) }
        guard slots.count != count else { return }
        slots = Array(repeating: -1, count: count)
        order = Array(repeating: 0, count: count)
        keptRows = Array(repeating: ConstFloats(floats(lines)), count: count)
    }

    /// The rows that count for four.
    final var allRows: Range<Int> { 0..<order.count }

    /// What is kept of a row.
    final func kept(_ slot: Int, _ index: Int) -> Floats {
        floats(kept) + (slot * keptCount + index) * keptStride
    }

    /// What is kept of a row that counts for four; row 0 is the uppermost.
    final func kept(row: Int, _ index: Int) -> Floats { kept(order[row], index) }

    /// Calls `work` with what is kept of rows, from a column on. Row 0 is the uppermost that counts, as are those above it.
    final func withKept(
        _ index: Int, rows: Range<Int>, from column: Int = 0, _ work: (UnsafePointer<ConstFloats>) -> Void
    ) {
        for row in rows {
            keptRows[row - rows.lowerBound] = ConstFloats(kept(order[max(row, 0)], index) + column)
        }
        keptRows.withUnsafeBufferPointer { rows in
            if let base = rows.baseAddress { work(base) }
        }
    }

    // MARK: Rows

    /// Takes columns of a frame, no more than a tile has, from an even one on. The frame must not change meanwhile.
    final func begin(_ source: Frame, columns: Range<Int>) {
        (self.source, self.columns, made, shown) = (source, columns, nil, nil)
        for slot in slots.indices { slots[slot] = -1 }
        forget()
    }

    /// Where a row of a component begins, from a column on; 3 is alpha. Of gray there is one component. It is there until another row
    /// is asked for.
    final func row(_ component: Int, of y: Int, column: Int, scratch: ScratchMemory) -> Floats {
        let first = y & ~3
        if made != first { make(first, scratch) }
        if shown?.row != y { shown = (y, show(y - first)) }
        let plane = component == 3 ? planeCount - 1 : min(component, colorCount - 1)
        return result(shown?.place ?? 0, plane) + (column - columns.lowerBound)
    }

    /// The slot of each row that counts for four.
    private var order: [Int] = []

    private func make(_ first: Int, _ scratch: ScratchMemory) {
        (made, shown) = (first, nil)
        for index in order.indices {
            let y = min(max(first - weights.reach + index, 0), height - 1)
            let slot = y % slots.count
            if slots[slot] != y { read(y, slot, scratch) }
            order[index] = slot
        }
        makeRows(first)
    }

    /// Where four rows of a component are made.
    final func rows(_ plane: Int) -> FourRows {
        (result(0, plane), result(1, plane), result(2, plane), result(3, plane))
    }

    private func read(_ y: Int, _ slot: Int, _ scratch: ScratchMemory) {
        guard let source else { return }
        slots[slot] = y
        let reach = weights.reach
        let first = max(0, columns.lowerBound - reach) & ~1
        let last = min(width, columns.upperBound + reach)
        /// Where the first column that counts lies in a line.
        let start = reach + 16
        let shift = start + first - columns.lowerBound
        func row(_ plane: Int) -> Floats { line(min(plane, planeCount - 1)) + shift }
        let rows = ComponentRows(
            TileRows(row(0), row(1), row(2)), alpha: planeCount > colorCount ? row(colorCount) : nil)
        tiles.read(source, row: y, columns: first..<last, into: rows, scratch: scratch)
        if !Self.isSum {
            tiles.toRGB(rows.colors, count: last - first)
        } else if planeCount > colorCount {
            premultiply(shift, last - first)
        }
        for plane in 0..<planeCount {
            let line = line(plane) + shift
            let (before, after) = (first - (columns.lowerBound - reach), columns.upperBound + reach - last)
            if before > 0 { (line - before).update(repeating: line[0], count: before) }
            if after > 0 { (line + (last - first)).update(repeating: line[last - first - 1], count: after) }
        }
        for plane in planes { take(ConstFloats(line(plane) + start), plane: plane, to: slot) }
        func color(_ plane: Int) -> Floats { line(min(plane, colorCount - 1)) + start }
        takeColors(TileRows(color(0), color(1), color(2)), to: slot)
    }

    /// Colours count by their alpha.
    private func premultiply(_ shift: Int, _ count: Int) {
        let alpha = line(colorCount) + shift
        for component in 0..<colorCount {
            let color = line(component) + shift
            for i in 0..<count { color[i] *= alpha[i] }
        }
    }

    private func line(_ plane: Int) -> Floats { floats(lines) + plane * lineStride }
    private func result(_ row: Int, _ plane: Int) -> Floats { floats(results) + (4 * plane + row) * stride }
    private func floats(_ scratch: Scratch) -> Floats { scratch.values(as: Float.self) }
}

/// Weighted sums: of rows, of which sums are kept, and then of columns.
private final class SumRows: WindowRows {
    override class var isSum: Bool { true }

    override func take(_ line: ConstFloats, plane: Int, to slot: Int) {
        kernels.convolveRow(
            kept(slot, plane), line, count: columns.count, weights: weights.row, reach: weights.reach)
    }

    override func makeRows(_ first: Int) {
        for plane in planes {
            withKept(plane, rows: allRows) {
                kernels.convolveColumns(
                    rows(plane), $0, count: columns.count, weights: weights.column, reach: weights.reach)
            }
        }
    }
}
