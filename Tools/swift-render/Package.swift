// swift-tools-version: 6.3
// SPDX-License-Identifier: MIT
import PackageDescription

// A program of its own: it knows the elements by their names alone.
let package = Package(
    name: "swift-render",
    dependencies: [.package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")],
    targets: [
        .systemLibrary(name: "CGStreamerApp", pkgConfig: "gstreamer-video-1.0"),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto"),
        .executableTarget(
            name: "swift-render",
            dependencies: [
                "CGStreamerApp", "COpenSSL", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]),
    ]
)
