// SPDX-License-Identifier: MIT
/// Operations that mix two rows. Part of CVector.h, which includes it.
#pragma once

#include "CVector.h"

/// Lanes of a vector of 64-bit values.
static const long swv_lanes64 = SWV_BYTES / 8;

typedef uint64_t swv_u64 __attribute__((ext_vector_type(SWV_BYTES / 8)));
typedef int16_t swv_i16h __attribute__((ext_vector_type(SWV_BYTES / 4)));
typedef int32_t swv_i32h __attribute__((ext_vector_type(SWV_BYTES / 8)));
typedef double swv_f64 __attribute__((ext_vector_type(SWV_BYTES / 8)));

SWV_MEMORY(swv_u64, SWV_BYTES / 8, uint64_t)

/// a + (b - a) weight / 32768 of codes of 0...255, rounded half up; weight 0...32767.
SWV_INLINE swv_u16 swv_u16_mix(swv_u16 a, swv_u16 b, int16_t weight) {
    swv_i16 d = (swv_i16)(b - a), w = weight;
#if defined(__x86_64__) && defined(__AVX512BW__)
    typedef short words __attribute__((vector_size(64)));
    return a + (swv_u16)__builtin_ia32_pmulhrsw512((words)d, (words)w);
#elif defined(__x86_64__) && defined(__AVX2__)
    typedef short words __attribute__((vector_size(32)));
    return a + (swv_u16)__builtin_ia32_pmulhrsw256((words)d, (words)w);
#elif defined(__aarch64__)
    typedef __attribute__((neon_vector_type(8))) int16_t words;
    // Doubled, so it is the upper half; the last argument says 16 bits. It saturates at -32768 times itself alone.
    return a + (swv_u16)__builtin_neon_vqrdmulhq_v((__attribute__((neon_vector_type(16))) int8_t)(words)d,
        (__attribute__((neon_vector_type(16))) int8_t)(words)w, 33);
#else
    // floor((d w + 16384) / 32768) = floor((floor(128 d w / 65536) + 32) / 64): the first floor takes nothing from the second.
#if defined(__x86_64__)
    typedef short words __attribute__((vector_size(16)));
    swv_i16 product = (swv_i16)__builtin_ia32_pmulhw128((words)((swv_u16)d << 7), (words)w);
#else
    swv_i16 product = swv_i16_multiply_high((swv_i16)((swv_u16)d << 7), w);
#endif
    // Within 0...16352.
    return ((swv_u16)product + (a << 6) + 32) >> 6;
#endif
}

/// a + (b - a) weight / 32768 of 16-bit codes, rounded half up; weight 1...32767.
SWV_INLINE swv_u16h swv_u16h_mix(swv_u16h a, swv_u16h b, int16_t weight) {
    // Of signed 16-bit values a sum of two products is one instruction on many CPUs.
    swv_i16h x = (swv_i16h)(a ^ 0x8000), y = (swv_i16h)(b ^ 0x8000);
    swv_i16h u = (int16_t)(32768 - weight), w = weight;
    swv_i32 sum = __builtin_convertvector(x, swv_i32) * __builtin_convertvector(u, swv_i32) +
        __builtin_convertvector(y, swv_i32) * __builtin_convertvector(w, swv_i32);
    return __builtin_convertvector((sum + 16384) >> 15, swv_u16h) ^ 0x8000;
}

/// Whether a bit of the mask is set in any lane.
SWV_INLINE int swv_u32_any(swv_u32 v, uint32_t mask) { return __builtin_reduce_or(v & mask) != 0; }

/// Mixes a colour whose weights are p and q, n = p + q: (p a + q b) / n rounded half up.
SWV_INLINE swv_i32 swv_i32_mix_color(swv_i32 a, swv_i32 b, swv_i32 p, swv_i32 q, swv_i32 n, swv_f32 reciprocal) {
    swv_i32 sum = p * a + q * b;
    // Off by one at most: the remainder tells, which is exact though its parts may wrap.
    swv_i32 code = __builtin_convertvector(__builtin_convertvector(sum, swv_f32) * reciprocal + 0.5f, swv_i32);
    swv_u32 remainder = 2 * (swv_u32)sum + (swv_u32)n - 2 * (swv_u32)n * (swv_u32)code;
    code = (swv_i32)remainder < 0 ? code - 1 : code;
    return (swv_i32)remainder >= 2 * n ? code + 1 : code;
}

