import Effects
import ElementKit

/// The settings of `swiftntsc`, in the order of ntsc-rs.
///
/// The only list of them: names in preset files are these, with underscores for dashes.
let ntscSettings: [Property<NtscSettings>] =
    ntscSignal + ntscHeadSwitching + ntscReception + ntscChroma + ntscTape + ntscOutput

/// From the picture to the composite signal.
private let ntscSignal: [Property<NtscSettings>] = [
    .int(
        "random-seed", \.$randomSeed, nick: "Random seed",
        "What all that is random goes by: the same seed, settings and film give the same frames"),
    .choice(
        "use-field", \.useField, typeName: "GstSwiftNtscUseField", nick: "Use field",
        "Which rows of a progressive frame are sent; those that are not are the mean of their neighbours"),
    .choice(
        "filter-type", \.filterType, typeName: "GstSwiftNtscFilterType", nick: "Low-pass filter type",
        "The shape of the low-pass filters of chroma and tape"),
    .choice(
        "input-luma-filter", \.inputLumaFilter, typeName: "GstSwiftNtscLumaFilter", nick: "Input luma filter",
        "What takes frequencies near the colour subcarrier out of luma, against rainbows. none leaves them"),
    .choice(
        "chroma-lowpass-in", \.chromaLowpassIn, typeName: "GstSwiftNtscChromaLowpass", nick: "Chroma low-pass in",
        "How narrow chroma is made before it is sent. none leaves it as it is"),
    .double(
        "composite-preemphasis", \.$compositePreemphasis, nick: "Composite signal sharpening",
        "How much the signal's high frequencies, colour among them, are raised. 0 leaves them; below 0 softens"),
    .boolean(
        "composite-noise", \.compositeNoise, nick: "Composite noise",
        "Whether there is noise in the composite signal, which shows in luma and as specks of colour"),
    .double(
        "composite-noise-intensity", \.$compositeNoiseIntensity, nick: "Composite noise intensity",
        "With composite-noise: how much of it, 1 being about the range from black to white. 0 is none"),
    .double(
        "composite-noise-frequency", \.$compositeNoiseFrequency, nick: "Composite noise frequency",
        "With composite-noise: how fine it is, in changes for each pixel. Small values make streaks"),
    .int(
        "composite-noise-detail", \.$compositeNoiseDetail, nick: "Composite noise detail",
        "With composite-noise: octaves of it, each twice as fine as the one before. 1 is the plainest"),
    .double(
        "snow-intensity", \.$snowIntensity, nick: "Snow",
        "Bright specks with tails, as of a weak signal, in percent of what there can be. 0 is none"),
    .double(
        "snow-anisotropy", \.$snowAnisotropy, nick: "Snow anisotropy",
        "How unevenly snow falls: 0 alike in all rows, 1 in some rows alone"),
    .choice(
        "video-scanline-phase-shift", \.videoScanlinePhaseShift, typeName: "GstSwiftNtscPhaseShift",
        nick: "Scanline phase shift",
        "How far the subcarrier's phase moves from row to row; NTSC has 180 degrees"),
    .int(
        "video-scanline-phase-shift-offset", \.$videoScanlinePhaseShiftOffset,
        nick: "Scanline phase shift offset",
        "Where the subcarrier's phase begins, in quarters of a cycle. 0 is neutral"),
    .choice(
        "chroma-demodulation", \.chromaDemodulation, typeName: "GstSwiftNtscDemodulation",
        nick: "Chroma demodulation", "How the receiver tells luma and chroma apart"),
    .double(
        "luma-smear", \.$lumaSmear, nick: "Luma smear",
        "How far luma is smeared to the right. 0 is none"),
]

