// SPDX-License-Identifier: MIT
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
/// The default is the setting's own initial value, a number's range that of `Limited`. Every property is readable,
/// writable, controllable (strings apart) and mutable in PLAYING, save a computed one, which is only readable, and one that is set
/// before playing. The description says the unit and the value that changes nothing.
public struct Property<Settings: EffectSettings>: Sendable {
    package typealias Kind = PropertyKind

    package let name: StaticString
    package let nick: StaticString
    package let blurb: StaticString
    package let kind: Kind
    package let store: @Sendable (inout Settings, PropertyValue) -> Void
    package let read: @Sendable (Settings) -> PropertyValue
    package var presetUse = PresetUse.files
    /// What setting it sets too.
    package var implied: (name: StaticString, value: Int32)?
    /// The channel of GstColorBalance that drives it.
    package var balanceChannel: StaticString?
    /// Whether it is set before the element plays, and not while it does.
    package var needsReady = false

    package init(
        name: StaticString, nick: StaticString, blurb: StaticString, kind: Kind,
        store: @escaping @Sendable (inout Settings, PropertyValue) -> Void,
        read: @escaping @Sendable (Settings) -> PropertyValue
    ) {
        (self.name, self.nick, self.blurb, self.kind) = (name, nick, blurb, kind)
        (self.store, self.read) = (store, read)
    }

    /// The same property of settings that these are a part of.
    public func of<Whole: EffectSettings>(_ path: SettingPath<Whole, Settings>) -> Property<Whole> {
        var property = Property<Whole>(
            name: name, nick: nick, blurb: blurb, kind: kind, store: { [store] in store(&$0[keyPath: path], $1) },
            read: { [read] in read($0[keyPath: path]) })
        (property.presetUse, property.implied, property.balanceChannel) = (presetUse, implied, balanceChannel)
        property.needsReady = needsReady
        return property
    }

    /// For numbers, limited to their range.
    public static func double(
        _ name: StaticString, _ path: SettingPath<Settings, Limited<Double>>, nick: StaticString, _ blurb: StaticString
    ) -> Property {
        Property(
            name: name, nick: nick, blurb: blurb, kind: .double(Settings()[keyPath: path].range),
            store: { $0[keyPath: path].wrappedValue = $1.number },
            read: { .double($0[keyPath: path].wrappedValue) })
    }

    /// For whole numbers, limited to their range.
    public static func int(
        _ name: StaticString, _ path: SettingPath<Settings, Limited<Int32>>, nick: StaticString, _ blurb: StaticString
    ) -> Property {
        Property(
            name: name, nick: nick, blurb: blurb, kind: .int(Settings()[keyPath: path].range),
            store: { $0[keyPath: path].wrappedValue = Int32(truncatingIfNeeded: $1.integer) },
            read: { .int(Int64($0[keyPath: path].wrappedValue)) })
    }

    /// For colours.
    public static func color(
        _ name: StaticString, _ path: SettingPath<Settings, ColorSetting>, nick: StaticString, _ blurb: StaticString
    ) -> Property {
        Property(
            name: name, nick: nick, blurb: blurb, kind: .uint(0...0xffff_ffff),
            store: { $0[keyPath: path] = UInt32(truncatingIfNeeded: $1.integer) },
            read: { .int(Int64($0[keyPath: path])) })
    }

    /// For times in nanoseconds.
    public static func uint64(
        _ name: StaticString, _ path: SettingPath<Settings, UInt64>, in range: ClosedRange<UInt64> = 0...UInt64.max,
        nick: StaticString, _ blurb: StaticString
    ) -> Property {
        Property(
            name: name, nick: nick, blurb: blurb, kind: .uint64(range),
            store: { $0[keyPath: path] = $1.unsigned }, read: { .uint64($0[keyPath: path]) })
    }

    /// For what is on or off.
    public static func boolean(
        _ name: StaticString, _ path: SettingPath<Settings, Bool>, nick: StaticString, _ blurb: StaticString
    ) -> Property {
        Property(
            name: name, nick: nick, blurb: blurb, kind: .boolean,
            store: { $0[keyPath: path] = $1.integer != 0 }, read: { .int($0[keyPath: path] ? 1 : 0) })
    }

    /// For one of several values with names.
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

    /// The same, but setting it, even to the value that it has, also sets a choice, unless that has been set itself:
    /// before or after, what is set itself counts.
    public func implying<Choice: PropertyChoice>(_ name: StaticString, _ choice: Choice) -> Property {
        var property = self
        property.implied = (name, choice.rawValue)
        return property
    }

    /// The same, but a channel of GstColorBalance, such as CONTRAST, drives it too: the channel's middle is the default, its lower end
    /// the least number, and its upper end as far above. The filter says `isColorBalance`.
    public func balanced(_ channel: StaticString) -> Property {
        var property = self
        property.balanceChannel = channel
        return property
    }

    /// The same, but it is set in NULL and READY alone.
    public var beforePlaying: Property {
        var property = self
        property.needsReady = true
        return property
    }

    /// For texts, which may be missing.
    public static func string(
        _ name: StaticString, _ path: SettingPath<Settings, String?>, nick: StaticString, _ blurb: StaticString
    ) -> Property {
        Property(
            name: name, nick: nick, blurb: blurb, kind: .string,
            store: { $0[keyPath: path] = $1.string },
            read: { .string($0[keyPath: path]) })
    }

