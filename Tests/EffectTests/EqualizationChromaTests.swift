// SPDX-License-Identifier: MIT
import Effects
import PixelCore
import PixelKernels
import TestSupport
import Testing

@Suite("Equalization: chroma that grows with luma, or stays")
struct EqualizationChromaTests {
    private static let sizes = [(37, 23), (1, 1), (2, 2), (7, 5), (1029, 2), (2051, 3), (1, 6)]

    private func rendered(
        _ original: TestFrame, _ settings: EqualizationSettings, _ c: Colorimetry, _ bands: BandExecutor = .serial
    ) -> TestFrame {
        let frame = original.copy()
        EqualizationEffect(kernels: CPULevel.best.kernels).render(frame, settings, c, bands)
        return frame
    }

    private func keeping(_ settings: EqualizationSettings) -> EqualizationSettings {
        var settings = settings
        settings.chroma = .keep
        return settings
    }

    /// Chroma of codes before it, by luma before and after, in doubles and not rounded.
    private func chroma(_ before: Codes, _ luma: [[Int]], _ c: Colorimetry) -> [[[Double]]] {
        let maximum = Double(before.format.layout.maximum)
        var (old, new) = (before.values[1].map { $0.map { _ in 0.0 } }, before.values[1].map { $0.map { _ in 0.0 } })
        var count = old
        func code(_ code: Int) -> Double { min(Double(code), maximum) - c.lumaOffset }
        for y in 0..<before.height {
            for x in 0..<before.width {
                let at = before.chromaPosition(x, y)
                old[at.y][at.x] += code(before.values[0][y][x])
                new[at.y][at.x] += code(luma[y][x])
                count[at.y][at.x] += 1
            }
        }
        var result = before.values
            .map { $0.map { $0.map { Double($0) } } }
        for y in old.indices {
            for x in old[y].indices where old[y][x] > 0 {
                let (o, t) = (old[y][x] / count[y][x] / c.lumaScale, max(0, new[y][x] / count[y][x] / c.lumaScale))
                let cb = (Double(before.values[1][y][x]) - c.chromaOffset) / c.chromaScale
                let cr = (Double(before.values[2][y][x]) - c.chromaOffset) / c.chromaScale
                let largest = rgb(o, cb, cr, c).max() ?? 0
                let gain = min(t / o, 1 / min(1, largest))
                result[1][y][x] = max(0, min(maximum, cb * gain * c.chromaScale + c.chromaOffset))
                result[2][y][x] = max(0, min(maximum, cr * gain * c.chromaScale + c.chromaOffset))
            }
        }
        return result
    }

    private func rgb(_ y: Double, _ cb: Double, _ cr: Double, _ c: Colorimetry) -> [Double] {
        let (r, b) = (y + 2 * (1 - c.kr) * cr, y + 2 * (1 - c.kb) * cb)
        return [r, (y - c.kr * r - c.kb * b) / c.kg, b]
    }

    /// Settings for formats of a depth: tables of 16 bits are long.
    private func settings(_ depth: Int) -> [EqualizationSettings] {
        let all = [
            equalization(), clahe(3, 2), equalization { $0.mapping = .cdfMin }, equalization { $0.intensity = 0.4 },
            clahe(2, 5, clipLimit: 0), equalization { ($0.regionX, $0.regionWidth, $0.regionY) = (0.3, 0.4, 0.5) },
        ]
        return depth == 16 ? Array(all[0...1]) : all
    }

    @Test("Luma is as without; chroma follows it", arguments: FormatTable.yuv)
    func followsItsLaw(format: PixelFormat) {
        var generator = Generator(seed: 51)
        for (s, size) in Self.sizes.enumerated() {
            for (i, settings) in settings(FormatTable.depth(format)).enumerated() where s == 0 || (s + i) % 2 == 0 {
                let c = colorimetries(format)[(s + i) % 6]
                let interlaced = FormatTable.yuv420.contains(format) && (s + i) % 2 == 1
                let original = TestFrame(
                    format, width: size.0, height: size.1, interlaced: interlaced, padding: (s + i) % 5)
                fillCodes(original, TestContents.allCases[(s + i) % 4], c, &generator)
                let frame = rendered(original, settings, c, (s + i) % 3 == 0 ? BandRunner.reverse.executor(3) : .serial)
                let kept = rendered(original, keeping(settings), c)
                let (before, after) = (Codes(original), Codes(frame))
                let luma = Codes(kept).values[0]
                #expect(after.values[0] == luma, "\(original.summary) \(settings)")
                #expect(Array(Codes(kept).values[1...]) == Array(before.values[1...]))
                var expected = chroma(before, luma, c)
                expected[0] = luma.map { $0.map { Double($0) } }
                let deviation = Deviation(after, from: expected)
                let touched = untouchedDifference(frame, original: original)
                guard deviation.worst > 0.52 || touched != nil else { continue }
                Issue.record("\(original.summary) \(settings) \(c): \(deviation.position) \(touched ?? "")")
                return
            }
        }
    }

