// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore
import TestSupport

/// The law of the rose tint in double precision, straight from the standards.
///
/// Every luma sample goes to R'G'B' with the chroma that covers it, is multiplied, and goes back; chroma is the mean
/// of what its luma samples give. Nothing is clamped before the last rounding.
struct RosyLaw {
    let gains: [Double]
    let colorimetry: Colorimetry
    let maximum: Double

    init(_ settings: Rosy, _ colorimetry: Colorimetry, depth: Int) {
        gains = [settings.tintRed, settings.tintGreen, settings.tintBlue].map { 1 + settings.intensity * ($0 - 1) }
        self.colorimetry = colorimetry
        maximum = Double((1 << depth) - 1)
    }

    /// Exact results before rounding, limited to codes; the same shape as `Codes.values`.
    func apply(_ codes: Codes) -> [[[Double]]] {
        switch codes.values.count {
        case 1:
            let gray = colorimetry.kr * gains[0] + colorimetry.kg * gains[1] + colorimetry.kb * gains[2]
            return [codes.values[0].map { row in row.map { scaled($0, gray) } }]
        default:
            if FormatTable.rgb.contains(codes.format) {
                return (0..<3).map { c in codes.values[c].map { row in row.map { scaled($0, gains[c]) } } }
            }
            return applyYCbCr(codes)
        }
    }

    private func scaled(_ code: Int, _ gain: Double) -> Double {
        limited((Double(code) - colorimetry.lumaOffset) * gain + colorimetry.lumaOffset)
    }

    private func limited(_ code: Double) -> Double { min(max(code, 0), maximum) }

    private func applyYCbCr(_ codes: Codes) -> [[[Double]]] {
        let c = colorimetry
        var result = codes.values.map { $0.map { $0.map { _ in 0.0 } } }
        var count = codes.values[1].map { $0.map { _ in 0.0 } }
        for y in 0..<codes.height {
            for x in 0..<codes.width {
                let at = codes.chromaPosition(x, y)
                let luma = (Double(codes.values[0][y][x]) - c.lumaOffset) / c.lumaScale
                let cb = (Double(codes.values[1][at.y][at.x]) - c.chromaOffset) / c.chromaScale
                let cr = (Double(codes.values[2][at.y][at.x]) - c.chromaOffset) / c.chromaScale
                // BT.709-6, 3.2 and 3.3: Cb = (B' - Y') / (2 (1 - kb)), Cr = (R' - Y') / (2 (1 - kr)).
                let red = luma + 2 * (1 - c.kr) * cr
                let blue = luma + 2 * (1 - c.kb) * cb
                let green = (luma - c.kr * red - c.kb * blue) / (1 - c.kr - c.kb)
                let (r, g, b) = (red * gains[0], green * gains[1], blue * gains[2])
                let newLuma = c.kr * r + (1 - c.kr - c.kb) * g + c.kb * b
                result[0][y][x] = limited(newLuma * c.lumaScale + c.lumaOffset)
                result[1][at.y][at.x] += (b - newLuma) / (2 * (1 - c.kb))
                result[2][at.y][at.x] += (r - newLuma) / (2 * (1 - c.kr))
                count[at.y][at.x] += 1
            }
        }
        for component in 1...2 {
            for y in count.indices {
                for x in count[y].indices {
                    let mean = result[component][y][x] / count[y][x]
                    result[component][y][x] = limited(mean * c.chromaScale + c.chromaOffset)
                }
            }
        }
        return result
    }
}

/// How codes compare with exact results.
struct Deviation {
    /// The greatest distance from the exact result, which is 0.5 where all are correctly rounded.
    var worst = 0.0
    /// Codes that are not the exact result rounded half up.
    var notRounded = 0
    var total = 0
    var position = ""

    init(_ codes: Codes, from exact: [[[Double]]]) {
        for component in exact.indices {
            for y in exact[component].indices {
                for x in exact[component][y].indices {
                    let (code, ideal) = (codes.values[component][y][x], exact[component][y][x])
                    let distance = abs(Double(code) - ideal)
                    total += 1
                    if Double(code) != (ideal + 0.5).rounded(.down) { notRounded += 1 }
                    if distance > worst {
                        worst = distance
                        position = "component \(component), column \(x), row \(y): \(code) instead of \(ideal)"
                    }
                }
            }
        }
    }
}
