// SPDX-License-Identifier: MIT
internal import KernelTypes
internal import PixelCore

/// The way of a plane through a window, strip of columns by strip.
///
/// A row is summed when columns first need it, and its sums are kept as long as they do. So rows of a frame that is read from top to
/// bottom may be replaced meanwhile.
struct CodePass: PlanePass {
    /// Bytes of sums that are kept: they should stay in a second-level cache.
    private static let keptBytes = 512 * 1024
    private static let leastColumns = 64

    let plane: CodePlane
    private let kernels: any KernelSet.Type
    private let rowWeights: CodeWeights.Row
    private let columnWeights: CodeWeights.Row
    private let lastWeights: CodeWeights.Row
    /// Columns of a strip.
    private let stripWidth: Int

    /// Of rows, and pointers to them.
    private let sums: ScratchRows<UInt16>
    private let pointers: ScratchRows<ConstSamples>
    /// Samples before.
    private let line: ScratchRows<UInt16>
    private let results: ScratchRows<UInt8>
    /// Bytes of which every second one counts.
    private let halves: ScratchRows<UInt8>
    let scratchBytes: Int

    init(_ plane: CodePlane, _ weights: CodeWeights, kernels: any KernelSet.Type) {
        (self.plane, self.kernels) = (plane, kernels)
        rowWeights = plane.coversColumns ? weights.half : weights.full
        columnWeights = plane.coversRows ? weights.half : weights.full
        lastWeights = weights.last
        let sumCount = 2 * columnWeights.reach + 4
        let most = max(Self.leastColumns, Self.keptBytes / (sumCount * plane.step * MemoryLayout<UInt16>.stride))
        let stripCount = (plane.width + most - 1) / most
        stripWidth = (plane.width + stripCount - 1) / stripCount
        let (made, read) = (stripWidth * plane.step, (stripWidth + 2 * rowWeights.reach) * plane.step)
        var plan = ScratchPlan()
        sums = plan.reserve(sumCount, of: made, as: UInt16.self)
        pointers = plan.reserve(of: sumCount, as: ConstSamples.self)
        line = plan.reserve(of: read, as: UInt16.self)
        results = plan.reserve(4, of: made, as: UInt8.self)
        halves = plan.reserve(2, of: read, as: UInt8.self)
        scratchBytes = plan.byteCount
    }

    var isInOneStrip: Bool { stripWidth == plane.width }

    /// Makes rows. Other rows are read from a copy and, if there are several strips, these too.
    func render(_ to: Plane, copy: Plane, rows: Range<Int>, scratch: ScratchMemory) {
        var x = 0
        while x < plane.width {
            let columns = x..<min(plane.width, x + stripWidth)
            render(to, copy, rows, columns, scratch)
            x = columns.upperBound
        }
    }

    private func render(
        _ to: Plane, _ copy: Plane, _ rows: Range<Int>, _ columns: Range<Int>, _ scratch: ScratchMemory
    ) {
        let own = isInOneStrip ? rows : 0..<0
        let reach = columnWeights.reach
        var unread = max(0, rows.lowerBound - reach)
        var first = rows.lowerBound
        while first < rows.upperBound {
            let isLast = plane.hasLastRow && first == plane.height - 1
            let end = plane.hasLastRow && !isLast ? min(rows.upperBound, plane.height - 1) : rows.upperBound
            let made = first..<min(first + 4, end)
            while unread < min(plane.height, made.upperBound + reach) {
                let from = own.contains(unread) ? to.row(unread) : copy.row(unread)
                sumRow(bytes(from), columns, to: sumsOfRow(unread, scratch), scratch)
                unread += 1
            }
            makeRows(to, made, columns, isLast ? lastWeights : columnWeights, scratch)
            first = made.upperBound
        }
    }

