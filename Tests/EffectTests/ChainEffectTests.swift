// SPDX-License-Identifier: MIT
import Effects
import Expressions
import Filters
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

@Suite("Chains: frames")
struct ChainEffectTests {
    private static let subjects: [ChainSubject] = {
        var generator = Generator(seed: Sample.seed)
        return ChainSubject.all(&generator)
    }()

    private func frame(_ format: PixelFormat, _ generator: inout Generator, width: Int = 35, height: Int = 6)
        -> TestFrame
    {
        let frame = TestFrame(format, width: width, height: height, padding: 3)
        frame.fill(.random, &generator)
        return frame
    }

    @Test("A chain of one filter makes what the filter makes, bit for bit", arguments: subjects)
    func one(subject: ChainSubject) throws {
        var generator = Generator(seed: Sample.seed)
        let text = Chain(stages: [subject.stage]).text
        let chain = subject.isReadable ? try Chain(text) : Chain(stages: [subject.stage])
        for format in PixelFormat.allCases {
            let colorimetry = try #require(colorimetries(format).randomElement(using: &generator))
            let frame = frame(format, &generator)
            let other = frame.copy()
            subject.render(frame, colorimetry)
            try chain.render(other, colorimetry)
            let difference = other.firstDifference(from: frame)
            #expect(difference == nil, "\(text), \(format.name): \(difference ?? "")")
            #expect(other.guardsAreIntact)
        }
    }

    /// By as much as the second filter spreads what the first would have been rounded by.
    @Test("Two filters are within a code of the two in a row, on 8-bit R'G'B'")
    func two() throws {
        var generator = Generator(seed: Sample.seed)
        for _ in 0..<150 {
            let pair = (
                ChainSubject.any(&generator, isLaw: true), ChainSubject.any(&generator, isLaw: true)
            )
            let chain = Chain(stages: [pair.0.stage, pair.1.stage])
            let readings = try [pair.0, pair.1].map { try #require($0.law).reading(1, 1) { _, _, _ in 0 } }
            // Laws that read alpha find 1 below.
            let formats: [PixelFormat] = readings.contains(where: \.readsAlpha) ? [.bgrx, .rgb] : [.bgrx, .rgb, .argb]
            let format = formats.randomElement(using: &generator) ?? .bgrx
            let c = colorimetries(format)[0]
            let before = frame(format, &generator, width: 40)
            let (together, single) = (before.copy(), before.copy())
            try chain.render(together, c)
            pair.0.render(single, c)
            let between = Codes(single)
            pair.1.render(single, c)

            let exact = Self.color(pair.0, Codes(before)) { c in
                Color(min(max(c.r, 0), 1), min(max(c.g, 0), 1), min(max(c.b, 0), 1))
            }
            // A float is not a double; beside a pixel of the greatest contrast, a hundredth of a pixel is a hundredth of all codes.
            let error = readings[0].samples ? 0.01 : 3e-6
            let far = [-error, 0, error].map { e in
                Self.read(pair.1, exact.map { $0.map { $0 + SIMD3(repeating: e) } })
            }
            let near = Self.read(pair.1, Self.nominal(between))
            let (made, wanted) = (Codes(together), Codes(single))
            for component in 0..<3 {
                for y in 0..<before.height {
                    for x in 0..<before.width {
                        let spreads = far.map { ($0[y][x][component] - near[y][x][component]).magnitude * 255 }
                        let spread = spreads.max() ?? 0
                        let distance = (made.values[component][y][x] - wanted.values[component][y][x]).magnitude
                        #expect(
                            Double(distance) <= 1 + spread.rounded(.up),
                            "\(chain.text), \(format.name), column \(x), row \(y)")
                    }
                }
            }
        }
    }

    private typealias Colors = [[SIMD3<Double>]]

    private static func nominal(_ codes: Codes) -> Colors {
        (0..<codes.height).map { y in
            (0..<codes.width).map { x in SIMD3(0, 1, 2).map { Double(codes.values[Int($0)][y][x]) / 255 } }
        }
    }

