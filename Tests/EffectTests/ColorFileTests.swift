// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore
import PixelKernels
import TestSupport
import Testing

@Suite("Files of colours and curves: what they say, and what is wrong with them")
struct ColorFileTests {
    private static func kind<F: Filter>(_ filter: F.Type) -> FileKind? {
        for property in F.properties { if case .file(let kind) = property.kind { return kind } }
        return nil
    }

    private func cube(_ content: FileContent) throws -> ColorCube? {
        try Self.kind(LUT3D.self)?.load(content) as? ColorCube
    }

    private func cube(_ text: String) throws -> ColorCube? {
        try Array(text.utf8).withUnsafeBytes { try cube(.bytes($0)) }
    }

    private func curves(_ numbers: [Int]) throws -> CurveFile? {
        let bytes = numbers.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        return try bytes.withUnsafeBytes { try Self.kind(ToneCurve.self)?.load(.bytes($0)) as? CurveFile }
    }

    /// What a filter makes of a colour of 16 bits, from 0 to 255.
    private func made<F: Filter>(_ settings: F, _ color: SIMD3<Double>) -> SIMD3<Double> {
        let frame = TestFrame(.argb64, width: 1, height: 1)
        for component in 0..<3 {
            (frame.rowBase(0, 0) + 2 * (component + 1)).storeBytes(
                of: UInt16((color[component] * 257).rounded()), as: UInt16.self)
        }
        FilterEffect<F>(kernels: CPULevel.best.kernels).render(
            frame, settings, Colorimetry(matrix: .bt709, fullRange: true, depth: 16), .serial)
        let codes = Codes(frame).values.map { Double($0[0][0]) / 257 }
        return SIMD3(codes[0], codes[1], codes[2])
    }

    private func isNear(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ error: Double = 0.02) -> Bool {
        let difference = a - b
        return (0..<3).allSatisfy { difference[$0].magnitude <= error }
    }

    private func settings(_ cube: ColorCube?, _ interpolation: LUT3D.Interpolation = .trilinear) -> LUT3D {
        var settings = LUT3D()
        settings.file = cube.map { LoadedFile("test", $0) }
        settings.interpolation = interpolation
        return settings
    }

    // MARK: Cubes

    /// 2x2x2 with red and blue exchanged but for white, which is black.
    private static let swapped = """
        TITLE "swapped"\r
        # of two entries
        LUT_3D_SIZE 2

        0 0 0\r\n0 0 1
        0 1 0
        0 1 1
        1 0 0\n1 0 1\n1 1 0\n0 0 0
        """

    @Test("Colours between entries", arguments: [LUT3D.Interpolation.trilinear, .tetrahedral])
    func between(interpolation: LUT3D.Interpolation) throws {
        let settings = settings(try cube(Self.swapped), interpolation)
        #expect(isNear(made(settings, [255, 51, 0]), [0, 51, 255]))
        #expect(isNear(made(settings, [255, 255, 255]), [0, 0, 0]))
        // A tenth of white in each: of eight corners it counts for a thousandth.
        let dark = made(settings, [25.5, 25.5, 25.5])
        #expect(isNear(dark, interpolation == .trilinear ? SIMD3(repeating: 25.5 - 0.255) : [0, 0, 0]), "\(dark)")
        // Red alone goes along one edge.
        #expect(isNear(made(settings, [127.5, 0, 0]), [0, 0, 127.5]))
        // Red and some green, on a face: by halves of it.
        let face = made(settings, [204, 102, 0])
        #expect(isNear(face, [0, 102, 204]), "\(face)")
        var half = settings
        half.intensity = 0.5
        #expect(isNear(made(half, [255, 51, 0]), [127.5, 51, 127.5]))
    }

    @Test("Domains, tables of one axis, and both kinds")
    func otherCubes() throws {
        let domain = settings(
            try cube("DOMAIN_MIN 0 0 0\nDOMAIN_MAX 0.5 1 2\nLUT_3D_SIZE 2\n" + Self.identity(2).joined(separator: "\n"))
        )
        #expect(isNear(made(domain, [51, 102, 102]), [102, 102, 51], 0.3))
        let curve = settings(try cube("LUT_1D_SIZE 3\n0 1 0\n0.25 0.5 0\n1 0 1"))
        #expect(isNear(made(curve, [127.5, 127.5, 191.25]), [63.75, 127.5, 127.5], 0.3))
        let both = settings(
            try cube(
                "LUT_1D_SIZE 2\nLUT_1D_INPUT_RANGE 0 1\nLUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE 0 2\n1 1 1\n0 0 0\n"
                    + Self.identity(2).joined(separator: "\n")))
        #expect(isNear(made(both, [255, 0, 51]), [0, 127.5, 102], 0.3))
    }

    private static func identity(_ size: Int) -> [String] {
        (0..<size * size * size).map { index in
            [index % size, index / size % size, index / size / size].map { "\(Double($0) / Double(size - 1))" }
                .joined(separator: " ")
        }
    }

