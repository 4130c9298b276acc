// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

@Suite("Tiles: pairs of columns that share chroma, to R'G'B' and back")
struct PairKernelTests {
    static let matrices = [Colorimetry.Matrix.bt601, .bt709, .bt2020].map {
        PairMatrix(Colorimetry(matrix: $0, fullRange: false, depth: 8))
    }
    /// Which NaN comes out of two is the order of an instruction's operands, so there are none in sums that are kept.
    private let fills: [Fill] = [.random, .nearZero, .nearMaximum, .constant, .ramp]

    private func rows(_ arena: Arena, _ count: Int) -> TileRows {
        TileRows(arena.floats(count), arena.floats(count), arena.floats(count))
    }

    @Test(arguments: CPULevel.available, [0, 3]) func unpackPairs8(level: CPULevel, gap: Int) {
        for (matrix, (_, scale)) in zip(Self.matrices, codeScales.filter { $0.depth == 8 }) {
            compare(level, fills: fills) { kernels, arena, count in
                let to = PairRows(rows(arena, 2 * count + gap), half: count + gap)
                kernels.unpackPairs8(
                    to, arena.bytes(2 * count), cb: arena.floats(count), cr: arena.floats(count), count: count,
                    scale: scale, matrix: matrix)
            }
        }
    }

    @Test(arguments: CPULevel.available) func unpackPairs16(level: CPULevel) {
        for (depth, storage) in TilePackKernelTests.storages {
            for (_, scale) in codeScales.filter({ $0.depth == depth }) {
                compare(level, fills: fills) { kernels, arena, count in
                    kernels.unpackPairs16(
                        PairRows(rows(arena, 2 * count), half: count), arena.samples(2 * count),
                        cb: arena.floats(count), cr: arena.floats(count), count: count, scale: scale,
                        storage: storage, matrix: Self.matrices[1])
                }
            }
        }
    }

    @Test(arguments: CPULevel.available, [false, true]) func packPairs8(level: CPULevel, adds: Bool) {
        for (matrix, (_, scale)) in zip(Self.matrices, codeScales.filter { $0.depth == 8 }) {
            compare(level, fills: adds ? fills : Fill.allCases) { kernels, arena, count in
                kernels.packPairs8(
                    arena.bytes(2 * count), PairRows(rows(arena, 2 * count), half: count), sums: rows(arena, count),
                    adds: adds, count: count, scale: scale, matrix: matrix)
            }
        }
    }

    @Test(arguments: CPULevel.available, [false, true]) func packPairs16(level: CPULevel, adds: Bool) {
        for (depth, storage) in TilePackKernelTests.storages {
            for (_, scale) in codeScales.filter({ $0.depth == depth }) {
                compare(level, fills: fills) { kernels, arena, count in
                    kernels.packPairs16(
                        arena.samples(2 * count), PairRows(rows(arena, 2 * count), half: count),
                        sums: rows(arena, count), adds: adds, count: count, scale: scale, storage: storage,
                        matrix: Self.matrices[2])
                }
            }
        }
    }

    @Test(arguments: CPULevel.available, [0.25, 0.5] as [Float]) func chromaOfSums(level: CPULevel, part: Float) {
        for matrix in Self.matrices {
            compare(level, fills: fills) { kernels, arena, count in
                kernels.chromaOfSums(
                    arena.floats(count), arena.floats(count), rows(arena, count), part: part, count: count,
                    matrix: matrix)
            }
        }
    }

    /// Codes of colours in R'G'B' come back: nothing is lost on the way but by rounding.
    @Test(arguments: CPULevel.available) func unpackThenPackIsTheIdentity(level: CPULevel) {
        let (count, colorimetry) = (32, Colorimetry(matrix: .bt709, fullRange: false, depth: 8))
        let matrix = PairMatrix(colorimetry)
        let luma = CodeScale(offset: colorimetry.lumaOffset, range: colorimetry.lumaScale, maximum: 255)
        let arena = Arena(seed: 7, fill: .random, placement: .unaligned)
        let codes = arena.bytes((0..<2 * count).map { UInt8(100 + $0) })
        let chroma = (0..<2).map { sign in
            let row = arena.floats(count)
            for k in 0..<count { row[k] = Float(k - 16) / (sign == 0 ? 200 : -200) }
            return row
        }
        let (to, made) = (PairRows(rows(arena, 2 * count), half: count), (arena.floats(count), arena.floats(count)))
        let (sums, back) = (rows(arena, count), arena.bytes(2 * count))
        level.kernels.unpackPairs8(
            to, codes, cb: chroma[0], cr: chroma[1], count: count, scale: luma, matrix: matrix)
        level.kernels.packPairs8(back, to, sums: sums, adds: false, count: count, scale: luma, matrix: matrix)
        level.kernels.chromaOfSums(made.0, made.1, sums, part: 0.5, count: count, matrix: matrix)
        #expect((0..<2 * count).allSatisfy { back[$0] == codes[$0] })
        for (row, source) in [(made.0, chroma[0]), (made.1, chroma[1])] {
            #expect((0..<count).allSatisfy { abs(row[$0] - source[$0]) < 1e-5 })
        }
    }
}
