// SPDX-License-Identifier: MIT
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
        case .luma: "Luma; hue and saturation stay"
        case .rgb: "Red, green and blue, each by its own histogram"
        }
    }
}

extension EqualizationChroma: PropertyChoice {
    public var nick: StaticString {
        switch self {
        case .scale: "scale"
        case .keep: "keep"
        }
    }

    public var label: StaticString {
        switch self {
        case .scale: "Chroma grows with luma, as red, green and blue do in R'G'B'"
        case .keep: "Chroma stays as it is; the fastest"
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
        case .cdfMin: "The same from the darkest code on, as OpenCV's equalizeHist has it; a flat frame stays"
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
        family: .color,
        description: "Spreads brightness over the whole range: by the frame's histogram, or by those of tiles (CLAHE)",
        since: "0.1",
        example: "swifteq method=clahe",
        recipes: [
            (
                "Show a dark camera view with more light, without flicker",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swifteq method=clahe smoothing-time=0.5 ! videoconvert ! autovideosink"
            ),
            (
                "Equalize a file and keep its sound",
                "gst-launch-1.0 filesrc location=in.mp4 ! qtdemux name=in in.video_0 ! queue ! decodebin ! swifteq method=clahe smoothing-time=0.5 ! x264enc speed-preset=veryfast ! queue ! out. in.audio_0 ! queue ! aacparse ! out. mp4mux name=out ! filesink location=out.mp4"
            ),
            (
                "Print histograms, five a second, and leave the frames as they are",
                "gst-launch-1.0 -m filesrc location=in.mp4 ! decodebin ! swifteq intensity=0 post-messages=true interval=200000000 ! fakesink"
            ),
        ],
        details: """
            By default luma is equalized, and colours keep their hue and saturation. R'G'B' is multiplied by T(L) / L, which takes \
            its luma L to T(L), or by less where its largest component would leave the range. Black, which has no hue, becomes a \
            gray. The chroma of Y'CbCr is multiplied by the same ratio, or by less where red, green or blue would leave the range. \
            `chroma=keep` leaves chroma as it is: a dark scene then stays as colourless as it was, and frames take less time. \
            `mode=rgb` equalizes red, green and blue each for itself, which changes the balance of colours; alpha stays. In Y'CbCr \
            it goes through the caps' matrix.

            Codes of Y'CbCr and of R'G'B' that stand for the same colours become the same colours where luma becomes the same: \
            within two codes of 255, except in two cases. Where a component would leave the range, chroma is that of R'G'B', but \
            luma still becomes T(L). A chroma sample that covers several pixels (4:2:0, 4:2:2) is multiplied by the ratio of their \
            mean luma after and before. Rounding errors of the input are multiplied too: 8-bit Y'CbCr has red, green and blue up to \
            1.5 codes off (1.7 in limited range), and the output T(L) / L times that.

            Luma becomes the same within one code where both formats have the same histogram. Rounding to 8 bits moves pixels to \
            neighbouring codes, most of all in limited range: T(L) is then off by the share of all pixels that such a code has. \
            CLAHE limits the pixels of each code, and limited range has 220 codes where R'G'B' has 256, so its tables differ by ten \
            codes and more. A code of luma is up to 5 codes of a saturated red, and up to 17 of a saturated blue.

            Laws, with C(k) the pixels of codes up to k, N all pixels, and S the codes from black to white of the format's depth \
            and range (255 for full range and 8 bits, 219 above code 16 for limited range, 65535 for GRAY16):

            - `mapping=cdf`: T(k) = S C(k) / N, rounded half up. `MPSImageHistogramEqualization` and `vImageEqualization_ARGB8888` \
            (which leaves alpha alone when told so) on Apple's systems.
            - `mapping=cdf-min`: T(k) = S (C(k) - h) / (N - h), rounded half to even, with h the pixels of the darkest code: black \
            stays black, and a flat frame stays as it is. OpenCV's `equalizeHist`, bit for bit at 8 bits.
            - `method=clahe`: OpenCV's CLAHE, bit for bit at 8 and 16 bits. The same settings mean the same there; the default clip \
            limit is 40 there, which is very strong, and 2 here. `mapping` and the region do not apply.

            Other programs differ. frei0r's `equaliz0r` takes min(255, floor(256 C(k) / N)) of each channel, within one code of \
            `mode=rgb`, and its counts overflow above 2^24 pixels. FFmpeg's `histeq` mixes a fifth of a table that ends at 210 with \
            the video by default, scales R'G'B' by its own luma, and overwrites alpha.

            With `smoothing-time`, tables follow the stream with this time constant, whatever its frame rate. They start again at a \
            scene change, a seek, a flush, new caps, and where time goes back. A frame depends on the frames of the last \
            `temporal-window` nanoseconds alone, as long as `smoothing-time` stays: a stream that begins that much earlier gives the \
            same bits. A dropped frame starts nothing again: its histogram is missing, and the next frame's counts for the time of both.

            Tables take 1 GiB at most. Fine grids of 16-bit codes can need more: GRAY16 with `smoothing-time` then blends every \
            16th code of a table, and draws straight lines between them. Where that is not enough, or the machine has less memory, \
            a coarser grid is used, and a warning on the bus says which.

            With `post-messages`, an element message `swifteq` has the times that `level` posts, and the frame's histogram before \
            equalization: `luma`, or `red`, `green` and `blue`, 256 counts each whatever the depth. Codes below black and \
            above white count as these. With `intensity=0` frames are measured and not changed.
            """,
        images: [
            ("swifteq.png", "A dark scene, and what modes, methods and half the intensity make of it"),
            (
                "swifteq-smoothing.png",
                "A cut from dark to light, just before, at and a quarter of a second after it: as it is, with smoothing-time=0.5, and with smoothing-time=0.5 scene-change=1"
            ),
        ]),
    properties: [
        .choice(
            "mode", \.mode, typeName: "GstSwiftEqMode", nick: "Mode",
            "What is equalized: luma, or red, green and blue each by its own histogram"),
        .choice(
            "chroma", \.chroma, typeName: "GstSwiftEqChroma", nick: "Chroma",
            "With mode=luma: whether chroma of Y'CbCr grows with luma, or stays"),
        .choice(
            "mapping", \.mapping, typeName: "GstSwiftEqMapping", nick: "Mapping",
            "With method=global: the law that makes the table from the histogram"),
        .choice(
            "method", \.method, typeName: "GstSwiftEqMethod", nick: "Method",
            "Whether one table serves the whole frame, or each tile has its own"),
        .double(
            "clip-limit", \.$clipLimit, nick: "Clip limit",
            "With method=clahe: the most pixels that a code of a tile counts for, in multiples of the mean over all codes. 2 to 4 is usual, 1 changes the frame least, 0 sets no limit"
        ),
        .int(
            "grid-width", \.$gridWidth, nick: "Grid width",
            "With method=clahe: tiles across the frame"),
        .int(
            "grid-height", \.$gridHeight, nick: "Grid height",
            "With method=clahe: tiles down the frame"),
        .double(
            "intensity", \.$intensity, nick: "Intensity",
            "How much of the equalization is applied: out = in + intensity * (equalized - in). 1 is all of it, 0 is passthrough"
        ),
        .double(
            "smoothing-time", \.$smoothingTime, nick: "Smoothing time",
            "Time constant in seconds of the blend of tables over time, against flicker; 0.5 is a good start. 0 gives each frame its own table"
        ),
        .double(
            "scene-change", \.$sceneChange, nick: "Scene change",
            "With smoothing-time: the part of the pixels that must be in other bins (of 64) than in the frame before for the blend to start again. 1: it never does"
        ),
        .double(
            "region-x", \.$regionX, nick: "Region x",
            "With method=global: left edge of the region that is counted, as a fraction of the frame's width"),
        .double(
            "region-y", \.$regionY, nick: "Region y",
            "With method=global: upper edge of the region that is counted, as a fraction of the frame's height"),
        .double(
            "region-width", \.$regionWidth, nick: "Region width",
            "With method=global: width of the region that is counted, as a fraction of the frame's width. It ends at the right edge of the frame at the latest"
        ),
        .double(
            "region-height", \.$regionHeight, nick: "Region height",
            "With method=global: height of the region that is counted, as a fraction of the frame's height. It ends at the lower edge of the frame at the latest"
        ),
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
            "How far back a frame depends on earlier frames, in nanoseconds: 16 times smoothing-time. 0: it depends on none"
        ) { $0.temporalWindow },
    ])
