// SPDX-License-Identifier: MIT
/// What is equalized.
public enum EqualizationMode: Int32, CaseIterable, Sendable {
    /// Luma; colours keep their hue.
    case luma = 0
    /// Red, green and blue, each by its own histogram.
    case rgb = 1
}

/// What becomes of the chroma of Y'CbCr where luma alone is equalized.
public enum EqualizationChroma: Int32, CaseIterable, Sendable {
    /// It grows with luma, as R', G' and B' do.
    case scale = 0
    /// It stays as it is.
    case keep = 1
}

/// How a histogram becomes a table.
public enum EqualizationMapping: Int32, CaseIterable, Sendable {
    /// The cumulative distribution function: Metal's and vImage's.
    case cdf = 0
    /// As `cdf`, with the darkest code that there is mapped to black: OpenCV's `equalizeHist`.
    case cdfMin = 1
}

/// Which pixels a pixel is compared with.
public enum EqualizationMethod: Int32, CaseIterable, Sendable {
    /// All of the frame.
    case global = 0
    /// Those of the tiles around it, contrast limited: OpenCV's CLAHE.
    case clahe = 1
}

/// What the user chooses of the equalization.
public struct EqualizationSettings: EffectSettings, Equatable {
    /// What is equalized.
    public var mode = EqualizationMode.luma
    /// What becomes of chroma, where luma is equalized.
    public var chroma = EqualizationChroma.scale
    /// How a histogram becomes a table.
    public var mapping = EqualizationMapping.cdf
    /// Which pixels a pixel is compared with.
    public var method = EqualizationMethod.global
    /// How many times its fair share of a tile's pixels a code may count; 0: any number.
    @Limited(0...1000) public var clipLimit = 2.0
    /// Tiles across the frame, 1...64.
    @Limited(1...64) public var gridWidth: Int32 = 8
    /// Tiles down the frame, 1...64.
    @Limited(1...64) public var gridHeight: Int32 = 8
    /// How far codes move to where the table puts them, 0...1; 0 leaves frames as they are.
    @Limited(0...1) public var intensity = 1.0
    /// Time constant of the tables' exponential blend in seconds; 0 gives each frame its own table.
    @Limited(0...60) public var smoothingTime = 0.0
    /// Part of the pixels that must be in other bins than in the frame before for the blend to start afresh, 0...1.
    @Limited(0...1) public var sceneChange = 0.4
    /// Left edge of where the histogram is taken, as a part of the frame's width, 0...1.
    @Limited(0...1) public var regionX = 0.0
    /// Upper edge of where the histogram is taken, as a part of the frame's height, 0...1.
    @Limited(0...1) public var regionY = 0.0
    /// Width of where the histogram is taken, as a part of the frame's, 0...1.
    @Limited(0...1) public var regionWidth = 1.0
    /// Height of where the histogram is taken, as a part of the frame's, 0...1.
    @Limited(0...1) public var regionHeight = 1.0
    /// Whether histograms are reported.
    public var postsMessages = false
    /// The least time from one report to the next in nanoseconds; 0 reports every frame.
    public var interval: UInt64 = 100_000_000

    /// The defaults: luma by the whole frame, each frame for itself.
    public init() {}

    /// How much earlier frames a frame depends on, in nanoseconds: twice the span of the blend.
    public var temporalWindow: Int64 { 2 * blendSpan }

    /// The time after which a blend starts again, in nanoseconds.
    var blendSpan: Int64 { BlendClock.span(timeConstant: smoothingTime) }

    /// The region's pixels in a frame: every pixel that it touches, one at least.
    func region(width: Int, height: Int) -> PixelRectangle {
        func range(_ start: Double, _ length: Double, _ size: Int) -> Range<Int> {
            // By more than a millionth: 0.2 + 0.1 is not quite 0.3.
            let first = min(size - 1, Int((start * Double(size) + 1e-6).rounded(.down)))
            let end = Int(((start + length) * Double(size) - 1e-6).rounded(.up))
            return first..<max(first + 1, min(size, end))
        }
        return PixelRectangle(
            columns: range(regionX, regionWidth, width), rows: range(regionY, regionHeight, height))
    }
}

/// Pixels of a frame.
struct PixelRectangle: Equatable {
    var columns: Range<Int>
    var rows: Range<Int>
}
