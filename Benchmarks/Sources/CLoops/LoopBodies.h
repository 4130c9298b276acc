// SPDX-License-Identifier: MIT
// Included once for each level by Loops.c.

static void LOOP(select_row)(
    uint8_t *restrict to, const uint8_t *restrict from, long count, const uint8_t *restrict mask,
    const uint8_t *restrict value) {
    for (long start = 0; start < count; start += PATTERN) {
        long end = count - start < PATTERN ? count - start : PATTERN;
        for (long p = 0; p < end; p++) to[start + p] = (from[start + p] & mask[p]) | value[p];
    }
}

static void LOOP(affine_row)(
    uint8_t *restrict to, const uint8_t *restrict from, long count, const uint16_t *restrict multiplier,
    const uint16_t *restrict offset) {
    for (long start = 0; start < count; start += PATTERN) {
        long end = count - start < PATTERN ? count - start : PATTERN;
        for (long p = 0; p < end; p++) {
            uint16_t product = ((uint32_t)from[start + p] << 8) * multiplier[p] >> 16;
            to[start + p] = (uint16_t)(product + offset[p] + 128) >> 8;
        }
    }
}

static void LOOP(split_pairs)(
    uint8_t *restrict first, uint8_t *restrict second, const uint8_t *restrict from, long count) {
    for (long i = 0; i < count; i++) {
        first[i] = from[2 * i];
        second[i] = from[2 * i + 1];
    }
}

static void LOOP(merge_pairs)(
    uint8_t *restrict to, const uint8_t *restrict first, const uint8_t *restrict second, long count) {
    for (long i = 0; i < count; i++) {
        to[2 * i] = first[i];
        to[2 * i + 1] = second[i];
    }
}

static void LOOP(mix_row)(
    uint8_t *restrict to, const uint8_t *restrict first, const uint8_t *restrict second, long count, int weight) {
    for (long i = 0; i < count; i++)
        to[i] = ((32768 - weight) * (int)first[i] + weight * (int)second[i] + 16384) >> 15;
}

static void LOOP(mix_alpha_row)(
    uint8_t *restrict to, const uint8_t *restrict first, const uint8_t *restrict second, long count, int weight) {
    for (long i = 0; i < count; i++) {
        const uint8_t *a = first + 4 * i, *b = second + 4 * i;
        uint32_t p = (uint32_t)(32768 - weight) * a[3], q = (uint32_t)weight * b[3];
        uint32_t alpha = ((uint32_t)(32768 - weight) * a[3] + (uint32_t)weight * b[3] + 16384) >> 15;
        if (p + q == 0) {
            p = 32768 - weight;
            q = weight;
        }
        // At most 2 * 255 * (255 * 32768) + 255 * 32768, which fits in 32 bits.
        for (int j = 0; j < 3; j++) {
            uint32_t sum = p * a[j] + q * b[j];
            to[4 * i + j] = (2 * sum + p + q) / (2 * (p + q));
        }
        to[4 * i + 3] = alpha;
    }
}

static void LOOP(histogram_row)(uint32_t *restrict counts, const uint8_t *restrict from, long count) {
    for (long i = 0; i < count; i++) counts[8 * from[i] + i % 8]++;
}

static void LOOP(look_up_row)(
    uint8_t *restrict to, const uint8_t *restrict from, long count, const uint8_t *restrict table) {
    for (long i = 0; i < count; i++) to[i] = table[from[i]];
}

static void LOOP(depth_row)(
    uint8_t *restrict to, const uint16_t *restrict from, long count, float near, float gain, float limit,
    uint16_t invalid, uint8_t invalid_code) {
    for (long i = 0; i < count; i++) {
        float code = ((float)from[i] - near) * gain + 0.5f;
        code = code < limit ? code : limit;
        code = code > 0 ? code : 0;
        to[i] = from[i] == invalid ? invalid_code : (uint8_t)(int)code;
    }
}

static inline uint8_t LOOP(affine)(const int16_t *row, int y, int cb, int cr) {
    int code = ((y * row[0] >> 16) + (cb * row[1] >> 16) + (cr * row[2] >> 16) + row[3]) >> 5;
    return code < 0 ? 0 : code > 255 ? 255 : code;
}

