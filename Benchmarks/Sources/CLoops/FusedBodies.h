// SPDX-License-Identifier: MIT
// Laws on BGRx as a person fuses them by hand, in vectors as wide as a register. Included once for each level by Loops.c.

typedef float LOOP(vf) __attribute__((ext_vector_type(LANES)));
typedef int32_t LOOP(vi) __attribute__((ext_vector_type(LANES)));
typedef uint32_t LOOP(vu) __attribute__((ext_vector_type(LANES)));
#define VF LOOP(vf)
#define VI LOOP(vi)
#define VU LOOP(vu)
#define FUSED static inline __attribute__((always_inline))

FUSED VF LOOP(byte)(VU v, int bits) { return __builtin_convertvector((VI)((v >> bits) & 255), VF); }
FUSED VU LOOP(code)(VF v) {
    v = v > 0 ? v : (VF)0;
    v = v < 255.5f ? v : (VF)255.5f;
    return (VU)__builtin_convertvector(v, VI);
}
FUSED VF LOOP(clamp)(VF v) {
    v = v > 0 ? v : (VF)0;
    return v < 1 ? v : (VF)1;
}
FUSED VF LOOP(form)(VF r, VF g, VF b, const float *k) { return (r * k[0] + g * k[1]) + (b * k[2] + k[3]); }
FUSED VF LOOP(floor)(VF v) {
#if LANES > 4
    return __builtin_elementwise_floor(v);
#else
    // SSE2 has no such instruction. No law has numbers here that an int32_t does not hold.
    VF cut = __builtin_convertvector(__builtin_convertvector(v, VI), VF);
    return cut > v ? cut - 1 : cut;
#endif
}
FUSED VF LOOP(root)(VF v) { return __builtin_elementwise_sqrt(v); }
FUSED VF LOOP(smooth)(VF v) {
    VF t = LOOP(clamp)(v);
    return t * t * (3 - 2 * t);
}
FUSED VF LOOP(ramp)(void) {
    VF v;
    for (int i = 0; i < LANES; i++) v[i] = (float)i;
    return v;
}
FUSED VU LOOP(load)(const uint8_t *from) {
    VU v;
    __builtin_memcpy(&v, from, sizeof(v));
    return v;
}
FUSED void LOOP(store)(uint8_t *to, VU others, VF r, VF g, VF b) {
    VU v = (others & 0xff000000u) | LOOP(code)(r) << 16 | LOOP(code)(g) << 8 | LOOP(code)(b);
    __builtin_memcpy(to, &v, sizeof(v));
}

// The polynomials of the tile machine: Cephes' logf and exp2f.
FUSED VF LOOP(logarithm2)(VF v) {
    v = v > 0x1p-126f ? v : (VF)0x1p-126f;
    VU bits = (VU)v - 0x3f3504f3u;
    VF exponent = __builtin_convertvector((VI)bits >> 23, VF);
    VF m = (VF)((bits & 0x7fffffu) + 0x3f3504f3u) - 1;
    VF p = m * 7.0376836292e-2f - 1.1514610310e-1f;
    p = p * m + 1.1676998740e-1f;
    p = p * m - 1.2420140846e-1f;
    p = p * m + 1.4249322787e-1f;
    p = p * m - 1.6668057665e-1f;
    p = p * m + 2.0000714765e-1f;
    p = p * m - 2.4999993993e-1f;
    p = p * m + 3.3333331174e-1f;
    VF z = m * m;
    return (((p * m) * z - 0.5f * z) + m) * 1.44269504088896341f + exponent;
}
FUSED VF LOOP(exponential2)(VF v) {
    v = v > -126 ? v : (VF)-126;
    v = v < 126 ? v : (VF)126;
    VF whole = LOOP(floor)(v + 0.5f);
    VF part = v - whole;
    VF p = part * 1.535336188319500e-4f + 1.339887440266574e-3f;
    p = p * part + 9.618437357674640e-3f;
    p = p * part + 5.550332471162809e-2f;
    p = p * part + 2.402264791363012e-1f;
    p = p * part + 6.931472028550421e-1f;
    p = p * part + 1;
    return p * (VF)((__builtin_convertvector(whole, VI) + 127) << 23);
}
FUSED VF LOOP(power)(VF a, float b) {
    VF power = LOOP(exponential2)(LOOP(logarithm2)(a) * b);
    return a > 0 ? power : (VF)0;
}

/// A loop over the pixels of a row: codes come as r, g and b, and go with 0.5 added.
#define FUSED_LOOP(...)                                                                      \
    for (long i = 0; i < line->count; i += LANES) {                                          \
        VU pixels = LOOP(load)(line->from + 4 * i);                                          \
        VF r = LOOP(byte)(pixels, 16), g = LOOP(byte)(pixels, 8), b = LOOP(byte)(pixels, 0); \
        __VA_ARGS__;                                                                         \
        LOOP(store)(line->to + 4 * i, pixels, r, g, b);                                      \
    }

#include "FusedBlends.h"
#include "FusedPoints.h"
#include "FusedTaps.h"

static const SwvFusedLoops LOOP(fused) = {
    .matrix = LOOP(fused_matrix),
    .vignette = LOOP(fused_vignette),
    .gamma = LOOP(fused_gamma),
    .posterize = LOOP(fused_posterize),
    .false_color = LOOP(fused_false_color),
    .levels = LOOP(fused_levels),
    .chain = LOOP(fused_chain),
    .sobel = LOOP(fused_sobel),
    .sharpen = LOOP(fused_sharpen),
    .sketch = LOOP(fused_sketch),
    .toon = LOOP(fused_toon),
    .multiply = LOOP(fused_multiply),
    .overlay = LOOP(fused_overlay),
    .soft_light = LOOP(fused_soft_light),
    .chroma_key = LOOP(fused_chroma_key),
};

#undef FUSED_LOOP
#undef FUSED
#undef VF
#undef VI
#undef VU
