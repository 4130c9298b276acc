// SPDX-License-Identifier: MIT
import ShaderLanguage
import Testing

@Suite("Shader language: what happens once, in floats, or not at all")
struct SemanticsTests {
    private func color(_ text: String, _ uniforms: [String: [Double]] = [:]) throws -> [Double] {
        try Evaluation(head + text, uniforms).color
    }

    private func red(_ statements: String, before: String = "", _ uniforms: [String: [Double]] = [:]) throws -> Double {
        try color("\(before)void main() { float s = 0.0; \(statements) gl_FragColor = vec4(s); }", uniforms)[0]
    }

    @Test("Functions that nobody calls change nothing")
    func uncalled() throws {
        let made = try color(
            """
            void unused() { gl_FragColor = vec4(1.0, 0.0, 0.0, 1.0); }
            void unused(float x) { gl_FragColor.rgb = vec3(x); }
            void main() { gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0); }
            """)
        #expect(made == [0, 1, 0])
    }

    private static let statements: [(String, Double)] = [
        ("a[i++] += 0.25; s = a[0] + 10.0 * a[1] + 100.0 * float(i);", 105.75),
        ("a[i++] *= 2.0; s = a[0] + 10.0 * a[1] + 100.0 * float(i);", 106.0),
        ("a[i++]++; s = a[0] + 10.0 * a[1] + 100.0 * float(i);", 106.5),
        ("f(a[i++]); s = a[0] + 10.0 * a[1] + 100.0 * float(i);", 109.5),
        ("a[int(u + float(i++))] += 0.25; s = a[0] + 10.0 * a[1] + 100.0 * float(i);", 108.0),
    ]

    @Test("An index of what is written is evaluated once", arguments: statements)
    func once(statements: String, value: Double) throws {
        let before = "uniform float u; void f(inout float x) { x += 4.0; }\n"
        let made = try red("int i = 0; float a[2]; a[0] = 0.5; a[1] = 0.5; \(statements)", before: before, ["u": [1]])
        #expect(abs(made - value) < 1e-9)
    }

    @Test(
        "Constants are floats, as pixels are",
        arguments: [
            ("for (float t = 0.0; t < 1.0; t += 0.1) s += 1.0;", 10.0), ("s = 0.1 + 0.2 == 0.3 ? 1.0 : 0.0;", 1.0),
            ("s = 16777216.0 + 1.0 == 16777216.0 ? 1.0 : 0.0;", 1.0),
        ])
    func floats(statements: String, value: Double) throws { #expect(try red(statements) == value) }

    @Test(
        "What no pixel comes to reads and writes nothing",
        arguments: [
            ("for (int i = 0; i < 8; i++) { if (i < 4) s += a[i]; }", 4.0),
            ("for (int i = 0; i < 8; i++) { if (i == 4) break; s += a[i]; }", 4.0),
            ("for (int i = 0; i < 8; i++) { if (i < 4) a[i] = 2.0; } s = a[0] + a[3];", 4.0),
            ("for (int i = 0; i < 8; i < 4 ? i++ : (i += 2)) s += 1.0;", 6.0),
            // Counters of the text around, as GPUImage's Kuwahara filter has them.
            ("int i, j; for (i = -3; i <= 0; ++i) for (j = 0; j < 2; ++j) s += 1.0; s += float(10 * i + j);", 20.0),
        ])
    func unreached(statements: String, value: Double) throws {
        #expect(try red("float a[4]; a[0] = a[1] = a[2] = a[3] = 1.0; \(statements)") == value)
    }

    @Test("Indices of any size are refused, and end nothing")
    func indices() throws {
        for (index, shown) in [
            ("int(1e30)", "1.0000000150474662e+30"), ("n * n * n", "4.722366482869645e+21"), ("7", "7"),
        ] {
            let errors = #expect(throws: ShaderErrors.self) {
                try Shader("const int n = 16777216; float a[4]; c.r = a[\(index)];")
            }
            #expect(errors?.errors.first?.message == "The index \(shown) is beyond the 4 elements.")
        }
    }

    @Test("Trees of any shape are walked on a small stack, or refused")
    func depths() throws {
        func nested(_ levels: Int, _ word: String) -> String {
            (0..<levels).reduce("v_texcoord.x") { text, _ in
                "(" + text + String(repeating: " \(word)", count: 250) + ")"
            }
        }
        let calls =
            head + "float f0(float x) { return x; }\n"
            + (1..<15).map {
                "float f\($0)(float x) { return f\($0 - 1)(x)\(String(repeating: " + 1.0", count: 250)); }\n"
            }
            .joined() + "void main() { gl_FragColor = vec4(f14(v_texcoord.x)); }"
        let blocks =
            head + "float f0(float x) { return x; }\n"
            + (1..<14).map {
                "float f\($0)(float x) { \(String(repeating: "{", count: 50)) x = f\($0 - 1)(x); \(String(repeating: "}", count: 50)) return x; }\n"
            }
            .joined() + "void main() { gl_FragColor = vec4(f13(v_texcoord.x)); }"
        for text in ["c.r = \(nested(30, "+ 1.0"));", blocks] {
            #expect(throws: ShaderErrors.self) { _ = try Shader(text) }
        }
        // Operators that follow each other are one level.
        for text in ["c.r = \(nested(2, "+ 1.0"));", "c.r = \(nested(30, "* 1.0"));", calls] {
            #expect(throws: Never.self) { _ = try Shader(text) }
        }
    }

