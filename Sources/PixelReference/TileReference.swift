// SPDX-License-Identifier: MIT
import PixelCore

extension Reference {
    /// nominal = (code - offset) * reciprocal, each step rounded to Float.
    private static func unpack(_ code: UInt32, _ scale: CodeScale) -> Float {
        (Float(code) - scale.offset) * scale.reciprocal
    }

    /// code = floor(clamp(nominal * range + (offset + 0.5), 0, maximum + 0.5)), each step rounded to Float: half up.
    /// A NaN gives 0.
    private static func pack(_ value: Float, _ scale: CodeScale) -> UInt32 {
        let code = value * scale.range + scale.roundingOffset
        return UInt32(code > 0 ? (code < scale.limit ? code : scale.limit) : 0)
    }

    /// nominal_j = (code_j - offset_j) * (1 / range_j), each step rounded to Float, where
    /// code_j = pixel >> shift_j & 255, 0...255. A pixel is a little-endian word.
    ///
    /// `Colorimetry` gives offset and range, after ITU-R BT.709-6, 4.6.
    public static func unpackPacked(_ to: TileRows, _ from: ConstBytes, count: Int, scale: PackedScale) {
        for i in 0..<count {
            let pixel = UnsafeRawPointer(from).loadUnaligned(fromByteOffset: 4 * i, as: UInt32.self).littleEndian
            to.c0[i] = unpack(pixel >> scale.shift0 & 255, scale.scale0)
            to.c1[i] = unpack(pixel >> scale.shift1 & 255, scale.scale1)
            to.c2[i] = unpack(pixel >> scale.shift2 & 255, scale.scale2)
        }
    }

    /// code_j = floor(clamp(nominal_j * range_j + (offset_j + 0.5), 0, maximum + 0.5)), each step rounded to Float:
    /// half up, 0...255. A NaN gives 0. The pixel is code_j << shift_j for each j, and the other bits of `others`.
    ///
    /// The inverse of `unpackPacked`; `others` may be the memory that is written.
    public static func packPacked(
        _ to: Bytes, others: ConstBytes, _ from: TileRows, count: Int, scale: PackedScale
    ) {
        for i in 0..<count {
            let kept = UnsafeRawPointer(others).loadUnaligned(fromByteOffset: 4 * i, as: UInt32.self).littleEndian
            let pixel =
                (kept & scale.otherBits) | (pack(from.c0[i], scale.scale0) << scale.shift0)
                | (pack(from.c1[i], scale.scale1) << scale.shift1)
                | (pack(from.c2[i], scale.scale2) << scale.shift2)
            UnsafeMutableRawPointer(to).storeBytes(of: pixel.littleEndian, toByteOffset: 4 * i, as: UInt32.self)
        }
    }

    /// nominal = (code - offset) * (1 / range), each step rounded to Float; codes are 0...255.
    ///
    /// `Colorimetry` gives offset and range, after ITU-R BT.709-6, 4.6.
    public static func unpackRow8(_ to: Floats, _ from: ConstBytes, count: Int, scale: CodeScale) {
        for i in 0..<count { to[i] = unpack(UInt32(from[i]), scale) }
    }

    /// code = floor(clamp(nominal * range + (offset + 0.5), 0, maximum + 0.5)), each step rounded to Float: half up,
    /// 0...255. A NaN gives 0. The inverse of `unpackRow8`.
    public static func packRow8(_ to: Bytes, _ from: ConstFloats, count: Int, scale: CodeScale) {
        for i in 0..<count { to[i] = UInt8(pack(from[i], scale)) }
    }

    /// nominal = (code - offset) * (1 / range), each step rounded to Float, with code = floor(sample / 2^shift):
    /// 0...2^(16 - shift) - 1. The sample's bytes are exchanged before that if `swapped`.
    ///
    /// `Colorimetry` gives offset and range, after ITU-R BT.709-6, 4.6.
    public static func unpackRow16(
        _ to: Floats, _ from: ConstSamples, count: Int, scale: CodeScale, storage: SampleStorage
    ) {
        for i in 0..<count {
            let sample = storage.swapped ? from[i].byteSwapped : from[i]
            to[i] = unpack(UInt32(sample >> storage.shift), scale)
        }
    }

