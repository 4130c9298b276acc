// SPDX-License-Identifier: MIT
public import PixelCore

/// What an effect finds in a tile.
public enum TileModel: Sendable {
    /// Nominal R'G'B', whatever the format.
    case rgb
    /// The format's own components in nominal units: R'G'B', Y'CbCr, or luma alone in the first row.
    case native
}

/// Which pixels of a frame a tile row holds.
public struct TileSpan: Sendable {
    /// The row of the frame.
    public let row: Int
    /// The first column.
    public let column: Int
    /// How many columns.
    public let count: Int
}

/// Changes one row of a tile, or measures it.
public typealias TileEffect = (_ rows: TileRows, _ span: TileSpan) -> Void

/// Makes one row of a tile of another, in its memory or in other memory with room for whole vectors and one float more.
/// What it makes must hold until the next call with the same `slot`, 0 or 1.
public typealias TileLaw = (_ rows: ComponentRows, _ span: TileSpan, _ slot: Int) -> ComponentRows
