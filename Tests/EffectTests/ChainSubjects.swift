// SPDX-License-Identifier: MIT
import Effects
import Expressions
import Filters
import PixelCore
import PixelKernels
import TestSupport
import Testing

/// A filter with settings, in a chain and by itself.
struct ChainSubject: Sendable, CustomTestStringConvertible {
    let stage: ChainStage
    /// Nil: it is no single law.
    let law: FilterSubject?
    let isPassthrough: Bool
    private let alone: @Sendable (TestFrame, Colorimetry) -> Void

    var testDescription: String { Chain(stages: [stage]).text }

    /// Whether its files are those that `SampleFile` makes, so that its text says all.
    var isReadable: Bool {
        stage.values.allSatisfy { value in
            guard case .file(let location?, _) = value else { return true }
            return UInt64(location) != nil
        }
    }

    init<F: Filter>(_ settings: F, label: String = "a") {
        self.init(
            FilterEffect<F>.self, StageType(F.self), F.properties, settings, label,
            law: FilterSubject(settings, "\(F.metadata.factoryName)"))
    }

    init<F: ComposedFilter>(composed settings: F, label: String = "a") {
        self.init(ComposedEffect<F>.self, StageType(F.self), F.properties, settings, label)
    }

    init(zoom settings: CropSettings, label: String = "a") {
        var settings = settings
        settings.zoom = true
        self.init(ZoomEffect.self, .crop, CropSettings.properties, settings, label)
    }

    private init<Effect: InPlaceEffect>(
        _ effect: Effect.Type, _ type: StageType, _ properties: [Property<Effect.Settings>],
        _ settings: Effect.Settings,
        _ label: String, law: FilterSubject? = nil
    ) {
        stage = ChainStage(
            type, label: label, values: properties.map { $0.read(settings) } + [.int(1), .double(1)])
        self.law = law
        isPassthrough = Effect.isPassthrough(settings)
        alone = { Effect(kernels: CPULevel.best.kernels).render($0, settings, $1, .serial) }
    }

    /// What makes subjects of a stage: known ones, with the defaults and published examples, and one by chance.
    private struct Source {
        let factory: String
        let isLaw: Bool
        let known: @Sendable () -> [ChainSubject]
        let random: @Sendable (inout Generator) -> ChainSubject

        init<F: Filter>(_ filter: F.Type) {
            (factory, isLaw) = ("\(F.metadata.factoryName)", true)
            known = { ([F()] + F.examples.map(\.settings)).map { ChainSubject($0) } }
            random = { ChainSubject(F.random(&$0).0, label: "l\($0.next())") }
        }

        init<F: ComposedFilter>(_ filter: F.Type) {
            (factory, isLaw) = ("\(F.metadata.factoryName)", false)
            known = { ([F()] + F.examples.map(\.settings)).map { ChainSubject(composed: $0) } }
            random = { ChainSubject(composed: F.random(F.properties, &$0).0, label: "l\($0.next())") }
        }

        init() {
            (factory, isLaw) = ("swiftcrop", false)
            known = { [ChainSubject(zoom: CropSettings())] }
            random = {
                ChainSubject(zoom: CropSettings.random(CropSettings.properties, &$0).0, label: "l\($0.next())")
            }
        }
    }

    /// Of every stage of the catalogue.
    private static let sources: [Source] =
        FilterCatalogue.filters.map { source($0) } + FilterCatalogue.composed.map { source($0) } + [Source()]

    private static func source<F: Filter>(_ filter: F.Type) -> Source { Source(filter) }

    private static func source<F: ComposedFilter>(_ filter: F.Type) -> Source { Source(filter) }

    /// A stage with settings by chance; every second one is of the element that is tested alone. `isLaw`: whether it has to be a single
    /// law, or must not be.
    static func any(_ generator: inout Generator, isLaw: Bool? = nil) -> ChainSubject {
        let possible = sources.filter { isLaw == nil || $0.isLaw == isLaw }
        let only = possible.filter { $0.factory == Sample.element }
        let list = only.isEmpty || Bool.random(using: &generator) ? possible : only
        return list[Int(generator.next() % UInt64(list.count))].random(&generator)
    }

    /// Every stage of the catalogue with its defaults, its published examples and settings by chance.
    static func all(_ generator: inout Generator) -> [ChainSubject] {
        sources.filter { Sample.tests($0.factory) }.flatMap { source in
            source.known() + (0..<3).map { _ in source.random(&generator) }
        }
    }

    /// The filter's own effect.
    func render(_ frame: TestFrame, _ colorimetry: Colorimetry) {
        if !isPassthrough { alone(frame, colorimetry) }
    }
}

extension ChainStage {
    /// Sets a value.
    mutating func set(_ name: String, _ value: PropertyValue) throws {
        let index = try #require(type.properties.firstIndex { $0.name == name })
        values[index] = value
    }
}

extension Chain {
    init(_ text: String) throws { try self.init(text, types: FilterCatalogue.stages, read: SampleFile.read) }

    /// Renders a frame with a new effect.
    func render(_ frame: TestFrame, _ colorimetry: Colorimetry, _ bands: BandExecutor = .serial) throws {
        try render(ChainEffect(kernels: CPULevel.best.kernels), frame, colorimetry, bands)
    }

    func render(
        _ effect: ChainEffect, _ frame: TestFrame, _ colorimetry: Colorimetry, _ bands: BandExecutor = .serial
    ) throws {
        if effect.video == nil { try effect.configure(frame.image(colorimetry)) }
        try effect.update(self)
        try withExtendedLifetime(frame) { try effect.render(frame.frame, bands: bands) }
    }
}

/// A filter of the tests' own that changes alpha, and has every kind of setting.
struct Veil: Filter {
    enum Law: Int32, PropertyChoice {
        case darken
        case lighten = 5

        var nick: StaticString { self == .darken ? "darken" : "light-en" }
        var label: StaticString { "A law" }
    }

    @Limited(0...2) var strength = 1.0
    @Limited(-8...8) var shift: Int32 = 3
    var inverts = false
    var law = Law.darken
    var tint: ColorSetting = 0xff8000
    var ticks: UInt64 = 7
    var note: String?

    static let metadata = ElementMetadata(
        factoryName: "swiftveil", typeName: "GstSwiftVeil", longName: "Veil", description: "Changes alpha", since: "0.2"
    )

    static let properties: [Property<Veil>] = [
        .double("strength", \.$strength, nick: "Strength", "0 passes frames through"),
        .int("shift", \.$shift, nick: "Shift", "A whole number"),
        .boolean("inverts", \.inverts, nick: "Inverts", "A boolean"),
        .choice("law", \.law, typeName: "GstSwiftVeilLaw", nick: "Law", "A choice"),
        .color("tint", \.tint, nick: "Tint", "A colour"),
        .uint64("ticks", \.ticks, nick: "Ticks", "A time"),
        .string("note", \.note, nick: "Note", "A text"),
    ]

    var isPassthrough: Bool { strength == 0 }

    static func color(_ p: Pixel, _ u: Parameters<Veil>) -> Color<Num> {
        let changed = u.structure(\.law) == .darken ? p.rgb * u.color(\.tint) : p.rgb + gray(p.a * 0.25)
        return mix(p.rgb, changed, u(\.strength))
    }

    static func alpha(_ p: Pixel, _ u: Parameters<Veil>) -> Num? { p.a * (1 - 0.5 * u(\.strength)) }

    static let types = FilterCatalogue.stages + [StageType(Veil.self)]
}
