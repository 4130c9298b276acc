// SPDX-License-Identifier: MIT
public import KernelTypes
public import PixelCore

extension Reference {
    /// out_i = in_i.
    public static func widenRow8(_ to: Samples, _ from: ConstBytes, count: Int) {
        for i in 0..<count { to[i] = UInt16(from[i]) }
    }

    /// out_i = in_i with its bytes exchanged. Rows may be the same.
    public static func swapRow16(_ to: Samples, _ from: ConstSamples, count: Int) {
        for i in 0..<count { to[i] = from[i].byteSwapped }
    }

    /// out_i = floor(limit((in_i - near) gain + 1/2, 0, limit)), or `invalidCode` where in_i is `invalid`.
    ///
    /// In single precision, each operation rounded for itself: the line is exact to 2^-23 of its largest term, and where
    /// it is exact, halves go up. A `limit` of at most 255.
    public static func depthRow8(_ to: Bytes, _ from: ConstSamples, count: Int, scale: DepthScale) {
        for i in 0..<count { to[i] = UInt8(depthCode(from[i], scale)) }
    }

    /// The same, for a `limit` of at most 65535. Rows may be the same.
    public static func depthRow16(_ to: Samples, _ from: ConstSamples, count: Int, scale: DepthScale) {
        for i in 0..<count { to[i] = depthCode(from[i], scale) }
    }

    private static func depthCode(_ depth: UInt16, _ scale: DepthScale) -> UInt16 {
        guard depth != scale.invalid else { return scale.invalidCode }
        let code = (Float(depth) - scale.near) * scale.gain + 0.5
        return UInt16(max(0, min(scale.limit, code)))
    }

    /// The least and the greatest in_i that is not `invalid`; `DepthExtrema.none` if there is none.
    public static func depthExtrema(_ from: ConstSamples, count: Int, invalid: UInt16) -> DepthExtrema {
        let valid = (0..<count).map { from[$0] }.filter { $0 != invalid }
        guard let least = valid.min(), let greatest = valid.max() else { return .none }
        return DepthExtrema(least: least, greatest: greatest)
    }

    /// counts_k is raised by the number of i with in_(i step) = k; 65536 counts.
    public static func countRow16(_ counts: Counts, _ from: ConstSamples, step: Int, count: Int) {
        for i in 0..<count { counts[Int(from[i * step])] += 1 }
    }

    /// out_i = table_in_i.
    public static func lookUpRow16to8(_ to: Bytes, _ from: ConstSamples, count: Int, table: ConstBytes) {
        for i in 0..<count { to[i] = table[Int(from[i])] }
    }

    /// The four bytes of out_i = those of table_in_i in memory.
    public static func lookUpRow16to32(_ to: Bytes, _ from: ConstSamples, count: Int, table: ConstCounts) {
        for i in 0..<count {
            withUnsafeBytes(of: table[Int(from[i])]) { bytes in for j in 0..<4 { to[4 * i + j] = bytes[j] } }
        }
    }

    /// Byte j of out_i = (in_i & m) | o, m and o being byte j, from the least significant on, of `mask` and `others`.
    public static func spreadRow8(_ to: Bytes, _ from: ConstBytes, count: Int, mask: UInt32, others: UInt32) {
        for i in 0..<4 * count {
            let shift = UInt32(8 * (i % 4))
            to[i] = (from[i / 4] & UInt8(mask >> shift & 255)) | UInt8(others >> shift & 255)
        }
    }

    /// out_k = floor((a_2k + a_2k+1 + b_2k + b_2k+1 + 2) / 4) for (width + 1) / 2 pairs; an odd last column counts twice.
    public static func meanPairs8(_ to: Bytes, _ first: ConstBytes, _ second: ConstBytes, width: Int) {
        for k in 0..<(width + 1) / 2 {
            let (left, right) = (2 * k, min(2 * k + 1, width - 1))
            let sum = UInt16(first[left]) + UInt16(first[right]) + UInt16(second[left]) + UInt16(second[right])
            to[k] = UInt8((sum + 2) / 4)
        }
    }
}
