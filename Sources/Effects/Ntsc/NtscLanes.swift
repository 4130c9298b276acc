import PixelCore

/// What differs from row to row of a band, for kernels to read as vectors.
final class NtscLanes {
    /// 16 factors for each of four columns.
    let carrierI: Floats
    let carrierQ: Floats
    let shifts: Floats
    let factors: Floats
    let gains: Floats
    private let offsets: Floats
    let starts: Floats
    let seeds: UnsafeMutablePointer<UInt32>
    let cells: UnsafeMutablePointer<UInt32>
    private let memory = Scratch(byteCount: 15 * 64)

    init() {
        let base = memory.base.assumingMemoryBound(to: Float.self)
        (carrierI, carrierQ) = (base, base + 64)
        (shifts, factors, gains, offsets) = (base + 128, base + 144, base + 160, base + 176)
        starts = base + 192
        seeds = (memory.base + 208 * 4).assumingMemoryBound(to: UInt32.self)
        cells = seeds + 16
    }

    /// The carrier's phase in a row, in quarters of its period at the first column.
    func setCarrier(_ lane: Int, _ plan: NtscPlan, _ field: NtscField, row: Int) {
        let s = plan.settings
        let offset = UInt64(max(0, s.videoScanlinePhaseShiftOffset))
        let number = field.number
        let start: UInt64 =
            switch s.videoScanlinePhaseShift {
            case .degrees0: 0
            case .degrees180: ((number &+ UInt64(row) * 2) & 2) + offset
            // 270 degrees are 90 in ntsc-rs, and presets look the way that makes them.
            case .degrees90, .degrees270: number &+ offset &+ UInt64(row)
            }
        for x in 0..<4 {
            let phase = (UInt64(x) &+ start) & 3
            carrierI[16 * x + lane] = phase == 0 ? 1 : phase == 2 ? -1 : 0
            carrierQ[16 * x + lane] = phase == 1 ? 1 : phase == 3 ? -1 : 0
        }
    }

    /// A row's lattice, from the row's own generator.
    func setNoise(_ lane: Int, _ seed: SipHash, gain: Float, width: Int) {
        var random = Xoshiro256(seed: seed.hash)
        seeds[lane] = random.word()
        offsets[lane] = random.float() * Float(width)
        gains[lane] = gain
    }

    /// Places rows in their lattices of this many cells for each column.
    func placeNoise(_ frequency: Double) {
        for lane in 0..<Band.rows {
            let place = Double(offsets[lane]) * frequency
            let whole = place.rounded(.down)
            cells[lane] = UInt32(truncatingIfNeeded: Int64(whole))
            // Rounding to Float could give 1.
            starts[lane] = min(Float(place - whole), 1 - 0x1p-24)
        }
    }
}