    /// code = floor(clamp(nominal * range + (offset + 0.5), 0, maximum + 0.5)), each step rounded to Float: half up,
    /// 0...maximum. A NaN gives 0. The sample is code * 2^shift, its bytes exchanged after that if `swapped`.
    ///
    /// The inverse of `unpackRow16`, with zeros below the code.
    public static func packRow16(
        _ to: Samples, _ from: ConstFloats, count: Int, scale: CodeScale, storage: SampleStorage
    ) {
        for i in 0..<count {
            let sample = UInt16(pack(from[i], scale)) << storage.shift
            to[i] = storage.swapped ? sample.byteSwapped : sample
        }
    }

    /// out_i = (m_i0 c0 + m_i1 c1) + m_i2 c2, each step rounded to Float.
    public static func matrixRows(_ to: TileRows, _ from: TileRows, count: Int, matrix: TileMatrix) {
        for i in 0..<count {
            let (a, b, c) = (from.c0[i], from.c1[i], from.c2[i])
            func dot(_ m: TileMatrix.Row) -> Float { (m.0 * a + m.1 * b) + m.2 * c }
            (to.c0[i], to.c1[i], to.c2[i]) = (dot(matrix.r0), dot(matrix.r1), dot(matrix.r2))
        }
    }

    /// out = (w_0 c_0 + w_1 c_1) + w_2 c_2, each step rounded to Float.
    public static func weightedSumRow(_ to: Floats, _ from: TileRows, count: Int, weights: TileMatrix.Row) {
        for i in 0..<count {
            to[i] = (weights.0 * from.c0[i] + weights.1 * from.c1[i]) + weights.2 * from.c2[i]
        }
    }

    /// out_j = c_j min(new / old, 1 / max(c_0, c_1, c_2)) where old > 0, else c_j + new: each step rounded to Float.
    ///
    /// Scaling keeps hue and saturation (of HSV); the limit keeps what is the largest component at white. A maximum of
    /// less than 2^-20 counts as 2^-20. Black has no hue, and gets the new luma as a gray.
    public static func rescaleRows(_ rows: TileRows, count: Int, old: ConstFloats, new: ConstFloats) {
        for i in 0..<count {
            let largest = max(max(max(rows.c0[i], rows.c1[i]), rows.c2[i]), 0x1p-20)
            let isBlack = !(old[i] > 0)
            let gain = isBlack ? 1 : min(new[i] / old[i], 1 / largest)
            let offset = isBlack ? new[i] : 0
            rows.c0[i] = rows.c0[i] * gain + offset
            rows.c1[i] = rows.c1[i] * gain + offset
            rows.c2[i] = rows.c2[i] * gain + offset
        }
    }

    /// out = gain * in.
    public static func gainRow(_ row: Floats, count: Int, gain: Float) {
        for i in 0..<count { row[i] *= gain }
    }

    /// out_2k = out_2k+1 = c_k: each chroma sample is repeated, and nothing rounded.
    public static func upsampleBlock(_ to: Floats, _ from: ConstFloats, count: Int) {
        for k in 0..<count { (to[2 * k], to[2 * k + 1]) = (from[k], from[k]) }
    }

    /// out_k = (s_2k + s_2k+1) / 2, each step rounded to Float: the mean. The dual of `upsampleBlock`: what that gives
    /// comes back as it was.
    public static func downsampleBlock(_ to: Floats, _ from: ConstFloats, count: Int) {
        for k in 0..<count { to[k] = (from[2 * k] + from[2 * k + 1]) * 0.5 }
    }

    /// out_i = (first_i + second_i) / 2, each step rounded to Float: the mean. Nothing is clamped.
    public static func meanRow(_ to: Floats, _ first: ConstFloats, _ second: ConstFloats, count: Int) {
        for i in 0..<count { to[i] = (first[i] + second[i]) * 0.5 }
    }
}
