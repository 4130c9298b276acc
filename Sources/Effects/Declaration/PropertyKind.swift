// SPDX-License-Identifier: MIT
/// What values a property has.
package enum PropertyKind: Sendable {
    package typealias Choices = [(value: Int32, label: StaticString, nick: StaticString)]

    case double(ClosedRange<Double>)
    case int(ClosedRange<Int32>)
    case uint(ClosedRange<UInt32>)
    case uint64(ClosedRange<UInt64>)
    case boolean
    case choice(typeName: StaticString, Choices)
    case string
    case numbers(NumberList)
    case file(FileKind)
    case computed(ClosedRange<Int64>)
    case preset(typeName: StaticString, Choices)
    case presetLocation
    /// Why what was set last of texts, files and structures was refused.
    case log
}

/// Which presets hold a property.
package enum PresetUse: Sendable {
    /// Preset files, and GstPresets too.
    case files
    /// GstPresets.
    case objects
    case none
}

/// What follows from a property's kind alone.
package struct PropertyTraits {
    /// What GObject calls the type of its values.
    package let typeName: String
    /// The least and the greatest value of a number.
    package var bounds: (least: PropertyValue, greatest: PropertyValue)?
    /// An enum's values, and the name of its type.
    package var choices: (typeName: StaticString, cases: PropertyKind.Choices)?
    /// The values that have names.
    package var names: [(value: Int64, nick: String)] = []
    /// Whether something else than the other properties sets it.
    package var isSettable = true
    /// Whether there are values between two others that a controller can set.
    package var isControllable = true
    /// Which presets may hold it.
    package var presets = PresetUse.files
    /// How preset files that are read have it; nil: they don't.
    package var field: PresetFieldKind?
    /// A value as texts have it; read again, it is the same.
    var text: (PropertyValue) -> String = { Word.text($0) }
    /// The value that a word stands for. Numbers beyond the range are refused.
    let read: (_ word: String, FileReader?) -> Result<PropertyValue, StageProperty.Refusal>
}

extension PropertyKind {
    /// All that depends on the kind.
    package var traits: PropertyTraits {
        switch self {
        case .double(let range):
            PropertyTraits(
                typeName: "double", bounds: (.double(range.lowerBound), .double(range.upperBound)),
                field: .number(range), read: { word, _ in Word.double(word, range) })
        case .int(let range):
            PropertyTraits(
                typeName: "int", bounds: (.int(Int64(range.lowerBound)), .int(Int64(range.upperBound))),
                field: .integer(range), read: { word, _ in Word.int(word, range) })
        case .uint(let range):
            PropertyTraits(
                typeName: "uint", bounds: (.int(Int64(range.lowerBound)), .int(Int64(range.upperBound))),
                text: { Word.hexadecimal(UInt32(truncatingIfNeeded: $0.integer)) },
                read: { word, _ in Word.uint(word, range) })
        case .uint64(let range):
            PropertyTraits(
                typeName: "uint64", bounds: (.uint64(range.lowerBound), .uint64(range.upperBound)),
                presets: .objects, read: { word, _ in Word.uint64(word, range) })
        case .boolean:
            PropertyTraits(
                typeName: "boolean", names: [(0, "false"), (1, "true")], field: .boolean,
                text: { $0.integer == 0 ? "false" : "true" }, read: { word, _ in Word.boolean(word) })
        case .choice(let typeName, let cases):
            Self.traits((typeName, cases), presets: .files, field: .choice(cases.map(\.value)))
        case .preset(let typeName, let cases):
            Self.traits((typeName, cases), presets: .none, field: nil)
        case .string:
            PropertyTraits(
                typeName: "string", isControllable: false, presets: .objects,
                read: { word, _ in .success(.string(word)) })
        case .presetLocation:
            PropertyTraits(
                typeName: "string", isControllable: false, presets: .none, read: { word, _ in .success(.string(word)) })
        case .log:
            PropertyTraits(
                typeName: "string", isSettable: false, isControllable: false, presets: .none,
                read: { _, _ in .failure(.init(wanted: "nothing: it can't be set")) })
        case .numbers(let list):
            PropertyTraits(
                typeName: "GstValueArray of double", isControllable: false, presets: .objects,
                read: { word, _ in Word.numbers(word, list) })
        case .file(let kind):
            PropertyTraits(
                typeName: kind.source == .structure ? "GstStructure" : "string", isControllable: false,
                presets: .objects, read: { word, read in Word.file(word, kind, read) })
        case .computed(let range):
            PropertyTraits(
                typeName: "int64", bounds: (.int(range.lowerBound), .int(range.upperBound)), isSettable: false,
                isControllable: false, presets: .none,
                read: { _, _ in .failure(.init(wanted: "nothing: it can't be set")) })
        }
    }

    private static func traits(
        _ choices: (typeName: StaticString, cases: Choices), presets: PresetUse, field: PresetFieldKind?
    ) -> PropertyTraits {
        let names = choices.cases.map { (value: Int64($0.value), nick: "\($0.nick)") }
        return PropertyTraits(
            typeName: "enum", choices: choices, names: names, presets: presets, field: field,
            text: { value in names.first { $0.value == value.integer }?.nick ?? Word.text(value) },
            read: { word, _ in Word.choice(word, choices.cases) })
    }
}
