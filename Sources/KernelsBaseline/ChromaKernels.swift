// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

/// What u and v are multiplied by. o is above 0.
@inline(__always)
private func gain(_ o: swv_f32, _ t: swv_f32, _ u: swv_f32, _ v: swv_f32, _ law: ChromaLaw) -> swv_f32 {
    let (red, blue) = (v * law.redFromCr, u * law.blueFromCb)
    let green = u * law.greenFromCb + v * law.greenFromCr
    let largest = swv_f32_maximum(green, swv_f32_maximum(blue, red))
    let part = swv_f32_minimum(largest + o * law.perWhite, swv_f32_splat(1))
    return t / swv_f32_maximum(t * part, o)
}

/// The same of sums of luma.
@inline(__always)
private func gainOfSums(
    _ old: swv_f32, _ new: swv_f32, _ u: swv_f32, _ v: swv_f32, _ law: ChromaLaw
) -> swv_f32 {
    let (black, zero, one) = (swv_f32_splat(law.black), swv_f32_splat(0), swv_f32_splat(1))
    let o = old - black
    let t = swv_f32_maximum(new - black, zero)
    // Black keeps its chroma: from 1 to 1 is a gain of 1.
    return gain(swv_f32_less(zero, o, o, one), swv_f32_less(zero, o, t, one), u, v, law)
}

/// Scales `count` bytes of Cb and Cr, by sums of luma before and after.
@inline(__always)
private func scale8(_ cb: Bytes, _ cr: Bytes, _ oldSum: swv_u16, _ newSum: swv_u16, _ count: Int, _ law: ChromaLaw) {
    let black = swv_u16_splat(UInt16(truncatingIfNeeded: swv_cut_float(law.black)))
    var (old, new) = (swv_u16_rest(oldSum, black), swv_u16_rest(newSum, black))
    // Black keeps its chroma: from 1 to 1 is a gain of 1.
    let isBlack = swv_u16_is_equal(old, swv_u16_splat(0))
    old = old &- isBlack
    new = (new & swv_u16_not(isBlack)) &- isBlack
    let (u, v) = (swv_u16_widen(swv_u8h_load(cb, count)), swv_u16_widen(swv_u8h_load(cr, count)))
    let (offset, rounding) = (swv_f32_splat(law.offset), swv_f32_splat(law.roundingOffset))
    let u0 = swv_f32_first_lanes(u) - offset
    let u1 = swv_f32_last_lanes(u) - offset
    let v0 = swv_f32_first_lanes(v) - offset
    let v1 = swv_f32_last_lanes(v) - offset
    let gain0 = gain(swv_f32_first_lanes(old), swv_f32_first_lanes(new), u0, v0, law)
    let gain1 = gain(swv_f32_last_lanes(old), swv_f32_last_lanes(new), u1, v1, law)
    // No gain is above 1020: values fit 32 bits before they are limited. What is below 0 may be cut either way.
    let codes = swv_u8_limited(
        swv_i32_cut(rounding + u0 * gain0), swv_i32_cut(rounding + u1 * gain1),
        swv_i32_cut(rounding + v0 * gain0), swv_i32_cut(rounding + v1 * gain1))
    swv_u8h_store(cb, swv_u8_first_half(codes), count)
    swv_u8h_store(cr, swv_u8_last_half(codes), count)
}

extension Kernels: ChromaKernels {
    // Explicit vectors: a plain loop with its comparisons stays scalar.

    public static func scaleChromaRows8(
        _ cb: Bytes, _ cr: Bytes, old: (ConstBytes, ConstBytes), new: (ConstBytes, ConstBytes), count: Int,
        law: ChromaLaw
    ) {
        if law.columns == 2 {
            func sum(_ rows: (ConstBytes, ConstBytes), _ i: Int, _ n: Int) -> swv_u16 {
                let (a, b) = (swv_u8_load(rows.0 + 2 &* i, 2 &* n), swv_u8_load(rows.1 + 2 &* i, 2 &* n))
                return swv_u8_pair_sum(a) &+ swv_u8_pair_sum(b)
            }
            forVectors(count, by: swv_lanes16) { i, n in scale8(cb + i, cr + i, sum(old, i, n), sum(new, i, n), n, law)
            }
        } else {
            func sum(_ rows: (ConstBytes, ConstBytes), _ i: Int, _ n: Int) -> swv_u16 {
                swv_u16_widen(swv_u8h_load(rows.0 + i, n)) &+ swv_u16_widen(swv_u8h_load(rows.1 + i, n))
            }
            forVectors(count, by: swv_lanes16) { i, n in scale8(cb + i, cr + i, sum(old, i, n), sum(new, i, n), n, law)
            }
        }
    }

    public static func scaleChromaRows16(
        _ cb: Samples, _ cr: Samples, old: (ConstSamples, ConstSamples), new: (ConstSamples, ConstSamples),
        count: Int, law: ChromaLaw, storage: SampleStorage
    ) {
        func code(_ samples: swv_u16h) -> swv_u32 {
            let native = storage.swapped ? swv_u16h_swap(samples) : samples
            let codes = swv_u32_widen16(swv_u16h_shift_right(native, storage.shift))
            return swv_u32_minimum(codes, swv_u32_splat(law.maximum))
        }
        if law.columns == 2 {
            func sum(_ rows: (ConstSamples, ConstSamples), _ i: Int, _ n: Int) -> swv_f32 {
                let (a, b) = (swv_u32_load(rows.0 + 2 &* i, n), swv_u32_load(rows.1 + 2 &* i, n))
                let first = code(swv_u32_low(a)) &+ code(swv_u32_high(a))
                let second = code(swv_u32_low(b)) &+ code(swv_u32_high(b))
                return swv_f32_from_sum(first &+ second)
            }
            scale16(cb, cr, count, law, storage) { i, n in (sum(old, i, n), sum(new, i, n)) }
        } else {
            func sum(_ rows: (ConstSamples, ConstSamples), _ i: Int, _ n: Int) -> swv_f32 {
                let (a, b) = (code(swv_u16h_load(rows.0 + i, n)), code(swv_u16h_load(rows.1 + i, n)))
                return swv_f32_from_sum(a &+ b)
            }
            scale16(cb, cr, count, law, storage) { i, n in (sum(old, i, n), sum(new, i, n)) }
        }
    }

    @inline(__always)
    private static func scale16(
        _ cb: Samples, _ cr: Samples, _ count: Int, _ law: ChromaLaw, _ storage: SampleStorage,
        _ sums: (Int, Int) -> (swv_f32, swv_f32)
    ) {
        func load(_ from: Samples, _ n: Int) -> swv_f32 {
            var samples = swv_u16h_load(from, n)
            if storage.swapped { samples = swv_u16h_swap(samples) }
            return swv_f32_from_code(swv_i32_widen16(swv_u16h_shift_right(samples, storage.shift)), law.offset, 1)
        }
        func store(_ to: Samples, _ value: swv_f32, _ n: Int) {
            let codes = swv_f32_to_code(value, 1, law.roundingOffset, law.limit)
            var samples = swv_u16h_shift_left(swv_i32_narrow16(codes), storage.shift)
            if storage.swapped { samples = swv_u16h_swap(samples) }
            swv_u16h_store(to, samples, n)
        }
        forVectors(count, by: swv_lanes32) { i, n in
            let (old, new) = sums(i, n)
            let (u, v) = (load(cb + i, n), load(cr + i, n))
            let gain = gainOfSums(old, new, u, v, law)
            store(cb + i, u * gain, n)
            store(cr + i, v * gain, n)
        }
    }
}
