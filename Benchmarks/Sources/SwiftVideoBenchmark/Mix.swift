// SPDX-License-Identifier: MIT
import Effects
import PixelCore

/// swiftmix beside GStreamer's compositor, with the recipe that is exact and the one that is quick, and frei0r's blend.
let mixBenchmark = ElementBenchmark(
    name: "swiftmix", inputs: 2,
    cases: [
        mixCase(.i420, peers: [fade(.bgra), over]),
        mixCase(.nv12, peers: [fade(.bgra), over]),
        mixCase(.bgra, content: .opaque, peers: [fade(.bgra), over]),
        mixCase(
            .rgba, content: .opaque,
            peers: [
                Peer(
                    "frei0r-mixer-blend", twoInputs("frei0r-mixer-blend name=mix blend=0.3", queued: true), inputs: 2,
                    law: .fades, package: frei0r), over,
            ]),
        BenchmarkCase("BGRA of any alpha", .bgra, factor, effect: mixEffect, peers: [over]),
        mixCase(.p010, peers: []),
    ],
    cameraChain: {
        twoInputs("swiftmix name=mix \(factor) n-threads=\($0) ! videoconvert n-threads=\($0)")
    },
    cameraEffect: mixEffect,
    cameraPeers: [
        CameraPeer(name: "frei0r-mixer-blend", law: .fades, package: frei0r) {
            twoInputs(
                "frei0r-mixer-blend name=mix blend=0.3 ! videoconvert n-threads=\($0)", queued: true,
                converted: "videoconvert n-threads=\($0)")
        },
        CameraPeer(name: "compositor sink_1::alpha", law: .fades, package: base) {
            twoInputs("compositor name=mix max-threads=\($0) \(overlay) ! videoconvert n-threads=\($0)")
        },
        CameraPeer(name: "compositor operator=source, then add", law: .fades, package: base) {
            twoInputs(
                "compositor name=mix max-threads=\($0) \(sum) ! video/x-raw,format=BGRA ! videoconvert n-threads=\($0)"
            )
        },
    ])

private let factor = "mix-factor=0.3"
private let base = "gstreamer1.0-plugins-base"
private let frei0r = "frei0r-plugins, with gstreamer1.0-plugins-bad"
private let overlay = "sink_1::alpha=0.3"
private let sum = "sink_0::operator=source sink_0::alpha=0.7 sink_1::operator=add sink_1::alpha=0.3"

/// The second video over the first: right where the first is opaque, which compositor does not look at.
private let over = Peer(
    "compositor sink_1::alpha", twoInputs("compositor name=mix max-threads=1 \(overlay)"), inputs: 2, law: .fades,
    package: base)

/// The recipe for a cross-fade, with an output that has the alpha it needs.
private func fade(_ output: PixelFormat) -> Peer {
    Peer(
        "compositor operator=source, then add", twoInputs("compositor name=mix max-threads=1 \(sum)"), inputs: 2,
        to: output, law: .fades, package: base)
}

private let mixEffect = EffectMaker(isInPlace: false) { kernels, from, to in
    let effect = MixEffect(kernels: kernels)
    var settings = MixSettings()
    settings.factor = 0.3
    try effect.configure(to)
    effect.update(settings)
    return { inputs, output in
        try effect.render(
            output.frame, first: inputs[0].frame, second: inputs[1].frame, otherRange: (false, false), fitted: nil,
            bands: .serial)
    }
}

private func mixCase(_ format: PixelFormat, content: Content = .video, peers: [Peer]) -> BenchmarkCase {
    BenchmarkCase(format.name, format, factor, content: content, effect: mixEffect, peers: peers)
}
