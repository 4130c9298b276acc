import Effects
import ElementKit

extension DepthAutoRange: PropertyChoice {
    public var nick: StaticString {
        switch self {
        case .off: "off"
        case .growing: "growing"
        case .percentile: "percentile"
        }
    }

    public var label: StaticString {
        switch self {
        case .off: "From near to far"
        case .growing: "From 0 to the greatest depth so far, as AVCamFilter has it"
        case .percentile: "Between percentiles of the depths, smoothed over time"
        }
    }
}

extension DepthColormap: PropertyChoice {
    public var nick: StaticString {
        switch self {
        case .gray: "gray"
        case .turbo: "turbo"
        case .viridis: "viridis"
        case .jet: "jet"
        case .classic: "classic"
        }
    }

    public var label: StaticString {
        switch self {
        case .gray: "Black to white"
        case .turbo: "Turbo: a rainbow of even brightness"
        case .viridis: "Viridis: blue to yellow, ever brighter"
        case .jet: "Jet of librealsense: blue, cyan, yellow, red, dark red"
        case .classic: "Classic of librealsense: blue to red"
        }
    }
}

/// `swiftdepthgray`: the depth-to-gray converter of Apple's AVCamFilter, with what librealsense does for depth.
let swiftDepthGray = VideoConverter(
    DepthEffect.self,
    ElementMetadata(
        factoryName: "swiftdepthgray", typeName: "GstSwiftDepthGray", longName: "Depth to gray",
        classification: "Filter/Converter/Video",
        description: "Shows depth: gray = (depth - near) / (far - near), or a colour for it",
        example: "video/x-raw,format=GRAY16_LE ! swiftdepthgray colormap=turbo",
        details: """
            Depth is GRAY16, with `depth-unit` metres for each step, or GRAY8 disparity.
            """),
    properties: [
        .double(
            "near", \.near, in: 0...1e6, nick: "Near",
            "With auto-range=off: the depth that is black, in metres"),
        .double(
            "far", \.far, in: 0...1e6, nick: "Far",
            "With auto-range=off: the depth that is white, in metres; less than near turns black and white round"),
        .double(
            "depth-unit", \.unit, in: 1e-6...1e3, nick: "Depth unit",
            "Metres for each step of the samples; of disparity, its unit"),
        .boolean("invert", \.inverts, nick: "Invert", "Whether near is bright: gray is taken from 1"),
        .int(
            "invalid-value", \.invalidValue, in: 0...65535, nick: "Invalid value",
            "The sample that stands for no depth; 2047 in raw Kinect depth"),
        .int(
            "invalid-color", \.invalidColor, in: 0...0xFF_FFFF, nick: "Invalid colour",
            "What is shown where there is no depth: 0xRRGGBB; its luma in gray formats"),
        .choice(
            "auto-range", \.autoRange, typeName: "GstSwiftDepthGrayAutoRange", nick: "Automatic range",
            "Where near and far come from"),
        .double(
            "range-low", \.rangeLow, in: 0...100, nick: "Range low",
            "With auto-range=percentile: percent of the depths that are before the near end"),
        .double(
            "range-high", \.rangeHigh, in: 0...100, nick: "Range high",
            "With auto-range=percentile: percent of the depths that are not behind the far end"),
        .double(
            "range-time", \.rangeTime, in: 0...60, nick: "Range time",
            "With auto-range=percentile: time constant in seconds of the range's exponential blend. 0 gives each frame its own range"
        ),
        .choice(
            "colormap", \.colormap, typeName: "GstSwiftDepthGrayColormap", nick: "Colour map",
            "The colours of gray, in formats that have colours"),
        .boolean(
            "equalize", \.equalizes, nick: "Equalize",
            "Whether gray is the part of the frame's depths that are not farther, in place of a range"),
        .double(
            "max-rate", \.maxRate, in: 0...1000, nick: "Maximal rate",
            "Frames passed on in a second at most, by their time stamps. 0 passes all"),
        .computed(
            "temporal-window", in: -1...Int64.max, nick: "Temporal window",
            "How much earlier film a frame depends on, in nanoseconds. 0: none, -1: all"
        ) { $0.temporalWindow },
    ])
