// SPDX-License-Identifier: MIT
/// Vector operations that Swift's SIMD lacks, or turns into calls or scalar code.
///
/// Everything here is `static inline` over clang's portable vector types, a few instructions on every level
/// and, tables apart, no intrinsics. A vector is as wide as a register of the level the including module is built for, so one
/// kernel source uses the whole of it. Bytes of a lane are in little-endian order. Floating-point operations are never contracted:
/// every level gives the same bits.
///
/// Even a sum is a function here: Swift's operators on vectors are loops over their elements, of which the compiler does not always make
/// operations of vectors again; where not, a kernel takes up to fifty times as long. Kernels write operators, which Operators.swift makes
/// these functions.
#pragma once

#include <stdint.h>

#if defined(__AVX512BW__)
#define SWV_BYTES 64
#elif defined(__AVX2__)
#define SWV_BYTES 32
#else
#define SWV_BYTES 16
#endif

#pragma STDC FP_CONTRACT OFF

/// Lanes of a vector of bytes, of 16-bit and of 32-bit values.
static const long swv_lanes8 = SWV_BYTES;
static const long swv_lanes16 = SWV_BYTES / 2;
static const long swv_lanes32 = SWV_BYTES / 4;

typedef uint8_t swv_u8 __attribute__((ext_vector_type(SWV_BYTES)));
/// Bytes with as many lanes as a vector of 16-bit values, and as one of 32-bit values.
typedef uint8_t swv_u8h __attribute__((ext_vector_type(SWV_BYTES / 2)));
typedef uint8_t swv_u8q __attribute__((ext_vector_type(SWV_BYTES / 4)));
typedef uint16_t swv_u16 __attribute__((ext_vector_type(SWV_BYTES / 2)));
typedef int16_t swv_i16 __attribute__((ext_vector_type(SWV_BYTES / 2)));
/// 16-bit values with as many lanes as a vector of 32-bit values.
typedef uint16_t swv_u16h __attribute__((ext_vector_type(SWV_BYTES / 4)));
typedef uint32_t swv_u32 __attribute__((ext_vector_type(SWV_BYTES / 4)));
typedef int32_t swv_i32 __attribute__((ext_vector_type(SWV_BYTES / 4)));
typedef float swv_f32 __attribute__((ext_vector_type(SWV_BYTES / 4)));

#define SWV_INLINE static inline __attribute__((always_inline))

/// Copies `bytes` < 64 in powers of two: no call, nothing touched beyond.
SWV_INLINE void swv_copy(void *to, const void *from, long bytes) {
    uint8_t *t = (uint8_t *)to;
    const uint8_t *f = (const uint8_t *)from;
#define SWV_STEP(n)                                                                                 \
    if (bytes & n) {                                                                                \
        __builtin_memcpy(t, f, n);                                                                  \
        t += n;                                                                                     \
        f += n;                                                                                     \
    }
    SWV_STEP(32) SWV_STEP(16) SWV_STEP(8) SWV_STEP(4) SWV_STEP(2) SWV_STEP(1)
#undef SWV_STEP
}

/// Asks for a cache line that will be read; any address will do.
SWV_INLINE void swv_prefetch(const void *from) { __builtin_prefetch(from); }

/// Loads and stores of the first `count` lanes; the others load as 0. A count that is constantly all lanes costs
/// one instruction.
#define SWV_MEMORY(type, lanes, element)                                                            \
    SWV_INLINE type type##_load(const void *from, long count) {                                     \
        type v = 0;                                                                                 \
        if (count >= (lanes)) __builtin_memcpy(&v, from, sizeof(v));                                \
        else swv_copy(&v, from, count * (long)sizeof(element));                                     \
        return v;                                                                                   \
    }                                                                                               \
    SWV_INLINE void type##_store(void *to, type v, long count) {                                    \
        if (count >= (lanes)) __builtin_memcpy(to, &v, sizeof(v));                                  \
        else swv_copy(to, &v, count * (long)sizeof(element));                                       \
    }

