// SPDX-License-Identifier: MIT
import CBenchmarkSupport
import Effects
import Filters
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference

/// An element with the settings of its declaration's example.
struct DeclaredElement: Sendable {
    let name: String
    /// Settings as a launch line has them.
    let properties: String
    let family: ElementFamily
    /// Nil: it is a source, or tells of frames.
    fileprivate let type: StageType?
    /// Renders frames of a source, one each time it is called.
    let source: Source?
    typealias Source = @Sendable (any KernelSet.Type, VideoInfo) throws -> () throws -> Void

    private init(
        _ metadata: ElementMetadata, _ type: StageType?,
        _ source: Source? = nil
    ) {
        (name, family) = ("\(metadata.factoryName)", metadata.family)
        let words = "\(metadata.example ?? "")".split(separator: " ").drop { $0 != "\(metadata.factoryName)" }
        // A source has its defaults.
        properties = source == nil ? words.dropFirst().prefix { $0.contains("=") }.joined(separator: " ") : ""
        (self.type, self.source) = (type, source)
    }

    private init<F: Filter>(_ filter: F.Type) { self.init(F.metadata, StageType(F.self)) }

    private init<F: ComposedFilter>(_ filter: F.Type) { self.init(F.metadata, StageType(F.self)) }

    /// What it tells is not looked at.
    private init<F: MeasuringFilter>(measuring filter: F.Type) { self.init(F.metadata, nil) }

    private init<L: SourceLaw>(source law: L.Type) {
        self.init(L.metadata, nil) { kernels, video in
            let (effect, image) = (SourceEffect<L>(kernels: kernels), Image(video))
            try effect.configure(video)
            try effect.update(L())
            return { try effect.render(image.frame, bands: .serial) }
        }
    }

    /// Every element that is a law, or several, and has no benchmark of its own.
    static let all = every.filter { element in !benchmarkedElements.contains { $0.name == element.name } }

    /// Those that others have, too, besides what their own benchmarks say.
    static let compared = every.filter { declaredPeers[$0.name] != nil }

    private static let every =
        FilterCatalogue.elements.map { declared($0) } + FilterCatalogue.composed.map { declared($0) }
        + FilterCatalogue.measuring.map { declared(measuring: $0) }
        + FilterCatalogue.sources.map { declared(source: $0) }

    private static func declared<F: Filter>(_ filter: F.Type) -> DeclaredElement { DeclaredElement(filter) }

    private static func declared<F: ComposedFilter>(_ filter: F.Type) -> DeclaredElement { DeclaredElement(filter) }

    private static func declared<F: MeasuringFilter>(measuring filter: F.Type) -> DeclaredElement {
        DeclaredElement(measuring: filter)
    }

    private static func declared<L: SourceLaw>(source law: L.Type) -> DeclaredElement { DeclaredElement(source: law) }

    /// The element as it stands in a line of gst-launch, on frames of a format.
    func chain(_ format: PixelFormat, _ size: Size) -> ChainItem {
        ChainItem(launch: "\(name) n-threads=1 \(properties)", input: format, output: format, size: size)
    }

    /// Throws where the element makes something else than the scalar reference. Returns whether there is one.
    func check(_ format: PixelFormat, _ worker: WorkerProcess) throws -> Bool {
        guard let effect = try effect() else { return false }
        // A small frame tells as much as a large one, for which the scalar reference of some takes a minute.
        let small = chain(format, Effort.quick.size)
        let expected = try effect.output(Reference.self, of: small.images(.check), as: small.to).fingerprint
        guard try worker.made(.chain(small)).fingerprint == expected else {
            throw WrongResult(what: "\(name) (\(small))")
        }
        return true
    }

    /// The effect; nil where the settings name a file, which is GStreamer's to read.
    private func effect() throws -> EffectMaker? {
        guard let type, !properties.contains("location=") else { return nil }
        let chain = try Chain("\(type.name) \(properties)", types: [type])
        return .inPlace({ ChainEffect(kernels: $0) }, { $0 = chain })
    }
}

