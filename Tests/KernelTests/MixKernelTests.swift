// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

@Suite("Mixes of two rows")
struct MixKernelTests {
    /// The ends, the middle, what is next to them, and others.
    static let weights: [Int16] = [1, 2, 255, 256, 9830, 16383, 16384, 16385, 21845, 32512, 32766, 32767]

    @Test(arguments: CPULevel.available, Overlap.allCases)
    func mixRow8(level: CPULevel, overlap: Overlap) {
        for weight in Self.weights {
            // All widths once; the law is the same at any.
            compare(level, widths: weight == 9830 ? widths : [1, 65, 193]) { kernels, arena, width in
                let (first, second) = (arena.bytes(width), arena.bytes(width))
                let to = overlap == .inPlace ? second : arena.bytes(width)
                kernels.mixRow8(to, first, second, count: width, weight: weight)
            }
        }
    }

    @Test("Every pair of bytes", arguments: CPULevel.available) func everyPair(level: CPULevel) {
        let (first, second) = (Bytes.allocate(capacity: 65536), Bytes.allocate(capacity: 65536))
        let (to, expected) = (Bytes.allocate(capacity: 65536), Bytes.allocate(capacity: 65536))
        defer { [first, second, to, expected].forEach { $0.deallocate() } }
        for i in 0..<65536 { (first[i], second[i]) = (UInt8(i >> 8), UInt8(i & 255)) }
        for weight in Self.weights {
            level.kernels.mixRow8(to, first, second, count: 65536, weight: weight)
            Reference.mixRow8(expected, first, second, count: 65536, weight: weight)
            #expect((0..<65536).allSatisfy { to[$0] == expected[$0] }, "weight \(weight)")
        }
    }

    @Test("Every weight", arguments: CPULevel.available) func everyWeight(level: CPULevel) {
        let bytes: [UInt8] = [0, 1, 2, 63, 64, 127, 128, 129, 200, 253, 254, 255]
        let pairs = bytes.flatMap { a in bytes.map { (a, $0) } }
        let arena = Arena(seed: 1, fill: .random, placement: .unaligned)
        let (first, second) = (arena.bytes(pairs.map(\.0)), arena.bytes(pairs.map(\.1)))
        let (to, expected) = (arena.bytes(pairs.count), arena.bytes(pairs.count))
        for weight in 1...Int16.max {
            level.kernels.mixRow8(to, first, second, count: pairs.count, weight: weight)
            Reference.mixRow8(expected, first, second, count: pairs.count, weight: weight)
            for i in pairs.indices where to[i] != expected[i] {
                Issue.record("\(pairs[i]) with weight \(weight): \(to[i]) instead of \(expected[i])")
                return
            }
        }
    }

    static let storages = [
        SampleStorage.native, SampleStorage(swapped: true, shift: 0), SampleStorage(swapped: false, shift: 6),
    ]

    @Test(arguments: CPULevel.available, storages)
    func mixRow16(level: CPULevel, storage: SampleStorage) {
        for overlap in Overlap.allCases {
            for weight in Self.weights {
                compare(level, widths: weight == 9830 ? widths : [1, 65, 193]) { kernels, arena, width in
                    let (first, second) = (arena.samples(width), arena.samples(width))
                    let to = overlap == .inPlace ? first : arena.samples(width)
                    kernels.mixRow16(to, first, second, count: width, weight: weight, storage: storage)
                }
            }
        }
    }

    @Test(arguments: CPULevel.available, [false, true])
    func mixAlphaRow8(level: CPULevel, alphaFirst: Bool) {
        for overlap in Overlap.allCases {
            for weight in Self.weights {
                compare(level, widths: weight == 9830 ? widths : [1, 65, 193]) { kernels, arena, width in
                    let (first, second) = (arena.bytes(4 * width), arena.bytes(4 * width))
                    let to = overlap == .inPlace ? first : arena.bytes(4 * width)
                    kernels.mixAlphaRow8(to, first, second, count: width, weight: weight, alphaFirst: alphaFirst)
                }
            }
        }
    }

    /// With colours that are chosen so that exact halves are among the results.
    @Test("Every pair of alphas", arguments: CPULevel.available) func everyAlpha(level: CPULevel) {
        let count = 65536
        let rows = (0..<4).map { _ in Bytes.allocate(capacity: 4 * count) }
        defer { rows.forEach { $0.deallocate() } }
        var generator = Generator(seed: 3)
        for weight in Self.weights {
            for i in 0..<count {
                let random = generator.next()
                for (row, alpha) in [(0, i >> 8), (1, i & 255)] {
                    rows[row][4 * i] = UInt8(alpha)
                    for j in 1..<4 { rows[row][4 * i + j] = UInt8(truncatingIfNeeded: random >> (8 * (3 * row + j))) }
                }
                // A colour beside its neighbour: with equal parts the mix is a half.
                rows[1][4 * i + 3] = rows[0][4 * i + 3] ^ 1
            }
            level.kernels.mixAlphaRow8(rows[2], rows[0], rows[1], count: count, weight: weight, alphaFirst: true)
            Reference.mixAlphaRow8(rows[3], rows[0], rows[1], count: count, weight: weight, alphaFirst: true)
            #expect((0..<4 * count).allSatisfy { rows[2][$0] == rows[3][$0] }, "weight \(weight)")
        }
    }

