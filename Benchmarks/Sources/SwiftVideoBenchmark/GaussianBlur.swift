// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore

/// swiftgaussianblur beside OpenCV's function and GStreamer's gaussianblur.
let gaussianBenchmark = ElementBenchmark(
    name: "swiftgaussianblur",
    cases: [
        blurCase(.bgrx, radius: 2), blurCase(.bgrx, radius: 8), blurCase(.bgrx, radius: 20),
        blurCase(.i420, radius: 2), blurCase(.nv12, radius: 8),
    ],
    cameraChain: { "swiftgaussianblur n-threads=\($0) radius=2 ! videoconvert n-threads=\($0)" },
    cameraEffect: .inPlace({ ComposedEffect<GaussianBlur>(kernels: $0) }),
    cameraPeers: [
        CameraPeer(name: "gaussianblur", law: .changes, package: "gstreamer1.0-plugins-bad") {
            "videoconvert n-threads=\($0) ! gaussianblur sigma=2 ! videoconvert n-threads=\($0)"
        }
    ],
    hasThreadsEverywhere: true,
    radii: RadiusSeries(radii: [1, 2, 4, 8, 12, 20, 30, 40]) { blurCase(.bgrx, radius: $0) })

private func blurCase(_ format: PixelFormat, radius: Int) -> BenchmarkCase {
    BenchmarkCase(
        "\(format.name) radius=\(radius)", format, "radius=\(radius)",
        effect: .inPlace({ ComposedEffect<GaussianBlur>(kernels: $0) }, { $0.radius = Double(radius) }),
        peers: (format == .bgrx ? [Peer(.gaussian(radius: radius))] : []) + [
            Peer(
                "videoconvert ! gaussianblur sigma=\(radius) ! videoconvert",
                "videoconvert ! gaussianblur sigma=\(radius) ! videoconvert", law: .changes,
                package: "gstreamer1.0-plugins-bad")
        ])
}
