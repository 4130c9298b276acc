// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore
import PixelKernels
import TestSupport
import Testing

/// A filter and a shader that says the same.
struct ShaderText: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    /// Whether the law leaves R'G'B', where only shaders limit colours of Y'CbCr.
    let leavesRange: Bool
    /// Whether the law reads between pixels, where filters weigh colours by alpha and shaders do not.
    let samples: Bool
    let renderFilter: @Sendable (TestFrame, Colorimetry, CPULevel) -> Void

    init<F: Filter>(
        _ text: String, leavesRange: Bool = false, samples: Bool = false, _ filter: F.Type,
        _ change: (inout F) -> Void = { _ in }
    ) {
        var settings = F()
        change(&settings)
        (self.text, self.leavesRange, self.samples) = (text, leavesRange, samples)
        testDescription = "\(F.metadata.factoryName)"
        renderFilter = { [settings] in FilterEffect<F>(kernels: $2.kernels).render($0, settings, $1, .serial) }
    }

    private static let luma = "const vec3 luma = vec3(0.2125, 0.7154, 0.0721);\n"
    /// What a body finds declared, for texts with functions.
    private static let head = "varying vec2 v_texcoord; uniform sampler2D tex; uniform float width, height;\n" + luma
    /// The own pixel and those around it, as a function of whole pixels away.
    private static let near =
        head + "vec3 at(float x, float y) { return texture2D(tex, v_texcoord + vec2(x / width, y / height)).rgb; }\n"

    static let all = [
        ShaderText("c.rgb = 1.0 - c.rgb;", Invert.self),
        ShaderText("c.rgb += 0.2;", leavesRange: true, Brightness.self) { $0.brightness = 0.2 },
        ShaderText("c.rgb = (c.rgb - 0.5) * 1.5 + 0.5;", leavesRange: true, Contrast.self) { $0.contrast = 1.5 },
        ShaderText("c.rgb *= exp2(0.4);", leavesRange: true, Exposure.self) { $0.exposure = 0.4 },
        ShaderText("c.rgb = pow(c.rgb, vec3(0.7));", Gamma.self) { $0.gamma = 0.7 },
        ShaderText(luma + "c.rgb = mix(vec3(dot(c.rgb, luma)), c.rgb, 0.4);", Saturation.self) { $0.saturation = 0.4 },
        ShaderText(luma + "c.rgb = vec3(dot(c.rgb, luma));", Grayscale.self),
        ShaderText(
            """
            c.rgb = mix(c.rgb, vec3(dot(c.rgb, vec3(0.3588, 0.7044, 0.1368)), dot(c.rgb, vec3(0.2990, 0.5870, 0.1140)),
                dot(c.rgb, vec3(0.2392, 0.4696, 0.0912))), 0.8);
            """, leavesRange: true, Sepia.self
        ) { $0.intensity = 0.8 },
        ShaderText("c.rgb = c.rgb * vec3(1.1, 0.9, 0.5);", leavesRange: true, RGBGain.self) {
            ($0.red, $0.green, $0.blue) = (1.1, 0.9, 0.5)
        },
        ShaderText(
            "float high = max(max(c.r, c.g), c.b), mean = dot(c.rgb, vec3(1.0)) / 3.0;\n"
                + "c.rgb = mix(c.rgb, vec3(high), -1.5 * (high - mean));", leavesRange: true, Vibrance.self
        ) { $0.vibrance = 0.5 },
        ShaderText("c = floor(c * 5.0 + 0.5) / 5.0;", Posterize.self) { $0.levels = 5 },
        ShaderText(luma + "c.rgb = vec3(step(0.45 - 1.0 / 131072.0, dot(c.rgb, luma)));", Threshold.self) {
            $0.threshold = 0.45
        },
        ShaderText(luma + "if (dot(c.rgb, luma) <= 0.5 + 1.0 / 131072.0) c.rgb = 1.0 - c.rgb;", Solarize.self),
        ShaderText(
            "c.rgb = mix(c.rgb, vec3(0.0), smoothstep(0.3, 0.75, distance(v_texcoord, vec2(0.5))));", Vignette.self),
        ShaderText(
            near + "void main() { vec3 around = at(-1.0, 0.0) + at(1.0, 0.0) + at(0.0, -1.0) + at(0.0, 1.0);\n"
                + "gl_FragColor = vec4(at(0.0, 0.0) * 2.2 - around * 0.3, texture2D(tex, v_texcoord).a); }",
            leavesRange: true, Sharpen.self
        ) { $0.sharpness = 0.3 },
        ShaderText(
            near + "void main() { vec3 near = (at(1.0, 0.0) - at(-1.0, 0.0)) + (at(0.0, 1.0) - at(0.0, -1.0));\n"
                + "gl_FragColor = vec4(at(0.0, 0.0) + (near + (at(1.0, 1.0) - at(-1.0, -1.0)) * 2.0) * 0.5,"
                + " texture2D(tex, v_texcoord).a); }", leavesRange: true, Emboss.self
        ) { $0.intensity = 0.5 },
        ShaderText(
            near
                + """
                float light(float x, float y) { return floor(dot(at(x, y), luma) * 255.0 + 0.50005) / 255.0; }
                float side(vec2 a, vec2 b, vec2 c) { return light(a.x, a.y) + 2.0 * light(b.x, b.y) + light(c.x, c.y); }
                void main() {
                    float columns = side(vec2(1.0, -1.0), vec2(1.0, 0.0), vec2(1.0, 1.0))
                        - side(vec2(-1.0, -1.0), vec2(-1.0, 0.0), vec2(-1.0, 1.0));
                    float rows = side(vec2(-1.0, 1.0), vec2(0.0, 1.0), vec2(1.0, 1.0))
                        - side(vec2(-1.0, -1.0), vec2(0.0, -1.0), vec2(1.0, -1.0));
                    gl_FragColor = vec4(vec3(length(vec2(columns, rows))), texture2D(tex, v_texcoord).a);
                }
                """, Sobel.self),
        ShaderText(
            """
            vec2 p = v_texcoord - vec2(0.5);
            float near = max(1.0 - length(p) / 0.5, 0.0), turn = near * near * 0.3 * 8.0, s = sin(turn), q = cos(turn);
            c = texture2D(tex, vec2(p.x * q - p.y * s, p.x * s + p.y * q) + 0.5);
            """, samples: true, Swirl.self
        ) { $0.angle = 0.3 },
        ShaderText(
            """
            vec2 p = v_texcoord - 0.5;
            float away = length(vec2(p.x, p.y * height / width)), shrunk = 1.0 - 0.5 * (0.25 - away) / 0.25;
            if (away < 0.25 - 0.000001) c = texture2D(tex, p * shrunk * shrunk + 0.5);
            """, samples: true, Bulge.self),
        ShaderText(
            """
            vec2 cell = vec2(0.1, 0.1 * width / height);
            c = texture2D(tex, (floor(v_texcoord / cell + 0.0001) + 0.5) * cell);
            """, samples: true, Pixellate.self
        ) { ($0.size, $0.average) = (0.1, false) },
    ]
}

