// SPDX-License-Identifier: MIT
/// Operations on tables. Part of CVector.h, which includes it.
#pragma once

#include "CVector.h"

/// A table of 256 bytes, in the form that `swv_u8_look_up` wants it.
typedef struct {
    uint64_t words[64];
} swv_table;

#if defined(__x86_64__) && defined(__AVX512VBMI__)
/// Through how many tables at most a vector of bytes goes faster than byte after byte.
SWV_INLINE int swv_look_up_tables(void) { return 3; }

SWV_INLINE void swv_table_make(swv_table *table, const void *values) { __builtin_memcpy(table, values, 256); }

SWV_INLINE swv_u8 swv_u8_look_up(swv_u8 v, const swv_table *table) {
    typedef char bytes __attribute__((vector_size(64)));
    bytes t[4];
    __builtin_memcpy(t, table, 256);
    swv_u8 low = (swv_u8)__builtin_ia32_vpermi2varqi512(t[0], (bytes)v, t[1]);
    swv_u8 high = (swv_u8)__builtin_ia32_vpermi2varqi512(t[2], (bytes)v, t[3]);
    return v >= 128 ? high : low;
}
#elif defined(__x86_64__) && defined(__AVX2__)
SWV_INLINE int swv_look_up_tables(void) { return 1; }

/// Block b of a half of the values, 16 at a time, is tables 0...b of that half joined by xor: see `swv_u8_look_up`.
SWV_INLINE void swv_table_make(swv_table *table, const void *values) {
    typedef uint64_t half __attribute__((vector_size(16)));
    half block, last = {0, 0};
    for (int b = 0; b < 16; b++) {
        __builtin_memcpy(&block, (const char *)values + 16 * b, 16);
        half step = b == 8 ? block : block ^ last;
        __builtin_memcpy((char *)table + 32 * b, &step, 16);
        __builtin_memcpy((char *)table + 32 * b + 16, &step, 16);
        last = block;
    }
}

/// A shuffle gives 0 where its index is negative. Step after step 16 is taken off the index, which stays negative.
SWV_INLINE swv_u8 swv_u8_look_up(swv_u8 v, const swv_table *table) {
    typedef char bytes __attribute__((vector_size(32)));
    typedef int8_t index __attribute__((ext_vector_type(32)));
    bytes t;
    swv_u8 result = 0;
    index i = (index)v;
#pragma clang loop unroll(full)
    for (int k = 0; k < 16; k++) {
        if (k == 8) i = (index)(v ^ 128);
        __builtin_memcpy(&t, (const char *)table + 32 * k, 32);
        result ^= (swv_u8)__builtin_ia32_pshufb256(t, (bytes)i);
        i = __builtin_elementwise_sub_sat(i, (index)16);
    }
    return result;
}
#elif defined(__aarch64__)
SWV_INLINE int swv_look_up_tables(void) { return 1; }

SWV_INLINE void swv_table_make(swv_table *table, const void *values) { __builtin_memcpy(table, values, 256); }

/// 64 bytes are looked up at a time: where the index is beyond them the first step gives 0, the others keep what there was.
SWV_INLINE swv_u8 swv_u8_look_up(swv_u8 v, const swv_table *table) {
    typedef __attribute__((neon_vector_type(16))) int8_t bytes;
    bytes t[16];
    __builtin_memcpy(t, table, 256);
    // The last argument says that they are unsigned.
    bytes r = (bytes)__builtin_neon_vqtbl4q_v(t[0], t[1], t[2], t[3], (bytes)v, 48);
    r = (bytes)__builtin_neon_vqtbx4q_v(r, t[4], t[5], t[6], t[7], (bytes)(v - 64), 48);
    r = (bytes)__builtin_neon_vqtbx4q_v(r, t[8], t[9], t[10], t[11], (bytes)(v - 128), 48);
    return (swv_u8)__builtin_neon_vqtbx4q_v(r, t[12], t[13], t[14], t[15], (bytes)(v - 192), 48);
}
#else
SWV_INLINE int swv_look_up_tables(void) { return 0; }

