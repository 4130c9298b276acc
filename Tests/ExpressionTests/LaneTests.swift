// SPDX-License-Identifier: MIT
import Expressions
import Testing

/// One text, read as numbers and as a graph.
private enum Law {
    static func wild<L: Lane>(_ p: Color<L>, _ q: Color<L>, _ u: Uniforms<L>) -> Color<L> {
        let l = dot(p, luma), m = dot(p, q)
        let a = mix(gray(l), p, u[0]) * q / (1 - p * 0.5) + smoothstep(0.25, u[1], l)
        let b = less(l, 0.5, p - q, 2 - q * p) * step(u[2], l) + floor(p * 4) / 4 - step(l, q)
        let c = Color(atan2(p.r, q.g), sin(p.g * 6) * cos(q.b), length(p.r - 0.5, q.b - u[1]))
        let d = Color(pow(p.r, u[0]), exp2(q.g - 2) + log2(p.b + 0.125), fract(p.r * 3) - mod(q.r * 5, 0.75))
        let e = min(a, b) + max(c, d) * clamp(a) + abs(b - c) + sqrt(q) + pow(p, 1.5) + exp2(-d)
        let f = Color(min(e.r, m), max(e.g, 0.5), clamp(e.b, -1, u[1])) / (p.low + p.high + 1)
        return mix(f, u.color(2), q) + Color(floor(f.r), abs(f.g - 2), sqrt(f.b + 3))
    }
}

@Suite("Lanes: one text, several readings")
struct LaneTests {
    private let uniforms = [0.7, 0.9, 0.3, 0.6, 0.1]

    @Test func graphAndNumbersAgree() {
        let (p, q) = (Pixel(image: 0), Pixel(image: 1))
        let graph = Law.wild(p.rgb, q.rgb, Uniforms<Num>())
        @Sendable func source(_ image: Int, _ component: Int, _ x: Int, _ y: Int) -> Double {
            let code: Int = [7 * x, 13 * y, 5 * component, 11 * image].reduce(0, +)
            return Double(code % 32) / 31
        }
        let reading = ScalarReading(width: 16, height: 16, uniforms: uniforms, source: source)
        for y in 0..<16 {
            for x in 0..<16 {
                func color(_ image: Int) -> Color<Double> {
                    Color(source(image, 0, x, y), source(image, 1, x, y), source(image, 2, x, y))
                }
                let numbers = Law.wild(color(0), color(1), Uniforms<Double>(uniforms))
                #expect(reading.color(graph, x: x, y: y) == numbers)
                #expect(numbers.r.isFinite && numbers.g.isFinite && numbers.b.isFinite)
            }
        }
    }

    /// In a generic text, `/` is the law's quotient also for Double, whose own gives infinity.
    @Test func quotients() {
        func quotient<L: Lane>(_ a: L, _ b: L) -> L { a / b }
        #expect(quotient(1.0, 0.0) == 0)
        #expect((Color(1.0, 2.0, 3.0) / 0.0) == Color(0, 0, 0))
        #expect((Color(1.0, 2.0, 3.0) / Color(0.0, 1, 2)) == Color(0, 2, 1.5))
    }

    @Test func colors() {
        let (a, b) = (Color(1.0, 2.0, 3.0), Color(4.0, 8.0, 16.0))
        #expect(a + b == Color(5, 10, 19))
        #expect(a - b == Color(-3, -6, -13))
        #expect(a * b == Color(4, 16, 48))
        #expect(a + 1.0 == Color(2, 3, 4))
        #expect(a - 1.0 == Color(0, 1, 2))
        #expect(a * 2.0 == Color(2, 4, 6))
        #expect(a / 2.0 == Color(0.5, 1, 1.5))
        #expect(1.0 + a == Color(2, 3, 4))
        #expect(1.0 - a == Color(0, -1, -2))
        #expect(2.0 * a == Color(2, 4, 6))
        #expect(-a == Color(-1, -2, -3))
        #expect(a.low == 1 && a.high == 3 && b.low == 4 && b.high == 16)
        #expect(gray(0.5) == Color(0.5, 0.5, 0.5))
        #expect(dot(a, b) == 68 && dot(a, Weights(1, 0.5, 0.25)) == 2.75)
    }

    @Test func functions() {
        #expect(step(0.5, 0.5) == 1.0 && step(0.5, 0.49) == 0.0)
        #expect(smoothstep(0.25, 0.75, 0.5) == 0.5 && smoothstep(0.25, 0.75, 0.2) == 0.0)
        #expect(smoothstep(0.75, 0.25, 0.75) == 0.0 && smoothstep(0.75, 0.25, 0.25) == 1.0)
        #expect(smoothstep(0.5, 0.5, 0.7) == 0.0)
        #expect(clamp(3.0, 1.0, 2.0) == 2 && clamp(0.0, 1.0, 2.0) == 1 && clamp(0.0, 2.0, 1.0) == 1)
        #expect(length(3.0, 4.0) == 5)
        #expect(fract(-0.25) == 0.75 && fract(2.5) == 0.5)
        #expect(mod(-1.0, 3.0) == 2 && mod(5.0, 3.0) == 2 && mod(1.0, -3.0) == -2 && mod(1.5, 0.0) == 1.5)
        #expect(luma.r + luma.g + luma.b == 1)
    }
}
