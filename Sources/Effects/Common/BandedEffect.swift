// SPDX-License-Identifier: MIT
public import KernelTypes
public import PixelCore
import PixelKernels

/// What a thread has of its own while it renders bands.
public struct BandThread {
    /// From 0 up to but not including the number of threads.
    public let index: Int
    /// As many bytes as the effect asks for.
    public let scratch: ScratchMemory
}

/// The part of an effect that cuts frames into bands and gives each thread its scratch memory.
///
/// A band is a run of units; a unit is what can be rendered without its neighbours' results: a row, the
/// rows that share a row of 4:2:0 chroma, or whatever else a pass has many of. A frame takes one pass or several; all
/// of a pass is done before the next begins.
open class BandedEffect {
    /// What frames are like, once configured.
    public private(set) var video: VideoInfo?
    private var frame: Frame?
    private var frameBytes = 0
    private var pixelCount = 0
    private var pass = 0
    private var unitCount = 0
    private var bandCount = 1
    private var scratch: [Scratch] = []

    /// What frames are rendered with.
    public let kernels: any KernelSet.Type

    /// Uses the kernels of the best level that the CPU has.
    public convenience init() {
        self.init(kernels: CPULevel.current.kernels)
    }

    /// Uses `kernels`, which the CPU must be able to run.
    public init(kernels: any KernelSet.Type) {
        self.kernels = kernels
    }

    /// Bytes of scratch memory that a thread needs.
    open var scratchBytes: Int { 0 }

    /// What a pixel costs in all passes together, about: 1 is what it takes to read a byte, multiply it and write it.
    ///
    /// The number of threads goes by it. Without more ado it is the bytes of a pixel, which is right for effects that change
    /// each byte once; others say what theirs is, by their settings where these count.
    open var pixelCost: Double { bytesPerPixel }

    /// Bytes of a pixel of the configured frame: 1.5 in I420.
    public final var bytesPerPixel: Double { Double(frameBytes) / Double(max(1, pixelCount)) }

    /// How many rows above and below a band are made for it too.
    open var rowsAround: Int { 0 }

    /// Renders `units` of a pass over `frame`. Bands run at the same time; those that do are on different threads.
    open func renderBand(_ frame: Frame, units: Range<Int>, pass: Int, on thread: BandThread) {}

    /// Takes the format of the frames. Throws where its colorimetry does not fit its pixel format.
    public final func begin(_ video: VideoInfo) throws {
        let layout = video.format.layout
        let c = video.colorimetry
        let codes = 0...Double(layout.maximum)
        let scales = 1...Double(layout.maximum)
        let hasChroma = layout.model == .ycbcr
        // Counts of bytes are products of these, and have to be numbers.
        let (pixels, isOver) = video.width.multipliedReportingOverflow(by: video.height)
        guard video.width > 0, video.height > 0, !isOver, pixels <= Int.max >> 12, c.kr > 0, c.kb > 0, c.kg > 0,
            codes.contains(c.lumaOffset),
            scales.contains(c.lumaScale), !hasChroma || codes.contains(c.chromaOffset),
            !hasChroma || scales.contains(c.chromaScale)
        else {
            throw EffectError("A \(video.format.name) frame can't have this size or colorimetry.")
        }
        self.video = video
        pixelCount = pixels
        frameBytes = (0..<layout.planeCount).reduce(0) { bytes, plane in
            let rows = layout.rows(plane: plane, height: video.height, interlaced: false)
            return bytes + rows * layout.rowBytes(plane: plane, width: video.width)
        }
    }

    /// Throws where `frame` is not of the configured format and size.
    public final func check(_ frame: Frame) throws {
        guard let video, frame.format == video.format, frame.width == video.width,
            frame.height == video.height
        else { throw EffectError("A frame is not of the format and size that the effect was configured for.") }
    }

    /// Threads that are worth it for a frame, and that passes over it run on.
    public final func threadCount(_ bands: BandExecutor) -> Int {
        let worth = Double(pixelCount) * pixelCost / bands.minimumThreadWork
        return max(1, Int(min(Double(bands.threads), worth)))
    }

    /// Bands for each thread. A thread wakes late; meanwhile the others go on with the bands it would have had. And the
    /// last band to be done is a short one.
    static let bandsPerThread = 16

    /// Cuts a pass over a checked frame into bands and renders them on as many threads as are worth it.
    ///
    /// There are `count` units; by default, those that a frame can be cut in without cutting chroma samples. Throws where
    /// there is no memory for the threads.
    public final func renderBands(_ frame: Frame, pass: Int = 0, count: Int? = nil, bands: BandExecutor) throws {
        let threads = threadCount(bands)
        unitCount = count ?? frame.unitCount
        // Rows that are made twice, half of which is to make them, take a quarter of the time at most.
        let most = rowsAround == 0 ? unitCount : max(threads, frame.height / (4 * rowsAround))
        bandCount = threads == 1 ? 1 : min(threads * Self.bandsPerThread, unitCount, most)
        let bytes = scratchBytes
        if scratch.count < threads || scratch.contains(where: { $0.byteCount < bytes }) {
            scratch = []
            scratch = try (0..<threads).map { _ in try Scratch(byteCount: bytes) }
        }
        self.frame = frame
        self.pass = pass
        bands.run(threads: threads, count: bandCount, context: Unmanaged.passUnretained(self).toOpaque()) {
            context, band, thread in
            guard let context else { return }
            let effect = Unmanaged<BandedEffect>.fromOpaque(context).takeUnretainedValue()
            effect.renderBand(Int(band), thread: Int(thread))
        }
        self.frame = nil
    }

    private func renderBand(_ band: Int, thread: Int) {
        guard let frame else { return }
        let units = (unitCount * band / bandCount)..<(unitCount * (band + 1) / bandCount)
        renderBand(
            frame, units: units, pass: pass, on: BandThread(index: thread, scratch: scratch[thread].memory))
    }
}
