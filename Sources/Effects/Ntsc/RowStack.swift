import PixelCore

/// Some columns of 16 rows of three components, one row after the other.
struct RowStack {
    /// Columns: few enough for the first-level cache.
    static let width = 128
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

    /// Makes chroma 0, where a picture has none.
    func clearChroma() { rows(1).update(repeating: 0, count: 2 * Band.rows * Self.stride) }

    /// Copies a row, or takes the mean of two.
    func get(_ lanes: (Int, Int), _ to: TileRows, count: Int, kernels: any KernelSet.Type) {
        for component in 0..<3 {
            let row = component == 0 ? to.c0 : component == 1 ? to.c1 : to.c2
            let (a, b) = (rows(component) + lanes.0 * Self.stride, rows(component) + lanes.1 * Self.stride)
            if lanes.0 == lanes.1 {
                row.update(from: a, count: count)
            } else {
                kernels.meanRow(row, a, b, count: count)
            }
        }
    }
}
