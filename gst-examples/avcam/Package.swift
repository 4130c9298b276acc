// swift-tools-version: 6.3
// SPDX-License-Identifier: MIT
import PackageDescription

// An application of its own: it knows the elements by their names alone.
let package = Package(
    name: "avcam",
    dependencies: [.package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")],
    targets: [
        .systemLibrary(name: "CGStreamer", pkgConfig: "gstreamer-video-1.0"),
        .executableTarget(
            name: "avcam",
            dependencies: ["CGStreamer", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
    ]
)
