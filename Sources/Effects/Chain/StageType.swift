// SPDX-License-Identifier: MIT
internal import Expressions
internal import PixelCore

/// What every stage has besides the settings of its filter.
package struct StageSettings: EffectSettings {
    package var isEnabled = true
    @Limited(0...1) package var mix = 1.0

    package init() {}

    package static let properties: [Property<StageSettings>] = [
        .boolean("enabled", \.isEnabled, nick: "Enabled", "Whether the stage is used. false passes frames through"),
        .double(
            "mix", \.$mix, nick: "Mix",
            "Part of the filter's result in what the stage makes: out = in + mix * (filter(in) - in). 0 passes frames through"
        ),
    ]
}

/// A filter as chains know it.
public struct StageType: Sendable {
    /// What texts call it: the name of its element without `swift`.
    public let name: String
    /// Those of the filter, then `enabled` and `mix`.
    package let properties: [StageProperty]
    let id: ObjectIdentifier
    /// Whether the filter with these values leaves frames as they are.
    let isPassthrough: @Sendable ([PropertyValue]) -> Bool
    let makeLaw: @Sendable () -> any StageLaw

    /// A stage of each element that is one filter.
    public init<F: Filter>(_ filter: F.Type) {
        let factory = "\(F.metadata.factoryName)"
        name = factory.hasPrefix("swift") ? String(factory.dropFirst(5)) : factory
        properties = F.properties.map { StageProperty($0) } + StageSettings.properties.map { StageProperty($0) }
        id = ObjectIdentifier(filter)
        isPassthrough = { values in F(values).isPassthrough }
        makeLaw = { FilterStageLaw<F>() }
    }
}

/// The law of a stage with its settings.
protocol StageLaw: AnyObject {
    /// How many slots its numbers take.
    var slotCount: Int { get }
    /// Whether it has another structure than when it was read.
    var mustBeRead: Bool { get }
    /// Whether it leaves frames as they are.
    var isPassthrough: Bool { get }

    /// Takes the values of the filter's properties; others may follow them.
    func take(_ values: [PropertyValue])
    /// The law for a pixel, whose numbers are in slots from the first on.
    func read(_ pixel: Pixel, firstSlot: Int) -> Graph
    /// Fills in its slots.
    func fill(_ slots: UnsafeMutableBufferPointer<Double>)
    /// Calls with its tables, each with the index of its slot.
    func forEachTable(_ take: (Int, LookUpTable, CubeInterpolation) -> Void) throws(OutOfMemory)
}

private final class FilterStageLaw<F: Filter>: StageLaw {
    private let properties = F.properties
    private let stage = LawStage<F>()
    private var settings = F()

    var slotCount: Int { stage.slotCount }
    var mustBeRead: Bool { stage.mustRead(settings) }
    var isPassthrough: Bool { settings.isPassthrough }

    func take(_ values: [PropertyValue]) {
        for (property, value) in zip(properties, values) { property.store(&settings, value) }
    }

    func read(_ pixel: Pixel, firstSlot: Int) -> Graph {
        stage.forget()
        return stage.graph(settings, of: pixel, firstSlot: firstSlot) ?? Graph(pixel.rgb)
    }

    func fill(_ slots: UnsafeMutableBufferPointer<Double>) { stage.fill(slots, settings) }

    func forEachTable(_ take: (Int, LookUpTable, CubeInterpolation) -> Void) throws(OutOfMemory) {
        try stage.forEachTable(settings, take)
    }
}

extension Filter {
    /// The values of its properties; others may follow them.
    fileprivate init(_ values: [PropertyValue]) {
        self.init()
        for (property, value) in zip(Self.properties, values) { property.store(&self, value) }
    }
}
