// SPDX-License-Identifier: MIT
import Effects
import Filters
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

/// Inputs of other formats, against the law in double precision: each pair of formats, others of them every day.
@Suite("Mix: inputs of other formats")
struct FormatConversionTests {
    private func frame(
        _ format: PixelFormat, _ width: Int, _ height: Int, interlaced: Bool, _ generator: inout Generator
    ) -> TestFrame {
        let frame = TestFrame(format, width: width, height: height, interlaced: interlaced, padding: 2)
        frame.fill(.random, &generator)
        return frame
    }

    /// What codes of `like` should be for colours; chroma is the mean of what it covers.
    private func expected(_ colors: [[SIMD3<Double>]], like codes: Codes, _ c: Colorimetry) -> [[[Double]]] {
        let isRGB = FormatTable.rgb.contains(codes.format)
        var result = codes.values.map { $0.map { $0.map { _ in 0.0 } } }
        var counts = result
        func add(_ value: Double, _ component: Int, _ at: (x: Int, y: Int)) {
            result[component][at.y][at.x] += value
            counts[component][at.y][at.x] += 1
        }
        for y in 0..<codes.height {
            for x in 0..<codes.width {
                let color = colors[y][x]
                let luma = c.kr * color.x + c.kg * color.y + c.kb * color.z
                if isRGB {
                    for component in 0..<3 { add(color[component] * c.lumaScale + c.lumaOffset, component, (x, y)) }
                    continue
                }
                add(luma * c.lumaScale + c.lumaOffset, 0, (x, y))
                guard codes.values.count == 3 else { continue }
                let at = codes.chromaPosition(x, y)
                add((color.z - luma) / (2 * (1 - c.kb)) * c.chromaScale + c.chromaOffset, 1, at)
                add((color.x - luma) / (2 * (1 - c.kr)) * c.chromaScale + c.chromaOffset, 2, at)
            }
        }
        for component in result.indices {
            for y in result[component].indices {
                for x in result[component][y].indices where counts[component][y][x] > 0 {
                    result[component][y][x] /= counts[component][y][x]
                }
            }
        }
        return result
    }

