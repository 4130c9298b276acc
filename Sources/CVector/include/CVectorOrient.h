// SPDX-License-Identifier: MIT
/// Pixels in another order. Part of CVector.h, which includes it.
#pragma once

#include "CVector.h"

#pragma clang assume_nonnull begin

// Backwards

#define SWV_DOWN_2 1, 0
#define SWV_DOWN_4 3, 2, 1, 0
#define SWV_DOWN8(n) n + 7, n + 6, n + 5, n + 4, n + 3, n + 2, n + 1, n
#define SWV_DOWN_8 SWV_DOWN8(0)
#define SWV_DOWN_16 SWV_DOWN8(8), SWV_DOWN8(0)
#define SWV_DOWN_32 SWV_DOWN8(24), SWV_DOWN8(16), SWV_DOWN_16
#define SWV_DOWN_64 SWV_DOWN8(56), SWV_DOWN8(48), SWV_DOWN8(40), SWV_DOWN8(32), SWV_DOWN_32
#if SWV_BYTES == 64
#define SWV_DOWN(bytes) SWV_DOWN_64_##bytes
#define SWV_DOWN_64_1 SWV_DOWN_64
#define SWV_DOWN_64_2 SWV_DOWN_32
#define SWV_DOWN_64_4 SWV_DOWN_16
#define SWV_DOWN_64_8 SWV_DOWN_8
#elif SWV_BYTES == 32
#define SWV_DOWN(bytes) SWV_DOWN_32_##bytes
#define SWV_DOWN_32_1 SWV_DOWN_32
#define SWV_DOWN_32_2 SWV_DOWN_16
#define SWV_DOWN_32_4 SWV_DOWN_8
#define SWV_DOWN_32_8 SWV_DOWN_4
#else
#define SWV_DOWN(bytes) SWV_DOWN_16_##bytes
#define SWV_DOWN_16_1 SWV_DOWN_16
#define SWV_DOWN_16_2 SWV_DOWN_8
#define SWV_DOWN_16_4 SWV_DOWN_4
#define SWV_DOWN_16_8 SWV_DOWN_2
#endif

typedef uint64_t swv_u64 __attribute__((ext_vector_type(SWV_BYTES / 8)));

/// A vector of elements of so many bytes, the last first.
#define SWV_REVERSE(bytes, type)                                                                    \
    SWV_INLINE void swv_reverse##bytes(void *to, const void *from) {                                \
        type v;                                                                                     \
        __builtin_memcpy(&v, from, sizeof v);                                                       \
        v = __builtin_shufflevector(v, v, SWV_DOWN(bytes));                                         \
        __builtin_memcpy(to, &v, sizeof v);                                                         \
    }
SWV_REVERSE(1, swv_u8)
SWV_REVERSE(2, swv_u16)
SWV_REVERSE(4, swv_u32)
SWV_REVERSE(8, swv_u64)
#undef SWV_REVERSE

typedef uint8_t swv_u8x16 __attribute__((ext_vector_type(16)));

/// Five elements of three bytes, the last first. Reads the byte before them, and writes any value to the byte after the result.
SWV_INLINE void swv_reverse3(uint8_t *to, const uint8_t *from) {
    swv_u8x16 v;
    __builtin_memcpy(&v, from - 1, sizeof v);
    v = __builtin_shufflevector(v, v, 13, 14, 15, 10, 11, 12, 7, 8, 9, 4, 5, 6, 1, 2, 3, 0);
    __builtin_memcpy(to, &v, sizeof v);
}

/// A vector of pairs of packed 4:2:2, the last first, and in each the lumas, which `luma` is the bits of, exchanged.
SWV_INLINE void swv_reverse_422(void *to, const void *from, uint32_t luma) {
    swv_u32 v;
    __builtin_memcpy(&v, from, sizeof v);
    v = __builtin_shufflevector(v, v, SWV_DOWN(4));
    v = (v & ~luma) | (((v << 16) | (v >> 16)) & luma);
    __builtin_memcpy(to, &v, sizeof v);
}

// Columns of rows

/// Groups of 16 bytes of a vector.
#define SWV_GROUP_COUNT (SWV_BYTES / 16)
#if SWV_BYTES == 64
#define SWV_EACH_GROUP(zip, half) zip(0, half), zip(1, half), zip(2, half), zip(3, half)
#elif SWV_BYTES == 32
#define SWV_EACH_GROUP(zip, half) zip(0, half), zip(1, half)
#else
#define SWV_EACH_GROUP(zip, half) zip(0, half)
#endif
#define SWV_ONE_GROUP(zip, half) zip(0, half)

