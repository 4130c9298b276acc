import Effects
import PixelCore
import PixelKernels
import TestSupport
import Testing

/// What the library promises to callers that make mistakes.
@Suite("Contracts of effects")
struct ContractTests {
    private let colorimetry = Colorimetry(matrix: .bt709, fullRange: false, depth: 8)

    private func picture(_ format: PixelFormat, _ colorimetry: Colorimetry) -> PictureInfo {
        PictureInfo(format: format, width: 16, height: 4, colorimetry: colorimetry)
    }

    @Test(arguments: [PixelFormat.bgrx, .i420, .p010])
    func framesOfAnotherPictureAreRefused(format: PixelFormat) throws {
        let effect = RosyEffect()
        let own = Colorimetry(matrix: .bt709, fullRange: false, depth: format.layout.depth)
        try effect.configure(picture(format, own))
        effect.update(RosySettings())
        for other in [TestFrame(format, width: 15, height: 4), TestFrame(.gray8, width: 16, height: 4)] {
            let before = other.copy()
            #expect(throws: EffectError.self) { try effect.render(other.frame, bands: .serial) }
            #expect(other.firstDifference(from: before) == nil)
        }
    }

    @Test func colorimetryOfAnotherDepthIsRefused() {
        let deep = Colorimetry(matrix: .bt709, fullRange: false, depth: 16)
        #expect(throws: EffectError.self) { try RosyEffect().configure(picture(.bgrx, deep)) }
        var unknown = colorimetry
        unknown.kr = .nan
        #expect(throws: EffectError.self) { try RosyEffect().configure(picture(.i420, unknown)) }
    }

    @Test func framesStayUntilSettingsCome() throws {
        let effect = RosyEffect()
        try effect.configure(picture(.bgrx, Colorimetry(matrix: .bt709, fullRange: true, depth: 8)))
        let frame = TestFrame(.bgrx, width: 16, height: 4)
        let before = frame.copy()
        try effect.render(frame.frame, bands: .serial)
        #expect(frame.firstDifference(from: before) == nil)
    }

    @Test func settingsBeyondTheirRangeCountAsItsEnds() {
        var settings = RosySettings()
        (settings.tintRed, settings.tintGreen, settings.tintBlue) = (4, -1, .nan)
        #expect(settings.gains == (1, 0, 0))
        settings.intensity = .nan
        #expect(settings.gains == (1, 1, 1))
    }

    /// Rows longer than a chunk go through scratch memory in parts, in every layout.
    @Test(arguments: PixelFormat.allCases)
    func longRows(format: PixelFormat) {
        var generator = Generator(seed: 12)
        let expected = TestFrame(format, width: 2053, height: 2)
        expected.fill(.random, &generator)
        let frame = expected.copy()
        var half = RosySettings()
        half.intensity = 0.5
        let own = Colorimetry(matrix: .bt709, fullRange: false, depth: format.layout.depth)
        RosyEffect(kernels: CPULevel.baseline.kernels).render(expected, half, own, .serial)
        RosyEffect(kernels: CPULevel.best.kernels).render(frame, half, own, .serial)
        #expect(frame.firstDifference(from: expected) == nil)
        #expect(frame.guardsAreIntact)
    }
}
