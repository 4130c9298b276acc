// SPDX-License-Identifier: MIT
/// Which rows of a progressive frame become fields.
public enum NtscUseField: Int32, CaseIterable, Sendable {
    /// Lower and upper rows in turn, a frame each.
    case alternating = 0
    /// Upper rows (0, 2, ...) only.
    case upper = 1
    /// Lower rows (1, 3, ...) only.
    case lower = 2
    /// All rows as one frame.
    case both = 3
    /// Upper rows, then lower rows, woven into one frame.
    case interleavedUpper = 4
    /// Lower rows, then upper rows, woven into one frame.
    case interleavedLower = 5
}

/// The shape of low-pass filters.
public enum NtscFilterType: Int32, CaseIterable, Sendable {
    /// Constant-k: blurry.
    case constantK = 0
    /// Butterworth: sharper.
    case butterworth = 1
}

/// How colour is kept out of the luma before they are joined.
public enum NtscLumaFilter: Int32, CaseIterable, Sendable {
    /// None: fine patterns become rainbows.
    case none = 0
    /// Box: mean of four pixels, the softest.
    case box = 1
    /// Notch: only what is near the subcarrier.
    case notch = 2
}

/// How narrow chroma's band is.
public enum NtscChromaLowpass: Int32, CaseIterable, Sendable {
    /// None.
    case none = 0
    /// Light: I and Q up to 2.6 MHz.
    case light = 1
    /// Full: I up to 1.3 MHz, Q up to 0.6 MHz.
    case full = 2
}

/// By how much the subcarrier's phase moves from row to row.
public enum NtscPhaseShift: Int32, CaseIterable, Sendable {
    /// 0 degrees: dots stand in columns.
    case degrees0 = 0
    /// 90 degrees.
    case degrees90 = 1
    /// 180 degrees, as in NTSC.
    case degrees180 = 2
    /// 270 degrees.
    case degrees270 = 3
}

/// How luma and chroma are told apart again.
public enum NtscDemodulation: Int32, CaseIterable, Sendable {
    /// Box: mean of four pixels, soft.
    case box = 0
    /// Notch: sharper, with dots at edges of colour.
    case notch = 1
    /// 1-line comb: by the row above.
    case oneLineComb = 2
    /// 2-line comb: by the rows above and below.
    case twoLineComb = 3
}

/// How fast a tape runs: the faster, the sharper.
public enum NtscTapeSpeed: Int32, CaseIterable, Sendable {
    /// None: all of the bandwidth.
    case none = 0
    /// Standard play: luma up to 2.4 MHz, chroma up to 320 kHz.
    case sp = 1
    /// Long play: luma up to 1.9 MHz, chroma up to 300 kHz.
    case lp = 2
    /// Extended play: luma up to 1.4 MHz, chroma up to 280 kHz.
    case ep = 3
}

/// Whether faults of ntsc-rs that its presets were made with are kept.
public enum NtscCompatibility: Int32, CaseIterable, Sendable {
    /// As ntsc-rs, faults included.
    case ntscRs = 0
    /// Without these faults.
    case corrected = 1
}

