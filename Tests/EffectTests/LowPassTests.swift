// SPDX-License-Identifier: MIT
import Effects
import Filters
import Glibc
import PixelCore
import PixelKernels
import TestSupport
import Testing

@Suite("Filters that read the last frame")
struct LowPassTests {
    private static let width = 35
    private static let height = 7

    private func frames(_ format: PixelFormat, _ count: Int) -> [TestFrame] {
        var generator = Generator(seed: Sample.seed)
        return (0..<count).map { _ in
            let frame = TestFrame(format, width: Self.width, height: Self.height, padding: 3)
            frame.fill(.random, &generator)
            return frame
        }
    }

    private func codes(_ frame: TestFrame) -> [Double] {
        let plane = frame.frame.plane(0)
        return (0..<Self.height).flatMap { y in
            (0..<4 * Self.width).map { Double(plane.row(y).load(fromByteOffset: $0, as: UInt8.self)) }
        }
    }

    @Test("Each frame is a mixture with the last, which is not rounded; alpha too", arguments: [0.5, 0.9, 1])
    func mixes(strength: Double) throws {
        let effect = FilterEffect<LowPass>()
        var settings = LowPass()
        settings.strength = strength
        let frames = frames(.bgra, 12)
        try effect.configure(frames[0].image(colorimetries(.bgra)[0]))
        try effect.update(settings)
        var expected = codes(frames[0])
        for (index, frame) in frames.enumerated() {
            if index > 0 { expected = zip(codes(frame), expected).map { $0 + ($1 - $0) * strength } }
            try effect.render(frame.frame, bands: BandRunner.threads.executor(2))
            let error = zip(codes(frame), expected).map { ($0 - $1).magnitude }.max() ?? 0
            #expect(error < 0.51, "frame \(index)")
        }
    }

    @Test("The high pass is the difference from a mean that the low pass makes", arguments: [0.5, 0.9, 1])
    func differs(strength: Double) throws {
        let effect = FilterEffect<HighPass>()
        var settings = HighPass()
        settings.strength = strength
        let frames = frames(.bgra, 12)
        try effect.configure(frames[0].image(colorimetries(.bgra)[0]))
        try effect.update(settings)
        var mean = codes(frames[0])
        for (index, frame) in frames.enumerated() {
            let input = codes(frame)
            if index > 0 { mean = zip(input, mean).map { $0 + ($1 - $0) * strength } }
            try effect.render(frame.frame, bands: BandRunner.threads.executor(2))
            for (position, made) in codes(frame).enumerated() {
                let isAlpha = position % 4 == 3
                let expected = isAlpha ? input[position] : (input[position] - mean[position]).magnitude
                #expect((made - expected).magnitude < 0.51, "frame \(index), byte \(position)")
            }
        }
        effect.reset()
        let first = frames[1].copy()
        try effect.render(first.frame, bands: BandRunner.serial.executor(1))
        #expect(zip(codes(first), 0...).allSatisfy { $1 % 4 == 3 || $0 == 0 })
    }

    @Test(
        "Of the high pass, too, bits are the same on every thread, level and in chains", arguments: PixelFormat.allCases
    )
    func differsAlike(format: PixelFormat) throws {
        let frames = frames(format, 4)
        let video = frames[0].image(colorimetries(format)[0])
        let (one, other, chain) = (
            FilterEffect<HighPass>(kernels: CPULevel.baseline.kernels), FilterEffect<HighPass>(), ChainEffect()
        )
        var settings = HighPass()
        settings.strength = 0.8
        for effect in [one, other] {
            try effect.configure(video)
            try effect.update(settings)
        }
        try chain.configure(video)
        try chain.update(Chain("highpass strength=0.8"))
        for (index, frame) in frames.enumerated() {
            let (second, third) = (frame.copy(), frame.copy())
            try one.render(frame.frame, bands: BandRunner.serial.executor(1))
            try other.render(second.frame, bands: BandRunner.threads.executor(3))
            try chain.render(third.frame, bands: BandRunner.threads.executor(2))
            #expect(second.firstDifference(from: frame) == nil, "frame \(index)")
            #expect(third.firstDifference(from: frame) == nil, "frame \(index)")
            #expect(index == 0 || frame.firstDifference(from: frames[0]) != nil)
        }
    }

