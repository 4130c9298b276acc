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

extension DepthHoleFilling: PropertyChoice {
    public var nick: StaticString {
        switch self {
        case .none: "none"
        case .left: "left"
        case .farthest: "farthest"
        case .nearest: "nearest"
        }
    }

    public var label: StaticString {
        switch self {
        case .none: "Holes stay"
        case .left: "The depth to the left"
        case .farthest: "The greatest of five depths around"
        case .nearest: "The least of five depths around"
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
        since: "0.1",
        example: "video/x-raw,format=GRAY16_LE ! swiftdepthgray colormap=turbo",
        details: """
            Depth is GRAY16, with `depth-unit` metres for each step, or GRAY8 disparity. gray = (depth - near) / (far - \
            near), from 0 to 1, or 1 less that with `invert`; 8-bit codes are 255 and 16-bit codes 65535 times gray, \
            rounded half up. `invalid-value` is no depth: it counts nowhere and is shown in `invalid-color`. Ends that \
            are the same are taken to be a thousandth of a step apart, so every frame has a defined picture. Colours are \
            those of 256 levels, the 8-bit gray being the level; chroma is the mean of what it covers. Gray formats show \
            gray whatever the colour map. Alpha is opaque. Where downstream takes more than one format, `colormap=gray` \
            makes GRAY8 and the others a format with colours.

            The range: with `auto-range=percentile` the depths of every n-th pixel of every n-th row are ranked, n being \
            the least that gives at most 65536 of them, and of a number N of valid ones number floor(N low / 100) + 1 \
            and number ceil(N high / 100) are the ends, at least a step apart. Ends go to those of a new frame by 1 - \
            e^(-t / `range-time`), t being the stream time since the one before, and no frame counts for longer than 16 \
            times `range-time`: films that begin earlier than that join bit for bit. `growing` has the least and \
            greatest depth so far and 0. With `equalize` gray is the part of all valid depths of the frame that are not \
            farther, as in librealsense's colorizer; there is no range then. `near` and `far` are the ends with \
            `auto-range=off` alone: `swiftdepthgray auto-range=off near=0.5 far=4`. Another output format or \
            `decimation` keeps the range; other input caps begin it anew.

            `max-rate` passes a frame that is due: 1 / `max-rate` after the one that passed before was, or up to half of \
            its own length earlier (of the gap before it, where nothing tells its length; of 1 / `max-rate`, if that is \
            less). One that is late does not delay the next, unless by 1 / `max-rate` or more, which counts as being in \
            time. So film at `max-rate` or below passes whole, whatever its phase, and film of n times the rate gives \
            every n-th frame, with time stamps off by up to a quarter of a frame. The first frame passes, also after a \
            seek. Frames keep their durations, and the caps their frame rate: `swiftmix` repeats the last frame, and a \
            sink goes on showing it. Where films are live, `swiftmix` does so for two seconds only: with `max-rate` \
            below 0.5 set `max-last-buffer-repeat` of its sink pad to more than 1 / `max-rate`, in nanoseconds, or to -1 \
            for ever: `swiftmix sink_1::max-last-buffer-repeat=10000000000`. Another `max-rate` counts from the last \
            frame that passed. A frame without a time stamp follows the one before after that one's duration, or that of \
            the frame rate; where neither is known, it passes. A mixer of films that are not live waits for the frame \
            that passes next, so queues in front of it have to hold as much of the other film: more than 1 / `max-rate`, \
            where the default of `queue` is a second or 10 MB. `repeat-after-eos=true` of the mixer's pad keeps the last \
            frame to the end of the other film.

            Another `decimation` while it plays makes another size. Where downstream does not take that, upstream is \
            asked for frames that give a size that is taken; until they come, and where upstream can't send them, the \
            `decimation` in use stays, with a warning on the bus if it can't. It is taken up once downstream takes its \
            size. Pointers of navigation events go upstream in the input's pixels.

            The clean-up filters are those of librealsense for depth of 16 bits, with its defaults, in its order: \
            decimation, threshold, spatial, temporal, hole filling, on whole steps (not on its disparity). These \
            differences are meant, since librealsense's code has faults there: on the way down the spatial filter leaves \
            places without depth alone; it takes the last column and depths of 1 as all others; `spatial-holes` counts \
            every hole from its own beginning, where librealsense counts on after a depth that has none beside it; \
            `hole-filling=nearest` fills places below ones without depth too. `spatial-holes=5` fills 254 pixels, as \
            librealsense's code does, though it names that unlimited. `threshold-min` and `threshold-max` are used with \
            `threshold=true` alone; where no sample is between them, nothing stays. `smoothing` adds no latency, as \
            AVCamFilter's filtering may: it looks back only. A change of the temporal filter's settings, of \
            `decimation` or of the input's caps begins it anew. Interlaced depth is cleaned as if it were one picture.

            A buffer that does not hold what its caps announce is left out, with a warning. Metas are kept, those of \
            colours apart; a region of interest shrinks with `decimation`.
            """,
        pictures: [("swiftdepthgray.png", "A film of depth with holes in it, as gray and in colours")]),
    reducedBy: "decimation",
    properties: [
        .double(
            "near", \.$near, nick: "Near",
            "The depth that is black, in metres. Needs auto-range=off: the default, percentile, takes the film's own"),
        .double(
            "far", \.$far, nick: "Far",
            "The depth that is white, in metres; less than near turns black and white round. Needs auto-range=off: the default, percentile, takes the film's own"
        ),
        .double(
            "depth-unit", \.$unit, nick: "Depth unit",
            "Metres for each step of the samples. Disparity (GRAY8) has none: near and far are steps times this"),
        .boolean("invert", \.inverts, nick: "Invert", "Whether near is bright: gray becomes 1 - gray"),
        .int(
            "invalid-value", \.$invalidValue, nick: "Invalid value",
            "The sample that stands for no depth; 2047 in raw Kinect depth"),
        .int(
            "invalid-color", \.$invalidColor, nick: "Invalid colour",
            "What is shown where there is no depth: 0xRRGGBB; its luma in gray formats"),
        .choice(
            "auto-range", \.autoRange, typeName: "GstSwiftDepthGrayAutoRange", nick: "Automatic range",
            "Where the ends of the range come from: off takes near and far, the others the film"),
        .double(
            "range-low", \.$rangeLow, nick: "Range low",
            "With auto-range=percentile: percent of the depths that are before the near end. 0: none"),
        .double(
            "range-high", \.$rangeHigh, nick: "Range high",
            "With auto-range=percentile: percent of the depths that are not behind the far end. 100: all"),
        .double(
            "range-time", \.$rangeTime, nick: "Range time",
            "With auto-range=percentile: time constant in seconds of the range's exponential blend. 0 gives each frame its own range"
        ),
        .choice(
            "colormap", \.colormap, typeName: "GstSwiftDepthGrayColormap", nick: "Colour map",
            "The colours of gray, in formats that have colours"),
        .boolean(
            "equalize", \.equalizes, nick: "Equalize",
            "Whether gray is the part of the frame's depths that are not farther, in place of a range"),
        .double(
            "max-rate", \.$maxRate, nick: "Maximal rate",
            "Frames passed on in a second at most: one that comes at least 1 / max-rate after the last was due, or half a frame earlier. Film at this rate or below passes whole. 0 passes all"
        ),
        .boolean(
            "smoothing", \.smooths, nick: "Smoothing",
            "One switch for less noise and fewer holes, as AVCamFilter's isFilteringEnabled: the spatial and the temporal filter, and hole-filling=farthest where none is set"
        ),
        .int(
            "decimation", \.$decimation, nick: "Decimation",
            "Columns and rows that become one: their median up to 3, their mean from 4 on. The output is so much smaller, padded to multiples of 4. 1 keeps the size"
        ),
        .boolean(
            "threshold", \.usesThreshold, nick: "Threshold",
            "Whether depths outside of threshold-min to threshold-max are taken for none"),
        .double(
            "threshold-min", \.$thresholdMin, nick: "Threshold minimum",
            "The least depth that stays, in metres. Needs threshold=true"),
        .double(
            "threshold-max", \.$thresholdMax, nick: "Threshold maximum",
            "The greatest depth that stays, in metres. Needs threshold=true"),
        .boolean(
            "spatial", \.usesSpatial, nick: "Spatial",
            "Whether depths are smoothed along rows and columns, but not across edges"),
        .double(
            "spatial-alpha", \.$spatialAlpha, nick: "Spatial alpha",
            "With spatial: the own part of a smoothed depth. 1 leaves depths as they are"),
        .int(
            "spatial-delta", \.$spatialDelta, nick: "Spatial delta",
            "With spatial: within rows differences up to this are smoothed, between rows those below it, in steps of the samples (depth-unit metres each)"
        ),
        .int(
            "spatial-iterations", \.$spatialIterations, nick: "Spatial iterations",
            "With spatial: how many times rows and columns are gone over"),
        .int(
            "spatial-holes", \.$spatialHoles, nick: "Spatial holes",
            "With spatial: how far holes are filled along rows, from each side and each time: 0 not at all, 1 to 4 by 1, 3, 7 and 15 pixels, 5 by 254"
        ),
        .boolean(
            "temporal", \.usesTemporal, nick: "Temporal",
            "Whether depths are smoothed over time, and missing ones taken from earlier frames"),
        .double(
            "temporal-alpha", \.$temporalAlpha, nick: "Temporal alpha",
            "With temporal: the own part of a smoothed depth. 1 leaves depths as they are"),
        .int(
            "temporal-delta", \.$temporalDelta, nick: "Temporal delta",
            "With temporal: the difference from which on a depth is of another thing, in steps of the samples (depth-unit metres each)"
        ),
        .int(
            "temporal-persistence", \.$persistence, nick: "Temporal persistence",
            "With temporal: a missing depth is taken from earlier frames where there was one in: 0 never, 1 all of the last 8, 2 two of the last 3, 3 two of the last 4, 4 two of the last 8, 5 one of the last 2, 6 one of the last 5, 7 one of the last 8, 8 any"
        ),
        .choice(
            "hole-filling", \.holeFilling, typeName: "GstSwiftDepthGrayHoleFilling", nick: "Hole filling",
            "The last step: which neighbour's depth fills a place that has none"),
        .computed(
            "temporal-window", in: -1...Int64.max, nick: "Temporal window",
            "How much earlier film a frame depends on, in nanoseconds. 0: none, -1: all"
        ) { $0.temporalWindow },
    ])