    @Test(arguments: CPULevel.available, Overlap.allCases)
    func mixAlphaRow16(level: CPULevel, overlap: Overlap) {
        for weight in Self.weights {
            compare(level, widths: weight == 9830 ? widths : [1, 65, 193]) { kernels, arena, width in
                let (first, second) = (arena.samples(4 * width), arena.samples(4 * width))
                let to = overlap == .inPlace ? second : arena.samples(4 * width)
                kernels.mixAlphaRow16(to, first, second, count: width, weight: weight)
            }
        }
    }

    /// Columns of a row of `old` for one of `width`, in any order; half of them are far from its end.
    private func columns(_ arena: Arena, _ width: Int, old: Int) -> StretchColumns {
        let whole = width / 2
        func values(_ value: (Int) -> Int) -> UnsafePointer<Int32> {
            let bytes = arena.bytes(
                (0..<max(1, width)).flatMap { i in
                    (0..<4).map { UInt8(truncatingIfNeeded: value(i) >> (8 * $0)) }
                })
            return UnsafeRawPointer(bytes).assumingMemoryBound(to: Int32.self)
        }
        return StretchColumns(
            first: values { $0 * 7 % ($0 < whole ? old - 3 : old) },
            second: values { $0 < whole ? $0 * 7 % (old - 3) + 1 : ($0 * 7 + 1) % old },
            weight: values { [0, 1, 16384, 32767, $0 * 331 % 32768][$0 % 5] }, whole: whole)
    }

