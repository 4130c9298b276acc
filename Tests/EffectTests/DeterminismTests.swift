// SPDX-License-Identifier: MIT
import Effects
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

/// The same image and settings give the same bits, however they are computed.
@Suite("Determinism")
struct DeterminismTests {
    private func colorimetry(_ format: PixelFormat) -> Colorimetry {
        Colorimetry(matrix: .bt709, fullRange: false, depth: FormatTable.depth(format))
    }

    private func rendered(
        _ original: TestFrame, _ effect: EffectCase, kernels: any KernelSet.Type, padding: Int = 7,
        placement: Placement = .beforeForbiddenPage, _ runner: BandRunner = .serial, bands: Int = 1
    ) -> TestFrame {
        let frame = original.repadded(padding, placement: placement)
        effect.render(frame, kernels: kernels, colorimetry(frame.format), runner.executor(bands))
        return frame
    }

    private func original(_ format: PixelFormat, interlaced: Bool, seed: UInt64 = 2020) -> TestFrame {
        var generator = Generator(seed: seed)
        let frame = TestFrame(format, width: 67, height: 23, interlaced: interlaced)
        frame.fill(.random, &generator)
        return frame
    }

    /// Fields matter where they share chroma; formats of 16 bits share none, and have long tables.
    private func arrangements(_ format: PixelFormat) -> [Bool] {
        FormatTable.depth(format) == 16 ? [false] : [false, true]
    }

    @Test(arguments: PixelFormat.allCases, EffectCase.all)
    func everyLevelGivesTheSameBits(format: PixelFormat, effect: EffectCase) {
        for interlaced in arrangements(format) {
            let original = original(format, interlaced: interlaced)
            let expected = rendered(original, effect, kernels: Reference.self)
            for level in CPULevel.available {
                let difference = rendered(original, effect, kernels: level.kernels).firstDifference(from: expected)
                #expect(difference == nil, "\(level), interlaced \(interlaced): \(difference ?? "")")
            }
        }
    }

    @Test(arguments: PixelFormat.allCases, EffectCase.all)
    func bandsGiveTheSameBits(format: PixelFormat, effect: EffectCase) {
        let kernels = CPULevel.best.kernels
        for interlaced in arrangements(format) {
            let original = original(format, interlaced: interlaced)
            let expected = rendered(original, effect, kernels: kernels)
            for (runner, bands) in [(BandRunner.serial, 2), (.reverse, 3), (.threads, 5), (.reverse, 64)] {
                let difference = rendered(original, effect, kernels: kernels, runner, bands: bands)
                    .firstDifference(from: expected)
                #expect(difference == nil, "\(bands) bands, \(runner), \(interlaced): \(difference ?? "")")
            }
        }
    }

    @Test(arguments: PixelFormat.allCases, EffectCase.all)
    func paddingGivesTheSameBits(format: PixelFormat, effect: EffectCase) {
        let original = original(format, interlaced: false)
        let kernels = CPULevel.best.kernels
        let expected = rendered(original, effect, kernels: kernels)
        let memories = [(0, Placement.beforeForbiddenPage), (1, .unaligned), (64, .afterForbiddenPage)]
        for (padding, placement) in memories {
            let difference = rendered(original, effect, kernels: kernels, padding: padding, placement: placement)
                .firstDifference(from: expected)
            #expect(difference == nil, "padding \(padding), \(placement): \(difference ?? "")")
        }
    }

    /// The public way: a frame large enough for several bands, on threads.
    @Test(arguments: [EffectCase.rosyCases[0], EffectCase.equalizationCases[0], EffectCase.equalizationCases[2]])
    func largeFrameIsCutInBands(effect: EffectCase) {
        var generator = Generator(seed: 4)
        let first = TestFrame(.i420, width: 1280, height: 722)
        first.fill(.ramp, &generator)
        let second = first.copy()
        let colorimetry = Colorimetry(matrix: .bt601, fullRange: false, depth: 8)
        effect.render(first, colorimetry, .serial)
        effect.render(second, colorimetry, BandRunner.threads.executor(4))
        #expect(second.firstDifference(from: first) == nil)
    }

    /// What one object renders after other frames equals what a new one does: nothing is left from frame to frame, nor
    /// from the image before. Frames here have no time, which effects that remember need.
    @Test(arguments: PixelFormat.allCases, EffectCase.all)
    func nothingIsLeftFromFrameToFrame(format: PixelFormat, effect: EffectCase) throws {
        let original = original(format, interlaced: false)
        let expected = rendered(original, effect, kernels: CPULevel.best.kernels)
        let used = effect.open(CPULevel.best.kernels)
        let bands = BandRunner.reverse.executor(3)
        let small = TestFrame(.gray8, width: 5, height: 4)
        for image in [small, original] {
            try used.configure(image.image(colorimetry(image.format)))
            try used.update()
            let other = TestFrame(image.format, width: image.width, height: image.height)
            var generator = Generator(seed: 3)
            other.fill(.nearZero, &generator)
            try used.render(other, bands)
        }
        let frame = original.copy()
        try used.render(frame, bands)
        #expect(frame.firstDifference(from: expected) == nil)
    }
}
