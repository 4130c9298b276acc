// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

@Suite("Windows: sums of neighbours")
struct WindowKernelTests {
    /// Which NaN comes out of two is the order of an instruction's operands, so there are none in arithmetic.
    private let fills: [Fill] = [.random, .nearZero, .nearMaximum, .constant, .ramp]

    @Test(arguments: CPULevel.available, [0, 1, 2, 5, 16, 54]) func convolveRow(level: CPULevel, reach: Int) {
        compare(level, fills: fills) { kernels, arena, width in
            let weights = arena.floats(reach + 1)
            let from = arena.floats(width + 2 * reach) + reach
            kernels.convolveRow(arena.floats(width), from, count: width, weights: weights, reach: reach)
        }
    }

    @Test(arguments: CPULevel.available, [0, 1, 2, 5, 16, 54]) func convolveColumns(level: CPULevel, reach: Int) {
        compare(level, fills: fills) { kernels, arena, width in
            Self.convolveColumns(kernels, arena, width, reach: reach)
        }
    }

    static func convolveColumns(_ kernels: any KernelSet.Type, _ arena: Arena, _ width: Int, reach: Int) {
        let weights = arena.floats(2 * reach + 7)
        let rows = (0..<2 * reach + 4).map { _ in ConstFloats(arena.floats(width)) }
        let to = (arena.floats(width), arena.floats(width), arena.floats(width), arena.floats(width))
        kernels.convolveColumns(to, rows, count: width, weights: weights, reach: reach)
    }
}

extension ReferenceTests {
    static let windowPins: [Pin] = [
        (
            "convolveRow", 0x2F32_5C8C_1B9E_EAFE,
            { arena, n in
                Reference.convolveRow(
                    arena.floats(n), arena.floats(n + 6) + 3, count: n, weights: arena.floats(4), reach: 3)
            }
        ),
        (
            "convolveColumns", 0xD6AF_BB90_628A_25B3,
            { arena, n in WindowKernelTests.convolveColumns(Reference.self, arena, n, reach: 3) }
        ),
    ]
}
