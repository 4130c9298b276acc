// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore
import PixelKernels
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The laws are written here as GPUImage has them, and not taken from the declarations.
@Suite("Blurs and filters of several laws: against their laws in double precision")
struct ComposedLawTests {
    private static let formats: [PixelFormat] = [.bgrx, .y444, .rgba]
    private static let (width, height) = (96, 64)
    private static let nine = [-4.0, -3, -2, -1, 0, 1, 2, 3, 4].map {
        (away: $0, weight: [0.18, 0.15, 0.12, 0.09, 0.05][Int(abs($0))])
    }
    private let colorimetry = Colorimetry(matrix: .bt709, fullRange: true, depth: 8)

    /// Compares codes with those of `law`, which finds the frame and keeps what it `store`s as the frame would.
    /// The parts of samples that may be farther than a code are for laws that compare.
    private func check<E: InPlaceEffect>(
        _: E.Type, _ format: PixelFormat, excused: Double = 0, sourceLocation: SourceLocation = #_sourceLocation,
        _ change: (inout E.Settings) -> Void,
        _ law: (_ image: LawImage, _ store: (LawImage) -> LawImage) -> LawImage
    ) {
        var settings = E.Settings()
        change(&settings)
        for scene in LawScene.allCases {
            let frame = TestFrame(format, width: Self.width, height: Self.height)
            scene.image(Self.width, Self.height, hasAlpha: format.alphaOffset != nil).store(frame, colorimetry)
            let wanted = law(LawImage(frame, colorimetry)) { $0.stored(format, colorimetry) }
            E(kernels: CPULevel.best.kernels).render(frame, settings, colorimetry, .serial)
            let made = LawImage(frame, colorimetry).codes(format, colorimetry)
            let distances = zip(made.joined(), wanted.codes(format, colorimetry).joined()).map { ($0 - $1).magnitude }
            let far = distances.count { $0 > 1.001 }
            #expect(
                Double(far) <= excused * Double(distances.count),
                "\(format), \(scene): \(far) of \(distances.count), \(distances.max() ?? 0) at most",
                sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: formats, [1, 3]) func fastBlur(format: PixelFormat, passes: Int) {
        for size in [0.3, 1, 1.7, 10] {
            check(ComposedEffect<FastBlur>.self, format) {
                ($0.size, $0.passes) = (size, Int32(passes))
            } _: { image, _ in
                let points = [
                    (0, 0.2270270270), (1.3846153846, 0.3162162162), (-1.3846153846, 0.3162162162),
                    (3.2307692308, 0.0702702703), (-3.2307692308, 0.0702702703),
                ].map { (away: size * $0.0, weight: $0.1) }
                return (0..<passes).reduce(image.multiplied) { made, _ in made.summed(points) }.divided
            }
        }
    }

    @Test(arguments: formats, [(2, 1), (2, 2), (5, 3), (1, 8)])
    func gaussianBlur(format: PixelFormat, blur: (radius: Int, passes: Int)) {
        check(ComposedEffect<GaussianBlur>.self, format) {
            ($0.radius, $0.passes) = (Double(blur.radius), Int32(blur.passes))
        } _: { image, _ in
            (0..<blur.passes).reduce(image.multiplied) { made, _ in made.gaussian(Double(blur.radius)) }.divided
        }
    }

    /// Columns first, whose result is stored.
    @Test(arguments: formats) func bilateral(format: PixelFormat) {
        func multiplied(_ color: SIMD4<Double>) -> SIMD4<Double> {
            SIMD4(color.x * color.w, color.y * color.w, color.z * color.w, color.w)
        }
        func likes(_ image: LawImage, _ normalization: Double, _ dx: Int, _ dy: Int) -> LawImage {
            LawImage(image.width, image.height) { x, y in
                let own = image[x, y]
                var (color, alpha, sum) = (SIMD4<Double>(), 0.0, 0.0)
                for (k, weight) in Self.nine {
                    let other = image[x + Int(k) * dx, y + Int(k) * dy]
                    let difference = multiplied(other) - multiplied(own)
                    let distance = (difference * difference).sum().squareRoot()
                    let counted = weight * (1 - min(1, normalization * distance))
                    color += other * other.w * counted
                    alpha += other.w * counted
                    sum += counted
                }
                color /= alpha
                color.w = alpha / sum
                return color
            }
        }
        for (normalization, step) in [(8.0, 4), (2.5, 1), (0.7, 6)] {
            check(ComposedEffect<Bilateral>.self, format, excused: 0.001) {
                ($0.distanceNormalization, $0.step) = (normalization, Double(step))
            } _: { image, store in
                likes(store(likes(image, normalization, 0, step)), normalization, step, 0)
            }
        }
    }

    @Test(arguments: formats) func adaptiveThreshold(format: PixelFormat) {
        check(ComposedEffect<AdaptiveThreshold>.self, format, excused: 0.001) { _ in
        } _: { image, _ in
            let rounded = image.map { pixel in
                let luma = (255 * LawImage.luma(pixel) + 0.5).rounded(.down) / 255
                return SIMD4(luma, luma, luma, pixel.w)
            }
            let mean = rounded.multiplied.mean(reach: 4).divided
            return LawImage(image.width, image.height) { x, y in
                let white = rounded[x, y].x >= mean[x, y].x - 0.05 ? 1.0 : 0
                return SIMD4(white, white, white, image[x, y].w)
            }
        }
    }

    @Test(arguments: formats, [false, true]) func backdropBlur(format: PixelFormat, average: Bool) {
        check(ComposedEffect<BackdropBlur>.self, format) {
            $0.average = average
        } _: { image, _ in
            let opaque = image.multiplied
            let small = LawImage(image.width / 4, image.height / 4) { x, y in
                guard average else { return opaque.sample(4 * Double(x) + 1.5, 4 * Double(y) + 1.5) }
                return (0..<16).reduce(SIMD4()) { $0 + opaque[4 * x + $1 % 4, 4 * y + $1 / 4] } / 16
            }
            let saturated = small.divided.map { pixel in
                let luma = LawImage.luma(pixel)
                var made = luma + 0.8 * (pixel - luma)
                made.w = pixel.w
                return made.clamped(lowerBound: SIMD4(), upperBound: SIMD4(repeating: 1))
            }
            let blurred = saturated.multiplied.gaussian(12)
            let large = LawImage(image.width, image.height) { x, y in
                blurred.sample((Double(x) + 0.5) / 4 - 0.5, (Double(y) + 0.5) / 4 - 0.5)
            }
            return large.divided.map { pixel in
                var made = pixel + (0.5 - LawImage.luma(pixel)) * 0.6
                made.w = pixel.w
                return made
            }
        }
    }

    /// Of Y'CbCr, the blur is what it makes of codes: one that is another is another level of all components.
    @Test(arguments: formats) func smoothToon(format: PixelFormat) {
        func blurred(_ image: LawImage, _ store: (LawImage) -> LawImage) -> LawImage {
            guard format == .y444 else { return store(image.multiplied.gaussian(2).divided) }
            let frame = TestFrame(format, width: image.width, height: image.height)
            image.store(frame, colorimetry)
            var settings = GaussianBlur()
            settings.radius = 2
            ComposedEffect<GaussianBlur>(kernels: CPULevel.best.kernels).render(frame, settings, colorimetry, .serial)
            return LawImage(frame, colorimetry)
        }
        check(ComposedEffect<SmoothToon>.self, format, excused: 0.001) { _ in
        } _: { image, store in
            let blurred = blurred(image, store)
            return LawImage(image.width, image.height) { x, y in
                func red(_ dx: Int, _ dy: Int) -> Double { blurred[x + dx, y + dy].x }
                func sum(_ at: (Int) -> (Int, Int)) -> Double {
                    let (first, middle, last) = (at(-1), at(0), at(1))
                    return red(first.0, first.1) + 2 * red(middle.0, middle.1) + red(last.0, last.1)
                }
                let columns = sum { (1, $0) } - sum { (-1, $0) }
                let rows = sum { ($0, 1) } - sum { ($0, -1) }
                let isLine = (columns * columns + rows * rows).squareRoot() >= 0.2
                var made = isLine ? SIMD4() : (blurred[x, y] * 10 + 0.5).rounded(.down) / 10
                made.w = blurred[x, y].w
                return made
            }
        }
    }

    @Test(arguments: formats) func motionBlur(format: PixelFormat) {
        for angle in [0.0, 30, 200] {
            check(FilterEffect<MotionBlur>.self, format) {
                $0.angle = angle
            } _: { image, _ in
                let step = 2.5 * Double(image.height) / Double(image.width)
                let (dx, dy) = (step * cos(angle * .pi / 180), step * sin(angle * .pi / 180))
                let opaque = image.multiplied
                return LawImage(image.width, image.height) { x, y in
                    Self.nine.reduce(SIMD4()) {
                        $0 + $1.weight * opaque.sample(Double(x) + $1.away * dx, Double(y) + $1.away * dy)
                    }
                }.divided
            }
        }
    }

    @Test(arguments: formats) func zoomBlur(format: PixelFormat) {
        check(FilterEffect<ZoomBlur>.self, format) {
            ($0.size, $0.centerX, $0.centerY) = (3, 0.3, 0.8)
        } _: { image, _ in
            let (width, height) = (Double(image.width), Double(image.height))
            let opaque = image.multiplied
            return LawImage(image.width, image.height) { x, y in
                let (u, v) = ((Double(x) + 0.5) / width, (Double(y) + 0.5) / height)
                return Self.nine.reduce(SIMD4()) {
                    let part = $1.away * 3 / 100
                    return $0 + $1.weight
                        * opaque.sample(
                            (u + part * (0.3 - u)) * width - 0.5, (v + part * (0.8 - v)) * height - 0.5)
                }
            }.divided
        }
    }

    private func smoothStep(_ from: Double, _ to: Double, _ x: Double) -> Double {
        let t = min(max((x - from) / (to - from), 0), 1)
        return t * t * (3 - 2 * t)
    }

    private func mixed(_ a: LawImage, _ b: LawImage, _ part: (_ x: Int, _ y: Int) -> Double) -> LawImage {
        let (a, b) = (a.multiplied, b.multiplied)
        return LawImage(a.width, a.height) { a[$0, $1] * (1 - part($0, $1)) + b[$0, $1] * part($0, $1) }.divided
    }

    @Test(arguments: formats) func tiltShift(format: PixelFormat) {
        check(FilterEffect<TiltShift>.self, format) { _ in
        } _: { image, _ in
            mixed(image, image.multiplied.gaussian(7).divided) { _, y in
                let v = (Double(y) + 0.5) / Double(image.height)
                return 1 - smoothStep(0.2, 0.4, v) + smoothStep(0.6, 0.8, v)
            }
        }
    }

    /// The circle lies around the point, wherever that is.
    @Test(arguments: formats, [false, true]) func selectiveBlur(format: PixelFormat, inside: Bool) {
        check(FilterEffect<SelectiveBlur>.self, format) {
            ($0.centerX, $0.centerY, $0.inside) = (0.3, 0.8, inside)
        } _: { image, _ in
            mixed(image, image.multiplied.gaussian(5).divided) { x, y in
                let (width, height) = (Double(image.width), Double(image.height))
                let (dx, dy) = ((Double(x) + 0.5) / width - 0.3, ((Double(y) + 0.5) / height - 0.8) * height / width)
                let outside = smoothStep(0.1875 - 0.09375, 0.1875, (dx * dx + dy * dy).squareRoot())
                return inside ? 1 - outside : outside
            }
        }
    }

    @Test(arguments: formats) func unsharp(format: PixelFormat) {
        check(FilterEffect<Unsharp>.self, format) {
            $0.intensity = 1.8
        } _: { image, _ in
            let blurred = image.multiplied.gaussian(4).divided
            return LawImage(image.width, image.height) { x, y in
                var made = blurred[x, y] + 1.8 * (image[x, y] - blurred[x, y])
                made.w = image[x, y].w
                return made
            }
        }
    }

    /// Of equal squares the first counts, so smooth frames tell whether variances are those of whole numbers.
    @Test(arguments: [PixelFormat.bgrx, .rgb, .argb, .gray8, .y444], [1, 3, 8, 16])
    func kuwahara(format: PixelFormat, radius: Int) {
        check(FilterEffect<Kuwahara>.self, format, excused: format == .y444 ? 0.001 : 0) {
            $0.radius = Int32(radius)
        } _: { image, _ in
            let codes = image.map { pixel in
                let limited = pixel.clamped(lowerBound: SIMD4(), upperBound: SIMD4(repeating: 1))
                return (limited * 32640).rounded(.toNearestOrAwayFromZero)
            }
            return LawImage(image.width, image.height) { x, y in
                var best = (mean: SIMD4<Double>(), spread: Double.infinity)
                for (dx, dy) in [(-radius, -radius), (0, -radius), (0, 0), (-radius, 0)] {
                    var (sum, squares) = (SIMD4<Double>(), SIMD4<Double>())
                    for row in y + dy...y + dy + radius {
                        for column in x + dx...x + dx + radius {
                            sum += codes[column, row]
                            squares += codes[column, row] * codes[column, row]
                        }
                    }
                    let count = Double((radius + 1) * (radius + 1))
                    let spread = count * squares - sum * sum
                    let total = spread.x + spread.y + spread.z
                    if total < best.spread { best = (sum / count / 32640, total) }
                }
                best.mean.w = image[x, y].w
                return best.mean
            }
        }
    }
}
