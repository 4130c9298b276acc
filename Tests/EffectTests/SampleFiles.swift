// SPDX-License-Identifier: MIT
import Effects
import TestSupport

/// A file by chance that a property takes. Its location is a seed.
struct SampleFile {
    private var bytes: [UInt8] = []
    /// Of an image, and its width.
    private var pixels: [SIMD4<UInt16>] = []
    private var size = 0

    /// What is made of the file at such a location, which is not on any disk.
    static let read: FileReader = { location, kind in
        guard let seed = UInt64(location), let file = SampleFile("\(kind.name)", seed) else {
            throw EffectError("Nobody makes \(kind.name) for tests.")
        }
        guard file.size > 0 else { return try file.bytes.withUnsafeBytes { try kind.load(.bytes($0)) } }
        return try file.pixels.withUnsafeBufferPointer {
            try kind.load(.image($0, width: file.size, height: file.pixels.count / file.size))
        }
    }

    /// Nil: nobody has made one of such a kind yet.
    private init?(_ kind: String, _ seed: UInt64) {
        var generator = Generator(seed: seed)
        switch kind {
        case "an .acv file": bytes = Self.curves(&generator)
        case "a .cube file or an image": bytes = Self.cube(&generator)
        case "a PNG or JPEG image":
            size = Int.random(in: 1...40, using: &generator)
            let height = Int.random(in: 1...40, using: &generator)
            pixels = (0..<size * height).map { _ in SIMD4.random(in: 0...65535, using: &generator) }
        case "a fragment shader": bytes = Self.shader(&generator)
        case "values of uniforms":
            let (amount, count) = (
                Double.random(in: 0...1, using: &generator), Int.random(in: 0...4, using: &generator)
            )
            bytes = Array("uniforms, amount=(double)\(amount), count=(int)\(count);".utf8)
        default: return nil
        }
    }

    /// A body, a shader with neighbours, or one with a loop whose rounds a uniform says.
    private static func shader(_ generator: inout Generator) -> [UInt8] {
        let number = Double(Int.random(in: 0...1000, using: &generator)) / 1000
        let declarations = """
            precision highp float;
            varying vec2 textureCoordinate, leftTextureCoordinate, bottomTextureCoordinate;
            uniform sampler2D inputImageTexture;
            uniform float amount;
            uniform int count;

            """
        let bodies = [
            "c.rgb = mix(c.rgb, c.bgr, \(number));",
            declarations + """
                void main() {
                    vec4 c = texture2D(inputImageTexture, textureCoordinate);
                    vec3 sum = texture2D(inputImageTexture, leftTextureCoordinate).rgb
                        + texture2D(inputImageTexture, bottomTextureCoordinate).rgb;
                    gl_FragColor = vec4(mix(c.rgb, sum * 0.5, amount * \(number)), c.a);
                }
                """,
            declarations + """
                void main() {
                    vec4 c = texture2D(inputImageTexture, textureCoordinate);
                    for (int i = 0; i < count; i++) c.rgb = c.rgb * \(number) + amount * 0.25;
                    gl_FragColor = c;
                }
                """,
        ]
        return Array(bodies[Int.random(in: 0...2, using: &generator)].utf8)
    }

    /// Five curves of a few points.
    private static func curves(_ generator: inout Generator) -> [UInt8] {
        var numbers = [4, 5]
        for _ in 0..<5 {
            let columns = Set((0..<6).map { _ in Int.random(in: 0...255, using: &generator) }).union([0, 255]).sorted()
            numbers.append(columns.count)
            for x in columns { numbers += [Int.random(in: 0...255, using: &generator), x] }
        }
        return numbers.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    }

    /// Colours that have nothing to do with each other.
    private static func cube(_ generator: inout Generator) -> [UInt8] {
        let size = Int.random(in: 2...9, using: &generator)
        var lines = ["# by chance", "LUT_3D_SIZE \(size)"]
        for _ in 0..<size * size * size {
            let color = (0..<3).map { _ in "\(Double(Int.random(in: -50...1050, using: &generator)) / 1000)" }
            lines.append(color.joined(separator: " "))
        }
        return Array(lines.joined(separator: "\n").utf8)
    }
}

extension NumberList {
    /// Numbers that are taken; nil: none were met.
    func random(_ generator: inout Generator) -> [Double]? {
        for _ in 0..<100 {
            let numbers = (0..<Int.random(in: count, using: &generator)).map { _ in
                let any = Double.random(in: range, using: &generator)
                return range.upperBound > 1 && Bool.random(using: &generator) ? any / range.upperBound : any
            }
            if refusal(numbers) == nil { return numbers }
        }
        return nil
    }
}
