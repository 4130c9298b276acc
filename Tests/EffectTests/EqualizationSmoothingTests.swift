// SPDX-License-Identifier: MIT
import Effects
import Glibc
import PixelCore
import PixelKernels
import TestSupport
import Testing

/// A frame of a video: an image and what the stream says about it.
struct VideoFrame {
    var image: TestFrame
    var time: Int64?
    var duration: Int64?

    /// An image of a seed's own: random codes that are no darker than a random one.
    static func image(_ seed: UInt64, _ format: PixelFormat = .gray8) -> TestFrame {
        var generator = Generator(seed: seed)
        let frame = TestFrame(format, width: 13, height: 7)
        frame.fill(.constant, &generator)
        let maximum = frame.format.layout.maximum
        let low = Int.random(in: 0...maximum / 2, using: &generator)
        let codes = Codes(frame)
        for component in codes.values.indices {
            let size = codes.size(component)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    frame.store(Int.random(in: low...maximum, using: &generator), component, x, y)
                }
            }
        }
        return frame
    }

    init(_ image: TestFrame, _ time: Int64?, duration: Int64? = nil) {
        (self.image, self.time, self.duration) = (image, time, duration)
    }
}

/// An effect that renders videos.
final class Video {
    let effect = EqualizationEffect(kernels: CPULevel.best.kernels)
    let settings: EqualizationSettings
    let colorimetry: Colorimetry

    init(_ settings: EqualizationSettings, _ format: PixelFormat = .gray8) throws {
        self.settings = settings
        colorimetry = Colorimetry(matrix: .bt601, fullRange: true, depth: FormatTable.depth(format))
        try effect.configure(VideoFrame.image(0, format).image(colorimetry))
        try effect.update(settings)
    }

    /// The codes that frames get.
    func render(_ video: [VideoFrame], bands: (Int) -> BandExecutor = { _ in .serial }) throws -> [[EqualizationLaw
        .Rows]]
    {
        try video.enumerated().map { i, frame in
            let image = frame.image.copy()
            try effect.render(image.frame(at: frame.time, duration: frame.duration), bands: bands(i))
            return Codes(image).values
        }
    }

    static func render(
        _ video: [VideoFrame], _ settings: EqualizationSettings, _ format: PixelFormat = .gray8
    ) throws -> [[EqualizationLaw.Rows]] {
        try Video(settings, format).render(video)
    }
}

/// The blend as `temporalWindow` promises it, for each frame from the video before it alone: from the first frame of the
/// span before its own on, or from the last one that starts afresh.
struct SmoothingLaw {
    let law: EqualizationLaw
    let span: Int64

    init(_ settings: EqualizationSettings, _ format: PixelFormat = .gray8) {
        let depth = FormatTable.depth(format)
        law = EqualizationLaw(settings, black: 0, span: (1 << depth) - 1, maximum: (1 << depth) - 1)
        span = Int64((settings.smoothingTime * 8e9).rounded())
    }

    /// Codes of a video's first component, all of whose frames tell their times.
    func apply(_ video: [VideoFrame]) -> [EqualizationLaw.Rows] {
        let rows = video.map { Codes($0.image).values[0] }
        let times = video.map { $0.time ?? 0 }
        var start = 0
        return video.indices.map { i in
            if i > 0, times[i] < times[i - 1] || isCut(rows[i - 1], rows[i]) { start = i }
            let first = (start...i).first { times[$0] / span >= times[i] / span - 1 } ?? i
            var tables = law.tables(rows[first])
            for j in first + 1..<max(i, first) + 1 {
                let weight = Float(1 - exp(-Double(times[j] - times[j - 1]) / (law.settings.smoothingTime * 1e9)))
                tables = zip(tables, law.tables(rows[j])).map { old, new in
                    zip(old, new).map { $0 + weight * ($1 - $0) }
                }
            }
            return law.map(rows[i], law.finished(tables))
        }
    }

    /// Half the sum of differences between histograms of 64 bins is more than the threshold of the pixels.
    private func isCut(_ a: EqualizationLaw.Rows, _ b: EqualizationLaw.Rows) -> Bool {
        func coarse(_ rows: EqualizationLaw.Rows) -> [Int] {
            var bins = Array(repeating: 0, count: 64)
            for (code, count) in law.histogram(law.cropped(rows)).enumerated() {
                bins[code * 64 / (law.span + 1)] += count
            }
            return bins
        }
        let (old, new) = (coarse(a), coarse(b))
        let difference = zip(old, new).reduce(0) { $0 + abs($1.0 - $1.1) }
        return Double(difference) / 2 > law.settings.sceneChange * Double(new.reduce(0, +))
    }
}

