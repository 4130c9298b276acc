// SPDX-License-Identifier: MIT
internal import Expressions
internal import PixelCore

/// The weights of a window, as kernels take them.
final class WindowWeights {
    /// How many pixels count to each side.
    private(set) var reach = 0
    /// Of the middle pixel and those to both sides.
    let row: Floats
    /// Of pixels from the uppermost on, between zeros.
    let column: Floats
    private let memory: Scratch
    private var size: Double?

    init() throws {
        let rowCount = Window.maximumReach + 1
        memory = try Scratch(byteCount: (3 * rowCount + 6) * MemoryLayout<Float>.stride)
        row = memory.base.assumingMemoryBound(to: Float.self)
        column = row + rowCount
    }

    /// Takes another size.
    func update(_ window: Window, size: Double) {
        guard size != self.size else { return }
        self.size = size
        let weights = window.weights(size: size)
        reach = weights.count - 1
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
final class WindowRows {
    private let tiles: TileRoute
    private let kernels: any KernelSet.Type
    private let (width, height): (Int, Int)
    private let colorCount: Int
    private let planeCount: Int
    private let weights: WindowWeights
    private var source: Frame?
    private var columns = 0..<0
    /// The row of the frame that each slot has; -1: none.
    private var slots: [Int] = []
    /// The first of the four rows that were made last.
    private var made: Int?

    /// Floats from one component to the next, of a row that was read and of one that was made.
    private let (lineStride, stride): (Int, Int)
    private let lines: Scratch
    private let results: Scratch
    /// Rows after the window has passed over each of them alone.
    private var sums: Scratch
    private var sumRows: [ConstFloats]

    /// Rows of native components, and of alpha where `tiles` has it.
    init(
        _ tiles: TileRoute, width: Int, height: Int, hasAlpha: Bool, weights: WindowWeights, kernels: any KernelSet.Type
    ) throws {
        (self.tiles, self.width, self.height) = (tiles, width, height)
        (self.weights, self.kernels) = (weights, kernels)
        colorCount = tiles.layout.components.count
        planeCount = colorCount + (hasAlpha ? 1 : 0)
        // Chroma that covers two columns is read for both, and the machine takes whole vectors.
        stride = TileRoute.tileWidth + 16
        lineStride = stride + 2 * Window.maximumReach + 16
        lines = try Scratch(byteCount: planeCount * lineStride * MemoryLayout<Float>.stride)
        results = try Scratch(byteCount: 4 * planeCount * stride * MemoryLayout<Float>.stride)
        sums = try Scratch(byteCount: 0)
        sumRows = []
    }

    /// Makes room for a window of the present reach.
    func fit() throws {
        let count = 2 * weights.reach + 4
        let bytes = count * planeCount * stride * MemoryLayout<Float>.stride
        if sums.byteCount < bytes { sums = try Scratch(byteCount: bytes, zeroed: false) }
        guard slots.count != count else { return }
        slots = Array(repeating: -1, count: count)
        sumRows = Array(repeating: ConstFloats(floats(lines)), count: count)
    }

    /// Takes columns of a frame, no more than a tile has, from an even one on. The frame must not change meanwhile.
    func begin(_ source: Frame, columns: Range<Int>) {
        (self.source, self.columns, made) = (source, columns, nil)
        for slot in slots.indices { slots[slot] = -1 }
    }

    /// Where a row of a component begins, from a column on; 3 is alpha. Of gray there is one component.
    func row(_ component: Int, of y: Int, column: Int, scratch: UnsafeMutableRawPointer) -> Floats {
        let first = y & ~3
        if made != first { make(first, scratch) }
        let plane = component == 3 ? planeCount - 1 : min(component, colorCount - 1)
        return result(y - first, plane) + (column - columns.lowerBound)
    }

    private func make(_ first: Int, _ scratch: UnsafeMutableRawPointer) {
        made = first
        for plane in 0..<planeCount {
            for (index, y) in (first - weights.reach..<first + 4 + weights.reach).enumerated() {
                let y = min(max(y, 0), height - 1)
                let slot = y % slots.count
                if slots[slot] != y { read(y, slot, scratch) }
                sumRows[index] = ConstFloats(sum(slot, plane))
            }
            let to = (result(0, plane), result(1, plane), result(2, plane), result(3, plane))
            sumRows.withUnsafeBufferPointer { rows in
                guard let rows = rows.baseAddress else { return }
                kernels.convolveColumns(
                    to, rows, count: columns.count, weights: weights.column, reach: weights.reach)
            }
        }
    }

    private func read(_ y: Int, _ slot: Int, _ scratch: UnsafeMutableRawPointer) {
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
        if planeCount > colorCount { premultiply(shift, last - first) }
        for plane in 0..<planeCount {
            let line = line(plane) + shift
            let (before, after) = (first - (columns.lowerBound - reach), columns.upperBound + reach - last)
            if before > 0 { (line - before).update(repeating: line[0], count: before) }
            if after > 0 { (line + (last - first)).update(repeating: line[last - first - 1], count: after) }
            kernels.convolveRow(
                sum(slot, plane), self.line(plane) + start, count: columns.count, weights: weights.row, reach: reach)
        }
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
    private func sum(_ slot: Int, _ plane: Int) -> Floats { floats(sums) + (slot * planeCount + plane) * stride }
    private func floats(_ scratch: Scratch) -> Floats { scratch.base.assumingMemoryBound(to: Float.self) }
}
