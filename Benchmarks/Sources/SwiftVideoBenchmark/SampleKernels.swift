// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore
import PixelKernels

/// Row memory of two-byte samples, among them depths with holes, in the first two levels of cache.
private struct SampleMemory {
    static let length = 2 * 1920
    let count = 1920
    let samples = (0..<7).map { _ in Samples.allocate(capacity: length) }
    let bytes = (0..<5).map { _ in Bytes.allocate(capacity: 2 * length) }
    /// One count for each value.
    let counts = Counts.allocate(capacity: 65536)
    /// Sums of rows: those that only grow, and those that others are taken from.
    let sums = (0..<2).map { _ in Counts.allocate(capacity: length) }
    /// Values in it are lost.
    let scratch = Samples.allocate(capacity: 64 * length)
    let table8 = Bytes.allocate(capacity: 65536)
    let table32 = Counts.allocate(capacity: 65536)

    init() {
        for i in 0..<65536 {
            table8[i] = UInt8(truncatingIfNeeded: i &* 167)
            table32[i] = UInt32(truncatingIfNeeded: i &* 16_777_619)
        }
    }

    /// Gives every row the values it began with: surfaces with noise, edges and a hole now and then.
    func reset() {
        for (seed, row) in samples.enumerated() {
            for i in 0..<Self.length {
                let noise = UInt32(truncatingIfNeeded: i &+ 77 &* seed) &* 0x9E37_79B1
                let depth = 1500 + 300 * (i / 160 % 5) + Int(noise >> 28)
                row[i] = noise >> 8 & 15 == 0 ? 0 : UInt16(depth)
            }
        }
        for (seed, row) in bytes.enumerated() {
            for i in 0..<2 * Self.length { row[i] = UInt8(truncatingIfNeeded: (i &>> 3) &+ 7 &* seed &+ (i & 3)) }
        }
        counts.initialize(repeating: 0, count: 65536)
        sums[0].initialize(repeating: 0, count: Self.length)
        sums[1].initialize(repeating: 100_000, count: Self.length)
    }

    /// Every byte of what kernels write.
    var contents: [UInt8] {
        var all: [UInt8] = []
        for row in samples { all += UnsafeRawBufferPointer(start: row, count: 2 * Self.length) }
        for row in bytes { all += UnsafeRawBufferPointer(start: row, count: 2 * Self.length) }
        for row in sums { all += UnsafeRawBufferPointer(start: row, count: 4 * Self.length) }
        all += UnsafeRawBufferPointer(start: counts, count: 4 * 65536)
        return all
    }
}

/// Kernels of depth and of other rows of two-byte samples, on 1920 of them.
func sampleKernels() -> KernelGroup {
    let memory = SampleMemory()
    let (s, b, n, scratch) = (memory.samples, memory.bytes, memory.count, memory.scratch)
    let scale = DepthScale(near: 500, gain: 25.7, limit: 65535, invalid: 0, invalidCode: 7)
    let smoothing = DepthSmoothing(alpha: 0.5, delta: 20, invalid: 0)
    let persistence = DepthPersistence(bit: 1, mask: 0xFF, minimum: 2)
    let tenBits = SampleStorage(swapped: false, shift: 6)
    let chroma = ChromaLaw(
        Colorimetry(matrix: .bt709, fullRange: false, depth: 10), maximum: 1023, columns: 2)
    /// Some kernels take several rows: 240 columns of eight.
    let (columns, rows) = (n / 8, 8)
    let kernels: [KernelCase] = [
        KernelCase("widenRow8", traffic: 3 * n, { $0.widenRow8(s[0], b[0], count: n) }),
        KernelCase("swapRow16", traffic: 4 * n, { $0.swapRow16(s[0], s[1], count: n) }),
        KernelCase("depthRow16", traffic: 4 * n, { $0.depthRow16(s[0], s[1], count: n, scale: scale) }),
        KernelCase(
            "depthExtrema", traffic: 2 * n,
            {
                let found = $0.depthExtrema(s[1], count: n, invalid: 0)
                (s[0][0], s[0][1]) = (found.least, found.greatest)
            }),
        KernelCase("countRow16", traffic: 2 * n, { $0.countRow16(memory.counts, s[1], step: 1, count: n) }),
        KernelCase(
            "lookUpRow16to8", traffic: 3 * n, { $0.lookUpRow16to8(b[0], s[1], count: n, table: memory.table8) }),
        KernelCase(
            "lookUpRow16to32", traffic: 6 * n, { $0.lookUpRow16to32(b[0], s[1], count: n, table: memory.table32) }),
        KernelCase(
            "spreadRow8", traffic: 5 * n,
            { $0.spreadRow8(b[0], b[1], count: n, mask: 0x00FF_FFFF, others: 0xFF00_0000) }),
        KernelCase("meanPairs8", traffic: 5 * n / 2, { $0.meanPairs8(b[0], b[1], b[2], width: n) }),
        KernelCase(
            "decimateRow16", traffic: 2 * n + n / 8,
            {
                $0.decimateRow16(
                    s[0], s[1], stride: n / 4, rows: 4, width: n / 4, factor: 4, count: n / 16, invalid: 0)
            }),
        KernelCase(
            "thresholdRow16", traffic: 4 * n, { $0.thresholdRow16(s[0], count: n, low: 1700, high: 2500, invalid: 0) }),
        KernelCase(
            "smoothRows16", traffic: 4 * n,
            {
                $0.smoothRows16(
                    s[0], stride: columns, rows: rows, count: columns, smoothing: smoothing, holes: 4,
                    scratch: scratch)
            }),
        KernelCase(
            "smoothColumns16", traffic: 4 * n,
            { $0.smoothColumns16(s[0], stride: columns, rows: rows, count: columns, smoothing: smoothing) }),
        KernelCase(
            "steadyRow16", traffic: 10 * n,
            {
                $0.steadyRow16(
                    s[0], last: s[1], history: b[0], count: n, smoothing: smoothing, persistence: persistence)
            }),
        KernelCase("fillRow16 from the left", traffic: 4 * n, { $0.fillRow16(s[0], count: n, invalid: 0) }),
        KernelCase(
            "fillRow16 from neighbours", traffic: 8 * n,
            { $0.fillRow16(s[0], above: s[1], below: s[2], count: n, farthest: true, invalid: 0) }),
        KernelCase(
            "scaleChromaRows16", traffic: 12 * n,
            {
                $0.scaleChromaRows16(
                    s[0], s[1], old: (ConstSamples(s[2]), ConstSamples(s[3])),
                    new: (ConstSamples(s[4]), ConstSamples(s[5])), count: n / 2, law: chroma, storage: tenBits)
            }),
        KernelCase(
            "meanChromaRow16", traffic: 6 * n,
            { $0.meanChromaRow16(s[0], s[1], s[2], count: n, step: 0, storage: tenBits) }),
        KernelCase(
            "sumRow16", traffic: 4 * n, { $0.sumRow16(s[0], s[1], count: n, size: 9, step: 1, scratch: scratch) }),
        KernelCase("addRow16", traffic: 10 * n, { $0.addRow16(memory.sums[0], s[1], count: n) }),
        KernelCase(
            "moveSumsRow16", traffic: 13 * n,
            { kernels in
                // What is added is what is taken away, so that sums stay as they are however often this is called.
                kernels.moveSumsRow16(
                    b[0], sums: memory.sums[1], adding: s[1], removing: s[1], count: n, weight: 1.0 / 1024)
            }),
    ]
    return KernelGroup(size: "\(n)x1", cases: kernels, reset: memory.reset) { memory.contents }
}
