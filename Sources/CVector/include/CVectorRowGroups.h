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

#if SWV_BYTES == 64
#define SWV_BLOCKS_OF(n, b) n + 4 * b, n + 4 * b + 1, n + 4 * b + 2, n + 4 * b + 3
#define SWV_PAIRS_LOW SWV_BLOCKS_OF(0, 0), SWV_BLOCKS_OF(16, 0), SWV_BLOCKS_OF(0, 1), SWV_BLOCKS_OF(16, 1)
#define SWV_PAIRS_HIGH SWV_BLOCKS_OF(0, 2), SWV_BLOCKS_OF(16, 2), SWV_BLOCKS_OF(0, 3), SWV_BLOCKS_OF(16, 3)
#define SWV_EVEN_BLOCKS SWV_BLOCKS_OF(0, 0), SWV_BLOCKS_OF(0, 2), SWV_BLOCKS_OF(16, 0), SWV_BLOCKS_OF(16, 2)
#define SWV_ODD_BLOCKS SWV_BLOCKS_OF(0, 1), SWV_BLOCKS_OF(0, 3), SWV_BLOCKS_OF(16, 1), SWV_BLOCKS_OF(16, 3)
#elif SWV_BYTES == 32
#define SWV_PAIRS_LOW 0, 1, 2, 3, 8, 9, 10, 11
#define SWV_PAIRS_HIGH 4, 5, 6, 7, 12, 13, 14, 15
#define SWV_EVEN_BLOCKS SWV_PAIRS_LOW
#define SWV_ODD_BLOCKS SWV_PAIRS_HIGH
#else
#define SWV_PAIRS_LOW 0, 1, 2, 3
#define SWV_PAIRS_HIGH 4, 5, 6, 7
#define SWV_EVEN_BLOCKS SWV_PAIRS_LOW
#define SWV_ODD_BLOCKS SWV_PAIRS_HIGH
#endif

// Eight words of rows i, i + 4, ...: as many rows as a vector has lanes fill two vectors for each i.
#if SWV_BYTES == 64
typedef float swv_words8 __attribute__((ext_vector_type(8)));
typedef uint32_t swv_pixels __attribute__((ext_vector_type(8)));
#define SWV_JOIN_ROWS(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define SWV_FIRST_ROW(v) (swv_pixels) __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7)
#define SWV_SECOND_ROW(v) (swv_pixels) __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15)
#else
typedef uint32_t swv_pixels __attribute__((ext_vector_type(SWV_BYTES / 4)));
#endif
SWV_INLINE void swv_put_pixels(uint8_t *to, swv_pixels pixels, uint32_t kept) {
    swv_pixels others;
    __builtin_memcpy(&others, to, sizeof others);
    pixels |= others & kept;
    __builtin_memcpy(to, &pixels, sizeof pixels);
}
#if SWV_BYTES == 64
SWV_INLINE swv_f32 swv_two_rows(const uint8_t *a, const uint8_t *b) {
    swv_words8 v, w;
    __builtin_memcpy(&v, a, 32), __builtin_memcpy(&w, b, 32);
    return SWV_JOIN_ROWS(v, w);
}
#else
SWV_INLINE swv_f32 swv_part_of_row(const uint8_t *from) {
    swv_f32 v;
    __builtin_memcpy(&v, from, sizeof v);
    return v;
}
#endif

/// Eight words from each of as many rows as a vector has lanes, `offset` bytes into them: those of column `index`. All of them
/// together are one transposition.
SWV_INLINE swv_f32 swv_column_of_rows(const uint8_t *_Nonnull const *_Nonnull rows, long offset, long index) {
    swv_f32x4 s[2];
    for (int i = 0; i < 4; i++) {
#if SWV_BYTES == 64
        swv_f32 low = swv_two_rows(rows[i] + offset, rows[4 + i] + offset);
        swv_f32 high = swv_two_rows(rows[8 + i] + offset, rows[12 + i] + offset);
#elif SWV_BYTES == 32
        swv_f32 low = swv_part_of_row(rows[i] + offset), high = swv_part_of_row(rows[4 + i] + offset);
#else
        swv_f32 low = swv_part_of_row(rows[i] + offset), high = swv_part_of_row(rows[i] + offset + 16);
#endif
        s[0].v[i] = __builtin_shufflevector(low, high, SWV_EVEN_BLOCKS);
        s[1].v[i] = __builtin_shufflevector(low, high, SWV_ODD_BLOCKS);
    }
    return swv_transpose_blocks(s[index / 4]).v[index % 4];
}

