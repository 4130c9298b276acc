// SPDX-License-Identifier: MIT
import Effects
import PixelCore

/// swiftntsc beside a conversion that takes about as long as a frame of live video may: GStreamer has nothing like it.
let ntscBenchmark = ElementBenchmark(
    name: "swiftntsc",
    cases: [PixelFormat.bgrx, .i420, .nv12, .yuy2].map { format in
        BenchmarkCase(
            format.name, format, effect: .inPlace({ NtscEffect(kernels: $0) }),
            peers: [
                Peer(
                    "videoconvert from P010_10LE to BGRA", "videoconvert", from: .p010, to: .bgra, law: .converts,
                    package: "gstreamer1.0-plugins-base")
            ] + (format == .bgrx ? [] : [.itself("swiftntsc", "")]))
    } + [
        BenchmarkCase(
            "BGRx compatibility=corrected", .bgrx, "compatibility=corrected",
            effect: .inPlace({ NtscEffect(kernels: $0) }, { $0.compatibility = .corrected }),
            peers: [.itself("swiftntsc", "", named: "itself with compatibility=ntsc-rs")])
    ],
    cameraChain: { "swiftntsc n-threads=\($0) ! videoconvert n-threads=\($0)" },
    cameraEffect: .inPlace({ NtscEffect(kernels: $0) }),
    cameraPeers: [
        CameraPeer(
            name: "the conversions to BGRx and back alone", law: .converts, package: "gstreamer1.0-plugins-base"
        ) {
            "videoconvert n-threads=\($0) ! video/x-raw,format=BGRx ! identity ! videoconvert n-threads=\($0)"
        }
    ])
