// SPDX-License-Identifier: MIT
public import PixelCore

/// Sums of neighbours in samples of 16 bits: a code c is 128 c + 64, so that what comes out is rounded by leaving out seven bits.
///
/// Weights are 0...32768 and their sum is 32768: half of the middle's, and those of each further pair. Each product of a pair and
/// its weight is rounded down, and half of what `reach` + 1 roundings may take is put back before. Then no sum of codes' samples
/// is beyond 16 bits for a reach of up to 62 in rows and in columns, and where all codes are the same they stay so. For any other samples, sums
/// are modulo 65536.
extension Reference {
    /// out_i = 128 s_i + 64
    public static func raiseRow8(_ to: Samples, _ from: ConstBytes, count: Int) {
        for i in 0..<count { to[i] = UInt16(from[i]) * 128 + 64 }
    }

    /// out_3i+j = 128 s_4i+j + 64 for j of 0...2
    public static func raisePixelsRow8(_ to: Samples, _ from: ConstBytes, count: Int) {
        for i in 0..<count {
            for j in 0..<3 { to[3 * i + j] = UInt16(from[4 * i + j]) * 128 + 64 }
        }
    }

    /// out_4i+j = s_3i+j for j of 0...2; byte 4i + 3 stays.
    public static func replacePixelsRow8(_ to: Bytes, _ from: ConstBytes, count: Int) {
        for i in 0..<count {
            for j in 0..<3 { to[4 * i + j] = from[3 * i + j] }
        }
    }

    /// out_i = floor((reach + 1) / 2) + floor(w_0 (s_i + s_i) / 65536) + floor(w_1 (s_i-step + s_i+step) / 65536) + ...
    /// + floor(w_reach (s_i-reach step + s_i+reach step) / 65536)
    public static func convolveRow16(
        _ to: Samples, _ from: ConstSamples, count: Int, step: Int, weights: ConstSamples, reach: Int
    ) {
        for i in 0..<count {
            var sum = UInt16(truncatingIfNeeded: (reach + 1) / 2)
            for k in 0...reach { sum &+= weighted(from[i - k * step], from[i + k * step], weights[k]) }
            to[i] = sum
        }
    }

    /// out_ji = floor(S / 128) limited to 255, where S is the sum of `convolveRow16` of s_j+reach,i and the samples above and below, for
    /// row j of 0...3.
    public static func convolveColumns16(
        _ to: FourByteRows, _ from: UnsafePointer<ConstSamples>, count: Int, weights: ConstSamples, reach: Int
    ) {
        for (j, row) in [to.0, to.1, to.2, to.3].enumerated() {
            for i in 0..<count {
                var sum = UInt16(truncatingIfNeeded: (reach + 1) / 2)
                for k in 0...reach { sum &+= weighted(from[j + reach - k][i], from[j + reach + k][i], weights[k]) }
                row[i] = UInt8(min(sum >> 7, 255))
            }
        }
    }

    private static func weighted(_ a: UInt16, _ b: UInt16, _ weight: UInt16) -> UInt16 {
        UInt16((UInt32(a &+ b) * UInt32(weight)) >> 16)
    }
}
