internal import CElementShim
public import Effects

/// A choice whose cases gst-launch knows by name.
public protocol PropertyChoice: CaseIterable, Equatable, Sendable, RawRepresentable where RawValue == Int32 {
    /// What gst-launch takes.
    var nick: StaticString { get }
    /// For people.
    var label: StaticString { get }
}

/// A key path that may be used from any thread.
public typealias SettingPath<Settings, Value> = WritableKeyPath<Settings, Value> & Sendable

/// One setting of an effect as a GObject property: name, description, range, and where it goes.
///
/// The default is the setting's own initial value, a number's range that of `Limited`. Every property is readable, writable, controllable (strings
/// apart) and mutable in PLAYING, save a computed one, which is only readable. The description says the unit and the
/// neutral value.
public struct Property<Settings: EffectSettings>: Sendable {
    enum Kind: Sendable {
        case double(ClosedRange<Double>)
        case int(ClosedRange<Int32>)
        case uint64(ClosedRange<UInt64>)
        case boolean
        case choice(typeName: StaticString, [(value: Int32, label: StaticString, nick: StaticString)])
        case string
        case computed(ClosedRange<Int64>)
        case preset(typeName: StaticString, [(value: Int32, label: StaticString, nick: StaticString)])
        case presetLocation
    }

    let name: StaticString
    let nick: StaticString
    let blurb: StaticString
    let kind: Kind
    let store: @Sendable (inout Settings, SwvValue) -> Void
    let read: @Sendable (Settings) -> PropertyValue
    var presetUse = PresetUse.files

    /// Which presets hold it.
    enum PresetUse: Sendable {
        /// Preset files, and GstPresets too.
        case files
        /// GstPresets.
        case objects
        case none
    }

    public static func double(
        _ name: StaticString, _ path: SettingPath<Settings, Limited<Double>>, nick: StaticString, _ blurb: StaticString
    ) -> Property {
        Property(
            name: name, nick: nick, blurb: blurb, kind: .double(Settings()[keyPath: path].range),
            store: { $0[keyPath: path].wrappedValue = $1.number },
            read: { .double($0[keyPath: path].wrappedValue) })
    }

    public static func int(
        _ name: StaticString, _ path: SettingPath<Settings, Limited<Int32>>, nick: StaticString, _ blurb: StaticString
    ) -> Property {
        Property(
            name: name, nick: nick, blurb: blurb, kind: .int(Settings()[keyPath: path].range),
            store: { $0[keyPath: path].wrappedValue = Int32(truncatingIfNeeded: $1.integer) },
            read: { .int(Int64($0[keyPath: path].wrappedValue)) })
    }

    /// For times in nanoseconds.
    public static func uint64(
        _ name: StaticString, _ path: SettingPath<Settings, UInt64>, in range: ClosedRange<UInt64> = 0...UInt64.max,
        nick: StaticString, _ blurb: StaticString
    ) -> Property {
        Property(
            name: name, nick: nick, blurb: blurb, kind: .uint64(range),
            store: { $0[keyPath: path] = UInt64(bitPattern: $1.integer) }, read: { .uint64($0[keyPath: path]) })
    }

    public static func boolean(
        _ name: StaticString, _ path: SettingPath<Settings, Bool>, nick: StaticString, _ blurb: StaticString
    ) -> Property {
        Property(
            name: name, nick: nick, blurb: blurb, kind: .boolean,
            store: { $0[keyPath: path] = $1.integer != 0 }, read: { .int($0[keyPath: path] ? 1 : 0) })
    }

    public static func choice<Choice: PropertyChoice>(
        _ name: StaticString, _ path: SettingPath<Settings, Choice>, typeName: StaticString,
        nick: StaticString, _ blurb: StaticString
    ) -> Property {
        Property(
            name: name, nick: nick, blurb: blurb,
            kind: .choice(typeName: typeName, Choice.allCases.map { ($0.rawValue, $0.label, $0.nick) }),
            store: { settings, value in
                guard let choice = Choice(rawValue: Int32(truncatingIfNeeded: value.integer)) else { return }
                settings[keyPath: path] = choice
            },
            read: { .int(Int64($0[keyPath: path].rawValue)) })
    }

    public static func string(
        _ name: StaticString, _ path: SettingPath<Settings, String?>, nick: StaticString, _ blurb: StaticString
    ) -> Property {
        Property(
            name: name, nick: nick, blurb: blurb, kind: .string,
            store: { $0[keyPath: path] = $1.string.map { String(cString: $0) } },
            read: { .string($0[keyPath: path]) })
    }

    /// A number that follows from the other properties, for applications to read. They are notified when it changes.
    public static func computed(
        _ name: StaticString, in range: ClosedRange<Int64> = 0...Int64.max, nick: StaticString,
        _ blurb: StaticString, _ value: @escaping @Sendable (Settings) -> Int64
    ) -> Property {
        Property(
            name: name, nick: nick, blurb: blurb, kind: .computed(range), store: { _, _ in },
            read: { .int(value($0)) })
    }
}

/// A property's value, such as its default.
public enum PropertyValue: Sendable, Equatable {
    case double(Double)
    /// Ints, computed numbers, booleans (0 or 1) and choices (their raw value).
    case int(Int64)
    case uint64(UInt64)
    case string(String?)
}
