// SPDX-License-Identifier: MIT
internal import Expressions
internal import PixelCore

/// A filter at work, in an element of its own or in a chain: its law as last read, and how its numbers are taken of settings.
final class FilterStage<F: Filter> {
    private var values: [(F) -> Double] = []
    private var tables: [SettingTable<F>] = []
    private var structures: [(F) -> AnyHashable] = []
    private var structure: [AnyHashable]?

    /// How many slots its numbers take.
    var slotCount: Int { values.count }

    /// Whether the law is to be read for these settings: it never was, or they have another structure than the last ones.
    func mustRead(_ settings: F) -> Bool {
        guard let structure else { return true }
        return !structures.isEmpty && structure != structures.map { $0(settings) }
    }

    /// Reads the law if these settings have another structure than the last ones; else nil.
    func graph(_ settings: F, of pixel: Pixel, firstSlot: Int = 0) -> Graph? {
        guard mustRead(settings) else { return nil }
        let parameters = Parameters(settings, firstSlot: firstSlot)
        let graph = Graph(F.color(pixel, parameters), alpha: F.alpha(pixel, parameters))
        (values, tables, structures) = (parameters.values, parameters.tables, parameters.structures)
        structure = structures.map { $0(settings) }
        return graph
    }

    /// Lets the law be read again.
    func forget() { structure = nil }

    /// Fills in its slots.
    func fill(_ slots: UnsafeMutableBufferPointer<Double>, _ settings: F) {
        for (index, value) in values.enumerated() { slots[index] = value(settings) }
    }

    /// Calls with the tables for settings, each with the index of its slot.
    func forEachTable(
        _ settings: F, _ take: (Int, LookUpTable, CubeInterpolation) -> Void
    ) throws(OutOfMemory) {
        for index in tables.indices {
            let table = try tables[index].table(settings)
            take(tables[index].index, table, tables[index].interpolation(settings))
        }
    }
}
