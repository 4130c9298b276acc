// SPDX-License-Identifier: MIT
public import PixelCore

/// Turns and mirrors frames.
///
/// Luma and whole pixels are moved. A chroma sample of the output is the mean, rounded half up, of the chroma of the pixels that it
/// covers, each of which has that of the sample that covers it in the input. In frames of even sizes that only moves 4:2:0 chroma.
public final class OrientEffect: BandedEffect, ConvertingEffect {
    public static let inputFormats = PixelFormat.allCases
    public static let outputFormats = PixelFormat.allCases
    public static let keepsFormat = true

    public static let plans = VideoDirection.turns.map { FramePlan("video-direction=\($0.nick)", turn: $0.turn) }

    public static func planIndex(_ settings: OrientSettings, orientation: VideoDirection) -> Int {
        let direction = settings.direction == .automatic ? orientation : settings.direction
        return VideoDirection.turns.firstIndex(of: direction) ?? 0
    }

    private var turner: FrameTurner?
    private var input: VideoInfo?
    private var source: Frame?

    public func configure(_ input: VideoInfo, output: VideoInfo, plan: FramePlan) throws {
        let size = plan.turn.transposes ? (input.height, input.width) : (input.width, input.height)
        guard input.format == output.format, (output.width, output.height) == size else {
            throw EffectError(
                "\(input.format.name) of \(input.width)x\(input.height) can't become \(output.format.name) of "
                    + "\(output.width)x\(output.height) by \(plan.name).")
        }
        try begin(output)
        self.input = input
        turner = FrameTurner(input, plan.turn, kernels: kernels)
    }

    public func update(_ settings: OrientSettings) throws {}

    public override var scratchBytes: Int { turner?.scratchBytes ?? 0 }

    public override var pixelCost: Double { (turner?.turn.transposes == true ? 2 : 1) * bytesPerPixel }

    public func render(_ input: Frame, _ output: Frame, bands: BandExecutor) throws {
        try check(output)
        guard let expected = self.input, let turner, input.format == expected.format, input.width == expected.width,
            input.height == expected.height
        else { throw EffectError("A frame is not of the format and size that the effect was configured for.") }
        source = input
        defer { source = nil }
        try renderBands(output, count: turner.unitCount(output), bands: bands)
    }

    public override func renderBand(_ frame: Frame, units: Range<Int>, pass: Int, on thread: BandThread) {
        guard let source, let turner else { return }
        turner.render(source, frame, units: units, scratch: thread.scratch.values(as: UInt8.self))
    }
}
