// SPDX-License-Identifier: MIT
public import PixelCore

extension Reference {
    /// Sixteen sums in doubles, each of every sixteenth number from its own on, in order; then those of halves of them, which are 8, 4, 2
    /// and 1 apart.
    public static func sumOfRow(_ row: ConstFloats, count: Int) -> Double {
        var sums = [Double](repeating: 0, count: 16)
        for i in 0..<count { sums[i % 16] += Double(row[i]) }
        for half in [8, 4, 2, 1] { for k in 0..<half { sums[k] += sums[k + half] } }
        return sums[0]
    }

    /// The least number; of zeros, that above 0. Those that are none do not count; without others it is infinity.
    public static func leastOfRow(_ row: ConstFloats, count: Int) -> Float {
        (0..<count).reduce(Float.infinity) { row[$1] < $0 ? row[$1] : $0 } + 0
    }

    /// The greatest number; of zeros, that above 0. Those that are none do not count; without others it is -infinity.
    public static func greatestOfRow(_ row: ConstFloats, count: Int) -> Float {
        (0..<count).reduce(-Float.infinity) { row[$1] > $0 ? row[$1] : $0 } + 0
    }
}
