// SPDX-License-Identifier: MIT
import Effects
import Filters
import KernelTypes
import PixelCore
import PixelKernels
import TestSupport
import Testing

/// Stages whose effects are no filters.
enum FrameStages {
    static let eq = StageType(
        EqualizationEffect.self, factoryName: "swifteq",
        properties: [
            .int("grid-width", \.$gridWidth, nick: "Grid width", "Tiles"),
            .int("grid-height", \.$gridHeight, nick: "Grid height", "Tiles"),
            .double("intensity", \.$intensity, nick: "Intensity", "0 passes frames through"),
            .double("smoothing-time", \.$smoothingTime, nick: "Smoothing time", "In seconds"),
            .double("scene-change", \.$sceneChange, nick: "Scene change", "A part of the pixels"),
            .boolean("post-messages", \.postsMessages, nick: "Post messages", "Whether histograms are told"),
        ])

    static let ntsc = StageType(
        NtscEffect.self, factoryName: "swiftntsc",
        properties: [
            .int("random-seed", \.$randomSeed, nick: "Random seed", "A whole number"),
            .double("snow-intensity", \.$snowIntensity, nick: "Snow", "0 is none"),
            .int("chroma-delay-vertical", \.$chromaDelayVertical, nick: "Chroma delay", "In rows"),
        ])

    static let picky = StageType(PickyEffect.self, factoryName: "swiftpicky", properties: [])

    static let types = FilterCatalogue.stages + [eq, ntsc, picky]
}

/// Writes 1 to the first byte of frames; takes no gray, and has a warning for each stream.
final class PickyEffect: InPlaceEffect {
    struct Settings: EffectSettings {}

    private var warning: String?

    static func isPassthrough(_ settings: Settings) -> Bool { false }

    static func refusal(of video: VideoInfo) -> String? {
        video.format.layout.model == .gray ? "It takes colours; put videoconvert before it." : nil
    }

    func configure(_ video: VideoInfo) throws {
        if let refusal = Self.refusal(of: video) { throw EffectError(refusal) }
        warning = "\(video.width) columns are few."
    }

    func update(_ settings: Settings) throws {}

    func render(_ frame: Frame, bands: BandExecutor) throws {
        frame.plane(0).base.storeBytes(of: 1, as: UInt8.self)
    }

    func takeWarning() -> String? {
        defer { warning = nil }
        return warning
    }
}

@Suite("Chains: effects that are no filters")
struct ChainFrameStageTests {
    private func chain(_ text: String) throws -> Chain { try Chain(text, types: FrameStages.types) }

    private func video(_ frame: TestFrame) -> VideoInfo {
        VideoInfo(
            format: frame.format, width: frame.width, height: frame.height,
            colorimetry: colorimetries(frame.format)[0], frameRate: FrameRate(25, 1))
    }

    private func frames(
        _ format: PixelFormat, _ count: Int, width: Int = 70, height: Int = 20, interlaced: Bool = false
    ) -> [TestFrame] {
        var generator = Generator(seed: Sample.seed)
        return (0..<count).map { _ in
            let frame = TestFrame(format, width: width, height: height, interlaced: interlaced, padding: 3)
            frame.fill(.random, &generator)
            return frame
        }
    }

    /// Renders frames of 25 a second as one video, by effects in a row.
    private func render(
        _ frames: [TestFrame], _ effects: [any InPlaceEffect], _ bands: BandExecutor = .serial, from first: Int = 0
    ) throws {
        for (index, frame) in frames.enumerated() {
            for effect in effects {
                try withExtendedLifetime(frame) {
                    try effect.render(
                        frame.frame(at: Int64(first + index) * 40_000_000, duration: 40_000_000), bands: bands)
                }
            }
        }
    }

    private func opened(_ text: String, _ frame: TestFrame, _ kernels: any KernelSet.Type = CPULevel.best.kernels)
        throws -> ChainEffect
    {
        let effect = ChainEffect(kernels: kernels)
        try effect.configure(video(frame))
        try effect.update(chain(text))
        return effect
    }

    private func equalization(_ frame: TestFrame, smoothing: Double = 0.2) throws -> EqualizationEffect {
        let effect = EqualizationEffect(kernels: CPULevel.best.kernels)
        var settings = EqualizationSettings()
        (settings.smoothingTime, settings.sceneChange) = (smoothing, 1)
        try effect.configure(video(frame))
        try effect.update(settings)
        return effect
    }

    private func ntsc(_ frame: TestFrame, delay: Int32 = 0) throws -> NtscEffect {
        let effect = NtscEffect(kernels: CPULevel.best.kernels)
        var settings = NtscSettings()
        (settings.randomSeed, settings.snowIntensity, settings.chromaDelayVertical) = (3, 0.5, delay)
        try effect.configure(video(frame))
        effect.update(settings)
        return effect
    }

