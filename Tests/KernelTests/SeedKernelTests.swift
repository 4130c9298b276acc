// SPDX-License-Identifier: MIT
import KernelTypes
import PixelKernels
import PixelReference
import TestSupport
import Testing

@Suite("Seeds of sixteen rows")
struct SeedKernelTests {
    private static let rows = RowGroup.rows

    /// Words at random, and some with no or all bits.
    private static func words(_ seed: UInt64) -> [UInt64] {
        var generator = Generator(seed: seed)
        return [0, .max, 1, 1 << 63] + (4..<2 * rows).map { _ in generator.next() }
    }

    /// What SipHash-2-4's paper gives for the key 00 01 ... 0f and the message 00 01 ... 0e.
    @Test(arguments: CPULevel.available) func published(level: CPULevel) {
        let (k0, k1): (UInt64, UInt64) = (0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908)
        let state = HashState(
            k0 ^ 0x736f_6d65_7073_6575, k1 ^ 0x646f_7261_6e64_6f6d, k0 ^ 0x6c79_6765_6e65_7261,
            k1 ^ 0x7465_6462_7974_6573)
        let words =
            [UInt64](repeating: k0, count: Self.rows)
            + [UInt64](repeating: 0x0f0e_0d0c_0b0a_0908, count: Self.rows)
        var hashes = [UInt64](repeating: 0, count: Self.rows)
        level.kernels.hashGroup(&hashes, words: words, state: state)
        #expect(hashes.allSatisfy { $0 == 0xa129_ca61_49be_45e5 })
    }

    @Test(arguments: CPULevel.available) func hashes(level: CPULevel) {
        for seed in 1...20 as ClosedRange<UInt64> {
            let words = Self.words(seed)
            let state = HashState(words[5], words[0], words[7], words[1])
            var (expected, actual) = (
                [UInt64](repeating: 0, count: Self.rows), [UInt64](repeating: 0, count: Self.rows)
            )
            Reference.hashGroup(&expected, words: words, state: state)
            level.kernels.hashGroup(&actual, words: words, state: state)
            #expect(actual == expected)
        }
    }

    @Test(arguments: CPULevel.available) func numbers(level: CPULevel) {
        for seed in 1...20 as ClosedRange<UInt64> {
            let words = Self.words(seed)
            func numbers(_ kernels: any KernelSet.Type) -> [[UInt32]] {
                var (first, second) = (
                    [UInt32](repeating: 0, count: Self.rows), [UInt32](repeating: 0, count: Self.rows)
                )
                kernels.randomGroup(&first, &second, seeds: words)
                return [first, second]
            }
            #expect(numbers(level.kernels) == numbers(Reference.self))
        }
    }
}
