// SPDX-License-Identifier: MIT
import Effects
import PixelCore

/// swiftdepthgray beside videoconvert, which knows no range, and a colour map for R'G'B'.
let depthBenchmark = ElementBenchmark(
    name: "swiftdepthgray",
    cases: [
        depthCase("GRAY16_LE to GRAY8", .gray8),
        depthCase("GRAY16_LE to BGRx", .bgrx),
        depthCase("GRAY16_LE to I420", .i420),
        depthCase("GRAY16_LE to BGRx colormap=turbo", .bgrx, "colormap=turbo") { $0.colormap = .turbo },
        depthCase("GRAY16_LE to GRAY8 auto-range=off", .gray8, "auto-range=off") { $0.autoRange = .off },
        depthCase("GRAY16_LE to GRAY8 spatial=true", .gray8, "spatial=true") { $0.usesSpatial = true },
    ],
    cameras: [.gray16le],
    cameraChain: { "swiftdepthgray colormap=turbo n-threads=\($0)" },
    cameraEffect: depthEffect { $0.colormap = .turbo },
    cameraOutput: .i420,
    cameraPeers: [
        CameraPeer(name: "coloreffects", law: .changes, package: "gstreamer1.0-plugins-bad") {
            "videoconvert n-threads=\($0) ! coloreffects preset=heat ! videoconvert n-threads=\($0)"
        }
    ])

private func depthEffect(_ change: @escaping @Sendable (inout DepthSettings) -> Void) -> EffectMaker {
    EffectMaker(isInPlace: false) { kernels, from, to in
        let effect = DepthEffect(kernels: kernels)
        var settings = DepthSettings()
        change(&settings)
        try effect.configure(from, output: to, reduction: 1)
        try effect.update(settings)
        return { inputs, output in try effect.render(inputs[0].frame, output.frame, bands: .serial) }
    }
}

private func depthCase(
    _ name: String, _ output: PixelFormat, _ properties: String = "",
    _ change: @escaping @Sendable (inout DepthSettings) -> Void = { _ in }
) -> BenchmarkCase {
    BenchmarkCase(
        name, .gray16le, to: output, properties, content: .depth, effect: depthEffect(change),
        peers: [
            Peer("videoconvert", "videoconvert", to: output, law: .converts, package: "gstreamer1.0-plugins-base")
        ])
}
