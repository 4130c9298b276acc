// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore

/// swiftblend beside frei0r's mixers of the same names, swiftmask, and swiftchromakey beside alpha with compositor.
let blendBenchmarks = [blendBenchmark, maskBenchmark, keyBenchmark]

private let blendBenchmark = ElementBenchmark(
    name: "swiftblend", inputs: 2,
    cases: comparedModes + [
        BenchmarkCase(
            "I420, half of each", .i420, "opacity=0.5", effect: layers { $0.opacity = 0.5 }, peers: [halfOver]),
        BenchmarkCase("I420 in a quarter of I420", .i420, quarter, effect: layers(quarter: true), peers: [corner]),
        BenchmarkCase(
            "BGRA in a quarter of BGRA", .bgra, quarter, content: .opaque, effect: layers(quarter: true),
            peers: [corner]),
        BenchmarkCase(
            "BGRA over NV12, to I420", .nv12, others: .bgra, to: .i420, effect: layers(), peers: [overConverted]),
        blendCase(.overlay, .i420, peers: []),
    ] + otherModes,
    cameraChain: { twoInputs("swiftblend name=mix opacity=0.5 n-threads=\($0) ! videoconvert n-threads=\($0)") },
    cameraEffect: layers { $0.opacity = 0.5 },
    cameraPeers: [
        CameraPeer(name: halfOver.name, law: .changes, package: halfOver.package) {
            twoInputs("compositor name=mix max-threads=\($0) sink_1::alpha=0.5 ! videoconvert n-threads=\($0)")
        }
    ], hasThreadsEverywhere: true)

private let comparedModes = [
    blendCase(.multiply, peers: [mixer("multiply", .multiplies)]),
    blendCase(.screen, peers: [mixer("screen", .screens)]),
    blendCase(.darken, peers: [mixer("darken", .darkens)]),
    blendCase(.add, peers: [mixer("addition", .adds)]),
    // What frei0r calls overlay is a soft light; an overlay is its hard light of the inputs in the other order.
    blendCase(.overlay, peers: [mixer("overlay", .softens), mixer("hardlight", .hardensByFirst, exchanged: true)]),
    blendCase(.hardLight, peers: [mixer("hardlight", .hardens)]),
    blendCase(.softLight, peers: [mixer("softlight", .softens)]),
    blendCase(.hue, peers: [mixer("hue", .changes)]),
    blendCase(.color, peers: [mixer("color-only", .changes)]),
    blendCase(.normal, content: .video, peers: [over]),
]

private let otherModes = BlendMode.allCases.filter { mode in
    mode != .shader && !comparedModes.contains { $0.properties == "mode=\(mode.nick)" }
}.map { blendCase($0, peers: []) }

private let maskBenchmark = ElementBenchmark(
    name: "swiftmask", inputs: 2,
    cases: [BenchmarkCase("BGRA", .bgra, content: .opaque, effect: blendEffect(Mask()))], cameras: [],
    cameraChain: { twoInputs("swiftmask name=mix n-threads=\($0)") }, cameraEffect: blendEffect(Mask()), cameraPeers: []
)

private let keyBenchmark = ElementBenchmark(
    name: "swiftchromakey", inputs: 2,
    cases: [
        BenchmarkCase(
            "BGRA", .bgra, content: .opaque, effect: blendEffect(ChromaKeyBlend()),
            peers: [keyed("alpha method=custom, then compositor")]),
        BenchmarkCase("I420", .i420, effect: blendEffect(ChromaKeyBlend()), peers: []),
        BenchmarkCase(
            "YUY2 over I420, to I420", .yuy2, others: .i420, to: .i420,
            effect: blendEffect(ChromaKeyBlend(), reads: true),
            peers: [
                keyed("alpha method=custom, then compositor, then videoconvert", then: " ! videoconvert n-threads=1")
            ]
        ),
    ], cameras: [],
    cameraChain: { twoInputs("swiftchromakey name=mix n-threads=\($0)") },
    cameraEffect: blendEffect(ChromaKeyBlend()), cameraPeers: [])

/// What is not green of the first video over the second.
private func keyed(_ name: String, then: String = "") -> Peer {
    Peer(
        name,
        "identity name=in0 ! alpha method=custom target-r=0 target-g=255 target-b=0 ! mix.sink_1 "
            + "identity name=in1 ! mix.sink_0 compositor name=mix max-threads=1\(then)", inputs: 2, law: .changes,
        package: "gstreamer1.0-plugins-good")
}

