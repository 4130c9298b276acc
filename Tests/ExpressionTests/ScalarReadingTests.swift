// SPDX-License-Identifier: MIT
import Expressions
import Testing

@Suite("Scalar reading: coordinates, neighbours, samples")
struct ScalarReadingTests {
    private static let (width, height) = (5, 4)
    private let reading = ScalarReading(width: width, height: height, uniforms: [0.5, 7]) { image, component, x, y in
        precondition((0..<Self.width).contains(x) && (0..<Self.height).contains(y), "read beyond the frame")
        return Double(1000 * image + 100 * component + 10 * y + x)
    }
    private let p = Pixel()

    @Test func coordinatesAndUniforms() {
        #expect(reading.value(p.x, x: 0, y: 3) == 0.1)
        #expect(reading.value(p.x, x: 4, y: 0) == 0.9)
        #expect(reading.value(p.y, x: 4, y: 0) == 0.125)
        #expect(reading.value(.uniform(1), x: 2, y: 2) == 7)
        #expect(reading.value(Uniforms<Num>()[0] + 1, x: 2, y: 2) == 1.5)
    }

    @Test func components() {
        #expect(reading.color(p.rgb, x: 3, y: 2) == Color(23, 123, 223))
        #expect(reading.value(p.a, x: 3, y: 2) == 323)
        #expect(reading.value(Pixel(image: 1).a, x: 3, y: 2) == 1323)
        let made = Pixel(p.rgb * 2, a: p.a)
        #expect(reading.color(made.rgb, x: 1, y: 0) == Color(2, 202, 402))
    }

    @Test func neighboursAndEdges() {
        #expect(reading.color(p[1, -1], x: 3, y: 2) == Color(14, 114, 214))
        #expect(reading.color(p[-1, 0], x: 0, y: 2) == Color(20, 120, 220))
        #expect(reading.color(p[9, 9], x: 3, y: 2) == Color(34, 134, 234))
        #expect(reading.color(p[-9, -9], x: 3, y: 2) == Color(0, 100, 200))
        let field = Field(p.rgb.r + p.x * 10)
        #expect(reading.value(field[1, 1], x: 0, y: 0) == 11 + 3)
    }

    /// A field of a field is limited at each step, as if each were an image.
    @Test func fieldsOfFields() {
        let once = Field(p.rgb.r)[-1, 0]
        let twice = Field(once)[2, 0]
        // At column 4: column 6 is 4, whose left neighbour is 3.
        #expect(reading.value(twice, x: 4, y: 0) == 3)
        #expect(reading.value(twice, x: 1, y: 0) == 2)
    }

    @Test func samples() {
        /// Alpha is 300 more than red.
        func sampled(_ x: Double, _ y: Double) -> Double {
            reading.value(p.sample(Num(x), Num(y)).a, x: 0, y: 0) - 300
        }
        // In the middle of a pixel, between two, and between four.
        #expect(sampled(0.5, 0.375) == 12)
        #expect((sampled(0.6, 0.375) - 12.5).magnitude < 1e-12)
        #expect((sampled(0.6, 0.5) - 17.5).magnitude < 1e-12)
        // Beyond the edges.
        #expect(sampled(-3, -3) == 0 && sampled(3, 3) == 34 && sampled(0.05, 0.99) == 30)
        #expect(sampled(.infinity, -.infinity) == 4 && sampled(.nan, .nan) == 0)
    }

    @Test func colorsCountByAlpha() {
        let sampled = p.sample(0.6, 0.375)
        let value = reading.value(sampled.rgb.r, x: 0, y: 0)
        #expect((value - (12.0 * 312 + 13 * 313) / (312 + 313)).magnitude < 1e-9)
        let mixed = mix(p, sampled, 0.25)
        #expect((reading.value(mixed.a, x: 0, y: 0) - (300 * 0.75 + 312.5 * 0.25)).magnitude < 1e-9)
        let weighted = (12.0 * 312 + 13 * 313) / 2 * 0.25
        #expect((reading.value(mixed.rgb.r, x: 0, y: 0) - weighted / (225 + 78.125)).magnitude < 1e-9)
    }

    /// The filters of a later page are written like this.
    @Test func sobel() {
        let l = Field(dot(p.rgb, Weights(1, 0, 0)))
        let h = l[-1, 1] + 2 * l[0, 1] + l[1, 1] - l[-1, -1] - 2 * l[0, -1] - l[1, -1]
        let v = l[1, -1] + 2 * l[1, 0] + l[1, 1] - l[-1, -1] - 2 * l[-1, 0] - l[-1, 1]
        #expect(reading.value(h, x: 2, y: 1) == 80 && reading.value(v, x: 2, y: 1) == 8)
        #expect(reading.value(v, x: 0, y: 1) == 4, "at the edge the nearest pixel stands for the missing one")
        #expect(reading.value(length(h, v), x: 2, y: 1) == (80.0 * 80 + 64).squareRoot())
    }

    /// A node with many users is computed once, or this would never end.
    @Test func sharedNodes() {
        var number = p.rgb.r
        for _ in 0..<200 { number = mix(number, number, number * 0.001) }
        #expect(reading.value(number, x: 1, y: 0) == 1)
    }

    /// Nodes can go to any thread.
    @Test func sendable() async {
        let graph = Graph(mix(gray(dot(p.rgb, luma)), p.rgb, .uniform(0)), alpha: p.a * 0.5)
        let value = await Task.detached { reading.value(graph.alpha ?? 0, x: 0, y: 0) }.value
        #expect(value == 150)
    }
}
