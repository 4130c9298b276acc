// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

extension Kernels: TableKernels {
    @inline(__always)
    static func swapped(_ sample: UInt16) -> UInt16 { sample << 8 | sample >> 8 }

    @inline(__always)
    static func sampleCode(_ value: UInt16, _ maximum: UInt16) -> Int { Int(value < maximum ? value : maximum) }

    // MARK: Look-up

    public static func lookUpRow8(_ to: Bytes, _ from: ConstBytes, count: Int, pattern: LookUpPattern) {
        let tables = Int(swv_look_up_tables())
        if pattern.tableCount == 1, tables > 0 {
            lookUpOne(to, from, count, pattern.first)
            return
        }
        var done = 0
        if pattern.tableCount == 3, pattern.step == 4, tables > 0 { done = lookUpPixels(to, from, count, pattern) }
        // Whole pixels are done, so patterns go on as they began.
        let (to, from, count) = (to + done, from + done, count &- done)
        if tables >= pattern.tableCount {
            lookUpThree(to, from, count, pattern)
            return
        }
        if pattern.tableCount == 1, pattern.step == 1 {
            lookUpAll(to, from, count, pattern.first.values)
            return
        }
        if to != UnsafeMutablePointer(mutating: from) { to.update(from: from, count: count) }
        lookUpBytes(to, count, pattern.first, pattern.step)
        guard pattern.tableCount == 3 else { return }
        lookUpBytes(to, count, pattern.second, pattern.step)
        lookUpBytes(to, count, pattern.third, pattern.step)
    }

