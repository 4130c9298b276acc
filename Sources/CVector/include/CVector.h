/// Vector operations that Swift's SIMD lacks, or turns into calls or scalar code.
///
/// Everything here is `static inline` over clang's portable vector types, a few instructions on every level
/// and, tables apart, no intrinsics. A vector is as wide as a register of the level the including module is built for, so one
/// kernel source uses the whole of it. Bytes of a lane are in little-endian order. Floating-point operations are never contracted: every level gives the same bits.
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
#undef SWV_MEMORY

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

// Bits

/// (v & mask) | value
SWV_INLINE swv_u8 swv_u8_select(swv_u8 v, swv_u8 mask, swv_u8 value) { return (v & mask) | value; }

/// The low and the high byte of each lane.
SWV_INLINE swv_u16 swv_u16_low(swv_u16 v) { return v & 255; }
SWV_INLINE swv_u16 swv_u16_high(swv_u16 v) { return v >> 8; }
/// low | high << 8
SWV_INLINE swv_u16 swv_u16_pair(swv_u16 low, swv_u16 high) { return low | (high << 8); }
SWV_INLINE swv_u16 swv_u16_shift_left(swv_u16 v, uint16_t bits) { return v << bits; }
SWV_INLINE swv_u16 swv_u16_shift_right(swv_u16 v, uint16_t bits) { return v >> bits; }
/// (v >> bits) & 255 of 32-bit lanes, and its way back.
SWV_INLINE swv_i32 swv_u32_byte(swv_u32 v, uint32_t bits) {
    return __builtin_convertvector((v >> bits) & 255, swv_i32);
}
SWV_INLINE swv_u32 swv_u32_place(swv_i32 v, uint32_t bits) {
    return __builtin_convertvector(v, swv_u32) << bits;
}
SWV_INLINE swv_u32 swv_u32_and(swv_u32 v, uint32_t mask) { return v & mask; }
SWV_INLINE swv_u32 swv_u32_or(swv_u32 a, swv_u32 b) { return a | b; }
/// The low and the high 16 bits of each lane, and their way back.
SWV_INLINE swv_u16h swv_u32_low(swv_u32 v) { return __builtin_convertvector(v & 65535, swv_u16h); }
SWV_INLINE swv_u16h swv_u32_high(swv_u32 v) { return __builtin_convertvector(v >> 16, swv_u16h); }
SWV_INLINE swv_u32 swv_u32_pair(swv_u16h low, swv_u16h high) {
    return __builtin_convertvector(low, swv_u32) | (__builtin_convertvector(high, swv_u32) << 16);
}
/// The bytes of each lane in the other order.
SWV_INLINE swv_u16h swv_u16h_swap(swv_u16h v) { return (v >> 8) | (v << 8); }
SWV_INLINE swv_u16h swv_u16h_shift_left(swv_u16h v, uint16_t bits) { return v << bits; }
SWV_INLINE swv_u16h swv_u16h_shift_right(swv_u16h v, uint16_t bits) { return v >> bits; }

// Tables

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
#else
SWV_INLINE int swv_look_up_tables(void) { return 0; }

SWV_INLINE void swv_table_make(swv_table *table, const void *values) { __builtin_memcpy(table, values, 256); }

SWV_INLINE swv_u8 swv_u8_look_up(swv_u8 v, const swv_table *table) {
    for (int i = 0; i < SWV_BYTES; i++) v[i] = ((const uint8_t *)table)[v[i]];
    return v;
}
#endif

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

/// (a & ~mask) | (b & mask)
SWV_INLINE swv_u8 swv_u8_blend(swv_u8 a, swv_u8 b, swv_u8 mask) { return (a & ~mask) | (b & mask); }

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

/// Byte `byte` of each lane.
SWV_INLINE swv_f32 swv_f32_of_byte(swv_u32 v, uint32_t byte) {
    return __builtin_convertvector((swv_i32)((v >> (8 * byte)) & 255), swv_f32);
}

