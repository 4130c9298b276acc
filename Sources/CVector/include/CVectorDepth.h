/// Operations on depth. Part of CVector.h, which includes it.
#pragma once

#include "CVector.h"

/// Floats with as many lanes as a vector of 16-bit values.
typedef float swv_f32w __attribute__((ext_vector_type(SWV_BYTES / 2)));

/// `other` where v is `value`, else `own`.
SWV_INLINE swv_u16 swv_u16_replace(swv_u16 own, swv_u16 v, uint16_t value, uint16_t other) {
    return v == value ? (swv_u16)other : own;
}

/// (v - near) gain + 0.5, limited to 0...limit, without its fraction; `code` where v is `invalid`.
SWV_INLINE swv_u16
swv_u16_depth(swv_u16 v, float near, float gain, float limit, uint16_t invalid, uint16_t invalid_code) {
    swv_f32w code = __builtin_convertvector(__builtin_convertvector(v, swv_i32w), swv_f32w);
    code = (code - near) * gain + 0.5f;
    // The order makes maxps and minps of the comparisons.
    code = code > 0 ? code : (swv_f32w)0;
    code = code < limit ? code : (swv_f32w)limit;
    swv_u16 codes = __builtin_convertvector(__builtin_convertvector(code, swv_i32w), swv_u16);
    return swv_u16_replace(codes, v, invalid, invalid_code);
}

SWV_INLINE swv_u16 swv_u16_swap(swv_u16 v) { return (v >> 8) | (v << 8); }
SWV_INLINE swv_u16 swv_u16_min(swv_u16 a, swv_u16 b) { return __builtin_elementwise_min(a, b); }
SWV_INLINE swv_u16 swv_u16_max(swv_u16 a, swv_u16 b) { return __builtin_elementwise_max(a, b); }
SWV_INLINE uint16_t swv_u16_least(swv_u16 v) { return __builtin_reduce_min(v); }
SWV_INLINE uint16_t swv_u16_greatest(swv_u16 v) { return __builtin_reduce_max(v); }

/// The mean of four bytes, in two vectors of pairs, rounded half up.
SWV_INLINE swv_u16 swv_u16_mean_of_pairs(swv_u16 a, swv_u16 b) {
    return ((a & 255) + (a >> 8) + (b & 255) + (b >> 8) + 2) >> 2;
}

/// The byte in each lane four times, bits of `others` in place of those that are not in `mask`.
SWV_INLINE swv_u32 swv_u32_spread(swv_u8q v, uint32_t mask, uint32_t others) {
    swv_u32 u = __builtin_convertvector(v, swv_u32);
    u |= u << 8;
    u |= u << 16;
    return (u & mask) | others;
}
