// SPDX-License-Identifier: MIT
import Effects
import Expressions
import Filters
import PixelCore
import TestSupport
import Testing

@Suite("Filters that measure")
struct MeasureTests {
    /// What a filter tells of frames that follow each other, which stay as they are.
    private func told<F: MeasuringFilter>(
        _ settings: F, _ frames: [TestFrame], _ colorimetry: Colorimetry, threads: Int = 1
    ) throws -> [[String: Double]] {
        let effect = MeasuringEffect<F>()
        try effect.configure(frames[0].image(colorimetry))
        try effect.update(settings)
        return try frames.map { frame in
            let kept = frame.copy()
            let bands = threads == 1 ? BandExecutor.serial : BandRunner.threads.executor(threads)
            try withExtendedLifetime(frame) { try effect.render(frame.frame, bands: bands) }
            #expect(frame.firstDifference(from: kept) == nil, "\(F.metadata.factoryName) has changed a frame")
            let fields = try #require(effect.report).fields
            return fields.reduce(into: [:]) { result, field in
                switch field.value {
                case .number(let number): result["\(field.name)"] = number
                case .flag(let isSet): result["\(field.name)"] = isSet ? 1 : 0
                case .numbers, .counts: break
                }
            }
        }
    }

    private func frames(_ format: PixelFormat, _ width: Int, _ height: Int, _ count: Int) -> [TestFrame] {
        var generator = Generator(seed: Sample.seed &+ UInt64(width))
        return (0..<count).map { _ in
            let frame = TestFrame(format, width: width, height: height)
            frame.fill(.random, &generator)
            return frame
        }
    }

    private func expectNear(_ a: Double?, _ b: Double, _ tolerance: Double, _ comment: Comment) {
        #expect(a.map { abs($0 - b) <= tolerance } == true, "\(comment): \(a ?? .nan) instead of \(b)")
    }

    @Test("Means of colours are those of all pixels", arguments: PixelFormat.allCases)
    func averages(format: PixelFormat) throws {
        for (width, height) in [(1, 1), (37, 23), (1030, 4)] {
            let colorimetry = colorimetries(format)[width % colorimetries(format).count]
            let frame = frames(format, width, height, 1)[0]
            let colors = FilterLaw.colors(Codes(frame), colorimetry)
            let alphas = FilterLawTests().alphas(frame)
            let count = Double(width * height)
            func mean(_ component: Int) -> Double {
                colors.reduce(0) { $0 + $1.reduce(0) { $0 + $1[component] } } / count
            }
            let told = try told(AverageColor(), [frame], colorimetry)[0]
            let alpha = alphas.map { $0.reduce(0) { $0 + $1.reduce(0, +) } / count } ?? 1
            for (name, expected) in [("red", mean(0)), ("green", mean(1)), ("blue", mean(2)), ("alpha", alpha)] {
                expectNear(told[name], expected, 2e-6, "\(format) \(width)x\(height) \(name)")
            }
            let luminance = 0.2125 * mean(0) + 0.7154 * mean(1) + 0.0721 * mean(2)
            expectNear(told["luminance"], luminance, 2e-6, "\(format), luminance")
        }
    }

