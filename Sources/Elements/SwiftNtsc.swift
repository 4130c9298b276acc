import Effects
import ElementKit

/// `swiftntsc`: the NTSC and VHS signal.
let swiftNtsc = VideoFilter(
    NtscEffect.self,
    ElementMetadata(
        factoryName: "swiftntsc", typeName: "GstSwiftNtsc", longName: "NTSC and VHS",
        description: "Sends frames through composite video and tape, after ntsc-rs: noise, dot crawl, ringing, VHS",
        since: "0.1",
        example: "swiftntsc preset=vhs-sp",
        details: """
            The picture becomes a composite signal as NTSC has it, luma and chroma on a subcarrier of four pixels to the cycle, \
            which then suffers what broadcasts, cables and tapes did to it, and is received again. All 62 settings of ntsc-rs are \
            here under its names, with dashes for underscores, and with its ranges and defaults; equal settings look alike. The \
            result depends on the settings, `random-seed` and the frame's number alone: not on earlier frames. Alpha stays.

            Settings whose blurb begins with "With" do nothing while the one it names is off. There is no setting that passes \
            frames through: even the plainest signal has the bandwidth of one.

            Lengths are pixels and rows of a field of a frame 480 rows high; on larger ones set `bandwidth-scale` and \
            `vertical-scale`, or `scale-with-video-size`.

            A frame's number is that of the nearest frame at the caps' rate to its stream time, at 30000/1001 where the caps have \
            none; a frame that a seek has cut at its beginning counts as whole. Without a time it is the buffer's offset, else a count \
            from the start, the last flush or seek on. So seeks and lost frames change nothing. Of interlaced frames each field is sent in its turn, by the caps' field order or the buffer's flags; a \
            field that a buffer has not stays as it is, and `use-field` is for progressive frames. Fields in buffers of their own \
            (`interlace-mode=alternate`) are refused.

            Codes are rounded where ntsc-rs cuts them, and alpha is kept where it makes all opaque. Other faults of it that change \
            the picture are kept, since presets were made with them, unless `compatibility=corrected`: the carrier and all delays \
            are as wide as `bandwidth-scale` says; rows have no dark or light edge, the first row has its whole colour; sharpening \
            leaves colours as strong as they were, and what is received is the inverse of what was sent; combs compare rows around \
            the carrier's frequency alone, and luma stays sharp; a scanline phase shift of 270 degrees is not 90, 0 counts its offset; and \
            of whole frames (`use-field=both`) every second has the carrier the other way round.

            Presets set all 62 settings, and nothing else, between two frames; of settings and presets what is set later counts, \
            also on the command line: `preset=vhs-sp luma-smear=0.1`.

            - `preset` is a built-in look. It reads as the look that the settings are, and as `custom` when they are another's; \
            setting `custom` changes nothing. So all properties of one element may be written to another, in any order, as long \
            as `preset-location` is not among them.
            - `preset-location` is read when it is set, again if it is set again. JSON files of ntsc-rs (`"version": 1`) mean what \
            they mean there: numbers beyond the range count as its ends, whole ones lose their fraction, unknown names, texts, \
            lists, objects and null are ignored, and what a file leaves out is as old versions had it. Files of ntscQT become what \
            ntsc-rs makes of them. A true or false where a number belongs, or the other way round, a choice that does not exist, \
            and what is no JSON are errors, as are folders, FIFOs and files above 1 MiB: settings stay as they were, and the bus \
            gets a warning, or, if the element has not been started, an error then, unless another file or none is named before.
            - The action signal `preset-json` returns the settings as such a file's text, which loads as the same settings to \
            the last bit.
            - `GstPreset` saves and loads all settings and `compatibility`, under names of your own.
            """,
        pictures: [("swiftntsc.png", "A frame, what presets make of it, and the default without faults of ntsc-rs")]),
    properties: ntscSettings + [
        .choice(
            "compatibility", \.compatibility, typeName: "GstSwiftNtscCompatibility", nick: "Compatibility",
            "Whether faults of ntsc-rs that change the picture are kept, since presets were made with them"
        ).outsidePresetFiles
    ],
    presets: Presets(
        NtscLook.self, typeName: "GstSwiftNtscPreset",
        files:
            "A JSON preset file of ntsc-rs or ntscQT, which sets all settings at once when this is set; what is set later counts. One that is wrong changes nothing: a warning, or an error at the start",
        version: 1, settings: \.settings,
        read: { try NtscSettings.preset($0, fields: $1) }))

extension NtscLook: PropertyChoice {
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
        case .standard: "The defaults, as ntsc-rs has them: a bit of everything"
        case .broadcastClean: "A station's signal on a good receiver; no tape"
        case .compositeTV: "A game console on a cheap set: dot crawl, rainbows; no tape"
        case .vhsSP: "A good tape in standard play"
        case .vhsEPWorn: "A tape in extended play that has been seen often"
        case .camcorder: "A home film: sharpened, with the noise of a dim room"
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
        case .alternating: "Lower and upper rows in turn, a frame each"
        case .upper: "Upper rows (0, 2, ...) only"
        case .lower: "Lower rows (1, 3, ...) only"
        case .both: "All rows as one picture"
        case .interleavedUpper: "Upper rows, then lower rows, woven into one frame"
        case .interleavedLower: "Lower rows, then upper rows, woven into one frame"
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
        case .constantK: "Constant-k: blurry"
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
        case .none: "None: fine patterns become rainbows"
        case .box: "Box: mean of four pixels, the softest"
        case .notch: "Notch: only what is near the subcarrier"
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
        case .degrees0: "0 degrees: dots stand in columns"
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
        case .notch: "Notch: sharper, with dots at edges of colour"
        case .oneLineComb: "1-line comb: by the row above"
        case .twoLineComb: "2-line comb: by the rows above and below"
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
        case .none: "None: all of the bandwidth"
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
