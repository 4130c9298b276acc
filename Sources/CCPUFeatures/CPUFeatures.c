// SPDX-License-Identifier: MIT
#include "CCPUFeatures.h"

#include <stdlib.h>

int swv_cpu_level(void) {
#if defined(__x86_64__)
    // The builtin reads CPUID and XCR0, so a level counts only if the system saves its registers.
    __builtin_cpu_init();
    if (__builtin_cpu_supports("x86-64-v4") && __builtin_cpu_supports("avx512vbmi")) return SWV_CPU_V4;
    if (__builtin_cpu_supports("x86-64-v3")) return SWV_CPU_V3;
#endif
    return SWV_CPU_BASELINE;
}

const char *swv_cpu_forced(void) { return getenv("SWIFTVIDEO_CPU"); }
