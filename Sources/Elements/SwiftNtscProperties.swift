// SPDX-License-Identifier: MIT
import Effects
import ElementKit

/// The settings of `swiftntsc`, in the order of ntsc-rs.
///
/// The only list of them: names in preset files are these, with underscores for dashes.
let ntscSettings: [Property<NtscSettings>] =
    ntscSignal + ntscHeadSwitching + ntscReception + ntscChroma + ntscTape + ntscOutput

/// From the frame to the composite signal.
private let ntscSignal: [Property<NtscSettings>] = [
    .int(
        "random-seed", \.$randomSeed, nick: "Random seed",
        "Seed of the random generator. The same seed, settings and video give the same frames"),
    .choice(
        "use-field", \.useField, typeName: "GstSwiftNtscUseField", nick: "Use field",
        "Rows of a progressive frame that are transmitted. A row that is not becomes the mean of the rows above and below"
    ),
    .choice(
        "filter-type", \.filterType, typeName: "GstSwiftNtscFilterType", nick: "Low-pass filter type",
        "Type of the low-pass filters for chroma and for the tape"),
    .choice(
        "input-luma-filter", \.inputLumaFilter, typeName: "GstSwiftNtscLumaFilter", nick: "Input luma filter",
        "Filter that removes luma near the colour subcarrier, which would show as rainbows. none removes nothing"),
    .choice(
        "chroma-lowpass-in", \.chromaLowpassIn, typeName: "GstSwiftNtscChromaLowpass", nick: "Chroma low-pass in",
        "Low-pass filter for chroma before modulation. none filters nothing"),
    .double(
        "composite-preemphasis", \.$compositePreemphasis, nick: "Composite signal sharpening",
        "Gain of the composite signal's high frequencies, colour included. 0 changes nothing, values below 0 soften"),
    .boolean(
        "composite-noise", \.compositeNoise, nick: "Composite noise",
        "Adds noise to the composite signal. It shows in luma and as specks of colour"),
    .double(
        "composite-noise-intensity", \.$compositeNoiseIntensity, nick: "Composite noise intensity",
        "With composite-noise: amplitude of the noise. 1 is about the range from black to white, 0 is none"),
    .double(
        "composite-noise-frequency", \.$compositeNoiseFrequency, nick: "Composite noise frequency",
        "With composite-noise: frequency of the noise, in changes per pixel. Small values give streaks"),
    .int(
        "composite-noise-detail", \.$compositeNoiseDetail, nick: "Composite noise detail",
        "With composite-noise: octaves of the noise, each at twice the frequency of the one before. 1 is plain noise"),
    .double(
        "snow-intensity", \.$snowIntensity, nick: "Snow",
        "Bright specks with tails, as from a weak signal, in percent of the maximum. 0 is none"),
    .double(
        "snow-anisotropy", \.$snowAnisotropy, nick: "Snow anisotropy",
        "With snow-intensity: how snow is distributed over rows. 0: evenly; 1: in a few rows only"),
    .choice(
        "video-scanline-phase-shift", \.videoScanlinePhaseShift, typeName: "GstSwiftNtscPhaseShift",
        nick: "Scanline phase shift",
        "Phase shift of the subcarrier from one row to the next, in degrees. NTSC has 180"),
    .int(
        "video-scanline-phase-shift-offset", \.$videoScanlinePhaseShiftOffset,
        nick: "Scanline phase shift offset",
        "Phase of the subcarrier at the start, in quarters of a cycle. 0 shifts nothing"),
    .choice(
        "chroma-demodulation", \.chromaDemodulation, typeName: "GstSwiftNtscDemodulation",
        nick: "Chroma demodulation", "Filter with which the receiver separates luma and chroma"),
    .double(
        "luma-smear", \.$lumaSmear, nick: "Luma smear",
        "Amount of luma smeared to the right. 0 is none"),
]

