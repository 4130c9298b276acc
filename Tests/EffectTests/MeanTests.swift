// SPDX-License-Identifier: MIT
import Effects
import Expressions
import Filters
import PixelCore
import TestSupport
import Testing

/// Shows the mean of green in red, and a mean that settings change in blue.
private struct Means: Filter {
    var gain = 0.5

    static let metadata = ElementMetadata(
        factoryName: "means", typeName: "Means", longName: "", description: "", since: "0")
    static let properties: [Property<Means>] = []

    static func color(_ p: Pixel, _ u: Parameters<Means>) -> Color<Num> {
        Color(mean(p.rgb.g), p.rgb.g, mean(p.rgb.b * u(\.gain)))
    }
}

/// A mean of a mean, and one of what neighbours have.
private struct MeanOfMean: Filter {
    static let metadata = ElementMetadata(
        factoryName: "meanofmean", typeName: "MeanOfMean", longName: "", description: "", since: "0")
    static let properties: [Property<MeanOfMean>] = []
    static func color(_ p: Pixel, _ u: Parameters<MeanOfMean>) -> Color<Num> { gray(mean(p.rgb.r - mean(p.rgb.r))) }
}

@Suite("Means of frames as numbers of laws")
struct MeanTests {
    @Test("They are those of each frame, for any number of threads", arguments: [1, 3], [64, 1100])
    func means(threads: Int, width: Int) throws {
        var generator = Generator(seed: Sample.seed)
        let effect = FilterEffect<Means>()
        let height = 9
        var settings = Means()
        let first = TestFrame(.rgb, width: width, height: height, padding: 3)
        try effect.configure(first.image(colorimetries(.rgb)[0]))
        for gain in [0.5, 0.25, 1] {
            settings.gain = gain
            try effect.update(settings)
            for _ in 0..<3 {
                let frame = TestFrame(.rgb, width: width, height: height, padding: 3)
                frame.fill(.random, &generator)
                func mean(_ component: Int) -> Double {
                    let codes = (0..<height).flatMap { y in
                        (0..<width).map {
                            Int(frame.frame.plane(0).row(y).load(fromByteOffset: 3 * $0 + component, as: UInt8.self))
                        }
                    }
                    return Double(codes.reduce(0, +)) / Double(codes.count)
                }
                let (green, blue) = (mean(1), mean(2) * gain)
                try effect.render(frame.frame, bands: BandRunner.threads.executor(threads))
                for y in 0..<height {
                    for x in 0..<width {
                        let pixel = frame.frame.plane(0).row(y) + 3 * x
                        let red = Double(pixel.load(as: UInt8.self))
                        let third = Double(pixel.load(fromByteOffset: 2, as: UInt8.self))
                        #expect((red - green).magnitude < 0.501 && (third - blue).magnitude < 0.501)
                    }
                }
            }
        }
    }

    @Test("A mean of a mean is refused in a sentence")
    func refused() throws {
        let effect = FilterEffect<MeanOfMean>()
        let frame = TestFrame(.bgrx, width: 8, height: 8)
        try effect.configure(frame.image(colorimetries(.bgrx)[0]))
        #expect(throws: EffectError.self) { try effect.update(MeanOfMean()) }
    }

    @Test("In a chain it is the mean of what the filter before has made")
    func chained() throws {
        var generator = Generator(seed: Sample.seed)
        let frame = TestFrame(.bgrx, width: 40, height: 20)
        frame.fill(.random, &generator)
        let single = frame.copy()
        let bands = BandRunner.serial.executor(1)
        let video = frame.image(colorimetries(.bgrx)[0])
        let chain = ChainEffect()
        try chain.configure(video)
        try chain.update(Chain("gamma gamma=2.5 ! threshold auto=true ! invert"))
        try chain.render(frame.frame, bands: bands)
        var (gamma, threshold) = (Gamma(), Threshold())
        (gamma.gamma, threshold.auto) = (2.5, true)
        let effects: (FilterEffect<Gamma>, FilterEffect<Threshold>, FilterEffect<Invert>) = (.init(), .init(), .init())
        try effects.0.configure(video)
        try effects.1.configure(video)
        try effects.2.configure(video)
        try effects.0.update(gamma)
        try effects.1.update(threshold)
        try effects.2.update(Invert())
        try effects.0.render(single.frame, bands: bands)
        try effects.1.render(single.frame, bands: bands)
        try effects.2.render(single.frame, bands: bands)
        #expect(frame.firstDifference(from: single) == nil)
    }
}
