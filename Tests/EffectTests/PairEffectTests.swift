// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore
import TestSupport
import Testing

@Suite("Two inputs of any format")
struct PairEffectTests {
    private static let (width, height) = (34, 20)

    private func frame(_ format: PixelFormat, _ generator: inout Generator) -> TestFrame {
        let frame = TestFrame(format, width: Self.width, height: Self.height, padding: 3)
        frame.fill(.random, &generator)
        return frame
    }

    private func mixed<B: PairBlend>(
        _ settings: B, _ first: TestFrame, _ second: TestFrame?, _ format: PixelFormat
    ) throws -> TestFrame {
        let made = TestFrame(format, width: Self.width, height: Self.height)
        let effect = PairEffect<BlendEffect<B>>()
        try effect.configure(made.image709)
        try effect.update(settings)
        try withExtendedLifetime((first, second, made)) {
            try effect.render(
                made.frame, first: SourceFrame(first.frame, first.image709),
                second: second.map { SourceFrame($0.frame, $0.image709) }, bands: .serial)
        }
        #expect(made.guardsAreIntact)
        return made
    }

    /// What is made in 16 bits with all chroma is the law.
    @Test(
        "Laws are of the inputs as they came, whatever the output", arguments: [PixelFormat.bgrx, .rgb, .argb64],
        [PixelFormat.i420, .yuy2, .y444, .i420_10])
    func laws(from: PixelFormat, to: PixelFormat) throws {
        var generator = Generator(seed: Sample.seed)
        let (first, second) = (frame(from, &generator), frame(.rgb, &generator))
        var key = ChromaKeyBlend()
        (key.key.threshold, key.key.smoothing, key.key.despill) = (0.1, 0.2, 1)
        // Alpha of the first counts where the output has some.
        if from == .argb64 { setOpaque(first) }
        let exact = try mixed(key, first, second, .argb64)
        let conversion = try mixed(passthrough, exact, nil, to)
        let made = try mixed(key, first, second, to)
        for (component, worst) in Codes(made).distances(to: Codes(conversion)).enumerated() {
            #expect(worst <= 1, "component \(component)")
        }
    }

    /// A key that keeps all.
    private var passthrough: ChromaKeyBlend {
        var key = ChromaKeyBlend()
        (key.key.threshold, key.key.smoothing) = (0, 0)
        key.key.color = 0x00ff00
        return key
    }

    private func setOpaque(_ frame: TestFrame) {
        for y in 0..<frame.height {
            for x in 0..<frame.width { frame.rowBase(0, y).storeBytes(of: .max, toByteOffset: 8 * x, as: UInt16.self) }
        }
    }

    @Test("Alpha of a mask counts where the output has none")
    func alphaOfMask() throws {
        var generator = Generator(seed: 3)
        let (video, mask) = (frame(.i420, &generator), TestFrame(.bgra, width: Self.width, height: Self.height))
        for y in 0..<Self.height {
            for x in 0..<Self.width {
                let white: UInt32 = x < Self.width / 2 ? 0x00ff_ffff : 0xffff_ffff
                mask.rowBase(0, y).storeBytes(of: white, toByteOffset: 4 * x, as: UInt32.self)
            }
        }
        let (before, after) = (Codes(video).values, Codes(try mixed(Mask(), video, mask, .i420)).values)
        for (row, old) in zip(after[0], before[0]) {
            #expect(row.prefix(Self.width / 2).allSatisfy { $0 == 16 })
            #expect(row.dropFirst(Self.width / 2).elementsEqual(old.dropFirst(Self.width / 2)))
        }
    }
}
