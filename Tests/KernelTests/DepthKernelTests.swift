// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

@Suite("Depth")
struct DepthKernelTests {
    @Test(arguments: CPULevel.available) func widenRow8(level: CPULevel) {
        compare(level, fills: [.random]) { kernels, arena, width in
            kernels.widenRow8(arena.samples(width), arena.bytes(width), count: width)
        }
    }

    @Test(arguments: CPULevel.available, Overlap.allCases) func swapRow16(level: CPULevel, overlap: Overlap) {
        compare(level, fills: [.random]) { kernels, arena, width in
            let from = arena.samples(width)
            kernels.swapRow16(overlap == .inPlace ? from : arena.samples(width), from, count: width)
        }
    }

    /// Wide and narrow, upside down, of fractions of a step, far off, all black or all white.
    static let scales: [DepthScale] = [
        scale(0, 6000), scale(300.25, 812.75), scale(812.75, 300.25), scale(0, 65535), scale(65000, 65001),
        scale(65000.4, 65000.401), scale(-1e9, -1e9 + 1000), scale(1e9, 1e9 + 1000), scale(0, 255), scale(0, 1e12),
    ]

    static func scale(_ near: Float, _ far: Float) -> DepthScale {
        let length = far == near ? 1 : far - near
        return DepthScale(near: near, gain: 255 / length, limit: 255, invalid: 0, invalidCode: 77)
    }

    @Test(arguments: CPULevel.available) func depthRow8(level: CPULevel) {
        for (index, scale) in Self.scales.enumerated() {
            compare(level, seed: UInt64(index), widths: index == 0 ? widths : [1, 65, 193]) { kernels, arena, width in
                kernels.depthRow8(arena.bytes(width), arena.samples(width), count: width, scale: scale)
            }
        }
    }

    @Test(arguments: CPULevel.available, Overlap.allCases) func depthRow16(level: CPULevel, overlap: Overlap) {
        for (index, scale) in Self.scales.enumerated() {
            var scale = scale
            (scale.gain, scale.limit) = (scale.gain * 257, 65535)
            (scale.invalid, scale.invalidCode) = (UInt16(index), UInt16(65535 - index))
            compare(level, seed: UInt64(index), widths: index == 0 ? widths : [1, 65, 193]) { kernels, arena, width in
                let from = arena.samples(width)
                let to = overlap == .inPlace ? from : arena.samples(width)
                kernels.depthRow16(to, from, count: width, scale: scale)
            }
        }
    }

    @Test("Every depth", arguments: CPULevel.available) func everyDepth(level: CPULevel) {
        let depths = Samples.allocate(capacity: 65536)
        let (to, expected) = (Bytes.allocate(capacity: 65536), Bytes.allocate(capacity: 65536))
        defer {
            depths.deallocate()
            to.deallocate()
            expected.deallocate()
        }
        for i in 0..<65536 { depths[i] = UInt16(i) }
        for scale in Self.scales {
            level.kernels.depthRow8(to, depths, count: 65536, scale: scale)
            Reference.depthRow8(expected, depths, count: 65536, scale: scale)
            #expect((0..<65536).allSatisfy { to[$0] == expected[$0] }, "\(scale)")
        }
    }

    @Test(arguments: CPULevel.available, [UInt16(0), 1, 3, 65535]) func depthExtrema(level: CPULevel, invalid: UInt16) {
        for width in widths {
            for fill in Fill.allCases {
                for placement in Placement.allCases {
                    let arena = Arena(seed: UInt64(width), fill: fill, placement: placement)
                    let from = ConstSamples(arena.samples(width))
                    let expected = Reference.depthExtrema(from, count: width, invalid: invalid)
                    let actual = level.kernels.depthExtrema(from, count: width, invalid: invalid)
                    #expect(actual == expected, "width \(width), fill \(fill)")
                }
            }
        }
    }

    @Test(arguments: CPULevel.available, [1, 2, 5]) func countRow16(level: CPULevel, step: Int) {
        compare(level, widths: [0, 3, 129], fills: [.random, .constant], placements: [.unaligned]) {
            kernels, arena, width in
            let from = arena.samples(max(0, (width - 1) * step + 1))
            kernels.countRow16(arena.counts(65536), from, step: step, count: width)
        }
    }

