// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore
import PixelReference
import TestSupport

extension ReferenceTests {
    /// A call of the reference on fixed values, and the hash of all its memory afterwards.
    typealias Pin = (name: String, hash: UInt64, call: @Sendable (_ arena: Arena, _ width: Int) -> Void)

    static let pins: [Pin] = [
        (
            "selectRow8", 0xB12F_6FD8_CF1B_1F71,
            { arena, n in
                let pattern = SelectPattern(mask: arena.bytes(192), value: arena.bytes(192))
                Reference.selectRow8(arena.bytes(n), arena.bytes(n), count: n, pattern: pattern)
            }
        ),
        (
            "affineRow8", 0x4764_85A9_CD47_255F,
            { arena, n in
                let pattern = AffinePattern(
                    multiplier: arena.samples((0..<192).map { UInt16(341 * $0) }),
                    offset: arena.samples((0..<192).map { UInt16(60000 - 312 * $0) / 4 }))
                Reference.affineRow8(arena.bytes(n), arena.bytes(n), count: n, pattern: pattern)
            }
        ),
        (
            "split2x8", 0x3F05_F547_9CA0_6FBB,
            { arena, n in
                Reference.split2x8(arena.bytes(n), arena.bytes(n), from: arena.bytes(2 * n), count: n)
            }
        ),
        (
            "merge2x8", 0x4686_E5A3_1497_C6C3,
            { arena, n in
                Reference.merge2x8(arena.bytes(2 * n), arena.bytes(n), arena.bytes(n), count: n)
            }
        ),
        (
            "split2x16", 0xA18F_22DA_58CE_D731,
            { arena, n in
                Reference.split2x16(arena.samples(n), arena.samples(n), from: arena.samples(2 * n), count: n)
            }
        ),
        (
            "merge2x16", 0xB6B7_AC24_2E38_FC99,
            { arena, n in
                Reference.merge2x16(arena.samples(2 * n), arena.samples(n), arena.samples(n), count: n)
            }
        ),
        (
            "split3x8", 0xEF57_6B4F_2F19_4D93,
            { arena, n in
                let to = (arena.bytes(n), arena.bytes(n), arena.bytes(n))
                Reference.split3x8(to, from: arena.bytes(3 * n), count: n)
            }
        ),
        (
            "merge3x8", 0x9AE9_EE94_C8C2_4553,
            { arena, n in
                let from = (ConstBytes(arena.bytes(n)), ConstBytes(arena.bytes(n)), ConstBytes(arena.bytes(n)))
                Reference.merge3x8(arena.bytes(3 * n), from, count: n)
            }
        ),
        (
            "ycbcrAffineRows420", 0xF725_6035_29CA_AAA8,
            { arena, n in
                let rows = ycbcrRows(arena, n)
                Reference.ycbcrAffineRows420(rows, rows, width: n - 1, map: map)
            }
        ),
        (
            "ycbcrAffineRow422", 0xBD0B_280E_4BA5_3E36,
            { arena, n in
                let rows = ycbcrRows(arena, n)
                Reference.ycbcrAffineRow422(rows, rows, width: n - 1, map: map)
            }
        ),
        (
            "ycbcrAffineRow444", 0xD252_FE8A_FE14_5D1B,
            { arena, n in
                let rows = ycbcrRows(arena, n)
                Reference.ycbcrAffineRow444(rows, rows, width: n - 1, map: map)
            }
        ),
        (
            "ycbcrAffinePacked422", 0xB45A_BD29_2340_36CC,
            { arena, n in
                let bytes = arena.bytes(4 * n)
                Reference.ycbcrAffinePacked422(bytes, bytes, pairs: n, map: map, lumaFirst: true)
            }
        ),
        (
            "unpackPacked", 0x5128_66EA_7948_C8D9,
            { arena, n in
                Reference.unpackPacked(tileRows(arena, n), arena.bytes(4 * n), count: n, scale: packedScale)
            }
        ),
        (
            "packPacked", 0x375C_9B2F_958E_5FCF,
            { arena, n in
                let bytes = arena.bytes(4 * n)
                Reference.packPacked(bytes, others: bytes, tileRows(arena, n), count: n, scale: packedScale)
            }
        ),
        (
            "unpackRow8", 0x7E88_162D_9D83_09B4,
            { arena, n in
                Reference.unpackRow8(arena.floats(n), arena.bytes(n), count: n, scale: codeScales[0].scale)
            }
        ),
        (
            "packRow8", 0xAFC2_F0CD_7998_8741,
            { arena, n in
                Reference.packRow8(arena.bytes(n), arena.floats(n), count: n, scale: codeScales[1].scale)
            }
        ),
        (
            "unpackRow16", 0x9146_A015_E12B_F334,
            { arena, n in
                Reference.unpackRow16(
                    arena.floats(n), arena.samples(n), count: n, scale: codeScales[4].scale,
                    storage: SampleStorage(swapped: false, shift: 6))
            }
        ),
        (
            "packRow16", 0x41D8_8119_F364_4ECC,
            { arena, n in
                Reference.packRow16(
                    arena.samples(n), arena.floats(n), count: n, scale: codeScales[8].scale,
                    storage: SampleStorage(swapped: true, shift: 0))
            }
        ),
        (
            "matrixRows", 0xDF13_4B7F_4809_A7E5,
            { arena, n in
                let rows = tileRows(arena, n)
                Reference.matrixRows(rows, rows, count: n, matrix: TileKernelTests.matrices[3])
            }
        ),
        ("gainRow", 0xAAE6_4821_CFCB_EA3C, { arena, n in Reference.gainRow(arena.floats(n), count: n, gain: 0.7) }),
        (
            "packPairs8", 0x422C_0185_CA91_9851,
            { arena, n in
                let from = PairRows(tileRows(arena, 2 * n), half: n)
                Reference.packPairs8(
                    arena.bytes(2 * n), from, sums: tileRows(arena, n), adds: true, count: n,
                    scale: codeScales[0].scale, matrix: PairKernelTests.matrices[0])
            }
        ),
        (
            "unpackPairs16", 0x0C67_2753_FB88_A037,
            { arena, n in
                let to = PairRows(tileRows(arena, 2 * n), half: n)
                Reference.unpackPairs16(
                    to, arena.samples(2 * n), cb: arena.floats(n), cr: arena.floats(n), count: n,
                    scale: codeScales[4].scale, storage: SampleStorage(swapped: false, shift: 6),
                    matrix: PairKernelTests.matrices[1])
            }
        ),
        (
            "chromaOfSums", 0x0216_B5B8_BF26_0562,
            { arena, n in
                Reference.chromaOfSums(
                    arena.floats(n), arena.floats(n), tileRows(arena, n), part: 0.25, count: n,
                    matrix: PairKernelTests.matrices[2])
            }
        ),
        (
            "upsampleBlock", 0x2222_958B_278C_BC5F,
            { arena, n in
                Reference.upsampleBlock(arena.floats(2 * n), arena.floats(n), count: n)
            }
        ),
        (
            "downsampleBlock", 0x9908_20F2_0C75_E5A3,
            { arena, n in
                Reference.downsampleBlock(arena.floats(n), arena.floats(2 * n), count: n)
            }
        ),
        (
            "meanRow", 0xF411_C78D_09ED_13B7,
            { arena, n in
                Reference.meanRow(arena.floats(n), arena.floats(n), arena.floats(n), count: n)
            }
        ),
        (
            "blendRow8", 0x21CB_EBA0_BF2E_F334,
            { arena, n in
                for law in ByteBlend.allCases {
                    Reference.blendRow8(
                        arena.bytes(n), arena.bytes(n), arena.bytes(n), count: n, law: law, changed: arena.bytes(192))
                }
            }
        ),
        (
            "isOpaqueRow8", 0xD9A6_D22D_A89B_3267,
            { arena, n in
                let pixels = arena.bytes((0..<4 * n).map { $0 % 16 == 3 ? 254 : 255 })
                for start in 0..<4 {
                    let isOpaque = Reference.isOpaqueRow8(pixels + 4 * start, count: 1, alphaFirst: start % 2 == 1)
                    _ = arena.bytes([isOpaque ? 1 : 0])
                }
            }
        ),
    ]

