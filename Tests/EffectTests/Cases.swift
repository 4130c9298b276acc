// SPDX-License-Identifier: MIT
import Effects
import Filters
import KernelTypes
import PixelCore
import PixelKernels
import TestSupport
import Testing

extension PixelFormat: CustomTestStringConvertible {
    public var testDescription: String { name }
}

/// The colorimetries of a format: all matrices, full and limited range.
func colorimetries(_ format: PixelFormat) -> [Colorimetry] {
    Colorimetry.Matrix.allCases.flatMap { matrix in
        [true, false].map { fullRange in
            Colorimetry(matrix: matrix, fullRange: fullRange, depth: FormatTable.depth(format))
        }
    }
}

/// Fills with what an image has: R'G'B' in range, written as codes. Only for formats of 8-bit Y'CbCr.
func fillInGamut(_ frame: TestFrame, _ c: Colorimetry, _ generator: inout Generator) {
    frame.fill(.random, &generator)
    let codes = Codes(frame)
    for component in 0..<3 {
        let size = codes.size(component)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (r, g, b) = (
                    Double.random(in: 0...1, using: &generator), Double.random(in: 0...1, using: &generator),
                    Double.random(in: 0...1, using: &generator)
                )
                let luma = c.kr * r + c.kg * g + c.kb * b
                let nominal = [luma, (b - luma) / (2 - 2 * c.kb), (r - luma) / (2 - 2 * c.kr)][component]
                let code =
                    component == 0 ? nominal * c.lumaScale + c.lumaOffset : nominal * c.chromaScale + c.chromaOffset
                let (plane, byte) = FormatTable.position(frame.format, component, x)
                let value = UInt8(max(0, min(255, code.rounded())))
                (frame.rowBase(plane, y) + byte).storeBytes(of: value, as: UInt8.self)
            }
        }
    }
}

/// Settings that take every path of the effect: whole tints, parts, and tints with other factors.
let rosySettings: [Rosy] = [
    settings(1, 1, 0, 1), settings(0.25, 1, 0, 1), settings(0.5, 1, 0, 1), settings(1, 0, 1, 0),
    settings(1, 0.9, 0.35, 0.6), settings(0.75, 0.1, 1, 0.45), settings(1, 0, 0, 0), settings(0.001, 0, 0.5, 1),
]

func settings(_ intensity: Double, _ red: Double, _ green: Double, _ blue: Double) -> Rosy {
    var settings = Rosy()
    (settings.intensity, settings.tintRed) = (intensity, red)
    (settings.tintGreen, settings.tintBlue) = (green, blue)
    return settings
}

/// Settings of the equalization that differ from the defaults.
func equalization(_ change: (inout EqualizationSettings) -> Void = { _ in }) -> EqualizationSettings {
    var settings = EqualizationSettings()
    change(&settings)
    return settings
}

/// CLAHE with a grid.
func clahe(_ columns: Int32, _ rows: Int32, clipLimit: Double = 2) -> EqualizationSettings {
    equalization {
        $0.method = .clahe
        ($0.gridWidth, $0.gridHeight, $0.clipLimit) = (columns, rows, clipLimit)
    }
}

/// An effect at work, of whatever type.
struct OpenEffect {
    let configure: (VideoInfo) throws -> Void
    let update: () throws -> Void
    let render: (TestFrame, BandExecutor) throws -> Void
}

