// SPDX-License-Identifier: MIT
public import Effects
public import Expressions
internal import PixelCore

/// The histogram of each frame, drawn over it.
public struct HistogramGraph: MeasuringFilter {
    public var channels = HistogramChannels.rgb
    @Limited(0...1) public var height = 0.33
    public var background: UInt32 = 0xc000_0000
    public var postsMessages = false
    public var interval: UInt64 = 0
    /// Of red, green and blue: how high the bar of each code is, of the graph's height.
    private var bars = [[Float]](repeating: [], count: 3)

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swifthistogramgraph", typeName: "GstSwiftHistogramGraph", longName: "Graph of the histogram",
        classification: "Filter/Analyzer/Video", family: .imageProcessing,
        description: "Draws the histogram of each frame over it", since: "0.1",
        example: "swifthistogramgraph height=0.5",
        recipes: [
            (
                "Show a camera with its histogram",
                "gst-launch-1.0 v4l2src ! swifthistogramgraph ! videoconvert ! autovideosink"
            ),
            (
                "Show the histogram of luminance alone",
                "gst-launch-1.0 v4l2src ! swifthistogramgraph type=luminance height=1 background=0xff000000 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            256 bars stand at the lower edge, one for each code from left to right, in their colours; where they overlap, these add up to \
            cyan, magenta, yellow and white. The highest of all is as high as the graph. The histogram is that of \
            [swifthistogram](swifthistogram.md), of the frame before it is drawn on; with `post-messages` it is posted too. Alpha stays. \
            The law is GPUImageHistogramGenerator's.
            """)

    public static let properties: [Property<HistogramGraph>] = [
        .choice(
            "type", \.channels, typeName: "GstSwiftHistogramType", nick: "Type", "What is counted"),
        .double(
            "height", \.$height, nick: "Height", "Height of the graph, as a fraction of the frame's. 0 changes nothing"),
        .color(
            "background", \.background, nick: "Background",
            "The colour behind the bars, as 0xAARRGGBB. With alpha of 0 the frame is seen there"),
    ]

    public var onlyReads: Bool { height == 0 }

    public static func measurements(_ p: Pixel, _ u: Parameters<HistogramGraph>) -> [Measurement] {
        u.structure(\.channels).measurements(p)
    }

    public func report(_ frame: MeasuredFrame) -> EffectReport { channels.report(frame) }

    public func settings(of frame: MeasuredFrame) -> HistogramGraph? {
        let lists = frame.counts.compactMap { $0 }
        let most = max(1, lists.reduce(0) { max($0, $1.max() ?? 0) })
        let heights = lists.map { $0.map { Float($0) / Float(most) } }
        // Luminance is white; of one colour the others have no bars.
        var next = heights.makeIterator()
        let shared = channels == .luminance ? heights.first : nil
        var present = self
        present.bars = channels.colors.map { $0 ? shared ?? next.next() ?? [] : [] }
        return present
    }

    private static func table(_ bars: [Float]) throws(OutOfMemory) -> LookUpTable {
        try LookUpTable(size: 256) { place in
            let code = Int((place * 255).rounded())
            return code < bars.count ? Double(bars[code]) : 0
        }
    }

    public static func color(_ p: Pixel, _ u: Parameters<HistogramGraph>) -> Color<Num> {
        func bar(_ component: Int) -> Num {
            let table = u.table(\.bars[component]) { bars throws(OutOfMemory) in try Self.table(bars) }
            return table(min(floor(p.x * 256), 255) / 255)
        }
        // From the lower edge of the graph, 0, to its upper one.
        let level = (1 - p.y) / max(u(\.height), 1e-6)
        // No bar is as high as 0.
        func lit(_ component: Int) -> Num { Num.less(level, bar(component), 1, 0) }
        let color = Color(lit(0), lit(1), lit(2))
        let anyLit = max(color.r, max(color.g, color.b))
        let alpha = u.value { Double($0.background >> 24) / 255 }
        let back = mix(p.rgb, u.color(\.background), alpha)
        return mix(p.rgb, mix(back, color, anyLit), Num.less(level, 1, 1, 0))
    }
}
