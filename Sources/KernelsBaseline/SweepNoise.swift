// SPDX-License-Identifier: MIT
internal import KernelTypes
internal import PixelCore

extension NoiseOctaves {
    /// Adds the noise of those of `columns` that are from `start` to `end` to a group, rows from r on.
    @inline(__always)
    func add(to group: Floats, _ columns: Range<Int>, _ start: Int, _ end: Int, _ r: Int) {
        let first = columns.lowerBound
        let from = start > first ? start : first
        let to = end < columns.upperBound ? end : columns.upperBound
        guard from < to else { return }
        var k = 0
        while k < count {
            self[k].add(to: group + 16 &* first, from &- first, to &- first, r)
            k &+= 1
        }
    }
}

extension PeriodicNoise {
    @inline(__always)
    fileprivate func add(to group: Floats, _ start: Int, _ end: Int, _ r: Int) {
        let position = start &* cells
        let cell = position / period
        var g = gradients + (16 &* cell &+ r)
        var w = weights + (48 &* (position &- cell &* period) &+ r)
        let (step, whole) = (48 &* cells, 48 &* period)
        let wEnd = weights + (whole &+ r)
        var to = group + 16 &* start
        let toEnd = group + 16 &* end
        while to < toEnd {
            // In a run of columns the gradients stay.
            let (g0, g1, g2) = (Column(at: g), Column(at: g + 16), Column(at: g + 32))
            repeat {
                let noise = (g0 * Column(at: w) + g1 * Column(at: w + 16)) + g2 * Column(at: w + 32)
                (Column(at: to) + noise).store(to: to)
                to += 16
                w += step
            } while w < wEnd && to < toEnd
            while w >= wEnd {
                w -= whole
                g += 16
            }
        }
    }
}
