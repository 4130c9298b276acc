import PixelCore
import PixelKernels
import PixelReference

/// Row memory for kernels: 1920 pixels of anything, in the first-level cache.
private struct Rows {
    let count = 1920
    private static let byteCount = 4 * 1920
    private static let floatCount = 2 * 1920 + 64
    /// Floats before a row, for filters that reach beyond its ends.
    private static let margin = 16
    let bytes = (0..<8).map { _ in Bytes.allocate(capacity: byteCount) }
    let samples = (0..<3).map { _ in Samples.allocate(capacity: byteCount) }
    let floats = (0..<4).map { _ in Floats.allocate(capacity: floatCount) + margin }

    /// Gives every row the values it began with.
    func reset() {
        for (seed, row) in bytes.enumerated() {
            for i in 0..<Self.byteCount { row[i] = UInt8(truncatingIfNeeded: i &* (17 + seed) >> 3) }
        }
        for (seed, row) in samples.enumerated() {
            for i in 0..<Self.byteCount { row[i] = UInt16(truncatingIfNeeded: i &* (257 + seed)) }
        }
        for (seed, row) in floats.enumerated() {
            for i in 0..<Self.floatCount { row[i - Self.margin] = Float((i &* (7 + seed)) & 255) / 255 }
        }
    }

    /// Every byte of every row.
    var contents: [UInt8] {
        var all: [UInt8] = []
        for row in bytes { all += UnsafeRawBufferPointer(start: row, count: Self.byteCount) }
        for row in samples { all += UnsafeRawBufferPointer(start: row, count: 2 * Self.byteCount) }
        for row in floats { all += UnsafeRawBufferPointer(start: row - Self.margin, count: 4 * Self.floatCount) }
        return all
    }
}

