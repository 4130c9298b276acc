public import PixelCore

/// The part of an effect that cuts frames into bands and gives each thread its scratch memory.
///
/// A band is a run of units; a unit is what can be rendered without its neighbours' results: a row, or
/// the rows that share a row of 4:2:0 chroma.
open class BandedEffect {
    private var frame: Frame?
    private var unitCount = 0
    private var bandCount = 1
    private var scratch: [Scratch] = []

    public init() {}

    /// Bytes of scratch memory that a thread needs.
    open var scratchBytes: Int { 0 }

    /// Renders `units` of `frame`. Bands run at the same time; no two of these share scratch memory.
    open func renderBand(_ frame: borrowing Frame, units: Range<Int>, scratch: UnsafeMutableRawPointer) {}

    /// The fewest bytes of picture that are worth another thread: changing them takes longer than waking it.
    static let minimumThreadBytes = 512 * 1024
    /// Bands for each thread. A thread wakes late; meanwhile the others go on with the bands it would have had. And the
    /// last band to be done is a short one.
    static let bandsPerThread = 16

    /// Cuts the frame into bands and renders them on as many threads as are worth it.
    public final func renderBands(
        _ frame: borrowing Frame, unitCount: Int, frameBytes: Int, bands: BandExecutor
    ) {
        let threads = max(1, min(bands.threads, frameBytes / Self.minimumThreadBytes))
        bandCount = threads == 1 ? 1 : min(threads * Self.bandsPerThread, unitCount)
        self.unitCount = unitCount
        self.frame = copy frame
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
