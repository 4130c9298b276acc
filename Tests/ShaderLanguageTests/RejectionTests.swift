// SPDX-License-Identifier: MIT
import ShaderLanguage
import Testing

@Suite("Shader language: what is refused, and with which words")
struct RejectionTests {
    /// A text, and where and what its first error is.
    static let texts: [(String, Int, Int, String)] = [
        ("c.rgb = 1;", 1, 9, "Here is int where vec3 is needed: write a point in numbers, or vec3(...)."),
        ("c.r = 1.0", 1, 10, "\";\" is missing after the statement; here is the end of the text."),
        ("while (true) { }", 1, 1, "There is no while: write a for loop whose count is constant."),
        ("do { } while (true);", 1, 1, "There is no do: write a for loop whose count is constant."),
        ("discard;", 1, 1, "There is no discard, as every pixel is stored: write the alpha that it should have."),
        ("struct S { float a; };", 1, 1, "There is no struct: write its members as variables."),
        ("c.r = dFdx(c.g);", 1, 7, "There are no derivatives."),
        ("c = gl_LastFragData[0];", 1, 5, "What was there before can't be read."),
        ("gl_FragData[1] = c;", 1, 13, "There is one output: gl_FragData[0], or gl_FragColor."),
        ("c.r = foo(1.0);", 1, 7, "There is no function \"foo\"."),
        ("c.r = lenght(c);", 1, 7, "There is no function \"lenght\"; did you mean \"length\"?"),
        ("float colour = 1.0;\nc.r = color;", 2, 7, "There is no variable \"color\"; did you mean \"colour\"?"),
        ("c.rgx = vec3(1.0);", 1, 3, "There is no component \"rgx\": write letters of xyzw, rgba or stpq."),
        ("c.rr = vec2(1.0);", 1, 3, "A component is written twice by \"rr\"."),
        ("c.rg.b = 1.0;", 1, 6, "vec2 has no component \"b\"."),
        ("c[4] = 1.0;", 1, 3, "The index 4 is beyond the 4 elements."),
        ("v_texcoord = vec2(0.0);", 1, 1, "\"v_texcoord\" can't be written."),
        ("c.r = c.r % 2.0;", 1, 11, "GLSL ES 1.00 has no operator \"%\": write mod(a, b), or a - b * (a / b) for int."),
        (
            "c.r = c.r + 1;", 1, 11,
            "The operator \"+\" is not for float and int: numbers with and without a point do not mix."
        ),
        ("c.r = pow(c.r, 2);", 1, 7, "pow does not take (float, int): write a point in numbers, such as 1.0."),
        ("for (int i = 0; i < 257; i++) c.r += 0.1;", 1, 1, "The loop runs more than 256 times."),
        (
            "for (int i = 0; float(i) < c.r; i++) c.r += 0.1;", 1, 26,
            "How often a loop runs has to be constant: its condition compares a variable of its head with constants."
        ),
        (
            "int i; for (i = 0; i < 3; i++) if (c.r > 0.5) break;", 1, 22,
            "How often a loop runs has to be constant: its condition compares a variable of its head with constants."
        ),
        ("#define F(x) x\n#if F(1\n#endif", 2, 5, "The arguments of the macro \"F\" have no end: write )."),
        (
            "for (int i = 0; i < 200; i++) for (int j = 0; j < 200; j++) c.r = c.r * 1.01 + 0.1;", 1, 78,
            "More than 4096 operations follow from each other."
        ),
        ("c = texture2D(tex, v_texcoord, 1.0);", 1, 5, "Frames have one level, which is 0.0."),
        ("vec3 v = vec3(1.0, 2.0);", 1, 10, "vec3 takes 3 numbers, and here are 2."),
        ("float a[257];", 1, 9, "An array has 1 to 256 elements."),
        ("float a; float a;", 1, 16, "\"a\" is declared twice."),
        ("const float a = c.r;", 1, 19, "The value of a const has to be constant."),
        ("c.r = 1e99;", 1, 7, "The number is beyond those of floats."),
        ("c.r = 16777217;", 1, 7, "Whole numbers go to 16777216, as they are computed as floats."),
        ("uniform sampler2D many[2]; c.r = 1.0;", 1, 19, "There are no arrays of sampler2D."),
        ("uniform samplerCube sky; c.r = 1.0;", 1, 9, "There is no samplerCube: frames are of the type sampler2D."),
        ("switch (1) { }", 1, 1, "GLSL ES 1.00 has no switch: write if."),
        ("attribute vec2 place;", 1, 1, "A fragment shader has no attributes."),
        ("c.rg = gl_PointCoord;", 1, 8, "There are no points, so there is no gl_PointCoord."),
        ("c.r = gl_Foo;", 1, 7, "There is no \"gl_Foo\"."),
        ("float gl_own;", 1, 7, "\"gl_own\" is a reserved name."),
        ("float goto;", 1, 7, "\"goto\" is a reserved name."),
        ("float vec2;", 1, 7, "\"vec2\" is a type and can't be the name of a variable."),
        ("void x;", 1, 6, "A variable can't be void."),
        ("sampler2D s;", 1, 11, "A sampler2D has to be a uniform."),
        ("const float k;", 1, 13, "The constant \"k\" has no value."),
        ("break;", 1, 1, "There is no loop to leave here."),
        ("else c.r = 1.0;", 1, 1, "There is no if before this else."),
        ("for (int i = 0; ; i++) c.r = 1.0;", 1, 1, "The loop has no condition, so it would never end."),
        ("if (c.r) c.g = 1.0;", 1, 7, "Here is float where bool is needed."),
        ("c.r = true ? 1.0 : c;", 1, 12, "Both values of ? are of one type, and here are float and vec4."),
        ("c.r = -true;", 1, 7, "The operator \"-\" is for numbers, and here is bool."),
        ("c.r = c.r & c.g;", 1, 11, "GLSL ES 1.00 has no operator \"&\"."),
        ("c.r = ~1;", 1, 7, "GLSL ES 1.00 has no operator \"~\"."),
        ("c.r = 1.0e;", 1, 7, "The exponent has no digits."),
        ("c.r = 1.0x;", 1, 7, "The number goes on with a letter."),
        ("c.r = float();", 1, 7, "float() has no numbers."),
        ("c.rgb = vec3(c, c);", 1, 9, "vec3 has more numbers here than it takes."),
        ("mat2 m = mat2(mat2(1.0), 1.0);", 1, 10, "A matrix can't be made of a matrix and more."),
        ("c.r.r = 1.0;", 1, 5, "float has no components; only vectors have."),
        ("c.r = c.r[0];", 1, 10, "float has no elements."),
        ("1.0 = c.r;", 1, 1, "This can't be written."),
        ("float a[2]; float b[2]; a = b;", 1, 27, "Arrays are written element by element."),
        ("float a[c.r > 0.5 ? 1 : 2];", 1, 19, "The size of an array is a constant whole number."),
        ("#foo\nc.r = 1.0;", 1, 2, "There is no directive \"#foo\"."),
        ("#else\nc.r = 1.0;", 1, 1, "There is no #if before this #else."),
        ("#if 1\n#else\n#else\n#endif", 3, 1, "#else stands after #else."),
        ("#if 1 / 0\n#endif", 1, 7, "The condition divides by 0."),
        ("#if FOO\n#endif", 1, 5, "There is no macro \"FOO\"."),
        ("#if (1\n#endif", 1, 5, "The parenthesis has no end: write )."),
        ("#define GL_FOO 1\nc.r = 1.0;", 1, 9, "\"GL_FOO\" is a reserved name."),
        ("#define A(x, x) x\nc.r = 1.0;", 1, 14, "The macro has two parameters \"x\"."),
        ("#define A(x) x\nc.r = A(1.0;", 2, 7, "The arguments of the macro \"A\" have no end: write )."),
        ("c.r = \u{3c0};", 1, 7, "Outside of comments a shader is written in ASCII."),
        (
            head + "float f(float x) { } void main() { gl_FragColor = vec4(f(1.0)); }", 4, 7,
            "The function \"f\" returns no value."
        ),
        (
            head + "float f(float x); void main() { gl_FragColor = vec4(f(1.0)); }", 4, 53,
            "The function \"f\" is announced, but has no body."
        ),
        (
            head + "float sin(float x) { return x; } void main() { gl_FragColor = vec4(1.0); }", 4, 7,
            "\"sin\" is a function of the language; take another name."
        ),
        (head + "float main() { return 1.0; }", 4, 7, "The function main is void main()."),
        (
            head + "varying vec3 textureCoordinate; void main() { gl_FragColor = vec4(1.0); }", 4, 14,
            "The varying \"textureCoordinate\" is a vec2."
        ),
        ("@", 1, 1, "\"@\" means nothing in a shader."),
        ("c.r = \"a\";", 1, 7, "A shader has no texts in quotation marks."),
        ("#error Don't", 1, 2, "#error Don't"),
        ("#define A 0x\nc.r = float(A);", 2, 13, "This is no whole number."),
        ("float f(float x) { return x; }", 1, 7, "There is no function main, and no statement outside of functions."),
        (
            "void mainImage(out vec4 color, in vec2 place) { color = vec4(1.0); }", 1, 6,
            "There is no function main: add void main() { mainImage(gl_FragColor, gl_FragCoord.xy); }"
        ),
        ("/* x", 1, 1, "The comment has no end: write */."),
        ("#if 1\nc.r = 1.0;", 1, 1, "This #if has no #endif."),
        ("#version 300 es\nc.r = 1.0;", 1, 10, "The language is GLSL ES 1.00: write #version 100, or nothing."),
        ("#define A(x) x\nc.r = A(1.0, 2.0);", 2, 7, "The macro \"A\" takes 1 arguments, and here are 2."),
        (
            "varying vec2 foo;\nvoid main() { gl_FragColor = vec4(1.0); }", 1, 14,
            "There is no varying \"foo\": the places are v_texcoord, textureCoordinate, and those like leftTextureCoordinate."
        ),
        (
            head + "float f(float x) { return f(x); } void main() { gl_FragColor = vec4(f(1.0)); }", 4, 27,
            "\"f\" calls itself, which GLSL does not allow."
        ),
        (
            head + "float f(float x) { return true; } void main() { gl_FragColor = vec4(1.0); }", 4, 27,
            "Here is bool where float is needed."
        ),
        (head + "void main() { }", 4, 6, "The shader never writes gl_FragColor."),
        (
            head
                + "uniform sampler2D inputImageTexture2;\nvoid main() { gl_FragColor = texture2D(inputImageTexture2, v_texcoord); }",
            5, 30,
            "The shader reads a second input, and there is one alone."
        ),
    ]