// Rows are two of luma, Cb and Cr.
static void LOOP(affine_420)(uint8_t *const *to, const uint8_t *const *from, long width, const SwvAffine *map) {
    uint8_t *restrict to0 = to[0], *restrict to1 = to[1], *restrict to2 = to[2], *restrict to3 = to[3];
    const uint8_t *restrict luma0 = from[0], *restrict luma1 = from[1], *restrict first = from[2],
                            *restrict second = from[3];
    const SwvAffine m = *map;
    for (long k = 0; k < width / 2; k++) {
        int y00 = luma0[2 * k], y01 = luma0[2 * k + 1], y10 = luma1[2 * k], y11 = luma1[2 * k + 1];
        int cb = (first[k] - 128) * 128, cr = (second[k] - 128) * 128;
        int mean = (y00 + y01 + y10 + y11) * 32 - m.luma_offset;
        to0[2 * k] = LOOP(affine)(m.rows[0], y00 * 128 - m.luma_offset, cb, cr);
        to0[2 * k + 1] = LOOP(affine)(m.rows[0], y01 * 128 - m.luma_offset, cb, cr);
        to1[2 * k] = LOOP(affine)(m.rows[0], y10 * 128 - m.luma_offset, cb, cr);
        to1[2 * k + 1] = LOOP(affine)(m.rows[0], y11 * 128 - m.luma_offset, cb, cr);
        to2[k] = LOOP(affine)(m.rows[1], mean, cb, cr);
        to3[k] = LOOP(affine)(m.rows[2], mean, cb, cr);
    }
}

// The components of BGRx.
static void LOOP(unpack_packed)(
    float *restrict c0, float *restrict c1, float *restrict c2, const uint8_t *restrict from, long count,
    const SwvCode *code) {
    const SwvCode c = *code;
    for (long i = 0; i < count; i++) {
        c0[i] = ((float)from[4 * i + 2] - c.offset) * c.reciprocal;
        c1[i] = ((float)from[4 * i + 1] - c.offset) * c.reciprocal;
        c2[i] = ((float)from[4 * i] - c.offset) * c.reciprocal;
    }
}

static inline uint8_t LOOP(pack)(float value, SwvCode c) {
    float code = value * c.range + c.rounding;
    return (uint8_t)(int)(code > 0 ? (code < c.limit ? code : c.limit) : 0);
}

static void LOOP(pack_packed)(
    uint8_t *restrict to, const uint8_t *restrict others, const float *restrict c0, const float *restrict c1,
    const float *restrict c2, long count, const SwvCode *code) {
    const SwvCode c = *code;
    for (long i = 0; i < count; i++) {
        to[4 * i] = LOOP(pack)(c2[i], c);
        to[4 * i + 1] = LOOP(pack)(c1[i], c);
        to[4 * i + 2] = LOOP(pack)(c0[i], c);
        to[4 * i + 3] = others[4 * i + 3];
    }
}

static void LOOP(matrix_rows)(float *const *to, const float *const *from, long count, const float *matrix) {
    float *restrict to0 = to[0], *restrict to1 = to[1], *restrict to2 = to[2];
    const float *restrict c0 = from[0], *restrict c1 = from[1], *restrict c2 = from[2];
    const float m00 = matrix[0], m01 = matrix[1], m02 = matrix[2], m10 = matrix[3], m11 = matrix[4], m12 = matrix[5],
                m20 = matrix[6], m21 = matrix[7], m22 = matrix[8];
    for (long i = 0; i < count; i++) {
        float a = c0[i], b = c1[i], c = c2[i];
        to0[i] = (m00 * a + m01 * b) + m02 * c;
        to1[i] = (m10 * a + m11 * b) + m12 * c;
        to2[i] = (m20 * a + m21 * b) + m22 * c;
    }
}

static void LOOP(mean_row)(
    float *restrict to, const float *restrict first, const float *restrict second, long count) {
    for (long i = 0; i < count; i++) to[i] = (first[i] + second[i]) * 0.5f;
}

static const SwvLoops LOOP(loops) = {
    .select_row = LOOP(select_row),
    .affine_row = LOOP(affine_row),
    .split_pairs = LOOP(split_pairs),
    .merge_pairs = LOOP(merge_pairs),
    .mix_row = LOOP(mix_row),
    .mix_alpha_row = LOOP(mix_alpha_row),
    .histogram_row = LOOP(histogram_row),
    .look_up_row = LOOP(look_up_row),
    .depth_row = LOOP(depth_row),
    .affine_420 = LOOP(affine_420),
    .unpack_packed = LOOP(unpack_packed),
    .pack_packed = LOOP(pack_packed),
    .matrix_rows = LOOP(matrix_rows),
    .mean_row = LOOP(mean_row),
};
