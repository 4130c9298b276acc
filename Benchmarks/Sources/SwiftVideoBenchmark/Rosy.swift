// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore

/// swiftrosy beside coloreffects, which tints too, and a conversion.
let rosyBenchmark = ElementBenchmark(
    name: "swiftrosy",
    cases: [
        rosyCase(.bgrx, peers: [sepia]),
        rosyCase(.i420, peers: [between, conversion]),
        rosyCase(.nv12, peers: [between, conversion]),
        rosyCase(.yuy2, peers: [between, conversion]),
        rosyCase(.rgb, peers: [sepia]),
        rosyCase(.p010, peers: [between]),
        BenchmarkCase(
            "BGRx intensity=0.5", .bgrx, "intensity=0.5",
            effect: .inPlace({ FilterEffect<Rosy>(kernels: $0) }, { $0.intensity = 0.5 }),
            peers: [sepia]),
    ],
    cameraChain: { "swiftrosy n-threads=\($0) ! videoconvert n-threads=\($0)" },
    cameraEffect: .inPlace({ FilterEffect<Rosy>(kernels: $0) }),
    cameraPeers: [
        CameraPeer(name: "coloreffects", law: .changes, package: bad) {
            "videoconvert n-threads=\($0) ! coloreffects preset=sepia ! videoconvert n-threads=\($0)"
        }
    ])

private let bad = "gstreamer1.0-plugins-bad"

private let sepia = Peer("coloreffects preset=sepia", "coloreffects preset=sepia", law: .changes, package: bad)

/// What somebody writes who has Y'CbCr.
private let between = Peer(
    "videoconvert ! coloreffects preset=sepia ! videoconvert",
    "videoconvert ! coloreffects preset=sepia ! videoconvert", law: .changes, package: bad)

/// What it costs to get at R'G'B' alone.
private let conversion = Peer(
    "videoconvert from YUY2 to BGRA", "videoconvert", from: .yuy2, to: .bgra, law: .converts,
    package: "gstreamer1.0-plugins-base")

private func rosyCase(_ format: PixelFormat, peers: [Peer]) -> BenchmarkCase {
    BenchmarkCase(format.name, format, effect: .inPlace({ FilterEffect<Rosy>(kernels: $0) }), peers: peers)
}