SWV_MEMORY(swv_u8, SWV_BYTES, uint8_t)
SWV_MEMORY(swv_u8h, SWV_BYTES / 2, uint8_t)
SWV_MEMORY(swv_u8q, SWV_BYTES / 4, uint8_t)
SWV_MEMORY(swv_u16, SWV_BYTES / 2, uint16_t)
SWV_MEMORY(swv_u16h, SWV_BYTES / 4, uint16_t)
SWV_MEMORY(swv_u32, SWV_BYTES / 4, uint32_t)
SWV_MEMORY(swv_f32, SWV_BYTES / 4, float)

/// The first `count` bytes as pairs in 16-bit lanes, first byte low; where the count is odd, the last byte comes twice.
SWV_INLINE swv_u16 swv_u16_load_pairs(const void *from, long count) {
    swv_u16 v = 0;
    if (count >= SWV_BYTES) {
        __builtin_memcpy(&v, from, sizeof(v));
        return v;
    }
    uint8_t bytes[SWV_BYTES] = {0};
    swv_copy(bytes, from, count);
    if (count & 1) bytes[count] = bytes[count - 1];
    __builtin_memcpy(&v, bytes, sizeof(v));
    return v;
}

/// Stores the first `count` bytes of pairs.
SWV_INLINE void swv_u16_store_pairs(void *to, swv_u16 v, long count) {
    if (count >= SWV_BYTES) __builtin_memcpy(to, &v, sizeof(v));
    else swv_copy(to, &v, count);
}

// Operators; those of whole numbers wrap.

#define SWV_BITWISE(type)                                                       \
    SWV_INLINE type type##_and(type a, type b) { return a & b; }                \
    SWV_INLINE type type##_or(type a, type b) { return a | b; }                 \
    SWV_INLINE type type##_xor(type a, type b) { return a ^ b; }
#define SWV_ARITHMETIC(type)                                                    \
    SWV_INLINE type type##_sum(type a, type b) { return a + b; }                \
    SWV_INLINE type type##_difference(type a, type b) { return a - b; }         \
    SWV_INLINE type type##_product(type a, type b) { return a * b; }

SWV_BITWISE(swv_u8)
SWV_BITWISE(swv_u16)
SWV_BITWISE(swv_u32)
SWV_ARITHMETIC(swv_u16)
SWV_ARITHMETIC(swv_i16)
SWV_ARITHMETIC(swv_u32)
SWV_ARITHMETIC(swv_i32)
SWV_ARITHMETIC(swv_f32)
SWV_INLINE swv_f32 swv_f32_ratio(swv_f32 a, swv_f32 b) { return a / b; }

// Bits

/// (a & ~mask) | (b & mask)
SWV_INLINE swv_u8 swv_u8_blend(swv_u8 a, swv_u8 b, swv_u8 mask) { return (a & ~mask) | (b & mask); }
SWV_INLINE swv_u16 swv_u16_not(swv_u16 v) { return ~v; }
SWV_INLINE swv_u16 swv_u16_blend(swv_u16 a, swv_u16 b, swv_u16 mask) { return (a & ~mask) | (b & mask); }
/// All bits of a lane, or none.
SWV_INLINE swv_u16 swv_u16_is_equal(swv_u16 a, swv_u16 b) { return (swv_u16)(a == b); }
SWV_INLINE swv_u16 swv_u16_is_less(swv_u16 a, swv_u16 b) { return (swv_u16)(a < b); }
/// v with the sign of `sign`'s bit 31; v is not below 0.
SWV_INLINE swv_f32 swv_f32_with_sign(swv_f32 v, swv_u32 sign) { return (swv_f32)((swv_u32)v | (sign & 0x80000000u)); }

