// SPDX-License-Identifier: MIT
public import PixelCore

/// Rows of whole numbers of three components; of one component, the first counts.
public struct CountRows {
    public let c0: Counts
    public let c1: Counts
    public let c2: Counts

    public init(_ c0: Counts, _ c1: Counts, _ c2: Counts) { (self.c0, self.c1, self.c2) = (c0, c1, c2) }
}

/// What squares of a frame have: sums of components in each, and how much these spread.
public struct SquareRows {
    /// Sums of components; of one component, the first.
    public let sums: TileRows
    /// The sum of the components' variances, in any unit.
    public let spread: Counts

    public init(_ sums: TileRows, spread: Counts) { (self.sums, self.spread) = (sums, spread) }
}

/// The same with sums of codes.
public struct SquareCounts {
    public let sums: CountRows
    public let spread: Counts

    public init(_ sums: CountRows, spread: Counts) { (self.sums, self.spread) = (sums, spread) }
}

/// Sums of squares of whole numbers, which may be more than 32 bits hold.
public struct SquareSums {
    /// Modulo 2^32.
    public let exact: Counts
    /// Of each that is added up, how many whole units it has.
    public let units: Counts

    /// 2^12: then 289 squares of less than 2^32 are off by less than 289 units, times 289 less than 2^31.
    public static let unit: UInt32 = 4096

    public init(exact: Counts, units: Counts) { (self.exact, self.units) = (exact, units) }
}

/// Where three components lie in the bits of a pixel of four bytes, the first byte the least significant.
public typealias ComponentShifts = (UInt32, UInt32, UInt32)

/// Kernels of squares around pixels, of which that counts whose colours vary least. Sums wrap.
public protocol SpreadKernels {
    /// Limits `components` (1...3) rows of `count` values to 0...1, makes whole numbers of them times `scale`, adds up their squares,
    /// and divides these sums by `SquareSums.unit`.
    static func roundRow32(
        _ to: CountRows, squares: SquareSums, _ from: TileRows, count: Int, components: Int, scale: Float)

    /// Separates three codes of each of `count` pixels of four bytes, and adds up their squares.
    static func splitRow32(
        _ to: CountRows, squares: Counts, _ from: ConstBytes, count: Int, shifts: ComponentShifts)

    /// Adds up each number of a row and `size` - 1 (0 or more) after it, `count` times.
    ///
    /// `from` has `count` + `size` - 1 numbers. So has `scratch`, whose numbers are lost.
    static func sumRow32(_ to: Counts, _ from: ConstCounts, count: Int, size: Int, scratch: Counts)

    /// Adds `count` numbers to others, and takes some from them. The result may replace any row.
    static func moveRow32(
        _ to: Counts, _ from: ConstCounts, adding: ConstCounts, removing: ConstCounts, count: Int)

    /// Adds up variances of `components` (1...3) components, times the square of `size`, for `count` sets of so many numbers: of their sums
    /// and of the sums of all their squares. It may replace these.
    static func spreadRow(
        _ to: Counts, sums: CountRows, squares: ConstCounts, count: Int, components: Int, size: UInt32)

    /// The same where it may be 2^32 or more: bits of Float, which have the order of what they stand for. `size` is 289 at most, sums
    /// are below 2^24, and those of squares have an exact part, which wraps, and one in units.
    static func wideSpreadRow(
        _ to: Counts, sums: CountRows, squares: SquareSums, count: Int, components: Int, size: UInt32)

    /// Takes the means of that square of four, for each of `count` pixels, that spreads least: the first such of upper left, upper
    /// right, lower right and lower left. Those to the right are `reach` values further on in the rows.
    static func leastSpreadRow(
        _ to: TileRows, upper: SquareRows, lower: SquareRows, count: Int, components: Int, reach: Int, weight: Float)

    /// Replaces three codes of each of `count` pixels of four bytes by such means. Sums are below 2^24.
    static func leastSpreadPixels(
        _ to: Bytes, upper: SquareCounts, lower: SquareCounts, count: Int, reach: Int, weight: Float,
        shifts: ComponentShifts)
}
