// SPDX-License-Identifier: MIT
public import KernelTypes
public import PixelCore

// The mix of two frames, out = (1 - f) A + f B with f = w / 32768: Apple's AVCamFilter has it as Metal's `mix`. With
// straight alpha, the mix of what is seen: Porter and Duff, "Compositing Digital Images" (1984), `plus` of A `dissolved`
// by 1 - f and B by f, colours divided by alpha again.

extension Reference {
    /// out_i = floor(((32768 - w) a_i + w b_i + 16384) / 32768): the exact mix rounded half up.
    public static func mixRow8(_ to: Bytes, _ first: ConstBytes, _ second: ConstBytes, count: Int, weight: Int16) {
        for i in 0..<count { to[i] = UInt8(mix(Int(first[i]), Int(second[i]), Int(weight))) }
    }

    /// The same of codes, which lie in samples as `storage` says; where it shifts them, the low bits become 0.
    public static func mixRow16(
        _ to: Samples, _ first: ConstSamples, _ second: ConstSamples, count: Int, weight: Int16,
        storage: SampleStorage
    ) {
        for i in 0..<count {
            to[i] = sample(mix(code(first[i], storage), code(second[i], storage), Int(weight)), storage)
        }
    }

    /// Alpha as in `mixRow8`; a colour is floor((2 (p a + q b) + p + q) / (2 (p + q))), which is (p a + q b) / (p + q)
    /// rounded half up, with p = (32768 - w) alpha_a and q = w alpha_b, or 32768 - w and w where both alphas are 0.
    public static func mixAlphaRow8(
        _ to: Bytes, _ first: ConstBytes, _ second: ConstBytes, count: Int, weight: Int16, alphaFirst: Bool
    ) {
        for i in 0..<count {
            mixAlpha(to + 4 * i, first + 4 * i, second + 4 * i, Int(weight), alpha: alphaFirst ? 0 : 3)
        }
    }

    /// The law of `mixAlphaRow8` on samples of 16 bits.
    public static func mixAlphaRow16(
        _ to: Samples, _ first: ConstSamples, _ second: ConstSamples, count: Int, weight: Int16
    ) {
        for i in 0..<count { mixAlpha(to + 4 * i, first + 4 * i, second + 4 * i, Int(weight), alpha: 0) }
    }

    /// out_i,c = floor(((32768 - w_i) in_first(i),c + w_i in_second(i),c + 16384) / 32768); what lies between components is
    /// not written.
    public static func stretchRow8(
        _ to: Bytes, _ from: ConstBytes, count: Int, step: Int, components: Int, columns: StretchColumns
    ) {
        for i in 0..<count {
            for c in 0..<components {
                let (a, b) = (from[Int(columns.first[i]) * step + c], from[Int(columns.second[i]) * step + c])
                to[i * step + c] = UInt8(mix(Int(a), Int(b), Int(columns.weight[i])))
            }
        }
    }

    /// The same of codes, which lie in samples as `storage` says; where it shifts them, the low bits become 0.
    public static func stretchRow16(
        _ to: Samples, _ from: ConstSamples, count: Int, step: Int, components: Int, columns: StretchColumns,
        storage: SampleStorage
    ) {
        for i in 0..<count {
            for c in 0..<components {
                let (a, b) = (from[Int(columns.first[i]) * step + c], from[Int(columns.second[i]) * step + c])
                to[i * step + c] = sample(mix(code(a, storage), code(b, storage), Int(columns.weight[i])), storage)
            }
        }
    }

    /// out_i,c = floor((sum over k of w_k in_(first(i) + k - start(i)),c + 16384) / 32768), with k from start(i) up to but not including
    /// start(i + 1).
    public static func areaRow8(
        _ to: Bytes, _ from: ConstBytes, count: Int, step: Int, components: Int, columns: AreaColumns
    ) {
        forAreas(count, components, columns) { i, c, k, column, sum in
            if k == nil { to[i * step + c] = UInt8((sum + 16384) / 32768) }
            return Int(from[column * step + c])
        }
    }

    /// The same of codes, which lie in samples as `storage` says.
    public static func areaRow16(
        _ to: Samples, _ from: ConstSamples, count: Int, step: Int, components: Int, columns: AreaColumns,
        storage: SampleStorage
    ) {
        forAreas(count, components, columns) { i, c, k, column, sum in
            if k == nil { to[i * step + c] = sample((sum + 16384) / 32768, storage) }
            return code(from[column * step + c], storage)
        }
    }

    /// sum_i = sum_i + weight in_i, or weight in_i.
    public static func addRow8(_ sums: Counts, _ from: ConstBytes, count: Int, weight: UInt32, begins: Bool) {
        for i in 0..<count { sums[i] = (begins ? 0 : sums[i]) &+ UInt32(from[i]) &* weight }
    }

    /// The same of codes.
    public static func addRow16(
        _ sums: Counts, _ from: ConstSamples, count: Int, weight: UInt32, begins: Bool, storage: SampleStorage
    ) {
        for i in 0..<count { sums[i] = (begins ? 0 : sums[i]) &+ UInt32(code(from[i], storage)) &* weight }
    }

    /// out_i = floor((sum_i + 16384) / 32768)
    public static func storeSums8(_ to: Bytes, _ sums: Counts, count: Int) {
        for i in 0..<count { to[i] = UInt8(truncatingIfNeeded: (sums[i] &+ 16384) / 32768) }
    }

    /// The same of codes.
    public static func storeSums16(_ to: Samples, _ sums: Counts, count: Int, storage: SampleStorage) {
        for i in 0..<count { to[i] = sample(Int((sums[i] &+ 16384) / 32768), storage) }
    }

    /// Calls `visit` for each column that one covers, whose value it returns, and then with the sum and no `k`.
    private static func forAreas(
        _ count: Int, _ components: Int, _ columns: AreaColumns,
        _ visit: (_ i: Int, _ c: Int, _ k: Int?, _ column: Int, _ sum: Int) -> Int
    ) {
        for i in 0..<count {
            let (first, start) = (Int(columns.first[i]), Int(columns.start[i]))
            for c in 0..<components {
                var sum = 0
                for k in start..<Int(columns.start[i + 1]) {
                    sum += visit(i, c, k, first + k - start, sum) * Int(columns.weights[k])
                }
                _ = visit(i, c, nil, first, sum)
            }
        }
    }

    private static func code(_ sample: UInt16, _ storage: SampleStorage) -> Int {
        Int((storage.swapped ? sample.byteSwapped : sample) >> storage.shift)
    }

    private static func sample(_ code: Int, _ storage: SampleStorage) -> UInt16 {
        let native = UInt16(truncatingIfNeeded: code) << storage.shift
        return storage.swapped ? native.byteSwapped : native
    }

    private static func mix(_ a: Int, _ b: Int, _ weight: Int) -> Int {
        ((32768 - weight) * a + weight * b + 16384) / 32768
    }

    private static func mixAlpha<Code: FixedWidthInteger>(
        _ to: UnsafeMutablePointer<Code>, _ a: UnsafePointer<Code>, _ b: UnsafePointer<Code>, _ weight: Int, alpha: Int
    ) {
        var (p, q) = ((32768 - weight) * Int(a[alpha]), weight * Int(b[alpha]))
        if p + q == 0 { (p, q) = (32768 - weight, weight) }
        for j in 0..<4 {
            let sum = p * Int(a[j]) + q * Int(b[j])
            to[j] = Code(j == alpha ? mix(Int(a[j]), Int(b[j]), weight) : (2 * sum + p + q) / (2 * (p + q)))
        }
    }
}
