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

@Suite("Filters of squares")
struct SquareFilterTests {
    private static let bytes = PixelFormat.allCases.filter {
        FormatTable.sampleBytes($0) == 1 && (FormatTable.rgb.contains($0) || FormatTable.gray.contains($0))
    }

    private func frame(_ format: PixelFormat, _ width: Int, _ height: Int) -> TestFrame {
        var generator = Generator(seed: Sample.seed &+ UInt64(width))
        let frame = TestFrame(format, width: width, height: height, interlaced: false, padding: 3)
        frame.fill(.random, &generator)
        return frame
    }

    private func rendered<F: Filter>(
        _ settings: F, _ original: TestFrame, _ kernels: any KernelSet.Type, _ bands: BandExecutor
    ) -> TestFrame {
        let frame = original.copy()
        let colorimetry = Colorimetry(matrix: .bt709, fullRange: true, depth: FormatTable.depth(frame.format))
        FilterEffect<F>(kernels: kernels).render(frame, settings, colorimetry, bands)
        return frame
    }

    /// Each component is the greatest, the least or the median of its square; alpha is too where it goes through it, and what is no
    /// component stays. At every level, and for bands.
    @Test(arguments: bytes, [1, 2, 3, 16]) func squaresAreExact(format: PixelFormat, radius: Int) throws {
        var (dilate, erode, median) = (Dilate(), Erode(), Median())
        (dilate.radius, erode.radius, median.radius) = (Int32(radius), Int32(radius), Int32(radius))
        for (width, height) in [(37, 21), (1, 5), (6, 1), (1, 1)] {
            let original = frame(format, width, height)
            let small = try everywhere(erode, original)
            let large = try everywhere(dilate, original)
            try check(original, large, radius, withAlpha: true) { $0.max() ?? 0 }
            try check(original, small, radius, withAlpha: true) { $0.min() ?? 0 }
            guard radius <= 3 else { continue }
            try check(original, everywhere(median, original), radius, withAlpha: false) { $0.sorted()[$0.count / 2] }
        }
    }

    /// What the scalar kernels make of a frame, if all others make it too, in bands as well.
    private func everywhere<F: Filter>(_ settings: F, _ original: TestFrame) throws -> TestFrame {
        let expected = rendered(settings, original, Reference.self, .serial)
        for level in CPULevel.available {
            for bands in [BandExecutor.serial, BandRunner.threads.executor(3)] {
                let difference = rendered(settings, original, level.kernels, bands).firstDifference(from: expected)
                #expect(
                    difference == nil, "\(F.metadata.factoryName), \(original.summary), \(level): \(difference ?? "")")
            }
        }
        return expected
    }

    private func check(
        _ original: TestFrame, _ made: TestFrame, _ radius: Int, withAlpha: Bool, _ chosen: ([UInt8]) -> UInt8
    ) throws {
        #expect(made.guardsAreIntact)
        let (width, height, step) = (original.width, original.height, original.format.layout.first.step)
        func code(_ frame: TestFrame, _ byte: Int, _ x: Int, _ y: Int) -> UInt8 {
            let (x, y) = (min(max(x, 0), width - 1), min(max(y, 0), height - 1))
            return (frame.rowBase(0, y) + byte + x * step).load(as: UInt8.self)
        }
        let layout = original.format.layout
        var changed = Set([layout.first.offset, layout.second.offset, layout.third.offset])
        if withAlpha, let alpha = original.format.alphaOffset { changed.insert(alpha) }
        for byte in 0..<step {
            for y in 0..<height {
                for x in 0..<width {
                    let square = (-radius...radius).flatMap { dy in
                        (-radius...radius).map { code(original, byte, x + $0, y + dy) }
                    }
                    let wanted = changed.contains(byte) ? chosen(square) : code(original, byte, x, y)
                    let found = code(made, byte, x, y)
                    guard wanted != found else { continue }
                    Issue.record("\(original.summary), byte \(byte) of column \(x), row \(y): \(found), not \(wanted)")
                    return
                }
            }
        }
    }

    /// Canny's law in double precision, for a frame of R'G'B' and one of Y'CbCr. Where gradients are nearly equal either is right, so
    /// one pixel in a thousand may differ.
    @Test(arguments: [PixelFormat.bgrx, .y444, .gray8]) func cannyFollowsItsLaw(format: PixelFormat) throws {
        let (width, height) = (97, 61)
        let original = TestFrame(format, width: width, height: height, interlaced: false, padding: 3)
        let codes = SmoothImage.codes(width, height)
        for plane in 0..<format.layout.planeCount {
            for y in 0..<height {
                let row = original.rowBase(plane, y).assumingMemoryBound(to: UInt8.self)
                for i in 0..<width * format.layout.step(plane: plane) {
                    row[i] = plane > 0 ? 128 : codes[y][i / format.layout.step(plane: plane)]
                }
            }
        }
        let colorimetry = Colorimetry(matrix: .bt709, fullRange: true, depth: 8)
        let made = original.copy()
        ComposedEffect<Canny>(kernels: CPULevel.best.kernels).render(made, Canny(), colorimetry, .serial)
        let wanted = CannyLaw.edges(codes.map { $0.map { Double($0) / 255 } })
        var (different, white) = (0, 0)
        for y in 0..<height {
            let row = made.rowBase(0, y).assumingMemoryBound(to: UInt8.self)
            for x in 0..<width {
                different += row[x * format.layout.step(plane: 0)] == (wanted[y][x] ? 255 : 0) ? 0 : 1
                white += wanted[y][x] ? 1 : 0
            }
        }
        #expect(different <= width * height / 1000)
        #expect(white > 100)
    }
}

