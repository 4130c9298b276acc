// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore
import PixelKernels
import TestSupport
import Testing

@Suite("Shaders with random changes of their texts")
struct ShaderMutationTests {
    /// Texts to begin with: what filters say, and one with most constructs.
    private static let texts =
        (ShaderText.all.map(\.text) + [
            """
            precision highp float;
            varying vec2 v_texcoord;
            uniform sampler2D tex;
            #define M(a) ((a) * control0)
            uniform float control0, amount; uniform int count; uniform vec3 tints[2]; const mat3 m = mat3(0.5);
            varying vec2 leftTextureCoordinate;
            float f(inout vec3 v, const in float x) {
                for (int i = 0; i < 3; i++) { if (v.x > 0.5) break; else continue; v[i] = v.y; }
                return x > 0.5 ? v.z : sqrt(x);
            }
            void main() {
                vec3 v = texture2D(tex, leftTextureCoordinate).rgb, a[3];
                a[0] = v; a[count] += m * tints[1].zyx; a[1].rg = M(v.xy); v *= -a[2]++;
                for (float t = 0.0; t < 0.5; t += 0.25) v = mix(v, texture2D(tex, v.xy + t).bgr, bvec3(true).x ? t : 1.0);
                #ifdef GL_ES
                gl_FragColor = vec4(v, f(v, amount)); /* the end */
                #else
                gl_FragData[0].stpq = mod(vec4(gl_FragCoord), 2.0) / 0.0;
                #endif
            }
            """,
            "uniform float amount; float a = c.r * amount, b = atan(c.g, a); if (a < b) c = clamp(c, 0.1, a); else c.rgb = c.bgr;",
        ]).map { Array($0.utf8) }

    private static let words = [
        "(", ")", "{", "}", ";", "float", "vec3", "1.0", "2", "for", "if", "[", "]", "#define A", "\n", ".r", "=", "+",
        ",", "A", "void", "main", "?", ":", "-", "f", "return", "uniform", "const", "int", "bool", "mat2", "==", "&&",
        "0.0/0.0", "1e38", "*", "/", "<", "++", "c", "tex", "texture2D(", "v_texcoord", "sin(", "pow(", "else", "\r",
        "#if", "#endif", "/*", "//", "\\", "16777216", "sampler2D", "discard", "[i]", "\u{e9}", "\0",
    ].map { Array($0.utf8) }

    /// Words and numbers of a text, as ranges.
    private func names(_ text: [UInt8]) -> [Range<Int>] {
        func isPart(_ byte: UInt8) -> Bool {
            48...57 ~= byte || 65...90 ~= byte || 97...122 ~= byte || byte == 46 || byte == 95
        }
        var (result, start) = ([Range<Int>](), 0)
        for at in 0...text.count where at == text.count || !isPart(text[at]) {
            if at > start { result.append(start..<at) }
            start = at + 1
        }
        return result
    }

    private func changed(_ generator: inout Generator) -> String {
        func any<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &generator)] }
        var text = any(Self.texts)
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let at = Int.random(in: 0...text.count, using: &generator)
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: text.removeSubrange(at..<min(text.count, at + Int.random(in: 1...9, using: &generator)))
            case 1: text.insert(UInt8.random(in: 0...255, using: &generator), at: at)
            case 2:
                // A piece of another.
                let other = any(Self.texts)
                let start = Int.random(in: 0..<other.count, using: &generator)
                text.insert(contentsOf: other[start...].prefix(Int.random(in: 1...40, using: &generator)), at: at)
            case 3: text.insert(contentsOf: any(Self.words), at: at)
            default:
                // A name or a number for another, which is often still a shader.
                let names = names(text)
                guard !names.isEmpty else { continue }
                text.replaceSubrange(any(names), with: Array(text[any(names)]))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    @Test("They are refused, or taken and rendered within the frame")
    func mutations() throws {
        var generator = Generator(seed: Sample.seed)
        let count = isLong ? 1_000_000 : Sample.isFew ? 4000 : 20_000
        let effects = CPULevel.available.map { FilterEffect<ShaderFilter>(kernels: $0.kernels) }
        let formats: [PixelFormat] = [.bgrx, .i420, .argb64, .gray8]
        var taken = 0
        for index in 0..<count {
            let text = changed(&generator)
            guard let shader = try? UserShader(text) else { continue }
            taken += 1
            var settings = ShaderFilter()
            settings.shader = shader
            settings.shader.control0 = Double.random(in: 0...1, using: &generator)
            let format = formats[index % formats.count]
            let frame = TestFrame(format, width: 19, height: 4)
            frame.fill(.random, &generator)
            let colorimetry = Colorimetry(matrix: .bt709, fullRange: true, depth: FormatTable.depth(format))
            effects[taken % effects.count].render(frame, settings, colorimetry, .serial)
            #expect(frame.guardsAreIntact, "\(Sample.note): \(text)")
        }
        // Where few are taken, the test says little of what follows.
        #expect(taken * 20 > count, "\(taken) of \(count) are taken")
    }
}