/// The lower end of the picture, where heads of a recorder take turns, and where tracking fails.
private let ntscHeadSwitching: [Property<NtscSettings>] = [
    .boolean(
        "head-switching", \.headSwitching, nick: "Head switching",
        "Whether the lowest rows are torn to the side, as where a recorder's heads take turns"),
    .int(
        "head-switching-height", \.$headSwitchingHeight, nick: "Head switching height",
        "With head-switching: how many rows of a field it takes. 0 is none"),
    .int(
        "head-switching-offset", \.$headSwitchingOffset, nick: "Head switching offset",
        "With head-switching: how many of these rows are below the picture. 0 shows them all"),
    .double(
        "head-switching-horizontal-shift", \.$headSwitchingHorizontalShift,
        nick: "Head switching shift",
        "With head-switching: how far the highest of them moves to the right, in pixels; lower ones move less. 0 leaves them; below 0 to the left"
    ),
    .boolean(
        "head-switching-start-mid-line", \.headSwitchingStartMidLine, nick: "Head switching starts mid-line",
        "With head-switching: whether it begins within a row, and not with one"),
    .double(
        "head-switching-mid-line-position", \.$headSwitchingMidLinePosition,
        nick: "Head switching mid-line position",
        "With head-switching-start-mid-line: where in the row, 0 being its left end and 1 its right"),
    .double(
        "head-switching-mid-line-jitter", \.$headSwitchingMidLineJitter,
        nick: "Head switching mid-line jitter",
        "With head-switching-start-mid-line: how far this place moves from field to field, as a part of the width. 0 keeps it"
    ),
    .boolean(
        "tracking-noise", \.trackingNoise, nick: "Tracking noise",
        "Whether the lowest rows are wavy and noisy, as of a tape whose tracking is off"),
    .int(
        "tracking-noise-height", \.$trackingNoiseHeight, nick: "Tracking noise height",
        "With tracking-noise: how many rows of a field it takes. 0 is none"),
    .double(
        "tracking-noise-wave-intensity", \.$trackingNoiseWaveIntensity, nick: "Tracking noise wave",
        "With tracking-noise: how far rows move sideways, in pixels, approximately. 0 leaves them"),
    .double(
        "tracking-noise-snow-intensity", \.$trackingNoiseSnowIntensity, nick: "Tracking noise snow",
        "With tracking-noise: how much snow falls in these rows. 0 is none, 1 all there can be"),
    .double(
        "tracking-noise-snow-anisotropy", \.$trackingNoiseSnowAnisotropy,
        nick: "Tracking noise snow anisotropy",
        "With tracking-noise: how unevenly this snow falls: 0 alike in all rows, 1 in some rows alone"),
    .double(
        "tracking-noise-noise-intensity", \.$trackingNoiseNoiseIntensity, nick: "Tracking noise intensity",
        "With tracking-noise: how much other noise is in these rows. 0 is none"),
]

/// What the receiver's circuits do to luma.
private let ntscReception: [Property<NtscSettings>] = [
    .boolean(
        "ringing", \.ringing, nick: "Ringing", "Whether edges have echoes to their right, as of a bad notch filter"),
    .double(
        "ringing-frequency", \.$ringingFrequency, nick: "Ringing frequency",
        "With ringing: the filter's frequency, 1 being half a cycle for each pixel; higher ones make echoes narrower"),
    .double(
        "ringing-power", \.$ringingPower, nick: "Ringing power",
        "With ringing: the filter's quality Q; higher ones make echoes last longer"),
    .double(
        "ringing-scale", \.$ringingScale, nick: "Ringing scale",
        "With ringing: how strong echoes are. 0 is none, 1 the notch filter as it is"),
    .boolean("luma-noise", \.lumaNoise, nick: "Luma noise", "Whether there is noise in luma"),
    .double(
        "luma-noise-intensity", \.$lumaNoiseIntensity, nick: "Luma noise intensity",
        "With luma-noise: how much of it, 1 being about the range from black to white. 0 is none"),
    .double(
        "luma-noise-frequency", \.$lumaNoiseFrequency, nick: "Luma noise frequency",
        "With luma-noise: how fine it is, in changes for each pixel. Small values make streaks"),
    .int(
        "luma-noise-detail", \.$lumaNoiseDetail, nick: "Luma noise detail",
        "With luma-noise: octaves of it, each twice as fine as the one before. 1 is the plainest"),
]

/// What befalls chroma on its way.
private let ntscChroma: [Property<NtscSettings>] = [
    .boolean("chroma-noise", \.chromaNoise, nick: "Chroma noise", "Whether there is noise in chroma"),
    .double(
        "chroma-noise-intensity", \.$chromaNoiseIntensity, nick: "Chroma noise intensity",
        "With chroma-noise: how much of it, 1 being about as much as the strongest colours. 0 is none"),
    .double(
        "chroma-noise-frequency", \.$chromaNoiseFrequency, nick: "Chroma noise frequency",
        "With chroma-noise: how fine it is, in changes for each pixel. Small values make streaks"),
    .int(
        "chroma-noise-detail", \.$chromaNoiseDetail, nick: "Chroma noise detail",
        "With chroma-noise: octaves of it, each twice as fine as the one before. 1 is the plainest"),
    .double(
        "chroma-phase-error", \.$chromaPhaseError, nick: "Chroma phase error",
        "By how much all hues are turned, 1 being the whole circle. 0 leaves them"),
    .double(
        "chroma-phase-noise-intensity", \.$chromaPhaseNoiseIntensity, nick: "Chroma phase noise",
        "By how much the hue of each row is off at most, 1 being the whole circle. 0 leaves hues"),
    .double(
        "chroma-delay-horizontal", \.$chromaDelayHorizontal, nick: "Chroma delay, horizontal",
        "How far chroma is to the right of luma, in pixels. 0 is in place; below 0 to the left"),
    .int(
        "chroma-delay-vertical", \.$chromaDelayVertical, nick: "Chroma delay, vertical",
        "How far chroma is below luma, in rows of a field. 0 is in place; below 0 above"),
]

