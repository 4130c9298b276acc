// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

/// Mixes the two bytes of each lane.
@inline(__always)
private func mixBytes(_ a: swv_u16, _ b: swv_u16, _ weight: Int16) -> swv_u16 {
    swv_u16_pair(
        swv_u16_mix(swv_u16_low(a), swv_u16_low(b), weight), swv_u16_mix(swv_u16_high(a), swv_u16_high(b), weight))
}

/// Mixes pixels whose alpha is in bits `alpha`...`alpha` + 7.
@inline(__always)
private func mixAlpha(_ a: swv_u32, _ b: swv_u32, _ weight: Int16, _ alpha: UInt32) -> swv_u32 {
    // Where alphas are equal colours mix as bytes do. That is so in most frames.
    guard swv_u32_any(a ^ b, 255 &<< alpha) != 0 else {
        return swv_u32_of_u16(mixBytes(swv_u16_of_u32(a), swv_u16_of_u32(b), weight))
    }
    return swv_u32_mix_alpha(a, b, weight, alpha)
}

extension Kernels: MixKernels {
    public static func mixRow8(_ to: Bytes, _ first: ConstBytes, _ second: ConstBytes, count: Int, weight: Int16) {
        forVectors(count, by: swv_lanes8) { i, n in
            let a = swv_u16_load_pairs(first + i, n)
            let b = swv_u16_load_pairs(second + i, n)
            swv_u16_store_pairs(to + i, mixBytes(a, b, weight), n)
        }
    }

    public static func mixRow16(
        _ to: Samples, _ first: ConstSamples, _ second: ConstSamples, count: Int, weight: Int16,
        storage: SampleStorage
    ) {
        if storage.swapped {
            forVectors(count, by: swv_lanes32) { i, n in
                let a = swv_u16h_swap(swv_u16h_load(first + i, n))
                let b = swv_u16h_swap(swv_u16h_load(second + i, n))
                swv_u16h_store(to + i, swv_u16h_swap(swv_u16h_mix(a, b, weight)), n)
            }
        } else {
            let shift = storage.shift
            forVectors(count, by: swv_lanes32) { i, n in
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
            forVectors(count, by: swv_lanes32) { i, n in
                let (a, b) = (swv_u32_load(first + 4 &* i, n), swv_u32_load(second + 4 &* i, n))
                swv_u32_store(to + 4 &* i, mixAlpha(a, b, weight, 0), n)
            }
        } else {
            forVectors(count, by: swv_lanes32) { i, n in
                let (a, b) = (swv_u32_load(first + 4 &* i, n), swv_u32_load(second + 4 &* i, n))
                swv_u32_store(to + 4 &* i, mixAlpha(a, b, weight, 24), n)
            }
        }
    }

    public static func mixAlphaRow16(
        _ to: Samples, _ first: ConstSamples, _ second: ConstSamples, count: Int, weight: Int16
    ) {
        forVectors(count, by: swv_lanes64) { i, n in
            let (a, b) = (swv_u64_load(first + 4 &* i, n), swv_u64_load(second + 4 &* i, n))
            swv_u64_store(to + 4 &* i, swv_u64_mix_alpha(a, b, weight), n)
        }
    }
}
