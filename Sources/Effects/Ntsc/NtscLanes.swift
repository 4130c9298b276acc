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
    /// Hashes that seed what is random in a row.
    let hashes: UnsafeMutablePointer<UInt64>
    /// What is left to hash of 16 rows: two words for each.
    private let words: UnsafeMutablePointer<UInt64>
    private let numbers: UnsafeMutablePointer<UInt32>
    /// A period of the carrier and more, from which each row takes four columns.
    private let wave: Floats
    private let kernels: any KernelSet.Type
    private let memory: Scratch

    init(kernels: any KernelSet.Type) throws {
        self.kernels = kernels
        memory = try Scratch(byteCount: 25 * 64)
        let base = memory.values(as: Float.self)
        (carrierI, carrierQ) = (base, base + 64)
        (shifts, factors, gains, offsets) = (base + 128, base + 144, base + 160, base + 176)
        (starts, cosines, sines) = (base + 192, base + 208, base + 224)
        seeds = memory.values(as: UInt32.self, from: 240 * 4)
        cells = seeds + 16
        numbers = seeds + 32
        wave = base + 288
        hashes = memory.values(as: UInt64.self, from: 304 * 4)
        words = hashes + 16
    }

    var carriers: RowCarriers { RowCarriers(i: carrierI, q: carrierQ, mask: 3) }
    var turn: (cosines: ConstFloats, sines: ConstFloats) { (ConstFloats(cosines), ConstFloats(sines)) }

    /// The carrier in each row, with a period of four columns.
    func setCarriers(_ rows: NtscRows, amplitude: Float) {
        for x in 0..<10 { wave[x] = x & 1 != 0 ? 0 : x & 2 == 0 ? amplitude : -amplitude }
        for lane in 0..<RowGroup.rows {
            let start = wave + rows.carrierPhase(lane)
            for x in 0..<4 {
                carrierI[16 * x + lane] = start[x]
                // A quarter later.
                carrierQ[16 * x + lane] = start[x + 3]
            }
        }
    }

    /// The hashes of rows, each after what `seed` has had.
    func setHashes(_ seed: SipHash, _ word: (_ lane: Int) -> UInt64) {
        for lane in 0..<RowGroup.rows { (words[lane], words[RowGroup.rows + lane]) = seed.lastWords(word(lane)) }
        kernels.hashGroup(hashes, words: words, state: seed.state)
    }

    /// The hashes of rows in a pass.
    func setHashes(_ rows: NtscRows, _ pass: NtscPass) {
        setHashes(rows.plan.seed(pass, rows.field)) { UInt64(rows.row($0)) }
    }

    /// Rows' lattices, from generators that hashes are the seeds of.
    func setNoise(width: Int) {
        kernels.randomGroup(seeds, numbers, seeds: hashes)
        for lane in 0..<RowGroup.rows { offsets[lane] = Xoshiro256.float(numbers[lane]) * Float(width) }
    }

    /// Places rows in their lattices of this many cells for each column.
    func positionNoise(_ frequency: Double) {
        for lane in 0..<RowGroup.rows {
            let position = Double(offsets[lane]) * frequency
            // It is not below 0.
            let whole = Int64(position)
            cells[lane] = UInt32(truncatingIfNeeded: whole)
            // Rounding to Float could give 1.
            starts[lane] = min(Float(position - Double(whole)), 1 - 0x1p-24)
        }
    }
}