/// Puts eight columns of pixels into rows; bits of `kept` stay there as they are.
SWV_INLINE void swv_columns_to_pixels(
    uint8_t *_Nonnull const *_Nonnull rows, long offset, swv_u32 a, swv_u32 b, swv_u32 c, swv_u32 d, swv_u32 e, swv_u32 f,
    swv_u32 g, swv_u32 h, uint32_t kept) {
    swv_f32x4 s = {{(swv_f32)a, (swv_f32)b, (swv_f32)c, (swv_f32)d}}, t = {{(swv_f32)e, (swv_f32)f, (swv_f32)g, (swv_f32)h}};
    s = swv_transpose_blocks(s);
    t = swv_transpose_blocks(t);
    for (int i = 0; i < 4; i++) {
        swv_f32 low = __builtin_shufflevector(s.v[i], t.v[i], SWV_PAIRS_LOW);
        swv_f32 high = __builtin_shufflevector(s.v[i], t.v[i], SWV_PAIRS_HIGH);
        // Otherwise the compiler shuffles each block by itself.
        SWV_KEEP_WHOLE(low);
        SWV_KEEP_WHOLE(high);
#if SWV_BYTES == 64
        swv_put_pixels(rows[i] + offset, SWV_FIRST_ROW(low), kept);
        swv_put_pixels(rows[4 + i] + offset, SWV_SECOND_ROW(low), kept);
        swv_put_pixels(rows[8 + i] + offset, SWV_FIRST_ROW(high), kept);
        swv_put_pixels(rows[12 + i] + offset, SWV_SECOND_ROW(high), kept);
#elif SWV_BYTES == 32
        swv_put_pixels(rows[i] + offset, (swv_pixels)low, kept);
        swv_put_pixels(rows[4 + i] + offset, (swv_pixels)high, kept);
#else
        swv_put_pixels(rows[i] + offset, (swv_pixels)low, kept);
        swv_put_pixels(rows[i] + offset + 16, (swv_pixels)high, kept);
#endif
    }
}
#undef SWV_JOIN_ROWS
#undef SWV_FIRST_ROW
#undef SWV_SECOND_ROW
#undef SWV_BLOCKS_OF
#undef SWV_PAIRS_LOW
#undef SWV_PAIRS_HIGH
#undef SWV_EVEN_BLOCKS
#undef SWV_ODD_BLOCKS

/// Word `index` of four from each of as many rows as a vector has lanes, `offset` bytes into them. All four together are one transposition.
SWV_INLINE swv_u32 swv_word_of_rows(const uint8_t *_Nonnull const *_Nonnull rows, long offset, long index) {
    swv_f32x4 s;
    for (int i = 0; i < 4; i++)
        for (int block = 0; block < SWV_LANES; block += 4)
            __builtin_memcpy((float *)&s.v[i] + block, rows[block + i] + offset, 16);
    return (swv_u32)swv_transpose_blocks(s).v[index];
}

/// The way back.
SWV_INLINE void swv_words_to_rows(
    uint8_t *_Nonnull const *_Nonnull rows, long offset, swv_u32 a, swv_u32 b, swv_u32 c, swv_u32 d) {
    swv_f32x4 s = {{(swv_f32)a, (swv_f32)b, (swv_f32)c, (swv_f32)d}};
    s = swv_transpose_blocks(s);
    for (int i = 0; i < 4; i++) SWV_KEEP_WHOLE(s.v[i]);
    for (int i = 0; i < 4; i++)
        for (int block = 0; block < SWV_LANES; block += 4)
            __builtin_memcpy(rows[block + i] + offset, (float *)&s.v[i] + block, 16);
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

/// What the upper four bits of a hash stand for: 1...8, less than 0 where bit 31 is 0. Where there are instructions that look numbers
/// up in a register, they take the place of all others.
SWV_INLINE swv_f32 swv_f32_gradient(swv_u32 hash) {
#if defined(__x86_64__) && SWV_BYTES == 64
    const swv_f32 gradients = {-1, -2, -3, -4, -5, -6, -7, -8, 1, 2, 3, 4, 5, 6, 7, 8};
    return (swv_f32)__builtin_ia32_permvarsf512(gradients, (swv_i32)(hash >> 28));
#elif defined(__x86_64__) && SWV_BYTES == 32
    const swv_f32 sizes = {1, 2, 3, 4, 5, 6, 7, 8};
    swv_f32 size = (swv_f32)__builtin_ia32_permvarsf256(sizes, (swv_i32)(hash >> 28));
    return swv_f32_with_sign(size, ~hash);
#else
    return swv_f32_with_sign(__builtin_convertvector((swv_i32)((hash >> 28) & 7), swv_f32) + 1, ~hash);
#endif
}

// Columns of as many rows as sweeps take at a time: on narrow levels more than one register, as the steps of a filter wait for each other.
#if SWV_BYTES == 16
#define SWV_ROWS 8
#define SWV_FOLLOW 8, 0, 1, 2, 3, 4, 5, 6
#define SWV_SWAP 1, 0, 3, 2, 5, 4, 7, 6
#else
#define SWV_ROWS 16
#define SWV_SWAP 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14
#define SWV_FOLLOW 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
#endif
static const long swv_column_rows = SWV_ROWS;
typedef float swv_column __attribute__((ext_vector_type(SWV_ROWS)));

/// Groups are on 16 bytes at least, so that operands can be in memory.
SWV_INLINE swv_column swv_column_load(const float *from) {
    swv_column v;
    __builtin_memcpy(&v, __builtin_assume_aligned(from, 16), sizeof(v));
    return v;
}
SWV_INLINE void swv_column_store(float *to, swv_column v) { __builtin_memcpy(__builtin_assume_aligned(to, 16), &v, sizeof(v)); }
SWV_INLINE swv_column swv_column_splat(float v) { return (swv_column)v; }
SWV_ARITHMETIC(swv_column)
/// a < b ? x : y
SWV_INLINE swv_column swv_column_less(swv_column a, swv_column b, swv_column x, swv_column y) { return a < b ? x : y; }
/// Each row's neighbour above, that of the first row being `first`.
SWV_INLINE swv_column swv_column_follow(float first, swv_column v) {
    return __builtin_shufflevector(v, (swv_column)first, SWV_FOLLOW);
}
SWV_INLINE float swv_column_last(swv_column v) { return v[SWV_ROWS - 1]; }
/// Rows 0 and 1 exchanged, 2 and 3, ...
SWV_INLINE swv_column swv_column_swap_pairs(swv_column v) { return __builtin_shufflevector(v, v, SWV_SWAP); }
#undef SWV_ROWS
#undef SWV_FOLLOW
#undef SWV_SWAP

#pragma clang assume_nonnull end
