// SPDX-License-Identifier: MIT
/// Every element that is measured.
let benchmarkedElements = [rosyBenchmark, equalizationBenchmark, mixBenchmark, depthBenchmark, ntscBenchmark]
