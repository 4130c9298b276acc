// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// A frame of R'G'B' in 16 bits, of the size of those that it is made of and becomes again.
final class WideFrame: BandedEffect {
    /// What it is like.
    let wideVideo: VideoInfo
    private let tiles: TileRoute
    private let wideTiles: TileRoute
    private let memory: Scratch
    private let stride: Int
    private let threadBytes: Int

    private enum Pass {
        static let take = 0
        static let put = 1
    }

    init(of video: VideoInfo, kernels: any KernelSet.Type) throws {
        let colorimetry = Colorimetry(matrix: .bt709, fullRange: true, depth: 16)
        wideVideo = VideoInfo(
            format: .argb64, width: video.width, height: video.height, colorimetry: colorimetry,
            frameRate: video.frameRate)
        var plan = ScratchPlan()
        tiles = TileRoute(
            video.format, width: video.width, colorimetry: video.colorimetry, needsAlpha: true, in: &plan,
            kernels: kernels)
        wideTiles = TileRoute(.argb64, width: video.width, colorimetry: colorimetry, in: &plan, kernels: kernels)
        threadBytes = plan.byteCount
        stride = PixelFormat.argb64.layout.rowBytes(plane: 0, width: video.width)
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
            format: .argb64, width: other.width, height: other.height, planes: (plane, plane, plane), time: other.time,
            duration: other.duration, offset: other.offset, unclippedTime: other.unclippedTime)
    }

    /// Takes the colours of a frame, and alpha.
    func take(_ frame: Frame, bands: BandExecutor) throws {
        try check(frame)
        try renderBands(frame, pass: Pass.take, bands: bands)
    }

    /// Gives a frame its colours; alpha of that stays.
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
        tiles.write(frame, units: units, columns: 0..<frame.width, scratch: scratch) { to, span in
            wideTiles.read(
                wide, row: span.row, columns: span.column..<span.column + span.count, scratch: scratch
            ) { rows, part in
                let offset = part.column - span.column
                copy(TileRows(to.c0 + offset, to.c1 + offset, to.c2 + offset), rows, part.count)
            }
        }
    }
}
