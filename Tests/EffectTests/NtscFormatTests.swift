// SPDX-License-Identifier: MIT
import Effects
import PixelCore
import PixelKernels
import TestSupport
import Testing

@Suite("NTSC: formats")
struct NtscFormatTests {
    private static func effect(_ format: PixelFormat, _ settings: NtscSettings) -> EffectCase {
        EffectCase(format.name, settings) { NtscEffect(kernels: $0) }
    }

    /// What a component's code stands for.
    private static func scale(_ format: PixelFormat, _ component: Int, _ c: Colorimetry) -> (
        offset: Double, range: Double
    ) {
        component == 0 || FormatTable.rgb.contains(format)
            ? (c.lumaOffset, c.lumaScale) : (c.chromaOffset, c.chromaScale)
    }

    /// Stores a code as a format has it.
    private static func store(_ code: Double, _ frame: TestFrame, _ component: Int, _ x: Int, _ y: Int) {
        frame.store(Int(code.rounded()), component, x, y)
    }

    private static let (width, height) = (32, 14)

    /// Shapes in weak colours, so that nothing is beyond black and white; each colour covers four pixels, as chroma may.
    private static func nominal(_ x: Int, _ y: Int) -> [Double] {
        let luma = 0.5 + 0.1 * Double((x / 5 + y / 3) % 3 - 1)
        return [luma, x / 2 % 12 < 6 ? 0.04 : -0.05, y / 2 % 6 < 3 ? -0.04 : 0.03]
    }

    /// R'G'B' of Y'CbCr.
    private static func rgb(_ v: [Double], _ c: Colorimetry) -> [Double] {
        let (r, b) = (v[0] + (2 - 2 * c.kr) * v[2], v[0] + (2 - 2 * c.kb) * v[1])
        return [r, (v[0] - c.kr * r - c.kb * b) / c.kg, b]
    }

    /// Y'CbCr of R'G'B'.
    private static func ycbcr(_ v: [Double], _ c: Colorimetry) -> [Double] {
        let luma = c.kr * v[0] + c.kg * v[1] + c.kb * v[2]
        return [luma, (v[2] - luma) / (2 - 2 * c.kb), (v[0] - luma) / (2 - 2 * c.kr)]
    }

    /// Strong enough to move all of the image, and weak enough to keep it from black and white.
    private static let settings: [NtscSettings] = [
        NtscSettings().with { s in
            (s.headSwitching, s.trackingNoise, s.snowIntensity) = (false, false, 0)
            (s.compositePreemphasis, s.ringingScale) = (0.3, 1.5)
        },
        NtscSettings().with { s in
            (s.headSwitching, s.trackingNoise, s.snowIntensity) = (false, false, 0)
            (s.compositePreemphasis, s.ringingScale, s.useField) = (0.3, 1.5, .lower)
            (s.chromaDelayHorizontal, s.chromaDelayVertical, s.compatibility) = (2.5, 1, .corrected)
        },
    ]