@Suite("Equalization: tables blended over time")
struct EqualizationSmoothingTests {
    private static let second: Int64 = 1_000_000_000

    private func smooth(_ smoothing: Double, cut: Double = 1) -> EqualizationSettings {
        equalization { ($0.smoothingTime, $0.sceneChange) = (smoothing, cut) }
    }

    /// Frames at random times, some of them repeated or many spans apart.
    private func video(_ count: Int, seed: UInt64, step: Int64, _ format: PixelFormat = .gray8) -> [VideoFrame] {
        var generator = Generator(seed: seed)
        var time = Int64.random(in: 0...10 * step, using: &generator)
        return (0..<count).map { i in
            defer {
                switch Int.random(in: 0..<24, using: &generator) {
                case 0: break
                case 1: time += 40 * step
                case 2: time += 120 * step
                default: time += Int64.random(in: 1...2 * step, using: &generator)
                }
            }
            return VideoFrame(VideoFrame.image(seed &* 1000 &+ UInt64(i), format), time)
        }
    }

    @Test(arguments: [0.4, 1]) func followsItsLaw(threshold: Double) throws {
        for seed in 1...6 {
            // Spans of eight frames to forty.
            let video = video(90, seed: UInt64(seed), step: Self.second / 25)
            for smoothing in [0.04, 0.1, 0.21] {
                let settings = smooth(smoothing, cut: threshold)
                let codes = try Video.render(video, settings).map { $0[0] }
                let expected = SmoothingLaw(settings).apply(video)
                let wrong = codes.indices.filter { codes[$0] != expected[$0] }
                #expect(wrong == [], "seed \(seed), smoothing \(smoothing)")
            }
        }
    }

    @Test func otherTablesFollowTheLaw() throws {
        var grid = clahe(2, 2)
        (grid.smoothingTime, grid.sceneChange, grid.intensity) = (0.06, 0.6, 0.7)
        var region = smooth(0.06, cut: 0.5)
        (region.regionX, region.regionWidth, region.mapping) = (0.3, 0.4, .cdfMin)
        for (settings, format) in [(grid, PixelFormat.gray8), (region, .gray8), (smooth(0.06), .gray16be)] {
            let video = video(format == .gray8 ? 60 : 12, seed: 9, step: Self.second / 25, format)
            let codes = try Video.render(video, settings, format).map { $0[0] }
            #expect(codes == SmoothingLaw(settings, format).apply(video))
        }
    }

    /// A video that starts `temporalWindow` before a frame gives that frame the same bits, wherever it is.
    @Test(arguments: [0.4, 1]) func preRollGivesTheSameBits(threshold: Double) throws {
        var colors = smooth(0.05, cut: threshold)
        (colors.mode, colors.intensity) = (.rgb, 0.8)
        var grid = clahe(2, 1)
        (grid.smoothingTime, grid.sceneChange) = (0.03, threshold)
        let cases: [(EqualizationSettings, PixelFormat)] = [
            (smooth(0.02, cut: threshold), .gray8), (smooth(0.1, cut: threshold), .gray8), (grid, .gray8),
            (colors, .i420), (smooth(1e-9, cut: threshold), .gray8),
        ]
        for (settings, format) in cases {
            let video = video(60, seed: 21, step: Self.second / 25, format)
            let expected = try Video.render(video, settings, format)
            for i in video.indices {
                let start = (video[i].time ?? 0) - settings.temporalWindow
                let first = video.firstIndex { ($0.time ?? 0) >= start } ?? 0
                let codes = try Video.render(Array(video[first...i]), settings, format)
                #expect(codes.last == expected[i], "\(format), \(settings.smoothingTime), frame \(i)")
            }
        }
    }

    /// Frames on both sides of every border between spans, and exactly on it.
    @Test func preRollAcrossBorders() throws {
        let settings = smooth(0.001)
        let span = settings.temporalWindow / 2
        let times = (0..<7).flatMap { n in [0, 1, span / 2, span - 1].map { Int64(n) * span + $0 } }
        let video = times.enumerated().map { VideoFrame(VideoFrame.image(UInt64($0.offset)), $0.element) }
        let expected = try Video.render(video, settings)
        for i in video.indices {
            let first = times.firstIndex { $0 >= times[i] - 2 * span } ?? 0
            let codes = try Video.render(Array(video[first...i]), settings)
            #expect(codes.last == expected[i], "time \(times[i])")
        }
    }