SWV_INLINE void swv_table_make(swv_table *table, const void *values) { __builtin_memcpy(table, values, 256); }

SWV_INLINE swv_u8 swv_u8_look_up(swv_u8 v, const swv_table *table) {
    for (int i = 0; i < SWV_BYTES; i++) v[i] = ((const uint8_t *)table)[v[i]];
    return v;
}
#endif

/// Eight bytes that are 2 apart; reads 16.
SWV_INLINE uint64_t swv_bytes_two_apart(const void *from) {
    typedef uint8_t bytes __attribute__((ext_vector_type(16)));
    bytes v;
    __builtin_memcpy(&v, from, 16);
    return (uint64_t)__builtin_shufflevector(v, v, 0, 2, 4, 6, 8, 10, 12, 14);
}

/// Bytes in pairs, the first of a pair in the lower bits.
typedef struct {
    uint64_t low, high;
} swv_byte_pairs;

/// Eight bytes in pairs with eight others.
SWV_INLINE swv_byte_pairs swv_bytes_paired(const void *firsts, const void *seconds) {
    typedef uint8_t bytes __attribute__((ext_vector_type(8)));
    typedef uint8_t all __attribute__((ext_vector_type(16)));
    bytes a, b;
    __builtin_memcpy(&a, firsts, 8);
    __builtin_memcpy(&b, seconds, 8);
    all v = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
    swv_byte_pairs pairs;
    __builtin_memcpy(&pairs, &v, 16);
    return pairs;
}

/// Four vectors of pixels of four bytes, or of the first, second, third and fourth byte of these pixels, in some order.
typedef struct {
    swv_u8 a, b, c, d;
} swv_u8_four;

// The same within every 16 bytes of a vector, as instructions have it.
#if SWV_BYTES == 64
#define SWV_GROUPS(group) group(0), group(1), group(2), group(3)
#elif SWV_BYTES == 32
#define SWV_GROUPS(group) group(0), group(1)
#else
#define SWV_GROUPS(group) group(0)
#endif
#define SWV_COLUMN(g, c) 16 * g + c, 16 * g + 4 + c, 16 * g + 8 + c, 16 * g + 12 + c
#define SWV_TRANSPOSED(g) SWV_COLUMN(g, 0), SWV_COLUMN(g, 1), SWV_COLUMN(g, 2), SWV_COLUMN(g, 3)
#define SWV_LOW(g) 4 * g, 4 * g + SWV_BYTES / 4, 4 * g + 1, 4 * g + 1 + SWV_BYTES / 4
#define SWV_HIGH(g) 4 * g + 2, 4 * g + 2 + SWV_BYTES / 4, 4 * g + 3, 4 * g + 3 + SWV_BYTES / 4

/// Byte i of pixel j to byte j of part i, 4 x 4 of them at a time. Done twice it is undone.
SWV_INLINE swv_u8 swv_u8_transpose(swv_u8 v) { return __builtin_shufflevector(v, v, SWV_GROUPS(SWV_TRANSPOSED)); }

/// Word i of vector j to word j of vector i, 4 x 4 of them at a time. Done twice it is undone.
SWV_INLINE swv_u8_four swv_u32_transpose(swv_u8_four v) {
    swv_u32 a = (swv_u32)v.a, b = (swv_u32)v.b, c = (swv_u32)v.c, d = (swv_u32)v.d;
    swv_u32 ac0 = __builtin_shufflevector(a, c, SWV_GROUPS(SWV_LOW));
    swv_u32 ac1 = __builtin_shufflevector(a, c, SWV_GROUPS(SWV_HIGH));
    swv_u32 bd0 = __builtin_shufflevector(b, d, SWV_GROUPS(SWV_LOW));
    swv_u32 bd1 = __builtin_shufflevector(b, d, SWV_GROUPS(SWV_HIGH));
    swv_u8_four result = {
        (swv_u8)__builtin_shufflevector(ac0, bd0, SWV_GROUPS(SWV_LOW)),
        (swv_u8)__builtin_shufflevector(ac0, bd0, SWV_GROUPS(SWV_HIGH)),
        (swv_u8)__builtin_shufflevector(ac1, bd1, SWV_GROUPS(SWV_LOW)),
        (swv_u8)__builtin_shufflevector(ac1, bd1, SWV_GROUPS(SWV_HIGH)),
    };
    return result;
}

