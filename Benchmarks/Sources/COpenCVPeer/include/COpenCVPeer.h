// SPDX-License-Identifier: MIT
/// OpenCV's functions, for the benchmark to compare with.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Holds OpenCV to one thread from here on, in GStreamer's elements too: else it takes as many as there are CPUs.
void swv_opencv_use_one_thread(void);

/// Applies CLAHE with a grid of 8 x 8 tiles to a plane of bytes without padding, on the calling thread alone. Returns false
/// where OpenCV was missing when this was built.
bool swv_opencv_clahe(const uint8_t *from, uint8_t *to, int width, int height, double clip_limit);

/// Blurs pixels of four bytes without padding by a Gaussian of 2 `reach` + 1 pixels in rows and columns; beyond the edges the image
/// goes on as its nearest pixels do. Returns false where OpenCV was missing when this was built.
bool swv_opencv_gaussian(const uint8_t *from, uint8_t *to, int width, int height, double sigma, int reach);

/// The same by the mean of a square of 2 `reach` + 1 pixels.
bool swv_opencv_box(const uint8_t *from, uint8_t *to, int width, int height, int reach);

/// The same by the median of a square.
bool swv_opencv_median(const uint8_t *from, uint8_t *to, int width, int height, int reach);

/// The same by the greatest of a square.
bool swv_opencv_dilate(const uint8_t *from, uint8_t *to, int width, int height, int reach);

/// Lets each pixel show, bilinearly, what is at a place: `columns` and `rows` have a number for each pixel, where 0 is the middle
/// of the first one. Pixels have `channels` bytes. Returns false where OpenCV was missing when this was built.
bool swv_opencv_remap(
    const uint8_t *from, uint8_t *to, int width, int height, int channels, const float *columns, const float *rows);

/// Blurs pixels of three bytes, which are all that OpenCV takes here, where colours are alike: a round window of `diameter`.
bool swv_opencv_bilateral(const uint8_t *from, uint8_t *to, int width, int height, int diameter, double color_sigma);

/// Draws edges white on black, of the luma of pixels of four bytes, after a Gaussian blur of it: all that swiftcanny does too.
bool swv_opencv_canny(
    const uint8_t *from, uint8_t *to, int width, int height, double sigma, int reach, double lower, double upper);

#ifdef __cplusplus
}
#endif
