public import PixelCore

/// The part of an effect that cuts frames into bands and gives each thread its scratch memory.
///
/// A band is a run of units; a unit is what can be rendered without its neighbours' results: a row, or
/// the rows that share a row of 4:2:0 chroma.
open class BandedEffect {
    /// What frames are like, once configured.
    public private(set) var picture: PictureInfo?
    private var frame: Frame?
    private var frameBytes = 0
    private var unitCount = 0
    private var bandCount = 1
    private var scratch: [Scratch] = []

    public init() {}

    /// Bytes of scratch memory that a thread needs.
    open var scratchBytes: Int { 0 }

    /// Whether bands may be rendered in any order and at once; else one band is the whole frame.
    open var canBeBanded: Bool { true }

    /// Renders `units` of `frame`. Bands run at the same time; no two of these share scratch memory.
    open func renderBand(_ frame: Frame, units: Range<Int>, scratch: UnsafeMutableRawPointer) {}

    /// Takes the picture that frames will be of. Throws where its colorimetry can't be one of its format.
    public final func begin(_ picture: PictureInfo) throws {
        let layout = picture.format.layout
        let c = picture.colorimetry
        let codes = 0...Double(layout.maximum)
        let scales = 1...Double(layout.maximum)
        let hasChroma = layout.model == .ycbcr
        guard picture.width > 0, picture.height > 0, c.kr > 0, c.kb > 0, c.kg > 0, codes.contains(c.lumaOffset),
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

    /// Bands for each thread. A thread wakes late; meanwhile the others go on with the bands it would have had. And the
    /// last band to be done is a short one.
    static let bandsPerThread = 16

    /// Cuts the frame into bands and renders them on as many threads as are worth it.
    ///
    /// Throws where the frame is not of the configured picture; nothing is rendered then.
    public final func renderBands(_ frame: Frame, bands: BandExecutor) throws {
        guard let picture, frame.format == picture.format, frame.width == picture.width,
            frame.height == picture.height
        else { throw EffectError("A frame is not of the format and size that the effect was configured for.") }
        let threads = canBeBanded ? max(1, min(bands.threads, frameBytes / bands.minimumThreadBytes)) : 1
        unitCount = frame.unitCount
        bandCount = threads == 1 ? 1 : min(threads * Self.bandsPerThread, unitCount)
        self.frame = frame
        let bytes = scratchBytes
        if scratch.count < threads || scratch.contains(where: { $0.byteCount < bytes }) {
            scratch = (0..<threads).map { _ in Scratch(byteCount: bytes) }
        }
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
        renderBand(frame, units: units, scratch: scratch[thread].base)
    }
}

/// Memory that starts on a cache line.
final class Scratch {
    let base: UnsafeMutableRawPointer
    let byteCount: Int

    init(byteCount: Int) {
        self.byteCount = byteCount
        base = .allocate(byteCount: max(64, byteCount), alignment: 64)
        base.initializeMemory(as: UInt8.self, repeating: 0, count: max(64, byteCount))
    }

    deinit {
        base.deallocate()
    }
}
