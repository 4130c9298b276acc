// SPDX-License-Identifier: MIT
public import PixelCore

/// An effect that makes frames of another format, size or orientation of frames.
///
/// Rendering allocates nothing.
public protocol ConvertingEffect: SettableEffect {
    /// What frames may be.
    static var inputFormats: [PixelFormat] { get }

    /// What it makes of them, the most useful first.
    static var outputFormats: [PixelFormat] { get }

    /// Parts of the output formats, of which settings may prefer one.
    static var formatChoices: [[PixelFormat]] { get }

    /// The part to take formats of, where others are possible too: an index.
    static func preferredChoice(_ settings: Settings) -> Int

    /// Whether the output always has the input's format.
    static var keepsFormat: Bool { get }

    /// What may become of frames' sizes and orientation, at most 31; the first leaves both as they are.
    static var plans: [FramePlan] { get }

    /// The one of `plans` to follow: an index. `orientation` is what the video's image-orientation tag asks for.
    static func planIndex(_ settings: Settings, orientation: VideoDirection) -> Int

    /// What a width or height becomes, before a turn: at least 1, never less for a greater length, and the same where
    /// `reduction` is 1.
    static func reduced(_ length: Int, by reduction: Int) -> Int

    /// How much of frames is shown by a plan that shows a part of them.
    static func share(_ settings: Settings) -> FrameShare

    /// Prepares for frames of `input` to make frames of `output`, whose size is that of `plan`.
    ///
    /// Another stream begins where `input` is another than before.
    func configure(_ input: VideoInfo, output: VideoInfo, plan: FramePlan) throws

    /// Whether the frame at `time` is passed on. Times are in nanoseconds, nil where unknown.
    ///
    /// Called once for each frame, in their order, with the settings that it will be rendered with.
    func admits(time: Int64?, duration: Int64?) -> Bool

    /// What the output shows of the frame that was last passed on; nil: all.
    var place: FramePlace? { get }

    /// Writes every visible sample of `output`, which does not overlap `input`; throws if one is not as configured.
    func render(_ input: Frame, _ output: Frame, bands: BandExecutor) throws
}

extension ConvertingEffect {
    /// One choice: all output formats.
    public static var formatChoices: [[PixelFormat]] { [outputFormats] }
    /// The first choice, whatever the settings.
    public static func preferredChoice(_ settings: Settings) -> Int { 0 }
    /// False: the formats are chosen by themselves.
    public static var keepsFormat: Bool { false }
    /// One: frames keep their size and orientation.
    public static var plans: [FramePlan] { [FramePlan("")] }
    /// The first plan, whatever the settings.
    public static func planIndex(_ settings: Settings, orientation: VideoDirection) -> Int { 0 }
    /// The length itself, for effects that keep the size.
    public static func reduced(_ length: Int, by reduction: Int) -> Int { length }
    /// All, for effects without such a plan.
    public static func share(_ settings: Settings) -> FrameShare { .whole }
    /// Nil: all of it.
    public var place: FramePlace? { nil }
    /// True: every frame is passed on.
    public func admits(time: Int64?, duration: Int64?) -> Bool { true }
}
