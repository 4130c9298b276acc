// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import ElementKit
import Elements
import Filters
import PixelCore
import TestSupport
import Testing

/// An element of the catalogue that changes frames in place, as the suites that hold for all of them use it.
struct Subject: Sendable, CustomTestStringConvertible {
    let factory: String
    /// A property that can be driven, if there is one.
    let amount: String?
    /// Whether frames pass through at amount 0.
    var isPassthroughAtZero = true
    /// Whether equal rows stay equal.
    var treatsRowsAlike = true
    /// Whether alpha, and the fourth byte of formats without it, stays.
    var keepsAlpha = true
    /// Whether it makes something else of every frame, in every format.
    var changesAllFormats = true
    /// Whether an earlier frame makes a difference to the next one.
    var remembers = false
    /// Whether all formats are tested on all days.
    var isExhaustive = true
    /// Properties as launch lines have them, at an amount from 0 to 1: at 1 they show what the element does.
    let values: @Sendable (_ amount: Double) -> [String: String]
    /// What the effect alone makes of an image.
    let rendered: @Sendable (Image, _ amount: Double, Colorimetry) throws -> Image

    /// For filters that are sampled a failure names the day's seed.
    var testDescription: String { isExhaustive ? factory : "\(factory), \(Sample.note)" }

    private static func one(_ property: String) -> @Sendable (Double) -> [String: String] { { [property: "\($0)"] } }

    /// Elements with a property that the tests know.
    private static let special = [
        Subject(
            factory: "swiftchain", amount: nil, values: { ["filters": "sepia intensity=\($0) ! rosy intensity=\($0)"] }
        ) { image, amount, colorimetry in
            try image.rendered(
                ChainEffect.self,
                Chain("sepia intensity=\(amount) ! rosy intensity=\(amount)", types: FilterCatalogue.stages),
                colorimetry)
        },
        Subject(factory: "swifteq", amount: "intensity", values: one("intensity")) { image, amount, colorimetry in
            var settings = EqualizationSettings()
            settings.intensity = amount
            return try image.rendered(EqualizationEffect.self, settings, colorimetry)
        },
        Subject(
            factory: "swiftntsc", amount: "luma-smear", isPassthroughAtZero: false, treatsRowsAlike: false,
            values: one("luma-smear")
        ) { image, amount, colorimetry in
            var settings = NtscSettings()
            settings.lumaSmear = amount
            return try image.rendered(NtscEffect.self, settings, colorimetry)
        },
        Subject(factory: "swiftrosy", amount: "intensity", values: one("intensity")) { image, amount, colorimetry in
            var settings = Rosy()
            settings.intensity = amount
            return try image.rendered(settings, colorimetry)
        },
    ]

    /// All of the catalogue: what is not special is described by its declaration.
    static let all =
        special
        + Catalogue.elements.filter { element in
            element.kind == .filter && !special.contains { $0.factory == "\(element.metadata.factoryName)" }
        }.compactMap { ($0 as? any DerivedFilter)?.subject() }

    /// The special ones, and some of the others: other ones each day, for each `salt`.
    static func some(_ salt: String, count: Int = 3) -> [Subject] {
        let subjects = all.filter { !$0.remembers }
        if let only = Sample.element { return subjects.filter { $0.factory == only } }
        return subjects.filter(\.isExhaustive) + Sample.some(of: subjects.filter { !$0.isExhaustive }, count, salt)
    }

    static func someWithPassthrough(_ salt: String) -> [Subject] { some(salt).filter(\.isPassthroughAtZero) }

    /// The special ones with each of the values, and some of the others with some of them.
    static func some<Value>(_ salt: String, _ values: [Value], count: Int = 6) -> [(Subject, Value)] {
        func pairs(_ subjects: [Subject]) -> [(Subject, Value)] {
            subjects.flatMap { subject in values.map { (subject, $0) } }
        }
        let subjects = all.filter { !$0.remembers }
        if let only = Sample.element { return pairs(subjects.filter { $0.factory == only }) }
        return pairs(subjects.filter(\.isExhaustive))
            + Sample.some(of: pairs(subjects.filter { !$0.isExhaustive }), count, salt)
    }

