// SPDX-License-Identifier: MIT
internal import CElementShim
internal import Effects

extension PropertyKind {
    /// C's name of the kind, and how C has its values.
    fileprivate var row: (type: SwvPropertyType, value: (SwvValue) -> PropertyValue) {
        switch self {
        case .double: (SWV_PROPERTY_DOUBLE, { .double($0.number) })
        case .int: (SWV_PROPERTY_INT, { .int($0.integer) })
        case .uint: (SWV_PROPERTY_UINT, { .int($0.integer) })
        case .uint64: (SWV_PROPERTY_UINT64, { .uint64(UInt64(bitPattern: $0.integer)) })
        case .boolean: (SWV_PROPERTY_BOOLEAN, { .int($0.integer) })
        case .choice: (SWV_PROPERTY_ENUM, { .int($0.integer) })
        case .computed: (SWV_PROPERTY_COMPUTED, { .int($0.integer) })
        case .preset: (SWV_PROPERTY_PRESET, { .int($0.integer) })
        case .string: (SWV_PROPERTY_STRING, { .string($0.text) })
        case .log: (SWV_PROPERTY_LOG, { .string($0.text) })
        case .presetLocation: (SWV_PROPERTY_PRESET_LOCATION, { .string($0.text) })
        case .numbers:
            (SWV_PROPERTY_NUMBERS, { .numbers($0.text?.split(separator: " ").compactMap { Double($0) } ?? []) })
        case .file(let kind):
            (
                kind.source == .file
                    ? SWV_PROPERTY_FILE : kind.source == .text ? SWV_PROPERTY_TEXT : SWV_PROPERTY_STRUCTURE,
                { value in
                    .file(location: value.text, value.content.map { of($0, Content.self).value })
                }
            )
        }
    }
}

extension SwvValue {
    fileprivate var text: String? { string.map { String(cString: $0) } }

    /// A value for C. `keep` makes room for a text, `hold` for what was made of a file.
    init(
        _ value: PropertyValue, keep: (String) -> UnsafePointer<CChar>?,
        hold: (any AnyObject & Sendable) -> UnsafeMutableRawPointer? = { _ in nil }
    ) {
        self.init()
        switch value {
        case .double(let number): self.number = number
        case .int(let integer): self.integer = integer
        case .uint64(let integer): self.integer = Int64(bitPattern: integer)
        case .string(let text): string = text.flatMap(keep)
        case .numbers(let numbers): string = keep(numbers.map { "\($0)" }.joined(separator: " "))
        case .file(let location, let object): (string, content) = (location.flatMap(keep), object.flatMap(hold))
        }
    }
}

extension StageProperty {
    /// The value that C has.
    func value(_ value: SwvValue) -> PropertyValue { kind.row.value(value) }
}

extension Property {
    /// The value that C has.
    func value(_ value: SwvValue) -> PropertyValue { kind.row.value(value) }

    /// The row of C's table.
    var descriptor: SwvProperty {
        let (bounds, choices) = (kind.traits.bounds, kind.traits.choices)
        let cases = choices?.cases.map {
            SwvEnumValue(value: Int64($0.value), name: $0.label.cString, nick: $0.nick.cString)
        }
        func kept(_ value: PropertyValue) -> SwvValue { SwvValue(value, keep: { immortal($0) }) }
        return SwvProperty(
            name: name.cString, nick: nick.cString, blurb: blurb.cString, type: kind.row.type,
            minimum: bounds.map { kept($0.least) } ?? SwvValue(),
            maximum: bounds.map { kept($0.greatest) } ?? SwvValue(), initial: kept(read(Settings())),
            enum_type_name: choices?.typeName.cString, enum_values: cases.map { immortal($0) },
            enum_value_count: cases?.count ?? 0, implied_name: implied?.name.cString,
            implied_value: Int64(implied?.value ?? 0), balance_channel: balanceChannel?.cString,
            retain: { _ = Unmanaged<Content>.fromOpaque($0).retain() },
            release: { Unmanaged<Content>.fromOpaque($0).release() },
            in_presets: isInObjects, in_preset_files: isInFiles, needs_ready: needsReady)
    }
}