    private static let smooth = "eq smoothing-time=0.2 scene-change=1"
    private static let noisy = "ntsc random-seed=3 snow-intensity=0.5"

    private func expectSame(_ made: [TestFrame], _ wanted: [TestFrame], _ note: String) {
        for (index, (a, b)) in zip(made, wanted).enumerated() {
            let difference = a.firstDifference(from: b)
            #expect(difference == nil, "\(note), frame \(index): \(difference ?? "")")
            #expect(a.guardsAreIntact)
        }
    }

    @Test("A chain of one makes what its effect makes, bit for bit", arguments: PixelFormat.allCases, [false, true])
    func one(format: PixelFormat, interlaced: Bool) throws {
        let before = frames(format, 3, interlaced: interlaced)
        for (text, effect) in [
            (Self.smooth, try equalization(before[0]) as any InPlaceEffect), (Self.noisy, try ntsc(before[0])),
            (Self.noisy + " chroma-delay-vertical=2", try ntsc(before[0], delay: 2)),
        ] {
            let (made, wanted) = (before.map { $0.copy() }, before.map { $0.copy() })
            try render(made, [opened(text, before[0])], BandRunner.threads.executor(3))
            try render(wanted, [effect])
            expectSame(made, wanted, "\(text), \(format.name)")
        }
    }

    @Test("Filters before and after it find what is stored", arguments: PixelFormat.allCases)
    func between(format: PixelFormat) throws {
        let before = frames(format, 3)
        let (made, wanted) = (before.map { $0.copy() }, before.map { $0.copy() })
        let text = "invert ! \(Self.smooth) ! emboss ! lowpass strength=0.7 ! \(Self.noisy) ! sepia"
        let effect = try opened(text, before[0])
        try render(made, [effect], BandRunner.threads.executor(2))
        func filter<F: Filter>(_ settings: F) throws -> FilterEffect<F> {
            let effect = FilterEffect<F>(kernels: CPULevel.best.kernels)
            try effect.configure(video(before[0]))
            try effect.update(settings)
            return effect
        }
        var lowPass = LowPass()
        lowPass.strength = 0.7
        let row: [any InPlaceEffect] = [
            try filter(Invert()), try equalization(before[0]), try filter(Emboss()), try filter(lowPass),
            try ntsc(before[0]), try filter(Sepia()),
        ]
        try render(wanted, row)
        expectSame(made, wanted, format.name)
        // After a seek both begin anew.
        effect.reset()
        for effect in row { effect.reset() }
        try render(made, [effect], from: 100)
        try render(wanted, row, from: 100)
        expectSame(made, wanted, "\(format.name), after a reset")
        // And so they do where another stream begins.
        try effect.configure(video(before[0]))
        try effect.update(chain(text))
        for effect in row { effect.reset() }
        try render(made, [effect], from: 103)
        try render(wanted, row, from: 103)
        expectSame(made, wanted, "\(format.name), another stream")
    }

    @Test("mix is between codes, rounded exactly; alpha stays", arguments: PixelFormat.allCases, [false, true])
    func mixed(format: PixelFormat, interlaced: Bool) throws {
        let before = frames(format, 1, interlaced: interlaced)[0]
        for part in [0.25, 0.3, 1.0 / 1024, 0.999] {
            for text in ["eq", Self.noisy] {
                let (whole, made, threaded) = (before.copy(), before.copy(), before.copy())
                try render([whole], [opened(text, before)])
                try render([made], [opened("\(text) mix=\(part)", before)])
                try render([threaded], [opened("\(text) mix=\(part)", before)], BandRunner.threads.executor(3))
                expectSame([threaded], [made], "\(text) mix=\(part), \(format.name), threads")
                let weight = Int((part * 32768).rounded())
                let (dry, wet, found) = (Codes(before), Codes(whole), Codes(made))
                for component in dry.values.indices {
                    let rows = zip(zip(dry.values[component], wet.values[component]), found.values[component])
                    for ((dry, wet), found) in rows {
                        let wanted = zip(dry, wet).map { (32768 * $0 + weight * ($1 - $0) + 16384) >> 15 }
                        #expect(found == wanted, "\(text) mix=\(part), \(format.name), component \(component)")
                    }
                }
                guard format.layout.sampleBytes == 1, let alpha = format.alphaOffset else { continue }
                for y in 0..<before.height {
                    for x in 0..<before.width {
                        let (a, b) = (before.rowBase(0, y) + 4 * x + alpha, made.rowBase(0, y) + 4 * x + alpha)
                        #expect(a.load(as: UInt8.self) == b.load(as: UInt8.self))
                    }
                }
            }
        }
    }

