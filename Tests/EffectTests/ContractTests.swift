// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore
import PixelKernels
import TestSupport
import Testing

/// What the library promises to callers that make mistakes.
@Suite("Contracts of effects")
struct ContractTests {
    private let colorimetry = Colorimetry(matrix: .bt709, fullRange: false, depth: 8)

    private func image(_ format: PixelFormat, _ colorimetry: Colorimetry) -> VideoInfo {
        VideoInfo(format: format, width: 16, height: 4, colorimetry: colorimetry)
    }

    @Test(arguments: [PixelFormat.bgrx, .i420, .p010], EffectCase.all)
    func framesOfAnotherImageAreRefused(format: PixelFormat, effect: EffectCase) throws {
        let effect = effect.open(CPULevel.best.kernels)
        let own = Colorimetry(matrix: .bt709, fullRange: false, depth: format.layout.depth)
        try effect.configure(image(format, own))
        try effect.update()
        for other in [TestFrame(format, width: 15, height: 4), TestFrame(.gray8, width: 16, height: 4)] {
            let before = other.copy()
            #expect(throws: EffectError.self) { try effect.render(other, .serial) }
            #expect(other.firstDifference(from: before) == nil)
        }
    }

    @Test(arguments: EffectCase.all) func colorimetryOfAnotherDepthIsRefused(effect: EffectCase) {
        let effect = effect.open(CPULevel.best.kernels)
        let deep = Colorimetry(matrix: .bt709, fullRange: false, depth: 16)
        #expect(throws: EffectError.self) { try effect.configure(image(.bgrx, deep)) }
        var unknown = colorimetry
        unknown.kr = .nan
        #expect(throws: EffectError.self) { try effect.configure(image(.i420, unknown)) }
    }

    @Test(arguments: EffectCase.all) func framesStayUntilSettingsCome(effect: EffectCase) throws {
        let effect = effect.open(CPULevel.best.kernels)
        let image = image(.bgrx, Colorimetry(matrix: .bt709, fullRange: true, depth: 8))
        let frame = TestFrame(.bgrx, width: 16, height: 4)
        let before = frame.copy()
        // At first, and again when the image changes.
        for _ in 0..<2 {
            try effect.configure(image)
            try effect.render(frame, .serial)
            #expect(frame.firstDifference(from: before) == nil)
            try effect.update()
            try effect.render(frame.copy(), .serial)
        }
    }

    /// An image that is refused leaves nothing that frames of it could be rendered with.
    @Test func framesOfARefusedImageAreRefused() throws {
        var between = colorimetry
        between.lumaOffset = 16.5
        var beyond = colorimetry
        (beyond.lumaOffset, beyond.lumaScale) = (100, 200)
        for bad in [between, beyond] {
            let effect = EqualizationEffect()
            #expect(throws: EffectError.self) { try effect.configure(image(.i420, bad)) }
            try effect.update(EqualizationSettings())
            let frame = TestFrame(.i420, width: 16, height: 4)
            #expect(throws: EffectError.self) { try effect.render(frame.frame, bands: .serial) }
        }
    }

    @Test func settingsBeyondTheirRangeCountAsItsEnds() {
        var settings = Rosy()
        (settings.tintRed, settings.tintGreen, settings.tintBlue) = (4, -1, .nan)
        #expect((settings.tintRed, settings.tintGreen, settings.tintBlue) == (1, 0, 0))
        settings.intensity = .nan
        #expect(settings.intensity == 0)
    }

    /// Rows longer than a chunk go through scratch memory in parts, in every layout.
    @Test(arguments: PixelFormat.allCases, EffectCase.all)
    func longRows(format: PixelFormat, effect: EffectCase) {
        var generator = Generator(seed: 12)
        let expected = TestFrame(format, width: 2053, height: 2)
        expected.fill(.random, &generator)
        let frame = expected.copy()
        let own = Colorimetry(matrix: .bt709, fullRange: false, depth: format.layout.depth)
        effect.render(expected, kernels: CPULevel.baseline.kernels, own, .serial)
        effect.render(frame, own, .serial)
        #expect(frame.firstDifference(from: expected) == nil)
        #expect(frame.guardsAreIntact)
    }
}
