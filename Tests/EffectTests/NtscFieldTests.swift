// SPDX-License-Identifier: MIT
import Effects
import PixelCore
import PixelKernels
import TestSupport
import Testing

@Suite("NTSC: frame numbers and fields")
struct NtscFieldTests {
    // MARK: Numbers

    private let pixel = TestFrame(.bgrx, width: 1, height: 1)

    private func number(
        _ time: Int64?, _ rate: FrameRate?, offset: UInt64? = nil, duration: Int64? = nil, unclippedTime: Int64? = nil
    ) -> UInt64 {
        var number = NtscFrameNumber(rate)
        return number.of(frame(time, offset, duration: duration, unclippedTime: unclippedTime))
    }

    private func frame(
        _ time: Int64?, _ offset: UInt64? = nil, duration: Int64? = nil, unclippedTime: Int64? = nil
    ) -> Frame {
        Frame(
            format: .bgrx, width: 1, height: 1, planes: pixel.frame.planes, time: time, duration: duration,
            offset: offset, unclippedTime: unclippedTime)
    }

    /// Numbers from the first on, in the first hours, and after days and years.
    private static let numbers: [UInt64] = {
        let first: [UInt64] = Array(0..<2000)
        let hours: [UInt64] = (0..<500).map { $0 * 20_011 }
        let years: [UInt64] = (0..<500).map { 1_000_000_000 + $0 * 7 }
        return first + hours + years
    }()

    @Test(
        "Times cut or rounded to nanoseconds have the number of their frame",
        arguments: [(24000, 1001), (25, 1), (30000, 1001), (60, 1), (60000, 1001), (1, 1), (15, 2), (1_000_000, 3)])
    func timesOfFrames(rate: (UInt32, UInt32)) throws {
        let frameRate = try #require(FrameRate(rate.0, rate.1))
        for n in Self.numbers {
            let (units, per) = (UInt128(n) * UInt128(rate.1) * 1_000_000_000, UInt128(rate.0))
            #expect(number(Int64(units / per), frameRate) == n)
            #expect(number(Int64((units + per / 2) / per), frameRate) == n)
            #expect(number(Int64((units + per - 1) / per), frameRate) == n)
        }
    }

    @Test func withoutARateTimesAreThoseOfNTSC() {
        for n in Self.numbers {
            #expect(number(Int64(UInt128(n) * 1_001_000_000_000 / 30000), nil) == n)
        }
        #expect(FrameRate(0, 1) == nil)
        #expect(FrameRate(25, 0) == nil)
    }

    @Test func extremeTimesAndRatesHaveSomeNumber() throws {
        for (numerator, denominator) in [(1, UInt32(Int32.max)), (UInt32(Int32.max), 1)] as [(UInt32, UInt32)] {
            let rate = try #require(FrameRate(numerator, denominator))
            #expect(number(-5, rate) == 0)
            #expect(number(0, rate) == 0)
            #expect(number(.max, rate) == number(.max, rate))
        }
        let one = try #require(FrameRate(1, 1))
        #expect(number(.max, one) == 9_223_372_037)
    }

    /// Video on DVDs: frames last three fields and two in turn, so that two of four begin between frames.
    @Test(arguments: [(30000, 1001), (25, 1), (60000, 1001), (1_000_000, 3)])
    func halvesAreTheLaterFramesAlsoWhenCut(rate: (UInt32, UInt32)) throws {
        let frameRate = try #require(FrameRate(rate.0, rate.1))
        for n in Self.numbers {
            for (fields, expected) in [(0, 0), (3, 2), (5, 3), (8, 4)] as [(UInt128, UInt64)] {
                let units = (10 * UInt128(n) + fields) * UInt128(rate.1) * 1_000_000_000
                #expect(number(Int64(units / UInt128(2 * rate.0)), frameRate) == 5 * n + expected)
            }
        }
        // A nanosecond before that is not a half.
        #expect(number(19_999_998, FrameRate(25, 1)) == 0)
        #expect(number(19_999_999, FrameRate(25, 1)) == 0)
        #expect(number(20_000_000, FrameRate(25, 1)) == 1)
    }

