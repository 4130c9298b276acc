// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

@Suite("Filters: against their scalar reading")
struct FilterLawTests {
    /// Settings by chance are others every day; SWIFTVIDEO_SEED repeats a day's.
    private static let subjects: [FilterSubject] = {
        var generator = Generator(seed: Sample.seed)
        let all = FilterSubject.all(&generator, random: 2)
        return Sample.isFew ? Sample.some(of: all, 16, "laws") : all
    }()

    /// Every format, each day others for each filter: within a code, alpha and padding as they were, the same bits at every level and
    /// thread count.
    @Test(arguments: subjects) func everyFormat(subject: FilterSubject) throws {
        var generator = Generator(seed: Sample.seed)
        let all = Array(PixelFormat.allCases.enumerated())
        let formats = Sample.element == nil ? Sample.some(of: all, 10, subject.testDescription) : all
        var (jumped, count) = (0, 0)
        for (index, format) in formats {
            let interlaced = FormatTable.yuv420.contains(format) && index % 2 == 1
            let frame = TestFrame(
                format, width: [19, 34, 1][index % 3], height: [7, 10, 5][index % 3], interlaced: interlaced,
                padding: [0, 5, 3][index % 3], placement: Placement.allCases[index % 3])
            let others = colorimetries(format)
            let colorimetry = others[(index + Int(generator.next() % 7)) % others.count]
            frame.fill(.random, &generator)
            let deviation = try check(subject, frame, colorimetry)
            jumped += deviation.jumped
            count += deviation.count
        }
        expectFew(jumped, of: count, subject)
    }

    /// Where laws jump either side may be right, but of one sample in a thousand at most.
    private func expectFew(_ jumped: Int, of count: Int, _ subject: FilterSubject) {
        let context: Comment = "\(subject): \(jumped) of \(count) samples are not the law's, \(Sample.note)"
        #expect(jumped <= max(1, count / 1000), context)
    }

    /// Frames as wide as several tiles and of more bands than threads.
    @Test(arguments: subjects) func wideFrames(subject: FilterSubject) throws {
        var generator = Generator(seed: Sample.seed &+ 1)
        let formats: [PixelFormat] = [.i420, .bgrx, .rgb, .p010, .gray8, .ayuv64, .argb64, .ayuv]
        let format = formats[Int(generator.next() % UInt64(formats.count))]
        let frame = TestFrame(format, width: 1027, height: 6, padding: 1)
        frame.fill(.random, &generator)
        let deviation = try check(subject, frame, colorimetries(format)[0])
        expectFew(deviation.jumped, of: deviation.count, subject)
    }

    /// Where nothing is steep, laws that sample are within a code, as all others.
    @Test(arguments: subjects.filter { $0.reading(1, 1) { _, _, _ in 0 }.samples })
    func smoothFrames(subject: FilterSubject) throws {
        for format in [PixelFormat.bgra, .y444] {
            let frame = TestFrame(format, width: 61, height: 40, padding: 3)
            let bytes = format == .bgra ? 4 : 1
            for plane in 0..<(format == .bgra ? 1 : 3) {
                for y in 0..<frame.height {
                    for x in 0..<frame.width * bytes {
                        let component = bytes == 4 ? x % 4 : plane
                        let (across, down) = ([2, 1, 3, 1][component], [1, 3, 1, 2][component])
                        let code = 90 + (x / bytes * across + y * down) / 3
                        (frame.rowBase(plane, y) + x).storeBytes(of: UInt8(code), as: UInt8.self)
                    }
                }
            }
            let deviation = try check(subject, frame, colorimetries(format)[0], steepest: 0.01)
            expectFew(deviation.jumped, of: deviation.count, subject)
        }
    }

    /// How far samples of a frame are from a law.
    struct Deviation {
        /// The greatest, but for samples where the law jumps.
        var distance = 0.0
        var text = ""
        /// How many of these are farther than is allowed, and how many samples there are.
        var (jumped, count) = (0, 0)
    }

