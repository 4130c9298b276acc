// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore
import PixelKernels
import TestSupport
import Testing

@Suite("Whole numbers in shaders")
struct ShaderNumberTests {
    /// What a text makes of red, which is the code `x`, in column and row `x`; whole numbers in doubles say the same.
    static let laws: [(text: String, value: @Sendable (Int) -> Int)] = [
        ("mod(100.0 - x, 7.0)", { ((100 - $0) % 7 + 7) % 7 }),
        ("floor(x / 3.0)", { $0 / 3 }),
        ("float(int(x) / 9)", { $0 / 9 }),
        ("100.0 + float((127 - int(x)) / 9)", { 100 + (127 - $0) / 9 }),
        ("x / 7.0 == floor(x / 7.0) ? 1.0 : 0.0", { $0 % 7 == 0 ? 1 : 0 }),
        ("(x + 1.0) / 11.0 >= 5.0 ? 1.0 : 0.0", { $0 + 1 >= 55 ? 1 : 0 }),
        ("floor(min(x / 49.0, 4.0) * 7.0 + 3.0)", { min($0, 196) / 7 + 3 }),
        ("mod(x, u)", { $0 % 13 }),
        // Pseudo-random numbers: no sum may be taken apart, as the products are only exact below 2^24.
        (
            "floor(mod(mod(mod(x * 1021.0, 4096.0) * 4001.0 + 17.0, 4096.0) * 4001.0 + 17.0, 4096.0) / 16.0)",
            { (($0 * 1021 % 4096 * 4001 + 17) % 4096 * 4001 + 17) % 4096 / 16 }
        ),
        ("mod(permute(permute(permute(x) + x)), 256.0)", { permuted(permuted(permuted($0) + $0)) % 256 }),
    ]

    private static func permuted(_ x: Int) -> Int { (34 * x + 1) * x % 289 }

    @Test(
        "Quotients of whole numbers are exact where they are compared, at every level",
        arguments: laws.indices, ["floor(c.r * 255.0 + 0.5)", "floor(gl_FragCoord.x)", "floor(gl_FragCoord.y)"])
    func quotients(index: Int, x: String) throws {
        let law = Self.laws[index]
        var settings = ShaderFilter()
        settings.shader = try UserShader(
            "float permute(float x) { return mod((x * 34.0 + 1.0) * x, 289.0); } uniform float control0; float u = 26.0 * control0, x = \(x); c.rgb = vec3(\(law.text)) / 255.0;"
        )
        settings.shader.control0 = 0.5
        for level in CPULevel.available {
            let frame = TestFrame(.rgbx, width: 256, height: 256)
            var generator = Generator(seed: 1)
            frame.fill(.random, &generator)
            let isRow = x.hasSuffix("y)")
            for y in 0..<256 {
                for x in 0..<256 { frame.rowBase(0, y).storeBytes(of: UInt8(x), toByteOffset: 4 * x, as: UInt8.self) }
            }
            let colorimetry = Colorimetry(matrix: .bt709, fullRange: true, depth: 8)
            FilterEffect<ShaderFilter>(kernels: level.kernels).render(frame, settings, colorimetry, .serial)
            for place in 0..<256 {
                let row = frame.rowBase(0, isRow ? place : 7)
                let made = row.load(fromByteOffset: 4 * (isRow ? 7 : place), as: UInt8.self)
                #expect(Int(made) == law.value(place), "\(level): \(law.text) of \(place)")
            }
        }
    }

    /// Dave Hoskins' hash of two numbers, whose last product is of thousands: a rounding elsewhere is seen.
    private static func hashed(_ x: Float, _ y: Float) -> Float {
        func fraction(_ value: Float) -> Float { value - value.rounded(.down) }
        let (a, b) = (fraction(x * 0.1031), fraction(y * 0.1031))
        let sum = a * (b + 33.33) + b * (a + 33.33) + a * (a + 33.33)
        return fraction((a + sum + (b + sum)) * (a + sum))
    }

    @Test("What is the same for a row is rounded as pixels are", arguments: CPULevel.available)
    func rows(level: CPULevel) throws {
        var settings = ShaderFilter()
        settings.shader = try UserShader(
            """
            float hash(vec2 p) {
              vec3 p3 = fract(vec3(p.xyx) * 0.1031);
              p3 += dot(p3, p3.yzx + 33.33);
              return fract((p3.x + p3.y) * p3.z);
            }
            uniform float control0;
            c = vec4(hash(gl_FragCoord.xy), hash(vec2(gl_FragCoord.y, control0)), 0.0, 1.0);
            """)
        settings.shader.control0 = 0.7
        let frame = TestFrame(.rgbx, width: 97, height: 480)
        let colorimetry = Colorimetry(matrix: .bt709, fullRange: true, depth: 8)
        FilterEffect<ShaderFilter>(kernels: level.kernels).render(frame, settings, colorimetry, .serial)
        for y in 0..<480 {
            let row = Float(y) + 0.5
            for x in 0..<97 {
                for (component, law) in [Self.hashed(Float(x) + 0.5, row), Self.hashed(row, 0.7)].enumerated() {
                    let made = frame.rowBase(0, y).load(fromByteOffset: 4 * x + component, as: UInt8.self)
                    #expect(Int(made) == Int((law * 255 + 0.5).rounded(.down)), "\(component) of \(x), \(y)")
                }
            }
        }
    }
}
