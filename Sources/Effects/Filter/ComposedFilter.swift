// SPDX-License-Identifier: MIT
public import Expressions
public import KernelTypes
public import PixelCore
import PixelKernels

/// A filter that is several laws in a row, each of what the one before has stored.
///
/// One such type and a line of the catalogue make an element and a stage of chains, as a ``Filter`` does.
public protocol ComposedFilter: EffectSettings {
    /// What GStreamer and the documentation show.
    static var metadata: ElementMetadata { get }
    /// The settings as properties.
    static var properties: [Property<Self>] { get }
    /// In order.
    static var parts: [FilterPart<Self>] { get }
    /// Where parts find what the one before has made.
    var storage: PartStorage { get }
    /// Whether these settings leave frames of every size as they are.
    var isPassthrough: Bool { get }
    /// Colours before and after, from where the law was published, for tests.
    static var examples: [FilterExample<Self>] { get }
    /// Pixels of a frame that depend on others, from where the law was published, for tests.
    static var probes: [FilterProbe<Self>] { get }
}

extension ComposedFilter {
    /// None.
    public static var examples: [FilterExample<Self>] { [] }
    /// None.
    public static var probes: [FilterProbe<Self>] { [] }

    /// The frame.
    public var storage: PartStorage { .frame }

    /// Whether all parts do.
    public var isPassthrough: Bool { Self.parts.allSatisfy { $0.isPassthrough(self) } }
}

/// Where the laws of a composed filter find what the one before has made.
public enum PartStorage: Sendable {
    /// In the frame as it is.
    case frame
    /// In 16 bits of R'G'B'. Such parts do not change alpha.
    case rgb16
    /// In 16 bits of R'G'B' or, where frames are of that, of Y'CbCr with chroma for every pixel; and of alpha.
    case wide
}

/// A law of several.
public struct FilterPart<Settings: EffectSettings>: Sendable {
    let isPassthrough: @Sendable (Settings) -> Bool
    fileprivate let open: @Sendable (any KernelSet.Type) -> any OpenPart<Settings>

    /// `law` takes its settings of those of the whole and of the frame's size. It samples means of cells, which go through `parts` as a
    /// frame of R'G'B' in 16 bits before. What leaves frames of every size as they are, the whole has to say.
    public init<Law: PixelLaw>(
        of parts: [FilterPart<Settings>], _ law: @escaping @Sendable (Settings, Pixel.Size) -> Law
    ) {
        isPassthrough = { _ in false }
        open = { kernels in
            LawPart(FilterEffect<Law>(kernels: kernels), { _ in 1 }, law, ofParts: parts.map { $0.open(kernels) })
        }
    }

    /// `law` takes its settings of those of the whole.
    public init<Law: PixelLaw>(_ law: @escaping @Sendable (Settings) -> Law) {
        isPassthrough = { law($0).isPassthrough }
        open = { LawPart(FilterEffect<Law>(kernels: $0), { _ in 1 }) { settings, _ in law(settings) } }
    }

    /// `law` takes its settings of those of the whole and of the frame's size, and is done as often as `times` says: it must not read
    /// the last frame. What leaves frames of every size as they are, the whole has to say.
    public init<Law: PixelLaw>(
        times: @escaping @Sendable (Settings) -> Int,
        _ law: @escaping @Sendable (Settings, Pixel.Size) -> Law
    ) {
        isPassthrough = { _ in false }
        open = { LawPart(FilterEffect<Law>(kernels: $0), times, law) }
    }
}

/// A part with an effect, whatever its law.
private protocol OpenPart<Settings>: AnyObject {
    associatedtype Settings
    func configure(_ video: VideoInfo) throws
    func update(_ settings: Settings) throws
    func reset()
    func render(_ frame: Frame, bands: BandExecutor) throws
}

private final class LawPart<Settings: EffectSettings, Law: PixelLaw>: OpenPart {
    private let effect: FilterEffect<Law>
    private let times: @Sendable (Settings) -> Int
    private let law: @Sendable (Settings, Pixel.Size) -> Law
    private var size = Pixel.Size()
    /// How often it changes a frame.
    private var count = 0
    /// What means of cells go through, and the frame that they are then.
    private let parts: [any OpenPart<Settings>]
    private var reduced: ReducedFrame?

    init(
        _ effect: FilterEffect<Law>, _ times: @escaping @Sendable (Settings) -> Int,
        _ law: @escaping @Sendable (Settings, Pixel.Size) -> Law, ofParts parts: [any OpenPart<Settings>] = []
    ) {
        (self.effect, self.times, self.law, self.parts) = (effect, times, law, parts)
    }

    func configure(_ video: VideoInfo) throws {
        (count, size, reduced) = (0, video.size, nil)
        try effect.configure(video)
    }

    func update(_ settings: Settings) throws {
        let law = law(settings, size)
        count = law.isPassthrough ? 0 : times(settings)
        if count > 0 { try effect.update(law) } else { effect.reset() }
        guard !parts.isEmpty, let video = effect.video, let grid = effect.grid else { return }
        if reduced?.video.width != grid.columns || reduced?.video.height != grid.rows {
            reduced = nil
            let new = try ReducedFrame(of: video, columns: grid.columns, rows: grid.rows)
            for part in parts { try part.configure(new.video) }
            reduced = new
        }
        for part in parts { try part.update(settings) }
    }

    func reset() { effect.reset() }

    func render(_ frame: Frame, bands: BandExecutor) throws {
        try effect.check(frame)
        for _ in 0..<count {
            try effect.render(frame, bands: bands) { cells in
                try reduced?.change(cells) { small in
                    for part in parts { try part.render(small, bands: bands) }
                }
            }
        }
    }
}

/// The effect of a composed filter.
public final class ComposedEffect<F: ComposedFilter>: InPlaceEffect {
    private let parts: [any OpenPart<F>]
    private let kernels: any KernelSet.Type
    private var video: VideoInfo?
    /// What parts are configured for.
    private var storage = PartStorage.frame
    /// Where parts are of 16 bits.
    private var wide: WideFrame?

    /// Uses the kernels of the best level that the CPU has.
    public convenience init() { self.init(kernels: CPULevel.current.kernels) }

    /// Uses `kernels`, which the CPU must be able to run.
    public init(kernels: any KernelSet.Type) {
        self.kernels = kernels
        parts = F.parts.map { $0.open(kernels) }
    }

    public static func isPassthrough(_ settings: F) -> Bool { settings.isPassthrough }

    public func configure(_ video: VideoInfo) throws {
        self.video = video
        try configure(video, .frame)
    }

    private func configure(_ video: VideoInfo, _ storage: PartStorage) throws {
        (self.storage, wide) = (storage, nil)
        if storage != .frame {
            wide = try WideFrame(of: video, isWhole: storage == .wide, kernels: kernels)
        }
        for part in parts { try part.configure(wide?.wideVideo ?? video) }
    }

    public func update(_ settings: F) throws {
        if let video, storage != settings.storage { try configure(video, settings.storage) }
        for part in parts { try part.update(settings) }
    }

    public func reset() { for part in parts { part.reset() } }

    public func render(_ frame: Frame, bands: BandExecutor) throws {
        try wide?.take(frame, bands: bands)
        let made = wide?.frame(of: frame) ?? frame
        for part in parts { try part.render(made, bands: bands) }
        try wide?.put(frame, bands: bands)
    }
}
