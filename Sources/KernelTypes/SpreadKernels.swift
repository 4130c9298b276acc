// SPDX-License-Identifier: MIT
public import PixelCore

/// What squares of a frame have: sums of components in each, and how much these spread.
public struct SquareRows {
    /// Sums of components; of one component, the first.
    public let sums: TileRows
    /// The sum of the components' variances.
    public let spread: Floats

    public init(_ sums: TileRows, spread: Floats) { (self.sums, self.spread) = (sums, spread) }
}

/// Kernels of how much squares around pixels spread. Rows do not overlap.
public protocol SpreadKernels {
    /// Squares `count` values.
    static func squareRow(_ to: Floats, _ from: ConstFloats, count: Int)

    /// Adds up variances of `components` (1...3) components, of which there are sums and sums of squares, `count` times. `weight` is 1
    /// by how many values were summed.
    static func spreadRow(
        _ to: Floats, sums: TileRows, squares: TileRows, count: Int, components: Int, weight: Float)

    /// Takes the means of that square of four, for each of `count` pixels, that spreads least: the first such of upper left, upper
    /// right, lower right and lower left. Those to the right are `reach` values further on in the rows.
    static func leastSpreadRow(
        _ to: TileRows, upper: SquareRows, lower: SquareRows, count: Int, components: Int, reach: Int, weight: Float)
}
