// SPDX-License-Identifier: MIT
/// Chroma that follows its luma: see `scaleChromaRows8`. Included by CVector.h.

/// What is the same for all samples: see `ChromaLaw`.
typedef struct {
    float red_from_cr;
    float green_from_cb;
    float green_from_cr;
    float blue_from_cb;
    float per_white;
    float offset;
    float rounding_offset;
    float black;
} swv_chroma_law;

/// The sum of `count` bytes of each of two rows, and of as many pairs of neighbours.
SWV_INLINE swv_u16 swv_u16_sum8(const uint8_t *a, const uint8_t *b, long count) {
    return swv_u16_widen(swv_u8h_load(a, count)) + swv_u16_widen(swv_u8h_load(b, count));
}
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
SWV_INLINE swv_u16 swv_u16_pair_sum8(const uint8_t *a, const uint8_t *b, long count) {
    return swv_u8_pair_sum(swv_u8_load(a, 2 * count)) + swv_u8_pair_sum(swv_u8_load(b, 2 * count));
}

/// The code of a stored sample, `maximum` at most.
SWV_INLINE swv_u32 swv_u32_code16(swv_u32 v, int swapped, uint32_t shift, uint32_t maximum) {
    if (swapped) v = (v >> 8 | v << 8) & 65535;
    v >>= shift;
    return v < maximum ? v : (swv_u32)maximum;
}
/// The same of two-byte samples.
SWV_INLINE swv_f32 swv_f32_sum16(
    const uint16_t *a, const uint16_t *b, long count, int swapped, uint32_t shift, uint32_t maximum) {
    swv_u32 u = __builtin_convertvector(swv_u16h_load(a, count), swv_u32);
    swv_u32 v = __builtin_convertvector(swv_u16h_load(b, count), swv_u32);
    swv_u32 sum = swv_u32_code16(u, swapped, shift, maximum) + swv_u32_code16(v, swapped, shift, maximum);
    return __builtin_convertvector((swv_i32)sum, swv_f32);
}
SWV_INLINE swv_f32 swv_f32_pair_sum16(
    const uint16_t *a, const uint16_t *b, long count, int swapped, uint32_t shift, uint32_t maximum) {
    swv_u32 u = swv_u32_load(a, count), v = swv_u32_load(b, count);
    swv_u32 sum = swv_u32_code16(u & 65535, swapped, shift, maximum) + swv_u32_code16(u >> 16, swapped, shift, maximum);
    sum += swv_u32_code16(v & 65535, swapped, shift, maximum) + swv_u32_code16(v >> 16, swapped, shift, maximum);
    return __builtin_convertvector((swv_i32)sum, swv_f32);
}

/// What u and v are multiplied by: see `scaleChromaRows8`. o is above 0.
SWV_INLINE swv_f32 swv_f32_chroma_gain(swv_f32 o, swv_f32 t, swv_f32 u, swv_f32 v, const swv_chroma_law *law) {
    swv_f32 largest = law->red_from_cr * v;
    swv_f32 other = law->blue_from_cb * u;
    largest = other > largest ? other : largest;
    other = law->green_from_cb * u + law->green_from_cr * v;
    largest = other > largest ? other : largest;
    largest = o * law->per_white + largest;
    largest = largest < 1 ? largest : (swv_f32)1;
    swv_f32 least = t * largest;
    return t / (least > o ? least : o);
}

/// The same of sums of luma. Black keeps its chroma.
SWV_INLINE swv_f32 swv_f32_chroma_gain_of_sums(
    swv_f32 old, swv_f32 new_luma, swv_f32 u, swv_f32 v, const swv_chroma_law *law) {
    swv_f32 o = old - law->black, t = new_luma - law->black;
    t = t > 0 ? t : (swv_f32)0;
    // From 1 to 1 is a gain of 1.
    t = o > 0 ? t : (swv_f32)1;
    o = o > 0 ? o : (swv_f32)1;
    return swv_f32_chroma_gain(o, t, u, v, law);
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
    swv_u8 codes = 0;
    for (int i = 0; i < SWV_BYTES / 2; i++) {
        int lane = i / 8 * 4 + i % 4;
        int32_t a = i & 4 ? last_a[lane] : first_a[lane], b = i & 4 ? last_b[lane] : first_b[lane];
        codes[i] = (uint8_t)(a < 0 ? 0 : a > 255 ? 255 : a);
        codes[i + SWV_BYTES / 2] = (uint8_t)(b < 0 ? 0 : b > 255 ? 255 : b);
    }
    return codes;
#endif
}

/// Scales `count` bytes of Cb and Cr, by sums of luma before and after.
SWV_INLINE void swv_scale_chroma8(
    uint8_t *cb, uint8_t *cr, swv_u16 old, swv_u16 new_luma, long count, const swv_chroma_law *law) {
    swv_u16 black = (uint16_t)law->black;
    old = __builtin_elementwise_sub_sat(old, black);
    new_luma = __builtin_elementwise_sub_sat(new_luma, black);
    // Black keeps its chroma: from 1 to 1 is a gain of 1.
    swv_u16 is_black = (swv_u16)(old == 0);
    old -= is_black;
    new_luma = (new_luma & ~is_black) - is_black;
    swv_u16 u = swv_u16_widen(swv_u8h_load(cb, count)), v = swv_u16_widen(swv_u8h_load(cr, count));
    swv_f32 u0 = swv_f32_first_lanes(u) - law->offset, u1 = swv_f32_last_lanes(u) - law->offset;
    swv_f32 v0 = swv_f32_first_lanes(v) - law->offset, v1 = swv_f32_last_lanes(v) - law->offset;
    swv_f32 gain0 = swv_f32_chroma_gain(swv_f32_first_lanes(old), swv_f32_first_lanes(new_luma), u0, v0, law);
    swv_f32 gain1 = swv_f32_chroma_gain(swv_f32_last_lanes(old), swv_f32_last_lanes(new_luma), u1, v1, law);
    // No gain is above 1020: values fit 32 bits before they are limited. What is below 0 may be cut either way.
    swv_u8 codes = swv_u8_limited(
        __builtin_convertvector(u0 * gain0 + law->rounding_offset, swv_i32),
        __builtin_convertvector(u1 * gain1 + law->rounding_offset, swv_i32),
        __builtin_convertvector(v0 * gain0 + law->rounding_offset, swv_i32),
        __builtin_convertvector(v1 * gain1 + law->rounding_offset, swv_i32));
    swv_u8h halves[2];
    __builtin_memcpy(halves, &codes, sizeof(codes));
    swv_u8h_store(cb, halves[0], count);
    swv_u8h_store(cr, halves[1], count);
}
#undef SWV_EACH
#undef SWV_EVEN_WORDS
#undef SWV_TURN
#undef SWV_FIRST
#undef SWV_LAST
