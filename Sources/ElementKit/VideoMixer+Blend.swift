// SPDX-License-Identifier: MIT
public import Effects

extension VideoMixer {
    /// The element of a blend.
    public init<B: BlendElement>(_ blend: B.Type) where Effect == BlendEffect<B> {
        self.init(
            BlendEffect<B>.self, B.metadata, ignoreInactivePads: \.ignoresInactivePads,
            properties: B.properties + [.sizing(\.sizing)])
    }
}
