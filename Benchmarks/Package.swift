// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that users and tests of the elements never fetch its dependencies.
let package = Package(
    name: "swiftvideo-benchmark",
    dependencies: [
        .package(name: "swiftvideo", path: ".."),
        .package(url: "https://github.com/google/swift-benchmark", from: "0.1.2"),
    ],
    targets: [
        .systemLibrary(name: "CGStreamerApp", pkgConfig: "gstreamer-video-1.0"),
        .target(
            name: "CBenchmarkSupport", dependencies: ["CGStreamerApp"], cSettings: [.unsafeFlags(["-O3"])]),
        // OpenCV, to compare with: Debian's libopencv-imgproc-dev.
        .target(
            name: "COpenCVPeer", cxxSettings: [.unsafeFlags(["-I/usr/include/opencv4"])],
            linkerSettings: [.linkedLibrary("opencv_imgproc"), .linkedLibrary("opencv_core")]),
        .executableTarget(
            name: "swiftvideo-benchmark",
            dependencies: [
                "CBenchmarkSupport", "COpenCVPeer", .product(name: "Effects", package: "swiftvideo"),
                .product(name: "Benchmark", package: "swift-benchmark"),
            ],
            path: "Sources/SwiftVideoBenchmark"),
    ],
    cLanguageStandard: .gnu11
)
