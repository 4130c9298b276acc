// SPDX-License-Identifier: MIT
/// Operations on bytes in pairs and in halves of vectors. Part of CVector.h, which includes it.
#pragma once

#include "CVector.h"

/// The sum of the two bytes of each lane.
SWV_INLINE swv_u16 swv_u8_pair_sum(swv_u8 v) {
#if defined(__x86_64__) && defined(__AVX512BW__)
    typedef char bytes __attribute__((vector_size(64)));
    return (swv_u16)__builtin_ia32_pmaddubsw512((bytes)v, (bytes)(swv_u8)1);
#elif defined(__x86_64__) && defined(__AVX2__)
    typedef char bytes __attribute__((vector_size(32)));
    return (swv_u16)__builtin_ia32_pmaddubsw256((bytes)v, (bytes)(swv_u8)1);
#else
    return ((swv_u16)v & 255) + ((swv_u16)v >> 8);
#endif
}

// Within every 16 bytes of a vector, as instructions have it: the first four 16-bit lanes of a and b in turn, and the others.
#if SWV_BYTES == 64
#define SWV_EACH(group) group(0), group(1), group(2), group(3)
#define SWV_EVEN_WORDS 0, 2, 4, 6, 1, 3, 5, 7
#elif SWV_BYTES == 32
#define SWV_EACH(group) group(0), group(1)
#define SWV_EVEN_WORDS 0, 2, 1, 3
#else
#define SWV_EACH(group) group(0)
#define SWV_EVEN_WORDS 0, 1
#endif
#define SWV_TURN(i) i, i + SWV_BYTES / 2
#define SWV_FIRST(g) SWV_TURN(8 * g), SWV_TURN(8 * g + 1), SWV_TURN(8 * g + 2), SWV_TURN(8 * g + 3)
#define SWV_LAST(g) SWV_TURN(8 * g + 4), SWV_TURN(8 * g + 5), SWV_TURN(8 * g + 6), SWV_TURN(8 * g + 7)

/// These lanes, as numbers.
SWV_INLINE swv_f32 swv_f32_first_lanes(swv_u16 v) {
    swv_u16 zero = 0;
    return __builtin_convertvector((swv_i32)__builtin_shufflevector(v, zero, SWV_EACH(SWV_FIRST)), swv_f32);
}
SWV_INLINE swv_f32 swv_f32_last_lanes(swv_u16 v) {
    swv_u16 zero = 0;
    return __builtin_convertvector((swv_i32)__builtin_shufflevector(v, zero, SWV_EACH(SWV_LAST)), swv_f32);
}

#if !defined(__x86_64__)
/// The lanes of both, limited to -32768...32767.
SWV_INLINE swv_i16 swv_i16_limited(swv_i32 first, swv_i32 last) {
    swv_i32 low = -32768, high = 32767;
    typedef int16_t half __attribute__((ext_vector_type(SWV_BYTES / 4)));
    first = __builtin_elementwise_min(__builtin_elementwise_max(first, low), high);
    last = __builtin_elementwise_min(__builtin_elementwise_max(last, low), high);
    return __builtin_shufflevector(
        __builtin_convertvector(first, half), __builtin_convertvector(last, half), 0, 1, 2, 3, 4, 5, 6, 7);
}
#endif

/// The way back, limited to 0...255: the lanes of `a` in the first half of the result, those of `b` in the second.
SWV_INLINE swv_u8 swv_u8_limited(swv_i32 first_a, swv_i32 last_a, swv_i32 first_b, swv_i32 last_b) {
#if defined(__x86_64__)
    typedef int words __attribute__((vector_size(SWV_BYTES)));
    typedef short samples __attribute__((vector_size(SWV_BYTES)));
#if SWV_BYTES == 64
#define SWV_PACK(name) __builtin_ia32_##name##512
#elif SWV_BYTES == 32
#define SWV_PACK(name) __builtin_ia32_##name##256
#else
#define SWV_PACK(name) __builtin_ia32_##name##128
#endif
    samples a = SWV_PACK(packssdw)((words)first_a, (words)last_a), b = SWV_PACK(packssdw)((words)first_b, (words)last_b);
    typedef uint64_t groups __attribute__((vector_size(SWV_BYTES)));
    groups turns = (groups)SWV_PACK(packuswb)(a, b);
#undef SWV_PACK
    return (swv_u8)__builtin_shufflevector(turns, turns, SWV_EVEN_WORDS);
#else
    // Vectors have 16 bytes. Limited twice, as instructions that narrow do it.
    swv_i16 a = swv_i16_limited(first_a, last_a), b = swv_i16_limited(first_b, last_b);
    a = __builtin_elementwise_min(__builtin_elementwise_max(a, (swv_i16)0), (swv_i16)255);
    b = __builtin_elementwise_min(__builtin_elementwise_max(b, (swv_i16)0), (swv_i16)255);
    return __builtin_shufflevector(__builtin_convertvector(a, swv_u8h), __builtin_convertvector(b, swv_u8h), 0, 1, 2, 3, 4, 5, 6, 7,
        8, 9, 10, 11, 12, 13, 14, 15);
#endif
}

SWV_INLINE swv_u8h swv_u8_first_half(swv_u8 v) {
    swv_u8h halves[2];
    __builtin_memcpy(halves, &v, sizeof(v));
    return halves[0];
}
SWV_INLINE swv_u8h swv_u8_last_half(swv_u8 v) {
    swv_u8h halves[2];
    __builtin_memcpy(halves, &v, sizeof(v));
    return halves[1];
}
#undef SWV_EACH
#undef SWV_EVEN_WORDS
#undef SWV_TURN
#undef SWV_FIRST
#undef SWV_LAST
