// SPDX-License-Identifier: MIT
internal import Expressions
import KernelTypes
import PixelCore
import PixelKernels

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

/// A filter, or another effect that changes frames in place, as chains know it.
public struct StageType: Sendable {
    /// What renders a stage.
    enum Body: Sendable {
        /// A law, which is one program with those of the stages beside it.
        case law(@Sendable () -> any StageLaw)
        /// An effect, to which whole frames are given.
        case frame(@Sendable (any KernelSet.Type) -> any FrameStage)
    }

    /// What texts call it: the name of its element without `swift`.
    public let name: String
    /// Those of the filter, then `enabled` and `mix`.
    package let properties: [StageProperty]
    /// Nil: it has none.
    let presets: StagePresets?
    let id: ObjectIdentifier
    /// Whether the filter with these values leaves frames as they are.
    let isPassthrough: @Sendable ([PropertyValue]) -> Bool
    /// Why frames of a video can't be changed, with these values; nil: they can.
    let refusal: @Sendable (VideoInfo, [PropertyValue]) -> String?
    let body: Body

    /// A stage of each element that is one filter.
    public init<F: Filter>(_ filter: F.Type) {
        name = Self.name("\(F.metadata.factoryName)")
        properties = Self.all(F.properties)
        presets = nil
        id = ObjectIdentifier(filter)
        isPassthrough = { values in F(values, of: F.properties).isPassthrough }
        refusal = { _, _ in nil }
        body = .law { FilterStageLaw<F>() }
    }

    /// A stage of each element that is several filters.
    public init<F: ComposedFilter>(_ filter: F.Type) {
        self.init(ComposedEffect<F>.self, factoryName: "\(F.metadata.factoryName)", properties: F.properties)
    }

    /// `swiftcrop` with `zoom=true`, as frames keep their size.
    public static let crop = StageType(
        ZoomEffect.self, factoryName: "swiftcrop", properties: CropSettings.properties)

    /// A stage of another element, which is a pass of its own.
    public init<Effect: InPlaceEffect>(
        _ effect: Effect.Type, factoryName: String, properties: [Property<Effect.Settings>]
    ) {
        self.init(effect, factoryName: factoryName, properties: properties, presets: nil)
    }

    /// The same, with presets, whose properties are among the others.
    package init<Effect: InPlaceEffect>(
        _ effect: Effect.Type, factoryName: String, properties all: [Property<Effect.Settings>], presets: StagePresets?
    ) {
        name = Self.name(factoryName)
        properties = Self.all(all)
        self.presets = presets
        id = ObjectIdentifier(effect)
        isPassthrough = { values in Effect.isPassthrough(Effect.Settings(values, of: all)) }
        refusal = { Effect.refusal(of: $0) ?? Effect.refusal(of: Effect.Settings($1, of: all)) }
        body = .frame { EffectStage<Effect>(all, kernels: $0) }
    }

    private static func name(_ factory: String) -> String {
        factory.hasPrefix("swift") ? String(factory.dropFirst(5)) : factory
    }

    private static func all<Settings>(_ properties: [Property<Settings>]) -> [StageProperty] {
        properties.map { StageProperty($0) } + StageSettings.properties.map { StageProperty($0) }
    }
}

/// What the presets of a stage set, by the index of its properties.
package struct StagePresets: Sendable {
    /// What a preset says of each property; nil: nothing.
    package typealias Values = [PropertyValue?]

    private let builtIn: [(number: Int32, values: Values)]
    /// Reads a file.
    let load: @Sendable (String) throws -> Values

    package init(_ builtIn: [(number: Int32, values: Values)], load: @escaping @Sendable (String) throws -> Values) {
        (self.builtIn, self.load) = (builtIn, load)
    }

    /// What the built-in preset of a number sets; nil: there is none.
    func values(_ number: Int64) -> Values? { builtIn.first { $0.number == number }?.values }

    /// The number of the built-in preset that values are, else 0.
    func number(_ values: [PropertyValue]) -> Int64 {
        let preset = builtIn.first { preset in zip(preset.values, values).allSatisfy { $0 == nil || $0 == $1 } }
        return Int64(preset?.number ?? 0)
    }
}

/// The law of a stage with its settings.
protocol StageLaw: AnyObject {
    /// How many slots its numbers take.
    var slotCount: Int { get }
    /// Those of them that have the time of the frame, counted from the first.
    var timeSlots: [Int] { get }
    /// Whether it has another structure than when it was read.
    var mustBeRead: Bool { get }
    /// Whether it leaves frames as they are.
    var isPassthrough: Bool { get }

    /// What the user should know of values that can't be followed as they are: once for each such values, else nil.
    func takeWarning() -> String?
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
    /// The size of frames that its warning is for; nil: it is for other settings.
    private var told: Pixel.Size?

    var slotCount: Int { stage.slotCount }
    var timeSlots: [Int] { stage.timeSlots }
    var mustBeRead: Bool { stage.mustRead(settings) }
    var isPassthrough: Bool { settings.isPassthrough }

    func take(_ values: [PropertyValue]) {
        for (property, value) in zip(properties, values) { property.store(&settings, value) }
        if mustBeRead { told = nil }
    }

    func takeWarning() -> String? { stage.takeWarning() }

    func read(_ pixel: Pixel, firstSlot: Int) -> Graph {
        stage.forget()
        // A chain reads all its laws where one has changed.
        if told != pixel.frame {
            stage.warning = settings.warning(of: pixel.frame)
            told = pixel.frame
        }
        return stage.graph(settings, of: pixel, firstSlot: firstSlot) ?? Graph(pixel.rgb)
    }

    func fill(_ slots: UnsafeMutableBufferPointer<Double>) { stage.fill(slots, settings) }

    func forEachTable(_ take: (Int, LookUpTable, CubeInterpolation) -> Void) throws(OutOfMemory) {
        try stage.forEachTable(settings, take)
    }
}

extension EffectSettings {
    /// The values of properties; others may follow them.
    fileprivate init(_ values: [PropertyValue], of properties: [Property<Self>]) {
        self.init()
        for (property, value) in zip(properties, values) { property.store(&self, value) }
    }
}
