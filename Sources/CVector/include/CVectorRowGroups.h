// SPDX-License-Identifier: MIT
/// Operations on groups of rows. Part of CVector.h, which includes it.
#pragma once

#include "CVector.h"

#pragma clang assume_nonnull begin

#if SWV_BYTES == 64
#define SWV_BLOCKS(n, a, b, c, d)                                                                    \
    n + a, n + b, n + c, n + d, n + a + 4, n + b + 4, n + c + 4, n + d + 4, n + a + 8, n + b + 8, n + c + 8, n + d + 8, \
        n + a + 12, n + b + 12, n + c + 12, n + d + 12
#elif SWV_BYTES == 32
#define SWV_BLOCKS(n, a, b, c, d) n + a, n + b, n + c, n + d, n + a + 4, n + b + 4, n + c + 4, n + d + 4
#else
#define SWV_BLOCKS(n, a, b, c, d) n + a, n + b, n + c, n + d
#endif
#define SWV_LANES (SWV_BYTES / 4)

/// Makes the compiler have a vector in one register.
#if defined(__AVX512BW__)
#define SWV_KEEP_WHOLE(vector) __asm__("" : "+v"(vector))
#elif defined(__SSE2__)
#define SWV_KEEP_WHOLE(vector) __asm__("" : "+x"(vector))
#else
#define SWV_KEEP_WHOLE(vector)
#endif

typedef struct {
    swv_f32 v[4];
} swv_f32x4;

/// Transposes blocks of four lanes of four vectors.
SWV_INLINE swv_f32x4 swv_transpose_blocks(swv_f32x4 s) {
    swv_f32 a = s.v[0], b = s.v[1], c = s.v[2], d = s.v[3];
    swv_f32 ab0 = __builtin_shufflevector(a, b, SWV_BLOCKS(0, 0, SWV_LANES, 1, SWV_LANES + 1));
    swv_f32 ab1 = __builtin_shufflevector(a, b, SWV_BLOCKS(0, 2, SWV_LANES + 2, 3, SWV_LANES + 3));
    swv_f32 cd0 = __builtin_shufflevector(c, d, SWV_BLOCKS(0, 0, SWV_LANES, 1, SWV_LANES + 1));
    swv_f32 cd1 = __builtin_shufflevector(c, d, SWV_BLOCKS(0, 2, SWV_LANES + 2, 3, SWV_LANES + 3));
    swv_f32x4 t = {{
        __builtin_shufflevector(ab0, cd0, SWV_BLOCKS(0, 0, 1, SWV_LANES, SWV_LANES + 1)),
        __builtin_shufflevector(ab0, cd0, SWV_BLOCKS(0, 2, 3, SWV_LANES + 2, SWV_LANES + 3)),
        __builtin_shufflevector(ab1, cd1, SWV_BLOCKS(0, 0, 1, SWV_LANES, SWV_LANES + 1)),
        __builtin_shufflevector(ab1, cd1, SWV_BLOCKS(0, 2, 3, SWV_LANES + 2, SWV_LANES + 3)),
    }};
    return t;
}
#undef SWV_BLOCKS

/// Four columns of a group, 16 floats apart, as many rows as a vector has lanes, from four floats of each row.
SWV_INLINE void swv_rows_to_columns(float *columns, const float *rows, long stride) {
    swv_f32x4 s;
    for (int i = 0; i < 4; i++)
        for (int block = 0; block < SWV_LANES; block += 4)
            __builtin_memcpy((float *)&s.v[i] + block, rows + (block + i) * stride, 16);
    s = swv_transpose_blocks(s);
    for (int i = 0; i < 4; i++) __builtin_memcpy(columns + 16 * i, &s.v[i], sizeof(swv_f32));
}

/// The way back.
SWV_INLINE void swv_columns_to_rows(float *rows, long stride, const float *columns) {
    swv_f32x4 s;
    for (int i = 0; i < 4; i++) __builtin_memcpy(&s.v[i], columns + 16 * i, sizeof(swv_f32));
    s = swv_transpose_blocks(s);
    // Otherwise the compiler shuffles each block by itself.
    for (int i = 0; i < 4; i++) SWV_KEEP_WHOLE(s.v[i]);
    for (int i = 0; i < 4; i++)
        for (int block = 0; block < SWV_LANES; block += 4)
            __builtin_memcpy(rows + (block + i) * stride, (float *)&s.v[i] + block, 16);
}

/// `count` (1...4) columns of a group with the bits of pixels of four bytes, from as many rows as a vector has lanes, `offset`
/// bytes into them.
SWV_INLINE void swv_pixels_to_columns(
    float *columns, const uint8_t *_Nonnull const *_Nonnull rows, long offset, long count) {
    swv_f32x4 s = {{0, 0, 0, 0}};
    for (int i = 0; i < 4; i++)
        for (int block = 0; block < SWV_LANES; block += 4) {
            float *to = (float *)&s.v[i] + block;
            if (count == 4) __builtin_memcpy(to, rows[block + i] + offset, 16);
            else swv_copy(to, rows[block + i] + offset, 4 * count);
        }
    s = swv_transpose_blocks(s);
    for (int i = 0; i < count; i++) __builtin_memcpy(columns + 16 * i, &s.v[i], sizeof(swv_f32));
}

/// Puts the first `count` (1...4) of four columns of pixels into rows; bits of `kept` stay there as they are.
SWV_INLINE void swv_columns_to_pixels(
    uint8_t *_Nonnull const *_Nonnull rows, long offset, long count, swv_u32 a, swv_u32 b, swv_u32 c, swv_u32 d, uint32_t kept) {
    typedef uint32_t four __attribute__((ext_vector_type(4)));
    swv_f32x4 s = {{(swv_f32)a, (swv_f32)b, (swv_f32)c, (swv_f32)d}};
    s = swv_transpose_blocks(s);
    for (int i = 0; i < 4; i++) SWV_KEEP_WHOLE(s.v[i]);
    for (int i = 0; i < 4; i++)
        for (int block = 0; block < SWV_LANES; block += 4) {
            uint8_t *to = rows[block + i] + offset;
            four pixels, others = 0;
            __builtin_memcpy(&pixels, (float *)&s.v[i] + block, 16);
            if (count == 4) __builtin_memcpy(&others, to, 16);
            else swv_copy(&others, to, 4 * count);
            pixels |= others & kept;
            if (count == 4) __builtin_memcpy(to, &pixels, 16);
            else swv_copy(to, &pixels, 4 * count);
        }
}
#undef SWV_LANES

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

/// v plus three gradients, 16 floats apart, by their weights: see `encodeGroup`. In Swift it would be too much for the compiler to make
/// each of that kernel's loops by itself.
SWV_INLINE swv_f32 swv_f32_add_noise(swv_f32 v, const float *gradients, const float *weights) {
    swv_f32 g0, g1, g2, w0, w1, w2;
    __builtin_memcpy(&g0, gradients, sizeof(v)), __builtin_memcpy(&w0, weights, sizeof(v));
    __builtin_memcpy(&g1, gradients + 16, sizeof(v)), __builtin_memcpy(&w1, weights + 16, sizeof(v));
    __builtin_memcpy(&g2, gradients + 32, sizeof(v)), __builtin_memcpy(&w2, weights + 32, sizeof(v));
    return v + ((g0 * w0 + g1 * w1) + g2 * w2);
}

#pragma clang assume_nonnull end