SWV_INLINE swv_u8_four swv_u8_planes_of_pixels(swv_u8_four v) {
    v.a = swv_u8_transpose(v.a), v.b = swv_u8_transpose(v.b);
    v.c = swv_u8_transpose(v.c), v.d = swv_u8_transpose(v.d);
    return swv_u32_transpose(v);
}
SWV_INLINE swv_u8_four swv_u8_pixels_of_planes(swv_u8_four v) {
    v = swv_u32_transpose(v);
    v.a = swv_u8_transpose(v.a), v.b = swv_u8_transpose(v.b);
    v.c = swv_u8_transpose(v.c), v.d = swv_u8_transpose(v.d);
    return v;
}

/// Looks up three of the four bytes of each pixel, from the first or the second on, in four vectors of them.
SWV_INLINE void swv_look_up_pixels(
    void *to, const void *from, const swv_table *x, const swv_table *y, const swv_table *z, int is_later) {
    swv_u8_four v;
    __builtin_memcpy(&v, from, sizeof(v));
    v = swv_u8_planes_of_pixels(v);
    if (is_later) {
        v.b = swv_u8_look_up(v.b, x), v.c = swv_u8_look_up(v.c, y), v.d = swv_u8_look_up(v.d, z);
    } else {
        v.a = swv_u8_look_up(v.a, x), v.b = swv_u8_look_up(v.b, y), v.c = swv_u8_look_up(v.c, z);
    }
    v = swv_u8_pixels_of_planes(v);
    __builtin_memcpy(to, &v, sizeof(v));
}

/// The 32-bit words at `base` with these numbers.
SWV_INLINE swv_u32 swv_u32_gather(const void *base, swv_i32 index) {
#if defined(__x86_64__) && defined(__AVX512F__)
    typedef int words __attribute__((vector_size(64)));
    return (swv_u32)__builtin_ia32_gathersiv16si((words)(swv_u32)0, base, (words)index, (short)-1, 4);
#elif defined(__x86_64__) && defined(__AVX2__)
    typedef int words __attribute__((vector_size(32)));
    return (swv_u32)__builtin_ia32_gatherd_d256((words)(swv_u32)0, base, (words)index, (words)~(swv_u32)0, 4);
#else
    swv_u32 v = 0;
    for (int i = 0; i < SWV_BYTES / 4; i++)
        __builtin_memcpy((char *)&v + 4 * i, (const char *)base + 4 * (long)index[i], 4);
    return v;
#endif
}

/// Whether words are gathered by an instruction, or one by one into a vector, which a load to a lane does on aarch64. In the baseline of
/// x86-64 it takes longer than what vectors save. (A function, since Swift warns of code that a constant leaves out.)
SWV_INLINE _Bool swv_gathers(void) {
#if defined(__x86_64__) && !defined(__AVX2__)
    return 0;
#else
    return 1;
#endif
}

/// Whether 16-bit entries are worth being loaded to lanes: no instruction gathers them.
SWV_INLINE _Bool swv_loads_lanes(void) {
#if defined(__x86_64__)
    return 0;
#else
    return 1;
#endif
}

/// Whether 32-bit lanes are as many as samples of a pixel.
SWV_INLINE _Bool swv_is_pixel(void) { return SWV_BYTES == 16; }

/// The 16-bit entries of a table with these numbers, as numbers.
SWV_INLINE swv_f32 swv_f32_entries16(const void *table, swv_i32 index) {
    swv_u16h v = 0;
    for (int i = 0; i < SWV_BYTES / 4; i++) v[i] = ((const uint16_t *)table)[index[i]];
    return __builtin_convertvector(__builtin_convertvector(v, swv_i32), swv_f32);
}

