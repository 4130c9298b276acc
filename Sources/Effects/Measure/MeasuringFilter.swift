// SPDX-License-Identifier: MIT
public import Expressions

/// A filter that tells of frames. One such type and a line of the catalogue make an element.
///
/// Its own law makes what is shown, where `onlyReads` does not leave frames as they are.
public protocol MeasuringFilter: Filter {
    /// Numbers that are made of all pixels before they are measured: one to three at a time, of those before, which laws find as the
    /// colours of `p` and of its neighbours, or through a window that is a sum. They are not limited. The first are made of the
    /// frame's pixels, each for itself. None: pixels are measured as they come. Read once for each structure of the settings.
    static func maps(_ p: Pixel, _ u: Parameters<Self>) -> [[Num]]

    /// What is measured of frames, of pixels as they come or of the last of the numbers that are made of them, and of their neighbours.
    /// It is read once for each structure of the settings.
    static func measurements(_ p: Pixel, _ u: Parameters<Self>) -> [Measurement]

    /// What is kept of a pixel for the next frame, whose measurements find it as `previous` of pixels; a first frame finds itself. Nil:
    /// nothing.
    static func memory(_ p: Pixel, _ u: Parameters<Self>) -> Color<Num>?

    /// What is told of a frame.
    func report(_ frame: MeasuredFrame) -> EffectReport

    /// The settings that show a frame of which this was measured; nil: these, whatever it was.
    func settings(of frame: MeasuredFrame) -> Self?

    /// Draws what was found, where that is shown.
    func draw(_ frame: MeasuredFrame, on marks: Marks)

    /// The colour of marks.
    var markColor: ColorSetting { get }

    /// Whether there are marks or images to show.
    static var draws: Bool { get }

    /// Whether reports have regions, so that all frames are measured.
    static var findsRegions: Bool { get }

    /// The property that is set to a colour that users pick from a frame; nil: there is none.
    static var picked: StaticString? { get }

    /// Every so many rows one is measured, from the first on. Where that is not 1, codes are counted alone: means are of all rows.
    var rowStep: Int { get }

    /// Whether frames stay as they are.
    var onlyReads: Bool { get }

    /// Whether messages are posted.
    var postsMessages: Bool { get set }

    /// Least stream time from one message to the next, in nanoseconds; 0: each frame has one.
    var interval: UInt64 { get set }
}

/// What was measured of a frame.
public struct MeasuredFrame {
    /// The frame's size.
    public let size: Pixel.Size
    /// What each measurement has found; 0 where codes are counted.
    public let numbers: [Double]
    /// Of each measurement, where codes are counted. The memory is the effect's, valid until its next call.
    public let counts: [UnsafeBufferPointer<UInt32>?]
    /// Of each measurement, what was found, where something is looked for.
    let finds: [FoundList?]
    /// An image that is shown; nil: there is none.
    let image: UnsafePointer<UInt8>?

    /// A column of what a measurement has found, the first `most` rows of it. Of points, columns are x, y, and the number there; of
    /// lines, x and y of one end, x and y of the other, the direction in degrees, the distance in pixels, and how many pixels voted for
    /// it. Places are fractions of the frame. The memory is the effect's, valid until its next call.
    public func found(_ measurement: Int, column: Int, most: Int = .max) -> UnsafeBufferPointer<Double> {
        finds[measurement]?.column(column, most: most) ?? UnsafeBufferPointer(start: nil, count: 0)
    }
}

extension MeasuringFilter {
    /// None: for what is measured of the frame itself.
    public static func maps(_ p: Pixel, _ u: Parameters<Self>) -> [[Num]] { [] }
    /// Nothing.
    public func draw(_ frame: MeasuredFrame, on marks: Marks) {}
    /// Red.
    public var markColor: ColorSetting { 0xff0000 }
    /// False: for filters whose law shows all there is.
    public static var draws: Bool { false }
    /// Nil: for what depends on one frame.
    public static func memory(_ p: Pixel, _ u: Parameters<Self>) -> Color<Num>? { nil }
    /// Nil: for what depends on settings and pixels alone.
    public func settings(of frame: MeasuredFrame) -> Self? { nil }
    /// False: for filters that tell of frames as a whole.
    public static var findsRegions: Bool { false }
    /// Nil: for filters that look for no colour.
    public static var picked: StaticString? { nil }
    /// 1: all are.
    public var rowStep: Int { 1 }
    /// True: for filters that show nothing.
    public var onlyReads: Bool { true }
    /// The pixel as it is.
    public static func color(_ p: Pixel, _ u: Parameters<Self>) -> Color<Num> { p.rgb }
}
