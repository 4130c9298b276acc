// SPDX-License-Identifier: MIT
import Effects
import Foundation
import PixelCore
import PixelKernels
import TestSupport
import Testing

/// Whole frames as ntsc-rs makes them: 47 settings, and what was found with random ones.
@Suite("NTSC: whole frames against ntsc-rs")
struct NtscCaseTests {
    /// A frame's number and the settings that are not the defaults.
    private struct Case {
        let name: String
        var number: UInt64 = 3
        var changes: [String: Double]
        let width: Int
        let height: Int
    }

    private static let cases: [Case] = {
        let file = NtscConformance.folder.appendingPathComponent("cases.json")
        guard let data = try? Data(contentsOf: file),
            let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
            let whole = object["cases"] as? [String: [String: Any]],
            let cut = object["cut"] as? [String: Any], let parts = cut["cases"] as? [String: [String: Any]],
            let width = cut["width"] as? Int, let height = cut["height"] as? Int
        else { return [] }
        func numbers(_ values: [String: Any]) -> [String: Double] {
            values.mapValues { ($0 as? NSNumber)?.doubleValue ?? .nan }
        }
        let ofWhole = whole.map { Case(name: $0, changes: numbers($1), width: 160, height: 120) }
        let ofParts = parts.map { name, values in
            var changes = numbers(values)
            let number = changes.removeValue(forKey: "frame").flatMap { UInt64(exactly: $0) } ?? 0
            return Case(name: name, number: number, changes: changes, width: width, height: height)
        }
        return (ofWhole + ofParts).sorted { $0.name < $1.name }
    }()

    @Test func thereAreCases() { #expect(Self.cases.count == 53) }

    /// How many samples are more than 1 code off, and the worst.
    ///
    /// Rendered in 16 bits and cut to 8, as ntsc-rs cuts instead of rounding.
    private func difference(_ name: String) throws -> (beyond1: Int, worst: Int, samples: Int) {
        let test = try #require(Self.cases.first { $0.name == name })
        let (width, height) = (test.width, test.height)
        let input = try Data(contentsOf: NtscConformance.folder.appendingPathComponent("input_160x120.rgba"))
        let expected = try Data(contentsOf: NtscConformance.folder.appendingPathComponent("expected/\(name).rgba"))
        try #require(expected.count == 4 * width * height)
        let frame = TestFrame(.argb64, width: width, height: height, padding: 0)
        let samples = frame.rowBase(0, 0).assumingMemoryBound(to: UInt16.self)
        for pixel in 0..<width * height {
            let from = 4 * (160 * (pixel / width) + pixel % width)
            samples[4 * pixel] = 65535
            for c in 0..<3 { samples[4 * pixel + 1 + c] = UInt16(input[from + c]) * 257 }
        }
        let effect = NtscEffect(kernels: CPULevel.best.kernels)
        try effect.configure(
            VideoInfo(
                format: .argb64, width: width, height: height,
                colorimetry: Colorimetry(matrix: .bt709, fullRange: true, depth: 16)))
        effect.update(try ntscSettings(test.changes))
        try effect.render(frame.frame, number: test.number, bands: .serial)
        var (beyond1, worst) = (0, 0)
        for pixel in 0..<width * height {
            for c in 0..<3 {
                let code = Int(samples[4 * pixel + 1 + c]) / 257
                let difference = abs(code - Int(expected[4 * pixel + c]))
                worst = max(worst, difference)
                if difference > 1 { beyond1 += 1 }
            }
        }
        return (beyond1, worst, 3 * width * height)
    }

    @Test(arguments: cases.filter { $0.width == 160 }.map(\.name)) func frame(name: String) throws {
        let (beyond1, worst, samples) = try difference(name)
        let allowed = name.contains("constk") ? 0.01 : 0.001
        #expect(worst <= 2, "\(worst)")
        #expect(Double(beyond1) <= allowed * Double(samples), "\(beyond1)")
    }

    /// What rounds otherwise than in ntsc-rs, or begins at another row, is a few pixels or one row of some frames.
    @Test(arguments: cases.filter { $0.width < 160 }.map(\.name)) func rareFrame(name: String) throws {
        let (beyond1, worst, _) = try difference(name)
        #expect(beyond1 == 0, "\(beyond1) samples, by up to \(worst)")
    }
}

/// The defaults with settings of these names changed.
func ntscSettings(_ changes: [String: Double]) throws -> NtscSettings {
    var s = NtscSettings()
    for (name, value) in changes {
        switch name {
        case "composite_noise": s.compositeNoise = value != 0
        case "snow_intensity": s.snowIntensity = value
        case "snow_anisotropy": s.snowAnisotropy = value
        case "head_switching": s.headSwitching = value != 0
        case "tracking_noise": s.trackingNoise = value != 0
        case "luma_noise": s.lumaNoise = value != 0
        case "chroma_noise": s.chromaNoise = value != 0
        case "chroma_phase_noise_intensity": s.chromaPhaseNoiseIntensity = value
        case "vhs_chroma_loss": s.vhsChromaLoss = value
        case "vhs_edge_wave_enabled": s.vhsEdgeWaveEnabled = value != 0
        case "vhs_edge_wave": s.vhsEdgeWave = value
        case "chroma_demodulation": s.chromaDemodulation = try #require(NtscDemodulation(rawValue: Int32(value)))
        case "input_luma_filter": s.inputLumaFilter = try #require(NtscLumaFilter(rawValue: Int32(value)))
        case "chroma_lowpass_in": s.chromaLowpassIn = try #require(NtscChromaLowpass(rawValue: Int32(value)))
        case "chroma_lowpass_out": s.chromaLowpassOut = try #require(NtscChromaLowpass(rawValue: Int32(value)))
        case "use_field": s.useField = try #require(NtscUseField(rawValue: Int32(value)))
        case "filter_type": s.filterType = try #require(NtscFilterType(rawValue: Int32(value)))
        case "video_scanline_phase_shift":
            s.videoScanlinePhaseShift = try #require(NtscPhaseShift(rawValue: Int32(value)))
        case "video_scanline_phase_shift_offset": s.videoScanlinePhaseShiftOffset = Int32(value)
        case "vhs_tape_speed": s.vhsTapeSpeed = try #require(NtscTapeSpeed(rawValue: Int32(value)))
        case "vhs_settings": s.vhsSettings = value != 0
        case "random_seed": s.randomSeed = Int32(value)
        case "bandwidth_scale": s.bandwidthScale = value
        case "vertical_scale": s.verticalScale = value
        case "chroma_phase_error": s.chromaPhaseError = value
        case "chroma_delay_horizontal": s.chromaDelayHorizontal = value
        case "chroma_delay_vertical": s.chromaDelayVertical = Int32(value)
        case "scale_with_video_size": s.scaleWithVideoSize = value != 0
        case "head_switching_height": s.headSwitchingHeight = Int32(value)
        case "head_switching_offset": s.headSwitchingOffset = Int32(value)
        case "head_switching_horizontal_shift": s.headSwitchingHorizontalShift = value
        case "tracking_noise_height": s.trackingNoiseHeight = Int32(value)
        case "tracking_noise_wave_intensity": s.trackingNoiseWaveIntensity = value
        case "tracking_noise_snow_intensity": s.trackingNoiseSnowIntensity = value
        case "tracking_noise_snow_anisotropy": s.trackingNoiseSnowAnisotropy = value
        default: Issue.record("\(name) is no setting of a case")
        }
    }
    return s
}
