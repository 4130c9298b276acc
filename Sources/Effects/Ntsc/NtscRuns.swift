// SPDX-License-Identifier: MIT
import KernelTypes

/// How the rows of fields are shared out: runs, which threads take in any order, of chunks, which fill a group each.
struct NtscRuns {
    /// Rows of the higher field.
    let height: Int
    /// Rows before and after a row that its result needs.
    private let above: Int
    private let below: Int
    /// Whether chunks after the first of a run find what they need from rows above in the group's memory.
    let carries: Bool
    /// Rows of a run, but for the last.
    private let length: Int

    init() { self.init(height: 0, above: 0, below: 0, carries: false, threads: 1) }

    init(height: Int, above: Int, below: Int, carries: Bool, threads: Int) {
        // Chunks begin on even rows: two rows of a field may share one of chroma.
        self.above = carries ? (above + 1) & ~1 : above
        (self.height, self.below, self.carries) = (height, below, carries)
        let first = (RowGroup.rows - self.above - below) & ~1
        let next = carries ? RowGroup.rows : first
        // More threads than there are chunks would only cut these into smaller ones, which take as long.
        let threads = min(threads, max(1, (height + first - 1) / first))
        // Chunks are not all full, so that some numbers of runs make less work; of those alike more runs are more evenly done.
        var (length, least) = (max(2, (height + 1) & ~1), Int.max)
        for runs in 1...(threads == 1 ? 1 : 4) {
            // The first run has all rows that are mirrored above it: another's may be finished when it reads them.
            let rows = max(self.above + 2, ((height + runs * threads - 1) / (runs * threads) + 1) & ~1)
            let chunks = 1 + (max(0, rows - first) + next - 1) / next
            if runs * chunks <= least { (length, least) = (rows, runs * chunks) }
        }
        self.length = length
    }

    var count: Int { (height + length - 1) / length }

    func rows(_ run: Int) -> Range<Int> { length * run..<min(height, length * (run + 1)) }

    /// Rows before a run that its first chunk has.
    var rowsBefore: Int { above }

    /// Calls `body` for each chunk with the row in lane 0 and the rows to be finished.
    func forChunks(_ run: Int, _ body: (_ firstRow: Int, _ rows: Range<Int>) -> Void) {
        let all = rows(run)
        var start = all.lowerBound
        while start < all.upperBound {
            let lanesAbove = carries && start > all.lowerBound ? 0 : above
            let end = start + (RowGroup.rows - lanesAbove - below) & ~1
            body(start - lanesAbove, start..<min(end, all.upperBound))
            start = end
        }
    }
}
