// SPDX-License-Identifier: MIT
public import PixelCore

/// An effect that makes frames of another format, or size, of frames.
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

    /// How much smaller frames are made, 1 or more; 1 keeps their size.
    static func reduction(_ settings: Settings) -> Int

    /// What a width or height becomes: at least 1, never less for a greater length, and the same where `reduction` is 1.
    static func reduced(_ length: Int, by reduction: Int) -> Int

    /// Prepares for frames of `input` to make frames of `output`, whose size is that of `reduced`.
    ///
    /// Another stream begins where `input` is another than before.
    func configure(_ input: VideoInfo, output: VideoInfo, reduction: Int) throws

    /// Whether the frame at `time` is passed on. Times are in nanoseconds, nil where unknown.
    ///
    /// Called once for each frame, in their order, with the settings that it will be rendered with.
    func admits(time: Int64?, duration: Int64?) -> Bool

    /// Writes every visible sample of `output`, which does not overlap `input`; throws if one is not as configured.
    func render(_ input: Frame, _ output: Frame, bands: BandExecutor) throws
}

extension ConvertingEffect {
    /// One choice: all output formats.
    public static var formatChoices: [[PixelFormat]] { [outputFormats] }
    /// The first choice, whatever the settings.
    public static func preferredChoice(_ settings: Settings) -> Int { 0 }
    /// 1: frames keep their size.
    public static func reduction(_ settings: Settings) -> Int { 1 }
    /// The length itself, for effects that keep the size.
    public static func reduced(_ length: Int, by reduction: Int) -> Int { length }
    /// True: every frame is passed on.
    public func admits(time: Int64?, duration: Int64?) -> Bool { true }
}
