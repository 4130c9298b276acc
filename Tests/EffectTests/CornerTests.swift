// SPDX-License-Identifier: MIT
import Effects
import Expressions
import Filters
import Glibc
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

/// Numbers of pixels as doubles, which go on beyond their edges as their nearest do.
struct NumberImage {
    let (width, height): (Int, Int)
    var values: [Double]

    init(_ width: Int, _ height: Int, _ value: (_ x: Int, _ y: Int) -> Double) {
        (self.width, self.height) = (width, height)
        values = (0..<height).flatMap { y in (0..<width).map { x in value(x, y) } }
    }

    /// 0.2125 R' + 0.7154 G' + 0.0721 B' of a frame.
    init(lightOf frame: TestFrame, _ colorimetry: Colorimetry) {
        let colors = FilterLaw.colors(Codes(frame), colorimetry)
        self.init(frame.width, frame.height) { x, y in (colors[y][x] * SIMD3(0.2125, 0.7154, 0.0721)).sum() }
    }

    subscript(x: Int, y: Int) -> Double {
        values[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]
    }

    /// Through a Gaussian as filters have it.
    func blurred(_ radius: Double) -> NumberImage {
        let weights = Window.gaussian.weights(size: radius)
        func sum(_ value: (Int) -> Double) -> Double {
            weights.enumerated().dropFirst().reduce(weights[0] * value(0)) { $0 + $1.1 * (value($1.0) + value(-$1.0)) }
        }
        let rows = NumberImage(width, height) { x, y in sum { self[x + $0, y] } }
        return NumberImage(width, height) { x, y in sum { rows[x, y + $0] } }
    }

    /// Differences of columns and rows over 3x3 pixels.
    func gradient(middleWeight: Double) -> (columns: NumberImage, rows: NumberImage) {
        func side(_ a: Double, _ b: Double, _ c: Double) -> Double { a + middleWeight * b + c }
        return (
            NumberImage(width, height) { x, y in
                side(self[x + 1, y - 1], self[x + 1, y], self[x + 1, y + 1])
                    - side(self[x - 1, y - 1], self[x - 1, y], self[x - 1, y + 1])
            },
            NumberImage(width, height) { x, y in
                side(self[x - 1, y + 1], self[x, y + 1], self[x + 1, y + 1])
                    - side(self[x - 1, y - 1], self[x, y - 1], self[x + 1, y - 1])
            }
        )
    }
}

/// A frame of one byte for each pixel of gray, or of RGBx.
func grayFrame(_ format: PixelFormat, _ width: Int, _ height: Int, _ code: (Int, Int) -> Double) -> TestFrame {
    let frame = TestFrame(format, width: width, height: height)
    for y in 0..<height {
        for x in 0..<width {
            let byte = UInt8(max(0, min(255, code(x, y).rounded())))
            for i in 0..<(format == .gray8 ? 1 : 4) {
                (frame.rowBase(0, y) + (format == .gray8 ? x : 4 * x + i)).storeBytes(of: byte, as: UInt8.self)
            }
        }
    }
    return frame
}

/// What a filter that measures tells of a frame, and what becomes of that.
func told<F: MeasuringFilter>(
    _ settings: F, _ frame: TestFrame, _ colorimetry: Colorimetry,
    kernels: any KernelSet.Type = CPULevel.best.kernels, bands: BandExecutor = .serial
) throws -> (numbers: [String: Double], lists: [String: [Double]], region: EffectReport.Region?) {
    let effect = MeasuringEffect<F>(kernels: kernels)
    try effect.configure(frame.image(colorimetry))
    try effect.update(settings)
    try withExtendedLifetime(frame) { try effect.render(frame.frame, bands: bands) }
    let report = try #require(effect.report)
    var (numbers, lists): ([String: Double], [String: [Double]]) = ([:], [:])
    for field in report.fields {
        switch field.value {
        case .number(let number): numbers["\(field.name)"] = number
        case .flag(let isSet): numbers["\(field.name)"] = isSet ? 1 : 0
        case .numbers(let list): lists["\(field.name)"] = Array(list)
        case .counts: break
        }
    }
    return (numbers, lists, report.region)
}

@Suite("Corners")
struct CornerTests {
    private struct Corner {
        let x, y: Int
        let strength: Double
    }