    @Test(arguments: [(24000, 1001), (25, 1), (30000, 1001), (60, 1)])
    func framesCutAtTheirBeginningKeepTheirNumber(rate: (UInt32, UInt32)) throws {
        let frameRate = try #require(FrameRate(rate.0, rate.1))
        for n in Self.numbers.prefix(3000) {
            let units = 1_000_000_000 * UInt128(rate.1)
            let start = Int64(UInt128(n) * units / UInt128(rate.0))
            let end = Int64(UInt128(n + 1) * units / UInt128(rate.0))
            for part in 0..<16 as Range<Int64> {
                let (time, duration) = (start + (end - start) * part / 16, (end - start) * (16 - part) / 16)
                #expect(number(time, frameRate, duration: duration) == n, "\(part)")
                // Cut at its end.
                #expect(number(start, frameRate, duration: max(1, duration)) == n, "\(part)")
            }
        }
        // Where a source's clock puts frames between others, they are no shorter.
        let length = 1_000_000_000 * Int64(rate.1) / Int64(rate.0)
        #expect(number(length * 17 / 10, frameRate, duration: length) == 2)
        #expect(number(length * 17 / 10, nil, duration: length * 3 / 10) == number(length * 17 / 10, nil))
        #expect(number(.max, frameRate, duration: .max) == number(.max, frameRate))
        #expect(number(1, frameRate, duration: 0) == 0)
    }

    @Test func timesOutsideTheSegmentCountAlike() throws {
        let rate = try #require(FrameRate(25, 1))
        #expect(number(nil, rate, offset: 3, unclippedTime: 1_000_000_000) == 25)
        #expect(number(nil, rate, offset: 3, unclippedTime: -1_000_000_000) == 0)
        #expect(number(nil, rate, offset: 3, unclippedTime: .min) == 0)
    }

    @Test func withoutATimeThePlaceCountsThenTheOrder() {
        #expect(number(nil, nil, offset: 77) == 77)
        var counter = NtscFrameNumber(nil)
        #expect((0..<3).map { _ in counter.of(frame(nil)) } == [0, 1, 2])
        #expect(counter.of(frame(0)) == 0)
        #expect(counter.of(frame(nil)) == 3)
        counter.reset()
        #expect(counter.of(frame(nil)) == 0)
    }

    // MARK: Fields

    private func original(_ format: PixelFormat, interlaced: Bool, height: Int = 41) -> TestFrame {
        var generator = Generator(seed: 7)
        let frame = TestFrame(format, width: 37, height: height, interlaced: interlaced)
        frame.fill(.random, &generator)
        return frame
    }

    /// A copy of a frame with frame 5's time at 25 frames a second, rendered.
    private func rendered(
        _ original: TestFrame, interlaced: Bool, first: VideoField = .top, only: VideoField? = nil,
        time: Int64 = 200_000_000, _ runner: BandExecutor = .serial, _ change: (inout NtscSettings) -> Void = { _ in }
    ) throws -> TestFrame {
        let frame = original.repadded(3, placement: .beforeForbiddenPage)
        let colorimetry = Colorimetry(
            matrix: .bt709, fullRange: false, depth: FormatTable.depth(frame.format))
        let effect = NtscEffect(kernels: CPULevel.best.kernels)
        try effect.configure(
            VideoInfo(
                format: frame.format, width: frame.width, height: frame.height, colorimetry: colorimetry,
                frameRate: FrameRate(25, 1)))
        var settings = NtscSettings()
        change(&settings)
        effect.update(settings)
        let planes = frame.frame.planes
        try withExtendedLifetime(frame) {
            try effect.render(
                Frame(
                    format: frame.format, width: frame.width, height: frame.height, interlaced: interlaced,
                    firstField: first, onlyField: only, planes: planes, time: time), bands: runner)
        }
        return frame
    }

    /// Where rows don't share chroma, frames are cut in fields alike.
    private static let formats = PixelFormat.allCases.filter { $0.layout.chromaShiftY == 0 }

    @Test(arguments: formats) func fieldsHaveNumbersInTheirOrder(format: PixelFormat) throws {
        let original = original(format, interlaced: false)
        for (field, useField) in [(VideoField.top, NtscUseField.interleavedUpper), (.bottom, .interleavedLower)] {
            let expected = try rendered(original, interlaced: false) { $0.useField = useField }
            // The setting is for progressive frames.
            let actual = try rendered(original, interlaced: true, first: field) { $0.useField = .both }
            #expect(actual.firstDifference(from: expected) == nil)
        }
    }

