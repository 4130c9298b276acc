// SPDX-License-Identifier: MIT
internal import Expressions
internal import KernelTypes
internal import PixelCore

/// The least or the greatest of squares: of rows, which are kept, and then of columns.
class ExtremeRows: WindowRows {
    class var fold: Fold { .minimum }
    private let scratch: Scratch

    required init(
        _ tiles: TileReader, width: Int, height: Int, hasAlpha: Bool, weights: WindowWeights,
        kernels: any KernelSet.Type
    ) throws {
        scratch = try Scratch(squareLine: TileReader.tileWidth)
        try super.init(tiles, width: width, height: height, hasAlpha: hasAlpha, weights: weights, kernels: kernels)
    }

    private var size: Int { 2 * weights.reach + 1 }

    override func take(_ line: ConstFloats, plane: Int, to slot: Int) {
        kernels.foldRow(
            kept(slot, plane), line - weights.reach, count: columns.count, size: size, fold: Self.fold,
            scratch: scratch.base.assumingMemoryBound(to: Float.self))
    }

    override func makeRows(_ first: Int) {
        for plane in 0..<planeCount {
            withKept(plane, rows: allRows) {
                kernels.foldColumns(rows(plane), $0, count: columns.count, size: size, fold: Self.fold)
            }
        }
    }
}

final class LeastRows: ExtremeRows {}

final class GreatestRows: ExtremeRows {
    override class var fold: Fold { .maximum }
}

/// Medians of squares, whose rows are kept.
final class MedianRows: WindowRows {
    private static let mostReach = Window.median.reach(size: Window.median.maximumSize)
    override class var margin: Int { 2 * mostReach }
    private let scratch: Scratch

    required init(
        _ tiles: TileReader, width: Int, height: Int, hasAlpha: Bool, weights: WindowWeights,
        kernels: any KernelSet.Type
    ) throws {
        scratch = try Scratch(squareLine: 5 * TileReader.tileWidth)
        try super.init(tiles, width: width, height: height, hasAlpha: hasAlpha, weights: weights, kernels: kernels)
    }

    override func take(_ line: ConstFloats, plane: Int, to slot: Int) {
        kept(slot, plane).update(from: line - weights.reach, count: columns.count + 2 * weights.reach)
    }

    override func makeRows(_ first: Int) {
        // Alpha stays.
        for plane in 0..<colorCount {
            let to = rows(plane)
            withKept(plane, rows: allRows, from: weights.reach) { from in
                makeRow(to.0, from)
                makeRow(to.1, from + 1)
                makeRow(to.2, from + 2)
                makeRow(to.3, from + 3)
            }
        }
    }

    private func makeRow(_ to: Floats, _ from: UnsafePointer<ConstFloats>) {
        guard weights.reach > 0 else { return to.update(from: from[0], count: columns.count) }
        kernels.medianRow(
            to, from, count: columns.count, reach: weights.reach,
            scratch: scratch.base.assumingMemoryBound(to: Float.self))
    }
}

/// Means of the square of four that spreads least. Of rows, sums of values and of their squares are kept; of columns of those, sums
/// and spreads of squares for as long as they count.
final class KuwaharaRows: WindowRows {
    private static let mostReach = Window.kuwahara.reach(size: Window.kuwahara.maximumSize)
    private static let squareStride = TileReader.tileWidth + 16 + mostReach
    /// Squares whose first rows are so many.
    private static let squareCount = mostReach + 8
    override class var margin: Int { mostReach }
    override class func keptCount(colorCount: Int, planeCount: Int) -> Int { 2 * colorCount }

    private let scratch: Scratch
    /// Of squares by their first row, modulo `squareCount`: sums of components and the spread.
    private let squares: Scratch
    /// The first row of the squares that were made last.
    private var made: Int?