/// The bottom of the frame, where a recorder switches heads, and where tracking fails.
private let ntscHeadSwitching: [Property<NtscSettings>] = [
    .boolean(
        "head-switching", \.headSwitching, nick: "Head switching",
        "Shifts the bottom rows sideways, as a video recorder does where it switches heads"),
    .int(
        "head-switching-height", \.$headSwitchingHeight, nick: "Head switching height",
        "With head-switching: number of rows that it affects, in rows of a field. 0 is none"),
    .int(
        "head-switching-offset", \.$headSwitchingOffset, nick: "Head switching offset",
        "With head-switching: number of these rows below the bottom of the frame, in rows of a field. 0 shows them all"),
    .double(
        "head-switching-horizontal-shift", \.$headSwitchingHorizontalShift,
        nick: "Head switching shift",
        "With head-switching: shift of the topmost of these rows to the right, in pixels; rows below it shift less. 0 shifts none, values below 0 shift to the left"
    ),
    .boolean(
        "head-switching-start-mid-line", \.headSwitchingStartMidLine, nick: "Head switching starts mid-line",
        "With head-switching: starts within a row instead of at its left end"),
    .double(
        "head-switching-mid-line-position", \.$headSwitchingMidLinePosition,
        nick: "Head switching mid-line position",
        "With head-switching-start-mid-line: start within the row, as a fraction of the width. 0 is the left end, 1 the right"
    ),
    .double(
        "head-switching-mid-line-jitter", \.$headSwitchingMidLineJitter,
        nick: "Head switching mid-line jitter",
        "With head-switching-start-mid-line: random change of that start from field to field, as a fraction of the width. 0 is none"
    ),
    .boolean(
        "tracking-noise", \.trackingNoise, nick: "Tracking noise",
        "Makes the bottom rows wavy and noisy, as a badly tracked tape does"),
    .int(
        "tracking-noise-height", \.$trackingNoiseHeight, nick: "Tracking noise height",
        "With tracking-noise: number of rows that it affects, in rows of a field. 0 is none"),
    .double(
        "tracking-noise-wave-intensity", \.$trackingNoiseWaveIntensity, nick: "Tracking noise wave",
        "With tracking-noise: approximate sideways shift of rows, in pixels. 0 shifts none"),
    .double(
        "tracking-noise-snow-intensity", \.$trackingNoiseSnowIntensity, nick: "Tracking noise snow",
        "With tracking-noise: amount of snow in these rows. 0 is none, 1 the maximum"),
    .double(
        "tracking-noise-snow-anisotropy", \.$trackingNoiseSnowAnisotropy,
        nick: "Tracking noise snow anisotropy",
        "With tracking-noise: how this snow is distributed over rows. 0: evenly; 1: in a few rows only"),
    .double(
        "tracking-noise-noise-intensity", \.$trackingNoiseNoiseIntensity, nick: "Tracking noise intensity",
        "With tracking-noise: amplitude of the noise added to these rows. 0 is none"),
]

/// Luma in the receiver.
private let ntscReception: [Property<NtscSettings>] = [
    .boolean(
        "ringing", \.ringing, nick: "Ringing", "Adds echoes to the right of edges, as a poor notch filter does"),
    .double(
        "ringing-frequency", \.$ringingFrequency, nick: "Ringing frequency",
        "With ringing: frequency of the filter. 1 is half a cycle per pixel; higher values give narrower echoes"),
    .double(
        "ringing-power", \.$ringingPower, nick: "Ringing power",
        "With ringing: quality factor Q of the filter. Higher values give longer echoes"),
    .double(
        "ringing-scale", \.$ringingScale, nick: "Ringing scale",
        "With ringing: strength of the echoes. 0 is none, 1 the notch filter alone"),
    .boolean("luma-noise", \.lumaNoise, nick: "Luma noise", "Adds noise to luma"),
    .double(
        "luma-noise-intensity", \.$lumaNoiseIntensity, nick: "Luma noise intensity",
        "With luma-noise: amplitude of the noise. 1 is about the range from black to white, 0 is none"),
    .double(
        "luma-noise-frequency", \.$lumaNoiseFrequency, nick: "Luma noise frequency",
        "With luma-noise: frequency of the noise, in changes per pixel. Small values give streaks"),
    .int(
        "luma-noise-detail", \.$lumaNoiseDetail, nick: "Luma noise detail",
        "With luma-noise: octaves of the noise, each at twice the frequency of the one before. 1 is plain noise"),
]

/// Chroma in the receiver.
private let ntscChroma: [Property<NtscSettings>] = [
    .boolean("chroma-noise", \.chromaNoise, nick: "Chroma noise", "Adds noise to chroma"),
    .double(
        "chroma-noise-intensity", \.$chromaNoiseIntensity, nick: "Chroma noise intensity",
        "With chroma-noise: amplitude of the noise. 1 is about that of saturated colours, 0 is none"),
    .double(
        "chroma-noise-frequency", \.$chromaNoiseFrequency, nick: "Chroma noise frequency",
        "With chroma-noise: frequency of the noise, in changes per pixel. Small values give streaks"),
    .int(
        "chroma-noise-detail", \.$chromaNoiseDetail, nick: "Chroma noise detail",
        "With chroma-noise: octaves of the noise, each at twice the frequency of the one before. 1 is plain noise"),
    .double(
        "chroma-phase-error", \.$chromaPhaseError, nick: "Chroma phase error",
        "Rotation of all hues, in turns. 0 rotates none"),
    .double(
        "chroma-phase-noise-intensity", \.$chromaPhaseNoiseIntensity, nick: "Chroma phase noise",
        "Largest random rotation of the hue of a row, in turns. 0 rotates none"),
    .double(
        "chroma-delay-horizontal", \.$chromaDelayHorizontal, nick: "Chroma delay, horizontal",
        "Shift of chroma to the right of luma, in pixels. 0 shifts none, values below 0 shift to the left"),
    .int(
        "chroma-delay-vertical", \.$chromaDelayVertical, nick: "Chroma delay, vertical",
        "Shift of chroma below luma, in rows of a field. 0 shifts none, values below 0 shift up"),
]

