// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

/// Two octaves of 3 and of 6 cells for each 5 columns, with the gradients and weights in a group.
final class Octaves {
    /// Floats that groups of up to 100 columns need.
    static let length = 3200 + 3200
    let octaves: NoiseOctaves
    private let table: UnsafeMutablePointer<PeriodicNoise>

    init(_ group: Floats) {
        table = .allocate(capacity: 2)
        for octave in 0..<2 {
            table[octave] = PeriodicNoise(
                gradients: group + 16 * octave, weights: group + 3200 * octave, cells: 3 << octave, period: 5)
        }
        octaves = NoiseOctaves(start: table, count: 2)
    }

    deinit { table.deallocate() }
}

@Suite("Sweeps along groups")
struct SweepKernelTests {
    private static let second = RowFilter(b: (0.2, 0.3, 0.1, 0), a: (-0.9, 0.4, 0))
    private static let steady = RowFilter(b: (0.2, 0.3, 0.1, 0), a: (-0.9, 0.4, 0), start: (0.3, -0.2, 0))
    private static let third = RowFilter(b: (0.05, 0.1, 0, 0.02), a: (-1.8, 1.1, -0.2), start: (0.7, -0.4, 0.1))
    private static let first = RowFilter(b: (1.5, -1.1, 0, 0), a: (-0.5, 0, 0), start: (0.4, 0, 0))
    private static let smear = RowFilter(b: (0.4, 0, 0, 0), a: (-0.6, 0, 0), start: (0.6, 0, 0))
    private static let steadyEven = RowFilter(b: (0.7, 0, 0.6, 0), a: (0, 0.4, 0), start: (0.3, -0.2, 0))
    private static let matrix = TileMatrix((0.3, 0.6, 0.1), (0.6, -0.3, -0.3), (0.2, -0.5, 0.3))

    private static func delayed(_ filter: RowFilter, _ delay: Int) -> RowFilter {
        var filter = filter
        filter.delay = delay
        return filter
    }

    /// Filters of second and of third order, with no delay and with some.
    private static let chroma: [(i: RowFilter, q: RowFilter)] = [
        (.none, .none), (delayed(second, 2), delayed(second, 4)), (delayed(third, 4), delayed(second, 1)),
    ]

    private static var noNoise: NoiseOctaves { NoiseOctaves(start: nil, count: 0) }

    /// All columns, and some that do not begin with a block of a sweep.
    private static func noiseColumns(_ width: Int, isWhole: Bool) -> Range<Int> {
        isWhole ? 0..<width : width / 3..<width - width / 7
    }

    @Test(arguments: CPULevel.available, 0..<3) func encodeGroup(level: CPULevel, chroma: Int) {
        for (luma, mask, hasNoise) in [(Self.steady, 3, false), (Self.steady, 255, true), (Self.steadyEven, 3, true)] {
            Groups.compare(level) { kernels, b, width in
                let noise = Octaves(b.floats[5])
                kernels.encodeGroup(
                    b.floats[0], b.floats[1], b.floats[2], count: width,
                    sweep: EncodeSweep(
                        matrix: Self.matrix, luma: luma, chroma: Self.chroma[chroma],
                        carriers: RowCarriers(i: b.floats[3], q: b.floats[4], mask: mask), composite: Self.first,
                        noise: hasNoise ? noise.octaves : Self.noNoise,
                        noiseColumns: Self.noiseColumns(width, isWhole: mask == 3)))
            }
        }
    }

    @Test(arguments: CPULevel.available, [0, 1, 3]) func decodeGroup(level: CPULevel, delay: Int) {
        typealias Source = (_ estimate: Floats) -> LumaSource
        let cases: [(Source, ChromaJoin, Bool, Bool)] = [
            ({ _ in .notch(Self.steady) }, .neighbours, true, true), ({ .estimate($0) }, .neighbours, true, false),
            ({ .estimateAndNotch($0, Self.steady) }, .mirrored, false, true),
            ({ _ in .notch(Self.second) }, .none, false, false),
            ({ _ in .notch(Self.steadyEven) }, .mirrored, true, false),
        ]
        for (luma, join, turns, hasNoise) in cases {
            let mask = join == .none ? 255 : 3
            Groups.compare(level) { kernels, b, width in
                let noise = Octaves(b.floats[7])
                let octaves = hasNoise ? noise.octaves : Self.noNoise
                kernels.decodeGroup(
                    b.floats[0], b.floats[1], b.floats[2], count: width,
                    sweep: DecodeSweep(
                        luma: luma(b.floats[3]),
                        carriers: RowCarriers(i: b.floats[4], q: b.floats[5], mask: mask), join: join,
                        smear: Self.smear,
                        ringing: Self.delayed(Self.steady, delay), noise: (octaves, octaves, Self.noNoise),
                        noiseColumns: Self.noiseColumns(width, isWhole: join == .neighbours),
                        turn: turns ? (ConstFloats(b.floats[6]), ConstFloats(b.floats[8])) : nil))
            }
        }
    }

    @Test(arguments: CPULevel.available, 0..<3) func tapeGroup(level: CPULevel, out: Int) {
        for (hasLuma, blends, tape) in [(true, true, Self.second), (false, true, .none), (true, false, Self.third)] {
            Groups.compare(level) { kernels, b, width in
                let blend = RowBlend(weights: b.floats[3], aboveI: b.floats[4], aboveQ: b.floats[5])
                kernels.tapeGroup(
                    b.floats[0], b.floats[1], b.floats[2], count: width,
                    sweep: TapeSweep(
                        luma: hasLuma ? (Self.steady, Self.first, Self.second) : nil,
                        chroma: Self.delayed(tape, 5), blend: blends ? blend : nil, chromaOut: Self.chroma[out]))
            }
        }
    }
}