    private static func color(_ subject: ChainSubject, _ codes: Codes, _ limit: (Color<Double>) -> Color<Double>)
        -> Colors
    {
        let colors = nominal(codes)
        return read(subject, colors).map {
            $0.map {
                let c = limit(Color($0.x, $0.y, $0.z)); return SIMD3(c.r, c.g, c.b)
            }
        }
    }

    /// The law of a filter on colours, limited.
    private static func read(_ subject: ChainSubject, _ colors: Colors) -> Colors {
        guard !subject.isPassthrough, let law = subject.law else { return colors }
        let reading = law.reading(colors[0].count, colors.count) { component, x, y in
            component < 3 ? colors[y][x][component] : 1
        }
        return colors.indices.map { y in
            colors[y].indices.map { x in
                let color = reading.color(x: x, y: y)
                return SIMD3(color.r, color.g, color.b).clamped(lowerBound: .zero, upperBound: .one)
            }
        }
    }

    /// Also where colours are beyond those of R'G'B', which filters that are linear keep.
    @Test(
        "Filters that spread nothing are within a code of the filters in a row",
        arguments: [PixelFormat.rgba, .y444, .ayuv, .gray8])
    func gentle(format: PixelFormat) throws {
        var generator = Generator(seed: Sample.seed)
        var (settings, rosy, vignette) = (Saturation(), Rosy(), Vignette())
        (settings.saturation, rosy.intensity, vignette.color) = (0.4, 0.3, 0x204060)
        let all = [ChainSubject(Sepia()), ChainSubject(settings), ChainSubject(rosy), ChainSubject(vignette)]
        for first in all {
            for second in all {
                let before = frame(format, &generator, width: 300, height: 8)
                let (together, single) = (before.copy(), before.copy())
                let c = try #require(colorimetries(format).randomElement(using: &generator))
                try Chain(stages: [first.stage, second.stage]).render(together, c)
                first.render(single, c)
                second.render(single, c)
                let pairs = zip(Codes(together).values.joined().joined(), Codes(single).values.joined().joined())
                #expect(
                    pairs.allSatisfy { ($0 - $1).magnitude <= 1 },
                    "\(first.testDescription) ! \(second.testDescription)")
            }
        }
    }

    @Test("A filter that looks at neighbours finds what the one before it has stored", arguments: PixelFormat.allCases)
    func neighbours(format: PixelFormat) throws {
        var generator = Generator(seed: Sample.seed)
        var (sharpen, opacity, sobel) = (Sharpen(), Opacity(), Sobel())
        (sharpen.sharpness, opacity.opacity, sobel.strength) = (0.7, 0.6, 0.3)
        let all = [
            ChainSubject(Invert(), label: "i"), ChainSubject(opacity, label: "o"), ChainSubject(sharpen, label: "a"),
            ChainSubject(Emboss(), label: "e"), ChainSubject(sobel, label: "s"),
        ]
        let c = try #require(colorimetries(format).randomElement(using: &generator))
        let before = frame(format, &generator, width: 530, height: 9)
        let together = before.copy()
        let chain = Chain(stages: all.map(\.stage))
        try chain.render(together, c, BandRunner.threads.executor(3))
        // The first two are one pass: what is stored of them is rounded once and not twice.
        try Chain(stages: all[0..<2].map(\.stage)).render(before, c)
        for subject in all[2...] { subject.render(before, c) }
        let difference = together.firstDifference(from: before)
        #expect(difference == nil, "\(chain.text): \(difference ?? "")")
        #expect(together.guardsAreIntact)
    }

    @Test(
        "Effects of whole frames find what is stored, and what they store is found", arguments: PixelFormat.allCases)
    func wholeFrames(format: PixelFormat) throws {
        var generator = Generator(seed: Sample.seed)
        for _ in 0..<6 {
            let row = [true, false, true, false].map { ChainSubject.any(&generator, isLaw: $0) }
            let c = try #require(colorimetries(format).randomElement(using: &generator))
            let before = frame(format, &generator)
            let together = before.copy()
            let chain = Chain(stages: row.map(\.stage))
            try chain.render(together, c, BandRunner.threads.executor(3))
            for subject in row { subject.render(before, c) }
            let difference = together.firstDifference(from: before)
            #expect(difference == nil, "\(chain.text), \(format.name): \(difference ?? ""), \(Sample.note)")
            #expect(together.guardsAreIntact)
        }
    }

    @Test(
        "Without filters, and with those that change nothing, frames stay as they are", arguments: PixelFormat.allCases)
    func nothing(format: PixelFormat) throws {
        var generator = Generator(seed: Sample.seed)
        let texts = [
            "", "sepia intensity=0", "saturation", "sepia enabled=false",
            "sepia mix=0 ! gamma gamma=1 ! sepia enabled=no",
        ]
        for text in texts {
            let chain = try Chain(text)
            #expect(ChainEffect.isPassthrough(chain), "\(text)")
            let before = frame(format, &generator)
            let after = before.copy()
            try chain.render(after, colorimetries(format)[0])
            #expect(after.firstDifferentByte(from: before) == nil, "\(text)")
        }
        for text in ["sepia", "gamma gamma=1 ! sepia mix=0.1", "gamma gamma=1 ! vignette"] {
            #expect(!ChainEffect.isPassthrough(try Chain(text)))
        }
    }

    @Test("Filters that change nothing leave the others as they are")
    func passthroughStages() throws {
        var generator = Generator(seed: Sample.seed)
        let plain = try Chain("sepia intensity=0.7 ! gamma gamma=2")
        let padded = try Chain(
            "saturation ! sepia intensity=0.7 ! vignette enabled=false ! rosy intensity=0 ! gamma gamma=2 ! sepia mix=0"
        )
        for format in PixelFormat.allCases {
            let frame = frame(format, &generator)
            let other = frame.copy()
            try plain.render(frame, colorimetries(format)[0])
            try padded.render(other, colorimetries(format)[0])
            #expect(other.firstDifference(from: frame) == nil, "\(format.name)")
        }
    }

    @Test("The first of two filters is limited before the second takes it")
    func limited() throws {
        var generator = Generator(seed: Sample.seed)
        // Saturation goes beyond both ends, which its own inverse would bring back.
        let chain = try Chain("saturation saturation=2 ! saturation saturation=0.5")
        let frame = TestFrame(.rgb, width: 1, height: 1)
        frame.fill(.constant, &generator)
        for (index, code) in [UInt8(255), 0, 0].enumerated() { frame.memories[0].bytes[index] = code }
        try chain.render(frame, colorimetries(.rgb)[0])
        // Luma of (1, 0, 0) is 0.2125.
        let wanted = [0.5 + 0.5 * 0.2125, 0.5 * 0.2125, 0.5 * 0.2125].map { ($0 * 255).rounded() }
        for index in 0..<3 { #expect((Double(frame.memories[0].bytes[index]) - wanted[index]).magnitude <= 1) }
    }

    @Test(
        "mix is between what a stage takes and what its filter alone makes of it, in colour and in alpha",
        arguments: ["veil strength=0.8", "exposure exposure=2", "saturation saturation=2", "contrast contrast=4"])
    func mixed(text: String) throws {
        var generator = Generator(seed: Sample.seed)
        let c = colorimetries(.argb64)[0]
        for part in [0.25, 0.5, 0.9] {
            let before = frame(.argb64, &generator)
            let (whole, after) = (before.copy(), before.copy())
            try Chain(text, types: Veil.types).render(whole, c)
            try Chain("\(text) mix=\(part)", types: Veil.types).render(after, c)
            func samples(_ frame: TestFrame) -> [Double] {
                (0..<frame.height).flatMap { y in
                    (0..<4 * frame.width).map {
                        Double(frame.rowBase(0, y).load(fromByteOffset: 2 * $0, as: UInt16.self))
                    }
                }
            }
            for ((dry, wet), mixed) in zip(zip(samples(before), samples(whole)), samples(after)) {
                #expect((dry + part * (wet - dry) - mixed).magnitude < 4)
            }
        }
    }

    @Test("A filter takes the alpha that the one before makes; without alpha in the format, 1")
    func alpha() throws {
        var generator = Generator(seed: Sample.seed)
        // Alpha becomes a half, a quarter of which lightens.
        let chain = try Chain("veil tint=0xffffff ! veil law=light-en", types: Veil.types)
        for (format, gain) in [(PixelFormat.rgba, 0.5), (.rgbx, 1)] {
            let frame = TestFrame(format, width: 1, height: 1)
            frame.fill(.constant, &generator)
            for (index, code) in [UInt8(100), 50, 0, 255].enumerated() { frame.memories[0].bytes[index] = code }
            try chain.render(frame, colorimetries(format)[0])
            for (index, code) in [100.0, 50, 0].enumerated() {
                #expect(
                    (Double(frame.memories[0].bytes[index]) - (code + gain * 0.25 * 255)).magnitude <= 1,
                    "\(format.name)")
            }
            #expect(format == .rgbx || frame.memories[0].bytes[3] == 64)
        }
    }

    @Test("An effect that has had other chains and settings renders as a new one")
    func live() throws {
        var generator = Generator(seed: Sample.seed)
        for format in [PixelFormat.bgra, .nv12, .rgb, .gray8, .p010] {
            let effect = ChainEffect(kernels: CPULevel.best.kernels)
            let c = colorimetries(format)[0]
            var chain = Chain()
            for step in 0..<60 {
                if step % 12 == 0 {
                    chain = Chain(
                        stages: (0..<3).map { _ in ChainSubject.any(&generator).stage }
                            + [ChainSubject(Veil.random(&generator).0).stage])
                }
                let index = Int.random(in: 0..<4, using: &generator)
                let other = ChainSubject(Veil.random(&generator).0).stage
                if index == 3 { chain.setValues(ofStage: 3) { index, _ in other.values[index] } }
                let mix: Double = [0, 0.3, 1][Int(generator.next() % 3)]
                let isEnabled: Int64 = Bool.random(using: &generator) ? 1 : 0
                let values = chain.stages[index].values
                chain.setValues(ofStage: index) { i, property in
                    switch property.name {
                    case "mix": .double(mix)
                    case "enabled": .int(isEnabled)
                    default: values[i]
                    }
                }
                let frame = frame(format, &generator)
                let fresh = frame.copy()
                // What a filter remembers of frames before is not meant here.
                effect.reset()
                try chain.render(effect, frame, c)
                try chain.render(fresh, c)
                let difference = frame.firstDifference(from: fresh)
                #expect(difference == nil, "\(chain.text), \(format.name), step \(step): \(difference ?? "")")
            }
        }
    }

    @Test("The same bits at every level and for any number of threads")
    func deterministic() throws {
        var generator = Generator(seed: Sample.seed)
        for format in PixelFormat.allCases {
            let chain = Chain(
                stages: (0..<4).map { _ in ChainSubject.any(&generator).stage }
                    + [ChainSubject(Veil.random(&generator).0).stage])
            let c = colorimetries(format)[0]
            let frame = frame(format, &generator, width: 70, height: 9)
            let before = frame.copy()
            try chain.render(frame, c)
            for kernels in [Reference.self] + CPULevel.available.map(\.kernels) {
                let other = before.copy()
                try chain.render(ChainEffect(kernels: kernels), other, c, BandRunner.threads.executor(3))
                let difference = other.firstDifference(from: frame)
                #expect(difference == nil, "\(chain.text), \(format.name) by \(kernels): \(difference ?? "")")
            }
        }
    }

    @Test("64 filters are rendered")
    func most() throws {
        var generator = Generator(seed: Sample.seed)
        let chain = Chain(stages: (0..<64).map { _ in ChainSubject.any(&generator).stage })
        for format in [PixelFormat.bgra, .i420] {
            let frame = frame(format, &generator)
            try chain.render(frame, colorimetries(format)[0])
            #expect(frame.guardsAreIntact)
        }
    }
}

extension SIMD3<Double> {
    fileprivate func map(_ change: (Double) -> Double) -> SIMD3 { SIMD3(change(x), change(y), change(z)) }
}
