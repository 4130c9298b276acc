// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore
import PixelKernels
import TestSupport
import Testing

@Suite("Rosy: against its law in double precision")
struct RosyTests {
    private struct Size {
        let width: Int
        let height: Int
        let padding: Int
    }

    /// Odd, tiny, tight, padded, and wider than the scratch memory of a row.
    private static let sizes = [
        Size(width: 37, height: 23, padding: 5), Size(width: 1, height: 1, padding: 0),
        Size(width: 2, height: 2, padding: 3), Size(width: 5, height: 7, padding: 1),
        Size(width: 8, height: 3, padding: 0),
        Size(width: 1, height: 6, padding: 2), Size(width: 1029, height: 2, padding: 1),
    ]

    @Test(arguments: PixelFormat.allCases) func followsItsLaw(format: PixelFormat) {
        var generator = Generator(seed: 709)
        var (total, notRounded) = (0, 0)
        for (s, size) in Self.sizes.enumerated() {
            for (i, settings) in rosySettings.enumerated() {
                for (j, colorimetry) in colorimetries(format).enumerated() {
                    // The first size takes each setting with either range, the others a part of them.
                    let isTurn = s == 0 ? (i + j / 2) % 2 == 0 : (i + j + s) % (size.width > 99 ? 12 : 3) == 0
                    guard isTurn else { continue }
                    let interlaced = FormatTable.yuv420.contains(format) && (i + j) % 2 == 1
                    let frame = TestFrame(
                        format, width: size.width, height: size.height, interlaced: interlaced,
                        padding: size.padding, placement: Placement.allCases[(i + j) % 3])
                    frame.fill((i + j) % 5 == 4 ? .extreme : .random, &generator)
                    let original = frame.copy()
                    render(frame, settings, colorimetry, .serial)

                    let law = RosyLaw(settings, colorimetry, depth: FormatTable.depth(format))
                    let deviation = Deviation(Codes(frame), from: law.apply(Codes(original)))
                    total += deviation.total
                    notRounded += deviation.notRounded
                    let context: Comment = "\(frame.summary), \(settings), \(colorimetry)"
                    #expect(deviation.worst < allowed(format), "\(context): \(deviation.position)")
                    let touched = untouchedDifference(frame, original: original)
                    #expect(touched == nil, "\(context): \(touched ?? "")")
                    if deviation.worst >= allowed(format) || touched != nil { return }
                }
            }
        }
        #expect(Double(notRounded) / Double(total) < allowedShare(format), "\(notRounded) of \(total)")
    }

    /// How far from the exact result a code may be; 0.5 is rounding alone.
    private func allowed(_ format: PixelFormat) -> Double {
        if FormatTable.sampleBytes(format) == 2 { return 0.51 }
        // The laws of the kernels: see AffinePattern's and YCbCrAffine8's.
        return FormatTable.yuv.contains(format) ? 0.58 : 0.51
    }

    /// How many codes may be the neighbour of the exact result's rounding: those that lie near the middle of two.
    private func allowedShare(_ format: PixelFormat) -> Double {
        if FormatTable.sampleBytes(format) == 2 { return 0.01 }
        return FormatTable.yuv.contains(format) ? 0.015 : 0.01
    }

    private func render(
        _ frame: TestFrame, _ settings: Rosy, _ colorimetry: Colorimetry, _ bands: BandExecutor
    ) {
        let effect = FilterEffect<Rosy>(kernels: CPULevel.best.kernels)
        effect.render(frame, settings, colorimetry, bands)
    }

    // MARK: Facts that need no law

    @Test func intensityZeroIsPassthrough() {
        #expect(FilterEffect<Rosy>.isPassthrough(settings(0, 1, 0, 1)))
        #expect(FilterEffect<Rosy>.isPassthrough(settings(0, 0.3, 0.4, 0.5)))
        #expect(FilterEffect<Rosy>.isPassthrough(settings(1, 1, 1, 1)))
        #expect(!FilterEffect<Rosy>.isPassthrough(Rosy()))
        #expect(!FilterEffect<Rosy>.isPassthrough(settings(0.01, 1, 0, 1)))
    }

    @Test func defaultsAreTheFilterOfAVCam() {
        #expect(Rosy() == settings(1, 1, 0, 1))
    }

    /// Passthrough settings keep every byte, where they are rendered all the same.
    @Test(arguments: PixelFormat.allCases) func passthroughSettingsKeepEveryByte(format: PixelFormat) {
        var generator = Generator(seed: 1)
        for colorimetry in colorimetries(format) {
            let frame = TestFrame(format, width: 37, height: 11)
            frame.fill(.random, &generator)
            let original = frame.copy()
            render(frame, settings(0, 1, 0, 1), colorimetry, .serial)
            let difference = frame.firstDifference(from: original)
            #expect(difference == nil, "\(colorimetry): \(difference ?? "")")
        }
    }

    /// Samples with bits beyond the format's depth, which no source should send, give codes of the depth.
    @Test(arguments: [PixelFormat.i420_10, .p010]) func bitsBeyondTheDepthDoNoHarm(format: PixelFormat) {
        var generator = Generator(seed: 10)
        let frame = TestFrame(format, width: 37, height: 4)
        for memory in frame.memories { memory.fill16(.random, &generator) }
        render(frame, rosySettings[4], colorimetries(format)[0], .serial)
        #expect(Codes(frame).values.allSatisfy { $0.allSatisfy { $0.allSatisfy { $0 <= 1023 } } })
        #expect(frame.guardsAreIntact)
    }

    /// The primaries of BT.601 in limited range, by hand: 75 % green has no red and no blue, so it turns black;
    /// 75 % magenta has no green and stays.
    @Test func barsOfBT601() {
        let bars: [(from: [Int], to: [Int])] = [
            ([112, 72, 58], [16, 128, 128]), ([84, 184, 198], [84, 184, 198]), ([235, 128, 128], [106, 202, 222]),
        ]
        let colorimetry = Colorimetry(matrix: .bt601, fullRange: false, depth: 8)
        for bar in bars {
            let frame = TestFrame(.y444, width: 3, height: 1)
            for (plane, code) in bar.from.enumerated() {
                frame.memories[plane].bytes.initializeMemory(as: UInt8.self, repeating: UInt8(code))
            }
            render(frame, Rosy(), colorimetry, .serial)
            let codes = Codes(frame)
            for component in 0..<3 {
                #expect(abs(codes.values[component][0][0] - bar.to[component]) <= 1, "\(bar)")
            }
        }
    }
}
