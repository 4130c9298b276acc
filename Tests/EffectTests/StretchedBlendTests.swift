// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore
import TestSupport
import Testing

/// Sources of another size than their place, by the law of what they are before anything is rounded.
@Suite("Blends: stretched sources")
struct StretchedBlendTests {
    private typealias Colors = [[SIMD3<Double>]]

    private static let (width, height) = (20, 12)

    /// What samples become, bilinear down to half as many and else the mean of what each covers.
    private func stretched(_ samples: [SIMD3<Double>], _ count: Int) -> [SIMD3<Double>] {
        let scale = Double(samples.count) / Double(count)
        return (0..<count).map { i in
            if 2 * count < samples.count {
                let (start, end) = (Double(i) * scale, Double(i + 1) * scale)
                return samples.indices.reduce(.zero) { sum, k in
                    sum + samples[k] * (max(0, min(end, Double(k + 1)) - max(start, Double(k))) / scale)
                }
            }
            let position = min(max((Double(i) + 0.5) * scale - 0.5, 0), Double(samples.count - 1))
            let (first, part) = (Int(position), position - position.rounded(.down))
            return samples[first] * (1 - part) + samples[min(first + 1, samples.count - 1)] * part
        }
    }

    private func stretched(_ colors: Colors) -> Colors {
        let rows = colors.map { stretched($0, Self.width) }
        let columns = (0..<Self.width).map { x in stretched(rows.map { $0[x] }, Self.height) }
        return (0..<Self.height).map { y in columns.map { $0[y] } }
    }

    /// A frame of opaque colours.
    private func frame(_ format: PixelFormat, _ width: Int, _ height: Int, _ generator: inout Generator) -> TestFrame {
        let frame = TestFrame(format, width: width, height: height)
        frame.fill(.random, &generator)
        guard let offset = format.alphaOffset else { return frame }
        for y in 0..<height {
            for x in 0..<width { (frame.rowBase(0, y) + 4 * x + offset).storeBytes(of: 255, as: UInt8.self) }
        }
        return frame
    }

    /// Codes of a colour.
    private func codes(_ color: SIMD3<Double>, _ format: PixelFormat, _ c: Colorimetry) -> SIMD3<Double> {
        var codes = c.lumaOffset + c.lumaScale * color
        if !FormatTable.rgb.contains(format) {
            let luma = c.kr * color[0] + c.kg * color[1] + c.kb * color[2]
            let chroma = SIMD2((color[2] - luma) / (2 * (1 - c.kb)), (color[0] - luma) / (2 * (1 - c.kr)))
            codes = SIMD3(
                c.lumaOffset + c.lumaScale * luma, c.chromaOffset + c.chromaScale * chroma[0],
                c.chromaOffset + c.chromaScale * chroma[1])
        }
        return codes.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255))
    }

    /// What a law makes of colours.
    private func blended(_ blending: Blending, _ like: TestFrame, _ first: Colors, _ second: Colors) -> Colors {
        let subject = FilterSubject(blending, like) { component, x, y in
            component < 3 ? second[y][x][component] : 1
        }
        let reading = subject.reading(Self.width, Self.height) { component, x, y in
            component < 3 ? first[y][x][component] : 1
        }
        return (0..<Self.height).map { y in
            (0..<Self.width).map { x in
                let color = reading.color(x: x, y: y)
                return SIMD3(color.r, color.g, color.b)
            }
        }
    }

    private func moved(_ colors: Colors, _ by: SIMD3<Double>) -> Colors { colors.map { $0.map { $0 + by } } }

    /// How far a result is beyond what the law makes of colours that are the same in 16 bits.
    private func distance(_ mode: BlendMode, _ format: PixelFormat, _ size: (Int, Int), _ generator: inout Generator)
        throws -> Double
    {
        let made = TestFrame(format, width: Self.width, height: Self.height)
        let c = made.image709.colorimetry
        let (first, second) = (
            frame(format, Self.width, Self.height, &generator), frame(format, size.0, size.1, &generator)
        )
        var blending = Blending()
        blending.mode = mode
        let effect = LayersEffect<Blending>()
        try effect.configure(made.image(c))
        effect.update(blending)
        var inputs = [first, second].map { frame in
            var input = LayerInput()
            input.size = FrameSize(width: frame.width, height: frame.height)
            return input
        }
        _ = effect.arrange(&inputs, pixelAspect: 1, interlaced: false, blending)
        var layers = inputs.indices.filter { inputs[$0].isSeen }.map { input in
            let frame = input == 0 ? first : second
            return LayerFrame(SourceFrame(frame.frame, frame.image(c)), of: input, inputs[input])
        }
        try withExtendedLifetime((first, second)) { try effect.render(made.frame, &layers, bands: .serial) }

        let (below, source) = (FilterLaw.colors(Codes(first), c), stretched(FilterLaw.colors(Codes(second), c)))
        // Codes of 16 bits, weights of 15 and floats.
        let step = FormatTable.rgb.contains(format) ? 5e-5 : 1.5e-4
        var (least, most): (Colors, Colors) = ([], [])
        for corner in -1..<16 {
            let signs = SIMD3((0..<3).map { corner < 0 ? 0 : corner >> $0 & 1 == 0 ? -1.0 : 1 })
            let other = corner < 0 ? 0 : corner >> 3 == 0 ? -3e-6 : 3e-6
            let law = blended(
                blending, made, moved(below, SIMD3(repeating: other)), moved(source, signs * step)
            ).map { $0.map { codes($0, format, c) } }
            if corner < 0 { (least, most) = (law, law) }
            for (y, row) in law.enumerated() {
                for (x, code) in row.enumerated() {
                    least[y][x] = pointwiseMin(least[y][x], code)
                    most[y][x] = pointwiseMax(most[y][x], code)
                }
            }
        }
        let result = Codes(made)
        var worst = 0.0
        // Chroma for several pixels is the mean of theirs.
        for component in result.values.indices
        where component == 0
            || result.values[component].count == Self.height
                && result.values[component][0].count == Self.width
        {
            for y in 0..<Self.height {
                for x in 0..<Self.width {
                    let code = Double(result.values[component][y][x])
                    worst = max(worst, least[y][x][component] - code, code - most[y][x][component])
                }
            }
        }
        return worst
    }

    /// Those that are not steep are of a source in codes, which is rounded twice.
    @Test("Each mode is within a code of the law, or two", arguments: BlendMode.allCases.filter { $0 != .shader })
    func law(mode: BlendMode) throws {
        var generator = Generator(seed: Sample.seed)
        var blending = Blending()
        blending.mode = mode
        for format in [PixelFormat.bgrx, .bgra, .rgb, .y444, .ayuv, .i420, .gray8] {
            // Chroma of several pixels is stretched on its own grid then.
            guard blending.isSteep || blending.isLinear || format != .i420 else { continue }
            let most = blending.isSteep || blending.isLinear ? 1 : FormatTable.yuv.contains(format) ? 2 : 1.5
            for size in [(13, 7), (31, 17), (50, 30), (20, 5)].shuffled(using: &generator).prefix(2) {
                let worst = try distance(mode, format, size, &generator)
                #expect(worst <= most, "\(mode.nick) in \(format.name) of \(size)")
            }
        }
    }
}
