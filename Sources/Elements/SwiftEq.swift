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
        since: "0.1",
        example: "swifteq method=clahe",
        details: """
            By default brightness alone is equalized: the luma samples of Y'CbCr and gray frames, chroma untouched; R'G'B' is \
            scaled so that its luma L becomes T(L), less where its largest component would leave the range, so that hues stay \
            (black, which has none, becomes a gray). Colours of a dark Y'CbCr scene stay as faint as they were; give the \
            element R'G'B' to lift them with the luma. `mode=rgb` equalizes red, green and blue each for itself, which changes \
            the balance of colours; alpha stays. In Y'CbCr it goes through the caps' matrix.

            Laws, with C(k) the pixels of codes up to k, N all pixels, and S the codes from black to white of the format's depth \
            and range (255 for full range and 8 bits, 219 above code 16 for limited range, 65535 for GRAY16):

            - `mapping=cdf`: T(k) = S C(k) / N, rounded half up. `MPSImageHistogramEqualization` and `vImageEqualization_ARGB8888` \
            (which leaves alpha alone when told so) on Apple's systems.
            - `mapping=cdf-min`: T(k) = S (C(k) - h) / (N - h), rounded half to even, with h the pixels of the darkest code: black \
            stays black, and a flat picture stays as it is. OpenCV's `equalizeHist`, bit for bit at 8 bits.
            - `method=clahe`: OpenCV's CLAHE, bit for bit at 8 and 16 bits. The same settings mean the same there; its default clip \
            limit of 40 is very strong, ours is 2. `mapping` and the region do not apply.

            Other programs differ. frei0r's `equaliz0r` takes min(255, floor(256 C(k) / N)) of each channel, within one code of \
            `mode=rgb`, and its counts overflow above 2^24 pixels. FFmpeg's `histeq` mixes a fifth of a table that ends at 210 with \
            the picture by default, scales R'G'B' by its own luma, and overwrites alpha.

            With `smoothing`, tables follow the film with this time constant, whatever its frame rate, and start afresh at a scene \
            change, a seek, a flush and new caps, and where time goes back. A frame depends on the film of the last \
            `temporal-window` nanoseconds alone, as long as `smoothing` stays: film that begins that much earlier gives the same bits. A dropped frame does not \
            start anything afresh: its histogram is missing, and the next frame's counts for the time of both.

            With `post-messages`, an element message `swifteq` has the times that `level` posts, and the frame's histogram before \
            equalization: `luma`, or `red`, `green` and `blue`, 256 counts each whatever the depth. Codes below black and \
            above white count as these. With `strength=0` frames are measured and not changed.
            """,
        pictures: [
            ("swifteq.png", "A dark scene, and what modes, methods and half the strength make of it"),
            (
                "swifteq-smoothing.png",
                "A cut from dark to light, just before, at and a quarter of a second after it: as it is, with smoothing=0.5, and with scene-change=1 besides"
            ),
        ]),
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
            "clip-limit", \.$clipLimit, nick: "Clip limit",
            "With method=clahe: how many times its fair share of a tile's pixels a code counts at most. 2 to 4 is usual; 0 does not limit, 1 changes least"
        ),
        .int(
            "grid-width", \.$gridWidth, nick: "Grid width",
            "With method=clahe: tiles across the frame"),
        .int(
            "grid-height", \.$gridHeight, nick: "Grid height",
            "With method=clahe: tiles down the frame"),
        .double(
            "strength", \.$strength, nick: "Strength",
            "How far codes move to where the table puts them: out = in + strength * (table - in). 0 passes frames through"
        ),
        .double(
            "smoothing", \.$smoothing, nick: "Smoothing",
            "Time constant in seconds of the blend of tables over time, against flicker; 0.5 is a good start. 0 gives each frame its own table"
        ),
        .double(
            "scene-change", \.$sceneChange, nick: "Scene change",
            "With smoothing: the part of the pixels that must be in other bins (of 64) than in the frame before for the blend to start afresh. 1 never does"
        ),
        .double(
            "region-x", \.$regionX, nick: "Region x",
            "With method=global: left edge of where the histogram is taken, as a part of the width"),
        .double(
            "region-y", \.$regionY, nick: "Region y",
            "With method=global: upper edge of where the histogram is taken, as a part of the height"),
        .double(
            "region-width", \.$regionWidth, nick: "Region width",
            "With method=global: width of where the histogram is taken, as a part of the frame's. 1 takes all to the right"
        ),
        .double(
            "region-height", \.$regionHeight, nick: "Region height",
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
