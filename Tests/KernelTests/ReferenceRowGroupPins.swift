// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore
import PixelReference
import TestSupport

extension ReferenceTests {
    /// Groups and sweeps: groups are `n` columns of 16 rows.
    static let bandPins: [Pin] = [
        (
            "rowsToGroup", 0x52A7_5C67_8944_37A6,
            { arena, n in
                Reference.rowsToGroup(arena.floats(16 * n), arena.floats(16 * (n + 3)), stride: n + 3, count: n)
            }
        ),
        (
            "groupToRows", 0x6F03_DFB5_E208_B78F,
            { arena, n in
                Reference.groupToRows(arena.floats(16 * (n + 3)), arena.floats(16 * n), stride: n + 3, count: n)
            }
        ),
        (
            "packedToGroup", 0x29D6_6D7E_ECA0_A9CD,
            { arena, n in
                let pixels = arena.bytes(16 * 4 * n)
                let rows = (0..<16).map { ConstBytes(pixels + 4 * n * $0) }
                Reference.packedToGroup(groups(arena, n), rows, count: n, scale: pixelScale)
            }
        ),
        (
            "groupToPacked", 0xACE4_B370_5446_64F0,
            { arena, n in
                let pixels = arena.bytes(16 * 4 * n)
                let rows = (0..<16).map { pixels + 4 * n * $0 }
                let matrix = TileMatrix((190, 80, 60), (100, -90, 70), (120, 60, -130))
                Reference.groupToPacked(rows, groups(arena, n), count: n, matrix: matrix, scale: pixelScale)
            }
        ),
        (
            "boxGroup", 0x29CC_8E4E_E0F1_30C2,
            { arena, n in
                Reference.boxGroup(arena.floats(16 * n), arena.floats(16 * n), count: n, before: 16.0 / 255)
            }
        ),
        (
            "combGroup", 0x598D_C434_C668_BB92,
            { arena, n in
                Reference.combGroup(
                    arena.floats(16 * n), arena.floats(16 * n), count: n, weights: (0.25, 0.5, 0.25),
                    above: arena.floats(n))
            }
        ),
        (
            "rotateGroup", 0xEACA_D93B_AAC4_528B,
            { arena, n in
                Reference.rotateGroup(
                    arena.floats(16 * n), arena.floats(16 * n), count: n, cosines: arena.floats(16),
                    sines: arena.floats(16))
            }
        ),
        (
            "shiftGroup", 0x39FF_DA01_4016_A4A3,
            { arena, n in
                let shifts = arena.floats(16)
                for r in 0..<16 { shifts[r] = (shifts[r] - 0.5) * Float(n) }
                Reference.shiftGroup(
                    arena.floats(16 * n), arena.floats(16 * n), count: n, shifts: shifts, extends: false)
                Reference.shiftGroup(
                    arena.floats(16 * n), arena.floats(16 * n), count: n, shifts: shifts, extends: true)
            }
        ),
        (
            "gradientGroup", 0x3A47_274A_5638_3780,
            { arena, n in
                Reference.gradientGroup(
                    arena.floats(16 * n), cells: n, first: arena.counts(16), seeds: arena.counts(16),
                    gains: arena.floats(16))
            }
        ),
        (
            "noiseWeights", 0xE4A6_A3D4_CD5F_5DDC,
            { arena, n in
                Reference.noiseWeights(arena.floats(48 * 20), starts: units(arena), period: 20)
            }
        ),
        (
            "noiseGroup", 0x3943_631D_2021_0D34,
            { arena, n in
                let noise = RowNoise(
                    gradients: arena.floats(16 * RowNoise.cellCount(n, frequency: 0.37)), starts: units(arena),
                    frequency: 0.37)
                Reference.noiseGroup(arena.floats(16 * n), count: n, noise: noise)
            }
        ),
        (
            "scaleGroupRows", 0x2961_569E_E064_BBF7,
            { arena, n in
                let group = arena.floats(16 * n)
                Reference.scaleGroupRows(group, group, count: n, factors: arena.floats(16))
            }
        ),
        (
            "bytesToGroup", 0x75E5_8FAC_CF7A_13F5,
            { arena, n in
                let bytes = arena.bytes(16 * 4 * n)
                let rows = (0..<16).map { ConstBytes(bytes + 4 * n * $0) }
                Reference.bytesToGroup(arena.floats(16 * n), rows, count: n, step: 4, repeats: false, offset: 16)
                Reference.bytesToGroup(arena.floats(32 * n), rows, count: n, step: 2, repeats: true, offset: 128)
            }
        ),
        (
            "groupToBytes", 0x3E07_6352_526B_6001,
            { arena, n in
                let bytes = arena.bytes(16 * 4 * n)
                let rows = (0..<16).map { bytes + 4 * n * $0 }
                let group = arena.floats(16 * 4 * n)
                for k in 0..<16 * 4 * n { group[k] *= 150 }
                func byte(_ k: Int, _ offset: Float) -> GroupWords.Byte {
                    GroupWords.Byte(group + 16 * k, step: 64, roundingOffset: offset)
                }
                let words = GroupWords(byte(0, 16.5), byte(1, 128.5), byte(3, 0.5), byte(2, 128.5))
                Reference.groupToBytes(rows, words, count: 4 * n)
            }
        ),
        (
            "halveGroup", 0x7AB3_7D9C_228E_F8AD,
            { Reference.halveGroup($0.floats(16 * $1), $0.floats(32 * $1), count: $1) }
        ),
        ("meanGroupRows", 0x29AD_F51D_CC2E_B8B5, { Reference.meanGroupRows($0.floats(16 * $1), count: $1) }),
        (
            "encodeGroup", 0xE5F0_1B88_16E1_58E1,
            { arena, n in
                let components = groups(arena, n)
                let noise = Octaves(arena.floats(Octaves.length))
                let sweep = EncodeSweep(
                    matrix: TileKernelTests.matrices[3], luma: second, chroma: (delayed(second, 2), delayed(third, 4)),
                    carriers: RowCarriers(i: arena.floats(64), q: arena.floats(64), mask: 3), composite: first,
                    noise: noise.octaves, noiseColumns: 0..<n)
                withExtendedLifetime(noise) {
                    Reference.encodeGroup(components.c0, components.c1, components.c2, count: n, sweep: sweep)
                }
            }
        ),
        (
            "decodeGroup, notch", 0x10AB_C57F_4FFA_13B2,
            { arena, n in decode(arena, n, join: .neighbours) { _ in .notch(second) } }
        ),
        (
            "decodeGroup, estimate", 0x8D65_71A2_7CBF_46CF,
            { arena, n in decode(arena, n, join: .none) { .estimate($0) } }
        ),
        (
            "decodeGroup, estimate and notch", 0x8112_D4AC_E54E_9AED,
            { arena, n in decode(arena, n, join: .mirrored) { .estimateAndNotch($0, second) } }
        ),
        (
            "tapeGroup", 0x25FB_3C61_5DB3_CBDC,
            { arena, n in
                let components = groups(arena, n)
                let blend = RowBlend(weights: arena.floats(16), aboveI: arena.floats(n), aboveQ: arena.floats(n))
                Reference.tapeGroup(
                    components.c0, components.c1, components.c2, count: n,
                    sweep: TapeSweep(
                        luma: (second, first, third), chroma: delayed(second, 5), blend: blend,
                        chromaOut: (delayed(second, 2), delayed(third, 4))))
            }
        ),
    ]

