// SPDX-License-Identifier: MIT
/// Filters of FFmpeg's libavfilter, for the benchmark to compare with.
#pragma once

#include <stdbool.h>
#include <stdint.h>

/// A filter with a frame of its own.
typedef struct SwvLibavFilter SwvLibavFilter;

/// Makes a filter, on one thread, for frames of pixels of four bytes (FFmpeg's bgr0) without padding. `description` is as FFmpeg's
/// option -vf takes it. NULL where FFmpeg was missing when this was built, or has no such filter.
SwvLibavFilter *swv_libav_new(const char *description, int width, int height);

/// Sets the frame that goes in.
void swv_libav_show(SwvLibavFilter *filter, const uint8_t *pixels);

/// Filters the frame once. `to`, if not NULL, takes the result. Returns false if that fails.
bool swv_libav_run(SwvLibavFilter *filter, uint8_t *to);

/// Ends a filter.
void swv_libav_free(SwvLibavFilter *filter);