    /// The same image in any format and in 16 bits of R'G'B'. Subsampled chroma is the mean of what it covers.
    @Test(arguments: FormatTable.yuv + FormatTable.rgb, [true, false])
    func formatsAreAlike(format: PixelFormat, fullRange: Bool) {
        for (index, settings) in Self.settings.enumerated() {
            let matrix = Colorimetry.Matrix.allCases[index]
            let c = Colorimetry(matrix: matrix, fullRange: fullRange, depth: FormatTable.depth(format))
            let (frame, exact) = (
                TestFrame(format, width: Self.width, height: Self.height),
                TestFrame(.argb64, width: Self.width, height: Self.height)
            )
            let scales = (0..<3).map { Self.scale(format, $0, c) }
            let chroma = FormatTable.chroma(format)
            let isRGB = FormatTable.rgb.contains(format)
            for y in 0..<Self.height {
                for x in 0..<Self.width {
                    // What the codes stand for, rounded as they are.
                    let values = isRGB ? Self.rgb(Self.nominal(x, y), c) : Self.nominal(x, y)
                    let codes = zip(values, scales).map { ($0 * $1.range + $1.offset).rounded() }
                    for component in 0..<3 where component == 0 || (x % chroma.columns == 0 && y % chroma.rows == 0) {
                        let shift = component == 0 ? (1, 1) : chroma
                        Self.store(codes[component], frame, component, x / shift.0, y / shift.1)
                    }
                    let exactValues = zip(codes, scales).map { ($0 - $1.offset) / $1.range }
                    let exactRGB = isRGB ? exactValues : Self.rgb(exactValues, c)
                    for component in 0..<3 { Self.store(exactRGB[component] * 65535, exact, component, x, y) }
                }
            }
            Self.effect(format, settings).render(frame, c, .serial)
            let exactColorimetry = Colorimetry(matrix: matrix, fullRange: true, depth: 16)
            Self.effect(.argb64, settings).render(exact, exactColorimetry, .serial)
            let (codes, expected) = (Codes(frame), Codes(exact))
            let isWithin = expected.values.allSatisfy { $0.allSatisfy { $0.allSatisfy { $0 > 0 && $0 < 65535 } } }
            #expect(isWithin, "the image is cut at black or white")
            // The input's codes are rounded, to 16 bits at best, and filters make a little more of that.
            let allowed = FormatTable.depth(format) == 16 ? 6.0 : 2.0
            for component in 0..<3 {
                let size = codes.size(component)
                let cover = component == 0 ? (columns: 1, rows: 1) : chroma
                var worst = (0.0, "")
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        var sum = 0.0
                        for dy in 0..<cover.rows {
                            for dx in 0..<cover.columns {
                                let (u, v) = (x * cover.columns + dx, y * cover.rows + dy)
                                let pixel = (0..<3).map { Double(expected.values[$0][v][u]) / 65535 }
                                sum += (isRGB ? pixel : Self.ycbcr(pixel, c))[component]
                            }
                        }
                        let scale = scales[component]
                        let law = sum / Double(cover.rows * cover.columns) * scale.range + scale.offset
                        let difference = abs(Double(codes.values[component][y][x]) - law)
                        if difference > worst.0 { worst = (difference, "component \(component), \(x), \(y)") }
                    }
                }
                #expect(worst.0 <= allowed, "\(worst), settings \(index)")
            }
        }
    }

    /// Whole groups of rows are stored at once where no row of chroma is cut at the lower edge: frames of a row or a pair of rows more,
    /// which go another way, have the same above, but for rounding.
    @Test(arguments: FormatTable.yuv, [false, true])
    func rowsAreAlikeAboveAnyEdge(format: PixelFormat, interlaced: Bool) {
        var generator = Generator(seed: 31)
        let c = Colorimetry(matrix: .bt601, fullRange: false, depth: FormatTable.depth(format))
        for (width, useField) in [(36, NtscUseField.both), (37, .interleavedUpper), (48, .interleavedLower)] {
            let settings = NtscSettings().with { s in
                // What depends on the height of the field.
                (s.headSwitching, s.trackingNoise, s.vhsEdgeWaveEnabled) = (false, false, false)
                (s.vhsChromaLoss, s.useField) = (0, useField)
            }
            let whole = TestFrame(format, width: width, height: 44, interlaced: interlaced)
            let higher = TestFrame(format, width: width, height: interlaced ? 46 : 45, interlaced: interlaced)
            higher.fill(.random, &generator)
            for plane in 0..<format.layout.planeCount {
                let count = format.layout.rowBytes(plane: plane, width: width)
                for row in 0..<whole.rows(plane) {
                    whole.rowBase(plane, row).copyMemory(from: higher.rowBase(plane, row), byteCount: count)
                }
            }
            Self.effect(format, settings).render(whole, c, .serial)
            Self.effect(format, settings).render(higher, c, .serial)
            let (expected, actual) = (Codes(higher), Codes(whole))
            for component in actual.values.indices {
                for (row, codes) in actual.values[component].enumerated() {
                    let worst = zip(codes, expected.values[component][row]).map { abs($0 - $1) }.max() ?? 0
                    #expect(worst <= 1, "component \(component), row \(row): \(worst), \(useField), width \(width)")
                }
            }
            #expect(whole.guardsAreIntact)
        }
    }

    /// An image without chroma is the luma of what comes of it in gray.
    @Test(arguments: FormatTable.gray) func grayIsLumaOfRGB(format: PixelFormat) {
        for (index, settings) in Self.settings.enumerated() {
            let c = Colorimetry(matrix: .bt709, fullRange: index == 0, depth: FormatTable.depth(format))
            let (frame, exact) = (
                TestFrame(format, width: Self.width, height: Self.height),
                TestFrame(.argb64, width: Self.width, height: Self.height)
            )
            let scale = Self.scale(format, 0, c)
            for y in 0..<Self.height {
                for x in 0..<Self.width {
                    let code = (Self.nominal(x, y)[0] * scale.range + scale.offset).rounded()
                    Self.store(code, frame, 0, x, y)
                    for component in 0..<3 {
                        Self.store((code - scale.offset) / scale.range * 65535, exact, component, x, y)
                    }
                }
            }
            Self.effect(format, settings).render(frame, c, .serial)
            Self.effect(.argb64, settings).render(
                exact, Colorimetry(matrix: .bt709, fullRange: true, depth: 16), .serial)
            let (codes, expected) = (Codes(frame), Codes(exact))
            var worst = 0.0
            for y in 0..<Self.height {
                for x in 0..<Self.width {
                    let pixel = (0..<3).map { Double(expected.values[$0][y][x]) / 65535 }
                    let law = Self.ycbcr(pixel, c)[0] * scale.range + scale.offset
                    worst = max(worst, abs(Double(codes.values[0][y][x]) - law))
                }
            }
            #expect(worst <= (FormatTable.depth(format) == 16 ? 6 : 1), "\(worst), settings \(index)")
        }
    }

    // MARK: Every format

    /// Alpha, padding and all that is no component stay to the last bit, also where fields and rows are copied.
    @Test(arguments: PixelFormat.allCases) func onlyComponentsAreWritten(format: PixelFormat) {
        var generator = Generator(seed: 64)
        for useField in NtscUseField.allCases {
            let frame = TestFrame(format, width: 35, height: 9)
            frame.fill(.random, &generator)
            let original = frame.copy()
            Self.effect(format, NtscSettings().with { $0.useField = useField }).render(
                frame, Colorimetry(matrix: .bt709, fullRange: false, depth: FormatTable.depth(format)), .serial)
            let touched = untouchedDifference(frame, original: original)
            #expect(touched == nil, "\(useField): \(touched ?? "")")
        }
    }

    /// With all off there is no code more or less, on the whole: results are rounded, not cut.
    @Test(arguments: PixelFormat.allCases) func resultsAreRounded(format: PixelFormat) {
        let c = Colorimetry(matrix: .bt709, fullRange: true, depth: FormatTable.depth(format))
        let plain = NtscSettings.plain.with { ($0.compatibility, $0.chromaDemodulation) = (.corrected, .oneLineComb) }
        var (sum, count, worst) = (0, 0, 0)
        for shade in 0..<24 {
            // One colour each, which is what comes through the signal unchanged.
            let frame = TestFrame(format, width: 12, height: 4)
            let maximum = Double((1 << FormatTable.depth(format)) - 1)
            for component in 0..<FormatTable.components(format) {
                let size = Codes(frame).size(component)
                let part = 0.3 + 0.4 * Double(shade * (7 + 4 * component) % 24) / 24
                for y in 0..<size.height {
                    for x in 0..<size.width { Self.store(part * maximum, frame, component, x, y) }
                }
            }
            let before = Codes(frame)
            Self.effect(format, plain).render(frame, c, .serial)
            let after = Codes(frame)
            for component in before.values.indices {
                for (a, b) in zip(before.values[component].joined(), after.values[component].joined()) {
                    sum += b - a
                    count += 1
                    worst = max(worst, abs(b - a))
                }
            }
        }
        #expect(worst <= (FormatTable.depth(format) == 16 ? 8 : 1), "\(worst)")
        #expect(abs(Double(sum)) < 0.1 * Double(count), "\(sum) codes in \(count)")
    }

    /// Sizes that have no room for filters, blocks or fields: the same bits in any number of bands, and nothing beside the frame.
    @Test(arguments: PixelFormat.allCases, NtscUseField.allCases)
    func tinySizes(format: PixelFormat, useField: NtscUseField) {
        var generator = Generator(seed: 9)
        let c = Colorimetry(matrix: .bt601, fullRange: false, depth: FormatTable.depth(format))
        // A third of them for each, and all for a format.
        for (index, size) in Self.sizes.enumerated() where (index + Int(useField.rawValue)) % 3 == 0 {
            let settings = NtscSettings().with { s in
                (s.useField, s.chromaDelayVertical) = (useField, Int32(index % 3) - 1)
                s.chromaDemodulation = NtscDemodulation.allCases[index % 4]
                s.inputLumaFilter = NtscLumaFilter.allCases[index % 3]
                s.compatibility = index % 2 == 0 ? .ntscRs : .corrected
                s.scaleWithVideoSize = index % 5 == 0
            }
            let frame = TestFrame(format, width: size.width, height: size.height)
            frame.fill(.random, &generator)
            let again = frame.copy()
            Self.effect(format, settings).render(frame, c, .serial)
            Self.effect(format, settings).render(again, c, BandRunner.reverse.executor(3))
            let difference = again.firstDifferentByte(from: frame)
            #expect(difference == nil, "\(frame.summary): \(difference ?? "")")
            #expect(frame.guardsAreIntact, "\(frame.summary)")
        }
    }

    private static let sizes: [(width: Int, height: Int)] = [
        (1, 1), (2, 1), (1, 2), (2, 2), (3, 3), (1, 9), (9, 1), (4, 5), (5, 4), (7, 2), (2, 7), (6, 9), (9, 9),
    ]
}
