// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

/// Words with these numbers, and those that follow them.
@inline(__always)
private func gatheredPairs(_ from: ConstBytes, _ first: swv_i32) -> (swv_u32, swv_u32) {
    var next = swv_u32_splat(0)
    let words = swv_u32_gather_pairs(from, first, &next)
    return (words, next)
}

extension Kernels: StretchKernels {
    public static func stretchRow8(
        _ to: Bytes, _ from: ConstBytes, count: Int, step: Int, components: Int, columns: StretchColumns
    ) {
        // Where columns lie differs from one to the next: words are gathered, and what is left is a plain loop.
        var i =
            swv_gathers() && step == components
            ? stretchGathered(to, from, min(count, columns.whole), step, columns) : 0
        while i < count {
            let a = from + Int(columns.first[i]) &* step
            let b = from + Int(columns.second[i]) &* step
            let weight = columns.weight[i]
            let pixel = to + i &* step
            var c = 0
            while c < components {
                let (x, y) = (Int32(a[c]), Int32(b[c]))
                pixel[c] = UInt8(truncatingIfNeeded: x &+ ((y &- x) &* weight &+ 16384) >> 15)
                c &+= 1
            }
            i &+= 1
        }
    }

    /// Calls `body` for whole vectors of columns. Returns how many columns these are.
    @inline(__always)
    private static func forColumns(
        _ columns: StretchColumns, _ count: Int, _ body: (_ i: Int, _ first: swv_i32, _ weight: swv_i32) -> Void
    ) -> Int {
        var i = 0
        while i &+ swv_lanes32 <= count {
            body(i, swv_i32_load(columns.first + i), swv_i32_load(columns.weight + i))
            i &+= swv_lanes32
        }
        return i
    }

    /// Makes whole vectors of pixels of so many bytes. Returns how many it has made.
    private static func stretchGathered(
        _ to: Bytes, _ from: ConstBytes, _ count: Int, _ bytes: Int, _ columns: StretchColumns
    ) -> Int {
        switch bytes {
        case 1:
            return forColumns(columns, count) { i, first, weight in
                let pair = swv_u32_gather_bytes(from, first)
                let mixed = swv_u32_mix_bytes(pair, 0, pair, 8, weight)
                swv_u8q_store(to + i, swv_i32_narrow8(swv_u32_byte(mixed, 0)), swv_lanes32)
            }
        case 2:
            return forColumns(columns, count) { i, first, weight in
                let pair = swv_u32_gather_bytes(from, first &+ first)
                let mixed =
                    swv_u32_mix_bytes(pair, 0, pair, 16, weight)
                    | swv_u32_shift_left(swv_u32_mix_bytes(pair, 8, pair, 24, weight), 8)
                swv_u16h_store(to + 2 &* i, swv_u32_low(mixed), swv_lanes32)
            }
        case 4:
            return forColumns(columns, count) { i, first, weight in
                let (a, b) = gatheredPairs(from, first)
                @inline(__always) func mixed(_ bits: UInt32) -> swv_u32 {
                    swv_u32_shift_left(swv_u32_mix_bytes(a, bits, b, bits, weight), bits)
                }
                swv_u32_store(to + 4 &* i, (mixed(0) | mixed(8)) | (mixed(16) | mixed(24)), swv_lanes32)
            }
        default:
            return 0
        }
    }

    /// The same of pixels of so many samples, whose bytes `order` puts in the machine's order, and back.
    @inline(__always)
    private static func stretchGathered16(
        _ to: Samples, _ from: ConstSamples, _ count: Int, _ samples: Int, _ columns: StretchColumns, shift: UInt16,
        order: (swv_u16h) -> swv_u16h
    ) -> Int {
        @inline(__always) func code(_ v: swv_u16h) -> swv_i32 {
            swv_i32_widen16(swv_u16h_shift_right(order(v), shift))
        }
        @inline(__always) func mixed(_ a: swv_u16h, _ b: swv_u16h, _ weight: swv_i32) -> swv_u16h {
            order(swv_u16h_shift_left(swv_i32_narrow16(swv_i32_mix(code(a), code(b), weight)), shift))
        }
        let bytes = ConstBytes(OpaquePointer(from))
        switch samples {
        case 1:
            return forColumns(columns, count) { i, first, weight in
                let pair = swv_u32_gather_bytes(bytes, first &+ first)
                swv_u16h_store(to + i, mixed(swv_u32_low(pair), swv_u32_high(pair), weight), swv_lanes32)
            }
        case 2:
            return forColumns(columns, count) { i, first, weight in
                let (a, b) = gatheredPairs(bytes, first)
                let low = mixed(swv_u32_low(a), swv_u32_low(b), weight)
                let high = mixed(swv_u32_high(a), swv_u32_high(b), weight)
                swv_u32_store(to + 2 &* i, swv_u32_pair(low, high), swv_lanes32)
            }
        case 4 where swv_is_pixel():
            var i = 0
            while i < count {
                let pixel = from + 4 &* Int(columns.first[i])
                let (a, b) = (swv_u16h_load(pixel, swv_lanes32), swv_u16h_load(pixel + 4, swv_lanes32))
                swv_u16h_store(to + 4 &* i, mixed(a, b, swv_i32_splat(columns.weight[i])), swv_lanes32)
                i &+= 1
            }
            return i
        default:
            return 0
        }
    }

