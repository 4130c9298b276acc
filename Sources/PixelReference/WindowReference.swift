// SPDX-License-Identifier: MIT
public import PixelCore

extension Reference {
    /// out_i = w_0 s_i + w_1 (s_i-1 + s_i+1) + ... + w_reach (s_i-reach + s_i+reach), summed in this order, each step rounded to
    /// Float. Nothing is clamped.
    public static func convolveRow(_ to: Floats, _ from: ConstFloats, count: Int, weights: ConstFloats, reach: Int) {
        for i in 0..<count {
            var sum = from[i] * weights[0]
            for k in 0..<reach { sum += (from[i - k - 1] + from[i + k + 1]) * weights[k + 1] }
            to[i] = sum
        }
    }

    /// out_ji = 0 + W_3-j s_0i + W_4-j s_1i + ... for row j of 0...3 and all rows s, summed in this order, each step rounded to
    /// Float. Nothing is clamped.
    public static func convolveColumns(
        _ to: FourRows, _ from: UnsafePointer<ConstFloats>, count: Int, weights: ConstFloats, reach: Int
    ) {
        for (j, row) in [to.0, to.1, to.2, to.3].enumerated() {
            for i in 0..<count {
                var sum: Float = 0
                for k in 0..<2 * reach + 4 { sum += from[k][i] * weights[k + 3 - j] }
                row[i] = sum
            }
        }
    }
}