/// The low and the high byte of each lane.
SWV_INLINE swv_u16 swv_u16_low(swv_u16 v) { return v & 255; }
SWV_INLINE swv_u16 swv_u16_high(swv_u16 v) { return v >> 8; }
/// low | high << 8
SWV_INLINE swv_u16 swv_u16_pair(swv_u16 low, swv_u16 high) { return low | (high << 8); }
SWV_INLINE swv_u16 swv_u16_shift_left(swv_u16 v, uint16_t bits) { return v << bits; }
SWV_INLINE swv_u16 swv_u16_shift_right(swv_u16 v, uint16_t bits) { return v >> bits; }
SWV_INLINE swv_u32 swv_u32_shift_left(swv_u32 v, uint32_t bits) { return v << bits; }
SWV_INLINE swv_u32 swv_u32_shift_right(swv_u32 v, uint32_t bits) { return v >> bits; }
/// (v >> bits) & 255 of 32-bit lanes, and its way back.
SWV_INLINE swv_i32 swv_u32_byte(swv_u32 v, uint32_t bits) {
    return __builtin_convertvector((v >> bits) & 255, swv_i32);
}
SWV_INLINE swv_u32 swv_u32_shifted(swv_i32 v, uint32_t bits) {
    return __builtin_convertvector(v, swv_u32) << bits;
}
/// The low and the high 16 bits of each lane, and their way back.
SWV_INLINE swv_u16h swv_u32_low(swv_u32 v) { return __builtin_convertvector(v & 65535, swv_u16h); }
SWV_INLINE swv_u16h swv_u32_high(swv_u32 v) { return __builtin_convertvector(v >> 16, swv_u16h); }
SWV_INLINE swv_u32 swv_u32_pair(swv_u16h low, swv_u16h high) {
    return __builtin_convertvector(low, swv_u32) | (__builtin_convertvector(high, swv_u32) << 16);
}
/// The same bits in lanes of half or twice the width.
SWV_INLINE swv_u16 swv_u16_of_u32(swv_u32 v) { return (swv_u16)v; }
SWV_INLINE swv_u32 swv_u32_of_u16(swv_u16 v) { return (swv_u32)v; }
SWV_INLINE swv_i32 swv_i32_of_u32(swv_u32 v) { return (swv_i32)v; }
/// The bits of numbers: of those that are not below 0, in the same order.
SWV_INLINE swv_u32 swv_u32_of_f32(swv_f32 v) { return (swv_u32)v; }
/// The bytes of each lane in the other order.
SWV_INLINE swv_u16h swv_u16h_swap(swv_u16h v) { return (v >> 8) | (v << 8); }
SWV_INLINE swv_u16h swv_u16h_shift_left(swv_u16h v, uint16_t bits) { return v << bits; }
SWV_INLINE swv_u16h swv_u16h_shift_right(swv_u16h v, uint16_t bits) { return v >> bits; }

// Widths

SWV_INLINE swv_u16 swv_u16_widen(swv_u8h v) { return __builtin_convertvector(v, swv_u16); }
/// The low byte of each lane.
SWV_INLINE swv_u8h swv_u16_narrow(swv_u16 v) { return __builtin_convertvector(v, swv_u8h); }
SWV_INLINE swv_i32 swv_i32_widen8(swv_u8q v) { return __builtin_convertvector(v, swv_i32); }
SWV_INLINE swv_i32 swv_i32_widen16(swv_u16h v) { return __builtin_convertvector(v, swv_i32); }
SWV_INLINE swv_u32 swv_u32_widen8(swv_u8q v) { return __builtin_convertvector(v, swv_u32); }
SWV_INLINE swv_u32 swv_u32_widen16(swv_u16h v) { return __builtin_convertvector(v, swv_u32); }
SWV_INLINE swv_u8q swv_i32_narrow8(swv_i32 v) { return __builtin_convertvector(v, swv_u8q); }
SWV_INLINE swv_u16h swv_i32_narrow16(swv_i32 v) { return __builtin_convertvector(v, swv_u16h); }

/// The whole parts of numbers that an Int32 holds, and of one number that a long and an Int32 holds.
SWV_INLINE swv_i32 swv_i32_cut(swv_f32 v) { return __builtin_convertvector(v, swv_i32); }
SWV_INLINE long swv_cut(double v) { return (long)v; }
SWV_INLINE long swv_cut_float(float v) { return (long)(int32_t)v; }
SWV_INLINE swv_f32 swv_f32_from_whole(swv_i32 v) { return __builtin_convertvector(v, swv_f32); }
/// The lower 24 bits as a number.
SWV_INLINE swv_f32 swv_f32_from_sum(swv_u32 v) {
    return __builtin_convertvector((swv_i32)(v & 0xffffff), swv_f32);
}
/// (v >> bits) & 255 and (v >> bits) & 65535, as numbers.
SWV_INLINE swv_f32 swv_f32_from_byte(swv_u32 v, uint32_t bits) {
    return __builtin_convertvector((swv_i32)((v >> bits) & 255u), swv_f32);
}
SWV_INLINE swv_f32 swv_f32_from_half(swv_u32 v, uint32_t bits) {
    return __builtin_convertvector((swv_i32)((v >> bits) & 65535u), swv_f32);
}

