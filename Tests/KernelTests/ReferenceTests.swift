// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore
import PixelReference
import TestSupport
import Testing

/// The reference itself: values worked out by hand, and hashes that show any change of its results.
@Suite("Reference")
struct ReferenceTests {
    // MARK: Values worked out by hand

    /// 75 % bars: nominal R'G'B', and the codes that ITU-R BT.601-7 and BT.709-6 give in limited and full range.
    ///
    /// Such as yellow in BT.709, limited: Y' = 0.75 * (0.2126 + 0.7152) = 0.69585, 16 + 219 * 0.69585 = 168.39;
    /// Cb = (0 - 0.69585) / 1.8556 = -0.375, 128 - 84 = 44; Cr = (0.75 - 0.69585) / 1.5748 = 0.03439, 128 + 7.70 = 135.70.
    static let bars:
        [(
            matrix: Colorimetry.Matrix, fullRange: Bool, rgb: (Float, Float, Float), codes: (UInt8, UInt8, UInt8)
        )] = [
            (.bt601, false, (0.75, 0.75, 0.75), (180, 128, 128)), (.bt601, false, (0.75, 0.75, 0), (162, 44, 142)),
            (.bt601, false, (0, 0.75, 0.75), (131, 156, 44)), (.bt601, false, (0, 0.75, 0), (112, 72, 58)),
            (.bt601, false, (0.75, 0, 0.75), (84, 184, 198)), (.bt601, false, (0.75, 0, 0), (65, 100, 212)),
            (.bt601, false, (0, 0, 0.75), (35, 212, 114)), (.bt601, false, (0, 0, 0), (16, 128, 128)),
            (.bt709, false, (0.75, 0.75, 0), (168, 44, 136)), (.bt709, false, (0, 0.75, 0.75), (145, 147, 44)),
            (.bt709, false, (0, 0.75, 0), (133, 63, 52)), (.bt709, false, (0.75, 0, 0.75), (63, 193, 204)),
            (.bt709, false, (0.75, 0, 0), (51, 109, 212)), (.bt709, false, (0, 0, 0.75), (28, 212, 120)),
            (.bt601, true, (1, 1, 1), (255, 128, 128)), (.bt601, true, (1, 0, 0), (76, 85, 255)),
            (.bt601, true, (0, 0.75, 0), (112, 65, 48)), (.bt709, true, (0.75, 0.75, 0), (177, 32, 137)),
        ]

    @Test func barsOfTheStandards() {
        for bar in Self.bars {
            let c = Colorimetry(matrix: bar.matrix, fullRange: bar.fullRange, depth: 8)
            let toYCbCr = TileMatrix(
                (Float(c.kr), Float(c.kg), Float(c.kb)),
                (Float(-c.kr / (2 - 2 * c.kb)), Float(-c.kg / (2 - 2 * c.kb)), 0.5),
                (0.5, Float(-c.kg / (2 - 2 * c.kr)), Float(-c.kb / (2 - 2 * c.kr))))
            let arena = Arena(seed: 0, fill: .random, placement: .unaligned)
            let rows = TileRows(arena.floats(1), arena.floats(1), arena.floats(1))
            (rows.c0[0], rows.c1[0], rows.c2[0]) = bar.rgb
            Reference.matrixRows(rows, rows, count: 1, matrix: toYCbCr)
            let codes = arena.bytes(3)
            let luma = CodeScale(offset: c.lumaOffset, range: c.lumaScale, maximum: 255)
            let chroma = CodeScale(offset: c.chromaOffset, range: c.chromaScale, maximum: 255)
            Reference.packRow8(codes, rows.c0, count: 1, scale: luma)
            Reference.packRow8(codes + 1, rows.c1, count: 1, scale: chroma)
            Reference.packRow8(codes + 2, rows.c2, count: 1, scale: chroma)
            #expect((codes[0], codes[1], codes[2]) == bar.codes, "\(bar.matrix) \(bar.fullRange) \(bar.rgb)")
        }
    }

