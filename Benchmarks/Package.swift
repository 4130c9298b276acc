// swift-tools-version: 6.3
// SPDX-License-Identifier: MIT
import Foundation
import PackageDescription

// OpenCV, to compare with: Debian's libopencv-imgproc-dev. Without it its rows say that it is missing.
let openCV = "/usr/include/opencv4"
let hasOpenCV = FileManager.default.fileExists(atPath: openCV + "/opencv2/imgproc.hpp")
// FFmpeg, likewise: Debian's libavfilter-dev.
let hasLibav = ["x86_64", "aarch64"].contains {
    FileManager.default.fileExists(atPath: "/usr/include/\($0)-linux-gnu/libavfilter/avfilter.h")
}

// A package of its own, so that users and tests of the elements never fetch its dependencies.
let package = Package(
    name: "swiftvideo-benchmark",
    dependencies: [
        .package(name: "swiftvideo", path: ".."),
        .package(url: "https://github.com/google/swift-benchmark", from: "0.1.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .systemLibrary(name: "CGStreamerApp", pkgConfig: "gstreamer-video-1.0"),
        .target(
            name: "CBenchmarkSupport", dependencies: ["CGStreamerApp"], cSettings: [.unsafeFlags(["-O3"])]),
        .target(name: "CLoops", cSettings: [.unsafeFlags(["-O3"])]),
        .target(
            name: "COpenCVPeer", cxxSettings: hasOpenCV ? [.unsafeFlags(["-I" + openCV])] : [],
            linkerSettings: hasOpenCV ? [.linkedLibrary("opencv_imgproc"), .linkedLibrary("opencv_core")] : []),
        .target(
            name: "CLibavPeer",
            linkerSettings: hasLibav ? [.linkedLibrary("avfilter"), .linkedLibrary("avutil")] : []),
        .executableTarget(
            name: "swiftvideo-benchmark",
            dependencies: [
                "CBenchmarkSupport", "CLoops", "COpenCVPeer", "CLibavPeer",
                .product(name: "Effects", package: "swiftvideo"),
                .product(name: "Filters", package: "swiftvideo"),
                .product(name: "Engine", package: "swiftvideo"),
                .product(name: "SampleLaws", package: "swiftvideo"),
                .product(name: "Benchmark", package: "swift-benchmark"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/SwiftVideoBenchmark"),
    ],
    cLanguageStandard: .gnu11
)