// Elements of half a group of two vectors, in turn.
#define SWV_ZIP(n, lanes) n, lanes + n
#define SWV_ZIP2(n, lanes) SWV_ZIP(n, lanes), SWV_ZIP((n) + 1, lanes)
#define SWV_ZIP4(n, lanes) SWV_ZIP2(n, lanes), SWV_ZIP2((n) + 2, lanes)
#define SWV_ZIP8(n, lanes) SWV_ZIP4(n, lanes), SWV_ZIP4((n) + 4, lanes)
#define SWV_ZIP_1(group, half) SWV_ZIP8(16 * group + 8 * half, SWV_BYTES)
#define SWV_ZIP_2(group, half) SWV_ZIP4(8 * group + 4 * half, SWV_BYTES / 2)
#define SWV_ZIP_4(group, half) SWV_ZIP2(4 * group + 2 * half, SWV_BYTES / 4)
#define SWV_ZIP_8(group, half) SWV_ZIP(2 * group + half, SWV_BYTES / 8)
#define SWV_ZIP_ONE_1(group, half) SWV_ZIP8(8 * half, 16)
#define SWV_ZIP_ONE_2(group, half) SWV_ZIP4(4 * half, 8)
#define SWV_ZIP_ONE_4(group, half) SWV_ZIP2(2 * half, 4)
#define SWV_ZIP_ONE_8(group, half) SWV_ZIP(half, 2)

/// Interleaves the elements of as many vectors as a group has of them, so that each has the elements of a column. Each time,
/// vectors half of all apart are interleaved.
#define SWV_INTERLEAVE(v, type, count, each, zip)                                                   \
    _Pragma("clang loop unroll(full)") for (int round = 1; round < (count); round *= 2) {           \
        type mixed[count];                                                                          \
        _Pragma("clang loop unroll(full)") for (int k = 0; k < (count) / 2; k++) {                  \
            mixed[2 * k] = __builtin_shufflevector(v[k], v[k + (count) / 2], each(zip, 0));         \
            mixed[2 * k + 1] = __builtin_shufflevector(v[k], v[k + (count) / 2], each(zip, 1));     \
        }                                                                                           \
        _Pragma("clang loop unroll(full)") for (int k = 0; k < (count); k++) v[k] = mixed[k];       \
    }

/// Makes columns of rows: of as many elements as 16 bytes have from each of `groups` times as many rows. Strides are in bytes.
#define SWV_TRANSPOSE(name, type, count, groups, each, zip)                                         \
    SWV_INLINE void name(uint8_t *to, long to_stride, const uint8_t *from, long from_stride) {      \
        type v[count];                                                                              \
        _Pragma("clang loop unroll(full)") for (int k = 0; k < (count); k++) {                      \
            _Pragma("clang loop unroll(full)") for (int group = 0; group < (groups); group++)       \
                __builtin_memcpy((uint8_t *)&v[k] + 16 * group, from + (k + (count) * group) * from_stride, 16); \
        }                                                                                           \
        SWV_INTERLEAVE(v, type, count, each, zip)                                                   \
        _Pragma("clang loop unroll(full)") for (int k = 0; k < (count); k++)                        \
            __builtin_memcpy(to + k * to_stride, &v[k], sizeof v[k]);                               \
    }
SWV_TRANSPOSE(swv_transpose1, swv_u8, 16, SWV_GROUP_COUNT, SWV_EACH_GROUP, SWV_ZIP_1)
SWV_TRANSPOSE(swv_transpose2, swv_u16, 8, SWV_GROUP_COUNT, SWV_EACH_GROUP, SWV_ZIP_2)
SWV_TRANSPOSE(swv_transpose4, swv_u32, 4, SWV_GROUP_COUNT, SWV_EACH_GROUP, SWV_ZIP_4)
SWV_TRANSPOSE(swv_transpose8, swv_u64, 2, SWV_GROUP_COUNT, SWV_EACH_GROUP, SWV_ZIP_8)