    static let tablePins: [Pin] = [
        (
            "histogramRow8", 0x38E8_F770_05A3_3606,
            { arena, n in
                Reference.histogramRow8(arena.counts(2048), arena.bytes(2 * n), step: 2, count: n)
            }
        ),
        (
            "histogramPairsRow8", 0x7A31_1A12_0FBD_A62E,
            { arena, n in
                Reference.histogramPairsRow8(
                    arena.counts(131072), arena.counts(2048), arena.bytes(3 * n), step: 3, count: n)
            }
        ),
        (
            "histogramPixelPairsRow8", 0x0199_F45E_E386_7963,
            { arena, n in
                let pairs = (arena.counts(65536), arena.counts(65536), arena.counts(65536))
                let counts = (arena.counts(2048), arena.counts(2048), arena.counts(2048))
                Reference.histogramPixelPairsRow8(pairs, counts, arena.bytes(4 * n), step: 4, count: n)
            }
        ),
        (
            "foldPairs8", 0xBBB7_90F1_9B86_43F1,
            { arena, n in
                let counts = arena.counts(2048)
                Reference.foldPairs8(counts, arena.counts(131072), lanes: 2)
            }
        ),
        (
            "histogramRow16", 0x6056_A257_6649_F947,
            { arena, n in
                let run = SampleRun(step: 1, storage: SampleStorage(swapped: true, shift: 6), maximum: 1000)
                Reference.histogramRow16(arena.counts(4004), arena.samples(n), count: n, run: run, lanes: 4)
            }
        ),
        (
            "lookUpRow8", 0x4B1C_64D1_1636_67E0,
            { arena, n in
                let mask = arena.bytes((0..<192).map { $0 % 3 == 1 ? 255 : 0 })
                let table = LookUpPattern.Table(values: arena.bytes(256), mask: mask, offset: 1)
                Reference.lookUpRow8(
                    arena.bytes(n), arena.bytes(n), count: n, pattern: LookUpPattern(table, step: 3))
            }
        ),
        (
            "lookUpRow16", 0x534B_523E_668B_AF73,
            { arena, n in
                let run = SampleRun(step: 4, storage: SampleStorage(swapped: true, shift: 0), maximum: 9999)
                Reference.lookUpRow16(
                    arena.samples(4 * n), arena.samples(4 * n), count: n, run: run, table: arena.samples(10000))
            }
        ),
        (
            "interpolateTablesRow8", 0x0703_DE50_0F1A_CC22,
            { arena, n in
                let parts = arena.floats(n)
                for i in 0..<n { parts[i] = Float(i) / Float(n) }
                Reference.interpolateTablesRow8(
                    arena.bytes(n), arena.bytes(n), count: n, tables: arena.bytes(1024), rightParts: parts,
                    lowerPart: 0.3)
            }
        ),
        (
            "interpolateTablesRow16", 0xF562_8599_027E_0D15,
            { arena, n in
                let parts = arena.floats(n)
                for i in 0..<n { parts[i] = Float(i) / Float(n) }
                let run = SampleRun(step: 2, storage: SampleStorage(swapped: false, shift: 6), maximum: 1023)
                let tables = FourTables(
                    upperLeft: arena.samples(1024), upperRight: arena.samples(1024), lowerLeft: arena.samples(1024),
                    lowerRight: arena.samples(1024))
                Reference.interpolateTablesRow16(
                    arena.samples(2 * n), arena.samples(2 * n), count: n, run: run, tables: tables, rightParts: parts,
                    lowerPart: 0.7)
            }
        ),
        (
            "weightedSumRow", 0xC1F3_1A53_0BF8_4590,
            { arena, n in
                Reference.weightedSumRow(arena.floats(n), tileRows(arena, n), count: n, weights: (0.2, 0.7, 0.1))
            }
        ),
        (
            "scaleChromaRows8", 0xDA68_2BEF_588B_CC28,
            { arena, n in
                let law = ChromaLaw(Colorimetry(matrix: .bt709, fullRange: false, depth: 8), maximum: 255, columns: 2)
                func rows() -> (ConstBytes, ConstBytes) {
                    (ConstBytes(arena.bytes(2 * n)), ConstBytes(arena.bytes(2 * n)))
                }
                Reference.scaleChromaRows8(arena.bytes(n), arena.bytes(n), old: rows(), new: rows(), count: n, law: law)
            }
        ),
        (
            "scaleChromaRows16", 0xFD70_CD24_4AD7_186F,
            { arena, n in
                let law = ChromaLaw(
                    Colorimetry(matrix: .bt601, fullRange: true, depth: 10), maximum: 1023, columns: 1)
                func rows() -> (ConstSamples, ConstSamples) {
                    (ConstSamples(arena.samples(n)), ConstSamples(arena.samples(n)))
                }
                Reference.scaleChromaRows16(
                    arena.samples(n), arena.samples(n), old: rows(), new: rows(), count: n, law: law,
                    storage: SampleStorage(swapped: false, shift: 6))
            }
        ),
        (
            "rescaleRows", 0x2425_9966_F924_6626,
            { arena, n in
                Reference.rescaleRows(tileRows(arena, n), count: n, old: arena.floats(n), new: arena.floats(n))
            }
        ),
    ]

    private static let map = YCbCrAffine8(
        luma: YCbCrAffine8.Row((0.413, 0.21, 0.41), offset: 16),
        cb: YCbCrAffine8.Row((0.32, 0.89, -0.23), offset: 128),
        cr: YCbCrAffine8.Row((0.41, -0.14, 0.7), offset: 128), lumaOffset: 16)

    private static let packedScale = PackedScale(
        offsets: (2, 1, 0), scales: (codeScales[0].scale, codeScales[1].scale, codeScales[2].scale))

    private static func ycbcrRows(_ arena: Arena, _ n: Int) -> YCbCrRows {
        YCbCrRows(luma0: arena.bytes(n), luma1: arena.bytes(n), cb: arena.bytes(n), cr: arena.bytes(n))
    }

    private static func tileRows(_ arena: Arena, _ n: Int) -> TileRows {
        TileRows(arena.floats(n), arena.floats(n), arena.floats(n))
    }
}
