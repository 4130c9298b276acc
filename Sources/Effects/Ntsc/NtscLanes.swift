// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// What differs from row to row of a group, for kernels to read as vectors.
final class NtscLanes {
    /// 16 factors for each of four columns.
    private let carrierI: Floats
    private let carrierQ: Floats
    let cosines: Floats
    let sines: Floats
    let shifts: Floats
    let factors: Floats
    let gains: Floats
    private let offsets: Floats
    let starts: Floats
    let seeds: UnsafeMutablePointer<UInt32>
    let cells: UnsafeMutablePointer<UInt32>
    private let memory: Scratch

    init() throws {
        memory = try Scratch(byteCount: 17 * 64)
        let base = memory.values(as: Float.self)
        (carrierI, carrierQ) = (base, base + 64)
        (shifts, factors, gains, offsets) = (base + 128, base + 144, base + 160, base + 176)
        (starts, cosines, sines) = (base + 192, base + 208, base + 224)
        seeds = memory.values(as: UInt32.self, from: 240 * 4)
        cells = seeds + 16
    }

    var carriers: RowCarriers { RowCarriers(i: carrierI, q: carrierQ, mask: 3) }
    var turn: (cosines: ConstFloats, sines: ConstFloats) { (ConstFloats(cosines), ConstFloats(sines)) }

    /// The carrier in each row, with a period of four columns.
    func setCarriers(_ rows: NtscRows, amplitude: Float) {
        for lane in 0..<RowGroup.rows {
            let start = rows.carrierPhase(lane)
            for x in 0..<4 {
                let phase = (x &+ start) & 3
                carrierI[16 * x + lane] = phase == 0 ? amplitude : phase == 2 ? -amplitude : 0
                carrierQ[16 * x + lane] = phase == 1 ? amplitude : phase == 3 ? -amplitude : 0
            }
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
    func positionNoise(_ frequency: Double) {
        for lane in 0..<RowGroup.rows {
            let position = Double(offsets[lane]) * frequency
            let whole = position.rounded(.down)
            cells[lane] = UInt32(truncatingIfNeeded: Int64(whole))
            // Rounding to Float could give 1.
            starts[lane] = min(Float(position - whole), 1 - 0x1p-24)
        }
    }
}
