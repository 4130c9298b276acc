// SPDX-License-Identifier: MIT
internal import Expressions
internal import PixelCore

/// The way of pixels of four bytes through Kuwahara's squares, whatever their size: sums of columns go on from row to row.
///
/// Sums of a row alone are kept as long as they count. So rows of a frame that is read from top to bottom may be replaced meanwhile.
struct KuwaharaPass: PlanePass {
    let plane: CodePlane
    private let kernels: any KernelSet.Type
    private let reach: Int
    private let shifts: ComponentShifts

    // Where rows of numbers lie in scratch memory: sums of rows that are kept, of components and of squares; of squares by their first
    // row, sums of components and the spread; sums of columns of squared codes; codes and their squares; zeros; what kernels need.
    private let keptCount: Int
    private let stride: Int
    private let squares: Int
    private let columns: Int
    private let codes: Int
    private let zeros: Int
    private let work: Int
    let scratchBytes: Int

    init(_ plane: CodePlane, _ layout: PixelLayout, reach: Int, kernels: any KernelSet.Type) {
        (self.plane, self.reach, self.kernels) = (plane, reach, kernels)
        func shift(_ component: ComponentPosition) -> UInt32 { UInt32(8 * component.offset) }
        shifts = (shift(layout.first), shift(layout.second), shift(layout.third))
        keptCount = reach + 2
        // An odd number of cache lines, so that rows do not evict each other.
        stride = ((plane.width + 2 * reach + 15) & ~15) | 16
        squares = 4 * keptCount
        columns = squares + 4 * (reach + 1)
        codes = columns + 1
        zeros = codes + 4
        work = zeros + 1
        scratchBytes = (work + 1) * stride * MemoryLayout<UInt32>.stride
    }

    /// Rows, columns of a square.
    private var size: Int { reach + 1 }

    /// As many squares in a row as pixels have, of which those to the left begin before.
    private var count: Int { plane.width + reach }

    var isInOneStrip: Bool { true }

    func render(_ to: Plane, copy: Plane, rows: Range<Int>, scratch: UnsafeMutableRawPointer) {
        let memory = scratch.assumingMemoryBound(to: UInt32.self)
        func line(_ index: Int) -> Counts { memory + index * stride }
        var unread = max(0, rows.lowerBound - reach)
        /// The place of the sums of a row, which are made when they first count.
        func kept(_ y: Int) -> Int {
            let y = min(max(y, 0), plane.height - 1)
            while unread <= y {
                let row = rows.contains(unread) ? to.row(unread) : copy.row(unread)
                take(row.assumingMemoryBound(to: UInt8.self), to: 4 * (unread % keptCount), memory)
                unread += 1
            }
            return 4 * (y % keptCount)
        }
        /// The place of the squares whose first row is that one.
        func square(_ y: Int) -> Int { squares + 4 * ((y + size) % size) }
        func sums(_ place: Int) -> CountRows { CountRows(line(place), line(place + 1), line(place + 2)) }
        func move(_ from: Int, to: Int, adding: Int, removing: Int?) {
            for index in 0...3 {
                // Sums of squares do not count any more when there are others.
                let (from, to) = index < 3 ? (from + index, to + index) : (columns, columns)
                kernels.moveRow32(
                    line(to), line(from), adding: line(adding + index),
                    removing: removing.map { line($0 + index) } ?? line(zeros), count: count)
            }
        }

        line(zeros).update(repeating: 0, count: count)
        let first = rows.lowerBound - reach
        for y in first..<rows.upperBound {
            let made = square(y)
            if y > first {
                let adding = kept(y + reach)
                move(square(y - 1), to: made, adding: adding, removing: kept(y - 1))
            } else {
                for place in [made, made + 1, made + 2, columns] { line(place).update(repeating: 0, count: count) }
                for row in y...y + reach { move(made, to: made, adding: kept(row), removing: nil) }
            }
            kernels.spreadRow(
                line(made + 3), sums: sums(made), squares: line(columns), count: count, components: 3,
                size: UInt32(size * size))
            guard y >= rows.lowerBound else { continue }
            let above = square(y - reach)
            kernels.leastSpreadPixels(
                to.row(y).assumingMemoryBound(to: UInt8.self),
                upper: SquareCounts(sums(above), spread: line(above + 3)),
                lower: SquareCounts(sums(made), spread: line(made + 3)), count: plane.width, reach: reach,
                weight: 1 / Float(size * size), shifts: shifts)
        }
    }

    /// Keeps the sums of a row.
    private func take(_ row: Bytes, to place: Int, _ memory: Counts) {
        func line(_ index: Int) -> Counts { memory + index * stride }
        let (width, start) = (plane.width, reach)
        kernels.splitRow32(
            CountRows(line(codes) + start, line(codes + 1) + start, line(codes + 2) + start),
            squares: line(codes + 3) + start, row, count: width, shifts: shifts)
        for index in 0...3 {
            let line = line(codes + index)
            // Beyond its edges a row goes on as its first and last pixels.
            line.update(repeating: line[start], count: reach)
            (line + (start + width)).update(repeating: line[start + width - 1], count: reach)
            kernels.sumRow32(
                memory + (place + index) * stride, line, count: count, size: size, scratch: memory + work * stride)
        }
    }
}
