// SPDX-License-Identifier: MIT
/// Operations of the tile machine on vectors of floats. Part of CVector.h, which includes it.
///
/// Their laws are those of MachineReference.
#pragma once

#include "CVector.h"

#pragma clang assume_nonnull begin

/// The whole part of v limited to 0...255, 0 for NaN.
SWV_INLINE swv_u32 swv_f32_to_byte(swv_f32 v) {
    v = v > 0 ? v : (swv_f32)0;
    v = v < 255.5f ? v : (swv_f32)255.5f;
    return (swv_u32)__builtin_convertvector(v, swv_i32);
}
/// first, first + 1, ...
SWV_INLINE swv_f32 swv_f32_ramp(float first) {
    swv_f32 v;
    for (int i = 0; i < SWV_BYTES / 4; i++) v[i] = (float)i;
    return v + first;
}

/// Limited to 0...1, 0 for NaN.
SWV_INLINE swv_f32 swv_f32_clamp(swv_f32 v) {
    v = v > 0 ? v : (swv_f32)0;
    return v < 1 ? v : (swv_f32)1;
}
SWV_INLINE swv_f32 swv_f32_quotient(swv_f32 a, swv_f32 b) { return b == 0 ? (swv_f32)0 : a / b; }
SWV_INLINE swv_f32 swv_f32_square_root(swv_f32 v) {
    return __builtin_elementwise_sqrt(v > 0 ? v : (swv_f32)0);
}
SWV_INLINE swv_f32 swv_f32_absolute(swv_f32 v) { return (swv_f32)((swv_u32)v & 0x7fffffffu); }

SWV_INLINE swv_f32 swv_f32_floor(swv_f32 v) {
#if defined(__SSE4_1__) || defined(__ARM_NEON)
    return __builtin_elementwise_floor(v);
#else
    // SSE2 has no such instruction: what is cut is corrected. From 2^23 on, all numbers are whole; a zero keeps its sign.
    swv_f32 size = swv_f32_absolute(v);
    swv_f32 small = size < 0x1p23f ? v : (swv_f32)0;
    swv_f32 cut = __builtin_convertvector(__builtin_convertvector(small, swv_i32), swv_f32);
    cut = cut > small ? cut - 1 : cut;
    cut = (swv_f32)((swv_u32)cut | ((swv_u32)v & 0x80000000u));
    return size < 0x1p23f ? cut : v;
#endif
}

SWV_INLINE swv_f32 swv_f32_smooth(swv_f32 v) {
    swv_f32 t = swv_f32_clamp(v);
    return (t * t) * (3 - 2 * t);
}

/// The sine of v + turns * pi, with v reduced to -pi/2...pi/2; Cephes' polynomial of sinf.
SWV_INLINE swv_f32 swv_f32_sine_of_turns(swv_f32 v, swv_f32 turns, swv_i32 sign) {
    swv_f32 y = v - turns * 3.140625f;
    y = y - turns * 9.6702575683593750e-4f;
    y = y - turns * 6.2774863e-7f;
    swv_f32 z = y * y;
    swv_f32 p = z * 2.6083159809786593541503e-6f - 1.981069071916863322258e-4f;
    p = p * z + 8.33307858556509017944336e-3f;
    p = p * z - 1.66666597127914428710938e-1f;
    p = (p * z) * y + y;
    return (swv_f32)((swv_u32)p ^ ((swv_u32)sign << 31));
}
/// Whole numbers as such; what is 2^30 or more, or none, as 0.
SWV_INLINE swv_i32 swv_f32_whole(swv_f32 v) {
    return __builtin_convertvector(swv_f32_absolute(v) < 0x1p30f ? v : (swv_f32)0, swv_i32);
}
SWV_INLINE swv_f32 swv_f32_sine(swv_f32 v) {
    swv_f32 turns = swv_f32_floor(v * 0.318309886183790671538f + 0.5f);
    return swv_f32_sine_of_turns(v, turns, swv_f32_whole(turns));
}
/// sin(v + pi / 2), with the turns moved instead of v.
SWV_INLINE swv_f32 swv_f32_cosine(swv_f32 v) {
    swv_f32 below = swv_f32_floor(v * 0.318309886183790671538f);
    return swv_f32_sine_of_turns(v, below + 0.5f, swv_f32_whole(below) + 1);
}

/// log2(1 + m) / m as a polynomial of degree 7, of our own: the greatest error of the logarithm, 5e-8, is as small as can be.
SWV_INLINE swv_f32 swv_f32_logarithm2(swv_f32 v) {
    v = v > 0x1p-126f ? v : (swv_f32)0x1p-126f;
    // The bits of sqrt(1/2): the mantissa is brought to sqrt(1/2)...sqrt(2).
    swv_u32 bits = (swv_u32)v - 0x3f3504f3u;
    swv_f32 exponent = __builtin_convertvector((swv_i32)bits >> 23, swv_f32);
    swv_f32 m = (swv_f32)((bits & 0x7fffffu) + 0x3f3504f3u) - 1;
    // In pairs: a chain of eight steps would wait for each of them.
    swv_f32 z = m * m;
    swv_f32 low = (m * -0.721357148922196f + 1.442694772427741f) + (m * -0.360087215859664f + 0.480939444824170f) * z;
    swv_f32 high = (m * -0.250069042131857f + 0.286707455472968f) + (m * -0.145744469429657f + 0.236890377492641f) * z;
    return (low + high * (z * z)) * m + exponent;
}

/// 2^part as a polynomial of degree 5, of our own: the greatest relative error, 9e-8, is as small as can be.
SWV_INLINE swv_f32 swv_f32_exponential2(swv_f32 v) {
    v = v > -126 ? v : (swv_f32)-126;
    v = v < 126 ? v : (swv_f32)126;
    swv_f32 whole = swv_f32_floor(v + 0.5f);
    swv_f32 part = v - whole;
    swv_f32 z = part * part;
    swv_f32 high = (part * 0.0555073374349714f + 0.240222420852623f) + (part * 0.00132647271235656f + 0.00967151264482490f) * z;
    swv_f32 p = (part * 0.693146977598993f + 1) + high * z;
    // A power of two, as the bits of its exponent: p alone could end below the least exponent.
    swv_i32 exponent = (__builtin_convertvector(whole, swv_i32) + 127) << 23;
    return p * (swv_f32)exponent;
}

SWV_INLINE swv_f32 swv_f32_power(swv_f32 a, swv_f32 b) {
    swv_f32 power = swv_f32_exponential2(swv_f32_logarithm2(a) * b);
    return a > 0 ? power : (swv_f32)0;
}

/// Polynomial 4.4.49 of Abramowitz and Stegun, on the octant of the point.
SWV_INLINE swv_f32 swv_f32_arctangent(swv_f32 y, swv_f32 x) {
    swv_f32 width = swv_f32_absolute(x), height = swv_f32_absolute(y);
    swv_f32 greatest = width > height ? width : height, least = width > height ? height : width;
    swv_f32 a = swv_f32_quotient(least, greatest);
    swv_f32 z = a * a;
    swv_f32 p = z * 0.0028662257f - 0.0161657367f;
    p = p * z + 0.0429096138f;
    p = p * z - 0.0752896400f;
    p = p * z + 0.1065626393f;
    p = p * z - 0.1420889944f;
    p = p * z + 0.1999355085f;
    p = p * z - 0.3333314528f;
    p = (p * z) * a + a;
    p = height > width ? 1.57079632679489662f - p : p;
    p = x < 0 ? 3.14159265358979324f - p : p;
    return y < 0 ? -p : p;
}

#pragma clang assume_nonnull end
