// SPDX-License-Identifier: MIT
public import PixelCore

/// Makes a frame of two inputs of any format.
///
/// Inputs are brought to the format of the output and mixed there. A blend that could make much of what is lost by that reads them as they
/// came.
public final class PairEffect<Effect: MixingEffect>: VideoEffect {
    private let effect = Effect()
    private let conversions = (first: InputConversion(), second: InputConversion())
    private var video: VideoInfo?
    private var settings: Effect.Settings?

    public init() {}

    public func configure(_ video: VideoInfo) throws {
        self.video = nil
        try effect.configure(video)
        self.video = video
    }

    public func update(_ settings: Effect.Settings) throws {
        self.settings = nil
        try effect.update(settings)
        self.settings = settings
    }

    public func reset() { effect.reset() }

    public func takeWarning() -> String? { effect.takeWarning() }

    /// Writes every visible sample of `output`, which no input overlaps. `first` is stretched to the output, and `second` to `fitted`, which
    /// lies in the middle; nil: it fills the output. Of what is missing the other is shown alone. Throws where both are missing.
    public func render(
        _ output: Frame, first: SourceFrame?, second: SourceFrame?, fitted: (width: Int, height: Int)? = nil,
        bands: BandExecutor
    ) throws {
        guard let video, let settings else { throw EffectError("A frame came before its caps.") }
        let fitted = fitted ?? (video.width, video.height)
        if let first, Effect.isSharp(settings), second != nil || Effect.changesFirst(settings),
            isRounded(first, (video.width, video.height), video, settings)
                || second.map({ isRounded($0, fitted, video, settings) }) == true
        {
            return try effect.render(output, reading: first, second, fitted: fitted, bands: bands)
        }
        func brought(
            _ frame: SourceFrame?, _ conversion: InputConversion, _ size: (width: Int, height: Int)
        ) throws -> BroughtFrame? {
            try frame.map {
                try conversion.frame(
                    $0, as: video, place: MixPlace(width: size.width, height: size.height), bands: bands)
            }
        }
        let a = try brought(first, conversions.first, (output.width, output.height))
        let b = try brought(second, conversions.second, fitted)
        try effect.render(
            output, first: a?.frame, second: b?.frame,
            otherRange: (a?.hasOtherRange ?? false, b?.hasOtherRange ?? false), fitted: fitted, bands: bands)
    }

    /// Whether much would be lost if an input were brought to the format and the size that it is to have.
    private func isRounded(
        _ input: SourceFrame, _ size: (width: Int, height: Int), _ video: VideoInfo, _ settings: Effect.Settings
    ) -> Bool {
        !input.video.keepsCodes(in: video)
            || Effect.isSteep(settings) && (input.frame.width, input.frame.height) != size
    }
}
