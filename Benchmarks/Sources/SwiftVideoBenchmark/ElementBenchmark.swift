// SPDX-License-Identifier: MIT
import Effects
import KernelTypes
import PixelCore
import PixelReference

/// What an element is measured by. A new element brings a file with one of these, and a line in `benchmarkedElements`.
struct ElementBenchmark: Sendable {
    let name: String
    /// Videos that go in: with two, elements have the pads sink_0 and sink_1.
    var inputs = 1
    /// Settings and formats to measure; the first is measured at more sizes, and is what grows.
    let cases: [BenchmarkCase]
    /// What cameras give that the element is put behind.
    var cameras: [PixelFormat] = [.yuy2, .nv12]
    /// What a user writes between the camera and an encoder that takes I420, by the number of threads: the element, and
    /// a videoconvert where it does not make I420 of what cameras give.
    let cameraChain: @Sendable (_ threads: Int) -> String
    /// The element of that chain, to check it with, and what it gives: nil where that is what comes in.
    let cameraEffect: EffectMaker
    var cameraOutput: PixelFormat?
    /// Whether the element is measured in every way: behind cameras, and by how its cost grows.
    var isWhole: Bool { !cameras.isEmpty }
    /// What a user writes who has other elements.
    let cameraPeers: [CameraPeer]
    /// Whether two threads are put beside one in each case of the first one's format, and not in the first case alone.
    var hasThreadsEverywhere = false
    /// Radii whose cost is measured, in BGRx.
    var radii: RadiusSeries?

    /// The element as it stands in a line of gst-launch.
    func launch(_ properties: String, threads: Int, named: String = "") -> String {
        "\(name)\(named) n-threads=\(threads) \(properties)"
    }

    /// What is measured, with its input pads.
    func chain(_ of: BenchmarkCase, _ size: Size, threads: Int) -> ChainItem {
        let line =
            inputs == 1
            ? launch(of.properties, threads: threads)
            : twoInputs(launch(of.properties, threads: threads, named: " name=mix"))
        return ChainItem(
            launch: ChainItem.line(line, size), inputs: inputs, input: of.input, output: of.output, size: size,
            content: of.content,
            others: of.others, transposes: of.transposes, halves: of.halves)
    }
}

extension ElementBenchmark {
    /// An element that is put behind no camera.
    init(
        _ name: String, _ cases: [BenchmarkCase], effect: EffectMaker, hasThreadsEverywhere: Bool = false,
        radii: RadiusSeries? = nil
    ) {
        self.init(
            name: name, cases: cases, cameras: [], cameraChain: { "\(name) n-threads=\($0)" }, cameraEffect: effect,
            cameraPeers: [], hasThreadsEverywhere: hasThreadsEverywhere, radii: radii)
    }
}

/// What an element is measured by that has a radius.
struct RadiusSeries: Sendable {
    let radii: [Int]
    let benchmark: @Sendable (_ radius: Int) -> BenchmarkCase
}

/// A line that feeds a mixer which is named mix.
///
/// Where the mixer waits on the first input for the second, as those of GstCollectPads do, the first needs a thread of
/// its own: a queue. `second` is what the second input goes through alone.
func twoInputs(_ mixer: String, queued: Bool = false, converted: String? = nil, second: String? = nil) -> String {
    func through(_ line: String?) -> String { line.map { "! \($0) " } ?? "" }
    return "\(queued ? "queue" : "identity") name=in0 \(through(converted))! mix.sink_0 "
        + "identity name=in1 \(through(converted))\(through(second))! mix.sink_1 " + mixer
}

/// One format, and one set of settings.
struct BenchmarkCase: Sendable {
    let name: String
    let input: PixelFormat
    let output: PixelFormat
    /// The format of all inputs but the first; nil: the same.
    let others: PixelFormat?
    let content: Content
    let properties: String
    let effect: EffectMaker
    let peers: [Peer]
    /// Whether width and height of the output are the input's height and width.
    let transposes: Bool
    /// Whether it has half the width and height.
    let halves: Bool

    init(
        _ name: String, _ input: PixelFormat, others: PixelFormat? = nil, to output: PixelFormat? = nil,
        _ properties: String = "", content: Content = .video, transposes: Bool = false, halves: Bool = false,
        effect: EffectMaker,
        peers: [Peer] = []
    ) {
        (self.name, self.input, self.others, self.output) = (name, input, others, output ?? input)
        (self.content, self.properties, self.effect, self.peers) = (content, properties, effect, peers)
        (self.transposes, self.halves) = (transposes, halves)
    }

    /// What the scalar reference makes of the images that a chain begins with.
    func expected(_ chain: ChainItem) throws -> Image {
        try effect.output(Reference.self, of: chain.images(.check), as: chain.to)
    }
}

