// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

extension Reference {
    /// R' = Y' + m_r Cr, G' = Y' + (m_gb Cb + m_gr Cr), B' = Y' + m_b Cb for both columns of a pair, each step rounded to Float,
    /// where Y' is what `unpackRow8` makes of the byte: 0...1 and, outside the range of codes, beyond.
    ///
    /// After ITU-R BT.709-6, 3.2 and 3.3.
    public static func unpackPairs8(
        _ to: PairRows, _ luma: ConstBytes, cb: ConstFloats, cr: ConstFloats, count: Int, scale: CodeScale,
        matrix: PairMatrix
    ) {
        var nominal: [Float] = .init(repeating: 0, count: 2 * count)
        nominal.withUnsafeMutableBufferPointer { row in
            guard let base = row.baseAddress else { return }
            unpackRow8(base, luma, count: 2 * count, scale: scale)
            unpackPairs(to, base, cb, cr, count, matrix)
        }
    }

    /// As `unpackPairs8`, of what `unpackRow16` makes of the samples.
    public static func unpackPairs16(
        _ to: PairRows, _ luma: ConstSamples, cb: ConstFloats, cr: ConstFloats, count: Int, scale: CodeScale,
        storage: SampleStorage, matrix: PairMatrix
    ) {
        var nominal: [Float] = .init(repeating: 0, count: 2 * count)
        nominal.withUnsafeMutableBufferPointer { row in
            guard let base = row.baseAddress else { return }
            unpackRow16(base, luma, count: 2 * count, scale: scale, storage: storage)
            unpackPairs(to, base, cb, cr, count, matrix)
        }
    }

    private static func unpackPairs(
        _ to: PairRows, _ luma: ConstFloats, _ cb: ConstFloats, _ cr: ConstFloats, _ count: Int, _ matrix: PairMatrix
    ) {
        for k in 0..<count {
            let red = cr[k] * matrix.redFromCr
            let green = cb[k] * matrix.greenFromCb + cr[k] * matrix.greenFromCr
            let blue = cb[k] * matrix.blueFromCb
            for (i, y) in [(k, luma[2 * k]), (to.half + k, luma[2 * k + 1])] {
                (to.rows.c0[i], to.rows.c1[i], to.rows.c2[i]) = (y + red, y + green, y + blue)
            }
        }
    }

    /// Y' = (w_r R' + w_g G') + w_b B' of R'G'B' that is limited to 0...1 (0 for NaN), stored as `packRow8` does it. The sums are
    /// first + second column, or sum + (first + second column). Each step is rounded to Float.
    ///
    /// After ITU-R BT.709-6, 3.2.
    public static func packPairs8(
        _ luma: Bytes, _ from: PairRows, sums: TileRows, adds: Bool, count: Int, scale: CodeScale, matrix: PairMatrix
    ) {
        var row = nominalLuma(from, sums, adds, count, matrix)
        row.withUnsafeMutableBufferPointer { row in
            if let base = row.baseAddress { packRow8(luma, base, count: 2 * count, scale: scale) }
        }
    }

    /// As `packPairs8`, stored as `packRow16` does it.
    public static func packPairs16(
        _ luma: Samples, _ from: PairRows, sums: TileRows, adds: Bool, count: Int, scale: CodeScale,
        storage: SampleStorage, matrix: PairMatrix
    ) {
        var row = nominalLuma(from, sums, adds, count, matrix)
        row.withUnsafeMutableBufferPointer { row in
            if let base = row.baseAddress {
                packRow16(luma, base, count: 2 * count, scale: scale, storage: storage)
            }
        }
    }

    private static func nominalLuma(
        _ from: PairRows, _ sums: TileRows, _ adds: Bool, _ count: Int, _ matrix: PairMatrix
    ) -> [Float] {
        func limited(_ value: Float) -> Float { value > 0 ? min(value, 1) : 0 }
        func dot(_ i: Int) -> Float {
            let rows = from.rows
            let (r, g, b) = (limited(rows.c0[i]), limited(rows.c1[i]), limited(rows.c2[i]))
            return (matrix.luma.0 * r + matrix.luma.1 * g) + matrix.luma.2 * b
        }
        var luma: [Float] = []
        for k in 0..<count {
            for (row, sum) in [(from.rows.c0, sums.c0), (from.rows.c1, sums.c1), (from.rows.c2, sums.c2)] {
                let both = limited(row[k]) + limited(row[from.half + k])
                sum[k] = adds ? sum[k] + both : both
            }
            luma += [dot(k), dot(from.half + k)]
        }
        return luma
    }

    /// C = ((w_r R + w_g G) + w_b B) * part for Cb and Cr, each step rounded to Float, of sums R, G and B of some pixels.
    ///
    /// After ITU-R BT.709-6, 3.3. Of means it is the mean, as it is linear.
    public static func chromaOfSums(
        _ cb: Floats, _ cr: Floats, _ sums: TileRows, part: Float, count: Int, matrix: PairMatrix
    ) {
        for k in 0..<count {
            func dot(_ w: TileMatrix.Row) -> Float { ((w.0 * sums.c0[k] + w.1 * sums.c1[k]) + w.2 * sums.c2[k]) * part }
            (cb[k], cr[k]) = (dot(matrix.cb), dot(matrix.cr))
        }
    }
}
