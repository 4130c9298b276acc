// SPDX-License-Identifier: MIT
public import KernelTypes
public import PixelCore

extension Reference {
    /// out_i = law(first_i, second_i), rounded to the nearest, in the bits that are set in changed_p with p = i mod 192, and first_i
    /// in the others. The result may replace either row.
    ///
    /// Source: Compositing and Blending Level 1 of the W3C, for opaque pixels; linear burn is Photoshop's.
    public static func blendRow8(
        _ to: Bytes, _ first: ConstBytes, _ second: ConstBytes, count: Int, law: ByteBlend, changed: ConstBytes
    ) {
        for i in 0..<count {
            let (a, b) = (Int(first[i]), Int(second[i]))
            let product = (2 * a * b + 255) / 510
            let made =
                switch law {
                case .second: b
                case .multiply: product
                case .screen: a + b - product
                case .darken: min(a, b)
                case .lighten: max(a, b)
                case .difference: abs(a - b)
                case .add: min(a + b, 255)
                case .subtract: max(a - b, 0)
                case .linearBurn: max(a + b - 255, 0)
                }
            let mask = changed[i % BytePattern.length]
            to[i] = (first[i] & ~mask) | (UInt8(made) & mask)
        }
    }

    /// Whether alpha, the first or the last byte of each pixel, is 255.
    public static func isOpaqueRow8(_ pixels: ConstBytes, count: Int, alphaFirst: Bool) -> Bool {
        (0..<count).allSatisfy { pixels[4 * $0 + (alphaFirst ? 0 : 3)] == 255 }
    }
}
