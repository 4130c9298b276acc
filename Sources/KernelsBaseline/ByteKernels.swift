// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

extension Kernels: ByteKernels {
    public static func selectRow8(_ to: Bytes, _ from: ConstBytes, count: Int, pattern: SelectPattern) {
        forPatternVectors(count, period: BytePattern.length, by: swv_lanes8) { i, phase, n in
            let kept = swv_u8_load(from + i, n) & swv_u8_load(pattern.mask + phase, swv_lanes8)
            swv_u8_store(to + i, kept | swv_u8_load(pattern.value + phase, swv_lanes8), n)
        }
    }

    public static func affineRow8(_ to: Bytes, _ from: ConstBytes, count: Int, pattern: AffinePattern) {
        forPatternVectors(count, period: BytePattern.length, by: swv_lanes16) { i, phase, n in
            let scaled = swv_u16_shift_left(swv_u16_widen(swv_u8h_load(from + i, n)), 8)
            let product = swv_u16_multiply_high(scaled, swv_u16_load(pattern.multiplier + phase, swv_lanes16))
            let sum = product &+ swv_u16_load(pattern.offset + phase, swv_lanes16)
            let rounded = swv_u16_shift_right(sum &+ swv_u16_splat(128), 8)
            swv_u8h_store(to + i, swv_u16_narrow(rounded), n)
        }
    }

    public static func split2x8(_ first: Bytes, _ second: Bytes, from: ConstBytes, count: Int) {
        forVectors(count, by: swv_lanes16) { i, n in
            let pairs = swv_u16_load(from + 2 &* i, n)
            swv_u8h_store(first + i, swv_u16_narrow(pairs), n)
            swv_u8h_store(second + i, swv_u16_narrow(swv_u16_high(pairs)), n)
        }
    }

    public static func merge2x8(_ to: Bytes, _ first: ConstBytes, _ second: ConstBytes, count: Int) {
        forVectors(count, by: swv_lanes16) { i, n in
            let low = swv_u16_widen(swv_u8h_load(first + i, n))
            let high = swv_u16_widen(swv_u8h_load(second + i, n))
            swv_u16_store(to + 2 &* i, swv_u16_pair(low, high), n)
        }
    }

    public static func split2x16(_ first: Samples, _ second: Samples, from: ConstSamples, count: Int) {
        forVectors(count, by: swv_lanes32) { i, n in
            // The next tile, of pixels of two pairs: this one is about a page, beyond which the CPU does not look ahead.
            swv_prefetch(from + 2 &* i + 4 &* tilePixels)
            let pairs = swv_u32_load(from + 2 &* i, n)
            swv_u16h_store(first + i, swv_u32_low(pairs), n)
            swv_u16h_store(second + i, swv_u32_high(pairs), n)
        }
    }

    public static func merge2x16(_ to: Samples, _ first: ConstSamples, _ second: ConstSamples, count: Int) {
        forVectors(count, by: swv_lanes32) { i, n in
            let pairs = swv_u32_pair(swv_u16h_load(first + i, n), swv_u16h_load(second + i, n))
            swv_u32_store(to + 2 &* i, pairs, n)
        }
    }

    // A plain loop: the compiler knows how to shuffle triples of bytes on every level.
    public static func split3x8(_ to: (Bytes, Bytes, Bytes), from: ConstBytes, count: Int) {
        let (a, b, c) = to
        var i = 0
        while i < count {
            a[i] = from[3 &* i]
            b[i] = from[3 &* i &+ 1]
            c[i] = from[3 &* i &+ 2]
            i &+= 1
        }
    }

    public static func merge3x8(_ to: Bytes, _ from: (ConstBytes, ConstBytes, ConstBytes), count: Int) {
        let (a, b, c) = from
        var i = 0
        while i < count {
            to[3 &* i] = a[i]
            to[3 &* i &+ 1] = b[i]
            to[3 &* i &+ 2] = c[i]
            i &+= 1
        }
    }
}
