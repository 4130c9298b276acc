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
        let context = ElementContext(
            properties: table, makeRenderer: { [table] in MixRenderer(EffectState<Effect>(table)) })
        let descriptor = MixRenderer.descriptor(context.element(metadata), ignoreInactivePads: properties.count - 1)
        return swv_video_mixer_register(plugin, immortal([descriptor]))
    }
}

/// The instance of a mixer.
private final class MixRenderer: Renderer {
    let shown: (Values) -> MixInput?
    let fit: (_ second: FrameSize, _ pixelAspect: Double, _ interlaced: Bool, Values) -> (width: Int, height: Int)
    let render:
        (
            _ output: SwvFrame, _ first: SwvInput?, _ second: SwvInput?, _ fitted: SwvSize, Values,
            _ user: OpaquePointer
        ) throws -> Void

    init<Effect: MixingEffect>(_ state: EffectState<Effect>) {
        shown = { values in Effect.shown(state.settings(values)) }
        fit = { second, pixelAspect, interlaced, values in
            guard let video = state.video else { return (second.width, second.height) }
            return Effect.fittedSize(
                of: second, in: video, pixelAspect: pixelAspect, interlaced: interlaced, state.settings(values))
        }
        render = { output, first, second, fitted, values, user in
            let video = try state.update(values)
            func frame(_ input: SwvInput) -> Frame {
                Frame(input.frame, video.format, width: Int(input.width), height: Int(input.height))
            }
            try state.effect.render(
                Frame(output, video.format, width: video.width, height: video.height), first: first.map(frame),
                second: second.map(frame),
                otherRange: (first?.has_other_range ?? false, second?.has_other_range ?? false),
                fitted: (width: Int(fitted.width), height: Int(fitted.height)), bands: state.bands(user))
        }
        super.init(configure: state.configure, reset: state.effect.reset)
    }

    static func descriptor(_ element: SwvElement, ignoreInactivePads: Int) -> SwvVideoMixerDescriptor {
        SwvVideoMixerDescriptor(
            element: element, timing: immortal([MixTiming.functions]), ignore_inactive_pads: ignoreInactivePads,
            shown: { effect, values, serial in
                switch of(effect, MixRenderer.self).shown(Values(values, serial)) {
                case .first: SWV_SHOWN_FIRST
                case .second: SWV_SHOWN_SECOND
                case nil: SWV_SHOWN_BOTH
                }
            },
            measure: { _, info, geometry, error in
                succeeds(error) { geometry.pointee = try VideoInfo(info.pointee).geometry }
            },
            fit: { effect, second, pixelAspect, interlaced, values, serial in
                let second = second.pointee
                let size = of(effect, MixRenderer.self).fit(
                    FrameSize(
                        width: Int(second.width), height: Int(second.height), pixelAspect: second.pixel_aspect),
                    pixelAspect, interlaced, Values(values, serial))
                return SwvSize(width: Int32(size.width), height: Int32(size.height), pixel_aspect: pixelAspect)
            },
            render: { effect, output, first, second, fitted, values, serial, user, error in
                succeeds(error) {
                    try of(effect, MixRenderer.self).render(
                        output.pointee, first?.pointee, second?.pointee, fitted.pointee, Values(values, serial), user)
                }
            })
    }
}
