// SPDX-License-Identifier: MIT
import Effects
import PixelCore
import PixelKernels
import TestSupport
import Testing

/// Frames of a video, each of one row of depths, as 8-bit gray.
private final class DepthVideo {
    let effect = DepthEffect()
    let source: TestFrame
    let result: TestFrame

    init(_ width: Int, _ settings: DepthSettings, height: Int = 1) throws {
        source = TestFrame(.gray16le, width: width, height: height)
        result = TestFrame(.gray16le, width: width, height: height)
        try effect.configure(
            source.image(.gray(.gray16le)), output: result.image(.gray(.gray16le)), reduction: 1)
        try effect.update(settings)
    }

    /// Deep gray of depths, row after row.
    func render(_ depths: [UInt16], at time: Int64? = 0, duration: Int64? = 40_000_000) throws -> [UInt16] {
        for (i, depth) in depths.enumerated() {
            DepthEffectTests.store(depth, in: source, i % source.width, i / source.width)
        }
        try effect.render(
            source.frame(at: time, duration: duration), result.frame(at: time, duration: duration), bands: .serial)
        return depths.indices.map {
            result.rowBase(0, $0 / source.width).load(fromByteOffset: 2 * ($0 % source.width), as: UInt16.self)
        }
    }
}

@Suite("Depth: range, equalization, rate")
struct DepthRangeTests {
    static let second: Int64 = 1_000_000_000

    /// The range of a video in two depths: from what gray they have.
    private func isRange(_ codes: [UInt16], _ depths: [UInt16], _ near: Double, _ far: Double) -> Bool {
        zip(codes, depths).allSatisfy { code, depth in
            let exact = max(0, min(1, (Double(depth) - near) / (far - near))) * 65535
            return abs(Double(code) - exact) < 1
        }
    }

    @Test("growing: from 0 to the greatest so far, as AVCamFilter; reset forgets") func growing() throws {
        var settings = DepthSettings()
        settings.autoRange = .growing
        #expect(settings.temporalWindow == -1)
        let video = try DepthVideo(3, settings)
        #expect(isRange(try video.render([500, 1000, 800]), [500, 1000, 800], 0, 1000))
        #expect(isRange(try video.render([500, 4000, 800]), [500, 4000, 800], 0, 4000))
        #expect(isRange(try video.render([500, 1000, 800]), [500, 1000, 800], 0, 4000))
        video.effect.reset()
        #expect(isRange(try video.render([500, 1000, 800]), [500, 1000, 800], 0, 1000))
    }

    @Test("percentile: of all pixels of small frames, by rank", arguments: [(1.0, 99.0), (0, 100), (10, 50), (50, 50)])
    func percentile(low: Double, high: Double) throws {
        var settings = DepthSettings()
        (settings.rangeLow, settings.rangeHigh, settings.rangeTime) = (low, high, 0)
        #expect(settings.temporalWindow == 0)
        var generator = Generator(seed: 5)
        for count in [1, 2, 99, 100, 1000] {
            let video = try DepthVideo(count, settings)
            // What a frame before had elsewhere counts no more.
            for base in [UInt16(0), 50_000, 300] {
                let depths = (0..<count).map { _ in
                    let random = UInt16(truncatingIfNeeded: generator.next() >> 3) % 9000
                    return random % 10 == 0 ? 0 : base + random
                }
                let valid = depths.filter { $0 != 0 }.sorted()
                let codes = try video.render(depths)
                guard !valid.isEmpty else { continue }
                let n = Double(valid.count)
                let near = valid[min(valid.count - 1, Int(n * low / 100))]
                let far = max(valid[max(0, Int((n * high / 100).rounded(.up)) - 1)], near + 1)
                for (code, depth) in zip(codes, depths) where depth != 0 {
                    #expect(isRange([code], [depth], Double(near), Double(far)), "\(count) \(depth) \(near) \(far)")
                }
            }
        }
    }

