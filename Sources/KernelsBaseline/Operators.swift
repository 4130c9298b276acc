// SPDX-License-Identifier: MIT
internal import CVector

// The operators of vectors as the operations that they are: Swift's own, which these are taken in place of, are loops over lanes that
// the compiler may leave so. (Swift takes the operator of the very type before that of all types.)

extension swv_u8 {
    @inline(__always) static func & (a: swv_u8, b: swv_u8) -> swv_u8 { swv_u8_and(a, b) }
    @inline(__always) static func | (a: swv_u8, b: swv_u8) -> swv_u8 { swv_u8_or(a, b) }
    @inline(__always) static func ^ (a: swv_u8, b: swv_u8) -> swv_u8 { swv_u8_xor(a, b) }
}

extension swv_u16 {
    @inline(__always) static func & (a: swv_u16, b: swv_u16) -> swv_u16 { swv_u16_and(a, b) }
    @inline(__always) static func | (a: swv_u16, b: swv_u16) -> swv_u16 { swv_u16_or(a, b) }
    @inline(__always) static func ^ (a: swv_u16, b: swv_u16) -> swv_u16 { swv_u16_xor(a, b) }
    @inline(__always) static func &+ (a: swv_u16, b: swv_u16) -> swv_u16 { swv_u16_sum(a, b) }
    @inline(__always) static func &- (a: swv_u16, b: swv_u16) -> swv_u16 { swv_u16_difference(a, b) }
    @inline(__always) static func &* (a: swv_u16, b: swv_u16) -> swv_u16 { swv_u16_product(a, b) }
}

extension swv_i16 {
    @inline(__always) static func &+ (a: swv_i16, b: swv_i16) -> swv_i16 { swv_i16_sum(a, b) }
    @inline(__always) static func &- (a: swv_i16, b: swv_i16) -> swv_i16 { swv_i16_difference(a, b) }
    @inline(__always) static func &* (a: swv_i16, b: swv_i16) -> swv_i16 { swv_i16_product(a, b) }
}

extension swv_u32 {
    @inline(__always) static func & (a: swv_u32, b: swv_u32) -> swv_u32 { swv_u32_and(a, b) }
    @inline(__always) static func | (a: swv_u32, b: swv_u32) -> swv_u32 { swv_u32_or(a, b) }
    @inline(__always) static func ^ (a: swv_u32, b: swv_u32) -> swv_u32 { swv_u32_xor(a, b) }
    @inline(__always) static func &+ (a: swv_u32, b: swv_u32) -> swv_u32 { swv_u32_sum(a, b) }
    @inline(__always) static func &- (a: swv_u32, b: swv_u32) -> swv_u32 { swv_u32_difference(a, b) }
    @inline(__always) static func &* (a: swv_u32, b: swv_u32) -> swv_u32 { swv_u32_product(a, b) }
    @inline(__always) static func & (a: swv_u32, b: UInt32) -> swv_u32 { swv_u32_and(a, swv_u32_splat(b)) }
}

extension swv_i32 {
    @inline(__always) static func &+ (a: swv_i32, b: swv_i32) -> swv_i32 { swv_i32_sum(a, b) }
    @inline(__always) static func &- (a: swv_i32, b: swv_i32) -> swv_i32 { swv_i32_difference(a, b) }
    @inline(__always) static func &* (a: swv_i32, b: swv_i32) -> swv_i32 { swv_i32_product(a, b) }
}

extension swv_f32 {
    @inline(__always) static func + (a: swv_f32, b: swv_f32) -> swv_f32 { swv_f32_sum(a, b) }
    @inline(__always) static func - (a: swv_f32, b: swv_f32) -> swv_f32 { swv_f32_difference(a, b) }
    @inline(__always) static func * (a: swv_f32, b: swv_f32) -> swv_f32 { swv_f32_product(a, b) }
    @inline(__always) static func / (a: swv_f32, b: swv_f32) -> swv_f32 { swv_f32_ratio(a, b) }
    @inline(__always) static func * (a: swv_f32, b: Float) -> swv_f32 { swv_f32_product(a, swv_f32_splat(b)) }
    @inline(__always) static func * (a: Float, b: swv_f32) -> swv_f32 { swv_f32_product(swv_f32_splat(a), b) }
}
