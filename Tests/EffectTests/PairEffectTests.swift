// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore
import TestSupport
import Testing

@Suite("Two inputs of any format")
struct PairEffectTests {
    private static let (width, height) = (34, 20)

    private func frame(
        _ format: PixelFormat, _ generator: inout Generator, width: Int = width, height: Int = height
    ) -> TestFrame {
        let frame = TestFrame(format, width: width, height: height, padding: 3)
        frame.fill(.random, &generator)
        return frame
    }

    private func mixed<B: PairBlend>(
        _ settings: B, _ first: TestFrame, _ second: TestFrame?, _ format: PixelFormat,
        fitted: (width: Int, height: Int)? = nil
    ) throws -> TestFrame {
        let made = TestFrame(format, width: Self.width, height: Self.height)
        let effect = PairEffect<BlendEffect<B>>()
        try effect.configure(made.image709)
        try effect.update(settings)
        try withExtendedLifetime((first, second, made)) {
            try effect.render(
                made.frame, first: SourceFrame(first.frame, first.image709),
                second: second.map { SourceFrame($0.frame, $0.image709) }, fitted: fitted, bands: .serial)
        }
        #expect(made.guardsAreIntact)
        return made
    }

    /// What is made in 16 bits with all chroma is the law.
    @Test(
        "Laws are of the inputs as they came, whatever the output", arguments: [PixelFormat.bgrx, .rgb, .argb64],
        [PixelFormat.i420, .yuy2, .y444, .i420_10, .ayuv])
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

    /// The first frame of packed chroma is cut between two of its samples.
    @Test("Around a smaller second frame the first is shown as it is, and unused bytes are set")
    func fitted() throws {
        var generator = Generator(seed: Sample.seed)
        let (first, second) = (frame(.yuy2, &generator), frame(.i420, &generator, width: 15, height: 13))
        var key = ChromaKeyBlend()
        (key.key.threshold, key.key.smoothing, key.key.despill) = (0.1, 0.2, 1)
        let (size, place) = ((width: 20, height: 11), (x: 7, y: 4))
        let made = try mixed(key, first, second, .bgrx, fitted: size)
        let exact = try mixed(key, first, second, .argb64, fitted: size)
        let (codes, expected) = (Codes(made), Codes(try mixed(passthrough, exact, nil, .bgrx)))
        #expect(codes.distances(to: expected).allSatisfy { $0 <= 1 })
        let shown = Codes(try mixed(passthrough, first, nil, .bgrx))
        for component in 0..<3 {
            for y in 0..<Self.height {
                for x in 0..<Self.width
                where !(place.x..<place.x + size.width).contains(x) || !(place.y..<place.y + size.height).contains(y) {
                    #expect(codes.values[component][y][x] == shown.values[component][y][x], "\(component), \(x), \(y)")
                }
            }
        }
        for y in 0..<Self.height {
            for x in 0..<Self.width {
                #expect(made.rowBase(0, y).load(fromByteOffset: 4 * x + 3, as: UInt8.self) == 255)
            }
        }
    }

    /// Codes of 8 bits have their place among those of 16.
    @Test("Frames that are stretched are not rounded before a law sees them", arguments: [(13, 9), (71, 50)])
    func stretched(width: Int, height: Int) throws {
        var generator = Generator(seed: Sample.seed)
        let (first, second) = (frame(.argb64, &generator), frame(.rgb, &generator, width: width, height: height))
        setOpaque(first)
        let deep = TestFrame(.argb64, width: width, height: height)
        setOpaque(deep)
        for y in 0..<height {
            for x in 0..<width {
                for component in 0..<3 {
                    let code = second.rowBase(0, y).load(fromByteOffset: 3 * x + component, as: UInt8.self)
                    deep.rowBase(0, y).storeBytes(
                        of: 257 * UInt16(code), toByteOffset: 8 * x + 2 * (component + 1), as: UInt16.self)
                }
            }
        }
        var key = ChromaKeyBlend()
        (key.key.threshold, key.key.smoothing) = (0.1, 0.01)
        for (other, output) in [(first, PixelFormat.i420), (frame(.rgb, &generator), .rgb)] {
            let (made, exact) = (try mixed(key, second, other, output), try mixed(key, deep, other, output))
            #expect(Codes(made).distances(to: Codes(exact)).allSatisfy { $0 <= 1 }, "\(output)")
        }
    }

    /// A key that keeps all: of a colour that no pixel has to the last bit, as pixels beyond R'G'B' become pure ones.
    private var passthrough: ChromaKeyBlend {
        var key = ChromaKeyBlend()
        (key.key.threshold, key.key.smoothing) = (0, 0)
        key.key.color = 0x12ab34
        return key
    }

    private func setOpaque(_ frame: TestFrame) {
        for y in 0..<frame.height {
            for x in 0..<frame.width { frame.rowBase(0, y).storeBytes(of: .max, toByteOffset: 8 * x, as: UInt16.self) }
        }
    }

    @Test(
        "Alpha of the first input counts for nothing where the output has none, whatever its size",
        arguments: [(13, 9), (90, 60), (26, 30)])
    func alphaOfFirst(width: Int, height: Int) throws {
        var generator = Generator(seed: Sample.seed)
        let (first, second) = (frame(.argb64, &generator, width: width, height: height), frame(.rgb, &generator))
        let opaque = first.copy()
        setOpaque(opaque)
        var key = ChromaKeyBlend()
        (key.key.threshold, key.key.smoothing, key.key.despill) = (0.1, 0.2, 1)
        for format in [PixelFormat.i420, .rgb, .y444] {
            for other in [second, nil] {
                let expected = try mixed(key, opaque, other, format)
                #expect(try mixed(key, first, other, format).firstDifference(from: expected) == nil, "\(format)")
            }
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
