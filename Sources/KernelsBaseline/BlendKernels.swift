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
}
