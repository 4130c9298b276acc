// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

extension Kernels: MixKernels {
    public static func mixRow8(_ to: Bytes, _ first: ConstBytes, _ second: ConstBytes, count: Int, weight: Int16) {
        sweep(count, by: swv_lanes8) { i, n in
            let a = swv_u16_load_pairs(first + i, n)
            let b = swv_u16_load_pairs(second + i, n)
            swv_u16_store_pairs(to + i, swv_u16_mix_bytes(a, b, weight), n)
        }
    }

    public static func mixRow16(
        _ to: Samples, _ first: ConstSamples, _ second: ConstSamples, count: Int, weight: Int16,
        storage: SampleStorage
    ) {
        if storage.swapped {
            sweep(count, by: swv_lanes32) { i, n in
                let a = swv_u16h_swap(swv_u16h_load(first + i, n))
                let b = swv_u16h_swap(swv_u16h_load(second + i, n))
                swv_u16h_store(to + i, swv_u16h_swap(swv_u16h_mix(a, b, weight)), n)
            }
        } else {
            let shift = storage.shift
            sweep(count, by: swv_lanes32) { i, n in
                let a = swv_u16h_shift_right(swv_u16h_load(first + i, n), shift)
                let b = swv_u16h_shift_right(swv_u16h_load(second + i, n), shift)
                swv_u16h_store(to + i, swv_u16h_shift_left(swv_u16h_mix(a, b, weight), shift), n)
            }
        }
    }

    public static func mixAlphaRow8(
        _ to: Bytes, _ first: ConstBytes, _ second: ConstBytes, count: Int, weight: Int16, alphaFirst: Bool
    ) {
        // One loop for each, so that shifts are constant.
        if alphaFirst {
            sweep(count, by: swv_lanes32) { i, n in
                let (a, b) = (swv_u32_load(first + 4 &* i, n), swv_u32_load(second + 4 &* i, n))
                swv_u32_store(to + 4 &* i, swv_u32_mix_alpha(a, b, weight, 0), n)
            }
        } else {
            sweep(count, by: swv_lanes32) { i, n in
                let (a, b) = (swv_u32_load(first + 4 &* i, n), swv_u32_load(second + 4 &* i, n))
                swv_u32_store(to + 4 &* i, swv_u32_mix_alpha(a, b, weight, 24), n)
            }
        }
    }

    public static func mixAlphaRow16(
        _ to: Samples, _ first: ConstSamples, _ second: ConstSamples, count: Int, weight: Int16
    ) {
        sweep(count, by: swv_lanes64) { i, n in
            let (a, b) = (swv_u64_load(first + 4 &* i, n), swv_u64_load(second + 4 &* i, n))
            swv_u64_store(to + 4 &* i, swv_u64_mix_alpha(a, b, weight), n)
        }
    }
}
