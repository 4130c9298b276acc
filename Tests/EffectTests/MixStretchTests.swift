// SPDX-License-Identifier: MIT
import Effects
import Glibc
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

/// Images of another size in a mix, against the law in double precision.
@Suite("Mix: stretched images")
struct MixStretchTests {
    /// Where sample `i` of `new` lies among `old`, and the next one's weight.
    private func position(_ i: Int, _ old: Int, _ new: Int) -> (first: Int, second: Int, weight: Double) {
        let position = max(0, min(Double(old - 1), (Double(i) + 0.5) * Double(old) / Double(new) - 0.5))
        let first = position.rounded(.down)
        let weight = ((position - first) * 32768 + 0.5).rounded(.down) / 32768
        return (Int(first), min(old - 1, Int(first) + 1), weight)
    }

    private func mix(_ a: Int, _ b: Int, _ weight: Double) -> Int {
        Int(((1 - weight) * Double(a) + weight * Double(b) + 0.5).rounded(.down))
    }

    /// Where row `y` of an interlaced component lies in the frame, in rows of luma: in the middle of those rows of its
    /// field that it goes with.
    private func center(_ y: Int, _ rowsOfLuma: Int) -> Double {
        let luma = (0..<rowsOfLuma).map { 2 * (y / 2 * rowsOfLuma + $0) + y % 2 }
        return Double(luma.reduce(0, +)) / Double(rowsOfLuma) + 0.5
    }

    /// Between which two of `count` rows, all of one field, a row of a frame of another height lies.
    private func fieldPosition(
        _ y: Int, _ count: Int, _ heights: (old: Int, new: Int), _ rowsOfLuma: Int
    ) -> (first: Int, second: Int, weight: Double) {
        let point = center(y, rowsOfLuma) * Double(heights.old) / Double(heights.new)
        let own = Array(stride(from: count > 1 ? y % 2 : 0, to: count, by: 2))
        guard let next = own.first(where: { center($0, rowsOfLuma) > point }) else {
            return (own[own.count - 1], own[own.count - 1], 0)
        }
        guard next > 1 else { return (next, next, 0) }
        let (above, below) = (center(next - 2, rowsOfLuma), center(next, rowsOfLuma))
        return (next - 2, next, (((point - above) / (below - above)) * 32768 + 0.5).rounded(.down) / 32768)
    }

    /// The mean of those of `count` that number `i` of `new` covers, if there are less than half as many; nil: there are more.
    private func mean(_ i: Int, _ count: Int, _ new: Int, _ value: (Int) -> Int) -> Int? {
        guard 2 * new < count else { return nil }
        /// How much of it lies before a sample, of 32768.
        func covered(_ sample: Int) -> Int {
            let part = Double(sample) * Double(new) / Double(count) - Double(i)
            return Int((min(max(0, part), 1) * 32768 + 0.5).rounded(.down))
        }
        let sum = (0..<count).reduce(0) { $0 + (covered($1 + 1) - covered($1)) * value($1) }
        return (sum + 16384) / 32768
    }

    /// Rows of codes brought to another size: between rows first, then between columns. Fields of frames whose heights are
    /// given for themselves.
    private func stretched(
        _ rows: [[Int]], _ width: Int, _ height: Int, fieldsOf heights: (old: Int, new: Int)?, _ rowsOfLuma: Int
    ) -> [[Int]] {
        (0..<height).map { y in
            // Rows of one field, or all.
            let lines = heights == nil || rows.count < 2 ? 1 : 2
            let own = Array(stride(from: lines == 2 ? y % 2 : 0, to: rows.count, by: lines))
            let rowCount = heights == nil ? height : (height + 1 - y % 2) / 2
            let index = heights == nil ? y : y / 2
            if 2 * rowCount < own.count {
                let between = rows[0].indices.map { x in mean(index, own.count, rowCount) { rows[own[$0]][x] } ?? 0 }
                return columns(between, width)
            }
            let row =
                heights.map { fieldPosition(y, rows.count, $0, rowsOfLuma) } ?? position(y, rows.count, height)
            let between = zip(rows[row.first], rows[row.second]).map { mix($0, $1, row.weight) }
            return columns(between, width)
        }
    }