    @Test("A text is right if it is with some values of its whole numbers, or for some size")
    func values() throws {
        let text = "uniform int n; float a[3]; a[n - 1] = 0.5; c.r = a[n - 1];"
        #expect(try Evaluation(text, ["n": [2]]).color[0] == 0.5)
        #expect(throws: Never.self) { _ = try Shader(text) }
        #expect(throws: Never.self) { _ = try Shader("float a[int(width / 640.0)]; c.r = a[0];") }
        let errors = #expect(throws: ShaderErrors.self) {
            _ = try Shader("uniform int n; float a[3]; c.r = a[n - 40];")
        }
        #expect(errors?.errors.first?.message == "The index -40 is beyond the 3 elements.")
    }

    @Test("Sizes of the frame are whole numbers too, and places in pixels are exact")
    func sizes() throws {
        #expect(try Evaluation("uniform int width; uniform int height; c.r = float(width + height);").color[0] == 28)
        for x in 0..<16 {
            let made = try Evaluation("c.r = gl_FragCoord.x; c.g = gl_FragCoord.y;", x: x, y: 11).color
            #expect(made[0] == Double(x) + 0.5 && made[1] == 11.5)
        }
    }

    @Test("Places that are written are evaluated once, in their turn; a body may write gl_FragColor")
    func written() throws {
        let text = "void f(inout float x) { x += 0.25; } float a[2]; int i = 0; "
        #expect(
            try Evaluation(text + "f(a[i++]); c = vec4(a[0], a[1], float(i), 1.0);").color == [0.25, 0, 1])
        #expect(
            try Evaluation(
                "void f(inout float x) { x += 0.25; } vec2 a[2]; int i = 0; f(a[i++].x); "
                    + "c = vec4(a[0].x, a[1].x, float(i), 1.0);"
            ).color == [0.25, 0, 1])
        #expect(
            try Evaluation(
                "void f(inout float x, int n) { x += 0.25; } float a[2]; int i = 0; f(a[i], i++); "
                    + "c = vec4(a[0], a[1], float(i), 1.0);"
            ).color == [0.25, 0, 1])
        #expect(try Evaluation("gl_FragColor = vec4(0.25, c.g, 0.5, 1.0);").color[0] == 0.25)
    }

    @Test("Functions that nobody calls are wrong only where any call of them would be")
    func unused() throws {
        for text in [
            "float sum(int n) { float s = 0.0; for (int i = 0; i < n; i++) s += 1.0; return s; }",
            "float k[20]; float at(int n) { return k[n]; }",
            "vec4 tap(vec2 p, float l) { return texture2D(tex, p, l); }",
            "float big() { float s = 0.0; for (int i = 0; i < 250; i++) for (int j = 0; j < 250; j++) s += 1.0; return s; }",
        ] {
            #expect(try color(text + "void main() { gl_FragColor = vec4(0.5); }")[0] == 0.5)
        }
        let errors = #expect(throws: ShaderErrors.self) {
            try Shader(
                head
                    + "float f(int n) { for (int i = 0; i < n; i++) unknown; return 1.0; } void main() { gl_FragColor = vec4(0.5); }"
            )
        }
        #expect(errors?.errors.map(\.message) == ["There is no variable \"unknown\"."])
    }

    @Test("Columns are counted in characters, and lines and files have numbers")
    func places() throws {
        let errors = #expect(throws: ShaderErrors.self) { try Shader("/* \u{fc}\u{65e5} */ c.r = q;") }
        #expect(errors?.errors.first?.position == TextPosition(line: 1, column: 16))
        #expect(try Evaluation("#if __LINE__ == 1 && __FILE__ == 0\nc.r = 0.5;\n#endif").color[0] == 0.5)
    }

    @Test("Bodies may have functions and constants, and what is not read may be any text")
    func bodies() throws {
        #expect(
            try Evaluation("const float k = 2.0; float f(float x) { return k * x; } c.r = f(0.25);").color[0] == 0.5)
        #expect(
            try Evaluation("highp float f(float x) { c.g = 0.125; return x; }\nc.r = f(0.25);").color[...1] == [
                0.25, 0.125,
            ])
        #expect(
            try Evaluation("#if 0\nDon't \"read\" 0x this 1abc, nor \u{3a9}.\n#endif\n\u{b}c.r\u{c}= 0.5;").color[0]
                == 0.5)
    }

    @Test("Copies of long arrays count as work")
    func copies() {
        let text =
            head + "mat4 a[256]; void f(out mat4 x[256]) {}\nvoid main() {"
            + "for (int i = 0; i < 256; i++) for (int j = 0; j < 12; j++) if (v_texcoord.x > 0.5) f(a);"
            + "gl_FragColor = vec4(a[0][0]); }"
        #expect(throws: ShaderErrors.self) { try Shader(text) }
    }

    @Test("The second operand of a condition counts where it is needed, and macros make several functions")
    func preprocessor() throws {
        let text = """
            #if defined(FOO) && FOO > 1
            wrong
            #endif
            #if !defined(FOO) || FOO / 0 > 1
            #define BOTH float f(float x) { return x * 0.5; } float g(float x) { return f(x); }
            #endif
            BOTH
            void main() { gl_FragColor = vec4(g(0.5)); }
            """
        #expect(try color(text)[0] == 0.25)
    }
}
