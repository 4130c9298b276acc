// SPDX-License-Identifier: MIT
public import Expressions
public import PixelCore

/// A blend: its settings, and its law, which computes a pixel of those of two frames.
public protocol Blend: EffectSettings {
    /// The colour of a pixel. What is below 0 or above 1 is limited where it is stored.
    static func color(_ first: Pixel, _ second: Pixel, _ u: Parameters<Self>) -> Color<Num>

    /// The alpha of a pixel; nil: that of the first frame stays.
    static func alpha(_ first: Pixel, _ second: Pixel, _ u: Parameters<Self>) -> Num?
}

extension Blend {
    /// Nil: that of the first frame stays.
    public static func alpha(_ first: Pixel, _ second: Pixel, _ u: Parameters<Self>) -> Num? { nil }
}

/// The effect of a blend: changes a frame in place with a second one of the same format and size, which stays as it is.
public final class BlendEffect<B: Blend>: ProgramEffect, VideoEffect {
    private let stage = LawStage<B>()

    public func configure(_ video: VideoInfo) throws {
        stage.forget()
        try prepare(video)
    }

    public func update(_ settings: B) throws {
        guard let video else { return }
        try update(settings, stage, stage.graph(settings, of: video.size))
    }

    /// Changes `frame`; throws if one of them is not of the configured format and size. They do not overlap.
    public func render(_ frame: Frame, second: Frame, bands: BandExecutor) throws {
        try renderProgram(frame, second: second, bands: bands)
    }
}
