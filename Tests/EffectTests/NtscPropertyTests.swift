// SPDX-License-Identifier: MIT
import Effects
import Testing

/// A setting with another value, and what it needs to be at work.
struct NtscChange: Sendable, CustomTestStringConvertible {
    /// The setting's name in `NtscSettings`.
    let name: String
    let change: @Sendable (inout NtscSettings) -> Void
    /// Ways to make it do nothing, by what is done.
    let off: [(name: String, change: @Sendable (inout NtscSettings) -> Void)]

    var testDescription: String { name }
}

/// All settings, where each is at work, and where none of them is.
@Suite("NTSC: settings at work and off")
struct NtscPropertyTests {
    /// Everything is on, and strong enough for an image of 48 rows.
    private static let base = NtscSettings().with { s in
        (s.compositeNoiseFrequency, s.lumaNoiseFrequency, s.chromaNoiseFrequency) = (0.3, 0.4, 0.2)
        (s.snowIntensity, s.vhsChromaLoss, s.chromaPhaseNoiseIntensity) = (20, 0.2, 0.05)
        (s.trackingNoiseHeight, s.trackingNoiseSnowIntensity) = (16, 0.5)
        (s.chromaPhaseError, s.chromaDelayHorizontal, s.chromaDelayVertical) = (0.1, 1.5, 1)
        (s.vhsEdgeWave, s.headSwitchingMidLineJitter, s.headSwitchingMidLinePosition) = (4, 0.3, 0.5)
    }

    /// A frame whose number is not 0: waves stand still there.
    private static let number: UInt64 = 5

    private static let image = NtscImage(width: 64, height: 40) { x, y in
        let isBar = (x / 12 + y / 10) % 2 == 0
        return (isBar ? 0.55 : 0.35, x % 24 < 12 ? 0.15 : -0.1, y % 12 < 6 ? 0.08 : -0.08)
    }

    private typealias Off = (name: String, change: @Sendable (inout NtscSettings) -> Void)
    private static let compositeNoise: Off = ("composite-noise", { $0.compositeNoise = false })
    private static let noCompositeNoise: Off = ("no composite-noise-intensity", { $0.compositeNoiseIntensity = 0 })
    private static let noSnow: Off = ("no snow-intensity", { $0.snowIntensity = 0 })
    private static let headSwitching: Off = ("head-switching", { $0.headSwitching = false })
    private static let noHeadSwitching: Off = ("no head-switching-height", { $0.headSwitchingHeight = 0 })
    private static let midLine: Off = ("head-switching-start-mid-line", { $0.headSwitchingStartMidLine = false })
    private static let trackingNoise: Off = ("tracking-noise", { $0.trackingNoise = false })
    private static let noTracking: Off = ("no tracking-noise-height", { $0.trackingNoiseHeight = 0 })
    private static let noTrackingSnow: Off = ("no snow of tracking", { $0.trackingNoiseSnowIntensity = 0 })
    private static let ringing: Off = ("ringing", { $0.ringing = false })
    private static let lumaNoise: Off = ("luma-noise", { $0.lumaNoise = false })
    private static let noLumaNoise: Off = ("no luma-noise-intensity", { $0.lumaNoiseIntensity = 0 })
    private static let chromaNoise: Off = ("chroma-noise", { $0.chromaNoise = false })
    private static let noChromaNoise: Off = ("no chroma-noise-intensity", { $0.chromaNoiseIntensity = 0 })
    private static let vhs: Off = ("vhs-settings", { $0.vhsSettings = false })
    private static let noTape: Off = ("no vhs-tape-speed", { $0.vhsTapeSpeed = .none })
    private static let sharpen: Off = ("vhs-sharpen-enabled", { $0.vhsSharpenEnabled = false })
    private static let edgeWave: Off = ("vhs-edge-wave-enabled", { $0.vhsEdgeWaveEnabled = false })
    private static let noEdgeWave: Off = ("no vhs-edge-wave", { $0.vhsEdgeWave = 0 })
    private static let scale: Off = ("scale-settings", { $0.scaleSettings = false })
    /// Nothing random is left.
    private static let random: Off = (
        "nothing random",
        {
            ($0.compositeNoise, $0.lumaNoise, $0.chromaNoise, $0.trackingNoise, $0.headSwitching) = (
                false, false, false, false, false
            )
            ($0.snowIntensity, $0.vhsChromaLoss, $0.chromaPhaseNoiseIntensity, $0.vhsEdgeWave) = (0, 0, 0, 0)
        }
    )
    /// No low-pass filter has a type.
    private static let filters: Off = (
        "no low-pass filters",
        { ($0.chromaLowpassIn, $0.chromaLowpassOut, $0.vhsTapeSpeed) = (.none, .none, .none) }
    )
    /// In ntsc-rs, a fault that presets rely on.
    private static let columns: Off = (
        "video-scanline-phase-shift of 0 degrees", { $0.videoScanlinePhaseShift = .degrees0 }
    )

