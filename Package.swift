// swift-tools-version: 6.3
// SPDX-License-Identifier: MIT
import PackageDescription

let language: [SwiftSetting] = [.swiftLanguageMode(.v6)]

// A release build names its source files from the top of the tree, so that no path of the machine that built it is in the
// plugin. A debug build has whole paths, which debuggers find from anywhere.
let map = "\(Context.packageDirectory)=."
let shipped: [SwiftSetting] =
    language + [
        .unsafeFlags(["-debug-prefix-map", map, "-Xcc", "-ffile-prefix-map=\(map)"], .when(configuration: .release))
    ]
// C would make one operation of a product and a sum where the CPU has one, such as aarch64, and round once; Swift does not.
let shippedC: [CSetting] = [
    .unsafeFlags(["-ffp-contract=off"]),
    .unsafeFlags(["-ffile-prefix-map=\(map)"], .when(configuration: .release)),
]

// For what goes over pixels: without it videos and tests of a debug build would take a hundred times as long.
let optimized = SwiftSetting.unsafeFlags(["-O"], .when(configuration: .debug))

// For what does nothing for each pixel: it reads texts, or declares.
let small = SwiftSetting.unsafeFlags(["-Osize"], .when(configuration: .release))

// Kernels are compiled once per instruction-set level. Cross-module optimisation would copy
// their bodies into callers that are compiled for the baseline, so it is off for them.
// -Xcc -march also sets Swift's own code generation.
func kernels(_ name: String, _ machine: String...) -> Target {
    .target(
        name: name, dependencies: ["CVector", "Expressions", "KernelTypes", "PixelCore"],
        swiftSettings: shipped + [
            .unsafeFlags(["-disable-cmo"] + machine.flatMap { ["-Xcc", $0] }), optimized,
        ])
}

// The machine that is built for. The manifest is compiled for the one that builds, so scripts/aarch64.sh says it.
#if arch(x86_64)
    let building = "x86_64"
#else
    let building = "other"
#endif
let machine = Context.environment["SWIFTVIDEO_MACHINE"] ?? building

// KernelsV3 and KernelsV4 are symbolic links to KernelsBaseline: one source, three modules.
var kernelTargets = [kernels("KernelsBaseline")]
if machine == "x86_64" {
    kernelTargets += [
        kernels("KernelsV3", "-march=x86-64-v3"), kernels("KernelsV4", "-march=x86-64-v4", "-mavx512vbmi"),
    ]
}
let kernelNames = kernelTargets.map { Target.Dependency(stringLiteral: $0.name) }

