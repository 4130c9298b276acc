// SPDX-License-Identifier: MIT
import PixelCore

/// What the 256 levels of gray, and no depth (level 256), are in codes of the output.
///
/// Codes are those of the colorimetry, rounded half up from the 8-bit R'G'B' of the colour map; gray formats have the
/// level itself instead, and for no depth the luma of its colour.
final class DepthPalette {
    static let count = 257
    static let invalidLevel: UInt16 = 256

    /// Codes of R, G and B, of Y, Cb and Cr, or of luma alone.
    let codes: (Bytes, Bytes, Bytes)
    /// Pixels of four bytes, alpha and unused bytes 255.
    let pixels: Counts
    /// Whether every colour is gray, so that chroma is constant.
    private(set) var isGray = true
    /// Whether in R'G'B' every level is its own code.
    private(set) var isIdentity = true
    /// The code of no depth in deep gray.
    private(set) var deepInvalid: UInt16 = 0
    private let memory: Scratch

    init() throws {
        memory = try Scratch(byteCount: 3 * 320 + Self.count * 4)
        let bytes = memory.values(as: UInt8.self)
        codes = (bytes, bytes + 320, bytes + 640)
        pixels = memory.values(as: UInt32.self, from: 960)
    }

    func fill(_ video: VideoInfo, _ settings: DepthSettings) {
        let layout = video.format.layout
        let invalid = RGBCode(truncatingIfNeeded: settings.invalidColor)
        let colors = (layout.model == .gray ? DepthColormap.gray : settings.colormap).colors + [invalid]
        isGray = colors.allSatisfy { $0 >> 16 == $0 & 255 && $0 >> 8 & 255 == $0 & 255 }
        isIdentity = isGray
        for (level, color) in colors.enumerated() {
            let code = Self.codes(of: color, in: video)
            (codes.0[level], codes.1[level], codes.2[level]) = (code.x, code.y, code.z)
            if level < 256, code.x != UInt8(level) { isIdentity = false }
            guard layout.step(plane: 0) == 4 else { continue }
            // As bytes in memory.
            withUnsafeMutableBytes(of: &pixels[level]) { bytes in
                bytes.copyBytes(from: [255, 255, 255, 255])
                for (component, value) in zip(layout.components, [code.x, code.y, code.z]) {
                    bytes[component.offset] = value
                }
            }
        }
        let luma = Self.luma(invalid, video.colorimetry)
        let c = video.colorimetry
        deepInvalid = UInt16(max(0, min(65535, (c.lumaOffset + c.lumaScale * luma + 0.5).rounded(.down))))
    }

    private static func luma(_ color: RGBCode, _ c: Colorimetry) -> Double {
        let (r, g, b) = (color >> 16 & 255, color >> 8 & 255, color & 255)
        // Of a gray its level, without the rounding of weights.
        if r == g, g == b { return Double(r) / 255 }
        return (c.kr * Double(r) + c.kg * Double(g) + c.kb * Double(b)) / 255
    }

    /// The codes of a colour in the first components of `video`.
    private static func codes(of color: RGBCode, in video: VideoInfo) -> SIMD3<UInt8> {
        let c = video.colorimetry
        let rgb = SIMD3(Double(color >> 16 & 255), Double(color >> 8 & 255), Double(color & 255)) / 255
        var values = rgb * c.lumaScale + c.lumaOffset
        switch video.format.layout.model {
        case .rgb: break
        case .gray: values = SIMD3(repeating: luma(color, c) * c.lumaScale + c.lumaOffset)
        case .ycbcr:
            let luma = luma(color, c)
            values = SIMD3(
                luma * c.lumaScale + c.lumaOffset,
                (rgb.z - luma) / (2 * (1 - c.kb)) * c.chromaScale + c.chromaOffset,
                (rgb.x - luma) / (2 * (1 - c.kr)) * c.chromaScale + c.chromaOffset)
        }
        func code(_ value: Double) -> UInt8 { UInt8(max(0, min(255, (value + 0.5).rounded(.down)))) }
        return SIMD3(code(values.x), code(values.y), code(values.z))
    }
}