    /// The same of pixels of four samples, where a register has room for more. Returns how many it has made: all.
    @inline(__always)
    private static func stretchPixels16(
        _ to: Samples, _ from: ConstSamples, _ count: Int, _ columns: StretchColumns
    ) -> Int {
        var i = 0
        while i < count {
            swv_u16_mix_pixels(to + 4 &* i, from + 4 &* Int(columns.first[i]), columns.weight[i])
            i &+= 1
        }
        return i
    }

    public static func stretchRow16(
        _ to: Samples, _ from: ConstSamples, count: Int, step: Int, components: Int, columns: StretchColumns,
        storage: SampleStorage
    ) {
        // As in stretchRow8.
        var i = 0
        if swv_gathers(), step == components {
            let whole = min(count, columns.whole)
            if step == 4, !swv_is_pixel(), !storage.swapped, storage.shift == 0 {
                i = stretchPixels16(to, from, whole, columns)
            } else {
                i =
                    storage.swapped
                    ? stretchGathered16(to, from, whole, step, columns, shift: storage.shift) { swv_u16h_swap($0) }
                    : stretchGathered16(to, from, whole, step, columns, shift: storage.shift) { $0 }
            }
        }
        while i < count {
            let a = from + Int(columns.first[i]) &* step
            let b = from + Int(columns.second[i]) &* step
            let weight = columns.weight[i]
            let pixel = to + i &* step
            var c = 0
            while c < components {
                let x = Int32(truncatingIfNeeded: storage.code(a[c]))
                let y = Int32(truncatingIfNeeded: storage.code(b[c]))
                // Below 2^31: a weight is below 2^15.
                let code = x &+ ((y &- x) &* weight &+ 16384) >> 15
                pixel[c] = storage.sample(UInt32(truncatingIfNeeded: code))
                c &+= 1
            }
            i &+= 1
        }
    }

    public static func areaRow8(
        _ to: Bytes, _ from: ConstBytes, count: Int, step: Int, components: Int, columns: AreaColumns
    ) {
        area(to, from, count, step, components, columns) {
            UInt32($0)
        } code: {
            UInt8(truncatingIfNeeded: $0)
        }
    }

    public static func areaRow16(
        _ to: Samples, _ from: ConstSamples, count: Int, step: Int, components: Int, columns: AreaColumns,
        storage: SampleStorage
    ) {
        area(to, from, count, step, components, columns) {
            storage.code($0)
        } code: {
            storage.sample($0)
        }
    }

    @inline(__always)
    private static func area<Sample>(
        _ to: UnsafeMutablePointer<Sample>, _ from: UnsafePointer<Sample>, _ count: Int, _ step: Int, _ components: Int,
        _ columns: AreaColumns, value: (Sample) -> UInt32, code: (UInt32) -> Sample
    ) {
        var i = 0
        while i < count {
            let (start, end) = (Int(columns.start[i]), Int(columns.start[i &+ 1]))
            var c = 0
            while c < components {
                var source = from + (Int(columns.first[i]) &* step &+ c)
                // Below 2^31, as weights are 32768 together.
                var (sum, k) = (UInt32(16384), start)
                while k < end {
                    sum &+= value(source.pointee) &* columns.weights[k]
                    source += step
                    k &+= 1
                }
                to[i &* step &+ c] = code(sum &>> 15)
                c &+= 1
            }
            i &+= 1
        }
    }

    public static func addRow8(_ sums: Counts, _ from: ConstBytes, count: Int, weight: UInt32, begins: Bool) {
        add(sums, from, count, weight, begins) { UInt32($0) }
    }

    public static func addRow16(
        _ sums: Counts, _ from: ConstSamples, count: Int, weight: UInt32, begins: Bool, storage: SampleStorage
    ) {
        add(sums, from, count, weight, begins) { storage.code($0) }
    }

    @inline(__always)
    private static func add<Sample>(
        _ sums: Counts, _ from: UnsafePointer<Sample>, _ count: Int, _ weight: UInt32, _ begins: Bool,
        value: (Sample) -> UInt32
    ) {
        var i = 0
        if begins {
            while i < count {
                sums[i] = value(from[i]) &* weight
                i &+= 1
            }
        } else {
            while i < count {
                sums[i] &+= value(from[i]) &* weight
                i &+= 1
            }
        }
    }

    public static func storeSums8(_ to: Bytes, _ sums: Counts, count: Int) {
        var i = 0
        while i < count {
            to[i] = UInt8(truncatingIfNeeded: (sums[i] &+ 16384) &>> 15)
            i &+= 1
        }
    }

    public static func storeSums16(_ to: Samples, _ sums: Counts, count: Int, storage: SampleStorage) {
        var i = 0
        while i < count {
            to[i] = storage.sample((sums[i] &+ 16384) &>> 15)
            i &+= 1
        }
    }
}

extension SampleStorage {
    @inline(__always)
    fileprivate func code(_ sample: UInt16) -> UInt32 { UInt32((swapped ? sample.byteSwapped : sample) &>> shift) }

    @inline(__always)
    fileprivate func sample(_ code: UInt32) -> UInt16 {
        let native = UInt16(truncatingIfNeeded: code) &<< shift
        return swapped ? native.byteSwapped : native
    }
}
