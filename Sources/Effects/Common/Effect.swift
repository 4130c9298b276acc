// SPDX-License-Identifier: MIT
public import KernelTypes
public import PixelCore
import PixelKernels

/// What an effect is told before the first frame, and when the stream changes.
public struct VideoInfo: Sendable, Equatable {
    /// How samples lie in memory.
    public let format: PixelFormat
    /// Columns of luma, or of pixels.
    public let width: Int
    /// Rows of luma, or of pixels; of interlaced frames those of both fields.
    public let height: Int
    /// What the codes mean: matrix and range.
    public var colorimetry: Colorimetry
    /// Nil: unknown, or not always the same.
    public let frameRate: FrameRate?
    /// Whether frames are interlaced, or some may be.
    public let hasFields: Bool
    /// Where chroma lies among the luma that it covers. Only what changes the size of frames, or mixes them, looks at it.
    public var chromaSite: ChromaSite
    /// Whether alpha is 1 throughout, or counts for nothing, though the format has it.
    var isOpaque = false

    /// Takes the description of frames; `configure` of an effect throws where it does not support them.
    public init(
        format: PixelFormat, width: Int, height: Int, colorimetry: Colorimetry, frameRate: FrameRate? = nil,
        hasFields: Bool = false, chromaSite: ChromaSite = .centre
    ) {
        (self.frameRate, self.hasFields, self.chromaSite) = (frameRate, hasFields, chromaSite)
        self.format = format
        self.width = width
        self.height = height
        self.colorimetry = colorimetry
    }

    /// Whether alpha counts.
    var hasAlpha: Bool { format.alphaOffset != nil && !isOpaque }
}

/// Where a sample of chroma lies among the luma that it covers.
public struct ChromaSite: Sendable, Equatable {
    /// Whether it is at the first column of luma, as in MPEG-2, and not in the middle.
    public var isLeft: Bool
    /// Whether it is at the first row of luma, and not in the middle.
    public var isTop: Bool
    /// Whether that is known: what is not is left where it is among other chroma.
    public var isKnown: Bool

    /// A site at a column and a row, or in the middle.
    public init(isLeft: Bool, isTop: Bool, isKnown: Bool = true) {
        (self.isLeft, self.isTop, self.isKnown) = (isLeft, isTop, isKnown)
    }

    /// In the middle of both, as in JPEG.
    public static let centre = ChromaSite(isLeft: false, isTop: false)

    /// What of it counts for a format and rows that are all of one field, or of two.
    func seen(in layout: PixelLayout, hasFields: Bool) -> ChromaSite {
        ChromaSite(
            isLeft: isLeft && layout.chromaShiftX > 0, isTop: isTop && layout.chromaShiftY > 0 && !hasFields)
    }
}

/// Frames for each second, exactly.
public struct FrameRate: Sendable, Equatable {
    /// Frames in ``denominator`` seconds, above 0.
    public let numerator: UInt32
    /// Seconds in which there are ``numerator`` frames, above 0.
    public let denominator: UInt32

    /// Nil unless both are above 0.
    public init?(_ numerator: UInt32, _ denominator: UInt32) {
        guard numerator > 0, denominator > 0 else { return nil }
        (self.numerator, self.denominator) = (numerator, denominator)
    }

    private init(known numerator: UInt32, _ denominator: UInt32) {
        (self.numerator, self.denominator) = (numerator, denominator)
    }

    /// 29.97 and a little.
    public static let ntsc = FrameRate(known: 30000, 1001)
}

/// Why an effect cannot do what it is asked; where memory is wanting, effects throw `OutOfMemory`.
public struct EffectError: Error, Sendable {
    /// What was wrong, and what would be right.
    public let message: String

    /// An error with a sentence for the user.
    public init(_ message: String) {
        self.message = message
    }
}

/// What all effects have: settings -> plan -> render.
///
/// One object renders one stream. Calls come from one thread at a time: `configure`, then `update`, then frames of that
/// format, in any number; `configure` and `update` again when something changes; `reset` at any time.
public protocol SettableEffect: AnyObject {
    /// What the user chooses.
    associatedtype Settings: EffectSettings

    /// An effect that has been told nothing yet.
    init()

    /// Takes new settings.
    func update(_ settings: Settings) throws

    /// Forgets earlier frames: the next frame is not its continuation, as after a seek. Settings and format stay.
    func reset()
}

extension SettableEffect {
    /// Does nothing, for effects that keep no earlier frames.
    public func reset() {}
}

/// An effect that is configured for frames of one format and size.
public protocol VideoEffect: SettableEffect {
    /// Prepares for frames of `video`, with which another stream begins: what was remembered is forgotten, as by `reset`.
    func configure(_ video: VideoInfo) throws

    /// What the user should know of settings that could not be followed as they are: once for each such settings, else nil.
    func takeWarning() -> String?
}

extension VideoEffect {
    /// Nil: for effects that follow every setting.
    public func takeWarning() -> String? { nil }
}

/// An effect that changes a frame in place.
///
/// Between `configure` and `update`, frames stay as they are. Rendering allocates nothing; making a report may.
public protocol InPlaceEffect: VideoEffect, SendableMetatype {
    /// An effect that uses `kernels`, which the CPU must be able to run.
    init(kernels: any KernelSet.Type)

    /// Why frames of `video` can't be changed, what was wrong and what would be right; nil: they can. `configure` throws the same.
    static func refusal(of video: VideoInfo) -> String?

    /// Why frames can't be changed by `settings`, likewise; `update` throws the same.
    static func refusal(of settings: Settings) -> String?

    /// Whether frames leave as they came.
    static func isPassthrough(_ settings: Settings) -> Bool

    /// Whether frames are looked at alone, and stay as they are.
    static func onlyReads(_ settings: Settings) -> Bool

    /// Changes `frame`; throws if it is not of the configured format and size.
    func render(_ frame: Frame, bands: BandExecutor) throws

    /// What there is to tell of the frame last rendered; nil: nothing.
    var report: EffectReport? { get }
}

extension InPlaceEffect {
    /// For effects without kernels.
    public init(kernels: any KernelSet.Type) { self.init() }

    /// Nil: for effects that change any video.
    public static func refusal(of video: VideoInfo) -> String? { nil }

    /// Nil: for effects that any settings are possible with.
    public static func refusal(of settings: Settings) -> String? { nil }

    /// False: for effects that change frames.
    public static func onlyReads(_ settings: Settings) -> Bool { false }

    /// Nil: for effects that have nothing to tell.
    public var report: EffectReport? { nil }
}
