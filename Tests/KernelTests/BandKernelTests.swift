import Glibc
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

/// Bands of equal random values for the reference and for a level's kernels, each on 64 bytes.
private final class Bands {
    let floats: [Floats]
    let words: UnsafeMutablePointer<UInt32>
    static let length = 16 * 450

    init(seed: UInt64) {
        var generator = Generator(seed: seed)
        floats = (0..<6).map { _ in
            let band = UnsafeMutableRawPointer.allocate(byteCount: 4 * Self.length, alignment: 64)
                .bindMemory(to: Float.self, capacity: Self.length)
            for k in 0..<Self.length { band[k] = Float(Int32(truncatingIfNeeded: generator.next())) * 0x1p-31 }
            return band
        }
        words = .allocate(capacity: 32)
        for k in 0..<32 { words[k] = UInt32(truncatingIfNeeded: generator.next()) }
    }

    deinit {
        for band in floats { band.deallocate() }
        words.deallocate()
    }

    /// The first value that is not the other's, bit for bit.
    func difference(from other: Bands) -> String? {
        for (index, (a, b)) in zip(floats, other.floats).enumerated() where memcmp(a, b, 4 * Self.length) != 0 {
            for k in 0..<Self.length where a[k].bitPattern != b[k].bitPattern {
                return "band \(index), column \(k / 16), row \(k % 16): \(a[k]) instead of \(b[k])"
            }
        }
        return nil
    }
}

@Suite("Bands of sixteen rows")
struct BandKernelTests {
    private let widths = [1, 2, 5, 31, 161]

    private func compare(
        _ level: CPULevel, sourceLocation: SourceLocation = #_sourceLocation,
        _ call: (_ kernels: any KernelSet.Type, _ b: Bands, _ width: Int) -> Void
    ) {
        for width in widths {
            let (expected, actual) = (Bands(seed: UInt64(width)), Bands(seed: UInt64(width)))
            call(Reference.self, expected, width)
            call(level.kernels, actual, width)
            let difference = actual.difference(from: expected)
            #expect(difference == nil, "width \(width): \(difference ?? "")", sourceLocation: sourceLocation)
        }
    }

    static let second = BandFilter(b: (0.2, 0.3, 0.1, 0), a: (-0.9, 0.4, 0), start: (0.3, -0.2, 0), delay: 2)
    static let third = BandFilter(b: (0.05, 0.1, 0, 0.02), a: (-1.8, 1.1, -0.2), delay: 5)
    static let first = BandFilter(b: (1.5, -1.1, 0, 0), a: (-0.5, 0, 0))

    @Test(arguments: CPULevel.available) func filterBands(level: CPULevel) {
        let (f1, f2, f3) = (Self.first, Self.second, Self.third)
        compare(level) { $0.filterBands(FilteredBands($1.floats[0], f2), count: $2) }
        compare(level) { $0.filterBands(FilteredBands($1.floats[0], f1, f2), count: $2) }
        compare(level) { $0.filterBands(FilteredBands($1.floats[0], f1, f1, f3), count: $2) }
        compare(level) { kernels, b, width in
            let chroma = (i: b.floats[1], q: b.floats[2])
            kernels.filterBands(FilteredBands(i: chroma.i, q: chroma.q, filters: (f2, f3)), count: width)
            let luma = FilteredBands(b.floats[0], f1, f1, f2)
            kernels.filterBands(luma.with(i: chroma.i, q: chroma.q, filters: (f2, f1)), count: width)
        }
    }

    @Test(arguments: CPULevel.available) func transposition(level: CPULevel) {
        compare(level) { $0.rowsToBand($1.floats[0], $1.floats[1], stride: 177, count: $2) }
        compare(level) { $0.bandToRows($1.floats[0], $1.floats[1], stride: 177, count: $2) }
    }

    @Test(arguments: CPULevel.available) func signal(level: CPULevel) {
        compare(level) { $0.boxBand($1.floats[0], $1.floats[1], count: $2, before: 0.06) }
        compare(level) {
            $0.modulateBand(
                $1.floats[0], $1.floats[1], $1.floats[2], count: $2, carrierI: $1.floats[3], carrierQ: $1.floats[4])
        }
        compare(level) {
            $0.demodulateBand(
                $1.floats[0], $1.floats[1], $1.floats[2], $1.floats[3], count: $2, carrierI: $1.floats[4],
                carrierQ: $1.floats[5])
        }
        compare(level) { $0.combBand($1.floats[0], $1.floats[1], count: $2, weights: (0.25, 0.5, 0.25)) }
        compare(level) { $0.blendBand($1.floats[0], count: $2, weights: $1.floats[1]) }
        compare(level) {
            $0.rotateBand($1.floats[0], $1.floats[1], count: $2, cosines: $1.floats[2], sines: $1.floats[3])
        }
        compare(level) { $0.scaleBandRows($1.floats[0], count: $2, factors: $1.floats[1]) }
    }

    /// Shifts alike within three columns, further apart, and beyond the row.
    @Test(arguments: CPULevel.available, [0.4, 1.4, 6, 90] as [Float])
    func shiftBand(level: CPULevel, reach: Float) {
        for (offset, extends) in [(Float(0), false), (0, true), (3.25, true), (-5.5, false)] {
            compare(level) { kernels, b, width in
                for r in 0..<16 { b.floats[2][r] = b.floats[2][r] * reach + offset }
                b.floats[2][3] = 0
                kernels.shiftBand(b.floats[0], b.floats[1], count: width, shifts: b.floats[2], extends: extends)
            }
        }
    }

    @Test(arguments: CPULevel.available, [0.05, 0.5, 1, 2.7])
    func noiseBand(level: CPULevel, frequency: Double) {
        compare(level) { kernels, b, width in
            let cells = BandNoise.cellCount(width, frequency: frequency)
            kernels.gradientBand(b.floats[1], cells: cells, first: b.words, seeds: b.words + 16, gains: b.floats[2])
            for r in 0..<16 { b.floats[3][r] = b.floats[3][r].magnitude * 0.99 }
            kernels.noiseBand(
                b.floats[0], count: width,
                noise: BandNoise(gradients: b.floats[1], starts: b.floats[3], frequency: frequency))
        }
    }
}
