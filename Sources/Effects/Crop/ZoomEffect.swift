// SPDX-License-Identifier: MIT
public import KernelTypes
public import PixelCore
import PixelKernels

/// Makes a part of frames as large as the frame, in place, as ``CropEffect`` does it with `zoom`.
public final class ZoomEffect: InPlaceEffect {
    private let effect: FilterEffect<ZoomedPart>

    /// Uses the kernels of the best level that the CPU has.
    public convenience init() { self.init(kernels: CPULevel.current.kernels) }

    /// Uses `kernels`, which the CPU must be able to run.
    public init(kernels: any KernelSet.Type) { effect = FilterEffect(kernels: kernels) }

    public static func isPassthrough(_ settings: CropSettings) -> Bool { settings.share == .whole }

    public static func refusal(of settings: CropSettings) -> String? {
        guard !settings.zoom, !isPassthrough(settings) else { return nil }
        return "The part is smaller than the frame, whose size stays here; set zoom=true, or use swiftcrop alone."
    }

    public func configure(_ video: VideoInfo) throws { try effect.configure(video) }

    public func update(_ settings: CropSettings) throws {
        if let refusal = Self.refusal(of: settings) { throw EffectError(refusal) }
        try effect.update(ZoomedPart(settings))
    }

    public func render(_ frame: Frame, bands: BandExecutor) throws { try effect.render(frame, bands: bands) }
}
