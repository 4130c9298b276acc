// SPDX-License-Identifier: MIT
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

@Suite("Numbers of rows")
struct NumberKernelTests {
    /// Keeps a number in the arena.
    private func keep(_ number: Double, _ arena: Arena) {
        let (to, number) = (arena.counts(2), number.isNaN ? .nan : number)
        (to[0], to[1]) = (UInt32(truncatingIfNeeded: number.bitPattern), UInt32(number.bitPattern >> 32))
    }

    @Test(arguments: CPULevel.available) func sumOfRow(level: CPULevel) {
        compare(level) { kernels, arena, width in
            keep(kernels.sumOfRow(arena.floats(width), count: width), arena)
        }
    }

    @Test(arguments: CPULevel.available) func extremesOfRow(level: CPULevel) {
        compare(level) { kernels, arena, width in
            keep(Double(kernels.leastOfRow(arena.floats(width), count: width)), arena)
            keep(Double(kernels.greatestOfRow(arena.floats(width), count: width)), arena)
        }
    }
}

@Suite("Tiles: frame memory to nominal floats and back")
struct TilePackKernelTests {
    /// Byte positions of components in a pixel, as BGRx, RGBx, xRGB, xBGR and AYUV have them.
    static let offsets = [(2, 1, 0), (0, 1, 2), (1, 2, 3), (3, 2, 1)]

    private let packedScales: [PackedScale] = offsets.enumerated().map { index, offsets in
        let scales = codeScales.filter { $0.depth == 8 }.map(\.scale)
        return PackedScale(
            offsets: offsets, scales: (scales[index], scales[(index + 1) % 4], scales[(index + 3) % 4]))
    }

    @Test(arguments: CPULevel.available) func unpackPacked(level: CPULevel) {
        for scale in packedScales {
            compare(level) { kernels, arena, width in
                let to = TileRows(arena.floats(width), arena.floats(width), arena.floats(width))
                kernels.unpackPacked(to, arena.bytes(4 * width), count: width, scale: scale)
            }
        }
    }

    @Test(arguments: CPULevel.available, Overlap.allCases)
    func packPacked(level: CPULevel, overlap: Overlap) {
        for scale in packedScales {
            compare(level) { kernels, arena, width in
                let others = arena.bytes(4 * width)
                let to = overlap == .inPlace ? others : arena.bytes(4 * width)
                let rows = TileRows(arena.floats(width), arena.floats(width), arena.floats(width))
                kernels.packPacked(to, others: others, rows, count: width, scale: scale)
            }
        }
    }

    @Test(arguments: CPULevel.available) func unpackRow8(level: CPULevel) {
        for (depth, scale) in codeScales where depth == 8 {
            compare(level) { kernels, arena, width in
                kernels.unpackRow8(arena.floats(width), arena.bytes(width), count: width, scale: scale)
            }
        }
    }

    @Test(arguments: CPULevel.available) func packRow8(level: CPULevel) {
        for (depth, scale) in codeScales where depth == 8 {
            compare(level) { kernels, arena, width in
                kernels.packRow8(arena.bytes(width), arena.floats(width), count: width, scale: scale)
            }
        }
    }

    /// As formats store samples: in either byte order, and 10 bits in the high bits (P010) or the low ones.
    static let storages: [(depth: Int, storage: SampleStorage)] = [
        (10, SampleStorage(swapped: false, shift: 0)), (10, SampleStorage(swapped: false, shift: 6)),
        (10, SampleStorage(swapped: true, shift: 6)), (16, SampleStorage(swapped: false, shift: 0)),
        (16, SampleStorage(swapped: true, shift: 0)),
    ]

    @Test(arguments: CPULevel.available) func unpackRow16(level: CPULevel) {
        for (depth, storage) in Self.storages {
            for (_, scale) in codeScales.filter({ $0.depth == depth }) {
                compare(level) { kernels, arena, width in
                    kernels.unpackRow16(
                        arena.floats(width), arena.samples(width), count: width, scale: scale, storage: storage)
                }
            }
        }
    }

    @Test(arguments: CPULevel.available) func packRow16(level: CPULevel) {
        for (depth, storage) in Self.storages {
            for (_, scale) in codeScales.filter({ $0.depth == depth }) {
                compare(level) { kernels, arena, width in
                    kernels.packRow16(
                        arena.samples(width), arena.floats(width), count: width, scale: scale, storage: storage)
                }
            }
        }
    }

    // MARK: Two routes

    /// Every code comes back from its nominal value.
    @Test(arguments: CPULevel.available) func unpackThenPackIsTheIdentity(level: CPULevel) {
        for (depth, scale) in codeScales {
            let count = 1 << depth
            let arena = Arena(seed: 0, fill: .random, placement: .beforeForbiddenPage)
            let values = arena.floats(count)
            let codes = (0..<count).map { UInt16($0) }
            let to = arena.samples(count)
            let storage = SampleStorage(swapped: false, shift: 0)
            level.kernels.unpackRow16(values, arena.samples(codes), count: count, scale: scale, storage: storage)
            level.kernels.packRow16(to, values, count: count, scale: scale, storage: storage)
            #expect((0..<count).allSatisfy { to[$0] == codes[$0] }, "\(scale)")
        }
    }
}
