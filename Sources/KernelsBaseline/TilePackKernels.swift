// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

@inline(__always)
private func nominal(_ codes: swv_i32, _ scale: CodeScale) -> swv_f32 {
    swv_f32_from_code(codes, scale.offset, scale.reciprocal)
}

@inline(__always)
private func codes(_ values: swv_f32, _ scale: CodeScale) -> swv_i32 {
    swv_f32_to_code(values, scale.range, scale.roundingOffset, scale.limit)
}

extension Kernels: TilePackKernels {
    public static func unpackPacked(_ to: TileRows, _ from: ConstBytes, count: Int, scale: PackedScale) {
        forVectors(count, by: swv_lanes32) { i, n in
            // The next tile, which is asked for long after this one.
            swv_prefetch(from + 4 &* (i + tilePixels))
            let pixels = swv_u32_load(from + 4 &* i, n)
            swv_f32_store(to.c0 + i, nominal(swv_u32_byte(pixels, scale.shift0), scale.scale0), n)
            swv_f32_store(to.c1 + i, nominal(swv_u32_byte(pixels, scale.shift1), scale.scale1), n)
            swv_f32_store(to.c2 + i, nominal(swv_u32_byte(pixels, scale.shift2), scale.scale2), n)
        }
    }

    public static func packPacked(
        _ to: Bytes, others: ConstBytes, _ from: TileRows, count: Int, scale: PackedScale
    ) {
        let otherBits = scale.otherBits
        forVectors(count, by: swv_lanes32) { i, n in
            let c0 = swv_u32_shifted(codes(swv_f32_load(from.c0 + i, n), scale.scale0), scale.shift0)
            let c1 = swv_u32_shifted(codes(swv_f32_load(from.c1 + i, n), scale.scale1), scale.shift1)
            let c2 = swv_u32_shifted(codes(swv_f32_load(from.c2 + i, n), scale.scale2), scale.shift2)
            let kept = swv_u32_load(others + 4 &* i, n) & otherBits
            swv_u32_store(to + 4 &* i, (c0 | c1) | (c2 | kept), n)
        }
    }

    public static func unpackRow8(_ to: Floats, _ from: ConstBytes, count: Int, scale: CodeScale) {
        forVectors(count, by: swv_lanes32) { i, n in
            swv_f32_store(to + i, nominal(swv_i32_widen8(swv_u8q_load(from + i, n)), scale), n)
        }
    }

    public static func packRow8(_ to: Bytes, _ from: ConstFloats, count: Int, scale: CodeScale) {
        forVectors(count, by: swv_lanes32) { i, n in
            swv_u8q_store(to + i, swv_i32_narrow8(codes(swv_f32_load(from + i, n), scale)), n)
        }
    }

    public static func unpackRow16(
        _ to: Floats, _ from: ConstSamples, count: Int, scale: CodeScale, storage: SampleStorage
    ) {
        forVectors(count, by: swv_lanes32) { i, n in
            var samples = swv_u16h_load(from + i, n)
            if storage.swapped { samples = swv_u16h_swap(samples) }
            let values = swv_i32_widen16(swv_u16h_shift_right(samples, storage.shift))
            swv_f32_store(to + i, nominal(values, scale), n)
        }
    }

    public static func packRow16(
        _ to: Samples, _ from: ConstFloats, count: Int, scale: CodeScale, storage: SampleStorage
    ) {
        forVectors(count, by: swv_lanes32) { i, n in
            let values = swv_i32_narrow16(codes(swv_f32_load(from + i, n), scale))
            var samples = swv_u16h_shift_left(values, storage.shift)
            if storage.swapped { samples = swv_u16h_swap(samples) }
            swv_u16h_store(to + i, samples, n)
        }
    }
}
