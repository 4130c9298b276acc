/// Where a column is in a lattice of noise: how far on in arrays of gradients and of weights its own begin.
public struct NoisePlace: Sendable, Equatable {
    public let gradients: Int32
    public let weights: Int32

    /// In a lattice of `cells` cells for each `period` columns.
    public init(column: Int, cells: Int, period: Int) {
        let place = column * cells
        gradients = Int32(truncatingIfNeeded: Band.rows * (place / period))
        weights = Int32(truncatingIfNeeded: 3 * Band.rows * (place % period))
    }
}

/// One octave of noise in a band, whose lattice has a whole number of cells in a whole number of columns.
public struct PeriodicNoise {
    /// A gradient for each lattice cell that a row meets, and two after it: cell k of row r at [16 k + r].
    public let gradients: UnsafePointer<Float>
    /// What three gradients count for at each place of a period: see `noiseWeights`.
    public let weights: UnsafePointer<Float>
    /// One for each column.
    public let places: UnsafePointer<NoisePlace>

    public init(
        gradients: UnsafePointer<Float>, weights: UnsafePointer<Float>, places: UnsafePointer<NoisePlace>
    ) {
        (self.gradients, self.weights, self.places) = (gradients, weights, places)
    }
}

/// Octaves that are added one after the other.
public typealias NoiseOctaves = UnsafeBufferPointer<PeriodicNoise>

/// From colours to the composite signal.
public struct EncodeSweep {
    /// From the components of a picture to Y, I and Q.
    public var matrix: TileMatrix
    /// Without a delay; the only one here that may start otherwise than empty.
    public var luma: BandFilter
    public var chroma: (i: BandFilter, q: BandFilter)
    /// 16 factors for each of four columns.
    public var carriers: (i: UnsafePointer<Float>, q: UnsafePointer<Float>)
    /// Along the composite signal, of first order and without a delay.
    public var composite: BandFilter
    public var noise: NoiseOctaves

    public init(
        matrix: TileMatrix, luma: BandFilter, chroma: (i: BandFilter, q: BandFilter),
        carriers: (i: UnsafePointer<Float>, q: UnsafePointer<Float>), composite: BandFilter, noise: NoiseOctaves
    ) {
        (self.matrix, self.luma, self.chroma) = (matrix, luma, chroma)
        (self.carriers, self.composite, self.noise) = (carriers, composite, noise)
    }
}

/// From the composite signal to luma and chroma.
public struct DecodeSweep {
    /// What there is of luma in the signal; nil: what `notch` lets pass.
    public var estimate: UnsafePointer<Float>?
    /// Without a delay.
    public var notch: BandFilter
    /// 16 factors for each of four columns, half those that encode.
    public var carriers: (i: UnsafePointer<Float>, q: UnsafePointer<Float>)
    /// Along luma, of first order, with b_1 = 0 and without a delay.
    public var smear: BandFilter
    /// The only one here that may start otherwise than empty.
    public var ringing: BandFilter
    public var noise: (y: NoiseOctaves, i: NoiseOctaves, q: NoiseOctaves)
    /// By what chroma turns, for 16 rows; nil: it stays.
    public var turn: (cosines: UnsafePointer<Float>, sines: UnsafePointer<Float>)?

    public init(
        estimate: UnsafePointer<Float>?, notch: BandFilter,
        carriers: (i: UnsafePointer<Float>, q: UnsafePointer<Float>), smear: BandFilter, ringing: BandFilter,
        noise: (y: NoiseOctaves, i: NoiseOctaves, q: NoiseOctaves),
        turn: (cosines: UnsafePointer<Float>, sines: UnsafePointer<Float>)?
    ) {
        (self.estimate, self.notch, self.carriers) = (estimate, notch, carriers)
        (self.smear, self.ringing, self.noise, self.turn) = (smear, ringing, noise, turn)
    }
}

/// Luma and chroma on tape and out of the recorder.
public struct TapeSweep {
    /// One after the other, the second of first order, all without a delay; nil: luma stays. All filters here start empty.
    public var luma: (BandFilter, BandFilter, BandFilter)?
    public var chroma: BandFilter
    /// Mixes each row of chroma with the one above; nil: rows stay.
    public var blend: RowBlend?
    public var chromaOut: (i: BandFilter, q: BandFilter)

    public init(
        luma: (BandFilter, BandFilter, BandFilter)?, chroma: BandFilter, blend: RowBlend?,
        chromaOut: (i: BandFilter, q: BandFilter)
    ) {
        (self.luma, self.chroma, self.blend, self.chromaOut) = (luma, chroma, blend, chromaOut)
    }
}

/// How rows of chroma are mixed with those above them.
public struct RowBlend {
    /// What the row above counts for, for 16 rows.
    public let weights: UnsafePointer<Float>
    /// The row above the band; the band's own last row once it is done, for the band below.
    public let aboveI: UnsafeMutablePointer<Float>
    public let aboveQ: UnsafeMutablePointer<Float>

    public init(
        weights: UnsafePointer<Float>, aboveI: UnsafeMutablePointer<Float>, aboveQ: UnsafeMutablePointer<Float>
    ) {
        (self.weights, self.aboveI, self.aboveQ) = (weights, aboveI, aboveQ)
    }
}
