// SPDX-License-Identifier: MIT
import Effects
import PixelCore
import PixelKernels
import TestSupport
import Testing

@Suite("Crop")
struct CropEffectTests {
    typealias Part = (x: Double, y: Double, width: Double, height: Double)

    static func settings(_ part: Part, zoom: Bool = false) -> CropSettings {
        var settings = CropSettings()
        (settings.x, settings.y, settings.width, settings.height) = part
        settings.zoom = zoom
        return settings
    }

    static func source(
        _ format: PixelFormat, _ width: Int, _ height: Int, interlaced: Bool = false, fill: Fill = .random
    ) -> TestFrame {
        let frame = TestFrame(format, width: width, height: height, interlaced: interlaced, padding: 5)
        var generator = Generator(seed: UInt64(width * 1000 + height))
        frame.fill(fill, &generator)
        return frame
    }

    /// What the effect makes, and where it says that lies.
    static func cropped(
        _ source: TestFrame, _ settings: CropSettings, level: CPULevel = .best, bands: BandExecutor = .serial
    ) throws -> (frame: TestFrame, place: FramePlace) {
        let plan = CropEffect.plans[CropEffect.planIndex(settings, orientation: .identity)]
        let share = plan.showsPart ? CropEffect.share(settings) : .whole
        let result = TestFrame(
            source.format, width: FrameShare.pixels(share.width, of: source.width),
            height: FrameShare.pixels(share.height, of: source.height), interlaced: source.interlaced)
        var generator = Generator(seed: 5)
        result.fill(.random, &generator)
        let before = source.copy()
        let effect = CropEffect(kernels: level.kernels)
        let usual = colorimetries(source.format)[0]
        let video = VideoInfo(
            format: source.format, width: source.width, height: source.height, colorimetry: usual,
            hasFields: source.interlaced)
        try effect.configure(video, output: result.image(usual), plan: plan)
        try effect.update(settings)
        try effect.render(source.frame, result.frame, bands: bands)
        #expect(result.guardsAreIntact, "\(result.summary)")
        #expect(source.firstDifferentByte(from: before) == nil, "the input was written")
        return (result, try #require(effect.place))
    }

    private static let parts: [Part] = [
        (0.25, 0.25, 0.5, 0.5), (0.1, 0.4, 0.3, 0.2), (0.5, 0, 1, 1), (0, 0.7, 0.9, 1), (1, 1, 1, 1), (0.3, 0.9, 0, 0),
        (0.999, 0.001, 0.5, 0.999), (0, 0, 1, 1),
    ]

    /// Pixel by pixel: all samples that belong to one, alpha and padding too, and the chroma that covers it.
    private func difference(_ result: TestFrame, _ source: TestFrame, _ x: Int, _ y: Int) -> String? {
        let (made, whole) = (Codes(result), Codes(source))
        let isRGB = FormatTable.rgb.contains(result.format)
        let layout = source.format.layout
        for row in 0..<result.height {
            for column in 0..<result.width {
                for component in made.values.indices {
                    func code(_ codes: Codes, _ x: Int, _ y: Int) -> Int {
                        let at = component == 0 || isRGB ? (x, y) : codes.chromaPosition(x, y)
                        return codes.values[component][at.1][at.0]
                    }
                    // Where the last chroma row of P010 stands alone, it is that of the upper field.
                    let isAlone =
                        component > 0 && source.interlaced && source.format == .p010
                        && row / 4 == (result.height - 1) / 4
                    let (found, wanted) = (code(made, column, row), code(whole, x + column, y + row))
                    if found != wanted, !isAlone {
                        return "component \(component) at \(column), \(row): \(found) and not \(wanted)"
                    }
                }
                guard layout.planeCount == 1, layout.chromaShiftX == 0 else { continue }
                let count = layout.step(plane: 0) * layout.sampleBytes
                let (a, b) = (
                    result.rowBase(0, row) + column * count, source.rowBase(0, y + row) + (x + column) * count
                )
                for byte in 0..<count {
                    let (found, wanted) = ((a + byte).load(as: UInt8.self), (b + byte).load(as: UInt8.self))
                    if found != wanted { return "byte \(byte) of the pixel at \(column), \(row)" }
                }
            }
        }
        return nil
    }

    @Test("As it is, the part has the input's samples, in every format", arguments: PixelFormat.allCases)
    func copies(format: PixelFormat) throws {
        let chroma = FormatTable.chroma(format)
        for (width, height) in [(1, 1), (2, 2), (5, 3), (17, 34), (67, 12)] {
            for interlaced in [false, true] {
                let source = Self.source(format, width, height, interlaced: interlaced)
                for part in Self.parts {
                    let (result, place) = try Self.cropped(source, Self.settings(part))
                    let text: Comment = "\(source.summary) \(part)"
                    // The nearest pixels, within the frame.
                    let share = (min(part.width, 1 - part.x), min(part.height, 1 - part.y))
                    let isWhole = share == (1, 1)
                    #expect(isWhole || abs(Double(result.width) - max(1, share.0 * Double(width))) <= 0.5, text)
                    #expect(isWhole || abs(Double(result.height) - max(1, share.1 * Double(height))) <= 0.5, text)
                    #expect((place.width, place.height) == (Double(result.width), Double(result.height)), text)
                    let (x, y) = (Int(place.x), Int(place.y))
                    let (columns, rows) = (chroma.columns, chroma.rows * (interlaced ? 2 : 1))
                    #expect(x % columns == 0 && y % rows == 0, text)
                    let last = (width - result.width, height - result.height)
                    func isNear(_ found: Int, _ start: Double, _ last: Int, _ step: Int) -> Bool {
                        let nearest = min(Int(start.rounded()), last)
                        return found >= 0 && found <= nearest && nearest - found < step
                    }
                    #expect(isNear(x, part.x * Double(width), last.0, columns), text)
                    #expect(isNear(y, part.y * Double(height), last.1, rows), text)
                    let difference = difference(result, source, x, y)
                    #expect(difference == nil, "\(text): \(difference ?? "")")
                }
            }
        }
    }

    @Test("Rows of video that may have fields begin where rows of fields do, in whole frames too") func fields() throws
    {
        for (format, y) in [(PixelFormat.i420, 4), (.y42b, 6), (.rgb, 6)] {
            let (source, result) = (Self.source(format, 16, 32), Self.source(format, 16, 16))
            let usual = colorimetries(format)[0]
            let effect = CropEffect()
            try effect.configure(
                VideoInfo(format: format, width: 16, height: 32, colorimetry: usual, hasFields: true),
                output: result.image(usual), plan: CropEffect.plans[2])
            try effect.update(Self.settings((0, 7.0 / 32, 1, 0.5)))
            #expect(effect.place == FramePlace(x: 0, y: Double(y), width: 16, height: 16))
            try effect.render(source.frame, result.frame, bands: .serial)
            let difference = difference(result, source, 0, y)
            #expect(difference == nil, "\(format): \(difference ?? "")")
        }
    }

    @Test("Enlarged, the frame is what its law says, in every format", arguments: PixelFormat.allCases)
    func zoom(format: PixelFormat) throws {
        for (index, part) in Self.parts.dropLast().enumerated() {
            let (width, height) = [(34, 10), (19, 7), (5, 16)][index % 3]
            let settings = Self.settings(part, zoom: true)
            let source = Self.source(format, width, height, fill: index % 2 == 0 ? .ramp : .random)
            let (result, place) = try Self.cropped(source, settings)
            #expect((result.width, result.height) == (width, height))
            let share = CropEffect.share(settings)
            #expect(place.x == part.x * Double(width) && place.width == share.width * Double(width))
            #expect(place.y == part.y * Double(height) && place.height == share.height * Double(height))
            let subject = FilterSubject(law: ZoomedPart(settings), "\(part)")
            let colorimetry = colorimetries(format)[0]
            let tests = FilterLawTests()
            let law = FilterLaw(subject, source, colorimetry, depth: FormatTable.depth(format))
            let found = Codes(result)
            let code = FormatTable.depth(format) == 16 ? 8.0 : 1.001
            let distances = [true, false].map { limits in
                tests.deviation(
                    found, from: law, Codes(source), alpha: tests.alphas(source), limits: limits, allowed: code)
            }
            let worst = distances.min { $0.distance < $1.distance } ?? distances[0]
            #expect(worst.distance < code, "\(source.summary) \(part): \(worst.text)")
            for level in CPULevel.available {
                let other = try Self.cropped(source, settings, level: level, bands: BandRunner.threads.executor(3))
                let difference = other.frame.firstDifference(from: result)
                #expect(difference == nil, "\(source.summary) \(part) \(level): \(difference ?? "")")
            }
        }
    }

    @Test("Bands and threads make no difference", arguments: [PixelFormat.i420, .yuy2, .rgb, .p010, .argb64])
    func bands(format: PixelFormat) throws {
        let source = Self.source(format, 331, 167)
        let settings = Self.settings((0.1, 0.2, 0.7, 0.6))
        let expected = try Self.cropped(source, settings).frame
        for runner in BandRunner.allCases {
            let result = try Self.cropped(source, settings, bands: runner.executor(3)).frame
            #expect(result.firstDifference(from: expected) == nil, "\(source.summary)")
        }
    }

    @Test("The whole frame passes; zoom keeps its size") func plans() {
        for zoom in [false, true] {
            #expect(CropEffect.planIndex(Self.settings((0, 0, 1, 1), zoom: zoom), orientation: .right90) == 0)
            let part = Self.settings((0, 0, 1, 0.99), zoom: zoom)
            #expect(CropEffect.planIndex(part, orientation: .identity) == (zoom ? 1 : 2))
            #expect(CropEffect.plans[zoom ? 1 : 2].showsPart != zoom)
        }
    }

    @Test("Other sizes and formats than the plan's are refused, with what was wrong") func refusals() throws {
        let usual = colorimetries(.i420)[0]
        let info = Self.source(.i420, 8, 4).image(usual)
        for (format, width, height, plan) in [
            (PixelFormat.i420, 9, 4, 2), (.i420, 8, 5, 2), (.nv12, 4, 4, 2), (.i420, 4, 4, 1), (.i420, 4, 4, 0),
        ] {
            let error = #expect(throws: EffectError.self) {
                try CropEffect().configure(
                    info, output: Self.source(format, width, height).image(usual), plan: CropEffect.plans[plan])
            }
            #expect(error?.message.contains("I420 of 8x4 can't become") == true)
        }
        #expect(throws: EffectError.self) {
            try CropEffect().render(Self.source(.i420, 8, 4).frame, Self.source(.i420, 8, 4).frame, bands: .serial)
        }
    }
}
