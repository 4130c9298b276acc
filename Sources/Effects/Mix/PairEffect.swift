// SPDX-License-Identifier: MIT
public import PixelCore
import PixelKernels

/// Makes a frame of two inputs of any format.
///
/// Inputs are brought to the format of the output and mixed there. A blend that could make much of what is lost by that is made in pixels
/// of 16 bits with chroma for each, which are brought to the output.
public final class PairEffect<Effect: MixingEffect>: VideoEffect {
    /// The same in pixels of 16 bits.
    private struct Deep {
        let effect: Effect
        let second: VideoInfo
        let output: OutputConversion
    }

    private let effect = Effect()
    private let conversions = (first: InputConversion(), second: InputConversion())
    private var video: VideoInfo?
    private var settings: Effect.Settings?
    private var deep: Deep?

    public init() {}

    public func configure(_ video: VideoInfo) throws {
        (self.video, deep) = (nil, nil)
        try effect.configure(video)
        self.video = video
    }

    public func update(_ settings: Effect.Settings) throws {
        self.settings = nil
        try effect.update(settings)
        try deep?.effect.update(settings)
        self.settings = settings
    }

    public func reset() {
        effect.reset()
        deep?.effect.reset()
    }

    public func takeWarning() -> String? {
        // Both have the same settings.
        let (warning, other) = (effect.takeWarning(), deep?.effect.takeWarning())
        return warning ?? other
    }

    /// Writes every visible sample of `output`, which no input overlaps. `first` is stretched to the output, and `second` to `fitted`, which
    /// lies in the middle; nil: it fills the output. Of what is missing the other is shown alone. Throws where both are missing.
    public func render(
        _ output: Frame, first: SourceFrame?, second: SourceFrame?, fitted: (width: Int, height: Int)? = nil,
        bands: BandExecutor
    ) throws {
        guard let video, let settings else { throw EffectError("A frame came before its caps.") }
        let fitted = fitted ?? (video.width, video.height)
        guard mustBeDeep(first, second, video, settings) else {
            return try render(output, effect, (first, video), (second, video), fitted, bands)
        }
        let deep = try self.deep(second, video, settings)
        try deep.output.render(output, bands: bands) {
            try render($0, deep.effect, (first, deep.output.video), (second, deep.second), fitted, bands)
        }
    }

    private func mustBeDeep(
        _ first: SourceFrame?, _ second: SourceFrame?, _ video: VideoInfo, _ settings: Effect.Settings
    ) -> Bool {
        guard Effect.isSharp(settings), let first, second != nil || Effect.changesFirst(settings) else { return false }
        return !first.video.keepsCodes(in: video) || second?.video.keepsCodes(in: video) == false
    }

    private func deep(_ second: SourceFrame?, _ video: VideoInfo, _ settings: Effect.Settings) throws -> Deep {
        let first = video.deep
        // Alpha of a second input counts also where the output has none.
        let hasAlpha = second?.video.hasAlpha ?? deep?.second.hasAlpha ?? false
        let second = hasAlpha ? first.withAlpha : first
        if let deep, deep.second == second { return deep }
        let made = try Deep(
            effect: Effect(), second: second,
            output: OutputConversion(from: first, to: video, kernels: CPULevel.current.kernels))
        try made.effect.configure(first, second: second == first ? nil : second)
        try made.effect.update(settings)
        deep = made
        return made
    }

    private func render(
        _ output: Frame, _ effect: Effect, _ first: (SourceFrame?, VideoInfo), _ second: (SourceFrame?, VideoInfo),
        _ fitted: (width: Int, height: Int), _ bands: BandExecutor
    ) throws {
        func brought(
            _ input: (frame: SourceFrame?, video: VideoInfo), _ conversion: InputConversion,
            _ size: (width: Int, height: Int)
        ) throws -> BroughtFrame? {
            guard let frame = input.frame else { return nil }
            return try conversion.frame(
                frame, as: input.video, place: MixPlace(width: size.width, height: size.height), bands: bands)
        }
        let a = try brought(first, conversions.first, (output.width, output.height))
        let b = try brought(second, conversions.second, fitted)
        try effect.render(
            output, first: a?.frame, second: b?.frame,
            otherRange: (a?.hasOtherRange ?? false, b?.hasOtherRange ?? false), fitted: fitted, bands: bands)
    }
}
