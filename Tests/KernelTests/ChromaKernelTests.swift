// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

@Suite("Chroma that follows luma")
struct ChromaKernelTests {
    private func law(_ depth: Int, fullRange: Bool, columns: Int, _ matrix: Colorimetry.Matrix = .bt709) -> ChromaLaw {
        ChromaLaw(
            Colorimetry(matrix: matrix, fullRange: fullRange, depth: depth), maximum: (1 << depth) - 1,
            columns: columns)
    }

    @Test(arguments: CPULevel.available, [1, 2])
    func scaleChromaRows8(level: CPULevel, columns: Int) {
        for (seed, fullRange) in [false, true].enumerated() {
            let law = law(8, fullRange: fullRange, columns: columns)
            compare(level, seed: UInt64(seed)) { kernels, arena, width in
                func rows() -> (ConstBytes, ConstBytes) {
                    (ConstBytes(arena.bytes(columns * width)), ConstBytes(arena.bytes(columns * width)))
                }
                let (cb, cr, old) = (arena.bytes(width), arena.bytes(width), rows())
                kernels.scaleChromaRows8(cb, cr, old: old, new: rows(), count: width, law: law)
                // One row of luma that stands for two.
                kernels.scaleChromaRows8(
                    cb, cr, old: (old.0, old.0), new: (old.1, old.1), count: width, law: law)
            }
        }
    }

    /// 10 bits low and high, 16 bits in either order, full and limited range.
    private static let storages: [(depth: Int, storage: SampleStorage)] = [
        (10, .native), (10, SampleStorage(swapped: false, shift: 6)), (10, SampleStorage(swapped: true, shift: 0)),
        (16, .native), (16, SampleStorage(swapped: true, shift: 0)),
    ]

    @Test(arguments: CPULevel.available, [1, 2])
    func scaleChromaRows16(level: CPULevel, columns: Int) {
        for (seed, (depth, storage)) in Self.storages.enumerated() {
            let law = law(depth, fullRange: seed % 2 == 0, columns: columns)
            compare(level, seed: UInt64(seed)) { kernels, arena, width in
                func rows() -> (ConstSamples, ConstSamples) {
                    (ConstSamples(arena.samples(columns * width)), ConstSamples(arena.samples(columns * width)))
                }
                kernels.scaleChromaRows16(
                    arena.samples(width), arena.samples(width), old: rows(), new: rows(), count: width, law: law,
                    storage: storage)
            }
        }
    }

    /// Worked out by hand: BT.601, full range, one luma code for each chroma sample.
    @Test(arguments: CPULevel.available) func byHand(level: CPULevel) {
        func scaled(_ cb: UInt8, _ cr: UInt8, old: UInt8, new: UInt8) -> [UInt8] {
            var chroma: [UInt8] = [cb, cr]
            let law = law(8, fullRange: true, columns: 1, .bt601)
            chroma.withUnsafeMutableBufferPointer { chroma in
                guard let base = chroma.baseAddress else { return }
                withUnsafePointer(to: old) { old in
                    withUnsafePointer(to: new) { new in
                        level.kernels.scaleChromaRows8(
                            base, base + 1, old: (old, old), new: (new, new), count: 1, law: law)
                    }
                }
            }
            return chroma
        }
        // Twice as bright, thrice, half as bright, rounded half up; as it was.
        #expect(scaled(138, 123, old: 50, new: 100) == [148, 118])
        #expect(scaled(138, 123, old: 50, new: 150) == [158, 113])
        #expect(scaled(139, 123, old: 50, new: 25) == [134, 126])
        #expect(scaled(138, 123, old: 50, new: 50) == [138, 123])
        // Gray stays gray; black keeps its chroma, and what becomes black loses it.
        #expect(scaled(128, 128, old: 10, new: 250) == [128, 128])
        #expect(scaled(138, 123, old: 0, new: 100) == [138, 123])
        #expect(scaled(138, 123, old: 50, new: 0) == [128, 128])
        // Blue is 50 + 1.772 * 60 = 156.32: the gain is 255 / 156.32 = 1.6313 at most; 60 * 1.6313 = 97.88.
        #expect(scaled(188, 128, old: 50, new: 200) == [226, 128])
        // Red beyond white already: no more.
        #expect(scaled(128, 255, old: 200, new: 240) == [128, 255])
    }
}
