// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// What a histogram is of.
public enum HistogramChannels: Int32, PropertyChoice {
    case red, green, blue, rgb, luminance

    public var nick: StaticString {
        switch self {
        case .red: "red"
        case .green: "green"
        case .blue: "blue"
        case .rgb: "rgb"
        case .luminance: "luminance"
        }
    }

    public var label: StaticString {
        switch self {
        case .red: "Red alone"
        case .green: "Green alone"
        case .blue: "Blue alone"
        case .rgb: "Red, green and blue, each for itself"
        case .luminance: "0.2125 R' + 0.7154 G' + 0.0721 B'"
        }
    }

    /// Which of red, green and blue are seen; of luminance all.
    var colors: [Bool] { [0, 1, 2].map { self == .rgb || self == .luminance || Int(rawValue) == $0 } }

    /// One of three values for each colour that is counted, or that of luminance.
    private func counted<Value>(_ each: [Value], luminance: Value) -> [Value] {
        self == .luminance ? [luminance] : zip(each, colors).filter(\.1).map(\.0)
    }

    /// What is counted.
    func measurements(_ p: Pixel) -> [Measurement] {
        counted([p.rgb.r, p.rgb.g, p.rgb.b], luminance: dot(p.rgb, luma)).map { Measurement(countsOf: $0) }
    }

    /// A message of what was counted.
    func report(_ frame: MeasuredFrame) -> EffectReport {
        let names: [StaticString] = counted(["red", "green", "blue"], luminance: "luminance")
        return EffectReport(
            zip(names, frame.counts).compactMap { name, counts in counts.map { .init(name, .counts($0)) } },
            name: "swift-histogram")
    }
}

/// How many pixels of each frame have each code.
public struct Histogram: MeasuringFilter {
    public var channels = HistogramChannels.rgb
    @Limited(1...16) public var step: Int32 = 1
    public var postsMessages = true
    public var interval: UInt64 = 0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swifthistogram", typeName: "GstSwiftHistogram", longName: "Histogram",
        classification: "Filter/Analyzer/Video", family: .imageProcessing,
        description: "Tells how many pixels of each frame have each code, and passes it", since: "0.1",
        example: "swifthistogram type=luminance",
        recipes: [
            (
                "Print the histogram of a video's luminance, five times a second",
                "gst-launch-1.0 -m filesrc location=in.mp4 ! decodebin ! swifthistogram type=luminance interval=200000000 ! fakesink"
            )
        ],
        details: """
            Frames pass as they came, in their memory. An element message `swift-histogram` has the times that `level` posts, and for \
            each channel of `type` an array of 256 counts under its name: of pixels whose R'G'B', or luminance, is nearest to \
            0, 1/255, ... 1. What is below 0 or above counts as the first or the last. `swifteq` tells the histograms of codes as they \
            are in memory.
            """)

    public static let properties: [Property<Histogram>] = [
        .choice(
            "type", \.channels, typeName: "GstSwiftHistogramType", nick: "Type", "What is counted"),
        .int("step", \.$step, nick: "Step", "Every so many rows one is counted. 1 counts all"),
    ]

    public var rowStep: Int { Int(step) }

    public static func measurements(_ p: Pixel, _ u: Parameters<Histogram>) -> [Measurement] {
        u.structure(\.channels).measurements(p)
    }

    public func report(_ frame: MeasuredFrame) -> EffectReport { channels.report(frame) }
}
