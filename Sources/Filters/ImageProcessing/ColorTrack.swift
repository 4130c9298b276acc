// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// What a tracker shows of its frames.
public enum ColorTrackView: Int32, PropertyChoice {
    case none, mask, position, marker

    public var nick: StaticString {
        switch self {
        case .none: "none"
        case .mask: "mask"
        case .position: "position"
        case .marker: "marker"
        }
    }

    public var label: StaticString {
        switch self {
        case .none: "Frames as they come"
        case .mask: "White what has the colour, black the rest"
        case .position: "Where it is: red from left to right, green from top to bottom; black the rest"
        case .marker: "A cross over the frame, in its middle"
        }
    }
}

/// Where a colour is.
public struct ColorTrack: MeasuringFilter {
    public var target: ColorSetting = 0xff0000
    @Limited(0...2) public var threshold = 0.7
    @Limited(0...1) public var minimumArea = 0.0
    public var show = ColorTrackView.none
    public var postsMessages = true
    public var interval: UInt64 = 0
    /// Of the present frame.
    private var found: Found?

    private struct Found {
        let x, y, area: Double
        /// Of the box around it.
        let left, top, width, height: Double
    }

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftcolortrack", typeName: "GstSwiftColorTrack", longName: "Colour tracker",
        classification: "Filter/Analyzer/Video", family: .imageProcessing,
        description: "Tells where in each frame a colour is, and how large it is",
        since: "0.1",
        example: "swiftcolortrack target-color=0x96aaf0 threshold=0.3 show=marker",
        recipes: [
            (
                "Print where something red is in front of a camera, ten times a second",
                "gst-launch-1.0 -m v4l2src ! swiftcolortrack interval=100000000 ! fakesink"
            ),
            (
                "Mark it",
                "gst-launch-1.0 v4l2src ! swiftcolortrack show=marker ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            A pixel has the colour where c / max(mean of c, 0.3) is less than `threshold` away from the same of `target-color`, with c = \
            R'G'B' of 0...1; so the brightness of light counts little. The law is that of GPUImage's ColorObjectTracking. Colours that are \
            gray are 0.8 and more away from pure ones.

            An element message `swift-color-track` has the times that `level` posts, and: `found`, whether at least `min-area` of the frame \
            has the colour; `x` and `y`, the middle of what has it; `area`, its part of the frame; `left`, `top`, `width` and `height` of \
            the box around it. All are doubles of 0...1 of the frame, from the left and the top, and 0 where nothing is found. Without \
            `show`, frames pass as they came, in their memory.

            Where it is found, the frame has a `GstVideoRegionOfInterestMeta` of that box, of type `swift-color`, with a structure of the \
            same numbers.

            A click on the video, as `ximagesink` and others tell elements of it, sets `target-color` to the mean of 5x5 pixels there; so \
            does the action signal `pick`, with a column and a row as doubles. The colour is that of the next frame that comes, and \
            counts from the one after it on.
            """)

    public static let properties: [Property<ColorTrack>] = [
        .color("target-color", \.target, nick: "Target colour", "The colour that is looked for, as 0xRRGGBB"),
        .double(
            "threshold", \.$threshold, nick: "Threshold",
            "Distance from the colour below which a pixel has it. 0 finds nothing"),
        .double(
            "min-area", \.$minimumArea, nick: "Minimum area",
            "Part of the frame that has to have the colour for it to be found. 0: any pixel will do"),
        .choice(
            "show", \.show, typeName: "GstSwiftColorTrackShow", nick: "Show", "What is shown of frames"),
    ]

    public static let findsRegions = true
    public static let picked: StaticString? = "target-color"

    public var onlyReads: Bool { show == .none }

    /// 1 where a pixel has the colour.
    private static func hasColor(_ p: Pixel, _ u: Parameters<ColorTrack>) -> Num {
        let own = p.rgb / max((p.rgb.r + p.rgb.g + p.rgb.b) / 3, 0.3)
        let change = own - Color(u.value { $0.goal.r }, u.value { $0.goal.g }, u.value { $0.goal.b })
        let distance = sqrt(dot(change, change))
        return Num.less(distance, u(\.threshold), 1, 0)
    }

    /// The target as pixels are compared with it.
    private var goal: Color<Double> {
        func part(_ shift: UInt32) -> Double { Double(target >> shift & 255) / 255 }
        let color = Color(part(16), part(8), part(0))
        let mean = max((color.r + color.g + color.b) / 3, 0.3)
        return Color(color.r / mean, color.g / mean, color.b / mean)
    }

    public static func measurements(_ p: Pixel, _ u: Parameters<ColorTrack>) -> [Measurement] {
        let has = hasColor(p, u)
        // Where a pixel has not the colour it is beyond all that do.
        let (least, greatest) = ((1 - has) * 2, (has - 1) * 2)
        return [has, has * p.x, has * p.y].map { Measurement(mean: $0) }
            + [Measurement(least: p.x + least), Measurement(least: p.y + least)]
            + [Measurement(greatest: p.x + greatest), Measurement(greatest: p.y + greatest)]
    }

    /// Nil: nothing is found.
    private func find(_ frame: MeasuredFrame) -> Found? {
        let (n, area) = (frame.numbers, frame.numbers[0])
        guard area > 0, area >= minimumArea else { return nil }
        /// Edges of pixels, of those whose middles were measured in single precision.
        func edges(_ first: Double, _ last: Double, of count: Int) -> (start: Double, length: Double) {
            let count = Double(count)
            let (start, end) = ((first * count - 0.5).rounded(), (last * count + 0.5).rounded())
            return (start / count, (end - start) / count)
        }
        let (columns, rows) = (edges(n[3], n[5], of: frame.size.width), edges(n[4], n[6], of: frame.size.height))
        return Found(
            x: n[1] / area, y: n[2] / area, area: area,
            left: columns.start, top: rows.start, width: columns.length, height: rows.length)
    }

    public func report(_ frame: MeasuredFrame) -> EffectReport {
        let found = find(frame)
        let numbers: [(StaticString, Double?)] = [
            ("x", found?.x), ("y", found?.y), ("area", found?.area), ("left", found?.left), ("top", found?.top),
            ("width", found?.width), ("height", found?.height),
        ]
        var report = EffectReport(
            [.init("found", .flag(found != nil))] + numbers.map { .init($0, .number($1 ?? 0)) },
            name: "swift-color-track")
        let (width, height) = (Double(frame.size.width), Double(frame.size.height))
        report.region = found.map { found in
            func pixels(_ part: Double, _ all: Double) -> Int { Int((part * all).rounded()) }
            return EffectReport.Region(
                "swift-color", x: pixels(found.left, width), y: pixels(found.top, height),
                width: pixels(found.width, width), height: pixels(found.height, height))
        }
        return report
    }

    public func settings(of frame: MeasuredFrame) -> ColorTrack? {
        var present = self
        present.found = find(frame)
        return present
    }

    public static func color(_ p: Pixel, _ u: Parameters<ColorTrack>) -> Color<Num> {
        switch u.structure(\.show) {
        case .none: return p.rgb
        case .mask: return gray(hasColor(p, u))
        case .position: return Color(p.x, p.y, 0) * hasColor(p, u)
        case .marker:
            // Two bars of a hundredth of the frame's height, a tenth long to each side, white in black.
            let (dx, dy) = (
                abs(p.x - u.value { $0.found?.x ?? -1 }) * p.width, abs(p.y - u.value { $0.found?.y ?? -1 }) * p.height
            )
            let unit = p.height / 100
            let (across, along) = (min(dx, dy) / unit, max(dx, dy) / unit)
            let inside = Num.less(across, 0.5, 1, 0) * Num.less(along, 10, 1, 0)
            let around = Num.less(across, 1, 1, 0) * Num.less(along, 10.5, 1, 0)
            return mix(p.rgb, gray(inside), around)
        }
    }
}
