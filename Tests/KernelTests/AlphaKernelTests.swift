// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

@Suite("Colours weighted by alpha")
struct AlphaKernelTests {
    @Test(arguments: CPULevel.available, [false, true])
    func bytes(level: CPULevel, alphaFirst: Bool) {
        compare(level) { kernels, arena, width in
            kernels.premultiplyRow8(
                arena.samples(4 * width), arena.bytes(4 * width), count: width, alphaFirst: alphaFirst)
        }
        compare(level) { kernels, arena, width in
            kernels.unpremultiplyRow8(
                arena.bytes(4 * width), arena.samples(4 * width), count: width, alphaFirst: alphaFirst)
        }
    }

    @Test(arguments: CPULevel.available)
    func samples(level: CPULevel) {
        compare(level) { kernels, arena, width in
            kernels.premultiplyRow16(arena.samples(4 * width), arena.samples(4 * width), count: width)
        }
        compare(level) { kernels, arena, width in
            kernels.unpremultiplyRow16(arena.samples(4 * width), arena.samples(4 * width), count: width)
        }
    }

    @Test(
        "Every weight and colour of bytes comes back, and all quotients are those of the law",
        arguments: CPULevel.available)
    func thereAndBack(level: CPULevel) {
        let count = 65536
        let (bytes, back) = (Bytes.allocate(capacity: 4 * count), Bytes.allocate(capacity: 4 * count))
        let (samples, expected) = (Samples.allocate(capacity: 4 * count), Bytes.allocate(capacity: 4 * count))
        defer {
            [bytes, back, expected].forEach { $0.deallocate() }
            samples.deallocate()
        }
        for i in 0..<count {
            for c in 0..<3 { bytes[4 * i + c] = UInt8(i & 255) }
            bytes[4 * i + 3] = UInt8(i >> 8)
        }
        level.kernels.premultiplyRow8(samples, bytes, count: count, alphaFirst: false)
        level.kernels.unpremultiplyRow8(back, samples, count: count, alphaFirst: false)
        #expect((256 * 4..<4 * count).allSatisfy { back[$0] == bytes[$0] })
        #expect((0..<256 * 4).allSatisfy { back[$0] == 0 })
        // Weights that are no multiples of 255, as averages have them.
        for i in 0..<count {
            samples[4 * i + 3] = UInt16(truncatingIfNeeded: i)
            for c in 0..<3 { samples[4 * i + c] = UInt16(truncatingIfNeeded: i / (c + 2)) }
        }
        level.kernels.unpremultiplyRow8(back, samples, count: count, alphaFirst: false)
        Reference.unpremultiplyRow8(expected, samples, count: count, alphaFirst: false)
        #expect((0..<4 * count).allSatisfy { back[$0] == expected[$0] })
    }
}