/// An effect with settings, as tests of what all effects promise take it.
struct EffectCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let open: @Sendable (any KernelSet.Type) -> OpenEffect

    init<Effect: InPlaceEffect & SendableMetatype>(
        _ name: String, _ settings: Effect.Settings,
        _ make: @escaping @Sendable (any KernelSet.Type) -> Effect
    ) {
        testDescription = name
        open = { kernels in
            let effect = make(kernels)
            return OpenEffect(
                configure: { try effect.configure($0) }, update: { try effect.update(settings) },
                render: { frame, bands in
                    // A frame's memory lives as long as the object.
                    try withExtendedLifetime(frame) { try effect.render(frame.frame(at: 0), bands: bands) }
                })
        }
    }

    /// Renders a frame with a new effect; an error is an issue of the test.
    func render(
        _ frame: TestFrame, kernels: any KernelSet.Type = CPULevel.best.kernels, _ colorimetry: Colorimetry,
        _ bands: BandExecutor
    ) {
        do {
            let effect = open(kernels)
            try effect.configure(frame.image(colorimetry))
            try effect.update()
            try effect.render(frame, bands)
        } catch {
            Issue.record("\(error)")
        }
    }

    private static func rosy(_ name: String, _ settings: Rosy) -> EffectCase {
        EffectCase(name, settings) { FilterEffect<Rosy>(kernels: $0) }
    }

    private static func equalizer(_ name: String, _ settings: EqualizationSettings) -> EffectCase {
        EffectCase(name, settings) { EqualizationEffect(kernels: $0) }
    }

    static let rosyCases = [
        rosy("Rosy, all of a tint", settings(1, 1, 0, 1)), rosy("Rosy, part of a tint", settings(0.7, 0.3, 0.9, 0.5)),
    ]

    static let equalizationCases = [
        equalizer("Equalization, luma", EqualizationSettings()),
        equalizer("Equalization, R'G'B' from the darkest", equalization { ($0.mode, $0.mapping) = (.rgb, .cdfMin) }),
        equalizer("Equalization, CLAHE of luma", clahe(3, 2)),
        equalizer("Equalization, luma, and chroma stays", equalization { $0.chroma = .keep }),
        equalizer(
            "Equalization, half of CLAHE of R'G'B'",
            equalization {
                ($0.mode, $0.method, $0.intensity) = (.rgb, .clahe, 0.5)
                ($0.gridWidth, $0.gridHeight) = (2, 1)
            }),
        equalizer(
            "Equalization, luma by a region",
            equalization {
                ($0.regionX, $0.regionY, $0.regionWidth, $0.regionHeight) = (0.33, 0.1, 0.5, 0.6)
                $0.smoothingTime = 0.5
            }),
    ]

    private static func ntsc(_ name: String, _ change: (inout NtscSettings) -> Void = { _ in }) -> EffectCase {
        var settings = NtscSettings()
        change(&settings)
        return EffectCase(name, settings) { NtscEffect(kernels: $0) }
    }

    static let ntscCases = [
        ntsc("NTSC"),
        ntsc("NTSC, rows of one field, with combs and delays") {
            ($0.useField, $0.chromaDemodulation) = (.upper, .twoLineComb)
            ($0.chromaDelayHorizontal, $0.chromaDelayVertical) = (3.5, -2)
        },
        ntsc("NTSC, corrected and wide, with a comb") {
            ($0.compatibility, $0.bandwidthScale, $0.verticalScale) = (.corrected, 1.3, 0.5)
            ($0.chromaDemodulation, $0.inputLumaFilter) = (.oneLineComb, .box)
        },
    ]

    static let all = rosyCases + equalizationCases + ntscCases
}

extension TestFrame {
    /// As BT.709, Y'CbCr in limited range.
    var image709: VideoInfo {
        let isRGB = FormatTable.rgb.contains(format)
        return image(Colorimetry(matrix: .bt709, fullRange: isRGB, depth: FormatTable.depth(format)))
    }

    func image(_ colorimetry: Colorimetry) -> VideoInfo {
        VideoInfo(
            format: format, width: width, height: height, colorimetry: colorimetry, hasFields: interlaced)
    }

    /// The frame as effects see it, with its time in the video.
    func frame(at time: Int64?, duration: Int64? = nil) -> Frame {
        let plain = frame
        return Frame(
            format: format, width: width, height: height, interlaced: interlaced, planes: plain.planes, time: time,
            duration: duration)
    }
}

extension EffectReport {
    /// The counts that it has, in order.
    var counts: [[UInt32]] {
        fields.compactMap { if case .counts(let counts) = $0.value { Array(counts) } else { nil } }
    }
}
