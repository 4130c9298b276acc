// SPDX-License-Identifier: MIT
import CLoops
import KernelTypes
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
    let floats = (0..<6).map { _ in Floats.allocate(capacity: floatCount) + margin }

    /// What histograms count in: as many lanes of codes of ten bits as there are.
    static let countsLength = 4 * 1024
    let counts = Counts.allocate(capacity: countsLength)
    static let pairsLength = 2 * 65536
    let pairs = Counts.allocate(capacity: pairsLength)

    /// Gives every row the values it began with: bytes as of an image, where neighbours are alike but seldom the same.
    func reset() {
        for (seed, row) in bytes.enumerated() {
            for i in 0..<Self.byteCount {
                let noise = UInt32(truncatingIfNeeded: i &+ seed) &* 0x9E37_79B1
                row[i] = UInt8(truncatingIfNeeded: i &>> 3) &+ UInt8(noise &>> 28)
            }
        }
        for (seed, row) in samples.enumerated() {
            for i in 0..<Self.byteCount { row[i] = UInt16(truncatingIfNeeded: i &* (257 + seed)) }
        }
        counts.initialize(repeating: 0, count: Self.countsLength)
        pairs.initialize(repeating: 0, count: Self.pairsLength)
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
        all += UnsafeRawBufferPointer(start: counts, count: 4 * Self.countsLength)
        all += UnsafeRawBufferPointer(start: pairs, count: 4 * Self.pairsLength)
        return all
    }
}

/// Copies of values in memory of their own, which stays.
private func rowsOf<Value>(_ values: [Value]) -> UnsafePointer<Value> {
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: values.count)
    memory.initialize(from: values, count: values.count)
    return UnsafePointer(memory)
}

