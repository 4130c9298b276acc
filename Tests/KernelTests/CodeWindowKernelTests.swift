// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

@Suite("Windows over codes: sums of neighbours in samples")
struct CodeWindowKernelTests {
    @Test(arguments: CPULevel.available) func raiseRow8(level: CPULevel) {
        compare(level) { kernels, arena, width in
            kernels.raiseRow8(arena.samples(width), arena.bytes(width), count: width)
        }
    }

    /// The fourth byte of the last pixel is not there.
    @Test(arguments: CPULevel.available) func raisePixelsRow8(level: CPULevel) {
        compare(level) { kernels, arena, width in
            kernels.raisePixelsRow8(arena.samples(3 * width), arena.bytes(max(0, 4 * width - 1)), count: width)
        }
    }

    @Test(arguments: CPULevel.available) func replacePixelsRow8(level: CPULevel) {
        compare(level) { kernels, arena, width in
            kernels.replacePixelsRow8(arena.bytes(max(0, 4 * width - 1)), arena.bytes(3 * width), count: width)
        }
    }

    @Test(arguments: CPULevel.available, [(0, 1), (1, 3), (2, 2), (5, 1), (16, 3), (54, 2)])
    func convolveRow16(level: CPULevel, window: (reach: Int, step: Int)) {
        compare(level) { kernels, arena, width in
            Self.convolveRow16(kernels, arena, width, reach: window.reach, step: window.step)
        }
    }

    @Test(arguments: CPULevel.available, [0, 1, 2, 3, 4, 5, 6, 7, 18, 54])
    func convolveColumns16(level: CPULevel, reach: Int) {
        compare(level) { kernels, arena, width in
            Self.convolveColumns16(kernels, arena, width, reach: reach)
        }
    }

    static func convolveRow16(_ kernels: any KernelSet.Type, _ arena: Arena, _ width: Int, reach: Int, step: Int) {
        let weights = arena.samples(reach + 1)
        let from = arena.samples(width + 2 * reach * step) + reach * step
        kernels.convolveRow16(
            arena.samples(width), from, count: width, step: step, weights: weights, reach: reach)
    }

    static func convolveColumns16(_ kernels: any KernelSet.Type, _ arena: Arena, _ width: Int, reach: Int) {
        let weights = arena.samples(reach + 1)
        let rows = (0..<2 * reach + 4).map { _ in ConstSamples(arena.samples(width)) }
        let to = (arena.bytes(width), arena.bytes(width), arena.bytes(width), arena.bytes(width))
        kernels.convolveColumns16(to, rows, count: width, weights: weights, reach: reach)
    }

    /// Weights of 1/4, 1/2 and 1/4 by hand: (10 + 2 * 20 + 50) / 4 = 25, and each rounded down in turn.
    @Test func sumByHand() {
        let arena = Arena(seed: 0, fill: .random, placement: .unaligned)
        let (samples, sum) = (arena.samples(3), arena.samples(1))
        Reference.raiseRow8(samples, arena.bytes([10, 20, 50]), count: 3)
        #expect((samples[0], samples[1], samples[2]) == (1344, 2624, 6464))
        let weights = arena.samples([16384, 16384])
        Reference.convolveRow16(sum, samples + 1, count: 1, step: 1, weights: weights, reach: 1)
        // 1 + 5248 / 4 + 7808 / 4
        #expect(sum[0] == 3265)
        let to = (arena.bytes(1), arena.bytes(1), arena.bytes(1), arena.bytes(1))
        let rows = (0..<6).map { _ in ConstSamples(sum) }
        Reference.convolveColumns16(to, rows, count: 1, weights: weights, reach: 1)
        #expect((to.0[0], to.3[0]) == (25, 25))
    }

    /// No sum of codes is beyond 16 bits, whatever the weights, and what is constant stays so.
    @Test(arguments: [0, 1, 6, 36, 54, 62]) func constantStays(reach: Int) {
        var generator = Generator(seed: UInt64(reach))
        let arena = Arena(seed: 0, fill: .random, placement: .unaligned)
        for code in UInt8.min...255 {
            var (weights, rest) = ([UInt16](repeating: 0, count: reach + 1), 32768)
            for k in 0..<reach {
                let weight = Int.random(in: 0...2 * rest / (reach + 1 - k), using: &generator)
                weights[k] = UInt16(min(rest, weight))
                rest -= Int(weights[k])
            }
            weights[reach] = UInt16(rest)
            arena.restart(seed: 0, fill: .random, placement: .unaligned)
            let (samples, sum) = (arena.samples(2 * reach + 1), arena.samples(1))
            let codes = [UInt8](repeating: code, count: 2 * reach + 1)
            Reference.raiseRow8(samples, arena.bytes(codes), count: codes.count)
            let row = ConstSamples(arena.samples(weights))
            Reference.convolveRow16(sum, samples + reach, count: 1, step: 1, weights: row, reach: reach)
            let to = (arena.bytes(1), arena.bytes(1), arena.bytes(1), arena.bytes(1))
            let rows = (0..<2 * reach + 4).map { _ in ConstSamples(sum) }
            Reference.convolveColumns16(to, rows, count: 1, weights: row, reach: reach)
            #expect(to.0[0] == code, "\(weights)")
        }
    }
}

extension ReferenceTests {
    static let codeWindowPins: [Pin] = [
        (
            "raiseRow8", 0xB93C_A280_3ECF_E5B3,
            { arena, n in Reference.raiseRow8(arena.samples(n), arena.bytes(n), count: n) }
        ),
        (
            "raisePixelsRow8", 0x33C7_558D_E4B0_6707,
            { arena, n in Reference.raisePixelsRow8(arena.samples(3 * n), arena.bytes(4 * n), count: n) }
        ),
        (
            "replacePixelsRow8", 0x1086_2408_2CF8_4411,
            { arena, n in Reference.replacePixelsRow8(arena.bytes(4 * n), arena.bytes(3 * n), count: n) }
        ),
        (
            "convolveRow16", 0x6BD0_A11A_D12C_EEDD,
            { arena, n in CodeWindowKernelTests.convolveRow16(Reference.self, arena, n, reach: 3, step: 2) }
        ),
        (
            "convolveColumns16", 0x68AB_4BC2_F1E1_4E6F,
            { arena, n in CodeWindowKernelTests.convolveColumns16(Reference.self, arena, n, reach: 3) }
        ),
    ]
}
