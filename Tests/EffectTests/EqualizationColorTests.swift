// SPDX-License-Identifier: MIT
import Effects
import PixelCore
import PixelKernels
import TestSupport
import Testing

@Suite("Equalization: luma of R'G'B', R'G'B' of Y'CbCr")
struct EqualizationColorTests {
    private static let sizes = [(37, 23), (1, 1), (2, 2), (7, 5), (1029, 2)]

    /// Settings for formats of a depth: tables of 16 bits are long.
    private static func settings(_ mode: EqualizationMode, _ depth: Int) -> [EqualizationSettings] {
        let all = [
            equalization(), equalization { $0.mapping = .cdfMin }, clahe(3, 2), equalization { $0.intensity = 0.4 },
            equalization { ($0.regionX, $0.regionWidth, $0.regionY) = (0.3, 0.4, 0.5) }, clahe(2, 1, clipLimit: 0),
            equalization { ($0.regionX, $0.regionWidth, $0.regionHeight) = (0.09, 0, 0.3) },
            equalization { ($0.regionX, $0.regionWidth, $0.regionY) = (0.95, 0.9, 0.8) },
        ]
        return (depth == 16 ? Array(all[1...2]) : all).map { plain in
            var settings = plain
            settings.mode = mode
            return settings
        }
    }

    private func rendered(
        _ format: PixelFormat, _ settings: EqualizationSettings, _ c: Colorimetry, _ size: (Int, Int), turn: Int,
        _ generator: inout Generator
    ) -> (frame: TestFrame, original: TestFrame) {
        let interlaced = FormatTable.yuv420.contains(format) && turn % 2 == 1
        let frame = TestFrame(format, width: size.0, height: size.1, interlaced: interlaced, padding: turn % 5)
        fillCodes(frame, turn % 3 == 1 ? .dark : .random, c, &generator)
        let original = frame.copy()
        EqualizationEffect(kernels: CPULevel.best.kernels).render(frame, settings, c, .serial)
        return (frame, original)
    }

    // MARK: Luma of R'G'B'

    /// Rows of luma of R'G'B' codes, as nominal values and rounded to codes. Each step is rounded to Float.
    private func luma(_ codes: Codes, _ c: Colorimetry, maximum: Int) -> (nominal: [[[Float]]], codes: [[Int]]) {
        let (offset, reciprocal) = (Float(c.lumaOffset), Float(1 / c.lumaScale))
        let nominal = codes.values.map { $0.map { $0.map { (Float($0) - offset) * reciprocal } } }
        let luma = (0..<codes.height).map { y in
            (0..<codes.width).map { x in
                let sum =
                    (Float(c.kr) * nominal[0][y][x] + Float(c.kg) * nominal[1][y][x]) + Float(c.kb) * nominal[2][y][x]
                return self.code(sum, c, maximum)
            }
        }
        return (nominal, luma)
    }

    private func code(_ nominal: Float, _ c: Colorimetry, _ maximum: Int) -> Int {
        let code = (nominal * Float(c.lumaScale) + Float(c.lumaOffset + 0.5)).rounded(.down)
        return Int(max(0, min(Float(maximum), code)))
    }

