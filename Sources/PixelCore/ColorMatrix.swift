// SPDX-License-Identifier: MIT
/// A 3 x 3 matrix of doubles.
package struct ColorMatrix: Sendable, Equatable {
    package var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

    package init(_ r0: SIMD3<Double>, _ r1: SIMD3<Double>, _ r2: SIMD3<Double>) {
        rows = (r0, r1, r2)
    }

    package static func == (a: ColorMatrix, b: ColorMatrix) -> Bool { a.rows == b.rows }

    package static func diagonal(_ d: (Double, Double, Double)) -> ColorMatrix {
        ColorMatrix([d.0, 0, 0], [0, d.1, 0], [0, 0, d.2])
    }

    package static func * (a: ColorMatrix, b: ColorMatrix) -> ColorMatrix {
        func row(_ r: SIMD3<Double>) -> SIMD3<Double> {
            (b.rows.0 * r.x + b.rows.1 * r.y) + b.rows.2 * r.z
        }
        return ColorMatrix(row(a.rows.0), row(a.rows.1), row(a.rows.2))
    }

    /// By Cramer's rule; the matrix must have one.
    package var inverse: ColorMatrix {
        func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
            [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x]
        }
        // Columns of the inverse, times the determinant.
        let (x, y, z) = (cross(rows.1, rows.2), cross(rows.2, rows.0), cross(rows.0, rows.1))
        let determinant = (rows.0 * x).sum()
        return ColorMatrix(
            [x.x, y.x, z.x] / determinant, [x.y, y.y, z.y] / determinant, [x.z, y.z, z.z] / determinant)
    }

    /// Nominal Y'CbCr to R'G'B', no clamping: ITU-R BT.709-6, 3.3, solved for R', G' and B'.
    package static func toRGB(_ c: Colorimetry) -> ColorMatrix {
        let (cr, cb) = (2 * (1 - c.kr), 2 * (1 - c.kb))
        return ColorMatrix([1, 0, cr], [1, -c.kb * cb / c.kg, -c.kr * cr / c.kg], [1, cb, 0])
    }

    /// R'G'B' to nominal Y'CbCr: ITU-R BT.709-6, 3.2 and 3.3.
    package static func fromRGB(_ c: Colorimetry) -> ColorMatrix {
        let (cr, cb) = (2 * (1 - c.kr), 2 * (1 - c.kb))
        return ColorMatrix(
            [c.kr, c.kg, c.kb], [-c.kr / cb, -c.kg / cb, (1 - c.kb) / cb], [(1 - c.kr) / cr, -c.kg / cr, -c.kb / cr])
    }

    /// The same map on floats.
    package var tile: TileMatrix {
        func row(_ r: SIMD3<Double>) -> TileMatrix.Row { (Float(r.x), Float(r.y), Float(r.z)) }
        return TileMatrix(row(rows.0), row(rows.1), row(rows.2))
    }
}

/// A linear map of three components: out_i = row_i . (c0, c1, c2).
public struct TileMatrix: Sendable {
    public typealias Row = (Float, Float, Float)
    public var r0: Row
    public var r1: Row
    public var r2: Row

    public init(_ r0: Row, _ r1: Row, _ r2: Row) {
        self.r0 = r0
        self.r1 = r1
        self.r2 = r2
    }

    public static let identity = TileMatrix((1, 0, 0), (0, 1, 0), (0, 0, 1))
}
