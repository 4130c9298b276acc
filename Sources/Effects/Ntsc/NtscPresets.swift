// SPDX-License-Identifier: MIT
/// Settings that belong together: the looks of common equipment.
public enum NtscPreset: Int32, CaseIterable, Sendable {
    /// ntsc-rs's own defaults: a worn tape in long play, with a bit of everything.
    case standard = 1
    /// A station's signal on a good receiver: a touch of softness, no tape.
    case broadcastClean = 2
    /// A game console or player on the yellow plug: dot crawl, rainbows, strong colours, no tape.
    case compositeTV = 3
    /// A good tape in standard play.
    case vhsSP = 4
    /// A tape in extended play that has been seen often.
    case vhsEPWorn = 5
    /// A home video: a small recorder's first copy, sharpened, with noise of a dim room.
    case camcorder = 6

    /// All settings of the look; `compatibility` is the default.
    public var settings: NtscSettings {
        var s = NtscSettings()
        switch self {
        case .standard:
            break
        case .broadcastClean:
            s.withoutTape()
            s.compositePreemphasis = 0.25
            s.compositeNoiseIntensity = 0.008
            s.snowIntensity = 0
            s.lumaSmear = 0.1
            (s.ringingFrequency, s.ringingPower, s.ringingScale) = (0.55, 3, 1.2)
            s.lumaNoiseIntensity = 0.003
            s.chromaNoiseIntensity = 0.02
            s.chromaPhaseNoiseIntensity = 0.0003
            s.chromaLowpassOut = .light
        case .compositeTV:
            s.withoutTape()
            // Consoles do not keep colour out of luma, and cheap sets do not part them well.
            s.inputLumaFilter = .none
            s.chromaLowpassIn = .light
            s.compositePreemphasis = 0.6
            s.compositeNoiseIntensity = 0.03
            s.snowIntensity = 0.00005
            s.lumaSmear = 0.35
            (s.ringingFrequency, s.ringingPower, s.ringingScale) = (0.45, 4, 3)
            s.lumaNoiseIntensity = 0.006
            s.chromaNoiseIntensity = 0.05
            s.chromaPhaseNoiseIntensity = 0.001
            s.chromaDelayHorizontal = 1.5
        case .vhsSP:
            s.withoutTracking()
            s.compositePreemphasis = 0.5
            s.compositeNoiseIntensity = 0.03
            s.snowIntensity = 0.0001
            s.lumaSmear = 0.3
            (s.headSwitchingHeight, s.headSwitchingOffset, s.headSwitchingHorizontalShift) = (7, 3, 40)
            (s.ringingFrequency, s.ringingPower, s.ringingScale) = (0.45, 4, 2.5)
            s.chromaNoiseIntensity = 0.08
            s.chromaPhaseNoiseIntensity = 0.001
            s.vhsTapeSpeed = .sp
            s.vhsChromaLoss = 0.00001
            s.vhsSharpen = 0.4
            (s.vhsEdgeWave, s.vhsEdgeWaveSpeed) = (0.3, 3)
        case .vhsEPWorn:
            s.compositePreemphasis = 0.8
            (s.compositeNoiseIntensity, s.compositeNoiseDetail) = (0.14, 2)
            (s.snowIntensity, s.snowAnisotropy) = (0.006, 0.7)
            s.lumaSmear = 0.7
            (s.ringingFrequency, s.ringingPower, s.ringingScale) = (0.4, 3, 2.5)
            (s.headSwitchingHeight, s.headSwitchingOffset, s.headSwitchingHorizontalShift) = (11, 3, 85)
            s.headSwitchingMidLineJitter = 0.08
            (s.trackingNoiseHeight, s.trackingNoiseWaveIntensity) = (24, 20)
            (s.trackingNoiseSnowIntensity, s.trackingNoiseNoiseIntensity) = (0.05, 0.35)
            s.lumaNoiseIntensity = 0.04
            (s.chromaNoiseIntensity, s.chromaNoiseDetail) = (0.25, 3)
            s.chromaPhaseNoiseIntensity = 0.006
            (s.chromaDelayHorizontal, s.chromaDelayVertical) = (3, 1)
            s.vhsTapeSpeed = .ep
            s.vhsChromaLoss = 0.002
            (s.vhsSharpen, s.vhsSharpenFrequency) = (0.15, 0.8)
            (s.vhsEdgeWave, s.vhsEdgeWaveSpeed, s.vhsEdgeWaveDetail) = (1.6, 5, 3)
        case .camcorder:
            s.withoutTracking()
            s.compositePreemphasis = 0.4
            s.compositeNoiseIntensity = 0.04
            s.snowIntensity = 0
            s.lumaSmear = 0.25
            (s.headSwitchingHeight, s.headSwitchingOffset, s.headSwitchingHorizontalShift) = (5, 2, 24)
            s.headSwitchingStartMidLine = false
            (s.ringingFrequency, s.ringingPower, s.ringingScale) = (0.5, 3, 1.8)
            (s.lumaNoiseIntensity, s.lumaNoiseFrequency) = (0.03, 0.6)
            (s.chromaNoiseIntensity, s.chromaNoiseFrequency, s.chromaNoiseDetail) = (0.15, 0.08, 2)
            s.chromaDelayHorizontal = 1
            s.vhsTapeSpeed = .sp
            s.vhsChromaLoss = 0
            s.vhsSharpen = 0.6
            (s.vhsEdgeWave, s.vhsEdgeWaveSpeed) = (0.2, 2)
        }
        return s
    }
}

extension NtscSettings {
    /// Leaves out what a recorder adds.
    fileprivate mutating func withoutTape() {
        withoutTracking()
        headSwitching = false
        vhsSettings = false
        vhsChromaVertBlend = false
    }

    fileprivate mutating func withoutTracking() { trackingNoise = false }
}
