// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// What makes a pixel a corner.
public enum CornerMethod: Int32, PropertyChoice {
    case harris, noble, shiTomasi, fast

    public var nick: StaticString {
        switch self {
        case .harris: "harris"
        case .noble: "noble"
        case .shiTomasi: "shi-tomasi"
        case .fast: "fast"
        }
    }

    public var label: StaticString {
        switch self {
        case .harris: "sensitivity (xx yy - xy^2 - 0.04 (xx + yy)^2)"
        case .noble: "sensitivity (xx yy - xy^2) / (xx + yy)"
        case .shiTomasi: "sensitivity (xx + yy - sqrt((xx - yy)^2 + 4 xy^2))"
        case .fast: "Neighbours on an arc that are all brighter or all darker"
        }
    }
}

/// What a corner detector shows of its frames.
public enum CornerView: Int32, PropertyChoice {
    case none, corners, response

    public var nick: StaticString {
        switch self {
        case .none: "none"
        case .corners: "corners"
        case .response: "response"
        }
    }

    public var label: StaticString {
        switch self {
        case .none: "Frames as they come"
        case .corners: "A square around each corner, over the frame"
        case .response: "How much each pixel is a corner, as gray"
        }
    }
}

/// Where corners are.
public struct Corners: MeasuringFilter {
    public var method = CornerMethod.harris
    @Limited(0...40) public var radius = 2.0
    @Limited(0...100) public var sensitivity = 5.0
    @Limited(9...12) public var arc: Int32 = 9
    @Limited(0...1) public var threshold = 0.2
    @Limited(1...4096) public var maximumCount: Int32 = 512
    public var show = CornerView.none
    public var color: ColorSetting = 0xff0000
    public var postsMessages = true
    public var interval: UInt64 = 0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftcorners", typeName: "GstSwiftCorners", longName: "Corner detector",
        classification: "Filter/Analyzer/Video", family: .imageProcessing,
        description: "Tells where corners are in each frame: Harris, Noble, Shi-Tomasi or FAST",
        since: "0.1",
        example: "swiftcorners threshold=0.05 show=corners",
        recipes: [
            (
                "Print the corners of what a camera sees, ten times a second",
                "gst-launch-1.0 -m v4l2src ! swiftcorners interval=100000000 max-corners=20 ! fakesink"
            ),
            (
                "Mark them",
                "gst-launch-1.0 v4l2src ! swiftcorners method=fast threshold=0.1 show=corners ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            L is 0.2125 R' + 0.7154 G' + 0.0721 B' of 0...1. A pixel is a corner where its response is `threshold` or more, greater than \
            those of the neighbours above it and to the left, and no less than those of the others; beyond the edge of a frame it goes \
            on as its nearest pixels do.

            `harris`, `noble` and `shi-tomasi` compute the response of xx, yy and xy: the Gaussian means of gx gx, gy gy and gx gy, with \
            the differences of the columns (gx) and rows (gy) of 3x3 pixels by Prewitt. They are GPUImage's laws, in floats and not \
            limited where it has bytes; its `sensitivity` for `shi-tomasi` is 1.5. A quotient by 0 is 0. `fast` is Rosten and Drummond's \
            segment test on the 16 pixels at a distance of about 3: the response is the least amount by which all of `arc` pixels \
            in a row are brighter than the middle one, or all are darker, for the arc for which it is greatest.

            An element message `swift-corners` has the times that `level` posts, and: `found`, whether there is any; `count`, how many \
            are listed; and the arrays of doubles `x` and `y`, their places from the left and the top, 0...1 of the frame, and \
            `strength`, their responses, strongest first; of equal ones the upper and then the left one. Frames with corners have a \
            `GstVideoRegionOfInterestMeta` of type `swift-corners` of the box around all that are listed. Without `show`, \
            frames pass as they came, in their memory. However many corners there are, a frame takes about the same time.
            """)

    public static let properties: [Property<Corners>] = [
        .choice("method", \.method, typeName: "GstSwiftCornersMethod", nick: "Method", "What makes a pixel a corner"),
        .double(
            "radius", \.$radius, nick: "Radius",
            "Standard deviation of the Gaussian of the means, in pixels, rounded; not of fast. 0: pixels alone, which are no corners"
        ),
        .double(
            "sensitivity", \.$sensitivity, nick: "Sensitivity",
            "What responses are multiplied by, not those of fast. 0 finds nothing"),
        .int("arc", \.$arc, nick: "Arc", "Of fast: how many of the 16 pixels in a row have to be brighter or darker"),
        .double(
            "threshold", \.$threshold, nick: "Threshold", "The least response of a corner, which has to be above 0"),
        .int(
            "max-corners", \.$maximumCount, nick: "Maximum of corners",
            "How many corners are told at most: the strongest"),
        .choice("show", \.show, typeName: "GstSwiftCornersShow", nick: "Show", "What is shown of frames"),
        .color("color", \.color, nick: "Colour", "The colour of the squares, as 0xRRGGBB"),
    ]

    public static let findsRegions = true
    public static let draws = true
    public var onlyReads: Bool { show == .none }
    public var markColor: ColorSetting { color }

    public static func maps(_ p: Pixel, _ u: Parameters<Corners>) -> [[Num]] {
        let light = [dot(p.rgb, luma)]
        let method = u.structure(\.method)
        if method == .fast { return [light, [segment(Field(p.rgb.r), arc: Int(u.structure(\.arc)))]] }
        let (columns, rows) = differences(of: Field(p.rgb.r), middleWeight: 1)
        let means = p.gaussian(u(\.radius)).rgb
        return [
            light, [columns * columns, rows * rows, columns * rows], [response(means, method) * u(\.sensitivity)],
        ]
    }

    /// Of the means of xx, yy and xy.
    private static func response(_ means: Color<Num>, _ method: CornerMethod) -> Num {
        let (xx, yy, xy) = (means.r, means.g, means.b)
        let (sum, determinant) = (xx + yy, xx * yy - xy * xy)
        switch method {
        case .harris: return determinant - sum * sum * 0.04
        case .noble: return determinant / sum
        case .shiTomasi, .fast: return sum - sqrt((xx - yy) * (xx - yy) + xy * xy * 4)
        }
    }

    /// The 16 pixels of the segment test, clockwise from the uppermost. Source: E. Rosten, T. Drummond, Machine Learning for High-Speed
    /// Corner Detection, 2006.
    private static let circle = [
        (0, -3), (1, -3), (2, -2), (3, -1), (3, 0), (3, 1), (2, 2), (1, 3), (0, 3), (-1, 3), (-2, 2), (-3, 1), (-3, 0),
        (-3, -1), (-2, -2), (-1, -3),
    ]

    private static func segment(_ light: Field<Num>, arc: Int) -> Num {
        let around = circle.map { light[$0.0, $0.1] }
        /// Of the pixels of each arc the least one, or the greatest.
        func arcs(_ one: (Num, Num) -> Num) -> [Num] {
            func joined(_ parts: [Num], _ distance: Int) -> [Num] {
                parts.indices.map { one(parts[$0], parts[($0 + distance) % parts.count]) }
            }
            return joined(joined(joined(joined(around, 1), 2), 4), arc - 8)
        }
        let (least, greatest) = (arcs { min($0, $1) }, arcs { max($0, $1) })
        let brighter = least.dropFirst().reduce(least[0]) { max($0, $1) } - light.value
        let darker = light.value - greatest.dropFirst().reduce(greatest[0]) { min($0, $1) }
        return max(brighter, darker)
    }

    public static func measurements(_ p: Pixel, _ u: Parameters<Corners>) -> [Measurement] {
        let response = Field(p.rgb.r)
        let before = max(max(response[-1, -1], response[0, -1]), max(response[-1, 0], response[-1, 1]))
        let after = max(max(response[1, -1], response[1, 0]), max(response[0, 1], response[1, 1]))
        let own = response.value
        // Those of fast are differences of codes, of which many are equal: what floats add must not tell them apart. It is less than
        // a step of 16 bits.
        let tolerance = Num(u.structure(\.method) == .fast ? 0x1p-18 : 0)
        let enough = less(own + tolerance, u(\.threshold), 0, own)
        let isCorner = less(before + tolerance, own, less(own + tolerance, after, 0, enough), 0)
        let corners = Measurement(pointsOf: isCorner)
        return u.structure(\.show) == .response ? [corners, Measurement(imageOf: own)] : [corners]
    }

    public func report(_ frame: MeasuredFrame) -> EffectReport {
        func column(_ index: Int) -> UnsafeBufferPointer<Double> {
            frame.found(0, column: index, most: Int(maximumCount))
        }
        let (x, y) = (column(0), column(1))
        var report = EffectReport(
            [
                .init("found", .flag(!x.isEmpty)), .init("count", .number(Double(x.count))), .init("x", .numbers(x)),
                .init("y", .numbers(y)), .init("strength", .numbers(column(2))),
            ], name: "swift-corners")
        /// The first pixel and how many there are.
        func extent(_ places: UnsafeBufferPointer<Double>, _ size: Int) -> (first: Int, count: Int)? {
            guard let least = places.min(), let greatest = places.max() else { return nil }
            let (first, last) = (Int(least * Double(size)), Int(greatest * Double(size)))
            return (first, last - first + 1)
        }
        if let columns = extent(x, frame.size.width), let rows = extent(y, frame.size.height) {
            report.region = EffectReport.Region(
                "swift-corners", x: columns.first, y: rows.first, width: columns.count, height: rows.count)
        }
        return report
    }

    public func draw(_ frame: MeasuredFrame, on marks: Marks) {
        guard show == .corners else { return }
        let most = Int(maximumCount)
        for (x, y) in zip(frame.found(0, column: 0, most: most), frame.found(0, column: 1, most: most)) {
            marks.square(x: x, y: y)
        }
    }
}
