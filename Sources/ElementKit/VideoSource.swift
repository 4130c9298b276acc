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
        let descriptor = SourceAdapter<Law>(table).descriptor(metadata, rows: table.rows, isLive: properties.count)
        return swv_video_source_register(plugin, immortal([descriptor]))
    }
}

class AnySourceAdapter: AnyAdapter {
    /// The descriptor that C registers. The adapter is kept for ever.
    func descriptor(_ metadata: ElementMetadata, rows: [SwvProperty], isLive: Int) -> SwvVideoSourceDescriptor {
        SwvVideoSourceDescriptor(
            element: metadata.element(rows, adapter: self), is_live: isLive,
            render: { effect, frame, values, serial, pool, error in
                succeeds(error) {
                    try of(effect, AnySourceRenderer.self).render(frame.pointee, values, serial: serial, pool: pool)
                }
            })
    }
}

class AnySourceRenderer: AnyRenderer {
    func render(
        _ frame: SwvFrame, _ values: UnsafePointer<SwvValue>, serial: UInt64, pool: OpaquePointer
    ) throws {}
}

private final class SourceAdapter<Law: SourceLaw>: AnySourceAdapter {
    let table: PropertyTable<Law>

    init(_ table: PropertyTable<Law>) {
        self.table = table
    }

    override func compute(_ index: Int, _ values: UnsafePointer<SwvValue>) -> Int64 { table.compute(index, values) }

    override func propertyKind(_ index: Int) -> PropertyKind? {
        table.properties.indices.contains(index) ? table.properties[index].kind : nil
    }

    override func makeRenderer() -> AnyRenderer { SourceRenderer<Law>(table) }
}

private final class SourceRenderer<Law: SourceLaw>: AnySourceRenderer {
    private var state: EffectState<SourceEffect<Law>>

    init(_ table: PropertyTable<Law>) {
        state = EffectState(table)
    }

    override func configure(_ info: SwvVideoInfo) throws -> SwvGeometry { try state.configure(info) }

    override func render(
        _ frame: SwvFrame, _ values: UnsafePointer<SwvValue>, serial: UInt64, pool: OpaquePointer
    ) throws {
        let video = try state.update(values, serial: serial)
        let view = Frame(frame, video.format, width: video.width, height: video.height)
        try state.effect.render(view, bands: state.bands(pool))
    }
}