    /// Other bands and threads for each frame change no bit of a video.
    @Test func bandsGiveTheSameVideo() throws {
        var grid = clahe(5, 3)
        (grid.smoothingTime, grid.mode, grid.intensity, grid.postsMessages) = (0.05, .rgb, 0.9, true)
        var colors = smooth(0.05, cut: 0.5)
        (colors.mode, colors.postsMessages) = (.rgb, true)
        for (settings, format) in [(grid, PixelFormat.nv12), (colors, .nv12), (colors, .argb64), (grid, .bgr)] {
            let video = video(format == .argb64 ? 4 : 24, seed: 8, step: Self.second / 25, format)
            let expected = try Video.render(video, settings, format)
            let runners = BandRunner.allCases
            let codes = try Video(settings, format).render(video) {
                runners[$0 % 3].executor([1, 4, 2, 7, 64][$0 % 5])
            }
            #expect(codes == expected, "\(format)")
        }
    }

    /// A frame that is dropped is missed like any frame that was never there: nothing starts afresh.
    @Test func droppedFramesLeaveTheRest() throws {
        let step: Int64 = 40_000_000
        // A scene that goes on: all frames alike but for two, so that only these can matter.
        let images = (0..<40).map { VideoFrame.image($0 < 10 ? 1 : $0 == 25 ? 3 : 2) }
        let video = images.enumerated().map { VideoFrame($0.element, Int64($0.offset) * step) }
        let settings = smooth(0.4)
        let whole = try Video.render(video, settings)
        for dropped in [12, 20, 31] {
            var rest = video
            rest.remove(at: dropped)
            var codes = try Video.render(rest, settings)
            codes.insert(whole[dropped], at: dropped)
            // The image was the one that follows: its share goes to that one, and all is as before.
            for i in codes.indices {
                let differences = zip(codes[i][0].joined(), whole[i][0].joined()).map { abs($0 - $1) }
                #expect((differences.max() ?? 0) <= 1, "\(dropped) dropped, frame \(i)")
            }
            #expect(codes[dropped + 1] != (try Video.render([video[dropped + 1]], settings))[0], "\(dropped)")
        }
    }

    /// What is not in a video leaves no trace in what follows it.
    @Test func temporalWindowIsFinite() {
        #expect(EqualizationSettings().temporalWindow == 0)
        #expect(smooth(.nan).temporalWindow == 0)
        #expect(smooth(-1).temporalWindow == 0)
        #expect(smooth(0.5).temporalWindow == 8 * Self.second)
        #expect(smooth(1e-300).temporalWindow > 0)
        #expect(smooth(.infinity).temporalWindow == smooth(3600).temporalWindow)
    }

    @Test func frameRateDoesNotMatter() throws {
        // The image changes right after 0.2 s, and the video goes on at 25 or 50 frames a second.
        let (old, new) = (VideoFrame.image(1), VideoFrame.image(2))
        func video(_ rate: Int64) -> [VideoFrame] {
            (0...rate * 3).map { i in
                let time = i * Self.second / rate
                return VideoFrame(time <= Self.second / 5 ? old : new, time)
            }
        }
        let settings = smooth(0.5)
        let (slow, fast) = (try Video.render(video(25), settings), try Video.render(video(50), settings))
        for (i, codes) in slow.enumerated() {
            let differences = zip(codes[0].joined(), fast[2 * i][0].joined()).map { abs($0 - $1) }
            #expect((differences.max() ?? 0) <= 1, "frame \(i)")
        }
        #expect(slow[10] != slow[60])
    }

    @Test func firstFrameIsExact() throws {
        for time in [Int64?.none, 0, 123_456_789, .max, -5, .min] {
            let frame = VideoFrame(VideoFrame.image(5), time)
            let exact = try Video.render([frame], equalization())
            #expect(try Video.render([frame], smooth(2)) == exact)
        }
    }

    // MARK: Starting afresh

    /// `again` renders its first frame as a new effect does, though another video came before.
    private func startsAfresh(
        _ settings: EqualizationSettings, after: [VideoFrame], _ again: [VideoFrame], _ change: (Video) throws -> Void
    ) throws -> Bool {
        let video = try Video(settings)
        _ = try video.render(after)
        try change(video)
        return try video.render(again) == Video.render(again, settings)
    }

    private func pair(_ first: Int64?, _ second: Int64?, duration: Int64? = nil) -> [VideoFrame] {
        [
            VideoFrame(VideoFrame.image(31), first, duration: duration),
            VideoFrame(VideoFrame.image(32), second, duration: duration),
        ]
    }

