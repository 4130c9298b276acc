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
    let subject: FilterSubject

    var testDescription: String { Chain(stages: [stage]).text }

    init<F: Filter>(_ settings: F, label: String = "a") {
        stage = ChainStage(
            StageType(F.self), label: label,
            values: F.properties.map { $0.read(settings) } + [.int(1), .double(1)])
        subject = FilterSubject(settings, "\(F.metadata.factoryName)")
    }

    /// A filter of the catalogue with settings by chance.
    static func any(_ generator: inout Generator) -> ChainSubject {
        let filters = FilterCatalogue.filters
        let filter = filters[Int(generator.next() % UInt64(filters.count))]
        return random(filter, &generator)
    }

    /// Every filter of the catalogue with its defaults, its published examples and settings by chance.
    static func all(_ generator: inout Generator) -> [ChainSubject] {
        FilterCatalogue.filters.flatMap { filter in
            known(filter) + (0..<3).map { _ in random(filter, &generator) }
        }
    }

    private static func random<F: Filter>(_: F.Type, _ generator: inout Generator) -> ChainSubject {
        ChainSubject(F.random(&generator).0, label: "l\(generator.next())")
    }

    private static func known<F: Filter>(_: F.Type) -> [ChainSubject] {
        ([F()] + F.examples.map(\.settings)).map { ChainSubject($0) }
    }

    /// The filter's own effect.
    func render(_ frame: TestFrame, _ colorimetry: Colorimetry) throws {
        guard !subject.isPassthrough else { return }
        try subject.open(CPULevel.best.kernels, frame.image(colorimetry)).render(frame, .serial)
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