    /// Means of up to five columns of a row, of `old`.
    private func areas(_ arena: Arena, _ width: Int, old: Int) -> AreaColumns {
        func values(_ all: [Int]) -> UnsafeRawPointer {
            UnsafeRawPointer(
                arena.bytes(all.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }))
        }
        let counts = (0..<max(1, width)).map { 1 + $0 % 5 }
        let weights = counts.flatMap { count in (0..<count).map { $0 == 0 ? 32768 - (count - 1) * 7001 : 7001 } }
        var starts = [0]
        for count in counts { starts.append(starts[starts.count - 1] + count) }
        return AreaColumns(
            first: values(counts.enumerated().map { $0 * 3 % (old - $1 + 1) }).assumingMemoryBound(to: Int32.self),
            start: values(starts).assumingMemoryBound(to: Int32.self),
            weights: values(weights).assumingMemoryBound(to: UInt32.self))
    }

    @Test(arguments: CPULevel.available) func areaRow8(level: CPULevel) {
        for (step, components) in [(1, 1), (2, 1), (3, 3), (4, 4)] {
            compare(level, widths: [0, 1, 2, 17, 64, 193], placements: [.beforeForbiddenPage]) {
                kernels, arena, width in
                let (to, from) = (arena.bytes(step * width), arena.bytes(step * 11))
                kernels.areaRow8(
                    to, from, count: width, step: step, components: components, columns: areas(arena, width, old: 11))
            }
        }
    }

    @Test(arguments: CPULevel.available, storages) func areaRow16(level: CPULevel, storage: SampleStorage) {
        for (step, components) in [(1, 1), (2, 2), (4, 4)] {
            compare(level, widths: [0, 1, 2, 17, 64, 193], placements: [.beforeForbiddenPage]) {
                kernels, arena, width in
                let (to, from) = (arena.samples(step * width), arena.samples(step * 11))
                kernels.areaRow16(
                    to, from, count: width, step: step, components: components, columns: areas(arena, width, old: 11),
                    storage: storage)
            }
        }
    }

    @Test(arguments: CPULevel.available) func sumsOfRows(level: CPULevel) {
        compare(level, widths: widths) { kernels, arena, width in
            let (to, sums) = (arena.bytes(width), arena.counts(width))
            kernels.addRow8(sums, arena.bytes(width), count: width, weight: 12345, begins: true)
            kernels.addRow8(sums, arena.bytes(width), count: width, weight: 32768 - 12345, begins: false)
            kernels.storeSums8(to, sums, count: width)
        }
    }

    @Test(arguments: CPULevel.available, storages) func sumsOfDeepRows(level: CPULevel, storage: SampleStorage) {
        compare(level, widths: widths) { kernels, arena, width in
            let (to, sums) = (arena.samples(width), arena.counts(width))
            kernels.addRow16(sums, arena.samples(width), count: width, weight: 12345, begins: true, storage: storage)
            kernels.addRow16(
                sums, arena.samples(width), count: width, weight: 32768 - 12345, begins: false, storage: storage)
            kernels.storeSums16(to, sums, count: width, storage: storage)
        }
    }

    @Test(arguments: CPULevel.available) func stretchRow8(level: CPULevel) {
        for (step, components) in [(1, 1), (2, 1), (2, 2), (3, 3), (4, 1), (4, 4)] {
            compare(level, widths: [0, 1, 2, 17, 64, 193, 400], placements: [.beforeForbiddenPage]) {
                kernels, arena, width in
                let to = arena.bytes(step * width)
                let from = arena.bytes(step * 11)
                kernels.stretchRow8(
                    to, from, count: width, step: step, components: components,
                    columns: columns(arena, width, old: 11))
            }
        }
    }

    @Test(arguments: CPULevel.available, storages) func stretchRow16(level: CPULevel, storage: SampleStorage) {
        for (step, components) in [(1, 1), (2, 2), (4, 4)] {
            compare(level, widths: [0, 1, 2, 17, 64, 193], placements: [.beforeForbiddenPage]) {
                kernels, arena, width in
                let to = arena.samples(step * width)
                let from = arena.samples(step * 11)
                kernels.stretchRow16(
                    to, from, count: width, step: step, components: components,
                    columns: columns(arena, width, old: 11), storage: storage)
            }
        }
    }

    @Test("Equal alphas, also none, mix as bytes and samples do", arguments: CPULevel.available)
    func equalAlphas(level: CPULevel) {
        for alpha in [0, 1, 128, 255] {
            for weight in Self.weights {
                let arena = Arena(seed: UInt64(alpha), fill: .random, placement: .unaligned)
                let bytes = (0..<4).map { _ in arena.bytes(4 * 67) }
                let samples = (0..<4).map { _ in arena.samples(4 * 67) }
                for i in 0..<67 {
                    for row in 0..<2 {
                        bytes[row][4 * i + 3] = UInt8(alpha)
                        samples[row][4 * i] = UInt16(257 * alpha)
                    }
                }
                let k = level.kernels
                k.mixAlphaRow8(bytes[2], bytes[0], bytes[1], count: 67, weight: weight, alphaFirst: false)
                k.mixRow8(bytes[3], bytes[0], bytes[1], count: 4 * 67, weight: weight)
                #expect((0..<4 * 67).allSatisfy { bytes[2][$0] == bytes[3][$0] })
                k.mixAlphaRow16(samples[2], samples[0], samples[1], count: 67, weight: weight)
                k.mixRow16(samples[3], samples[0], samples[1], count: 4 * 67, weight: weight, storage: .native)
                #expect((0..<4 * 67).allSatisfy { samples[2][$0] == samples[3][$0] })
            }
        }
    }

    static let byHand: [(a: [UInt8], b: [UInt8], weight: Int16, result: [UInt8])] = [
        // Halves go up: (0 + 1) / 2, (254 + 255) / 2.
        ([255, 0, 254, 255], [255, 1, 255, 255], 16384, [255, 1, 255, 255]),
        // Only B is seen: its colour, half its alpha.
        ([0, 10, 20, 30], [255, 200, 100, 50], 16384, [128, 200, 100, 50]),
        // Nothing is seen: the plain mix.
        ([0, 10, 20, 30], [0, 30, 40, 51], 16384, [0, 20, 30, 41]),
        // (3/4 64 100 + 1/4 192 200) / (3/4 64 + 1/4 192) = 150; alpha 96.
        ([64, 100, 0, 255], [192, 200, 255, 0], 8192, [96, 150, 128, 128]),
    ]

    @Test("Values worked out by hand", arguments: 0..<byHand.count) func hand(index: Int) {
        let (a, b, weight, result) = Self.byHand[index]
        let arena = Arena(seed: 0, fill: .random, placement: .unaligned)
        let to = arena.bytes(4)
        Reference.mixAlphaRow8(to, arena.bytes(a), arena.bytes(b), count: 1, weight: weight, alphaFirst: true)
        #expect((0..<4).map { to[$0] } == result)
    }
}

extension ReferenceTests {
    static let mixPins: [Pin] = [
        (
            "mixRow8", 0x5937_B4DC_30BF_1CC1,
            { arena, n in
                Reference.mixRow8(arena.bytes(n), arena.bytes(n), arena.bytes(n), count: n, weight: 9830)
            }
        ),
        (
            "mixRow16", 0xCBBA_206E_68E4_C02B,
            { arena, n in
                let storage = SampleStorage(swapped: true, shift: 0)
                Reference.mixRow16(
                    arena.samples(n), arena.samples(n), arena.samples(n), count: n, weight: 9830, storage: storage)
            }
        ),
        (
            "mixAlphaRow8", 0xB415_B795_4A5C_A1CB,
            { arena, n in
                Reference.mixAlphaRow8(
                    arena.bytes(4 * n), arena.bytes(4 * n), arena.bytes(4 * n), count: n, weight: 9830,
                    alphaFirst: false)
            }
        ),
        (
            "mixAlphaRow16", 0x902D_5796_CADE_F42E,
            { arena, n in
                Reference.mixAlphaRow16(
                    arena.samples(4 * n), arena.samples(4 * n), arena.samples(4 * n), count: n, weight: 9830)
            }
        ),
    ]
}
