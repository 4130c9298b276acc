// SPDX-License-Identifier: MIT
import Effects
import Expressions
import PixelCore
import TestSupport
import Testing

/// A filter with a law that can be computed, and one that can't: it looks further than any may, and has many numbers.
private struct FarSighted: Filter {
    static let numberCount = 5000
    var isFar = false
    var gain = 0.5

    static let metadata = ElementMetadata(
        factoryName: "farsighted", typeName: "FarSighted", longName: "", description: "", since: "0")
    static let properties: [Property<FarSighted>] = []

    static func color(_ p: Pixel, _ u: Parameters<FarSighted>) -> Color<Num> {
        guard u.structure(\.isFar) else { return p.rgb * u(\.gain) }
        return (0..<numberCount).reduce(p[17, 0]) { sum, index in sum + u.value { $0.gain + Double(index) } }
    }
}

@Suite("Laws that can't be computed")
struct RefusedLawTests {
    /// As long as the numbers of one law went into the slots of another, memory behind these was written to.
    @Test("Frames stay as they are, and other settings work again", arguments: [PixelFormat.bgrx, .i420, .p010])
    func refused(format: PixelFormat) throws {
        var generator = Generator(seed: Sample.seed)
        let frame = TestFrame(format, width: 35, height: 6, padding: 3)
        frame.fill(.random, &generator)
        let (before, expected) = (frame.copy(), frame.copy())
        let video = frame.image(colorimetries(format)[0])
        let bands = BandRunner.serial.executor(1)

        let good = FilterEffect<FarSighted>()
        try good.configure(video)
        try good.update(FarSighted())
        try good.render(expected.frame, bands: bands)

        let effect = FilterEffect<FarSighted>()
        try effect.configure(video)
        try effect.update(FarSighted())
        for _ in 0..<2 {
            #expect(throws: EffectError.self) { try effect.update(FarSighted(isFar: true)) }
            try effect.render(frame.frame, bands: bands)
            #expect(frame.firstDifference(from: before) == nil)
        }
        try effect.update(FarSighted())
        try effect.render(frame.frame, bands: bands)
        #expect(frame.firstDifference(from: expected) == nil)
        #expect(frame.guardsAreIntact)
    }
}
