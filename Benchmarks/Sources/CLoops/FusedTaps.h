// SPDX-License-Identifier: MIT
// Laws of a pixel and its neighbours; beyond the edge, the nearest pixel counts. Included by FusedBodies.h.

/// A pixel more to both sides of some that begin a row, end it, or do neither.
FUSED void LOOP(around)(const SwvFusedLine *line, long i, VU *left, VU *right) {
    const uint8_t *from = line->from + 4 * i;
    if (i > 0 && i + LANES < line->count) {
        *left = LOOP(load)(from - 4);
        *right = LOOP(load)(from + 4);
        return;
    }
    uint32_t pixels[LANES + 2];
    __builtin_memcpy(pixels + 1, from, 4 * LANES);
    __builtin_memcpy(pixels, i > 0 ? from - 4 : from, 4);
    __builtin_memcpy(pixels + LANES + 1, from + 4 * (i + LANES < line->count ? LANES : LANES - 1), 4);
    *left = LOOP(load)((const uint8_t *)pixels);
    *right = LOOP(load)((const uint8_t *)(pixels + 2));
}

static void LOOP(fused_sharpen)(const SwvFusedLine *line, const SwvFused *settings) {
    float side = settings->sharpness, middle = 4 * side + 1;
    const uint8_t *above = line->row > 0 ? line->from - line->stride : line->from;
    const uint8_t *below = line->row + 1 < line->height ? line->from + line->stride : line->from;
    FUSED_LOOP({
        VU left;
        VU right;
        LOOP(around)(line, i, &left, &right);
        VU up = LOOP(load)(above + 4 * i), down = LOOP(load)(below + 4 * i);
        VF sum = (LOOP(byte)(left, 16) + LOOP(byte)(right, 16)) + (LOOP(byte)(up, 16) + LOOP(byte)(down, 16));
        r = (r * middle + 0.5f) - sum * side;
        sum = (LOOP(byte)(left, 8) + LOOP(byte)(right, 8)) + (LOOP(byte)(up, 8) + LOOP(byte)(down, 8));
        g = (g * middle + 0.5f) - sum * side;
        sum = (LOOP(byte)(left, 0) + LOOP(byte)(right, 0)) + (LOOP(byte)(up, 0) + LOOP(byte)(down, 0));
        b = (b * middle + 0.5f) - sum * side;
    })
}

/// Luma in whole codes; `weights` has 0.5 added.
FUSED VF LOOP(luma)(VU pixels, const float *weights) {
    return LOOP(floor)(LOOP(form)(LOOP(byte)(pixels, 16), LOOP(byte)(pixels, 8), LOOP(byte)(pixels, 0), weights));
}
FUSED VF LOOP(red)(VU pixels, const float *weights) { return LOOP(byte)(pixels, 16); }

/// A number of each pixel, with the first and the last once more.
FUSED void LOOP(line)(
    float *to, const uint8_t *from, long count, VF (*number)(VU, const float *), const float *weights) {
    for (long i = 0; i < count; i += LANES) {
        VF numbers = number(LOOP(load)(from + 4 * i), weights);
        __builtin_memcpy(to + i, &numbers, sizeof(numbers));
    }
    to[-1] = to[0];
    to[count] = to[count - 1];
}

/// Numbers of a row and of those above and below. Rows come in order, from the first on: each row's numbers are found once.
FUSED void LOOP(three_lines)(
    const SwvFusedLine *line, float **lines, VF (*number)(VU, const float *), const float *weights) {
    for (int i = 0; i < 3; i++) lines[i] = line->lines + (line->row + i) % 3 * (line->count + 48) + 16;
    if (line->row == 0) {
        LOOP(line)(lines[0], line->from, line->count, number, weights);
        LOOP(line)(lines[1], line->from, line->count, number, weights);
    }
    const uint8_t *below = line->row + 1 < line->height ? line->from + line->stride : line->from;
    LOOP(line)(lines[2], below, line->count, number, weights);
}

/// The square of the length of Sobel's gradient.
FUSED VF LOOP(gradient)(float *const *lines, long i) {
    VF a[9];
    for (int k = 0; k < 9; k++) __builtin_memcpy(&a[k], lines[k / 3] + i + k % 3 - 1, sizeof(a[k]));
    VF x = ((a[2] + a[8]) + 2 * a[5]) - ((a[0] + a[6]) + 2 * a[3]);
    VF y = ((a[6] + a[8]) + 2 * a[7]) - ((a[0] + a[2]) + 2 * a[1]);
    return x * x + y * y;
}

/// `luma` makes luma of codes, with 0.5 added; `scale` and `start` make codes of a gradient, with 0.5 added.
FUSED void LOOP(gray_edges)(const SwvFusedLine *line, const float *luma, float scale, float start) {
    float *lines[3];
    LOOP(three_lines)(line, lines, LOOP(luma), luma);
    for (long i = 0; i < line->count; i += LANES) {
        VF edge = LOOP(root)(LOOP(gradient)(lines, i)) * scale + start;
        VU code = LOOP(code)(edge), pixels = LOOP(load)(line->from + 4 * i);
        pixels = (pixels & 0xff000000u) | code << 16 | code << 8 | code;
        __builtin_memcpy(line->to + 4 * i, &pixels, sizeof(pixels));
    }
}

static void LOOP(fused_sobel)(const SwvFusedLine *line, const SwvFused *settings) {
    LOOP(gray_edges)(line, settings->matrix[0], settings->strength, 0.5f);
}

static void LOOP(fused_sketch)(const SwvFusedLine *line, const SwvFused *settings) {
    LOOP(gray_edges)(line, settings->matrix[0], -settings->strength, 255.5f);
}

/// `start` is the gradient in codes from which on pixels are black. A person compares squares, which needs no root.
static void LOOP(fused_toon)(const SwvFusedLine *line, const SwvFused *settings) {
    const SwvFused s = *settings;
    float scale = s.levels / 255, back = s.step * 255, most = s.start * s.start;
    float *lines[3];
    LOOP(three_lines)(line, lines, LOOP(red), NULL);
    FUSED_LOOP({
        VF edge = LOOP(gradient)(lines, i);
        r = edge < most ? LOOP(floor)(r * scale + 0.5f) * back + 0.5f : (VF)0;
        g = edge < most ? LOOP(floor)(g * scale + 0.5f) * back + 0.5f : (VF)0;
        b = edge < most ? LOOP(floor)(b * scale + 0.5f) * back + 0.5f : (VF)0;
    })
}
