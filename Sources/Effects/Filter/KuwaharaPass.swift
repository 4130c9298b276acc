// SPDX-License-Identifier: MIT
internal import Expressions
internal import KernelTypes
internal import PixelCore

/// The way of pixels of four bytes through Kuwahara's squares, whatever their size: sums of columns go on from row to row.
///
/// Sums of a row alone are kept as long as they count. So rows of a frame that is read from top to bottom may be replaced meanwhile.
struct KuwaharaPass: PlanePass {
    let plane: CodePlane
    private let kernels: any KernelSet.Type
    private let reach: Int
    private let shifts: ComponentShifts

    /// Of rows that are kept, sums of three components and of all squares.
    private let kept: ScratchRows<UInt32>
    /// Of squares by their first row, sums of components and the spread.
    private let squares: ScratchRows<UInt32>
    /// Sums of columns of squared codes.
    private let columns: ScratchRows<UInt32>
    /// Codes of a row that goes on beyond its edges, and all their squares.
    private let codes: ScratchRows<UInt32>
    private let zeros: ScratchRows<UInt32>
    /// What kernels need.
    private let work: ScratchRows<UInt32>
    let scratchBytes: Int

    init(_ plane: CodePlane, _ layout: PixelLayout, reach: Int, kernels: any KernelSet.Type) {
        (self.plane, self.reach, self.kernels) = (plane, reach, kernels)
        func shift(_ component: ComponentPosition) -> UInt32 { UInt32(8 * component.offset) }
        shifts = (shift(layout.first), shift(layout.second), shift(layout.third))
        var plan = ScratchPlan()
        func reserve(_ count: Int) -> ScratchRows<UInt32> {
            plan.reserve(count, of: plane.width + 2 * reach, as: UInt32.self)
        }
        kept = reserve(4 * (reach + 2))
        squares = reserve(4 * (reach + 1))
        columns = reserve(1)
        codes = reserve(4)
        zeros = reserve(1)
        work = reserve(1)
        scratchBytes = plan.byteCount
    }

    /// Rows, columns of a square.
    private var size: Int { reach + 1 }

    /// As many squares in a row as pixels have, of which those to the left begin before.
    private var count: Int { plane.width + reach }

    var isInOneStrip: Bool { true }

    func render(_ to: Plane, copy: Plane, rows: Range<Int>, scratch: ScratchMemory) {
        var unread = max(0, rows.lowerBound - reach)
        /// The place of the sums of a row, which are made when they first count.
        func kept(_ y: Int) -> Int {
            let y = min(max(y, 0), plane.height - 1)
            while unread <= y {
                let row = rows.contains(unread) ? to.row(unread) : copy.row(unread)
                take(row.assumingMemoryBound(to: UInt8.self), to: place(unread), scratch)
                unread += 1
            }
            return place(y)
        }
        let first = rows.lowerBound - reach
        scratch[zeros].update(repeating: 0, count: count)
        for y in first..<rows.upperBound {
            if y > first {
                // The row that comes is read before the one that leaves is looked up: reading replaces none that still counts.
                let adding = kept(y + reach)
                move(square(y - 1), to: square(y), adding: adding, removing: kept(y - 1), scratch)
            } else {
                for index in 0...3 { sums(square(y), index, scratch).update(repeating: 0, count: count) }
                for row in y...y + reach {
                    move(square(y), to: square(y), adding: kept(row), removing: nil, scratch)
                }
            }
            let made = squareRows(y, scratch)
            kernels.spreadRow(
                made.spread, sums: made.sums, squares: scratch[columns], count: count, components: 3,
                size: UInt32(size * size))
            guard y >= rows.lowerBound else { continue }
            kernels.leastSpreadPixels(
                to.row(y).assumingMemoryBound(to: UInt8.self), upper: squareRows(y - reach, scratch), lower: made,
                count: plane.width, reach: reach, weight: 1 / Float(size * size), shifts: shifts)
        }
    }

    /// Where the sums of a row are kept.
    private func place(_ y: Int) -> Int { 4 * (y % (kept.count / 4)) }

    /// Where squares are whose first row is that one; it may be above all rows.
    private func square(_ y: Int) -> Int { 4 * ((y + size) % size) }

    private func squareRows(_ y: Int, _ scratch: ScratchMemory) -> SquareCounts {
        let place = square(y)
        let sums = CountRows(scratch[squares, place], scratch[squares, place + 1], scratch[squares, place + 2])
        return SquareCounts(sums, spread: scratch[squares, place + 3])
    }

    /// Sums of a component, or of squares: these do not count any more when there are others.
    private func sums(_ place: Int, _ index: Int, _ scratch: ScratchMemory) -> Counts {
        index < 3 ? scratch[squares, place + index] : scratch[columns]
    }

    /// Makes sums of squares one row further down: of rows that are kept, one comes and one leaves.
    private func move(_ from: Int, to: Int, adding: Int, removing: Int?, _ scratch: ScratchMemory) {
        for index in 0...3 {
            kernels.moveRow32(
                sums(to, index, scratch), sums(from, index, scratch), adding: scratch[kept, adding + index],
                removing: removing.map { scratch[kept, $0 + index] } ?? scratch[zeros], count: count)
        }
    }

    /// Keeps the sums of a row.
    private func take(_ row: Bytes, to place: Int, _ scratch: ScratchMemory) {
        let width = plane.width
        kernels.splitRow32(
            CountRows(scratch[codes, 0] + reach, scratch[codes, 1] + reach, scratch[codes, 2] + reach),
            squares: scratch[codes, 3] + reach, row, count: width, shifts: shifts)
        for index in 0...3 {
            let line = scratch[codes, index]
            // Beyond its edges a row goes on as its first and last pixels.
            line.update(repeating: line[reach], count: reach)
            (line + (reach + width)).update(repeating: line[reach + width - 1], count: reach)
            kernels.sumRow32(scratch[kept, place + index], line, count: count, size: size, scratch: scratch[work])
        }
    }
}
