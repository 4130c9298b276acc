// SPDX-License-Identifier: MIT
#include "CLoops.h"

// Results are compared bit for bit, so that a multiplication and an addition may not become one.
#pragma STDC FP_CONTRACT OFF

enum { PATTERN = 192 };

#define LOOP(name) name##_baseline
#define LANES 4
#include "FusedBodies.h"
#include "LoopBodies.h"
#undef LANES
#undef LOOP

#if defined(__x86_64__)
// As -march does for a whole file.
#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)
#define LOOP(name) name##_v3
#define LANES 8
#include "FusedBodies.h"
#include "LoopBodies.h"
#undef LANES
#undef LOOP
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("arch=x86-64-v4,avx512vbmi"))), apply_to = function)
#define LOOP(name) name##_v4
#define LANES 16
#include "FusedBodies.h"
#include "LoopBodies.h"
#undef LANES
#undef LOOP
#pragma clang attribute pop
#endif

const SwvLoops *swv_loops(int level) {
    switch (level) {
#if defined(__x86_64__)
    case 1: return &loops_v3;
    case 2: return &loops_v4;
#endif
    default: return &loops_baseline;
    }
}

const SwvFusedLoops *swv_fused_loops(int level) {
    switch (level) {
#if defined(__x86_64__)
    case 1: return &fused_v3;
    case 2: return &fused_v4;
#endif
    default: return &fused_baseline;
    }
}
