// SPDX-License-Identifier: MIT
internal import KernelTypes
internal import PixelCore

/// Noise on its way along rows: in a run of columns the gradients stay.
protocol RunningNoise {
    /// Takes the gradients of a run.
    mutating func begin()
    /// v and the noise of the next column.
    mutating func added(to v: Column) -> Column
    /// Whether the next column is of the same run.
    var isInRun: Bool { get }
    /// Goes on to the run of the next column.
    mutating func end()
}

struct NoNoise: RunningNoise {
    @inline(__always) init() {}
    @inline(__always) mutating func begin() {}
    @inline(__always) mutating func added(to v: Column) -> Column { v }
    @inline(__always) var isInRun: Bool { true }
    @inline(__always) mutating func end() {}
}

struct RunningOctave: RunningNoise {
    private var gradients: ConstFloats
    private var weights: ConstFloats
    private let weightsEnd: ConstFloats
    /// Floats of weights from a column to the next, and of a period.
    private let step: Int
    private let whole: Int
    private var (g0, g1, g2) = (Column.zero, Column.zero, Column.zero)

    /// From a column on, rows from r on.
    @inline(__always)
    init(_ octave: PeriodicNoise, _ column: Int, _ r: Int) {
        let position = column &* octave.cells
        let cell = position / octave.period
        gradients = octave.gradients + (16 &* cell &+ r)
        weights = octave.weights + (48 &* (position &- cell &* octave.period) &+ r)
        (step, whole) = (48 &* octave.cells, 48 &* octave.period)
        weightsEnd = octave.weights + (whole &+ r)
    }

    @inline(__always)
    mutating func begin() {
        (g0, g1, g2) = (Column(at: gradients), Column(at: gradients + 16), Column(at: gradients + 32))
    }

    @inline(__always)
    mutating func added(to v: Column) -> Column {
        let noise = (g0 * Column(at: weights) + g1 * Column(at: weights + 16)) + g2 * Column(at: weights + 32)
        weights += step
        return v + noise
    }

    @inline(__always) var isInRun: Bool { weights < weightsEnd }

    @inline(__always)
    mutating func end() {
        while weights >= weightsEnd {
            weights -= whole
            gradients += 16
        }
    }
}

struct TwoOctaves: RunningNoise {
    private var (first, second): (RunningOctave, RunningOctave)

    @inline(__always)
    init(_ octaves: NoiseOctaves, _ column: Int, _ r: Int) {
        first = RunningOctave(octaves[0], column, r)
        second = RunningOctave(octaves[1], column, r)
    }

    @inline(__always)
    mutating func begin() {
        first.begin()
        second.begin()
    }

    @inline(__always)
    mutating func added(to v: Column) -> Column { second.added(to: first.added(to: v)) }

    @inline(__always) var isInRun: Bool { first.isInRun && second.isInRun }

    @inline(__always)
    mutating func end() {
        first.end()
        second.end()
    }
}

extension NoiseOctaves {
    /// Adds octaves from `first` on, of those of `columns` that are from `start` to `end`, to a group, rows from r on.
    @inline(__always)
    func add(from first: Int = 0, to group: Floats, _ columns: Range<Int>, _ start: Int, _ end: Int, _ r: Int) {
        let from = start > columns.lowerBound ? start : columns.lowerBound
        let to = end < columns.upperBound ? end : columns.upperBound
        guard from < to else { return }
        var k = first
        while k < count {
            self[k].add(to: group, from, to, columns.lowerBound, r)
            k &+= 1
        }
    }
}

extension PeriodicNoise {
    /// Adds noise that begins with column `origin` to columns from `start` to `end`.
    fileprivate func add(to group: Floats, _ start: Int, _ end: Int, _ origin: Int, _ r: Int) {
        var x = start
        if period == 2, cells == 1 {
            if (x &- origin) & 1 == 1 {
                addRuns(to: group, x, x &+ 1, origin, r)
                x &+= 1
            }
            x = addPairs(to: group, x, end, origin, r)
        }
        addRuns(to: group, x, end, origin, r)
    }

    @inline(__always)
    private func addRuns(to group: Floats, _ start: Int, _ end: Int, _ origin: Int, _ r: Int) {
        var noise = RunningOctave(self, start &- origin, r)
        var x = start
        while x < end {
            noise.begin()
            repeat {
                noise.added(to: Column(at: group + 16 &* x)).store(to: group + 16 &* x)
                x &+= 1
            } while noise.isInRun && x < end
            noise.end()
        }
    }

    /// Runs of two columns: two of three gradients stay from each to the next, and weights are the same. Returns where the last whole run
    /// ends.
    @inline(__always)
    private func addPairs(to group: Floats, _ start: Int, _ end: Int, _ origin: Int, _ r: Int) -> Int {
        let weights = self.weights + r
        let (a0, a1, a2) = (Column(at: weights), Column(at: weights + 16), Column(at: weights + 32))
        let (b0, b1, b2) = (Column(at: weights + 48), Column(at: weights + 64), Column(at: weights + 80))
        var g = gradients + (8 &* (start &- origin) &+ r)
        var (g0, g1) = (Column(at: g), Column(at: g + 16))
        var x = start
        while x &+ 2 <= end {
            let g2 = Column(at: g + 32)
            let to = group + 16 &* x
            (Column(at: to) + ((g0 * a0 + g1 * a1) + g2 * a2)).store(to: to)
            (Column(at: to + 16) + ((g0 * b0 + g1 * b1) + g2 * b2)).store(to: to + 16)
            (g0, g1) = (g1, g2)
            g += 16
            x &+= 2
        }
        return x
    }
}
