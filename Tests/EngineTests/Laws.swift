// SPDX-License-Identifier: MIT
import Expressions
import Testing

/// A law with values for its uniforms.
struct TestLaw: Sendable, CustomTestStringConvertible {
    let name: String
    let graph: Graph
    let uniforms: [Double]
    /// Its program, as Program.description has it.
    let program: String

    init(_ name: String, _ uniforms: [Double], _ program: String, _ law: (Pixel, Uniforms<Num>) -> Color<Num>) {
        self.init(name, uniforms, program, graph: Graph(law(Pixel(), Uniforms())))
    }

    init(_ name: String, _ uniforms: [Double], _ program: String, graph: Graph) {
        (self.name, self.uniforms, self.program, self.graph) = (name, uniforms, program, graph)
    }

    var testDescription: String { name }
}

private func saturate(_ p: Color<Num>, _ amount: Num) -> Color<Num> { mix(gray(dot(p, luma)), p, amount) }

private func sepia(_ p: Color<Num>, _ intensity: Num) -> Color<Num> {
    let tinted = Color(
        dot(p, Weights(0.3588, 0.7044, 0.1368)), dot(p, Weights(0.2990, 0.5870, 0.1140)),
        dot(p, Weights(0.2392, 0.4696, 0.0912)))
    return mix(p, tinted, intensity)
}

private func vignette(_ p: Pixel, _ rgb: Color<Num>, _ u: Uniforms<Num>, _ slot: Int) -> Color<Num> {
    let edge = smoothstep(u[slot + 2], u[slot + 3], length(p.x - u[slot], p.y - u[slot + 1]))
    return mix(rgb, u.color(slot + 4), edge)
}

private func posterize(_ p: Color<Num>, _ levels: Num) -> Color<Num> { floor(p * levels + 0.5) * (1 / levels) }

private func hue(_ p: Color<Num>, _ angle: Num) -> Color<Num> {
    let y = dot(p, Weights(0.299, 0.587, 0.114))
    let i = dot(p, Weights(0.595716, -0.274453, -0.321263))
    let q = dot(p, Weights(0.211456, -0.522591, 0.311135))
    let (c, s) = (cos(angle), sin(angle))
    let (i2, q2) = (i * c - q * s, i * s + q * c)
    return Color(
        y + 0.9563 * i2 + 0.6210 * q2, y - 0.2721 * i2 - 0.6474 * q2, y - 1.1070 * i2 + 1.7046 * q2)
}

private func levels(_ p: Color<Num>, _ u: Uniforms<Num>) -> Color<Num> {
    let inner = clamp((p - u[0]) / (u[1] - u[0]))
    return pow(inner, 1 / u[2]) * (u[4] - u[3]) + u[3]
}

private let vignetteUniforms: [Double] = [0.5, 0.45, 0.3, 0.75, 0.1, 0.05, 0.2]

/// Brightness, contrast, saturation, exposure, sepia, vignette, posterize, invert; clamped between.
private func chain(_ p: Pixel, _ u: Uniforms<Num>) -> Color<Num> {
    var rgb = clamp(p.rgb + u[7])
    rgb = clamp((rgb - 0.5) * u[8] + 0.5)
    rgb = clamp(saturate(rgb, u[9]))
    rgb = clamp(rgb * exp2(u[10]))
    rgb = clamp(sepia(rgb, u[11]))
    rgb = clamp(vignette(p, rgb, u, 0))
    rgb = clamp(posterize(rgb, u[12]))
    return 1 - rgb
}

let testLaws: [TestLaw] = [
    TestLaw("sepia", [0.8], "matrix3<>") { p, u in sepia(p.rgb, u[0]) },
    TestLaw("saturation", [1.6], "matrix3<>") { p, u in saturate(p.rgb, u[0]) },
    TestLaw("vignette", vignetteUniforms, "squareRoot smooth mix3<> | columns: columns product") { p, u in
        vignette(p, p.rgb, u, 0)
    },
    TestLaw("gamma", [1.7], "unpack power3 pack") { p, u in pow(p.rgb, u[0]) },
    TestLaw("hue", [0.7], "matrix3<>") { p, u in hue(p.rgb, u[0]) },
    TestLaw("posterize", [7], "floor3<>") { p, u in posterize(p.rgb, u[0]) },
    TestLaw("falsecolor", [0.1, 0, 0.5, 1, 0.8, 0.2], "matrix3<>") { p, u in
        mix(u.color(0), u.color(3), dot(p.rgb, luma))
    },
    TestLaw("levels", [0.1, 0.85, 1.6, 0.05, 0.9], "linear3/1!< power3 pack") { p, u in levels(p.rgb, u) },
    TestLaw("brightness", [0.13], "linear3/1<>") { p, u in p.rgb + u[0] },
    TestLaw("contrast", [1.4], "linear3/1<>") { p, u in (p.rgb - 0.5) * u[0] + 0.5 },
    TestLaw("exposure", [0.7], "linear3/1<>") { p, u in p.rgb * exp2(u[0]) },
    TestLaw("invert", [], "linear3/1<>") { p, _ in 1 - p.rgb },
    TestLaw(
        "chain", vignetteUniforms + [0.05, 1.2, 1.3, 0.2, 0.5, 9],
        "linear3/1!< linear3/1! matrix3! linear3/1! matrix3! squareRoot smooth mix3! floor3! linear3/1>"
            + " | columns: columns product"
    ) { p, u in chain(p, u) },
    TestLaw("grayscale", [], "linear/3< pack") { p, _ in gray(dot(p.rgb, luma)) },
    TestLaw("threshold", [0.5], "") { p, u in gray(step(u[0], dot(p.rgb, luma))) },
    TestLaw("constant", [0.25, 0.5], "linear/0 linear/0 linear/0 pack") { _, u in Color(u[0], u[1], 1) },
    TestLaw("ramps", [], "") { p, _ in Color(p.x, p.y, p.x * p.y) },
    TestLaw("swap", [0.7], "matrix3<>") { p, u in Color(p.rgb.g, p.rgb.b, p.rgb.r * u[0]) },
    TestLaw("multiply", [], "", graph: Graph(Pixel().rgb * Pixel(image: 1).rgb)),
    TestLaw(
        "opacity", [0.6], "linear3/1<> unpackOther linear/1 packOther",
        graph: Graph(Pixel().rgb, alpha: Pixel().a * .uniform(0))),
    TestLaw(
        "softlight", [], "",
        graph: Graph(
            Pixel().rgb.map(Pixel(image: 1).rgb) { a, b in
                let w = b * 2 - 1
                let m = a * b * 2
                return less(b, 0.5, m - a * a * w, 2 * a - m + sqrt(a) * w)
            })),
]
