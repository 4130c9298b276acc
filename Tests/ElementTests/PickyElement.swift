// SPDX-License-Identifier: MIT
import Effects
import ElementKit
import PixelCore

/// An effect that does not change all video.
private let picky = VideoFilter(
    PickyEffect.self,
    ElementMetadata(
        factoryName: "swiftpicky", typeName: "GstSwiftPicky", longName: "Picky",
        description: "Changes a byte of frames that are not 13 columns wide", since: "0.1"),
    properties: [])

/// A chain of such effects.
let pickyChain = VideoChain(
    ElementMetadata(
        factoryName: "swiftpickychain", typeName: "GstSwiftPickyChain", longName: "Chain of picky effects",
        description: "Picky effects in a row", since: "0.1"),
    stages: [picky.stage], others: [])

struct PickySettings: EffectSettings {}

final class PickyEffect: InPlaceEffect {
    static func isPassthrough(_ settings: PickySettings) -> Bool { false }

    static func refusal(of image: VideoInfo) -> String? {
        image.width == 13 ? "Images 13 wide bring bad luck; make them 12." : nil
    }

    func configure(_ image: VideoInfo) throws {
        if let refusal = Self.refusal(of: image) { throw EffectError(refusal) }
    }

    func update(_ settings: PickySettings) throws {}

    func render(_ frame: Frame, bands: BandExecutor) throws {
        frame.plane(0).base.storeBytes(of: 1, as: UInt8.self)
    }
}
