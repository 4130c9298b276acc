// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

extension Reference {
    /// band_(16 x + r) = row_r[x], for 16 rows `stride` floats apart.
    public static func rowsToGroup(_ group: Floats, _ rows: ConstFloats, stride: Int, count: Int) {
        for x in 0..<count {
            for r in 0..<RowGroup.rows { group[16 * x + r] = rows[r * stride + x] }
        }
    }

    /// row_r[x] = band_(16 x + r): the inverse of `rowsToGroup`.
    public static func groupToRows(_ rows: Floats, _ group: ConstFloats, stride: Int, count: Int) {
        for x in 0..<count {
            for r in 0..<RowGroup.rows { rows[r * stride + x] = group[16 * x + r] }
        }
    }

    /// to.c_(16 x + r) = code of component c of pixel x in row r less the scale's offset, for 16 rows.
    public static func packedToGroup(
        _ to: TileRows, _ rows: UnsafePointer<ConstBytes>, count: Int, scale: PackedScale
    ) {
        var one = (Float(0), Float(0), Float(0))
        withUnsafeMutablePointer(to: &one) { memory in
            let c = UnsafeMutableRawPointer(memory).assumingMemoryBound(to: Float.self)
            for x in 0..<count {
                for r in 0..<RowGroup.rows {
                    unpackPacked(TileRows(c, c + 1, c + 2), rows[r] + 4 * x, count: 1, scale: scale.units)
                    (to.c0[16 * x + r], to.c1[16 * x + r], to.c2[16 * x + r]) = (c[0], c[1], c[2])
                }
            }
        }
    }

    /// Component j of pixel x of row r becomes floor(limit(((m_j0 c_0 + o_j) + m_j1 c_1) + m_j2 c_2, 0, 255.5)), with c =
    /// from_(16 x + r) and o_j the scale's offset + 0.5, each step rounded to Float; a NaN gives 0. The pixel's other bits stay.
    public static func groupToPacked(
        _ rows: UnsafePointer<Bytes>, _ from: TileRows, count: Int, matrix: TileMatrix, scale: PackedScale
    ) {
        let components = [
            (matrix.r0, scale.scale0, scale.shift0), (matrix.r1, scale.scale1, scale.shift1),
            (matrix.r2, scale.scale2, scale.shift2),
        ]
        for r in 0..<RowGroup.rows {
            for x in 0..<count {
                let k = 16 * x + r
                for (m, scale, shift) in components {
                    let first = m.0 * from.c0[k] + scale.roundingOffset
                    let code = (first + m.1 * from.c1[k]) + m.2 * from.c2[k]
                    rows[r][4 * x + Int(shift / 8)] = code > 0 ? UInt8(min(code, scale.limit)) : 0
                }
            }
        }
    }

    /// For each row, in place: y = z_0 + b_0 x; z_0 = (z_1 + b_1 x) - a_1 y; z_1 = (z_2 + b_2 x) - a_2 y; z_2 = b_3 x - a_3 y; the
    /// state begins as `start` times the row's first value, and y of column x goes to column x - delay. After the last
    /// column its value goes on. Each step is rounded to Float.
    static func filterGroup(_ group: Floats, count: Int, filter f: RowFilter) {
        for r in 0..<RowGroup.rows {
            let first = group[r]
            var z = (f.start.0 * first, f.start.1 * first, f.start.2 * first)
            for x in 0..<count + f.delay {
                let value = group[16 * min(x, count - 1) + r]
                let y = z.0 + f.b.0 * value
                z.0 = (z.1 + f.b.1 * value) - f.a.0 * y
                z.1 = (z.2 + f.b.2 * value) - f.a.1 * y
                z.2 = f.b.3 * value - f.a.2 * y
                if x >= f.delay { group[16 * (x - f.delay) + r] = y }
            }
        }
    }

    /// out_x = ((in_(x-1) + in_x) + (in_(x+1) + in_(x+2))) / 4 in each row; before the first column is `before`, after the
    /// last its value. `to` is another group than `from`.
    public static func boxGroup(_ to: Floats, _ from: ConstFloats, count: Int, before: Float) {
        for x in 0..<count {
            for r in 0..<RowGroup.rows {
                func value(_ x: Int) -> Float { x < 0 ? before : from[16 * min(x, count - 1) + r] }
                to[16 * x + r] = ((value(x - 1) + value(x)) + (value(x + 1) + value(x + 2))) * 0.25
            }
        }
    }

    /// out_r = w0 in_(r-1) + (w1 in_r + w2 in_(r+1)), with `above` for row -1 and 0 below the group; then `above` becomes the
    /// group's last row. `to` is another group than `from`.
    public static func combGroup(
        _ to: Floats, _ from: ConstFloats, count: Int, weights w: (Float, Float, Float), above: Floats
    ) {
        for x in 0..<count {
            for r in 0..<RowGroup.rows {
                let before = r > 0 ? from[16 * x + r - 1] : above[x]
                let after = r < RowGroup.rows - 1 ? from[16 * x + r + 1] : 0
                to[16 * x + r] = w.0 * before + (w.1 * from[16 * x + r] + w.2 * after)
            }
            above[x] = from[16 * x + 15]
        }
    }

