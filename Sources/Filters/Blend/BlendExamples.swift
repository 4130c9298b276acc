// SPDX-License-Identifier: MIT
extension BlendMode {
    /// What a mode makes of two pixels with an opacity of the second, R', G', B' and alpha in codes.
    typealias Example = (first: SIMD4<UInt8>, second: SIMD4<UInt8>, output: SIMD4<UInt8>, opacity: Double)

    /// The shader of the example of `shader`: a lightened backdrop with half of the source's alpha.
    static let exampleShader =
        "vec4 s = texture2D(tex2, v_texcoord); c = vec4(max(c.rgb, s.rgb), 0.5 * (c.a + s.a));"

    /// Worked out from the formulas of GPUImage and the W3C, for tests.
    var examples: [Example] {
        let (p, q) = (SIMD4<UInt8>(200, 100, 50, 255), SIMD4<UInt8>(64, 128, 200, 255))
        func opaque(_ r: UInt8, _ g: UInt8, _ b: UInt8) -> SIMD4<UInt8> { SIMD4(r, g, b, 255) }
        return switch self {
        case .normal:
            [
                (SIMD4(200, 100, 50, 204), SIMD4(64, 128, 200, 102), SIMD4(138, 113, 118, 224), 1),
                (p, q, opaque(132, 114, 125), 0.5),
            ]
        case .dissolve: [(p, q, opaque(132, 114, 125), 0.5)]
        case .multiply:
            [
                (p, q, opaque(50, 50, 39), 1),
                (SIMD4(200, 100, 50, 204), SIMD4(64, 128, 200, 102), SIMD4(133, 84, 60, 224), 1),
            ]
        case .screen: [(p, q, opaque(214, 178, 211), 1)]
        case .overlay: [(p, q, opaque(173, 100, 78), 1)]
        case .darken: [(p, q, opaque(64, 100, 50), 1)]
        case .lighten: [(p, q, opaque(200, 128, 200), 1)]
        case .colorBurn: [(p, q, opaque(36, 0, 0), 1)]
        case .colorDodge: [(p, q, opaque(255, 201, 232), 1)]
        case .hardLight: [(p, q, opaque(100, 101, 167), 1)]
        case .softLight: [(p, q, opaque(179, 100, 73), 1)]
        case .difference: [(p, q, opaque(136, 28, 150), 1)]
        case .exclusion: [(p, q, opaque(164, 128, 172), 1)]
        case .add: [(p, q, opaque(255, 228, 250), 1)]
        case .subtract: [(p, q, opaque(136, 0, 0), 1), (q, p, opaque(0, 28, 150), 1)]
        case .divide: [(p, q, opaque(255, 199, 64), 1), (q, p, opaque(82, 255, 255), 1)]
        case .linearBurn: [(p, q, opaque(9, 0, 0), 1)]
        case .hue: [(p, q, opaque(66, 137, 216), 1), (q, p, opaque(185, 95, 49), 1)]
        case .saturation: [(p, q, opaque(193, 102, 57), 1), (q, p, opaque(59, 129, 209), 1)]
        case .color: [(p, q, opaque(72, 136, 208), 1), (q, p, opaque(192, 92, 42), 1)]
        case .luminosity: [(p, q, opaque(192, 92, 42), 1), (q, p, opaque(72, 136, 208), 1)]
        case .shader:
            [
                (p, q, opaque(200, 128, 200), 1),
                (SIMD4(200, 100, 50, 204), SIMD4(64, 128, 200, 102), SIMD4(200, 128, 200, 153), 1),
            ]
        default: []
        }
    }
}
