// SPDX-License-Identifier: MIT
/// Operations of blends of bytes. Part of CVector.h, which includes it.
#pragma once

#include "CVector.h"

/// a + b, or 255 where that is more.
SWV_INLINE swv_u8 swv_u8_limited_sum(swv_u8 a, swv_u8 b) { return __builtin_elementwise_add_sat(a, b); }
/// a - b, or 0 where b is more.
SWV_INLINE swv_u8 swv_u8_rest(swv_u8 a, swv_u8 b) { return __builtin_elementwise_sub_sat(a, b); }
SWV_INLINE swv_u8 swv_u8_not(swv_u8 v) { return ~v; }
/// The same bits in lanes of half or twice the width.
SWV_INLINE swv_u16 swv_u16_of_u8(swv_u8 v) { return (swv_u16)v; }
SWV_INLINE swv_u8 swv_u8_of_u16(swv_u16 v) { return (swv_u8)v; }
/// Whether all bits are set.
SWV_INLINE _Bool swv_u8_are_set(swv_u8 v) { return __builtin_reduce_min(v) == 255; }

/// Sums of pairs of numbers beside each other: `count` of them, the other lanes are 0.
SWV_INLINE swv_f32 swv_f32_pair_sums(const void *from, long count) {
    typedef float pairs __attribute__((ext_vector_type(SWV_BYTES / 2)));
    const long lanes = SWV_BYTES / 4, all = 2 * count;
    pairs v;
    v.lo = swv_f32_load(from, all < lanes ? all : lanes);
    v.hi = swv_f32_load((const float *)from + lanes, all > lanes ? all - lanes : 0);
    return v.even + v.odd;
}
