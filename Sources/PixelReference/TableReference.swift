// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

extension Reference {
    /// counts_(8 v + i mod 8) += 1 for each sample i of value v; 2048 counts.
    public static func histogramRow8(_ counts: Counts, _ from: ConstBytes, step: Int, count: Int) {
        for i in 0..<count { counts[Int(from[i * step]) * 8 + i % 8] &+= 1 }
    }

    /// pairs_(2 (v + 256 w) + i mod 2) += 1 for each pair i of values v and w, in this order; 131072 counts. Of an odd count,
    /// counts_(8 v) += 1 for the last sample's value v.
    public static func histogramPairsRow8(
        _ pairs: Counts, _ counts: Counts, _ from: ConstBytes, step: Int, count: Int
    ) {
        for i in 0..<count / 2 {
            pairs[2 * (Int(from[2 * i * step]) + 256 * Int(from[(2 * i + 1) * step])) + i % 2] &+= 1
        }
        if count % 2 == 1 { counts[8 * Int(from[(count - 1) * step])] &+= 1 }
    }

    /// Of the last one to four pixels, counts_c(8 v) += 1 for each of their bytes c = 0, 1, 2, of value v. Of those before,
    /// pairs_c(v + 256 w) += 1 for each pixel i of i mod 4 < 2; w is the value of pixel i + 2. 65536 counts of pairs.
    public static func histogramPixelPairsRow8(
        _ pairs: (Counts, Counts, Counts), _ counts: (Counts, Counts, Counts), _ from: ConstBytes, step: Int, count: Int
    ) {
        let paired = max(0, count - 1) / 4 * 4
        for (c, (pairs, counts)) in [(pairs.0, counts.0), (pairs.1, counts.1), (pairs.2, counts.2)].enumerated() {
            for i in 0..<paired where i % 4 < 2 {
                pairs[Int(from[i * step + c]) + 256 * Int(from[(i + 2) * step + c])] &+= 1
            }
            for i in paired..<count { counts[8 * Int(from[i * step + c])] &+= 1 }
        }
    }

    /// counts_(8 v) += the sum of pairs_(lanes (v + 256 w) + l) and pairs_(lanes (w + 256 v) + l) over all w and l = 0..<lanes.
    public static func foldPairs8(_ counts: Counts, _ pairs: Counts, lanes: Int) {
        for w in 0..<256 {
            for v in 0..<256 {
                for lane in 0..<lanes {
                    let n = pairs[lanes * (v + 256 * w) + lane]
                    counts[8 * v] &+= n
                    counts[8 * w] &+= n
                    pairs[lanes * (v + 256 * w) + lane] = 0
                }
            }
        }
    }

    /// counts_(lanes c + i mod lanes) += 1 for each sample i of code c; lanes * (maximum + 1) counts.
    ///
    /// c = min(floor(sample / 2^shift), maximum), the sample's bytes exchanged before that if `swapped`.
    public static func histogramRow16(
        _ counts: Counts, _ from: ConstSamples, count: Int, run: SampleRun, lanes: Int
    ) {
        for i in 0..<count { counts[code(from[i * run.step], run) * lanes + i % lanes] &+= 1 }
    }

    private static func code(_ sample: UInt16, _ run: SampleRun) -> Int {
        let native = run.storage.swapped ? sample.byteSwapped : sample
        return Int(min(native >> run.storage.shift, run.maximum))
    }

    private static func sample(_ code: UInt16, _ run: SampleRun) -> UInt16 {
        let native = code << run.storage.shift
        return run.storage.swapped ? native.byteSwapped : native
    }

    /// out_i = table_j[in_i] where mask_j at i mod 192 is 255, for one j at most; in_i elsewhere.
    public static func lookUpRow8(_ to: Bytes, _ from: ConstBytes, count: Int, pattern: LookUpPattern) {
        for i in 0..<count {
            let value = from[i]
            var result = value
            for table in [pattern.first, pattern.second, pattern.third] where table.mask[i % BytePattern.length] == 255
            {
                result = table.values[Int(value)]
            }
            to[i] = result
        }
    }

    /// out_i = table[c_i], with c as in `histogramRow16`, stored as samples are.
    public static func lookUpRow16(
        _ to: Samples, _ from: ConstSamples, count: Int, run: SampleRun, table: ConstSamples
    ) {
        for i in 0..<count { to[i * run.step] = sample(table[code(from[i * run.step], run)], run) }
    }

    /// out_i = (ul (1 - x_i) + ur x_i) (1 - y) + (ll (1 - x_i) + lr x_i) y, rounded half to even, where ul, ur, ll, lr
    /// are the entries of in_i in the four tables, x_i is in `rightParts` and y is `lowerPart`: both 0...1.
    ///
    /// Each step is rounded to Float, in this order, as OpenCV 4 does it (modules/imgproc/src/clahe.cpp).
    public static func interpolateTablesRow8(
        _ to: Bytes, _ from: ConstBytes, count: Int, tables: ConstBytes, rightParts: ConstFloats, lowerPart: Float
    ) {
        for i in 0..<count {
            let entry = tables + 4 * Int(from[i])
            to[i] = UInt8(interpolate((entry[0], entry[1], entry[2], entry[3]), rightParts[i], lowerPart))
        }
    }

    /// As `interpolateTablesRow8`, with c as in `histogramRow16`.
    public static func interpolateTablesRow16(
        _ to: Samples, _ from: ConstSamples, count: Int, run: SampleRun, tables: FourTables,
        rightParts: ConstFloats, lowerPart: Float
    ) {
        for i in 0..<count {
            let c = code(from[i * run.step], run)
            let entries = (tables.upperLeft[c], tables.upperRight[c], tables.lowerLeft[c], tables.lowerRight[c])
            to[i * run.step] = sample(UInt16(interpolate(entries, rightParts[i], lowerPart)), run)
        }
    }

    private static func interpolate<Entry: BinaryInteger>(
        _ e: (Entry, Entry, Entry, Entry), _ x: Float, _ y: Float
    ) -> Float {
        let upper = Float(e.0) * (1 - x) + Float(e.1) * x
        let lower = Float(e.2) * (1 - x) + Float(e.3) * x
        return (upper * (1 - y) + lower * y).rounded(.toNearestOrEven)
    }
}
