// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference

/// Memory for kernels of groups: 480 columns of 16 rows, some of them in the second-level cache.
private struct BandMemory {
    static let columns = 480
    private static let length = RowGroup.rows * columns + 64
    let count = BandMemory.columns
    let floats = (0..<9).map { _ in Floats.allocate(capacity: length) }
    let pixels = Bytes.allocate(capacity: 4 * length)
    let words = UnsafeMutablePointer<UInt32>.allocate(capacity: 32)
    /// 16 values in 0..<1, and 16 shifts of some columns.
    let starts = Floats.allocate(capacity: RowGroup.rows)
    let shifts = Floats.allocate(capacity: RowGroup.rows)
    let rows = UnsafeMutablePointer<Bytes>.allocate(capacity: RowGroup.rows)
    let constRows = UnsafeMutablePointer<ConstBytes>.allocate(capacity: RowGroup.rows)
    private let table = UnsafeMutablePointer<PeriodicNoise>.allocate(capacity: 2)

    init() {
        for k in 0..<32 { words[k] = UInt32(truncatingIfNeeded: k &* 2_654_435_769) }
        for r in 0..<RowGroup.rows {
            starts[r] = Float(r) / 17
            shifts[r] = 3 + Float(r) / 8
            let row = pixels + 4 * Self.columns * r
            (rows + r).initialize(to: row)
            (constRows + r).initialize(to: ConstBytes(row))
        }
        for octave in 0..<2 {
            (table + octave).initialize(
                to: PeriodicNoise(gradients: floats[7], weights: floats[8], cells: 1 << octave, period: 20))
        }
    }

    /// Two octaves of noise, as chroma has them.
    var octaves: NoiseOctaves { NoiseOctaves(start: table, count: 2) }

    /// Gives all that kernels write the values it began with.
    func reset() {
        for (seed, group) in floats.enumerated() {
            for i in 0..<Self.length { group[i] = Float((i &* (7 + seed)) & 255) / 255 }
        }
        for i in 0..<4 * Self.length { pixels[i] = UInt8(truncatingIfNeeded: i &* 17 >> 3) }
    }

    /// Every byte of what kernels write.
    var contents: [UInt8] {
        var all = Array(UnsafeRawBufferPointer(start: pixels, count: 4 * Self.length))
        for group in floats { all += UnsafeRawBufferPointer(start: group, count: 4 * Self.length) }
        return all
    }
}