    @Test(arguments: CPULevel.available) func lookUps(level: CPULevel) {
        compare(level, fills: [.nearZero, .random], placements: [.beforeForbiddenPage]) { kernels, arena, width in
            let levels = arena.samples(width)
            for i in 0..<width { levels[i] %= 257 }
            let bytes = arena.bytes((0..<257).map { UInt8(truncatingIfNeeded: $0 * 167) })
            kernels.lookUpRow16to8(arena.bytes(width), levels, count: width, table: bytes)
            let pixels = (0..<257).map { UInt32(truncatingIfNeeded: $0 * 16_777_619) }
            pixels.withUnsafeBufferPointer { table in
                guard let table = table.baseAddress else { return }
                kernels.lookUpRow16to32(arena.bytes(4 * width), levels, count: width, table: table)
            }
        }
    }

    @Test(arguments: CPULevel.available) func spreadRow8(level: CPULevel) {
        for shift in [UInt32(0), 8, 16, 24] {
            compare(level, fills: [.random]) { kernels, arena, width in
                kernels.spreadRow8(
                    arena.bytes(4 * width), arena.bytes(width), count: width, mask: ~(255 << shift),
                    others: 255 << shift)
            }
        }
    }

    @Test(arguments: CPULevel.available, [false, true]) func meanPairs8(level: CPULevel, isOneRow: Bool) {
        compare(level) { kernels, arena, width in
            let first = arena.bytes(width)
            let second = isOneRow ? first : arena.bytes(width)
            kernels.meanPairs8(arena.bytes((width + 1) / 2), first, second, width: width)
        }
    }

    // MARK: Clean-up

    static let smoothings = [
        DepthSmoothing(alpha: 0.5, delta: 20, invalid: 0), DepthSmoothing(alpha: 0.25, delta: 1, invalid: 0),
        DepthSmoothing(alpha: 1, delta: 50, invalid: 2), DepthSmoothing(alpha: 0.4, delta: 100, invalid: 65535),
        DepthSmoothing(alpha: 0, delta: 2, invalid: 1),
    ]

    @Test(arguments: CPULevel.available, 2...8) func decimateRow16(level: CPULevel, factor: Int) {
        for rows in [1, factor] {
            compare(level, widths: [1, 2, 7, 8, 9, 65], fills: [.random, .nearZero, .constant, .extreme]) {
                kernels, arena, width in
                let from = arena.samples((rows - 1) * (width + 3) + width)
                let count = max(1, width / factor)
                kernels.decimateRow16(
                    arena.samples(count), from, stride: width + 3, rows: rows, width: width, factor: factor,
                    count: count, invalid: 0)
            }
        }
    }

    @Test(arguments: CPULevel.available) func thresholdRow16(level: CPULevel) {
        for (low, high) in [(UInt16(1), UInt16(2)), (100, 40000), (0, 65535), (7, 6)] {
            compare(level) { kernels, arena, width in
                kernels.thresholdRow16(arena.samples(width), count: width, low: low, high: high, invalid: 0)
            }
        }
    }

    @Test(arguments: CPULevel.available, [0, 2, 4, 255]) func smoothRows16(level: CPULevel, holes: Int) {
        let scratch = Samples.allocate(capacity: 64 * 300)
        defer { scratch.deallocate() }
        for (index, smoothing) in Self.smoothings.enumerated() {
            let rows = [1, 2, 8, 33, 67][index]
            compare(level, widths: [0, 1, 2, 3, 17, 300]) { kernels, arena, width in
                let stride = width + 5
                let position = arena.samples(max(0, (rows - 1) * stride + width))
                kernels.smoothRows16(
                    position, stride: stride, rows: rows, count: width, smoothing: smoothing, holes: holes,
                    scratch: scratch)
            }
        }
    }

