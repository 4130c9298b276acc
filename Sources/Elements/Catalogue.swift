public import ElementKit

/// Every element of the plugin.
public enum Catalogue {
    public static let elements: [any Element] = [
        swiftDepthGray,
        swiftEq,
        swiftMix,
        swiftNtsc,
        swiftRosy,
    ]

    /// Registers every element with a GstPlugin.
    public static func register(plugin: OpaquePointer) -> Bool {
        elements.allSatisfy { $0.register(plugin: plugin) }
    }
}