/// VHS.
private let ntscTape: [Property<NtscSettings>] = [
    .boolean(
        "vhs-settings", \.vhsSettings, nick: "VHS",
        "Whether the signal goes over a tape: whether tape speed, chroma loss, sharpening and edge wave are at work"),
    .choice(
        "vhs-tape-speed", \.vhsTapeSpeed, typeName: "GstSwiftNtscTapeSpeed", nick: "Tape speed",
        "With vhs-settings: how fast the tape runs; the slower, the softer the picture. none keeps its sharpness"),
    .double(
        "vhs-chroma-loss", \.$vhsChromaLoss, nick: "Chroma loss",
        "With vhs-settings: how likely a row is to lose its colour. 0 is never, 1 always"),
    .boolean(
        "vhs-sharpen-enabled", \.vhsSharpenEnabled, nick: "Sharpen",
        "With vhs-settings and a tape speed: whether the recorder sharpens luma"),
    .double(
        "vhs-sharpen", \.$vhsSharpen, nick: "Sharpen intensity",
        "With vhs-sharpen-enabled: how much. 0 leaves luma"),
    .double(
        "vhs-sharpen-frequency", \.$vhsSharpenFrequency, nick: "Sharpen frequency",
        "With vhs-sharpen-enabled: from where on, as a multiple of the tape's luma bandwidth"),
    .boolean(
        "vhs-edge-wave-enabled", \.vhsEdgeWaveEnabled, nick: "Edge wave",
        "With vhs-settings: whether rows move sideways, so that upright edges waver"),
    .double(
        "vhs-edge-wave", \.$vhsEdgeWave, nick: "Edge wave intensity",
        "With vhs-edge-wave-enabled: how far rows move, in pixels, approximately. 0 leaves them"),
    .double(
        "vhs-edge-wave-speed", \.$vhsEdgeWaveSpeed, nick: "Edge wave speed",
        "With vhs-edge-wave-enabled: how fast the wave changes, in rows of its pattern for each field. 0 stands still"),
    .double(
        "vhs-edge-wave-frequency", \.$vhsEdgeWaveFrequency, nick: "Edge wave frequency",
        "With vhs-edge-wave-enabled: how tight the wave is, in changes for each row"),
    .int(
        "vhs-edge-wave-detail", \.$vhsEdgeWaveDetail, nick: "Edge wave detail",
        "With vhs-edge-wave-enabled: octaves of it, each twice as tight as the one before. 1 is the plainest"),
]

/// The end of the way, and how large all of it is.
private let ntscOutput: [Property<NtscSettings>] = [
    .boolean(
        "vhs-chroma-vert-blend", \.vhsChromaVertBlend, nick: "Vertically blend chroma",
        "Whether the chroma of each row is mixed with that of the row above, as recorders do; also without vhs-settings"
    ),
    .choice(
        "chroma-lowpass-out", \.chromaLowpassOut, typeName: "GstSwiftNtscChromaLowpass", nick: "Chroma low-pass out",
        "How narrow chroma is made after it is received. none leaves it as it is"),
    .boolean(
        "scale-settings", \.scaleSettings, nick: "Scale",
        "Whether the three scale settings are at work. false is as if they were 1, 1 and false"),
    .double(
        "bandwidth-scale", \.$bandwidthScale, nick: "Horizontal scale",
        "With scale-settings: how much wider all that is measured in pixels becomes. 1 is neutral"),
    .double(
        "vertical-scale", \.$verticalScale, nick: "Vertical scale",
        "With scale-settings: how much higher all that is measured in rows becomes. 1 is neutral"),
    .boolean(
        "scale-with-video-size", \.scaleWithVideoSize, nick: "Scale with video size",
        "With scale-settings: whether both scales are multiplied by the frame's height / 480, so that large frames look as small ones do"
    ),
]