    @Test("While kind and name stay, a stage remembers what it has seen, whatever the text is besides")
    func swapped() throws {
        for format in [PixelFormat.bgrx, .i420, .gray16le] {
            let before = frames(format, 5)
            let (made, wanted) = (before.map { $0.copy() }, before.map { $0.copy() })
            let effect = try opened("\(Self.smooth) ! lowpass strength=0.7 ! \(Self.noisy)", before[0])
            try render(Array(made[0..<2]), [effect])
            try effect.update(
                chain("\(Self.noisy) enabled=false ! gamma gamma=1 ! \(Self.smooth) ! lowpass strength=0.7"))
            try render(Array(made[2..<4]), [effect], from: 2)
            try effect.update(chain("\(Self.smooth) name=other ! lowpass name=other-too strength=0.7"))
            try render(Array(made[4...]), [effect], from: 4)

            let (equalization, lowPass) = (try equalization(before[0]), FilterEffect<LowPass>())
            var settings = LowPass()
            settings.strength = 0.7
            try lowPass.configure(video(before[0]))
            try lowPass.update(settings)
            let ntsc = try ntsc(before[0])
            try render(Array(wanted[0..<2]), [equalization, lowPass, ntsc])
            try render(Array(wanted[2..<4]), [equalization, lowPass], from: 2)
            // Another name is another stage.
            equalization.reset()
            lowPass.reset()
            try render(Array(wanted[4...]), [equalization, lowPass], from: 4)
            expectSame(made, wanted, format.name)
        }
    }

    @Test("What is switched off does not see frames, and takes part again as new")
    func switched() throws {
        let before = frames(.bgrx, 4)
        for off in ["enabled=false", "mix=0", "intensity=0"] {
            let (made, wanted) = (before.map { $0.copy() }, before.map { $0.copy() })
            let effect = try opened(Self.smooth, before[0])
            try render(Array(made[0..<2]), [effect])
            try effect.update(chain("\(Self.smooth) \(off)"))
            try render([made[2]], [effect], from: 2)
            try effect.update(chain(Self.smooth))
            try render([made[3]], [effect], from: 3)
            let equalization = try equalization(before[0])
            try render(Array(wanted[0..<2]), [equalization])
            equalization.reset()
            try render([wanted[3]], [equalization], from: 3)
            expectSame(made, wanted, off)
        }
        #expect(ChainEffect.isPassthrough(try chain("eq enabled=false ! ntsc mix=0 ! eq intensity=0")))
        #expect(!ChainEffect.isPassthrough(try chain("eq intensity=0 post-messages=true")))
        #expect(!ChainEffect.isPassthrough(try chain("ntsc")))
    }

    @Test("The same bits at every level")
    func levels() throws {
        for format in [PixelFormat.bgra, .nv12, .p010, .gray16be, .argb64] {
            let before = frames(format, 2)
            let text = "sepia ! eq mix=0.4 ! \(Self.noisy) mix=0.7"
            let wanted = before.map { $0.copy() }
            try render(wanted, [opened(text, before[0])])
            for level in CPULevel.available {
                let made = before.map { $0.copy() }
                try render(made, [opened(text, before[0], level.kernels)], BandRunner.reverse.executor(3))
                expectSame(made, wanted, "\(format.name), \(level)")
            }
        }
    }

    @Test("A stage that can't change a video is named, and so are its warnings")
    func refused() throws {
        let (gray, color) = (frames(.gray8, 1)[0], frames(.bgrx, 1)[0])
        #expect(try chain("sepia ! picky").refusal(of: video(color)) == nil)
        #expect(try chain("sepia ! picky enabled=false").refusal(of: video(gray)) == nil)
        let sentence = "\"mine\" can't change 70x20 GRAY8 video: It takes colours; put videoconvert before it."
        #expect(try chain("sepia ! picky name=mine").refusal(of: video(gray)) == sentence)
        let error = try #require(#expect(throws: EffectError.self) { try opened("sepia ! picky name=mine", gray) })
        #expect(error.message == sentence)

        let effect = try opened("picky ! sepia ! picky name=two", color)
        #expect(effect.takeWarning() == "picky0: 70 columns are few.")
        #expect(effect.takeWarning() == "two: 70 columns are few.")
        #expect(effect.takeWarning() == nil)
        // As the element alone, a chain works again with another video.
        try effect.configure(video(gray))
        #expect(throws: EffectError.self) { try effect.update(chain("picky")) }
        try effect.update(chain("sepia"))
        try render([gray], [effect])
    }

    @Test("What a stage has found in a frame is its own")
    func reports() throws {
        let frame = frames(.gray8, 1)[0]
        let effect = try opened("eq post-messages=true ! invert ! eq post-messages=true intensity=0 ! eq", frame)
        try render([frame], [effect])
        let counts = (0..<4).map { stage in effect.report(ofStage: stage)?.counts[0] }
        #expect(counts[1] == nil && counts[3] == nil)
        let (first, third) = (try #require(counts[0]), try #require(counts[2]))
        #expect(first.reduce(0, +) == 70 * 20 && third.reduce(0, +) == 70 * 20 && first != third)
    }
}
