// SPDX-License-Identifier: MIT
import Effects
import Expressions
import Filters
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

/// The same law with a factor of 1 besides, so that it is made of rows of floats.
private struct FloatBlur: Filter {
    @Limited(0...40) var radius = 2.0
    @Limited(0...1) var factor = 1.0

    static let metadata = ElementMetadata(
        factoryName: "testfloatblur", typeName: "TestFloatBlur", longName: "Float blur", family: .imageProcessing,
        description: "Blurs video", since: "0.1", example: "testfloatblur", recipes: [], details: "")
    static let properties: [Property<FloatBlur>] = []
    static func color(_ p: Pixel, _ u: Parameters<FloatBlur>) -> Color<Num> {
        p.gaussian(u(\.radius)).rgb * u(\.factor)
    }
}

@Suite("Gaussian blur of codes")
struct GaussianBlurTests {
    static let formats = PixelFormat.allCases.filter { FormatTable.sampleBytes($0) == 1 && $0.alphaOffset == nil }
    private static let sizes = [(1, 1), (1, 23), (29, 1), (2, 2), (3, 3), (16, 16), (41, 17), (34, 10)]

    private func subject(_ radius: Double) -> FilterSubject {
        FilterSubject(law: GaussianMean(radius: radius), "radius \(radius)")
    }

    private func frame(
        _ format: PixelFormat, _ size: (width: Int, height: Int), _ fill: Fill = .random, interlaced: Bool = false
    ) -> TestFrame {
        var generator = Generator(seed: UInt64(size.width * 1000 + size.height))
        let frame = TestFrame(format, width: size.width, height: size.height, interlaced: interlaced, padding: 3)
        frame.fill(fill, &generator)
        return frame
    }

    private func colorimetry(_ format: PixelFormat) -> Colorimetry { colorimetries(format)[0] }

    private func blurred(
        _ frame: TestFrame, _ radius: Double, _ kernels: any KernelSet.Type = CPULevel.best.kernels,
        _ bands: BandExecutor = .serial
    ) throws -> TestFrame {
        let result = frame.copy()
        try subject(radius).open(kernels, frame.image(colorimetry(frame.format))).render(result, bands)
        return result
    }

    /// How far codes are at most from the law in double precision: each pixel with the chroma that covers it through the window, and
    /// chroma the mean of what it covers.
    private func deviation(
        _ original: TestFrame, _ result: TestFrame, _ radius: Double, passes: Int = 1
    ) -> Double {
        let (before, after) = (Codes(original), Codes(result))
        let weights = Window.gaussian.weights(size: radius)
        let (width, height, reach) = (original.width, original.height, weights.count - 1)
        func position(_ component: Int, _ x: Int, _ y: Int) -> (x: Int, y: Int) {
            component == 0 || FormatTable.rgb.contains(original.format) ? (x, y) : before.chromaPosition(x, y)
        }
        func summed(_ values: [[Double]], _ at: (_ x: Int, _ y: Int, _ k: Int) -> (x: Int, y: Int)) -> [[Double]] {
            (0..<height).map { y in
                (0..<width).map { x in
                    var sum = 0.0
                    for k in -reach...reach {
                        let near = at(x, y, k)
                        sum += weights[abs(k)] * values[min(max(near.y, 0), height - 1)][min(max(near.x, 0), width - 1)]
                    }
                    return sum
                }
            }
        }
        var worst = 0.0
        for component in before.values.indices {
            let pixels = (0..<height).map { y in
                (0..<width).map { x in
                    let at = position(component, x, y)
                    return Double(before.values[component][at.y][at.x])
                }
            }
            let blurred = (0..<passes).reduce(pixels) { made, _ in
                summed(summed(made) { ($0 + $2, $1) }) { ($0, $1 + $2) }
            }
            var sums = after.values[component].map { $0.map { _ in (sum: 0.0, count: 0.0) } }
            for y in 0..<height {
                for x in 0..<width {
                    let at = position(component, x, y)
                    sums[at.y][at.x].sum += blurred[y][x]
                    sums[at.y][at.x].count += 1
                }
            }
            for (y, row) in sums.enumerated() {
                for (x, made) in row.enumerated() where made.count > 0 {
                    worst = max(worst, (Double(after.values[component][y][x]) - made.sum / made.count).magnitude)
                }
            }
        }
        return worst
    }

    private func check(_ original: TestFrame, _ radius: Double) throws {
        let result = try blurred(original, radius)
        let text: Comment = "\(original.summary), radius \(radius)"
        let distance = deviation(original, result, radius)
        #expect(distance < 0.75, "\(text): \(distance)")
        let touched = untouchedDifference(result, original: original)
        #expect(touched == nil, text)
        for kernels in [Reference.self] + CPULevel.available.map(\.kernels) {
            let other = try blurred(original, radius, kernels, BandRunner.threads.executor(3))
            let difference = other.firstDifference(from: result)
            #expect(difference == nil, "\(text) by \(kernels): \(difference ?? "")")
        }
    }

    @Test(arguments: formats) func everyRadius(format: PixelFormat) throws {
        for radius in 0...40 {
            let size = Self.sizes[(radius + 5) % Self.sizes.count]
            let fill: Fill = [.random, .nearZero, .nearMaximum, .ramp][radius % 4]
            try check(frame(format, size, fill), Double(radius))
        }
    }

