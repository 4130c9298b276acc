// SPDX-License-Identifier: MIT
public import Effects
public import ElementKit
import Filters

/// Every element of the plugin, by name.
public enum Catalogue {
    public static let elements: [any Element] =
        (made
        + FilterCatalogue.elements.map { element($0) }
        + FilterCatalogue.composed.map { element($0) }
        + FilterCatalogue.measuring.map { meter($0) })
        .sorted { "\($0.metadata.factoryName)" < "\($1.metadata.factoryName)" }

    /// Those that are made with the plugin. The others are made when there is an element of theirs.
    private static let made: [any Element] = [swiftChain, swiftCrop] + ownInPlace + unlikeFilters

    private static let ownInPlace: [any StageElement] = [swiftEq, swiftNtsc, swiftFrameDelay]

    /// Those that change frames in place and are more than one law. Chains have them as stages too.
    private static let inPlace: [any StageElement] = ownInPlace + FilterCatalogue.composed.map { element($0) }

    /// Those that chains can't have.
    static let others: [any Element] = unlikeFilters + FilterCatalogue.measuring.map { meter($0) }

    /// Those of them that are no filters in place.
    private static let unlikeFilters: [any Element] =
        [swiftDepthGray, swiftMix, swiftOrient] + FilterCatalogue.layered.map { mixer($0) }
        + FilterCatalogue.pairs.map { mixer($0) } + FilterCatalogue.sources.map { source($0) }

    /// Whatever a chain may have.
    static let stages: [ChainStageSource] =
        inPlace.map(\.stage) + [ChainStageSource(ZoomEffect.self, swiftCrop.metadata, properties: swiftCrop.properties)]
        + FilterCatalogue.filters.map { stage($0) }

    /// The same, as effects know them.
    public static let stageTypes: [StageType] = stages.map(\.type)

    private static func stage<F: Filter>(_ filter: F.Type) -> ChainStageSource { ChainStageSource(filter) }

    private static func element<F: Filter>(_ filter: F.Type) -> any Element { VideoFilter(filter) }

    private static func element<F: ComposedFilter>(_ filter: F.Type) -> any StageElement { VideoFilter(filter) }

    private static func mixer<B: LayeredBlend>(_ blend: B.Type) -> any Element { VideoMixer(layered: blend) }

    private static func mixer<B: PairBlend>(_ blend: B.Type) -> any Element { VideoMixer(blend) }

    private static func meter<F: MeasuringFilter>(_ filter: F.Type) -> any Element { VideoFilter(measuring: filter) }

    private static func source<L: SourceLaw>(_ law: L.Type) -> any Element { VideoSource(law) }

    /// Registers every element with a GstPlugin.
    public static func register(plugin: OpaquePointer) -> Bool {
        let filters =
            FilterCatalogue.elements.map { pending($0) } + FilterCatalogue.composed.map { pending($0) }
            + FilterCatalogue.measuring.map { pending(measuring: $0) }
        return made.allSatisfy { $0.register(plugin: plugin) } && filters.allSatisfy { $0.register(plugin: plugin) }
    }

    private static func pending<F: Filter>(_ filter: F.Type) -> PendingFilter { PendingFilter(filter) }

    private static func pending<F: ComposedFilter>(_ filter: F.Type) -> PendingFilter { PendingFilter(filter) }

    private static func pending<F: MeasuringFilter>(measuring filter: F.Type) -> PendingFilter {
        PendingFilter(measuring: filter)
    }
}
