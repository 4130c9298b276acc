// SPDX-License-Identifier: MIT
import Effects
import ElementKit

/// `swiftntsc`: the NTSC and VHS signal.
let swiftNtsc = VideoFilter(
    NtscEffect.self,
    ElementMetadata(
        factoryName: "swiftntsc", typeName: "GstSwiftNtsc", longName: "NTSC and VHS",
        family: .effects,
        description: "Makes video look like analogue NTSC television or a VHS tape, after ntsc-rs",
        since: "0.1",
        example: "swiftntsc preset=vhs-sp",
        recipes: [
            (
                "Make a file look like a VHS tape, at the 480 lines of NTSC, and keep its sound",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin name=d d. ! queue ! videoscale ! video/x-raw,width=640,height=480,pixel-aspect-ratio=1/1 ! swiftntsc preset=vhs-sp ! videoconvert ! x264enc speed-preset=veryfast ! mp4mux name=m ! filesink location=out.mp4 d. ! queue ! audioconvert ! audioresample ! avenc_aac ! m."
            ),
            (
                "Show a camera as on a cheap television set",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=640,height=480 ! swiftntsc preset=composite-tv ! videoconvert ! autovideosink"
            ),
            (
                "Keep the size of the video, and scale the errors to it",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftntsc preset=vhs-ep-worn scale-with-video-size=true ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            Each frame is encoded as a composite NTSC signal: luma, and chroma on a subcarrier of four pixels per cycle. The \
            signal gets the errors of broadcast, cable and tape, and is decoded again. The 62 settings of ntsc-rs have its names, \
            with dashes for underscores, and its ranges and defaults; equal settings give equal results. Output depends on the \
            settings, `random-seed` and the frame's number, not on earlier frames. Alpha does not change.

            A setting whose description begins with "With" has no effect while the setting it names is off. No setting makes \
            the element pass frames through: the signal always has a limited bandwidth.

            Lengths are in pixels, and in rows of a field, of a frame with 480 rows. For larger frames set `bandwidth-scale` and \
            `vertical-scale`, or `scale-with-video-size`.

            A frame's number is its stream time times the frame rate of the caps, rounded; without a frame rate 30000/1001 is \
            used. A frame that a seek has clipped at its start counts as whole. Without a time stamp the number is the buffer's \
            offset, or else a count since the start, the last flush or the last seek. Seeks and lost frames therefore change \
            nothing.

            Interlaced frames are processed field by field, in the order that the caps or the buffer's flags give. A field that \
            a buffer does not have stays unchanged. `use-field` applies to progressive frames only. Fields in buffers of their \
            own (`interlace-mode=alternate`) are refused.

            Output codes are rounded where ntsc-rs truncates them, and alpha is kept where ntsc-rs sets it to opaque. Other \
            faults of ntsc-rs that change the video are kept, because presets were made with them. `compatibility=corrected` \
            removes them:

            - The subcarrier and all delays scale with `bandwidth-scale`.
            - Rows have no dark or bright left edge, and the first row has its full colour.
            - Sharpening does not change saturation, and the decoding matrix is the inverse of the encoding matrix.
            - Combs work near the subcarrier's frequency only, so luma stays sharp.
            - A scanline phase shift of 270 degrees differs from one of 90, and one of 0 uses its offset.
            - With `use-field=both` the subcarrier is inverted in every second frame.

            A preset sets all 62 settings, and nothing else, between two frames. Of a preset and a setting the one that is set \
            later takes effect, also on the command line: `preset=vhs-sp luma-smear=0.1`.

            - `preset` selects a built-in preset. It reads as the preset that the settings are equal to, else as `custom`; \
            setting `custom` changes nothing. All properties of one element can therefore be copied to another in any order, \
            except `preset-location`.
            - `preset-location` is read each time it is set. In JSON files of ntsc-rs (`"version": 1`) numbers are clamped to \
            the range, integers are truncated, unknown names, strings, lists, objects and null are ignored, and missing settings \
            take the values of old versions, all as in ntsc-rs. Files of ntscQT are converted as ntsc-rs converts them. A boolean \
            instead of a number, a number instead of a boolean, an unknown enum value, invalid JSON, folders, FIFOs and files \
            above 1 MiB are errors. An error changes no setting and posts a warning; before the element is started it fails the \
            start instead, unless another file or none is set first.
            - The action signal `preset-json` returns the settings as the text of such a file. Loading it gives the same \
            settings, bit for bit.
            - `GstPreset` saves and loads all settings and `compatibility` under names of your own.
            """,
        images: [("swiftntsc.png", "A frame, the same frame with several presets, and with compatibility=corrected")]),
    properties: ntscSettings + [
        .choice(
            "compatibility", \.compatibility, typeName: "GstSwiftNtscCompatibility", nick: "Compatibility",
            "Whether faults of ntsc-rs that change the video are kept, because presets were made with them, or corrected"
        ).outsidePresetFiles
    ],
    presets: Presets(
        NtscPreset.self, typeName: "GstSwiftNtscPreset",
        files:
            "A JSON preset file of ntsc-rs or ntscQT. It is read when this is set, and sets all settings. A wrong file changes nothing and posts a warning, or an error at the start",
        version: 1, settings: \.settings,
        read: { try NtscSettings.preset($0, fields: $1) }))

extension NtscPreset: PropertyChoice {
    public var nick: StaticString {
        switch self {
        case .standard: "default"
        case .broadcastClean: "broadcast-clean"
        case .compositeTV: "composite-tv"
        case .vhsSP: "vhs-sp"
        case .vhsEPWorn: "vhs-ep-worn"
        case .camcorder: "camcorder"
        }
    }

    public var label: StaticString {
        switch self {
        case .standard: "The defaults of ntsc-rs"
        case .broadcastClean: "A broadcast on a good receiver, without tape"
        case .compositeTV: "A game console on a cheap television set: dot crawl and rainbows, without tape"
        case .vhsSP: "A good VHS tape at standard play"
        case .vhsEPWorn: "A worn VHS tape at extended play"
        case .camcorder: "A camcorder recording of a dim room: sharpened and noisy"
        }
    }
}

extension NtscUseField: PropertyChoice {
    public var nick: StaticString {
        switch self {
        case .alternating: "alternating"
        case .upper: "upper"
        case .lower: "lower"
        case .both: "both"
        case .interleavedUpper: "interleaved-upper"
        case .interleavedLower: "interleaved-lower"
        }
    }

    public var label: StaticString {
        switch self {
        case .alternating: "Lower and upper rows in turn, one field per frame"
        case .upper: "Upper rows (0, 2, ...) only"
        case .lower: "Lower rows (1, 3, ...) only"
        case .both: "All rows as one progressive frame"
        case .interleavedUpper: "Both fields, upper first, interleaved in one frame"
        case .interleavedLower: "Both fields, lower first, interleaved in one frame"
        }
    }
}

extension NtscFilterType: PropertyChoice {
    public var nick: StaticString {
        switch self {
        case .constantK: "constant-k"
        case .butterworth: "butterworth"
        }
    }

    public var label: StaticString {
        switch self {
        case .constantK: "Constant-k: blurrier"
        case .butterworth: "Butterworth: sharper"
        }
    }
}

extension NtscLumaFilter: PropertyChoice {
    public var nick: StaticString {
        switch self {
        case .none: "none"
        case .box: "box"
        case .notch: "notch"
        }
    }

    public var label: StaticString {
        switch self {
        case .none: "None: fine patterns show as rainbows"
        case .box: "Box: mean of four pixels, the softest"
        case .notch: "Notch: removes frequencies near the subcarrier only"
        }
    }
}

extension NtscChromaLowpass: PropertyChoice {
    public var nick: StaticString {
        switch self {
        case .none: "none"
        case .light: "light"
        case .full: "full"
        }
    }

    public var label: StaticString {
        switch self {
        case .none: "None"
        case .light: "Light: I and Q up to 2.6 MHz"
        case .full: "Full: I up to 1.3 MHz, Q up to 0.6 MHz"
        }
    }
}

extension NtscPhaseShift: PropertyChoice {
    public var nick: StaticString {
        switch self {
        case .degrees0: "0"
        case .degrees90: "90"
        case .degrees180: "180"
        case .degrees270: "270"
        }
    }

    public var label: StaticString {
        switch self {
        case .degrees0: "0 degrees: dots form columns"
        case .degrees90: "90 degrees"
        case .degrees180: "180 degrees, as in NTSC"
        case .degrees270: "270 degrees"
        }
    }
}

extension NtscDemodulation: PropertyChoice {
    public var nick: StaticString {
        switch self {
        case .box: "box"
        case .notch: "notch"
        case .oneLineComb: "1-line-comb"
        case .twoLineComb: "2-line-comb"
        }
    }

    public var label: StaticString {
        switch self {
        case .box: "Box: mean of four pixels, soft"
        case .notch: "Notch: sharper, with dots at the edges of colours"
        case .oneLineComb: "1-line comb: uses the row above"
        case .twoLineComb: "2-line comb: uses the rows above and below"
        }
    }
}

extension NtscTapeSpeed: PropertyChoice {
    public var nick: StaticString {
        switch self {
        case .none: "none"
        case .sp: "sp"
        case .lp: "lp"
        case .ep: "ep"
        }
    }

    public var label: StaticString {
        switch self {
        case .none: "None: full bandwidth"
        case .sp: "Standard play: luma up to 2.4 MHz, chroma up to 320 kHz"
        case .lp: "Long play: luma up to 1.9 MHz, chroma up to 300 kHz"
        case .ep: "Extended play: luma up to 1.4 MHz, chroma up to 280 kHz"
        }
    }
}

extension NtscCompatibility: PropertyChoice {
    public var nick: StaticString {
        switch self {
        case .ntscRs: "ntsc-rs"
        case .corrected: "corrected"
        }
    }

    public var label: StaticString {
        switch self {
        case .ntscRs: "As ntsc-rs, faults included"
        case .corrected: "Without these faults"
        }
    }
}
