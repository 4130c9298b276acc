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
    VF cut = __builtin_convertvector(__builtin_convertvector(v, VI), VF);
    return cut > v ? cut - 1 : cut;
}
FUSED VF LOOP(ramp)(void) {
    VF v;
    for (int i = 0; i < LANES; i++) v[i] = (float)i;
    return v;
}

#define FUSED_LOOP(...)                                                                               \
    for (long i = 0; i < count; i += LANES) {                                                         \
        VU pixels;                                                                                    \
        __builtin_memcpy(&pixels, from + 4 * i, sizeof(pixels));                                      \
        VF r = LOOP(byte)(pixels, 16), g = LOOP(byte)(pixels, 8), b = LOOP(byte)(pixels, 0);          \
        __VA_ARGS__;                                                                                  \
        pixels = (pixels & 0xff000000u) | LOOP(code)(r) << 16 | LOOP(code)(g) << 8 | LOOP(code)(b);   \
        __builtin_memcpy(to + 4 * i, &pixels, sizeof(pixels));                                        \
    }

/// A matrix from codes to codes.
static void LOOP(fused_matrix)(uint8_t *to, const uint8_t *from, long count, long row, const SwvFused *settings) {
    const SwvFused s = *settings;
    FUSED_LOOP({
        VF x = LOOP(form)(r, g, b, s.matrix[0]), y = LOOP(form)(r, g, b, s.matrix[1]);
        b = LOOP(form)(r, g, b, s.matrix[2]);
        r = x;
        g = y;
    })
}

/// How much of the vignette's colour there is.
FUSED VF LOOP(edge)(VF column, float rows, const SwvFused *s) {
    VF x = column * s->column_scale - s->center_x;
    VF t = (__builtin_elementwise_sqrt(x * x + rows) - s->start) * s->reciprocal;
    t = LOOP(clamp)(t);
    return t * t * (3 - 2 * t);
}

static void LOOP(fused_vignette)(uint8_t *to, const uint8_t *from, long count, long row, const SwvFused *settings) {
    const SwvFused s = *settings;
    float y = ((float)row + 0.5f) * s.row_scale - s.center_y, rows = y * y;
    VF column = LOOP(ramp)() + 0.5f;
    float red = s.color[0] * 255 + 0.5f, green = s.color[1] * 255 + 0.5f, blue = s.color[2] * 255 + 0.5f;
    FUSED_LOOP({
        VF t = LOOP(edge)(column, rows, &s);
        column += LANES;
        r += 0.5f;
        g += 0.5f;
        b += 0.5f;
        r = (red - r) * t + r;
        g = (green - g) * t + g;
        b = (blue - b) * t + b;
    })
}

/// Brightness, contrast, saturation, exposure, sepia, vignette, posterize and invert, with clamps between.
static void LOOP(fused_chain)(uint8_t *to, const uint8_t *from, long count, long row, const SwvFused *settings) {
    const SwvFused s = *settings;
    float y = ((float)row + 0.5f) * s.row_scale - s.center_y, rows = y * y;
    VF column = LOOP(ramp)() + 0.5f;
    FUSED_LOOP({
        r = LOOP(clamp)(r * (1 / 255.0f) + s.brightness);
        g = LOOP(clamp)(g * (1 / 255.0f) + s.brightness);
        b = LOOP(clamp)(b * (1 / 255.0f) + s.brightness);
        r = LOOP(clamp)(r * s.contrast + (0.5f - 0.5f * s.contrast));
        g = LOOP(clamp)(g * s.contrast + (0.5f - 0.5f * s.contrast));
        b = LOOP(clamp)(b * s.contrast + (0.5f - 0.5f * s.contrast));
        VF x = LOOP(clamp)(LOOP(form)(r, g, b, s.saturation[0]));
        VF z = LOOP(clamp)(LOOP(form)(r, g, b, s.saturation[1]));
        b = LOOP(clamp)(LOOP(form)(r, g, b, s.saturation[2]));
        r = LOOP(clamp)(x * s.exposure);
        g = LOOP(clamp)(z * s.exposure);
        b = LOOP(clamp)(b * s.exposure);
        x = LOOP(clamp)(LOOP(form)(r, g, b, s.sepia[0]));
        z = LOOP(clamp)(LOOP(form)(r, g, b, s.sepia[1]));
        b = LOOP(clamp)(LOOP(form)(r, g, b, s.sepia[2]));
        VF t = LOOP(edge)(column, rows, &s);
        column += LANES;
        r = LOOP(clamp)((s.color[0] - x) * t + x);
        g = LOOP(clamp)((s.color[1] - z) * t + z);
        b = LOOP(clamp)((s.color[2] - b) * t + b);
        r = LOOP(clamp)(LOOP(floor)(r * s.levels + 0.5f) * s.step);
        g = LOOP(clamp)(LOOP(floor)(g * s.levels + 0.5f) * s.step);
        b = LOOP(clamp)(LOOP(floor)(b * s.levels + 0.5f) * s.step);
        r = 255.5f - 255 * r;
        g = 255.5f - 255 * g;
        b = 255.5f - 255 * b;
    })
}

static const SwvFusedLoops LOOP(fused) = {LOOP(fused_matrix), LOOP(fused_vignette), LOOP(fused_chain)};

#undef FUSED_LOOP
#undef FUSED
#undef VF
#undef VI
#undef VU
