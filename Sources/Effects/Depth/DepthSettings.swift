// SPDX-License-Identifier: MIT
/// Where the ends of the shown range come from.
public enum DepthAutoRange: Int32, CaseIterable, Sendable {
    /// From `near` and `far`.
    case off = 0
    /// From the least and the greatest depth so far, and 0: AVCamFilter's law. The range only grows.
    case growing = 1
    /// From percentiles of the frame's depths, smoothed over time.
    case percentile = 2
}

/// How gray becomes colour.
public enum DepthColormap: Int32, CaseIterable, Sendable {
    /// Black to white.
    case gray = 0
    /// Turbo: a rainbow of even brightness.
    case turbo = 1
    /// Viridis: blue to yellow, ever brighter.
    case viridis = 2
    /// Jet of librealsense: blue, cyan, yellow, red, dark red.
    case jet = 3
    /// Classic of librealsense: blue to red.
    case classic = 4
}

/// What fills holes.
public enum DepthHoleFilling: Int32, CaseIterable, Sendable {
    /// Nothing: they are shown in the colour of what is invalid.
    case none = 0
    /// The depth to the left.
    case left = 1
    /// The greatest depth around.
    case farthest = 2
    /// The least depth around.
    case nearest = 3
}

/// When a missing depth is taken from earlier frames: in how many of the last ones there was a depth. The numbers are those of
/// librealsense's persistency index.
public enum DepthTemporalPersistence: Int32, CaseIterable, Sendable {
    /// Never.
    case disabled = 0
    /// There was one in each of the last 8.
    case eightOf8 = 1
    /// There was one in 2 of the last 3.
    case twoOf3 = 2
    /// There was one in 2 of the last 4.
    case twoOf4 = 3
    /// There was one in 2 of the last 8.
    case twoOf8 = 4
    /// There was one in 1 of the last 2.
    case oneOf2 = 5
    /// There was one in 1 of the last 5.
    case oneOf5 = 6
    /// There was one in 1 of the last 8.
    case oneOf8 = 7
    /// There was one in any frame before.
    case always = 8
}

/// What the user chooses of the conversion of depth.
public struct DepthSettings: EffectSettings, Equatable {
    /// With ``autoRange`` off: what is shown as black, in metres.
    @Limited(0...1e6) public var near = 0.0
    /// With ``autoRange`` off: what is shown as white, in metres; less than ``near`` turns black and white round.
    @Limited(0...1e6) public var far = 6.0
    /// Metres for each step of the samples.
    @Limited(1e-6...1e3) public var unit = 0.001
    /// Whether near is bright.
    public var inverts = false
    /// The sample that stands for no depth, 0...65535.
    @Limited(0...65535) public var invalidValue: Int32 = 0
    /// What is shown where there is none: 0xRRGGBB.
    @Limited(0...0xFF_FFFF) public var invalidColor: Int32 = 0
    /// Where the ends of the shown range come from.
    public var autoRange = DepthAutoRange.percentile
    /// Percent of the depths that may lie before the near end of the range, 0...100.
    @Limited(0...100) public var rangeLow = 1.0
    /// Percent of the depths that are not behind the far end of the range, 0...100.
    @Limited(0...100) public var rangeHigh = 99.0
    /// Time constant of the range's exponential blend in seconds; 0 gives each frame its own.
    @Limited(0...60) public var rangeTime = 1.0
    /// How gray becomes colour.
    public var colormap = DepthColormap.gray
    /// Whether gray is the part of the depths that lie below.
    public var equalizes = false
    /// Frames in a second at most; 0: all.
    @Limited(0...1000) public var maxRate = 0.0

    /// How many columns and rows become one, 1...8.
    @Limited(1...8) public var decimation: Int32 = 1
    /// Whether depths outside of `thresholdMin`...`thresholdMax` metres are taken for none.
    public var usesThreshold = false
    /// With ``usesThreshold``: the least depth that is kept, in metres.
    @Limited(0...1e6) public var thresholdMin = 0.1
    /// With ``usesThreshold``: the greatest depth that is kept, in metres.
    @Limited(0...1e6) public var thresholdMax = 4.0
    /// Whether depths are smoothed along rows and columns, between edges.
    public var usesSpatial = false
    /// The own part of a smoothed depth, 0.25...1.
    @Limited(0.25...1) public var spatialAlpha = 0.5
    /// The step that is an edge, in steps of the samples, 1...50.
    @Limited(1...50) public var spatialDelta: Int32 = 20
    /// How often rows and columns are smoothed, 1...5.
    @Limited(1...5) public var spatialIterations: Int32 = 2
    /// How wide holes are filled along rows, 0...5: none, 2, 4, 8, 16 and 255 less 1 from each side.
    @Limited(0...5) public var spatialHoles: Int32 = 0
    /// Whether depths are smoothed over time.
    public var usesTemporal = false
    /// The own part of a smoothed depth, 0...1.
    @Limited(0...1) public var temporalAlpha = 0.4
    /// The step that is another thing, in steps of the samples, 1...100.
    @Limited(1...100) public var temporalDelta: Int32 = 20
    /// When a missing depth is taken from earlier frames.
    public var persistence = DepthTemporalPersistence.twoOf4
    /// What fills holes.
    public var holeFilling = DepthHoleFilling.none
    /// Whether the spatial, the temporal and a hole filter are used whatever else is set.
    public var smooths = false

    /// The defaults: gray between percentiles of the depths, nothing smoothed or filled.
    public init() {}

    /// Whether frames depend on all earlier frames.
    var isRecursive: Bool { usesTemporal || smooths }

    /// How much earlier frames a frame depends on, in nanoseconds; -1: all of it.
    public var temporalWindow: Int64 {
        // Which frames pass depends on when the first did.
        if isRecursive || maxRate > 0 || (!equalizes && autoRange == .growing) { return -1 }
        return !equalizes && autoRange == .percentile ? 2 * rangeSpan : 0
    }

    /// The time after which a blend of ranges starts again, in nanoseconds.
    var rangeSpan: Int64 { BlendClock.span(timeConstant: rangeTime) }
}
