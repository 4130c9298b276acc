// SPDX-License-Identifier: MIT
internal import CElementShim
public import Effects
public import PixelCore

/// An element that makes video of nothing, in every pixel format: metadata, properties, and its law.
///
/// Every one has `is-live` and `n-threads` besides.
public struct VideoSource<Law: SourceLaw>: Element {
    public let metadata: ElementMetadata
    private let table: PropertyTable<Law>

    public init(_ law: Law.Type) {
        metadata = Law.metadata
        table = PropertyTable(properties: Law.properties, kind: .source)
    }

    public var properties: [Property<Law>] { table.properties }

    public var propertyDocs: [PropertyDoc] { table.docs }

    public var kind: ElementKind { .source }

    public var inputFormats: [PixelFormat] { [] }

    public func register(plugin: OpaquePointer) -> Bool {
        let context = ElementContext(
            properties: table,
            makeRenderer: { [table] in
                let state = EffectState<SourceEffect<Law>>(table)
                return FrameRenderer(
                    configure: state.configure, reset: state.effect.reset,
                    render: { frame, values, user in
                        try state.effect.render(state.frame(frame, values), bands: state.bands(user))
                    })
            })
        let descriptor = SwvVideoSourceDescriptor(
            element: context.element(metadata), is_live: properties.count,
            render: { effect, frame, values, serial, user, error in
                succeeds(error) {
                    try of(effect, FrameRenderer.self).render(frame.pointee, Values(values, serial), user)
                }
            })
        return swv_video_source_register(plugin, immortal([descriptor]))
    }
}
