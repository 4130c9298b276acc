public import PixelCore

/// The part of an effect that cuts frames into bands and gives each its scratch memory.
///
/// A band is a run of units; a unit is what can be rendered without its neighbours' results: a row, or
/// the rows that share a row of 4:2:0 chroma.
open class BandedEffect {
    private var frame: Frame?
    private var unitCount = 0
    private var bandCount = 1
    private var scratch: [Scratch] = []

    public init() {}

    /// Bytes of scratch memory that a band needs.
    open var scratchBytes: Int { 0 }

    /// Renders `units` of `frame`. Bands run at the same time, each with its own scratch memory.
    open func renderBand(_ frame: borrowing Frame, units: Range<Int>, scratch: UnsafeMutableRawPointer) {}

    /// The fewest bytes of picture that are worth another thread: changing them takes longer than waking it.
    static let minimumThreadBytes = 512 * 1024
    /// Bands for each thread. A thread wakes late; meanwhile the others go on with the bands it would have had.
    static let bandsPerThread = 4

    /// Cuts the frame into bands and renders them on as many threads as are worth it.
    public final func renderBands(
        _ frame: borrowing Frame, unitCount: Int, frameBytes: Int, bands: BandExecutor
    ) {
        let threads = max(1, min(bands.threads, frameBytes / Self.minimumThreadBytes))
        bandCount = threads == 1 ? 1 : min(threads * Self.bandsPerThread, unitCount)
        self.unitCount = unitCount
        self.frame = copy frame
        let bytes = scratchBytes
        if scratch.count < bandCount || scratch.contains(where: { $0.byteCount < bytes }) {
            scratch = (0..<bandCount).map { _ in Scratch(byteCount: bytes) }
        }
        bands.run(threads: threads, count: bandCount, context: Unmanaged.passUnretained(self).toOpaque()) {
            context, band in
            guard let context else { return }
            Unmanaged<BandedEffect>.fromOpaque(context).takeUnretainedValue().renderBand(Int(band))
        }
        self.frame = nil
    }

    private func renderBand(_ band: Int) {
        guard let frame else { return }
        let units = (unitCount * band / bandCount)..<(unitCount * (band + 1) / bandCount)
        renderBand(frame, units: units, scratch: scratch[band].base)
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
