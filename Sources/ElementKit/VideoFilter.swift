internal import CElementShim
public import Effects
internal import PixelCore

/// What GStreamer shows of an element.
public struct ElementMetadata: Sendable {
    /// The name in gst-launch: lower case, no dash.
    public let factoryName: StaticString
    /// The GObject type, unique in the process.
    public let typeName: StaticString
    public let longName: StaticString
    /// GStreamer's klass, such as `Filter/Effect/Video`.
    public let classification: StaticString
    /// One sentence, without its full stop.
    public let description: StaticString
    /// The element in a launch line, with settings that show it; nil: its name alone does.
    public let example: StaticString?
    /// What a user should know besides, as sentences: laws, cases, limits. May be empty.
    public let details: StaticString
    /// Pictures in docs/images, with what they show.
    public let pictures: [(file: StaticString, caption: StaticString)]

    public init(
        factoryName: StaticString, typeName: StaticString, longName: StaticString,
        classification: StaticString = "Filter/Effect/Video", description: StaticString,
        example: StaticString? = nil, details: StaticString = "",
        pictures: [(file: StaticString, caption: StaticString)] = []
    ) {
        self.factoryName = factoryName
        self.typeName = typeName
        self.longName = longName
        self.classification = classification
        self.description = description
        self.example = example
        self.details = details
        self.pictures = pictures
    }
}

/// An element of the catalogue.
public protocol Element: Sendable {
    var metadata: ElementMetadata { get }
    /// Properties as documentation has them.
    var propertyDocs: [PropertyDoc] { get }
    /// Registers the element with a GstPlugin.
    func register(plugin: OpaquePointer) -> Bool
}

/// An element that changes frames in place, in every pixel format: metadata, properties, and its effect.
///
/// Every one has `n-threads` besides.
public struct VideoFilter<Effect: InPlaceEffect>: Element {
    public let metadata: ElementMetadata
    public let properties: [Property<Effect.Settings>]
    let presets: Presets<Effect.Settings>?

    /// The properties of `presets` come after `properties`.
    public init(
        _ effect: Effect.Type, _ metadata: ElementMetadata, properties: [Property<Effect.Settings>],
        presets: Presets<Effect.Settings>? = nil
    ) {
        self.metadata = metadata
        self.properties = properties + (presets?.properties ?? [])
        self.presets = presets
    }

    public var propertyDocs: [PropertyDoc] {
        properties.map { PropertyDoc($0, Effect.defaults) } + [PropertyDoc(threadsProperty, 0)]
    }

    public func register(plugin: OpaquePointer) -> Bool {
        let rows = properties.map { $0.descriptor(Effect.defaults) } + [threadsProperty.descriptor(0)]
        let adapter = FilterAdapter(self)
        let descriptor = adapter.descriptor(metadata, rows: rows)
        return swv_video_filter_register(plugin, immortal([descriptor]))
    }
}

/// `n-threads`, under the name that GStreamer's own elements have for it; unlike in videoconvert the default is all CPUs.
private let threadsProperty = Property<Int32>.int(
    "n-threads", \.self, in: 0...256, nick: "Threads",
    "Threads that change bands of a frame at the same time (0 = all CPUs, 1 = the streaming thread alone)"
).outsidePresets

/// One type for C's callbacks to see, whatever the effect.
class AnyFilterAdapter {
    func isNeutral(_ values: UnsafePointer<SwvValue>) -> Bool { true }
    func compute(_ index: Int, _ values: UnsafePointer<SwvValue>) -> Int64 { 0 }
    func makeRenderer() -> AnyFilterRenderer { AnyFilterRenderer() }
    var hasPresets: Bool { false }
    var looks: [SwvLook] { [] }
    func loadPreset(
        _ members: UnsafeBufferPointer<SwvNamedValue>, _ values: UnsafeMutablePointer<SwvValue>
    ) throws {}
    func presetText(_ values: UnsafePointer<SwvValue>) -> String { "" }
}