typedef uint16_t swv_u16x8 __attribute__((ext_vector_type(8)));
typedef uint32_t swv_u32x4 __attribute__((ext_vector_type(4)));
typedef uint64_t swv_u64x2 __attribute__((ext_vector_type(2)));
SWV_TRANSPOSE(swv_transpose1_one, swv_u8x16, 16, 1, SWV_ONE_GROUP, SWV_ZIP_ONE_1)
SWV_TRANSPOSE(swv_transpose2_one, swv_u16x8, 8, 1, SWV_ONE_GROUP, SWV_ZIP_ONE_2)
SWV_TRANSPOSE(swv_transpose4_one, swv_u32x4, 4, 1, SWV_ONE_GROUP, SWV_ZIP_ONE_4)
SWV_TRANSPOSE(swv_transpose8_one, swv_u64x2, 2, 1, SWV_ONE_GROUP, SWV_ZIP_ONE_8)

#if SWV_BYTES == 64
#define SWV_TRIPLES(n) SWV_TRIPLE4(n), SWV_TRIPLE4(n + 16), SWV_TRIPLE4(n + 32), SWV_TRIPLE4(n + 48)
#define SWV_JOINED 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 3, 7, 11, 15
#elif SWV_BYTES == 32
#define SWV_TRIPLES(n) SWV_TRIPLE4(n), SWV_TRIPLE4(n + 16)
#define SWV_JOINED 0, 1, 2, 4, 5, 6, 3, 7
#else
#define SWV_TRIPLES(n) SWV_TRIPLE4(n)
#define SWV_JOINED 0, 1, 2, 3
#endif

/// Makes columns of rows: of four elements of three bytes from each of 4 SWV_GROUP_COUNT rows. Reads four bytes more of each row, and
/// writes any values to 4 SWV_GROUP_COUNT bytes after each result.
SWV_INLINE void swv_transpose3(uint8_t *to, long to_stride, const uint8_t *from, long from_stride) {
    swv_u32 v[4];
    _Pragma("clang loop unroll(full)") for (int k = 0; k < 4; k++) {
        swv_u8 rows;
        _Pragma("clang loop unroll(full)") for (int group = 0; group < SWV_GROUP_COUNT; group++)
            __builtin_memcpy((uint8_t *)&rows + 16 * group, from + (k + 4 * group) * from_stride, 16);
#define SWV_TRIPLE4(n) n, n + 1, n + 2, n + 15, n + 3, n + 4, n + 5, n + 15, n + 6, n + 7, n + 8, n + 15, n + 9, n + 10, n + 11, n + 15
        v[k] = (swv_u32)__builtin_shufflevector(rows, rows, SWV_TRIPLES(0));
#undef SWV_TRIPLE4
    }
    SWV_INTERLEAVE(v, swv_u32, 4, SWV_EACH_GROUP, SWV_ZIP_4)
    _Pragma("clang loop unroll(full)") for (int k = 0; k < 4; k++) {
        swv_u8 row = (swv_u8)v[k];
#define SWV_TRIPLE4(n) n, n + 1, n + 2, n + 4, n + 5, n + 6, n + 8, n + 9, n + 10, n + 12, n + 13, n + 14, n + 3, n + 7, n + 11, n + 15
        swv_u32 joined = (swv_u32)__builtin_shufflevector(row, row, SWV_TRIPLES(0));
#undef SWV_TRIPLE4
        joined = __builtin_shufflevector(joined, joined, SWV_JOINED);
        __builtin_memcpy(to + k * to_stride, &joined, sizeof joined);
    }
}

/// The same for four rows, without a byte too much.
SWV_INLINE void swv_transpose3_one(uint8_t *to, long to_stride, const uint8_t *from, long from_stride) {
    swv_u32x4 v[4];
    for (int k = 0; k < 4; k++) {
        swv_u8x16 row = 0;
        __builtin_memcpy(&row, from + k * from_stride, 12);
        v[k] = (swv_u32x4)__builtin_shufflevector(row, row, 0, 1, 2, 15, 3, 4, 5, 15, 6, 7, 8, 15, 9, 10, 11, 15);
    }
    SWV_INTERLEAVE(v, swv_u32x4, 4, SWV_ONE_GROUP, SWV_ZIP_ONE_4)
    for (int k = 0; k < 4; k++) {
        swv_u8x16 row = (swv_u8x16)v[k];
        row = __builtin_shufflevector(row, row, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 3, 7, 11, 15);
        __builtin_memcpy(to + k * to_stride, &row, 12);
    }
}

#pragma clang assume_nonnull end
