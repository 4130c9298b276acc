// swift-tools-version: 6.2
import PackageDescription

// By path: SwiftPM takes no package by version whose targets have flags of their own, as kernels have.
let package = Package(
    name: "effects-without-gstreamer",
    dependencies: [
        .package(name: "swiftvideo", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .systemLibrary(name: "CPNG", pkgConfig: "libpng"),
        .executableTarget(
            name: "picture-effect",
            dependencies: [
                "CPNG", .product(name: "Effects", package: "swiftvideo"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
    ]
)
