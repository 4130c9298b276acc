// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

@Suite("Pixels in another order")
struct OrientKernelTests {
    @Test(arguments: CPULevel.available, [1, 2, 3, 4, 8]) func reverseRow(level: CPULevel, size: Int) {
        compare(level, fills: [.random]) { kernels, arena, width in
            kernels.reverseRow(arena.bytes(width * size), arena.bytes(width * size), count: width, size: size)
        }
    }

    @Test(arguments: CPULevel.available, [false, true]) func reversePacked422(level: CPULevel, lumaFirst: Bool) {
        compare(level, fills: [.random]) { kernels, arena, width in
            kernels.reversePacked422(arena.bytes(4 * width), arena.bytes(4 * width), pairs: width, lumaFirst: lumaFirst)
        }
    }

    /// Blocks of every size around the squares of all levels; `width` is that of the row, or of the column.
    @Test(arguments: CPULevel.available, [1, 2, 3, 4, 8]) func transposeBlock(level: CPULevel, size: Int) {
        for other in [1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 80] {
            compare(level, widths: [0, 1, 2, 3, 4, 5, 8, 15, 16, 17, 33, 64, 65], fills: [.random]) {
                kernels, arena, width in
                Self.transpose(kernels, arena, rows: other, columns: width, size: size)
            }
        }
    }

    /// With strides that are more than a row has, forwards and backwards.
    static func transpose(_ kernels: any KernelSet.Type, _ arena: Arena, rows: Int, columns: Int, size: Int) {
        let (stride, fromStride) = (rows * size + 3, columns * size + 5)
        let to = arena.bytes(stride * columns)
        let from = arena.bytes(fromStride * rows)
        kernels.transposeBlock(
            to, stride: stride, from, stride: fromStride, rows: rows, columns: columns, size: size)
        guard rows > 0, columns > 0 else { return }
        let backwards = arena.bytes(stride * columns)
        kernels.transposeBlock(
            backwards + stride * (columns - 1), stride: -stride, from + fromStride * (rows - 1), stride: -fromStride,
            rows: rows, columns: columns, size: size)
    }

    @Test(arguments: CPULevel.available, [0, 1, 2]) func meanChromaRow8(level: CPULevel, step: Int) {
        compare(level) { kernels, arena, width in
            kernels.meanChromaRow8(
                arena.bytes(width), arena.bytes(width), arena.bytes(width), count: width, step: step)
        }
    }

    @Test(arguments: CPULevel.available, [0, 1, 2]) func meanChromaRow16(level: CPULevel, step: Int) {
        for storage in [.native, SampleStorage(swapped: false, shift: 6), SampleStorage(swapped: true, shift: 0)] {
            compare(level) { kernels, arena, width in
                kernels.meanChromaRow16(
                    arena.samples(width), arena.samples(width), arena.samples(width), count: width, step: step,
                    storage: storage)
            }
        }
    }
}

extension ReferenceTests {
    static let orientPins: [Pin] = [
        (
            "reverseRow", 0x9A3A_674F_282F_953F,
            { arena, n in Reference.reverseRow(arena.bytes(3 * n), arena.bytes(3 * n), count: n, size: 3) }
        ),
        (
            "reversePacked422", 0xA21A_5BC3_7201_2D65,
            { arena, n in
                Reference.reversePacked422(arena.bytes(4 * n), arena.bytes(4 * n), pairs: n, lumaFirst: false)
            }
        ),
        (
            "transposeBlock", 0x439A_41B5_C62E_6D45,
            { arena, n in OrientKernelTests.transpose(Reference.self, arena, rows: 5, columns: n, size: 2) }
        ),
        (
            "meanChromaRow8", 0x03B1_815A_0419_6B7C,
            { arena, n in
                Reference.meanChromaRow8(arena.bytes(n), arena.bytes(n), arena.bytes(n), count: n, step: 2)
            }
        ),
        (
            "meanChromaRow16", 0x44D6_2CB4_D361_B90F,
            { arena, n in
                Reference.meanChromaRow16(
                    arena.samples(n), arena.samples(n), arena.samples(n), count: n, step: 1,
                    storage: SampleStorage(swapped: false, shift: 6))
            }
        ),
    ]
}
