// SPDX-License-Identifier: MIT
internal import CElementShim
public import Effects

/// What an element's presets are: built-in ones, and files.
///
/// They become the properties `preset`, an enum of the built-in ones, and `preset-location`, a file to load; the action signal
/// `preset-json` returns the text of such a file. Presets set the element's numbers, booleans and choices, save those
/// declared `outsidePresetFiles`.
public struct Presets<Settings: EffectSettings>: Sendable {
    let typeName: StaticString
    let builtIn: [(value: Int32, label: StaticString, nick: StaticString, settings: Settings)]
    let read: @Sendable ([(name: String, value: PresetValue)], [PresetField<Settings>]) throws -> Settings
    let files: StaticString
    let version: Int

    /// `builtIn` has the built-in ones, whose raw values count from 1, the first having the defaults; 0 is `custom`.
    /// `files` says whose JSON files are read; `read` makes settings of a file's members; those written have `version`.
    public init<Choice: PropertyChoice>(
        _ builtIn: Choice.Type, typeName: StaticString, files: StaticString, version: Int,
        settings: (Choice) -> Settings,
        read: @escaping @Sendable ([(name: String, value: PresetValue)], [PresetField<Settings>]) throws -> Settings
    ) {
        self.typeName = typeName
        self.files = files
        self.builtIn = Choice.allCases.map { ($0.rawValue, $0.label, $0.nick, settings($0)) }
        self.version = version
        self.read = read
    }

    /// The properties.
    var properties: [Property<Settings>] {
        let custom: (Int32, StaticString, StaticString) = (
            0, "Settings of your own; setting this changes nothing", "custom"
        )
        return [
            Property(
                name: "preset", nick: "Preset",
                blurb:
                    "Built-in preset. Setting it sets all settings at once; settings that are set later replace its values. Reads custom where the settings match none",
                kind: .preset(typeName: typeName, [custom] + builtIn.map { ($0.value, $0.label, $0.nick) }),
                store: { _, _ in }, read: { [first = builtIn.first?.value] _ in .int(Int64(first ?? 0)) }),
            Property(
                name: "preset-location", nick: "Preset location",
                blurb: files,
                kind: .presetLocation, store: { _, _ in }, read: { _ in .string(nil) }),
        ]
    }
}

extension Property {
    /// The same, but preset files and built-in presets leave it as it is.
    public var outsidePresetFiles: Property { using(.objects) }

    /// The same, but no preset of any kind holds it.
    public var outsidePresets: Property { using(.none) }

    private func using(_ use: PresetUse) -> Property {
        var property = self
        property.presetUse = use
        return property
    }

    /// Whether preset files hold it.
    var isInFiles: Bool { kind.traits.presets == .files && presetUse == .files }

    /// Whether a GstPreset holds it.
    var isInObjects: Bool { kind.traits.presets != .none && presetUse != .none }

    /// The name in preset files: with underscores.
    var fileName: String { "\(name)".split(separator: "-").joined(separator: "_") }

    /// How preset files have it.
    var presetField: PresetField<Settings>? {
        guard isInFiles, let kind = kind.traits.field else { return nil }
        return PresetField(name: fileName, kind: kind) { settings, number in
            store(
                &settings,
                value(SwvValue(number: number, integer: Int64(exactly: number) ?? 0, string: nil, content: nil)))
        }
    }

    /// Its member of a preset file.
    func presetMember(_ settings: Settings) -> String {
        switch read(settings) {
        case .int(let value) where kind.traits.field == .boolean: "\"\(fileName)\": \(value != 0)"
        case .int(let value): "\"\(fileName)\": \(value)"
        // As Swift prints it, it reads back as the same number, and has a point in every country.
        case .double(let value): "\"\(fileName)\": \(value)"
        default: "\"\(fileName)\": null"
        }
    }
}

/// What C's callbacks for presets do; `properties` are all of the element's.
struct PresetTable<Settings: EffectSettings>: Sendable {
    let presets: Presets<Settings>
    let properties: [Property<Settings>]
    private let fields: [PresetField<Settings>]

    init(_ presets: Presets<Settings>, properties: [Property<Settings>]) {
        self.presets = presets
        self.properties = properties
        fields = properties.compactMap(\.presetField)
    }

    /// The values of built-in presets for C, in memory that is never freed. Whatever it is that has them has so many rows, of which
    /// the properties are the first.
    func values(rows: Int) -> [SwvPresetValues] {
        presets.builtIn.map { preset in
            var values = [SwvValue](repeating: SwvValue(), count: rows)
            values.withUnsafeMutableBufferPointer { set($0, preset.settings) }
            return SwvPresetValues(number: Int64(preset.value), values: immortal(values))
        }
    }

    func load(
        _ members: UnsafeBufferPointer<SwvNamedValue>, _ values: UnsafeMutablePointer<SwvValue>
    ) throws {
        set(UnsafeMutableBufferPointer(start: values, count: properties.count), try settings(members))
    }

    /// The settings of a file's members.
    func settings(_ members: UnsafeBufferPointer<SwvNamedValue>) throws -> Settings {
        let named = members.map { member in
            let value: PresetValue =
                switch member.type {
                case SWV_NAMED_NUMBER: .number(member.number)
                case SWV_NAMED_BOOLEAN: .boolean(member.number != 0)
                default: .other
                }
            return (name: String(cString: member.name), value: value)
        }
        return try presets.read(named, fields)
    }

    private func set(_ values: UnsafeMutableBufferPointer<SwvValue>, _ settings: Settings) {
        for (i, property) in properties.enumerated() where property.isInFiles {
            // Numbers alone.
            let value = SwvValue(property.read(settings), keep: { _ in nil })
            (values[i].number, values[i].integer) = (value.number, value.integer)
        }
    }

    /// The text of a preset file.
    func text(_ settings: Settings) -> String {
        let members =
            ["\"version\": \(presets.version)"]
            + properties.filter(\.isInFiles).map { $0.presetMember(settings) }
        return "{\n  " + members.joined(separator: ",\n  ") + "\n}\n"
    }
}
