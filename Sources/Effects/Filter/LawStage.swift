// SPDX-License-Identifier: MIT
internal import Expressions
internal import PixelCore

/// A law at work, in an element of its own or in a chain: as last read, and how its numbers and tables are taken of settings.
final class LawStage<Settings: EffectSettings> {
    private var values: [(Settings) -> Double] = []
    private var tables: [SettingTable<Settings>] = []
    private var structures: [(Settings) -> AnyHashable] = []
    private var structure: [AnyHashable]?
    /// Those of its slots that have the time of the frame, counted from the first.
    private(set) var timeSlots: [Int] = []

    /// What the user should know of the settings that the law was last read for, until it is told.
    var warning: String?

    /// What there is to tell; once.
    func takeWarning() -> String? {
        defer { warning = nil }
        return warning
    }

    /// How many slots its numbers take.
    var slotCount: Int { values.count }

    /// Whether the law is to be read for these settings: it never was, or they have another structure than the last ones.
    func mustRead(_ settings: Settings) -> Bool {
        guard let structure else { return true }
        return !structures.isEmpty && structure != structures.map { $0(settings) }
    }

    /// Reads the law if these settings have another structure than the last ones; else nil.
    func graph(_ settings: Settings, firstSlot: Int = 0, law: (Parameters<Settings>) -> Graph) -> Graph? {
        guard mustRead(settings) else { return nil }
        let parameters = Parameters(settings, firstSlot: firstSlot)
        let graph = law(parameters)
        (values, tables, structures) = (parameters.values, parameters.tables, parameters.structures)
        timeSlots = parameters.timeSlots
        structure = structures.map { $0(settings) }
        return graph
    }

    /// Lets the law be read again.
    func forget() { structure = nil }

    /// Fills in its slots.
    func fill(_ slots: UnsafeMutableBufferPointer<Double>, _ settings: Settings) {
        for (index, value) in values.enumerated() { slots[index] = value(settings) }
    }

    /// Calls with the tables for settings, each with the index of its slot.
    func forEachTable(
        _ settings: Settings, _ take: (Int, LookUpTable, CubeInterpolation) -> Void
    ) throws(OutOfMemory) {
        for index in tables.indices {
            let table = try tables[index].table(settings)
            take(tables[index].index, table, tables[index].interpolation(settings))
        }
    }
}

extension LawStage where Settings: PixelLaw {
    /// Reads the law of a filter, for a pixel.
    func graph(_ settings: Settings, of pixel: Pixel, firstSlot: Int = 0) -> Graph? {
        graph(settings, firstSlot: firstSlot) { Settings.graph(pixel, $0) }
    }
}

extension VideoInfo {
    /// The size of frames, as laws take it.
    var size: Pixel.Size { Pixel.Size(width: width, height: height) }
}

extension ProgramEffect {
    /// Takes a law that has been read anew, if any, and the numbers and tables of settings.
    final func update<Settings>(_ settings: Settings, _ stage: LawStage<Settings>, _ graph: Graph?) throws {
        if let graph {
            do {
                try lower(graph, slotCount: stage.slotCount, timeSlots: stage.timeSlots)
            } catch {
                stage.forget()
                throw error
            }
        }
        try update { slots, tables in
            stage.fill(slots, settings)
            try stage.forEachTable(settings) { tables?.set($0, $1, $2) }
        }
    }
}
