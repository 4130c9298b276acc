// SPDX-License-Identifier: MIT
import CLoops
import Expressions
import Filters
import SampleLaws

/// A law for the tile machine, with a loop of the same that a person fused.
struct MachineLaw {
    let name: String
    let subject: MachineSubject
    let loop: KeyPath<SwvFusedLoops, SwvFusedLoop>
    let settings: SwvFused

    /// `fill` sets what differs from a law to the next.
    init(
        _ name: String, _ subject: MachineSubject, _ loop: KeyPath<SwvFusedLoops, SwvFusedLoop>,
        _ settings: SwvFused = SwvFused(), _ fill: (inout SwvFused) -> Void = { _ in }
    ) {
        var settings = settings
        fill(&settings)
        (self.name, self.subject, self.loop, self.settings) = (name, subject, loop, settings)
    }

    init(
        _ name: String, _ law: Color<Num>, _ uniforms: [Double], _ loop: KeyPath<SwvFusedLoops, SwvFusedLoop>,
        _ settings: SwvFused = SwvFused(), _ fill: (inout SwvFused) -> Void = { _ in }
    ) {
        self.init(name, LawSubject(Graph(law), uniforms), loop, settings, fill)
    }
}

private typealias Row4 = (Float, Float, Float, Float)

private func row(_ weights: Weights, _ offset: Double) -> Row4 {
    (Float(weights.r), Float(weights.g), Float(weights.b), Float(offset))
}

/// Rows of a linear law, with a number that is added to each.
private func matrix(
    of law: (Color<Double>) -> Color<Double>, adding offset: Double
) -> (Row4, Row4, Row4) {
    let (r, g, b) = (law(Color(1, 0, 0)), law(Color(0, 1, 0)), law(Color(0, 0, 1)))
    return (
        row(Weights(r.r, g.r, b.r), offset), row(Weights(r.g, g.g, b.g), offset), row(Weights(r.b, g.b, b.b), offset)
    )
}

/// All laws that are measured.
func machineLaws(_ size: Size) -> [MachineLaw] { pointLaws(size) + tapLaws() + blendLaws() }

private func pointLaws(_ size: Size) -> [MachineLaw] {
    let (p, u) = (Pixel(), Uniforms<Num>())
    let shape = [0.5, 0.45, 0.3, 0.75, 0.1, 0.05, 0.2]
    let (saturation, intensity, angle) = (1.3, 0.5, 0.7)
    var settings = SwvFused()
    (settings.center_x, settings.center_y, settings.start) = (0.5, 0.45, 0.3)
    settings.reciprocal = 1 / (0.75 - 0.3)
    settings.color = (0.1, 0.05, 0.2)
    (settings.column_scale, settings.row_scale) = (1 / Float(size.width), 1 / Float(size.height))
    (settings.brightness, settings.contrast) = (0.05, 1.2)
    settings.exposure = Float(Operation.exponential2.value(0.2))
    (settings.levels, settings.step) = (9, 1 / 9)
    settings.saturation = matrix(of: { saturated($0, saturation) }, adding: 0)
    settings.sepia = matrix(of: { sepia($0, intensity) }, adding: 0)
    return [
        MachineLaw("sepia", sepia(p.rgb, u[0]), [intensity], \.matrix) {
            $0.matrix = matrix(of: { sepia($0, intensity) }, adding: 0.5)
        },
        MachineLaw("saturation", saturated(p.rgb, u[0]), [saturation], \.matrix) {
            $0.matrix = matrix(of: { saturated($0, saturation) }, adding: 0.5)
        },
        MachineLaw("vignette", vignette(p, p.rgb, u), shape, \.vignette, settings),
        MachineLaw("gamma", pow(p.rgb, u[0]), [1.7], \.gamma) { $0.gamma = 1.7 },
        MachineLaw("hue", hue(p.rgb, u[0]), [angle], \.matrix) {
            $0.matrix = matrix(of: { hue($0, angle) }, adding: 0.5)
        },
        MachineLaw("posterize", posterized(p.rgb, u[0]), [9], \.posterize, settings),
        MachineLaw("false colour", falseColor(p.rgb, u), [0.1, 0, 0.5, 1, 0.8, 0.2], \.false_color) {
            $0.matrix.0 = row(Weights(luma.r / 255, luma.g / 255, luma.b / 255), 0)
            $0.color = (0.1 * 255 + 0.5, 0.5, 0.5 * 255 + 0.5)
            $0.range = (0.9 * 255, 0.8 * 255, -0.3 * 255)
        },
        MachineLaw("levels", levels(p.rgb, u), [0.1, 0.85, 1.6, 0.05, 0.9], \.levels) {
            $0.gamma = 1 / 1.6
            $0.matrix.0 = (1 / (255 * 0.75), -0.1 / 0.75, 0.85 * 255, 0.05 * 255 + 0.5)
        },
        MachineLaw(
            "chain of eight", chainOfEight(p, u), shape + [0.05, 1.2, saturation, 0.2, intensity, 9], \.chain,
            settings),
    ]
}

/// Whole filters, as the frame's rows are theirs to keep.
private func tapLaws() -> [MachineLaw] {
    // At this strength, luma that is rounded the other way at a tie makes less than a code.
    var (sobel, sketch, sharpen) = (Sobel(), Sketch(), Sharpen())
    (sobel.strength, sketch.strength, sharpen.sharpness) = (0.25, 0.25, 0.5)
    let toon = Toon()
    return [
        MachineLaw("sobel", FilterSubject(sobel), \.sobel) {
            $0.matrix.0 = row(luma, 0.5)
            $0.strength = 0.25
        },
        MachineLaw("sharpen", FilterSubject(sharpen), \.sharpen) { $0.sharpness = 0.5 },
        MachineLaw("sketch", FilterSubject(sketch), \.sketch) {
            $0.matrix.0 = row(luma, 0.5)
            $0.strength = 0.25
        },
        MachineLaw("toon", FilterSubject(toon), \.toon) {
            // The law is as tolerant where a gradient is as long as the threshold.
            $0.start = Float((toon.threshold - 1 / 131_072) * 255)
            ($0.levels, $0.step) = (Float(toon.levels), 1 / Float(toon.levels))
        },
    ]
}

private func blendLaws() -> [MachineLaw] {
    let (p, q, u) = (Pixel().rgb, Pixel(image: 1).rgb, Uniforms<Num>())
    let key = chroma(Color(0, 1, 0))
    let keyed = [0, 1, 0, 0.4, 0.5]
    return [
        MachineLaw("multiply blend", p * q, [], \.multiply),
        MachineLaw("overlay blend", OverlayLaw.apply(p, q), [], \.overlay),
        MachineLaw("soft-light blend", SoftLightLaw.apply(p, q), [], \.soft_light),
        MachineLaw("chroma key", chromaKey(p, q, u), keyed, \.chroma_key) {
            let rows = matrix(of: { Color(chroma($0).0 / 255, chroma($0).1 / 255, 0) }, adding: 0)
            $0.matrix = rows
            ($0.matrix.0.3, $0.matrix.1.3) = (Float(-key.0), Float(-key.1))
            ($0.start, $0.reciprocal) = (0.4, 10)
        },
    ]
}
