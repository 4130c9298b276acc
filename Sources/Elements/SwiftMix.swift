import Effects
import ElementKit

extension MixMode: PropertyChoice {
    public var nick: StaticString {
        switch self {
        case .mix: "mix"
        }
    }

    public var label: StaticString {
        switch self {
        case .mix: "(1 - f) A + f B"
        }
    }
}

extension MixSizing: PropertyChoice {
    public var nick: StaticString {
        switch self {
        case .stretch: "stretch"
        case .keepAspect: "keep-aspect"
        }
    }

    public var label: StaticString {
        switch self {
        case .stretch: "Width and height each for itself"
        case .keepAspect: "As large as fits in its own shape, in the middle; around it the first picture alone"
        }
    }
}

/// `swiftmix`: the mixer of Apple's AVCamFilter, a cross-fade of two films.
let swiftMix = VideoMixer(
    MixEffect.self,
    ElementMetadata(
        factoryName: "swiftmix", typeName: "GstSwiftMix", longName: "Mix of two films",
        classification: "Filter/Editor/Video/Compositor",
        description: "Lays one film over another: out = (1 - f) A + f B, exactly rounded",
        since: "0.1",
        example: "m.sink_0 videotestsrc pattern=ball ! m.sink_1 swiftmix name=m mix-factor=0.3",
        details: """
            A is the input with the lower pad number, whichever was linked first: `sink_0` and `sink_1`, or `m.` twice. There \
            are two inputs at most; a third is refused with a warning.

            Every component of the format is mixed for itself, as codes, and rounded half up from the exact value, with f \
            in steps of 1/32768: white over white stays white, and nothing drifts. `mix-factor` 0 shows A and 1 shows B bit for \
            bit, without a copy where the frame can be passed on as it is. With straight alpha what is seen is mixed: \
            a = (1 - f) a_A + f a_B and c = ((1 - f) a_A c_A + f a_B c_B) / a; where both are invisible, \
            c = (1 - f) c_A + f c_B. Pictures of equal alpha mix as those without.

            The output has A's size, pixel aspect ratio, format and colours, with what caps say of the mastering display and \
            light level, unless the caps behind the element ask for others, and the frame rate of the faster input. Where B has alpha and A has none, the output has B's format, so that what is \
            clear in B leaves A as it is; an encoder that takes no alpha then wants `videoconvert` before it. Inputs of another \
            format, or other colours, are converted by GStreamer; of another range alone, by this element, exactly. Gray has no \
            matrix: to and from Y'CbCr its range alone is converted. Y'CbCr of 8 bits and the same matrix becomes that of 10 or \
            16 with every code in its place; of another matrix, or of R'G'B', white may come up to four codes of 10 bits off. \
            A gray A makes a gray film: give it as B, or ask for a format with colours behind the element. A \
            second input of another size is stretched bilinearly, or with `sizing=keep-aspect` fitted into the middle; around it \
            A alone is seen, or black where there is no A. The fields of interlaced film are stretched each for itself, to \
            where their rows lie in the frame; a row of 4:2:0 chroma lies in the middle of the two rows of its field that it \
            goes with. Stretching looks at four samples, alpha being one like the others: \
            put `videoscale` before the element to make a picture smaller than half its size.

            Both inputs have to be interlaced alike, or not at all, and so is the output; where nothing behind the element \
            takes that, it ends with an error: put `deinterlace` before each input. Rows are mixed with rows, so fields meet by \
            their place, top with top, and are shown in the order that A has: B is best filmed in the same. Metas are A's, or \
            B's where A is not seen, with regions brought to the output's size; closed captions and time codes come once, with \
            the first frame that shows theirs. A pointer's events from behind go to A alone, in A's pixels.

            An input that has not begun, has ended or has a gap leaves the other alone on the screen; a slower input repeats \
            its last frame, and a live one that stops does so for two seconds, which `max-last-buffer-repeat` of its pad \
            changes. The stream ends when both have ended; `repeat-after-eos` of a pad keeps its last frame for ever. Where both \
            come from one `tee`, and one drops frames for longer than a second, the other's queue needs room for that: \
            `max-size-time=0 max-size-buffers=0`. The element has `latency`, `min-upstream-latency`, `start-time`, \
            `start-time-selection` and `force-live` of GstAggregator and GstVideoAggregator besides the properties below.
            """,
        pictures: [("swiftmix.png", "A film through swiftrosy, and depth from swiftdepthgray over it")]),
    ignoreInactivePads: \.ignoresInactivePads,
    properties: [
        .double(
            "mix-factor", \.$factor, nick: "Mix factor",
            "The part of the second input: out = (1 - f) A + f B. 0 shows the first alone, 1 the second alone"),
        .choice(
            "mode", \.mode, typeName: "GstSwiftMixMode", nick: "Mode", "How the two are mixed"),
        .choice(
            "sizing", \.sizing, typeName: "GstSwiftMixSizing", nick: "Sizing",
            "How a second input of another size or shape comes to the size of the first"),
    ])
