// SPDX-License-Identifier: MIT
public import Effects

extension VideoMixer {
    /// The element of a blend of two inputs.
    public init<B: PairBlend>(_ blend: B.Type) where Effect == BlendEffect<B> {
        self.init(
            BlendEffect<B>.self, B.metadata, ignoreInactivePads: \.ignoresInactivePads,
            properties: B.properties + [.sizing(\.sizing)])
    }

    /// The element of a blend of any number of inputs.
    public init<B: LayeredBlend>(layered blend: B.Type) where Effect == LayersEffect<B> {
        self.init(
            layers: LayersEffect<B>.self, B.metadata, ignoreInactivePads: \.ignoresInactivePads,
            properties: B.properties)
    }
}