/// (ul (1 - x) + ur x) (1 - y) + (ll (1 - x) + lr x) y of the four bytes of each lane, rounded half to even.
SWV_INLINE swv_i32 swv_u32_interpolate(swv_u32 v, swv_f32 x, float y) {
    swv_f32 left = 1 - x;
    swv_f32 upper = swv_f32_of_byte(v, 0) * left + swv_f32_of_byte(v, 1) * x;
    swv_f32 lower = swv_f32_of_byte(v, 2) * left + swv_f32_of_byte(v, 3) * x;
    // 2^23 leaves no bits for a fraction.
    swv_f32 sum = (upper * (1 - y) + lower * y) + 0x1p23f;
    return (swv_i32)sum & 0x7fffff;
}

// Widths

SWV_INLINE swv_u16 swv_u16_widen(swv_u8h v) { return __builtin_convertvector(v, swv_u16); }
/// The low byte of each lane.
SWV_INLINE swv_u8h swv_u16_narrow(swv_u16 v) { return __builtin_convertvector(v, swv_u8h); }
SWV_INLINE swv_i32 swv_i32_widen8(swv_u8q v) { return __builtin_convertvector(v, swv_i32); }
SWV_INLINE swv_i32 swv_i32_widen16(swv_u16h v) { return __builtin_convertvector(v, swv_i32); }
SWV_INLINE swv_u8q swv_i32_narrow8(swv_i32 v) { return __builtin_convertvector(v, swv_u8q); }
SWV_INLINE swv_u16h swv_i32_narrow16(swv_i32 v) { return __builtin_convertvector(v, swv_u16h); }

/// The whole part of a number of 0...2^62.
SWV_INLINE long swv_cut(double v) { return (long)v; }

/// The greatest whole number that is not above v, which is within 2^30 of 0.
SWV_INLINE int32_t swv_floor(float v) {
    int32_t cut = (int32_t)v;
    return cut - ((float)cut > v);
}

// Arithmetic, wrapping

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
SWV_INLINE swv_u16 swv_u16_add(swv_u16 a, swv_u16 b) { return a + b; }
SWV_INLINE swv_i16 swv_i16_add(swv_i16 a, swv_i16 b) { return a + b; }
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
/// (v - offset) * reciprocal
SWV_INLINE swv_f32 swv_f32_from_code(swv_i32 v, float offset, float reciprocal) {
    return (__builtin_convertvector(v, swv_f32) - offset) * reciprocal;
}

/// (m0 * a + m1 * b) + m2 * c
SWV_INLINE swv_f32 swv_f32_dot(swv_f32 a, swv_f32 b, swv_f32 c, float m0, float m1, float m2) {
    return (m0 * a + m1 * b) + m2 * c;
}
SWV_INLINE swv_f32 swv_f32_scale(swv_f32 v, float factor) { return v * factor; }
/// (a + b) * factor
SWV_INLINE swv_f32 swv_f32_scaled_sum(swv_f32 a, swv_f32 b, float factor) { return (a + b) * factor; }

/// What takes luma from `old` to `new_luma`: see `rescaleRows`.
SWV_INLINE swv_f32 swv_f32_rescale_gain(swv_f32 a, swv_f32 b, swv_f32 c, swv_f32 old, swv_f32 new_luma) {
    swv_f32 largest = 0x1p-20f;
    largest = a > largest ? a : largest;
    largest = b > largest ? b : largest;
    largest = c > largest ? c : largest;
    swv_f32 limit = 1 / largest;
    swv_f32 ratio = new_luma / old;
    ratio = ratio < limit ? ratio : limit;
    return old > 0 ? ratio : (swv_f32)1;
}
SWV_INLINE swv_f32 swv_f32_rescale_offset(swv_f32 old, swv_f32 new_luma) { return old > 0 ? (swv_f32)0 : new_luma; }
/// v * factor + summand
SWV_INLINE swv_f32 swv_f32_affine(swv_f32 v, swv_f32 factor, swv_f32 summand) { return v * factor + summand; }

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
