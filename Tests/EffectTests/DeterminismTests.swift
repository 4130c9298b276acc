import Effects
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

/// The same picture and settings give the same bits, however they are computed.
@Suite("Determinism")
struct DeterminismTests {
    private func rendered(
        _ original: TestFrame, _ settings: RosySettings, kernels: any KernelSet.Type, padding: Int = 7,
        placement: Placement = .beforeForbiddenPage, _ runner: BandRunner = .serial, bands: Int = 1
    ) -> TestFrame {
        let frame = original.repadded(padding, placement: placement)
        let effect = RosyEffect(kernels: kernels)
        let colorimetry = Colorimetry(
            matrix: .bt709, fullRange: false, depth: FormatTable.depth(frame.format))
        effect.render(frame, settings, colorimetry, runner.executor(bands))
        return frame
    }

    private func original(_ format: PixelFormat, interlaced: Bool) -> TestFrame {
        var generator = Generator(seed: 2020)
        let frame = TestFrame(format, width: 67, height: 23, interlaced: interlaced)
        frame.fill(.random, &generator)
        return frame
    }

    private let someSettings = [settings(1, 1, 0, 1), settings(0.7, 0.3, 0.9, 0.5)]

    @Test(arguments: PixelFormat.allCases, [false, true])
    func everyLevelGivesTheSameBits(format: PixelFormat, interlaced: Bool) {
        let original = original(format, interlaced: interlaced)
        for settings in someSettings {
            let expected = rendered(original, settings, kernels: Reference.self)
            for level in CPULevel.available {
                let difference = rendered(original, settings, kernels: level.kernels).firstDifference(from: expected)
                #expect(difference == nil, "\(level): \(difference ?? "")")
            }
        }
    }

    @Test(arguments: PixelFormat.allCases, [false, true])
    func bandsGiveTheSameBits(format: PixelFormat, interlaced: Bool) {
        let original = original(format, interlaced: interlaced)
        let kernels = CPULevel.best.kernels
        for settings in someSettings {
            let expected = rendered(original, settings, kernels: kernels)
            for (runner, bands) in [(BandRunner.serial, 2), (.reverse, 3), (.threads, 5), (.reverse, 64)] {
                let difference = rendered(original, settings, kernels: kernels, runner, bands: bands)
                    .firstDifference(from: expected)
                #expect(difference == nil, "\(bands) bands, \(runner): \(difference ?? "")")
            }
        }
    }

    @Test(arguments: PixelFormat.allCases)
    func paddingGivesTheSameBits(format: PixelFormat) {
        let original = original(format, interlaced: false)
        let kernels = CPULevel.best.kernels
        for settings in someSettings {
            let expected = rendered(original, settings, kernels: kernels)
            let memories = [(0, Placement.beforeForbiddenPage), (1, .unaligned), (64, .afterForbiddenPage)]
            for (padding, placement) in memories {
                let difference = rendered(original, settings, kernels: kernels, padding: padding, placement: placement)
                    .firstDifference(from: expected)
                #expect(difference == nil, "padding \(padding), \(placement): \(difference ?? "")")
            }
        }
    }

    /// The public way: a frame large enough for several bands, on threads.
    @Test func largeFrameIsCutInBands() {
        var generator = Generator(seed: 4)
        let first = TestFrame(.i420, width: 1280, height: 722)
        first.fill(.ramp, &generator)
        let second = first.copy()
        let effect = RosyEffect()
        let colorimetry = Colorimetry(matrix: .bt601, fullRange: false, depth: 8)
        effect.render(first, RosyEffect.defaults, colorimetry, .serial)
        effect.render(second, RosyEffect.defaults, colorimetry, BandRunner.threads.executor(4))
        #expect(second.firstDifference(from: first) == nil)
    }

    /// A frame rendered twice by one object equals that of a new object: nothing is left from frame to frame.
    @Test(arguments: PixelFormat.allCases)
    func nothingIsLeftFromFrameToFrame(format: PixelFormat) {
        let original = original(format, interlaced: false)
        let expected = rendered(original, someSettings[1], kernels: CPULevel.best.kernels)
        let effect = RosyEffect(kernels: CPULevel.best.kernels)
        let depth = FormatTable.depth(format)
        for settings in [someSettings[0], someSettings[1]] {
            let frame = original.copy()
            let colorimetry = Colorimetry(matrix: .bt709, fullRange: false, depth: depth)
            effect.render(frame, settings, colorimetry, .serial)
            if settings == someSettings[1] { #expect(frame.firstDifference(from: expected) == nil) }
        }
    }
}