/// Mixes pixels of four bytes with straight alpha in bits alpha...alpha + 7, of any kind: see `mixAlphaRow8`.
SWV_INLINE swv_u32 swv_u32_mix_alpha_exactly(swv_u32 a, swv_u32 b, int16_t weight, uint32_t alpha) {
    swv_i32 p = swv_u32_byte(a, alpha) * (32768 - weight), q = swv_u32_byte(b, alpha) * weight;
    swv_i32 n = p + q;
    swv_u32 result = (swv_u32)((n + 16384) >> 15) << alpha;
    // Two invisible colours mix as if they were seen.
    swv_i32 is_clear = n == 0;
    p = is_clear ? (swv_i32)(32768 - weight) : p;
    q = is_clear ? (swv_i32)weight : q;
    n = is_clear ? (swv_i32)32768 : n;
    swv_f32 reciprocal = 1 / __builtin_convertvector(n, swv_f32);
    uint32_t first = alpha == 0 ? 8 : 0;
#pragma clang loop unroll(full)
    for (uint32_t shift = first; shift < first + 24; shift += 8) {
        swv_i32 code = swv_i32_mix_color(swv_u32_byte(a, shift), swv_u32_byte(b, shift), p, q, n, reciprocal);
        result |= (swv_u32)code << shift;
    }
    return result;
}

/// Byte `shift` / 8 of each lane, times 65536, and its way back from what is less than 256 times that.
SWV_INLINE swv_i32 swv_u32_raise(swv_u32 v, uint32_t shift) {
    return (swv_i32)((shift < 16 ? v << (16 - shift) : v >> (shift - 16)) & 0xff0000);
}
SWV_INLINE swv_u32 swv_i32_lower(swv_i32 v, uint32_t shift) {
    swv_u32 u = (swv_u32)v & 0xff0000;
    return shift < 16 ? u >> (16 - shift) : u << (shift - 16);
}

/// The same, faster where it can be; a law as a whole, as its vectors are of many types.
SWV_INLINE swv_u32 swv_u32_mix_alpha(swv_u32 a, swv_u32 b, int16_t weight, uint32_t alpha) {
    // Below 2^24, which floats hold.
    swv_f32 p = __builtin_convertvector(swv_u32_byte(a, alpha), swv_f32) * (float)(32768 - weight);
    swv_f32 q = __builtin_convertvector(swv_u32_byte(b, alpha), swv_f32) * (float)weight;
    swv_f32 n = p + q;
    swv_u32 result = __builtin_convertvector(__builtin_convertvector((n + 16384) * 0x1p-15f, swv_i32), swv_u32) << alpha;
    swv_f32 part = n == 0 ? (swv_f32)((float)weight * 0x1p-15f) : q / n;
    uint32_t first = alpha == 0 ? 8 : 0;
    swv_u32 nearest = 0xffff;
#pragma clang loop unroll(full)
    for (uint32_t shift = first; shift < first + 24; shift += 8) {
        // In steps of 1 / 65536: the part is exact to 2^-24, so that the sum is four steps off at most.
        swv_i32 x = swv_u32_raise(a, shift), d = swv_u32_raise(b, shift) - x;
        swv_i32 sum = x + 32768 + __builtin_convertvector(__builtin_convertvector(d, swv_f32) * part, swv_i32);
        result |= swv_i32_lower(sum, shift);
        nearest = __builtin_elementwise_min(nearest, (swv_u32)(sum + 8) & 0xfff0);
    }
    // Few sums are so near to a whole code that the steps count.
    if (__builtin_reduce_or((swv_i32)(nearest == 0)) != 0) return swv_u32_mix_alpha_exactly(a, b, weight, alpha);
    return result;
}

/// The 16 bits from `shift` on of each lane.
SWV_INLINE swv_f64 swv_f64_of_sample(swv_u64 v, uint32_t shift) {
    return __builtin_convertvector(__builtin_convertvector((v >> shift) & 65535, swv_i32h), swv_f64);
}
/// The whole part of 0...65535, from bit `shift` on.
SWV_INLINE swv_u64 swv_f64_to_sample(swv_f64 v, uint32_t shift) {
    return __builtin_convertvector(__builtin_convertvector(v, swv_i32h), swv_u64) << shift;
}

