// SPDX-License-Identifier: MIT
internal import CElementShim
public import Effects
internal import PixelCore

/// An element that makes one stream of several, in every pixel format: metadata, properties, and its effect.
///
/// It has request pads `sink_%u`; the one with the lowest number is the first. Properties are those of the settings,
/// `ignore-inactive-pads` and `n-threads`.
public struct VideoMixer<Effect: VideoEffect & SendableMetatype>: Element {
    public let metadata: ElementMetadata
    /// Those of pads, besides what pads of all mixers have.
    public let padDocs: [PropertyDoc]
    private let table: PropertyTable<Effect.Settings>
    private let pads: PropertyTable<LayerSettings>?
    private let makeRenderer: @Sendable (PropertyTable<Effect.Settings>) -> MixRenderer

    /// Of two inputs. `ignoreInactivePads` is where the settings keep what `ignore-inactive-pads` says; no effect needs it.
    public init(
        _ effect: Effect.Type, _ metadata: ElementMetadata,
        ignoreInactivePads: SettingPath<Effect.Settings, Bool>, properties: [Property<Effect.Settings>]
    ) where Effect: MixingEffect {
        self.metadata = metadata
        table = PropertyTable(properties: properties + [.ignoreInactivePads(ignoreInactivePads)])
        (pads, padDocs) = (nil, [])
        makeRenderer = { MixRenderer(EffectState<PairEffect<Effect>>($0)) }
    }

    /// Of up to 16 inputs, whose pads say where each lies.
    public init(
        layers: Effect.Type, _ metadata: ElementMetadata,
        ignoreInactivePads: SettingPath<Effect.Settings, Bool>, properties: [Property<Effect.Settings>]
    ) where Effect: LayeringEffect {
        self.metadata = metadata
        table = PropertyTable(properties: properties + [.ignoreInactivePads(ignoreInactivePads)])
        let pads = PropertyTable(properties: LayerSettings.properties).with(common: [])
        (self.pads, padDocs) = (pads, pads.docs)
        makeRenderer = { MixRenderer(EffectState<Effect>($0), pads) }
    }

    public var properties: [Property<Effect.Settings>] { table.properties }

    public var propertyDocs: [PropertyDoc] { table.docs }

    public var kind: ElementKind { .mixer }

    public func register(plugin: OpaquePointer) -> Bool {
        let context = ElementContext(properties: table, makeRenderer: { [table, makeRenderer] in makeRenderer(table) })
        var pads: SwvElement?
        if let own = self.pads {
            var element = ElementContext(properties: own).element(metadata)
            element.type_name = immortal("\(metadata.typeName)Pad")
            pads = element
        }
        let descriptor = MixRenderer.descriptor(
            context.element(metadata), pads: pads, ignoreInactivePads: properties.count - 1)
        return swv_video_mixer_register(plugin, immortal([descriptor]))
    }
}

extension Property {
    /// `ignore-inactive-pads`, as mixers of GStreamer have it.
    fileprivate static func ignoreInactivePads(_ path: SettingPath<Settings, Bool>) -> Property {
        .boolean(
            "ignore-inactive-pads", path, nick: "Ignore inactive pads",
            "Waits only once, with live inputs, for an input that has sent no data yet, rather than for the whole latency at every frame"
        )
    }
}