/// Measures what a frame takes in elements that have no benchmark of their own: BGRx and I420, in few rounds, beside identity; sources
/// beside a pass over memory.
struct DeclaredRows {
    let effort: Effort
    let plugin: String
    let report: (Row) -> Void

    private static let formats: [PixelFormat] = [.bgrx, .i420]
    private var rounds: Int { effort.isQuick ? 1 : 2 }

    func measure(_ elements: [DeclaredElement]) throws {
        let worker = try WorkerProcess(plugin: plugin)
        for element in elements {
            for format in Self.formats {
                if let source = element.source {
                    try measure(element, source, format)
                } else {
                    try measure(element, format, worker)
                }
            }
        }
    }

    /// Elements on BGRx at every level beside what others have.
    func compare(_ elements: [DeclaredElement]) throws {
        let workers = try Dictionary(
            uniqueKeysWithValues: CPULevel.available.map { ($0, try WorkerProcess(plugin: plugin, level: $0)) })
        for element in elements {
            guard let best = workers[.best], let peer = declaredPeers[element.name],
                case .launch(let line, _) = peer.kind,
                let format = peer.input
            else { continue }
            let theirs = ChainItem(launch: line, input: format, output: format, size: effort.size)
            guard try best.check(theirs, peer.law) else { continue }
            _ = try element.check(.bgrx, best)
            let seconds = effort.seconds
            var contest = Contest()
            for (level, worker) in workers {
                let own = try worker.made(.chain(element.chain(.bgrx, effort.size)))
                contest.add("\(level)") { try own.time(seconds: seconds, frames: 3...2000) }
            }
            let other = try best.made(.chain(theirs))
            contest.add(peer.name) { try other.time(seconds: seconds, frames: 3...2000) }
            try contest.run(rounds: effort.isQuick ? 1 : 3)
            for level in CPULevel.available {
                row(
                    .element, element, .bgrx, contest, beside: peer.name, checked: peer.checked, at: level,
                    as: "\(level)")
            }
        }
    }

    private func row(
        _ level: Level, _ element: DeclaredElement, _ format: PixelFormat, _ contest: Contest, beside peer: String,
        checked: String?, at cpu: CPULevel = .best, as own: String = "own"
    ) {
        let words = [element.name, format.name] + element.properties.split(separator: " ").map(String.init)
        var row = Row(
            level: level, what: words.joined(separator: " "), peer: peer, size: "\(effort.size)",
            cpu: "\(cpu.name)", peerChecked: checked)
        (row.speed, row.nanoseconds, row.peerNanoseconds) = (
            contest.speed(own, beside: peer), contest.time(own), contest.time(peer)
        )
        report(row)
    }

    private func measure(_ element: DeclaredElement, _ format: PixelFormat, _ worker: WorkerProcess) throws {
        let isChecked = try element.check(format, worker)
        let seconds = effort.seconds
        var contest = Contest()
        let own = try worker.made(.chain(element.chain(format, effort.size)))
        contest.add("own") { try own.time(seconds: seconds, frames: 3...2000) }
        let identity = try worker.made(
            .chain(ChainItem(launch: "identity", input: format, output: format, size: effort.size)))
        contest.add("identity") { try identity.time(seconds: seconds, frames: 3...2000) }
        try contest.run(rounds: rounds)
        row(.element, element, format, contest, beside: "identity", checked: isChecked ? Row.reference : nil)
    }

    private func measure(
        _ element: DeclaredElement, _ source: DeclaredElement.Source, _ format: PixelFormat
    ) throws {
        let video = VideoInfo(format, effort.size)
        let render = try source(CPULevel.best.kernels, video)
        // What can fail has run once.
        try render()
        let (bytes, seconds) = (Image(video).bytes.count, effort.seconds)
        let pass = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        defer { pass.deallocate() }
        pass.initializeMemory(as: UInt8.self, repeating: 1, count: bytes)
        var contest = Contest()
        contest.add("own") { try timeCalls(seconds: seconds) { try? render() } }
        contest.add("memory pass") { try timeCalls(seconds: seconds) { swv_memory_pass(pass, bytes) } }
        try contest.run(rounds: rounds)
        row(.effect, element, format, contest, beside: "memory pass", checked: nil)
    }
}
