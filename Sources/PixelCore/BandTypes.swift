/// Sixteen rows side by side: value x of row r is at [16 x + r], so that vectors go across rows and filters along them.
public enum Band {
    public static let rows = 16
}

/// Coefficients of a recursive filter along rows, a_0 = 1.
public struct BandFilter: Sendable, Equatable {
    public var b: (Float, Float, Float, Float)
    /// a_1, a_2, a_3.
    public var a: (Float, Float, Float)
    /// The state that a row of ones has from the start; 0 where the filter starts empty.
    public var start: (Float, Float, Float)
    /// By how many samples results move to the left.
    public var delay: Int

    public init(
        b: (Float, Float, Float, Float), a: (Float, Float, Float), start: (Float, Float, Float) = (0, 0, 0),
        delay: Int = 0
    ) {
        (self.b, self.a, self.start, self.delay) = (b, a, start, delay)
    }

    public static func == (x: BandFilter, y: BandFilter) -> Bool {
        x.b == y.b && x.a == y.a && x.start == y.start && x.delay == y.delay
    }
}

/// What differs from row to row of a band in noise.
public struct BandNoise {
    /// Of each row's lattice.
    public let seeds: UnsafePointer<UInt32>
    /// Where each row is in its lattice, in pixels.
    public let offsets: UnsafePointer<Float>
    /// What each row's noise is multiplied by.
    public let gains: UnsafePointer<Float>
    /// Lattice cells for each pixel.
    public let frequency: Float
    public let octaves: Int

    public init(
        seeds: UnsafePointer<UInt32>, offsets: UnsafePointer<Float>, gains: UnsafePointer<Float>, frequency: Float,
        octaves: Int
    ) {
        (self.seeds, self.offsets, self.gains) = (seeds, offsets, gains)
        (self.frequency, self.octaves) = (frequency, octaves)
    }
}