    @Test("percentile: of large frames a regular part counts") func subsample() throws {
        var settings = DepthSettings()
        (settings.rangeLow, settings.rangeHigh, settings.rangeTime) = (0, 100, 0)
        // 70 000 pixels: every second of every second row.
        let (width, height) = (350, 200)
        var depths = [UInt16](repeating: 0, count: width * height)
        for y in 0..<height {
            for x in 0..<width { depths[y * width + x] = x % 2 == 0 && y % 2 == 0 ? UInt16(1000 + y) : 9000 }
        }
        let codes = try DepthVideo(width, settings, height: height).render(depths)
        #expect(codes[0] == 0 && codes[198 * width] == 65535 && codes[1] == 65535)
    }

    @Test("The range follows with its time constant, whatever the frame rate") func blend() throws {
        var settings = DepthSettings()
        (settings.rangeLow, settings.rangeHigh, settings.rangeTime) = (0, 100, 0.5)
        #expect(settings.temporalWindow == 8 * Self.second)
        let (first, second) = ([UInt16(1000), 2000, 1500], [UInt16(2000), 4000, 3000])
        for steps in [1, 4, 20] {
            let video = try DepthVideo(3, settings)
            #expect(isRange(try video.render(first, at: 0), first, 1000, 2000))
            var codes: [UInt16] = []
            for step in 1...steps { codes = try video.render(second, at: Self.second * Int64(step) / Int64(steps)) }
            // One second is two time constants: e^-2 of the old range is left.
            let left = 0.135335283
            #expect(isRange(codes, second, 2000 - 1000 * left, 4000 - 2000 * left), "\(steps) \(codes)")
        }
    }

