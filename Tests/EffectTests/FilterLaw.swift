// SPDX-License-Identifier: MIT
import Effects
import Expressions
import PixelCore
import TestSupport

/// What a filter makes of a frame, in double precision, by its scalar reading.
struct FilterLaw {
    let subject: FilterSubject
    let colorimetry: Colorimetry
    let maximum: Double
    /// Whether the law is a linear map of the colours of each row of this frame. That is not limited before it is stored, unless it is
    /// linear by chance, as a vignette is that begins beyond the frame's edges.
    let isLinear: Bool
    /// Whether the law samples the frame at computed coordinates.
    let samples: Bool
    /// Whether colours that it samples count by their alpha.
    let samplesAreWeighted: Bool

    init(_ subject: FilterSubject, _ frame: TestFrame, _ colorimetry: Colorimetry, depth: Int) {
        (self.subject, self.colorimetry) = (subject, colorimetry)
        maximum = Double((1 << depth) - 1)
        isLinear = subject.isLimited && Self.isLinear(subject, frame)
        let reading = subject.reading(1, 1) { _, _, _ in 0 }
        (samples, samplesAreWeighted) = (reading.samples, reading.samplesAreWeighted)
    }

    /// Tries the law at points, rather than looking at how it is written.
    private static func isLinear(_ subject: FilterSubject, _ frame: TestFrame) -> Bool {
        let (width, height) = (frame.width, frame.height)
        let isGray = FormatTable.gray.contains(frame.format)
        func value(_ c: SIMD3<Double>, _ x: Int, _ y: Int) -> SIMD3<Double> {
            let reading = subject.reading(width, height) { component, _, _ in component < 3 ? c[component] : 1 }
            let color = reading.color(x: x, y: y)
            return SIMD3(color.r, color.g, color.b)
        }
        func isNear(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Bool {
            let difference = a - b
            return (difference * difference).sum() < 1e-18 * (1 + (a * a).sum())
        }
        var generator = Generator(seed: 3)
        func any() -> SIMD3<Double> {
            let color = SIMD3<Double>.random(in: -0.5...1.5, using: &generator)
            return isGray ? SIMD3(repeating: color.x) : color
        }
        // The map may change from row to row, but not along one.
        return (0..<height).allSatisfy { y in
            let color = any()
            let first = value(color, 0, y)
            return (0..<8).allSatisfy { _ in
                let (a, b) = (any(), any())
                let t = Double.random(in: 0...1, using: &generator)
                return isNear(value(a * t + b * (1 - t), 0, y), value(a, 0, y) * t + value(b, 0, y) * (1 - t))
            } && stride(from: 0, to: width, by: max(1, width / 64)).allSatisfy { isNear(value(color, $0, y), first) }
        }
    }

    /// The codes that are right.
    func exact(_ codes: Codes, alpha: [[Double]]?, limits: Bool) -> [[[Double]]] {
        stored(codes, changed(colors(codes), alpha, codes, limits))
    }

    /// Whether other codes than the exact one are as right.
    enum Jump {
        case none
        /// The law jumps nearby.
        case visible
        /// Alpha is 0, and any colour will do.
        case transparent
    }

    /// `made` is what there is, which is as right only between what the law gives on both sides of a jump, and farther than `allowed`
    /// from what it gives here.
    func jumps(
        _ codes: Codes, alpha: [[Double]]?, limits: Bool, exact: [[[Double]]], made: Codes, allowed: Double
    ) -> [[[Jump]]] {
        let rgb = colors(codes)
        let shown = alpha.flatMap { self.alpha(codes, alpha: $0) }
        // A float is not a double: where the law is discontinuous, in colours or in places, either side is right. Some pixels are raised
        // and others lowered, as laws may compare what is the same when all are.
        let epsilon = 3e-6
        let others = [-epsilon, epsilon].map { e in
            let near = rgb.enumerated().map { y, row in
                row.enumerated().map { x, color in
                    color + SIMD3(repeating: (x &* 7 ^ y &* 13) >> 1 & 1 == 0 ? e : -e)
                }
            }
            return stored(codes, changed(near, alpha, codes, limits))
        }
        let moved = subject.near.map { stored(codes, changed(rgb, alpha, codes, limits, $0)) }
        return exact.indices.map { c in
            exact[c].indices.map { y in
                exact[c][y].indices.map { x in
                    // Formats with alpha have a sample of each component for every pixel. What nobody sees has any colour.
                    if let shown, shown[y][x] < 1e-4 { return .transparent }
                    let (here, code) = (exact[c][y][x], Double(made.values[c][y][x]))
                    let isJump =
                        others.contains { ($0[c][y][x] - here).magnitude > 0.4 }
                        || moved.contains {
                            let there = $0[c][y][x]
                            return (there - here).magnitude > allowed / 2
                                && min(here, there) - allowed...max(here, there) + allowed ~= code
                        }
                    return isJump ? .visible : .none
                }
            }
        }
    }

    /// How far codes move where what is sampled moves by a hundredth of a pixel. In formats with alpha, where colours count by it, that may
    /// be more than a hundredth of all codes: beside a pixel that is nearly transparent, colours of an opaque one outweigh its own.
    func reach(_ codes: Codes, alpha: [[Double]], limits: Bool, exact: [[[Double]]]) -> [[[Double]]] {
        let rgb = colors(codes)
        var reach = exact.map { $0.map { $0.map { _ in 0.0 } } }
        for (right, down) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
            var (near, nearAlpha) = (rgb, alpha)
            for y in rgb.indices {
                let other = min(max(y + down, 0), codes.height - 1)
                for x in rgb[y].indices {
                    let beside = min(max(x + right, 0), codes.width - 1)
                    let (own, others) = (0.99 * alpha[y][x], 0.01 * alpha[other][beside])
                    nearAlpha[y][x] = own + others
                    guard own + others > 0 else { continue }
                    near[y][x] = (rgb[y][x] * own + rgb[other][beside] * others) / (own + others)
                }
            }
            let moved = stored(codes, changed(near, nearAlpha, codes, limits))
            for c in reach.indices {
                for y in reach[c].indices {
                    for x in reach[c][y].indices {
                        reach[c][y][x] = max(reach[c][y][x], (moved[c][y][x] - exact[c][y][x]).magnitude)
                    }
                }
            }
        }
        return reach
    }

