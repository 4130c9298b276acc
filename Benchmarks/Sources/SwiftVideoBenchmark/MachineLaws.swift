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

private func hue(_ p: Color<Num>, _ angle: Num) -> Color<Num> {
    let i = dot(p, Weights(0.595716, -0.274453, -0.321263))
    let q = dot(p, Weights(0.211456, -0.522591, 0.311350))
    let (changeI, changeQ) = (i * (cos(angle) - 1) + q * sin(angle), q * (cos(angle) - 1) - i * sin(angle))
    return p + changeI * Color(0.9563, -0.2721, -1.1070) + changeQ * Color(0.6210, -0.6474, 1.7046)
}

/// Rows of the matrix that `hue` is.
private func hueMatrix(_ angle: Double) -> (Row4, Row4, Row4) {
    let (cosine, sine) = (Operation.cosine.value(angle), Operation.sine.value(angle))
    let (i, q) = ([0.595716, -0.274453, -0.321263], [0.211456, -0.522591, 0.311350])
    func row(_ index: Int, _ forI: Double, _ forQ: Double) -> Row4 {
        let values = (0..<3).map { column in
            let changeI = i[column] * (cosine - 1) + q[column] * sine
            let changeQ = q[column] * (cosine - 1) - i[column] * sine
            return Float((column == index ? 1 : 0) + forI * changeI + forQ * changeQ)
        }
        return (values[0], values[1], values[2], 0.5)
    }
    return (row(0, 0.9563, 0.6210), row(1, -0.2721, -0.6474), row(2, -1.1070, 1.7046))
}

private func vibrance(_ p: Color<Num>, _ amount: Num) -> Color<Num> {
    let mean = dot(p, Weights(1.0 / 3, 1.0 / 3, 1.0 / 3))
    return mix(p, gray(p.high), -3 * amount * (p.high - mean))
}

private func haze(_ p: Pixel, _ slope: Num, _ distance: Num) -> Color<Num> {
    let d = p.y * slope + distance
    return (p.rgb - d) / (1 - d)
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
    var hueSettings = settings
    hueSettings.matrix = hueMatrix(0.7)
    (settings.gamma, settings.white_scale, settings.black_offset) = (1.4, 1.25, 0.0625)
    (settings.vibrance, settings.light, settings.threshold) = (0.4, (0.9, 0.8, 1), 127.6)
    settings.luma = (Float(luma.r), Float(luma.g), Float(luma.b), 0)
    var hazeSettings = settings
    (hazeSettings.exposure, hazeSettings.brightness) = (0.2, 0.1)
    func law(
        _ name: String, _ color: Color<Num>, _ uniforms: [Double], _ loop: KeyPath<SwvFusedLoops, SwvFusedLoop>,
        _ settings: SwvFused
    ) -> MachineLaw {
        MachineLaw(name: name, graph: Graph(color), uniforms: uniforms, loop: loop, settings: settings)
    }
    let levels = pow(clamp((p.rgb - u[0]) * u[1]), u[2])
    return [
        law("hue", hue(p.rgb, u[0]), [0.7], \.matrix, hueSettings),
        law("posterize", floor(p.rgb * u[0] + 0.5) / u[0], [9], \.posterize, settings),
        law(
            "false colour", mix(u.color(0), u.color(3), dot(p.rgb, luma)), [0.1, 0.05, 0.2, 0.9, 0.8, 1],
            \.false_color, settings),
        law("gamma", pow(p.rgb, u[0]), [1.4], \.gamma, settings),
        law("levels", levels, [0.05, 1.25, 1.4], \.levels, settings),
        law(
            "solarize", less(u[0], dot(p.rgb, luma), p.rgb, 1 - p.rgb), [127.6 / 255], \.solarize, settings),
        law("vibrance", vibrance(p.rgb, u[0]), [0.4], \.vibrance, settings),
        law("haze", haze(p, u[0], u[1]), [0.2, 0.1], \.haze, hazeSettings),
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
