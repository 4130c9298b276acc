// SPDX-License-Identifier: MIT
// Laws of one pixel. Included by FusedBodies.h.

/// A matrix from codes to codes.
static void LOOP(fused_matrix)(const SwvFusedLine *line, const SwvFused *settings) {
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
    return LOOP(smooth)((LOOP(root)(x * x + rows) - s->start) * s->reciprocal);
}

static void LOOP(fused_vignette)(const SwvFusedLine *line, const SwvFused *settings) {
    const SwvFused s = *settings;
    float y = ((float)line->row + 0.5f) * s.row_scale - s.center_y, rows = y * y;
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

static void LOOP(fused_gamma)(const SwvFusedLine *line, const SwvFused *settings) {
    const SwvFused s = *settings;
    FUSED_LOOP({
        r = LOOP(power)(r * (1 / 255.0f), s.gamma) * 255 + 0.5f;
        g = LOOP(power)(g * (1 / 255.0f), s.gamma) * 255 + 0.5f;
        b = LOOP(power)(b * (1 / 255.0f), s.gamma) * 255 + 0.5f;
    })
}

static void LOOP(fused_posterize)(const SwvFusedLine *line, const SwvFused *settings) {
    const SwvFused s = *settings;
    float scale = s.levels / 255, back = s.step * 255;
    FUSED_LOOP({
        r = LOOP(floor)(r * scale + 0.5f) * back + 0.5f;
        g = LOOP(floor)(g * scale + 0.5f) * back + 0.5f;
        b = LOOP(floor)(b * scale + 0.5f) * back + 0.5f;
    })
}

/// `matrix[0]` makes luma of codes; `color` is that of black, `range` what white differs by; both are codes.
static void LOOP(fused_false_color)(const SwvFusedLine *line, const SwvFused *settings) {
    const SwvFused s = *settings;
    FUSED_LOOP({
        VF luma = LOOP(form)(r, g, b, s.matrix[0]);
        r = luma * s.range[0] + s.color[0];
        g = luma * s.range[1] + s.color[1];
        b = luma * s.range[2] + s.color[2];
    })
}

/// `matrix[0]` is what codes are multiplied by and what is added before the power, and then both after it.
static void LOOP(fused_levels)(const SwvFusedLine *line, const SwvFused *settings) {
    const SwvFused s = *settings;
    const float *k = s.matrix[0];
    FUSED_LOOP({
        r = LOOP(power)(LOOP(clamp)(r * k[0] + k[1]), s.gamma) * k[2] + k[3];
        g = LOOP(power)(LOOP(clamp)(g * k[0] + k[1]), s.gamma) * k[2] + k[3];
        b = LOOP(power)(LOOP(clamp)(b * k[0] + k[1]), s.gamma) * k[2] + k[3];
    })
}

/// Brightness, contrast, saturation, exposure, sepia, vignette, posterize and invert, with clamps between.
static void LOOP(fused_chain)(const SwvFusedLine *line, const SwvFused *settings) {
    const SwvFused s = *settings;
    float y = ((float)line->row + 0.5f) * s.row_scale - s.center_y, rows = y * y;
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
