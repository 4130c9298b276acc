// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

extension Kernels: DepthKernels {
    public static func widenRow8(_ to: Samples, _ from: ConstBytes, count: Int) {
        forVectors(count, by: swv_lanes16) { i, n in swv_u16_store(to + i, swv_u16_widen(swv_u8h_load(from + i, n)), n)
        }
    }

    public static func swapRow16(_ to: Samples, _ from: ConstSamples, count: Int) {
        forVectors(count, by: swv_lanes16) { i, n in swv_u16_store(to + i, swv_u16_swap(swv_u16_load(from + i, n)), n) }
    }

    public static func depthRow8(_ to: Bytes, _ from: ConstSamples, count: Int, scale: DepthScale) {
        let (near, gain, limit) = (scale.near, scale.gain, scale.limit)
        forVectors(count, by: swv_lanes16) { i, n in
            let depth = swv_u16_load(from + i, n)
            let codes = swv_u16_depth(depth, near, gain, limit, scale.invalid, scale.invalidCode)
            swv_u8h_store(to + i, swv_u16_narrow(codes), n)
        }
    }

    public static func depthRow16(_ to: Samples, _ from: ConstSamples, count: Int, scale: DepthScale) {
        let (near, gain, limit) = (scale.near, scale.gain, scale.limit)
        forVectors(count, by: swv_lanes16) { i, n in
            let depth = swv_u16_load(from + i, n)
            let codes = swv_u16_depth(depth, near, gain, limit, scale.invalid, scale.invalidCode)
            swv_u16_store(to + i, codes, n)
        }
    }

    public static func depthExtrema(_ from: ConstSamples, count: Int, invalid: UInt16) -> DepthExtrema {
        var least = swv_u16_splat(.max)
        var greatest = swv_u16()
        var i = 0
        while i &+ swv_lanes16 <= count {
            let depth = swv_u16_load(from + i, swv_lanes16)
            least = swv_u16_minimum(least, swv_u16_replace(depth, depth, invalid, .max))
            greatest = swv_u16_maximum(greatest, swv_u16_replace(depth, depth, invalid, 0))
            i &+= swv_lanes16
        }
        var (low, high) = (swv_u16_least(least), swv_u16_greatest(greatest))
        while i < count {
            let depth = from[i]
            if depth != invalid {
                if depth < low { low = depth }
                if depth > high { high = depth }
            }
            i &+= 1
        }
        return DepthExtrema(least: low, greatest: high)
    }

    public static func countRow16(_ counts: Counts, _ from: ConstSamples, step: Int, count: Int) {
        var position = from
        var i = 0
        while i &+ 4 <= count {
            let (a, b) = (Int(position[0]), Int(position[step]))
            let (c, d) = (Int(position[2 &* step]), Int(position[3 &* step]))
            counts[a] &+= 1
            counts[b] &+= 1
            counts[c] &+= 1
            counts[d] &+= 1
            position += 4 &* step
            i &+= 4
        }
        while i < count {
            counts[Int(position[0])] &+= 1
            position += step
            i &+= 1
        }
    }

    public static func lookUpRow16to8(_ to: Bytes, _ from: ConstSamples, count: Int, table: ConstBytes) {
        var i = 0
        while i &+ 4 <= count {
            // Together, so that the processor need not know whether a store changes the next source.
            let (a, b) = (table[Int(from[i])], table[Int(from[i &+ 1])])
            let (c, d) = (table[Int(from[i &+ 2])], table[Int(from[i &+ 3])])
            (to[i], to[i &+ 1], to[i &+ 2], to[i &+ 3]) = (a, b, c, d)
            i &+= 4
        }
        while i < count {
            to[i] = table[Int(from[i])]
            i &+= 1
        }
    }

    public static func lookUpRow16to32(_ to: Bytes, _ from: ConstSamples, count: Int, table: ConstCounts) {
        let pixels = UnsafeMutableRawPointer(to)
        var i = 0
        while i &+ 4 <= count {
            let (a, b) = (table[Int(from[i])], table[Int(from[i &+ 1])])
            let (c, d) = (table[Int(from[i &+ 2])], table[Int(from[i &+ 3])])
            pixels.storeBytes(of: a, toByteOffset: 4 &* i, as: UInt32.self)
            pixels.storeBytes(of: b, toByteOffset: 4 &* i &+ 4, as: UInt32.self)
            pixels.storeBytes(of: c, toByteOffset: 4 &* i &+ 8, as: UInt32.self)
            pixels.storeBytes(of: d, toByteOffset: 4 &* i &+ 12, as: UInt32.self)
            i &+= 4
        }
        while i < count {
            pixels.storeBytes(of: table[Int(from[i])], toByteOffset: 4 &* i, as: UInt32.self)
            i &+= 1
        }
    }

    public static func spreadRow8(_ to: Bytes, _ from: ConstBytes, count: Int, mask: UInt32, others: UInt32) {
        forVectors(count, by: swv_lanes32) { i, n in
            var v = swv_u32_widen8(swv_u8q_load(from + i, n))
            v = v | swv_u32_shift_left(v, 8)
            v = v | swv_u32_shift_left(v, 16)
            swv_u32_store(to + 4 &* i, (v & mask) | swv_u32_splat(others), n)
        }
    }

    public static func meanPairs8(_ to: Bytes, _ first: ConstBytes, _ second: ConstBytes, width: Int) {
        forVectors(width, by: swv_lanes8) { i, n in
            let (a, b) = (swv_u16_load_pairs(first + i, n), swv_u16_load_pairs(second + i, n))
            let sums = (swv_u16_low(a) &+ swv_u16_high(a)) &+ (swv_u16_low(b) &+ swv_u16_high(b))
            // Rounded half up.
            let means = swv_u16_shift_right(sums &+ swv_u16_splat(2), 2)
            swv_u8h_store(to + i >> 1, swv_u16_narrow(means), (n &+ 1) >> 1)
        }
    }
}
