// SPDX-License-Identifier: MIT
internal import KernelTypes
internal import PixelCore

/// Frames that are made in another format than the output's, and then brought to it.
final class OutputConversion {
    /// What they are made as.
    let video: VideoInfo
    private let made: FrameCopy
    private let conversion: FormatConversion

    /// Takes formats of the same size.
    init(from video: VideoInfo, to output: VideoInfo, kernels: any KernelSet.Type) throws {
        self.video = video
        made = try FrameCopy(video)
        conversion = FormatConversion(kernels: kernels)
        try conversion.configure(from: video, to: output)
    }

    /// Writes all samples of `output`; `make` is given the frame that is to be made, of the output's fields.
    func render(_ output: Frame, bands: BandExecutor, _ make: (Frame) throws -> Void) throws {
        let frame = made.frame(Frame(output, as: video.format))
        try make(frame)
        try conversion.render(frame, to: output, bands: bands)
    }
}
