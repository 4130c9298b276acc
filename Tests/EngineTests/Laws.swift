// SPDX-License-Identifier: MIT
import Expressions
import SampleLaws
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

private let vignetteUniforms: [Double] = [0.5, 0.45, 0.3, 0.75, 0.1, 0.05, 0.2]

let testLaws: [TestLaw] = [
    TestLaw("sepia", [0.8], "matrix3<>") { p, u in sepia(p.rgb, u[0]) },
    TestLaw("saturation", [1.6], "matrix3<>") { p, u in saturated(p.rgb, u[0]) },
    TestLaw("vignette", vignetteUniforms, "squareRoot smooth mix3<> | columns: columns product") { p, u in
        vignette(p, p.rgb, u)
    },
    TestLaw("gamma", [1.7], "unpack power3 pack") { p, u in pow(p.rgb, u[0]) },
    TestLaw("hue", [0.7], "matrix3<>") { p, u in hue(p.rgb, u[0]) },
    TestLaw("posterize", [7], "floor3<>") { p, u in posterized(p.rgb, u[0]) },
    TestLaw("falsecolor", [0.1, 0, 0.5, 1, 0.8, 0.2], "matrix3<>") { p, u in
        falseColor(p.rgb, u)
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
    ) { p, u in chainOfEight(p, u) },
    TestLaw("grayscale", [], "linear/3< pack") { p, _ in gray(dot(p.rgb, luma)) },
    TestLaw("threshold", [0.5], "") { p, u in gray(step(u[0], dot(p.rgb, luma))) },
    TestLaw("ink", [0.4, 6], "unpack linear/3 floor3/2>") { p, u in
        less(dot(p.rgb, luma), u[0], floor(p.rgb * u[1]) / u[1], gray(0.1))
    },
    TestLaw("constant", [0.25, 0.5], "linear/0 linear/0 linear/0 pack") { _, u in Color(u[0], u[1], 1) },
    TestLaw("ramps", [], "") { p, _ in Color(p.x, p.y, p.x * p.y) },
    TestLaw("swap", [0.7], "matrix3<>") { p, u in Color(p.rgb.g, p.rgb.b, p.rgb.r * u[0]) },
    TestLaw(
        "opacity", [0.6], "linear3/1<> unpackOther linear/1 packOther",
        graph: Graph(Pixel().rgb, alpha: Pixel().a * .uniform(0))),
    TestLaw(
        "softlight", [], "",
        graph: Graph(Pixel().rgb.map(Pixel(image: 1).rgb, softLightOfRoots))),
    TestLaw("overlay", [], "law3<<>", graph: blend(OverlayLaw.self)),
    TestLaw("hard light", [], "law3<<>", graph: blend(HardLightLaw.self)),
    TestLaw("screen of two frames", [], "law3<<>", graph: blend(ScreenLaw.self)),
    TestLaw("divide of two frames", [], "law3<<>", graph: blend(DivideLaw.self)),
    TestLaw("color dodge", [], "law3<<>", graph: blend(ColorDodgeLaw.self)),
    TestLaw("color burn", [], "law3<<>", graph: blend(ColorBurnLaw.self)),
    TestLaw("vivid light", [], "law3<<>", graph: blend(VividLightLaw.self)),
    TestLaw("pin light", [], "law3<<>", graph: blend(PinLightLaw.self)),
    TestLaw("hue of two frames", [], "law3<<>", graph: blend(HueLaw.self)),
    TestLaw("saturation of two frames", [], "law3<<>", graph: blend(SaturationLaw.self)),
    TestLaw("color of two frames", [], "law3<<>", graph: blend(ColorLaw.self)),
    TestLaw("luminosity of two frames", [], "law3<<>", graph: blend(LuminosityLaw.self)),
    TestLaw("product of frames", [], "product3<<>", graph: Graph(Pixel().rgb * Pixel(image: 1).rgb)),
    TestLaw("chroma key", [0, 1, 0, 0.4, 0.5], "law3<<>") { p, u in chromaKey(p.rgb, Pixel(image: 1).rgb, u) },
    TestLaw("chain with a law", [0.2, 1.3], "") { p, u in
        1 - clamp(SoftLightLaw.apply(clamp(saturated(p.rgb, u[1])), Pixel(image: 1).rgb))
    },
]

/// A compiled law of two frames, whose colours are limited, which codes are anyway.
private func blend<L: CompiledLaw>(_: L.Type) -> Graph {
    Graph(L.apply(clamp(Pixel().rgb), clamp(Pixel(image: 1).rgb)))
}
