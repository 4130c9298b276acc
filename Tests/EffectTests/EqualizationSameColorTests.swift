// SPDX-License-Identifier: MIT
import Effects
import PixelCore
import PixelKernels
import TestSupport
import Testing

/// Codes of Y'CbCr 4:4:4, and R'G'B' codes of 16 bits that stand for the same colours, equalized both.
@Suite("Equalization: Y'CbCr 4:4:4 gets the colours of R'G'B'")
struct EqualizationSameColorTests {
    private static let (width, height) = (96, 64)
    private static let settings = [
        equalization(), equalization { $0.mapping = .cdfMin }, equalization { $0.intensity = 0.4 }, clahe(3, 2),
        clahe(3, 2, clipLimit: 0), clahe(2, 2, clipLimit: 4),
    ]

    private struct Scene {
        let ycbcr: TestFrame
        let rgb: TestFrame
    }

    private func rgb(_ y: Double, _ cb: Double, _ cr: Double, _ c: Colorimetry) -> [Double] {
        let (r, b) = (y + 2 * (1 - c.kr) * cr, y + 2 * (1 - c.kb) * cb)
        return [r, (y - c.kr * r - c.kb * b) / c.kg, b]
    }

    private func luma(_ rgb: [Double], _ c: Colorimetry) -> Double { c.kr * rgb[0] + c.kg * rgb[1] + c.kb * rgb[2] }

    /// The colour that codes stand for.
    private func color(_ y: Int, _ cb: Int, _ cr: Int, _ c: Colorimetry) -> [Double] {
        rgb(
            (Double(y) - c.lumaOffset) / c.lumaScale, (Double(cb) - c.chromaOffset) / c.chromaScale,
            (Double(cr) - c.chromaOffset) / c.chromaScale, c)
    }

    /// A colour of its own for each pixel, many of them dark. Both frames show what the codes of Y'CbCr stand for.
    private func scene(_ format: PixelFormat, _ c: Colorimetry, _ generator: inout Generator) -> Scene {
        let scene = Scene(
            ycbcr: TestFrame(format, width: Self.width, height: Self.height),
            rgb: TestFrame(.argb64, width: Self.width, height: Self.height))
        for y in 0..<Self.height {
            for x in 0..<Self.width {
                let light = Double.random(in: 0...1, using: &generator)
                // Three codes from either end, so that no rounding takes a colour out of the gamut.
                let color = (0..<3).map { _ in
                    (3 + 249 * light * light * Double.random(in: 0...1, using: &generator)) / 255
                }
                let luma = luma(color, c)
                let codes = [
                    Int((luma * c.lumaScale + c.lumaOffset).rounded()),
                    Int(((color[2] - luma) / 2 / (1 - c.kb) * c.chromaScale + c.chromaOffset).rounded()),
                    Int(((color[0] - luma) / 2 / (1 - c.kr) * c.chromaScale + c.chromaOffset).rounded()),
                ]
                let rounded = self.color(codes[0], codes[1], codes[2], c)
                for component in 0..<3 {
                    scene.ycbcr.store(codes[component], component, x, y)
                    scene.rgb.store(Int((rounded[component] * 65535).rounded()), component, x, y)
                }
            }
        }
        return scene
    }

    /// Whether both have the same table, but for rounding. CLAHE's limit depends on how many codes there are; codes of 8 bits
    /// in limited range are no whole codes of R'G'B', so pixels of one code come apart in its histogram.
    private func haveSameTable(_ settings: EqualizationSettings, _ depth: Int, _ c: Colorimetry) -> Bool {
        let isFull = c.lumaOffset == 0
        return settings.method == .clahe && settings.clipLimit > 0 ? depth == 16 && isFull : depth == 16 || isFull
    }

    /// In units of 8-bit codes: colours at the same luma are within 2, and luma is within 1, of which each of two roundings
    /// takes a half, where the tables are the same. At 16 bits and full range all is within 2, whatever its luma.
    @Test(arguments: FormatTable.yuv444, settings)
    func colorsAreTheSame(format: PixelFormat, settings: EqualizationSettings) {
        var generator = Generator(seed: 61)
        let depth = FormatTable.depth(format)
        for c in colorimetries(format) {
            let scene = scene(format, c, &generator)
            let full = Colorimetry(
                kr: c.kr, kb: c.kb, lumaOffset: 0, lumaScale: 65535, chromaOffset: 32768, chromaScale: 65535)
            EqualizationEffect(kernels: CPULevel.best.kernels).render(scene.ycbcr, settings, c, .serial)
            EqualizationEffect(kernels: CPULevel.best.kernels).render(scene.rgb, settings, full, .serial)
            let (ours, theirs) = (Codes(scene.ycbcr).values, Codes(scene.rgb).values)
            let hasSameTable = haveSameTable(settings, depth, c)
            var compared = 0
            var (worst, worstAtLuma, worstLuma) = (0.0, 0.0, 0.0)
            for y in 0..<Self.height {
                for x in 0..<Self.width {
                    let rgb = (0..<3).map { Double(theirs[$0][y][x]) / 65535 }
                    let color = color(ours[0][y][x], ours[1][y][x], ours[2][y][x], c)
                    let ratio = luma(color, c) / luma(rgb, c)
                    let atLuma = rgb.map { $0 * ratio }
                    // What would leave the gamut is another case: `EqualizationChromaTests`.
                    guard (rgb + atLuma).allSatisfy({ $0 < 1 - 1 / 255.0 }) else { continue }
                    compared += 1
                    func difference(_ other: [Double]) -> Double {
                        zip(color, other).map { abs($0 - $1) * 255 }.max() ?? 0
                    }
                    worst = max(worst, difference(rgb))
                    worstAtLuma = max(worstAtLuma, difference(atLuma))
                    worstLuma = max(worstLuma, abs(luma(color, c) - luma(rgb, c)) * 255)
                }
            }
            let text = "\(format) \(c) \(settings): \(worst), \(worstAtLuma) at the same luma, luma \(worstLuma)"
            #expect(compared > Self.width * Self.height / 4, "\(text)")
            #expect(worstAtLuma <= 2, "\(text)")
            #expect(!hasSameTable || worstLuma <= 1.02, "\(text)")
            #expect(depth == 8 || c.lumaOffset > 0 || worst <= 2, "\(text)")
        }
    }
}
