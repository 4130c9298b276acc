// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

/// A map of codes and what it is, for failure messages.
struct NamedMap: Sendable, CustomTestStringConvertible {
    let name: String
    let map: YCbCrAffine8
    var testDescription: String { name }

    /// The maps that tints give, the identity, and random ones.
    ///
    /// All are admissible: see `YCbCrAffine8`.
    static let all: [NamedMap] = tints + corners + random

    private static let corners = [
        NamedMap(
            name: "identity", map: map([[1, 0, 0], [0, 1, 0], [0, 0, 1]], offsets: [16, 128, 128], black: 16)),
        NamedMap(name: "nothing", map: map([[0, 0, 0], [0, 0, 0], [0, 0, 0]], offsets: [0, 0, 0], black: 0)),
        NamedMap(
            name: "negative", map: map([[-1, 0, 0], [0, -1, 0], [0, 0, -1]], offsets: [255, 128, 128], black: 0)),
        NamedMap(
            name: "ends", map: map([[2, 1, -1], [-2, 2, 1], [-2, -1, -0.9]], offsets: [0, 128, 255], black: 0)),
    ]

    private static func map(_ rows: [[Double]], offsets: [Double], black: Double) -> YCbCrAffine8 {
        let r = zip(rows, offsets).map { YCbCrAffine8.Row(($0[0], $0[1], $0[2]), offset: $1) }
        return YCbCrAffine8(luma: r[0], cb: r[1], cr: r[2], lumaOffset: black)
    }

    static let tints: [NamedMap] = [true, false].flatMap { fullRange in
        Colorimetry.Matrix.allCases.map { matrix in
            let c = Colorimetry(matrix: matrix, fullRange: fullRange, depth: 8)
            // What is left of (R, G, B) is (R, 0, B): written out from BT.709-6, 3.2 and 3.3, in codes.
            let (kb, kr, kg) = (c.kb, c.kr, c.kg)
            let q = c.lumaScale / c.chromaScale
            let (cb, cr) = (2 * (1 - kb), 2 * (1 - kr))
            let luma = [kr + kb, kb * cb * q, kr * cr * q]
            let toCb = [(1 - luma[0]) / cb / q, (cb - luma[1] / q) / cb, -luma[2] / q / cb]
            let toCr = [(1 - luma[0]) / cr / q, -luma[1] / q / cr, (cr - luma[2] / q) / cr]
            precondition(abs(kg + kr + kb - 1) < 1e-12)
            return NamedMap(
                name: "(R, 0, B) \(matrix) \(fullRange ? "full" : "limited")",
                map: map([luma, toCb, toCr], offsets: [c.lumaOffset, 128, 128], black: c.lumaOffset))
        }
    }

    private static let random: [NamedMap] = {
        var generator = Generator(seed: 420)
        func row() -> [Double] {
            while true {
                let c = (0..<3).map { _ in Double.random(in: -1.999...1.999, using: &generator) }
                if abs(c[0]) * 255 + (abs(c[1]) + abs(c[2])) * 128 < 760 { return c }
            }
        }
        return (0..<6).map { index in
            let offsets = (0..<3).map { _ in Double.random(in: 0...255, using: &generator) }
            let rows = [row(), row(), row()]
            return NamedMap(name: "random \(index)", map: map(rows, offsets: offsets, black: Double(index * 51)))
        }
    }()
}

@Suite("8-bit Y'CbCr")
struct YCbCrKernelTests {
    // Every width for one map, some widths for the others: what a coefficient does, it does at any width.
    private func widths(_ map: NamedMap) -> [Int] {
        map.name == "random 0" ? KernelTests.widths : [2, 131]
    }

    private func placements(_ map: NamedMap) -> [Placement] {
        map.name == "random 0" ? Placement.allCases : [.unaligned]
    }

    private func rows(_ arena: Arena, _ width: Int, chroma: Int, twoRows: Bool) -> YCbCrRows {
        let luma = arena.bytes(width)
        return YCbCrRows(
            luma0: luma, luma1: twoRows ? arena.bytes(width) : luma, cb: arena.bytes(chroma), cr: arena.bytes(chroma))
    }

    @Test(arguments: CPULevel.available, NamedMap.all)
    func ycbcrAffineRows420(level: CPULevel, map: NamedMap) {
        for (overlap, twoRows) in [(Overlap.inPlace, true), (.inPlace, false), (.apart, true), (.apart, false)] {
            compare(level, widths: widths(map), placements: placements(map)) { kernels, arena, width in
                let chroma = (width + 1) / 2
                let from = rows(arena, width, chroma: chroma, twoRows: twoRows)
                let to = overlap == .inPlace ? from : rows(arena, width, chroma: chroma, twoRows: twoRows)
                kernels.ycbcrAffineRows420(to, from, width: width, map: map.map)
            }
        }
    }

    @Test(arguments: CPULevel.available, NamedMap.all)
    func ycbcrAffineRow422(level: CPULevel, map: NamedMap) {
        for overlap in Overlap.allCases {
            compare(level, widths: widths(map), placements: placements(map)) { kernels, arena, width in
                let chroma = (width + 1) / 2
                let from = rows(arena, width, chroma: chroma, twoRows: false)
                let to = overlap == .inPlace ? from : rows(arena, width, chroma: chroma, twoRows: false)
                kernels.ycbcrAffineRow422(to, from, width: width, map: map.map)
            }
        }
    }

    @Test(arguments: CPULevel.available, NamedMap.all)
    func ycbcrAffineRow444(level: CPULevel, map: NamedMap) {
        for overlap in Overlap.allCases {
            compare(level, widths: widths(map), placements: placements(map)) { kernels, arena, width in
                let from = rows(arena, width, chroma: width, twoRows: false)
                let to = overlap == .inPlace ? from : rows(arena, width, chroma: width, twoRows: false)
                kernels.ycbcrAffineRow444(to, from, width: width, map: map.map)
            }
        }
    }

    @Test(arguments: CPULevel.available, NamedMap.all)
    func ycbcrAffinePacked422(level: CPULevel, map: NamedMap) {
        for (overlap, lumaFirst) in [(Overlap.inPlace, true), (.apart, true), (.inPlace, false), (.apart, false)] {
            compare(level, widths: widths(map), placements: placements(map)) { kernels, arena, width in
                let from = arena.bytes(4 * width)
                let to = overlap == .inPlace ? from : arena.bytes(4 * width)
                kernels.ycbcrAffinePacked422(to, from, pairs: width, map: map.map, lumaFirst: lumaFirst)
            }
        }
    }

    /// A map with Cb and Cr exchanged does to (luma, Cr, Cb) what the map does to (luma, Cb, Cr).
    @Test func exchangingChroma() {
        let map = NamedMap.tints[0].map
        let arena = Arena(seed: 9, fill: .random, placement: .unaligned)
        let (a, b) = (rows(arena, 64, chroma: 64, twoRows: false), rows(arena, 64, chroma: 64, twoRows: false))
        for i in 0..<64 { (b.luma0[i], b.cb[i], b.cr[i]) = (a.luma0[i], a.cr[i], a.cb[i]) }
        Reference.ycbcrAffineRow444(a, a, width: 64, map: map)
        Reference.ycbcrAffineRow444(b, b, width: 64, map: map.exchangingChroma)
        for i in 0..<64 { #expect((b.luma0[i], b.cb[i], b.cr[i]) == (a.luma0[i], a.cr[i], a.cb[i])) }
    }
}