/// Kernels of rows, on 1920 pixels. Those with a `cLoop` have one in C.
func rowKernels() -> KernelGroup {
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

    let tenRows = rowsOf((0..<10).map { ConstFloats(f[4 + $0 % 2]) })
    let tenSampleRows = rowsOf((0..<10).map { ConstSamples(s[1 + $0 % 2]) })
    let codeWeights = rowsOf((0..<7).map { UInt16(8000 - 1100 * $0) })
    let tenByteRows = rowsOf((0..<10).map { ConstBytes(b[1 + $0 % 2] + 4) })
    // Values in it are lost, so it is none of the rows.
    let (floatScratch, byteScratch) = (
        Floats.allocate(capacity: 8 * n), Bytes.allocate(capacity: 8 * n)
    )
    let c = (0..<5).map { _ in
        let numbers = Counts.allocate(capacity: n)
        numbers.initialize(repeating: 9, count: n)
        return numbers
    }
    let (codes, shifts) = (CountRows(c[0], c[1], c[2]), (0, 8, 16) as ComponentShifts)
    let square = SquareRows(TileRows(f[1], f[2], f[3]), spread: c[3])
    let windowWeights = rowsOf((0..<13).map { Float($0) / 60 })

    let (counts, pairs) = (rows.counts, rows.pairs)
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
    let run10 = SampleRun(step: 1, storage: storage, maximum: 1023)
    let tables16 = FourTables(upperLeft: s[1], upperRight: s[2], lowerLeft: s[1], lowerRight: s[2])

    // For the C loops, whose rows do not overlap.
    let otherYCbCr = YCbCrRows(luma0: b[4], luma1: b[5], cb: b[6], cr: b[7])
    let loopTo = rowsOf([b[4], b[5], b[6], b[7]])
    let loopFrom = rowsOf((0..<4).map { ConstBytes(b[$0]) })
    let loopMap = UnsafeMutablePointer<SwvAffine>.allocate(capacity: 1)
    let fixed = (row.luma, row.cb, row.cr, row.bias)
    loopMap.initialize(to: SwvAffine(rows: (fixed, fixed, fixed), luma_offset: map.lumaOffset))
    let loopCode = UnsafeMutablePointer<SwvCode>.allocate(capacity: 1)
    loopCode.initialize(
        to: SwvCode(
            offset: code.offset, reciprocal: code.reciprocal, range: code.range, rounding: code.roundingOffset,
            limit: code.limit))
    let otherTile = TileRows(f[3], f[4], f[5])
    let pairRows = PairRows(tile, half: n / 2)
    let pairMatrix = PairMatrix(Colorimetry(matrix: .bt709, fullRange: false, depth: 8))
    let matrixTo = rowsOf([f[3], f[4], f[5]])
    let matrixFrom = rowsOf((0..<3).map { ConstFloats(f[$0]) })
    let loopMatrix = rowsOf(
        [matrix.r0.0, matrix.r0.1, matrix.r0.2, matrix.r1.0, matrix.r1.1, matrix.r1.2]
            + [matrix.r2.0, matrix.r2.1, matrix.r2.2] as [Float])
    let depth = DepthScale(near: 500, gain: 0.01, limit: 255, invalid: 0, invalidCode: 7)

    let chromaLaw = ChromaLaw(
        Colorimetry(matrix: .bt709, fullRange: false, depth: 8), maximum: 255, columns: 2)
    let kernels: [KernelCase] = [
        KernelCase(
            "histogramRow8", traffic: n, { $0.histogramRow8(counts, b[0], step: 1, count: n) },
            cLoop: { $0.histogram_row(counts, b[0], n) }),
        KernelCase(
            "histogramPairsRow8", traffic: n, { $0.histogramPairsRow8(pairs, counts, b[0], step: 1, count: n) }),
        KernelCase(
            "histogramPixelPairsRow8", traffic: 4 * n,
            { $0.histogramPixelPairsRow8((pairs, pairs, pairs), (counts, counts, counts), b[0], step: 4, count: n) }),
        KernelCase("foldPairs8", traffic: 8 * Rows.pairsLength, { $0.foldPairs8(counts, pairs, lanes: 2) }),
        KernelCase("histogramRow8 of pixels", traffic: 4 * n, { $0.histogramRow8(counts, b[0], step: 4, count: n) }),
        KernelCase(
            "histogramRow16", traffic: 2 * n, { $0.histogramRow16(counts, s[0], count: n, run: run10, lanes: 4) }),
        KernelCase(
            "lookUpRow8", traffic: 2 * n, { $0.lookUpRow8(b[0], b[1], count: n, pattern: oneTable) },
            cLoop: { $0.look_up_row(b[0], b[1], n, b[4]) }),
        KernelCase(
            "lookUpRow8 of pixels", traffic: 8 * n, { $0.lookUpRow8(b[0], b[1], count: 4 * n, pattern: threeTables) }),
        KernelCase("lookUpRow16", traffic: 4 * n, { $0.lookUpRow16(s[0], s[0], count: n, run: run10, table: s[1]) }),
        KernelCase(
            "interpolateTablesRow8", traffic: 6 * n,
            { $0.interpolateTablesRow8(b[0], b[1], count: n, tables: b[2], rightParts: parts, lowerPart: 0.3) }),
        KernelCase(
            "interpolateTablesRow16", traffic: 8 * n,
            {
                $0.interpolateTablesRow16(
                    s[0], s[0], count: n, run: run10, tables: tables16, rightParts: parts, lowerPart: 0.3)
            }),
        KernelCase(
            "weightedSumRow", traffic: 16 * n, { $0.weightedSumRow(f[3], tile, count: n, weights: (0.2, 0.7, 0.1)) }),
        KernelCase(
            "scaleChromaRows8", traffic: 6 * n,
            {
                $0.scaleChromaRows8(
                    b[0], b[1], old: (ConstBytes(b[2]), ConstBytes(b[3])), new: (ConstBytes(b[4]), ConstBytes(b[5])),
                    count: n / 2, law: chromaLaw)
            }),
        KernelCase("rescaleRows", traffic: 32 * n, { $0.rescaleRows(tile, count: n, old: f[3], new: f[3]) }),
        KernelCase(
            "selectRow8", traffic: 8 * n, { $0.selectRow8(b[1], b[0], count: 4 * n, pattern: select) },
            cLoop: { $0.select_row(b[1], b[0], 4 * n, b[6], b[7]) }),
        KernelCase(
            "affineRow8", traffic: 8 * n, { $0.affineRow8(b[1], b[0], count: 4 * n, pattern: affine) },
            cLoop: { $0.affine_row(b[1], b[0], 4 * n, multipliers, offsets) }),
        KernelCase(
            "split2x8", traffic: 4 * n, { $0.split2x8(b[0], b[1], from: b[2], count: n) },
            cLoop: { $0.split_pairs(b[0], b[1], b[2], n) }),
        KernelCase(
            "merge2x8", traffic: 4 * n, { $0.merge2x8(b[2], b[0], b[1], count: n) },
            cLoop: { $0.merge_pairs(b[2], b[0], b[1], n) }),
        KernelCase("split2x16", traffic: 8 * n, { $0.split2x16(s[0], s[1], from: s[2], count: n) }),
        KernelCase("merge2x16", traffic: 8 * n, { $0.merge2x16(s[2], s[0], s[1], count: n) }),
        KernelCase("split3x8", traffic: 6 * n, { $0.split3x8((b[0], b[1], b[2]), from: b[3], count: n) }),
        KernelCase(
            "merge3x8", traffic: 6 * n,
            { $0.merge3x8(b[3], (ConstBytes(b[0]), ConstBytes(b[1]), ConstBytes(b[2])), count: n) }),
        KernelCase(
            "mixRow8", traffic: 12 * n, { $0.mixRow8(b[0], b[1], b[2], count: 4 * n, weight: 9830) },
            cLoop: { $0.mix_row(b[0], b[1], b[2], 4 * n, 9830) }),
        KernelCase(
            "blendRow8, multiply", traffic: 12 * n,
            { $0.blendRow8(b[0], b[1], b[2], count: 4 * n, law: .multiply, changed: select.mask) }),
        KernelCase(
            "blendRow8, darken", traffic: 12 * n,
            { $0.blendRow8(b[0], b[1], b[2], count: 4 * n, law: .darken, changed: select.mask) }),
        KernelCase(
            "isOpaqueRow8", traffic: 4 * n, { _ = $0.isOpaqueRow8(b[0], count: n, alphaFirst: false) }),
        KernelCase(
            "mixRow16", traffic: 6 * n, { $0.mixRow16(s[0], s[1], s[2], count: n, weight: 9830, storage: storage) }),
        KernelCase(
            "mixAlphaRow8", traffic: 12 * n,
            { $0.mixAlphaRow8(b[0], b[1], b[2], count: n, weight: 9830, alphaFirst: false) },
            cLoop: { $0.mix_alpha_row(b[0], b[1], b[2], n, 9830) }),
        KernelCase(
            "mixAlphaRow8 of equals", traffic: 12 * n,
            { $0.mixAlphaRow8(b[0], b[1], b[1], count: n, weight: 9830, alphaFirst: false) }),
        KernelCase("mixAlphaRow16", traffic: 24 * n, { $0.mixAlphaRow16(s[0], s[1], s[2], count: n, weight: 9830) }),
        KernelCase(
            "ycbcrAffineRows420", traffic: 6 * n, { $0.ycbcrAffineRows420(otherYCbCr, ycbcr, width: n, map: map) },
            cLoop: { $0.affine_420(loopTo, loopFrom, n, loopMap) }),
        KernelCase("ycbcrAffineRow422", traffic: 4 * n, { $0.ycbcrAffineRow422(ycbcr, ycbcr, width: n, map: map) }),
        KernelCase("ycbcrAffineRow444", traffic: 6 * n, { $0.ycbcrAffineRow444(ycbcr, ycbcr, width: n, map: map) }),
        KernelCase(
            "ycbcrAffinePacked422", traffic: 4 * n,
            { $0.ycbcrAffinePacked422(b[0], b[0], pairs: n / 2, map: map, lumaFirst: true) }),
        KernelCase(
            "unpackPacked", traffic: 16 * n, { $0.unpackPacked(tile, b[0], count: n, scale: packed) },
            cLoop: { $0.unpack_packed(f[0], f[1], f[2], b[0], n, loopCode) }),
        KernelCase(
            "packPacked", traffic: 20 * n, { $0.packPacked(b[1], others: b[0], tile, count: n, scale: packed) },
            cLoop: { $0.pack_packed(b[1], b[0], f[0], f[1], f[2], n, loopCode) }),
        KernelCase("unpackRow8", traffic: 5 * n, { $0.unpackRow8(f[0], b[0], count: n, scale: code) }),
        KernelCase("packRow8", traffic: 5 * n, { $0.packRow8(b[0], f[0], count: n, scale: code) }),
        KernelCase(
            "unpackRow16", traffic: 6 * n, { $0.unpackRow16(f[0], s[0], count: n, scale: code, storage: storage) }),
        KernelCase("packRow16", traffic: 6 * n, { $0.packRow16(s[0], f[0], count: n, scale: code, storage: storage) }),
        KernelCase(
            "matrixRows", traffic: 24 * n, { $0.matrixRows(otherTile, tile, count: n, matrix: matrix) },
            cLoop: { $0.matrix_rows(matrixTo, matrixFrom, n, loopMatrix) }),
        KernelCase("gainRow", traffic: 8 * n, { $0.gainRow(f[0], count: n, gain: 1) }),
        KernelCase("upsampleBlock", traffic: 6 * n, { $0.upsampleBlock(f[0], f[1], count: n / 2) }),
        KernelCase("downsampleBlock", traffic: 6 * n, { $0.downsampleBlock(f[0], f[1], count: n / 2) }),
        KernelCase(
            "meanRow", traffic: 12 * n, { $0.meanRow(f[0], f[1], f[2], count: n) },
            cLoop: { $0.mean_row(f[0], f[1], f[2], n) }),
        KernelCase(
            "unpackPairs8", traffic: 17 * n,
            {
                $0.unpackPairs8(
                    pairRows, b[0], cb: f[3], cr: f[4], count: n / 2, scale: code, matrix: pairMatrix)
            }),
        KernelCase(
            "unpackPairs16", traffic: 18 * n,
            {
                $0.unpackPairs16(
                    pairRows, s[0], cb: f[3], cr: f[4], count: n / 2, scale: code, storage: storage,
                    matrix: pairMatrix)
            }),
        KernelCase(
            "packPairs8", traffic: 19 * n,
            {
                $0.packPairs8(
                    b[0], pairRows, sums: otherTile, adds: false, count: n / 2, scale: code, matrix: pairMatrix)
            }),
        KernelCase(
            "packPairs16", traffic: 20 * n,
            {
                $0.packPairs16(
                    s[0], pairRows, sums: otherTile, adds: false, count: n / 2, scale: code, storage: storage,
                    matrix: pairMatrix)
            }),
        KernelCase(
            "chromaOfSums", traffic: 10 * n,
            { $0.chromaOfSums(f[0], f[1], otherTile, part: 0.25, count: n / 2, matrix: pairMatrix) }),
        KernelCase(
            "convolveRow", traffic: 8 * n, { $0.convolveRow(f[0], f[1] + 8, count: n, weights: f[2], reach: 6) }),
        KernelCase(
            "convolveColumns", traffic: 4 * 14 * n,
            { $0.convolveColumns((f[0], f[1], f[2], f[3]), tenRows, count: n, weights: windowWeights, reach: 3) }),
        KernelCase("raiseRow8", traffic: 3 * n, { $0.raiseRow8(s[0], b[0], count: n) }),
        KernelCase("raisePixelsRow8", traffic: 10 * n, { $0.raisePixelsRow8(s[0], b[0], count: n) }),
        KernelCase("replacePixelsRow8", traffic: 11 * n, { $0.replacePixelsRow8(b[0], b[1], count: n) }),
        KernelCase(
            "convolveRow16", traffic: 4 * n,
            { $0.convolveRow16(s[0], s[1] + 18, count: n, step: 3, weights: codeWeights, reach: 6) }),
        KernelCase(
            "convolveColumns16", traffic: 24 * n,
            { $0.convolveColumns16((b[0], b[1], b[2], b[3]), tenSampleRows, count: n, weights: codeWeights, reach: 3) }
        ),
        KernelCase(
            "foldRow", traffic: 8 * n,
            { $0.foldRow(f[0], f[1], count: n, size: 9, fold: .maximum, scratch: floatScratch) }),
        KernelCase(
            "foldColumns", traffic: 4 * 14 * n,
            { $0.foldColumns((f[0], f[1], f[2], f[3]), tenRows, count: n, size: 7, fold: .sum) }),
        KernelCase(
            "foldRow8", traffic: 2 * n,
            {
                $0.foldRow8(b[0], b[1], count: n, size: 9, step: 4, isMaximum: true, scratch: byteScratch)
            }),
        KernelCase(
            "foldColumns8", traffic: 14 * n,
            { $0.foldColumns8((b[3], b[4], b[5], b[6]), tenByteRows, count: n, size: 7, isMaximum: true) }),
        KernelCase(
            "medianRow, radius 1", traffic: 16 * n,
            { $0.medianRow(f[0], tenRows, count: n, reach: 1, scratch: floatScratch) }),
        KernelCase(
            "medianRow, radius 2", traffic: 24 * n,
            { $0.medianRow(f[0], tenRows, count: n, reach: 2, scratch: floatScratch) }),
        KernelCase("sumOfRow", traffic: 4 * n, { _ = $0.sumOfRow(f[0], count: n) }),
        KernelCase("leastOfRow", traffic: 4 * n, { _ = $0.leastOfRow(f[0], count: n) }),
        KernelCase("greatestOfRow", traffic: 4 * n, { _ = $0.greatestOfRow(f[0], count: n) }),
        KernelCase(
            "medianRow8, radius 1", traffic: 4 * n,
            { $0.medianRow8(b[0], tenByteRows, count: n, reach: 1, step: 4, scratch: byteScratch) }),
        KernelCase(
            "medianRow8, radius 2", traffic: 6 * n,
            { $0.medianRow8(b[0], tenByteRows, count: n, reach: 2, step: 4, scratch: byteScratch) }),
        KernelCase(
            "medianRow8, radius 3", traffic: 8 * n,
            { $0.medianRow8(b[0], tenByteRows, count: n, reach: 3, step: 1, scratch: byteScratch) }),
        KernelCase("mergeRow8", traffic: 3 * n, { $0.mergeRow8(b[0], b[1], count: n, mask: 0x00FF_FFFF) }),
        KernelCase(
            "roundRow32", traffic: 32 * n,
            {
                $0.roundRow32(
                    codes, squares: SquareSums(exact: c[3], units: c[4]), TileRows(f[0], f[1], f[2]), count: n,
                    components: 3, scale: 32640)
            }),
        KernelCase(
            "splitRow32", traffic: 20 * n,
            { $0.splitRow32(codes, squares: c[3], b[0], count: n, shifts: shifts) }),
        KernelCase(
            "sumRow32", traffic: 8 * n, { $0.sumRow32(c[0], c[1], count: n - 8, size: 9, scratch: c[3]) }),
        KernelCase(
            "moveRow32", traffic: 16 * n,
            { $0.moveRow32(c[0], c[0], adding: c[1], removing: c[2], count: n) }),
        KernelCase(
            "spreadRow", traffic: 20 * n,
            { $0.spreadRow(c[3], sums: codes, squares: c[3], count: n, components: 3, size: 16) }),
        KernelCase(
            "wideSpreadRow", traffic: 24 * n,
            {
                $0.wideSpreadRow(
                    c[3], sums: codes, squares: SquareSums(exact: c[3], units: c[4]), count: n, components: 3, size: 16)
            }),
        KernelCase(
            "leastSpreadRow", traffic: 20 * n,
            {
                $0.leastSpreadRow(
                    TileRows(f[0], f[0], f[0]), upper: square, lower: square, count: n - 8, components: 1, reach: 8,
                    weight: 0.25)
            }),
        KernelCase(
            "leastSpreadPixels", traffic: 36 * n,
            {
                let square = SquareCounts(codes, spread: c[3])
                $0.leastSpreadPixels(
                    b[0], upper: square, lower: square, count: n - 8, reach: 8, weight: 0.25, shifts: shifts)
            }),
        KernelCase("reverseRow of bytes", traffic: 2 * n, { $0.reverseRow(b[0], b[1], count: n, size: 1) }),
        KernelCase("reverseRow of RGB", traffic: 6 * n, { $0.reverseRow(b[0], b[1], count: n, size: 3) }),
        KernelCase(
            "reversePacked422", traffic: 4 * n, { $0.reversePacked422(b[0], b[1], pairs: n / 2, lumaFirst: true) }),
        KernelCase(
            "transposeBlock of bytes", traffic: 2 * 60 * 120,
            { $0.transposeBlock(b[0], stride: 64, b[1], stride: 128, rows: 60, columns: 120, size: 1) }),
        KernelCase(
            "transposeBlock of RGB", traffic: 2 * 3 * 40 * 60,
            { $0.transposeBlock(b[0], stride: 128, b[1], stride: 192, rows: 40, columns: 60, size: 3) }),
        KernelCase(
            "transposeBlock of BGRx", traffic: 2 * 4 * 30 * 60,
            { $0.transposeBlock(b[0], stride: 128, b[1], stride: 256, rows: 30, columns: 60, size: 4) }),
        KernelCase(
            "meanChromaRow8", traffic: 3 * n, { $0.meanChromaRow8(b[0], b[1], b[2], count: n, step: 0) }),
        KernelCase(
            "depthRow8", traffic: 3 * n, { $0.depthRow8(b[0], s[0], count: n, scale: depth) },
            cLoop: { $0.depth_row(b[0], s[0], n, depth.near, depth.gain, depth.limit, depth.invalid, 7) }),
    ]
    let layers = layerKernels(rows.bytes, rows.samples, tile, counts, count: n, storage: storage)
    return KernelGroup(size: "\(n)x1", cases: kernels + layers, reset: rows.reset) { rows.contents }
}
