internal import CVector
public import PixelCore

extension Kernels {
    public static func histogramRow8(_ counts: Counts, _ from: ConstBytes, step: Int, count: Int) {
        var i = 0
        while i < count {
            counts[Int(from[i &* step]) &* 8 &+ (i & 7)] &+= 1
            i &+= 1
        }
    }

    public static func histogramRow16(
        _ counts: Counts, _ from: ConstSamples, count: Int, run: SampleRun, lanes: Int
    ) {
        var i = 0
        while i < count {
            counts[code(from[i &* run.step], run) &* lanes &+ (i & (lanes &- 1))] &+= 1
            i &+= 1
        }
    }

    @inline(__always)
    private static func code(_ sample: UInt16, _ run: SampleRun) -> Int {
        let native = run.storage.swapped ? sample << 8 | sample >> 8 : sample
        let code = native &>> run.storage.shift
        return Int(code < run.maximum ? code : run.maximum)
    }

    @inline(__always)
    private static func sample(_ code: UInt16, _ run: SampleRun) -> UInt16 {
        let native = code &<< run.storage.shift
        return run.storage.swapped ? native << 8 | native >> 8 : native
    }

    public static func lookUpRow8(_ to: Bytes, _ from: ConstBytes, count: Int, pattern: LookUpPattern) {
        var (i, phase) = (0, 0)
        while i < count {
            let value = from[i]
            var result = value
            if pattern.first.mask[phase] != 0 { result = pattern.first.values[Int(value)] }
            if pattern.second.mask[phase] != 0 { result = pattern.second.values[Int(value)] }
            if pattern.third.mask[phase] != 0 { result = pattern.third.values[Int(value)] }
            to[i] = result
            i &+= 1
            phase = phase == BytePattern.length &- 1 ? 0 : phase &+ 1
        }
    }

    public static func lookUpRow16(
        _ to: Samples, _ from: ConstSamples, count: Int, run: SampleRun, table: ConstSamples
    ) {
        var i = 0
        while i < count {
            to[i &* run.step] = sample(table[code(from[i &* run.step], run)], run)
            i &+= 1
        }
    }

    public static func interpolateTablesRow8(
        _ to: Bytes, _ from: ConstBytes, count: Int, tables: ConstBytes, rightParts: ConstFloats, lowerPart: Float
    ) {
        var i = 0
        while i < count {
            let e = tables + 4 &* Int(from[i])
            to[i] = UInt8(
                truncatingIfNeeded: interpolate(
                    Float(e[0]), Float(e[1]), Float(e[2]), Float(e[3]), rightParts[i], lowerPart))
            i &+= 1
        }
    }

    public static func interpolateTablesRow16(
        _ to: Samples, _ from: ConstSamples, count: Int, run: SampleRun, tables: FourTables,
        rightParts: ConstFloats, lowerPart: Float
    ) {
        var i = 0
        while i < count {
            let c = code(from[i &* run.step], run)
            let result = interpolate(
                Float(tables.upperLeft[c]), Float(tables.upperRight[c]), Float(tables.lowerLeft[c]),
                Float(tables.lowerRight[c]), rightParts[i], lowerPart)
            to[i &* run.step] = sample(UInt16(truncatingIfNeeded: result), run)
            i &+= 1
        }
    }

    @inline(__always)
    private static func interpolate(
        _ ul: Float, _ ur: Float, _ ll: Float, _ lr: Float, _ x: Float, _ y: Float
    ) -> UInt32 {
        let upper = ul * (1 - x) + ur * x
        let lower = ll * (1 - x) + lr * x
        // Adding 2^23 leaves no bits for a fraction: the sum is rounded half to even.
        return ((upper * (1 - y) + lower * y) + 0x1p23).bitPattern & 0x7F_FFFF
    }

    public static func weightedSumRow(_ to: Floats, _ from: TileRows, count: Int, weights: TileMatrix.Row) {
        sweep(count, by: swv_lanes32) { i, n in
            let sum = swv_f32_dot(
                swv_f32_load(from.c0 + i, n), swv_f32_load(from.c1 + i, n), swv_f32_load(from.c2 + i, n),
                weights.0, weights.1, weights.2)
            swv_f32_store(to + i, sum, n)
        }
    }

    public static func rescaleRows(_ rows: TileRows, count: Int, old: ConstFloats, new: ConstFloats) {
        var i = 0
        while i < count {
            var largest: Float = 0x1p-20
            if rows.c0[i] > largest { largest = rows.c0[i] }
            if rows.c1[i] > largest { largest = rows.c1[i] }
            if rows.c2[i] > largest { largest = rows.c2[i] }
            let isBlack = !(old[i] > 0)
            let (ratio, limit) = (new[i] / old[i], 1 / largest)
            let gain = isBlack ? 1 : ratio < limit ? ratio : limit
            let offset = isBlack ? new[i] : 0
            rows.c0[i] = rows.c0[i] * gain + offset
            rows.c1[i] = rows.c1[i] * gain + offset
            rows.c2[i] = rows.c2[i] * gain + offset
            i &+= 1
        }
    }
}