/// Mixes pixels of four 16-bit samples, of which the first is straight alpha: see `mixAlphaRow16`.
///
/// Sums are below 2^48, so doubles hold them. A quotient is whole or 2^-33 off at least, so its floor is exact.
SWV_INLINE swv_u64 swv_u64_mix_alpha(swv_u64 a, swv_u64 b, int16_t weight) {
    swv_f64 p = swv_f64_of_sample(a, 0) * (double)(32768 - weight);
    swv_f64 q = swv_f64_of_sample(b, 0) * (double)weight;
    swv_f64 n = p + q;
    swv_u64 result = swv_f64_to_sample((n + 16384) * (1.0 / 32768), 0);
    p = n == 0 ? (swv_f64)(32768 - weight) : p;
    q = n == 0 ? (swv_f64)weight : q;
    n = n == 0 ? (swv_f64)32768 : n;
#pragma clang loop unroll(full)
    for (uint32_t shift = 16; shift < 64; shift += 16) {
        swv_f64 sum = p * swv_f64_of_sample(a, shift) + q * swv_f64_of_sample(b, shift);
        result |= swv_f64_to_sample((2 * sum + n) / (2 * n), shift);
    }
    return result;
}

/// Pixels of four bytes, whose alpha is the sample from bit `alpha` on when they are wider: see `premultiplyRow8`.
SWV_INLINE swv_u64 swv_u64_premultiply8(swv_u8h v, uint32_t alpha) {
    swv_u64 pixels = (swv_u64)__builtin_convertvector(v, swv_u16);
    swv_u64 weights = (pixels >> alpha) & 255;
    weights |= weights << 16;
    weights |= weights << 32;
    weights = (weights & ~((uint64_t)65535 << alpha)) | (uint64_t)255 << alpha;
    return (swv_u64)((swv_u16)pixels * (swv_u16)weights);
}

/// The whole part of samples from bit `shift` on, divided: (a v + n) / (2 n) where v is that sample. A quotient is whole or 2^-18 off at
/// least, and the sum below 2^34, so its floor is exact.
SWV_INLINE swv_f64 swv_f64_unweight(swv_u64 v, uint32_t shift, double a, swv_f64 n, double maximum) {
    swv_f64 quotient = (swv_f64_of_sample(v, shift) * a + n) / (n + n);
    return quotient < maximum ? quotient : (swv_f64)maximum;
}

/// See `unpremultiplyRow8`; `alpha` is 0 or 48.
SWV_INLINE swv_u8h swv_u64_unpremultiply8(swv_u64 v, uint32_t alpha) {
    swv_f64 weight = swv_f64_of_sample(v, alpha);
    swv_u64 result = swv_f64_to_sample((weight + 127) * (1.0 / 255) + 0x1p-20, alpha);
    swv_f64 n = weight == 0 ? (swv_f64)1 : weight;
    uint32_t first = alpha == 0 ? 16 : 0;
#pragma clang loop unroll(full)
    for (uint32_t shift = first; shift < first + 48; shift += 16)
        result |= swv_f64_to_sample(swv_f64_unweight(v, shift, 510, n, 255), shift);
    // Where alpha is 0, so are colours.
    result &= (swv_u64)(weight != 0);
    swv_u16 codes = __builtin_elementwise_min((swv_u16)result, (swv_u16)255);
    return __builtin_convertvector(codes, swv_u8h);
}

/// Samples of 16 bits, of which the first is alpha: see `premultiplyRow16`.
SWV_INLINE swv_u64 swv_u64_premultiply(swv_u64 v) {
    swv_u64 weight = v & 65535, result = weight;
#pragma clang loop unroll(full)
    for (uint32_t shift = 16; shift < 64; shift += 16) {
        // The rounded quotient by 65535.
        swv_u64 product = ((v >> shift) & 65535) * weight + 32768;
        result |= ((product + (product >> 16)) >> 16) << shift;
    }
    return result;
}

/// See `unpremultiplyRow16`.
SWV_INLINE swv_u64 swv_u64_unpremultiply(swv_u64 v) {
    swv_f64 weight = swv_f64_of_sample(v, 0), n = weight == 0 ? (swv_f64)1 : weight;
    swv_u64 result = 0;
#pragma clang loop unroll(full)
    for (uint32_t shift = 16; shift < 64; shift += 16)
        result |= swv_f64_to_sample(swv_f64_unweight(v, shift, 131070, n, 65535), shift);
    return (result & (swv_u64)(weight != 0)) | (v & 65535);
}
