// SPDX-License-Identifier: MIT
public import KernelTypes
public import PixelCore

/// A law that makes frames of its settings and the time alone. It reads no colours of the pixel.
///
/// One such type and a line of the catalogue make a source element, its properties, tests and documentation.
public protocol SourceLaw: Filter {
    /// The settings that make the frame of a stream time in seconds; nil: these, whatever the time.
    func settings(at seconds: Double) -> Self?
}

extension SourceLaw {
    /// Nil: for still images.
    public func settings(at seconds: Double) -> Self? { nil }
}

/// The effect of a source: fills frames that come with any bytes.
///
/// The frame depends on the settings and its stream time alone. Every byte of a row is written; samples that belong to no pixel, such
/// as the fourth of xRGB, are 255.
public final class SourceEffect<Law: SourceLaw>: VideoEffect {
    private let effect: FilterEffect<Law>
    private var settings: Law?
    private var hasOtherSamples = false

    public convenience init() { self.init(FilterEffect<Law>()) }

    /// An effect that uses `kernels`, which the CPU must be able to run.
    public convenience init(kernels: any KernelSet.Type) { self.init(FilterEffect<Law>(kernels: kernels)) }

    private init(_ effect: FilterEffect<Law>) { self.effect = effect }

    public func configure(_ video: VideoInfo) throws {
        settings = nil
        try effect.configure(video)
        let layout = video.format.layout
        let isOpaque = layout.model == .rgb && layout.first.step == 4 && video.format.alphaOffset == nil
        hasOtherSamples = isOpaque || layout.isPacked422 && video.width % 2 == 1
    }

    public func update(_ settings: Law) throws {
        self.settings = nil
        try effect.update(settings)
        self.settings = settings
    }

    /// Fills `frame`; throws if it is not of the configured format and size. Before `update` it stays as it is.
    public func render(_ frame: Frame, bands: BandExecutor) throws {
        try effect.check(frame)
        guard let settings else { return }
        if let time = frame.time, let present = settings.settings(at: Double(time) / 1_000_000_000) {
            try effect.update(present)
        }
        if hasOtherSamples { fill(frame) }
        try effect.render(frame, bands: bands)
    }

    private func fill(_ frame: Frame) {
        let count = frame.layout.rowBytes(plane: 0, width: frame.width)
        for row in 0..<frame.height {
            frame.plane(0).row(row).initializeMemory(as: UInt8.self, repeating: 255, count: count)
        }
    }
}