    /// What the filter makes of alpha, before it is limited; nil: it stays as it is.
    func alpha(_ codes: Codes, alpha: [[Double]]) -> [[Double]]? {
        let rgb = colors(codes)
        let reading = subject.reading(codes.width, codes.height) { component, x, y in
            component < 3 ? rgb[y][x][component] : alpha[y][x]
        }
        guard reading.alpha(x: 0, y: 0) != nil else { return nil }
        return (0..<codes.height).map { y in (0..<codes.width).map { x in reading.alpha(x: x, y: y) ?? 0 } }
    }

    private func changed(
        _ rgb: [[SIMD3<Double>]], _ alpha: [[Double]]?, _ codes: Codes, _ limits: Bool,
        _ law: FilterSubject.Reading? = nil
    ) -> [[SIMD3<Double>]] {
        let reading = (law ?? subject.reading)(codes.width, codes.height) { component, x, y in
            component < 3 ? rgb[y][x][component] : alpha?[y][x] ?? 1
        }
        return (0..<codes.height).map { y in
            (0..<codes.width).map { x in
                let c = reading.color(x: x, y: y)
                let color = SIMD3(c.r, c.g, c.b)
                return limits ? color.clamped(lowerBound: .zero, upperBound: .one) : color
            }
        }
    }

    private func colors(_ codes: Codes) -> [[SIMD3<Double>]] { Self.colors(codes, colorimetry) }

    /// R'G'B' of every pixel, with the chroma that covers it.
    static func colors(_ codes: Codes, _ c: Colorimetry) -> [[SIMD3<Double>]] {
        func nominal(_ component: Int, _ x: Int, _ y: Int) -> Double {
            (Double(codes.values[component][y][x]) - c.lumaOffset) / c.lumaScale
        }
        func chroma(_ component: Int, _ at: (x: Int, y: Int)) -> Double {
            (Double(codes.values[component][at.y][at.x]) - c.chromaOffset) / c.chromaScale
        }
        return (0..<codes.height).map { y in
            (0..<codes.width).map { x in
                let first = nominal(0, x, y)
                if codes.values.count == 1 { return SIMD3(repeating: first) }
                if FormatTable.rgb.contains(codes.format) { return SIMD3(first, nominal(1, x, y), nominal(2, x, y)) }
                let at = codes.chromaPosition(x, y)
                // BT.709-6, 3.2 and 3.3: Cb = (B' - Y') / (2 (1 - kb)), Cr = (R' - Y') / (2 (1 - kr)).
                let red = first + 2 * (1 - c.kr) * chroma(2, at)
                let blue = first + 2 * (1 - c.kb) * chroma(1, at)
                return SIMD3(red, (first - c.kr * red - c.kb * blue) / c.kg, blue)
            }
        }
    }

    /// Codes of colours; chroma is the mean of what it covers.
    private func stored(_ codes: Codes, _ colors: [[SIMD3<Double>]]) -> [[[Double]]] {
        let c = colorimetry
        var result = codes.values.map { $0.map { $0.map { _ in 0.0 } } }
        var count = (codes.values.count == 3 ? codes.values[1] : []).map { $0.map { _ in 0.0 } }
        let isRGB = FormatTable.rgb.contains(codes.format)
        for y in 0..<codes.height {
            for x in 0..<codes.width {
                let color = colors[y][x]
                if isRGB {
                    for i in 0..<3 { result[i][y][x] = limited(color[i] * c.lumaScale + c.lumaOffset) }
                    continue
                }
                let luma = c.kr * color.x + c.kg * color.y + c.kb * color.z
                result[0][y][x] = limited(luma * c.lumaScale + c.lumaOffset)
                guard codes.values.count == 3 else { continue }
                let at = codes.chromaPosition(x, y)
                result[1][at.y][at.x] += (color.z - luma) / (2 * (1 - c.kb))
                result[2][at.y][at.x] += (color.x - luma) / (2 * (1 - c.kr))
                count[at.y][at.x] += 1
            }
        }
        guard !isRGB, codes.values.count == 3 else { return result }
        for component in 1...2 {
            for y in count.indices {
                for x in count[y].indices {
                    let mean = result[component][y][x] / count[y][x]
                    result[component][y][x] = limited(mean * c.chromaScale + c.chromaOffset)
                }
            }
        }
        return result
    }

    private func limited(_ code: Double) -> Double { min(max(code, 0), maximum) }
}
