// SPDX-License-Identifier: MIT
/// Operations of windows over codes. Part of CVector.h, which includes it.
#pragma once

#include "CVector.h"

/// sum + ((a + b) * weight >> 16); sums wrap.
SWV_INLINE swv_u16 swv_u16_add_weighted(swv_u16 sum, swv_u16 a, swv_u16 b, swv_u16 weight) {
    return sum + swv_u16_multiply_high(a + b, weight);
}

/// v >> bits, at most 255.
SWV_INLINE swv_u8h swv_u16_to_bytes(swv_u16 v, uint16_t bits) {
    return __builtin_convertvector(__builtin_elementwise_min(v >> bits, (swv_u16)255), swv_u8h);
}

/// The four bytes of a value again and again.
SWV_INLINE swv_u8 swv_u8_repeated(uint32_t v) { return (swv_u8)(swv_u32)v; }
/// count + (v >= least ? 1 : 0)
SWV_INLINE swv_u8 swv_u8_count_reached(swv_u8 count, swv_u8 v, swv_u8 least) {
    return count - (swv_u8)(__builtin_elementwise_max(v, least) == v);
}
/// a < b ? x : y
SWV_INLINE swv_u32 swv_u32_less(swv_u32 a, swv_u32 b, swv_u32 x, swv_u32 y) { return a < b ? x : y; }
SWV_INLINE swv_f32 swv_f32_where_less(swv_u32 a, swv_u32 b, swv_f32 x, swv_f32 y) { return a < b ? x : y; }

/// Four pixels, and 16 samples, at every level: a row has few of them, and shuffles do not cross 16 bytes.
typedef uint8_t swv_u8_pixels __attribute__((ext_vector_type(16)));
typedef uint16_t swv_u16_pixels __attribute__((ext_vector_type(16)));

/// Three samples of each of four pixels of four bytes: code * 128 + 64. Stores 16 samples, of which the last four are 64.
SWV_INLINE void swv_raise_pixels(void *to, const void *from) {
    swv_u8_pixels v;
    __builtin_memcpy(&v, from, sizeof(v));
    swv_u8_pixels colors = __builtin_shufflevector(
        v, (swv_u8_pixels)0, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 16, 16, 16);
    swv_u16_pixels samples = (__builtin_convertvector(colors, swv_u16_pixels) << 7) + 64;
    __builtin_memcpy(to, &samples, sizeof(samples));
}

/// Replaces the first three bytes of each of four pixels of four bytes. Loads 16 bytes, of which 12 count.
SWV_INLINE void swv_replace_pixels(void *to, const void *from) {
    swv_u8_pixels v, pixels;
    __builtin_memcpy(&v, from, sizeof(v));
    __builtin_memcpy(&pixels, to, sizeof(pixels));
    pixels = __builtin_shufflevector(v, pixels, 0, 1, 2, 19, 3, 4, 5, 23, 6, 7, 8, 27, 9, 10, 11, 31);
    __builtin_memcpy(to, &pixels, sizeof(pixels));
}
