// SPDX-License-Identifier: MIT
internal import CElementShim
internal import Effects

/// The properties of an element in C's order: those of its settings, then those that its kind has.
struct PropertyTable<Settings: EffectSettings>: Sendable {
    let properties: [Property<Settings>]
    /// Those that its presets are for C; nil: the element has none.
    let presets: PresetTable<Settings>?

    /// `n-threads` last, and before it what else all elements of the kind have.
    private let common: [Property<CommonSettings>]

    /// The properties of `presets` come after `properties`.
    init(properties: [Property<Settings>], presets: Presets<Settings>? = nil, kind: ElementKind = .filter) {
        let all = properties + (presets?.properties ?? [])
        self.properties = all
        self.presets = presets.map { PresetTable($0, properties: all) }
        common = (kind == .source ? [liveProperty] : []) + [threadsProperty]
    }

    /// How many rows C's table has.
    var count: Int { properties.count + common.count }

    /// C's table, with texts and values that are never freed.
    var rows: [SwvProperty] { properties.map(\.descriptor) + common.map(\.descriptor) }

    var docs: [PropertyDoc] { properties.map { PropertyDoc($0) } + common.map { PropertyDoc($0) } }

    func settings(_ values: UnsafePointer<SwvValue>) -> Settings {
        var settings = Settings()
        for (i, property) in properties.enumerated() { property.store(&settings, property.value(values[i])) }
        return settings
    }

    func compute(_ index: Int, _ values: UnsafePointer<SwvValue>) -> Int64 {
        guard properties.indices.contains(index), case .int(let value) = properties[index].read(settings(values))
        else { return 0 }
        return value
    }

    /// Threads to render on.
    func threads(_ values: UnsafePointer<SwvValue>) -> Int {
        let wanted = Int(values[count - 1].integer)
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

/// One element instance's effect, with what it was last told.
struct EffectState<Effect: SettableEffect> {
    let effect = Effect()
    let table: PropertyTable<Effect.Settings>
    private(set) var video: VideoInfo?
    private var settings: (serial: UInt64, settings: Effect.Settings)?
    private var serial: UInt64?
    private var threads = 1

    init(_ table: PropertyTable<Effect.Settings>) {
        self.table = table
    }

    /// Lets the effect take settings again, as after it was configured.
    mutating func forgetSettings() {
        serial = nil
    }

    /// The settings, which are read where they have changed.
    mutating func settings(_ values: UnsafePointer<SwvValue>, serial: UInt64) -> Effect.Settings {
        if let settings, settings.serial == serial { return settings.settings }
        let new = table.settings(values)
        settings = (serial, new)
        return new
    }

    /// Gives the effect the settings, if they have changed.
    mutating func take(_ values: UnsafePointer<SwvValue>, serial: UInt64) throws {
        guard serial != self.serial else { return }
        try effect.update(settings(values, serial: serial))
        threads = table.threads(values)
        self.serial = serial
    }

    func bands(_ pool: OpaquePointer) -> BandExecutor { bandExecutor(threads: threads, pool: pool) }
}

/// Bands on the threads of C's pool.
func bandExecutor(threads: Int, pool: OpaquePointer) -> BandExecutor {
    BandExecutor(threads: threads, pool: UnsafeMutableRawPointer(pool), run: swv_band_pool_run)
}

extension EffectState where Effect: VideoEffect {
    mutating func configure(_ info: SwvVideoInfo) throws -> SwvGeometry {
        let video = try VideoInfo(info)
        try effect.configure(video)
        self.video = video
        forgetSettings()
        return video.geometry
    }

    /// The format of the frames, once the effect has the settings.
    mutating func update(_ values: UnsafePointer<SwvValue>, serial: UInt64) throws -> VideoInfo {
        guard let video else { throw EffectError("A frame came before its caps.") }
        try take(values, serial: serial)
        return video
    }
}
