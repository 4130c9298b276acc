import Effects
import Elements
import PixelCore
import Testing

/// An element of the catalogue as the suites that hold for all of them use it.
struct Subject: Sendable, CustomTestStringConvertible {
    let factory: String
    /// A property from 0 to 1 that changes how frames look, the rest being the defaults.
    let amount: String
    /// Whether frames pass through where it is 0.
    var isNeutralAtZero = true
    /// Whether equal rows stay equal.
    var treatsRowsAlike = true
    /// What the effect alone makes of a picture.
    let rendered: @Sendable (Picture, _ amount: Double, Colorimetry) throws -> Picture

    var testDescription: String { factory }

    static let all = [
        Subject(factory: "swifteq", amount: "strength") { picture, amount, colorimetry in
            var settings = EqualizationSettings()
            settings.strength = amount
            return try picture.rendered(EqualizationEffect.self, settings, colorimetry)
        },
        Subject(
            factory: "swiftntsc", amount: "luma-smear", isNeutralAtZero: false, treatsRowsAlike: false
        ) {
            picture, amount, colorimetry in
            var settings = NtscSettings()
            settings.lumaSmear = amount
            return try picture.rendered(NtscEffect.self, settings, colorimetry)
        },
        Subject(factory: "swiftrosy", amount: "intensity") { picture, amount, colorimetry in
            var settings = RosySettings()
            settings.intensity = amount
            return try picture.rendered(settings, colorimetry)
        },
    ]

    static let withNeutral = all.filter(\.isNeutralAtZero)

    /// The element with all of its effect.
    func harness() throws -> ElementHarness {
        let harness = try ElementHarness(factory)
        harness.set(amount, 1)
        return harness
    }

    func rendered(_ picture: Picture) throws -> Picture { try rendered(picture, 1, .usual(picture.format)) }
}

/// Elements with two inputs, which have suites of their own: Mixers, MixerStreams, MixerMistakes.
let mixers = ["swiftmix"]

/// Elements whose output has another format than the input, which have suites of their own: Converters.
let converters = ["swiftdepthgray"]

extension ElementTests {
    @Suite struct Subjects {
        @Test("Every element of the catalogue is tested, as a filter, as a mixer or as a converter")
        func all() {
            let catalogue = Catalogue.elements.map { "\($0.metadata.factoryName)" }
            #expect((Subject.all.map(\.factory) + mixers + converters).sorted() == catalogue)
            for (names, parent) in [(mixers, "VideoMixer<"), (converters, "VideoConverter<")] {
                let elements = Catalogue.elements.filter { "\(type(of: $0))".hasPrefix(parent) }
                #expect(elements.map { "\($0.metadata.factoryName)" } == names)
            }
        }
    }
}
