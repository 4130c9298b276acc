// SPDX-License-Identifier: MIT
public import PixelCore

// Colours times alpha, which averages take as they are seen: Porter and Duff, "Compositing Digital Images" (1984).

extension Reference {
    /// out_c = alpha in_c, and out_alpha = 255 alpha: what 255 * 255 is to 1.
    public static func premultiplyRow8(_ to: Samples, _ from: ConstBytes, count: Int, alphaFirst: Bool) {
        let alpha = alphaFirst ? 0 : 3
        for i in 0..<count {
            for c in 0..<4 {
                to[4 * i + c] = UInt16(from[4 * i + alpha]) * (c == alpha ? 255 : UInt16(from[4 * i + c]))
            }
        }
    }

    /// out_c = min(255, floor((510 in_c + in_alpha) / (2 in_alpha))), 0 where in_alpha is 0, and out_alpha = floor((in_alpha + 127) / 255).
    public static func unpremultiplyRow8(_ to: Bytes, _ from: ConstSamples, count: Int, alphaFirst: Bool) {
        let alpha = alphaFirst ? 0 : 3
        for i in 0..<count {
            let weight = Int(from[4 * i + alpha])
            for c in 0..<4 {
                let color = weight == 0 ? 0 : (510 * Int(from[4 * i + c]) + weight) / (2 * weight)
                to[4 * i + c] = UInt8(min(255, c == alpha ? (weight + 127) / 255 : color))
            }
        }
    }

    /// out_c = floor((2 alpha in_c + 65535) / 131070); alpha stays.
    public static func premultiplyRow16(_ to: Samples, _ from: ConstSamples, count: Int) {
        for i in 0..<count {
            let alpha = Int(from[4 * i])
            to[4 * i] = from[4 * i]
            for c in 1..<4 { to[4 * i + c] = UInt16((2 * alpha * Int(from[4 * i + c]) + 65535) / 131070) }
        }
    }

    /// out_c = min(65535, floor((131070 in_c + alpha) / (2 alpha))), 0 where alpha is 0; alpha stays.
    public static func unpremultiplyRow16(_ to: Samples, _ from: ConstSamples, count: Int) {
        for i in 0..<count {
            let alpha = Int(from[4 * i])
            to[4 * i] = from[4 * i]
            for c in 1..<4 {
                let color = alpha == 0 ? 0 : (131070 * Int(from[4 * i + c]) + alpha) / (2 * alpha)
                to[4 * i + c] = UInt16(min(65535, color))
            }
        }
    }
}
