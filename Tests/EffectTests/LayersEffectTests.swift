// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore
import TestSupport
import Testing

@Suite("Frames that lie over each other")
struct LayersEffectTests {
    private typealias Size = (width: Int, height: Int)

    private static let size: Size = (34, 20)

    private func frame(_ format: PixelFormat, _ size: Size, _ generator: inout Generator, interlaced: Bool = false)
        -> TestFrame
    {
        let frame = TestFrame(format, width: size.width, height: size.height, interlaced: interlaced, padding: 3)
        frame.fill(.random, &generator)
        return frame
    }

    private func settings(_ change: (inout LayerSettings) -> Void) -> LayerSettings {
        var settings = LayerSettings()
        change(&settings)
        return settings
    }

    // MARK: Places

    private func place(
        _ size: Size, in format: PixelFormat = .i420, _ output: Size = size, interlaced: Bool = false,
        _ change: (inout LayerSettings) -> Void
    ) -> [Int] {
        let video = VideoInfo(
            format: format, width: output.width, height: output.height, colorimetry: colorimetries(format)[0])
        let place = settings(change).place(
            of: FrameSize(width: size.width, height: size.height), in: video, pixelAspect: 1, interlaced: interlaced)
        return [place.x, place.y, place.width, place.height]
    }

    @Test("Places are whole chroma samples, of a field where frames are interlaced, up to the output's edge")
    func places() {
        #expect(place((10, 10)) { _ in } == [0, 0, 34, 20])
        #expect(place((10, 10)) { ($0.x, $0.y, $0.width, $0.height) = (3, 5, 10, 6) } == [2, 4, 10, 6])
        #expect(place((10, 10)) { ($0.x, $0.y, $0.width, $0.height) = (-3, -1, 9, 7) } == [-4, -2, 10, 8])
        #expect(place((10, 10), in: .bgrx) { ($0.x, $0.y, $0.width, $0.height) = (3, -5, 9, 7) } == [3, -5, 9, 7])
        #expect(
            place((10, 10), interlaced: true) { ($0.x, $0.y, $0.width, $0.height) = (3, 7, 9, 7) } == [2, 4, 10, 8])
        #expect(place((10, 10), (35, 21)) { _ in } == [0, 0, 35, 21])
        #expect(place((10, 10), (35, 21)) { ($0.x, $0.width) = (20, 15) } == [20, 0, 15, 21])
        #expect(place((5, 7)) { ($0.x, $0.sizing) = (3, .none) } == [2, 0, 5, 7])
        #expect(place((10, 10)) { $0.sizing = .keepAspect } == [6, 0, 20, 20])
        #expect(place((20, 10)) { ($0.width, $0.height, $0.sizing) = (16, 16, .keepAspect) } == [0, 4, 16, 8])
        #expect(place((10, 10)) { ($0.width, $0.height) = (1, 1) } == [0, 0, 2, 2])
    }

    // MARK: What is seen

    private func arranged(_ inputs: [LayerSettings?], hasAlpha: Bool = false, _ blending: Blending = Blending())
        throws -> (seen: [Int], alone: Int?)
    {
        let effect = LayersEffect<Blending>()
        try effect.configure(
            VideoInfo(
                format: .i420, width: Self.size.width, height: Self.size.height,
                colorimetry: colorimetries(.i420)[0]))
        var list = inputs.map { settings in
            var input = LayerInput()
            input.size = settings.map { _ in FrameSize(width: 16, height: 16) }
            input.hasAlpha = hasAlpha
            input.settings = settings ?? LayerSettings()
            return input
        }
        let alone = effect.arrange(&list, pixelAspect: 1, interlaced: false, blending)
        return (list.indices.filter { list[$0].isSeen }, alone)
    }

    @Test("What is outside, transparent or under an opaque input that covers all is not seen")
    func seen() throws {
        let whole = LayerSettings()
        let part = settings { ($0.x, $0.width) = (4, 8) }
        let top = settings { $0.order = 1 }
        #expect(try arranged([whole]) == ([0], 0))
        #expect(try arranged([whole, part]) == ([0, 1], nil))
        #expect(try arranged([whole, settings { $0.alpha = 0 }]) == ([0], 0))
        #expect(try arranged([whole, settings { $0.x = 34 }, settings { $0.y = -20 }]) == ([0], 0))
        #expect(try arranged([whole, whole]) == ([1], 1))
        #expect(try arranged([whole, whole], hasAlpha: true) == ([0, 1], nil))
        #expect(try arranged([whole, whole, part]) == ([1, 2], nil))
        #expect(try arranged([whole, part, whole]) == ([2], 2))
        #expect(try arranged([whole, top, part]) == ([1], 1))
        #expect(try arranged([whole, settings { $0.alpha = 0.5 }, part]) == ([0, 1, 2], nil))
        // Larger than the output, it is cut.
        #expect(try arranged([whole, settings { ($0.x, $0.width) = (-2, 40) }]) == ([1], nil))
        // Without a backdrop the lowest one is shown.
        #expect(try arranged([nil, whole]) == ([1], 1))
        #expect(try arranged([nil, part, nil, top]) == ([3], 3))
        #expect(try arranged([nil, part]) == ([1], nil))
        #expect(try arranged([nil, settings { $0.alpha = 0 }]) == ([], nil))
        #expect(try arranged([]) == ([], nil))
        var blending = Blending()
        blending.mode = .multiply
        #expect(try arranged([whole, whole], blending) == ([0, 1], nil))
        blending.opacity = 0
        #expect(try arranged([whole, whole, part], blending) == ([0], 0))
    }

    // MARK: Frames

    /// A part of a frame as a frame of its own.
    private func part(_ frame: TestFrame, _ x: Int, _ y: Int, _ size: Size) -> TestFrame {
        let part = TestFrame(frame.format, width: size.width, height: size.height, interlaced: frame.interlaced)
        copy(frame, x, y, part, 0, 0, size)
        return part
    }

    private func copy(_ from: TestFrame, _ x: Int, _ y: Int, _ to: TestFrame, _ toX: Int, _ toY: Int, _ size: Size) {
        let layout = from.format.layout
        for plane in 0..<layout.planeCount {
            func row(_ y: Int) -> Int { layout.isChroma(plane: plane) ? y >> layout.chromaShiftY : y }
            func bytes(_ x: Int) -> Int { layout.rowBytes(plane: plane, width: x) }
            for line in 0..<layout.rows(plane: plane, height: size.height, interlaced: from.interlaced) {
                (to.rowBase(plane, row(toY) + line) + bytes(toX)).copyMemory(
                    from: from.rowBase(plane, row(y) + line) + bytes(x), byteCount: bytes(size.width))
            }
        }
    }

    /// Each layer is blended with the part of what is below it that it covers, as a frame of that size would be.
    @Test("Each is blended in its place as a frame of its size is", arguments: PixelFormat.allCases, [false, true])
    func inPlaces(format: PixelFormat, interlaced: Bool) throws {
        var generator = Generator(seed: Sample.seed)
        let colorimetry = colorimetries(format)[0]
        for round in 0..<6 {
            var blending = Blending()
            blending.mode = round == 0 ? .normal : BlendMode.allCases.randomElement(using: &generator) ?? .screen
            let effect = LayersEffect<Blending>()
            // What is stretched in 16 bits follows the law alone: see `StretchedBlendTests`.
            let stretches = !blending.isSteep
            let size = round == 3 && stretches ? (20, 12) : Self.size
            let base = frame(format, size, &generator, interlaced: interlaced)
            let made = frame(format, Self.size, &generator, interlaced: interlaced)
            let wanted = made.copy()
            try effect.configure(made.image(colorimetry))
            effect.update(blending)
            let mix = MixEffect()
            try mix.configure(made.image(colorimetry))
            mix.update(MixSettings())
            try mix.render(wanted.frame, first: base.frame, second: nil, bands: .serial)

            var inputs = [LayerInput()]
            var frames = [base]
            inputs[0].size = FrameSize(width: base.width, height: base.height)
            // Of more, what the output has no codes for is kept: see `law`.
            for index in 1...(blending.isLinear && format.alphaOffset == nil || blending.overOpacity != nil ? 3 : 1) {
                let size = (Int.random(in: 1...20, using: &generator), Int.random(in: 4...16, using: &generator))
                frames.append(frame(format, size, &generator, interlaced: interlaced))
                var input = LayerInput()
                input.size = FrameSize(width: size.0, height: size.1)
                input.hasAlpha = true
                input.settings = settings {
                    $0.x = Int32.random(in: -12...30, using: &generator)
                    $0.y = Int32.random(in: -12...16, using: &generator)
                    $0.width = Int32.random(in: 0...24, using: &generator)
                    $0.height = Int32.random(in: 0...18, using: &generator)
                    $0.sizing = stretches ? LayerSizing.allCases.randomElement(using: &generator) ?? .none : .none
                    $0.alpha = [1, 0.3, 0.7].randomElement(using: &generator) ?? 1
                    $0.order = Int32((index * 7 + round) % 3)
                }
                inputs.append(input)
            }
            _ = effect.arrange(&inputs, pixelAspect: 1, interlaced: interlaced, blending)
            let order = inputs.indices.dropFirst().sorted {
                (inputs[$0].settings.order, $0) < (inputs[$1].settings.order, $1)
            }
            for index in order where inputs[index].isSeen {
                let place = inputs[index].place
                let (left, top) = (max(0, place.x), max(0, place.y))
                var seen = (
                    width: min(wanted.width, place.x + place.width) - left,
                    height: min(wanted.height, place.y + place.height) - top
                )
                // Of packed 4:2:2 half a pair stays as it is.
                if [.yuy2, .uyvy, .yvyu].contains(format), left + seen.width < wanted.width { seen.width &= ~1 }
                // Of interlaced 4:2:0, a row that the other field has none beside; of P010 two that share one of chroma.
                let cut = seen.height % 4
                if interlaced, FormatTable.yuv420.contains(format), cut == 1 || cut == 2 && format == .p010,
                    top + seen.height < wanted.height
                {
                    seen.height -= cut
                }
                guard seen.width > 0, seen.height > 0 else { continue }
                let whole = TestFrame(format, width: place.width, height: place.height, interlaced: interlaced)
                let stretch = MixEffect()
                try stretch.configure(whole.image(colorimetry))
                stretch.update(MixSettings())
                try stretch.render(
                    whole.frame, first: nil, second: frames[index].frame, fitted: (place.width, place.height),
                    bands: .serial)
                let (below, source) = (
                    part(wanted, left, top, seen), part(whole, left - place.x, top - place.y, seen)
                )
                var faded = blending
                faded.fade(inputs[index].settings.alpha)
                let blend = BlendEffect<Blending>()
                try blend.configure(below.image(colorimetry))
                try blend.update(faded)
                var result = below.copy()
                try blend.render(result.frame, first: below.frame, second: source.frame, bands: .serial)
                if format.alphaOffset == nil, faded.hidesFirst { result = source }
                copy(result, 0, 0, wanted, left, top, seen)
            }

            var layers = inputs.indices.filter { inputs[$0].isSeen }.map {
                LayerFrame(SourceFrame(frames[$0].frame, frames[$0].image(colorimetry)), of: $0, inputs[$0])
            }
            try withExtendedLifetime(frames) {
                try effect.render(made.frame, &layers, bands: BandRunner.threads.executor(3))
            }
            let difference = made.firstDifference(from: wanted)
            #expect(difference == nil, "\(format), round \(round), \(blending.mode): \(difference ?? "")")
            #expect(made.guardsAreIntact)
        }
    }

    /// Blends that make much of little, as they are written; those of the W3C divide.
    private static let sharp: [(mode: BlendMode, law: @Sendable (Double, Double) -> Double)] = [
        (.divide, { b, s in b == 0 ? 0 : min(1, b / s) }),
        (.colorDodge, { b, s in b == 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s)) }),
        (.colorBurn, { b, s in b >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s) }),
        (.multiply, { b, s in b * s }),
        (.overlay, { b, s in b <= 0.5 ? 2 * b * s : 1 - 2 * (1 - b) * (1 - s) }),
    ]

    /// Codes of a colour in a format.
    private func codes(_ color: SIMD3<Double>, _ format: PixelFormat, _ c: Colorimetry) -> [Double] {
        if FormatTable.rgb.contains(format) { return (0..<3).map { c.lumaOffset + c.lumaScale * color[$0] } }
        let luma = c.kr * color[0] + c.kg * color[1] + c.kb * color[2]
        let chroma = [(color[2] - luma) / (2 * (1 - c.kb)), (color[0] - luma) / (2 * (1 - c.kr))]
        let all = [c.lumaOffset + c.lumaScale * luma] + chroma.map { c.chromaOffset + c.chromaScale * $0 }
        return Array(all.prefix(FormatTable.components(format)))
    }

    @Test("Inputs of other formats, and many of them, are within a code of the law", arguments: PixelFormat.allCases)
    func law(format: PixelFormat) throws {
        var generator = Generator(seed: Sample.seed)
        let colorimetry = colorimetries(format)[Int.random(in: 0..<4, using: &generator)]
        for round in 0..<40 {
            let (mode, law) = Self.sharp[round % Self.sharp.count]
            var blending = Blending()
            blending.mode = mode
            let count = round % 4 == 3 ? 5 : 2
            let made = TestFrame(format, width: 6, height: 4)
            let video = made.image(colorimetry)
            let effect = LayersEffect<Blending>()
            try effect.configure(video)
            effect.update(blending)
            var inputs: [LayerInput] = []
            var frames: [TestFrame] = []
            var videos: [VideoInfo] = []
            var wanted = SIMD3<Double>.zero
            for index in 0..<count {
                // Of one colour throughout: where chroma lies is no matter.
                let own = PixelFormat.allCases.randomElement(using: &generator) ?? .bgrx
                let all = colorimetries(own)
                let colorimetry = all[Int.random(in: all.indices, using: &generator)]
                let frame = TestFrame(own, width: 6, height: 4)
                let color = SIMD3((0..<3).map { _ in Double.random(in: 0...1, using: &generator) })
                fill(frame, codes(color, own, colorimetry).map { Int($0.rounded()) })
                let seen = FilterLaw.colors(Codes(frame), colorimetry)[0][0].clamped(
                    lowerBound: .zero, upperBound: .one)
                wanted = index == 0 ? seen : SIMD3((0..<3).map { law(wanted[$0], seen[$0]) })
                frames.append(frame)
                videos.append(frame.image(colorimetry))
                var input = LayerInput()
                input.size = FrameSize(width: 6, height: 4)
                input.hasAlpha = own.alphaOffset != nil
                inputs.append(input)
            }
            _ = effect.arrange(&inputs, pixelAspect: 1, interlaced: false, blending)
            var layers = inputs.indices.filter { inputs[$0].isSeen }.map {
                LayerFrame(SourceFrame(frames[$0].frame, videos[$0]), of: $0, inputs[$0])
            }
            try withExtendedLifetime(frames) { try effect.render(made.frame, &layers, bands: .serial) }
            let result = Codes(made)
            // Gray has luma of the weights that it has in a first frame of Y'CbCr.
            var weights = colorimetry
            if FormatTable.components(format) == 1, videos[0].format.layout.model == .ycbcr {
                (weights.kr, weights.kb) = (videos[0].colorimetry.kr, videos[0].colorimetry.kb)
            }
            for (component, code) in codes(wanted, format, weights).enumerated() {
                let codes = result.values[component].joined()
                let off = codes.map { abs(Double($0) - code) }.max() ?? 0
                let formats = frames.map(\.format.name).joined(separator: ", ")
                #expect(
                    off <= (FormatTable.depth(format) == 16 ? 128 : 1),
                    "\(mode.nick) of \(formats), component \(component): \(off)")
            }
        }
    }

    /// Fills a frame with codes of its components; alpha is opaque.
    private func fill(_ frame: TestFrame, _ codes: [Int]) {
        let (format, bytes) = (frame.format, FormatTable.sampleBytes(frame.format))
        func store(_ code: Int, _ position: UnsafeMutableRawPointer) {
            switch format {
            case .p010: position.storeBytes(of: UInt16(code << 6), as: UInt16.self)
            case .gray16be: position.storeBytes(of: UInt16(code).bigEndian, as: UInt16.self)
            default:
                if bytes == 1 { position.storeBytes(of: UInt8(code), as: UInt8.self) }
                if bytes == 2 { position.storeBytes(of: UInt16(code), as: UInt16.self) }
            }
        }
        let sizes = Codes(frame)
        for (component, code) in codes.enumerated() {
            for row in 0..<sizes.size(component).height {
                for x in 0..<sizes.size(component).width {
                    let (plane, byte) = FormatTable.position(format, component, x)
                    store(code, frame.rowBase(plane, row) + byte)
                }
            }
        }
        guard let alpha = format.alphaOffset else { return }
        for y in 0..<frame.height {
            for x in 0..<frame.width { store(bytes == 1 ? 255 : 65535, frame.rowBase(0, y) + (4 * x + alpha) * bytes) }
        }
    }

    @Test("Settings, places and sizes that change are followed")
    func followed() throws {
        var generator = Generator(seed: 9)
        let colorimetry = colorimetries(.i420)[0]
        let (base, top) = (frame(.i420, Self.size, &generator), frame(.i420, (12, 8), &generator))
        let effect = LayersEffect<Blending>()
        try effect.configure(base.image(colorimetry))
        for step in 0..<12 {
            var blending = Blending()
            blending.mode = step % 3 == 0 ? .screen : .multiply
            var inputs = [LayerInput(), LayerInput()]
            inputs[0].size = FrameSize(width: base.width, height: base.height)
            inputs[1].size = FrameSize(width: top.width, height: top.height)
            inputs[1].settings = settings {
                ($0.x, $0.width, $0.height) = (Int32(step * 2 - 4), Int32(8 + step / 4 * 4), 8)
                $0.alpha = step % 2 == 0 ? 1 : 0.25
            }
            func source(_ frame: TestFrame) -> SourceFrame { SourceFrame(frame.frame, frame.image(colorimetry)) }
            func render(_ effect: LayersEffect<Blending>) throws -> TestFrame {
                effect.update(blending)
                let made = TestFrame(.i420, width: base.width, height: base.height)
                _ = effect.arrange(&inputs, pixelAspect: 1, interlaced: false, blending)
                var layers = inputs.indices.map {
                    LayerFrame(source($0 == 0 ? base : top), of: $0, inputs[$0])
                }
                try effect.render(made.frame, &layers, bands: .serial)
                return made
            }
            let fresh = LayersEffect<Blending>()
            try fresh.configure(base.image(colorimetry))
            let difference = try render(effect).firstDifference(from: render(fresh))
            #expect(difference == nil, "step \(step): \(difference ?? "")")
        }
        withExtendedLifetime((base, top)) {}
    }
}
