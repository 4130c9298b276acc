// SPDX-License-Identifier: MIT
import CTestSupport
import Testing

extension ElementTests {
    @Suite("Properties that are shaders and their uniforms") struct ShaderProperties {
        private let caps = "video/x-raw,format=BGRx,width=4,height=2,framerate=25/1"
        private let white = [UInt8](repeating: 255, count: 32)

        @Test("A shader that is wrong is told with its place and the line, and the one before stays")
        func wrong() throws {
            try withoutCriticals {
                let harness = try ElementHarness("swiftshader")
                harness.setCaps(caps)
                _ = try harness.render(white)
                tst_set_string(harness.element, "fragment", "c.rgb = c.bgr;")
                tst_set_string(harness.element, "fragment", "c.rgb = lenght(c);")
                let message = try #require(harness.message())
                #expect(
                    message.text == """
                        "fragment" stays as it was: 1:9: There is no function "lenght"; did you mean "length"?
                        c.rgb = lenght(c);
                                ^
                        """)
                let text = try #require(tst_get_string(harness.element, "fragment"))
                #expect(String(cString: text) == "c.rgb = c.bgr;")
                g_free(text)
            }
        }

        @Test("The log has why what was set last was refused")
        func log() throws {
            try withoutCriticals {
                let harness = try ElementHarness("swiftshader")
                func log() -> String? {
                    tst_get_string(harness.element, "log").map { text in
                        defer { g_free(text) }
                        return String(cString: text)
                    }
                }
                #expect(log() == nil)
                tst_set_string(harness.element, "fragment", "c.r = 1.0;\nc.g = x;")
                #expect(try #require(log()).hasPrefix("\"fragment\" stays as it was: 2:7: "))
                #expect(try #require(log()).hasSuffix("\nc.g = x;\n      ^"))
                tst_set_string(harness.element, "location", "/nowhere")
                #expect(try #require(log()).hasPrefix("The file \"/nowhere\" was not loaded"))
                tst_set_text(harness.element, "uniforms", "uniforms, amount=(string)much")
                #expect(try #require(log()).contains("\"amount\" is a number"))
                tst_set_string(harness.element, "fragment", "c.g = 1.0;")
                #expect(log() == nil)
            }
        }

        @Test("Uniforms that ask for too much are told, and frames pass", arguments: ["swiftshader", "swiftchain"])
        func tooMuch(factory: String) throws {
            let shader = "uniform int k; float a = 0.0; for (int i = 0; i < k; i++) a += 0.001; c = vec4(a);"
            try withoutCriticals {
                let harness = try ElementHarness(factory)
                harness.setCaps(caps)
                func set(_ count: Int) {
                    guard factory == "swiftchain" else {
                        tst_set_string(harness.element, "fragment", shader)
                        return tst_set_text(harness.element, "uniforms", "uniforms, k=(int)\(count)")
                    }
                    let text = "shader fragment=\"\(shader)\" uniforms=\"uniforms, k=(int)\(count)\""
                    tst_set_string(harness.element, "filters", text)
                }
                for (count, isTaken) in [(256, true), (257, false), (2_000_000_000, false), (100, true)] {
                    set(count)
                    for _ in 0..<2 { #expect((try harness.render(white) != white) == isTaken, "\(count)") }
                    let message = harness.message()
                    #expect(
                        (message?.text.contains("can't be run") ?? false) == !isTaken,
                        "\(count): \(String(describing: message))")
                    #expect(harness.message() == nil, "once is enough")
                }
            }
        }