    @Test(arguments: CPULevel.available) func smoothColumns16(level: CPULevel) {
        for smoothing in Self.smoothings {
            for (rows, isUp) in [(1, false), (2, true), (9, false), (9, true)] {
                compare(level, widths: [0, 1, 2, 3, 17, 64, 99, 300]) { kernels, arena, width in
                    let stride = width + 5
                    let position = arena.samples((rows - 1) * stride + width)
                    kernels.smoothColumns16(
                        isUp ? position + (rows - 1) * stride : position, stride: isUp ? -stride : stride, rows: rows,
                        count: width, smoothing: smoothing)
                }
            }
        }
    }

    @Test(arguments: CPULevel.available, [UInt8(0), 1, 2, 8, 9]) func steadyRow16(level: CPULevel, minimum: UInt8) {
        for (index, smoothing) in Self.smoothings.enumerated() {
            let persistence = DepthPersistence(bit: 1 << UInt8(index), mask: 0xB5, minimum: minimum)
            compare(level, seed: UInt64(index)) { kernels, arena, width in
                let (row, last) = (arena.samples(width), arena.samples(width))
                let history = arena.bytes((0..<width).map { UInt8(truncatingIfNeeded: $0 * 37) })
                kernels.steadyRow16(
                    row, last: last, history: history, count: width, smoothing: smoothing, persistence: persistence)
            }
        }
    }

    @Test(arguments: CPULevel.available) func fillRow16(level: CPULevel) {
        compare(level) { kernels, arena, width in
            kernels.fillRow16(arena.samples(width), count: width, invalid: 0)
        }
        for farthest in [false, true] {
            compare(level) { kernels, arena, width in
                kernels.fillRow16(
                    arena.samples(width), above: arena.samples(width), below: arena.samples(width), count: width,
                    farthest: farthest, invalid: 1)
            }
        }
    }

    // MARK: By hand

    @Test("A slope, its ends and what is none, worked out by hand") func slopeByHand() {
        let arena = Arena(seed: 0, fill: .random, placement: .unaligned)
        let to = arena.bytes(6)
        // 255 (z - 1000) / 1000: 500 gives 127.5, which goes up.
        let scale = DepthScale(near: 1000, gain: 0.255, limit: 255, invalid: 0, invalidCode: 9)
        Reference.depthRow8(to, arena.samples([0, 1, 1000, 1500, 2000, 65535]), count: 6, scale: scale)
        #expect((0..<6).map { to[$0] } == [9, 0, 0, 128, 255, 255])
    }

    @Test("A row that is smoothed, worked out by hand") func smoothingByHand() {
        let arena = Arena(seed: 0, fill: .random, placement: .unaligned)
        let row = arena.samples([100, 110, 0, 0, 0, 200, 201])
        let smoothing = DepthSmoothing(alpha: 0.5, delta: 20, invalid: 0)
        // Right: 105; holes of 105 twice (3 - 1); 200; 201 -> 200.5 + .5 = 201. Back: 200 -> 201; 201 in the hole; the edge
        // stays, 105, 105, and 100 -> 102.5 + .5 = 103.
        Reference.smoothRows16(row, stride: 7, rows: 1, count: 7, smoothing: smoothing, holes: 3, scratch: row)
        #expect((0..<7).map { row[$0] } == [103, 105, 105, 105, 201, 201, 201])
    }
}

extension ReferenceTests {
    static let depthPins: [Pin] = [
        (
            "depthRow8", 0x67D2_4515_C49A_EAB5,
            { arena, n in
                Reference.depthRow8(
                    arena.bytes(n), arena.samples(n), count: n, scale: DepthKernelTests.scale(1000.5, 50000))
            }
        ),
        (
            "meanPairs8", 0x2E10_8D51_8A5A_8B0A,
            { arena, n in Reference.meanPairs8(arena.bytes(n / 2), arena.bytes(n), arena.bytes(n), width: n) }
        ),
        (
            "smoothRows16", 0xE23E_CA25_B49C_84C3,
            { arena, n in
                let row = arena.samples(n)
                for i in 0..<n { row[i] %= 40 }
                Reference.smoothRows16(
                    row, stride: n, rows: 1, count: n, smoothing: DepthKernelTests.smoothings[0], holes: 4,
                    scratch: row)
            }
        ),
    ]
}
