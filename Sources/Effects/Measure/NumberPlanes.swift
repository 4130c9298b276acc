// SPDX-License-Identifier: MIT
internal import Engine
internal import Expressions
internal import KernelTypes
internal import PixelCore

/// One to three numbers of every pixel of a frame, as floats, that laws look at as at a frame. Beyond its edges it goes on as its
/// nearest pixels do.
final class NumberPlanes {
    let count: Int
    let (width, height): (Int, Int)
    private let stride: Int
    private let memory: Scratch

    /// How far a law may look, in columns. Floats before and after a row.
    static let reach = 16

    init(count: Int, width: Int, height: Int) throws {
        (self.count, self.width, self.height) = (count, width, height)
        // Whole vectors are read over the end of a row.
        stride = Self.reach + (width + 15) & ~15 + 2 * Self.reach
        memory = try Scratch(byteCount: count * height * stride * MemoryLayout<Float>.stride, zeroed: false)
    }

    /// Where a row begins. Of fewer numbers than three, the last stands for those that follow.
    func row(_ plane: Int, _ y: Int) -> Floats {
        let row = min(plane, count - 1) * height + min(max(y, 0), height - 1)
        return memory.values(as: Float.self) + (row * stride + Self.reach)
    }

    /// Repeats the ends of a row beyond them.
    func finishRow(_ y: Int) {
        for plane in 0..<count {
            let row = row(plane, y)
            (row - Self.reach).update(repeating: row[0], count: Self.reach)
            (row + width).update(repeating: row[width - 1], count: stride - Self.reach - width)
        }
    }
}

/// What laws find in planes: what a thread has of its own.
final class PlaneRows {
    private let planes: NumberPlanes
    /// Where planes hold rows that have gone through a window, which goes on down columns; nil: they hold the numbers themselves.
    private let weights: WindowWeights?
    private let kernels: any KernelSet.Type
    /// Four rows of each plane that were made last, and the first of them; nil: none.
    private let results: Scratch
    private let stride: Int
    private var made: Int?
    private var rows: [ConstFloats]

    init(_ planes: NumberPlanes, _ weights: WindowWeights?, kernels: any KernelSet.Type) throws {
        (self.planes, self.weights, self.kernels) = (planes, weights, kernels)
        stride = (planes.width + 15) & ~15 + 32
        results = try Scratch(
            byteCount: weights == nil ? 0 : 4 * planes.count * stride * MemoryLayout<Float>.stride)
        rows = Array(
            repeating: ConstFloats(planes.row(0, 0)), count: weights == nil ? 0 : 2 * Window.maximumReach + 4)
    }

    /// Starts with planes that were made anew.
    func begin() { made = nil }

    /// Where a row of an input begins.
    func row(_ input: InputRow, of y: Int) -> Floats {
        guard input.isWindowed, let weights else {
            return planes.row(input.component, y + input.offset.rows) + input.offset.columns
        }
        let first = y & ~3
        if made != first { make(first, weights) }
        return result(min(input.component, planes.count - 1), y - first)
    }

    private func make(_ first: Int, _ weights: WindowWeights) {
        made = first
        for plane in 0..<planes.count {
            for index in 0..<2 * weights.reach + 4 {
                rows[index] = ConstFloats(planes.row(plane, first - weights.reach + index))
            }
            let to = (result(plane, 0), result(plane, 1), result(plane, 2), result(plane, 3))
            rows.withUnsafeBufferPointer { rows in
                guard let base = rows.baseAddress else { return }
                kernels.convolveColumns(
                    to, base, count: planes.width, weights: ConstFloats(weights.column), reach: weights.reach)
            }
        }
    }

    private func result(_ plane: Int, _ row: Int) -> Floats {
        results.values(as: Float.self) + (4 * plane + row) * stride
    }
}
