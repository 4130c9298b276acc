// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

/// a b / 255 of each byte, rounded.
@inline(__always)
private func product(_ a: swv_u8, _ b: swv_u8) -> swv_u8 {
    /// x / 255, rounded, in the high byte of each lane.
    @inline(__always) func quotient(_ x: swv_u16) -> swv_u16 {
        let sum = x &+ swv_u16_splat(128)
        return sum &+ swv_u16_high(sum)
    }
    let (x, y) = (swv_u16_of_u8(a), swv_u16_of_u8(b))
    let low = quotient(swv_u16_low(x) &* swv_u16_low(y))
    let high = quotient(swv_u16_high(x) &* swv_u16_high(y))
    return swv_u8_of_u16(swv_u16_high(low) | (high & swv_u16_splat(0xff00)))
}

extension Kernels: BlendKernels {
    public static func blendRow8(
        _ to: Bytes, _ first: ConstBytes, _ second: ConstBytes, count: Int, law: ByteBlend, changed: ConstBytes
    ) {
        @inline(__always) func blend(_ law: (swv_u8, swv_u8) -> swv_u8) {
            forPatternVectors(count, period: BytePattern.length, by: swv_lanes8) { i, phase, n in
                let (a, b) = (swv_u8_load(first + i, n), swv_u8_load(second + i, n))
                swv_u8_store(to + i, swv_u8_blend(a, law(a, b), swv_u8_load(changed + phase, swv_lanes8)), n)
            }
        }
        switch law {
        case .second: blend { $1 }
        case .multiply: blend { product($0, $1) }
        case .screen: blend { swv_u8_not(product(swv_u8_not($0), swv_u8_not($1))) }
        case .darken: blend { swv_u8_minimum($0, $1) }
        case .lighten: blend { swv_u8_maximum($0, $1) }
        case .difference:
            blend { swv_u8_rest($0, $1) | swv_u8_rest($1, $0) }
        case .add: blend { swv_u8_limited_sum($0, $1) }
        case .subtract: blend { swv_u8_rest($0, $1) }
        case .linearBurn: blend { swv_u8_rest($0, swv_u8_not($1)) }
        }
    }

    public static func isOpaqueRow8(_ pixels: ConstBytes, count: Int, alphaFirst: Bool) -> Bool {
        let color: UInt32 = alphaFirst ? 0xffff_ff00 : 0x00ff_ffff
        let others = swv_u8_repeated(color)
        var all = swv_u8_splat(255)
        var i = 0
        while i &+ swv_lanes8 <= 4 &* count {
            all = swv_u8_minimum(all, swv_u8_load(pixels + i, swv_lanes8) | others)
            i &+= swv_lanes8
        }
        // In whole pixels, as the compiler would gather single bytes.
        var rest = UInt32.max
        while i < 4 &* count {
            rest &= UnsafeRawPointer(pixels + i).loadUnaligned(as: UInt32.self) | color
            i &+= 4
        }
        return rest == .max && swv_u8_are_set(all)
    }

    public static func overRow8(
        _ luma: Bytes, _ pixels: ConstBytes, count: Int, sums: TileRows?, adds: Bool, law: OverLaw
    ) {
        // One loop for each, so that shifts are constant.
        if law.alphaFirst {
            over(luma, pixels, count, sums, adds, law, color: (8, 16, 24), alpha: 0)
        } else {
            over(luma, pixels, count, sums, adds, law, color: (0, 8, 16), alpha: 24)
        }
    }

    @inline(__always)
    private static func over(
        _ luma: Bytes, _ pixels: ConstBytes, _ count: Int, _ sums: TileRows?, _ adds: Bool, _ law: OverLaw,
        color: (UInt32, UInt32, UInt32), alpha: UInt32
    ) {
        forVectors(count, by: swv_lanes32) { i, n in
            let pixel = swv_u32_load(pixels + 4 &* i, n)
            guard swv_u32_any(pixel, 255 &<< alpha) != 0 else {
                // Most of what is laid over video is transparent.
                if let sums, !adds {
                    let none = swv_f32_splat(0)
                    accumulate(sums, i, n, (none, none, none), adds: false)
                }
                return
            }
            let (c0, c1) = (swv_f32_from_byte(pixel, color.0), swv_f32_from_byte(pixel, color.1))
            let c2 = swv_f32_from_byte(pixel, color.2)
            let a = swv_f32_from_byte(pixel, alpha) * law.alphaScale
            @inline(__always) func code(_ row: OverLaw.Row) -> swv_f32 {
                swv_f32_dot(c0, c1, c2, row.m0, row.m1, row.m2) + swv_f32_splat(row.offset)
            }
            let below = swv_f32_from_whole(swv_i32_widen8(swv_u8q_load(luma + i, n)))
            swv_u8q_store(luma + i, overCodes(below + (code(law.luma) - below) * a), n)
            guard let sums else { return }
            accumulate(sums, i, n, (code(law.cb) * a, code(law.cr) * a, a), adds: adds)
        }
    }

    public static func overChromaRow8(
        _ cb: Bytes, _ cr: Bytes, _ sums: TileRows, columns: Int, count: Int, part: Float
    ) {
        @inline(__always) func over(_ mean: (Floats, Int, Int) -> swv_f32) {
            forVectors(count, by: swv_lanes32) { k, n in
                let rest = swv_f32_splat(1) - mean(sums.c2, k, n) * part
                let (b, r) = (
                    swv_f32_from_whole(swv_i32_widen8(swv_u8q_load(cb + k, n))),
                    swv_f32_from_whole(swv_i32_widen8(swv_u8q_load(cr + k, n)))
                )
                swv_u8q_store(cb + k, overCodes(b * rest + mean(sums.c0, k, n) * part), n)
                swv_u8q_store(cr + k, overCodes(r * rest + mean(sums.c1, k, n) * part), n)
            }
        }
        if columns == 1 {
            over { swv_f32_load($0 + $1, $2) }
        } else {
            over { swv_f32_pair_sums($0 + 2 &* $1, $2) }
        }
    }
}

/// Codes of numbers, rounded half up.
@inline(__always)
private func overCodes(_ number: swv_f32) -> swv_u8q {
    let cut = swv_f32_minimum(swv_f32_maximum(number + swv_f32_splat(0.5), swv_f32_splat(0)), swv_f32_splat(255))
    return swv_i32_narrow8(swv_i32_cut(cut))
}