    private static func row<Value>(
        _ name: String, _ path: WritableKeyPath<NtscSettings, Value> & Sendable, _ value: Value, off: [Off] = []
    ) -> NtscChange where Value: Sendable {
        NtscChange(name: name, change: { $0[keyPath: path] = value }, off: off)
    }

    static let changes: [NtscChange] = [
        row("randomSeed", \.randomSeed, 1, off: [random]),
        row("useField", \.useField, .both),
        row("filterType", \.filterType, .constantK, off: [filters]),
        row("inputLumaFilter", \.inputLumaFilter, .box),
        row("chromaLowpassIn", \.chromaLowpassIn, .light),
        row("compositePreemphasis", \.compositePreemphasis, 0.9),
        row("compositeNoise", \.compositeNoise, false, off: [noCompositeNoise]),
        row("compositeNoiseIntensity", \.compositeNoiseIntensity, 0.06, off: [compositeNoise]),
        row("compositeNoiseFrequency", \.compositeNoiseFrequency, 0.6, off: [compositeNoise, noCompositeNoise]),
        row("compositeNoiseDetail", \.compositeNoiseDetail, 2, off: [compositeNoise, noCompositeNoise]),
        row("snowIntensity", \.snowIntensity, 21),
        row("snowAnisotropy", \.snowAnisotropy, 0.6, off: [noSnow]),
        row("videoScanlinePhaseShift", \.videoScanlinePhaseShift, .degrees90),
        row("videoScanlinePhaseShiftOffset", \.videoScanlinePhaseShiftOffset, 1, off: [columns]),
        row("chromaDemodulation", \.chromaDemodulation, .oneLineComb),
        row("lumaSmear", \.lumaSmear, 0.55),
        row("headSwitching", \.headSwitching, false, off: [noHeadSwitching]),
        row("headSwitchingHeight", \.headSwitchingHeight, 9, off: [headSwitching]),
        row("headSwitchingOffset", \.headSwitchingOffset, 2, off: [headSwitching]),
        row("headSwitchingHorizontalShift", \.headSwitchingHorizontalShift, 60, off: [headSwitching, noHeadSwitching]),
        row("headSwitchingStartMidLine", \.headSwitchingStartMidLine, false, off: [headSwitching, noHeadSwitching]),
        row("headSwitchingMidLinePosition", \.headSwitchingMidLinePosition, 0.6, off: [headSwitching, midLine]),
        row("headSwitchingMidLineJitter", \.headSwitchingMidLineJitter, 0.9, off: [headSwitching, midLine]),
        row("trackingNoise", \.trackingNoise, false, off: [noTracking]),
        row("trackingNoiseHeight", \.trackingNoiseHeight, 17, off: [trackingNoise]),
        row("trackingNoiseWaveIntensity", \.trackingNoiseWaveIntensity, 16, off: [trackingNoise, noTracking]),
        row("trackingNoiseSnowIntensity", \.trackingNoiseSnowIntensity, 0.6, off: [trackingNoise, noTracking]),
        row("trackingNoiseSnowAnisotropy", \.trackingNoiseSnowAnisotropy, 0.9, off: [trackingNoise, noTrackingSnow]),
        row("trackingNoiseNoiseIntensity", \.trackingNoiseNoiseIntensity, 0.3, off: [trackingNoise, noTracking]),
        row("ringing", \.ringing, false),
        row("ringingFrequency", \.ringingFrequency, 0.5, off: [ringing]),
        row("ringingPower", \.ringingPower, 5, off: [ringing]),
        row("ringingScale", \.ringingScale, 5, off: [ringing]),
        row("lumaNoise", \.lumaNoise, false, off: [noLumaNoise]),
        row("lumaNoiseIntensity", \.lumaNoiseIntensity, 0.02, off: [lumaNoise]),
        row("lumaNoiseFrequency", \.lumaNoiseFrequency, 0.6, off: [lumaNoise, noLumaNoise]),
        row("lumaNoiseDetail", \.lumaNoiseDetail, 2, off: [lumaNoise, noLumaNoise]),
        row("chromaNoise", \.chromaNoise, false, off: [noChromaNoise]),
        row("chromaNoiseIntensity", \.chromaNoiseIntensity, 0.2, off: [chromaNoise]),
        row("chromaNoiseFrequency", \.chromaNoiseFrequency, 0.1, off: [chromaNoise, noChromaNoise]),
        row("chromaNoiseDetail", \.chromaNoiseDetail, 3, off: [chromaNoise, noChromaNoise]),
        row("chromaPhaseError", \.chromaPhaseError, 0.2),
        row("chromaPhaseNoiseIntensity", \.chromaPhaseNoiseIntensity, 0.06),
        row("chromaDelayHorizontal", \.chromaDelayHorizontal, 2),
        row("chromaDelayVertical", \.chromaDelayVertical, 2),
        row("vhsSettings", \.vhsSettings, false),
        row("vhsTapeSpeed", \.vhsTapeSpeed, .ep, off: [vhs]),
        row("vhsChromaLoss", \.vhsChromaLoss, 0.4, off: [vhs]),
        row("vhsSharpenEnabled", \.vhsSharpenEnabled, false, off: [vhs, noTape]),
        row("vhsSharpen", \.vhsSharpen, 0.3, off: [vhs, noTape, sharpen]),
        row("vhsSharpenFrequency", \.vhsSharpenFrequency, 1.1, off: [vhs, noTape, sharpen]),
        row("vhsEdgeWaveEnabled", \.vhsEdgeWaveEnabled, false, off: [vhs, noEdgeWave]),
        row("vhsEdgeWave", \.vhsEdgeWave, 5, off: [vhs, edgeWave]),
        row("vhsEdgeWaveSpeed", \.vhsEdgeWaveSpeed, 5, off: [vhs, edgeWave, noEdgeWave]),
        row("vhsEdgeWaveFrequency", \.vhsEdgeWaveFrequency, 0.1, off: [vhs, edgeWave, noEdgeWave]),
        row("vhsEdgeWaveDetail", \.vhsEdgeWaveDetail, 3, off: [vhs, edgeWave, noEdgeWave]),
        row("vhsChromaVertBlend", \.vhsChromaVertBlend, false),
        row("chromaLowpassOut", \.chromaLowpassOut, .light),
        row("scaleSettings", \.scaleSettings, false, off: [("scales of 1", { _ in })]),
        row("bandwidthScale", \.bandwidthScale, 1.5, off: [scale]),
        row("verticalScale", \.verticalScale, 1.5, off: [scale]),
        row("scaleWithVideoSize", \.scaleWithVideoSize, true, off: [scale]),
    ]

