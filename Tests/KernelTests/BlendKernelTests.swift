// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

@Suite("Blends of two rows")
struct BlendKernelTests {
    @Test(arguments: CPULevel.available, ByteBlend.allCases)
    func blendRow8(level: CPULevel, law: ByteBlend) {
        for overlap in Overlap.allCases {
            // All widths once; the law is the same at any.
            compare(level, widths: law == .multiply ? widths : [1, 65, 193]) { kernels, arena, width in
                let (first, second) = (arena.bytes(width), arena.bytes(width))
                let to = overlap == .inPlace ? second : arena.bytes(width)
                let changed = arena.bytes((0..<BytePattern.length).map { [255, 255, 240, 0][$0 % 4] })
                kernels.blendRow8(to, first, second, count: width, law: law, changed: changed)
            }
        }
    }

    @Test("Every pair of bytes", arguments: CPULevel.available, ByteBlend.allCases)
    func everyPair(level: CPULevel, law: ByteBlend) {
        let (first, second) = (Bytes.allocate(capacity: 65536), Bytes.allocate(capacity: 65536))
        let (to, expected) = (Bytes.allocate(capacity: 65536), Bytes.allocate(capacity: 65536))
        let changed = Bytes.allocate(capacity: BytePattern.length)
        defer { [first, second, to, expected, changed].forEach { $0.deallocate() } }
        for i in 0..<65536 { (first[i], second[i]) = (UInt8(i >> 8), UInt8(i & 255)) }
        changed.initialize(repeating: 255, count: BytePattern.length)
        level.kernels.blendRow8(to, first, second, count: 65536, law: law, changed: changed)
        Reference.blendRow8(expected, first, second, count: 65536, law: law, changed: changed)
        #expect((0..<65536).allSatisfy { to[$0] == expected[$0] })
    }

    private static let over = OverLaw(
        luma: (0.0625, 0.5, 0.25, 16), cb: (-0.125, -0.25, 0.4375, 128), cr: (0.5, -0.375, -0.0625, 128.5),
        alphaFirst: false,
        alphaScale: 0.9 / 255)

    /// Pixels, some of which are transparent.
    private func pixels(_ arena: Arena, _ width: Int, alpha: Int) -> Bytes {
        let pixels = arena.bytes(4 * width)
        for i in 0..<width where i % 70 > 30 { pixels[4 * i + alpha] = i % 3 == 0 ? 255 : 0 }
        for i in 0..<width where i % 140 > 70 { pixels[4 * i + alpha] = 0 }
        return pixels
    }

    @Test(arguments: CPULevel.available, [false, true]) func overRow8(level: CPULevel, alphaFirst: Bool) {
        for hasSums in [false, true] {
            for adds in [false, true] {
                compare(level, widths: widths) { kernels, arena, width in
                    var law = Self.over
                    law.alphaFirst = alphaFirst
                    let (luma, from) = (arena.bytes(width), pixels(arena, width, alpha: alphaFirst ? 0 : 3))
                    let sums = TileRows(arena.floats(width), arena.floats(width), arena.floats(width))
                    for i in 0..<width { (sums.c0[i], sums.c1[i], sums.c2[i]) = (Float(i % 9), 0, Float(i % 7) / 7) }
                    kernels.overRow8(luma, from, count: width, sums: hasSums ? sums : nil, adds: adds, law: law)
                }
            }
        }
    }

    @Test(arguments: CPULevel.available, [1, 2]) func overChromaRow8(level: CPULevel, columns: Int) {
        compare(level, widths: widths) { kernels, arena, width in
            func sums(_ most: Float) -> Floats {
                let row = arena.floats(columns * width)
                for i in 0..<columns * width { row[i] = Float(i % 37) / 37 * most }
                return row
            }
            let (cb, cr) = (arena.bytes(width), arena.bytes(width))
            kernels.overChromaRow8(
                cb, cr, TileRows(sums(2 * 260), sums(2 * 255), sums(2)), columns: columns, count: width,
                part: 0.5 / Float(columns))
        }
    }

    /// Any one pixel that is not opaque is found, by any one bit.
    @Test(arguments: CPULevel.available, [false, true])
    func isOpaqueRow8(level: CPULevel, alphaFirst: Bool) {
        var generator = Generator(seed: 6)
        for width in [0, 1, 2, 3, 4, 15, 16, 17, 31, 33, 67] {
            let row = Bytes.allocate(capacity: 4 * width + 4)
            defer { row.deallocate() }
            for i in 0..<4 * width {
                row[i] = i % 4 == (alphaFirst ? 0 : 3) ? 255 : UInt8.random(in: 0...255, using: &generator)
            }
            let isOpaque = level.kernels.isOpaqueRow8(row, count: width, alphaFirst: alphaFirst)
            #expect(isOpaque)
            for x in 0..<width {
                let position = 4 * x + (alphaFirst ? 0 : 3)
                row[position] = 255 ^ (1 << UInt8(x % 8))
                let isFound = !level.kernels.isOpaqueRow8(row, count: width, alphaFirst: alphaFirst)
                #expect(isFound, "\(x) of \(width)")
                row[position] = 255
            }
        }
    }
}
