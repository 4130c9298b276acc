// SPDX-License-Identifier: MIT
import Effects
public import ElementKit
import Filters

/// Every element of the plugin, by name.
public enum Catalogue {
    public static let elements: [any Element] =
        ([swiftChain, swiftDepthGray, swiftEq, swiftMix, swiftNtsc, swiftOrient]
        + FilterCatalogue.filters.map { element($0) })
        .sorted { "\($0.metadata.factoryName)" < "\($1.metadata.factoryName)" }

    private static func element<F: Filter>(_ filter: F.Type) -> any Element { VideoFilter(filter) }

    /// Registers every element with a GstPlugin.
    public static func register(plugin: OpaquePointer) -> Bool {
        elements.allSatisfy { $0.register(plugin: plugin) }
    }
}