    @Test("A text that is no cube is refused with its line")
    func badCubes() {
        for (text, part) in [
            ("", "no LUT_3D_SIZE"), ("LUT_3D_SIZE 1", "Line 1: LUT_3D_SIZE is a number from 2 to 256"),
            ("LUT_3D_SIZE 300\n", "from 2 to 256"), ("LUT_3D_SIZE\n", "Line 1"), ("LUT_1D_SIZE 70000", "65536"),
            ("LUT_3D_SIZE 2\n0 0 0\n0 0", "Line 3: There should be 3 numbers"),
            ("LUT_3D_SIZE 2\n0 0 nan", "Line 2"), ("LUT_3D_SIZE 2\n0 0 0 0", "Line 2"),
            ("LUT_3D_SIZE 2\n\n\nhello", "hello"),
            ("LUT_3D_SIZE 2\n0 0 0", "ends after 1 colours"),
            (
                "LUT_3D_SIZE 2\n" + (Self.identity(2) + ["0 0 0"]).joined(separator: "\n"),
                "more colours than the size, 8"
            ),
            ("0 0 0\nLUT_3D_SIZE 2", "Line 1"), ("DOMAIN_MIN 0 0", "Line 1"),
            ("DOMAIN_MIN 1 1 1\nLUT_3D_SIZE 2\n" + Self.identity(2).joined(separator: "\n"), "not in order"),
            ("LUT_3D_SIZE 2\n0 0 0\nLUT_3D_SIZE 2", "Line 3: LUT_3D_SIZE comes after colours"), ("\0", "neither text"),
            ("LUT_3D_SIZE 2\n" + String(repeating: "1 ", count: 3000), "Line 2: There are more than 4096 bytes"),
        ] {
            #expect(performing: { _ = try cube(text) }, throws: { "\($0)".contains(part) })
        }
    }

    // MARK: Images

    /// A function of colours as an image: `position` says where a colour of the cube lies.
    private func image(_ size: Int, _ side: Int, _ position: (Int, Int, Int) -> Int) -> [SIMD4<UInt16>] {
        var pixels = [SIMD4<UInt16>](repeating: .zero, count: side * side)
        for b in 0..<size {
            for g in 0..<size {
                for r in 0..<size {
                    func code(_ value: Int) -> UInt16 { UInt16(value * 65535 / (size - 1)) }
                    pixels[position(r, g, b)] = [65535, code(b), code(size - 1 - g), code(r)]
                }
            }
        }
        return pixels
    }

    @Test("Hald images and lookup images, which of the two is seen")
    func images() throws {
        for (size, side, position) in [
            (4, 8, { (r: Int, g: Int, b: Int) in r + 4 * (g + 4 * b) }),
            (16, 64, { (r: Int, g: Int, b: Int) in r + 16 * (g + 16 * b) }),
            (64, 512, { (r: Int, g: Int, b: Int) in r + 64 * (g + 64 * b) }),
            (64, 512, { (r: Int, g: Int, b: Int) in (64 * (b / 8) + g) * 512 + 64 * (b % 8) + r }),
        ] {
            let pixels = image(size, side, position)
            let found = try pixels.withUnsafeBufferPointer { try cube(.image($0, width: side, height: side)) }
            let color = made(settings(found), [204, 102, 51])
            #expect(isNear(color, [51, 153, 204], 0.3), "\(side): \(color)")
        }
        #expect(
            performing: {
                _ = try [SIMD4<UInt16>](repeating: .zero, count: 100 * 90).withUnsafeBufferPointer {
                    try cube(.image($0, width: 100, height: 90))
                }
            }, throws: { "\($0)".contains("The image has 100x90 pixels") })
    }

    // MARK: Curves

    @Test("Curves of a file: y before x, the master after the others")
    func curves() throws {
        var settings = ToneCurve()
        let master = [2, 0, 0, 255, 255]
        settings.file = try curves([4, 2] + master + [2, 255, 0, 0, 255]).map { LoadedFile("test", $0) }
        #expect(isNear(made(settings, [200, 100, 50]), [55, 100, 50]))
        settings.file = try curves([1, 2] + [2, 255, 0, 0, 255] + [2, 100, 0, 100, 255]).map { LoadedFile("test", $0) }
        #expect(isNear(made(settings, [200, 100, 50]), [155, 155, 205]))
        #expect(!settings.isPassthrough)
    }

    @Test("A file that has no curves is refused")
    func badCurves() {
        for (numbers, part) in [
            ([], "ends after 0 bytes"), ([3, 1], "version is 3"), ([4, 0], "0 curves"), ([4, 33], "33 curves"),
            ([4, 1, 1, 0, 0], "Curve 0 has 1 points"), ([4, 1, 2, 0, 0, 255], "ends after"),
            ([4, 1, 2, 0, 0, 256, 255], "a point (255, 256)"), ([4, 1, 2, 0, 9, 5, 9], "the same x"),
        ] {
            #expect(performing: { _ = try curves(numbers) }, throws: { "\($0)".contains(part) })
        }
    }

    /// Beside values of a spline by another program (scipy's CubicSpline with natural ends).
    @Test func splineIsNatural() {
        var settings = ToneCurve()
        settings.master = [0, 0, 0.3, 0.45, 0.8, 0.7, 1, 1]
        #expect(isNear(made(settings, [200, 100, 50]), [174.383, 131.137, 83.204]))
        settings.master = [0.2, 0.1, 0.6, 0.9]
        #expect(
            isNear(made(settings, [25.5, 102, 204]), [25.5, 127.5, 229.5]), "level beyond its ends, straight between")
    }
}
