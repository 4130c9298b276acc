// SPDX-License-Identifier: MIT
internal import Expressions
internal import KernelTypes
internal import PixelCore

/// Means of the square of four that spreads least.
///
/// Of rows, sums of values are kept, and sums of their codes and of the squares of these. Sums of those in columns go on from row to
/// row. Means and spreads of squares are kept for as long as they count.
final class KuwaharaRows: WindowRows {
    private static let mostReach = Window.kuwahara.reach(size: Window.kuwahara.maximumSize)
    private static let stride = TileReader.tileWidth + 16 + 2 * mostReach
    /// Squares whose first rows are so many.
    private static let squareCount = mostReach + 8
    override class var margin: Int { mostReach }
    override class var needsAllColors: Bool { true }
    override class func keptCount(colorCount: Int, planeCount: Int) -> Int { 2 * colorCount + 2 }

    /// Codes, their squares, what kernels need, and of columns sums of both.
    private let scratch: Scratch
    /// Of squares by their first row, modulo `squareCount`: sums of components and the spread.
    private let squares: Scratch
    /// The first row of the squares that were made last.
    private var made: Int?

    required init(
        _ tiles: TileReader, width: Int, height: Int, hasAlpha: Bool, components: Set<Int>, weights: WindowWeights,
        kernels: any KernelSet.Type
    ) throws {
        scratch = try Scratch(byteCount: (12 * Self.stride + 512) * MemoryLayout<Float>.stride)
        squares = try Scratch(squareLine: Self.squareCount * 4 * Self.stride)
        try super.init(
            tiles, width: width, height: height, hasAlpha: hasAlpha, components: components, weights: weights,
            kernels: kernels)
    }

    private var size: Int { weights.reach + 1 }
    /// As many squares in a row as pixels have, of which those to the left begin before.
    private var count: Int { columns.count + weights.reach }

    override func takeColors(_ lines: TileRows, to slot: Int) {
        let (reach, components) = (weights.reach, colorCount)
        let from = TileRows(lines.c0 - reach, lines.c1 - reach, lines.c2 - reach)
        kernels.roundRow32(
            CountRows(line(0), line(1), line(2)), squares: SquareSums(exact: line(3), units: line(4)), from,
            count: columns.count + 2 * reach, components: components, scale: Float(Window.spreadScale))
        let work = UnsafeMutableRawPointer(line(5)).assumingMemoryBound(to: Float.self)
        for plane in 0..<components {
            let values = plane == 0 ? from.c0 : plane == 1 ? from.c1 : from.c2
            kernels.foldRow(kept(slot, plane), values, count: count, size: size, fold: .sum, scratch: work)
            sum(line(plane), to: slot, components + plane)
        }
        sum(line(3), to: slot, 2 * components)
        sum(line(4), to: slot, 2 * components + 1)
    }

    private func sum(_ from: Counts, to slot: Int, _ index: Int) {
        kernels.sumRow32(counts(kept(slot, index)), from, count: count, size: size, scratch: line(5))
    }

    override func forget() { made = nil }

    override func makeRows(_ first: Int) {
        let reach = weights.reach
        let goesOn = made == first - 4 && reach > 0
        made = first
        // Means are made by fours, and those that begin above were made when rows above were.
        for four in 0...(goesOn ? 0 : (reach + 3) / 4) { makeSums(first, reach - 4 * four) }
        let start = goesOn ? first : first - reach
        for y in start..<first + 4 {
            // The row of those that are kept where the square begins.
            let index = y - (first - reach)
            if y > start || goesOn {
                moveSums(adding: index + reach, removing: index - 1)
            } else {
                for plane in 0...4 { columnSums(plane).update(repeating: 0, count: count) }
                for row in index...index + reach { moveSums(adding: row, removing: nil) }
            }
            let sums = CountRows(columnSums(0), columnSums(1), columnSums(2))
            kernels.wideSpreadRow(
                spread(y), sums: sums, squares: SquareSums(exact: columnSums(3), units: columnSums(4)), count: count,
                components: colorCount, size: UInt32(size * size))
        }
        for row in 0..<4 {
            func to(_ plane: Int) -> Floats {
                let rows = rows(min(plane, colorCount - 1))
                return row == 0 ? rows.0 : row == 1 ? rows.1 : row == 2 ? rows.2 : rows.3
            }
            kernels.leastSpreadRow(
                TileRows(to(0), to(1), to(2)), upper: square(first - reach + row), lower: square(first + row),
                count: columns.count, components: colorCount, reach: reach, weight: 1 / Float(size * size))
        }
    }

    /// Goes on with the sums of columns: of rows of those that are kept, one comes and one leaves.
    private func moveSums(adding: Int, removing: Int?) {
        for index in 0...colorCount + 1 {
            let (sums, from) = (columnSums(index < colorCount ? index : 3 + index - colorCount), colorCount + index)
            let removed = removing.map { counts(kept(row: $0, from)) } ?? zeros
            kernels.moveRow32(
                sums, sums, adding: counts(kept(row: adding, from)), removing: removed, count: count)
        }
    }

    /// Makes the sums of squares of four first rows, from row `index` of those that are kept on.
    private func makeSums(_ first: Int, _ index: Int) {
        // What begins above all rows is not asked for.
        let used = index..<index + size + 3
        let y = first - weights.reach + index
        for plane in 0..<colorCount {
            withKept(plane, rows: used) {
                let to = (sums(y, plane), sums(y + 1, plane), sums(y + 2, plane), sums(y + 3, plane))
                kernels.foldColumns(to, $0, count: count, size: size, fold: .sum)
            }
        }
    }

    /// The squares whose first row is that one, from the one that ends with the first column on.
    private func square(_ y: Int) -> SquareRows {
        SquareRows(TileRows(sums(y, 0), sums(y, 1), sums(y, 2)), spread: spread(y))
    }

    private func spread(_ y: Int) -> Counts { counts(sums(y, 3)) }

    private func sums(_ y: Int, _ plane: Int) -> Floats {
        let slot = (y % Self.squareCount + Self.squareCount) % Self.squareCount
        return squares.base.assumingMemoryBound(to: Float.self) + (4 * slot + plane) * Self.stride
    }

    private func line(_ index: Int) -> Counts {
        scratch.base.assumingMemoryBound(to: UInt32.self) + index * Self.stride
    }
    /// Of three components, and of all squares.
    private func columnSums(_ plane: Int) -> Counts { line(6 + plane) }
    private var zeros: Counts { line(11) }

    private func counts(_ floats: Floats) -> Counts {
        UnsafeMutableRawPointer(floats).assumingMemoryBound(to: UInt32.self)
    }
}
