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

    /// luma_i = luma_i + (Y_i - luma_i) a_i, rounded half up and limited to 0...255, where a_i is alpha times `alphaScale` and Y_i the
    /// pixel's luma. The sums are of a_i Cb_i, a_i Cr_i and a_i.
    public static func overRow8(
        _ luma: Bytes, _ pixels: ConstBytes, count: Int, sums: TileRows?, adds: Bool, law: OverLaw
    ) {
        for i in 0..<count {
            let first = 4 * i + (law.alphaFirst ? 1 : 0)
            let color = (Float(pixels[first]), Float(pixels[first + 1]), Float(pixels[first + 2]))
            let alpha = Float(pixels[4 * i + (law.alphaFirst ? 0 : 3)]) * law.alphaScale
            func code(_ row: OverLaw.Row) -> Float {
                ((row.m0 * color.0 + row.m1 * color.1) + row.m2 * color.2) + row.offset
            }
            let below = Float(luma[i])
            luma[i] = UInt8(min(max(0, below + (code(law.luma) - below) * alpha + 0.5), 255))
            guard let sums else { continue }
            let parts = (code(law.cb) * alpha, code(law.cr) * alpha, alpha)
            sums.c0[i] = adds ? sums.c0[i] + parts.0 : parts.0
            sums.c1[i] = adds ? sums.c1[i] + parts.1 : parts.1
            sums.c2[i] = adds ? sums.c2[i] + parts.2 : parts.2
        }
    }

    /// c_k = c_k (1 - a) + s, rounded half up and limited to 0...255, where a and s are means of the sums of the columns that it covers.
    public static func overChromaRow8(
        _ cb: Bytes, _ cr: Bytes, _ sums: TileRows, columns: Int, count: Int, part: Float
    ) {
        func mean(_ row: Floats, _ k: Int) -> Float {
            (columns == 1 ? row[k] : row[2 * k] + row[2 * k + 1]) * part
        }
        for k in 0..<count {
            let rest = 1 - mean(sums.c2, k)
            cb[k] = UInt8(min(max(0, (Float(cb[k]) * rest + mean(sums.c0, k)) + 0.5), 255))
            cr[k] = UInt8(min(max(0, (Float(cr[k]) * rest + mean(sums.c1, k)) + 0.5), 255))
        }
    }
}