    @Test(
        "A first frame stays: of a stream, after a reset, and after frames that passed through",
        arguments: PixelFormat.allCases)
    func first(format: PixelFormat) throws {
        let effect = FilterEffect<LowPass>()
        let frames = frames(format, 2)
        let video = frames[0].image(colorimetries(format)[0])
        let bands = BandRunner.serial.executor(1)
        func isFirst(_ line: Int = #line) throws {
            let (one, two) = (frames[0].copy(), frames[1].copy())
            try effect.render(one.frame, bands: bands)
            // Chroma of 4:2:0 is averaged of what it was repeated for.
            #expect(one.firstDifference(from: frames[0]) == nil, "line \(line)")
            try effect.render(two.frame, bands: bands)
            #expect(two.firstDifference(from: frames[1]) != nil, "line \(line)")
        }
        try effect.configure(video)
        try effect.update(LowPass())
        try isFirst()
        effect.reset()
        try isFirst()
        var passthrough = LowPass()
        passthrough.strength = 0
        try effect.update(passthrough)
        try effect.update(LowPass())
        try isFirst()
        try effect.configure(video)
        try effect.update(LowPass())
        try isFirst()
    }

    /// Cameras and decoders give codes beyond black and white.
    @Test(
        "Video that does not change stays, whatever its codes",
        // Two such bytes are more than 10 bits.
        arguments: PixelFormat.allCases.filter { FormatTable.depth($0) != 10 })
    func constant(format: PixelFormat) throws {
        let effect = FilterEffect<LowPass>()
        var settings = LowPass()
        settings.strength = 0.95
        let first = frames(format, 1)[0]
        for code in [0, 5, 250, 255] {
            for plane in 0..<format.layout.planeCount {
                let rows = format.layout.rows(plane: plane, height: Self.height, interlaced: false)
                for y in 0..<rows {
                    memset(
                        first.frame.plane(plane).row(y), Int32(code),
                        format.layout.rowBytes(plane: plane, width: Self.width))
                }
            }
            let colorimetry = Colorimetry(matrix: .bt709, fullRange: false, depth: FormatTable.depth(format))
            try effect.configure(first.image(colorimetry))
            try effect.update(settings)
            for index in 0..<4 {
                let frame = first.copy()
                try effect.render(frame.frame, bands: BandRunner.serial.executor(1))
                let difference = frame.firstDifference(from: first)
                #expect(difference == nil, "code \(code), frame \(index): \(difference ?? "")")
            }
        }
    }

    @Test("In a chain it remembers while other stages come and go")
    func staysInChain() throws {
        let frames = frames(.bgrx, 6)
        let bands = BandRunner.serial.executor(1)
        let (chain, alone) = (ChainEffect(), FilterEffect<LowPass>())
        var settings = LowPass()
        settings.strength = 0.95
        try chain.configure(frames[0].image(colorimetries(.bgrx)[0]))
        try alone.configure(frames[0].image(colorimetries(.bgrx)[0]))
        try alone.update(settings)
        for (index, frame) in frames.enumerated() {
            // The middle of three passes, or of two, or the first one.
            let (sobel, sharpen) = (index % 2 == 1, index % 3 == 1)
            try chain.update(
                Chain("invert enabled=\(sobel) ! lowpass strength=0.95 ! invert enabled=\(sharpen)"))
            let single = frame.copy()
            if sobel { invert(single) }
            try alone.render(single.frame, bands: bands)
            if sharpen { invert(single) }
            try chain.render(frame.frame, bands: bands)
            #expect(frame.firstDifference(from: single) == nil, "frame \(index)")
        }
    }

    private func invert(_ frame: TestFrame) {
        FilterEffect<Invert>().render(frame, Invert(), colorimetries(frame.format)[0], BandRunner.serial.executor(1))
    }

    @Test("In a chain it remembers what it made itself", arguments: [PixelFormat.bgrx, .i420, .rgba])
    func chained(format: PixelFormat) throws {
        let frames = frames(format, 5)
        let colorimetry = colorimetries(format)[0]
        let bands = BandRunner.serial.executor(1)
        let chain = ChainEffect()
        try chain.configure(frames[0].image(colorimetry))
        try chain.update(Chain("invert ! lowpass strength=0.7 ! sepia"))
        let (invert, lowPass, sepia) = (FilterEffect<Invert>(), FilterEffect<LowPass>(), FilterEffect<Sepia>())
        for effect in [invert, lowPass, sepia] as [any InPlaceEffect] {
            try effect.configure(frames[0].image(colorimetry))
        }
        var settings = LowPass()
        settings.strength = 0.7
        try invert.update(Invert())
        try lowPass.update(settings)
        try sepia.update(Sepia())
        for (index, frame) in frames.enumerated() {
            let single = frame.copy()
            try chain.render(frame.frame, bands: bands)
            for effect in [invert, lowPass, sepia] as [any InPlaceEffect] {
                try effect.render(single.frame, bands: bands)
            }
            #expect(frame.firstDifference(from: single) == nil, "frame \(index)")
        }
        chain.reset()
        lowPass.reset()
        let (first, single) = (frames[1].copy(), frames[1].copy())
        try chain.render(first.frame, bands: bands)
        for effect in [invert, lowPass, sepia] as [any InPlaceEffect] { try effect.render(single.frame, bands: bands) }
        #expect(first.firstDifference(from: single) == nil)
    }
}