/// Every kernel on a row of 1920 pixels, at every level, as nanoseconds and as a multiple of the scalar reference's speed.
func reportKernels(_ quick: Bool) throws {
    let rows = Rows()
    let (b, f, s, n) = (rows.bytes, rows.floats, rows.samples, rows.count)
    let multipliers = Samples.allocate(capacity: BytePattern.length)
    multipliers.initialize(repeating: 40000, count: BytePattern.length)
    let offsets = Samples.allocate(capacity: BytePattern.length)
    offsets.initialize(repeating: 900, count: BytePattern.length)
    let affine = AffinePattern(multiplier: multipliers, offset: offsets)
    let select = SelectPattern(mask: b[6], value: b[7])
    let row = YCbCrAffine8.Row((0.7, 0.1, -0.2), offset: 16)
    let map = YCbCrAffine8(luma: row, cb: row, cr: row, lumaOffset: 16)
    let ycbcr = YCbCrRows(luma0: b[0], luma1: b[1], cb: b[2], cr: b[3])
    let tile = TileRows(f[0], f[1], f[2])
    let code = CodeScale(offset: 16, range: 219, maximum: 255)
    let packed = PackedScale(offsets: (2, 1, 0), scales: (code, code, code))
    let storage = SampleStorage(swapped: false, shift: 6)
    let matrix = TileMatrix((0.9, 0.1, 0), (0.1, 0.8, 0.1), (0, 0.1, 0.9))

    let counts = Counts.allocate(capacity: 2 * 65536)
    counts.initialize(repeating: 0, count: 2 * 65536)
    let everyByte = Bytes.allocate(capacity: BytePattern.length)
    everyByte.initialize(repeating: 255, count: BytePattern.length)
    let masks = (0..<3).map { position in
        let mask = Bytes.allocate(capacity: BytePattern.length)
        for i in 0..<BytePattern.length { mask[i] = i % 4 == position ? 255 : 0 }
        return LookUpPattern.Table(values: b[4 + position], mask: mask, offset: position)
    }
    let oneTable = LookUpPattern(LookUpPattern.Table(values: b[4], mask: everyByte, offset: 0), step: 1)
    let threeTables = LookUpPattern(masks[0], masks[1], masks[2], step: 4)
    // Not a row that other kernels write: these stay in 0...1.
    let parts = Floats.allocate(capacity: n)
    for i in 0..<n { parts[i] = Float(i) / Float(n) }
    let places = (0..<3).map { _ in UnsafeMutablePointer<Int32>.allocate(capacity: n) }
    for i in 0..<n {
        (places[0][i], places[1][i], places[2][i]) = (Int32(i / 2), Int32(i / 2 + 1), Int32(i % 2 * 16384))
    }
    let columns = StretchColumns(first: places[0], second: places[1], weight: places[2])
    let run10 = SampleRun(step: 1, storage: storage, maximum: 1023)
    let tables16 = FourTables(upperLeft: s[1], upperRight: s[2], lowerLeft: s[1], lowerRight: s[2])

    let kernels: [(String, (any KernelSet.Type) -> Void)] = [
        ("histogramRow8", { $0.histogramRow8(counts, b[0], step: 1, count: n) }),
        ("histogramRow8 of pixels", { $0.histogramRow8(counts, b[0], step: 4, count: n) }),
        ("histogramRow16", { $0.histogramRow16(counts, s[0], count: n, run: run10, lanes: 4) }),
        ("lookUpRow8", { $0.lookUpRow8(b[0], b[1], count: n, pattern: oneTable) }),
        ("lookUpRow8 of pixels", { $0.lookUpRow8(b[0], b[1], count: 4 * n, pattern: threeTables) }),
        ("lookUpRow16", { $0.lookUpRow16(s[0], s[0], count: n, run: run10, table: s[1]) }),
        (
            "interpolateTablesRow8",
            { $0.interpolateTablesRow8(b[0], b[1], count: n, tables: b[2], rightParts: parts, lowerPart: 0.3) }
        ),
        (
            "interpolateTablesRow16",
            {
                $0.interpolateTablesRow16(
                    s[0], s[0], count: n, run: run10, tables: tables16, rightParts: parts, lowerPart: 0.3)
            }
        ),
        ("weightedSumRow", { $0.weightedSumRow(f[3], tile, count: n, weights: (0.2, 0.7, 0.1)) }),
        ("rescaleRows", { $0.rescaleRows(tile, count: n, old: f[3], new: f[3]) }),
        ("selectRow8", { $0.selectRow8(b[0], b[0], count: 4 * n, pattern: select) }),
        ("affineRow8", { $0.affineRow8(b[0], b[0], count: 4 * n, pattern: affine) }),
        ("split2x8", { $0.split2x8(b[0], b[1], from: b[2], count: n) }),
        ("merge2x8", { $0.merge2x8(b[2], b[0], b[1], count: n) }),
        ("split2x16", { $0.split2x16(s[0], s[1], from: s[2], count: n) }),
        ("merge2x16", { $0.merge2x16(s[2], s[0], s[1], count: n) }),
        ("split3x8", { $0.split3x8((b[0], b[1], b[2]), from: b[3], count: n) }),
        ("merge3x8", { $0.merge3x8(b[3], (ConstBytes(b[0]), ConstBytes(b[1]), ConstBytes(b[2])), count: n) }),
        ("mixRow8", { $0.mixRow8(b[0], b[1], b[2], count: 4 * n, weight: 9830) }),
        ("mixRow16", { $0.mixRow16(s[0], s[1], s[2], count: n, weight: 9830, storage: storage) }),
        ("mixAlphaRow8", { $0.mixAlphaRow8(b[0], b[1], b[2], count: n, weight: 9830, alphaFirst: false) }),
        ("mixAlphaRow8 of equals", { $0.mixAlphaRow8(b[0], b[1], b[1], count: n, weight: 9830, alphaFirst: false) }),
        ("mixAlphaRow16", { $0.mixAlphaRow16(s[0], s[1], s[2], count: n, weight: 9830) }),
        ("stretchRow8", { $0.stretchRow8(b[0], b[1], count: n, step: 1, components: 1, columns: columns) }),
        ("stretchRow8 of pixels", { $0.stretchRow8(b[0], b[1], count: n, step: 4, components: 4, columns: columns) }),
        (
            "stretchRow16",
            {
                $0.stretchRow16(
                    s[0], s[1], count: n, step: 1, components: 1, columns: columns, storage: storage)
            }
        ),
        ("ycbcrAffineRows420", { $0.ycbcrAffineRows420(ycbcr, ycbcr, width: n, map: map) }),
        ("ycbcrAffineRow422", { $0.ycbcrAffineRow422(ycbcr, ycbcr, width: n, map: map) }),
        ("ycbcrAffineRow444", { $0.ycbcrAffineRow444(ycbcr, ycbcr, width: n, map: map) }),
        ("ycbcrAffinePacked422", { $0.ycbcrAffinePacked422(b[0], b[0], pairs: n / 2, map: map, lumaFirst: true) }),
        ("unpackPacked", { $0.unpackPacked(tile, b[0], count: n, scale: packed) }),
        ("packPacked", { $0.packPacked(b[0], others: b[0], tile, count: n, scale: packed) }),
        ("unpackRow8", { $0.unpackRow8(f[0], b[0], count: n, scale: code) }),
        ("packRow8", { $0.packRow8(b[0], f[0], count: n, scale: code) }),
        ("unpackRow16", { $0.unpackRow16(f[0], s[0], count: n, scale: code, storage: storage) }),
        ("packRow16", { $0.packRow16(s[0], f[0], count: n, scale: code, storage: storage) }),
        ("matrixRows", { $0.matrixRows(tile, tile, count: n, matrix: matrix) }),
        ("gainRow", { $0.gainRow(f[0], count: n, gain: 1) }),
        ("upsampleBlock", { $0.upsampleBlock(f[0], f[1], count: n / 2) }),
        ("upsampleCosited", { $0.upsampleCosited(f[0], f[1], count: n / 2) }),
        ("upsampleCentred", { $0.upsampleCentred(f[0], f[1], count: n / 2) }),
        ("downsampleBlock", { $0.downsampleBlock(f[0], f[1], count: n / 2) }),
        ("downsampleCosited", { $0.downsampleCosited(f[0], f[1], count: n / 2) }),
        ("downsampleCentred", { $0.downsampleCentred(f[0], f[1], count: n / 2) }),
        ("meanRow", { $0.meanRow(f[0], f[1], f[2], count: n) }),
    ]
    print("kernels on a row of 1920 pixels:")
    try reportSpeeds(kernels, quick: quick, reset: rows.reset) { rows.contents }
    try reportBandKernels(quick)
}

