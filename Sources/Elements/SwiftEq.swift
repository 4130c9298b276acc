import Effects
import ElementKit

extension EqualizationMode: PropertyChoice {
    public var nick: StaticString {
        switch self {
        case .luma: "luma"
        case .rgb: "rgb"
        }
    }

    public var label: StaticString {
        switch self {
        case .luma: "Luma; hues stay"
        case .rgb: "Red, green and blue, each by its own histogram"
        }
    }
}

extension EqualizationMapping: PropertyChoice {
    public var nick: StaticString {
        switch self {
        case .cdf: "cdf"
        case .cdfMin: "cdf-min"
        }
    }

    public var label: StaticString {
        switch self {
        case .cdf: "Cumulative distribution function, as Metal and vImage have it"
        case .cdfMin: "The same from the darkest code on, as OpenCV's equalizeHist has it; a flat picture stays"
        }
    }
}

extension EqualizationMethod: PropertyChoice {
    public var nick: StaticString {
        switch self {
        case .global: "global"
        case .clahe: "clahe"
        }
    }

    public var label: StaticString {
        switch self {
        case .global: "One table for the whole frame"
        case .clahe: "Contrast-limited adaptive: a table for each tile, as OpenCV's CLAHE has it"
        }
    }
}

/// `swifteq`: histogram equalization.
let swiftEq = VideoFilter(
    EqualizationEffect.self,
    ElementMetadata(
        factoryName: "swifteq", typeName: "GstSwiftEq", longName: "Histogram equalization",
        description: "Spreads brightness over the whole range: by the frame's histogram, or by those of tiles (CLAHE)",
        example: "swifteq method=clahe",
        details: """
            With `post-messages=true`, element messages named `swifteq` tell the histogram of a frame as it came: an array \
            `luma` of 256 counts, or of colours with `mode=rgb` the arrays `red`, `green` and `blue`. Codes of more than 8 bits \
            are counted by their upper 8. `timestamp`, `stream-time`, `running-time`, `duration` and `endtime` are as in \
            the messages of `level`. With `strength=0` frames are measured and not changed.
            """),
    properties: [
        .choice(
            "mode", \.mode, typeName: "GstSwiftEqMode", nick: "Mode",
            "What is equalized: luma, or red, green and blue each by its own histogram"),
        .choice(
            "mapping", \.mapping, typeName: "GstSwiftEqMapping", nick: "Mapping",
            "How the histogram becomes a table, with method=global"),
        .choice(
            "method", \.method, typeName: "GstSwiftEqMethod", nick: "Method",
            "Whether one table serves the whole frame, or each tile has its own"),
        .double(
            "clip-limit", \.clipLimit, in: 0...1000, nick: "Clip limit",
            "With method=clahe: how many times its fair share of a tile's pixels a code counts at most. 2 to 4 is usual; 0 does not limit, 1 changes least"
        ),
        .int(
            "grid-width", \.gridWidth, in: 1...64, nick: "Grid width",
            "With method=clahe: tiles across the frame"),
        .int(
            "grid-height", \.gridHeight, in: 1...64, nick: "Grid height",
            "With method=clahe: tiles down the frame"),
        .double(
            "strength", \.strength, in: 0...1, nick: "Strength",
            "How far codes move to where the table puts them: out = in + strength * (table - in). 0 passes frames through"
        ),
        .double(
            "smoothing", \.smoothing, in: 0...60, nick: "Smoothing",
            "Time constant in seconds of the blend of tables over time, against flicker; 0.5 is a good start. 0 gives each frame its own table"
        ),
        .double(
            "scene-change", \.sceneChange, in: 0...1, nick: "Scene change",
            "With smoothing: the part of the pixels that must be in other bins (of 64) than in the frame before for the blend to start afresh. 1 never does"
        ),
        .double(
            "region-x", \.regionX, in: 0...1, nick: "Region x",
            "With method=global: left edge of where the histogram is taken, as a part of the width"),
        .double(
            "region-y", \.regionY, in: 0...1, nick: "Region y",
            "With method=global: upper edge of where the histogram is taken, as a part of the height"),
        .double(
            "region-width", \.regionWidth, in: 0...1, nick: "Region width",
            "With method=global: width of where the histogram is taken, as a part of the frame's. 1 takes all to the right"
        ),
        .double(
            "region-height", \.regionHeight, in: 0...1, nick: "Region height",
            "With method=global: height of where the histogram is taken, as a part of the frame's. 1 takes all below"),
        .boolean(
            "post-messages", \.postsMessages, nick: "Post messages",
            "Whether to post a swifteq element message with the histogram, 256 bins, for each passed interval: luma, or red, green and blue"
        ),
        .uint64(
            "interval", \.interval, nick: "Interval",
            "With post-messages: least stream time from one message to the next in nanoseconds. 0 posts one for each frame"
        ),
        .computed(
            "temporal-window", nick: "Temporal window",
            "How much earlier film a frame depends on, in nanoseconds: 16 times smoothing. 0: none"
        ) { $0.temporalWindow },
    ])
