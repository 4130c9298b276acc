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

    /// The fewest bytes of picture that are worth another thread.
    ///
    /// Waking a thread costs about as much as changing this many bytes.
    static let minimumBandBytes = 256 * 1024

    /// Cuts the frame into at most as many bands as `bands` has threads, and renders them.
    public final func renderBands(
        _ frame: borrowing Frame, unitCount: Int, frameBytes: Int, bands: BandExecutor
    ) {
        let worthwhile = max(1, frameBytes / Self.minimumBandBytes)
        bandCount = max(1, min(bands.threads, unitCount, worthwhile))
        self.unitCount = unitCount
        self.frame = copy frame
        let bytes = scratchBytes
        if scratch.count < bandCount || scratch.contains(where: { $0.byteCount < bytes }) {
            scratch = (0..<bandCount).map { _ in Scratch(byteCount: bytes) }
        }
        bands.run(count: bandCount, context: Unmanaged.passUnretained(self).toOpaque()) { context, band in
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