    @Test(arguments: FormatTable.rgb) func lumaOfRGBFollowsItsLaw(format: PixelFormat) {
        var generator = Generator(seed: 31)
        let depth = FormatTable.depth(format)
        for (s, size) in Self.sizes.enumerated() {
            for (i, settings) in Self.settings(.luma, depth).enumerated() where s == 0 || (s + i) % 2 == 0 {
                let c = colorimetries(format)[(s + i) % 6]
                let (frame, original) = rendered(format, settings, c, size, turn: s + i, &generator)
                let law = EqualizationLaw(settings, format, c)
                let (nominal, old) = luma(Codes(original), c, maximum: law.maximum)
                let new = law.apply(old)
                var expected = Codes(original).values
                for y in old.indices {
                    for x in old[y].indices {
                        let pixel = nominal.map { $0[y][x] }
                        let l = (Float(old[y][x]) - Float(c.lumaOffset)) * Float(1 / c.lumaScale)
                        let t = (Float(new[y][x]) - Float(c.lumaOffset)) * Float(1 / c.lumaScale)
                        let largest = max(pixel[0], pixel[1], pixel[2])
                        // Black gets T(0) as a gray; else no component gets beyond white.
                        let gain = l > 0 ? (largest > 0 ? min(t / l, 1 / largest) : t / l) : 1
                        for k in 0..<3 {
                            expected[k][y][x] = code(pixel[k] * gain + (l > 0 ? 0 : t), c, law.maximum)
                        }
                    }
                }
                let difference = codeDifference(Codes(frame), from: expected)
                let touched = untouchedDifference(frame, original: original)
                guard difference != nil || touched != nil else { continue }
                Issue.record("\(frame.summary) \(settings) \(c): \(difference ?? "") \(touched ?? "")")
                return
            }
        }
    }

    /// Components keep their proportions, as well as whole codes can; gray stays gray; nothing gets beyond white.
    @Test(arguments: [PixelFormat.rgb, .bgrx, .argb64], [EqualizationMapping.cdf, .cdfMin])
    func hueStays(format: PixelFormat, mapping: EqualizationMapping) {
        var generator = Generator(seed: 32)
        let maximum = format.layout.maximum
        for c in colorimetries(format) {
            let frame = TestFrame(format, width: 40, height: 20)
            let (black, span) = (Int(c.lumaOffset), Int(c.lumaScale))
            for y in 0..<20 {
                for x in 0..<40 {
                    let gray = Int.random(in: 0...span, using: &generator)
                    for k in 0..<3 {
                        let own = x % 4 == 0 ? gray : Int.random(in: 0...span / 2, using: &generator)
                        frame.store(black + own, k, x, y)
                    }
                }
            }
            let before = Codes(frame).values
            EqualizationEffect().render(frame, equalization { $0.mapping = mapping }, c, .serial)
            let after = Codes(frame).values
            var wrong: [String] = []
            for y in 0..<20 {
                for x in 0..<40 {
                    let old = (0..<3).map { Double(before[$0][y][x] - black) }
                    let new = (0..<3).map { Double(after[$0][y][x] - black) }
                    // old_i new_j = old_j new_i, but for half a code in each new one.
                    for (i, j) in [(0, 1), (1, 2), (2, 0)] where (old.max() ?? 0) > 2 {
                        let error = abs(old[i] * new[j] - old[j] * new[i])
                        if error > 0.51 * (old[i] + old[j]) { wrong.append("\(old) to \(new)") }
                    }
                    if x % 4 == 0, Set(new).count > 1 { wrong.append("gray \(old) to \(new)") }
                    if (new.max() ?? 0) > Double(span) || after[0][y][x] > maximum { wrong.append("beyond \(new)") }
                }
            }
            #expect(wrong.prefix(3) == [], "\(c)")
        }
    }

    /// Black gets T(0): a quarter of the pixels is black, so it becomes a quarter of white, and black with OpenCV's.
    @Test func blackBecomesGray() {
        let full = Colorimetry(matrix: .bt709, fullRange: true, depth: 8)
        for (mapping, expected) in [(EqualizationMapping.cdf, 64), (.cdfMin, 0)] {
            let frame = TestFrame(.rgb, width: 4, height: 1)
            for x in 0..<4 { for k in 0..<3 { frame.store(x * (k == 2 ? 60 : 20), k, x, 0) } }
            EqualizationEffect().render(frame, equalization { $0.mapping = mapping }, full, .serial)
            #expect((0..<3).map { Codes(frame).values[$0][0][0] } == [expected, expected, expected])
            // The brightest is to be white, and its blue is there first.
            #expect((0..<3).map { Codes(frame).values[$0][0][3] } == [85, 85, 255])
        }
    }

    // MARK: R'G'B' of Y'CbCr