    @Test(arguments: PixelFormat.allCases) func aFieldThatThereIsNotStaysAsItIs(format: PixelFormat) throws {
        for height in [1, 2, 3, 6, 41, 44] {
            let original = original(format, interlaced: true, height: height)
            for (first, only) in [(VideoField.top, VideoField.top), (.bottom, .bottom), (.top, .bottom)] {
                let both = try rendered(original, interlaced: true, first: first)
                for (bands, comb) in [(1, NtscDemodulation.notch), (3, .notch), (1, .twoLineComb)] {
                    let whole =
                        comb == .notch
                        ? both
                        : try rendered(original, interlaced: true, first: first) {
                            $0.chromaDemodulation = comb
                        }
                    let actual = try rendered(
                        original, interlaced: true, first: first, only: only, BandRunner.reverse.executor(bands)
                    ) { $0.chromaDemodulation = comb }
                    for plane in 0..<format.layout.planeCount {
                        let rows = format.layout.rows(plane: plane, height: height, interlaced: true)
                        for row in 0..<rows {
                            let isPresent = (row & 1 == 0) == (only == .top)
                            // A row of chroma that stands alone serves both fields.
                            let isShared =
                                plane > 0 && format.layout.chromaShiftY > 0 && rows & 1 == 1 && row == rows - 1
                            let expected = isPresent ? whole : original
                            if isShared { continue }
                            let count = format.layout.rowBytes(plane: plane, width: original.width)
                            let same = (0..<count).allSatisfy {
                                actual.rowBase(plane, row).load(fromByteOffset: $0, as: UInt8.self)
                                    == expected.rowBase(plane, row).load(fromByteOffset: $0, as: UInt8.self)
                            }
                            #expect(same, "height \(height), \(only), \(bands) bands, plane \(plane), row \(row)")
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: [PixelFormat.bgrx, .i420, .nv12, .yuy2]) func fieldsInAnyNumberOfBands(format: PixelFormat) throws
    {
        for height in 1...20 {
            for interlaced in [false, true] {
                let original = original(format, interlaced: interlaced, height: height)
                let expected = try rendered(original, interlaced: interlaced)
                for bands in [2, 3, 64] {
                    let actual = try rendered(original, interlaced: interlaced, BandRunner.reverse.executor(bands))
                    #expect(actual.firstDifference(from: expected) == nil, "height \(height), \(bands) bands")
                }
            }
        }
    }

    /// Every size of interlaced frames, odd ones of chroma included: nothing but components of the fields that there are is
    /// written, whatever is read for them.
    @Test(arguments: PixelFormat.allCases) func fieldsOfEverySize(format: PixelFormat) throws {
        var generator = Generator(seed: 5)
        let colorimetry = Colorimetry(matrix: .bt601, fullRange: false, depth: FormatTable.depth(format))
        let sizes = (1...9).flatMap { width in (1...9).map { (width, $0) } } + [(33, 2), (2, 35), (129, 3)]
        for (index, (width, height)) in sizes.enumerated() {
            let effect = NtscEffect(kernels: CPULevel.best.kernels)
            let original = TestFrame(format, width: width, height: height, interlaced: true)
            original.fill(.random, &generator)
            var settings = NtscSettings()
            if index % 2 == 1 {
                settings.chromaDemodulation = .twoLineComb
                (settings.chromaDelayVertical, settings.chromaDelayHorizontal) = (-3, -2.5)
                // Disturbances higher than the image.
                (settings.headSwitchingHeight, settings.trackingNoiseHeight) = (24, 120)
            }
            if index % 3 == 2 { settings.compatibility = .corrected }
            try effect.configure(original.image(colorimetry))
            effect.update(settings)
            for only in [nil, .top, .bottom] as [VideoField?] {
                let frame = original.copy()
                try withExtendedLifetime(frame) {
                    try effect.render(
                        Frame(
                            format: format, width: width, height: height, interlaced: true, firstField: only ?? .top,
                            onlyField: only, planes: frame.frame.planes),
                        bands: BandRunner.reverse.executor(2))
                }
                let difference = untouchedDifference(frame, original: original)
                #expect(difference == nil, "\(frame.summary), \(only as Any): \(difference ?? "")")
            }
        }
    }

    /// Frames are what they are by their time, whatever came before.
    @Test func orderAndGapsChangeNothing() throws {
        let original = original(.bgrx, interlaced: false)
        let info = VideoInfo(
            format: .bgrx, width: 37, height: 41, colorimetry: Colorimetry(matrix: .bt709, fullRange: true, depth: 8),
            frameRate: FrameRate(25, 1))
        func render(_ effect: NtscEffect, _ n: Int64) throws -> TestFrame {
            let frame = original.repadded(0, placement: .beforeForbiddenPage)
            try withExtendedLifetime(frame) { try effect.render(frame.frame(at: n * 40_000_000), bands: .serial) }
            return frame
        }
        func open() throws -> NtscEffect {
            let effect = NtscEffect(kernels: CPULevel.best.kernels)
            try effect.configure(info)
            effect.update(NtscSettings())
            return effect
        }
        let effect = try open()
        let days: Int64 = 10 * 24 * 3600 * 25
        for n in [0, 1, 2, 7, 7, 3, days, 1, days + 1] {
            #expect(try render(effect, n).firstDifference(from: try render(try open(), n)) == nil)
        }
        // And they differ.
        #expect(try render(effect, 1).firstDifference(from: try render(effect, 2)) != nil)
        #expect(try render(effect, days).firstDifference(from: try render(effect, days + 1)) != nil)
    }
}
