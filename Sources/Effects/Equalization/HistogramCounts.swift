import PixelCore

/// One thread's counts of one component: several for each code, as kernels want them.
final class HistogramCounts {
    let counts: Counts
    /// Counts for each code.
    let lanes: Int
    private let range: CodeRange
    private let memory: Scratch

    init(_ range: CodeRange) throws {
        self.range = range
        // As `histogramRow8` wants it; of deep formats fewer, as all of it should fit the caches.
        lanes = range.maximum <= 255 ? 8 : range.maximum <= 4095 ? 4 : 2
        memory = try Scratch(byteCount: range.count * lanes * MemoryLayout<UInt32>.stride)
        counts = memory.base.assumingMemoryBound(to: UInt32.self)
    }

    /// Adds the counts to a histogram of the codes from black to white, those beyond to its ends; starts again from 0.
    func move(to histogram: Counts) {
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
        base = memory.base.assumingMemoryBound(to: UInt32.self)
    }

    func clear() {
        base.update(repeating: 0, count: count)
    }

    /// Adds another of the same length.
    func add(_ other: HistogramMemory) {
        for i in 0..<min(count, other.count) { base[i] &+= other.base[i] }
    }
}