@Suite("Shaders that say what filters say")
struct ShaderTextTests {
    /// Samples that may lie on another side of a jump of the law.
    private static let few = 0.005

    /// All codes of R'G'B' and gray; of Y'CbCr those of colours well within R'G'B', which shaders limit and filters do not.
    private func frame(_ format: PixelFormat, _ c: Colorimetry, _ generator: inout Generator) -> TestFrame {
        let frame = TestFrame(format, width: 61, height: 34, padding: 3)
        frame.fill(.random, &generator)
        guard FormatTable.yuv.contains(format) else { return frame }
        let codes = Codes(frame)
        for component in 0..<3 {
            let (columns, rows) = codes.size(component)
            let (offset, scale) = component == 0 ? (c.lumaOffset, c.lumaScale) : (c.chromaOffset, c.chromaScale)
            for y in 0..<rows {
                for x in 0..<columns {
                    let nominal = Double.random(in: component == 0 ? 0.3...0.7 : -0.08...0.08, using: &generator)
                    frame.store(Int((offset + nominal * scale).rounded()), component, x, y)
                }
            }
        }
        return frame
    }

    /// Sets alpha, where there is any.
    private func makeOpaque(_ frame: TestFrame) {
        guard let offset = frame.format.alphaOffset else { return }
        let bytes = FormatTable.sampleBytes(frame.format)
        for y in 0..<frame.height {
            for x in 0..<frame.width {
                for byte in 0..<bytes {
                    let position = frame.rowBase(0, y) + (4 * x + offset) * bytes + byte
                    position.storeBytes(of: 255, as: UInt8.self)
                }
            }
        }
    }

