// SPDX-License-Identifier: MIT
/// Hashes and random numbers of rows. Part of CVector.h, which includes it.
#pragma once

#include "CVector.h"

/// Two registers: the steps of one wait less beside those of the other.
typedef uint64_t swv_words __attribute__((ext_vector_type(SWV_BYTES / 4)));

#define SWV_ROTATED(v, bits) ((v) << (bits) | (v) >> (64 - (bits)))

typedef struct {
    swv_words v0, v1, v2, v3;
} swv_hash_state;

SWV_INLINE swv_hash_state swv_hash_rounds(swv_hash_state s, int count) {
    for (int i = 0; i < count; i++) {
        s.v0 += s.v1, s.v2 += s.v3;
        s.v1 = SWV_ROTATED(s.v1, 13) ^ s.v0, s.v3 = SWV_ROTATED(s.v3, 16) ^ s.v2;
        s.v0 = SWV_ROTATED(s.v0, 32);
        s.v2 += s.v1, s.v0 += s.v3;
        s.v1 = SWV_ROTATED(s.v1, 17) ^ s.v2, s.v3 = SWV_ROTATED(s.v3, 21) ^ s.v0;
        s.v2 = SWV_ROTATED(s.v2, 32);
    }
    return s;
}

SWV_INLINE swv_hash_state swv_hash_word(swv_hash_state s, const uint64_t *_Nonnull words) {
    swv_words word;
    __builtin_memcpy(&word, words, sizeof word);
    s.v3 ^= word;
    s = swv_hash_rounds(s, 2);
    s.v0 ^= word;
    return s;
}

/// SipHash's end for as many rows as a vector of 32-bit values has lanes: two more words of each.
SWV_INLINE void swv_hash_end(
    uint64_t *_Nonnull to, const uint64_t *_Nonnull first, const uint64_t *_Nonnull second, uint64_t v0, uint64_t v1, uint64_t v2,
    uint64_t v3) {
    swv_hash_state s = {(swv_words)v0, (swv_words)v1, (swv_words)v2, (swv_words)v3};
    s = swv_hash_word(swv_hash_word(s, first), second);
    s.v2 ^= 0xff;
    s = swv_hash_rounds(s, 4);
    swv_words hash = s.v0 ^ s.v1 ^ s.v2 ^ s.v3;
    __builtin_memcpy(to, &hash, sizeof hash);
}

/// Makes a state a number of SplitMix64. (In memory: calls that are not inlined cannot hand over what is wider
/// than a register.)
SWV_INLINE void swv_split_mix(swv_words *_Nonnull state) {
    swv_words z = (*state ^ *state >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    *state = z ^ z >> 31;
}

/// The high halves of the first two numbers of xoshiro256++, for as many seeds as a vector of 32-bit values has lanes.
SWV_INLINE void swv_random(uint32_t *_Nonnull first, uint32_t *_Nonnull second, const uint64_t *_Nonnull seeds) {
    swv_words seed, step = (swv_words)0x9e3779b97f4a7c15;
    __builtin_memcpy(&seed, seeds, sizeof seed);
    // The third word of its state counts from the third number on.
    swv_words s0 = seed + step, s1 = seed + 2 * step, s3 = seed + 4 * step;
    swv_split_mix(&s0), swv_split_mix(&s1), swv_split_mix(&s3);
    swv_words sum = s0 + s3;
    swv_u32 one = __builtin_convertvector((SWV_ROTATED(sum, 23) + s0) >> 32, swv_u32);
    s3 ^= s1, s0 ^= s3;
    sum = s0 + SWV_ROTATED(s3, 45);
    swv_u32 two = __builtin_convertvector((SWV_ROTATED(sum, 23) + s0) >> 32, swv_u32);
    __builtin_memcpy(first, &one, sizeof one), __builtin_memcpy(second, &two, sizeof two);
}
#undef SWV_ROTATED
