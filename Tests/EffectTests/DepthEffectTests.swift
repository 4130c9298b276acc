// SPDX-License-Identifier: MIT
import Effects
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

@Suite("Depth as gray and colours")
struct DepthEffectTests {
    /// Depths as a video of one frame.
    static func source(_ format: PixelFormat, _ width: Int, _ height: Int, _ depth: (Int, Int) -> UInt16) -> TestFrame {
        let frame = TestFrame(format, width: width, height: height)
        for y in 0..<height {
            for x in 0..<width { store(depth(x, y), in: frame, x, y) }
        }
        return frame
    }

    static func store(_ depth: UInt16, in frame: TestFrame, _ x: Int, _ y: Int) {
        switch frame.format {
        case .gray8:
            frame.rowBase(0, y).storeBytes(of: UInt8(truncatingIfNeeded: depth), toByteOffset: x, as: UInt8.self)
        case .gray16be:
            frame.rowBase(0, y).storeBytes(of: depth.bigEndian, toByteOffset: 2 * x, as: UInt16.self)
        default: frame.rowBase(0, y).storeBytes(of: depth.littleEndian, toByteOffset: 2 * x, as: UInt16.self)
        }
    }

    static func usual(_ format: PixelFormat) -> Colorimetry {
        let layout = format.layout
        return Colorimetry(matrix: .bt601, fullRange: layout.model != .ycbcr, depth: layout.depth)
    }

    static func rendered(
        _ source: TestFrame, _ format: PixelFormat, _ settings: DepthSettings, level: CPULevel = .best,
        interlaced: Bool = false, bands: BandExecutor = .serial
    ) throws -> TestFrame {
        let result = TestFrame(format, width: source.width, height: source.height, interlaced: interlaced)
        let before = source.copy()
        let effect = DepthEffect(kernels: level.kernels)
        try effect.configure(
            source.image(usual(source.format)), output: result.image(usual(format)), reduction: 1)
        try effect.update(settings)
        try effect.render(source.frame, result.frame, bands: bands)
        #expect(result.guardsAreIntact, "\(result.summary)")
        #expect(source.firstDifferentByte(from: before) == nil, "the input was written")
        return result
    }

    /// Bytes of a plane, row by row.
    static func bytes(_ frame: TestFrame, _ plane: Int = 0) -> [[UInt8]] {
        (0..<frame.rows(plane)).map { row in
            (0..<frame.rowBytes(plane)).map { frame.rowBase(plane, row).load(fromByteOffset: $0, as: UInt8.self) }
        }
    }

    static let sizes = [(1, 1), (2, 3), (33, 7), (65, 5), (130, 2)]

    // MARK: Gray

    @Test("gray = (depth - near) / (far - near), of every depth", arguments: CPULevel.available, [false, true])
    func grayLaw(level: CPULevel, inverts: Bool) throws {
        for (near, far, unit) in [(0.0, 6.0, 0.001), (1.0, 1.5, 0.001), (0.25, 12.3, 0.0005), (5.0, 0.5, 0.001)] {
            var settings = DepthSettings()
            (settings.near, settings.far, settings.unit) = (near, far, unit)
            (settings.autoRange, settings.inverts, settings.invalidColor) = (.off, inverts, 0x0A0A0A)
            let source = Self.source(.gray16le, 256, 256) { x, y in UInt16(256 * y + x) }
            let gray = Self.bytes(try Self.rendered(source, .gray8, settings, level: level))
            let deep = try Self.rendered(source, .gray16be, settings, level: level)
            for depth in 0..<65536 {
                var exact = max(0, min(1, (Double(depth) * unit - near) / (far - near)))
                if inverts { exact = 1 - exact }
                let code = Double(gray[depth / 256][depth % 256])
                let sample = deep.rowBase(0, depth / 256).load(fromByteOffset: 2 * (depth % 256), as: UInt16.self)
                let isRight =
                    depth == 0
                    ? code == 10 && sample.byteSwapped == 10 * 257
                    : abs(code - 255 * exact) < 0.51 && abs(Double(sample.byteSwapped) - 65535 * exact) < 0.6
                guard isRight else {
                    Issue.record("\(depth) of \(near)...\(far): \(code), \(sample.byteSwapped)")
                    break
                }
            }
        }
    }

    @Test("Byte orders and disparity give the same") func inputs() throws {
        for (width, height) in Self.sizes {
            func depth(_ x: Int, _ y: Int) -> UInt16 { UInt16((x * 37 + y * 11) % 256) }
            var settings = DepthSettings()
            (settings.autoRange, settings.far, settings.colormap) = (.off, 0.2, .turbo)
            for output in DepthEffect.outputFormats {
                let results = try DepthEffect.inputFormats.map {
                    try Self.rendered(Self.source($0, width, height, depth), output, settings)
                }
                #expect(results[1].firstDifference(from: results[0]) == nil)
                #expect(results[2].firstDifference(from: results[0]) == nil)
            }
        }
    }

    // MARK: Colours

