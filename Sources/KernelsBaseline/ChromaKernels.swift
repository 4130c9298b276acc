// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

extension swv_chroma_law {
    fileprivate init(_ law: ChromaLaw) {
        self.init(
            red_from_cr: law.redFromCr, green_from_cb: law.greenFromCb, green_from_cr: law.greenFromCr,
            blue_from_cb: law.blueFromCb, per_white: law.perWhite, offset: law.offset,
            rounding_offset: law.roundingOffset, black: law.black)
    }
}

extension Kernels: ChromaKernels {
    // Explicit vectors: a plain loop with its comparisons stays scalar.

    public static func scaleChromaRows8(
        _ cb: Bytes, _ cr: Bytes, old: (ConstBytes, ConstBytes), new: (ConstBytes, ConstBytes), count: Int,
        law: ChromaLaw
    ) {
        var values = swv_chroma_law(law)
        if law.columns == 2 {
            sweep(count, by: swv_lanes16) { i, n in
                let j = 2 &* i
                swv_scale_chroma8(
                    cb + i, cr + i, swv_u16_pair_sum8(old.0 + j, old.1 + j, n),
                    swv_u16_pair_sum8(new.0 + j, new.1 + j, n), n, &values)
            }
        } else {
            sweep(count, by: swv_lanes16) { i, n in
                swv_scale_chroma8(
                    cb + i, cr + i, swv_u16_sum8(old.0 + i, old.1 + i, n), swv_u16_sum8(new.0 + i, new.1 + i, n), n,
                    &values)
            }
        }
    }

    public static func scaleChromaRows16(
        _ cb: Samples, _ cr: Samples, old: (ConstSamples, ConstSamples), new: (ConstSamples, ConstSamples),
        count: Int, law: ChromaLaw, storage: SampleStorage
    ) {
        let (swapped, shift, maximum): (Int32, UInt32, UInt32) = (
            storage.swapped ? 1 : 0, UInt32(storage.shift), law.maximum
        )
        if law.columns == 2 {
            scale16(cb, cr, count, law, storage) { i, n in
                let j = 2 &* i
                return (
                    swv_f32_pair_sum16(old.0 + j, old.1 + j, n, swapped, shift, maximum),
                    swv_f32_pair_sum16(new.0 + j, new.1 + j, n, swapped, shift, maximum)
                )
            }
        } else {
            scale16(cb, cr, count, law, storage) { i, n in
                (
                    swv_f32_sum16(old.0 + i, old.1 + i, n, swapped, shift, maximum),
                    swv_f32_sum16(new.0 + i, new.1 + i, n, swapped, shift, maximum)
                )
            }
        }
    }

    @inline(__always)
    private static func scale16(
        _ cb: Samples, _ cr: Samples, _ count: Int, _ law: ChromaLaw, _ storage: SampleStorage,
        _ sums: (Int, Int) -> (swv_f32, swv_f32)
    ) {
        var values = swv_chroma_law(law)
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
        sweep(count, by: swv_lanes32) { i, n in
            let (old, new) = sums(i, n)
            let (u, v) = (load(cb + i, n), load(cr + i, n))
            let gain = swv_f32_chroma_gain_of_sums(old, new, u, v, &values)
            store(cb + i, swv_f32_product(u, gain), n)
            store(cr + i, swv_f32_product(v, gain), n)
        }
    }
}
