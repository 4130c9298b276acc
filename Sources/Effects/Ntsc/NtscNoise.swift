// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// How much noise there is, and of which kind.
struct NtscNoiseLevel {
    /// Lattice cells for each column.
    let frequency: Double
    let intensity: Double
    let octaves: Int

    /// Nil: there is none.
    init?(_ isOn: Bool, frequency: Double, scale: Float, intensity: Double, octaves: Int32) {
        guard isOn, intensity > 0 else { return nil }
        self.intensity = intensity
        self.octaves = min(max(1, Int(octaves)), NtscNoise.mostOctaves)
        let finest = NtscNoise.finest / Double(1 << (self.octaves - 1))
        self.frequency = min(Double(Float(frequency) / scale), finest)
    }
}

/// Noise of one kind in a group: the octaves that sweeps add, with the memory they need.
///
/// A row of noise is a lattice of random gradients, `frequency` cells for each column; each octave has twice as many.
final class NtscNoise {
    /// The longest period, in columns, that is worth a table.
    private static let longestPeriod = 128
    fileprivate static let mostOctaves = 5
    /// Lattice cells for each column: more would look alike, and take much memory where a frame of few rows is all errors.
    static let finest = 64.0

    private let pass: NtscPass
    private let width: Int
    private let lanes: NtscLanes
    private let kernels: any KernelSet.Type
    private var level: NtscNoiseLevel?
    /// Whether the stage that has this noise is one of those being run.
    var isOn = true
    private var inSweeps = true
    private var frequency = -1.0
    /// Cells for each period of columns; nil: no period is short enough.
    private var period: (cells: Int, columns: Int)?
    private var weights: [Scratch] = []
    private var gradients: [Scratch] = []
    /// Gradients of an octave that is added by itself.
    private var free: Scratch?
    private let table: UnsafeMutablePointer<PeriodicNoise>

    init(_ pass: NtscPass, width: Int, lanes: NtscLanes, kernels: any KernelSet.Type) {
        (self.pass, self.width, self.lanes, self.kernels) = (pass, width, lanes, kernels)
        table = .allocate(capacity: Self.mostOctaves)
    }

    deinit { table.deallocate() }

    /// Takes a level over, with all the memory that it needs. Not `inSweeps`, noise is added by itself.
    func prepare(_ level: NtscNoiseLevel?, inSweeps: Bool = true) throws {
        (self.level, self.inSweeps) = (nil, inSweeps)
        guard let level else { return }
        if level.frequency != frequency {
            frequency = level.frequency
            period = Self.period(frequency, width: width)
            (weights, gradients) = ([], [])
        }
        if let period, inSweeps {
            while weights.count < level.octaves { try makeTables(period.cells << weights.count, period.columns) }
        } else {
            try prepareOctave(level.frequency * Double(1 << (level.octaves - 1)))
        }
        self.level = level
    }

    /// Makes room for an octave that is added by itself.
    func prepareOctave(_ frequency: Double) throws {
        let bytes = RowNoise.cellCount(width, frequency: frequency) * RowGroup.rows * MemoryLayout<Float>.stride
        if (free?.byteCount ?? 0) < bytes { free = try Scratch(byteCount: bytes) }
    }

    /// Whether a sweep can add the noise, or there is none.
    var isForSweeps: Bool { level == nil || !isOn || (inSweeps && period != nil) }

    /// A short period that a frequency has, as near as makes no difference in a row: 2^-14 cells at its end.
    private static func period(_ frequency: Double, width: Int) -> (cells: Int, columns: Int)? {
        for columns in 1...longestPeriod {
            let cells = (frequency * Double(columns)).rounded()
            let error = (frequency - cells / Double(columns)).magnitude * Double(width)
            if error < 0x1p-14 { return (Int(cells), columns) }
        }
        return nil
    }

    private static func sharedDivisor(_ a: Int, _ b: Int) -> Int { a == 0 ? b : sharedDivisor(b % a, a) }

    /// The octaves for a sweep to add, valid until the next call; none where it can't.
    func octaves(_ rows: NtscRows) -> NoiseOctaves {
        guard let level, isOn, let period, inSweeps else { return NoiseOctaves(start: nil, count: 0) }
        seed(rows, level)
        for octave in 0..<level.octaves {
            let cells = period.cells << octave
            lanes.positionNoise(Double(cells) / Double(period.columns))
            let weights = weights[octave].floats
            // Finer octaves may have a shorter period.
            let shared = Self.sharedDivisor(cells, period.columns)
            kernels.noiseWeights(weights, starts: lanes.starts, period: period.columns / shared)
            let gradients = gradients[octave].floats
            makeGradients(gradients, cells * width / period.columns + 4)
            table[octave] = PeriodicNoise(
                gradients: gradients, weights: weights, cells: cells / shared, period: period.columns / shared)
        }
        return NoiseOctaves(start: table, count: level.octaves)
    }

    /// Adds the noise.
    func add(to group: Floats, _ rows: NtscRows) {
        guard let level, isOn else { return }
        seed(rows, level)
        for octave in 0..<level.octaves { addOctave(level.frequency * Double(1 << octave), to: group) }
    }

    /// Adds an octave, of a frequency that there is room for, with the seeds, offsets and gains of the lanes.
    func addOctave(_ frequency: Double, to group: Floats) {
        guard let free else { preconditionFailure("prepareOctave() comes first") }
        lanes.positionNoise(frequency)
        makeGradients(free.floats, RowNoise.cellCount(width, frequency: frequency))
        kernels.noiseGroup(
            group, count: width,
            noise: RowNoise(gradients: free.floats, starts: lanes.starts, frequency: frequency))
    }

    private func seed(_ rows: NtscRows, _ level: NtscNoiseLevel) {
        lanes.setHashes(rows, pass)
        lanes.setNoise(width: width)
        lanes.gains.update(repeating: Float(level.intensity) * 0.25, count: RowGroup.rows)
    }

    private func makeTables(_ cells: Int, _ columns: Int) throws {
        let weight = try Scratch(byteCount: 3 * RowGroup.rows * columns * MemoryLayout<Float>.stride)
        let gradient = try Scratch(
            byteCount: (cells * width / columns + 4) * RowGroup.rows * MemoryLayout<Float>.stride)
        // Both or none, lest another try finds one.
        weights.append(weight)
        gradients.append(gradient)
    }

    private func makeGradients(_ to: Floats, _ cells: Int) {
        kernels.gradientGroup(to, cells: cells, first: lanes.cells, seeds: lanes.seeds, gains: lanes.gains)
    }
}

extension Scratch {
    var floats: Floats { base.assumingMemoryBound(to: Float.self) }
}
