// SPDX-License-Identifier: MIT
internal import KernelTypes
public import PixelCore

/// The tables that programs of a frame look up, by slot.
public final class FrameTables {
    private var tables: [LookUpTable?]
    private let memory: Scratch
    /// As tiles take them. Where there is none, a table of two zeros.
    let rows: UnsafeMutablePointer<MachineTable>

    /// None yet, in so many slots.
    public init(count: Int) throws(OutOfMemory) {
        tables = Array(repeating: nil, count: count)
        let zeros = 16 * MemoryLayout<Float>.stride * 8
        memory = try Scratch(byteCount: zeros + count * MemoryLayout<MachineTable>.stride)
        rows = (memory.base + zeros).bindMemory(to: MachineTable.self, capacity: count)
        let none = MachineTable(memory.values(as: Float.self), size: 2)
        rows.initialize(repeating: none, count: count)
    }

    /// Puts a table into a slot.
    public func set(_ slot: Int, _ table: LookUpTable, _ interpolation: CubeInterpolation = .trilinear) {
        tables[slot] = table
        rows[slot] = MachineTable(table, interpolation)
    }
}