    /// Codes to nominal values: black, white and the ends of chroma in 8, 10 and 16 bits.
    @Test(arguments: [
        (8, false, 16, 0), (8, false, 235, 1), (8, true, 0, 0), (8, true, 255, 1), (10, false, 64, 0),
        (10, false, 940, 1), (10, true, 1023, 1), (16, false, 4096, 0), (16, false, 60160, 1), (16, true, 65535, 1),
    ])
    func blackAndWhite(depth: Int, fullRange: Bool, code: UInt16, nominal: Float) {
        let c = Colorimetry(matrix: .bt709, fullRange: fullRange, depth: depth)
        let arena = Arena(seed: 0, fill: .random, placement: .unaligned)
        let value = arena.floats(1)
        let scale = CodeScale(offset: c.lumaOffset, range: c.lumaScale, maximum: (1 << depth) - 1)
        Reference.unpackRow16(
            value, arena.samples([code]), count: 1, scale: scale, storage: SampleStorage(swapped: false, shift: 0))
        #expect(abs(value[0] - nominal) < 1e-6)
    }

    /// Floats that are no codes: below, above, halfway, and no numbers at all.
    static let limits: [(value: Float, code: UInt8)] = [
        (.nan, 0), (-.infinity, 0), (.infinity, 255), (-0.1, 0), (1.1, 255), (0, 0), (-0.0, 0), (0.5 / 255, 1),
        (0.49 / 255, 0), (1e30, 255), (-1e30, 0),
    ]

    @Test(arguments: limits)
    func packLimits(value: Float, code: UInt8) {
        let arena = Arena(seed: 0, fill: .random, placement: .unaligned)
        let (to, from) = (arena.bytes(1), arena.floats(1))
        from[0] = value
        Reference.packRow8(to, from, count: 1, scale: CodeScale(offset: 0, range: 255, maximum: 255))
        #expect(to[0] == code)
    }

    static let products: [(value: UInt8, multiplier: UInt16, offset: UInt16, result: UInt8)] = [
        (255, 65535, 0, 255), (1, 65535, 0, 1), (255, 0, 65280, 255), (100, 32768, 0, 50), (101, 32768, 0, 51),
        (254, 32768, 32512, 254), (200, 16384, 3072, 62), (0, 12345, 1792, 7),
    ]

    @Test(arguments: products)
    func affineByHand(value: UInt8, multiplier: UInt16, offset: UInt16, result: UInt8) {
        let arena = Arena(seed: 0, fill: .random, placement: .unaligned)
        let to = arena.bytes(1)
        let pattern = AffinePattern(
            multiplier: arena.samples([UInt16](repeating: multiplier, count: 192)),
            offset: arena.samples([UInt16](repeating: offset, count: 192)))
        Reference.affineRow8(to, arena.bytes([value]), count: 1, pattern: pattern)
        #expect(to[0] == result)
    }

    /// A multiplier of 65535 keeps every byte, as the pattern promises.
    @Test func fullMultiplierKeepsBytes() {
        let bytes = (0...255).map { UInt8($0) }
        let arena = Arena(seed: 0, fill: .random, placement: .unaligned)
        let to = arena.bytes(256)
        let pattern = AffinePattern(
            multiplier: arena.samples([UInt16](repeating: 65535, count: 192)),
            offset: arena.samples([UInt16](repeating: 0, count: 192)))
        Reference.affineRow8(to, arena.bytes(bytes), count: 256, pattern: pattern)
        #expect((0..<256).allSatisfy { to[$0] == bytes[$0] })
    }

    // MARK: Hashes

    /// Results of fixed inputs, as FNV-1a hashes. A change of a law must change its hash here, and say why.
    @Test func pinnedResults() {
        for (name, expected, call) in Self.pins + Self.tablePins + Self.mixPins + Self.bandPins
            + Self.depthPins + Self.windowPins + Self.codeWindowPins + Self.orientPins
        {
            let arena = Arena(seed: 7, fill: .random, placement: .unaligned)
            call(arena, 100)
            #expect(arena.hash == expected, "\(name): 0x\(String(arena.hash, radix: 16, uppercase: true))")
        }
    }
}
