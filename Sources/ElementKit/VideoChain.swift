// SPDX-License-Identifier: MIT
internal import CElementShim
public import Effects
internal import PixelCore

/// Texts of an element whose stages are its children.
struct ChainTexts: EffectSettings {
    var filters: String?
    var location: String?

    static let properties: [Property<ChainTexts>] = [
        .string(
            "filters", \.filters, nick: "Filters",
            "The filters in order, such as eq method=clahe ! sepia intensity=0.8 ! vignette start=0.2. NULL or nothing passes frames through. Reads as the filters and settings of now; a text that is wrong is refused with a warning"
        ),
        .string(
            "location", \.location, nick: "Location",
            "A text file with what filters takes, read when this is set. New lines count as \"!\"; # begins a comment"),
        // C sums up those of the stages.
        .temporalWindow { _ in 0 },
    ]
}

/// An element that renders a chain of filters and other effects in place, in every pixel format. They are its children.
///
/// It has `filters`, `location`, `temporal-window` and `n-threads`.
public struct VideoChain: Element {
    public let metadata: ElementMetadata
    private let stages: @Sendable () -> [ChainStageSource]
    /// Elements that can't be stages, and why.
    private let others: @Sendable () -> [any Element]
    private let table = PropertyTable(properties: ChainTexts.properties)

    /// A chain may have any of `stages`. Texts that name one of `others` are told why that can't be. Both are asked for when there is a
    /// chain.
    public init(
        _ metadata: ElementMetadata, stages: @autoclosure @escaping @Sendable () -> [ChainStageSource],
        others: @autoclosure @escaping @Sendable () -> [any Element]
    ) {
        self.metadata = metadata
        self.stages = stages
        self.others = others
    }

    public var propertyDocs: [PropertyDoc] { table.docs }

    public func register(plugin: OpaquePointer) -> Bool {
        let names = ChainNames("\(metadata.factoryName)", stages, others: others)
        let context = ElementContext(
            properties: table,
            makeRenderer: { [table] in
                let state = ChainState(names.types)
                return FrameRenderer(
                    configure: state.configure, reset: state.effect.reset,
                    render: { frame, values, user in
                        try state.render(frame, bandExecutor(threads: table.threads(values.list), user))
                    },
                    takeWarning: state.effect.takeWarning, chain: state)
            })
        let chain = immortal([chain(names)])
        return swv_video_filter_register(plugin, immortal([context.filter(metadata, chain: chain)]))
    }

    /// What C takes of chains, which has `names` as its context for ever.
    private func chain(_ names: ChainNames) -> SwvChain {
        SwvChain(
            types: { context, count in
                let names = of(context, ChainNames.self)
                _ = names.others
                count.pointee = names.types.count
                return names.rows
            },
            filters: 0, location: 1, window: 2, maximum_bytes: Chain.maximumBytes,
            context: UnsafeRawPointer(Unmanaged.passRetained(names).toOpaque()),
            parse: { context, text, data, take, refuse in
                do {
                    let names = of(context, ChainNames.self)
                    let chain = try Chain(
                        String(cString: text), types: names.types, others: names.others, read: readFile)
                    let values = ChainValues(chain, names.types)
                    withExtendedLifetime(values) {
                        values.stages.withUnsafeBufferPointer { take(data, $0.baseAddress ?? values.none, $0.count) }
                    }
                } catch {
                    "\(error)".withCString { refuse(data, $0) }
                }
            },
            write: { context, stages, count, data, take in
                let text = Chain(of(context, ChainNames.self).types, stages, count).text
                text.withCString { take(data, $0, text.utf8.count) }
            },
            supports: { context, stages, count, video, error in
                succeeds(error) {
                    let chain = Chain(of(context, ChainNames.self).types, stages, count)
                    if let refusal = chain.refusal(of: try VideoInfo(video.pointee)) { throw EffectError(refusal) }
                }
            },
            take: { effect, stages, count, serial in
                of(effect, FrameRenderer.self).chain?
                    .take(UnsafeBufferPointer(start: stages, count: count), serial: serial)
            },
            report: { effect, stage, report in
                let told = of(effect, FrameRenderer.self).chain?.effect.report(ofStage: stage)
                if let told { report.pointee.take(told) }
            })
    }
}

/// What texts may name, and what they may not, and why. One thread at a time asks first; then nothing changes.
private final class ChainNames {
    private let name: String
    private let stages: () -> [ChainStageSource]
    private let elements: () -> [any Element]
    private(set) lazy var others = Dictionary(
        elements().map { ("\($0.metadata.factoryName)", $0.kind.reason) } + [(name, "Name its filters.")]
    ) { $1 }
    private lazy var sources = stages()
    private(set) lazy var types = sources.map(\.type)
    /// C's table of them, in memory that is never freed.
    private(set) lazy var rows = immortal(sources.map { $0.row() })

