// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

/// Frames are rendered in place: what a law looks at must be what was there before.
@Suite("Laws of neighbours: rows that were replaced meanwhile")
struct NeighbourTests {
    private static let moves = [(-1, 0), (1, 0), (0, -1), (0, 1), (1, 1), (-1, -1), (0, -3), (0, 3), (3, -2)]

    private func soften(_ frame: TestFrame) {
        for plane in 0..<3 {
            for y in 0..<frame.height {
                for x in 0..<frame.width {
                    let sample = frame.rowBase(plane, y) + x
                    sample.storeBytes(of: 100 + sample.load(as: UInt8.self) % 50, as: UInt8.self)
                }
            }
        }
    }

    @Test(
        "A kernel with one weight moves the frame", arguments: [PixelFormat.bgrx, .xrgb, .argb, .rgb, .gray8, .y444])
    func moved(format: PixelFormat) {
        var generator = Generator(seed: Sample.seed)
        for (dx, dy) in Self.moves {
            var settings = Convolution()
            let reach = max(abs(dx), abs(dy))
            let side = 2 * reach + 1
            settings.kernel = (0..<side * side).map { $0 == (dy + reach) * side + dx + reach ? 1 : 0 }
            for (width, height) in [(1, 1), (5, 2), (19, 7), (33, 40)] {
                for kernels in [Reference.self] + CPULevel.available.map(\.kernels) {
                    for bands in [BandExecutor.serial, BandRunner.threads.executor(3)] {
                        let frame = TestFrame(format, width: width, height: height, padding: 5)
                        frame.fill(.random, &generator)
                        // Colours that no limit changes.
                        if format == .y444 { soften(frame) }
                        let before = Codes(frame)
                        FilterEffect<Convolution>(kernels: kernels).render(
                            frame, settings, Colorimetry(matrix: .bt709, fullRange: true, depth: 8), bands)
                        let after = Codes(frame)
                        for (old, new) in zip(before.values, after.values) {
                            for y in 0..<height {
                                for x in 0..<width {
                                    let from = old[min(max(y + dy, 0), height - 1)][min(max(x + dx, 0), width - 1)]
                                    #expect(
                                        (new[y][x] - from).magnitude <= (format == .y444 ? 1 : 0),
                                        "\(format), \(width)x\(height), by \(dx), \(dy): column \(x), row \(y)")
                                }
                            }
                        }
                        #expect(frame.guardsAreIntact)
                    }
                }
            }
        }
    }
}
