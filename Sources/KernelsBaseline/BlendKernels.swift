// SPDX-License-Identifier: MIT
internal import CVector
public import PixelCore

extension Kernels {
    public static func blendRow8(
        _ to: Bytes, _ first: ConstBytes, _ second: ConstBytes, count: Int, law: ByteBlend, changed: ConstBytes
    ) {
        @inline(__always) func blend(_ law: (swv_u8, swv_u8) -> swv_u8) {
            sweepPattern(count, period: BytePattern.length, by: swv_lanes8) { i, phase, n in
                let (a, b) = (swv_u8_load(first + i, n), swv_u8_load(second + i, n))
                swv_u8_store(to + i, swv_u8_blend(a, law(a, b), swv_u8_load(changed + phase, swv_lanes8)), n)
            }
        }
        switch law {
        case .second: blend { $1 }
        case .multiply: blend { swv_u8_product($0, $1) }
        case .screen: blend { swv_u8_inverse(swv_u8_product(swv_u8_inverse($0), swv_u8_inverse($1))) }
        case .darken: blend { swv_u8_minimum($0, $1) }
        case .lighten: blend { swv_u8_maximum($0, $1) }
        case .difference:
            blend { swv_u8_or(swv_u8_limited_difference($0, $1), swv_u8_limited_difference($1, $0)) }
        case .add: blend { swv_u8_limited_sum($0, $1) }
        case .subtract: blend { swv_u8_limited_difference($0, $1) }
        case .linearBurn: blend { swv_u8_limited_difference($0, swv_u8_inverse($1)) }
        }
    }

    public static func isOpaqueRow8(_ pixels: ConstBytes, count: Int, alphaFirst: Bool) -> Bool {
        let others = swv_u8_repeated(alphaFirst ? 0xffff_ff00 : 0x00ff_ffff)
        var all = swv_u8_splat(255)
        var i = 0
        while i &+ swv_lanes8 <= 4 &* count {
            all = swv_u8_minimum(all, swv_u8_or(swv_u8_load(pixels + i, swv_lanes8), others))
            i &+= swv_lanes8
        }
        var rest: UInt8 = 255
        while i < 4 &* count {
            rest &= pixels[alphaFirst ? i : i &+ 3]
            i &+= 4
        }
        return rest == 255 && swv_u8_are_set(all)
    }
}
