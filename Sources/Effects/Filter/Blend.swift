// SPDX-License-Identifier: MIT
public import Expressions
public import KernelTypes
internal import PixelCore

/// A blend: its settings, and its law, which computes a pixel of those of two frames.
public protocol Blend: EffectSettings {
    /// A pixel, whose colours are multiplied by its alpha. Those of `first` and `second` are not.
    ///
    /// Where frames have no alpha, both are opaque, and what is not is seen over black. A colour below 0 or above 1 is limited where it is
    /// stored, unless `isLimited` is false. Other pixels it reads by their coordinates, if any.
    static func pixel(_ first: Pixel, _ second: Pixel, _ u: Parameters<Self>) -> Pixel

    /// Whether a pixel is opaque where both frames are.
    var keepsOpaque: Bool { get }

    /// What makes each byte of opaque R'G'B', and says the same as the law; nil: nothing does.
    var bytes: ByteBlend? { get }

    /// The part of the second frame in a mix of both, where frames without alpha are no more than mixed; nil: they are not.
    var opaqueMix: Double? { get }

    /// What alpha of the second frame is multiplied by, where the blend lays it over an opaque first one; nil: it does something else.
    var overOpacity: Double? { get }

    /// Whether a code of a frame may become more than one, so that frames that are stretched are not to be rounded to codes before.
    var isSteep: Bool { get }

    /// Whether colours of Y'CbCr are limited to R'G'B' before they are stored. False: the law limits what it computes itself, and what
    /// frames have beyond R'G'B' stays where it is only weighted.
    var isLimited: Bool { get }

    /// What the user should know of settings that can't be followed as they are, for frames of a size; nil: nothing.
    func warning(of size: Pixel.Size) -> String?

    /// Whether the first frame alone is shown, as it is.
    var isPassthrough: Bool { get }

    /// Whether the first frame changes where there is no second one.
    var changesAlone: Bool { get }

    /// What a pixel of the first frame is then, with colours that are not multiplied by its alpha.
    static func alone(_ first: Pixel, _ u: Parameters<Self>) -> Pixel

    /// How the second frame comes to the size of the first.
    var sizing: MixSizing { get }
}

extension Blend {
    /// False: for blends that do not, or that nobody cares about.
    public var keepsOpaque: Bool { false }
    /// Nil: nothing does.
    public var bytes: ByteBlend? { nil }
    /// Where one is laid over the other.
    public var opaqueMix: Double? { overOpacity }
    /// Nil: for blends that do something else.
    public var overOpacity: Double? { nil }
    /// True: for blends of which nobody has said otherwise.
    public var isSteep: Bool { true }
    /// True: for blends that may leave it.
    public var isLimited: Bool { true }
    /// Nil: for blends that follow all of them.
    public func warning(of size: Pixel.Size) -> String? { nil }
    /// False: for blends that always change something.
    public var isPassthrough: Bool { false }
    /// False: it is shown as it is.
    public var changesAlone: Bool { false }
    /// The pixel as it is.
    public static func alone(_ first: Pixel, _ u: Parameters<Self>) -> Pixel { first }
    /// Each side by itself.
    public var sizing: MixSizing { .stretch }

    /// The law as the engine takes it: alpha, where frames have it, is not multiplied into the colours.
    static func graph(_ frame: Pixel.Size, hasAlpha: Bool, hasSecond: Bool, _ u: Parameters<Self>) -> Graph {
        var graph: Graph
        if hasSecond {
            let made = pixel(Pixel(of: frame), Pixel(image: 1, of: frame), u)
            graph = hasAlpha ? Graph(made.rgb / made.a, alpha: made.a) : Graph(made.rgb)
        } else {
            let made = alone(Pixel(of: frame), u)
            graph = hasAlpha ? Graph(made.rgb, alpha: made.a) : Graph(made.rgb * made.a)
        }
        let isLimited = u.structure(\.isLimited)
        if hasAlpha || !isLimited { graph.isLimited = isLimited }
        return graph
    }
}

/// A blend that is an element: one such type and a line of the catalogue make it, its properties, tests and documentation.
public protocol BlendElement: Blend {
    /// What GStreamer and the documentation show.
    static var metadata: ElementMetadata { get }
    /// The settings as properties, without those that all have.
    static var properties: [Property<Self>] { get }
    /// Pixels before and after, from where the law was published, for tests.
    static var examples: [BlendExample<Self>] { get }

    /// For live video: whether an input that has not begun is waited for. It does not change frames.
    var ignoresInactivePads: Bool { get set }
}

/// A blend of two inputs.
public protocol PairBlend: BlendElement {
    /// How the second frame comes to the size of the first.
    var sizing: MixSizing { get set }
}

/// What a blend makes of two pixels, R', G', B' and alpha in codes from 0 to 255.
public struct BlendExample<Settings: EffectSettings>: Sendable {
    /// What the blend is set to.
    public let settings: Settings
    /// The pixel of the first frame.
    public let first: SIMD4<UInt8>
    /// The pixel of the second frame.
    public let second: SIMD4<UInt8>
    /// The pixel that is made.
    public let output: SIMD4<UInt8>

    /// `change` makes the settings of the defaults.
    public init(
        _ first: SIMD4<UInt8>, _ second: SIMD4<UInt8>, _ output: SIMD4<UInt8>,
        _ change: (inout Settings) -> Void = { _ in }
    ) {
        var settings = Settings()
        change(&settings)
        (self.settings, self.first, self.second, self.output) = (settings, first, second, output)
    }
}

/// The program of a blend, for frames of one format.
final class BlendProgram<B: Blend>: ProgramEffect {
    private let stage = LawStage<B>()
    private let hasSecond: Bool

    /// Of two frames, or of the first alone.
    init(kernels: any KernelSet.Type, hasSecond: Bool) {
        self.hasSecond = hasSecond
        super.init(kernels: kernels)
    }

    /// What the user should know of settings: once for each such settings, else nil.
    func takeWarning() -> String? { stage.takeWarning() }

    /// `first` and `second` as of `prepare`.
    func configure(_ video: VideoInfo, first: VideoInfo? = nil, second: VideoInfo?) throws {
        stage.forget()
        try prepare(video, first: first, second: second, isOfTwo: hasSecond)
    }

    func update(_ settings: B) throws {
        guard let video else { return }
        let hasAlpha = video.hasAlpha
        if stage.mustRead(settings) { stage.warning = settings.warning(of: video.size) }
        let graph = stage.graph(settings) { B.graph(video.size, hasAlpha: hasAlpha, hasSecond: hasSecond, $0) }
        if let graph, graph.looksAround || graph.remembers || !graph.means.isEmpty {
            stage.forget()
            throw EffectError("A blend reads no neighbours but by their coordinates.")
        }
        try update(settings, stage, graph)
    }
}