    @Test("A video that begins a window earlier gives the same bits; frames without depth change nothing")
    func window() throws {
        var settings = DepthSettings()
        settings.rangeTime = 0.1
        let interval: Int64 = 40_000_000
        var generator = Generator(seed: 11)
        func frame(_ n: Int) -> [UInt16] {
            guard n % 7 != 3 else { return [UInt16](repeating: 0, count: 40) }
            return (0..<40).map { _ in UInt16(1000 + 20 * n + Int(generator.next() % 3000)) }
        }
        let frames: [[UInt16]] = (0..<150).map { frame($0) }
        let whole = try DepthVideo(40, settings)
        let all = try frames.enumerated().map { try whole.render($1, at: Int64($0) * interval) }
        for start in [20, 37, 51] {
            let video = try DepthVideo(40, settings)
            let offset = Int((settings.temporalWindow + interval - 1) / interval)
            for n in start..<150 {
                let codes = try video.render(frames[n], at: Int64(n) * interval)
                if n >= start + offset { #expect(codes == all[n], "\(start) \(n)") }
            }
        }
    }

    @Test("equalize: gray is the part of the depths that are not farther") func equalize() throws {
        var settings = DepthSettings()
        settings.equalizes = true
        #expect(settings.temporalWindow == 0)
        let depths: [UInt16] = [0, 100, 100, 200, 300, 300, 300, 65535, 0]
        let parts: [Double] = [0, 2, 2, 3, 6, 6, 6, 7, 0]
        let codes = try DepthVideo(9, settings).render(depths)
        #expect(codes == parts.map { UInt16($0 / 7 * 65535 + 0.5) })
        settings.inverts = true
        let inverted = try DepthVideo(9, settings).render(depths)
        #expect(zip(inverted, depths).allSatisfy { $1 != 0 || $0 == 0 })
        #expect(Array(inverted[1...7]) == parts[1...7].map { UInt16((7 - $0) / 7 * 65535 + 0.5) })
    }

    // MARK: Rate

    /// Which of 60 frames at 30 frames a second are passed on, the first at `phase` ns, with time stamps that are off by
    /// up to `error`.
    private func passed(
        _ rate: Double, error: Int64 = 0, phase: Int64 = 0, duration: Int64? = 33_333_333, reversed: Bool = false
    ) throws -> [Int] {
        var settings = DepthSettings()
        settings.maxRate = rate
        let video = try DepthVideo(1, settings)
        var generator = Generator(seed: 3)
        let errors = (0..<60).map { _ in error == 0 ? 0 : Int64(generator.next() % UInt64(2 * error)) - error }
        return (0..<60).filter { n in
            let time = phase + Int64(reversed ? 59 - n : n) * 1_000_000_000 / 30 + errors[n]
            return video.effect.admits(time: max(0, time), duration: duration)
        }
    }

    @Test(
        "max-rate passes video at the rate or below whole, and of n times the rate every n-th frame, whatever the phase"
    )
    func rate() throws {
        #expect(try passed(0).count == 60 && passed(30).count == 60 && passed(1000).count == 60)
        for phase in [Int64(0), 5_000_000, 12_000_000, 16_666_667, 17_000_000, 1_000_000_000_000] {
            for isReversed in [false, true] {
                func passed(_ rate: Double, _ error: Int64, _ duration: Int64? = 33_333_333) throws -> [Int] {
                    try self.passed(rate, error: error, phase: phase, duration: duration, reversed: isReversed)
                }
                for error in [Int64(0), 2_000_000, 8_000_000] {
                    for rate in [30.0, 31, 33, 40, 59] {
                        #expect(try passed(rate, error).count == 60, "\(rate) \(phase)")
                    }
                    #expect(try passed(15, error) == (0..<30).map { 2 * $0 })
                    #expect(try passed(10, error) == (0..<20).map { 3 * $0 })
                    #expect(try passed(7.5, error) == (0..<15).map { 4 * $0 })
                    #expect(try passed(5, error) == (0..<10).map { 6 * $0 })
                    #expect(try passed(1, error) == [0, 30])
                    // Other parts come out right in the mean.
                    #expect(try 39...41 ~= passed(20, error).count && 49...51 ~= passed(25, error).count)
                    #expect(try 23...25 ~= passed(12, error).count && 57...59 ~= passed(29, error).count)
                }
                // Without durations the gaps count.
                for error in [Int64(0), 2_000_000, 4_000_000] {
                    #expect(try passed(30, error, nil).count == 60)
                    #expect(try passed(15, error, nil) == (0..<30).map { 2 * $0 })
                    #expect(try passed(10, error, 0) == (0..<20).map { 3 * $0 })
                }
            }
        }
    }

    @Test("max-rate: after a gap, a jump and a reset a frame passes, and the rest is paced from there") func gaps()
        throws
    {
        var settings = DepthSettings()
        settings.maxRate = 10
        let video = try DepthVideo(1, settings)
        func passed(_ frames: Range<Int64>) -> [Int64] {
            frames.filter { video.effect.admits(time: $0 * 40_000_000, duration: 40_000_000) }
        }
        #expect(passed(0..<10) == [0, 2, 5, 7])
        #expect(passed(1000..<1010) == [1000, 1002, 1005, 1007])
        #expect(passed(100..<110) == [100, 102, 105, 107])
        video.effect.reset()
        #expect(passed(108..<112) == [108, 110])
    }

    @Test("temporal-window: which frames pass depends on all video before") func rateWindow() {
        var settings = DepthSettings()
        settings.maxRate = 10
        #expect(settings.temporalWindow == -1)
    }

    @Test("A frame without a time follows the one before; where nothing is known, frames pass") func untimed() throws {
        var settings = DepthSettings()
        settings.maxRate = 10
        func passed(duration: Int64?, _ time: (Int64) -> Int64?) throws -> [Int64] {
            let video = try DepthVideo(1, settings)
            return (0..<12).filter { video.effect.admits(time: time($0), duration: duration) }
        }
        let (frame, some) = (Int64(33_333_333), [Int64(0), 3, 6, 9])
        #expect(try passed(duration: frame) { _ in nil } == some)
        for missing in Int64(0)..<12 {
            #expect(try passed(duration: frame) { $0 == missing ? nil : $0 * frame } == some, "\(missing)")
        }
        #expect(try passed(duration: nil) { _ in nil } == Array(0..<12))
        // Those that pass unknown do not change which of the others do.
        #expect(try passed(duration: nil) { $0 == 1 ? nil : $0 * 33_400_000 } == [0, 1, 3, 6, 9])
        #expect(try passed(duration: 0) { $0 * 33_400_000 } == some)
        #expect(try passed(duration: .max) { .max - 12 + $0 } == [0])
    }

    @Test("The range of video without times follows those of all frames, also of those left out") func untimedRange()
        throws
    {
        var settings = DepthSettings()
        (settings.maxRate, settings.rangeTime) = (5, 0.5)
        let (timed, untimed) = (try DepthVideo(3, settings), try DepthVideo(3, settings))
        for n in 0..<25 {
            let frame: Int64 = 40_000_000
            let isShown = timed.effect.admits(time: Int64(n) * frame, duration: frame)
            #expect(untimed.effect.admits(time: nil, duration: frame) == isShown)
            guard isShown else { continue }
            let depths = [UInt16(1000), 1500, UInt16(2000 + 100 * n)]
            let codes = try timed.render(depths, at: Int64(n) * frame)
            #expect(try untimed.render(depths, at: nil) == codes, "\(n)")
        }
    }

    @Test("Another max-rate counts from the last frame that passed") func otherRate() throws {
        var settings = DepthSettings()
        let video = try DepthVideo(1, settings)
        var passed: [Int64] = []
        for n in Int64(0)..<60 {
            if let rate = [0: 1.0, 5: 10, 20: 0, 22: 10, 40: 1][n] {
                settings.maxRate = rate
                try video.effect.update(settings)
            }
            if video.effect.admits(time: n * Self.second / 30, duration: 33_333_333) { passed.append(n) }
        }
        #expect(passed == [0, 5, 6, 9, 12, 15, 18, 20, 21, 24, 27, 30, 33, 36, 39])
    }

    // MARK: Another output

    @Test("Another output of the same video keeps the range and the rate; another input does not") func outputs() throws
    {
        for autoRange in [DepthAutoRange.growing, .percentile] {
            var settings = DepthSettings()
            (settings.autoRange, settings.maxRate, settings.rangeLow, settings.rangeTime) = (autoRange, 1, 0, 60)
            let input = TestFrame(.gray16le, width: 16, height: 8)
            let effect = DepthEffect()
            /// The gray of a frame that is all of one depth but for a pixel, in another size; nil if it is left out.
            func gray(_ depth: UInt16, at time: Int64, _ format: PixelFormat, _ reduction: Int32) throws -> Int? {
                let size = [16, 8].map { DepthEffect.reduced($0, by: Int(reduction)) }
                let output = TestFrame(format, width: size[0], height: size[1])
                settings.decimation = reduction
                try effect.configure(
                    input.image(.gray(.gray16le)), output: output.image(.gray(format)), reduction: Int(reduction))
                try effect.update(settings)
                for i in 0..<128 { DepthEffectTests.store(depth, in: input, i % 16, i / 16) }
                DepthEffectTests.store(1, in: input, 15, 7)
                guard effect.admits(time: time, duration: 1) else { return nil }
                try effect.render(
                    input.frame(at: time, duration: 1), output.frame(at: time, duration: 1), bands: .serial)
                let code = output.rowBase(0, 0)
                return format == .gray8 ? Int(code.load(as: UInt8.self)) : Int(code.load(as: UInt16.self)) / 257
            }
            #expect(try gray(4000, at: 0, .gray8, 1) == 255)
            #expect(try gray(1000, at: 1000, .gray8, 2) == nil, "the rate stays")
            #expect(try gray(1000, at: Self.second, .gray8, 2).map { 60...70 ~= $0 } == true, "\(autoRange)")
            #expect(try gray(1000, at: 2 * Self.second, .gray16le, 1).map { 60...70 ~= $0 } == true, "\(autoRange)")
            // Bytes in place of words are other video.
            let bytes = TestFrame(.gray8, width: 16, height: 8)
            try effect.configure(
                bytes.image(.gray(.gray8)), output: input.image(.gray(.gray16le)), reduction: 1)
            #expect(try gray(1000, at: 2 * Self.second, .gray8, 1) == 255)
        }
    }
}
