// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// What settings come to for frames of a height: scales and filters. An object, as all rows share it.
package final class NtscPlan: Sendable {
    package let settings: NtscSettings
    /// How much wider and higher than 480 rows the frame's errors are.
    let horizontalScale: Float
    let verticalScale: Float

    /// Whether faults of ntsc-rs are mended.
    let isCorrected: Bool
    /// Pixels of a quarter of the subcarrier's period.
    let quarter: Float
    /// Whole columns that are nearest to that.
    let step: Int
    let margins: NtscMargins
    /// What chroma is to be multiplied with, as a complex number I - j Q, against what sharpening did to it.
    let chromaGain: (real: Float, imaginary: Float)

    let lumaIn: RowFilter
    let chromaIn: (i: RowFilter, q: RowFilter)?
    let preemphasis: RowFilter?
    let demodulationNotch: RowFilter
    let smear: RowFilter?
    let ringing: RowFilter?
    let tape: Tape?
    let sharpen: RowFilter?
    let chromaOut: (i: RowFilter, q: RowFilter)?

    let compositeNoise: NtscNoiseLevel?
    let lumaNoise: NtscNoiseLevel?
    let chromaNoise: NtscNoiseLevel?

    /// By pass.
    private let seeds: [SipHash]

    struct Tape {
        let luma: RowFilter
        let chroma: RowFilter
        let edges: RowFilter
    }

    /// `height` is that of the whole frame.
    package init(_ settings: NtscSettings, height: Int) {
        self.settings = settings
        let s = settings
        let seed = SipHash().adding(UInt64(UInt32(bitPattern: s.randomSeed)))
        seeds = NtscPass.allCases.map { seed.adding($0.rawValue) }
        let size = s.scaleWithVideoSize ? Float(height) / 480 : 1
        horizontalScale = s.scaleSettings ? Float(s.bandwidthScale) * size : 1
        verticalScale = s.scaleSettings ? Float(s.verticalScale) * size : 1
        let scale = horizontalScale
        let rate = NtscFilter.rate * scale
        let type = s.filterType

        // Faults are: a carrier and delays that don't grow with the scale, filters that start as if all had been black before
        // the row, and colours that sharpening makes stronger.
        let isSteady = s.compatibility == .corrected
        isCorrected = isSteady
        // At three pixels a period there is still room for two phases.
        quarter = isCorrected ? max(scale, 0.75) : 1
        step = Int(quarter.rounded())
        margins = NtscMargins(unit: isCorrected ? Int((4 * quarter).rounded(.up)) : 0)
        func delay(_ pixels: Float) -> Int { isSteady ? Int((pixels * scale).rounded()) : Int(pixels) }

        let notch = NtscFilter.notch(0.5 / quarter, quality: 2)
        lumaIn = notch.rowFilter(startsSteady: true)
        demodulationNotch = notch.rowFilter(startsSteady: isSteady)
        func chroma(_ lowpass: NtscChromaLowpass) -> (i: RowFilter, q: RowFilter)? {
            switch lowpass {
            case .none:
                return nil
            case .light:
                let filter = NtscFilter.lowpass(2_600_000, rate: rate, type: type)
                    .rowFilter(startsSteady: isSteady, delay: delay(1))
                return (filter, filter)
            case .full:
                return (
                    NtscFilter.lowpass(1_300_000, rate: rate, type: type)
                        .rowFilter(startsSteady: isSteady, delay: delay(2)),
                    NtscFilter.lowpass(600_000, rate: rate, type: type)
                        .rowFilter(startsSteady: isSteady, delay: delay(4))
                )
            }
        }
        chromaIn = chroma(s.chromaLowpassIn)
        chromaOut = chroma(s.chromaLowpassOut)
        // Cutoff and rate grow together in ntsc-rs, so the scale does nothing there.
        let sharpness = NtscFilter.lowpass1(NtscFilter.rate / 8 * (isCorrected ? 1 : scale), rate: rate)
            .scaled(-Float(s.compositePreemphasis))
        preemphasis = s.compositePreemphasis == 0 ? nil : sharpness.rowFilter(startsSteady: isSteady)
        chromaGain = isCorrected && s.compositePreemphasis != 0 ? sharpness.inverseResponse(0.5 / quarter) : (1, 0)
        smear =
            s.lumaSmear > 0
            ? NtscFilter.lowpass1(Float(Elementary.exp(-4 * s.lumaSmear * 0.693_147_180_559_945_3)) * 0.25, rate: scale)
                .rowFilter(startsSteady: isSteady)
            : nil
        let ringingFrequency = min(max(Float(s.ringingFrequency) / scale, 0), 1)
        ringing =
            s.ringing
            ? NtscFilter.notch(ringingFrequency, quality: Float(s.ringingPower)).scaled(Float(s.ringingScale))
                .rowFilter(startsSteady: true, delay: delay(1))
            : nil

        compositeNoise = NtscNoiseLevel(
            s.compositeNoise, frequency: s.compositeNoiseFrequency, scale: scale, intensity: s.compositeNoiseIntensity,
            octaves: s.compositeNoiseDetail)
        lumaNoise = NtscNoiseLevel(
            s.lumaNoise, frequency: s.lumaNoiseFrequency, scale: scale, intensity: s.lumaNoiseIntensity,
            octaves: s.lumaNoiseDetail)
        chromaNoise = NtscNoiseLevel(
            s.chromaNoise, frequency: s.chromaNoiseFrequency, scale: scale, intensity: s.chromaNoiseIntensity,
            octaves: s.chromaNoiseDetail)

        let speed: (luma: Float, chroma: Float, delay: Float)? =
            switch s.vhsSettings ? s.vhsTapeSpeed : .none {
            case .none: nil
            case .sp: (2_400_000, 320_000, 4)
            case .lp: (1_900_000, 300_000, 5)
            case .ep: (1_400_000, 280_000, 6)
            }
        guard let speed else {
            (tape, sharpen) = (nil, nil)
            return
        }
        tape = Tape(
            luma: NtscFilter.lowpass(speed.luma, rate: rate, type: type).rowFilter(startsSteady: isSteady),
            chroma: NtscFilter.lowpass(speed.chroma, rate: rate, type: type)
                .rowFilter(startsSteady: isSteady, delay: Int((speed.delay * scale).rounded())),
            edges: NtscFilter.lowpass1(speed.luma, rate: rate).scaled(-1.6).rowFilter(startsSteady: isSteady))
        let frequency = Float(s.vhsSharpenFrequency)
        let widening: Float = type == .constantK ? 4 : 1
        sharpen =
            s.vhsSharpenEnabled
            ? NtscFilter.lowpass(speed.luma * widening * frequency, rate: rate, type: type)
                .scaled(-Float(s.vhsSharpen) * 2 * frequency).rowFilter(startsSteady: isSteady)
            : nil
    }

    /// The seed of a pass that is the same in every field.
    func seed(_ pass: NtscPass) -> SipHash { seeds[Int(pass.rawValue)] }

    /// The seed of a pass over a field.
    func seed(_ pass: NtscPass, _ field: NtscField) -> SipHash { seed(pass).adding(field.number) }

    /// Lattice cells of tracking noise for each column.
    var trackingNoiseFrequency: Double { min(Double(0.25 / horizontalScale), NtscNoise.finest) }

    /// Rows of a field that a height in rows of a field of 240 comes to.
    func rows(_ height: Int32) -> Int { Int((Float(height) * verticalScale).rounded()) }
}

