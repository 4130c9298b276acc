// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// Some columns of 16 rows of three components, one row after the other.
struct RowStack {
    /// Columns: few enough for the second-level cache. Shorter runs of the frame's rows come too late from memory, as the CPU
    /// does not see that they go on.
    static let width = TileReader.tileWidth

    private let memory: ScratchMemory
    private let reserved: ScratchRows<Float>

    /// Reserves the rows of a stack.
    static func reserve(in plan: inout ScratchPlan) -> ScratchRows<Float> {
        plan.reserve(3 * RowGroup.rows, of: width, as: Float.self)
    }

    init(_ memory: ScratchMemory, _ reserved: ScratchRows<Float>) {
        (self.memory, self.reserved) = (memory, reserved)
    }

    /// Floats from a row to the next.
    var stride: Int { reserved.step }

    func rows(_ component: Int) -> Floats { memory[reserved, component * RowGroup.rows] }

    /// The row of each component in a lane.
    func lane(_ lane: Int) -> TileRows {
        TileRows(
            memory[reserved, lane], memory[reserved, RowGroup.rows + lane], memory[reserved, 2 * RowGroup.rows + lane])
    }

    /// Makes chroma 0, where a frame has none.
    func clearChroma() { rows(1).update(repeating: 0, count: 2 * RowGroup.rows * stride) }
}
