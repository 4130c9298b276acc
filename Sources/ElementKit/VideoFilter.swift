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
        let context = ElementContext(
            properties: table, isPassthrough: { [table] in Effect.isPassthrough(table.settings($0)) },
            makeRenderer: { [table] in FrameRenderer(EffectState<Effect>(table)) })
        return swv_video_filter_register(plugin, immortal([context.filter(metadata)]))
    }
}

extension FrameRenderer {
    fileprivate convenience init<Effect: InPlaceEffect>(_ state: EffectState<Effect>) {
        self.init(
            configure: state.configure, reset: state.effect.reset,
            render: { frame, values, user in
                try state.effect.render(state.frame(frame, values), bands: state.bands(user))
            },
            report: { state.effect.report }, takeWarning: state.effect.takeWarning)
    }
}

extension ElementContext {
    /// What C registers of an element that changes frames in place.
    func filter(_ metadata: ElementMetadata, chain: UnsafePointer<SwvChain>? = nil) -> SwvVideoFilterDescriptor {
        SwvVideoFilterDescriptor(
            element: element(metadata), conversion: nil, chain: chain,
            is_passthrough: { context, values in elementContext(context).isPassthrough(values) },
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
