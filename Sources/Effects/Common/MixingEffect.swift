// SPDX-License-Identifier: MIT
public import PixelCore

/// An input of a mix.
public enum MixInput: Sendable, Equatable {
    /// A: what says how large the output is, and in which format.
    case first
    /// B: what is laid over it.
    case second
}

/// The size of a frame, and the shape of its pixels: how wide one is, divided by how high.
public struct FrameSize: Sendable, Equatable {
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int
    /// How wide a pixel is, divided by how high.
    public var pixelAspect: Double

    /// A size with square pixels, unless said otherwise.
    public init(width: Int, height: Int, pixelAspect: Double = 1) {
        (self.width, self.height, self.pixelAspect) = (width, height, pixelAspect)
    }
}

/// An effect that makes a frame of two others.
///
/// The configured format is that of the output and of the first input. Rendering allocates nothing.
public protocol MixingEffect: VideoEffect, SendableMetatype {
    /// The input that alone is shown, as it came; nil: both are seen.
    static func shown(_ settings: Settings) -> MixInput?

    /// Whether the first input changes where there is no second one.
    static func changesFirst(_ settings: Settings) -> Bool

    /// The size to which the second input is brought before it is mixed, at most the configured one.
    static func fittedSize(
        of second: FrameSize, in video: VideoInfo, pixelAspect: Double, interlaced: Bool, _ settings: Settings
    ) -> (width: Int, height: Int)

    /// Whether little of an input may become much, so that inputs of other formats are not to be rounded to codes of the output before.
    static func isSharp(_ settings: Settings) -> Bool

    /// Whether the same is so of inputs that are stretched.
    static func isSteep(_ settings: Settings) -> Bool

    /// Writes every visible sample of `output`, which no input overlaps.
    ///
    /// Inputs are of the configured pixel format, in any size. `first` is stretched to the output, `second` to `fitted`,
    /// which lies in the middle; nil: it stays as large as it is. Of what is missing the other is shown alone. Throws
    /// where both are missing or a frame is of another kind. `otherRange`: which of them have Y'CbCr in full range where the
    /// configured format has limited range, or the other way round.
    func render(
        _ output: Frame, first: Frame?, second: Frame?, otherRange: (first: Bool, second: Bool),
        fitted: (width: Int, height: Int)?, bands: BandExecutor
    ) throws

    /// The same of inputs of any format, which are not rounded before: of effects that may be sharp.
    func render(
        _ output: Frame, reading first: SourceFrame, _ second: SourceFrame?, fitted: (width: Int, height: Int),
        bands: BandExecutor
    ) throws
}

extension MixingEffect {
    /// False: it is shown as it came.
    public static func changesFirst(_ settings: Settings) -> Bool { false }

    /// False: codes are no more than mixed.
    public static func isSharp(_ settings: Settings) -> Bool { false }

    /// False: as above.
    public static func isSteep(_ settings: Settings) -> Bool { false }

    /// For effects that never are.
    public func render(
        _ output: Frame, reading first: SourceFrame, _ second: SourceFrame?, fitted: (width: Int, height: Int),
        bands: BandExecutor
    ) throws { throw EffectError("This effect takes frames of one format.") }
}
