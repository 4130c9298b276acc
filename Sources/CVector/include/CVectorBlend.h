// SPDX-License-Identifier: MIT
/// Operations of blends of bytes. Part of CVector.h, which includes it.
#pragma once

#include "CVector.h"

/// a + b, at most 255.
SWV_INLINE swv_u8 swv_u8_limited_sum(swv_u8 a, swv_u8 b) { return __builtin_elementwise_add_sat(a, b); }
/// a - b, at least 0.
SWV_INLINE swv_u8 swv_u8_limited_difference(swv_u8 a, swv_u8 b) { return __builtin_elementwise_sub_sat(a, b); }
/// 255 - v
SWV_INLINE swv_u8 swv_u8_inverse(swv_u8 v) { return ~v; }

/// a b / 255, rounded.
SWV_INLINE swv_u8 swv_u8_product(swv_u8 a, swv_u8 b) {
    swv_u16 x = (swv_u16)a, y = (swv_u16)b;
    swv_u16 low = (x & 0xff) * (y & 0xff) + 128, high = (x >> 8) * (y >> 8) + 128;
    return (swv_u8)((low + (low >> 8)) >> 8 | ((high + (high >> 8)) & 0xff00));
}

/// Whether all bits of all bytes are set.
SWV_INLINE _Bool swv_u8_are_set(swv_u8 v) { return __builtin_reduce_min(v) == 255; }
