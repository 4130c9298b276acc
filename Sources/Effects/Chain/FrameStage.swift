// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore
import PixelKernels

/// An effect of whole frames as a stage, with its settings.
protocol FrameStage: AnyObject {
    /// Whether it leaves frames as they are.
    var isPassthrough: Bool { get }
    /// What there is to tell of the frame last rendered.
    var report: EffectReport? { get }

    /// Takes the values of the effect's properties; others may follow them.
    func take(_ values: [PropertyValue])
    /// Another stream begins, for which `prepare` is to be called.
    func forgetVideo()
    /// Makes the effect ready for frames of `video` and for the settings of now. Until it is needed, it takes no memory.
    func prepare(_ video: VideoInfo) throws
    func render(_ frame: Frame, bands: BandExecutor) throws
    /// Forgets earlier frames.
    func reset()
    func takeWarning() -> String?
}

final class EffectStage<Effect: InPlaceEffect>: FrameStage {
    private let kernels: any KernelSet.Type
    private let properties: [Property<Effect.Settings>]
    private var settings = Effect.Settings()
    private var values: [PropertyValue]
    private var effect: Effect?
    private var isConfigured = false
    private var mustUpdate = true

    init(_ properties: [Property<Effect.Settings>], kernels: any KernelSet.Type) {
        (self.properties, self.kernels) = (properties, kernels)
        values = properties.map { $0.read(Effect.Settings()) }
    }

    var isPassthrough: Bool { Effect.isPassthrough(settings) }

    var report: EffectReport? { effect?.report }

    func take(_ values: [PropertyValue]) {
        for index in properties.indices where self.values[index] != values[index] {
            self.values[index] = values[index]
            properties[index].store(&settings, values[index])
            mustUpdate = true
        }
    }

    func forgetVideo() { isConfigured = false }

    func prepare(_ video: VideoInfo) throws {
        let effect = self.effect ?? Effect(kernels: kernels)
        self.effect = effect
        if !isConfigured {
            mustUpdate = true
            try effect.configure(video)
            isConfigured = true
        }
        if mustUpdate { try effect.update(settings) }
        mustUpdate = false
    }

    func render(_ frame: Frame, bands: BandExecutor) throws { try effect?.render(frame, bands: bands) }

    func reset() { effect?.reset() }

    func takeWarning() -> String? { effect?.takeWarning() }
}

/// Mixes what an effect makes of a frame with the frame as it was: out = in + mix (made - in), codes exactly rounded, with mix in
/// steps of 1/32768. Alpha stays where the effect leaves it.
final class FrameStageMixer: BandedEffect {
    private let copy: FrameCopy
    private let mixer: MixEffect

    init(_ video: VideoInfo, kernels: any KernelSet.Type) throws {
        copy = try FrameCopy(video)
        mixer = MixEffect(kernels: kernels)
        super.init(kernels: kernels)
        try begin(video)
        try mixer.configure(video)
    }

    /// Keeps the frame as it is before the effect.
    func keep(_ frame: Frame, bands: BandExecutor) throws { try renderBands(frame, bands: bands) }

    override func renderBand(_ frame: Frame, units: Range<Int>, pass: Int, on thread: BandThread) {
        copy.take(frame, units: units)
    }

    /// Mixes the frame with what it was.
    func mix(_ frame: Frame, _ part: Double, bands: BandExecutor) throws {
        var settings = MixSettings()
        settings.factor = part
        mixer.update(settings)
        // The kernels read a vector of both before they write it, so the second may be the output.
        try mixer.render(frame, first: copy.frame(frame), second: frame, bands: bands)
    }
}
