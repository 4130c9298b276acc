// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// A frame in 16 bits, of the size of those that it is made of and becomes again.
final class WideFrame: BandedEffect {
    /// What it is like.
    let wideVideo: VideoInfo
    private let tiles: TileRoute
    private let wideTiles: TileRoute
    private let memory: Scratch
    private let stride: Int
    private let threadBytes: Int
    /// Whether frames get its alpha.
    private let isWhole: Bool

    private enum Pass {
        static let take = 0
        static let put = 1
    }

    /// Of R'G'B', whose alpha does not change; or, where it `isWhole`, of Y'CbCr where frames are of that, and of alpha.
    init(of video: VideoInfo, isWhole: Bool, kernels: any KernelSet.Type) throws {
        self.isWhole = isWhole
        let isYCbCr = isWhole && video.format.layout.model == .ycbcr
        let (format, model) = isYCbCr ? (PixelFormat.ayuv64, TileModel.native) : (.argb64, .rgb)
        let colorimetry =
            isYCbCr
            ? video.colorimetry.widened(from: video.format.layout.maximum)
            : Colorimetry(matrix: .bt709, fullRange: true, depth: 16)
        var wideVideo = VideoInfo(
            format: format, width: video.width, height: video.height, colorimetry: colorimetry,
            frameRate: video.frameRate)
        wideVideo.isOpaque = !video.hasAlpha
        self.wideVideo = wideVideo
        var plan = ScratchPlan()
        tiles = TileRoute(
            video.format, width: video.width, colorimetry: video.colorimetry, model: model, needsAlpha: true,
            in: &plan, kernels: kernels)
        wideTiles = TileRoute(
            format, width: video.width, colorimetry: colorimetry, model: model, in: &plan, kernels: kernels)
        threadBytes = plan.byteCount
        stride = format.layout.rowBytes(plane: 0, width: video.width)
        memory = try Scratch(byteCount: stride * video.height, zeroed: false)
        // Opaque, where the frames have no alpha.
        memory.base.initializeMemory(as: UInt8.self, repeating: 255, count: stride * video.height)
        super.init(kernels: kernels)
        try begin(video)
    }

    /// As a frame, of the time of another.
    func frame(of other: Frame) -> Frame {
        let plane = Plane(base: memory.base, stride: stride)
        return Frame(
            format: wideVideo.format, width: other.width, height: other.height, planes: (plane, plane, plane),
            time: other.time, duration: other.duration, offset: other.offset, unclippedTime: other.unclippedTime)
    }

    /// Takes the colours of a frame, and alpha.
    func take(_ frame: Frame, bands: BandExecutor) throws {
        try check(frame)
        try renderBands(frame, pass: Pass.take, bands: bands)
    }

    /// Gives a frame its colours and, where it is whole, its alpha.
    func put(_ frame: Frame, bands: BandExecutor) throws {
        try check(frame)
        try renderBands(frame, pass: Pass.put, bands: bands)
    }

    override var scratchBytes: Int { threadBytes }

    override var pixelCost: Double { 4 * bytesPerPixel + 32 }

    override func renderBand(_ frame: Frame, units: Range<Int>, pass: Int, on thread: BandThread) {
        let (wide, scratch) = (self.frame(of: frame), thread.scratch)
        func copy(_ to: TileRows, _ from: TileRows, _ count: Int) {
            to.c0.update(from: from.c0, count: count)
            to.c1.update(from: from.c1, count: count)
            to.c2.update(from: from.c2, count: count)
        }
        guard pass == Pass.put else {
            for row in frame.lumaRows(ofUnits: units) {
                tiles.read(frame, row: row, columns: 0..<frame.width, scratch: scratch) { rows, span in
                    let alpha = tiles.reader.alphaRow(count: span.count, scratch: scratch)
                    wideTiles.map(
                        wide, units: row..<row + 1, columns: span.column..<span.column + span.count, reads: false,
                        scratch: scratch
                    ) { to, _, _ in
                        copy(to.colors, rows, span.count)
                        return ComponentRows(to.colors, alpha: alpha ?? to.alpha)
                    }
                }
            }
            return
        }
        tiles.map(frame, units: units, columns: 0..<frame.width, reads: false, scratch: scratch) { to, span, _ in
            // Both are cut in tiles of the same width.
            wideTiles.read(
                wide, row: span.row, columns: span.column..<span.column + span.count, scratch: scratch
            ) { rows, part in copy(to.colors, rows, part.count) }
            let alpha = isWhole ? wideTiles.reader.alphaRow(count: span.count, scratch: scratch) : nil
            return ComponentRows(to.colors, alpha: alpha ?? to.alpha)
        }
    }
}

extension Colorimetry {
    /// Of codes that go to 65535, where these go to `maximum`.
    fileprivate func widened(from maximum: Int) -> Colorimetry {
        let factor = 65535 / Double(maximum)
        var wide = self
        (wide.lumaOffset, wide.lumaScale) = (lumaOffset * factor, lumaScale * factor)
        (wide.chromaOffset, wide.chromaScale) = (chromaOffset * factor, chromaScale * factor)
        return wide
    }
}