class AnyFilterRenderer {
    /// What there is to tell of the last frame.
    var report: EffectReport? { nil }
    func configure(_ info: SwvVideoInfo) throws -> SwvGeometry { SwvGeometry() }
    func reset() {}
    func render(
        _ frame: SwvFrame, _ values: UnsafePointer<SwvValue>, serial: UInt64, pool: OpaquePointer
    ) throws {}
}

private final class FilterAdapter<Effect: InPlaceEffect>: AnyFilterAdapter {
    let filter: VideoFilter<Effect>
    private let presets: PresetTable<Effect.Settings>?

    init(_ filter: VideoFilter<Effect>) {
        self.filter = filter
        presets = filter.presets.map { PresetTable($0, properties: filter.properties) }
    }

    override var hasPresets: Bool { presets != nil }

    override var looks: [SwvLook] { presets?.looks ?? [] }

    override func loadPreset(
        _ members: UnsafeBufferPointer<SwvNamedValue>, _ values: UnsafeMutablePointer<SwvValue>
    ) throws {
        try presets?.load(members, values)
    }

    override func presetText(_ values: UnsafePointer<SwvValue>) -> String {
        presets?.text(settings(values)) ?? ""
    }

    func settings(_ values: UnsafePointer<SwvValue>) -> Effect.Settings {
        var settings = Effect.defaults
        for (i, property) in filter.properties.enumerated() { property.store(&settings, values[i]) }
        return settings
    }

    override func isNeutral(_ values: UnsafePointer<SwvValue>) -> Bool {
        Effect.isNeutral(settings(values))
    }

    override func compute(_ index: Int, _ values: UnsafePointer<SwvValue>) -> Int64 {
        guard filter.properties.indices.contains(index),
            case .int(let value) = filter.properties[index].read(settings(values))
        else { return 0 }
        return value
    }

    override func makeRenderer() -> AnyFilterRenderer { FilterRenderer(self) }
}

/// One element instance's effect, with what it was last told.
private final class FilterRenderer<Effect: InPlaceEffect>: AnyFilterRenderer {
    private let adapter: FilterAdapter<Effect>
    private let effect = Effect()
    private var picture: PictureInfo?
    private var serial: UInt64?
    private var threads = 1

    init(_ adapter: FilterAdapter<Effect>) {
        self.adapter = adapter
    }

    override func configure(_ info: SwvVideoInfo) throws -> SwvGeometry {
        let picture = try PictureInfo(info)
        try effect.configure(picture)
        self.picture = picture
        serial = nil
        return picture.geometry
    }

    override func reset() { effect.reset() }

    override var report: EffectReport? { effect.report }

    override func render(
        _ frame: SwvFrame, _ values: UnsafePointer<SwvValue>, serial: UInt64, pool: OpaquePointer
    ) throws {
        guard let picture else { throw EffectError("A frame came before its caps.") }
        if serial != self.serial {
            try effect.update(adapter.settings(values))
            let wanted = Int(values[adapter.filter.properties.count].integer)
            threads = wanted == 0 ? Int(swv_cpu_count()) : wanted
            self.serial = serial
        }
        let view = Frame(
            format: picture.format, width: picture.width, height: picture.height, interlaced: frame.interlaced,
            firstField: frame.first_field == SWV_FIELD_TOP ? .top : .bottom,
            onlyField: frame.fields == SWV_FIELD_BOTH ? nil : frame.fields == SWV_FIELD_TOP ? .top : .bottom,
            planes: (
                Plane(base: frame.data.0, stride: Int(frame.stride.0)),
                Plane(base: frame.data.1, stride: Int(frame.stride.1)),
                Plane(base: frame.data.2, stride: Int(frame.stride.2))
            ),
            time: frame.time < 0 ? nil : frame.time, duration: frame.duration < 0 ? nil : frame.duration,
            place: frame.place == UInt64.max ? nil : frame.place)
        let bands = BandExecutor(threads: threads, pool: UnsafeMutableRawPointer(pool), run: swv_band_pool_run)
        try effect.render(view, bands: bands)
    }
}
