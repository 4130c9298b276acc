// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore
import PixelKernels
import TestSupport
import Testing

@Suite("Filters: numbers that others have computed, and what formats share")
struct FilterVectorTests {
    private let full8 = Colorimetry(matrix: .bt709, fullRange: true, depth: 8)

    /// Where a pixel of a frame, of 202x101 unless said, comes from, whose red and green tell places.
    private func source<F: Filter>(
        _ settings: F, x: Int, y: Int, width: Int = 202, height: Int = 101
    ) -> (x: Double, y: Double) {
        let frame = TestFrame(.argb64, width: width, height: height)
        for row in 0..<frame.height {
            for column in 0..<frame.width {
                let place = (
                    (Double(column) + 0.5) / Double(frame.width), (Double(row) + 0.5) / Double(frame.height)
                )
                for (component, value) in [1, place.0, place.1, 0].enumerated() {
                    frame.rowBase(0, row).storeBytes(
                        of: UInt16((value * 65535).rounded()), toByteOffset: 8 * column + 2 * component,
                        as: UInt16.self)
                }
            }
        }
        FilterEffect<F>(kernels: CPULevel.best.kernels).render(
            frame, settings, Colorimetry(matrix: .bt709, fullRange: true, depth: 16), .serial)
        let codes = Codes(frame).values
        return (Double(codes[0][y][x]) / 65535, Double(codes[1][y][x]) / 65535)
    }

    /// The vectors are those of GPUImage's shaders, computed by hand.
    @Test func warps() {
        // The pixel of x = .75 and y = .5.
        let swirled = source(Swirl(), x: 151, y: 50)
        #expect((swirled.x - 0.39596).magnitude < 1e-4 && (swirled.y - 0.72732).magnitude < 1e-4, "\(swirled)")
        var bulge = Bulge()
        (bulge.radius, bulge.scale) = (0.25, 0.5)
        let beside = source(bulge, x: 126, y: 50)
        // x = 126.5 / 202: (1 - .5 (.25 - d) / .25)^2 of the distance d.
        let distance = 126.5 / 202 - 0.5
        let factor = 1 - 0.5 * (0.25 - distance) / 0.25
        #expect((beside.x - (0.5 + distance * factor * factor)).magnitude < 1e-4, "\(beside)")
        #expect((beside.y - 0.5).magnitude < 1e-4)
        // The pixel of x = .625 and y = .5.
        #expect((source(bulge, x: 2, y: 0, width: 4, height: 1).x - 0.57031).magnitude < 1e-4)
    }

    /// Whether a pixel changes so far from the point (0.3, 0.8), to the right or above, in frame widths of a frame of 2:1.
    private func moves<F: Filter>(_ settings: F, _ distance: Double, above: Bool) -> Bool {
        let x = Int(202 * (above ? 0.3 : 0.3 + distance)), y = Int(101 * (above ? 0.8 - 2 * distance : 0.8))
        let found = source(settings, x: x, y: y)
        let own = ((Double(x) + 0.5) / 202, (Double(y) + 0.5) / 101)
        return max((found.x - own.0).magnitude, (found.y - own.1).magnitude) > 2e-4
    }

    @Test("Circles lie around their points, also where these are not in the middle row", arguments: [false, true])
    func circles(above: Bool) {
        var (pinch, pixellate) = (Pinch(), Pixellate())
        (pinch.centerX, pinch.centerY, pinch.radius) = (0.3, 0.8, 0.1)
        (pixellate.centerX, pixellate.centerY, pixellate.radius) = (0.3, 0.8, 0.1)
        #expect(moves(pinch, 0.085, above: above) && !moves(pinch, 0.115, above: above))
        #expect(moves(pixellate, 0.085, above: above) && !moves(pixellate, 0.115, above: above))
    }

    @Test("Spheres lie around their points", arguments: [false, true]) func spheres(above: Bool) {
        func isBlack<F: Filter>(_ settings: F, _ distance: Double) -> Bool {
            let found = source(
                settings, x: Int(202 * (above ? 0.3 : 0.3 + distance)), y: Int(101 * (above ? 0.8 - 2 * distance : 0.8))
            )
            return found.x == 0 && found.y == 0
        }
        var (refraction, glass) = (SphereRefraction(), GlassSphere())
        (refraction.centerX, refraction.centerY, refraction.radius) = (0.3, 0.8, 0.1)
        (glass.centerX, glass.centerY, glass.radius) = (0.3, 0.8, 0.1)
        #expect(!isBlack(refraction, 0.085) && isBlack(refraction, 0.115))
        #expect(!isBlack(glass, 0.085) && isBlack(glass, 0.115))
    }