    /// Why what was set last of the texts, files and structures of the element was refused; no setting.
    public static func log(_ name: StaticString, nick: StaticString, _ blurb: StaticString) -> Property {
        Property(name: name, nick: nick, blurb: blurb, kind: .log, store: { _, _ in }, read: { _ in .string(nil) })
    }

    /// For so many numbers of a range. Others are refused, as are those of which `fault` says what is wrong: a part of a sentence.
    public static func numbers(
        _ name: StaticString, _ path: SettingPath<Settings, [Double]>, count: ClosedRange<Int>,
        in range: ClosedRange<Double>, nick: StaticString, _ blurb: StaticString,
        fault: @escaping @Sendable ([Double]) -> String? = { _ in nil }
    ) -> Property {
        Property(
            name: name, nick: nick, blurb: blurb, kind: .numbers(NumberList(count: count, range: range, fault: fault)),
            store: { $0[keyPath: path] = $1.numbers }, read: { .numbers($0[keyPath: path]) })
    }

    /// For a file, of which `load` makes what counts; nil where there is none.
    public static func file<Content: AnyObject & Sendable>(
        _ name: StaticString, _ path: SettingPath<Settings, LoadedFile<Content>?>, kind: StaticString,
        maximumBytes: Int, takesImages: Bool = false, nick: StaticString, _ blurb: StaticString,
        load: @escaping @Sendable (FileContent) throws -> Content
    ) -> Property {
        let kind = FileKind(
            source: .file, name: kind, maximumBytes: maximumBytes, takesImages: takesImages, load: load)
        return loaded(name, path, kind, nick: nick, blurb)
    }

    /// For a text, of which `load` makes what counts; nil where there is none.
    public static func text<Content: AnyObject & Sendable>(
        _ name: StaticString, _ path: SettingPath<Settings, LoadedFile<Content>?>, kind: StaticString,
        maximumBytes: Int, nick: StaticString, _ blurb: StaticString,
        load: @escaping @Sendable (FileContent) throws -> Content
    ) -> Property {
        let kind = FileKind(source: .text, name: kind, maximumBytes: maximumBytes, takesImages: false, load: load)
        return loaded(name, path, kind, nick: nick, blurb)
    }

    /// For a GstStructure, of whose text `load` makes what counts; nil where there is none.
    public static func structure<Content: AnyObject & Sendable>(
        _ name: StaticString, _ path: SettingPath<Settings, LoadedFile<Content>?>, kind: StaticString,
        maximumBytes: Int, nick: StaticString, _ blurb: StaticString,
        load: @escaping @Sendable (FileContent) throws -> Content
    ) -> Property {
        let kind = FileKind(
            source: .structure, name: kind, maximumBytes: maximumBytes, takesImages: false, load: load)
        return loaded(name, path, kind, nick: nick, blurb)
    }

    private static func loaded<Content: AnyObject & Sendable>(
        _ name: StaticString, _ path: SettingPath<Settings, LoadedFile<Content>?>, _ kind: FileKind,
        nick: StaticString, _ blurb: StaticString
    ) -> Property {
        Property(
            name: name, nick: nick, blurb: blurb, kind: .file(kind),
            store: { settings, value in
                guard case .file(let location, let content) = value else { return }
                settings[keyPath: path] = (content as? Content).map { LoadedFile(location ?? "", $0) }
            },
            read: { .file(location: $0[keyPath: path]?.location, $0[keyPath: path]?.content) })
    }

    /// How much earlier video a frame depends on, in nanoseconds; -1: all, 0: none.
    public static func temporalWindow(_ value: @escaping @Sendable (Settings) -> Int64) -> Property {
        .computed(
            "temporal-window", in: -1...Int64.max, nick: "Temporal window",
            "How much earlier video a frame depends on, in nanoseconds. 0: none, -1: all", value)
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
public enum PropertyValue: Sendable {
    /// A number.
    case double(Double)
    /// Ints, computed numbers, booleans (0 or 1) and choices (their raw value).
    case int(Int64)
    /// A time in nanoseconds.
    case uint64(UInt64)
    /// A text; nil: none.
    case string(String?)
    /// Numbers.
    case numbers([Double])
    /// A file and what was made of it; nil: there is none, or it has not been read.
    case file(location: String?, (any AnyObject & Sendable)?)

    /// The number of a double; 0 of others.
    var number: Double { if case .double(let value) = self { value } else { 0 } }
    /// The number of an int; 0 of others.
    var integer: Int64 { if case .int(let value) = self { value } else { 0 } }
    /// The number of a uint64; 0 of others.
    var unsigned: UInt64 { if case .uint64(let value) = self { value } else { 0 } }
    /// The text; nil of others.
    var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The numbers; none of others.
    var numbers: [Double] { if case .numbers(let values) = self { values } else { [] } }
}

extension PropertyValue: Equatable {
    public static func == (a: PropertyValue, b: PropertyValue) -> Bool {
        switch (a, b) {
        case (.double(let a), .double(let b)): a == b
        case (.int(let a), .int(let b)): a == b
        case (.uint64(let a), .uint64(let b)): a == b
        case (.string(let a), .string(let b)): a == b
        case (.numbers(let a), .numbers(let b)): a == b
        case (.file(let location, let content), .file(let other, let otherContent)):
            location == other && content === otherContent
        default: false
        }
    }
}
