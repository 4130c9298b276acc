internal import CVector
public import PixelCore

extension Kernels {
    // MARK: Histograms

    public static func histogramRow8(_ counts: Counts, _ from: ConstBytes, step: Int, count: Int) {
        // A constant step costs no arithmetic.
        switch step {
        case 1: count8(counts, from, 1, count)
        case 2: count8(counts, from, 2, count)
        case 3: count8(counts, from, 3, count)
        default: count8(counts, from, step, count)
        }
    }

    @inline(__always)
    private static func count8(_ counts: Counts, _ from: ConstBytes, _ step: Int, _ count: Int) {
        var place = from
        var i = 0
        while i &+ 8 <= count {
            // Eight counters for each value: neighbours are often alike, and would wait for each other.
            counts[Int(place[0]) &* 8] &+= 1
            counts[Int(place[step]) &* 8 &+ 1] &+= 1
            counts[Int(place[2 &* step]) &* 8 &+ 2] &+= 1
            counts[Int(place[3 &* step]) &* 8 &+ 3] &+= 1
            counts[Int(place[4 &* step]) &* 8 &+ 4] &+= 1
            counts[Int(place[5 &* step]) &* 8 &+ 5] &+= 1
            counts[Int(place[6 &* step]) &* 8 &+ 6] &+= 1
            counts[Int(place[7 &* step]) &* 8 &+ 7] &+= 1
            place += 8 &* step
            i &+= 8
        }
        while i < count {
            counts[Int(place[0]) &* 8 &+ (i & 7)] &+= 1
            place += step
            i &+= 1
        }
    }

    public static func histogramRow16(
        _ counts: Counts, _ from: ConstSamples, count: Int, run: SampleRun, lanes: Int
    ) {
        if lanes == 4 {
            count16(counts, from, count, run, 4)
        } else {
            count16(counts, from, count, run, 2)
        }
    }

