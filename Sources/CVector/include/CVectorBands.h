/// Operations on bands of rows. Part of CVector.h, which includes it.
#pragma once

#include "CVector.h"

/// Gradients of lattice cells first + k, times gains: see `gradientBand`.
SWV_INLINE swv_f32 swv_u32_gradient(swv_u32 first, uint32_t k, swv_u32 seed, swv_f32 gain) {
    swv_u32 v = ((first + k) ^ seed ^ 2747636419u) * 2654435769u;
    v = (v ^ (v >> 16)) * 2654435769u;
    v = (v ^ (v >> 16)) * 2654435769u;
    swv_f32 size = __builtin_convertvector((swv_i32)(((v >> 28) & 7) + 1), swv_f32);
    // Bit 31 is that of positive gradients.
    swv_f32 gradient = (swv_f32)((swv_u32)size | (~v & 0x80000000u));
    return gain * gradient;
}

SWV_INLINE swv_f32 swv_f32_corner(swv_f32 d, swv_f32 gradient) {
    swv_f32 t = 1 - d * d;
    swv_f32 square = t * t;
    return (square * square) * (gradient * d);
}

/// The three weights of gradients `part` further than `starts`: see `noiseWeights`.
SWV_INLINE swv_f32 swv_f32_noise_weight(swv_f32 starts, float part, int index) {
    swv_f32 s = part + starts;
    swv_f32 isNext = s >= 1 ? (swv_f32)1 : (swv_f32)0;
    swv_f32 d = s - isNext;
    swv_f32 near = swv_f32_corner(d, (swv_f32)1), far = swv_f32_corner(d - 1, (swv_f32)1);
    if (index == 0) return isNext == 0 ? near : (swv_f32)0;
    if (index == 2) return isNext == 0 ? (swv_f32)0 : far;
    return isNext == 0 ? far : near;
}

/// v plus noise `part` further than `starts`, among three gradients: see `noiseBand`.
SWV_INLINE swv_f32 swv_f32_noise(swv_f32 v, swv_f32 starts, float part, swv_f32 g0, swv_f32 g1, swv_f32 g2) {
    swv_f32 s = part + starts;
    swv_f32 d = s >= 1 ? s - 1 : s;
    swv_f32 near = s >= 1 ? g1 : g0;
    swv_f32 far = s >= 1 ? g2 : g1;
    return v + (swv_f32_corner(d, near) + swv_f32_corner(d - 1, far));
}

/// to_(j, i) = from_(i, j) for 4 x 4 floats, rows `from_stride` and `to_stride` apart.
SWV_INLINE void swv_transpose_4x4(float *to, long to_stride, const float *from, long from_stride) {
    typedef float four __attribute__((ext_vector_type(4)));
    four a, b, c, d;
    __builtin_memcpy(&a, from, 16);
    __builtin_memcpy(&b, from + from_stride, 16);
    __builtin_memcpy(&c, from + 2 * from_stride, 16);
    __builtin_memcpy(&d, from + 3 * from_stride, 16);
    four ab0 = __builtin_shufflevector(a, b, 0, 4, 1, 5), ab1 = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    four cd0 = __builtin_shufflevector(c, d, 0, 4, 1, 5), cd1 = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    a = __builtin_shufflevector(ab0, cd0, 0, 1, 4, 5), b = __builtin_shufflevector(ab0, cd0, 2, 3, 6, 7);
    c = __builtin_shufflevector(ab1, cd1, 0, 1, 4, 5), d = __builtin_shufflevector(ab1, cd1, 2, 3, 6, 7);
    __builtin_memcpy(to, &a, 16);
    __builtin_memcpy(to + to_stride, &b, 16);
    __builtin_memcpy(to + 2 * to_stride, &c, 16);
    __builtin_memcpy(to + 3 * to_stride, &d, 16);
}

#if SWV_BYTES == 64
#define SWV_FOLLOW 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
#define SWV_LEAD 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
#elif SWV_BYTES == 32
#define SWV_FOLLOW 8, 0, 1, 2, 3, 4, 5, 6
#define SWV_LEAD 1, 2, 3, 4, 5, 6, 7, 8
#else
#define SWV_FOLLOW 4, 0, 1, 2
#define SWV_LEAD 1, 2, 3, 4
#endif
/// Each lane's neighbour before it, that of the first lane being `first`.
SWV_INLINE swv_f32 swv_f32_follow(float first, swv_f32 v) {
    return __builtin_shufflevector(v, (swv_f32)first, SWV_FOLLOW);
}
/// Each lane's neighbour after it, that of the last lane being `last`.
SWV_INLINE swv_f32 swv_f32_lead(swv_f32 v, float last) {
    return __builtin_shufflevector(v, (swv_f32)last, SWV_LEAD);
}
#undef SWV_FOLLOW
#undef SWV_LEAD
SWV_INLINE float swv_f32_last(swv_f32 v) { return v[SWV_BYTES / 4 - 1]; }

SWV_INLINE swv_f32 swv_f32_multiply(swv_f32 a, swv_f32 b) { return a * b; }
/// a + b c
SWV_INLINE swv_f32 swv_f32_multiply_add(swv_f32 a, swv_f32 b, swv_f32 c) { return a + b * c; }

/// What the value `least` + `tap` columns before contributes to a shift: 1 - f where that is floor(shift), f where it is one
/// more, else 0.
SWV_INLINE swv_f32 swv_f32_shift_weight(swv_f32 shift, float least, float tap) {
    // Without a floor of vectors: f is shift - k for the whole k with 0 <= f < 1.
    swv_f32 near = shift - (least + tap), far = shift - (least + tap - 1);
    swv_f32 weight = near >= 0 ? 1 - near : (swv_f32)0;
    weight = near < 1 ? weight : (swv_f32)0;
    weight = far < 1 && far >= 0 ? far : weight;
    return weight;
}
