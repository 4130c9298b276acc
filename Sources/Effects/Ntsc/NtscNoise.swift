import PixelCore

/// Noise of one component of a band: the octaves that sweeps add, with the memory they need.
///
/// A row of noise is a lattice of random gradients, `frequency` cells for each column; each octave has twice as many.
final class NtscNoise {
    /// The longest period, in columns, that is worth a table.
    private static let longestPeriod = 128
    private static let mostOctaves = 5

    private let width: Int
    private let kernels: any KernelSet.Type
    private var frequency = -1.0
    /// Cells for each period of columns; nil: no period is short enough.
    private var period: (cells: Int, columns: Int)?
    private var places: [Scratch] = []
    private var weights: [Scratch] = []
    private var gradients: [Scratch] = []
    /// Gradients of an octave that has no period.
    private var free = Scratch(byteCount: 64)
    private let table: UnsafeMutablePointer<PeriodicNoise>

    init(width: Int, kernels: any KernelSet.Type) {
        self.width = width
        self.kernels = kernels
        table = .allocate(capacity: Self.mostOctaves)
    }

    deinit { table.deallocate() }

    /// Whether sweeps can add noise of this frequency; else `add` can.
    func isPeriodic(_ frequency: Double) -> Bool {
        if frequency != self.frequency {
            self.frequency = frequency
            period = Self.period(frequency, width: width)
            (places, weights, gradients) = ([], [], [])
        }
        return period != nil
    }

    /// A short period that a frequency has, as near as makes no difference in a row: 2^-14 cells at its end.
    private static func period(_ frequency: Double, width: Int) -> (cells: Int, columns: Int)? {
        for columns in 1...longestPeriod {
            let cells = (frequency * Double(columns)).rounded()
            let error = (frequency - cells / Double(columns)).magnitude * Double(width)
            if error < 0x1p-14 { return (Int(cells), columns) }
        }
        return nil
    }

    /// Octaves with the seeds, offsets and gains of `lanes`. They are valid until the next call.
    func octaves(_ count: Int, _ lanes: NtscLanes) -> NoiseOctaves {
        guard let period else { return NoiseOctaves(start: nil, count: 0) }
        for octave in 0..<min(count, Self.mostOctaves) {
            let cells = period.cells << octave
            if places.count == octave { makeTables(cells, period.columns) }
            lanes.placeNoise(Double(cells) / Double(period.columns))
            let weights = weights[octave].floats
            kernels.noiseWeights(weights, starts: lanes.starts, period: period.columns)
            let gradients = gradients[octave].floats
            makeGradients(gradients, cells * width / period.columns + 4, lanes)
            table[octave] = PeriodicNoise(
                gradients: gradients, weights: weights,
                places: UnsafePointer(places[octave].base.assumingMemoryBound(to: NoisePlace.self)))
        }
        return NoiseOctaves(start: table, count: min(count, Self.mostOctaves))
    }

    private func makeTables(_ cells: Int, _ columns: Int) {
        let row = Scratch(byteCount: width * MemoryLayout<NoisePlace>.stride)
        let list = row.base.assumingMemoryBound(to: NoisePlace.self)
        for x in 0..<width { list[x] = NoisePlace(column: x, cells: cells, period: columns) }
        places.append(row)
        weights.append(Scratch(byteCount: 3 * Band.rows * columns * MemoryLayout<Float>.stride))
        gradients.append(Scratch(byteCount: (cells * width / columns + 4) * Band.rows * MemoryLayout<Float>.stride))
    }

    private func makeGradients(_ to: Floats, _ cells: Int, _ lanes: NtscLanes) {
        kernels.gradientBand(to, cells: cells, first: lanes.cells, seeds: lanes.seeds, gains: lanes.gains)
    }

    /// Adds octaves of any frequency with the seeds, offsets and gains of `lanes`.
    func add(_ count: Int, frequency: Double, to band: Floats, _ lanes: NtscLanes) {
        for octave in 0..<count {
            let frequency = frequency * Double(1 << octave)
            let cells = BandNoise.cellCount(width, frequency: frequency)
            let bytes = cells * Band.rows * MemoryLayout<Float>.stride
            if free.byteCount < bytes { free = Scratch(byteCount: bytes) }
            lanes.placeNoise(frequency)
            let gradients = free.floats
            makeGradients(gradients, cells, lanes)
            kernels.noiseBand(
                band, count: width,
                noise: BandNoise(gradients: gradients, starts: lanes.starts, frequency: frequency))
        }
    }
}

extension Scratch {
    var floats: Floats { base.assumingMemoryBound(to: Float.self) }
}