    @inline(__always)
    private static func count16(_ counts: Counts, _ from: ConstSamples, _ count: Int, _ run: SampleRun, _ lanes: Int) {
        var place = from
        var i = 0
        while i < count {
            counts[code(place[0], run) &* lanes &+ (i & (lanes &- 1))] &+= 1
            place += run.step
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

    // MARK: Look-up

    public static func lookUpRow8(_ to: Bytes, _ from: ConstBytes, count: Int, pattern: LookUpPattern) {
        let isVector = pattern.tableCount <= Int(swv_look_up_tables())
        if isVector, pattern.tableCount == 1 {
            lookUpOne(to, from, count, pattern.first)
        } else if isVector {
            lookUpThree(to, from, count, pattern)
        } else {
            if to != UnsafeMutablePointer(mutating: from) { to.update(from: from, count: count) }
            if pattern.tableCount == 3, pattern.step == 4 {
                lookUpPixels(to, count, pattern)
            } else {
                lookUpBytes(to, count, pattern.first, pattern.step)
                guard pattern.tableCount == 3 else { return }
                lookUpBytes(to, count, pattern.second, pattern.step)
                lookUpBytes(to, count, pattern.third, pattern.step)
            }
        }
    }

    @inline(__always)
    private static func lookUpOne(_ to: Bytes, _ from: ConstBytes, _ count: Int, _ table: LookUpPattern.Table) {
        var values = swv_table()
        swv_table_make(&values, table.values)
        sweepPattern(count, period: BytePattern.length, by: swv_lanes8) { i, phase, n in
            let v = swv_u8_load(from + i, n)
            let found = swv_u8_look_up(v, &values)
            swv_u8_store(to + i, swv_u8_blend(v, found, swv_u8_load(table.mask + phase, swv_lanes8)), n)
        }
    }

    @inline(__always)
    private static func lookUpThree(_ to: Bytes, _ from: ConstBytes, _ count: Int, _ pattern: LookUpPattern) {
        var (a, b, c) = (swv_table(), swv_table(), swv_table())
        swv_table_make(&a, pattern.first.values)
        swv_table_make(&b, pattern.second.values)
        swv_table_make(&c, pattern.third.values)
        sweepPattern(count, period: BytePattern.length, by: swv_lanes8) { i, phase, n in
            let v = swv_u8_load(from + i, n)
            var r = swv_u8_blend(v, swv_u8_look_up(v, &a), swv_u8_load(pattern.first.mask + phase, swv_lanes8))
            r = swv_u8_blend(r, swv_u8_look_up(v, &b), swv_u8_load(pattern.second.mask + phase, swv_lanes8))
            r = swv_u8_blend(r, swv_u8_look_up(v, &c), swv_u8_load(pattern.third.mask + phase, swv_lanes8))
            swv_u8_store(to + i, r, n)
        }
    }

    /// Every `step`-th byte of a row in place.
    @inline(__always)
    private static func lookUpBytes(_ row: Bytes, _ count: Int, _ table: LookUpPattern.Table, _ step: Int) {
        var i = table.offset
        while i < count {
            row[i] = table.values[Int(row[i])]
            i &+= step
        }
    }

    /// Three of the four bytes of every pixel in place, one store for each pixel.
    @inline(__always)
    private static func lookUpPixels(_ row: Bytes, _ count: Int, _ pattern: LookUpPattern) {
        let (a, b, c) = (pattern.first, pattern.second, pattern.third)
        let (shiftA, shiftB, shiftC) = (
            UInt32(truncatingIfNeeded: a.offset &* 8), UInt32(truncatingIfNeeded: b.offset &* 8),
            UInt32(truncatingIfNeeded: c.offset &* 8)
        )
        let kept = ~((255 &<< shiftA) | (255 &<< shiftB) | (255 &<< shiftC)) as UInt32
        let raw = UnsafeMutableRawPointer(row)
        var i = 0
        while i &+ 4 <= count {
            let pixel = raw.loadUnaligned(fromByteOffset: i, as: UInt32.self).littleEndian
            let low = UInt32(a.values[Int(pixel &>> shiftA & 255)]) &<< shiftA
            let middle = UInt32(b.values[Int(pixel &>> shiftB & 255)]) &<< shiftB
            let high = UInt32(c.values[Int(pixel &>> shiftC & 255)]) &<< shiftC
            raw.storeBytes(of: (pixel & kept | low | middle | high).littleEndian, toByteOffset: i, as: UInt32.self)
            i &+= 4
        }
        // Rows end with the last component, which need not be the last byte of a pixel.
        while i < count {
            let place = i & 3
            let table = place == a.offset ? a : place == b.offset ? b : c
            if place == table.offset { row[i] = table.values[Int(row[i])] }
            i &+= 1
        }
    }

    public static func lookUpRow16(
        _ to: Samples, _ from: ConstSamples, count: Int, run: SampleRun, table: ConstSamples
    ) {
        var (i, place) = (0, 0)
        while i < count {
            to[place] = sample(table[code(from[place], run)], run)
            place &+= run.step
            i &+= 1
        }
    }

    // MARK: Between four tables

    public static func interpolateTablesRow8(
        _ to: Bytes, _ from: ConstBytes, count: Int, tables: ConstBytes, rightParts: ConstFloats, lowerPart: Float
    ) {
        sweep(count, by: swv_lanes32) { i, n in
            let entries = swv_u32_gather(tables, swv_i32_widen8(swv_u8q_load(from + i, n)))
            let codes = swv_u32_interpolate(entries, swv_f32_load(rightParts + i, n), lowerPart)
            swv_u8q_store(to + i, swv_i32_narrow8(codes), n)
        }
    }

    public static func interpolateTablesRow16(
        _ to: Samples, _ from: ConstSamples, count: Int, run: SampleRun, tables: FourTables,
        rightParts: ConstFloats, lowerPart: Float
    ) {
        var (i, place) = (0, 0)
        while i < count {
            let c = code(from[place], run)
            let x = rightParts[i]
            let upper = Float(tables.upperLeft[c]) * (1 - x) + Float(tables.upperRight[c]) * x
            let lower = Float(tables.lowerLeft[c]) * (1 - x) + Float(tables.lowerRight[c]) * x
            // 2^23 leaves no bits for a fraction: the sum is rounded half to even.
            let bits = ((upper * (1 - lowerPart) + lower * lowerPart) + 0x1p23).bitPattern
            to[place] = sample(UInt16(truncatingIfNeeded: bits), run)
            place &+= run.step
            i &+= 1
        }
    }

    // MARK: Luma of tiles

    public static func weightedSumRow(_ to: Floats, _ from: TileRows, count: Int, weights: TileMatrix.Row) {
        sweep(count, by: swv_lanes32) { i, n in
            let sum = swv_f32_dot(
                swv_f32_load(from.c0 + i, n), swv_f32_load(from.c1 + i, n), swv_f32_load(from.c2 + i, n),
                weights.0, weights.1, weights.2)
            swv_f32_store(to + i, sum, n)
        }
    }

    public static func rescaleRows(_ rows: TileRows, count: Int, old: ConstFloats, new: ConstFloats) {
        sweep(count, by: swv_lanes32) { i, n in
            let (a, b, c) = (swv_f32_load(rows.c0 + i, n), swv_f32_load(rows.c1 + i, n), swv_f32_load(rows.c2 + i, n))
            let (old, new) = (swv_f32_load(old + i, n), swv_f32_load(new + i, n))
            let gain = swv_f32_rescale_gain(a, b, c, old, new)
            let offset = swv_f32_rescale_offset(old, new)
            swv_f32_store(rows.c0 + i, swv_f32_affine(a, gain, offset), n)
            swv_f32_store(rows.c1 + i, swv_f32_affine(b, gain, offset), n)
            swv_f32_store(rows.c2 + i, swv_f32_affine(c, gain, offset), n)
        }
    }
}