    required init(
        _ tiles: TileReader, width: Int, height: Int, hasAlpha: Bool, weights: WindowWeights,
        kernels: any KernelSet.Type
    ) throws {
        // A line of squared values, one to add up, and four rows of three components.
        scratch = try Scratch(squareLine: 14 * Self.squareStride)
        squares = try Scratch(byteCount: Self.squareCount * 4 * Self.squareStride * MemoryLayout<Float>.stride)
        try super.init(tiles, width: width, height: height, hasAlpha: hasAlpha, weights: weights, kernels: kernels)
    }

    private var size: Int { weights.reach + 1 }
    private var weight: Float { 1 / Float(size * size) }
    /// As many squares in a row as pixels have, of which those to the left begin before.
    private var count: Int { columns.count + weights.reach }
    private var line: Floats { scratch.base.assumingMemoryBound(to: Float.self) }

    override func take(_ line: ConstFloats, plane: Int, to slot: Int) {
        guard plane < colorCount else { return }
        let (from, read, values) = (line - weights.reach, columns.count + 2 * weights.reach, self.line)
        let folded = values + Self.squareStride
        kernels.foldRow(kept(slot, 2 * plane), from, count: count, size: size, fold: .sum, scratch: folded)
        kernels.squareRow(values, from, count: read)
        kernels.foldRow(kept(slot, 2 * plane + 1), values, count: count, size: size, fold: .sum, scratch: folded)
    }

    override func forget() { made = nil }

    override func makeRows(_ first: Int) {
        let reach = weights.reach
        // Squares are made by fours, and those that begin above were made when rows above were.
        let earlier = made == first - 4 ? 0 : (reach + 3) / 4
        for four in 0...earlier { makeSquares(first, reach - 4 * four) }
        made = first
        for row in 0..<4 {
            let (upper, lower) = (square(first - reach + row), square(first + row))
            func to(_ plane: Int) -> Floats {
                let rows = rows(min(plane, colorCount - 1))
                return row == 0 ? rows.0 : row == 1 ? rows.1 : row == 2 ? rows.2 : rows.3
            }
            kernels.leastSpreadRow(
                TileRows(to(0), to(1), to(2)), upper: upper, lower: lower, count: columns.count,
                components: colorCount, reach: reach, weight: weight)
        }
    }

    /// Makes the squares of four first rows, from row `index` of those that are kept on.
    private func makeSquares(_ first: Int, _ index: Int) {
        // What begins above all rows is not asked for.
        let used = index..<index + size + 3
        let y = first - weights.reach + index
        func scratchRow(_ row: Int, _ plane: Int) -> Floats { line + (2 + 4 * plane + row) * Self.squareStride }
        for plane in 0..<colorCount {
            withKept(2 * plane, rows: used) {
                let to = (sums(y, plane), sums(y + 1, plane), sums(y + 2, plane), sums(y + 3, plane))
                kernels.foldColumns(to, $0, count: count, size: size, fold: .sum)
            }
            withKept(2 * plane + 1, rows: used) {
                let to = (scratchRow(0, plane), scratchRow(1, plane), scratchRow(2, plane), scratchRow(3, plane))
                kernels.foldColumns(to, $0, count: count, size: size, fold: .sum)
            }
        }
        for row in 0..<4 {
            let made = square(y + row)
            kernels.spreadRow(
                made.spread, sums: made.sums,
                squares: TileRows(scratchRow(row, 0), scratchRow(row, 1), scratchRow(row, 2)), count: count,
                components: colorCount, weight: weight)
        }
    }

    /// The squares whose first row is that one, from the one that ends with the first column on.
    private func square(_ y: Int) -> SquareRows {
        SquareRows(TileRows(sums(y, 0), sums(y, 1), sums(y, 2)), spread: sums(y, 3))
    }

    private func sums(_ y: Int, _ plane: Int) -> Floats {
        let slot = (y % Self.squareCount + Self.squareCount) % Self.squareCount
        return squares.base.assumingMemoryBound(to: Float.self) + (4 * slot + plane) * Self.squareStride
    }
}

extension Scratch {
    /// Room for so many values of a row, and those around it.
    fileprivate convenience init(squareLine count: Int) throws(OutOfMemory) {
        try self.init(byteCount: (count + 512) * MemoryLayout<Float>.stride, zeroed: false)
    }
}
