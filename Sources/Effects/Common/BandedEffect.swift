public import PixelCore
import PixelKernels

/// What a thread has of its own while it renders bands.
public struct BandThread {
    /// From 0 up to but not including the number of threads.
    public let index: Int
    /// As many bytes as the effect asks for.
    public let scratch: UnsafeMutableRawPointer
}

/// The part of an effect that cuts frames into bands and gives each thread its scratch memory.
///
/// A band is a run of units; a unit is what can be rendered without its neighbours' results: a row, the
/// rows that share a row of 4:2:0 chroma, or whatever else a pass has many of. A frame takes one pass or several; all
/// of a pass is done before the next begins.
open class BandedEffect {
    /// What frames are like, once configured.
    public private(set) var picture: PictureInfo?
    private var frame: Frame?
    private var frameBytes = 0
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

    /// Whether bands may be rendered in any order and at once; else one band is the whole frame.
    open var canBeBanded: Bool { true }

    /// Renders `units` of a pass over `frame`. Bands run at the same time; those that do are on different threads.
    open func renderBand(_ frame: Frame, units: Range<Int>, pass: Int, on thread: BandThread) {}

    /// Takes the picture that frames will be of. Throws where its colorimetry can't be one of its format.
    public final func begin(_ picture: PictureInfo) throws {
        let layout = picture.format.layout
        let c = picture.colorimetry
        let codes = 0...Double(layout.maximum)
        let scales = 1...Double(layout.maximum)
        let hasChroma = layout.model == .ycbcr
        // Counts of bytes are products of these, and have to be numbers.
        let (pixels, isOver) = picture.width.multipliedReportingOverflow(by: picture.height)
        guard picture.width > 0, picture.height > 0, !isOver, pixels <= Int.max >> 12, c.kr > 0, c.kb > 0, c.kg > 0,
            codes.contains(c.lumaOffset),
            scales.contains(c.lumaScale), !hasChroma || codes.contains(c.chromaOffset),
            !hasChroma || scales.contains(c.chromaScale)
        else {
            throw EffectError("A \(picture.format.name) picture can't have this size or colorimetry.")
        }
        self.picture = picture
        frameBytes = (0..<layout.planeCount).reduce(0) { bytes, plane in
            let rows = layout.rows(plane: plane, height: picture.height, interlaced: false)
            return bytes + rows * layout.rowBytes(plane: plane, width: picture.width)
        }
    }

    /// Throws where `frame` is not of the configured picture.
    public final func check(_ frame: Frame) throws {
        guard let picture, frame.format == picture.format, frame.width == picture.width,
            frame.height == picture.height
        else { throw EffectError("A frame is not of the format and size that the effect was configured for.") }
    }

    /// Threads that are worth it for a frame, and that passes over it run on.
    public final func threadCount(_ bands: BandExecutor) -> Int {
        canBeBanded ? max(1, min(bands.threads, frameBytes / bands.minimumThreadBytes)) : 1
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
        bandCount = threads == 1 ? 1 : min(threads * Self.bandsPerThread, unitCount)
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
            frame, units: units, pass: pass, on: BandThread(index: thread, scratch: scratch[thread].base))
    }
}
