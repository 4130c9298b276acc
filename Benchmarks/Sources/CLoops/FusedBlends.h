// SPDX-License-Identifier: MIT
// Laws of a pixel of each of two frames. Included by FusedBodies.h.

/// The same for each component: of the first frame, x, and the second, y, from 0 to 1, `law` makes a code.
#define BLEND_LOOP(law)                                                                           \
    FUSED_LOOP({                                                                                  \
        VU other = LOOP(load)(line->second + 4 * i);                                              \
        r = law(r * (1 / 255.0f), LOOP(byte)(other, 16) * (1 / 255.0f));                          \
        g = law(g * (1 / 255.0f), LOOP(byte)(other, 8) * (1 / 255.0f));                           \
        b = law(b * (1 / 255.0f), LOOP(byte)(other, 0) * (1 / 255.0f));                           \
    })

static void LOOP(fused_multiply)(const SwvFusedLine *line, const SwvFused *settings) {
    // Of codes: with one factor for both.
    FUSED_LOOP({
        VU other = LOOP(load)(line->second + 4 * i);
        r = r * LOOP(byte)(other, 16) * (1 / 255.0f) + 0.5f;
        g = g * LOOP(byte)(other, 8) * (1 / 255.0f) + 0.5f;
        b = b * LOOP(byte)(other, 0) * (1 / 255.0f) + 0.5f;
    })
}

FUSED VF LOOP(overlay)(VF x, VF y) {
    VF dark = 2 * x * y, light = 1 - 2 * (1 - x) * (1 - y);
    return (x < 0.5f ? dark : light) * 255 + 0.5f;
}
static void LOOP(fused_overlay)(const SwvFusedLine *line, const SwvFused *settings) { BLEND_LOOP(LOOP(overlay)) }

FUSED VF LOOP(soft_light)(VF x, VF y) { return x * (x + 2 * y * (1 - x)) * 255 + 0.5f; }
static void LOOP(fused_soft_light)(const SwvFusedLine *line, const SwvFused *settings) { BLEND_LOOP(LOOP(soft_light)) }

/// `matrix` makes Cr and Cb of codes, less those of the key.
static void LOOP(fused_chroma_key)(const SwvFusedLine *line, const SwvFused *settings) {
    const SwvFused s = *settings;
    FUSED_LOOP({
        VU other = LOOP(load)(line->second + 4 * i);
        VF x = LOOP(form)(r, g, b, s.matrix[0]), y = LOOP(form)(r, g, b, s.matrix[1]);
        VF t = LOOP(smooth)((LOOP(root)(x * x + y * y) - s.start) * s.reciprocal);
        VF red = LOOP(byte)(other, 16) + 0.5f, green = LOOP(byte)(other, 8) + 0.5f;
        VF blue = LOOP(byte)(other, 0) + 0.5f;
        r = (r + 0.5f - red) * t + red;
        g = (g + 0.5f - green) * t + green;
        b = (b + 0.5f - blue) * t + blue;
    })
}

#undef BLEND_LOOP