/// Kernels of groups, on 480 columns of 16 rows.
func bandKernels() -> KernelGroup {
    let memory = BandMemory()
    let (f, n, rows) = (memory.floats, memory.count, memory.rows)
    let code = CodeScale(offset: 16, range: 219, maximum: 255)
    let packed = PackedScale(offsets: (2, 1, 0), scales: (code, code, code))
    let matrix = TileMatrix((190, 80, 60), (100, -90, 70), (120, 60, -130))
    func byte(_ k: Int) -> GroupWords.Byte { GroupWords.Byte(f[1] + 16 * k, step: 64, roundingOffset: 16.5) }
    let words = GroupWords(byte(0), byte(1), byte(2), byte(3))
    let none = NoiseOctaves(start: nil, count: 0)
    let hashes = UnsafeMutableRawPointer(f[0]).assumingMemoryBound(to: UInt64.self)
    let hashWords = UnsafeMutableRawPointer(f[1]).assumingMemoryBound(to: UInt64.self)
    let numbers = UnsafeMutableRawPointer(f[2]).assumingMemoryBound(to: UInt32.self)
    let state = HashState(1, 2, 3, 4)
    let first = RowFilter(b: (1.5, -1.1, 0, 0), a: (-0.5, 0, 0))
    let smear = RowFilter(b: (0.4, 0, 0, 0), a: (-0.6, 0, 0))
    let notch = RowFilter(b: (0.7, 0, 0.7, 0), a: (0, 0.4, 0))
    let second = RowFilter(b: (0.2, 0.3, 0.1, 0), a: (-0.9, 0.4, 0))
    var delayed = second
    delayed.delay = 4
    let carriers = RowCarriers(i: f[3], q: f[4], mask: 3)
    let encode = EncodeSweep(
        matrix: TileMatrix((0.3, 0.6, 0.1), (0.6, -0.3, -0.3), (0.2, -0.5, 0.3)), luma: notch,
        chroma: (delayed, delayed), carriers: carriers, composite: first, noise: memory.octaves,
        noiseColumns: 0..<n)
    let decode = DecodeSweep(
        luma: .notch(notch), carriers: carriers, join: .neighbours, smear: smear, ringing: notch,
        noise: (memory.octaves, memory.octaves, memory.octaves),
        noiseColumns: 0..<n, turn: (ConstFloats(f[5]), ConstFloats(f[6])))
    let tape = TapeSweep(
        luma: (second, first, second), chroma: delayed,
        blend: RowBlend(weights: f[3], aboveI: f[4], aboveQ: f[5]), chromaOut: (delayed, delayed))
    let lattice = RowNoise(gradients: f[7], starts: memory.starts, frequency: 0.37)
    let encodeNone = EncodeSweep(
        matrix: encode.matrix, luma: .none, chroma: (.none, .none), carriers: carriers, composite: .none, noise: none,
        noiseColumns: 0..<n)

    // Bytes of a group of floats.
    let group = 4 * RowGroup.rows * n
    let kernels: [KernelCase] = [
        KernelCase("rowsToGroup", traffic: 2 * group, { $0.rowsToGroup(f[0], f[1], stride: n, count: n) }),
        KernelCase("groupToRows", traffic: 2 * group, { $0.groupToRows(f[0], f[1], stride: n, count: n) }),
        KernelCase(
            "packedToGroup", traffic: 4 * group,
            { $0.packedToGroup(TileRows(f[0], f[1], f[2]), memory.constRows, count: n, scale: packed) }),
        KernelCase(
            "groupToPacked", traffic: 4 * group,
            { $0.groupToPacked(rows, TileRows(f[0], f[1], f[2]), count: n, matrix: matrix, scale: packed) }),
        KernelCase(
            "bytesToGroup", traffic: group + group / 4,
            { $0.bytesToGroup(f[0], memory.constRows, count: n, step: 1, repeats: false, offset: 16) }),
        KernelCase("groupToBytes", traffic: group + group / 4, { $0.groupToBytes(rows, words, count: n) }),
        KernelCase("halveGroup", traffic: group + group / 2, { $0.halveGroup(f[0], f[1], count: n / 2) }),
        KernelCase("meanGroupRows", traffic: 2 * group, { $0.meanGroupRows(f[0], count: n) }),
        KernelCase("encodeGroup", traffic: 6 * group, { $0.encodeGroup(f[0], f[1], f[2], count: n, sweep: encode) }),
        KernelCase(
            "encodeGroup without filters", traffic: 6 * group,
            { $0.encodeGroup(f[0], f[1], f[2], count: n, sweep: encodeNone) }),
        KernelCase("decodeGroup", traffic: 4 * group, { $0.decodeGroup(f[0], f[1], f[2], count: n, sweep: decode) }),
        KernelCase("tapeGroup", traffic: 6 * group, { $0.tapeGroup(f[0], f[1], f[2], count: n, sweep: tape) }),
        KernelCase("boxGroup", traffic: 2 * group, { $0.boxGroup(f[0], f[1], count: n, before: 16.0 / 255) }),
        KernelCase(
            "combGroup", traffic: 2 * group,
            { $0.combGroup(f[0], f[1], count: n, weights: (0.25, 0.5, 0.25), above: f[2]) }),
        KernelCase(
            "rotateGroup", traffic: 4 * group, { $0.rotateGroup(f[0], f[1], count: n, cosines: f[2], sines: f[3]) }),
        KernelCase(
            "shiftGroup", traffic: 2 * group,
            { $0.shiftGroup(f[0], f[1], count: n, shifts: memory.shifts, extends: true) }
        ),
        KernelCase(
            "gradientGroup", traffic: group,
            { $0.gradientGroup(f[0], cells: n, first: memory.words, seeds: memory.words + 16, gains: f[1]) }),
        KernelCase(
            "noiseWeights", traffic: 4 * 16 * 128, { $0.noiseWeights(f[0], starts: memory.starts, period: 128) }),
        KernelCase("noiseGroup", traffic: 2 * group, { $0.noiseGroup(f[0], count: n, noise: lattice) }),
        KernelCase("scaleGroupRows", traffic: 2 * group, { $0.scaleGroupRows(f[0], f[0], count: n, factors: f[1]) }),
        KernelCase("hashGroup", traffic: 3 * 8 * 16, { $0.hashGroup(hashes, words: hashWords, state: state) }),
        KernelCase("randomGroup", traffic: 2 * 8 * 16, { $0.randomGroup(numbers, numbers + 16, seeds: hashWords) }),
    ]
    return KernelGroup(size: "\(n)x16", cases: kernels, reset: memory.reset) { memory.contents }
}
