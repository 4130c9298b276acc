// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// Moves the samples of packed 4:2:2, whose luma and chroma go different ways.
struct PackedTurner {
    private let turn: FrameTurn
    private let layout: PixelLayout
    private let kernels: any KernelSet.Type
    private let (width, height): (Int, Int)

    init(_ turner: FrameTurner) {
        (turn, layout, kernels) = (turner.turn, turner.layout, turner.kernels)
        (width, height) = (turner.width, turner.height)
    }

    /// Pairs of columns of the input in a unit.
    static let unitPairs = 64
    /// Rows of the input that are made columns at a time: even, so that the means of chroma don't cross.
    static let blockRows = 64
    /// Luma and chroma of a block, means of chroma, and both as columns. A luma more is for an odd width.
    static let scratchBytes = 2 * unitPairs * blockRows * 4 + 2 * unitPairs * (blockRows + 2)

    private func split(_ luma: Bytes, _ chroma: Bytes, _ from: ConstBytes, count: Int) {
        if layout.isLumaFirst {
            kernels.split2x8(luma, chroma, from: from, count: count)
        } else {
            kernels.split2x8(chroma, luma, from: from, count: count)
        }
    }

    private func merge(_ to: Bytes, _ luma: ConstBytes, _ chroma: ConstBytes, count: Int) {
        if layout.isLumaFirst {
            kernels.merge2x8(to, luma, chroma, count: count)
        } else {
            kernels.merge2x8(to, chroma, luma, count: count)
        }
    }

    /// Puts the pixels of a row in the opposite order.
    func reverse(_ to: Bytes, _ from: ConstBytes, _ scratch: Bytes) {
        let pairs = layout.chromaWidth(width)
        if width & 1 == 0 {
            kernels.reversePacked422(to, from, pairs: pairs, lumaFirst: layout.isLumaFirst)
            return
        }
        let pitch = (2 * pairs + 63) & ~63
        let (luma, chroma, mean) = (scratch, scratch + pitch, scratch + 2 * pitch)
        split(luma, chroma, from, count: 2 * pairs)
        kernels.meanChromaRow8(mean, chroma, chroma, count: 2 * pairs, step: 2)
        kernels.reverseRow(chroma, mean, count: pairs, size: 2)
        kernels.reverseRow(mean, luma, count: width, size: 1)
        // What is not visible is like its neighbour.
        mean[width] = mean[width - 1]
        merge(to, mean, chroma, count: 2 * pairs)
    }

    /// Makes columns of rows, for some pairs of columns of the input.
    func transpose(_ input: Frame, _ output: Frame, pairs: Range<Int>, _ scratch: Bytes) {
        let pitch = 2 * Self.unitPairs
        let blockBytes = pitch * Self.blockRows
        let (luma, chroma, mean) = (scratch, scratch + blockBytes, scratch + 2 * blockBytes)
        let (lumaColumns, chromaColumns) = (scratch + 2 * blockBytes + blockBytes / 2, scratch + 4 * blockBytes)
        let (lumaPitch, chromaPitch) = (Self.blockRows + 2, Self.blockRows)
        let columns = 2 * pairs.count
        var x = 0
        while x < height {
            let rows = min(Self.blockRows, height - x)
            for i in 0..<rows {
                let row = input.plane(0).row(turn.isFromBottom ? height - 1 - x - i : x + i)
                let from = ConstBytes(row.assumingMemoryBound(to: UInt8.self)) + 4 * pairs.lowerBound
                split(luma + i * pitch, chroma + i * pitch, from, count: columns)
            }
            let chromaRows = (rows + 1) / 2
            for i in 0..<chromaRows {
                let (first, second) = (chroma + 2 * i * pitch, chroma + min(2 * i + 1, rows - 1) * pitch)
                kernels.meanChromaRow8(mean + i * pitch, first, second, count: columns, step: 0)
            }
            kernels.transposeBlock(
                lumaColumns, stride: lumaPitch, luma, stride: pitch, rows: rows, columns: columns, size: 1)
            kernels.transposeBlock(
                chromaColumns, stride: chromaPitch, mean, stride: pitch, rows: chromaRows, columns: pairs.count,
                size: 2)
            for i in 0..<columns {
                let column = 2 * pairs.lowerBound + i
                guard column < width else { continue }
                let row = output.plane(0).row(turn.isFromRight ? width - 1 - column : column)
                let line = lumaColumns + i * lumaPitch
                if rows & 1 == 1 { line[rows] = line[rows - 1] }
                merge(
                    row.assumingMemoryBound(to: UInt8.self) + 2 * x, line, chromaColumns + i / 2 * chromaPitch,
                    count: 2 * chromaRows)
            }
            x += rows
        }
    }
}
