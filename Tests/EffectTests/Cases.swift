import Effects
import PixelCore
import TestSupport
import Testing

extension PixelFormat: CustomTestStringConvertible {
    public var testDescription: String { name }
}

/// The colorimetries of a format: all matrices, full and limited range.
func colorimetries(
    _ format: PixelFormat, chromaCositedX: Bool = true, chromaCositedY: Bool = false
) -> [Colorimetry] {
    Colorimetry.Matrix.allCases.flatMap { matrix in
        [true, false].map { fullRange in
            Colorimetry(
                matrix: matrix, fullRange: fullRange, depth: FormatTable.depth(format),
                chromaCositedX: chromaCositedX, chromaCositedY: chromaCositedY)
        }
    }
}

/// Fills with what a picture has: R'G'B' in range, written as codes. Only for formats of 8-bit Y'CbCr.
func fillInGamut(_ frame: TestFrame, _ c: Colorimetry, _ generator: inout Generator) {
    frame.fill(.random, &generator)
    let codes = Codes(frame)
    for component in 0..<3 {
        let size = codes.size(component)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (r, g, b) = (
                    Double.random(in: 0...1, using: &generator), Double.random(in: 0...1, using: &generator),
                    Double.random(in: 0...1, using: &generator)
                )
                let luma = c.kr * r + c.kg * g + c.kb * b
                let nominal = [luma, (b - luma) / (2 - 2 * c.kb), (r - luma) / (2 - 2 * c.kr)][component]
                let code =
                    component == 0 ? nominal * c.lumaScale + c.lumaOffset : nominal * c.chromaScale + c.chromaOffset
                let (plane, byte) = FormatTable.place(frame.format, component, x)
                let value = UInt8(max(0, min(255, code.rounded())))
                (frame.rowBase(plane, y) + byte).storeBytes(of: value, as: UInt8.self)
            }
        }
    }
}

/// Settings that take every path of the effect: whole tints, parts, and tints with other factors.
let rosySettings: [RosySettings] = [
    settings(1, 1, 0, 1), settings(0.25, 1, 0, 1), settings(0.5, 1, 0, 1), settings(1, 0, 1, 0),
    settings(1, 0.9, 0.35, 0.6), settings(0.75, 0.1, 1, 0.45), settings(1, 0, 0, 0), settings(0.001, 0, 0.5, 1),
]

func settings(_ intensity: Double, _ red: Double, _ green: Double, _ blue: Double) -> RosySettings {
    var settings = RosySettings()
    (settings.intensity, settings.tintRed) = (intensity, red)
    (settings.tintGreen, settings.tintBlue) = (green, blue)
    return settings
}