/// The greatest whole number that is not above v, which is within 2^30 of 0.
SWV_INLINE int32_t swv_floor(float v) {
    int32_t cut = (int32_t)v;
    return cut - ((float)cut > v);
}

// Arithmetic of lanes, but for sums, differences and products, which Swift has operators for.

SWV_INLINE swv_u8 swv_u8_splat(uint8_t v) { return (swv_u8)v; }
SWV_INLINE swv_u16 swv_u16_splat(uint16_t v) { return (swv_u16)v; }
SWV_INLINE swv_u32 swv_u32_splat(uint32_t v) { return (swv_u32)v; }
SWV_INLINE swv_i32 swv_i32_splat(int32_t v) { return (swv_i32)v; }
SWV_INLINE swv_f32 swv_f32_splat(float v) { return (swv_f32)v; }

/// a - b, or 0 where b is more.
SWV_INLINE swv_u16 swv_u16_rest(swv_u16 a, swv_u16 b) { return __builtin_elementwise_sub_sat(a, b); }

SWV_INLINE swv_u8 swv_u8_minimum(swv_u8 a, swv_u8 b) { return __builtin_elementwise_min(a, b); }
SWV_INLINE swv_u16 swv_u16_minimum(swv_u16 a, swv_u16 b) { return __builtin_elementwise_min(a, b); }
SWV_INLINE swv_u32 swv_u32_minimum(swv_u32 a, swv_u32 b) { return a < b ? a : b; }
/// Sixteen doubles, whatever a vector has, so that sums are the same at every level.
typedef double swv_f64x16 __attribute__((ext_vector_type(16)));
typedef float swv_f32x16 __attribute__((ext_vector_type(16)));
/// Adds the first `count` of sixteen floats.
SWV_INLINE swv_f64x16 swv_f64x16_add(swv_f64x16 sums, const float *from, long count) {
    swv_f32x16 v = 0;
    if (count >= 16) __builtin_memcpy(&v, from, sizeof v);
    else swv_copy(&v, from, count * (long)sizeof(float));
    return sums + __builtin_convertvector(v, swv_f64x16);
}
SWV_INLINE double swv_f64x16_sum(swv_f64x16 v) {
    double sums[16];
    __builtin_memcpy(sums, &v, sizeof sums);
    for (int half = 8; half > 0; half /= 2)
        for (int k = 0; k < half; k++) sums[k] += sums[k + half];
    return sums[0];
}
SWV_INLINE float swv_f32_least(swv_f32 v) { return __builtin_reduce_min(v); }
SWV_INLINE float swv_f32_greatest(swv_f32 v) { return __builtin_reduce_max(v); }
SWV_INLINE swv_f32 swv_f32_minimum(swv_f32 a, swv_f32 b) { return a < b ? a : b; }
SWV_INLINE swv_u8 swv_u8_maximum(swv_u8 a, swv_u8 b) { return __builtin_elementwise_max(a, b); }
SWV_INLINE swv_u16 swv_u16_maximum(swv_u16 a, swv_u16 b) { return __builtin_elementwise_max(a, b); }
SWV_INLINE swv_f32 swv_f32_maximum(swv_f32 a, swv_f32 b) { return a > b ? a : b; }
/// `other` where v is `value`, else `own`.
SWV_INLINE swv_u16 swv_u16_replace(swv_u16 own, swv_u16 v, uint16_t value, uint16_t other) {
    return v == value ? (swv_u16)other : own;
}
/// a < b ? x : y
SWV_INLINE swv_u8 swv_u8_less(swv_u8 a, swv_u8 b, swv_u8 x, swv_u8 y) { return a < b ? x : y; }
SWV_INLINE swv_f32 swv_f32_less(swv_f32 a, swv_f32 b, swv_f32 x, swv_f32 y) { return a < b ? x : y; }

