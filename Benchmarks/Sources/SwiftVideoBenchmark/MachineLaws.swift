// SPDX-License-Identifier: MIT
import CLoops
import Engine
import Expressions

/// A law for the tile machine, with a loop of the same that a person fused.
struct MachineLaw {
    let name: String
    let graph: Graph
    let uniforms: [Double]
    let loop: KeyPath<SwvFusedLoops, SwvFusedLoop>
    let settings: SwvFused
}

private typealias Row4 = (Float, Float, Float, Float)

/// Rows of a matrix whose results differ from gray, or sepia, by a factor.
private func matrix(_ rows: [Weights], amount: Double, outer: Double) -> (Row4, Row4, Row4) {
    func row(_ index: Int) -> Row4 {
        let weights = [rows[index].r, rows[index].g, rows[index].b]
        let values = (0..<3).map { Float(weights[$0] * (1 - amount) + ($0 == index ? amount : 0)) }
        return (values[0], values[1], values[2], Float(outer))
    }
    return (row(0), row(1), row(2))
}

private let sepiaWeights = [
    Weights(0.3588, 0.7044, 0.1368), Weights(0.2990, 0.5870, 0.1140), Weights(0.2392, 0.4696, 0.0912),
]

private func sepia(_ p: Color<Num>, _ intensity: Num) -> Color<Num> {
    mix(p, Color(dot(p, sepiaWeights[0]), dot(p, sepiaWeights[1]), dot(p, sepiaWeights[2])), intensity)
}

private func saturate(_ p: Color<Num>, _ amount: Num) -> Color<Num> { mix(gray(dot(p, luma)), p, amount) }

private func vignette(_ p: Pixel, _ rgb: Color<Num>, _ u: Uniforms<Num>) -> Color<Num> {
    mix(rgb, u.color(4), smoothstep(u[2], u[3], length(p.x - u[0], p.y - u[1])))
}

private func chain(_ p: Pixel, _ u: Uniforms<Num>) -> Color<Num> {
    var rgb = clamp(p.rgb + u[7])
    rgb = clamp((rgb - 0.5) * u[8] + 0.5)
    rgb = clamp(saturate(rgb, u[9]))
    rgb = clamp(rgb * exp2(u[10]))
    rgb = clamp(sepia(rgb, u[11]))
    rgb = clamp(vignette(p, rgb, u))
    rgb = clamp(floor(rgb * u[12] + 0.5) * (1 / u[12]))
    return 1 - rgb
}

func machineLaws(_ size: Size) -> [MachineLaw] {
    let (p, u) = (Pixel(), Uniforms<Num>())
    let shape = [0.5, 0.45, 0.3, 0.75, 0.1, 0.05, 0.2]
    let (saturation, intensity) = (1.3, 0.5)
    var settings = SwvFused()
    (settings.center_x, settings.center_y, settings.start) = (0.5, 0.45, 0.3)
    settings.reciprocal = 1 / (0.75 - 0.3)
    settings.color = (0.1, 0.05, 0.2)
    (settings.column_scale, settings.row_scale) = (1 / Float(size.width), 1 / Float(size.height))
    (settings.brightness, settings.contrast, settings.exposure) = (0.05, 1.2, Float(0.2.exponential))
    (settings.levels, settings.step) = (9, 1 / 9)
    settings.saturation = matrix([luma, luma, luma], amount: saturation, outer: 0)
    settings.sepia = matrix(sepiaWeights, amount: 1 - intensity, outer: 0)
    var (sepiaSettings, saturationSettings) = (settings, settings)
    sepiaSettings.matrix = matrix(sepiaWeights, amount: 1 - intensity, outer: 0.5)
    saturationSettings.matrix = matrix([luma, luma, luma], amount: saturation, outer: 0.5)
    return [
        MachineLaw(
            name: "sepia", graph: Graph(sepia(p.rgb, u[0])), uniforms: [intensity], loop: \.matrix,
            settings: sepiaSettings),
        MachineLaw(
            name: "saturation", graph: Graph(saturate(p.rgb, u[0])), uniforms: [saturation], loop: \.matrix,
            settings: saturationSettings),
        MachineLaw(
            name: "vignette", graph: Graph(vignette(p, p.rgb, u)), uniforms: shape, loop: \.vignette,
            settings: settings),
        MachineLaw(
            name: "chain of eight", graph: Graph(chain(p, u)),
            uniforms: shape + [0.05, 1.2, saturation, 0.2, intensity, 9], loop: \.chain, settings: settings),
    ]
}

extension Double {
    /// 2 to the power of it.
    fileprivate var exponential: Double { Operation.exponential2.value(self) }
}
