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
        row = { PropertyTable(properties: F.properties).stage(F.metadata, canRefuse: false) { $0.isPassthrough } }
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
        row = { table.stage(metadata, canRefuse: true, isPassthrough: Effect.isPassthrough) }
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
        return StagePresets(presets.builtIn.map { ($0.value, values($0.settings)) }) { location in
            values(try self.read(location))
        }
    }

    /// The settings of a file.
    private func read(_ location: String) throws -> Settings {
        var settings: Settings?
        let take = Box<TakesMembers> { settings = try self.settings($0) }
        var error = SwvError()
        let isRead = withExtendedLifetime(take) {
            swv_preset_members(
                location, take.pointer,
                { data, members, count, error in
                    succeeds(error) {
                        try of(data, Box<TakesMembers>.self).value(UnsafeBufferPointer(start: members, count: count))
                    }
                }, &error)
        }
        guard isRead, let settings else { throw EffectError(error.text) }
        return settings
    }
}

private typealias TakesMembers = (UnsafeBufferPointer<SwvNamedValue>) throws -> Void

extension PropertyTable {
    /// The row of C's table of stages. Its context is kept for ever.
    fileprivate func stage(
        _ metadata: ElementMetadata, canRefuse: Bool, isPassthrough passes: @escaping (Settings) -> Bool
    ) -> SwvStageType {
        // No preset of the stage holds them.
        let common = StageSettings.properties.map(\.outsidePresets)
        let context = ElementContext(
            properties: with(common: common),
            isPassthrough: { values in
                var stage = StageSettings()
                for (index, property) in common.enumerated() {
                    property.store(&stage, property.value(values[properties.count + index]))
                }
                return !stage.isEnabled || stage.mix == 0 || passes(settings(values))
            })
        var element = context.element(metadata)
        element.type_name = immortal("\(metadata.typeName)Stage")
        return SwvStageType(
            element: element, can_refuse: canRefuse,
            is_passthrough: { context, values in elementContext(context).isPassthrough(values) })
    }
}