    /// A setting that is new is to be in the table, with what turns it off.
    @Test func everySettingHasARow() {
        let names = Mirror(reflecting: NtscSettings()).children.compactMap { Self.name($0.label) }
        #expect(Self.changes.map(\.name) == names.filter { $0 != "compatibility" })
        #expect(Self.changes.count == 62)
    }

    /// A row changes what its name says, and nothing else.
    @Test(arguments: changes) func rowChangesItsSettingAlone(change: NtscChange) {
        let others = Mirror(reflecting: Self.base.with(change.change)).children
        let changed = zip(Mirror(reflecting: Self.base).children, others).filter { "\($0.value)" != "\($1.value)" }
        #expect(changed.map { Self.name($0.0.label) } == [change.name])
    }

    /// What stores a limited setting has an underscore before its name.
    private static func name(_ label: String?) -> String? {
        label.map { String($0.drop { $0 == "_" }) }
    }

    /// Whether groups are on by default, as they are here; a scale of 1 is like none.
    private static let atWork: [String: NtscSettings] = ["scaleSettings": base.with { $0.bandwidthScale = 1.5 }]

    @Test func settingsAreAtWork() {
        let standard = Self.image.rendered(Self.base, number: Self.number)
        for change in Self.changes {
            let base = Self.atWork[change.name]
            let before = base.map { Self.image.rendered($0, number: Self.number) } ?? standard
            let after = Self.image.rendered((base ?? Self.base).with(change.change), number: Self.number)
            let isSame = before == after
            #expect(!isSame, "\(change.name)")
        }
    }

