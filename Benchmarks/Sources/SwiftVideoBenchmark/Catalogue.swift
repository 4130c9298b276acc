// SPDX-License-Identifier: MIT
/// Every element that is measured.
let benchmarkedElements =
    [
        rosyBenchmark, equalizationBenchmark, gaussianBenchmark, mixBenchmark, depthBenchmark, ntscBenchmark,
        orientBenchmark, cropBenchmark,
    ] + pointFilterBenchmarks + squareBenchmarks + placeBenchmarks + edgeBenchmarks + blendBenchmarks