    /// Colours in gamut, before and after, come out as R'G'B' does: within 2 of 255 codes; flat over what chroma covers.
    @Test("Colours are those that R'G'B' gets", arguments: FormatTable.yuv, [clahe(2, 2), equalization()])
    func asRGB(format: PixelFormat, settings: EqualizationSettings) {
        var generator = Generator(seed: 52)
        for (turn, c) in colorimetries(format).enumerated() {
            let interlaced = FormatTable.yuv420.contains(format) && turn % 2 == 1
            let original = TestFrame(format, width: 48, height: 32, interlaced: interlaced)
            // Blocks of 4 by 4 pixels, dark ones too.
            for y in 0..<8 {
                for x in 0..<12 {
                    let light = Double.random(in: 0.05...1, using: &generator)
                    let color = (0..<3).map { _ in light * Double.random(in: 0...1, using: &generator) }
                    let luma = c.kr * color[0] + c.kg * color[1] + c.kb * color[2]
                    let values = [luma, (color[2] - luma) / 2 / (1 - c.kb), (color[0] - luma) / 2 / (1 - c.kr)]
                    for component in 0..<3 {
                        let isLuma = component == 0
                        let (offset, scale) = isLuma ? (c.lumaOffset, c.lumaScale) : (c.chromaOffset, c.chromaScale)
                        let code = Int((values[component] * scale + offset).rounded())
                        let chroma = FormatTable.chroma(format)
                        let (columns, rows) = isLuma ? (4, 4) : (4 / chroma.columns, 4 / chroma.rows)
                        for i in 0..<columns * rows {
                            original.store(code, component, x * columns + i % columns, y * rows + i / columns)
                        }
                    }
                }
            }
            let (before, after) = (Codes(original), Codes(rendered(original, settings, c)))
            var compared = 0
            for y in 0..<32 {
                for x in 0..<48 {
                    let at = before.chromaPosition(x, y)
                    // CLAHE changes along a block; chroma takes the mean.
                    if settings.method == .clahe && format.layout.chromaShiftX > 0 { continue }
                    func color(_ codes: Codes) -> (luma: Double, rgb: [Double]) {
                        let luma = (Double(codes.values[0][y][x]) - c.lumaOffset) / c.lumaScale
                        let cb = (Double(codes.values[1][at.y][at.x]) - c.chromaOffset) / c.chromaScale
                        let cr = (Double(codes.values[2][at.y][at.x]) - c.chromaOffset) / c.chromaScale
                        return (luma, rgb(luma, cb, cr, c))
                    }
                    let (old, new) = (color(before), color(after))
                    guard old.luma > 0 else { continue }
                    let expected = old.rgb.map { $0 * new.luma / old.luma }
                    guard (old.rgb + expected).allSatisfy({ (0...1).contains($0) }) else { continue }
                    compared += 1
                    let worst = zip(expected, new.rgb).map { abs($0 - $1) * 255 }.max() ?? 0
                    #expect(worst <= 2, "\(format) \(c) \(x) \(y): \(new.rgb) instead of \(expected)")
                    if worst > 2 { return }
                }
            }
            #expect(compared > 300 || settings.method == .clahe && format.layout.chromaShiftX > 0)
        }
    }

    /// Gray has no hue to gain; black with `cdfMin` stays black.
    @Test(arguments: FormatTable.yuv) func graysStayGray(format: PixelFormat) {
        var generator = Generator(seed: 53)
        for (i, settings) in [equalization { $0.mapping = .cdfMin }, clahe(3, 3, clipLimit: 0)].enumerated() {
            for c in colorimetries(format) {
                let original = TestFrame(format, width: 38, height: 20)
                fillCodes(original, .dark, c, &generator)
                let codes = Codes(original)
                for component in 0..<3 {
                    for y in codes.values[component].indices {
                        for x in codes.values[component][y].indices {
                            let isBlack = component == 0 && (y / 4 + x / 4) % 2 == 0
                            if component > 0 || isBlack {
                                original.store(Int(isBlack ? c.lumaOffset : c.chromaOffset), component, x, y)
                            }
                        }
                    }
                }
                let after = Codes(rendered(original, settings, c))
                #expect(after.values[1...].joined().joined().allSatisfy { $0 == Int(c.chromaOffset) })
                if i == 0 { #expect(after.values[0][0][0] == Int(c.lumaOffset)) }
            }
        }
    }

    /// Where red, green and blue are mapped, or there is no chroma, the setting says nothing.
    @Test(arguments: PixelFormat.allCases) func elsewhereItSaysNothing(format: PixelFormat) {
        var generator = Generator(seed: 54)
        let original = TestFrame(format, width: 37, height: 23)
        original.fill(.random, &generator)
        let c = colorimetries(format)[1]
        for mode in EqualizationMode.allCases where mode == .rgb || !FormatTable.yuv.contains(format) {
            let settings = equalization { $0.mode = mode }
            let difference = rendered(original, settings, c).firstDifference(
                from: rendered(original, keeping(settings), c))
            #expect(difference == nil)
        }
    }
}
