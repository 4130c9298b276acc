// swift-tools-version: 6.3
// SPDX-License-Identifier: MIT
import PackageDescription

// An application of its own: it knows the elements by their names alone.
let package = Package(
    name: "embed-swift",
    dependencies: [.package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")],
    targets: [
        .systemLibrary(name: "CGStreamer", pkgConfig: "gstreamer-controller-1.0"),
        .executableTarget(
            name: "embed-swift",
            dependencies: ["CGStreamer", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
    ]
)
