// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

extension Reference {
    /// One result: clamp(floor((floor(y c_y / 65536) + floor(cb c_cb / 65536) + floor(cr c_cr / 65536) + bias) / 32)).
    ///
    /// `y`, `cb` and `cr` are codes minus their offset, times 128; see `YCbCrAffine8` for the fixed point.
    private static func apply(_ row: YCbCrAffine8.Row, _ y: Int, _ cb: Int, _ cr: Int) -> UInt8 {
        let sum = ((y * Int(row.luma)) >> 16) + ((cb * Int(row.cb)) >> 16) + ((cr * Int(row.cr)) >> 16)
        return UInt8(max(0, min(255, (sum + Int(row.bias)) >> 5)))
    }

    /// Every luma sample is mapped with the chroma sample that covers it, every chroma sample with the mean of the
    /// luma samples it covers: 2 x 2 of them, fewer at an odd edge. The map is linear, so this equals mapping at
    /// full resolution with repeated chroma and averaging the chroma that results.
    public static func ycbcrAffineRows420(
        _ to: YCbCrRows, _ from: YCbCrRows, width: Int, map: YCbCrAffine8
    ) {
        let offset = Int(map.lumaOffset)
        for k in 0..<(width + 1) / 2 {
            // The last column of an odd width stands for its missing neighbour too.
            let (left, right) = (2 * k, min(2 * k + 1, width - 1))
            let (y00, y01) = (Int(from.luma0[left]), Int(from.luma0[right]))
            let (y10, y11) = (Int(from.luma1[left]), Int(from.luma1[right]))
            let (cb, cr) = ((Int(from.cb[k]) - 128) * 128, (Int(from.cr[k]) - 128) * 128)
            let mean = (y00 + y01 + y10 + y11) * 32 - offset
            to.luma0[left] = apply(map.luma, y00 * 128 - offset, cb, cr)
            to.luma0[right] = apply(map.luma, y01 * 128 - offset, cb, cr)
            to.luma1[left] = apply(map.luma, y10 * 128 - offset, cb, cr)
            to.luma1[right] = apply(map.luma, y11 * 128 - offset, cb, cr)
            to.cb[k] = apply(map.cb, mean, cb, cr)
            to.cr[k] = apply(map.cr, mean, cb, cr)
        }
    }

    /// As 4:2:0, with one luma row.
    public static func ycbcrAffineRow422(
        _ to: YCbCrRows, _ from: YCbCrRows, width: Int, map: YCbCrAffine8
    ) {
        let (to, from) = (withOneLumaRow(to), withOneLumaRow(from))
        ycbcrAffineRows420(to, from, width: width, map: map)
    }

    /// Every sample is mapped with those at its own offset.
    public static func ycbcrAffineRow444(
        _ to: YCbCrRows, _ from: YCbCrRows, width: Int, map: YCbCrAffine8
    ) {
        for x in 0..<width {
            let y = Int(from.luma0[x]) * 128 - Int(map.lumaOffset)
            let (cb, cr) = ((Int(from.cb[x]) - 128) * 128, (Int(from.cr[x]) - 128) * 128)
            to.luma0[x] = apply(map.luma, y, cb, cr)
            to.cb[x] = apply(map.cb, y, cb, cr)
            to.cr[x] = apply(map.cr, y, cb, cr)
        }
    }

    /// As 4:2:2, on bytes in the order luma, Cb, luma, Cr or Cb, luma, Cr, luma. Every pair is whole.
    public static func ycbcrAffinePacked422(
        _ to: Bytes, _ from: ConstBytes, pairs: Int, map: YCbCrAffine8, lumaFirst: Bool
    ) {
        let (luma, chroma) = lumaFirst ? (0, 1) : (1, 0)
        let offset = Int(map.lumaOffset)
        for k in 0..<pairs {
            let (left, right) = (4 * k + luma, 4 * k + luma + 2)
            let (first, second) = (4 * k + chroma, 4 * k + chroma + 2)
            let (y0, y1) = (Int(from[left]), Int(from[right]))
            let (cb, cr) = ((Int(from[first]) - 128) * 128, (Int(from[second]) - 128) * 128)
            let mean = (y0 + y1) * 64 - offset
            to[left] = apply(map.luma, y0 * 128 - offset, cb, cr)
            to[right] = apply(map.luma, y1 * 128 - offset, cb, cr)
            to[first] = apply(map.cb, mean, cb, cr)
            to[second] = apply(map.cr, mean, cb, cr)
        }
    }

    private static func withOneLumaRow(_ rows: YCbCrRows) -> YCbCrRows {
        YCbCrRows(luma0: rows.luma0, luma1: rows.luma0, cb: rows.cb, cr: rows.cr)
    }
}
