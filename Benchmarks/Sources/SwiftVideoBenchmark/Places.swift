// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore

/// Filters whose pixels come from other places of the frame.
let placeBenchmarks = [
    warp(
        Swirl.self, .swirl, "angle=1",
        peers: [
            // Eight radians at the middle, as ours; both are told to reach half as far as the frame, which is a circle here.
            Peer("twirl", "twirl angle=8 radius=0.5", law: .changes, package: bad)
        ],
        between: [
            Peer(
                "videoconvert ! twirl ! videoconvert", "videoconvert ! twirl angle=8 radius=0.5 ! videoconvert",
                law: .changes, package: bad)
        ]),
    warp(
        Bulge.self, .bulge, "scale=0.5",
        peers: [Peer("bulge", "bulge zoom=2 radius=0.5", law: .changes, package: bad)],
        between: [
            Peer(
                "videoconvert ! bulge ! videoconvert", "videoconvert ! bulge zoom=2 radius=0.5 ! videoconvert",
                law: .changes, package: bad)
        ]),
    pixellate,
]

private let bad = "gstreamer1.0-plugins-bad"
private let frei0r = "frei0r-plugins, with gstreamer1.0-plugins-bad"

/// A filter with its defaults, of which `properties` is one; `peers` take BGRx, those `between` conversions I420.
private func warp<F: Filter>(
    _ filter: F.Type, _ warp: Warp, _ properties: String, peers: [Peer], between: [Peer]
) -> ElementBenchmark {
    let name = "\(F.metadata.factoryName)"
    func made(_ format: PixelFormat, _ peers: [Peer]) -> BenchmarkCase {
        BenchmarkCase(
            "\(format.name) \(properties)", format, properties, effect: warp.effect,
            peers: [Peer(.remap(warp, format))] + peers)
    }
    return ElementBenchmark(
        name, [made(.bgrx, peers), made(.i420, between)], effect: warp.effect, hasThreadsEverywhere: true)
}

/// Squares of 96 pixels at 1920x1080, as those of frei0r, which takes fractions of width and height and shows means.
private let pixellate: ElementBenchmark = {
    let properties = "size=0.05"
    let squares = "frei0r-filter-pixeliz0r block-width=0.05 block-height=0.0889"
    let effect = EffectMaker.inPlace({ FilterEffect<Pixellate>(kernels: $0) }, { $0.size = 0.05 })
    func made(_ format: PixelFormat, _ peers: [Peer]) -> BenchmarkCase {
        BenchmarkCase("\(format.name) \(properties)", format, properties, effect: effect, peers: peers)
    }
    return ElementBenchmark(
        "swiftpixellate",
        [
            made(.bgrx, [Peer("frei0r-filter-pixeliz0r", squares, law: .changes, package: frei0r)]),
            made(
                .i420,
                [
                    Peer(
                        "videoconvert ! frei0r-filter-pixeliz0r ! videoconvert",
                        "videoconvert ! \(squares) ! videoconvert", law: .changes, package: frei0r)
                ]),
        ], effect: effect, hasThreadsEverywhere: true)
}()
