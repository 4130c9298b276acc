// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore

/// Filters that find edges, draw them, make them steeper or keep them. Loops by hand that do the same are among the laws of the
/// tile machine.
let edgeBenchmarks = [
    edges(
        "swiftsobel", "strength=0.5", .inPlace({ FilterEffect<Sobel>(kernels: $0) }, { $0.strength = 0.5 }),
        between: [
            Peer(
                "videoconvert ! frei0r-filter-sobel ! videoconvert",
                "videoconvert ! frei0r-filter-sobel ! videoconvert", law: .changes,
                package: "frei0r-plugins, with gstreamer1.0-plugins-bad")
        ]),
    edges("swiftsharpen", "sharpness=0.5", .inPlace({ FilterEffect<Sharpen>(kernels: $0) }, { $0.sharpness = 0.5 })),
    edges("swifttoon", "levels=9", .inPlace({ FilterEffect<Toon>(kernels: $0) }, { $0.levels = 9 })),
    edges("swiftsketch", "strength=0.5", .inPlace({ FilterEffect<Sketch>(kernels: $0) }, { $0.strength = 0.5 })),
    edges(
        "swiftbilateral", "step=4", .inPlace({ ComposedEffect<Bilateral>(kernels: $0) }, { $0.step = 4 }),
        peers: [Peer(.bilateral)]),
    edges(
        "swiftcanny", "radius=2", .inPlace({ ComposedEffect<Canny>(kernels: $0) }, { $0.radius = 2 }),
        peers: [Peer(.canny)]),
]

/// On BGRx beside `peers`; on I420 beside those `between` conversions, and itself on BGRx.
private func edges(
    _ name: String, _ properties: String, _ effect: EffectMaker, peers: [Peer] = [], between: [Peer] = []
) -> ElementBenchmark {
    func made(_ format: PixelFormat, _ peers: [Peer]) -> BenchmarkCase {
        BenchmarkCase("\(format.name) \(properties)", format, properties, effect: effect, peers: peers)
    }
    return ElementBenchmark(
        name, [made(.bgrx, peers), made(.i420, between + [.itself(name, properties)])], effect: effect,
        hasThreadsEverywhere: true)
}
