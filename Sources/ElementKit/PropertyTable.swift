// SPDX-License-Identifier: MIT
internal import CElementShim
internal import Effects

/// The properties of an element as C has them, whatever its settings.
protocol ElementProperties: Sendable {
    /// C's table, with texts and values that are never freed.
    var rows: [SwvProperty] { get }
    /// The values of built-in presets for C, in memory that is never freed.
    var presetValues: [SwvPresetValues] { get }
    var hasPresets: Bool { get }
    /// The kind of the property at `index`, if it is one of the settings.
    func kind(_ index: Int) -> PropertyKind?
    func compute(_ index: Int, _ values: UnsafePointer<SwvValue>) -> Int64
    /// Fills those `values` that preset files hold.
    func loadPreset(_ members: UnsafeBufferPointer<SwvNamedValue>, _ values: UnsafeMutablePointer<SwvValue>) throws
    /// The text of a preset file.
    func presetText(_ values: UnsafePointer<SwvValue>) -> String
}

/// A property as C and documentation have it, whatever its settings.
protocol PropertyRow: Sendable {
    var descriptor: SwvProperty { get }
    var doc: PropertyDoc { get }
}

extension Property: PropertyRow {
    var doc: PropertyDoc { PropertyDoc(self) }
}

/// The properties of an element in C's order: those of its settings, then those that its kind has.
struct PropertyTable<Settings: EffectSettings>: ElementProperties {
    let properties: [Property<Settings>]
    /// Those that its presets are for C; nil: the element has none.
    let presets: PresetTable<Settings>?

    private let common: [any PropertyRow]

    /// The properties of `presets` come after `properties`; then what else all elements of the kind have, `n-threads` last.
    init(properties: [Property<Settings>], presets: Presets<Settings>? = nil, kind: ElementKind = .filter) {
        let all = properties + (presets?.properties ?? [])
        self.init(
            all, presets.map { PresetTable($0, properties: all) },
            common: (kind == .source ? [liveProperty] : []) + [threadsProperty])
    }

    private init(
        _ properties: [Property<Settings>], _ presets: PresetTable<Settings>?, common: [any PropertyRow]
    ) {
        (self.properties, self.presets, self.common) = (properties, presets, common)
    }

    /// The same settings with other properties after them.
    func with(common: [any PropertyRow]) -> PropertyTable { PropertyTable(properties, presets, common: common) }

    private var all: [any PropertyRow] { (properties as [any PropertyRow]) + common }

    var rows: [SwvProperty] { all.map(\.descriptor) }

    var docs: [PropertyDoc] { all.map(\.doc) }

    func settings(_ values: UnsafePointer<SwvValue>) -> Settings {
        var settings = Settings()
        for (i, property) in properties.enumerated() { property.store(&settings, property.value(values[i])) }
        return settings
    }

    func kind(_ index: Int) -> PropertyKind? { properties.indices.contains(index) ? properties[index].kind : nil }

    func compute(_ index: Int, _ values: UnsafePointer<SwvValue>) -> Int64 {
        guard properties.indices.contains(index), case .int(let value) = properties[index].read(settings(values))
        else { return 0 }
        return value
    }

    var hasPresets: Bool { presets != nil }

    var presetValues: [SwvPresetValues] { presets?.values(rows: properties.count + common.count) ?? [] }

    func loadPreset(_ members: UnsafeBufferPointer<SwvNamedValue>, _ values: UnsafeMutablePointer<SwvValue>) throws {
        try presets?.load(members, values)
    }

    func presetText(_ values: UnsafePointer<SwvValue>) -> String { presets?.text(settings(values)) ?? "" }

    /// Threads to render on.
    func threads(_ values: UnsafePointer<SwvValue>) -> Int {
        let wanted = Int(values[properties.count + common.count - 1].integer)
        return wanted == 0 ? Int(swv_cpu_count()) : wanted
    }
}

private struct CommonSettings: EffectSettings {
    @Limited(0...256) var threads: Int32 = 0
    var isLive = false
}

/// `is-live`, as GStreamer's own sources have it.
private let liveProperty = Property<CommonSettings>.boolean(
    "is-live", \.isLive, nick: "Is live",
    "Whether frames are made as the clock goes, as a camera does, and not as fast as they are taken. It is set in NULL and READY alone"
).outsidePresets.beforePlaying

/// `n-threads`, under the name that GStreamer's own elements have for it; unlike in videoconvert the default is all CPUs.
private let threadsProperty = Property<CommonSettings>.int(
    "n-threads", \.$threads, nick: "Threads",
    "Threads that change bands of a frame at the same time (0 = all CPUs, 1 = the streaming thread alone)"
).outsidePresets