    @Test(
        "Between pixels colours count alike whatever their alpha, as in OpenGL", arguments: [PixelFormat.rgba, .argb64])
    func alpha(format: PixelFormat) throws {
        var settings = ShaderFilter()
        settings.shader = try UserShader("c = texture2D(tex, v_texcoord + vec2(0.25 / width, 0.75 / height));")
        var generator = Generator(seed: Sample.seed)
        let bytes = FormatTable.sampleBytes(format)
        for (width, height) in [(61, 34), (1, 1), (1, 9), (40, 1)] {
            let frame = TestFrame(format, width: width, height: height, padding: 3)
            frame.fill(.random, &generator)
            let made = frame.copy()
            let colorimetry = Colorimetry(matrix: .bt709, fullRange: true, depth: 8 * bytes)
            FilterEffect<ShaderFilter>().render(made, settings, colorimetry, .serial)
            func code(_ frame: TestFrame, _ x: Int, _ y: Int, _ sample: Int) -> Double {
                let row = frame.rowBase(0, min(y, height - 1))
                let position = row + (4 * min(x, width - 1) + sample) * bytes
                return bytes == 1
                    ? Double(position.load(as: UInt8.self)) : Double(position.load(as: UInt16.self))
            }
            for y in 0..<height {
                for x in 0..<width {
                    for sample in 0..<4 {
                        func near(_ right: Int, _ down: Int) -> Double { code(frame, x + right, y + down, sample) }
                        let mean = (3 * near(0, 0) + near(1, 0) + 9 * near(0, 1) + 3 * near(1, 1)) / 16
                        let distance = abs(code(made, x, y, sample) - mean)
                        #expect(distance <= 1, "\(format) \(width)x\(height): sample \(sample) of \(x), \(y)")
                    }
                }
            }
        }
    }

    @Test("Each is within a code of its filter, in every format", arguments: ShaderText.all)
    func equal(_ pair: ShaderText) throws {
        var settings = ShaderFilter()
        settings.shader = try UserShader(pair.text)
        var generator = Generator(seed: Sample.seed)
        for format in PixelFormat.allCases {
            let isRGB = FormatTable.rgb.contains(format)
            guard isRGB || !pair.leavesRange else { continue }
            let colorimetry = Colorimetry(
                matrix: .bt709, fullRange: isRGB || FormatTable.gray.contains(format),
                depth: FormatTable.depth(format))
            let (made, level) = (
                frame(format, colorimetry, &generator), CPULevel.available.randomElement(using: &generator) ?? .best
            )
            if pair.samples { makeOpaque(made) }
            let expected = made.copy()
            pair.renderFilter(expected, colorimetry, level)
            FilterEffect<ShaderFilter>(kernels: level.kernels).render(made, settings, colorimetry, .serial)
            #expect(made.guardsAreIntact)
            // A code of 8 bits; of more, what floats and tables of filters leave.
            let most = FormatTable.depth(format) == 16 ? 8 : 1
            let distances = zip(Codes(made).values.joined().joined(), Codes(expected).values.joined().joined())
                .map { abs($0 - $1) }
            let beyond = distances.filter { $0 > most }.count
            #expect(
                Double(beyond) <= Self.few * Double(distances.count),
                "\(format), \(level), \(Sample.note): \(beyond) of \(distances.count), by up to \(distances.max() ?? 0)"
            )
        }
    }
}
