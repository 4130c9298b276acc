// SPDX-License-Identifier: MIT
import Effects
import Expressions
import Filters
import PixelCore
import PixelKernels
import TestSupport
import Testing

/// What a blend reads of both frames, in each way that programs have.
private struct Screenlike: Blend {
    @Limited(0...1) var amount = 0.7

    static func color(_ first: Pixel, _ second: Pixel, _ u: Parameters<Screenlike>) -> Color<Num> {
        mix(first.rgb, 1 - (1 - first.rgb) * (1 - second.rgb), u(\.amount) * second.x)
    }
}

@Suite("Blends: laws of two frames")
struct BlendTests {
    private func check<B: Blend>(_ settings: B, _ format: PixelFormat, _ index: Int) throws {
        var generator = Generator(seed: Sample.seed &+ UInt64(index))
        let interlaced = FormatTable.yuv420.contains(format) && index % 2 == 1
        func frame() -> TestFrame {
            let frame = TestFrame(
                format, width: [19, 34, 1, 1027][index % 4], height: [7, 10, 5, 4][index % 4], interlaced: interlaced,
                padding: index % 3)
            frame.fill(.random, &generator)
            return frame
        }
        let (first, second) = (frame(), frame())
        let colorimetry = colorimetries(format)[0]
        let laws = FilterLawTests()
        let (colors, alpha) = (FilterLaw.colors(Codes(second), colorimetry), laws.alphas(second))
        let kept = second.copy()
        let subject = FilterSubject(settings, second) { component, x, y in
            component < 3 ? colors[y][x][component] : alpha?[y][x] ?? 1
        }
        try laws.check(subject, first, colorimetry)
        #expect(second.firstDifference(from: kept) == nil, "the second frame has changed")
    }

    @Test("Within a code of the scalar reading, with the same bits everywhere", arguments: PixelFormat.allCases)
    func formats(format: PixelFormat) throws {
        for index in 0..<4 {
            try check(MultiplyBlend(), format, index)
            try check(OverlayBlend(), format, index)
            try check(SoftLightBlend(), format, index)
            try check(Screenlike(), format, index)
        }
    }

    @Test func publishedValues() throws {
        let frames = [SIMD4<UInt8>(200, 100, 50, 255), SIMD4(64, 128, 200, 255)]
        #expect(blended(MultiplyBlend(), frames[0], frames[1]) == [50, 50, 39, 255])
        #expect(blended(MultiplyBlend(), [200, 100, 50, 204], [64, 128, 200, 102]) == [133, 84, 60, 224])
        #expect(blended(OverlayBlend(), frames[0], frames[1]) == [173, 100, 78, 255])
        #expect(blended(SoftLightBlend(), frames[0], frames[1]) == [179, 100, 73, 255])
    }

    @Test("Where one frame is clear, the other one stays")
    func clearFrames() throws {
        let (seen, clear) = (SIMD4<UInt8>(200, 100, 50, 180), SIMD4<UInt8>(64, 128, 200, 0))
        for both in [(seen, clear), (clear, seen)] {
            #expect(blended(OverlayBlend(), both.0, both.1) == seen)
            #expect(blended(SoftLightBlend(), both.0, both.1) == seen)
        }
    }

    private func blended<B: Blend>(_ blend: B, _ first: SIMD4<UInt8>, _ second: SIMD4<UInt8>) -> SIMD4<UInt8> {
        func frame(_ pixel: SIMD4<UInt8>) -> TestFrame {
            let frame = TestFrame(.rgba, width: 1, height: 1)
            frame.rowBase(0, 0).storeBytes(of: pixel, as: SIMD4<UInt8>.self)
            return frame
        }
        let (a, b) = (frame(first), frame(second))
        let effect = BlendEffect<B>()
        do {
            try effect.configure(a.image(colorimetries(.rgba)[0]))
            try effect.update(blend)
            try withExtendedLifetime((a, b)) { try effect.render(a.frame, second: b.frame, bands: .serial) }
        } catch {
            Issue.record(error)
        }
        return a.rowBase(0, 0).load(as: SIMD4<UInt8>.self)
    }

    @Test func aSecondFrameOfAnotherKindIsRefused() throws {
        let (a, b) = (TestFrame(.i420, width: 8, height: 4), TestFrame(.i420, width: 8, height: 6))
        let effect = BlendEffect<MultiplyBlend>()
        try effect.configure(a.image(colorimetries(.i420)[0]))
        try effect.update(MultiplyBlend())
        #expect(throws: EffectError.self) { try effect.render(a.frame, second: b.frame, bands: .serial) }
    }
}
