// SPDX-License-Identifier: MIT
import Expressions
import ShaderLanguage

/// Declarations of a text for `glshader`.
let head = "precision highp float;\nvarying vec2 v_texcoord;\nuniform sampler2D tex;\n"

/// A shader evaluated at one pixel of a frame of 16x12 pixels whose components are `component`.
struct Evaluation {
    let color: [Double]
    let alpha: Double
    let graph: Graph

    static func component(_ component: Int, _ x: Int, _ y: Int) -> Double {
        let code = 7 * x + 13 * y + 31 * component
        return Double(code % 256) / 255
    }

    init(_ text: String, _ uniforms: [String: [Double]] = [:], x: Int = 3, y: Int = 5) throws {
        let shader = try Shader(text, values: uniforms)
        let size = Pixel.Size(width: 16, height: 12)
        var values: [Double] = []
        graph = try shader.graph(
            ShaderInputs(pixel: Pixel(of: size), values: uniforms) { name, index in
                values.append(uniforms[name]?[index] ?? 0)
                return .uniform(values.count - 1)
            })
        let reading = ScalarReading(width: 16, height: 12, uniforms: values) { _, component, x, y in
            component == 3 ? 0.75 : Evaluation.component(component, x, y)
        }
        let rgb = reading.color(graph.color, x: x, y: y)
        color = [rgb.r, rgb.g, rgb.b]
        alpha = graph.alpha.map { reading.value($0, x: x, y: y) } ?? .nan
    }

    /// The value of an expression of numbers.
    static func value(_ expression: String, _ uniforms: [String: [Double]] = [:]) throws -> Double {
        let declarations = uniforms.keys.sorted().map { "uniform float \($0);\n" }.joined()
        return try Evaluation(declarations + head + "void main() { gl_FragColor = vec4(\(expression)); }", uniforms)
            .color[0]
    }
}
