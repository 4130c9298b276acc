// SPDX-License-Identifier: MIT
#pragma once

/// The instruction-set levels the kernels are built for, worst first.
enum SwvCPULevel {
    SWV_CPU_BASELINE = 0, ///< what every CPU of this architecture has
    SWV_CPU_V3 = 1,       ///< x86-64-v3: AVX2, FMA, F16C
    SWV_CPU_V4 = 2,       ///< x86-64-v4: AVX-512 F, BW, CD, DQ, VL; and VBMI
};

/// The highest level that this CPU and its operating system support.
int swv_cpu_level(void);

/// The value of SWIFTVIDEO_CPU in the environment, or NULL.
const char *swv_cpu_forced(void);