    @Test("The same bits on any number of threads")
    func threads() throws {
        for format in Sample.some(of: PixelFormat.allCases, 4, "measured") {
            let frames = frames(format, 200, 50, 3)
            let colorimetry = colorimetries(format)[0]
            var motion = MotionDetector()
            motion.threshold = 0.3
            #expect(
                try told(AverageColor(), frames, colorimetry)
                    == told(AverageColor(), frames, colorimetry, threads: 3))
            #expect(try told(motion, frames, colorimetry) == told(motion, frames, colorimetry, threads: 3))
            #expect(
                try told(ColorTrack(), frames, colorimetry)
                    == told(ColorTrack(), frames, colorimetry, threads: 3))
        }
    }

    @Test("Motion is where pixels are away from the mean of the frames before", arguments: PixelFormat.allCases)
    func motion(format: PixelFormat) throws {
        let (width, height) = (37, 24)
        let colorimetry = colorimetries(format)[0]
        let frames = frames(format, width, height, 4)
        var settings = MotionDetector()
        (settings.strength, settings.threshold) = (0.6, 0.45)
        let told = try told(settings, frames, colorimetry)
        var means = FilterLaw.colors(Codes(frames[0]), colorimetry)
        for (frame, told) in zip(frames, told) {
            let colors = FilterLaw.colors(Codes(frame), colorimetry)
            var (count, x, y) = (0.0, 0.0, 0.0)
            for row in 0..<height {
                for column in 0..<width {
                    means[row][column] = colors[row][column] * 0.4 + means[row][column] * 0.6
                    let change = colors[row][column] - means[row][column]
                    guard (change * change).sum().squareRoot() >= 0.45 else { continue }
                    count += 1
                    x += (Double(column) + 0.5) / Double(width)
                    y += (Double(row) + 0.5) / Double(height)
                }
            }
            // A pixel may be on the edge.
            expectNear(told["intensity"], count / Double(width * height), 1.01 / Double(width * height), "\(format)")
            #expect(told["found"] == (told["intensity"] ?? 0 > 0 ? 1 : 0))
            if count > 0 {
                expectNear(told["x"], x / count, 1.01 / count, "\(format), x")
                expectNear(told["y"], y / count, 1.01 / count, "\(format), y")
            }
        }
        #expect(told[0]["found"] == 0 && told[0]["x"] == 0)
    }

    @Test("A mask is white where a message counts motion", arguments: [PixelFormat.rgb, .bgrx, .gray8, .i420, .p010])
    func mask(format: PixelFormat) throws {
        let frames = frames(format, 38, 24, 4)
        let video = frames[0].image(colorimetries(format)[0])
        var settings = MotionDetector()
        (settings.strength, settings.threshold, settings.showsMask) = (0.6, 0.45, true)
        let effect = MeasuringEffect<MotionDetector>()
        try effect.configure(video)
        try effect.update(settings)
        let white = video.colorimetry.lumaOffset + video.colorimetry.lumaScale
        for (index, frame) in frames.enumerated() {
            try withExtendedLifetime(frame) { try effect.render(frame.frame, bands: .serial) }
            let shown = Codes(frame).values[0].joined()
            let count = shown.count { Double($0) > white / 2 }
            let field = try #require(effect.report).fields.first { $0.name.description == "intensity" }
            guard case .number(let intensity) = field?.value else { return #expect(Bool(false), "no intensity") }
            expectNear(Double(count), intensity * 38 * 24, 1.01, "\(format), frame \(index)")
            #expect(index == 0 ? count == 0 : count > 50)
        }
    }

    /// A disc of a colour on another, in a noise of `noise` codes; chroma is the mean of what it covers.
    private func discFrame(
        _ x: Double, _ y: Double, radius: Double, noise: Int, _ format: PixelFormat = .rgbx
    ) -> TestFrame {
        var generator = Generator(seed: Sample.seed)
        let image = LawImage(160, 120) { column, row in
            let (dx, dy) = (Double(column) + 0.5 - x, Double(row) + 0.5 - y)
            let color = dx * dx + dy * dy < radius * radius ? SIMD4(200.0, 40, 30, 255) : SIMD4(70, 90, 110, 255)
            let range = -Double(noise)...Double(noise)
            return (color + LawImage.Pixel.random(in: range, using: &generator)) / 255
        }
        let frame = TestFrame(format, width: 160, height: 120)
        image.storeMeans(frame, colorimetries(format)[0])
        return frame
    }

    @Test("The middle of a disc is found to half a pixel, in noise too; where there is none, nothing is no number")
    func disc() throws {
        for (format, noise) in [(PixelFormat.rgbx, 0), (.rgbx, 25), (.i420, 0), (.nv12, 12), (.yuy2, 12), (.y444, 25)] {
            let isSubsampled = FormatTable.chroma(format).columns > 1
            for (x, y, radius) in [(80.0, 60.0, 20.0), (31.4, 77.7, 12.0), (100.2, 20.9, 6.5)] {
                let frame = discFrame(x, y, radius: radius, noise: noise, format)
                var settings = ColorTrack()
                settings.target = 0xc8281e
                let told = try told(settings, [frame], colorimetries(format)[0])[0]
                #expect(told["found"] == 1)
                expectNear(told["x"].map { $0 * 160 }, x, 0.5, "x, \(format), noise \(noise)")
                expectNear(told["y"].map { $0 * 120 }, y, 0.5, "y, \(format), noise \(noise)")
                // A chroma sample on the rim colours all that it covers.
                guard !isSubsampled else { continue }
                expectNear(told["area"].map { $0 * 160 * 120 }, .pi * radius * radius, 8 + radius, "area")
                expectNear(told["left"].map { $0 * 160 }, x - radius, 1, "left")
                expectNear(told["width"].map { $0 * 160 }, 2 * radius, 1.5, "width")
                expectNear(told["top"].map { $0 * 120 }, y - radius, 1, "top")
                expectNear(told["height"].map { $0 * 120 }, 2 * radius, 1.5, "height")
            }
        }
        var settings = ColorTrack()
        settings.target = 0x00ff00
        let told = try told(settings, [discFrame(80, 60, radius: 20, noise: 0)], colorimetries(.rgbx)[0])[0]
        #expect(told.values.allSatisfy { $0 == 0 })
    }
}
