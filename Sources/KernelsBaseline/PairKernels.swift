// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

/// What chroma adds to luma.
@inline(__always)
private func chromaPart(
    _ cb: ConstFloats, _ cr: ConstFloats, _ n: Int, _ matrix: PairMatrix
) -> (red: swv_f32, green: swv_f32, blue: swv_f32) {
    let (b, r) = (swv_f32_load(cb, n), swv_f32_load(cr, n))
    return (
        r * matrix.redFromCr,
        (b * matrix.greenFromCb) + r * matrix.greenFromCr,
        b * matrix.blueFromCb
    )
}

@inline(__always)
private func store(
    _ rows: TileRows, _ i: Int, _ codes: swv_i32, _ chroma: (red: swv_f32, green: swv_f32, blue: swv_f32), _ n: Int,
    _ scale: CodeScale
) {
    let luma = swv_f32_from_code(codes, scale.offset, scale.reciprocal)
    swv_f32_store(rows.c0 + i, luma + chroma.red, n)
    swv_f32_store(rows.c1 + i, luma + chroma.green, n)
    swv_f32_store(rows.c2 + i, luma + chroma.blue, n)
}

@inline(__always)
private func limited(_ row: ConstFloats, _ n: Int) -> swv_f32 { swv_f32_clamp(swv_f32_load(row, n)) }

/// The codes of luma of both columns, after their sums are stored.
@inline(__always)
private func lumaCodes(
    _ from: PairRows, _ sums: TileRows, _ adds: Bool, _ k: Int, _ n: Int, _ scale: CodeScale, _ matrix: PairMatrix
) -> (even: swv_i32, odd: swv_i32) {
    let (rows, j) = (from.rows, from.half &+ k)
    let (r0, g0, b0) = (limited(rows.c0 + k, n), limited(rows.c1 + k, n), limited(rows.c2 + k, n))
    let (r1, g1, b1) = (limited(rows.c0 + j, n), limited(rows.c1 + j, n), limited(rows.c2 + j, n))
    accumulate(sums, k, n, (r0 + r1, g0 + g1, b0 + b1), adds: adds)
    let w = matrix.luma
    let even = swv_f32_dot(r0, g0, b0, w.0, w.1, w.2)
    let odd = swv_f32_dot(r1, g1, b1, w.0, w.1, w.2)
    return (
        swv_f32_to_code(even, scale.range, scale.roundingOffset, scale.limit),
        swv_f32_to_code(odd, scale.range, scale.roundingOffset, scale.limit)
    )
}

extension Kernels: PairKernels {
    public static func unpackPairs8(
        _ to: PairRows, _ luma: ConstBytes, cb: ConstFloats, cr: ConstFloats, count: Int, scale: CodeScale,
        matrix: PairMatrix
    ) {
        forVectors(count, by: swv_lanes32) { k, n in
            let chroma = chromaPart(cb + k, cr + k, n, matrix)
            let pairs = swv_u32_widen16(swv_u16h_load(luma + 2 &* k, n))
            store(to.rows, k, swv_u32_byte(pairs, 0), chroma, n, scale)
            store(to.rows, to.half &+ k, swv_u32_byte(pairs, 8), chroma, n, scale)
        }
    }

    public static func unpackPairs16(
        _ to: PairRows, _ luma: ConstSamples, cb: ConstFloats, cr: ConstFloats, count: Int, scale: CodeScale,
        storage: SampleStorage, matrix: PairMatrix
    ) {
        func codes(_ samples: swv_u16h) -> swv_i32 {
            let native = storage.swapped ? swv_u16h_swap(samples) : samples
            return swv_i32_widen16(swv_u16h_shift_right(native, storage.shift))
        }
        forVectors(count, by: swv_lanes32) { k, n in
            let chroma = chromaPart(cb + k, cr + k, n, matrix)
            let pairs = swv_u32_load(luma + 2 &* k, n)
            store(to.rows, k, codes(swv_u32_low(pairs)), chroma, n, scale)
            store(to.rows, to.half &+ k, codes(swv_u32_high(pairs)), chroma, n, scale)
        }
    }

    public static func packPairs8(
        _ luma: Bytes, _ from: PairRows, sums: TileRows, adds: Bool, count: Int, scale: CodeScale, matrix: PairMatrix
    ) {
        forVectors(count, by: swv_lanes32) { k, n in
            let (even, odd) = lumaCodes(from, sums, adds, k, n, scale, matrix)
            swv_u16h_store(luma + 2 &* k, swv_u32_low(swv_u32_shifted(even, 0) | swv_u32_shifted(odd, 8)), n)
        }
    }

    public static func packPairs16(
        _ luma: Samples, _ from: PairRows, sums: TileRows, adds: Bool, count: Int, scale: CodeScale,
        storage: SampleStorage, matrix: PairMatrix
    ) {
        func samples(_ codes: swv_i32) -> swv_u16h {
            let native = swv_u16h_shift_left(swv_i32_narrow16(codes), storage.shift)
            return storage.swapped ? swv_u16h_swap(native) : native
        }
        forVectors(count, by: swv_lanes32) { k, n in
            let (even, odd) = lumaCodes(from, sums, adds, k, n, scale, matrix)
            swv_u32_store(luma + 2 &* k, swv_u32_pair(samples(even), samples(odd)), n)
        }
    }

    public static func chromaOfSums(
        _ cb: Floats, _ cr: Floats, _ sums: TileRows, part: Float, count: Int, matrix: PairMatrix
    ) {
        let (b, r) = (matrix.cb, matrix.cr)
        forVectors(count, by: swv_lanes32) { k, n in
            let red = swv_f32_load(sums.c0 + k, n)
            let green = swv_f32_load(sums.c1 + k, n)
            let blue = swv_f32_load(sums.c2 + k, n)
            swv_f32_store(cb + k, swv_f32_dot(red, green, blue, b.0, b.1, b.2) * part, n)
            swv_f32_store(cr + k, swv_f32_dot(red, green, blue, r.0, r.1, r.2) * part, n)
        }
    }
}