    @inline(__always)
    private static func lookUpOne(_ to: Bytes, _ from: ConstBytes, _ count: Int, _ table: LookUpPattern.Table) {
        var values = swv_table()
        swv_table_make(&values, table.values)
        forPatternVectors(count, period: BytePattern.length, by: swv_lanes8) { i, phase, n in
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
        forPatternVectors(count, period: BytePattern.length, by: swv_lanes8) { i, phase, n in
            let v = swv_u8_load(from + i, n)
            var r = swv_u8_blend(v, swv_u8_look_up(v, &a), swv_u8_load(pattern.first.mask + phase, swv_lanes8))
            r = swv_u8_blend(r, swv_u8_look_up(v, &b), swv_u8_load(pattern.second.mask + phase, swv_lanes8))
            r = swv_u8_blend(r, swv_u8_look_up(v, &c), swv_u8_load(pattern.third.mask + phase, swv_lanes8))
            swv_u8_store(to + i, r, n)
        }
    }

    /// Every byte, eight to a turn: one load for them all leaves the loads to the table.
    @inline(__always)
    private static func lookUpAll(_ to: Bytes, _ from: ConstBytes, _ count: Int, _ values: ConstBytes) {
        var i = 0
        while i &+ 8 <= count {
            let eight = UnsafeRawPointer(from + i).loadUnaligned(as: UInt64.self)
            to[i] = values[Int(truncatingIfNeeded: eight & 255)]
            to[i &+ 1] = values[Int(truncatingIfNeeded: eight &>> 8 & 255)]
            to[i &+ 2] = values[Int(truncatingIfNeeded: eight &>> 16 & 255)]
            to[i &+ 3] = values[Int(truncatingIfNeeded: eight &>> 24 & 255)]
            to[i &+ 4] = values[Int(truncatingIfNeeded: eight &>> 32 & 255)]
            to[i &+ 5] = values[Int(truncatingIfNeeded: eight &>> 40 & 255)]
            to[i &+ 6] = values[Int(truncatingIfNeeded: eight &>> 48 & 255)]
            to[i &+ 7] = values[Int(truncatingIfNeeded: eight &>> 56)]
            i &+= 8
        }
        while i < count {
            to[i] = values[Int(from[i])]
            i &+= 1
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

    /// Three of the four bytes of pixels, four vectors at a time. Returns how many bytes that are.
    @inline(__always)
    private static func lookUpPixels(
        _ to: Bytes, _ from: ConstBytes, _ count: Int, _ pattern: LookUpPattern
    ) -> Int {
        // By their offset in memory, from the first or the second byte on.
        var (low, high) = (pattern.first, pattern.third)
        if low.offset > high.offset { (low, high) = (high, low) }
        let isLater = low.offset == 1
        guard low.offset <= 1, pattern.second.offset == low.offset &+ 1, high.offset == low.offset &+ 2 else {
            return 0
        }
        var (a, b, c) = (swv_table(), swv_table(), swv_table())
        swv_table_make(&a, low.values)
        swv_table_make(&b, pattern.second.values)
        swv_table_make(&c, high.values)
        let block = 4 &* swv_lanes8
        var i = 0
        while i &+ block <= count {
            swv_look_up_pixels(to + i, from + i, &a, &b, &c, isLater ? 1 : 0)
            i &+= block
        }
        return i
    }

    public static func lookUpRow16(
        _ to: Samples, _ from: ConstSamples, count: Int, run: SampleRun, table: ConstSamples
    ) {
        let (maximum, shift, step) = (run.maximum, run.storage.shift, run.step)
        if run.storage.swapped {
            map16(to, from, count, step) { swapped(table[sampleCode(swapped($0) &>> shift, maximum)] &<< shift) }
        } else if shift > 0 {
            map16(to, from, count, step) { table[sampleCode($0 &>> shift, maximum)] &<< shift }
        } else {
            map16(to, from, count, step) { table[sampleCode($0, maximum)] }
        }
    }

    @inline(__always)
    private static func map16(
        _ to: Samples, _ from: ConstSamples, _ count: Int, _ step: Int, _ map: (UInt16) -> UInt16
    ) {
        var (i, position) = (0, 0)
        while i &+ 4 <= count {
            // Together, so that the processor need not know whether a store changes the next source.
            let a = map(from[position])
            let b = map(from[position &+ step])
            let c = map(from[position &+ 2 &* step])
            let d = map(from[position &+ 3 &* step])
            to[position] = a
            to[position &+ step] = b
            to[position &+ 2 &* step] = c
            to[position &+ 3 &* step] = d
            position &+= 4 &* step
            i &+= 4
        }
        while i < count {
            to[position] = map(from[position])
            position &+= step
            i &+= 1
        }
    }

    // MARK: Between four tables

    public static func interpolateTablesRow8(
        _ to: Bytes, _ from: ConstBytes, count: Int, tables: ConstBytes, rightParts: ConstFloats, lowerPart: Float
    ) {
        forVectors(count, by: swv_lanes32) { i, n in
            let entries = swv_u32_gather(tables, swv_i32_widen8(swv_u8q_load(from + i, n)))
            let codes = swv_u32_interpolate(entries, swv_f32_load(rightParts + i, n), lowerPart)
            swv_u8q_store(to + i, swv_i32_narrow8(codes), n)
        }
    }

    public static func interpolateTablesRow16(
        _ to: Samples, _ from: ConstSamples, count: Int, run: SampleRun, tables: FourTables,
        rightParts: ConstFloats, lowerPart: Float
    ) {
        let (isSwapped, maximum, shift, step) = (run.storage.swapped, run.maximum, run.storage.shift, run.step)
        let (ul, ur, ll, lr) = (tables.upperLeft, tables.upperRight, tables.lowerLeft, tables.lowerRight)
        let upperPart = 1 - lowerPart
        var i = 0
        if swv_loads_lanes() {
            i =
                isSwapped
                ? interpolateVectors16(to, from, count, run, tables, rightParts, lowerPart) { swv_u16h_swap($0) }
                : interpolateVectors16(to, from, count, run, tables, rightParts, lowerPart) { $0 }
        }
        var position = i &* step
        while i < count {
            let sample = isSwapped ? swapped(from[position]) : from[position]
            let c = sampleCode(sample &>> shift, maximum)
            let x = rightParts[i]
            let upper = Float(ul[c]) * (1 - x) + Float(ur[c]) * x
            let lower = Float(ll[c]) * (1 - x) + Float(lr[c]) * x
            // 2^23 leaves no bits for a fraction: the sum is rounded half to even.
            let bits = ((upper * upperPart + lower * lowerPart) + 0x1p23).bitPattern
            let result = UInt16(truncatingIfNeeded: bits) &<< shift
            to[position] = isSwapped ? swapped(result) : result
            position &+= step
            i &+= 1
        }
    }

    /// Whole vectors, whose bytes `order` puts in the machine's order, and back. Returns how many samples they are.
    @inline(__always)
    private static func interpolateVectors16(
        _ to: Samples, _ from: ConstSamples, _ count: Int, _ run: SampleRun, _ tables: FourTables,
        _ rightParts: ConstFloats, _ lowerPart: Float, order: (swv_u16h) -> swv_u16h
    ) -> Int {
        let (step, shift, maximum) = (run.step, run.storage.shift, swv_u32_splat(UInt32(run.maximum)))
        var i = 0
        while i &+ swv_lanes32 <= count {
            let samples = swv_u16h_shift_right(order(swv_u16h_load_apart(from + i &* step, step)), shift)
            let c = swv_i32_of_u32(swv_u32_minimum(swv_u32_widen16(samples), maximum))
            let x = swv_f32_load(rightParts + i, swv_lanes32)
            let left = swv_f32_splat(1) - x
            let upper = swv_f32_entries16(tables.upperLeft, c) * left + swv_f32_entries16(tables.upperRight, c) * x
            let lower = swv_f32_entries16(tables.lowerLeft, c) * left + swv_f32_entries16(tables.lowerRight, c) * x
            // As below.
            let sum = (upper * (1 - lowerPart) + lower * lowerPart) + swv_f32_splat(0x1p23)
            let codes = swv_u16h_shift_left(swv_u32_low(swv_u32_of_f32(sum)), shift)
            swv_u16h_store_apart(to + i &* step, order(codes), step)
            i &+= swv_lanes32
        }
        return i
    }
}
