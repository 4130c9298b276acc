// SPDX-License-Identifier: MIT
internal import Expressions
internal import KernelTypes
internal import PixelCore

/// The way of a plane of bytes through a window that is no sum.
///
/// What comes of a row alone is kept as long as it counts. So rows of a frame that is read from top to bottom may be replaced meanwhile.
struct SquarePass: PlanePass {
    let plane: CodePlane
    private let kernels: any KernelSet.Type
    private let window: Window
    private let reach: Int
    /// The bytes of a pixel that change.
    private let mask: UInt32
    /// Bytes of a row.
    private let count: Int

    /// What is kept of rows, and pointers to them.
    private let kept: ScratchRows<UInt8>
    private let pointers: ScratchRows<ConstBytes>
    /// A row that goes on beyond its edges, and what kernels need.
    private let line: ScratchRows<UInt8>
    private let work: ScratchRows<UInt8>
    private let results: ScratchRows<UInt8>
    let scratchBytes: Int

    init(_ plane: CodePlane, _ window: Window, reach: Int, mask: UInt32, kernels: any KernelSet.Type) {
        (self.plane, self.kernels, self.window, self.reach, self.mask) = (plane, kernels, window, reach, mask)
        count = plane.width * plane.step
        let long = count + 2 * reach * plane.step
        var plan = ScratchPlan()
        kept = plan.reserve(2 * reach + 4, of: long, as: UInt8.self)
        pointers = plan.reserve(of: kept.count, as: ConstBytes.self)
        line = plan.reserve(of: long, as: UInt8.self)
        work = plan.reserve(of: 5 * (long + 127), as: UInt8.self)
        results = plan.reserve(4, of: count, as: UInt8.self)
        scratchBytes = plan.byteCount
    }

    var isInOneStrip: Bool { true }

    func render(_ to: Plane, copy: Plane, rows: Range<Int>, scratch: ScratchMemory) {
        var unread = max(0, rows.lowerBound - reach)
        var first = rows.lowerBound
        while first < rows.upperBound {
            let made = first..<min(first + 4, rows.upperBound)
            while unread < min(plane.height, made.upperBound + reach) {
                take(bytes(rows.contains(unread) ? to.row(unread) : copy.row(unread)), unread, scratch)
                unread += 1
            }
            makeRows(to, made, scratch)
            first = made.upperBound
        }
    }

    /// Keeps of a row what columns need.
    private func take(_ row: Bytes, _ y: Int, _ scratch: ScratchMemory) {
        let (step, kept) = (plane.step, keptRow(y, scratch))
        let line = window == .median ? kept : scratch[self.line]
        let start = line + reach * step
        start.update(from: row, count: count)
        // Beyond its edges a row goes on as its first and last pixels.
        for i in 0..<reach * step {
            line[i] = row[i % step]
            start[count + i] = row[count - step + i % step]
        }
        if window == .median { return }
        kernels.foldRow8(
            kept, line, count: count, size: 2 * reach + 1, step: step, isMaximum: window == .maximum,
            scratch: scratch[work])
    }

    /// Makes up to four rows.
    private func makeRows(_ to: Plane, _ rows: Range<Int>, _ scratch: ScratchMemory) {
        let pointers = scratch[pointers]
        let last = min(plane.height, rows.upperBound + reach) - 1
        let margin = window == .median ? reach * plane.step : 0
        for index in 0..<kept.count {
            pointers[index] = ConstBytes(keptRow(min(max(rows.lowerBound - reach + index, 0), last), scratch) + margin)
        }
        func result(_ index: Int) -> Bytes {
            let isWhole = plane.step != 4 || mask == .max
            return isWhole && index < rows.count
                ? bytes(to.row(rows.lowerBound + index)) : scratch[results, index]
        }
        if window == .median {
            for index in 0..<rows.count { makeMedian(result(index), pointers + index, scratch) }
        } else {
            kernels.foldColumns8(
                (result(0), result(1), result(2), result(3)), pointers, count: count, size: 2 * reach + 1,
                isMaximum: window == .maximum)
        }
        guard plane.step == 4, mask != .max else { return }
        for (index, y) in rows.enumerated() {
            kernels.mergeRow8(bytes(to.row(y)), result(index), count: count, mask: mask)
        }
    }

    private func makeMedian(_ to: Bytes, _ rows: UnsafePointer<ConstBytes>, _ scratch: ScratchMemory) {
        guard reach > 0 else { return to.update(from: rows[0], count: count) }
        kernels.medianRow8(to, rows, count: count, reach: reach, step: plane.step, scratch: scratch[work])
    }

    private func keptRow(_ y: Int, _ scratch: ScratchMemory) -> Bytes { scratch[kept, y % kept.count] }

    private func bytes(_ pointer: UnsafeMutableRawPointer) -> Bytes { pointer.assumingMemoryBound(to: UInt8.self) }
}

extension PixelLayout {
    /// The bits of the bytes of a pixel that are components.
    func colorMask(withAlpha: Bool) -> UInt32 {
        if withAlpha { return .max }
        return [first, second, third].reduce(0) { $0 | 255 << UInt32(8 * $1.offset) }
    }
}