/// Something else that does the same, or what it is to be measured by.
struct Peer: Sendable {
    enum Kind {
        /// Elements, by the number of threads.
        case launch(String, inputs: Int)
        case openCV(OpenCVFunction)
        case libav(LibavFilter)
    }

    let name: String
    let kind: Kind
    /// Nil: as the element's.
    let input: PixelFormat?
    let output: PixelFormat?
    let law: PeerLaw
    /// The Debian package that has it.
    let package: String
    /// Whether it is elements of this project, which are timed at the same CPU level.
    var isOurs = false
    /// Whether it is a case of the element that was measured before, so that its output is known.
    var isKnown = false

    init(
        _ name: String, _ launch: String, inputs: Int = 1, from input: PixelFormat? = nil,
        to output: PixelFormat? = nil, law: PeerLaw, package: String
    ) {
        (self.name, kind, self.package) = (name, .launch(launch, inputs: inputs), package)
        (self.input, self.output, self.law) = (input, output, law)
    }

    /// A function of OpenCV's, called without GStreamer.
    init(_ function: OpenCVFunction) {
        (name, kind, package) = (function.name, .openCV(function), "libopencv-imgproc-dev")
        (input, output, law) = (nil, nil, .changes)
    }

    /// A filter of FFmpeg's, called without GStreamer.
    init(libav description: String) {
        let filter = LibavFilter(description: description)
        (name, kind, package) = (filter.name, .libav(filter), "libavfilter-dev")
        (input, output, law) = (nil, nil, .changes)
    }

    /// Elements of this project.
    static func ours(_ name: String, _ launch: String, from input: PixelFormat? = nil) -> Peer {
        var peer = Peer(name, launch, from: input, law: .changes, package: "")
        peer.isOurs = true
        return peer
    }

    /// An element on BGRx, of which its case on BGRx with these properties comes first.
    static func itself(_ name: String, _ properties: String, named: String = "itself on BGRx") -> Peer {
        var peer = Peer.ours(named, "\(name) n-threads=1 \(properties)", from: .bgrx)
        peer.isKnown = true
        return peer
    }

    /// What its output was checked against.
    var checked: String {
        switch kind {
        case .openCV(let function): function.checked
        case .libav: "within 2 codes"
        case .launch: isKnown ? Row.reference : law.inWords
        }
    }

    /// What is timed beside `of`.
    func item(_ element: String, _ of: BenchmarkCase, _ size: Size) -> Item {
        switch kind {
        case .launch(let line, let inputs):
            .chain(
                ChainItem(
                    launch: ChainItem.line(line, size), inputs: inputs, input: input ?? of.input,
                    output: output ?? input ?? of.output, size: size, content: of.content, others: of.others,
                    transposes: of.transposes,
                    halves: of.halves))
        case .openCV(let function): .openCV(function, size)
        case .libav(let filter): .libav(filter, EffectItem(element: element, benchmark: of.name, size: size))
        }
    }
}

/// Other elements between a camera and an encoder.
struct CameraPeer: Sendable {
    let name: String
    let law: PeerLaw
    let package: String
    let chain: @Sendable (_ threads: Int) -> String
}

/// Renders an output of inputs; where an effect changes frames in place, the output is what comes in.
typealias Renderer = (_ inputs: [Image], _ output: Image) throws -> Void

/// Makes an effect for kernels and images.
struct EffectMaker: Sendable {
    let isInPlace: Bool
    let make: @Sendable (_ kernels: any KernelSet.Type, _ from: VideoInfo, _ to: VideoInfo) throws -> Renderer

    /// An effect that changes frames where they are, with defaults as `change` leaves them.
    static func inPlace<Effect: InPlaceEffect & SendableMetatype>(
        _ make: @escaping @Sendable (any KernelSet.Type) -> Effect,
        _ change: (inout Effect.Settings) -> Void = { _ in }
    ) -> EffectMaker {
        var defaults = Effect.Settings()
        change(&defaults)
        let settings = defaults
        return EffectMaker(isInPlace: true) { kernels, from, _ in
            let effect = make(kernels)
            try effect.configure(from)
            try effect.update(settings)
            return { _, output in try effect.render(output.frame, bands: .serial) }
        }
    }

    /// What a new effect makes of images.
    func output(_ kernels: any KernelSet.Type, of images: [Image], as to: VideoInfo) throws -> Image {
        let output = Image(to)
        if isInPlace { output.copy(images[0]) }
        let render = try make(kernels, images[0].info, to)
        // Frames do not keep their images.
        try withExtendedLifetime(images) { try render(images, output) }
        return output
    }
}
