// swift-tools-version: 6.3
// SPDX-License-Identifier: MIT
import PackageDescription

// An application of its own: it knows no element, only the plugin's name.
let package = Package(
    name: "showcase",
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/swhitty/FlyingFox", .upToNextMinor(from: "0.27.1")),
    ],
    targets: [
        .systemLibrary(name: "CGStreamer", pkgConfig: "gstreamer-video-1.0"),
        .executableTarget(
            name: "showcase",
            dependencies: [
                "CGStreamer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ]),
    ]
)
