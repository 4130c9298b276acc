// SPDX-License-Identifier: MIT
/// Operations on depth. Part of CVector.h, which includes it.
#pragma once

#include "CVector.h"

/// Floats with as many lanes as a vector of 16-bit values.
typedef float swv_f32w __attribute__((ext_vector_type(SWV_BYTES / 2)));

/// (v - near) gain + 0.5, limited to 0...limit, without its fraction; `code` where v is `invalid`.
SWV_INLINE swv_u16
swv_u16_depth(swv_u16 v, float near, float gain, float limit, uint16_t invalid, uint16_t invalid_code) {
    swv_f32w code = __builtin_convertvector(__builtin_convertvector(v, swv_i32w), swv_f32w);
    code = (code - near) * gain + 0.5f;
    // The order makes maxps and minps of the comparisons.
    code = code > 0 ? code : (swv_f32w)0;
    code = code < limit ? code : (swv_f32w)limit;
    swv_u16 codes = __builtin_convertvector(__builtin_convertvector(code, swv_i32w), swv_u16);
    return swv_u16_replace(codes, v, invalid, invalid_code);
}

SWV_INLINE swv_u16 swv_u16_swap(swv_u16 v) { return (v >> 8) | (v << 8); }
SWV_INLINE uint16_t swv_u16_least(swv_u16 v) { return __builtin_reduce_min(v); }
SWV_INLINE uint16_t swv_u16_greatest(swv_u16 v) { return __builtin_reduce_max(v); }

/// The mean of four bytes, in two vectors of pairs, rounded half up.
SWV_INLINE swv_u16 swv_u16_mean_of_pairs(swv_u16 a, swv_u16 b) {
    return ((a & 255) + (a >> 8) + (b & 255) + (b >> 8) + 2) >> 2;
}

/// The byte in each lane four times, bits of `others` in place of those that are not in `mask`.
SWV_INLINE swv_u32 swv_u32_spread(swv_u8q v, uint32_t mask, uint32_t others) {
    swv_u32 u = __builtin_convertvector(v, swv_u32);
    u |= u << 8;
    u |= u << 16;
    return (u & mask) | others;
}

/// a - b or b - a.
SWV_INLINE swv_u16 swv_u16_distance(swv_u16 a, swv_u16 b) {
    return __builtin_elementwise_max(a, b) - __builtin_elementwise_min(a, b);
}
/// alpha a + (1 - alpha) b + offset without its fraction.
SWV_INLINE swv_u16 swv_u16_draw(swv_u16 a, swv_u16 b, float alpha, float offset) {
    swv_f32w x = __builtin_convertvector(__builtin_convertvector(a, swv_i32w), swv_f32w);
    swv_f32w y = __builtin_convertvector(__builtin_convertvector(b, swv_i32w), swv_f32w);
    swv_f32w sum = x * alpha + y * (1 - alpha) + offset;
    return __builtin_convertvector(__builtin_convertvector(sum, swv_i32w), swv_u16);
}

/// `low`...`high` stay, others become `invalid`.
SWV_INLINE swv_u16 swv_u16_threshold(swv_u16 v, uint16_t low, uint16_t high, uint16_t invalid) {
    return v < low || v > high ? (swv_u16)invalid : v;
}

typedef uint16_t swv_u16x8 __attribute__((ext_vector_type(8)));

/// Makes columns of 8 rows of 8 samples; strides are in samples.
SWV_INLINE void swv_u16_transpose8(uint16_t *to, long to_stride, const uint16_t *from, long from_stride) {
    swv_u16x8 rows[8], mixed[8];
    for (int k = 0; k < 8; k++) __builtin_memcpy(&rows[k], from + k * from_stride, sizeof rows[k]);
    // Each time, rows half of all apart are interleaved.
    for (int round = 0; round < 3; round++) {
        for (int k = 0; k < 4; k++) {
            mixed[2 * k] = __builtin_shufflevector(rows[k], rows[k + 4], 0, 8, 1, 9, 2, 10, 3, 11);
            mixed[2 * k + 1] = __builtin_shufflevector(rows[k], rows[k + 4], 4, 12, 5, 13, 6, 14, 7, 15);
        }
        for (int k = 0; k < 8; k++) rows[k] = mixed[k];
    }
    for (int k = 0; k < 8; k++) __builtin_memcpy(to + k * to_stride, &rows[k], sizeof rows[k]);
}

/// See `smoothColumns16`.
SWV_INLINE swv_u16 swv_u16_smooth(swv_u16 v, swv_u16 last, float alpha, uint16_t delta, uint16_t invalid) {
    swv_u16 is_alike = (swv_u16)((v != invalid) & (last != invalid) & (swv_u16_distance(v, last) < delta));
    return (swv_u16_draw(v, last, alpha, 0.5f) & is_alike) | (v & ~is_alike);
}

/// The bits that are set in the low bytes.
SWV_INLINE swv_u16 swv_u16_count_bits(swv_u16 v) {
    v = (v & 0x55) + ((v >> 1) & 0x55);
    v = (v & 0x33) + ((v >> 2) & 0x33);
    return (v & 0x0f) + (v >> 4);
}

/// How many samples a hole has lasted with this one, as far as it is filled: 0 where there is a depth.
SWV_INLINE swv_u16 swv_u16_hole_run(swv_u16 v, swv_u16 last, swv_u16 run, uint16_t invalid) {
    swv_u16 goes_on = (swv_u16)(last != invalid);
    return (run - goes_on) & (swv_u16)(v == invalid);
}
/// See `smoothRows16`.
SWV_INLINE swv_u16 swv_u16_smooth_or_fill(
    swv_u16 v, swv_u16 last, swv_u16 run, float alpha, uint16_t delta, uint16_t holes, uint16_t invalid) {
    swv_u16 is_there = (swv_u16)(v != invalid), was_there = (swv_u16)(last != invalid);
    swv_u16 is_alike = is_there & was_there & (swv_u16)(swv_u16_distance(v, last) <= delta);
    swv_u16 is_filled = ~is_there & was_there & (swv_u16)(run < holes);
    return (swv_u16_draw(v, last, alpha, 0.5f) & is_alike) | (last & is_filled) | (v & ~(is_alike | is_filled));
}

/// See `steadyRow16`; the first `count` lanes.
SWV_INLINE void swv_u16_steady(
    void *row, void *last_row, void *history_row, long count, float alpha, uint16_t delta, uint16_t invalid,
    uint8_t bit, uint8_t mask, uint8_t minimum) {
    swv_u16 v = swv_u16_load(row, count), last = swv_u16_load(last_row, count);
    swv_u16 history = swv_u16_widen(swv_u8h_load(history_row, count));
    swv_u16 is_there = (swv_u16)(v != invalid), was_there = (swv_u16)(last != invalid);
    swv_u16 is_alike = was_there & (swv_u16)(swv_u16_distance(v, last) < delta);
    swv_u16 own = (swv_u16_draw(v, last, alpha, 0) & is_alike) | (v & ~is_alike);
    swv_u16 persists = was_there & (swv_u16)(swv_u16_count_bits(history & mask) >= minimum);
    swv_u16 taken = (last & persists) | ((swv_u16)invalid & ~persists);
    swv_u16 kept = history & (uint16_t)(~bit & 255);
    swv_u16_store(row, (own & is_there) | (taken & ~is_there), count);
    swv_u16_store(last_row, (own & is_there) | (last & ~is_there), count);
    history = (((history & is_alike) | bit) & is_there) | (kept & ~is_there);
    swv_u8h_store(history_row, swv_u16_narrow(history), count);
}
