// SPDX-License-Identifier: MIT
import Effects
import PixelCore
import PixelKernels
import TestSupport
import Testing

/// What the codes of a test image are like.
enum TestContents: CaseIterable {
    /// All codes, those beyond black and white included.
    case random
    case flat
    case twoValued
    /// A few codes near black, some below it in limited range.
    case dark
}

@Suite("Equalization: the format's own components, bit for bit")
struct EqualizationEffectTests {
    private struct Size {
        let width: Int
        let height: Int

        init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }
    }

    private static let sizes = [
        Size(37, 23), Size(1, 1), Size(2, 2), Size(7, 5), Size(64, 48), Size(1, 6), Size(1029, 2), Size(2051, 1),
    ]

    /// Grids, with limits of contrast. Tables of 16 bits are long: few of them there.
    private func claheSettings(_ format: PixelFormat, _ size: Size) -> [EqualizationSettings] {
        let few = [clahe(1, 1, clipLimit: 0), clahe(3, 5, clipLimit: 2), clahe(2, 1, clipLimit: 40)]
        if FormatTable.depth(format) == 16 { return few }
        return few + [
            clahe(1, 1, clipLimit: 40), clahe(8, 8, clipLimit: 0), clahe(8, 8, clipLimit: 1), clahe(8, 8, clipLimit: 2),
            clahe(8, 8, clipLimit: 40), clahe(3, 5, clipLimit: 0.3), clahe(3, 5, clipLimit: 7.5), clahe(4, 3),
        ]
    }

    @Test(arguments: PixelFormat.allCases) func globalFollowsItsLaw(format: PixelFormat) {
        var generator = Generator(seed: 1)
        for (s, size) in Self.sizes.enumerated() {
            for (i, contents) in TestContents.allCases.enumerated() {
                // Tables of 16 bits are long: fewer of them.
                let isDeep = FormatTable.depth(format) == 16
                guard s == 0 || (s + i) % (isDeep ? 4 : 2) == 0 else { continue }
                for mapping in EqualizationMapping.allCases {
                    if isDeep && s + i > 0 && mapping != EqualizationMapping.allCases[(s / 2 + i) % 2] { continue }
                    let settings = equalization { ($0.mode, $0.mapping) = (Self.ownMode(format), mapping) }
                    if !follows(format, size, contents, settings, turn: s + i, &generator) { return }
                }
            }
        }
    }

    /// Of so many pixels, codes are counted in pairs.
    @Test(arguments: [PixelFormat.rgba, .bgrx, .argb, .xbgr, .rgb, .bgr, .gray8, .yuy2, .uyvy, .ayuv])
    func largeFramesFollowTheLaw(format: PixelFormat) {
        var generator = Generator(seed: 3)
        let settings = equalization { $0.mode = Self.ownMode(format) }
        for contents in TestContents.allCases.prefix(2) {
            if !follows(format, Size(643, 411), contents, settings, turn: 0, &generator) { return }
        }
    }

    @Test(arguments: PixelFormat.allCases) func claheFollowsItsLaw(format: PixelFormat) {
        var generator = Generator(seed: 2)
        for (s, size) in Self.sizes.enumerated() {
            for (i, plain) in claheSettings(format, size).enumerated() {
                // Each setting sees the first size; the others take turns.
                guard s == 0 || (s + i) % (FormatTable.depth(format) == 16 ? 7 : 4) == 0 else { continue }
                var settings = plain
                settings.mode = Self.ownMode(format)
                let contents = TestContents.allCases[i % 3 == 1 ? s % 4 : 0]
                if !follows(format, size, contents, settings, turn: s + i, &generator) { return }
            }
        }
    }

    /// More tiles than pixels.
    @Test(arguments: [PixelFormat.i420, .yuy2, .bgr, .p010])
    func finestGrid(format: PixelFormat) {
        var generator = Generator(seed: 3)
        var settings = format == .p010 ? clahe(16, 16, clipLimit: 3) : clahe(64, 64, clipLimit: 3)
        settings.mode = Self.ownMode(format)
        _ = follows(format, Size(7, 5), .random, settings, turn: 0, &generator)
        guard format == .i420 else { return }
        _ = follows(format, Size(65, 63), .random, settings, turn: 1, &generator)
    }

    /// Whether a rendered frame is what the law says, and no byte else was touched.
    private func follows(
        _ format: PixelFormat, _ size: Size, _ contents: TestContents, _ settings: EqualizationSettings, turn: Int,
        _ generator: inout Generator
    ) -> Bool {
        let colorimetry = colorimetries(format)[turn % 6]
        let interlaced = FormatTable.yuv420.contains(format) && turn % 2 == 1
        let frame = TestFrame(
            format, width: size.width, height: size.height, interlaced: interlaced, padding: turn % 5,
            placement: Placement.allCases[turn % 3])
        fillCodes(frame, contents, colorimetry, &generator)
        let original = frame.copy()
        var settings = settings
        settings.chroma = .keep
        EqualizationEffect(kernels: CPULevel.best.kernels).render(frame, settings, colorimetry, .serial)

        let law = EqualizationLaw(settings, format, colorimetry)
        let before = Codes(original)
        var expected = before.values
        for component in Self.mapped(format) { expected[component] = law.apply(before.values[component]) }
        let difference = codeDifference(Codes(frame), from: expected)
        let touched = untouchedDifference(frame, original: original)
        guard difference != nil || touched != nil else { return true }
        Issue.record("\(frame.summary) \(contents) \(settings) \(colorimetry): \(difference ?? "") \(touched ?? "")")
        return false
    }

    static func ownMode(_ format: PixelFormat) -> EqualizationMode {
        FormatTable.rgb.contains(format) ? .rgb : .luma
    }

    private static func mapped(_ format: PixelFormat) -> Range<Int> { FormatTable.rgb.contains(format) ? 0..<3 : 0..<1 }

    /// Gray has one component in either mode.
    @Test(arguments: FormatTable.gray) func modesOfGrayAreTheSame(format: PixelFormat) {
        var generator = Generator(seed: 4)
        let first = TestFrame(format, width: 37, height: 23)
        first.fill(.random, &generator)
        let second = first.copy()
        let colorimetry = colorimetries(format)[1]
        EqualizationEffect().render(first, equalization { $0.mode = .luma }, colorimetry, .serial)
        EqualizationEffect().render(second, equalization { $0.mode = .rgb }, colorimetry, .serial)
        #expect(first.firstDifference(from: second) == nil)
    }

    /// Samples with bits beyond the format's depth count as the greatest code.
    @Test(arguments: [PixelFormat.i420_10, .p010], [EqualizationSettings(), clahe(3, 2)])
    func bitsBeyondTheDepthDoNoHarm(format: PixelFormat, settings: EqualizationSettings) {
        var generator = Generator(seed: 10)
        let frame = TestFrame(format, width: 37, height: 4)
        for memory in frame.memories { memory.fill16(.random, &generator) }
        let before = Codes(frame)
        let colorimetry = colorimetries(format)[0]
        EqualizationEffect().render(frame, settings, colorimetry, .serial)
        let law = EqualizationLaw(settings, format, colorimetry)
        let expected = law.apply(before.values[0].map { row in row.map { min($0, 1023) } })
        #expect(codeDifference(Codes(frame), from: [expected]) == nil)
        #expect(frame.guardsAreIntact)
    }

    /// The example of the algorithms' descriptions: three quarters at 10, one at 200.
    @Test func knownNumbers() {
        for (mapping, expected) in [(EqualizationMapping.cdf, [191, 255]), (.cdfMin, [0, 255])] {
            let frame = TestFrame(.gray8, width: 4, height: 1, padding: 0)
            for (x, code) in [10, 10, 200, 10].enumerated() { frame.memories[0].bytes[x] = UInt8(code) }
            let full = Colorimetry(matrix: .bt601, fullRange: true, depth: 8)
            EqualizationEffect().render(frame, equalization { $0.mapping = mapping }, full, .serial)
            #expect(Codes(frame).values[0] == [[expected[0], expected[0], expected[1], expected[0]]])
        }
    }

    /// A limit of contrast that no count reaches is as good as none, however large.
    @Test func hugeClipLimit() {
        var generator = Generator(seed: 5)
        // A colorimetry of two codes makes the limit as large as it gets: more than 32 bits.
        var colorimetry = Colorimetry(matrix: .bt601, fullRange: true, depth: 8)
        colorimetry.lumaScale = 1
        let frames = (0..<2).map { _ in TestFrame(.gray8, width: 128, height: 128) }
        for y in 0..<128 {
            for x in 0..<128 {
                let code = UInt8(generator.next() % 4 == 0 ? 1 : 0)
                for frame in frames { (frame.rowBase(0, y) + x).storeBytes(of: code, as: UInt8.self) }
            }
        }
        let limit = Double(sign: .plus, exponent: 32, significand: 1) / (128 * 128 / 2)
        EqualizationEffect().render(frames[0], clahe(1, 1, clipLimit: limit), colorimetry, .serial)
        EqualizationEffect().render(frames[1], clahe(1, 1, clipLimit: 0), colorimetry, .serial)
        #expect(frames[0].firstDifference(from: frames[1]) == nil)
    }
}

/// Fills all there is at random, then writes the codes of the components.
func fillCodes(_ frame: TestFrame, _ contents: TestContents, _ c: Colorimetry, _ generator: inout Generator) {
    frame.fill(.random, &generator)
    guard contents != .random else { return }
    let maximum = frame.format.layout.maximum
    let codes = Codes(frame)
    for component in codes.values.indices {
        let values = [Int.random(in: 0...maximum, using: &generator), Int.random(in: 0...maximum, using: &generator)]
        let size = codes.size(component)
        let black = max(0, Int(c.lumaOffset) - 3)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let random = Int(generator.next() >> 40)
                let code =
                    switch contents {
                    case .random: random & maximum
                    case .flat: values[0]
                    case .twoValued: values[random % 4 == 0 ? 1 : 0]
                    case .dark: black + random % max(8, maximum >> 4)
                    }
                frame.store(code, component, x, y)
            }
        }
    }
}
