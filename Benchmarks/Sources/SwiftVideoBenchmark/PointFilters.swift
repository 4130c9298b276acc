// SPDX-License-Identifier: MIT
import Effects
import Filters
import Foundation
import PixelCore

/// Filters of single pixels beside elements that do the same, and chains of them.
let pointFilterBenchmarks = [
    pointFilter(
        Saturation.self, "saturation=1.5", { $0.saturation = 1.5 },
        peers: [Peer("videobalance", "videobalance saturation=1.5", law: .changes, package: good)]),
    pointFilter(
        Sepia.self, "intensity=0.9", { $0.intensity = 0.9 },
        peers: [Peer("coloreffects", "coloreffects preset=sepia", law: .changes, package: bad)]),
    pointFilter(
        Vignette.self, "",
        peers: [Peer("frei0r-filter-vignette", "frei0r-filter-vignette", from: .rgba, law: .changes, package: frei0r)]),
    pointFilter(
        Gamma.self, "gamma=1.4", { $0.gamma = 1.4 },
        peers: [Peer("gamma", "gamma gamma=1.4", law: .changes, package: good)]),
    pointFilter(Vibrance.self, "vibrance=0.8", { $0.vibrance = 0.8 }, peers: []),
    pointFilter(
        LUT3D.self, "location=\(cubeFile) interpolation=tetrahedral",
        { $0 = LUT3D(cube: cubeFile, .tetrahedral) }, peers: [Peer(libav: "lut3d=file=\(cubeFile)")]),
    chainBenchmark,
]

private let good = "gstreamer1.0-plugins-good"
private let bad = "gstreamer1.0-plugins-bad"
private let frei0r = "frei0r-plugins, with gstreamer1.0-plugins-bad"
/// From the root of the tree, where scripts/bench.sh runs.
private let cubeFile = "Tests/Media/warm.cube"

/// A filter on BGRx beside peers, and on Y'CbCr beside itself on BGRx.
private func pointFilter<F: Filter>(
    _ filter: F.Type, _ properties: String, _ change: (inout F) -> Void = { _ in }, peers: [Peer]
) -> ElementBenchmark {
    pixelBenchmark(
        "\(F.metadata.factoryName)", properties, peers: peers,
        effect: .inPlace({ FilterEffect<F>(kernels: $0) }, change))
}

private func pixelBenchmark(_ name: String, _ properties: String, peers: [Peer], effect: EffectMaker)
    -> ElementBenchmark
{
    let itself = Peer.itself(name, properties)
    return ElementBenchmark(
        name,
        [PixelFormat.bgrx, .i420, .nv12].map { format in
            BenchmarkCase(
                format.name, format, properties, effect: effect, peers: format == .bgrx ? peers : [itself])
        }, effect: effect)
}

/// Eight filters that are one pass.
let eightFilters = [
    "brightness brightness=0.1", "contrast contrast=1.2", "saturation saturation=1.3", "exposure exposure=0.2",
    "sepia intensity=0.4", "vignette", "posterize levels=20", "invert",
]

private let chainBenchmark: ElementBenchmark = {
    let stages = eightFilters
    let text = stages.joined(separator: " ! ")
    let chain = try? Chain(text, types: FilterCatalogue.stages)
    precondition(chain != nil, "\(text) is no chain")
    return pixelBenchmark(
        "swiftchain", "filters=\"\(text)\"",
        peers: [
            .ours("the eight elements", stages.map { "swift\($0) n-threads=1" }.joined(separator: " ! ")),
            Peer(
                "eight videobalance",
                (1...8).map { "videobalance saturation=1.\($0)" }.joined(separator: " ! "), law: .changes,
                package: good),
        ],
        effect: .inPlace({ ChainEffect(kernels: $0) }, { if let chain { $0 = chain } }))
}()

extension LUT3D {
    /// With a `.cube` file.
    fileprivate init(cube location: String, _ interpolation: Interpolation) {
        self.init()
        self.interpolation = interpolation
        let bytes = FileManager.default.contents(atPath: location) ?? Data()
        let cube = bytes.withUnsafeBytes { try? ColorCube(.bytes($0)) }
        precondition(cube != nil, "\(location) is no .cube file; scripts/bench.sh runs where it is")
        file = cube.map { LoadedFile(location, $0) }
    }
}
