// SPDX-License-Identifier: MIT
/// A property of a stage, whatever its settings are.
package struct StageProperty: Sendable {
    package let name: String
    package let kind: PropertyKind
    package let initial: PropertyValue

    package init<Settings>(_ property: Property<Settings>) {
        name = "\(property.name)"
        kind = property.kind
        initial = property.read(Settings())
    }

    /// Why a text is no value.
    package struct Refusal: Error {
        /// What follows the property's name in a sentence.
        let reason: String
        /// Whether the sentence ends with the text.
        let endsWithText: Bool

        /// For what should be something else.
        init(wanted: String) { (reason, endsWithText) = ("is \(wanted)", true) }

        /// For what says by itself what is wrong.
        init(reason: String) { (self.reason, endsWithText) = (reason, false) }

        /// For a file that can't be read, or a text in place of one.
        init(ofFile error: any Error, isText: Bool = false) {
            let sentence = (error as? EffectError)?.message ?? "\(error)"
            let message = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
            self.init(reason: (isText ? "was not taken: " : "is a file that was not loaded: ") + message)
        }
    }

    /// Whether texts can set it.
    package var isSettable: Bool { kind.traits.isSettable }

    /// Whether it names a look, which other values follow from.
    var isPreset: Bool { if case .preset = kind { true } else { false } }

    /// Whether it names a file that is read once and sets others.
    var isPresetLocation: Bool { if case .presetLocation = kind { true } else { false } }

    /// Whether it has no setting of its own.
    package var setsOthers: Bool { isPreset || isPresetLocation }

    /// Whether texts that are read back have it: of a file of presets they have what it has set.
    var isWritten: Bool { isSettable && !isPresetLocation }

    /// The value that a word stands for. Numbers beyond the range are refused; files are read by `read`.
    package func value(_ word: String, read: FileReader? = nil) throws(Refusal) -> PropertyValue {
        try kind.traits.read(word, read).get()
    }

    /// A value as texts have it; read again, it is the same.
    func text(_ value: PropertyValue) -> String { kind.traits.text(value) }
}