// As wide as 16-bit lanes are many. Both factors are seen to be 16 bits wide, so a product's half is one instruction.
typedef uint32_t swv_u32w __attribute__((ext_vector_type(SWV_BYTES / 2)));
typedef int32_t swv_i32w __attribute__((ext_vector_type(SWV_BYTES / 2)));

/// The high 16 bits of the product.
SWV_INLINE swv_u16 swv_u16_multiply_high(swv_u16 a, swv_u16 b) {
    swv_u32w p = __builtin_convertvector(a, swv_u32w) * __builtin_convertvector(b, swv_u32w);
    return __builtin_convertvector(p >> 16, swv_u16);
}
SWV_INLINE swv_i16 swv_i16_multiply_high(swv_i16 a, swv_i16 b) {
    swv_i32w p = __builtin_convertvector(a, swv_i32w) * __builtin_convertvector(b, swv_i32w);
    return __builtin_convertvector(p >> 16, swv_i16);
}
/// `even` in lanes 0, 2, ... and `odd` in lanes 1, 3, ...
SWV_INLINE swv_i16 swv_i16_alternate(int16_t even, int16_t odd) {
    swv_u32 pairs = (uint32_t)(uint16_t)even | (uint32_t)(uint16_t)odd << 16;
    return (swv_i16)pairs;
}
/// Lanes 0 and 1 exchanged, 2 and 3, ...
SWV_INLINE swv_u16 swv_u16_swap_pairs(swv_u16 v) {
    swv_u32 pairs = (swv_u32)v;
    return (swv_u16)(pairs << 16 | pairs >> 16);
}
SWV_INLINE swv_i16 swv_i16_swap_pairs(swv_i16 v) {
    return (swv_i16)swv_u16_swap_pairs((swv_u16)v);
}
/// (v << bits) - offset
SWV_INLINE swv_i16 swv_i16_centre(swv_u16 v, uint16_t bits, int16_t offset) {
    return (swv_i16)(v << bits) - offset;
}
/// v >> bits, limited to 0...255
SWV_INLINE swv_u16 swv_i16_to_code(swv_i16 v, int16_t bits) {
    swv_i16 code = v >> bits;
    code = __builtin_elementwise_max(code, (swv_i16)0);
    return (swv_u16)__builtin_elementwise_min(code, (swv_i16)255);
}

/// floor(limit(v * range + offset, 0, limit)); a NaN gives 0.
SWV_INLINE swv_i32 swv_f32_to_code(swv_f32 v, float range, float offset, float limit) {
    swv_f32 code = v * range + offset;
    // The order makes maxps and minps of the comparisons, and of NaN a zero.
    code = code > 0 ? code : (swv_f32)0;
    code = code < limit ? code : (swv_f32)limit;
    return __builtin_convertvector(code, swv_i32);
}
/// floor(limit(v, 0, limit)); a NaN gives 0.
SWV_INLINE swv_i32 swv_f32_cut_code(swv_f32 v, float limit) {
    v = v > 0 ? v : (swv_f32)0;
    v = v < limit ? v : (swv_f32)limit;
    return __builtin_convertvector(v, swv_i32);
}
/// (v - offset) * reciprocal
SWV_INLINE swv_f32 swv_f32_from_code(swv_i32 v, float offset, float reciprocal) {
    return (__builtin_convertvector(v, swv_f32) - offset) * reciprocal;
}

/// (m0 * a + m1 * b) + m2 * c
SWV_INLINE swv_f32 swv_f32_dot(swv_f32 a, swv_f32 b, swv_f32 c, float m0, float m1, float m2) {
    return (m0 * a + m1 * b) + m2 * c;
}

#include "CVectorRowGroups.h"
#include "CVectorBlend.h"
#include "CVectorChroma.h"
#include "CVectorDepth.h"
#include "CVectorMachine.h"
#include "CVectorMix.h"
#include "CVectorOrient.h"
#include "CVectorSeeds.h"
#include "CVectorTables.h"
#include "CVectorWindow.h"

#undef SWV_MEMORY
