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
    /// Whether reports have regions.
    private var findsRegions = false
    /// How a colour is picked; nil: none is.
    private var pick: (@Sendable (Effect, Frame, Double, Double) throws -> UInt32)?
    /// The property that is set to it, by its number.
    private var picked = 0

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

    /// The element of a filter that measures.
    public init<F: MeasuringFilter>(measuring filter: F.Type) where Effect == MeasuringEffect<F> {
        self.init(MeasuringEffect<F>.self, F.metadata, properties: F.properties + MeasuringEffect<F>.messages)
        findsRegions = F.findsRegions
        guard let name = F.picked, let index = F.properties.firstIndex(where: { "\($0.name)" == "\(name)" }) else {
            return
        }
        picked = index
        pick = { effect, frame, x, y in try effect.color(of: frame, x: x, y: y) }
    }

    public var properties: [Property<Effect.Settings>] { table.properties }

    public var propertyDocs: [PropertyDoc] { table.docs }

    public func register(plugin: OpaquePointer) -> Bool {
        swv_video_filter_register(plugin, immortal([descriptor()]))
    }

    func descriptor() -> SwvVideoFilterDescriptor {
        let (table, pick) = (table, pick)
        let context = ElementContext(
            properties: table, isPassthrough: { Effect.isPassthrough(table.settings($0)) },
            onlyReads: { Effect.onlyReads(table.settings($0)) },
            makeRenderer: { FrameRenderer(EffectState<Effect>(table), pick: pick) })
        var filter = context.filter(metadata, picks: pick != nil)
        filter.finds_regions = findsRegions
        filter.picked = picked
        return filter
    }
}

/// A filter that is made when the first element of it is: to make all takes milliseconds, and most processes need one.
public struct PendingFilter: Sendable {
    private let metadata: ElementMetadata
    private let descriptor: @Sendable () -> SwvVideoFilterDescriptor
    /// Whether GObject asks for more than names: its interfaces follow from its properties.
    private var hasInterfaces = false

    public init<F: Filter>(_ filter: F.Type) {
        self.init(F.metadata) { VideoFilter(filter).descriptor() }
        hasInterfaces = F.isColorBalance
    }

    public init<F: ComposedFilter>(_ filter: F.Type) {
        self.init(F.metadata) { VideoFilter(filter).descriptor() }
    }

    public init<F: MeasuringFilter>(measuring filter: F.Type) {
        self.init(F.metadata) { VideoFilter(measuring: filter).descriptor() }
    }

    private init(_ metadata: ElementMetadata, _ descriptor: @escaping @Sendable () -> SwvVideoFilterDescriptor) {
        (self.metadata, self.descriptor) = (metadata, descriptor)
    }

    /// Registers the element with a GstPlugin.
    public func register(plugin: OpaquePointer) -> Bool {
        if hasInterfaces { return swv_video_filter_register(plugin, immortal([descriptor()])) }
        let pending = SwvPendingFilter(
            factory_name: metadata.factoryName.cString, type_name: metadata.typeName.cString,
            context: UnsafeRawPointer(Box(self).retained()),
            describe: { context in immortal([of(context, Box<PendingFilter>.self).value.descriptor()]) })
        return swv_video_filter_register_pending(plugin, immortal([pending]))
    }
}

extension FrameRenderer {
    fileprivate convenience init<Effect: InPlaceEffect>(
        _ state: EffectState<Effect>, pick: ((Effect, Frame, Double, Double) throws -> UInt32)?
    ) {
        self.init(
            configure: state.configure, reset: state.effect.reset,
            render: { frame, values, user in
                try state.effect.render(state.frame(frame, values), bands: state.bands(user))
            },
            report: { state.effect.report }, takeWarning: state.effect.takeWarning,
            pick: pick.map { pick in
                { frame, x, y in
                    guard let video = state.video else { throw EffectError("A frame came before its caps.") }
                    return try pick(
                        state.effect, Frame(frame, video.format, width: video.width, height: video.height), x, y)
                }
            })
    }
}

extension ElementContext {
    /// What C registers of an element that changes frames in place.
    func filter(
        _ metadata: ElementMetadata, chain: UnsafePointer<SwvChain>? = nil, picks: Bool = false
    ) -> SwvVideoFilterDescriptor {
        SwvVideoFilterDescriptor(
            element: element(metadata), conversion: nil, chain: chain,
            is_passthrough: { context, values in elementContext(context).isPassthrough(values) },
            only_reads: chain == nil ? { context, values in elementContext(context).onlyReads(values) } : nil,
            finds_regions: false,
            pick: !picks
                ? nil
                : { effect, frame, x, y, color, error in
                    succeeds(error) {
                        color.pointee = try of(effect, FrameRenderer.self).pick?(frame.pointee, x, y) ?? 0
                    }
                }, picked: 0,
            render: { effect, frame, values, serial, user, report, error in
                succeeds(error) {
                    let renderer = of(effect, FrameRenderer.self)
                    try renderer.render(frame.pointee, Values(values, serial), user)
                    if let told = renderer.report() { report.pointee.take(told) }
                    if let warning = renderer.takeWarning() { error.pointee.write(warning) }
                }
            })
    }
}