    private func columns(_ row: [Int], _ width: Int) -> [Int] {
        (0..<width).map { x in
            if let mean = mean(x, row.count, width, { row[$0] }) { return mean }
            let column = position(x, row.count, width)
            return mix(row[column.first], row[column.second], column.weight)
        }
    }

    private func frame(
        _ format: PixelFormat, _ width: Int, _ height: Int, interlaced: Bool = false, seed: UInt64 = 1
    ) -> TestFrame {
        var generator = Generator(seed: seed)
        let frame = TestFrame(format, width: width, height: height, interlaced: interlaced, padding: 3)
        frame.fill(.random, &generator)
        return frame
    }

    private func render(
        _ first: TestFrame?, _ second: TestFrame?, to output: TestFrame, _ factor: Double,
        kernels: any KernelSet.Type = CPULevel.best.kernels, bands: BandExecutor = .serial
    ) throws -> TestFrame {
        let effect = MixEffect(kernels: kernels)
        var settings = MixSettings()
        settings.factor = factor
        let depth = FormatTable.depth(output.format)
        try effect.configure(output.image(Colorimetry(matrix: .bt709, fullRange: false, depth: depth)))
        effect.update(settings)
        let result = output.copy()
        try withExtendedLifetime((first, second)) {
            try effect.render(
                result.frame, first: first?.frame, second: second?.frame,
                fitted: (width: output.width, height: output.height), bands: bands)
        }
        #expect(result.guardsAreIntact)
        return result
    }

    @Test(arguments: PixelFormat.allCases) func followsItsLaw(format: PixelFormat) throws {
        for (width, height) in [
            (37, 23), (5, 3), (1, 1), (64, 46), (100, 2), (18, 12), (20, 40), (73, 49), (150, 24), (36, 60),
        ] {
            for interlaced in [false, true] {
                // Fields of 4:2:0 share rows of chroma in ways of their own where heights are odd: see Codes.
                if interlaced, FormatTable.yuv420.contains(format), height % 4 != 0 { continue }
                let output = frame(format, 36, 24, interlaced: interlaced)
                let input = frame(format, width, height, interlaced: interlaced, seed: 2)
                let clearRows = format.alphaOffset == nil ? 0 : height / 2
                for y in 0..<clearRows { memset(input.rowBase(0, y), 0, input.rowBytes(0)) }
                let codes = Codes(input)
                for isFirst in [false, true] {
                    let result = Codes(
                        try render(isFirst ? input : nil, isFirst ? nil : input, to: output, isFirst ? 0 : 1))
                    for component in codes.values.indices {
                        let size = result.size(component)
                        func stretched(_ rows: [[Int]]) -> [[Int]] {
                            self.stretched(
                                rows, size.width, size.height, fieldsOf: interlaced ? (height, output.height) : nil,
                                component > 0 ? FormatTable.chroma(format).rows : 1)
                        }
                        let rows = codes.values[component]
                        let expected =
                            alphas(input).map { asSeen(rows, $0, format, component, stretched) } ?? stretched(rows)
                        #expect(result.values[component] == expected, "\(input.summary), component \(component)")
                    }
                }
            }
        }
    }

    /// Codes of alpha; nil: there is none.
    private func alphas(_ frame: TestFrame) -> [[Int]]? {
        guard let offset = frame.format.alphaOffset else { return nil }
        let bytes = FormatTable.sampleBytes(frame.format)
        return (0..<frame.height).map { y in
            (0..<frame.width).map { x in
                let sample = frame.rowBase(0, y) + (4 * x + offset) * bytes
                return bytes == 1 ? Int(sample.load(as: UInt8.self)) : Int(sample.load(as: UInt16.self))
            }
        }
    }

