// SPDX-License-Identifier: MIT
internal import Expressions
internal import KernelTypes
internal import PixelCore

/// The least or the greatest of squares: of rows, which are kept, and then of columns.
class ExtremeRows: WindowRows {
    class var fold: Fold { .minimum }
    private let scratch: Scratch

    required init(
        _ tiles: TileReader, width: Int, height: Int, hasAlpha: Bool, components: Set<Int>, weights: WindowWeights,
        kernels: any KernelSet.Type
    ) throws {
        scratch = try Scratch(squareLine: TileReader.tileWidth)
        try super.init(
            tiles, width: width, height: height, hasAlpha: hasAlpha, components: components, weights: weights,
            kernels: kernels)
    }

    private var size: Int { 2 * weights.reach + 1 }

    override func take(_ line: ConstFloats, plane: Int, to slot: Int) {
        kernels.foldRow(
            kept(slot, plane), line - weights.reach, count: columns.count, size: size, fold: Self.fold,
            scratch: scratch.base.assumingMemoryBound(to: Float.self))
    }

    override func makeRows(_ first: Int) {
        for plane in planes {
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
        _ tiles: TileReader, width: Int, height: Int, hasAlpha: Bool, components: Set<Int>, weights: WindowWeights,
        kernels: any KernelSet.Type
    ) throws {
        scratch = try Scratch(squareLine: 5 * TileReader.tileWidth)
        try super.init(
            tiles, width: width, height: height, hasAlpha: hasAlpha, components: components, weights: weights,
            kernels: kernels)
    }

    override func take(_ line: ConstFloats, plane: Int, to slot: Int) {
        kept(slot, plane).update(from: line - weights.reach, count: columns.count + 2 * weights.reach)
    }

    override func makeRows(_ first: Int) {
        for plane in planes {
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

extension Scratch {
    /// Room for so many values of a row, and those around it.
    convenience init(squareLine count: Int) throws(OutOfMemory) {
        try self.init(byteCount: (count + 512) * MemoryLayout<Float>.stride, zeroed: false)
    }
}