/// VHS.
private let ntscTape: [Property<NtscSettings>] = [
    .boolean(
        "vhs-settings", \.vhsSettings, nick: "VHS",
        "Records the signal on tape and plays it back: enables tape speed, chroma loss, sharpening and edge wave"),
    .choice(
        "vhs-tape-speed", \.vhsTapeSpeed, typeName: "GstSwiftNtscTapeSpeed", nick: "Tape speed",
        "With vhs-settings: speed of the tape. Slower tapes have less bandwidth. none keeps all of it"),
    .double(
        "vhs-chroma-loss", \.$vhsChromaLoss, nick: "Chroma loss",
        "With vhs-settings: probability that a row loses its colour. 0 is never, 1 always"),
    .boolean(
        "vhs-sharpen-enabled", \.vhsSharpenEnabled, nick: "Sharpen",
        "With vhs-settings and vhs-tape-speed: sharpens luma, as recorders do"),
    .double(
        "vhs-sharpen", \.$vhsSharpen, nick: "Sharpen intensity",
        "With vhs-sharpen-enabled: amount of sharpening. 0 is none"),
    .double(
        "vhs-sharpen-frequency", \.$vhsSharpenFrequency, nick: "Sharpen frequency",
        "With vhs-sharpen-enabled: frequency above which luma is sharpened, as a multiple of the tape's luma bandwidth"),
    .boolean(
        "vhs-edge-wave-enabled", \.vhsEdgeWaveEnabled, nick: "Edge wave",
        "With vhs-settings: shifts rows sideways in waves, so that vertical edges waver"),
    .double(
        "vhs-edge-wave", \.$vhsEdgeWave, nick: "Edge wave intensity",
        "With vhs-edge-wave-enabled: approximate shift of rows, in pixels. 0 shifts none"),
    .double(
        "vhs-edge-wave-speed", \.$vhsEdgeWaveSpeed, nick: "Edge wave speed",
        "With vhs-edge-wave-enabled: speed of the wave, in rows of its pattern per field. 0 does not move"),
    .double(
        "vhs-edge-wave-frequency", \.$vhsEdgeWaveFrequency, nick: "Edge wave frequency",
        "With vhs-edge-wave-enabled: frequency of the wave, in changes per row. 0 shifts all rows alike"),
    .int(
        "vhs-edge-wave-detail", \.$vhsEdgeWaveDetail, nick: "Edge wave detail",
        "With vhs-edge-wave-enabled: octaves of the wave, each at twice the frequency of the one before. 1 is a plain wave"
    ),
]

/// The output, and the scale of all errors.
private let ntscOutput: [Property<NtscSettings>] = [
    .boolean(
        "vhs-chroma-vert-blend", \.vhsChromaVertBlend, nick: "Vertically blend chroma",
        "Averages the chroma of each row with that of the row above, as recorders do. It does not need vhs-settings"
    ),
    .choice(
        "chroma-lowpass-out", \.chromaLowpassOut, typeName: "GstSwiftNtscChromaLowpass", nick: "Chroma low-pass out",
        "Low-pass filter for chroma after demodulation. none filters nothing"),
    .boolean(
        "scale-settings", \.scaleSettings, nick: "Scale",
        "Enables the three scale settings. false is the same as 1, 1 and false"),
    .double(
        "bandwidth-scale", \.$bandwidthScale, nick: "Horizontal scale",
        "With scale-settings: factor for all lengths that are given in pixels. 1 changes nothing"),
    .double(
        "vertical-scale", \.$verticalScale, nick: "Vertical scale",
        "With scale-settings: factor for all lengths that are given in rows. 1 changes nothing"),
    .boolean(
        "scale-with-video-size", \.scaleWithVideoSize, nick: "Scale with video size",
        "With scale-settings: multiplies both scales by the frame's height / 480, so that errors look alike at any frame size"
    ),
]
