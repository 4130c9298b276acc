// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

@Suite("Composed filters")
struct ComposedFilterTests {
    private static let rgb8 = FormatTable.rgb.filter { FormatTable.sampleBytes($0) == 1 }

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

    /// Each byte of a pixel, alpha too, is the greatest or the least of its square; what is no component stays.
    @Test(arguments: rgb8, [1, 3, 16]) func squaresAreExact(format: PixelFormat, radius: Int) throws {
        var (dilate, erode) = (Dilate(), Erode())
        (dilate.radius, erode.radius) = (Int32(radius), Int32(radius))
        for (width, height) in [(37, 11), (1, 5), (6, 1), (1, 1)] {
            let original = frame(format, width, height)
            try check(original, rendered(ComposedEffect<Dilate>.self, dilate, original), radius) { $0.max() }
            try check(original, rendered(ComposedEffect<Erode>.self, erode, original), radius) { $0.min() }
        }
    }

    private func check(
        _ original: TestFrame, _ made: TestFrame, _ radius: Int, _ extreme: ([UInt8]) -> UInt8?
    ) throws {
        #expect(made.guardsAreIntact)
        let (width, height) = (original.width, original.height)
        func code(_ frame: TestFrame, _ byte: Int, _ x: Int, _ y: Int) -> UInt8 {
            let (x, y) = (min(max(x, 0), width - 1), min(max(y, 0), height - 1))
            return (frame.rowBase(0, y) + byte + x * frame.format.layout.first.step).load(as: UInt8.self)
        }
        let bytes = (0..<3).map { FormatTable.position(original.format, $0, 0).byte }
        for byte in bytes + (original.format.alphaOffset.map { [$0] } ?? []) {
            for y in 0..<height {
                for x in 0..<width {
                    let square = (-radius...radius).flatMap { dy in
                        (-radius...radius).map { code(original, byte, x + $0, y + dy) }
                    }
                    let (wanted, found) = (extreme(square), code(made, byte, x, y))
                    guard wanted != found else { continue }
                    Issue.record(
                        "\(original.summary), byte \(byte) of column \(x), row \(y): \(found), not \(wanted ?? 0)")
                    return
                }
            }
        }
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
