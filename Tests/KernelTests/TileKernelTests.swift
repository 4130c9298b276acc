// SPDX-License-Identifier: MIT
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

@Suite("Tiles: effects, colour and chroma resampling")
struct TileKernelTests {
    /// Which NaN comes out of two is the order of an instruction's operands, so there are none in arithmetic.
    private let fills: [Fill] = [.random, .nearZero, .nearMaximum, .constant, .ramp]

    static let matrices: [TileMatrix] = {
        var generator = Generator(seed: 3)
        func row() -> TileMatrix.Row {
            func value() -> Float { .random(in: -2...2, using: &generator) }
            return (value(), value(), value())
        }
        return [
            TileMatrix((1, 0, 0), (0, 1, 0), (0, 0, 1)),
            TileMatrix((0, 0, 0), (0, 0, 1), (-0.0, 1, -1)),
            TileMatrix((1e38, 1e38, 0), (1e-38, 1e-38, 1e-38), (3, -3, 1e30)),
            TileMatrix(row(), row(), row()), TileMatrix(row(), row(), row()),
        ]
    }()

    @Test(arguments: CPULevel.available) func matrixRows(level: CPULevel) {
        for (index, matrix) in Self.matrices.enumerated() {
            compare(level, seed: UInt64(index), fills: fills) { kernels, arena, width in
                let rows = TileRows(arena.floats(width), arena.floats(width), arena.floats(width))
                kernels.matrixRows(rows, rows, count: width, matrix: matrix)
            }
        }
    }

    @Test(arguments: CPULevel.available, [0, -0.0, 1, 0.5, -3.7, 1e-38, 3e38, Float.infinity])
    func gainRow(level: CPULevel, gain: Float) {
        compare(level, fills: fills) { kernels, arena, width in
            kernels.gainRow(arena.floats(width), count: width, gain: gain)
        }
    }

    @Test(arguments: CPULevel.available) func upsampleBlock(level: CPULevel) {
        compare(level, fills: fills) { kernels, arena, width in
            kernels.upsampleBlock(arena.floats(2 * width), arena.floats(width), count: width)
        }
    }

    @Test(arguments: CPULevel.available) func downsampleBlock(level: CPULevel) {
        compare(level, fills: fills) { kernels, arena, width in
            kernels.downsampleBlock(arena.floats(width), arena.floats(2 * width), count: width)
        }
    }

    @Test(arguments: CPULevel.available) func meanRow(level: CPULevel) {
        for target in 0..<3 {
            compare(level, fills: fills) { kernels, arena, width in
                let rows = [arena.floats(width), arena.floats(width), arena.floats(width)]
                kernels.meanRow(rows[target], rows[0], rows[1], count: width)
            }
        }
    }

    // MARK: Two routes

    /// Up and down again gives what was there, for all levels: the pairs are biorthogonal.
    @Test(arguments: CPULevel.available) func upThenDownIsTheIdentity(level: CPULevel) {
        let count = 301
        let arena = Arena(seed: 53, fill: .random, placement: .unaligned)
        // Samples beyond the ends on both sides, so that no filter sees an end.
        let from = arena.floats(count + 8) + 4
        let wide = arena.floats(2 * count + 16) + 8
        let to = arena.floats(count)
        let pairs: [(String, (Floats) -> Void, (Floats) -> Void)] = [
            (
                "block", { level.kernels.upsampleBlock($0 - 4, from - 2, count: count + 4) },
                { level.kernels.downsampleBlock(to, $0, count: count) }
            )
        ]
        for (name, up, down) in pairs {
            up(wide)
            down(wide)
            let worst = (0..<count).map { abs(to[$0] - from[$0]) }.max() ?? 1
            #expect(worst < 1e-6, "\(name)")
        }
    }
}
