// SPDX-License-Identifier: MIT
public import PixelCore

/// Sixteen rows side by side: value x of row r is at [16 x + r], so that vectors go across rows and filters along them.
public enum RowGroup {
    public static let rows = 16
}

/// Coefficients of a recursive filter along rows, a_0 = 1.
public struct RowFilter: Sendable, Equatable {
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

    /// Leaves rows as they are.
    public static let none = RowFilter(b: (1, 0, 0, 0), a: (0, 0, 0))

    /// Whether it has terms of third order.
    public var isThirdOrder: Bool { b.3 != 0 || a.2 != 0 }

    /// Whether it is of second order without odd terms.
    public var isEven: Bool { b.1 == 0 && a.0 == 0 && !isThirdOrder }

    public static func == (x: RowFilter, y: RowFilter) -> Bool {
        x.b == y.b && x.a == y.a && x.start == y.start && x.delay == y.delay
    }
}

/// One octave of noise in a group: where its rows begin in their lattices, and how fast they go through them.
public struct RowNoise {
    /// A gradient for each lattice cell that a row meets, and one after it: cell k of row r at [16 k + r].
    public let gradients: UnsafePointer<Float>
    /// How far into its first cell each of 16 rows begins: 0..<1.
    public let starts: UnsafePointer<Float>
    /// Lattice cells for each column.
    public let frequency: Double

    public init(gradients: UnsafePointer<Float>, starts: UnsafePointer<Float>, frequency: Double) {
        (self.gradients, self.starts, self.frequency) = (gradients, starts, frequency)
    }

    /// Cells whose gradients a row of `count` columns needs.
    public static func cellCount(_ count: Int, frequency: Double) -> Int {
        Int(Double(count) * frequency) + 4
    }
}

/// Kernels on groups of sixteen rows.
public protocol RowGroupKernels {
    /// Puts 16 rows of `count` values, `stride` apart, side by side.
    static func rowsToGroup(_ group: Floats, _ rows: ConstFloats, stride: Int, count: Int)

    /// Takes 16 rows of `count` values apart.
    static func groupToRows(_ rows: Floats, _ group: ConstFloats, stride: Int, count: Int)

    /// Takes means of four columns, of which the second is the one at hand.
    static func boxGroup(_ to: Floats, _ from: ConstFloats, count: Int, before: Float)

    /// Takes weighted sums of each row, the one above and the one below. `above` has the row above the group, and gets the
    /// group's own last one.
    static func combGroup(
        _ to: Floats, _ from: ConstFloats, count: Int, weights: (Float, Float, Float), above: Floats)

    /// Turns chroma by an angle for each row, in place.
    static func rotateGroup(_ i: Floats, _ q: Floats, count: Int, cosines: ConstFloats, sines: ConstFloats)

    /// Moves each row along by its own part of columns.
    static func shiftGroup(_ to: Floats, _ from: ConstFloats, count: Int, shifts: ConstFloats, extends: Bool)

    /// Makes gradients of `cells` lattice cells for each of 16 rows: from a first cell, a seed and a factor of its own.
    static func gradientGroup(
        _ to: Floats, cells: Int, first: UnsafePointer<UInt32>, seeds: UnsafePointer<UInt32>, gains: ConstFloats)

    /// Computes what gradients count for at each column of a period.
    static func noiseWeights(_ to: Floats, starts: ConstFloats, period: Int)

    /// Adds an octave of noise to each row, of any frequency.
    static func noiseGroup(_ group: Floats, count: Int, noise: RowNoise)

    /// Multiplies each row by a factor; in place, too.
    static func scaleGroupRows(_ to: Floats, _ from: ConstFloats, count: Int, factors: ConstFloats)
}