    @Test func resetAndConfigureStartAfresh() throws {
        let settings = smooth(1, cut: 0.3)
        let (before, after) = (pair(0, 40_000_000), pair(80_000_000, 120_000_000))
        #expect(try !startsAfresh(smooth(1), after: before, after) { _ in })
        #expect(try startsAfresh(settings, after: before, after) { $0.effect.reset() })
        #expect(
            try startsAfresh(settings, after: before, after) {
                try $0.effect.configure(VideoFrame.image(0).image($0.colorimetry))
                try $0.effect.update($0.settings)
            })
        #expect(
            try startsAfresh(smooth(1), after: before, after) {
                try $0.effect.update(EqualizationSettings())
                try $0.effect.update($0.settings)
            })
        // Settings that stay start nothing.
        #expect(try !startsAfresh(smooth(1), after: before, after) { try $0.effect.update($0.settings) })
    }

    @Test func timeThatGoesBackStartsAfresh() throws {
        let settings = smooth(1)
        #expect(
            try startsAfresh(settings, after: pair(0, Self.second), pair(Self.second - 1, 2 * Self.second)) { _ in })
        #expect(try !startsAfresh(settings, after: pair(0, Self.second), pair(Self.second, 2 * Self.second)) { _ in })
    }

    @Test func scenesStartAfresh() throws {
        let (before, after) = (pair(0, 40_000_000), pair(80_000_000, 120_000_000))
        #expect(try startsAfresh(smooth(1, cut: 0), after: before, after) { _ in })
        #expect(try !startsAfresh(smooth(1, cut: 1), after: before, after) { _ in })
        // As different as images can be, and still not more than all of the pixels.
        var generator = Generator(seed: 1)
        let flat = [0, 255].map { code in
            let frame = TestFrame(.gray8, width: 13, height: 7)
            frame.fill(.random, &generator)
            for y in 0..<7 { for x in 0..<13 { frame.store(code, 0, x, y) } }
            return frame
        }
        let video = [VideoFrame(flat[0], 0), VideoFrame(flat[1], 40_000_000), VideoFrame(flat[0], 80_000_000)]
        #expect(
            try Video.render(video, smooth(1, cut: 1)).map { $0[0] } == SmoothingLaw(smooth(1, cut: 1)).apply(video))
        let cut = smooth(1, cut: 0.99)
        #expect(try Video.render(video, cut).map { $0[0] } == SmoothingLaw(cut).apply(video))
    }

    // MARK: Times that are missing or strange

    /// A video whose frames tell how long they are, but not when, is one whose times follow.
    @Test func durationsStandInForTimes() throws {
        let settings = smooth(0.3)
        let step: Int64 = 40_000_000
        let images = (0..<30).map { VideoFrame.image(UInt64($0)) }
        let timed = images.enumerated().map { VideoFrame($0.element, Int64($0.offset) * step) }
        let expected = try Video.render(timed, settings)
        let silent = images.map { VideoFrame($0, nil, duration: step) }
        #expect(try Video.render(silent, settings) == expected)
        let gaps = timed.enumerated().map { i, frame in
            VideoFrame(frame.image, i % 3 == 0 ? frame.time : nil, duration: step)
        }
        #expect(try Video.render(gaps, settings) == expected)
    }

    /// Where nothing is known of times, each frame has its own table.
    @Test(arguments: [Int64?.none, 0, -1]) func withoutTimesNothingIsBlended(duration: Int64?) throws {
        let video = (0..<4).map { VideoFrame(VideoFrame.image(UInt64($0)), nil, duration: duration) }
        #expect(try Video.render(video, smooth(1)) == Video.render(video, equalization()))
    }

    @Test func strangeTimesDoNotTrap() throws {
        let times: [Int64?] = [
            .min, .min + 1, -1, 0, 1, nil, .max / 2, .max - 1, .max, nil, nil, .max, 0, .min, 5, nil,
        ]
        for duration in [Int64?.none, .min, -1, 0, 1, .max] {
            for smoothing in [1e-300, 1e-9, 1, 3600, .infinity, .nan] {
                let video = times.enumerated().map {
                    VideoFrame(VideoFrame.image(UInt64($0.offset)), $0.element, duration: duration)
                }
                let codes = try Video.render(video, smooth(smoothing, cut: 0.4))
                #expect(codes.count == video.count)
            }
        }
    }

    /// A repeated time gives no weight to what is seen at it.
    @Test func repeatedTimeKeepsTheTable() throws {
        let video = pair(40_000_000, 40_000_000)
        #expect(try Video.render(video, smooth(1)).map { $0[0] } == SmoothingLaw(smooth(1)).apply(video))
    }
}