/// The second video over the first.
private let over = Peer(
    "compositor", twoInputs("compositor name=mix max-threads=1"), inputs: 2, law: .changes,
    package: "gstreamer1.0-plugins-base")

private let quarter = ChainItem.quarter

/// The second video in a quarter of the first.
private let corner = Peer(
    "compositor", twoInputs("compositor name=mix max-threads=1 \(quarter)"), inputs: 2, law: .changes,
    package: "gstreamer1.0-plugins-base")

/// Half of each.
private let halfOver = Peer(
    "compositor sink_1::alpha", twoInputs("compositor name=mix max-threads=1 sink_1::alpha=0.5"), inputs: 2,
    law: .changes, package: "gstreamer1.0-plugins-base")

/// Graphics over video, for an encoder.
private let overConverted = Peer(
    "compositor, then videoconvert", twoInputs("compositor name=mix max-threads=1 ! videoconvert n-threads=1"),
    inputs: 2, law: .changes, package: "gstreamer1.0-plugins-base")

/// A layer over a backdrop; with `quarter` in its middle, at half its width and height.
private func layers(quarter: Bool = false, _ change: (inout Blending) -> Void = { _ in }) -> EffectMaker {
    var blending = Blending()
    change(&blending)
    return EffectMaker(isInPlace: false) { [blending] kernels, from, to in
        let effect = LayersEffect<Blending>(kernels: kernels)
        try effect.configure(to)
        effect.update(blending)
        var inputs = [LayerInput(), LayerInput()]
        for input in 0..<2 { inputs[input].size = FrameSize(width: from.width, height: from.height) }
        if quarter {
            inputs[1].settings.x = Int32(to.width / 4)
            inputs[1].settings.y = Int32(to.height / 4)
            inputs[1].settings.width = Int32(to.width / 2)
            inputs[1].settings.height = Int32(to.height / 2)
        }
        return { images, output in
            for input in 0..<2 { inputs[input].hasAlpha = images[input].info.format.alphaOffset != nil }
            _ = effect.arrange(&inputs, pixelAspect: 1, interlaced: false, blending)
            var frames = (0..<2).filter { inputs[$0].isSeen }.map {
                LayerFrame(SourceFrame(images[$0].frame, images[$0].info), of: $0, inputs[$0])
            }
            try effect.render(output.frame, &frames, bands: .serial)
        }
    }
}

/// A mixer of frei0r's; `exchanged` has the second video below.
private func mixer(_ name: String, _ law: PeerLaw, exchanged: Bool = false) -> Peer {
    let line = "frei0r-mixer-\(name) name=mix"
    return Peer(
        "frei0r-mixer-\(name)\(exchanged ? ", inputs exchanged" : "")",
        exchanged
            ? "queue name=in0 ! mix.sink_1 queue name=in1 ! mix.sink_0 \(line)" : twoInputs(line, queued: true),
        inputs: 2, from: .rgba, law: law, package: "frei0r-plugins, with gstreamer1.0-plugins-bad")
}

private func blendCase(
    _ mode: BlendMode, _ format: PixelFormat = .bgra, content: Content = .opaque, peers: [Peer]
) -> BenchmarkCase {
    BenchmarkCase(
        "\(format.name) \(mode.nick)", format, "mode=\(mode.nick)", content: content, effect: blendEffect(mode),
        peers: peers)
}

private func blendEffect(_ mode: BlendMode) -> EffectMaker {
    var settings = Blending()
    settings.mode = mode
    return blendEffect(settings)
}

/// Of inputs in the output's format or, where it `reads` them, in formats of their own.
private func blendEffect<B: Blend>(_ settings: B, reads: Bool = false) -> EffectMaker {
    EffectMaker(isInPlace: false) { kernels, from, to in
        let effect = BlendEffect<B>(kernels: kernels)
        try effect.configure(to)
        try effect.update(settings)
        return { inputs, output in
            guard reads else {
                return try effect.render(
                    output.frame, first: inputs[0].frame, second: inputs[1].frame, bands: .serial)
            }
            let frames = inputs.map { SourceFrame($0.frame, $0.info) }
            try effect.render(
                output.frame, reading: frames[0], frames[1], fitted: (to.width, to.height), bands: .serial)
        }
    }
}
