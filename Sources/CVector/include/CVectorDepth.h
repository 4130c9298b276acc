// SPDX-License-Identifier: MIT
/// Operations on depth. Part of CVector.h, which includes it.
#pragma once

#include "CVector.h"

/// Floats with as many lanes as a vector of 16-bit values.
typedef float swv_f32w __attribute__((ext_vector_type(SWV_BYTES / 2)));

/// (v - near) gain + 0.5, limited to 0...limit, without its fraction; `invalid_code` where v is `invalid`.
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
SWV_INLINE uint16_t swv_u16_least(swv_u16 v) { return __builtin_reduce_min(v); }
SWV_INLINE uint16_t swv_u16_greatest(swv_u16 v) { return __builtin_reduce_max(v); }

/// a - b or b - a.
SWV_INLINE swv_u16 swv_u16_distance(swv_u16 a, swv_u16 b) {
    return __builtin_elementwise_max(a, b) - __builtin_elementwise_min(a, b);
}
/// (a + b + 1) / 2 without its fraction.
SWV_INLINE swv_u16 swv_u16_mean(swv_u16 a, swv_u16 b) {
    swv_i32w sum = __builtin_convertvector(a, swv_i32w) + __builtin_convertvector(b, swv_i32w) + 1;
    return __builtin_convertvector((swv_u32w)sum >> 1, swv_u16);
}
/// alpha a + (1 - alpha) b + offset without its fraction: here, as floats of two registers are.
SWV_INLINE swv_u16 swv_u16_draw(swv_u16 a, swv_u16 b, float alpha, float offset) {
    swv_f32w x = __builtin_convertvector(__builtin_convertvector(a, swv_i32w), swv_f32w);
    swv_f32w y = __builtin_convertvector(__builtin_convertvector(b, swv_i32w), swv_f32w);
    swv_f32w sum = x * alpha + y * (1 - alpha) + offset;
    return __builtin_convertvector(__builtin_convertvector(sum, swv_i32w), swv_u16);
}