    /// Colours stretched times alpha, in 16 bits, and divided by it; black where it is 0.
    private func asSeen(
        _ rows: [[Int]], _ alphas: [[Int]], _ format: PixelFormat, _ component: Int, _ stretched: ([[Int]]) -> [[Int]]
    ) -> [[Int]] {
        let isBytes = FormatTable.sampleBytes(format) == 1
        let maximum = isBytes ? 255 : 65535
        let black = component > 0 && !FormatTable.rgb.contains(format) ? (maximum + 1) / 2 : 0
        let weighted = zip(rows, alphas).map { row, alphas in
            zip(row, alphas).map { isBytes ? $0 * $1 : (2 * $0 * $1 + 65535) / 131070 }
        }
        let weights = stretched(alphas.map { $0.map { isBytes ? 255 * $0 : $0 } })
        return zip(stretched(weighted), weights).map { row, weights in
            zip(row, weights).map { $1 == 0 ? black : (2 * maximum * $0 + $1) / (2 * $1) }
        }
    }

    @Test("Opaque frames are stretched as those without alpha, and the colour of clear pixels is not seen")
    func edges() throws {
        let pixels = frame(.bgrx, 13, 9, seed: 4)
        let opaque = TestFrame(.bgra, width: 13, height: 9)
        let clear = TestFrame(.bgra, width: 4, height: 4)
        for y in 0..<9 {
            opaque.rowBase(0, y).copyMemory(from: pixels.rowBase(0, y), byteCount: 4 * 13)
            for x in 0..<13 { (opaque.rowBase(0, y) + 4 * x + 3).storeBytes(of: 255, as: UInt8.self) }
        }
        for y in 0..<4 {
            let row = clear.rowBase(0, y).assumingMemoryBound(to: UInt8.self)
            for x in 0..<4 {
                // White, beside a clear green.
                let pixel: [UInt8] = x < 2 ? [255, 255, 255, 255] : [0, 177, 0, 0]
                for byte in 0..<4 { row[4 * x + byte] = pixel[byte] }
            }
        }
        for (width, height) in [(20, 9), (13, 20), (30, 31), (5, 9), (6, 4), (3, 2)] {
            let a = Codes(try render(nil, pixels, to: frame(.bgrx, width, height), 1))
            #expect(Codes(try render(nil, opaque, to: frame(.bgra, width, height), 1)).values == a.values)
            let seen = try render(nil, clear, to: frame(.bgra, width, height), 1)
            for y in 0..<height {
                for x in 0..<width {
                    let pixel = (0..<4).map { (seen.rowBase(0, y) + 4 * x + $0).load(as: UInt8.self) }
                    #expect(
                        pixel[3] == 0 || pixel[0...2] == [255, 255, 255], "\(width)x\(height), \(x), \(y): \(pixel)")
                }
            }
        }
    }

    @Test(
        "A ramp down an interlaced image stays one: neither field moves against the other",
        arguments: [PixelFormat.gray16le, .i420_10], [(32, 64), (32, 16), (48, 32), (32, 96), (32, 40)])
    func fieldsStay(format: PixelFormat, heights: (Int, Int)) throws {
        let (old, new) = heights
        let (input, output) = (
            TestFrame(format, width: 16, height: old, interlaced: true),
            TestFrame(format, width: 16, height: new, interlaced: true)
        )
        for plane in input.memories.indices {
            let rowsOfLuma = plane > 0 ? 2 : 1
            for row in 0..<input.rows(plane) {
                let samples = input.rowBase(plane, row).assumingMemoryBound(to: UInt16.self)
                for x in 0..<input.rowBytes(plane) / 2 { samples[x] = UInt16(16 * center(row, rowsOfLuma)) }
            }
        }
        let result = try render(nil, input, to: output, 1)
        for plane in input.memories.indices {
            let rowsOfLuma = plane > 0 ? 2 : 1
            for row in 0..<result.rows(plane) {
                let point = center(row, rowsOfLuma) * Double(old) / Double(new)
                // Beyond the first and last row of the field it ends.
                let (first, last) = (row % 2, input.rows(plane) - 2 + row % 2)
                guard center(first, rowsOfLuma)...center(last, rowsOfLuma) ~= point else { continue }
                let code = result.rowBase(plane, row).load(as: UInt16.self)
                #expect(abs(Double(code) - 16 * point) <= 0.51, "plane \(plane), row \(row)")
            }
        }
    }

    /// Chroma is a ramp over the luma that it lies at: whatever its size and site become, it is the same one, but at its ends.
    @Test(
        "Chroma stays where it is, at any site", arguments: [PixelFormat.i420_10, .y42b],
        [(40, 64), (40, 40), (64, 40), (96, 32)])
    func sites(format: PixelFormat, sizes: (Int, Int)) throws {
        let (old, new) = sizes
        let all = [false, true].flatMap { left in [false, true].map { ChromaSite(isLeft: left, isTop: $0) } }
        let chroma = FormatTable.chroma(format)
        /// Where a sample lies, in luma from the edge on.
        func place(_ i: Int, _ every: Int, _ isFirst: Bool) -> Double {
            Double(every * i) + (every == 2 && !isFirst ? 1 : 0.5)
        }
        for (before, after) in all.flatMap({ a in all.map { (a, $0) } }) {
            func video(_ size: Int, _ site: ChromaSite) -> VideoInfo {
                VideoInfo(
                    format: format, width: size, height: size,
                    colorimetry: Colorimetry(matrix: .bt709, fullRange: true, depth: FormatTable.depth(format)),
                    chromaSite: site)
            }
            let (input, output) = (
                TestFrame(format, width: old, height: old), TestFrame(format, width: new, height: new)
            )
            let unit = format == .y42b ? 1.25 : 4.0
            for row in 0..<old / chroma.rows {
                for x in 0..<old / chroma.columns {
                    let value = unit * (place(x, 2, before.isLeft) + place(row, chroma.rows, before.isTop))
                    let position = input.rowBase(1, row)
                    if format == .y42b {
                        (position + x).storeBytes(of: UInt8(value.rounded()), as: UInt8.self)
                    } else {
                        (position + 2 * x).storeBytes(of: UInt16(value.rounded()), as: UInt16.self)
                    }
                }
            }
            let (conversion, effect) = (InputConversion(), MixEffect())
            try effect.configure(video(new, after))
            effect.update(MixSettings())
            try withExtendedLifetime((input, output, conversion)) {
                let brought = try conversion.frame(
                    SourceFrame(input.frame, video(old, before)), as: video(new, after),
                    place: MixPlace(width: new, height: new), bands: .serial)
                try effect.render(output.frame, first: brought.frame, second: nil, bands: .serial)
            }
            let codes = Codes(output).values[1]
            for y in codes.indices.dropFirst(2).dropLast(2) {
                for x in codes[y].indices.dropFirst(2).dropLast(2) {
                    let point = place(x, 2, after.isLeft) + place(y, chroma.rows, after.isTop)
                    let wanted = unit * point * Double(old) / Double(new)
                    #expect(abs(Double(codes[y][x]) - wanted) <= 1.6, "\(before) to \(after) at \(x), \(y)")
                }
            }
        }
    }

    /// Rows first and then columns, each rounded half up; beyond the ends the last sample goes on.
    @Test(
        "Chroma of a frame of the same size moves by quarters of its samples",
        arguments: FormatTable.yuv420 + FormatTable.yuv422)
    func moves(format: PixelFormat) throws {
        let chroma = FormatTable.chroma(format)
        let sites = [false, true].flatMap { left in [false, true].map { ChromaSite(isLeft: left, isTop: $0) } }
        func moved(_ codes: [Int], _ before: Bool, _ after: Bool) -> [Int] {
            guard before != after else { return codes }
            return codes.indices.map { i in
                // From the middle to the first luma a quarter back.
                let other = codes[min(max(0, i + (before ? 1 : -1)), codes.count - 1)]
                return (3 * codes[i] + other + 2) / 4
            }
        }
        func transposed(_ rows: [[Int]]) -> [[Int]] { rows[0].indices.map { x in rows.map { $0[x] } } }
        for (width, height) in [(150, 10), (7, 3), (2, 2), (1, 1)] {
            let input = frame(format, width, height)
            let codes = Codes(input).values
            for (before, after) in sites.flatMap({ a in sites.map { (a, $0) } }) {
                func video(_ site: ChromaSite) -> VideoInfo {
                    VideoInfo(
                        format: format, width: width, height: height,
                        colorimetry: Colorimetry(matrix: .bt709, fullRange: true, depth: FormatTable.depth(format)),
                        chromaSite: site)
                }
                for level in CPULevel.available {
                    let conversion = InputConversion(kernels: level.kernels)
                    let output = frame(format, width, height, seed: 2)
                    let effect = MixEffect(kernels: level.kernels)
                    try effect.configure(video(after))
                    effect.update(MixSettings())
                    try withExtendedLifetime((input, output, conversion)) {
                        let brought = try conversion.frame(
                            SourceFrame(input.frame, video(before)), as: video(after),
                            place: MixPlace(width: width, height: height), bands: .serial)
                        try effect.render(output.frame, first: brought.frame, second: nil, bands: .serial)
                    }
                    let result = Codes(output).values
                    let context: Comment = "\(width)x\(height), \(before) to \(after), \(level)"
                    #expect(result[0] == codes[0], context)
                    for component in 1...2 {
                        var wanted = codes[component]
                        if chroma.rows == 2 {
                            wanted = transposed(transposed(wanted).map { moved($0, before.isTop, after.isTop) })
                        }
                        wanted = wanted.map { moved($0, before.isLeft, after.isLeft) }
                        #expect(result[component] == wanted, context)
                    }
                }
            }
        }
    }

    @Test("Rows of chroma that no row of their field goes with are not seen", arguments: FormatTable.yuv420)
    func emptyChromaRows(format: PixelFormat) throws {
        // The second field has twelve rows of luma, and six of chroma, or none; one more makes both fields equal.
        for (oldHeight, rows) in [(25, 14), (1, 2)] {
            let input = frame(format, 16, oldHeight, interlaced: true)
            let other = input.copy()
            let planes = input.memories.indices.dropFirst().filter { input.rows($0) == rows }
            #expect(planes.isEmpty == (format == .p010))
            for plane in planes { memset(other.rowBase(plane, rows - 1), 0x5A, other.rowBytes(plane)) }
            for height in [24, 48] {
                let output = frame(format, 16, height, interlaced: true)
                let expected = try render(nil, input, to: output, 1)
                #expect(try render(nil, other, to: output, 1).firstDifference(from: expected) == nil, "\(height)")
            }
        }
    }

    @Test("White of any size over white stays white, alpha too", arguments: PixelFormat.allCases)
    func whiteOverWhite(format: PixelFormat) throws {
        func white(_ width: Int, _ height: Int) -> TestFrame {
            let frame = TestFrame(format, width: width, height: height)
            for memory in frame.memories { memory.bytes.initializeMemory(as: UInt8.self, repeating: 255) }
            if FormatTable.depth(format) == 10 {
                for memory in frame.memories {
                    let samples = memory.base.assumingMemoryBound(to: UInt16.self)
                    for i in 0..<memory.byteCount / 2 { samples[i] = format == .p010 ? 1023 << 6 : 1023 }
                }
            }
            return frame
        }
        let output = white(37, 23)
        for (width, height) in [(5, 50), (100, 7), (1, 1)] {
            let input = white(width, height)
            #expect(try render(output, input, to: output, 0.3).firstDifference(from: output) == nil)
            #expect(try render(input, output, to: output, 0.3).firstDifference(from: output) == nil)
        }
    }

    @Test("Every level and any bands give the same bits", arguments: PixelFormat.allCases)
    func deterministic(format: PixelFormat) throws {
        let (output, first) = (frame(format, 67, 23), frame(format, 30, 40))
        let second = frame(format, 190, 71, seed: 2)
        let expected = try render(first, second, to: output, 0.3, kernels: Reference.self)
        for level in CPULevel.available {
            let result = try render(first, second, to: output, 0.3, kernels: level.kernels)
            #expect(result.firstDifference(from: expected) == nil, "\(level)")
        }
        for (runner, bands) in [(BandRunner.reverse, 3), (.threads, 5), (.reverse, 64)] {
            let result = try render(first, second, to: output, 0.3, bands: runner.executor(bands))
            #expect(result.firstDifference(from: expected) == nil, "\(bands) bands, \(runner)")
        }
    }
}