    @Test("What is before or behind the view is not seen") func clipped() {
        // Z = 2 x - 0.5 y, of which a third is before and a third behind it, more or less.
        var settings = Transform()
        (settings.matrix[2], settings.matrix[6]) = (2, -0.5)
        for (x, y) in [(20, 50), (50, 20), (51, 20), (100, 50), (150, 80), (151, 20), (190, 50), (146, 99)] {
            let (u, v) = ((Double(x) + 0.5) / 202, (Double(y) + 0.5) / 101)
            let isSeen = (2 * (2 * u - 1) - 0.5 * (2 * v - 1) * 0.5).magnitude <= 1
            let found = source(settings, x: x, y: y)
            #expect((found.x - (isSeen ? u : 0)).magnitude < 1e-4, "\(x), \(y): \(found)")
        }
    }

    private func color(_ r: UInt8, _ g: UInt8, _ b: UInt8, _ format: PixelFormat) -> TestFrame {
        let frame = TestFrame(format, width: 16, height: 4)
        let layout = format.layout
        for y in 0..<4 {
            for x in 0..<16 {
                for (component, code) in zip([layout.first, layout.second, layout.third], [r, g, b]) {
                    frame.rowBase(0, y).storeBytes(
                        of: (4..<12).contains(x) ? code : 0, toByteOffset: x * component.step + component.offset,
                        as: UInt8.self)
                }
            }
        }
        return frame
    }

    @Test("Luma that lies between two codes is rounded up, in whatever order components come")
    func roundedLuma() {
        var sobel = Sobel()
        sobel.strength = 0.25
        // 94.5, and others that end in .5.
        for (r, g, b) in [(9, 129, 129), (0, 119, 252), (32, 7, 48)] as [(UInt8, UInt8, UInt8)] {
            var made: [[[Int]]] = []
            for format in [PixelFormat.rgb, .bgrx, .rgbx, .xrgb, .xbgr] {
                for level in CPULevel.available {
                    let frame = color(r, g, b, format)
                    FilterEffect<Sobel>(kernels: level.kernels).render(frame, sobel, full8, .serial)
                    made.append(Codes(frame).values[0].map { $0.map { Int($0) } })
                }
            }
            #expect(made.allSatisfy { $0 == made[0] }, "\(r), \(g), \(b)")
            let exact = 0.2125 * Double(r) + 0.7154 * Double(g) + 0.0721 * Double(b)
            let rounded = (exact + 0.5 + 1e-9).rounded(.down)
            // On both sides of the edge: four times luma, times strength.
            #expect((Double(made[0][1][3]) - min(rounded, 255)).magnitude <= 1)
        }
    }

    @Test("A backdrop of squares of one pixel is the frame, with means or without")
    func smallestSquares() {
        var generator = Generator(seed: Sample.seed)
        for (width, height) in [(6, 6), (97, 61), (1, 3)] {
            let frame = TestFrame(.bgrx, width: width, height: height)
            frame.fill(.random, &generator)
            let other = frame.copy()
            var settings = BackdropBlur()
            (settings.radius, settings.saturation, settings.downsampling, settings.rangeReduction) = (0, 0.9, 1, 0)
            ComposedEffect<BackdropBlur>(kernels: CPULevel.best.kernels).render(frame, settings, full8, .serial)
            settings.average = true
            ComposedEffect<BackdropBlur>(kernels: CPULevel.best.kernels).render(other, settings, full8, .serial)
            #expect(frame.firstDifference(from: other) == nil)
        }
    }

    @Test("Where a filter of a chain is linear, mix comes to it and to the frame without a step, also beyond R'G'B'")
    func mixedSteadily() throws {
        for text in ["saturation saturation=1.3", "invert", "opacity opacity=0.6"] {
            for (part, other) in [("0.9999", "1"), ("0.0001", "0")] {
                func made(_ mix: String) throws -> TestFrame {
                    var generator = Generator(seed: 3)
                    let frame = TestFrame(.i420, width: 32, height: 16)
                    frame.fill(.random, &generator)
                    try Chain("\(text) mix=\(mix)").render(frame, colorimetries(.i420)[0])
                    return frame
                }
                let (a, b) = (Codes(try made(part)).values, Codes(try made(other)).values)
                let pairs = zip(a.joined().joined(), b.joined().joined())
                #expect(pairs.allSatisfy { ($0 - $1).magnitude <= 1 }, "\(text) mix=\(part)")
            }
        }
    }
}