/// 16-bit samples that are `step` apart, and their way back.
SWV_INLINE swv_u16h swv_u16h_load_apart(const uint16_t *from, long step) {
    swv_u16h v = 0;
    for (int i = 0; i < SWV_BYTES / 4; i++) v[i] = from[i * step];
    return v;
}
SWV_INLINE void swv_u16h_store_apart(uint16_t *to, swv_u16h v, long step) {
    for (int i = 0; i < SWV_BYTES / 4; i++) to[i * step] = v[i];
}

/// The 32-bit words that begin at these bytes of `base`.
SWV_INLINE swv_u32 swv_u32_gather_bytes(const void *base, swv_i32 position) {
#if defined(__x86_64__) && defined(__AVX512F__)
    typedef int words __attribute__((vector_size(64)));
    return (swv_u32)__builtin_ia32_gathersiv16si((words)(swv_u32)0, base, (words)position, (short)-1, 1);
#elif defined(__x86_64__) && defined(__AVX2__)
    typedef int words __attribute__((vector_size(32)));
    return (swv_u32)__builtin_ia32_gatherd_d256((words)(swv_u32)0, base, (words)position, (words)~(swv_u32)0, 1);
#else
    swv_u32 v = 0;
    for (int i = 0; i < SWV_BYTES / 4; i++) __builtin_memcpy((char *)&v + 4 * i, (const char *)base + position[i], 4);
    return v;
#endif
}

/// a + (b - a) weight / 32768 of the bytes of `a` and `b` from bit `a_bits` and `b_bits` on, rounded half up.
SWV_INLINE swv_u32 swv_u32_mix_bytes(swv_u32 a, uint32_t a_bits, swv_u32 b, uint32_t b_bits, swv_i32 weight) {
    swv_i32 x = (swv_i32)(a >> a_bits & 255), y = (swv_i32)(b >> b_bits & 255);
    return (swv_u32)(x + (((y - x) * weight + 16384) >> 15));
}

/// a + (b - a) weight / 32768 of lanes of at most 16 bits, rounded half up.
SWV_INLINE swv_i32 swv_i32_mix(swv_i32 a, swv_i32 b, swv_i32 weight) { return a + (((b - a) * weight + 16384) >> 15); }

/// The same of a pixel of four 16-bit samples and the one after it.
SWV_INLINE void swv_u16_mix_pixels(uint16_t *to, const uint16_t *from, int32_t weight) {
    typedef uint16_t pixel __attribute__((vector_size(8)));
    typedef int32_t lanes __attribute__((vector_size(16)));
    pixel a, b;
    __builtin_memcpy(&a, from, sizeof(a));
    __builtin_memcpy(&b, from + 4, sizeof(b));
    lanes x = __builtin_convertvector(a, lanes), y = __builtin_convertvector(b, lanes);
    pixel mixed = __builtin_convertvector(x + (((y - x) * weight + 16384) >> 15), pixel);
    __builtin_memcpy(to, &mixed, sizeof(mixed));
}

/// Lanes that hold Int32s.
SWV_INLINE swv_i32 swv_i32_load(const int32_t *from) {
    swv_i32 v;
    __builtin_memcpy(&v, from, sizeof(v));
    return v;
}

/// The 32-bit words at `base` with these numbers, and at `next`, a vector, those that follow them: each two with one load.
SWV_INLINE swv_u32 swv_u32_gather_pairs(const void *base, swv_i32 index, void *next) {
#if defined(__x86_64__) && defined(__AVX512F__)
    typedef int words __attribute__((vector_size(64)));
    typedef int half __attribute__((vector_size(32)));
    typedef long long doubles __attribute__((vector_size(64)));
    half low = __builtin_shufflevector((words)index, (words)index, 0, 1, 2, 3, 4, 5, 6, 7);
    half high = __builtin_shufflevector((words)index, (words)index, 8, 9, 10, 11, 12, 13, 14, 15);
    words a = (words)__builtin_ia32_gathersiv8di((doubles){0}, base, low, (char)-1, 4);
    words b = (words)__builtin_ia32_gathersiv8di((doubles){0}, base, high, (char)-1, 4);
    swv_u32 first = (swv_u32)__builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    swv_u32 second = (swv_u32)__builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
#elif defined(__x86_64__) && defined(__AVX2__)
    typedef int words __attribute__((vector_size(32)));
    typedef int half __attribute__((vector_size(16)));
    typedef long long doubles __attribute__((vector_size(32)));
    half low = __builtin_shufflevector((words)index, (words)index, 0, 1, 2, 3);
    half high = __builtin_shufflevector((words)index, (words)index, 4, 5, 6, 7);
    doubles all = ~(doubles){0};
    words a = (words)__builtin_ia32_gatherd_q256((doubles){0}, base, low, all, 4);
    words b = (words)__builtin_ia32_gatherd_q256((doubles){0}, base, high, all, 4);
    swv_u32 first = (swv_u32)__builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14);
    swv_u32 second = (swv_u32)__builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15);
