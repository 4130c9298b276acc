// SPDX-License-Identifier: MIT
public import KernelTypes
public import PixelCore

extension Reference {
    /// out_ci = floor(m s_ci + 0.5), where s_ci is limited to 0...1 and each step is rounded to Float; q_i = out_0i^2 + out_1i^2 + ...,
    /// below 2^32; u_i = floor(q_i / 4096)
    public static func roundRow32(
        _ to: CountRows, squares: SquareSums, _ from: TileRows, count: Int, components: Int, scale: Float
    ) {
        for i in 0..<count {
            var sum: UInt32 = 0
            for component in 0..<components {
                let code = UInt32(min(max(row(from, component)[i] * scale + 0.5, 0), scale))
                row(to, component)[i] = code
                sum += code * code
            }
            (squares.exact[i], squares.units[i]) = (sum, sum / SquareSums.unit)
        }
    }

    /// out_ci = 255 and (p_i / 2^k_c), where p_i is pixel i; q_i = out_0i^2 + out_1i^2 + out_2i^2
    public static func splitRow32(
        _ to: CountRows, squares: Counts, _ from: ConstBytes, count: Int, shifts: ComponentShifts
    ) {
        for i in 0..<count {
            squares[i] = 0
            for (component, shift) in [shifts.0, shifts.1, shifts.2].enumerated() {
                let code = UInt32(from[4 * i + Int(shift / 8)])
                row(to, component)[i] = code
                squares[i] += code * code
            }
        }
    }

    /// out_i = s_i + s_i+1 + ... + s_i+size-1, modulo 2^32
    public static func sumRow32(_ to: Counts, _ from: ConstCounts, count: Int, size: Int, scratch: Counts) {
        for i in 0..<count { to[i] = (0..<size).reduce(0) { $0 &+ from[i + $1] } }
    }

    /// out_i = s_i + a_i - r_i, modulo 2^32
    public static func moveRow32(
        _ to: Counts, _ from: ConstCounts, adding: ConstCounts, removing: ConstCounts, count: Int
    ) {
        for i in 0..<count { to[i] = from[i] &+ adding[i] &- removing[i] }
    }

    /// out_i = n Q_i - S_0i^2 - S_1i^2 - ..., modulo 2^32. Source: Kuwahara, as in GPUImage.
    public static func spreadRow(
        _ to: Counts, sums: CountRows, squares: ConstCounts, count: Int, components: Int, size: UInt32
    ) {
        for i in 0..<count {
            to[i] = (0..<components).reduce(size &* squares[i]) { spread, component in
                let sum = row(sums, component)[i]
                return spread &- sum &* sum
            }
        }
    }

    /// out_i = bits of r + 2^32 floor((a - r) / 2^32 + 0.5), where r = n Q_i - S_0i^2 - S_1i^2 - ..., modulo 2^32, and
    /// a = 4096 n U_i - S_0i^2 - S_1i^2 - ..., each step rounded to Float
    public static func wideSpreadRow(
        _ to: Counts, sums: CountRows, squares: SquareSums, count: Int, components: Int, size: UInt32
    ) {
        for i in 0..<count {
            var rest = size &* squares.exact[i]
            var about = Float(squares.units[i]) * (Float(size) * 4096)
            for component in 0..<components {
                let sum = row(sums, component)[i]
                rest = rest &- sum &* sum
                about -= Float(sum & 0xFF_FFFF) * Float(sum & 0xFF_FFFF)
            }
            let wraps = ((about - Float(rest)) * 0x1p-32 + 0.5).rounded(.down)
            to[i] = (Float(rest) + wraps * 0x1p32).bitPattern
        }
    }

    /// out_i = w S_i, w S_i+reach of the upper squares, or w S_i+reach, w S_i of the lower ones: that with the least spread
    public static func leastSpreadRow(
        _ to: TileRows, upper: SquareRows, lower: SquareRows, count: Int, components: Int, reach: Int, weight: Float
    ) {
        for i in 0..<count {
            let least = leastSpread(upper.spread, lower.spread, i, reach)
            let sums = least.isUpper ? upper.sums : lower.sums
            for component in 0..<components { row(to, component)[i] = row(sums, component)[least.index] * weight }
        }
    }

    /// Byte k_c / 8 of pixel i = floor(w S + 0.5) limited to 255, with such S, S below 2^24 as Float and each step rounded to it
    public static func leastSpreadPixels(
        _ to: Bytes, upper: SquareCounts, lower: SquareCounts, count: Int, reach: Int, weight: Float,
        shifts: ComponentShifts
    ) {
        for i in 0..<count {
            let least = leastSpread(upper.spread, lower.spread, i, reach)
            let sums = least.isUpper ? upper.sums : lower.sums
            for (component, shift) in [shifts.0, shifts.1, shifts.2].enumerated() {
                let sum = row(sums, component)[least.index] & 0xFF_FFFF
                to[4 * i + Int(shift / 8)] = UInt8(min(Float(sum) * weight + 0.5, 255))
            }
        }
    }

    private static func leastSpread(
        _ upper: Counts, _ lower: Counts, _ i: Int, _ reach: Int
    ) -> (isUpper: Bool, index: Int) {
        var (best, spread) = ((isUpper: true, index: i), upper[i])
        for (other, candidate) in [
            (upper[i + reach], (true, i + reach)), (lower[i + reach], (false, i + reach)), (lower[i], (false, i)),
        ] where other < spread { (best, spread) = (candidate, other) }
        return best
    }

    private static func row(_ rows: TileRows, _ component: Int) -> Floats {
        component == 0 ? rows.c0 : component == 1 ? rows.c1 : rows.c2
    }

    private static func row(_ rows: CountRows, _ component: Int) -> Counts {
        component == 0 ? rows.c0 : component == 1 ? rows.c1 : rows.c2
    }
}
