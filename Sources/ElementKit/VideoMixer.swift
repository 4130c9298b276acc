// SPDX-License-Identifier: MIT
internal import CElementShim
public import Effects
internal import PixelCore

/// An element that makes one stream of two, in every pixel format: metadata, properties, and its effect.
///
/// It has request pads `sink_%u`, two at most; the one with the lower number is the first. Properties are those of the
/// settings, `ignore-inactive-pads` and `n-threads`.
public struct VideoMixer<Effect: MixingEffect>: Element {
    public let metadata: ElementMetadata
    private let table: PropertyTable<Effect.Settings>

    /// `ignoreInactivePads` is where the settings keep what `ignore-inactive-pads` says; no effect needs it.
    public init(
        _ effect: Effect.Type, _ metadata: ElementMetadata,
        ignoreInactivePads: SettingPath<Effect.Settings, Bool>, properties: [Property<Effect.Settings>]
    ) {
        self.metadata = metadata
        let inactive = Property.boolean(
            "ignore-inactive-pads", ignoreInactivePads, nick: "Ignore inactive pads",
            "Waits only once, with live inputs, for an input that has sent no data yet, rather than for the whole latency at every frame"
        )
        table = PropertyTable(properties: properties + [inactive])
    }

    public var properties: [Property<Effect.Settings>] { table.properties }

    public var propertyDocs: [PropertyDoc] { table.docs }

    public var kind: ElementKind { .mixer }

    public func register(plugin: OpaquePointer) -> Bool {
        let adapter = MixerAdapter<Effect>(table)
        let descriptor = adapter.descriptor(metadata, rows: table.rows, ignoreInactivePads: properties.count - 1)
        return swv_video_mixer_register(plugin, immortal([descriptor]))
    }
}

extension VideoMixer {
    /// The element of a blend.
    public init<B: BlendElement>(_ blend: B.Type) where Effect == BlendEffect<B> {
        self.init(
            BlendEffect<B>.self, B.metadata, ignoreInactivePads: \.ignoresInactivePads,
            properties: B.properties + [.sizing(\.sizing)])
    }
}

class AnyMixerAdapter: AnyAdapter {
    func shown(_ values: UnsafePointer<SwvValue>) -> MixInput? { nil }

    /// The descriptor that C registers. The adapter is kept for ever.
    func descriptor(
        _ metadata: ElementMetadata, rows: [SwvProperty], ignoreInactivePads: Int
    ) -> SwvVideoMixerDescriptor {
        SwvVideoMixerDescriptor(
            element: metadata.element(rows, adapter: self), ignore_inactive_pads: ignoreInactivePads,
            shown: { context, values in
                switch of(context, AnyMixerAdapter.self).shown(values) {
                case .first: SWV_SHOWN_FIRST
                case .second: SWV_SHOWN_SECOND
                case nil: SWV_SHOWN_BOTH
                }
            },
            measure: { _, info, geometry, error in
                succeeds(error) { geometry.pointee = try VideoInfo(info.pointee).geometry }
            },
            fit: { effect, second, pixelAspect, interlaced, values in
                of(effect, AnyMixerRenderer.self).fit(second.pointee, pixelAspect, interlaced: interlaced, values)
            },
            render: { effect, output, first, second, fitted, values, serial, pool, error in
                succeeds(error) {
                    try of(effect, AnyMixerRenderer.self).render(
                        output.pointee, first?.pointee, second?.pointee, fitted.pointee, values, serial: serial,
                        pool: pool)
                }
            })
    }
}

class AnyMixerRenderer: AnyRenderer {
    func fit(
        _ second: SwvSize, _ pixelAspect: Double, interlaced: Bool, _ values: UnsafePointer<SwvValue>
    ) -> SwvSize { second }

    func render(
        _ output: SwvFrame, _ first: SwvInput?, _ second: SwvInput?, _ fitted: SwvSize,
        _ values: UnsafePointer<SwvValue>, serial: UInt64, pool: OpaquePointer
    ) throws {}
}

private final class MixerAdapter<Effect: MixingEffect>: AnyMixerAdapter {
    let table: PropertyTable<Effect.Settings>

    init(_ table: PropertyTable<Effect.Settings>) {
        self.table = table
    }

    override func shown(_ values: UnsafePointer<SwvValue>) -> MixInput? { Effect.shown(table.settings(values)) }

    override func compute(_ index: Int, _ values: UnsafePointer<SwvValue>) -> Int64 { table.compute(index, values) }

    override func makeRenderer() -> AnyRenderer { MixerRenderer<Effect>(table) }
}

private final class MixerRenderer<Effect: MixingEffect>: AnyMixerRenderer {
    private var state: EffectState<Effect>

    init(_ table: PropertyTable<Effect.Settings>) {
        state = EffectState(table)
    }

    override func configure(_ info: SwvVideoInfo) throws -> SwvGeometry { try state.configure(info) }

    override func reset() { state.effect.reset() }

    override func fit(
        _ second: SwvSize, _ pixelAspect: Double, interlaced: Bool, _ values: UnsafePointer<SwvValue>
    ) -> SwvSize {
        guard let video = state.video else { return second }
        let size = Effect.fittedSize(
            of: FrameSize(
                width: Int(second.width), height: Int(second.height), pixelAspect: second.pixel_aspect),
            in: video, pixelAspect: pixelAspect, interlaced: interlaced, state.table.settings(values))
        return SwvSize(width: Int32(size.width), height: Int32(size.height), pixel_aspect: pixelAspect)
    }

    override func render(
        _ output: SwvFrame, _ first: SwvInput?, _ second: SwvInput?, _ fitted: SwvSize,
        _ values: UnsafePointer<SwvValue>, serial: UInt64, pool: OpaquePointer
    ) throws {
        let video = try state.update(values, serial: serial)
        func frame(_ input: SwvInput) -> Frame {
            Frame(input.frame, video.format, width: Int(input.width), height: Int(input.height))
        }
        try state.effect.render(
            Frame(output, video.format, width: video.width, height: video.height), first: first.map(frame),
            second: second.map(frame),
            otherRange: (first?.has_other_range ?? false, second?.has_other_range ?? false),
            fitted: (width: Int(fitted.width), height: Int(fitted.height)),
            bands: state.bands(pool))
    }
}
