// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// One thread's counts of one component: several for each code, as kernels want them.
final class HistogramCounts {
    private let counts: Counts
    /// Counts for each code.
    private let lanes: Int
    /// Counts for each pair of codes of pixels near each other, if these are counted together.
    private var pairs: Counts?
    /// Counts for each pair: one where three components are counted in turn, two elsewhere.
    private let pairLanes: Int
    private var pairMemory: Scratch?
    private let range: CodeRange
    private let memory: Scratch
    private let kernels: any KernelSet.Type

    init(_ range: CodeRange, countsPixels: Bool = false, kernels: any KernelSet.Type) throws {
        self.range = range
        pairLanes = countsPixels ? 1 : 2
        self.kernels = kernels
        // As `histogramRow8` wants it; of deep formats fewer, as all of it should fit the caches.
        lanes = range.maximum <= 255 ? 8 : range.maximum <= 4095 ? 4 : 2
        memory = try Scratch(byteCount: range.count * lanes * MemoryLayout<UInt32>.stride)
        counts = memory.values(as: UInt32.self)
    }

    /// Whether pairs are worth it where `threads` count `pixels` codes in all, and one of them folds what each has counted.
    /// A byte of a stream takes about 0.15 ns less, and a fold, which reads and clears half a megabyte, about 40 us. Only where
    /// all is one colour, or noise, a byte takes as much more. Of R'G'B' a fold is of half as much, and there are three.
    static func prefersPairs(pixels: Int, threads: Int) -> Bool { pixels >= threads * threads << 18 }

    /// Counts codes of one byte in pairs from now on, or one by one. Nothing is counted yet.
    func usePairs(_ isPreferred: Bool) throws {
        guard isPreferred, lanes == 8 else { return pairs = nil }
        let memory = try pairMemory ?? Scratch(byteCount: pairLanes * 65536 * MemoryLayout<UInt32>.stride)
        (pairMemory, pairs) = (memory, memory.values(as: UInt32.self))
    }

    /// Counts codes of one byte.
    func add(_ codes: ConstBytes, step: Int, count: Int) {
        if let pairs, pairLanes == 2 {
            kernels.histogramPairsRow8(pairs, counts, codes, step: step, count: count)
        } else {
            kernels.histogramRow8(counts, codes, step: step, count: count)
        }
    }

    /// Counts three codes in a row, of one byte each, of pixels of `step` bytes; the counts are in the order of these bytes.
    static func addPixels(
        _ first: HistogramCounts, _ second: HistogramCounts, _ third: HistogramCounts, _ codes: ConstBytes, step: Int,
        count: Int
    ) {
        if let a = first.pairs, let b = second.pairs, let c = third.pairs {
            first.kernels.histogramPixelPairsRow8(
                (a, b, c), (first.counts, second.counts, third.counts), codes, step: step, count: count)
        } else {
            first.add(codes, step: step, count: count)
            second.add(codes + 1, step: step, count: count)
            third.add(codes + 2, step: step, count: count)
        }
    }

    /// Counts codes of two bytes.
    func add(_ codes: ConstSamples, count: Int, run: SampleRun) {
        kernels.histogramRow16(counts, codes, count: count, run: run, lanes: lanes)
    }

    /// Adds the counts to a histogram of the codes from black to white, those beyond to its ends; starts again from 0.
    func move(to histogram: Counts) {
        if let pairs { kernels.foldPairs8(counts, pairs, lanes: pairLanes) }
        switch lanes {
        case 8: move(to: histogram, 8)
        case 4: move(to: histogram, 4)
        default: move(to: histogram, 2)
        }
        counts.update(repeating: 0, count: range.count * lanes)
    }

    @inline(__always)
    private func move(to histogram: Counts, _ lanes: Int) {
        func sum(_ code: Int) -> UInt32 {
            var sum: UInt32 = 0
            for lane in code &* lanes..<(code &+ 1) &* lanes { sum &+= counts[lane] }
            return sum
        }
        let (black, span) = (range.black, range.span)
        for code in 0..<black { histogram[0] &+= sum(code) }
        for k in 0...span { histogram[k] &+= sum(black &+ k) }
        for code in black + span + 1..<max(range.count, black + span + 1) { histogram[span] &+= sum(code) }
    }
}

/// A histogram, or several of the same length in a row.
final class HistogramMemory {
    let base: Counts
    let count: Int
    private let memory: Scratch

    init(count: Int) throws {
        self.count = count
        memory = try Scratch(byteCount: count * MemoryLayout<UInt32>.stride)
        base = memory.values(as: UInt32.self)
    }

    func clear() {
        base.update(repeating: 0, count: count)
    }

    /// Adds another of the same length.
    func add(_ other: HistogramMemory) {
        for i in 0..<min(count, other.count) { base[i] &+= other.base[i] }
    }
}