extension NtscFilter {
    /// The filter for groups: it starts empty, or as if the first value had been there always.
    func rowFilter(startsSteady: Bool = false, delay: Int = 0) -> RowFilter {
        let start = startsSteady ? steadyState : .zero
        return RowFilter(
            b: (b[0], b[1], b[2], b[3]), a: (a[1], a[2], a[3]), start: (start[0], start[1], start[2]), delay: delay)
    }
}

/// A field, or a whole frame, as one frame of the signal.
package struct NtscField: Sendable, Equatable {
    /// Rows.
    package let height: Int
    /// The number that random things and the carrier's phase go by.
    package let number: UInt64
    /// Whether it is a whole frame, which takes as long as two fields.
    package let isFrame: Bool

    package init(height: Int, number: UInt64, isFrame: Bool = false) {
        (self.height, self.number, self.isFrame) = (height, number, isFrame)
    }
}

/// What is random in a frame, by its own number.
enum NtscPass: UInt64, CaseIterable {
    case compositeNoise = 0
    case chromaNoiseI = 1
    case headSwitching = 2
    case trackingNoise = 3
    case chromaPhaseNoise = 4
    case edgeWave = 5
    case snow = 6
    case chromaLoss = 7
    case headSwitchingMidLine = 8
    case chromaNoiseQ = 9
    case lumaNoise = 10
}
