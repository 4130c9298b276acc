// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore
import TestSupport
import Testing

/// Alpha of backdrops and edges of outputs, of sources in R'G'B'.
@Suite("Layers: what counts for nothing")
struct LayerEdgeTests {
    private struct Source {
        let frame: TestFrame
        var alpha = 1.0
        var sizing = LayerSizing.stretch
    }

    /// Pixels of four bytes.
    private func source(
        _ format: PixelFormat, _ width: Int, _ height: Int, alpha: Double = 1, _ bytes: (Int, Int) -> SIMD4<UInt8>
    ) -> Source {
        let frame = TestFrame(format, width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                for i in 0..<4 { (frame.rowBase(0, y) + 4 * x + i).storeBytes(of: bytes(x, y)[i], as: UInt8.self) }
            }
        }
        return Source(frame: frame, alpha: alpha)
    }

    private func rendered(_ sources: [Source], _ mode: BlendMode, _ format: PixelFormat, _ width: Int, _ height: Int)
        throws -> Codes
    {
        let output = TestFrame(format, width: width, height: height)
        let colorimetry = Colorimetry(matrix: .bt601, fullRange: false, depth: FormatTable.depth(format))
        var blending = Blending()
        blending.mode = mode
        let effect = LayersEffect<Blending>()
        try effect.configure(output.image(colorimetry))
        effect.update(blending)
        var inputs = sources.map { source in
            var input = LayerInput()
            input.size = FrameSize(width: source.frame.width, height: source.frame.height)
            input.hasAlpha = source.frame.format.alphaOffset != nil
            (input.settings.alpha, input.settings.sizing) = (source.alpha, source.sizing)
            return input
        }
        _ = effect.arrange(&inputs, pixelAspect: 1, interlaced: false, blending)
        let full = Colorimetry(matrix: .bt601, fullRange: true, depth: 8)
        var layers = inputs.indices.filter { inputs[$0].isSeen }.map {
            LayerFrame(SourceFrame(sources[$0].frame.frame, sources[$0].frame.image(full)), of: $0, inputs[$0])
        }
        try withExtendedLifetime(sources) { try effect.render(output.frame, &layers, bands: .serial) }
        return Codes(output)
    }

    @Test(
        "Alpha of the backdrop, of any size, where the output has none, alone and under sources without alpha and with",
        arguments: [PixelFormat.i420, .y42b, .nv12, .i420_10, .p010, .gray8, .bgrx, .rgb])
    func backdropAlpha(format: PixelFormat) throws {
        for (width, height) in [(8, 6), (11, 9), (20, 14), (5, 4)] {
            for (mode, count) in [
                (BlendMode.normal, 1), (.normal, 3), (.dissolve, 3), (.sourceAtop, 3), (.multiply, 3), (.multiply, 2),
            ] {
                for backdrop in [PixelFormat.rgba, .ayuv] {
                    let results = try [UInt8(0), 64, 255].map { alpha in
                        let sources = [
                            source(backdrop, width, height) { x, _ in
                                var pixel = SIMD4(UInt8(9 * x), 180, 160, 140)
                                pixel[backdrop == .ayuv ? 0 : 3] = x < width / 2 ? alpha : 255
                                return pixel
                            },
                            source(.bgrx, 8, 6, alpha: 0.5) { x, _ in SIMD4(100, 90, 80, UInt8(x)) },
                            source(.bgra, 8, 6, alpha: 0.5) { _, _ in SIMD4(10, 90, 30, 200) },
                        ]
                        return try rendered(Array(sources.prefix(count)), mode, format, 8, 6).values
                    }
                    let note: Comment = "\(count) in \(mode.nick), \(width)x\(height) \(backdrop)"
                    #expect(results[0] == results[2] && results[1] == results[2], note)
                }
            }
        }
    }

    @Test(
        "Chroma at odd edges is of what is seen, and not of what a source has beyond them",
        arguments: [PixelFormat.i420, .nv12, .yuy2, .y42b, .i420_10])
    func edges(format: PixelFormat) throws {
        var generator = Generator(seed: Sample.seed)
        let pixels = (0..<48 * 24).map { _ in SIMD4<UInt8>.random(in: 0...255, using: &generator) }
        for (width, height) in [(39, 15), (40, 15), (39, 16), (40, 16)] {
            for mode in [BlendMode.normal, .multiply] {
                let results = try [(40, 16), (width, height)].map { size in
                    var above = source(.bgrx, size.0, size.1) { pixels[48 * $1 + $0] }
                    above.sizing = .none
                    let below = source(.bgrx, width, height) { x, y in SIMD4(UInt8(5 * x), UInt8(9 * y), 100, 0) }
                    return try rendered([below, above], mode, format, width, height)
                }
                #expect(results[0].distances(to: results[1]).max() ?? 9 <= 1, "\(mode.nick) in \(width)x\(height)")
            }
        }
    }
}