/// Checks kernels at every level against the reference, from memory that `reset` prepares and that is all in `contents`, then
/// times and prints them.
func reportSpeeds(
    _ kernels: [(String, (any KernelSet.Type) -> Void)], quick: Bool, reset: () -> Void, contents: () -> [UInt8]
) throws {
    var items: [(name: String, body: () -> Void)] = []
    let repeats = 20
    for (name, call) in kernels {
        reset()
        call(Reference.self)
        let expected = contents()
        for level in CPULevel.available {
            reset()
            call(level.kernels)
            guard contents() == expected else { throw WrongResult(what: "\(name) at \(level.name)") }
        }
        items.append((name, { call(Reference.self) }))
        for level in CPULevel.available {
            let set = level.kernels
            items.append(("\(name) \(level.name)", { for _ in 0..<repeats { call(set) } }))
        }
    }
    let m = try Measurement(items, quick: quick)
    print("  nanoseconds (times as fast as the scalar reference)")
    for (name, _) in kernels {
        let columns = CPULevel.available.map { level in
            let time = m.time("\(name) \(level.name)") / Double(repeats)
            let ratio = m.ratio(name, "\(name) \(level.name)") * Double(repeats)
            return "\(level.name) \(Int(time.rounded())) (\(Int(ratio.rounded())) x)"
        }
        print("  \(name): \(columns.joined(separator: ", "))")
    }
}
