/// OpenCV's CLAHE, for the benchmark to compare with.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Makes everything of OpenCV in this process run on the calling thread alone.
void swv_opencv_use_one_thread(void);

/// Applies CLAHE with a grid of 8 x 8 tiles to a plane of bytes without padding.
void swv_opencv_clahe(const uint8_t *from, uint8_t *to, int width, int height, double clip_limit);

#ifdef __cplusplus
}
#endif
