// SPDX-License-Identifier: MIT
import Effects
import PixelCore

/// swiftorient beside videoflip.
let orientBenchmark = ElementBenchmark(
    name: "swiftorient",
    cases: [
        orientCase(.i420, "90r"), orientCase(.bgrx, "90r"), orientCase(.yuy2, "90r"), orientCase(.rgb, "90r"),
        orientCase(.i420, "horiz"), orientCase(.bgrx, "horiz"), orientCase(.i420, "vert"), orientCase(.nv12, "180"),
    ],
    cameraChain: { "swiftorient video-direction=180 n-threads=\($0) ! videoconvert n-threads=\($0)" },
    cameraEffect: orientEffect("180"),
    cameraPeers: [
        CameraPeer(name: "videoflip", law: .changes, package: "gstreamer1.0-plugins-good") {
            "videoflip video-direction=180 ! videoconvert n-threads=\($0)"
        }
    ])

private func orientEffect(_ direction: String) -> EffectMaker {
    EffectMaker(isInPlace: false) { kernels, from, to in
        let effect = OrientEffect(kernels: kernels)
        guard let plan = OrientEffect.plans.first(where: { $0.name == "video-direction=\(direction)" }) else {
            throw ItemError("there is no video-direction=\(direction)")
        }
        try effect.configure(from, output: to, plan: plan)
        return { inputs, output in try effect.render(inputs[0].frame, output.frame, bands: .serial) }
    }
}

private func orientCase(_ format: PixelFormat, _ direction: String) -> BenchmarkCase {
    BenchmarkCase(
        "\(format.name) video-direction=\(direction)", format, "video-direction=\(direction)",
        transposes: direction.hasPrefix("90"), effect: orientEffect(direction),
        peers: [
            Peer(
                "videoflip", "videoflip video-direction=\(direction)", law: .changes,
                package: "gstreamer1.0-plugins-good")
        ])
}
