// SPDX-License-Identifier: MIT
internal import Engine
internal import Expressions
public import PixelCore

/// The effect of a filter, or of a law alone.
public final class FilterEffect<F: PixelLaw>: ProgramEffect, InPlaceEffect {
    private let stage = LawStage<F>()

    public static func isPassthrough(_ settings: F) -> Bool { settings.isPassthrough }

    public func configure(_ video: VideoInfo) throws {
        stage.forget()
        try prepare(video)
    }

    public func update(_ settings: F) throws {
        guard let video else { return }
        // While frames pass through, nobody sees them.
        if settings.isPassthrough { forgetHistory() }
        if stage.mustRead(settings) { stage.warning = settings.warning(of: video.size) }
        try update(settings, stage, stage.graph(settings, of: Pixel(of: video.size)))
    }

    public func takeWarning() -> String? { stage.takeWarning() }

    public func reset() { forgetHistory() }

    public func render(_ frame: Frame, bands: BandExecutor) throws { try renderProgram(frame, bands: bands) }

    /// The same; `change` works on the means of cells before the law samples them.
    func render(_ frame: Frame, bands: BandExecutor, _ change: (SampledFrame) throws -> Void) throws {
        try renderProgram(frame, bands: bands, change)
    }
}