    /// `steepest` is how much of all codes lies between neighbours at most.
    @discardableResult
    func check(
        _ subject: FilterSubject, _ frame: TestFrame, _ colorimetry: Colorimetry, steepest: Double = 1
    ) throws -> Deviation {
        let context: Comment = "\(subject), \(frame.summary), \(colorimetry), \(Sample.note)"
        let original = frame.copy()
        let others = ([Reference.self] + CPULevel.available.map(\.kernels)).map { ($0, frame.copy()) }
        let video = frame.image(colorimetry)
        try subject.open(CPULevel.best.kernels, video).render(frame, .serial)
        #expect(frame.guardsAreIntact, context)
        for (kernels, other) in others {
            try subject.open(kernels, video).render(other, BandRunner.threads.executor(3))
            let difference = other.firstDifference(from: frame)
            #expect(difference == nil, "\(context) by \(kernels): \(difference ?? "")")
        }

        let depth = FormatTable.depth(frame.format)
        let law = FilterLaw(subject, original, colorimetry, depth: depth)
        let before = Codes(original)
        let alpha = alphas(original)
        let after = Codes(frame)
        // Beside a pixel of the greatest contrast, a hundredth of a pixel is a hundredth of all codes.
        let rounding = depth == 16 ? 6 : 1.001
        let shift = law.samples ? steepest * law.maximum / 100 : 0
        let allowed = rounding + shift
        let deviations = (law.isLinear ? [false, true] : [subject.isLimited]).map { limits in
            deviation(after, from: law, before, alpha: alpha, limits: limits, allowed: allowed, shift: shift)
        }
        func rank(_ deviation: Deviation) -> (Int, Int, Double) {
            (deviation.distance < allowed ? 0 : 1, deviation.jumped, deviation.distance)
        }
        let worst = deviations.min { rank($0) < rank($1) } ?? deviations[0]
        #expect(worst.distance < allowed, "\(context): \(worst.text)")

        let made = alphas(frame)
        guard let alpha, let made else {
            let touched = untouchedDifference(frame, original: original)
            #expect(touched == nil, "\(context): \(touched ?? "")")
            return worst
        }
        let changed = law.alpha(before, alpha: alpha)
        let wanted = changed ?? alpha
        let scale = depth == 16 ? 65535.0 : 255
        let alphaShift = law.samples ? steepest * scale / 100 : 0
        for y in wanted.indices {
            for x in wanted[y].indices {
                let limited = min(max(wanted[y][x], 0), 1)
                // Transparent and opaque stay so.
                let isBetween = changed != nil && limited > 0 && limited < 1
                let allowed = changed == nil ? 0.001 : alphaShift + (isBetween ? rounding : 1.001)
                #expect(
                    (made[y][x] - limited).magnitude * scale < allowed,
                    "\(context): alpha at column \(x), row \(y)")
            }
        }
        return worst
    }

    /// Where the law jumps is found only if a sample is farther than allowed, as it takes long.
    func deviation(
        _ codes: Codes, from law: FilterLaw, _ before: Codes, alpha: [[Double]]?, limits: Bool, allowed: Double,
        shift: Double = 0
    ) -> Deviation {
        let exact = law.exact(before, alpha: alpha, limits: limits)
        func deviation(_ jumps: [[[FilterLaw.Jump]]]?, reach: [[[Double]]]? = nil) -> Deviation {
            var made = Deviation()
            for (c, rows) in exact.enumerated() {
                for (y, row) in rows.enumerated() {
                    made.count += row.count
                    for (x, exact) in row.enumerated() {
                        let code = codes.values[c][y][x]
                        let distance = (Double(code) - exact).magnitude - max(0, (reach?[c][y][x] ?? 0) - shift)
                        guard distance > made.distance else { continue }
                        let jump = jumps?[c][y][x] ?? .none
                        if jump == .none {
                            made.distance = distance
                            made.text = "component \(c), column \(x), row \(y): \(code) instead of \(exact)"
                        } else if jump == .visible, distance >= allowed {
                            made.jumped += 1
                        }
                    }
                }
            }
            return made
        }
        let all = deviation(nil)
        guard all.distance >= allowed else { return all }
        return deviation(
            law.jumps(before, alpha: alpha, limits: limits, exact: exact, made: codes, allowed: allowed),
            reach: law.samplesAreWeighted && shift > 0
                ? alpha.map { law.reach(before, alpha: $0, limits: limits, exact: exact) } : nil)
    }

    /// Alpha of every pixel, nominal; nil: the format has none.
    func alphas(_ frame: TestFrame) -> [[Double]]? {
        guard let offset = frame.format.alphaOffset else { return nil }
        let bytes = FormatTable.sampleBytes(frame.format)
        return (0..<frame.height).map { y in
            (0..<frame.width).map { x in
                let sample = frame.rowBase(0, y) + (4 * x + offset) * bytes
                return bytes == 2
                    ? Double(sample.load(as: UInt16.self)) / 65535 : Double(sample.load(as: UInt8.self)) / 255
            }
        }
    }
}