/// What the user chooses of the NTSC and VHS signal: the 62 settings of ntsc-rs, in its order and with its defaults.
///
/// Lengths are pixels, heights rows of a field; frequencies of noise are lattice cells for each pixel.
public struct NtscSettings: EffectSettings, Equatable {
    /// Seed of the random generator: the same seed, settings and video give the same frames.
    @Limited(Int32.min...Int32.max) public var randomSeed: Int32 = 0
    /// Which rows of a progressive frame are sent.
    public var useField = NtscUseField.interleavedUpper
    /// The shape of the low-pass filters of chroma and tape.
    public var filterType = NtscFilterType.butterworth
    /// The filter that removes luma near the colour subcarrier, which would show as rainbows.
    public var inputLumaFilter = NtscLumaFilter.notch
    /// How narrow chroma is made before it is sent.
    public var chromaLowpassIn = NtscChromaLowpass.full
    /// How much the signal's high frequencies, colour among them, are raised, -1...2.
    @Limited(-1...2) public var compositePreemphasis = 1.0
    /// Whether there is noise in the composite signal, which shows in luma and as specks of colour.
    public var compositeNoise = true
    /// With ``compositeNoise``: how much of it, 1 being about the range from black to white, 0...1.
    @Limited(0...1) public var compositeNoiseIntensity = 0.05
    /// With ``compositeNoise``: how fine it is, in changes for each pixel, 0...1.
    @Limited(0...1) public var compositeNoiseFrequency = 0.5
    /// With ``compositeNoise``: octaves of it, each twice as fine as the one before, 1...5.
    @Limited(1...5) public var compositeNoiseDetail: Int32 = 1
    /// Bright specks with tails, as of a weak signal, in percent of what there can be, 0...100.
    @Limited(0...100) public var snowIntensity = 0.00025
    /// How snow is distributed over rows: 0 evenly, 1 in a few rows only, 0...1.
    @Limited(0...1) public var snowAnisotropy = 0.5
    /// How far the subcarrier's phase moves from row to row.
    public var videoScanlinePhaseShift = NtscPhaseShift.degrees180
    /// Where the subcarrier's phase begins, in quarters of a cycle, 0...3.
    @Limited(0...3) public var videoScanlinePhaseShiftOffset: Int32 = 0
    /// How the receiver tells luma and chroma apart.
    public var chromaDemodulation = NtscDemodulation.notch
    /// How far luma is smeared to the right, 0...1.
    @Limited(0...1) public var lumaSmear = 0.5
    /// Whether the bottom rows are shifted sideways, as where a recorder switches heads.
    public var headSwitching = true
    /// With ``headSwitching``: how many rows of a field it takes, 0...24.
    @Limited(0...24) public var headSwitchingHeight: Int32 = 8
    /// With ``headSwitching``: how many of these rows are below the frame, 0...24.
    @Limited(0...24) public var headSwitchingOffset: Int32 = 3
    /// With ``headSwitching``: how far the highest of them moves to the right, in pixels, -100...100.
    @Limited(-100...100) public var headSwitchingHorizontalShift = 72.0
    /// With ``headSwitching``: whether it begins within a row, and not with one.
    public var headSwitchingStartMidLine = true
    /// With ``headSwitchingStartMidLine``: where in the row, 0 being its left end and 1 its right, 0...1.
    @Limited(0...1) public var headSwitchingMidLinePosition = 0.95
    /// With ``headSwitchingStartMidLine``: random change of that start from field to field, as a fraction of the width,
    /// 0...1.
    @Limited(0...1) public var headSwitchingMidLineJitter = 0.03
    /// Whether the lowest rows are wavy and noisy, as of a tape whose tracking is off.
    public var trackingNoise = true
    /// With ``trackingNoise``: how many rows of a field it takes, 0...120.
    @Limited(0...120) public var trackingNoiseHeight: Int32 = 12
    /// With ``trackingNoise``: how far rows move sideways, in about pixels, -50...50.
    @Limited(-50...50) public var trackingNoiseWaveIntensity = 15.0
    /// With ``trackingNoise``: how much snow falls in these rows, 0...1.
    @Limited(0...1) public var trackingNoiseSnowIntensity = 0.025
    /// With ``trackingNoise``: how this snow is distributed over rows: 0 evenly, 1 in a few rows only, 0...1.
    @Limited(0...1) public var trackingNoiseSnowAnisotropy = 0.25
    /// With ``trackingNoise``: how much other noise is in these rows, 0...1.
    @Limited(0...1) public var trackingNoiseNoiseIntensity = 0.25
    /// Whether edges have echoes to their right, as of a bad notch filter.
    public var ringing = true
    /// With ``ringing``: the filter's frequency, 1 being half a cycle for each pixel, 0...1.
    @Limited(0...1) public var ringingFrequency = 0.45
    /// With ``ringing``: the filter's quality Q, 1...10.
    @Limited(1...10) public var ringingPower = 4.0
    /// With ``ringing``: how strong echoes are, 0...10.
    @Limited(0...10) public var ringingScale = 4.0
    /// Whether there is noise in luma.
    public var lumaNoise = true
    /// With ``lumaNoise``: how much of it, 1 being about the range from black to white, 0...1.
    @Limited(0...1) public var lumaNoiseIntensity = 0.01
    /// With ``lumaNoise``: how fine it is, in changes for each pixel, 0...1.
    @Limited(0...1) public var lumaNoiseFrequency = 0.5
    /// With ``lumaNoise``: octaves of it, each twice as fine as the one before, 1...5.
    @Limited(1...5) public var lumaNoiseDetail: Int32 = 1
    /// Whether there is noise in chroma.
    public var chromaNoise = true
    /// With ``chromaNoise``: how much of it, 1 being about as much as the strongest colours, 0...1.
    @Limited(0...1) public var chromaNoiseIntensity = 0.1
    /// With ``chromaNoise``: how fine it is, in changes for each pixel, 0...0.5.
    @Limited(0...0.5) public var chromaNoiseFrequency = 0.05
    /// With ``chromaNoise``: octaves of it, each twice as fine as the one before, 1...5.
    @Limited(1...5) public var chromaNoiseDetail: Int32 = 2
    /// By how much all hues are turned, 1 being the whole circle, 0...1.
    @Limited(0...1) public var chromaPhaseError = 0.0
    /// By how much the hue of each row is off at most, 1 being the whole circle, 0...1.
    @Limited(0...1) public var chromaPhaseNoiseIntensity = 0.001
    /// How far chroma is to the right of luma, in pixels, -40...40.
    @Limited(-40...40) public var chromaDelayHorizontal = 0.0
    /// How far chroma is below luma, in rows of a field, -20...20.
    @Limited(-20...20) public var chromaDelayVertical: Int32 = 0
    /// Whether the signal goes over a tape: whether tape speed, chroma loss, sharpening and edge wave have effect.
    public var vhsSettings = true
    /// With ``vhsSettings``: how fast the tape runs.
    public var vhsTapeSpeed = NtscTapeSpeed.lp
    /// With ``vhsSettings``: how likely a row is to lose its colour, 0...1.
    @Limited(0...1) public var vhsChromaLoss = 0.000025
    /// With ``vhsSettings`` and a tape speed: whether the recorder sharpens luma.
    public var vhsSharpenEnabled = true
    /// With ``vhsSharpenEnabled``: how much, 0...5.
    @Limited(0...5) public var vhsSharpen = 0.25
    /// With ``vhsSharpenEnabled``: from where on, as a multiple of the tape's luma bandwidth, 0.5...4.
    @Limited(0.5...4) public var vhsSharpenFrequency = 1.0
    /// With ``vhsSettings``: whether rows move sideways, so that upright edges waver.
    public var vhsEdgeWaveEnabled = true
    /// With ``vhsEdgeWaveEnabled``: how far rows move, in about pixels, 0...20.
    @Limited(0...20) public var vhsEdgeWave = 0.5
    /// With ``vhsEdgeWaveEnabled``: how fast the wave changes, in rows of its pattern for each field, 0...10.
    @Limited(0...10) public var vhsEdgeWaveSpeed = 4.0
    /// With ``vhsEdgeWaveEnabled``: how tight the wave is, in changes for each row, 0...0.5.
    @Limited(0...0.5) public var vhsEdgeWaveFrequency = 0.05
    /// With ``vhsEdgeWaveEnabled``: octaves of it, each twice as tight as the one before, 1...5.
    @Limited(1...5) public var vhsEdgeWaveDetail: Int32 = 2
    /// Whether the chroma of each row is mixed with that of the row above, as recorders do.
    public var vhsChromaVertBlend = true
    /// How narrow chroma is made after it is received.
    public var chromaLowpassOut = NtscChromaLowpass.full
    /// Whether the three scale settings have effect. false is as if they were 1, 1 and false.
    public var scaleSettings = true
    /// With ``scaleSettings``: how much wider all that is measured in pixels becomes, 0.125...8.
    @Limited(0.125...8) public var bandwidthScale = 1.0
    /// With ``scaleSettings``: how much higher all that is measured in rows becomes, 0.125...8.8.
    @Limited(0.125...8.8) public var verticalScale = 1.0
    /// With ``scaleSettings``: whether both scales are multiplied by the frame's height / 480, so that large frames
    /// look as small ones do.
    public var scaleWithVideoSize = false

    /// Whether faults of ntsc-rs that change the frame are kept, since presets were made with them.
    public var compatibility = NtscCompatibility.ntscRs

    /// The defaults of ntsc-rs.
    public init() {}

    /// What a preset file means where it leaves a setting out: what the program did before there was the setting.
    public static var legacy: NtscSettings {
        var settings = NtscSettings()
        settings.filterType = .constantK
        settings.lumaSmear = 0
        settings.headSwitchingStartMidLine = false
        settings.compositeNoiseFrequency = 0.25
        settings.compositeNoiseIntensity = 0
        settings.lumaNoise = false
        (settings.lumaNoiseIntensity, settings.lumaNoiseFrequency, settings.lumaNoiseDetail) = (0, 0, 1)
        settings.chromaNoiseIntensity = 0
        settings.chromaNoiseDetail = 1
        settings.vhsEdgeWaveDetail = 1
        return settings
    }
}