    init(_ name: String, _ stages: @escaping () -> [ChainStageSource], others: @escaping () -> [any Element]) {
        (self.name, self.stages, elements) = (name, stages, others)
    }
}

extension ElementKind {
    /// Why an element is no stage of chains.
    fileprivate var reason: String {
        switch self {
        case .filter: "Put it before the chain or after it."
        case .converter: "It may make frames of another size or format; put it before the chain or after it."
        case .mixer: "It takes more than one video; put it before the chain or after it."
        case .source: "It makes video of nothing; put it before the chain."
        }
    }
}

extension Chain {
    /// Stages as C has them.
    fileprivate init(_ types: [StageType], _ stages: UnsafePointer<SwvStage>, _ count: Int) {
        self.init(
            stages: UnsafeBufferPointer(start: stages, count: count).map { stage in
                let type = types[stage.type]
                return ChainStage(
                    type, label: String(cString: stage.label),
                    values: type.properties.indices.map { type.properties[$0].value(stage.values[$0]) })
            })
    }
}

/// One chain instance's effect, with what it was last told.
final class ChainState {
    let effect = ChainEffect()
    private let types: [StageType]
    private var video: VideoInfo?
    private var chain = Chain()
    private var listSerial: UInt64?
    private var serials: [UInt64] = []
    private var mustUpdate = true

    init(_ types: [StageType]) { self.types = types }

    func configure(_ info: SwvVideoInfo) throws -> SwvGeometry {
        let video = try VideoInfo(info)
        try effect.configure(video)
        self.video = video
        mustUpdate = true
        return video.geometry
    }

    /// Takes the stages of the next frame; what has not changed is not read.
    func take(_ stages: UnsafeBufferPointer<SwvStage>, serial: UInt64) {
        if serial != listSerial {
            chain = Chain(stages: stages.map { ChainStage(types[$0.type], label: String(cString: $0.label)) })
            serials = stages.map { _ in .max }
            listSerial = serial
            mustUpdate = true
        }
        for (index, stage) in stages.enumerated() where stage.serial != serials[index] {
            chain.setValues(ofStage: index) { $1.value(stage.values[$0]) }
            serials[index] = stage.serial
            mustUpdate = true
        }
    }

    func render(_ frame: SwvFrame, _ bands: BandExecutor) throws {
        guard let video else { throw EffectError("A frame came before its caps.") }
        if mustUpdate { try effect.update(chain) }
        mustUpdate = false
        try effect.render(Frame(frame, video.format, width: video.width, height: video.height), bands: bands)
    }
}

/// A chain as C takes it, in memory of its own.
private final class ChainValues {
    private(set) var stages: [SwvStage] = []
    /// For no stages.
    let none = UnsafePointer(UnsafeMutablePointer<SwvStage>.allocate(capacity: 1))
    private var values: [UnsafeMutableBufferPointer<SwvValue>] = []
    private var flags: [UnsafeMutableBufferPointer<Bool>] = []
    private var strings: [UnsafeMutableBufferPointer<CChar>] = []
    private var contents: [Content] = []

    init(_ chain: Chain, _ types: [StageType]) {
        for stage in chain.stages {
            let row = UnsafeMutableBufferPointer<SwvValue>.allocate(capacity: stage.values.count)
            let given = UnsafeMutableBufferPointer<Bool>.allocate(capacity: stage.values.count)
            _ = given.initialize(from: stage.isGiven)
            _ = row.initialize(from: stage.values.map { value($0) })
            values.append(row)
            flags.append(given)
            guard let type = types.firstIndex(where: { $0.name == stage.type.name }), let base = row.baseAddress,
                let label = string(stage.label)
            else { continue }
            stages.append(
                SwvStage(type: type, label: label, values: base, is_given: given.baseAddress, serial: 0))
        }
    }

    deinit {
        none.deallocate()
        values.forEach { $0.deallocate() }
        flags.forEach { $0.deallocate() }
        strings.forEach { $0.deallocate() }
    }

    private func string(_ text: String) -> UnsafePointer<CChar>? {
        let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.utf8CString.count)
        _ = copy.initialize(from: text.utf8CString)
        strings.append(copy)
        return copy.baseAddress.map { UnsafePointer($0) }
    }

    private func value(_ value: PropertyValue) -> SwvValue {
        SwvValue(value, keep: string) { object in
            let content = Content(object)
            contents.append(content)
            return content.pointer
        }
    }
}
