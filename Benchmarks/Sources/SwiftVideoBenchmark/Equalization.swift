// SPDX-License-Identifier: MIT
import Effects
import PixelCore

/// swifteq beside the equalizers of OpenCV and frei0r.
let equalizationBenchmark = ElementBenchmark(
    name: "swifteq",
    cases: [
        lumaCase(.i420), lumaCase(.gray8), lumaCase(.nv12), lumaCase(.yuy2), keepCase(.i420), keepCase(.nv12),
        BenchmarkCase(
            "RGBA mode=rgb", .rgba, "mode=rgb",
            effect: .inPlace({ EqualizationEffect(kernels: $0) }, { $0.mode = .rgb }),
            peers: [Peer("frei0r-filter-equaliz0r", "frei0r-filter-equaliz0r", law: .equalizes, package: frei0r)]),
        claheCase(.gray8), claheCase(.i420), claheCase(.yuy2),
    ],
    cameraChain: { "swifteq n-threads=\($0) ! videoconvert n-threads=\($0)" },
    cameraEffect: .inPlace({ EqualizationEffect(kernels: $0) }),
    cameraPeers: [
        CameraPeer(name: "frei0r-filter-equaliz0r", law: .equalizes, package: frei0r) {
            "videoconvert n-threads=\($0) ! frei0r-filter-equaliz0r ! videoconvert n-threads=\($0)"
        }
    ])

private let frei0r = "frei0r-plugins, with gstreamer1.0-plugins-bad"

private func lumaCase(_ format: PixelFormat) -> BenchmarkCase {
    BenchmarkCase(
        format.name, format, effect: .inPlace({ EqualizationEffect(kernels: $0) }),
        peers: [
            Peer(
                "cvequalizehist on GRAY8", "cvequalizehist", from: .gray8, to: .gray8, law: .equalizes,
                package: "gstreamer1.0-opencv")
        ])
}

/// Luma alone, which is all that the peer does.
private func keepCase(_ format: PixelFormat) -> BenchmarkCase {
    BenchmarkCase(
        "\(format.name) chroma=keep", format, "chroma=keep",
        effect: .inPlace({ EqualizationEffect(kernels: $0) }, { $0.chroma = .keep }),
        peers: [
            Peer(
                "cvequalizehist on GRAY8", "cvequalizehist", from: .gray8, to: .gray8, law: .equalizes,
                package: "gstreamer1.0-opencv")
        ])
}

private func claheCase(_ format: PixelFormat) -> BenchmarkCase {
    BenchmarkCase(
        "\(format.name) method=clahe", format, "method=clahe",
        effect: .inPlace({ EqualizationEffect(kernels: $0) }, { $0.method = .clahe }), peers: [Peer(.clahe)])
}
