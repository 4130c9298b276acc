// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore
import PixelKernels
import TestSupport
import Testing

/// Small frames are worth threads where the effect is dear.
@Suite("Threads by what a frame costs")
struct ThreadCountTests {
    static let offered = 8

    static let ntsc = EffectCase("NTSC", NtscSettings()) { NtscEffect(kernels: $0) }
    static let rosy = EffectCase("Rosy", Rosy()) { FilterEffect<Rosy>(kernels: $0) }
    static let equalization = EffectCase("Equalization", EqualizationSettings()) { EqualizationEffect(kernels: $0) }

    /// The most threads that a pass over a frame is given. What they make has to be what one makes.
    private func threads(_ effect: EffectCase, _ format: PixelFormat, _ width: Int, _ height: Int) -> Int {
        let frame = TestFrame(format, width: width, height: height)
        var generator = Generator(seed: 5)
        frame.fill(.random, &generator)
        let expected = frame.copy()
        var most: Int32 = 1
        withUnsafeMutablePointer(to: &most) { most in
            let bands = BandExecutor(threads: Self.offered, pool: most) { pool, threads, count, function, context in
                guard let most = pool?.assumingMemoryBound(to: Int32.self) else { return }
                most.pointee = max(most.pointee, threads)
                for band in 0..<count { function?(context, band, band % threads) }
            }
            effect.render(frame, DepthEffectTests.usual(format), bands)
        }
        effect.render(expected, DepthEffectTests.usual(format), .serial)
        #expect(frame.firstDifference(from: expected) == nil)
        return Int(most)
    }

    @Test(arguments: [PixelFormat.i420, .nv12, .yuy2, .bgrx, .argb64, .gray8], [(640, 480), (720, 480), (720, 576)])
    func dearEffect(format: PixelFormat, size: (width: Int, height: Int)) {
        #expect(threads(Self.ntsc, format, size.width, size.height) == Self.offered)
    }

    @Test(arguments: [PixelFormat.i420, .nv12, .yuy2, .bgrx, .gray8])
    func cheapEffect(format: PixelFormat) {
        #expect(threads(Self.rosy, format, 320, 240) == 1)
    }

    /// In between: chroma costs as much as luma, components of R'G'B' cost more.
    @Test func byFormat() {
        #expect(threads(Self.equalization, .gray8, 320, 240) == 1)
        #expect(threads(Self.equalization, .i420, 320, 240) > 1)
        #expect(threads(Self.equalization, .i420, 640, 480) > 1)
        #expect(threads(Self.equalization, .bgrx, 320, 240) > 1)
    }

    /// A frame of few rows has not enough for all threads.
    @Test func fewRows() {
        #expect(threads(Self.ntsc, .bgrx, 64, 16) == 1)
    }
}
