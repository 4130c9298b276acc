// swift-tools-version: 6.2
import PackageDescription

let language: [SwiftSetting] = [.swiftLanguageMode(.v6)]

// For what goes over pixels: without it films and tests of a debug build would take a hundred times as long.
let optimized = SwiftSetting.unsafeFlags(["-O"], .when(configuration: .debug))

// Kernels are compiled once per instruction-set level. Cross-module optimisation would copy
// their bodies into callers that are compiled for the baseline, so it is off for them.
// -Xcc -march also sets Swift's own code generation.
func kernels(_ name: String, _ machine: String...) -> Target {
    .target(
        name: name, dependencies: ["CVector", "PixelCore"],
        swiftSettings: language + [
            .unsafeFlags(["-disable-cmo"] + machine.flatMap { ["-Xcc", $0] }), optimized,
        ])
}

// KernelsV3 and KernelsV4 are symbolic links to KernelsBaseline: one source, three modules.
var kernelTargets = [kernels("KernelsBaseline")]
#if arch(x86_64)
    kernelTargets += [
        kernels("KernelsV3", "-march=x86-64-v3"), kernels("KernelsV4", "-march=x86-64-v4", "-mavx512vbmi"),
    ]
#endif
let kernelNames = kernelTargets.map { Target.Dependency(stringLiteral: $0.name) }

let package = Package(
    name: "swiftvideo",
    products: [
        .library(name: "gstswiftvideo", type: .dynamic, targets: ["Plugin"]),
        .library(name: "Effects", targets: ["Effects", "PixelCore", "PixelKernels", "PixelReference"]),
    ],
    targets: kernelTargets + [
        .systemLibrary(name: "CGStreamer", pkgConfig: "gstreamer-video-1.0"),
        .systemLibrary(name: "CJSONGLib", pkgConfig: "json-glib-1.0"),
        .target(name: "CVector"),
        .target(name: "CCPUFeatures"),
        .target(name: "CElementShim", dependencies: ["CGStreamer", "CJSONGLib"]),
        .target(name: "CPluginEntry", dependencies: ["CElementShim"]),

        .target(name: "PixelCore", swiftSettings: language),
        .target(name: "PixelReference", dependencies: ["PixelCore"], swiftSettings: language + [optimized]),
        .target(
            name: "PixelKernels", dependencies: ["CCPUFeatures", "PixelCore"] + kernelNames,
            swiftSettings: language),
        .target(
            name: "Effects", dependencies: ["PixelCore", "PixelKernels"], swiftSettings: language),
        .target(
            name: "ElementKit", dependencies: ["CElementShim", "Effects", "PixelCore", "PixelKernels"],
            swiftSettings: language),
        .target(
            name: "Elements", dependencies: ["Effects", "ElementKit", "PixelCore"],
            swiftSettings: language),
        // The only target linked with the static runtime: tests must not link it
        // (--static-swift-stdlib does nothing for a dynamic product, swift-package-manager#8198).
        .target(
            name: "Plugin", dependencies: ["CPluginEntry", "ElementKit", "Elements"],
            swiftSettings: language,
            linkerSettings: [
                .unsafeFlags([
                    "-static-stdlib", "-use-ld=lld", "-Xlinker", "--version-script=scripts/exports.map",
                    "-Xlinker", "-z", "-Xlinker", "nodelete", "-Xlinker", "-z", "-Xlinker", "now",
                ])
            ]),

        // Writes docs/elements and lists in README.md; no part of the plugin.
        .executableTarget(
            name: "docs-generator", dependencies: ["ElementKit", "Elements", "PixelCore"],
            path: "Sources/DocsGenerator", swiftSettings: language),

        .systemLibrary(name: "CGStreamerCheck", path: "Tests/CGStreamerCheck", pkgConfig: "gstreamer-check-1.0"),
        .target(
            name: "CTestSupport", dependencies: ["CGStreamer", "CGStreamerCheck"], path: "Tests/CTestSupport",
            linkerSettings: [.linkedLibrary("gstcontroller-1.0")]),
        .target(
            name: "TestSupport", dependencies: ["PixelCore"], path: "Tests/Support",
            swiftSettings: language + [optimized]),
        .testTarget(
            name: "KernelTests",
            dependencies: ["PixelCore", "PixelKernels", "PixelReference", "TestSupport"],
            swiftSettings: language),
        .testTarget(
            name: "EffectTests",
            dependencies: ["Effects", "PixelCore", "PixelKernels", "PixelReference", "TestSupport"],
            swiftSettings: language),
        .testTarget(
            name: "ElementTests",
            dependencies: [
                "CTestSupport", "ElementKit", "Elements", "Effects", "PixelCore", "PixelKernels", "TestSupport",
            ],
            swiftSettings: language),
        .testTarget(name: "PipelineTests", dependencies: ["PixelCore"], swiftSettings: language),
    ],
    cLanguageStandard: .gnu11
)