// With its type, without which the compiler takes long over it.
let targets: [Target] = [
    .systemLibrary(name: "CGStreamer", pkgConfig: "gstreamer-video-1.0"),
    .systemLibrary(name: "CJSONGLib", pkgConfig: "json-glib-1.0"),
    .target(name: "CVector", cSettings: shippedC),
    .target(name: "CCPUFeatures", cSettings: shippedC),
    .target(name: "CMemory", cSettings: shippedC),
    .target(name: "CElementShim", dependencies: ["CGStreamer", "CJSONGLib", "CMemory"], cSettings: shippedC),
    .target(name: "CPluginEntry", dependencies: ["CElementShim"], cSettings: shippedC),

    .target(name: "PixelCore", dependencies: ["CMemory"], swiftSettings: shipped),
    .target(name: "KernelTypes", dependencies: ["PixelCore"], swiftSettings: shipped),
    .target(
        name: "PixelReference", dependencies: ["Expressions", "KernelTypes", "PixelCore"],
        swiftSettings: language + [optimized]),
    .target(
        name: "PixelKernels", dependencies: ["CCPUFeatures", "KernelTypes"] + kernelNames,
        swiftSettings: shipped),
    .target(name: "Expressions", dependencies: ["PixelCore"], swiftSettings: shipped),
    .target(name: "ShaderLanguage", dependencies: ["Expressions"], swiftSettings: shipped + [small]),
    .target(name: "Engine", dependencies: ["Expressions", "KernelTypes", "PixelCore"], swiftSettings: shipped),
    .target(
        name: "Effects", dependencies: ["Engine", "Expressions", "KernelTypes", "PixelCore", "PixelKernels"],
        swiftSettings: shipped),
    .target(
        name: "Filters", dependencies: ["Effects", "Expressions", "KernelTypes", "PixelCore", "ShaderLanguage"],
        swiftSettings: shipped + [small]),
    .target(
        name: "ElementKit", dependencies: ["CElementShim", "Effects", "PixelCore", "PixelKernels"],
        swiftSettings: shipped + [small]),
    .target(
        name: "Elements", dependencies: ["Effects", "ElementKit", "Filters", "PixelCore"],
        swiftSettings: shipped + [small]),
    // The only target linked with the static runtime: tests must not link it
    // (--static-swift-stdlib does nothing for a dynamic product, swift-package-manager#8198).
    .target(
        name: "Plugin", dependencies: ["CPluginEntry", "ElementKit", "Elements"],
        swiftSettings: shipped,
        linkerSettings: [
            .unsafeFlags([
                "-static-stdlib", "-use-ld=lld", "-Xlinker", "--version-script=scripts/exports.map",
                "-Xlinker", "-z", "-Xlinker", "nodelete", "-Xlinker", "-z", "-Xlinker", "now", "-Lscripts/link",
                // By its path too, so that it is an error where it is missing.
                "-Xlinker", "scripts/link/libstdc++.so",
            ])
        ]),

    // Writes docs/elements and lists in README.md; no part of the plugin.
    .executableTarget(
        name: "docs-generator", dependencies: ["Effects", "ElementKit", "Elements", "PixelCore"],
        path: "Sources/DocsGenerator", swiftSettings: language),

    .systemLibrary(name: "CGStreamerCheck", path: "Tests/CGStreamerCheck", pkgConfig: "gstreamer-check-1.0"),
    .target(
        name: "CTestSupport", dependencies: ["CGStreamer", "CGStreamerCheck"], path: "Tests/CTestSupport",
        linkerSettings: [.linkedLibrary("gstcontroller-1.0")]),
    .target(
        name: "TestSupport", dependencies: ["PixelCore"], path: "Tests/Support",
        swiftSettings: language + [optimized]),
    .target(
        name: "SampleLaws", dependencies: ["Expressions"], path: "Tests/SampleLaws", swiftSettings: language),
    .target(
        name: "MixSchedules", dependencies: ["Effects", "TestSupport"], path: "Tests/MixSchedules",
        swiftSettings: language),
    .testTarget(
        name: "KernelTests",
        dependencies: ["KernelTypes", "PixelCore", "PixelKernels", "PixelReference", "TestSupport"],
        swiftSettings: language),
    .testTarget(
        name: "ExpressionTests", dependencies: ["Expressions"], swiftSettings: language),
    .testTarget(
        name: "ShaderLanguageTests", dependencies: ["Expressions", "ShaderLanguage"], swiftSettings: language),
    .testTarget(
        name: "EngineTests",
        dependencies: [
            "CTestSupport", "Engine", "Expressions", "KernelTypes", "PixelCore", "PixelKernels", "PixelReference",
            "SampleLaws", "TestSupport",
        ],
        swiftSettings: language),
    .testTarget(
        name: "EffectTests",
        dependencies: [
            "Effects", "Expressions", "Filters", "KernelTypes", "MixSchedules", "PixelCore", "PixelKernels",
            "PixelReference", "TestSupport",
        ],
        swiftSettings: language),
    .testTarget(
        name: "ElementTests",
        dependencies: [
            "CTestSupport", "ElementKit", "Elements", "Effects", "Filters", "MixSchedules", "PixelCore",
            "PixelKernels", "TestSupport",
        ],
        swiftSettings: language),
    .testTarget(
        name: "PipelineTests", dependencies: ["ElementKit", "Elements", "PixelCore", "TestSupport"],
        swiftSettings: language),
]

let package = Package(
    name: "swiftvideo",
    products: [
        .library(name: "gstswiftvideo", type: .dynamic, targets: ["Plugin"]),
        .library(
            name: "Effects", targets: ["Effects", "KernelTypes", "PixelCore", "PixelKernels", "PixelReference"]),
        .library(name: "Engine", targets: ["Engine", "Expressions"]),
        .library(name: "Filters", targets: ["Filters"]),
        .library(name: "SampleLaws", targets: ["SampleLaws"]),
    ],
    targets: kernelTargets + targets,
    cLanguageStandard: .gnu11
)
