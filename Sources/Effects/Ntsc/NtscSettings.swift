/// Which rows of a progressive frame become fields.
public enum NtscUseField: Int32, CaseIterable, Sendable {
    case alternating = 0
    case upper = 1
    case lower = 2
    case both = 3
    case interleavedUpper = 4
    case interleavedLower = 5
}

/// The shape of low-pass filters.
public enum NtscFilterType: Int32, CaseIterable, Sendable {
    case constantK = 0
    case butterworth = 1
}

/// How colour is kept out of the luma before they are joined.
public enum NtscLumaFilter: Int32, CaseIterable, Sendable {
    case none = 0
    case box = 1
    case notch = 2
}

/// How narrow chroma's band is.
public enum NtscChromaLowpass: Int32, CaseIterable, Sendable {
    case none = 0
    case light = 1
    case full = 2
}

/// By how much the subcarrier's phase moves from row to row.
public enum NtscPhaseShift: Int32, CaseIterable, Sendable {
    case degrees0 = 0
    case degrees90 = 1
    case degrees180 = 2
    case degrees270 = 3
}

/// How luma and chroma are told apart again.
public enum NtscDemodulation: Int32, CaseIterable, Sendable {
    case box = 0
    case notch = 1
    case oneLineComb = 2
    case twoLineComb = 3
}

/// How fast a tape runs: the faster, the sharper.
public enum NtscTapeSpeed: Int32, CaseIterable, Sendable {
    case none = 0
    case sp = 1
    case lp = 2
    case ep = 3
}

/// Whether faults of ntsc-rs that its presets were made with are kept.
public enum NtscCompatibility: Int32, CaseIterable, Sendable {
    case ntscRs = 0
    case corrected = 1
}

/// What the user chooses of the NTSC and VHS signal: the 62 settings of ntsc-rs, in its order and with its defaults.
///
/// Lengths are pixels, heights rows of a field; frequencies of noise are lattice cells for each pixel.
public struct NtscSettings: Sendable, Equatable {
    public var randomSeed: Int32 = 0
    public var useField = NtscUseField.interleavedUpper
    public var filterType = NtscFilterType.butterworth
    public var inputLumaFilter = NtscLumaFilter.notch
    public var chromaLowpassIn = NtscChromaLowpass.full
    public var compositePreemphasis = 1.0
    public var compositeNoise = true
    public var compositeNoiseIntensity = 0.05
    public var compositeNoiseFrequency = 0.5
    public var compositeNoiseDetail: Int32 = 1
    public var snowIntensity = 0.00025
    public var snowAnisotropy = 0.5
    public var videoScanlinePhaseShift = NtscPhaseShift.degrees180
    public var videoScanlinePhaseShiftOffset: Int32 = 0
    public var chromaDemodulation = NtscDemodulation.notch
    public var lumaSmear = 0.5
    public var headSwitching = true
    public var headSwitchingHeight: Int32 = 8
    public var headSwitchingOffset: Int32 = 3
    public var headSwitchingHorizontalShift = 72.0
    public var headSwitchingStartMidLine = true
    public var headSwitchingMidLinePosition = 0.95
    public var headSwitchingMidLineJitter = 0.03
    public var trackingNoise = true
    public var trackingNoiseHeight: Int32 = 12
    public var trackingNoiseWaveIntensity = 15.0
    public var trackingNoiseSnowIntensity = 0.025
    public var trackingNoiseSnowAnisotropy = 0.25
    public var trackingNoiseNoiseIntensity = 0.25
    public var ringing = true
    public var ringingFrequency = 0.45
    public var ringingPower = 4.0
    public var ringingScale = 4.0
    public var lumaNoise = true
    public var lumaNoiseIntensity = 0.01
    public var lumaNoiseFrequency = 0.5
    public var lumaNoiseDetail: Int32 = 1
    public var chromaNoise = true
    public var chromaNoiseIntensity = 0.1
    public var chromaNoiseFrequency = 0.05
    public var chromaNoiseDetail: Int32 = 2
    public var chromaPhaseError = 0.0
    public var chromaPhaseNoiseIntensity = 0.001
    public var chromaDelayHorizontal = 0.0
    public var chromaDelayVertical: Int32 = 0
    public var vhsSettings = true
    public var vhsTapeSpeed = NtscTapeSpeed.lp
    public var vhsChromaLoss = 0.000025
    public var vhsSharpenEnabled = true
    public var vhsSharpen = 0.25
    public var vhsSharpenFrequency = 1.0
    public var vhsEdgeWaveEnabled = true
    public var vhsEdgeWave = 0.5
    public var vhsEdgeWaveSpeed = 4.0
    public var vhsEdgeWaveFrequency = 0.05
    public var vhsEdgeWaveDetail: Int32 = 2
    public var vhsChromaVertBlend = true
    public var chromaLowpassOut = NtscChromaLowpass.full
    public var scaleSettings = true
    public var bandwidthScale = 1.0
    public var verticalScale = 1.0
    public var scaleWithVideoSize = false

    public var compatibility = NtscCompatibility.ntscRs

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
