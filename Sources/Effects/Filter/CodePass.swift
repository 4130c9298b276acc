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

    // Where rows lie in scratch memory: sums, pointers to them, samples before, results, and bytes of which every second one counts.
    private let sumCount: Int
    private let sumStride: Int
    private let pointers: Int
    private let line: Int
    private let results: Int
    private let resultStride: Int
    private let pairs: Int
    private let pairStride: Int

    init(_ plane: CodePlane, _ weights: CodeWeights, kernels: any KernelSet.Type) {
        (self.plane, self.kernels) = (plane, kernels)
        rowWeights = plane.coversColumns ? weights.half : weights.full
        columnWeights = plane.coversRows ? weights.half : weights.full
        lastWeights = weights.last
        func lines(_ count: Int) -> Int { (count + 63) & ~63 }
        let sampleBytes = MemoryLayout<UInt16>.stride
        sumCount = 2 * columnWeights.reach + 4
        let most = max(Self.leastColumns, Self.keptBytes / (sumCount * plane.step * sampleBytes))
        let stripCount = (plane.width + most - 1) / most
        stripWidth = (plane.width + stripCount - 1) / stripCount
        let (made, read) = (stripWidth * plane.step, (stripWidth + 2 * rowWeights.reach) * plane.step)
        // An odd number of cache lines, so that rows do not evict each other.
        sumStride = lines(made * sampleBytes) | 64
        pointers = sumCount * sumStride
        line = pointers + lines(sumCount * MemoryLayout<ConstSamples>.stride)
        results = line + lines(read * sampleBytes)
        resultStride = lines(made)
        pairs = results + 4 * resultStride
        pairStride = lines(read)
    }

    var isInOneStrip: Bool { stripWidth == plane.width }
    var scratchBytes: Int { pairs + 2 * pairStride }

    /// Makes rows. Other rows are read from a copy and, if there are several strips, these too.
    func render(_ to: Plane, copy: Plane, rows: Range<Int>, scratch: UnsafeMutableRawPointer) {
        var x = 0
        while x < plane.width {
            let columns = x..<min(plane.width, x + stripWidth)
            render(to, copy, rows, columns, scratch)
            x = columns.upperBound
        }
    }

    private func render(
        _ to: Plane, _ copy: Plane, _ rows: Range<Int>, _ columns: Range<Int>, _ scratch: UnsafeMutableRawPointer
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
                sumRow(bytes(from), columns, to: sums(unread, scratch), scratch)
                unread += 1
            }
            makeRows(to, made, columns, isLast ? lastWeights : columnWeights, scratch)
            first = made.upperBound
        }
    }

    /// Makes up to four rows.
    private func makeRows(
        _ to: Plane, _ rows: Range<Int>, _ columns: Range<Int>, _ weights: CodeWeights.Row,
        _ scratch: UnsafeMutableRawPointer
    ) {
        let pointers = (scratch + pointers).assumingMemoryBound(to: ConstSamples.self)
        let last = min(plane.height, rows.upperBound + columnWeights.reach) - 1
        for index in 0..<sumCount {
            let y = min(max(rows.lowerBound - columnWeights.reach + index, 0), last)
            pointers[index] = ConstSamples(sums(y, scratch))
        }
        func result(_ index: Int) -> Bytes {
            guard case .direct = plane.access, index < rows.count else {
                return bytes(scratch + results + index * resultStride)
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
        _ from: Bytes, _ columns: Range<Int>, to: Samples, _ scratch: UnsafeMutableRawPointer
    ) {
        let (step, reach) = (plane.step, rowWeights.reach)
        let (first, last) = (columns.lowerBound - reach, columns.upperBound + reach)
        let read = max(0, first)..<min(plane.width, last)
        let line = (scratch + line).assumingMemoryBound(to: UInt16.self)
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

    private func load(_ row: Bytes, _ columns: Range<Int>, to line: Samples, _ scratch: UnsafeMutableRawPointer) {
        let (start, count) = (columns.lowerBound * plane.step, columns.count * plane.step)
        switch plane.access {
        case .direct:
            kernels.raiseRow8(line, row + start, count: count)
        case .pixels(let first):
            kernels.raisePixelsRow8(line, row + (4 * columns.lowerBound + first), count: columns.count)
        case .pairs(let isSecond):
            let (first, second) = halves(scratch)
            kernels.split2x8(first, second, from: row + 2 * start, count: count)
            kernels.raiseRow8(line, isSecond ? second : first, count: count)
        }
    }

    private func store(_ row: Bytes, _ columns: Range<Int>, _ result: Bytes, _ scratch: UnsafeMutableRawPointer) {
        let (start, count) = (columns.lowerBound * plane.step, columns.count * plane.step)
        switch plane.access {
        case .direct:
            break
        case .pixels(let first):
            kernels.replacePixelsRow8(row + (4 * columns.lowerBound + first), result, count: columns.count)
        case .pairs(let isSecond):
            let (first, second) = halves(scratch)
            kernels.split2x8(first, second, from: row + 2 * start, count: count)
            kernels.merge2x8(row + 2 * start, isSecond ? first : result, isSecond ? result : second, count: count)
        }
    }

    private func sums(_ y: Int, _ scratch: UnsafeMutableRawPointer) -> Samples {
        (scratch + y % sumCount * sumStride).assumingMemoryBound(to: UInt16.self)
    }

    private func halves(_ scratch: UnsafeMutableRawPointer) -> (Bytes, Bytes) {
        (bytes(scratch + pairs), bytes(scratch + pairs + pairStride))
    }

    private func bytes(_ pointer: UnsafeMutableRawPointer) -> Bytes { pointer.assumingMemoryBound(to: UInt8.self) }
}
