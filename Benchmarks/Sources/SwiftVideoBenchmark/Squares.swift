// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore

/// Filters of squares around pixels beside OpenCV's functions, on BGRx, and on Y'CbCr beside themselves on BGRx.
let squareBenchmarks = [
    square(BoxBlur.self, [4, 20, 60], series: [1, 2, 4, 8, 16, 32, 64, 100], { $0.radius = $1 }) { .box(radius: $0) },
    square(Median.self, [1, 2, 3], series: [1, 2, 3], { $0.radius = $1 }) { .median(radius: $0) },
    square(Dilate.self, [1, 4, 16], series: [1, 2, 4, 8, 16], { $0.radius = $1 }) { .dilate(radius: $0) },
    square(Kuwahara.self, [3, 8, 16], series: [1, 2, 3, 5, 8, 12, 16], { $0.radius = $1 }) { _ in nil },
]

/// `series` are the radii by which the growth of its cost is shown.
private func square<F: Filter>(
    _ filter: F.Type, _ radii: [Int], series: [Int], _ change: @escaping @Sendable (inout F, Int32) -> Void,
    peer: (Int) -> OpenCVFunction?
) -> ElementBenchmark {
    let name = "\(F.metadata.factoryName)"
    let first = radii[0]
    let itself = Peer.itself(name, "radius=\(first)")
    @Sendable func made(_ format: PixelFormat, _ radius: Int, _ peers: [Peer]) -> BenchmarkCase {
        BenchmarkCase(
            "\(format.name) radius=\(radius)", format, "radius=\(radius)",
            effect: .inPlace({ FilterEffect<F>(kernels: $0) }, { change(&$0, Int32(radius)) }), peers: peers)
    }
    return ElementBenchmark(
        name,
        radii.map { radius in made(.bgrx, radius, peer(radius).map { [Peer($0)] } ?? []) }
            + [.i420, .nv12].map { made($0, first, [itself]) },
        effect: made(.bgrx, first, []).effect, hasThreadsEverywhere: true,
        radii: RadiusSeries(radii: series) { made(.bgrx, $0, []) })
}