        @Test("Uniforms that the shader has not, and too few numbers, are told once")
        func unknownUniforms() throws {
            try withoutCriticals {
                let harness = try ElementHarness("swiftshader")
                harness.setCaps(caps)
                tst_set_string(
                    harness.element, "fragment",
                    "uniform float amount; uniform vec3 tint; void main() { gl_FragColor = vec4(amount * tint, 1.0); }")
                tst_set_text(
                    harness.element, "uniforms", "uniforms, amont=(float)0.5, tint=(float)< 1.0, 0.5 >, time=1.0")
                for _ in 0..<2 { _ = try harness.render(white) }
                let message = try #require(harness.message())
                #expect(
                    message.text == """
                        The shader has no uniform "amont"; did you mean "amount"? The uniform "tint" is a vec3 of 3 numbers, \
                        and 2 are given.
                        """)
                #expect(harness.message() == nil, "once is enough")
            }
        }

        @Test("Time is the stream time in seconds", arguments: ["swiftshader", "swiftchain", "swiftblend"])
        func time(factory: String) throws {
            let shader = "c = vec4(vec3(time * 0.25), 1.0);"
            try withoutCriticals {
                if factory == "swiftblend" {
                    let a = try Image(.bgra, 4, 2)
                    let harness = try MixHarness(a.caps, of: factory)
                    tst_set_text(harness.element, "mode", "shader")
                    tst_set_string(harness.element, "fragment", shader)
                    for frame in [0, 1, 2] {
                        let made = try harness.render(a.buffer(), a.buffer(), frame: frame)
                        #expect(made.bytes.first == UInt8((Double(frame) * 0.04 * 0.25 * 255).rounded()))
                    }
                    return
                }
                let harness = try ElementHarness(factory)
                if factory == "swiftchain" {
                    tst_set_string(harness.element, "filters", "invert ! shader fragment=\"\(shader)\"")
                } else {
                    tst_set_string(harness.element, "fragment", shader)
                }
                harness.setCaps(caps)
                for seconds in [0, 1, 3, 2] as [UInt64] {
                    let output = try harness.render(Buffer(white).setTimes(pts: seconds * 1_000_000_000))
                    #expect(output.bytes.first == UInt8((Double(seconds) * 0.25 * 255).rounded()), "\(seconds)")
                }
            }
        }

        @Test("Controls are numbers of uniforms, which follow a GstController from frame to frame; uniforms come first")
        func controls() throws {
            try withoutCriticals {
                let harness = try ElementHarness("swiftshader")
                tst_set_string(
                    harness.element, "fragment",
                    "uniform float control1, control3; c = vec4(vec3(control1, control3, 0.0), 1.0);")
                harness.setCaps(caps)
                tst_control(harness.element, "control-1", 0, 1, 400_000_000)
                harness.set("control-3", 0.4)
                for frame in 0..<10 as Range<UInt64> {
                    let output = try harness.render(Buffer(white).setTimes(pts: frame * 40_000_000))
                    #expect(
                        Array(output.bytes.prefix(3)) == [0, 102, UInt8((Double(frame) * 25.5).rounded())], "\(frame)")
                }
                tst_set_text(harness.element, "uniforms", "uniforms, control3=1.0")
                let output = try harness.render(Buffer(white).setTimes(pts: 0))
                #expect(Array(output.bytes.prefix(3)) == [0, 255, 0])
            }
        }

        @Test("A shader of two videos reads each at any place")
        func elsewhere() throws {
            try withoutCriticals {
                let (a, b) = (try Image(.bgra, 4, 2), try Image(.bgra, 4, 2))
                let harness = try MixHarness(a.caps, of: "swiftblend")
                tst_set_text(harness.element, "mode", "shader")
                tst_set_string(
                    harness.element, "fragment",
                    """
                    vec2 there = vec2(1.0 - v_texcoord.x, v_texcoord.y);
                    c = vec4(texture2D(tex2, there).rgb * vec3(1.0, 0.0, 1.0) + texture2D(tex, 1.0 - v_texcoord).rgb * vec3(0.0, 1.0, 0.0), 1.0);
                    """)
                let made = try harness.render(a.buffer(), b.buffer(), frame: 0)
                for (x, y) in (0..<2).flatMap({ y in (0..<4).map { ($0, y) } }) {
                    func at(_ bytes: [UInt8], _ x: Int, _ y: Int) -> ArraySlice<UInt8> {
                        bytes[(16 * y + 4 * x)..<(16 * y + 4 * x + 3)]
                    }
                    let (first, second) = (Array(at(a.bytes, 3 - x, 1 - y)), Array(at(b.bytes, 3 - x, y)))
                    #expect(Array(at(made.bytes, x, y)) == [second[0], first[1], second[2]], "\(x), \(y)")
                }
            }
        }

        @Test("Of two videos, too, what is wrong with uniforms is told, and frames pass")
        func unknownUniformsOfTwo() throws {
            try withoutCriticals {
                let a = try Image(.bgrx, 8, 4)
                let harness = try MixHarness(a.caps, of: "swiftblend")
                tst_set_text(harness.element, "mode", "shader")
                tst_set_string(
                    harness.element, "fragment",
                    """
                    uniform int n; uniform sampler2D tex; varying vec2 v_texcoord;
                    void main() { vec2 q = v_texcoord; if (n > 0) q += vec2(0.1); gl_FragColor = 1.0 - texture2D(tex, q); }
                    """)
                func message(_ uniforms: String, frame: Int, passes: Bool) throws -> String? {
                    tst_set_text(harness.element, "uniforms", "uniforms, \(uniforms)")
                    let made = try harness.render(a.buffer(), a.buffer(), frame: frame)
                    #expect((a.with(made.bytes).visible == a.visible) == passes, "\(uniforms)")
                    return harness.message(seconds: 0)?.text
                }
                #expect(try message("n=0", frame: 0, passes: false) == nil)
                let unknown = try message("n=0, m=1", frame: 1, passes: false)
                #expect(unknown == "The shader has no uniform \"m\"; did you mean \"n\"?")
                #expect(try message("n=1", frame: 2, passes: false) == nil)
            }
        }

        @Test("Sums of shared sums are soon lowered, and a mark of UTF-8 is no part of a text")
        func sharedSums() throws {
            try withoutCriticals {
                let harness = try ElementHarness("swiftshader")
                harness.setCaps(caps)
                for text in [
                    "float x = c.r; for (int i = 0; i < 250; i++) { x = x + x; } c.r = 1.0 - x;",
                    "vec3 x = c.rgb; for (int i = 0; i < 60; i++) { x = mix(x, x.gbr, 0.3); } c.rgb = 1.0 - x;",
                    "\u{feff}c.rgb = vec3(0.0);",
                ] {
                    tst_set_string(harness.element, "fragment", text)
                    #expect(try harness.render(white) != white, "\(text)")
                    #expect(harness.message() == nil)
                }
            }
        }

        @Test("Another text and other values with each frame: none is rendered by a mixture of two")
        func swaps() throws {
            try withoutCriticals {
                let (width, height) = (64, 64)
                let harness = try ElementHarness("swiftshader")
                harness.setInt("n-threads", 2)
                harness.setCaps("video/x-raw,format=BGRx,width=\(width),height=\(height),framerate=25/1")
                // What is on shows the same number everywhere, and no text shows a number of another.
                let texts = [
                    ("c.rgb = vec3(0.0);", 0...0), ("uniform float v; c.rgb = vec3(0.2 + v * 0.2);", 51...102),
                    ("c.rgb = vec3(0.6);", 153...153), ("uniform int k; c.rgb = vec3(k > 0 ? 1.0 : 0.8);", 204...255),
                ]
                tst_set_string(harness.element, "fragment", texts[0].0)
                let element = Shared(pointer: harness.element)
                let steps = Steps()
                let other = Background {
                    let step = steps.next()
                    tst_set_string(element.pointer, "fragment", texts[step % texts.count].0)
                    let value = step % 3 == 0 ? "v=(float)\(Double(step % 100) / 100)" : "k=(int)\(step % 2)"
                    tst_set_text(element.pointer, "uniforms", "uniforms, \(value)")
                }
                for frame in 0..<1000 {
                    let output = try harness.render([UInt8](repeating: 255, count: 4 * width * height))
                    let first = Int(output.first ?? 0)
                    #expect(texts.contains { $0.1.contains(first) }, "\(first)")
                    let isSame = stride(from: 0, to: output.count, by: 4).allSatisfy { output[$0] == output[0] }
                    #expect(isSame, "frame \(frame) is of two programs")
                }
                other.end()
            }
        }

        @Test("Values of uniforms are a structure, which reads back")
        func uniforms() throws {
            try withoutCriticals {
                let harness = try ElementHarness("swiftshader")
                harness.setCaps(caps)
                _ = try harness.render(white)
                tst_set_text(harness.element, "uniforms", "uniforms, amount=(float)0.5, tint=(float)< 1.0, 0.5 >")
                let text = try #require(tst_get_text(harness.element, "uniforms"))
                #expect(String(cString: text).contains("amount"))
                g_free(text)
                #expect(harness.message() == nil)
                // As programs give them to glshader.
                tst_set_string(
                    harness.element, "fragment",
                    "uniform vec3 tint; uniform mat4 m; c = vec4(tint.rg, m[2][1], 1.0) + vec4(m[0][0]);")
                tst_set_graphene(harness.element, "uniforms", "GrapheneVec3", "tint", [0.2, 0.4, 0.6, 9], 4)
                #expect(Array(try harness.render(white).prefix(3)) == [0, 102, 51])
                tst_set_graphene(
                    harness.element, "uniforms", "GrapheneMatrix", "m", (0..<16).map { Float($0) / 15 }, 16)
                #expect(Array(try harness.render(white).prefix(3)) == [153, 0, 0])
                #expect(harness.message() == nil)
                tst_set_text(harness.element, "uniforms", "uniforms, amount=(string)much")
                let message = try #require(harness.message())
                #expect(message.text.contains("\"amount\" is a number, true, false, or a list"))
                tst_set_text(harness.element, "uniforms", "uniforms, amount=(double)1e300")
                #expect(try #require(harness.message()).text.contains("\"amount\" goes to 3.4e38"))
            }
        }

        @Test("What is too much for the frame's size alone, or a float that is declared as an int, is told")
        func sizes() throws {
            try withoutCriticals {
                for factory in ["swiftshader", "swiftchain"] {
                    let harness = try ElementHarness(factory)
                    func set(_ text: String) {
                        let isChain = factory == "swiftchain"
                        tst_set_string(
                            harness.element, isChain ? "filters" : "fragment",
                            isChain ? "shader fragment=\"\(text)\"" : text)
                    }
                    let text = "for (int i = 0; i < int(width); i++) c.r += sqrt(c.r + float(i)); c.g = c.r;"
                    set(text)
                    harness.setCaps("video/x-raw,format=RGBx,width=320,height=2,framerate=25/1")
                    _ = try harness.render([UInt8](repeating: 200, count: 320 * 8))
                    #expect(
                        try #require(harness.message()).text.contains("The loop runs more than 256 times."),
                        "\(factory)")
                    set("uniform int control0; c.r = float(control0);")
                    _ = try harness.render([UInt8](repeating: 200, count: 320 * 8))
                    #expect(
                        try #require(harness.message()).text.contains(
                            "\"control0\" is of type int and stays 0: declare it as float."), "\(factory)")
                }
            }
        }
    }
}
