internal import CVector
public import PixelCore

// A vector of luma bytes, read as 16-bit lanes, holds the even columns in the low and the odd columns in the
// high bytes: both line up with the chroma samples that cover them, without a shuffle.

/// A map's result row on lanes of luma, Cb and Cr, before the shift to a code.
@inline(__always)
private func chromaTerm(_ row: YCbCrAffine8.Row, _ cb: swv_i16, _ cr: swv_i16) -> swv_i16 {
    let sum = swv_i16_add(swv_i16_multiply_high(cb, row.cb), swv_i16_multiply_high(cr, row.cr))
    return swv_i16_add_scalar(sum, row.bias)
}

@inline(__always)
private func code(_ luma: swv_i16, _ coefficient: Int16, _ chromaTerm: swv_i16) -> swv_u16 {
    swv_i16_to_code(swv_i16_add(swv_i16_multiply_high(luma, coefficient), chromaTerm), 5)
}

@inline(__always)
private func centredChroma(_ bytes: ConstBytes, _ n: Int) -> swv_i16 {
    swv_i16_centre(swv_u16_widen(swv_u8h_load(bytes, n)), 7, 128 * 128)
}

extension Kernels {
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
        sweep(width, by: swv_lanes8) { x, n in
            let k = x >> 1
            let chromaCount = (n &+ 1) >> 1
            let cb = centredChroma(from.cb + k, chromaCount)
            let cr = centredChroma(from.cr + k, chromaCount)
            let term = chromaTerm(map.luma, cb, cr)
            let row0 = swv_u16_load_pairs(from.luma0 + x, n)
            var sum = swv_u16_add(swv_u16_low(row0), swv_u16_high(row0))
            if twoRows {
                // Loaded before the first row is stored, as the rows may be the same.
                let row1 = swv_u16_load_pairs(from.luma1 + x, n)
                sum = swv_u16_add(sum, swv_u16_add(swv_u16_low(row1), swv_u16_high(row1)))
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
        sweep(width, by: swv_lanes16) { x, n in
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
}
