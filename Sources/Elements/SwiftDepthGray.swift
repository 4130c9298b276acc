// SPDX-License-Identifier: MIT
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
        case .off: "The range is near to far"
        case .growing: "The range is 0 to the greatest depth so far, as in AVCamFilter"
        case .percentile: "The range is between two percentiles of the depths, smoothed over time"
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
        case .viridis: "Viridis: dark violet to yellow, brighter with every level"
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
        case .none: "Do not fill"
        case .left: "Take the depth to the left"
        case .farthest: "Take the greatest of five adjacent depths"
        case .nearest: "Take the least of five adjacent depths"
        }
    }
}

extension DepthTemporalPersistence: PropertyChoice {
    public var nick: StaticString {
        switch self {
        case .disabled: "disabled"
        case .eightOf8: "8-of-8"
        case .twoOf3: "2-of-3"
        case .twoOf4: "2-of-4"
        case .twoOf8: "2-of-8"
        case .oneOf2: "1-of-2"
        case .oneOf5: "1-of-5"
        case .oneOf8: "1-of-8"
        case .always: "always"
        }
    }

    public var label: StaticString {
        switch self {
        case .disabled: "Never"
        case .eightOf8: "Valid in all of the last 8 frames"
        case .twoOf3: "Valid in 2 of the last 3 frames"
        case .twoOf4: "Valid in 2 of the last 4 frames"
        case .twoOf8: "Valid in 2 of the last 8 frames"
        case .oneOf2: "Valid in 1 of the last 2 frames"
        case .oneOf5: "Valid in 1 of the last 5 frames"
        case .oneOf8: "Valid in 1 of the last 8 frames"
        case .always: "Valid in any earlier frame"
        }
    }
}