    private func corners(
        _ settings: Corners, _ frame: TestFrame, _ colorimetry: Colorimetry,
        kernels: any KernelSet.Type = CPULevel.best.kernels, bands: BandExecutor = .serial
    ) throws -> [Corner] {
        let (numbers, lists, _) = try told(settings, frame, colorimetry, kernels: kernels, bands: bands)
        let (x, y) = (try #require(lists["x"]), try #require(lists["y"]))
        let strength = try #require(lists["strength"])
        #expect(numbers["count"] == Double(x.count) && numbers["found"] == (x.isEmpty ? 0 : 1))
        let (columns, rows) = (Double(frame.width), Double(frame.height))
        return x.indices.map { i -> Corner in
            Corner(x: Int(x[i] * columns), y: Int(y[i] * rows), strength: strength[i])
        }
    }

    /// The law of responses, from where it was published.
    private func responses(_ settings: Corners, _ light: NumberImage) -> NumberImage {
        if settings.method == .fast {
            let circle = [(0, -3), (1, -3), (2, -2), (3, -1), (3, 0), (3, 1), (2, 2), (1, 3)]
            let around = circle + circle.map { (-$0.0, -$0.1) }
            return NumberImage(light.width, light.height) { x, y in
                let changes = around.map { light[x + $0.0, y + $0.1] - light[x, y] }
                return (0..<16).reduce(-1) { most, start in
                    let arc = (0..<Int(settings.arc)).map { changes[(start + $0) % 16] }
                    return max(most, arc.min() ?? 0, -(arc.max() ?? 0))
                }
            }
        }
        let (gx, gy) = light.gradient(middleWeight: 1)
        func mean(_ a: NumberImage, _ b: NumberImage) -> NumberImage {
            NumberImage(light.width, light.height) { a[$0, $1] * b[$0, $1] }.blurred(settings.radius)
        }
        let (xx, yy, xy) = (mean(gx, gx), mean(gy, gy), mean(gx, gy))
        return NumberImage(light.width, light.height) { x, y in
            let (a, b, c) = (xx[x, y], yy[x, y], xy[x, y])
            let s = settings.sensitivity
            switch settings.method {
            case .harris: return s * (a * b - c * c - 0.04 * (a + b) * (a + b))
            case .noble: return a + b == 0 ? 0 : s * (a * b - c * c) / (a + b)
            case .shiTomasi, .fast: return s * (a + b - ((a - b) * (a - b) + 4 * c * c).squareRoot())
            }
        }
    }

    @Test("They are those of the published laws, in all formats and sizes", arguments: CornerMethod.allCases)
    func law(method: CornerMethod) throws {
        for format in Sample.some(of: PixelFormat.allCases, 5, "corners \(method)") {
            for (width, height) in [(1, 1), (37, 23), (1030, 9), (5, 1), (1, 7), (64, 32)] {
                let colorimetry = colorimetries(format)[0]
                let frame = TestFrame(format, width: width, height: height)
                var generator = Generator(seed: Sample.seed &+ UInt64(width))
                frame.fill(.random, &generator)
                let kept = frame.copy()
                var settings = Corners()
                (settings.method, settings.maximumCount, settings.arc) = (method, 4096, Int32(9 + width % 4))
                (settings.radius, settings.threshold) = (Double(width % 3), method == .fast ? 0.1 : 0.05)
                let told = try corners(settings, frame, colorimetry)
                #expect(frame.firstDifference(from: kept) == nil)
                let expected = responses(settings, NumberImage(lightOf: frame, colorimetry))
                let scale = expected.values.reduce(1e-3) { max($0, $1.magnitude) }
                let error = 2e-5 * scale
                var found = Set<Int>()
                for corner in told {
                    found.insert(corner.y * width + corner.x)
                    #expect(abs(corner.strength - expected[corner.x, corner.y]) < error, "\(format) \(width)x\(height)")
                }
                for y in 0..<height {
                    for x in 0..<width {
                        let own = expected[x, y]
                        let before = [(-1, -1), (0, -1), (-1, 0), (-1, 1)].map { expected[x + $0.0, y + $0.1] }
                        let after = [(1, -1), (1, 0), (0, 1), (1, 1)].map { expected[x + $0.0, y + $0.1] }
                        // What is at the edge of the law to a rounding may be either.
                        func holds(_ margin: Double) -> Bool {
                            own >= settings.threshold + margin && before.allSatisfy { own > $0 + margin }
                                && after.allSatisfy { own >= $0 + margin }
                        }
                        let isFound = found.contains(y * width + x)
                        if isFound ? !holds(-error) : holds(error) {
                            Issue.record("\(method), \(format) \(width)x\(height): \(x), \(y) is found: \(isFound)")
                        }
                    }
                }
                #expect(zip(told, told.dropFirst()).allSatisfy { $0.strength >= $1.strength })
            }
        }
    }

    @Test(
        "Of few levels of gray, where many responses are equal, fast finds the same in gray and in colour as in whole numbers"
    )
    func ties() throws {
        var generator = Generator(seed: Sample.seed)
        let levels = (0..<48 * 40).map { _ in 30 * Int.random(in: 0...8, using: &generator) }
        func level(_ x: Int, _ y: Int) -> Int { levels[min(max(y, 0), 39) * 48 + min(max(x, 0), 47)] }
        var settings = Corners()
        (settings.method, settings.maximumCount, settings.threshold) = (.fast, 4096, 30.0 / 255)
        // Differences of codes are whole numbers, and exact.
        let exact = responses(settings, NumberImage(48, 40) { Double(level($0, $1)) })
        var expected: Set<Int> = []
        for y in 0..<40 {
            for x in 0..<48 {
                let own = exact[x, y]
                let before = [(-1, -1), (0, -1), (-1, 0), (-1, 1)].allSatisfy { own > exact[x + $0.0, y + $0.1] }
                let after = [(1, -1), (1, 0), (0, 1), (1, 1)].allSatisfy { own >= exact[x + $0.0, y + $0.1] }
                if own >= 30, before, after { expected.insert(48 * y + x) }
            }
        }
        for format in [PixelFormat.gray8, .rgbx] {
            let frame = grayFrame(format, 48, 40) { x, y in Double(level(x, y)) }
            let found = try corners(settings, frame, colorimetries(format)[0])
            #expect(Set(found.map { 48 * $0.y + $0.x }) == expected, "\(format), \(Sample.note)")
        }
    }

    @Test("Responses of the probe are what OpenCV makes of the law in doubles: GPUImage's without its limits")
    func probe() throws {
        let expected: [(CornerMethod, Double, Double, Double)] = [
            (.harris, 5, 70.7, 0.5), (.noble, 5, 146.5, 9.9), (.shiTomasi, 1.5, 117.2, 6.7),
        ]
        for (method, sensitivity, first, second) in expected {
            let frame = TestFrame(.rgbx, width: 64, height: 36)
            for y in 0..<36 {
                for x in 0..<64 {
                    let codes = [7 * x + 13 * y, 3 * x * x + 5 * y, x * y, 0]
                    for (i, code) in codes.enumerated() {
                        (frame.rowBase(0, y) + 4 * x + i).storeBytes(of: UInt8(code & 255), as: UInt8.self)
                    }
                }
            }
            var settings = Corners()
            (settings.method, settings.sensitivity, settings.show) = (method, sensitivity, .response)
            _ = try told(settings, frame, colorimetries(.rgbx)[0])
            func code(_ x: Int, _ y: Int) -> Double {
                Double((frame.rowBase(0, y) + 4 * x).load(as: UInt8.self))
            }
            #expect(abs(code(20, 11) - first) <= 0.6, "\(method): \(code(20, 11))")
            #expect(abs(code(0, 35) - second) <= 0.6, "\(method): \(code(0, 35))")
        }
    }

    /// A bright square with a middle and half a side, turned by an angle in radians, with soft edges.
    private func square(_ angle: Double, _ format: PixelFormat) -> TestFrame {
        let (c, s) = (cos(angle), sin(angle))
        return grayFrame(format, 120, 100) { x, y in
            let (dx, dy) = (Double(x) + 0.5 - 60, Double(y) + 0.5 - 50)
            let (u, v): (Double, Double) = (abs(dx * c + dy * s), abs(dy * c - dx * s))
            let inside: Double = 25.5 - max(u, v)
            return 40 + 180 * min(1, max(0, inside))
        }
    }

    @Test("A square has four, turned or not; what is flat has none", arguments: CornerMethod.allCases)
    func squares(method: CornerMethod) throws {
        for format in [PixelFormat.gray8, .rgbx] {
            for angle in [0, 0.3, 0.785398] {
                var settings = Corners()
                (settings.method, settings.threshold) = (method, method == .fast ? 0.12 : 0.05)
                settings.maximumCount = 4
                let frame = square(angle, format)
                let found = try corners(settings, frame, colorimetries(format)[0])
                // Where its corners are by geometry.
                let (c, s) = (cos(angle), sin(angle))
                for (u, v) in [(25.0, 25.0), (25, -25), (-25, 25), (-25, -25)] {
                    let (x, y) = (60 + u * c - v * s, 50 + u * s + v * c)
                    let isNear = found.contains {
                        abs(Double($0.x) + 0.5 - x) <= 3 && abs(Double($0.y) + 0.5 - y) <= 3
                    }
                    #expect(isNear, "\(method) \(angle): \(found) have none near \(x), \(y)")
                }
                let region = try told(settings, frame, colorimetries(format)[0]).region
                #expect(region.map { $0.width >= 40 && $0.height >= 40 } == true, "\(method) \(angle)")
            }
            var settings = Corners()
            (settings.method, settings.threshold) = (method, 0)
            let flat = grayFrame(format, 50, 40) { _, _ in 77 }
            let none = try told(settings, flat, colorimetries(format)[0])
            #expect(none.numbers == ["found": 0, "count": 0] && none.region == nil)
        }
    }

    @Test("The same bits on all levels and any number of threads, and in bounds where all is noise")
    func levels() throws {
        for format in Sample.some(of: PixelFormat.allCases, 3, "corner levels") {
            let frame = TestFrame(format, width: 203, height: 120)
            var generator = Generator(seed: Sample.seed)
            frame.fill(.random, &generator)
            for method in CornerMethod.allCases {
                for show in CornerView.allCases {
                    var settings = Corners()
                    (settings.method, settings.threshold, settings.show) = (method, 0, show)
                    settings.maximumCount = 150
                    let (first, c) = (frame.copy(), colorimetries(format)[0])
                    let expected = try told(settings, first, c)
                    #expect(expected.lists["x"]?.count == 150)
                    #expect(expected.lists.values.allSatisfy { $0.allSatisfy(\.isFinite) })
                    for kernels in [Reference.self] + CPULevel.available.map(\.kernels) {
                        let other = frame.copy()
                        let bands = BandRunner.threads.executor(3)
                        let actual = try told(settings, other, c, kernels: kernels, bands: bands)
                        #expect(actual.lists == expected.lists, "\(method) \(format)")
                        #expect(other.firstDifference(from: first) == nil, "\(method) \(show) \(format)")
                    }
                }
            }
        }
    }

    @Test("Squares are drawn around corners, and nothing else changes", arguments: [PixelFormat.i420, .bgrx, .gray8])
    func marks(format: PixelFormat) throws {
        let frame = TestFrame(format, width: 80, height: 60)
        for memory in frame.memories { memory.bytes.initializeMemory(as: UInt8.self, repeating: 100) }
        for y in 20..<60 { for x in 30..<80 { frame.setGray(x, y, 200) } }
        let kept = frame.copy()
        var settings = Corners()
        (settings.threshold, settings.maximumCount, settings.show) = (0.01, 1, .corners)
        let found = try corners(settings, frame, colorimetries(format)[0])
        let corner = try #require(found.first)
        #expect(abs(corner.x - 30) <= 2 && abs(corner.y - 20) <= 2)
        for y in 0..<60 {
            for x in 0..<80 {
                let distance = max(abs(x - corner.x), abs(y - corner.y))
                #expect((frame.firstByte(x, y) != kept.firstByte(x, y)) == (distance == 4), "\(x), \(y)")
            }
        }
    }
}

extension TestFrame {
    /// Makes a pixel gray: its first bytes, but for that of 4:2:0.
    func setGray(_ x: Int, _ y: Int, _ code: UInt8) {
        let bytes = format == .bgrx ? 4 : 1
        for i in 0..<bytes { (rowBase(0, y) + bytes * x + i).storeBytes(of: code, as: UInt8.self) }
    }

    /// The first byte of a pixel's first plane.
    func firstByte(_ x: Int, _ y: Int) -> UInt8 {
        (rowBase(0, y) + (format == .bgrx ? 4 : 1) * x).load(as: UInt8.self)
    }
}