    @Test(arguments: formats) func everySize(format: PixelFormat) throws {
        for size in Self.sizes { for radius in [1.0, 2, 5, 8] { try check(frame(format, size), radius) } }
    }

    /// Rows that share chroma are of two fields in turn.
    @Test(arguments: formats) func interlaced(format: PixelFormat) throws {
        for size in [(19, 7), (8, 12), (5, 1)] { try check(frame(format, size, interlaced: true), 2) }
    }

    /// Frames too wide for all that is kept of their rows to stay in a cache.
    @Test(arguments: [PixelFormat.bgrx, .rgb, .nv12, .yuy2], [20.0, 40])
    func strips(format: PixelFormat, radius: Double) throws {
        try check(frame(format, (2711, 5)), radius)
    }

    /// A frame of one colour stays as it is, code for code.
    @Test(arguments: formats) func constantStays(format: PixelFormat) throws {
        for code in 0...255 {
            let frame = TestFrame(format, width: 9, height: 7)
            for memory in frame.memories { memory.bytes.initializeMemory(as: UInt8.self, repeating: UInt8(code)) }
            let result = try blurred(frame, Double(1 + code % 40))
            #expect(result.firstDifferentByte(from: frame) == nil, "\(code)")
        }
    }

    private func blurred(
        _ frame: TestFrame, _ kernels: any KernelSet.Type = CPULevel.best.kernels, _ bands: BandExecutor = .serial,
        _ change: (inout GaussianBlur) -> Void
    ) -> TestFrame {
        var settings = GaussianBlur()
        change(&settings)
        let result = frame.copy()
        ComposedEffect<GaussianBlur>(kernels: kernels).render(result, settings, colorimetry(frame.format), bands)
        return result
    }

    @Test("The filter is its law once, or as often as passes says without rounding between") func passes() throws {
        for format in PixelFormat.allCases {
            let original = frame(format, (34, 11))
            let once = blurred(original) { $0.radius = 3 }
            let expected = try blurred(original, 3)
            #expect(once.firstDifference(from: expected) == nil, "\(format)")
            for passes in [2, 5, 8] {
                func made(_ kernels: any KernelSet.Type, _ bands: BandExecutor) -> TestFrame {
                    blurred(original, kernels, bands) { ($0.radius, $0.passes) = (3, Int32(passes)) }
                }
                let result = made(CPULevel.best.kernels, .serial)
                #expect(result.guardsAreIntact)
                if format.alphaOffset == nil {
                    let distance = deviation(original, result, 3, passes: passes)
                    let allowed = FormatTable.depth(format) == 16 ? Double(passes) : 0.75
                    #expect(distance < allowed, "\(format), \(passes) passes: \(distance)")
                }
                for kernels in [Reference.self] + CPULevel.available.map(\.kernels) {
                    let difference = made(kernels, BandRunner.threads.executor(3)).firstDifference(from: result)
                    #expect(difference == nil, "\(format), \(passes) passes by \(kernels): \(difference ?? "")")
                }
            }
            let still = blurred(original) { ($0.radius, $0.passes) = (0.4, 8) }
            #expect(still.firstDifferentByte(from: original) == nil)
        }
    }

    /// The reach that GPUImage 0.1.7 has for a standard deviation.
    @Test(arguments: [(1, 4), (2, 6), (3, 8), (4, 10), (5, 12), (7, 16), (10, 22), (12, 24), (20, 36)])
    func reach(sigma: Int, reach: Int) { #expect(Window.gaussian.reach(size: Double(sigma)) == reach) }

    @Test("A fraction of the width counts instead of the radius, up to the largest") func fractions() throws {
        for (width, fraction, radius) in [(100, 0.03, 3.0), (57, 0.1, 5.7), (90, 1, 40), (30, 0.01, 0.3)] {
            for format in [PixelFormat.i420, .bgra, .gray16le] {
                let original = frame(format, (width, 9))
                let expected = radius < 0.5 ? original : try blurred(original, radius)
                let result = blurred(original) { ($0.radius, $0.radiusFraction) = (12, fraction) }
                let difference = result.firstDifference(from: expected)
                #expect(difference == nil, "\(format), \(fraction) of \(width): \(difference ?? "")")
            }
        }
        var settings = GaussianBlur()
        (settings.radius, settings.radiusFraction) = (0, 0.01)
        #expect(!settings.isPassthrough)
        settings.radiusFraction = 0
        #expect(settings.isPassthrough)
    }

    /// Within a code of what rows of floats make, on one thread and on several.
    @Test(arguments: formats, [1.0, 2, 8, 20, 40]) func besideFloats(format: PixelFormat, radius: Double) throws {
        let original = frame(format, (201, 61))
        let codes = try blurred(original, radius)
        let bands = try blurred(original, radius, CPULevel.best.kernels, BandRunner.threads.executor(4))
        let difference = bands.firstDifference(from: codes)
        #expect(difference == nil, "\(difference ?? "")")
        var settings = FloatBlur()
        settings.radius = radius
        let floats = original.copy()
        try FilterSubject(settings, "floats").open(CPULevel.best.kernels, original.image(colorimetry(format)))
            .render(floats, .serial)
        for (a, b) in zip(codes.memories, floats.memories) {
            #expect(zip(a.bytes, b.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
        }
    }
}
