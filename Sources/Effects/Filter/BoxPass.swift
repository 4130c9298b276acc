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

    // Where rows lie in scratch memory: sums of columns, sums of rows that are kept, a row that goes on beyond its edges, what kernels
    // need, and a result.
    private let keptCount: Int
    private let stride: Int
    private let kept: Int
    private let line: Int
    private let work: Int
    private let result: Int
    let scratchBytes: Int

    init(_ plane: CodePlane, reach: Int, mask: UInt32, kernels: any KernelSet.Type) {
        (self.plane, self.kernels, self.reach, self.mask) = (plane, kernels, reach, mask)
        count = plane.width * plane.step
        keptCount = 2 * reach + 2
        func lines(_ count: Int, _ bytes: Int) -> Int { (count * bytes + 63) & ~63 }
        // An odd number of cache lines, so that rows do not evict each other.
        stride = lines(count, MemoryLayout<UInt16>.stride) | 64
        let long = lines(count + 2 * reach * plane.step, MemoryLayout<UInt16>.stride)
        kept = lines(count, MemoryLayout<UInt32>.stride)
        line = kept + keptCount * stride
        work = line + long
        result = work + long
        scratchBytes = result + lines(count, 1)
    }

    var isInOneStrip: Bool { true }

    func render(_ to: Plane, copy: Plane, rows: Range<Int>, scratch: UnsafeMutableRawPointer) {
        let sums = scratch.assumingMemoryBound(to: UInt32.self)
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
            let made = isWhole ? row : bytes(scratch + result)
            let adding = sumRow(y + reach)
            kernels.moveSumsRow16(
                made, sums: sums, adding: adding, removing: sumRow(y - 1 - reach), count: count,
                weight: 1 / Float(size * size))
            if !isWhole { kernels.mergeRow8(row, made, count: count, mask: mask) }
        }
    }

    /// Keeps the sums of a row.
    private func take(_ row: Bytes, _ y: Int, _ scratch: UnsafeMutableRawPointer) {
        let (step, line) = (plane.step, (scratch + line).assumingMemoryBound(to: UInt16.self))
        let start = line + reach * step
        kernels.widenRow8(start, row, count: count)
        // Beyond its edges a row goes on as its first and last pixels.
        for i in 0..<reach * step {
            line[i] = start[i % step]
            start[count + i] = start[count - step + i % step]
        }
        kernels.sumRow16(
            keptRow(y, scratch), line, count: count, size: 2 * reach + 1, step: step,
            scratch: (scratch + work).assumingMemoryBound(to: UInt16.self))
    }

    private func keptRow(_ y: Int, _ scratch: UnsafeMutableRawPointer) -> Samples {
        (scratch + (kept + y % keptCount * stride)).assumingMemoryBound(to: UInt16.self)
    }

    private func bytes(_ pointer: UnsafeMutableRawPointer) -> Bytes { pointer.assumingMemoryBound(to: UInt8.self) }
}
