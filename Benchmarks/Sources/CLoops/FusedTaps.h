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

/// Luma in whole codes.
FUSED void LOOP(luma_line)(float *to, const uint8_t *from, long count, const float *weights) {
    for (long i = 0; i < count; i += LANES) {
        VU pixels = LOOP(load)(from + 4 * i);
        VF luma = LOOP(floor)(LOOP(form)(
            LOOP(byte)(pixels, 16), LOOP(byte)(pixels, 8), LOOP(byte)(pixels, 0), weights));
        __builtin_memcpy(to + i, &luma, sizeof(luma));
    }
    to[-1] = to[0];
    to[count] = to[count - 1];
}

/// `matrix[0]` makes luma of codes, with 0.5 added. Rows come in order, from the first on: each row's luma is found once.
static void LOOP(fused_sobel)(const SwvFusedLine *line, const SwvFused *settings) {
    const SwvFused s = *settings;
    long stride = line->count + 48;
    float *lines[3];
    for (int i = 0; i < 3; i++) lines[i] = line->lines + (line->row + i) % 3 * stride + 16;
    if (line->row == 0) {
        LOOP(luma_line)(lines[0], line->from, line->count, s.matrix[0]);
        LOOP(luma_line)(lines[1], line->from, line->count, s.matrix[0]);
    }
    const uint8_t *below = line->row + 1 < line->height ? line->from + line->stride : line->from;
    LOOP(luma_line)(lines[2], below, line->count, s.matrix[0]);
    for (long i = 0; i < line->count; i += LANES) {
        VF a[9];
        for (int k = 0; k < 9; k++) __builtin_memcpy(&a[k], lines[k / 3] + i + k % 3 - 1, sizeof(a[k]));
        VF x = ((a[2] + a[8]) + 2 * a[5]) - ((a[0] + a[6]) + 2 * a[3]);
        VF y = ((a[6] + a[8]) + 2 * a[7]) - ((a[0] + a[2]) + 2 * a[1]);
        VF edge = LOOP(root)(x * x + y * y) * s.strength + 0.5f;
        VU code = LOOP(code)(edge), pixels = LOOP(load)(line->from + 4 * i);
        pixels = (pixels & 0xff000000u) | code << 16 | code << 8 | code;
        __builtin_memcpy(line->to + 4 * i, &pixels, sizeof(pixels));
    }
}
