// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// Some columns of 16 rows of three components, one row after the other.
struct RowStack {
    /// Columns: few enough for the second-level cache. Shorter runs of the frame's rows come too late from memory, as the CPU
    /// does not see that they go on.
    static let width = TileRoute.tileWidth
    /// Floats from a row to the next; not a power of two, so that rows do not evict each other.
    static let stride = width + 16
    static let byteCount = 3 * Band.rows * stride * MemoryLayout<Float>.stride

    private let base: Floats

    init(_ memory: UnsafeMutableRawPointer) {
        base = memory.assumingMemoryBound(to: Float.self)
    }

    func rows(_ component: Int) -> Floats { base + component * Band.rows * Self.stride }

    /// The row of each component in a lane.
    func lane(_ lane: Int) -> TileRows {
        TileRows(rows(0) + lane * Self.stride, rows(1) + lane * Self.stride, rows(2) + lane * Self.stride)
    }

    /// Makes chroma 0, where a frame has none.
    func clearChroma() { rows(1).update(repeating: 0, count: 2 * Band.rows * Self.stride) }
}
