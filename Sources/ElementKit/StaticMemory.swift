// SPDX-License-Identifier: MIT
internal import CElementShim
internal import Effects

// What a plugin registers lives as long as the process: GStreamer never unloads a plugin.

extension StaticString {
    /// The text, which lies in the program.
    var cString: UnsafePointer<CChar> {
        UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

/// The text in memory that is never freed.
func immortal(_ string: String) -> UnsafePointer<CChar> {
    let bytes = string.utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    for (i, byte) in bytes.enumerated() { copy[i] = byte }
    return UnsafePointer(copy)
}

/// The values in memory that is never freed.
func immortal<T>(_ values: [T]) -> UnsafePointer<T> {
    let copy = UnsafeMutablePointer<T>.allocate(capacity: max(1, values.count))
    for (i, value) in values.enumerated() { (copy + i).initialize(to: value) }
    return UnsafePointer(copy)
}

extension Property {
    /// The value that C has.
    func value(_ value: SwvValue) -> PropertyValue { kind.value(value) }
}

extension StageProperty {
    /// The value that C has.
    func value(_ value: SwvValue) -> PropertyValue { kind.value(value) }
}

extension PropertyKind {
    fileprivate func value(_ value: SwvValue) -> PropertyValue {
        switch self {
        case .double: .double(value.number)
        case .int, .uint, .boolean, .choice, .computed, .preset: .int(value.integer)
        case .uint64: .uint64(UInt64(bitPattern: value.integer))
        case .string, .presetLocation: .string(value.string.map { String(cString: $0) })
        case .numbers:
            .numbers(value.string.map { String(cString: $0).split(separator: " ").compactMap { Double($0) } } ?? [])
        case .file:
            .file(
                location: value.string.map { String(cString: $0) },
                value.content.map { Unmanaged<Content>.fromOpaque($0).takeUnretainedValue().value })
        }
    }
}

extension Property {
    /// The row of C's table.
    var descriptor: SwvProperty {
        var type = SWV_PROPERTY_STRING
        var (minimum, maximum) = (SwvValue(), SwvValue())
        var enumName: UnsafePointer<CChar>?
        var choices: [SwvEnumValue] = []
        switch kind {
        case .double(let range):
            type = SWV_PROPERTY_DOUBLE
            (minimum.number, maximum.number) = (range.lowerBound, range.upperBound)
        case .int(let range):
            type = SWV_PROPERTY_INT
            (minimum.integer, maximum.integer) = (Int64(range.lowerBound), Int64(range.upperBound))
        case .uint(let range):
            type = SWV_PROPERTY_UINT
            (minimum.integer, maximum.integer) = (Int64(range.lowerBound), Int64(range.upperBound))
        case .uint64(let range):
            type = SWV_PROPERTY_UINT64
            minimum.integer = Int64(bitPattern: range.lowerBound)
            maximum.integer = Int64(bitPattern: range.upperBound)
        case .boolean:
            type = SWV_PROPERTY_BOOLEAN
        case .choice(let typeName, let cases), .preset(let typeName, let cases):
            if case .preset = kind { type = SWV_PROPERTY_PRESET } else { type = SWV_PROPERTY_ENUM }
            enumName = typeName.cString
            choices = cases.map {
                SwvEnumValue(value: Int64($0.value), name: $0.label.cString, nick: $0.nick.cString)
            }
        case .string:
            break
        case .computed(let range):
            type = SWV_PROPERTY_COMPUTED
            (minimum.integer, maximum.integer) = (range.lowerBound, range.upperBound)
        case .presetLocation:
            type = SWV_PROPERTY_PRESET_LOCATION
        case .numbers:
            type = SWV_PROPERTY_NUMBERS
        case .file:
            type = SWV_PROPERTY_FILE
        }
        var initial = SwvValue()
        switch read(Settings()) {
        case .double(let number): initial.number = number
        case .int(let integer): initial.integer = integer
        case .uint64(let integer): initial.integer = Int64(bitPattern: integer)
        case .string(let string), .file(let string, _): initial.string = string.map { immortal($0) }
        case .numbers(let numbers): initial.string = immortal(numberText(numbers))
        }
        return SwvProperty(
            name: name.cString, nick: nick.cString, blurb: blurb.cString, type: type, minimum: minimum,
            maximum: maximum, initial: initial, enum_type_name: enumName,
            enum_values: choices.isEmpty ? nil : immortal(choices), enum_value_count: choices.count,
            implied_name: implied?.name.cString, implied_value: Int64(implied?.value ?? 0),
            balance_channel: balanceChannel?.cString,
            retain: { _ = Unmanaged<Content>.fromOpaque($0).retain() },
            release: { Unmanaged<Content>.fromOpaque($0).release() },
            in_presets: isInObjects, in_preset_files: isInFiles, needs_ready: needsReady)
    }
}