    @Test("Each pair of formats follows the law", arguments: PixelFormat.allCases) func pairs(from: PixelFormat) throws
    {
        for (index, to) in Sample.some(of: Array(PixelFormat.allCases.enumerated()), 9, "\(from)") {
            var generator = Generator(seed: Sample.seed &+ UInt64(index))
            let interlaced = index % 3 == 0
            let (width, height) = ([19, 34, 1, 1027][index % 4], interlaced ? 8 : [7, 10, 1, 4][index % 4])
            let matrices = Colorimetry.Matrix.allCases
            let isGray = FormatTable.gray.contains(from) || FormatTable.gray.contains(to)
            let (a, b) = (matrices[index % 3], isGray ? matrices[index % 3] : matrices[index / 3 % 3])
            let old = Colorimetry(matrix: a, fullRange: index % 2 == 0, depth: FormatTable.depth(from))
            let new = Colorimetry(matrix: b, fullRange: index % 5 < 2, depth: FormatTable.depth(to))
            let source = frame(from, width, height, interlaced: interlaced, &generator)
            let (like, context) = (TestFrame(to, width: width, height: height, interlaced: interlaced), Sample.note)
            func converted(_ kernels: any KernelSet.Type, _ bands: BandExecutor) throws -> TestFrame {
                let effect = MixEffect(kernels: kernels)
                try effect.configure(like.image(new))
                effect.update(MixSettings())
                let (result, input) = (like.copy(), SourceFrame(source.frame, source.image(old)))
                let conversion = InputConversion(kernels: kernels)
                try withExtendedLifetime((source, result, conversion)) {
                    let brought = try conversion.frame(
                        input, as: like.image(new), place: MixPlace(width: width, height: height), bands: bands)
                    try effect.render(
                        result.frame, first: brought.frame, second: nil,
                        otherRange: (brought.hasOtherRange, false), bands: bands)
                }
                #expect(result.guardsAreIntact)
                return result
            }
            let result = try converted(CPULevel.best.kernels, .serial)
            let other = try converted(Reference.self, BandRunner.threads.executor(3))
            #expect(result.firstDifference(from: other) == nil, "\(from) to \(to), \(context)")
            let (before, after) = (Codes(source), Codes(result))
            let wanted = expected(FilterLaw.colors(before, old), like: after, new)
            let allowed = FormatTable.depth(to) == 16 ? 3 : 0.51
            let maximum = Double((1 << FormatTable.depth(to)) - 1)
            // Where interlaced 4:2:0 of two kinds has chroma of its own for each field, or shares it, laws of both differ.
            if interlaced, from == .p010 || to == .p010 { continue }
            for component in wanted.indices {
                for y in wanted[component].indices {
                    for x in wanted[component][y].indices {
                        let limited = min(max(0, wanted[component][y][x]), maximum)
                        let code = after.values[component][y][x]
                        #expect(
                            abs(Double(code) - limited) <= allowed,
                            "\(from) to \(to), component \(component) at \(x), \(y): \(limited), \(context)")
                    }
                }
            }
        }
    }

    @Test("Alpha of a layer counts in a frame that has none", arguments: PixelFormat.allCases)
    func alphaOfLayers(format: PixelFormat) throws {
        guard format.alphaOffset == nil else { return }
        let layers: [PixelFormat] = [.bgra, .argb, .ayuv, .argb64, .ayuv64]
        for (index, mode) in [BlendMode.normal, .multiply, .xor, .destinationOut, .sourceAtop].enumerated() {
            var generator = Generator(seed: Sample.seed &+ UInt64(index))
            let (width, height) = (19, 10)
            let (isGray, isRGB) = (FormatTable.gray.contains(format), FormatTable.rgb.contains(format))
            let colorimetry = Colorimetry(
                matrix: .bt709, fullRange: index % 2 == 0 || isGray, depth: FormatTable.depth(format))
            let base = frame(format, width, height, interlaced: false, &generator)
            let top = frame(layers[index], width, height, interlaced: false, &generator)
            let topColors = Colorimetry(matrix: .bt709, fullRange: true, depth: FormatTable.depth(layers[index]))
            var blending = Blending()
            (blending.mode, blending.opacity) = (mode, 0.8)
            let effect = LayersEffect<Blending>()
            try effect.configure(base.image(colorimetry))
            effect.update(blending)
            var inputs = [LayerInput(), LayerInput()]
            for input in 0..<2 { inputs[input].size = FrameSize(width: width, height: height) }
            inputs[1].hasAlpha = true
            _ = effect.arrange(&inputs, pixelAspect: 1, interlaced: false, blending)
            let result = base.copy()
            var frames = [
                LayerFrame(SourceFrame(base.frame, base.image(colorimetry)), of: 0, inputs[0]),
                LayerFrame(SourceFrame(top.frame, top.image(topColors)), of: 1, inputs[1]),
            ]
            try withExtendedLifetime((base, top, result)) {
                try effect.render(result.frame, &frames, bands: .serial)
            }
            let (below, above) = (FilterLaw.colors(Codes(base), colorimetry), FilterLaw.colors(Codes(top), topColors))
            let alpha = try #require(FilterLawTests().alphas(top))
            let made = below.indices.map { y in
                below[y].indices.map { x -> SIMD3<Double> in
                    func inside(_ v: SIMD3<Double>) -> SIMD3<Double> { v.clamped(lowerBound: .zero, upperBound: .one) }
                    let (b, a) = (below[y][x], alpha[y][x] * blending.opacity)
                    // As R'G'B' it is limited before it is blended.
                    let s = isRGB ? inside(above[y][x]) : above[y][x]
                    switch mode {
                    case .multiply: return inside(b) * inside(s) * a + b * (1 - a)
                    case .xor, .destinationOut: return b * (1 - a)
                    default: return s * a + b * (1 - a)
                    }
                }
            }
            let after = Codes(result)
            let wanted = expected(made, like: after, colorimetry)
            let maximum = Double((1 << FormatTable.depth(format)) - 1)
            for component in wanted.indices {
                for y in wanted[component].indices {
                    for x in wanted[component][y].indices {
                        let limited = min(max(0, wanted[component][y][x]), maximum)
                        #expect(
                            abs(Double(after.values[component][y][x]) - limited) <= (maximum > 1023 ? 260 : 1.6),
                            "\(layers[index]) over \(format), \(mode), component \(component) at \(x), \(y)")
                    }
                }
            }
        }
    }
}