    /// Names of some of the filters, and of `others`, elements with another number of inputs or another output.
    static func someFactories(_ salt: String, and others: [String] = []) -> [String] {
        if let only = Sample.element { return (all.map(\.factory) + others).filter { $0 == only } }
        return all.filter(\.isExhaustive).map(\.factory)
            + Sample.some(of: all.filter { !$0.isExhaustive }.map(\.factory), 3, salt) + others
    }

    /// The element with all of its effect.
    func harness() throws -> ElementHarness {
        let harness = try ElementHarness(factory)
        set(harness, 1)
        return harness
    }

    /// The element with all of its effect if it is one of the subjects, else as it is at first.
    static func harness(_ factory: String) throws -> ElementHarness {
        if let subject = all.first(where: { $0.factory == factory }) { return try subject.harness() }
        let harness = try ElementHarness(factory)
        // At first it passes frames through.
        if factory == "swiftcrop" { tst_set_text(harness.element, "x", "0.25") }
        if factory == "swiftorient" { harness.setInt("video-direction", 2) }
        return harness
    }

    /// Whether it tells what it finds in frames; it may leave them as they are.
    var measures: Bool { FilterCatalogue.measuring.contains { "\($0.metadata.factoryName)" == factory } }

    /// Whether one property alone makes the difference between passing frames through and all of the effect.
    var isSwitchedByOne: Bool {
        let (off, on) = (values(0), values(1))
        return isPassthroughAtZero && on.count { off[$0.key] != $0.value } == 1
    }

    func set(_ harness: ElementHarness, _ amount: Double) { set(harness.element, amount) }

    func set(_ element: UnsafeMutablePointer<GstElement>, _ amount: Double) {
        for (name, text) in values(amount) { tst_set_text(element, name, text) }
    }

    func rendered(_ image: Image) throws -> Image { try rendered(image, 1, .usual(image.format)) }
}

/// Elements with two inputs. What their parent does is tested with swiftmix: Mixers, MixerStreams, MixerMistakes; what is made of frames
/// in Mixers and MixerBlends.
let mixers = Catalogue.elements.filter { $0.kind == .mixer }.map { "\($0.metadata.factoryName)" }

/// Elements whose output has another format or size than the input, which have suites of their own: Converters, Crops, Orientations.
let converters = ["swiftcrop", "swiftdepthgray", "swiftorient"]

/// Elements without an input, which have a suite of their own: Sources.
let videoSources = ["swiftperlinsrc"]

extension ElementTests {
    @Suite struct Subjects {
        @Test("Every element of the catalogue is tested, as a filter, a mixer, a converter or a source")
        func all() {
            func names(_ kind: ElementKind) -> [String] {
                Catalogue.elements.filter { $0.kind == kind }.map { "\($0.metadata.factoryName)" }
            }
            let catalogue = Catalogue.elements.map { "\($0.metadata.factoryName)" }
            #expect(catalogue == catalogue.sorted() && Set(catalogue).count == catalogue.count)
            #expect(
                Subject.all.map(\.factory).sorted() == names(.filter),
                "a filter that is no VideoFilter, see DerivedFilter")
            #expect(
                mixers == (["swiftmix"] + FilterCatalogue.blends.map { "\($0.metadata.factoryName)" }).sorted(),
                "a mixer that is no blend needs suites like those of swiftmix")
            #expect(converters == names(.converter), "list it in Subject.swift, and give it suites like Converters")
            #expect(videoSources == names(.source), "list it in Subject.swift, and in Sources")
        }

        @Test("SWIFTVIDEO_ELEMENT is an element", .enabled(if: Sample.element != nil))
        func named() {
            #expect(Catalogue.elements.contains { "\($0.metadata.factoryName)" == Sample.element }, "\(Sample.note)")
        }
    }
}
