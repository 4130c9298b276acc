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

static void LOOP(fused_posterize)(uint8_t *to, const uint8_t *from, long count, long row, const SwvFused *settings) {
    const SwvFused s = *settings;
    float in = s.levels * (1 / 255.0f), out = s.step * 255;
    FUSED_LOOP({
        r = LOOP(floor)(r * in + 0.5f) * out + 0.5f;
        g = LOOP(floor)(g * in + 0.5f) * out + 0.5f;
        b = LOOP(floor)(b * in + 0.5f) * out + 0.5f;
    })
}

static void LOOP(fused_false_color)(uint8_t *to, const uint8_t *from, long count, long row, const SwvFused *settings) {
    const SwvFused s = *settings;
    float red = s.color[0] * 255 + 0.5f, green = s.color[1] * 255 + 0.5f, blue = s.color[2] * 255 + 0.5f;
    float red_range = s.light[0] - s.color[0], green_range = s.light[1] - s.color[1], blue_range = s.light[2] - s.color[2];
    FUSED_LOOP({
        VF t = LOOP(form)(r, g, b, s.luma);
        r = t * red_range + red;
        g = t * green_range + green;
        b = t * blue_range + blue;
    })
}

/// Cephes' polynomials of logf and exp2f.
FUSED VF LOOP(power)(VF v, float exponent) {
    VF a = v > 0x1p-126f ? v : (VF)0x1p-126f;
    VU bits = (VU)a - 0x3f3504f3u;
    VF whole = __builtin_convertvector((VI)bits >> 23, VF), m = (VF)((bits & 0x7fffffu) + 0x3f3504f3u) - 1;
    VF p = m * 7.0376836292e-2f - 1.1514610310e-1f;
    p = p * m + 1.1676998740e-1f;
    p = p * m - 1.2420140846e-1f;
    p = p * m + 1.4249322787e-1f;
    p = p * m - 1.6668057665e-1f;
    p = p * m + 2.0000714765e-1f;
    p = p * m - 2.4999993993e-1f;
    p = p * m + 3.3333331174e-1f;
    VF z = m * m, x = ((((p * m) * z - 0.5f * z) + m) * 1.44269504088896341f + whole) * exponent;
    x = x > -126 ? x : (VF)-126;
    x = x < 126 ? x : (VF)126;
    whole = LOOP(floor)(x + 0.5f);
    x = x - whole;
    p = x * 1.535336188319500e-4f + 1.339887440266574e-3f;
    p = p * x + 9.618437357674640e-3f;
    p = p * x + 5.550332471162809e-2f;
    p = p * x + 2.402264791363012e-1f;
    p = p * x + 6.931472028550421e-1f;
    p = p * x + 1;
    p = p * (VF)((__builtin_convertvector(whole, VI) + 127) << 23);
    return v > 0 ? p : (VF)0;
}

static void LOOP(fused_gamma)(uint8_t *to, const uint8_t *from, long count, long row, const SwvFused *settings) {
    const SwvFused s = *settings;
    FUSED_LOOP({
        r = LOOP(power)(r * (1 / 255.0f), s.gamma) * 255 + 0.5f;
        g = LOOP(power)(g * (1 / 255.0f), s.gamma) * 255 + 0.5f;
        b = LOOP(power)(b * (1 / 255.0f), s.gamma) * 255 + 0.5f;
    })
}

static void LOOP(fused_levels)(uint8_t *to, const uint8_t *from, long count, long row, const SwvFused *settings) {
    const SwvFused s = *settings;
    float scale = s.white_scale * (1 / 255.0f);
    FUSED_LOOP({
        r = LOOP(power)(LOOP(clamp)(r * scale - s.black_offset), s.gamma) * 255 + 0.5f;
        g = LOOP(power)(LOOP(clamp)(g * scale - s.black_offset), s.gamma) * 255 + 0.5f;
        b = LOOP(power)(LOOP(clamp)(b * scale - s.black_offset), s.gamma) * 255 + 0.5f;
    })
}

static void LOOP(fused_solarize)(uint8_t *to, const uint8_t *from, long count, long row, const SwvFused *settings) {
    const SwvFused s = *settings;
    float threshold = s.threshold;
    FUSED_LOOP({
        VI is_kept = threshold < LOOP(form)(r, g, b, s.luma);
        r = (is_kept ? r : 255 - r) + 0.5f;
        g = (is_kept ? g : 255 - g) + 0.5f;
        b = (is_kept ? b : 255 - b) + 0.5f;
    })
}

static void LOOP(fused_vibrance)(uint8_t *to, const uint8_t *from, long count, long row, const SwvFused *settings) {
    const SwvFused s = *settings;
    float factor = -3 * s.vibrance * (1 / 255.0f);
    FUSED_LOOP({
        VF high = r > g ? r : g;
        high = high > b ? high : b;
        VF part = (high - ((r + g) + b) * (1 / 3.0f)) * factor;
        r = ((high - r) * part + r) + 0.5f;
        g = ((high - g) * part + g) + 0.5f;
        b = ((high - b) * part + b) + 0.5f;
    })
}

/// Haze whose distance differs by row is taken away.
static void LOOP(fused_haze)(uint8_t *to, const uint8_t *from, long count, long row, const SwvFused *settings) {
    const SwvFused s = *settings;
    float distance = ((float)row + 0.5f) * s.row_scale * s.exposure + s.brightness;
    float factor = 1 / (1 - distance), offset = 0.5f - 255 * distance * factor;
    FUSED_LOOP({
        r = r * factor + offset;
        g = g * factor + offset;
        b = b * factor + offset;
    })
}

static const SwvFusedLoops LOOP(fused) = {
    LOOP(fused_matrix), LOOP(fused_vignette), LOOP(fused_chain), LOOP(fused_posterize), LOOP(fused_false_color),
    LOOP(fused_gamma), LOOP(fused_levels), LOOP(fused_solarize), LOOP(fused_vibrance), LOOP(fused_haze)};

#undef FUSED_LOOP
#undef FUSED
#undef VF
#undef VI
#undef VU
