// SPDX-License-Identifier: MIT
/// The main kernels as plain loops in C: what the C compiler makes of them at each instruction-set level.
///
/// Laws are those of PixelReference under the same names, with rows that do not overlap and without their odd edges. Every
/// level is compiled from the same source, with -O3.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// An affine map of Y'CbCr: luma, Cb, Cr and bias for each of the three results.
typedef struct {
    int16_t rows[3][4];
    int16_t luma_offset;
} SwvAffine;

/// Offset, reciprocal, range, rounding offset and limit of a code.
typedef struct {
    float offset, reciprocal, range, rounding, limit;
} SwvCode;

/// The loops, compiled for one level.
typedef struct {
    void (*_Nonnull select_row)(
        uint8_t *_Nonnull to, const uint8_t *_Nonnull from, long count, const uint8_t *_Nonnull mask,
        const uint8_t *_Nonnull value);
    void (*_Nonnull affine_row)(
        uint8_t *_Nonnull to, const uint8_t *_Nonnull from, long count, const uint16_t *_Nonnull multiplier,
        const uint16_t *_Nonnull offset);
    void (*_Nonnull split_pairs)(
        uint8_t *_Nonnull first, uint8_t *_Nonnull second, const uint8_t *_Nonnull from, long count);
    void (*_Nonnull merge_pairs)(
        uint8_t *_Nonnull to, const uint8_t *_Nonnull first, const uint8_t *_Nonnull second, long count);
    void (*_Nonnull mix_row)(
        uint8_t *_Nonnull to, const uint8_t *_Nonnull first, const uint8_t *_Nonnull second, long count, int weight);
    void (*_Nonnull mix_alpha_row)(
        uint8_t *_Nonnull to, const uint8_t *_Nonnull first, const uint8_t *_Nonnull second, long count, int weight);
    void (*_Nonnull histogram_row)(uint32_t *_Nonnull counts, const uint8_t *_Nonnull from, long count);
    void (*_Nonnull look_up_row)(
        uint8_t *_Nonnull to, const uint8_t *_Nonnull from, long count, const uint8_t *_Nonnull table);
    void (*_Nonnull depth_row)(
        uint8_t *_Nonnull to, const uint16_t *_Nonnull from, long count, float near, float gain, float limit,
        uint16_t invalid, uint8_t invalid_code);
    void (*_Nonnull affine_420)(
        uint8_t *_Nonnull const *_Nonnull to, const uint8_t *_Nonnull const *_Nonnull from, long width,
        const SwvAffine *_Nonnull map);
    void (*_Nonnull unpack_packed)(
        float *_Nonnull c0, float *_Nonnull c1, float *_Nonnull c2, const uint8_t *_Nonnull from, long count,
        const SwvCode *_Nonnull code);
    void (*_Nonnull pack_packed)(
        uint8_t *_Nonnull to, const uint8_t *_Nonnull others, const float *_Nonnull c0, const float *_Nonnull c1,
        const float *_Nonnull c2, long count, const SwvCode *_Nonnull code);
    void (*_Nonnull matrix_rows)(
        float *_Nonnull const *_Nonnull to, const float *_Nonnull const *_Nonnull from, long count,
        const float *_Nonnull matrix);
    void (*_Nonnull mean_row)(
        float *_Nonnull to, const float *_Nonnull first, const float *_Nonnull second, long count);
} SwvLoops;

/// Those of level 0 (what every CPU has), 1 (x86-64-v3) or 2 (x86-64-v4 with VBMI), which the CPU must be able to run.
const SwvLoops *_Nonnull swv_loops(int level);

/// What hand-written laws need. Matrices have a row for each of R', G', B', with an offset.
typedef struct {
    float matrix[3][4], saturation[3][4], sepia[3][4];
    float brightness, contrast, exposure, gamma, levels, step, sharpness, strength;
    float center_x, center_y, start, reciprocal, column_scale, row_scale, color[3], range[3];
} SwvFused;

/// A row of BGRx, whole vectors of sixteen pixels, and the row there of a second frame. Rows above and below are `stride` bytes away;
/// `lines` has room for three rows of floats, with 48 more each, and stays as it is from row to row.
typedef struct {
    uint8_t *_Nonnull to;
    const uint8_t *_Nonnull from, *_Nonnull second;
    long count, row, height, stride;
    float *_Nonnull lines;
} SwvFusedLine;

typedef void (*SwvFusedLoop)(const SwvFusedLine *_Nonnull line, const SwvFused *_Nonnull settings);

/// Laws that a person fused by hand, in vectors of the level.
typedef struct {
    SwvFusedLoop _Nonnull matrix, vignette, gamma, posterize, false_color, levels, chain;
    SwvFusedLoop _Nonnull sobel, sharpen, sketch, toon;
    SwvFusedLoop _Nonnull multiply, overlay, soft_light, chroma_key;
} SwvFusedLoops;

const SwvFusedLoops *_Nonnull swv_fused_loops(int level);
