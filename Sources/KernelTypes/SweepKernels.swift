// SPDX-License-Identifier: MIT
public import PixelCore

/// One octave of noise in a group, whose lattice has a whole number of cells in a whole number of columns.
public struct PeriodicNoise {
    /// A gradient for each lattice cell that a row meets, and two after it: cell k of row r at [16 k + r].
    public let gradients: UnsafePointer<Float>
    /// What three gradients count for at each column of a period: see `noiseWeights`.
    public let weights: UnsafePointer<Float>
    /// The lattice has this many cells for each `period` columns.
    public let cells: Int
    public let period: Int

    public init(gradients: UnsafePointer<Float>, weights: UnsafePointer<Float>, cells: Int, period: Int) {
        (self.gradients, self.weights, self.cells, self.period) = (gradients, weights, cells, period)
    }
}

/// Octaves that are added one after the other.
public typealias NoiseOctaves = UnsafeBufferPointer<PeriodicNoise>

/// The colour subcarrier in each of 16 rows.
public struct RowCarriers {
    /// 16 factors for each of `mask` + 1 columns, which is a power of two.
    public let i: UnsafePointer<Float>
    public let q: UnsafePointer<Float>
    /// Column x has the factors of x & mask.
    public let mask: Int

    public init(i: UnsafePointer<Float>, q: UnsafePointer<Float>, mask: Int) {
        (self.i, self.q, self.mask) = (i, q, mask)
    }
}

/// From colours to the composite signal.
public struct EncodeSweep {
    /// From the components of a frame to Y, I and Q.
    public var matrix: TileMatrix
    /// Without a delay.
    public var luma: RowFilter
    public var chroma: (i: RowFilter, q: RowFilter)
    public var carriers: RowCarriers
    /// Along the composite signal, of first order and without a delay.
    public var composite: RowFilter
    public var noise: NoiseOctaves
    /// The columns that have noise, which begins with the first of them.
    public var noiseColumns: Range<Int>

    public init(
        matrix: TileMatrix, luma: RowFilter, chroma: (i: RowFilter, q: RowFilter),
        carriers: RowCarriers, composite: RowFilter, noise: NoiseOctaves, noiseColumns: Range<Int>
    ) {
        (self.matrix, self.luma, self.chroma) = (matrix, luma, chroma)
        (self.carriers, self.composite) = (carriers, composite)
        (self.noise, self.noiseColumns) = (noise, noiseColumns)
    }
}

/// How chroma at a column is made from what there is of it at columns a quarter of the carrier's period apart.
public enum ChromaJoin: Sendable {
    /// With the columns before and after; outside of the row there is none.
    case neighbours
    /// The same, but rows are mirrored at their ends.
    case mirrored
    /// Not at all.
    case none
}

/// What of a composite signal counts as luma. Filters have no delay.
public enum LumaSource {
    /// What a filter lets pass.
    case notch(RowFilter)
    /// What is in another group.
    case estimate(UnsafePointer<Float>)
    /// That, and what a filter lets pass of the rest.
    case estimateAndNotch(UnsafePointer<Float>, RowFilter)
}

/// From the composite signal to luma and chroma.
public struct DecodeSweep {
    public var luma: LumaSource
    /// Half as large as those that encode.
    public var carriers: RowCarriers
    public var join: ChromaJoin
    /// Along luma, of first order, with b_1 = 0 and without a delay.
    public var smear: RowFilter
    public var ringing: RowFilter
    public var noise: (y: NoiseOctaves, i: NoiseOctaves, q: NoiseOctaves)
    /// The columns that have noise, which begins with the first of them.
    public var noiseColumns: Range<Int>
    /// By what chroma turns, for 16 rows; nil: it stays.
    public var turn: (cosines: UnsafePointer<Float>, sines: UnsafePointer<Float>)?

    public init(
        luma: LumaSource, carriers: RowCarriers, join: ChromaJoin, smear: RowFilter, ringing: RowFilter,
        noise: (y: NoiseOctaves, i: NoiseOctaves, q: NoiseOctaves), noiseColumns: Range<Int>,
        turn: (cosines: UnsafePointer<Float>, sines: UnsafePointer<Float>)?
    ) {
        (self.luma, self.carriers, self.join) = (luma, carriers, join)
        (self.smear, self.ringing, self.turn) = (smear, ringing, turn)
        (self.noise, self.noiseColumns) = (noise, noiseColumns)
    }
}

/// Luma and chroma on tape and out of the recorder.
public struct TapeSweep {
    /// One after the other, the second of first order, all without a delay.
    public var luma: (RowFilter, RowFilter, RowFilter)
    /// Whether they are there; else luma stays.
    public var changesLuma: Bool
    public var chroma: RowFilter
    /// Mixes each row of chroma with the one above; nil: rows stay.
    public var blend: RowBlend?
    public var chromaOut: (i: RowFilter, q: RowFilter)

    public init(
        luma: (RowFilter, RowFilter, RowFilter)?, chroma: RowFilter, blend: RowBlend?,
        chromaOut: (i: RowFilter, q: RowFilter)
    ) {
        self.luma = luma ?? (.none, .none, .none)
        changesLuma = luma != nil
        (self.chroma, self.blend, self.chromaOut) = (chroma, blend, chromaOut)
    }
}

/// How rows of chroma are mixed with those above them.
public struct RowBlend {
    /// What the row above counts for, for 16 rows.
    public let weights: UnsafePointer<Float>
    /// The row above the group; the group's own last row once it is done, for the group below.
    public let aboveI: UnsafeMutablePointer<Float>
    public let aboveQ: UnsafeMutablePointer<Float>

    public init(
        weights: UnsafePointer<Float>, aboveI: UnsafeMutablePointer<Float>, aboveQ: UnsafeMutablePointer<Float>
    ) {
        (self.weights, self.aboveI, self.aboveQ) = (weights, aboveI, aboveQ)
    }
}

/// Kernels that take groups through a device, in one pass along the rows.
public protocol SweepKernels {
    /// Takes groups of three components to one of the composite signal, and chroma besides, in place.
    static func encodeGroup(_ y: Floats, _ i: Floats, _ q: Floats, count: Int, sweep: EncodeSweep)

    /// Takes a group of the composite signal, in `y`, to luma and chroma.
    static func decodeGroup(_ y: Floats, _ i: Floats, _ q: Floats, count: Int, sweep: DecodeSweep)

    /// Takes groups of luma and chroma through a recorder, in place.
    static func tapeGroup(_ y: Floats, _ i: Floats, _ q: Floats, count: Int, sweep: TapeSweep)
}