    /// The colour of each level, as RGB shows it, and of no depth.
    private func colors(_ colormap: DepthColormap) throws -> [[UInt8]] {
        var settings = DepthSettings()
        (settings.autoRange, settings.unit, settings.far) = (.off, 1, 255)
        (settings.colormap, settings.invalidValue, settings.invalidColor) = (colormap, 256, 0x123456)
        let row = try Self.bytes(Self.rendered(Self.source(.gray16le, 257, 1) { x, _ in UInt16(x) }, .rgb, settings))[0]
        return (0...256).map { Array(row[3 * $0..<3 * $0 + 3]) }
    }

    @Test("Colour maps at their ends and in the middle") func anchors() throws {
        #expect(try colors(.gray)[0...255].enumerated().allSatisfy { $1 == [UInt8](repeating: UInt8($0), count: 3) })
        let turbo = try colors(.turbo)
        #expect([turbo[0], turbo[128], turbo[255]] == [[48, 18, 59], [164, 252, 60], [122, 4, 3]])
        let viridis = try colors(.viridis)
        #expect([viridis[0], viridis[128], viridis[255]] == [[68, 1, 84], [33, 145, 140], [253, 231, 37]])
        let jet = try colors(.jet)
        #expect([jet[0], jet[255]] == [[0, 0, 255], [50, 0, 0]])
        // The second and fourth stop are at levels 63.75 and 191.25: a quarter level of 63.75 is 1 of 255.
        #expect(jet[64] == [1, 255, 254] && jet[191] == [255, 1, 0])
        let classic = try colors(.classic)
        #expect([classic[0], classic[51], classic[255]] == [[30, 77, 203], [25, 60, 192], [198, 33, 24]])
        for map in DepthColormap.allCases { #expect(try colors(map)[256] == [0x12, 0x34, 0x56]) }
    }

    @Test("Every order of R'G'B' shows the colours", arguments: CPULevel.available) func orders(level: CPULevel) throws
    {
        for colormap in DepthColormap.allCases {
            for (width, height) in Self.sizes {
                for invalidColor in [Int32(0x808080), 0x4080C0] {
                    var settings = DepthSettings()
                    (settings.autoRange, settings.unit, settings.far) = (.off, 1, 255)
                    (settings.colormap, settings.invalidColor) = (colormap, invalidColor)
                    let source = Self.source(.gray16le, width, height) { x, y in UInt16((x * 7 + y * 50) % 260) }
                    let expected = Self.bytes(try Self.rendered(source, .rgb, settings))
                    for format in FormatTable.rgb where DepthEffect.outputFormats.contains(format) {
                        let rows = Self.bytes(try Self.rendered(source, format, settings, level: level))
                        let names = Array(format.name)
                        for y in 0..<height {
                            for x in 0..<width {
                                for (position, name) in names.enumerated() {
                                    let byte = rows[y][names.count * x + position]
                                    let wanted =
                                        ["R", "G", "B"].firstIndex(of: name).map { expected[y][3 * x + $0] } ?? 255
                                    #expect(byte == wanted, "\(format.name) \(x) \(y)")
                                    if byte != wanted { return }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    @Test(
        "Y'CbCr by the matrix, chroma the mean of what it covers", arguments: CPULevel.available,
        [PixelFormat.i420, .nv12, .yuy2])
    func ycbcr(level: CPULevel, format: PixelFormat) throws {
        let c = Self.usual(format)
        func code(_ value: Double) -> Int { max(0, min(255, Int((value + 0.5).rounded(.down)))) }
        for (colormap, interlaced) in [(DepthColormap.gray, false), (.turbo, false), (.turbo, true)] {
            for (width, height) in Self.sizes + [(9, 6), (5, 9)] {
                var settings = DepthSettings()
                (settings.autoRange, settings.unit, settings.far) = (.off, 1, 255)
                settings.colormap = colormap
                let source = Self.source(.gray16le, width, height) { x, y in UInt16((x * 7 + y * 50) % 260) }
                let rgb = Self.bytes(try Self.rendered(source, .rgb, settings))
                let frame = try Self.rendered(source, format, settings, level: level, interlaced: interlaced)
                let codes: [[[Int]]] = rgb.map { row in
                    (0..<width).map { x in
                        let (r, g, b) = (Double(row[3 * x]), Double(row[3 * x + 1]), Double(row[3 * x + 2]))
                        let luma = c.kr * r + c.kg * g + c.kb * b
                        return [
                            code(16 + 219 * luma / 255), code(128 + 224 * (b - luma) / (2 * (1 - c.kb)) / 255),
                            code(128 + 224 * (r - luma) / (2 * (1 - c.kr)) / 255),
                        ]
                    }
                }
                let planes = frame.memories.indices.map { Self.bytes(frame, $0) }
                func chroma(_ x: Int, _ rows: (Int, Int), _ component: Int) -> Int {
                    let (a, b) = (x & ~1, min(x | 1, width - 1))
                    return
                        (codes[rows.0][a][component] + codes[rows.0][b][component] + codes[rows.1][a][component]
                        + codes[rows.1][b][component] + 2) / 4
                }
                for y in 0..<height {
                    for x in 0..<width {
                        let own: [Int]
                        let wanted: [Int]
                        if format == .yuy2 {
                            own = [planes[0][y][2 * x], planes[0][y][4 * (x / 2) + 1], planes[0][y][4 * (x / 2) + 3]]
                                .map { Int($0) }
                            wanted = [codes[y][x][0], chroma(x, (y, y), 1), chroma(x, (y, y), 2)]
                        } else {
                            let row = frame.frame.chromaRow(ofLumaRow: y)
                            let rows = try #require(frame.frame.lumaRows(ofChromaRow: row))
                            let (cb, cr) =
                                format == .i420
                                ? (planes[1][row][x / 2], planes[2][row][x / 2])
                                : (planes[1][row][x & ~1], planes[1][row][x | 1])
                            own = [Int(planes[0][y][x]), Int(cb), Int(cr)]
                            wanted = [codes[y][x][0], chroma(x, rows, 1), chroma(x, rows, 2)]
                        }
                        #expect(own == wanted, "\(frame.summary) \(colormap) \(x) \(y)")
                        if own != wanted { return }
                    }
                }
            }
        }
    }

    // MARK: Every image is defined

    @Test("No depth, one depth, only the farthest: defined images in every mode", arguments: DepthAutoRange.allCases)
    func degenerate(range: DepthAutoRange) throws {
        for (width, height) in Self.sizes {
            for equalizes in [false, true] {
                for inverts in [false, true] {
                    var settings = DepthSettings()
                    (settings.autoRange, settings.equalizes, settings.inverts) = (range, equalizes, inverts)
                    settings.invalidColor = 0xFF0000
                    settings.smooths = inverts
                    let none = try Self.rendered(Self.source(.gray16le, width, height) { _, _ in 0 }, .bgrx, settings)
                    for row in Self.bytes(none) {
                        #expect(row == (0..<4 * width).map { [0, 0, 255, 255][$0 % 4] })
                    }
                    for depth in [UInt16(1), 700, 65535] {
                        let one = try Self.rendered(
                            Self.source(.gray16le, width, height) { _, _ in depth }, .gray8, settings)
                        let codes = Set(Self.bytes(one).joined())
                        // Near of a percentile range; far of what only grows and of a part of all depths.
                        var gray: UInt8 = equalizes || range == .growing ? 255 : 0
                        if !equalizes, range == .off { gray = UInt8(min(255, Double(depth) * 255 / 6000 + 0.5)) }
                        #expect(codes == [inverts ? 255 - gray : gray], "\(depth) \(range) \(equalizes)")
                    }
                }
            }
        }
    }

    @Test("Settings beyond their ranges, and no numbers, give images") func wildSettings() throws {
        for value in [Double.nan, .infinity, -.infinity, -1, 1e300, .leastNonzeroMagnitude, 1e6] {
            var settings = DepthSettings()
            (settings.near, settings.far, settings.unit) = (value, value, value)
            (settings.rangeLow, settings.rangeHigh, settings.rangeTime) = (value, value, value)
            (settings.thresholdMin, settings.thresholdMax, settings.maxRate) = (value, value, value)
            (settings.spatialAlpha, settings.temporalAlpha, settings.usesThreshold) = (value, value, true)
            settings.smooths = true
            _ = settings.temporalWindow
            for range in DepthAutoRange.allCases {
                settings.autoRange = range
                let source = Self.source(.gray16le, 33, 5) { x, y in UInt16(x * 1985 + y) }
                _ = try Self.rendered(source, .gray16le, settings)
                let effect = DepthEffect()
                let info = source.image(Self.usual(.gray16le))
                try effect.configure(info, output: info, reduction: 1)
                try effect.update(settings)
                for time in [Int64(0), 1, .max, .max - 5, -7] {
                    for duration in [nil, 0, Int64.max, 40_000_000] {
                        _ = effect.admits(time: time, duration: duration)
                    }
                }
            }
        }
    }

    @Test("Bands, threads and levels change no bit") func determinism() throws {
        let source = Self.source(.gray16be, 67, 41) { x, y in x % 7 == 0 ? 0 : UInt16(300 + 11 * x + y * y) }
        for range in DepthAutoRange.allCases {
            for (equalizes, smooths) in [(false, false), (true, false), (false, true)] {
                var settings = DepthSettings()
                (settings.autoRange, settings.equalizes, settings.smooths) = (range, equalizes, smooths)
                settings.colormap = .viridis
                for format in [PixelFormat.gray8, .gray16le, .bgra, .nv12, .yuy2] {
                    let expected = try Self.rendered(source, format, settings, level: .baseline)
                    for level in CPULevel.available {
                        for runner in BandRunner.allCases {
                            let result = try Self.rendered(
                                source, format, settings, level: level, bands: runner.executor(3))
                            #expect(result.firstDifference(from: expected) == nil)
                        }
                    }
                }
            }
        }
    }
}
