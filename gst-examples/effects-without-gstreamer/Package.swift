// swift-tools-version: 6.3
// SPDX-License-Identifier: MIT
import PackageDescription

// By path: SwiftPM refuses a dependency by version if its targets set unsafe compiler flags.
let package = Package(
    name: "effects-without-gstreamer",
    dependencies: [
        .package(name: "swiftvideo", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .systemLibrary(name: "CPNG", pkgConfig: "libpng"),
        .executableTarget(
            name: "image-effect",
            dependencies: [
                "CPNG", .product(name: "Effects", package: "swiftvideo"),
                .product(name: "Filters", package: "swiftvideo"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
    ]
)
