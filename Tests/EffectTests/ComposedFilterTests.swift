// SPDX-License-Identifier: MIT
import Effects
import Filters
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

@Suite("Composed filters")
struct ComposedFilterTests {
    private func frame(_ format: PixelFormat, _ width: Int, _ height: Int, interlaced: Bool = false) -> TestFrame {
        var generator = Generator(seed: Sample.seed &+ UInt64(width))
        let frame = TestFrame(format, width: width, height: height, interlaced: interlaced, padding: 3)
        frame.fill(.random, &generator)
        return frame
    }

    private func colorimetry(_ format: PixelFormat) -> Colorimetry {
        Colorimetry(matrix: .bt709, fullRange: true, depth: FormatTable.depth(format))
    }

    private func rendered<E: InPlaceEffect>(
        _ effect: E.Type, _ settings: E.Settings, _ original: TestFrame,
        _ kernels: any KernelSet.Type = CPULevel.best.kernels, _ bands: BandExecutor = .serial
    ) -> TestFrame {
        let frame = original.copy()
        E(kernels: kernels).render(frame, settings, colorimetry(frame.format), bands)
        return frame
    }

    /// Any format, level and number of threads: the same bits, and nothing written beside the frame.
    @Test(arguments: NamedComposedFilter.all) func everyFormat(_ named: NamedComposedFilter) { check(named.filter) }

    private func check<F: ComposedFilter>(_: F.Type) {
        let formats = Sample.some(of: Array(PixelFormat.allCases.enumerated()), 9, "\(F.metadata.factoryName)")
        for (index, format) in formats {
            let interlaced = FormatTable.yuv420.contains(format) && index % 2 == 1
            let original = frame(format, [19, 34, 1][index % 3], [7, 10, 5][index % 3], interlaced: interlaced)
            let expected = rendered(ComposedEffect<F>.self, F(), original)
            #expect(expected.guardsAreIntact)
            for kernels in [Reference.self] + CPULevel.available.map(\.kernels) {
                let other = rendered(
                    ComposedEffect<F>.self, F(), original, kernels, BandRunner.threads.executor(3))
                let difference = other.firstDifference(from: expected)
                #expect(difference == nil, "\(original.summary) by \(kernels): \(difference ?? ""), \(Sample.note)")
            }
        }
    }

    /// Each part finds what the one before has stored.
    @Test func partsAreInARow() {
        let blur = GaussianMean(radius: 3)
        var (toon, drawn) = (SmoothToon(), Toon())
        (toon.blur.radius, toon.toon.threshold, toon.toon.levels) = (3, 0.4, 5)
        (drawn.threshold, drawn.levels) = (0.4, 5)
        for format in PixelFormat.allCases {
            let original = frame(format, 23, 9)
            let alone = rendered(
                FilterEffect<Toon>.self, drawn, rendered(FilterEffect<GaussianMean>.self, blur, original))
            let difference = rendered(ComposedEffect<SmoothToon>.self, toon, original).firstDifference(from: alone)
            #expect(difference == nil, "\(format): \(difference ?? "")")
        }
    }

    /// Frames of another size or format are refused, also while a part passes them through.
    @Test func otherFramesAreRefused() throws {
        let effect = ComposedEffect<SmoothToon>()
        try effect.configure(frame(.bgrx, 16, 4).image(colorimetry(.bgrx)))
        var settings = SmoothToon()
        settings.blur.radius = 0
        try effect.update(settings)
        let other = frame(.bgrx, 15, 4)
        #expect(throws: EffectError.self) { try effect.render(other.frame, bands: .serial) }
    }
}