    /// With a group off, or none of what a setting is about, the setting changes no bit.
    @Test func settingsAreOff() {
        var images: [String: NtscImage] = [:]
        for change in Self.changes {
            for off in change.off {
                let base = Self.base.with(off.change)
                let before = images[off.name] ?? Self.image.rendered(base, number: Self.number)
                images[off.name] = before
                let isSame = before == Self.image.rendered(base.with(change.change), number: Self.number)
                #expect(isSame, "\(change.name) with \(off.name)")
            }
        }
    }

    // MARK: Values that are alike

    private static let phases: [NtscPhaseShift] = [.degrees90, .degrees270]

    /// In ntsc-rs both are the same, and presets look the way that makes them.
    @Test func degrees270AreDegrees90InNtscRs() {
        let images = Self.phases.map { phase in
            Self.image.rendered(Self.base.with { $0.videoScanlinePhaseShift = phase }, number: Self.number)
        }
        #expect(images[0] == images[1])
    }

    /// All values of the choices are at work: no two give the same image, but 90 and 270 degrees.
    @Test func everyChoiceIsAtWork() {
        // That of an odd frame is the upper one.
        expectDifferent(\.useField, except: .alternating)
        expectDifferent(\.filterType)
        expectDifferent(\.inputLumaFilter)
        expectDifferent(\.chromaLowpassIn)
        expectDifferent(\.videoScanlinePhaseShift, except: .degrees270)
        expectDifferent(\.chromaDemodulation)
        expectDifferent(\.vhsTapeSpeed)
        expectDifferent(\.chromaLowpassOut)
        expectDifferent(\.compatibility)
    }

    private func expectDifferent<Choice: CaseIterable & Equatable>(
        _ path: WritableKeyPath<NtscSettings, Choice>, except: Choice? = nil
    ) {
        let choices = Choice.allCases.filter { $0 != except }
        let images = choices.map { choice in
            Self.image.rendered(Self.base.with { $0[keyPath: path] = choice }, number: Self.number)
        }
        for a in images.indices {
            for b in images.indices where b > a {
                let isSame = images[a] == images[b]
                #expect(!isSame, "\(choices[a]) and \(choices[b])")
            }
        }
    }

    /// As if the height of the image were a part of 480.
    @Test func videoSizeScalesBoth() {
        let image = NtscImage(width: 64, height: 120) { x, y in ((x / 12 + y / 10) % 2 == 0 ? 0.55 : 0.35, 0.15, 0)
        }
        let size = Self.base.with { $0.scaleWithVideoSize = true }
        let both = Self.base.with { ($0.bandwidthScale, $0.verticalScale) = (0.25, 0.25) }
        #expect(image.rendered(size) == image.rendered(both))
        let off = size.with { ($0.scaleSettings, $0.bandwidthScale, $0.verticalScale) = (false, 3, 3) }
        #expect(image.rendered(off) == image.rendered(Self.base))
    }

    /// 0 is none, whatever else the group says.
    @Test func noneIsOff() {
        expectSame(Self.compositeNoise, Self.noCompositeNoise)
        expectSame(Self.lumaNoise, Self.noLumaNoise)
        expectSame(Self.chromaNoise, Self.noChromaNoise)
        expectSame(Self.headSwitching, Self.noHeadSwitching)
        expectSame(Self.trackingNoise, Self.noTracking)
        expectSame(Self.edgeWave, Self.noEdgeWave)
        expectSame(Self.sharpen, ("vhs-sharpen of 0", { $0.vhsSharpen = 0 }))
    }

    private func expectSame(_ a: Off, _ b: Off) {
        let images = [a, b].map { Self.image.rendered(Self.base.with($0.change), number: Self.number) }
        let worst = images[0].worst(from: images[1])
        #expect(worst.codes < 0.01, "\(a.name) and \(b.name): \(worst)")
    }
}
