// SPDX-License-Identifier: MIT
internal import KernelTypes
internal import PixelCore

/// The way of a plane of bytes through the mean of squares, whatever their size: sums of columns go on from row to row.
///
/// Sums of a row alone are kept as long as they count. So rows of a frame that is read from top to bottom may be replaced meanwhile.
struct BoxPass: PlanePass {
    let plane: CodePlane
    private let kernels: any KernelSet.Type
    private let reach: Int
    /// The bytes of a pixel that change.
    private let mask: UInt32
    /// Bytes of a row.
    private let count: Int

    /// Of columns.
    private let sums: ScratchRows<UInt32>
    /// Sums of rows that are kept.
    private let kept: ScratchRows<UInt16>
    /// A row that goes on beyond its edges, and what kernels need.
    private let line: ScratchRows<UInt16>
    private let work: ScratchRows<UInt16>
    private let result: ScratchRows<UInt8>
    let scratchBytes: Int

    init(_ plane: CodePlane, reach: Int, mask: UInt32, kernels: any KernelSet.Type) {
        (self.plane, self.kernels, self.reach, self.mask) = (plane, kernels, reach, mask)
        count = plane.width * plane.step
        var plan = ScratchPlan()
        sums = plan.reserve(of: count, as: UInt32.self)
        kept = plan.reserve(2 * reach + 2, of: count, as: UInt16.self)
        line = plan.reserve(of: count + 2 * reach * plane.step, as: UInt16.self)
        work = plan.reserve(of: count + 2 * reach * plane.step, as: UInt16.self)
        result = plan.reserve(of: count, as: UInt8.self)
        scratchBytes = plan.byteCount
    }

    var isInOneStrip: Bool { true }

    func render(_ to: Plane, copy: Plane, rows: Range<Int>, scratch: ScratchMemory) {
        let sums = scratch[sums]
        var unread = max(0, rows.lowerBound - 1 - reach)
        func sumRow(_ y: Int) -> ConstSamples {
            let y = min(max(y, 0), plane.height - 1)
            while unread <= y {
                take(bytes(rows.contains(unread) ? to.row(unread) : copy.row(unread)), unread, scratch)
                unread += 1
            }
            return ConstSamples(keptRow(y, scratch))
        }
        // Those of the row before the first.
        sums.update(repeating: 0, count: count)
        for y in rows.lowerBound - 1 - reach..<rows.lowerBound + reach {
            kernels.addRow16(sums, sumRow(y), count: count)
        }
        let size = 2 * reach + 1
        let isWhole = plane.step != 4 || mask == .max
        for y in rows {
            let row = bytes(to.row(y))
            let made = isWhole ? row : scratch[result]
            let adding = sumRow(y + reach)
            kernels.moveSumsRow16(
                made, sums: sums, adding: adding, removing: sumRow(y - 1 - reach), count: count,
                weight: 1 / Float(size * size))
            if !isWhole { kernels.mergeRow8(row, made, count: count, mask: mask) }
        }
    }

    /// Keeps the sums of a row.
    private func take(_ row: Bytes, _ y: Int, _ scratch: ScratchMemory) {
        let (step, line) = (plane.step, scratch[line])
        let start = line + reach * step
        kernels.widenRow8(start, row, count: count)
        // Beyond its edges a row goes on as its first and last pixels.
        for i in 0..<reach * step {
            line[i] = start[i % step]
            start[count + i] = start[count - step + i % step]
        }
        kernels.sumRow16(
            keptRow(y, scratch), line, count: count, size: 2 * reach + 1, step: step, scratch: scratch[work])
    }

    private func keptRow(_ y: Int, _ scratch: ScratchMemory) -> Samples { scratch[kept, y % kept.count] }

    private func bytes(_ pointer: UnsafeMutableRawPointer) -> Bytes { pointer.assumingMemoryBound(to: UInt8.self) }
}