    private static let first = RowFilter(b: (1.5, -1.1, 0, 0), a: (-0.5, 0, 0), start: (0.4, 0, 0))
    private static let second = RowFilter(b: (0.2, 0.3, 0.1, 0), a: (-0.9, 0.4, 0), start: (0.3, -0.2, 0))
    private static let third = RowFilter(b: (0.05, 0.1, 0, 0.02), a: (-1.8, 1.1, -0.2), start: (0.7, -0.4, 0.1))
    private static let smear = RowFilter(b: (0.4, 0, 0, 0), a: (-0.6, 0, 0), start: (0.6, 0, 0))

    private static func delayed(_ filter: RowFilter, _ delay: Int) -> RowFilter {
        var filter = filter
        filter.delay = delay
        return filter
    }

    /// Pixels of limited range with the fourth byte first.
    private static let pixelScale = PackedScale(
        offsets: (1, 2, 3), scales: (codeScales[0].scale, codeScales[1].scale, codeScales[2].scale))

    private static func groups(_ arena: Arena, _ n: Int) -> TileRows {
        TileRows(arena.floats(16 * n), arena.floats(16 * n), arena.floats(16 * n))
    }

    /// 16 values in 0..<1.
    private static func units(_ arena: Arena) -> Floats {
        let values = arena.floats(16)
        for r in 0..<16 { values[r] = (values[r] + 0.25) / 1.6 }
        return values
    }

    private static func decode(_ arena: Arena, _ n: Int, join: ChromaJoin, _ luma: (Floats) -> LumaSource) {
        let components = groups(arena, n)
        let noise = Octaves(arena.floats(Octaves.length))
        let sweep = DecodeSweep(
            luma: luma(arena.floats(16 * n)),
            carriers: RowCarriers(i: arena.floats(64), q: arena.floats(64), mask: 3), join: join, smear: smear,
            ringing: delayed(second, 1), noise: (noise.octaves, noise.octaves, NoiseOctaves(start: nil, count: 0)),
            noiseColumns: 0..<n, turn: (ConstFloats(arena.floats(16)), ConstFloats(arena.floats(16))))
        withExtendedLifetime(noise) {
            Reference.decodeGroup(components.c0, components.c1, components.c2, count: n, sweep: sweep)
        }
    }
}
