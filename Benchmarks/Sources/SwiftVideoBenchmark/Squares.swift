// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore

/// Filters of squares around pixels beside OpenCV's functions, on BGRx, and on Y'CbCr beside themselves on BGRx.
let squareBenchmarks = [
    square(BoxBlur.self, [4, 20, 60], { $0.radius = $1 }) { .box(radius: $0) },
    square(Median.self, [1, 2, 3], { $0.radius = $1 }) { .median(radius: $0) },
    square(Dilate.self, [1, 4, 16], { $0.radius = $1 }) { .dilate(radius: $0) },
    square(Kuwahara.self, [3, 8, 16], { $0.radius = $1 }) { _ in nil },
]

private func square<F: Filter>(
    _ filter: F.Type, _ radii: [Int], _ change: @escaping @Sendable (inout F, Int32) -> Void,
    peer: (Int) -> OpenCVFunction?
) -> ElementBenchmark {
    let name = "\(F.metadata.factoryName)"
    func made(_ radius: Int) -> EffectMaker {
        .inPlace({ FilterEffect<F>(kernels: $0) }, { change(&$0, Int32(radius)) })
    }
    let first = radii[0]
    let itself = Peer.ours("itself on BGRx", "\(name) n-threads=1 radius=\(first)", from: .bgrx)
    return ElementBenchmark(
        name: name,
        cases: radii.map { radius in
            BenchmarkCase(
                "BGRx radius=\(radius)", .bgrx, "radius=\(radius)", effect: made(radius),
                peers: peer(radius).map { [Peer($0)] } ?? [])
        }
            + [PixelFormat.i420, .nv12].map { format in
                BenchmarkCase(
                    "\(format.name) radius=\(first)", format, "radius=\(first)", effect: made(first), peers: [itself])
            },
        cameras: [], cameraChain: { "\(name) n-threads=\($0)" }, cameraEffect: made(first), cameraPeers: [])
}
