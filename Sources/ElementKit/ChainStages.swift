// SPDX-License-Identifier: MIT
internal import CElementShim
public import Effects
internal import PixelCore

/// An element that chains have as a stage, too.
public protocol StageElement: Element {
    var stage: ChainStageSource { get }
}

/// An element as chains know it: its type for texts and frames, and its properties for C.
public struct ChainStageSource: Sendable {
    public let type: StageType
    let row: @Sendable () -> SwvStageType

    /// The stage of a filter.
    public init<F: Filter>(_ filter: F.Type) {
        type = StageType(F.self)
        row = { StageAdapter(F.metadata, F.properties, presets: nil) { $0.isPassthrough }.row() }
    }

    /// The stage of an element that makes other frames: `effect` changes them in place.
    public init<Effect: InPlaceEffect>(
        _ effect: Effect.Type, _ metadata: ElementMetadata, properties: [Property<Effect.Settings>]
    ) {
        self.init(effect, metadata, PropertyTable(properties: properties))
    }

    init<Effect: InPlaceEffect>(_: Effect.Type, _ metadata: ElementMetadata, _ table: PropertyTable<Effect.Settings>) {
        type = StageType(
            Effect.self, factoryName: "\(metadata.factoryName)", properties: table.properties,
            presets: table.presets?.stagePresets)
        row = {
            StageAdapter(metadata, table.properties, presets: table.presets) { Effect.isPassthrough($0) }.row()
        }
    }
}

extension VideoFilter: StageElement {
    public var stage: ChainStageSource { ChainStageSource(Effect.self, metadata, table) }
}

extension PresetTable {
    /// The presets as texts of chains have them.
    fileprivate var stagePresets: StagePresets {
        @Sendable func values(_ settings: Settings) -> StagePresets.Values {
            properties.map { $0.isInFiles ? $0.read(settings) : nil }
        }
        return StagePresets(looks: presets.looks.map { ($0.value, values($0.settings)) }) { location in
            values(try self.read(location))
        }
    }

    /// The settings of a file.
    private func read(_ location: String) throws -> Settings {
        let loading = Loading(table: self)
        var error = SwvError()
        let isRead = swv_preset_members(
            location, Unmanaged.passUnretained(loading).toOpaque(),
            { data, members, count, error in
                succeeds(error) {
                    try of(data, AnyLoading.self).take(UnsafeBufferPointer(start: members, count: count))
                }
            }, &error)
        guard isRead, let settings = loading.settings else { throw EffectError(error.text) }
        return settings
    }
}

/// A file of presets being read, for C's callback to see.
private class AnyLoading {
    func take(_ members: UnsafeBufferPointer<SwvNamedValue>) throws {}
}

private final class Loading<Settings: EffectSettings>: AnyLoading {
    private let table: PresetTable<Settings>
    private(set) var settings: Settings?

    init(table: PresetTable<Settings>) { self.table = table }

    override func take(_ members: UnsafeBufferPointer<SwvNamedValue>) throws { settings = try table.settings(members) }
}

/// A stage for C's callbacks to see, whatever its settings.
private class AnyStageAdapter: AnyAdapter {
    func isPassthrough(_ values: UnsafePointer<SwvValue>) -> Bool { true }
}

private final class StageAdapter<Settings: EffectSettings>: AnyStageAdapter {
    private let metadata: ElementMetadata
    private let properties: [Property<Settings>]
    private let presets: PresetTable<Settings>?
    private let passes: (Settings) -> Bool
    /// No preset of the stage holds them.
    private let common = StageSettings.properties.map(\.outsidePresets)

    init(
        _ metadata: ElementMetadata, _ properties: [Property<Settings>], presets: PresetTable<Settings>?,
        isPassthrough passes: @escaping (Settings) -> Bool
    ) {
        (self.metadata, self.properties, self.presets, self.passes) = (metadata, properties, presets, passes)
    }

    /// The row of C's table. The adapter is kept for ever.
    func row() -> SwvStageType {
        var element = metadata.element(properties.map(\.descriptor) + common.map(\.descriptor), adapter: self)
        element.type_name = immortal("\(metadata.typeName)Stage")
        return SwvStageType(
            element: element,
            is_passthrough: { context, values in of(context, AnyStageAdapter.self).isPassthrough(values) })
    }

    override func compute(_ index: Int, _ values: UnsafePointer<SwvValue>) -> Int64 {
        guard properties.indices.contains(index), case .int(let value) = properties[index].read(settings(values))
        else { return 0 }
        return value
    }

    override func propertyKind(_ index: Int) -> PropertyKind? {
        properties.indices.contains(index) ? properties[index].kind : nil
    }

    override var hasPresets: Bool { presets != nil }

    override var looks: [SwvLook] { presets?.looks(rows: properties.count + common.count) ?? [] }

    override func loadPreset(
        _ members: UnsafeBufferPointer<SwvNamedValue>, _ values: UnsafeMutablePointer<SwvValue>
    ) throws {
        try presets?.load(members, values)
    }

    override func isPassthrough(_ values: UnsafePointer<SwvValue>) -> Bool {
        var stage = StageSettings()
        for (index, property) in common.enumerated() {
            property.store(&stage, property.value(values[properties.count + index]))
        }
        return !stage.isEnabled || stage.mix == 0 || passes(settings(values))
    }

    private func settings(_ values: UnsafePointer<SwvValue>) -> Settings {
        var settings = Settings()
        for (index, property) in properties.enumerated() { property.store(&settings, property.value(values[index])) }
        return settings
    }
}