/// Discs and slopes.
private enum SmoothImage {
    static func codes(_ width: Int, _ height: Int) -> [[UInt8]] {
        (0..<height).map { y in
            (0..<width).map { x in
                func distance(_ cx: Double, _ cy: Double) -> Double {
                    ((Double(x) - cx) * (Double(x) - cx) + (Double(y) - cy) * (Double(y) - cy)).squareRoot()
                }
                if distance(30, 30) < 17.3 { return 200 }
                if distance(70, 25) < 12.8 { return UInt8(30 + x) }
                return UInt8(60 + y)
            }
        }
    }
}

/// Canny edge detection as `swiftcanny` documents it, with its default settings.
private enum CannyLaw {
    typealias Image = [[Double]]

    static func edges(_ luma: Image) -> [[Bool]] {
        let (width, height) = (luma[0].count, luma.count)
        func at(_ image: Image, _ x: Int, _ y: Int) -> Double {
            image[min(max(y, 0), height - 1)][min(max(x, 0), width - 1)]
        }
        func map(_ value: (Int, Int) -> Double) -> Image {
            (0..<height).map { y in (0..<width).map { value($0, y) } }
        }
        let weights = Window.gaussian.weights(size: 2)
        func weight(_ k: Int) -> Double { weights[abs(k)] }
        let reach = weights.count - 1
        let rows = map { x, y in (-reach...reach).reduce(0) { $0 + weight($1) * at(luma, x + $1, y) } }
        let blurred = map { x, y in (-reach...reach).reduce(0) { $0 + weight($1) * at(rows, x, y + $1) } }
        func difference(_ x: Int, _ y: Int, _ dx: Int, _ dy: Int) -> Double {
            [(-1, 1.0), (0, 2), (1, 1)].reduce(0) { sum, k in
                let (ox, oy) = (dx + k.0 * dy, dy + k.0 * dx)
                return sum + k.1 * (at(blurred, x + ox, y + oy) - at(blurred, x + ox - 2 * dx, y + oy - 2 * dy))
            }
        }
        let columns = map { x, y in difference(x, y, 1, 0) }
        let gradientRows = map { x, y in difference(x, y, 0, 1) }
        let long = map { x, y in
            (columns[y][x] * columns[y][x] + gradientRows[y][x] * gradientRows[y][x]).squareRoot()
        }
        let counted = map { x, y in
            func direction(_ d: Double) -> Int { abs(d) < long[y][x] * 0.38268343 ? 0 : d < 0 ? -1 : d > 0 ? 1 : 0 }
            let (dx, dy) = (direction(columns[y][x]), direction(gradientRows[y][x]))
            guard long[y][x] >= max(at(long, x + dx, y + dy), at(long, x - dx, y - dy)) - 1e-4 else { return 0 }
            let t = min(max((long[y][x] - 0.1) / 0.3, 0), 1)
            return t * t * (3 - 2 * t)
        }
        return (0..<height).map { y in
            (0..<width).map { x in
                let sum = (-1...1).flatMap { dy in (-1...1).map { at(counted, x + $0, y + dy) } }.reduce(0, +)
                return counted[y][x] >= 0.01 && sum >= 1.5
            }
        }
    }
}
