// SPDX-License-Identifier: MIT
import Effects
import PixelCore
import PixelKernels
import TestSupport
import Testing

@Suite("Orientation")
struct OrientEffectTests {
    static func plan(_ direction: String) throws -> FramePlan {
        try #require(OrientEffect.plans.first { $0.name == "video-direction=\(direction)" })
    }

    static func turned(
        _ source: TestFrame, _ direction: String, level: CPULevel = .best, padding: Int = 7,
        bands: BandExecutor = .serial
    ) throws -> TestFrame {
        let transposes = TurnLaw.transposes(direction)
        let result = TestFrame(
            source.format, width: transposes ? source.height : source.width,
            height: transposes ? source.width : source.height, interlaced: source.interlaced && !transposes,
            padding: padding)
        var generator = Generator(seed: 5)
        result.fill(.random, &generator)
        let before = source.copy()
        let effect = OrientEffect(kernels: level.kernels)
        let usual = DepthEffectTests.usual(source.format)
        try effect.configure(source.image(usual), output: result.image(usual), plan: plan(direction))
        try effect.update(OrientSettings())
        try effect.render(source.frame, result.frame, bands: bands)
        #expect(result.guardsAreIntact, "\(result.summary)")
        #expect(source.firstDifferentByte(from: before) == nil, "the input was written")
        return result
    }

    static func source(_ format: PixelFormat, _ width: Int, _ height: Int, interlaced: Bool = false) -> TestFrame {
        let frame = TestFrame(format, width: width, height: height, interlaced: interlaced, padding: 5)
        var generator = Generator(seed: UInt64(width * 1000 + height))
        frame.fill(.random, &generator)
        return frame
    }

    /// One pixel, odd and even sizes around blocks of every level, and a row longer than a unit.
    static let sizes = [
        (1, 1), (2, 2), (1, 5), (5, 1), (3, 2), (2, 3), (15, 17), (16, 16), (17, 34), (33, 9), (64, 18), (66, 66),
        (67, 65), (130, 71), (131, 130), (200, 6), (6, 200),
    ]

    @Test("Every pixel is where the law has it, in every format", arguments: CPULevel.available, PixelFormat.allCases)
    func law(level: CPULevel, format: PixelFormat) throws {
        for (width, height) in Self.sizes {
            for interlaced in [false, true] {
                let source = Self.source(format, width, height, interlaced: interlaced)
                for direction in TurnLaw.directions {
                    let result = try Self.turned(source, direction, level: level)
                    let difference = result.firstDifference(from: TurnLaw(direction, source).applied(over: result))
                    #expect(difference == nil, "\(source.summary) \(direction)")
                }
            }
        }
    }

    @Test("Turned back, frames of even sizes are as they were", arguments: PixelFormat.allCases)
    func back(format: PixelFormat) throws {
        // Chroma of 4:2:2 becomes means where rows become columns.
        let keepsChroma = format.layout.chromaShiftX == format.layout.chromaShiftY
        let source = Self.source(format, 72, 40)
        for (there, back) in [
            ("180", "180"), ("horiz", "horiz"), ("vert", "vert"), ("90r", "90l"), ("90l", "90r"), ("ul-lr", "ul-lr"),
            ("ur-ll", "ur-ll"),
        ] where keepsChroma || !TurnLaw.transposes(there) {
            let result = try Self.turned(try Self.turned(source, there), back)
            #expect(result.firstDifference(from: source) == nil, "\(format) \(there)")
        }
    }

    @Test("Bands and threads make no difference", arguments: [PixelFormat.i420, .yuy2, .y42b, .rgb, .p010, .argb64])
    func bands(format: PixelFormat) throws {
        for (width, height) in [(131, 67), (320, 240)] {
            let source = Self.source(format, width, height)
            for direction in TurnLaw.directions {
                let expected = try Self.turned(source, direction)
                for runner in BandRunner.allCases {
                    let result = try Self.turned(source, direction, bands: runner.executor(3))
                    #expect(result.firstDifference(from: expected) == nil, "\(source.summary) \(direction)")
                }
            }
        }
    }

    @Test("The tag counts where the direction is auto, and only there") func plans() {
        var settings = OrientSettings()
        for (index, direction) in VideoDirection.allCases.enumerated() {
            settings.direction = direction
            for orientation in VideoDirection.allCases.prefix(8) {
                let expected = direction == .automatic ? Int(orientation.rawValue) : index < 8 ? index : 0
                #expect(OrientEffect.planIndex(settings, orientation: orientation) == expected)
            }
        }
    }

    @Test("Other sizes and formats than the plan's are refused, with what was wrong") func refusals() throws {
        let info = Self.source(.i420, 8, 4).image(DepthEffectTests.usual(.i420))
        let turned = Self.source(.i420, 4, 8).image(DepthEffectTests.usual(.i420))
        let other = Self.source(.nv12, 8, 4).image(DepthEffectTests.usual(.nv12))
        for (output, direction) in [(info, "90r"), (turned, "180"), (other, "horiz")] {
            let error = #expect(throws: EffectError.self) {
                try OrientEffect().configure(info, output: output, plan: Self.plan(direction))
            }
            #expect(error?.message.contains("I420 of 8x4 can't become") == true)
        }
        let effect = OrientEffect()
        #expect(throws: EffectError.self) {
            try effect.render(Self.source(.i420, 8, 4).frame, Self.source(.i420, 8, 4).frame, bands: .serial)
        }
    }
}