/// `swiftdepthgray`: the depth-to-gray converter of Apple's AVCamFilter, with what librealsense does for depth.
let swiftDepthGray = VideoConverter(
    DepthEffect.self,
    ElementMetadata(
        factoryName: "swiftdepthgray", typeName: "GstSwiftDepthGray", longName: "Depth to gray",
        classification: "Filter/Converter/Video", family: .imageProcessing,
        description: "Converts depth to gray or colours: gray = (depth - near) / (far - near)",
        since: "0.1",
        example: "video/x-raw,format=GRAY16_LE ! swiftdepthgray colormap=turbo",
        recipes: [
            (
                "Show a depth video in gray",
                "gst-launch-1.0 filesrc location=depth.mkv ! decodebin ! swiftdepthgray ! videoconvert ! autovideosink"
            ),
            (
                "Fill the holes of a depth video, and write it in colours",
                "gst-launch-1.0 filesrc location=depth.mkv ! decodebin ! swiftdepthgray smoothing=true colormap=turbo ! video/x-raw,format=I420 ! x264enc speed-preset=veryfast ! mp4mux ! filesink location=out.mp4"
            ),
            (
                "Show a depth camera from 0.5 to 4 metres",
                "gst-launch-1.0 v4l2src ! video/x-raw,format=GRAY16_LE,width=640,height=480 ! swiftdepthgray near=0.5 far=4 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            **Input and output**

            - The input is depth as GRAY16, `depth-unit` metres per step, or disparity as GRAY8.
            - gray = (depth - near) / (far - near), limited to 0 to 1; with `invert` it is 1 - gray. 8-bit codes are 255 gray and \
            16-bit codes 65535 gray, rounded half up. If near and far are equal, far counts as a thousandth of a step more.
            - Colours are those of the 256 levels of the colour map, at the level of the 8-bit gray. The chroma of a subsampled \
            format is the mean of the pixels it covers. Gray formats show gray with every colour map. Alpha is opaque.
            - A sample equal to `invalid-value` has no depth. It counts in no range and is shown in `invalid-color`.
            - If downstream accepts several formats, `colormap=gray` selects GRAY8 and other colour maps select a colour \
            format.
            - A buffer that does not hold the frame of its caps is dropped with a warning. Metas are kept, except those of the \
            colours; regions of interest are scaled with `decimation`.

            **Range**

            - By default the range comes from the video: `auto-range` is `percentile`. Setting `near` or `far` sets `auto-range` to \
            `off`, even if the new value is the old one. If `auto-range` is set itself, before or after, that value stays.
            - `auto-range=percentile` sorts the N valid depths of every n-th pixel in every n-th row; n is the least number that \
            gives at most 65536 pixels. near is depth number floor(N low / 100) + 1 and far is number ceil(N high / 100), at \
            least one step apart. Both approach the values of a new frame by the factor 1 - e^(-t / `range-time`), where t is \
            the stream time since the last frame.
            - A frame affects the range for at most 16 times `range-time`. Playback that starts earlier than that gives the same \
            bits.
            - `auto-range=growing` uses 0 and the least and greatest depth so far.
            - `equalize=true` uses no range: gray is the part of the valid depths of the frame that are not farther, as in \
            librealsense's colorizer.
            - A change of the output format or of `decimation` keeps the range. New input caps reset it.

            **Frame rate**

            - `max-rate` drops frames. A frame passes if it comes at least 1 / `max-rate` after the time at which the last \
            passed frame was due, or at most half its duration earlier. Without durations the gap before the frame counts; \
            never more than 1 / `max-rate`.
            - A late frame does not delay the next one, unless it is late by 1 / `max-rate` or more.
            - So video at `max-rate` or below passes whole, and of video at n times the rate every n-th frame passes, with \
            time stamps off by up to a quarter of a frame. The first frame passes, and the first one after a seek.
            - Frames keep their durations and caps keep their frame rate. A new `max-rate` counts from the last frame passed.
            - A frame without a time stamp follows the frame before by the duration of that frame or of the frame rate. If \
            neither is known, it passes.
            - `swiftmix` repeats the last frame; for a live input it does so for 2 seconds. With `max-rate` below 0.5 set \
            `max-last-buffer-repeat` of its pad, in nanoseconds, to more than 1 / `max-rate`, or to -1 for no limit.
            - With inputs that are not live, `swiftmix` waits for the next frame that passes. The queues of the other input must \
            hold more than 1 / `max-rate`; the default of `queue` is 1 second or 10 MB.

            **Decimation while playing**

            - A new `decimation` changes the output size. If downstream does not accept it, the element asks upstream for another \
            size; until that comes the old `decimation` stays in use. If upstream has no other size, the element posts a warning.
            - The new value is used as soon as downstream accepts its size.
            - Navigation events go upstream in pixels of the input.

            **Filters**

            - The filters are those of librealsense for 16-bit depth, with its defaults and in its order: decimation, threshold, \
            spatial, temporal, hole filling. They work on whole steps, not on disparity.
            - `threshold-min` and `threshold-max` are used with `threshold=true` only. If no sample is between them, none stays.
            - `smoothing` adds no latency: it uses the current and earlier frames.
            - A change of the temporal settings, of `decimation` or of the input caps restarts the temporal filter.
            - Interlaced depth is filtered as progressive frames.
            - The filters differ from librealsense where its code has faults: the spatial filter leaves holes alone on its way \
            down, includes the last column and treats a depth of 1 like others; `spatial-holes` counts each hole from its own \
            beginning; `hole-filling=nearest` also fills below other holes. As in librealsense's code, `spatial-holes=5` \
            fills 254 pixels and not an unlimited number.
            """,
        images: [("swiftdepthgray.png", "A depth video with holes, in gray and in colours")]),
    properties: [
        .double(
            "near", \.$near, nick: "Near",
            "Depth that is black, in metres. Setting it sets auto-range to off, unless auto-range is set itself. Needs equalize=false"
        ).implying("auto-range", DepthAutoRange.off),
        .double(
            "far", \.$far, nick: "Far",
            "Depth that is white, in metres; less than near exchanges black and white. Setting it sets auto-range to off, unless auto-range is set itself. Needs equalize=false"
        ).implying("auto-range", DepthAutoRange.off),
        .double(
            "depth-unit", \.$unit, nick: "Depth unit",
            "Metres per step of the samples. GRAY8 disparity has no metres: near and far are steps times this value"),
        .boolean("invert", \.inverts, nick: "Invert", "Make near depths bright: gray becomes 1 - gray"),
        .int(
            "invalid-value", \.$invalidValue, nick: "Invalid value",
            "Sample that means no depth; 2047 in raw Kinect depth"),
        .int(
            "invalid-color", \.$invalidColor, nick: "Invalid colour",
            "Colour shown where there is no depth, as 0xRRGGBB; gray formats show its luma"),
        .choice(
            "auto-range", \.autoRange, typeName: "GstSwiftDepthGrayAutoRange", nick: "Automatic range",
            "Where the range comes from: near and far, or the depths of the video. Setting near or far sets it to off, unless it is set itself. Needs equalize=false"
        ),
        .double(
            "range-low", \.$rangeLow, nick: "Range low",
            "With auto-range=percentile and equalize=false: part of the depths below the near end, in percent. 0 takes the least depth"
        ),
        .double(
            "range-high", \.$rangeHigh, nick: "Range high",
            "With auto-range=percentile and equalize=false: part of the depths up to the far end, in percent. 100 takes the greatest depth"
        ),
        .double(
            "range-time", \.$rangeTime, nick: "Range time",
            "With auto-range=percentile and equalize=false: time constant of the range's exponential blend, in seconds. 0 gives each frame its own range"
        ),
        .choice(
            "colormap", \.colormap, typeName: "GstSwiftDepthGrayColormap", nick: "Colour map",
            "Colours for the levels of gray; output formats without colours show gray"),
        .boolean(
            "equalize", \.equalizes, nick: "Equalize",
            "Equalize the histogram instead of using a range: gray is the part of the frame's depths that are not farther"
        ),
        .double(
            "max-rate", \.$maxRate, nick: "Maximum rate",
            "Most frames passed per second; others are dropped. Video at this rate or below passes whole. 0 passes all frames"
        ),
        .boolean(
            "smoothing", \.smooths, nick: "Smoothing",
            "Use the spatial and the temporal filter, and hole-filling=farthest if hole-filling is none; as isFilteringEnabled in AVCamFilter"
        ),
        .int(
            "decimation", \.$decimation, nick: "Decimation",
            "Columns and rows combined into one: by the median up to 3, by the mean from 4. The output shrinks by this factor and is padded to multiples of 4. 1 keeps the size"
        ),
        .boolean(
            "threshold", \.usesThreshold, nick: "Threshold",
            "Discard depths outside of threshold-min to threshold-max"),
        .double(
            "threshold-min", \.$thresholdMin, nick: "Threshold minimum",
            "Least depth that is kept, in metres. Needs threshold=true"),
        .double(
            "threshold-max", \.$thresholdMax, nick: "Threshold maximum",
            "Greatest depth that is kept, in metres. Needs threshold=true"),
        .boolean(
            "spatial", \.usesSpatial, nick: "Spatial",
            "Smooth depths along rows and columns, but not across edges"),
        .double(
            "spatial-alpha", \.$spatialAlpha, nick: "Spatial alpha",
            "With spatial or smoothing: weight of the pixel's own depth. 1 does not smooth"),
        .int(
            "spatial-delta", \.$spatialDelta, nick: "Spatial delta",
            "With spatial or smoothing: difference that is an edge, in steps of depth-unit metres. Along rows larger differences are edges, along columns also equal ones"
        ),
        .int(
            "spatial-iterations", \.$spatialIterations, nick: "Spatial iterations",
            "With spatial or smoothing: passes of the filter over rows and columns"),
        .int(
            "spatial-holes", \.$spatialHoles, nick: "Spatial holes",
            "With spatial or smoothing: pixels of holes filled along rows, from each side in each pass: 0 none, 1 to 4 for 1, 3, 7 and 15, 5 for 254"
        ),
        .boolean(
            "temporal", \.usesTemporal, nick: "Temporal",
            "Smooth depths over time, and take missing ones from earlier frames"),
        .double(
            "temporal-alpha", \.$temporalAlpha, nick: "Temporal alpha",
            "With temporal or smoothing: weight of the frame's own depth. 1 does not smooth"),
        .int(
            "temporal-delta", \.$temporalDelta, nick: "Temporal delta",
            "With temporal or smoothing: least difference that is another object and not smoothed, in steps of depth-unit metres"
        ),
        .choice(
            "temporal-persistence", \.persistence, typeName: "GstSwiftDepthGrayTemporalPersistence",
            nick: "Temporal persistence",
            "With temporal or smoothing: when a missing depth is taken from earlier frames. 2-of-4: if it was valid in 2 of the last 4"
        ),
        .choice(
            "hole-filling", \.holeFilling, typeName: "GstSwiftDepthGrayHoleFilling", nick: "Hole filling",
            "Last filter: which adjacent depth fills a hole"),
        .temporalWindow { $0.temporalWindow },
    ])
