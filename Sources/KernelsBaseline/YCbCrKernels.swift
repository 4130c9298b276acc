// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

// A vector of luma bytes, read as 16-bit lanes, holds the even columns in the low and the odd columns in the
// high bytes: both line up with the chroma samples that cover them, without a shuffle.

/// A value in every lane.
@inline(__always)
private func all(_ value: Int16) -> swv_i16 {
    swv_i16_alternate(value, value)
}

/// What chroma and the bias add to a result of `row`, before the shift to a code.
@inline(__always)
private func chromaTerm(_ row: YCbCrAffine8.Row, _ cb: swv_i16, _ cr: swv_i16) -> swv_i16 {
    let sum = swv_i16_multiply_high(cb, all(row.cb)) &+ swv_i16_multiply_high(cr, all(row.cr))
    return sum &+ all(row.bias)
}

@inline(__always)
private func code(_ luma: swv_i16, _ coefficient: Int16, _ chromaTerm: swv_i16) -> swv_u16 {
    swv_i16_to_code(swv_i16_multiply_high(luma, all(coefficient)) &+ chromaTerm, 5)
}

@inline(__always)
private func centredChroma(_ bytes: ConstBytes, _ n: Int) -> swv_i16 {
    swv_i16_centre(swv_u16_widen(swv_u8h_load(bytes, n)), 7, 128 * 128)
}

extension Kernels: YCbCrKernels {
    public static func ycbcrAffineRows420(_ to: YCbCrRows, _ from: YCbCrRows, width: Int, map: YCbCrAffine8) {
        subsampled(to, from, width: width, map: map, twoRows: true)
    }

    public static func ycbcrAffineRow422(_ to: YCbCrRows, _ from: YCbCrRows, width: Int, map: YCbCrAffine8) {
        subsampled(to, from, width: width, map: map, twoRows: false)
    }

    @inline(__always)
    private static func subsampled(
        _ to: YCbCrRows, _ from: YCbCrRows, width: Int, map: YCbCrAffine8, twoRows: Bool
    ) {
        @inline(__always)
        func mapLuma(_ pairs: swv_u16, _ term: swv_i16) -> swv_u16 {
            let even = swv_i16_centre(swv_u16_low(pairs), 7, map.lumaOffset)
            let odd = swv_i16_centre(swv_u16_high(pairs), 7, map.lumaOffset)
            return swv_u16_pair(code(even, map.luma.luma, term), code(odd, map.luma.luma, term))
        }
        forVectors(width, by: swv_lanes8) { x, n in
            let k = x >> 1
            let chromaCount = (n &+ 1) >> 1
            let cb = centredChroma(from.cb + k, chromaCount)
            let cr = centredChroma(from.cr + k, chromaCount)
            let term = chromaTerm(map.luma, cb, cr)
            let row0 = swv_u16_load_pairs(from.luma0 + x, n)
            var sum = swv_u16_low(row0) &+ swv_u16_high(row0)
            if twoRows {
                // Loaded before the first row is stored, as the rows may be the same.
                let row1 = swv_u16_load_pairs(from.luma1 + x, n)
                sum = sum &+ (swv_u16_low(row1) &+ swv_u16_high(row1))
                swv_u16_store_pairs(to.luma1 + x, mapLuma(row1, term), n)
            }
            swv_u16_store_pairs(to.luma0 + x, mapLuma(row0, term), n)
            let mean = swv_i16_centre(sum, twoRows ? 5 : 6, map.lumaOffset)
            let newCb = code(mean, map.cb.luma, chromaTerm(map.cb, cb, cr))
            let newCr = code(mean, map.cr.luma, chromaTerm(map.cr, cb, cr))
            swv_u8h_store(to.cb + k, swv_u16_narrow(newCb), chromaCount)
            swv_u8h_store(to.cr + k, swv_u16_narrow(newCr), chromaCount)
        }
    }

    public static func ycbcrAffineRow444(_ to: YCbCrRows, _ from: YCbCrRows, width: Int, map: YCbCrAffine8) {
        forVectors(width, by: swv_lanes16) { x, n in
            let cb = centredChroma(from.cb + x, n)
            let cr = centredChroma(from.cr + x, n)
            let luma = swv_i16_centre(swv_u16_widen(swv_u8h_load(from.luma0 + x, n)), 7, map.lumaOffset)
            let newLuma = code(luma, map.luma.luma, chromaTerm(map.luma, cb, cr))
            let newCb = code(luma, map.cb.luma, chromaTerm(map.cb, cb, cr))
            let newCr = code(luma, map.cr.luma, chromaTerm(map.cr, cb, cr))
            swv_u8h_store(to.luma0 + x, swv_u16_narrow(newLuma), n)
            swv_u8h_store(to.cb + x, swv_u16_narrow(newCb), n)
            swv_u8h_store(to.cr + x, swv_u16_narrow(newCr), n)
        }
    }

    public static func ycbcrAffinePacked422(
        _ to: Bytes, _ from: ConstBytes, pairs: Int, map: YCbCrAffine8, lumaFirst: Bool
    ) {
        if lumaFirst {
            packed422(to, from, pairs: pairs, map: map, lumaFirst: true)
        } else {
            packed422(to, from, pairs: pairs, map: map, lumaFirst: false)
        }
    }

    /// 16-bit lanes hold a luma and a chroma byte each, chroma being Cb and Cr in turn; a lane and its neighbour
    /// make a pair of pixels, so a sum of a vector and itself with lanes exchanged is a sum over the pair.
    @inline(__always)
    private static func packed422(_ to: Bytes, _ from: ConstBytes, pairs: Int, map: YCbCrAffine8, lumaFirst: Bool) {
        let bias = swv_i16_alternate(map.cb.bias, map.cr.bias)
        forVectors(2 &* pairs, by: swv_lanes16) { x, n in
            let lanes = swv_u16_load(from + 2 &* x, n)
            let (low, high) = (swv_u16_low(lanes), swv_u16_high(lanes))
            let luma = swv_i16_centre(lumaFirst ? low : high, 7, map.lumaOffset)
            let chroma = swv_i16_centre(lumaFirst ? high : low, 7, 128 * 128)
            let other = swv_i16_swap_pairs(chroma)

            let part = swv_i16_multiply_high(chroma, swv_i16_alternate(map.luma.cb, map.luma.cr))
            let term = (part &+ swv_i16_swap_pairs(part)) &+ all(map.luma.bias)
            let newLuma = code(luma, map.luma.luma, term)

            let codes = lumaFirst ? low : high
            let sum = codes &+ swv_u16_swap_pairs(codes)
            let mean = swv_i16_centre(sum, 6, map.lumaOffset)
            let own = swv_i16_multiply_high(chroma, swv_i16_alternate(map.cb.cb, map.cr.cr))
            let cross = swv_i16_multiply_high(other, swv_i16_alternate(map.cb.cr, map.cr.cb))
            let fromLuma = swv_i16_multiply_high(mean, swv_i16_alternate(map.cb.luma, map.cr.luma))
            let newChroma = swv_i16_to_code(
                (own &+ cross) &+ (fromLuma &+ bias), 5)
            let result = lumaFirst ? swv_u16_pair(newLuma, newChroma) : swv_u16_pair(newChroma, newLuma)
            swv_u16_store(to + 2 &* x, result, n)
        }
    }
}
