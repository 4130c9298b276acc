// SPDX-License-Identifier: MIT
public import KernelTypes
public import PixelCore

extension Reference {
    /// out_i = F_size,i, where F_1,i = s_i, F_2m,i = F_m,i o F_m,i+m and F_2m+1,i = F_2m,i o s_i+2m; a o b is a + b, rounded to Float, or
    /// the lesser or the greater, b where neither is.
    public static func foldRow(
        _ to: Floats, _ from: ConstFloats, count: Int, size: Int, fold: Fold, scratch: Floats
    ) {
        func folded(_ i: Int, _ size: Int) -> Float {
            guard size > 1 else { return from[i] }
            let half = size / 2
            let even = fold(folded(i, half), folded(i + half, half))
            return size & 1 == 1 ? fold(even, from[i + size - 1]) : even
        }
        for i in 0..<count { to[i] = folded(i, size) }
    }

    /// Of rows s_0 to s_size+2 and C = s_3 o s_4 o ... o s_size-1, from the left: out_0 = (s_0 o (s_1 o s_2)) o C, out_1 = ((s_1 o s_2) o
    /// C) o s_size, out_2 = (s_2 o C) o (s_size o s_size+1), out_3 = C o ((s_size o s_size+1) o s_size+2). For a size of less than 4,
    /// out_j = s_j o s_j+1 ..., from the left.
    public static func foldColumns(
        _ to: FourRows, _ from: UnsafePointer<ConstFloats>, count: Int, size: Int, fold: Fold
    ) {
        for i in 0..<count {
            func value(_ row: Int) -> Float { from[row][i] }
            func folded(_ rows: Range<Int>) -> Float {
                rows.dropFirst().reduce(value(rows.lowerBound)) { fold($0, value($1)) }
            }
            guard size > 3 else {
                for (j, row) in [to.0, to.1, to.2, to.3].enumerated() { row[i] = folded(j..<j + size) }
                continue
            }
            let common = folded(3..<size)
            let (above, below) = (fold(value(1), value(2)), fold(value(size), value(size + 1)))
            to.0[i] = fold(fold(value(0), above), common)
            to.1[i] = fold(fold(above, common), value(size))
            to.2[i] = fold(fold(value(2), common), below)
            to.3[i] = fold(common, fold(below, value(size + 2)))
        }
    }

    /// out_i = the least or the greatest of s_i, s_i+step ... s_i+(size-1)step
    public static func foldRow8(
        _ to: Bytes, _ from: ConstBytes, count: Int, size: Int, step: Int, isMaximum: Bool, scratch: Bytes
    ) {
        for i in 0..<count { to[i] = extreme((0..<size).map { from[i + $0 * step] }, isMaximum) }
    }

    /// out_ji = the least or the greatest of s_j,i ... s_j+size-1,i for row j of 0...3
    public static func foldColumns8(
        _ to: FourByteRows, _ from: UnsafePointer<ConstBytes>, count: Int, size: Int, isMaximum: Bool
    ) {
        for (j, row) in [to.0, to.1, to.2, to.3].enumerated() {
            for i in 0..<count { row[i] = extreme((j..<j + size).map { from[$0][i] }, isMaximum) }
        }
    }

    private static func extreme(_ values: [UInt8], _ isMaximum: Bool) -> UInt8 {
        (isMaximum ? values.max() : values.min()) ?? 0
    }

    /// out_i = s_i + s_i+step + ... + s_i+(size-1)step, modulo 65536
    public static func sumRow16(
        _ to: Samples, _ from: ConstSamples, count: Int, size: Int, step: Int, scratch: Samples
    ) {
        for i in 0..<count { to[i] = (0..<size).reduce(0) { $0 &+ from[i + $1 * step] } }
    }

    /// S_i = S_i + s_i, modulo 2^32
    public static func addRow16(_ sums: Counts, _ from: ConstSamples, count: Int) {
        for i in 0..<count { sums[i] &+= UInt32(from[i]) }
    }

    /// S_i = S_i + a_i - r_i, modulo 2^32; out_i = floor(w S_i + 0.5) limited to 255, S_i below 2^24 as Float and each step rounded to it
    public static func moveSumsRow16(
        _ to: Bytes, sums: Counts, adding: ConstSamples, removing: ConstSamples, count: Int, weight: Float
    ) {
        for i in 0..<count {
            sums[i] = sums[i] &+ UInt32(adding[i]) &- UInt32(removing[i])
            to[i] = UInt8(min(Float(sums[i] & 0xFF_FFFF) * weight + 0.5, 255))
        }
    }

    /// out_i = the value in the middle of all s_ji+k in order, for k of -reach...reach and all rows j
    public static func medianRow(
        _ to: Floats, _ from: UnsafePointer<ConstFloats>, count: Int, reach: Int, scratch: Floats
    ) {
        for i in 0..<count {
            let square = (0...2 * reach).flatMap { j in (-reach...reach).map { from[j][i + $0] } }
            to[i] = square.sorted()[square.count / 2]
        }
    }

    /// The same for s_ji+k step
    public static func medianRow8(
        _ to: Bytes, _ from: UnsafePointer<ConstBytes>, count: Int, reach: Int, step: Int, scratch: Bytes
    ) {
        for i in 0..<count {
            let square = (0...2 * reach).flatMap { j in (-reach...reach).map { from[j][i + $0 * step] } }
            to[i] = square.sorted()[square.count / 2]
        }
    }

    /// out_i = (out_i and not m) or (s_i and m), where m is byte i mod 4 of the mask, from the least significant on
    public static func mergeRow8(_ to: Bytes, _ from: ConstBytes, count: Int, mask: UInt32) {
        for i in 0..<count {
            let mask = UInt8(truncatingIfNeeded: mask >> UInt32(8 * (i % 4)))
            to[i] = to[i] & ~mask | from[i] & mask
        }
    }
}

extension Fold {
    /// Of two.
    fileprivate func callAsFunction(_ a: Float, _ b: Float) -> Float {
        switch self {
        case .sum: a + b
        case .minimum: a < b ? a : b
        case .maximum: a > b ? a : b
        }
    }
}
