// SPDX-License-Identifier: MIT
public import PixelCore

/// Rows of 8-bit Y'CbCr: two luma rows (4:2:0) or one (the second is then not used), and their chroma.
public struct YCbCrRows {
    public var luma0: UnsafeMutablePointer<UInt8>
    public var luma1: UnsafeMutablePointer<UInt8>
    public var cb: UnsafeMutablePointer<UInt8>
    public var cr: UnsafeMutablePointer<UInt8>

    public init(
        luma0: UnsafeMutablePointer<UInt8>, luma1: UnsafeMutablePointer<UInt8>,
        cb: UnsafeMutablePointer<UInt8>, cr: UnsafeMutablePointer<UInt8>
    ) {
        self.luma0 = luma0
        self.luma1 = luma1
        self.cb = cb
        self.cr = cr
    }
}

/// An affine map of 8-bit Y'CbCr codes in 16-bit fixed point.
///
/// A code minus its offset is scaled by 2^7, a coefficient by 2^14 and their product by 2^-16, so a sum has
/// five fractional bits. Each of its three products is floored; `bias` holds the result's offset, one half
/// for rounding and 1/32 for the floors. The result is within 0.08 of the exact value before rounding.
///
/// Sums have 16 bits, so |luma| * 255 + (|cb| + |cr|) * 128 + offset must stay below 1023 for every result.
/// Factors 0...1 of R', G' and B' give less than 512.
public struct YCbCrAffine8: Sendable, Equatable {
    /// Coefficients of one result for luma, Cb and Cr, |c| < 2, times 2^14; and the bias times 2^5.
    public struct Row: Sendable, Equatable {
        public var luma: Int16
        public var cb: Int16
        public var cr: Int16
        public var bias: Int16

        /// `coefficients` act on codes from which the offsets were taken; `offset` is added back.
        public init(_ coefficients: (luma: Double, cb: Double, cr: Double), offset: Double) {
            luma = Self.fixed(coefficients.luma, scale: 16384)
            cb = Self.fixed(coefficients.cb, scale: 16384)
            cr = Self.fixed(coefficients.cr, scale: 16384)
            bias = Self.fixed(offset, scale: 32) &+ 17
        }

        private static func fixed(_ value: Double, scale: Double) -> Int16 {
            Int16(max(-32768, min(32767, (value * scale).rounded())))
        }
    }

    public var luma: Row
    public var cb: Row
    public var cr: Row
    /// The code of black times 2^7.
    public var lumaOffset: Int16

    /// The same map of codes that have Cr where this has Cb, and the other way round.
    public var exchangingChroma: YCbCrAffine8 {
        func exchanged(_ row: Row) -> Row {
            var row = row
            (row.cb, row.cr) = (row.cr, row.cb)
            return row
        }
        var map = self
        (map.luma, map.cb, map.cr) = (exchanged(luma), exchanged(cr), exchanged(cb))
        return map
    }

    public init(luma: Row, cb: Row, cr: Row, lumaOffset: Double) {
        self.luma = luma
        self.cb = cb
        self.cr = cr
        self.lumaOffset = Int16(max(0, min(255, lumaOffset)) * 128)
    }
}

extension YCbCrAffine8 {
    /// `matrix` maps nominal Y'CbCr, and `offset` is added to its results; codes are those of `c`.
    package init(_ matrix: ColorMatrix, offset: SIMD3<Double> = .zero, colorimetry c: Colorimetry) {
        let scale = SIMD3(c.lumaScale, c.chromaScale, c.chromaScale)
        func row(_ r: SIMD3<Double>, scale own: Double, offset: Double) -> Row {
            let m = r * own / scale
            return Row((m.x, m.y, m.z), offset: offset)
        }
        let codes = offset * scale
        self.init(
            luma: row(matrix.rows.0, scale: c.lumaScale, offset: c.lumaOffset + codes.x),
            cb: row(matrix.rows.1, scale: c.chromaScale, offset: c.chromaOffset + codes.y),
            cr: row(matrix.rows.2, scale: c.chromaScale, offset: c.chromaOffset + codes.z), lumaOffset: c.lumaOffset)
    }
}

/// Kernels on 8-bit Y'CbCr.
public protocol YCbCrKernels {
    /// Maps two luma rows, `width` columns each, and their chroma at half width. The luma rows may be the same.
    static func ycbcrAffineRows420(_ to: YCbCrRows, _ from: YCbCrRows, width: Int, map: YCbCrAffine8)

    /// Maps one luma row of `width` columns and its chroma at half width.
    static func ycbcrAffineRow422(_ to: YCbCrRows, _ from: YCbCrRows, width: Int, map: YCbCrAffine8)

    /// Maps one luma row of `width` columns and its chroma at full width.
    static func ycbcrAffineRow444(_ to: YCbCrRows, _ from: YCbCrRows, width: Int, map: YCbCrAffine8)

    /// Maps `pairs` pairs of pixels of packed 4:2:2, luma and chroma bytes in turn, Cb before Cr.
    static func ycbcrAffinePacked422(
        _ to: Bytes, _ from: ConstBytes, pairs: Int, map: YCbCrAffine8, lumaFirst: Bool)
}
