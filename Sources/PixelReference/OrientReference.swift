// SPDX-License-Identifier: MIT
public import PixelCore

extension Reference {
    /// out_i = s_n-1-i for n pixels.
    public static func reverseRow(_ to: Bytes, _ from: ConstBytes, count: Int, size: Int) {
        for i in 0..<count {
            for k in 0..<size { to[size * i + k] = from[size * (count - 1 - i) + k] }
        }
    }

    /// The same for pairs of pixels that share their chroma, which stays with the pair: Y0 U Y1 V becomes Y1 U Y0 V.
    public static func reversePacked422(_ to: Bytes, _ from: ConstBytes, pairs: Int, lumaFirst: Bool) {
        let (luma, chroma) = lumaFirst ? (0, 1) : (1, 0)
        for i in 0..<pairs {
            let (target, source) = (to + 4 * i, from + 4 * (pairs - 1 - i))
            (target[luma], target[luma + 2]) = (source[luma + 2], source[luma])
            (target[chroma], target[chroma + 2]) = (source[chroma], source[chroma + 2])
        }
    }

    /// out_xy = s_yx.
    public static func transposeBlock(
        _ to: Bytes, stride: Int, _ from: ConstBytes, stride fromStride: Int, rows: Int, columns: Int, size: Int
    ) {
        for y in 0..<rows {
            for x in 0..<columns {
                for k in 0..<size { to[x * stride + y * size + k] = from[y * fromStride + x * size + k] }
            }
        }
    }

    /// out_i = (a_i + a_i-step + b_i + b_i-step) / 4, rounded half up; where there is no i - step, (a_i + b_i) / 2.
    public static func meanChromaRow8(
        _ to: Bytes, _ first: ConstBytes, _ second: ConstBytes, count: Int, step: Int
    ) {
        for i in 0..<count {
            let before = i < step ? i : i - step
            let sum = UInt32(first[i]) + UInt32(first[before]) + UInt32(second[i]) + UInt32(second[before])
            to[i] = UInt8((sum + 2) / 4)
        }
    }

    /// The same for codes as `storage` keeps them; bits below them become 0.
    public static func meanChromaRow16(
        _ to: Samples, _ first: ConstSamples, _ second: ConstSamples, count: Int, step: Int, storage: SampleStorage
    ) {
        func code(_ sample: UInt16) -> UInt32 {
            UInt32((storage.swapped ? sample.byteSwapped : sample) >> storage.shift)
        }
        for i in 0..<count {
            let before = i < step ? i : i - step
            let sum = code(first[i]) + code(first[before]) + code(second[i]) + code(second[before])
            let mean = UInt16((sum + 2) / 4) << storage.shift
            to[i] = storage.swapped ? mean.byteSwapped : mean
        }
    }
}
