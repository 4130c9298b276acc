// SPDX-License-Identifier: MIT
internal import CElementShim
public import Effects
internal import PixelCore

/// An element that changes frames in place, in every pixel format: metadata, properties, and its effect.
///
/// Every one has `n-threads` besides.
public struct VideoFilter<Effect: InPlaceEffect>: Element {
    public let metadata: ElementMetadata
    let table: PropertyTable<Effect.Settings>

    /// The properties of `presets` come after `properties`.
    public init(
        _ effect: Effect.Type, _ metadata: ElementMetadata, properties: [Property<Effect.Settings>],
        presets: Presets<Effect.Settings>? = nil
    ) {
        self.metadata = metadata
        table = PropertyTable(properties: properties, presets: presets)
    }

    /// The element of a filter.
    public init<F: Filter>(_ filter: F.Type) where Effect == FilterEffect<F> {
        self.init(FilterEffect<F>.self, F.metadata, properties: F.properties)
    }

    /// The element of a composed filter.
    public init<F: ComposedFilter>(_ filter: F.Type) where Effect == ComposedEffect<F> {
        self.init(ComposedEffect<F>.self, F.metadata, properties: F.properties)
    }

    public var properties: [Property<Effect.Settings>] { table.properties }

    public var propertyDocs: [PropertyDoc] { table.docs }

    public func register(plugin: OpaquePointer) -> Bool {
        let descriptor = FilterAdapter<Effect>(table).descriptor(metadata, rows: table.rows)
        return swv_video_filter_register(plugin, immortal([descriptor]))
    }
}

class AnyFilterAdapter: AnyAdapter {
    func isPassthrough(_ values: UnsafePointer<SwvValue>) -> Bool { true }
}

class AnyFilterRenderer: AnyRenderer {
    /// What there is to tell of the last frame.
    var report: EffectReport? { nil }
    /// What there is to warn of, once.
    func takeWarning() -> String? { nil }
    func render(
        _ frame: SwvFrame, _ values: UnsafePointer<SwvValue>, serial: UInt64, pool: OpaquePointer
    ) throws {}
}

private final class FilterAdapter<Effect: InPlaceEffect>: AnyFilterAdapter {
    let table: PropertyTable<Effect.Settings>

    init(_ table: PropertyTable<Effect.Settings>) {
        self.table = table
    }

    override func isPassthrough(_ values: UnsafePointer<SwvValue>) -> Bool {
        Effect.isPassthrough(table.settings(values))
    }

    override func compute(_ index: Int, _ values: UnsafePointer<SwvValue>) -> Int64 { table.compute(index, values) }

    override func propertyKind(_ index: Int) -> PropertyKind? {
        table.properties.indices.contains(index) ? table.properties[index].kind : nil
    }

    override var hasPresets: Bool { table.presets != nil }

    override var looks: [SwvLook] { table.presets?.looks(rows: table.count) ?? [] }

    override func loadPreset(
        _ members: UnsafeBufferPointer<SwvNamedValue>, _ values: UnsafeMutablePointer<SwvValue>
    ) throws {
        try table.presets?.load(members, values)
    }

    override func presetText(_ values: UnsafePointer<SwvValue>) -> String {
        table.presets?.text(table.settings(values)) ?? ""
    }

    override func makeRenderer() -> AnyRenderer { FilterRenderer<Effect>(table) }
}

private final class FilterRenderer<Effect: InPlaceEffect>: AnyFilterRenderer {
    private var state: EffectState<Effect>

    init(_ table: PropertyTable<Effect.Settings>) {
        state = EffectState(table)
    }

    override func configure(_ info: SwvVideoInfo) throws -> SwvGeometry { try state.configure(info) }

    override func reset() { state.effect.reset() }

    override var report: EffectReport? { state.effect.report }

    override func takeWarning() -> String? { state.effect.takeWarning() }

    override func render(
        _ frame: SwvFrame, _ values: UnsafePointer<SwvValue>, serial: UInt64, pool: OpaquePointer
    ) throws {
        let video = try state.update(values, serial: serial)
        let view = Frame(frame, video.format, width: video.width, height: video.height)
        try state.effect.render(view, bands: state.bands(pool))
    }
}