    @Test(arguments: FormatTable.yuv) func rgbOfYCbCrFollowsItsLaw(format: PixelFormat) {
        var generator = Generator(seed: 33)
        let depth = FormatTable.depth(format)
        for (s, size) in Self.sizes.enumerated() {
            for (i, settings) in Self.settings(.rgb, depth).enumerated() where s == 0 || (s + i) % 2 == 0 {
                let c = colorimetries(format)[(s + i) % 6]
                let (frame, original) = rendered(format, settings, c, size, turn: s + i, &generator)
                let expected = rgbLaw(Codes(original), settings, c, maximum: format.layout.maximum)
                let deviation = Deviation(Codes(frame), from: expected)
                let touched = untouchedDifference(frame, original: original)
                guard deviation.worst > 0.52 || touched != nil else { continue }
                Issue.record("\(frame.summary) \(settings) \(c): \(deviation.position) \(touched ?? "")")
                return
            }
        }
    }

    /// R'G'B' codes are the Floats that the matrix gives, rounded, as counts must be exact; the way back is in doubles.
    private func rgbLaw(
        _ codes: Codes, _ settings: EqualizationSettings, _ c: Colorimetry, maximum: Int
    ) -> [[[Double]]] {
        let law = EqualizationLaw(settings, black: 0, span: maximum, maximum: maximum)
        let (cr, cb) = (2 * (1 - c.kr), 2 * (1 - c.kb))
        let matrix: [(Float, Float, Float)] = [
            (1, 0, Float(cr)), (1, Float(-c.kb * cb / c.kg), Float(-c.kr * cr / c.kg)), (1, Float(cb), 0),
        ]
        func nominal(_ code: Int, _ offset: Double, _ scale: Double) -> Float {
            (Float(code) - Float(offset)) * Float(1 / scale)
        }
        func components(_ x: Int, _ y: Int) -> [Int] {
            let at = codes.chromaPosition(x, y)
            let luma = nominal(codes.values[0][y][x], c.lumaOffset, c.lumaScale)
            let b = nominal(codes.values[1][at.y][at.x], c.chromaOffset, c.chromaScale)
            let r = nominal(codes.values[2][at.y][at.x], c.chromaOffset, c.chromaScale)
            return matrix.map { row in
                let value = (row.0 * luma + row.1 * b) + row.2 * r
                return Int(max(0, min(Float(maximum), (value * Float(maximum) + 0.5).rounded(.down))))
            }
        }
        let rgb = (0..<codes.height).map { y in (0..<codes.width).map { components($0, y) } }
        let new = (0..<3).map { k in law.apply(rgb.map { $0.map { $0[k] } }) }
        return ycbcr(new, codes, c, maximum: Double(maximum))
    }

    /// Y'CbCr of R'G'B' codes of full range; chroma is the mean of what it covers.
    private func ycbcr(_ rgb: [[[Int]]], _ codes: Codes, _ c: Colorimetry, maximum: Double) -> [[[Double]]] {
        func limited(_ value: Double) -> Double { max(0, min(maximum, value)) }
        var result = codes.values.map { $0.map { $0.map { _ in 0.0 } } }
        var count = codes.values[1].map { $0.map { _ in 0.0 } }
        for y in 0..<codes.height {
            for x in 0..<codes.width {
                let (r, g, b) = (
                    Double(rgb[0][y][x]) / maximum, Double(rgb[1][y][x]) / maximum, Double(rgb[2][y][x]) / maximum
                )
                let luma = c.kr * r + c.kg * g + c.kb * b
                let at = codes.chromaPosition(x, y)
                result[0][y][x] = limited(luma * c.lumaScale + c.lumaOffset)
                result[1][at.y][at.x] += (b - luma) / (2 * (1 - c.kb))
                result[2][at.y][at.x] += (r - luma) / (2 * (1 - c.kr))
                count[at.y][at.x] += 1
            }
        }
        for k in 1...2 {
            for y in count.indices {
                for x in count[y].indices {
                    result[k][y][x] = limited(result[k][y][x] / count[y][x] * c.chromaScale + c.chromaOffset)
                }
            }
        }
        return result
    }
}