    /// Makes up to four rows.
    private func makeRows(
        _ to: Plane, _ rows: Range<Int>, _ columns: Range<Int>, _ weights: CodeWeights.Row,
        _ scratch: ScratchMemory
    ) {
        let pointers = scratch[pointers]
        let last = min(plane.height, rows.upperBound + columnWeights.reach) - 1
        for index in 0..<sums.count {
            let y = min(max(rows.lowerBound - columnWeights.reach + index, 0), last)
            pointers[index] = ConstSamples(sumsOfRow(y, scratch))
        }
        func result(_ index: Int) -> Bytes {
            guard case .direct = plane.access, index < rows.count else {
                return scratch[results, index]
            }
            return bytes(to.row(rows.lowerBound + index)) + columns.lowerBound * plane.step
        }
        let four = (result(0), result(1), result(2), result(3))
        kernels.convolveColumns16(
            four, pointers, count: columns.count * plane.step, weights: weights.weights, reach: weights.reach)
        for (index, y) in rows.enumerated() { store(bytes(to.row(y)), columns, result(index), scratch) }
    }

    /// Sums the samples of a row.
    private func sumRow(
        _ from: Bytes, _ columns: Range<Int>, to: Samples, _ scratch: ScratchMemory
    ) {
        let (step, reach) = (plane.step, rowWeights.reach)
        let (first, last) = (columns.lowerBound - reach, columns.upperBound + reach)
        let read = max(0, first)..<min(plane.width, last)
        let line = scratch[line]
        let start = line + (read.lowerBound - first) * step
        load(from, read, to: start, scratch)
        // Beyond its edges a row goes on as its first and last samples.
        var left = start
        while left > line {
            left -= 1
            left.pointee = left[step]
        }
        let end = start + read.count * step
        for i in 0..<(last - read.upperBound) * step { end[i] = end[i - step] }
        let (middle, count) = (line + reach * step, columns.count * step)
        kernels.convolveRow16(to, middle, count: count, step: step, weights: rowWeights.weights, reach: reach)
        guard plane.hasLastColumn, columns.upperBound == plane.width else { return }
        kernels.convolveRow16(
            to + (count - step), middle + (count - step), count: step, step: step, weights: lastWeights.weights,
            reach: lastWeights.reach)
    }

    private func load(_ row: Bytes, _ columns: Range<Int>, to line: Samples, _ scratch: ScratchMemory) {
        let (start, count) = (columns.lowerBound * plane.step, columns.count * plane.step)
        switch plane.access {
        case .direct:
            kernels.raiseRow8(line, row + start, count: count)
        case .pixels(let first):
            kernels.raisePixelsRow8(line, row + (4 * columns.lowerBound + first), count: columns.count)
        case .pairs(let isSecond):
            let (first, second) = (scratch[halves, 0], scratch[halves, 1])
            kernels.split2x8(first, second, from: row + 2 * start, count: count)
            kernels.raiseRow8(line, isSecond ? second : first, count: count)
        }
    }

    private func store(_ row: Bytes, _ columns: Range<Int>, _ result: Bytes, _ scratch: ScratchMemory) {
        let (start, count) = (columns.lowerBound * plane.step, columns.count * plane.step)
        switch plane.access {
        case .direct:
            break
        case .pixels(let first):
            kernels.replacePixelsRow8(row + (4 * columns.lowerBound + first), result, count: columns.count)
        case .pairs(let isSecond):
            let (first, second) = (scratch[halves, 0], scratch[halves, 1])
            kernels.split2x8(first, second, from: row + 2 * start, count: count)
            kernels.merge2x8(row + 2 * start, isSecond ? first : result, isSecond ? result : second, count: count)
        }
    }

    private func sumsOfRow(_ y: Int, _ scratch: ScratchMemory) -> Samples { scratch[sums, y % sums.count] }

    private func bytes(_ pointer: UnsafeMutableRawPointer) -> Bytes { pointer.assumingMemoryBound(to: UInt8.self) }
}
