// SPDX-License-Identifier: MIT
import Effects
import PixelCore
import TestSupport
import Testing

/// Numbers beyond what settings may be, and at the ends of that.
@Suite struct SettingRangeTests {
    private struct Some: EffectSettings {
        @Limited(-2...8) var number = 0.5
        @Limited(3...9) var count: Int32 = 4
    }

    @Test func numbersBeyondTheirRangeCountAsItsEnds() {
        var some = Some()
        #expect(some.number == 0.5 && some.count == 4)
        for (value, expected) in [(-3, -2), (9, 8), (7.5, 7.5), (.nan, 0), (.infinity, 8), (-.infinity, -2)] {
            some.number = value
            #expect(some.number == expected)
        }
        for (value, expected) in [(Int32.min, 3), (.max, 9), (5, 5)] as [(Int32, Int32)] {
            some.count = value
            #expect(some.count == expected)
        }
        some.$number.wrappedValue = 100
        #expect(some.number == 8 && some.$number.range == -2...8)
    }

    private static let image = NtscImage(width: 64, height: 40) { x, y in (Double(x ^ y) / 64, 0.1, -0.1) }

    /// Of less than 2^-54 nothing is left in 1 - p.
    @Test(arguments: [1e-3, 1e-12, 1e-14, 1e-16, 1e-17, 1e-300, Double.leastNonzeroMagnitude])
    func hardlyAnySnowOrLoss(probability: Double) {
        var settings = NtscSettings()
        (settings.snowIntensity, settings.vhsChromaLoss) = (probability, probability)
        settings.trackingNoiseSnowIntensity = probability
        for number in 0..<3 as Range<UInt64> {
            #expect(Self.image.rendered(settings, number: number).samples.count == Self.image.samples.count)
        }
        guard probability < 1e-9 else { return }
        let none = settings.with { ($0.snowIntensity, $0.vhsChromaLoss, $0.trackingNoiseSnowIntensity) = (0, 0, 0) }
        #expect(Self.image.rendered(settings) == Self.image.rendered(none))
    }

    @Test(arguments: [-1, 1e300, .nan, .infinity, -.infinity] as [Double])
    func wildNumbersOfTheSignal(value: Double) {
        let whole = Int32(clamping: value.isFinite ? Int64(max(-1e9, min(value, 1e18))) : Int64(Int32.min))
        var s = NtscSettings()
        (s.headSwitchingMidLinePosition, s.headSwitchingMidLineJitter, s.headSwitchingHorizontalShift) = (
            value, value, value
        )
        (s.snowIntensity, s.snowAnisotropy, s.vhsChromaLoss, s.lumaSmear) = (value, value, value, value)
        (s.trackingNoiseWaveIntensity, s.trackingNoiseSnowAnisotropy, s.ringingPower) = (value, value, value)
        (s.vhsEdgeWave, s.vhsEdgeWaveSpeed, s.vhsEdgeWaveFrequency) = (value, value, value)
        (s.chromaDelayHorizontal, s.bandwidthScale, s.verticalScale) = (value, value, value)
        (s.compositeNoiseFrequency, s.lumaNoiseFrequency, s.chromaNoiseFrequency) = (value, value, value)
        (s.vhsEdgeWaveDetail, s.compositeNoiseDetail, s.lumaNoiseDetail, s.chromaNoiseDetail) = (
            whole, whole, whole, whole
        )
        (s.headSwitchingHeight, s.headSwitchingOffset, s.trackingNoiseHeight) = (whole, whole, whole)
        (s.chromaDelayVertical, s.videoScanlinePhaseShiftOffset) = (whole, whole)
        #expect(Self.image.rendered(s, number: 3).samples.count == Self.image.samples.count)
    }
}