    @Test(arguments: texts)
    func refused(_ text: String, _ line: Int, _ column: Int, _ message: String) {
        do {
            _ = try Shader(text)
            Issue.record("\(text) is taken")
        } catch {
            #expect(error.errors.first?.message == message)
            #expect(error.errors.first?.position == TextPosition(line: line, column: column))
        }
    }

    @Test("Several errors are told, each with its line and a caret")
    func several() {
        do {
            _ = try Shader("float a = colour.r;\nc.r = true;\nc.g = 0.5;")
            Issue.record("It is taken")
        } catch {
            #expect(
                error.description == """
                    1:11: There is no variable "colour".
                    float a = colour.r;
                              ^
                    2:7: Here is bool where float is needed.
                    c.r = true;
                          ^
                    """)
        }
        do {
            _ = try Shader("if (c.r > 0.5) c.g = ; else c.g = 1.0;")
            Issue.record("It is taken")
        } catch {
            #expect(error.errors.map(\.message) == ["An expression is missing; here is \";\"."])
        }
        do {
            _ = try Shader(String(repeating: "c.r = true;\n", count: 20))
            Issue.record("It is taken")
        } catch {
            #expect(error.errors.count == 8)
        }
    }

    @Test("Texts that ask for too much end soon, and are refused with the limit")
    func limits() {
        func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
        let loops = (0..<20).map { "for (int a\($0) = 0; a\($0) < 256; a\($0)++) " }.joined() + ";"
        let macros =
            "#define A0\n" + (1..<60).map { "#define A\($0) A\($0 - 1) A\($0 - 1)\n" }.joined() + "A59 c.r = 1.0;"
        let sums = "float x0 = v_texcoord.x;" + (1..<60).map { "float x\($0) = x\($0 - 1) + x\($0 - 1);" }.joined()
        func chain(_ count: Int, _ body: (Int) -> String) -> String {
            head + "float f0(float x) { return x + 1.0; }\n"
                + (1..<count).map { "float f\($0)(float x) { return \(body($0 - 1)); }\n" }.joined()
                + "void main() { gl_FragColor = vec4(f\(count - 1)(v_texcoord.x)); }"
        }
        let calls = chain(15) { "f\($0)(x) + f\($0)(x * 0.5) + f\($0)(x + 0.5)" }
        let reads = (1..<80).map { "c += texture2D(tex, vec2(0.01 * float(\($0)), 0.5));" }.joined()
        let uniforms = (0..<65).map { "uniform float u\($0);" }.joined()
        let texts = [
            ("c.r = \(many("(", 1000))1.0\(many(")", 1000));", "More than 64 levels lie within each other."),
            (loops, "The shader takes more than 65536 steps once its loops and calls are written out."),
            (macros, "With its macros the text has more than 16384 tokens."),
            (calls, "The shader takes more than 65536 steps once its loops and calls are written out."),
            (chain(20) { "f\($0)(x)" }, "More than 16 calls lie within each other."),
            (reads, "The shader reads more than 64 places of the frame."),
            (uniforms + "c.r = 1.0;", "There are more than 64 uniforms."),
            (many(" ", 65537), "The text has more than 65536 bytes."),
            (many("c;", 10000), "The text has more than 16384 tokens."),
            ("c.r = \(many("-", 5000))1.0;", "More than 64 levels lie within each other."),
            (many("{", 5000), "More than 64 levels lie within each other."),
            ("c.r = 1.0\(many(", 1.0", 5000));", "More than 64 expressions follow each other."),
            ("c.r = 1.0\(many(" + 1.0", 5000));", "More than 256 operators follow each other."),
            (many("if (true) ", 3000) + ";", "More than 64 levels lie within each other."),
            ("c\(many(".rgba", 3000)) = c;", "More than 64 levels lie within each other."),
            (many("#if 1\n", 65), "More than 64 #if lie within each other."),
            (
                "float a[17]; c.r = a[int(c.r * 16.0)];",
                "An index that is not constant is for at most 16 elements."
            ),
            (
                "float x = v_texcoord.x, y = v_texcoord.y, z = x * y;"
                    + many("for (int i = 0; i < 250; i++) { x = sin(x) + y; y = cos(y) * z; z = sin(z) - x; }", 3)
                    + "c.rgb = vec3(x, y, z);",
                "The shader has 4501 operations once its loops and calls are written out; 4096 are allowed."
            ),
        ]
        for (text, message) in texts {
            do {
                _ = try Shader(text)
                Issue.record("\(text.prefix(60)) is taken")
            } catch {
                #expect(error.errors.first?.message == message, "\(text.prefix(60))")
            }
        }
        // Each of what nests is one level: 60 are taken of any.
        for text in [
            "c.r = \(many("(", 60))1.0\(many(")", 60));", "c.r = \(many("abs(", 60))1.0\(many(")", 60));",
            "c.r = \(many("c.g > 0.1 ? 0.2 : ", 60))1.0;",
            "\(many("if (c.g > 0.1) { ", 60))c.r = 1.0;\(many(" }", 60))",
            "\(many("{", 60))c.r = 1.0;\(many("}", 60))", "c.r = \(many("- ", 60))1.0;",
            "\(many("if (c.g > 0.1) c.r = 0.5; else ", 60))c.r = 1.0;",
        ] {
            do { _ = try Shader(text) } catch { Issue.record("\(text.prefix(60)) is refused: \(error)") }
        }
        // Sharing keeps this small.
        #expect(throws: Never.self) { try Shader(sums + "c = texture2D(tex, vec2(x59, 0.5));") }
        #expect(throws: Never.self) { try Shader(uniforms.replacing("uniform float u64;", with: "") + "c.r = 1.0;") }
    }
}
