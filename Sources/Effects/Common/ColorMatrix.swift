package import PixelCore

/// A 3 x 3 matrix of doubles.
package struct ColorMatrix: Equatable {
    package var rows: [[Double]]

    package static func diagonal(_ d: (Double, Double, Double)) -> ColorMatrix {
        ColorMatrix(rows: [[d.0, 0, 0], [0, d.1, 0], [0, 0, d.2]])
    }

    package static func * (a: ColorMatrix, b: ColorMatrix) -> ColorMatrix {
        ColorMatrix(
            rows: a.rows.map { row in
                (0..<3).map { column in (0..<3).reduce(0) { $0 + row[$1] * b.rows[$1][column] } }
            })
    }

    /// Nominal Y'CbCr to R'G'B', no clamping: ITU-R BT.709-6, 3.3, solved for R', G' and B'.
    package static func toRGB(_ c: Colorimetry) -> ColorMatrix {
        let (cr, cb) = (2 * (1 - c.kr), 2 * (1 - c.kb))
        return ColorMatrix(rows: [
            [1, 0, cr],
            [1, -c.kb * cb / c.kg, -c.kr * cr / c.kg],
            [1, cb, 0],
        ])
    }

    /// R'G'B' to nominal Y'CbCr: ITU-R BT.709-6, 3.2 and 3.3.
    package static func fromRGB(_ c: Colorimetry) -> ColorMatrix {
        let (cr, cb) = (2 * (1 - c.kr), 2 * (1 - c.kb))
        return ColorMatrix(rows: [
            [c.kr, c.kg, c.kb],
            [-c.kr / cb, -c.kg / cb, (1 - c.kb) / cb],
            [(1 - c.kr) / cr, -c.kg / cr, -c.kb / cr],
        ])
    }

    /// The same map on floats.
    package var tile: TileMatrix {
        func row(_ i: Int) -> TileMatrix.Row { (Float(rows[i][0]), Float(rows[i][1]), Float(rows[i][2])) }
        return TileMatrix(row(0), row(1), row(2))
    }
}

extension YCbCrAffine8 {
    /// `matrix` maps nominal Y'CbCr; codes are those of `c`.
    init(_ matrix: ColorMatrix, colorimetry c: Colorimetry) {
        let scale = [c.lumaScale, c.chromaScale, c.chromaScale]
        func row(_ i: Int, offset: Double) -> Row {
            let m = (0..<3).map { matrix.rows[i][$0] * scale[i] / scale[$0] }
            return Row((m[0], m[1], m[2]), offset: offset)
        }
        self.init(
            luma: row(0, offset: c.lumaOffset), cb: row(1, offset: c.chromaOffset),
            cr: row(2, offset: c.chromaOffset), lumaOffset: c.lumaOffset)
    }
}
