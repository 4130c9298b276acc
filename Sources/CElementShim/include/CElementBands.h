// SPDX-License-Identifier: MIT
/// Threads for the bands of a frame. A part of CElementShim.h.
#pragma once

#include <stdint.h>

#pragma clang assume_nonnull begin

/// Who has bands: an element.
typedef struct SwvBandUser SwvBandUser;

/// Does one band. Calls at the same time have different `thread` numbers, from 0 on.
typedef void (*_Nullable SwvBandFunction)(void *_Nullable context, int32_t band, int32_t thread);

/// Calls `function` for bands 0..<count on at most `threads` threads, this one included; returns when all are done.
///
/// `user` is a SwvBandUser. All share one pool of threads, which are started when first needed and end when the last user has
/// stopped. Nothing is allocated otherwise. One caller at a time for each user; each takes bands of its own, so that none waits
/// for another.
void swv_band_pool_run(
    void *_Nullable user, int32_t threads, int32_t count, SwvBandFunction function, void *_Nullable context);

#pragma clang assume_nonnull end