    /// (i, q) turned: (i cos_r - q sin_r, i sin_r + q cos_r).
    public static func rotateGroup(_ i: Floats, _ q: Floats, count: Int, cosines: ConstFloats, sines: ConstFloats) {
        for k in 0..<16 * count {
            let (c, s, a, b) = (cosines[k % 16], sines[k % 16], i[k], q[k])
            i[k] = a * c - b * s
            q[k] = a * s + b * c
        }
    }

    /// out_x = (1 - f_r) in_(x - k_r) + f_r in_(x - k_r - 1), with k_r = floor(shift_r), f_r = shift_r - k_r: to the right
    /// for positive shifts. Outside of the row there is 0, or the value at the edge that the shift leads away from.
    public static func shiftGroup(_ to: Floats, _ from: ConstFloats, count: Int, shifts: ConstFloats, extends: Bool) {
        for r in 0..<RowGroup.rows {
            let whole = shifts[r].rounded(.down)
            let (k, f) = (Int(whole), shifts[r] - whole)
            let edge = shifts[r] >= 0 ? from[r] : from[16 * (count - 1) + r]
            func value(_ x: Int) -> Float {
                x >= 0 && x < count ? from[16 * x + r] : extends ? edge : 0
            }
            for x in 0..<count { to[16 * x + r] = (1 - f) * value(x - k) + f * value(x - k - 1) }
        }
    }

    /// to_(16 k + r) = gain_r g(first_r + k, seed_r), with g one of +-1...+-8 by a hash of the cell and the seed.
    public static func gradientGroup(
        _ to: Floats, cells: Int, first: UnsafePointer<UInt32>, seeds: UnsafePointer<UInt32>, gains: ConstFloats
    ) {
        for k in 0..<cells {
            for r in 0..<RowGroup.rows {
                to[16 * k + r] = gains[r] * gradient(first[r] &+ UInt32(truncatingIfNeeded: k), seeds[r])
            }
        }
    }

    private static func gradient(_ cell: UInt32, _ seed: UInt32) -> Float {
        var v = (cell ^ seed ^ 2_747_636_419) &* 2_654_435_769
        v = (v ^ v >> 16) &* 2_654_435_769
        v = (v ^ v >> 16) &* 2_654_435_769
        let t = v >> 28
        let size = Float((t & 7) + 1)
        return t & 8 != 0 ? size : -size
    }

    /// band_r[x] += (1 - d^2)^4 (g_k d) + (1 - (d-1)^2)^4 (g_(k+1) (d-1)): simplex noise in one dimension, after K. Perlin.
    ///
    /// Column x is at p = x frequency, a product of doubles, with the whole part n; s = (p - n) + start_r, the difference
    /// rounded to Float first; where s < 1, k = n and d = s, else k = n + 1 and d = s - 1. Each step is rounded to Float.
    public static func noiseGroup(_ group: Floats, count: Int, noise: RowNoise) {
        for x in 0..<count {
            let position = Double(x) * noise.frequency
            let whole = Int(position)
            let part = Float(position - Double(whole))
            for r in 0..<RowGroup.rows {
                let s = part + noise.starts[r]
                let isNext = s >= 1
                let d = isNext ? s - 1 : s
                let k = 16 * (whole + (isNext ? 1 : 0)) + r
                group[16 * x + r] += corner(d, noise.gradients[k]) + corner(d - 1, noise.gradients[k + 16])
            }
        }
    }

    /// What g_k, g_(k+1) and g_(k+2) are multiplied with at each offset p / period of a period, p = 0..<period, 16 rows each:
    /// to_(48 p + 16 j + r). With s = p / period + start_r: where s < 1, c(s), c(s-1) and 0, else 0, c(s-1) and c(s-2), with
    /// c(d) = (1 - d^2)^4 d. Noise by these weights is that of `noiseGroup`.
    public static func noiseWeights(_ to: Floats, starts: ConstFloats, period: Int) {
        for p in 0..<period {
            for r in 0..<RowGroup.rows {
                let s = Float(p) / Float(period) + starts[r]
                let isNext = s >= 1
                let d = isNext ? s - 1 : s
                let (near, far) = (corner(d, 1), corner(d - 1, 1))
                to[48 * p + r] = isNext ? 0 : near
                to[48 * p + 16 + r] = isNext ? near : far
                to[48 * p + 32 + r] = isNext ? far : 0
            }
        }
    }

    private static func corner(_ d: Float, _ gradient: Float) -> Float {
        let t = 1 - d * d
        let square = t * t
        return (square * square) * (gradient * d)
    }

    /// Every row of the group multiplied by its own factor.
    public static func scaleGroupRows(
        _ to: Floats, _ from: ConstFloats, count: Int, factors: ConstFloats
    ) {
        for k in 0..<16 * count { to[k] = from[k] * factors[k % 16] }
    }
}
