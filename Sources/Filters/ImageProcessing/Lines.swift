// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// What a line detector shows of its frames.
public enum LineView: Int32, PropertyChoice {
    case none, lines, edges

    public var nick: StaticString {
        switch self {
        case .none: "none"
        case .lines: "lines"
        case .edges: "edges"
        }
    }

    public var label: StaticString {
        switch self {
        case .none: "Frames as they come"
        case .lines: "The lines, over the frame"
        case .edges: "The pixels that count, white on black"
        }
    }
}

/// Where straight lines are.
public struct Lines: MeasuringFilter {
    @Limited(0...40) public var radius = 2.0
    @Limited(0...1) public var edgeThreshold = 0.4
    @Limited(0...1) public var threshold = 0.25
    @Limited(1...1024) public var maximumCount: Int32 = 64
    public var show = LineView.none
    public var color: ColorSetting = 0xff0000
    public var postsMessages = true
    public var interval: UInt64 = 0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftlines", typeName: "GstSwiftLines", longName: "Line detector",
        classification: "Filter/Analyzer/Video", family: .imageProcessing,
        description: "Tells where straight lines are in each frame, by a Hough transformation",
        since: "0.1",
        example: "swiftlines threshold=0.1 show=lines",
        recipes: [
            (
                "Print the straight lines of what a camera sees, five times a second",
                "gst-launch-1.0 -m v4l2src ! swiftlines interval=200000000 max-lines=10 ! fakesink"
            ),
            (
                "Draw them",
                "gst-launch-1.0 v4l2src ! swiftlines show=lines ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            Edges are those of [swiftcanny](swiftcanny.md): luma (0.2125 R' + 0.7154 G' + 0.0721 B') through a Gaussian, where the length \
            of its gradient by Sobel is `edge-threshold` or more, and no less than at both neighbours in its direction, to 45 degrees. A line \
            is x cos(a) + y sin(a) = d, with x and y in pixels from the middle of the upper left one, a in whole degrees from 0 to 179 \
            and d in whole pixels. Each pixel on an edge votes for the lines through it whose a is its gradient's direction, to 3 \
            degrees. A line is found that has as many votes as `threshold` of the frame's shorter side has pixels, and the most of those \
            within 4 degrees and 6 pixels.

            That is the transformation of Hough as Duda and Hart have it, and OpenCV's HoughLines, but for the direction of gradients, by \
            Ballard: so noise votes for no lines, and a frame takes time that is proportional to its pixels, whatever it shows. GPUImage \
            votes in parallel coordinates, where lines at 45 degrees and upright ones are less exact than others.

            An element message `swift-lines` has the times that `level` posts, and: `count`, how many lines are listed; and arrays of \
            doubles, most votes first: `x0`, `y0`, `x1` and `y1`, where lines enter and leave the frame, from the left and the top, 0...1 of \
            it; `angle`, a; `distance`, d; and `votes`. Lines have no ends, and so no region. Without `show`, frames pass as \
            they came, in their memory.
            """)

    public static let properties: [Property<Lines>] = [
        .double(
            "radius", \.$radius, nick: "Radius",
            "Standard deviation of the blur's Gaussian, in pixels, rounded. 0 blurs nothing"),
        .double(
            "edge-threshold", \.$edgeThreshold, nick: "Edge threshold",
            "The gradient from which on a pixel counts; 1 is what a step of a quarter of full scale has"),
        .double(
            "threshold", \.$threshold, nick: "Threshold",
            "How many pixels a line needs, as a part of the frame's shorter side"),
        .int(
            "max-lines", \.$maximumCount, nick: "Maximum of lines",
            "How many lines are told at most: those with most votes"),
        .choice("show", \.show, typeName: "GstSwiftLinesShow", nick: "Show", "What is shown of frames"),
        .color("color", \.color, nick: "Colour", "The colour of the lines, as 0xRRGGBB"),
    ]

    public static let draws = true
    public var onlyReads: Bool { show == .none }
    public var markColor: ColorSetting { color }

    public static func maps(_ p: Pixel, _ u: Parameters<Lines>) -> [[Num]] {
        let (columns, rows) = differences(of: Field(p.rgb.r), middleWeight: 2)
        return [[dot(p.rgb, luma)], [p.gaussian(u(\.radius)).rgb.r], [columns, rows, length(columns, rows)]]
    }

    public static func measurements(_ p: Pixel, _ u: Parameters<Lines>) -> [Measurement] {
        let (columns, rows, long) = (p.rgb.r, p.rgb.g, p.rgb.b)
        let direction = directions(columns, rows, length: long)
        let most = greatest(Field(long), along: direction.columns, direction.rows)
        // No gradient has no direction.
        let isEdge = less(long, max(u(\.edgeThreshold), 1e-6), 0, less(long, most, 0, 1))
        let turn = atan2(rows, columns) * Num(1 / Double.pi)
        let half = less(turn, 0, turn + 1, turn)
        let size = Double(min(p.frame.width, p.frame.height))
        let lines = Measurement(linesAlong: less(isEdge, 0.5, -1, half), least: u.value { $0.threshold * size })
        return u.structure(\.show) == .edges ? [lines, Measurement(imageOf: isEdge)] : [lines]
    }

    public func report(_ frame: MeasuredFrame) -> EffectReport {
        func column(_ index: Int) -> UnsafeBufferPointer<Double> {
            frame.found(0, column: index, most: Int(maximumCount))
        }
        let names: [StaticString] = ["x0", "y0", "x1", "y1", "angle", "distance", "votes"]
        return EffectReport(
            [.init("count", .number(Double(column(0).count)))]
                + names.enumerated().map { .init($1, .numbers(column($0))) }, name: "swift-lines")
    }

    public func draw(_ frame: MeasuredFrame, on marks: Marks) {
        guard show == .lines else { return }
        let ends = (0..<4).map { frame.found(0, column: $0, most: Int(maximumCount)) }
        for line in ends[0].indices {
            marks.line(x0: ends[0][line], y0: ends[1][line], x1: ends[2][line], y1: ends[3][line])
        }
    }
}
