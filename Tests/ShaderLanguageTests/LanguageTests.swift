// SPDX-License-Identifier: MIT
import Expressions
import ShaderLanguage
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite("Shader language: constructs")
struct LanguageTests {
    private func near(_ a: [Double], _ b: [Double]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) < 1e-9 }
    }

    private func main(_ body: String, _ uniforms: [String: [Double]] = [:], before: String = "") throws -> [Double] {
        let evaluation = try Evaluation(head + before + "void main() {\n" + body + "\n}", uniforms)
        return evaluation.color + [evaluation.alpha]
    }

    private var own: [Double] { (0..<3).map { Evaluation.component($0, 3, 5) } }

    @Test func body() throws {
        let evaluation = try Evaluation("c.rgb = c.bgr * 0.5;")
        #expect(near(evaluation.color, own.reversed().map { $0 / 2 }))
        #expect(evaluation.alpha == 0.75)
    }

    @Test func bothVocabularies() throws {
        let names = "varying vec2 textureCoordinate; uniform sampler2D inputImageTexture;\n"
        let texts = [
            head + "void main() { gl_FragColor = texture2D(tex, v_texcoord); }",
            names + "void main() { gl_FragColor = texture2D(inputImageTexture, textureCoordinate); }",
            names + "void main() { gl_FragData[0] = texture2DLod(inputImageTexture, textureCoordinate, 0.0); }",
        ]
        for text in texts { #expect(near(try Evaluation(text).color, own)) }
    }

    @Test("A whole number of pixels away is a neighbour, and nothing is sampled")
    func neighbours() throws {
        let names =
            "uniform sampler2D inputImageTexture; uniform float texelWidth, width, height; varying vec2 textureCoordinate;\n"
        let places: [(String, Int, Int)] = [
            ("leftTextureCoordinate", -1, 0), ("rightTextureCoordinate", 1, 0), ("topTextureCoordinate", 0, -1),
            ("bottomTextureCoordinate", 0, 1), ("topLeftTextureCoordinate", -1, -1),
            ("bottomRightTextureCoordinate", 1, 1), ("textureCoordinate + vec2(2.0 / width, -3.0 / height)", 2, -3),
            ("textureCoordinate - vec2(texelWidth * 2.0, 0.0)", -2, 0), ("gl_FragCoord.xy / vec2(width, height)", 0, 0),
        ]
        for (place, dx, dy) in places {
            let declaration = place.hasSuffix("Coordinate") ? "varying vec2 \(place);\n" : ""
            let evaluation = try Evaluation(
                names + declaration + "void main() { gl_FragColor = texture2D(inputImageTexture, \(place)); }")
            #expect(near(evaluation.color, (0..<3).map { Evaluation.component($0, 3 + dx, 5 + dy) }), "\(place)")
            #expect(evaluation.graph.samples.isEmpty, "\(place)")
        }
        let half = try Evaluation(
            names
                + "void main() { gl_FragColor = texture2D(inputImageTexture, textureCoordinate + vec2(0.5 / width, 0.0)); }"
        )
        #expect(!half.graph.samples.isEmpty)
        #expect(near(half.color, (0..<3).map { (Evaluation.component($0, 3, 5) + Evaluation.component($0, 4, 5)) / 2 }))
    }

    @Test func conditions() throws {
        let body = """
            vec4 c = texture2D(tex, v_texcoord);
            float a = 1.0;
            if (c.r < u) { a = 2.0; float hidden = 3.0; if (c.g > u) a += hidden; else { a *= 10.0; } } else if (c.b > u) a = 7.0;
            gl_FragColor = vec4(a, c.r < u ? 1.0 : 0.0, !(c.r < u) ^^ true ? 1.0 : 0.0, c.r < u && c.g < u || c.b == c.b ? 1.0 : 0.0);
            """
        for u in stride(from: 0.0, through: 1, by: 0.05) {
            let (r, g, b) = (own[0], own[1], own[2])
            let a = r < u ? (g > u ? 5.0 : 20) : b > u ? 7 : 1
            let made = try main(body, ["u": [u]], before: "uniform float u;\n")
            #expect(near(made, [a, r < u ? 1 : 0, r < u ? 1 : 0, 1]), "\(u)")
        }
    }

    @Test("Functions return, loops break and go on for some pixels and not for others")
    func leaving() throws {
        let functions = """
            uniform float u;
            float early(float x) { if (x < u) return 5.0; x += 1.0; if (x < u + 1.5) { return x; } return -x; }
            float sum(float x) {
                float s = 0.0;
                for (int i = 0; i < 8; i++) {
                    if (float(i) > x) break;
                    if (i == 2) continue;
                    s += float(i);
                    if (s > 5.0 * u) return 100.0 + s;
                }
                return s;
            }

            """
        func early(_ x: Double, _ u: Double) -> Double { x < u ? 5 : x + 1 < u + 1.5 ? x + 1 : -(x + 1) }
        func sum(_ x: Double, _ u: Double) -> Double {
            var s = 0.0
            for i in 0..<8 {
                if Double(i) > x { break }
                if i == 2 { continue }
                s += Double(i)
                if s > 5 * u { return 100 + s }
            }
            return s
        }
        for u in stride(from: 0.0, through: 4, by: 0.125) {
            let made = try main(
                "vec4 c = texture2D(tex, v_texcoord); gl_FragColor = vec4(early(c.r), sum(c.g * 12.0), sum(u), 1.0);",
                ["u": [u]], before: functions)
            #expect(near(Array(made[..<3]), [early(own[0], u), sum(own[1] * 12, u), sum(u, u)]), "\(u)")
        }
    }

    @Test func parametersAndOverloads() throws {
        let functions = """
            float f(float x) { return x; }
            float f(vec2 x) { return x.x * 10.0 + x.y; }
            void swap(inout float a, inout float b) { float c = a; a = b; b = c; }
            void split(const in float x, out float whole, out float part) { whole = floor(x); part = x - whole; }
            float announced(float x);
            float twice(float x) { return announced(x) * 2.0; }
            float announced(float x) { return x + 1.0; }
            float counter = 0.0;
            float count() { counter += 1.0; return counter; }

            """
        let made = try main(
            "float a = 2.5, b = 4.0; swap(a, b); float w; float p; split(b, w, p); count(); gl_FragColor = vec4(f(vec2(a, f(b))), w * 10.0 + p, twice(1.0), count());",
            before: functions)
        #expect(near(made, [42.5, 20.5, 4, 2]))
    }

    @Test func vectorsAndMatrices() throws {
        let made = try main(
            """
            vec4 v = vec4(1.0, vec2(2.0, 3.0), 4.0);
            v.zx = v.xz;
            v.wy += vec2(10.0);
            mat2 m = mat2(1.0, 2.0, 3.0, 4.0);
            vec2 a = m * vec2(1.0, 10.0);
            vec2 b = vec2(1.0, 10.0) * m;
            mat2 p = m * m;
            m[1].x = 7.0;
            mat3 d = mat3(2.0);
            mat3 e = mat3(m);
            ivec2 i = ivec2(7, -7) / 2;
            bvec2 less = lessThan(vec2(1.0, 3.0), vec2(2.0));
            gl_FragColor = vec4(v.x * 1000.0 + v.y * 10.0 + v.z + v.w, a.x + b.x * 100.0, p[1][0] + d[2][2] * 100.0 + e[1][0] * 1000.0 + e[2][2], float(i.x * 10 + i.y) + (less.x && !less.y && any(less) && !all(less) ? 0.5 : 0.0));
            """)
        #expect(near(made, [3135, 2131, 7216, 27.5]))
    }

    @Test func arrays() throws {
        let made = try main(
            """
            const int count = 4;
            float a[count];
            for (int i = 0; i < count; ++i) { a[i] = float(i * i); }
            int k = int(texture2D(tex, v_texcoord).r * 0.0 + u);
            a[k] = 100.0;
            gl_FragColor = vec4(a[0] + a[1], a[2], a[3], a[k]);
            """, ["u": [2]], before: "uniform float u;\n")
        #expect(near(made, [1, 100, 9, 100]))
    }

    @Test func macros() throws {
        let text = """
            #version 100
            #define SQUARE(x) ((x) * (x))
            #define SUM(a, b) (a + \\
                b)
            #define ONE 1.0
            #ifdef GL_ES
            precision mediump float;
            #endif
            #if defined(ONE) && !defined TWO && (3 - 1) * 2 == 4
            #define VALUE SQUARE(SUM(ONE, 2.0))
            #elif 1
            wrong
            #else
            wrong
            #endif
            #define PLUS(a, b) a + b
            #if PLUS((1), 2) != 3 || PLUS(defined ONE, 1) != 2
            wrong
            #endif
            #undef ONE
            #ifndef ONE
            void main() { gl_FragColor = vec4(VALUE, SQUARE (3.0), float(__LINE__), float(__VERSION__)); }
            #endif
            """
        // VALUE is put in after ONE is gone, so that it must not be used.
        #expect(throws: ShaderErrors.self) { try Evaluation(text) }
        let kept = text.replacing("#undef ONE\n#ifndef ONE", with: "#ifdef ONE")
        #expect(near(try Evaluation(kept).color, [9, 9, 21]))
    }

    @Test("Macros may be arguments of themselves and of others")
    func macrosInMacros() throws {
        let macros = "#define sq(x) ((x) * (x))\n#define mx(a, b) ((a) > (b) ? (a) : (b))\n#define two 2.0\n"
        for (expression, value) in [("sq(sq(two))", 16.0), ("mx(1.0, mx(3.0, sq(two)))", 4), ("sq(mx(two, two))", 4)] {
            let text = macros + "void main() { gl_FragColor = vec4(\(expression)); }"
            #expect(try Evaluation(text).color[0] == value, "\(expression)")
        }
        let deep = String(repeating: "sq(", count: 500) + "1.0" + String(repeating: ")", count: 500)
        #expect(throws: ShaderErrors.self) {
            try Evaluation(macros + "void main() { gl_FragColor = vec4(\(deep)); }")
        }
    }

    @Test("What &&, || and ? do not need changes nothing")
    func neededAlone() throws {
        let functions = "uniform float u; float twice(inout float a) { a *= 2.0; return a; }\n"
        for u in [0.25, 0.75] {
            let body = """
                float a = 1.0, b = 1.0, d = 1.0, e = 1.0;
                bool x = u > 0.5 && (a = 3.0) > 0.0;
                bool y = u > 0.5 || (b = 3.0) > 0.0;
                float z = u > 0.5 ? twice(d) : (e = 5.0);
                gl_FragColor = vec4(x && y ? a : -a, b, (d * 100.0 + e) * 10.0 + z, 1.0);
                """
            let made = try Evaluation(functions + "void main() { \(body) }", ["u": [u]]).color
            #expect(near(made, u > 0.5 ? [3, 1, 2012] : [-1, 3, 1055]), "\(u): \(made)")
        }
    }

    @Test("Whole numbers of uniforms may bound loops")
    func wholeUniforms() throws {
        let text =
            head
            + "uniform int n; uniform bool on; void main() { float s = 0.0; for (int i = 0; i < n; i++) s += 0.5; gl_FragColor = vec4(on ? s : 0.0); }"
        #expect(try Evaluation(text, ["n": [6], "on": [1]]).color[0] == 3)
        #expect(try Evaluation(text, ["n": [6]]).color[0] == 0)
        #expect(throws: ShaderErrors.self) { try Evaluation(text, ["n": [300], "on": [1]]) }
        let shader = try Shader(text)
        #expect(shader.uniforms.map(\.name) == ["n", "on"])
        #expect(shader.uniforms.allSatisfy { $0.isWhole })
    }

    @Test(
        "Functions of the language",
        arguments: [
            ("radians(180.0)", Double.pi), ("degrees(radians(30.0))", 30), ("sin(0.5)", sin(0.5)),
            ("cos(0.5)", cos(0.5)),
            ("tan(0.5)", tan(0.5)), ("asin(0.5)", asin(0.5)), ("acos(-0.5)", acos(-0.5)), ("atan(2.0)", atan(2)),
            ("atan(1.0, -2.0)", atan2(1, -2)), ("pow(2.0, 0.5)", pow(2, 0.5)), ("pow(-2.0, 2.0)", 0),
            ("exp(1.5)", exp(1.5)),
            ("log(3.0)", log(3)), ("exp2(2.5)", exp2(2.5)), ("log2(10.0)", log2(10)), ("sqrt(2.0)", 2.0.squareRoot()),
            ("sqrt(-2.0)", 0), ("inversesqrt(4.0)", 0.5), ("abs(-2.0)", 2), ("sign(-3.0)", -1), ("sign(0.0)", 0),
            ("sign(4.0)", 1),
            ("floor(-1.5)", -2), ("ceil(1.25)", 2), ("ceil(-1.25)", -1), ("fract(-0.25)", 0.75), ("mod(-1.0, 3.0)", 2),
            ("min(2.0, 3.0)", 2), ("max(2.0, 3.0)", 3), ("clamp(5.0, 1.0, 2.0)", 2), ("clamp(0.25, 0.0, 1.0)", 0.25),
            ("mix(1.0, 3.0, 0.25)", 1.5), ("step(0.5, 0.5)", 1), ("step(0.5, 0.25)", 0),
            ("smoothstep(0.0, 2.0, 1.0)", 0.5),
            ("length(vec3(1.0, 2.0, 2.0))", 3), ("distance(vec2(1.0, 1.0), vec2(4.0, 5.0))", 5),
            ("dot(vec3(1.0, 2.0, 3.0), vec3(4.0, 5.0, 6.0))", 32),
            ("cross(vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0)).z", 1),
            ("normalize(vec2(3.0, 4.0)).y", 0.8), ("faceforward(vec2(1.0), vec2(1.0), vec2(1.0)).x", -1),
            ("reflect(vec2(1.0, -1.0), vec2(0.0, 1.0)).y", 1), ("refract(vec2(0.0, -1.0), vec2(0.0, 1.0), 0.5).y", -1),
            ("refract(vec2(0.8, -0.6), vec2(0.0, 1.0), 2.0).y", 0), ("matrixCompMult(mat2(2.0), mat2(3.0))[1].y", 6),
            ("float(all(not(equal(vec2(1.0), vec2(2.0)))))", 1), ("float(any(notEqual(vec2(1.0), vec2(1.0))))", 0),
            ("float(all(greaterThanEqual(ivec2(2, 3), ivec2(2))))", 1), ("float(int(-2.75))", -2),
            ("float(bool(0.5))", 1),
            ("1.0 / 0.0", 0), ("float(7 / 2) - float(-7 / 2)", 6), ("-(+2.0)", -2), ("(1.0, 2.0)", 2),
            ("0x10 == 020 + 0 ? 1.0 : 2.0", 1),
        ] as [(String, Double)])
    func functions(_ expression: String, _ expected: Double) throws {
        // Constants are rounded to floats.
        #expect(abs(try Evaluation.value(expression) - expected) <= Double(Float(expected).ulp))
    }

    @Test func values() throws {
        let values = try UniformValues(
            text: "uniforms, amount=(float)0.5, tint = <1, (double)0.5,0.25>, on=(boolean)true, n=(int)-3;")
        #expect(values.numbers == ["amount": [0.5], "tint": [1, 0.5, 0.25], "on": [1], "n": [-3]])
        #expect(try UniformValues(text: "a=1").numbers == ["a": [1]])
        #expect(try UniformValues(text: "").numbers.isEmpty)
        for wrong in ["u, a", "u, a=x", "u, a=1, a=2", "u, =1", "u, a=<>", "u, a=1e300"] {
            #expect(throws: UniformValues.Failure.self, "\(wrong)") { try UniformValues(text: wrong) }
        }
    }
}