#else
    swv_u32 first = 0, second = 0;
    for (int i = 0; i < SWV_BYTES / 4; i++) {
        const char *from = (const char *)base + 4 * (long)index[i];
        __builtin_memcpy((char *)&first + 4 * i, from, 4);
        __builtin_memcpy((char *)&second + 4 * i, from + 4, 4);
    }
#endif
    __builtin_memcpy(next, &second, sizeof(second));
    return first;
}

/// The numbers of elements of rows that are `width` long.
SWV_INLINE swv_i32 swv_i32_element(swv_i32 row, int32_t width, swv_i32 column) { return row * width + column; }

/// The floats at `base` with these numbers.
SWV_INLINE swv_f32 swv_f32_gather(const float *base, swv_i32 index) { return (swv_f32)swv_u32_gather(base, index); }

/// What lanes look up in a cube: an entry and two distances from it, and what four entries count for.
typedef struct {
    int32_t words[3 * SWV_BYTES / 4];
    float parts[4 * SWV_BYTES / 4];
} swv_cube_lanes;
SWV_INLINE void swv_cube_set_word(swv_cube_lanes *lanes, long index, swv_i32 v) {
    __builtin_memcpy(lanes->words + index * (SWV_BYTES / 4), &v, sizeof(v));
}
SWV_INLINE void swv_cube_set_part(swv_cube_lanes *lanes, long index, swv_f32 v) {
    __builtin_memcpy(lanes->parts + index * (SWV_BYTES / 4), &v, sizeof(v));
}
SWV_INLINE long swv_cube_word(const swv_cube_lanes *lanes, long index, long lane) {
    return lanes->words[index * (SWV_BYTES / 4) + lane];
}
SWV_INLINE float swv_cube_part(const swv_cube_lanes *lanes, long index, long lane) {
    return lanes->parts[index * (SWV_BYTES / 4) + lane];
}

/// Four lanes that the compiler computes together: it would compute those that are used apart from each other otherwise.
typedef float swv_color __attribute__((vector_size(16)));
SWV_INLINE swv_color swv_color_together(swv_color v) {
#if defined(__x86_64__)
    __asm__("" : "+x"(v));
#elif defined(__aarch64__)
    __asm__("" : "+w"(v));
#endif
    return v;
}

/// (ul (1 - x) + ur x) (1 - y) + (ll (1 - x) + lr x) y of the four bytes of each lane, rounded half to even.
SWV_INLINE swv_i32 swv_u32_interpolate(swv_u32 v, swv_f32 x, float y) {
    swv_f32 left = 1 - x;
    swv_f32 upper = swv_f32_from_byte(v, 0) * left + swv_f32_from_byte(v, 8) * x;
    swv_f32 lower = swv_f32_from_byte(v, 16) * left + swv_f32_from_byte(v, 24) * x;
    // 2^23 leaves no bits for a fraction.
    swv_f32 sum = (upper * (1 - y) + lower * y) + 0x1p23f;
    return (swv_i32)sum & 0x7fffff;
}

/// The sum of all lanes.
SWV_INLINE uint32_t swv_u32_total(swv_u32 v) {
    uint32_t total = 0;
    for (long i = 0; i < swv_lanes32; i++) total += v[i];
    return total;
}
