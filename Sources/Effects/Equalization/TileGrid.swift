// SPDX-License-Identifier: MIT
import PixelCore

/// How CLAHE cuts a frame into tiles, as OpenCV 4 does it (modules/imgproc/src/clahe.cpp).
///
/// Where the frame is not a whole number of tiles wide and high, it is continued beyond its right and lower edges by
/// its mirror image without the edge itself, in either direction by 1 to a whole grid's number of pixels.
struct TileGrid: Equatable {
    let width: Int
    let height: Int
    /// Tiles across and down that pixels are compared with. Of a grid finer than the frame, those that lie wholly in its
    /// mirror image are not.
    let columns: Int
    let rows: Int
    let tileWidth: Int
    let tileHeight: Int

    init(width: Int, height: Int, columns: Int, rows: Int) {
        (self.width, self.height) = (width, height)
        let isWhole = width % columns == 0 && height % rows == 0
        tileWidth = isWhole ? width / columns : (width + columns - width % columns) / columns
        tileHeight = isWhole ? height / rows : (height + rows - height % rows) / rows
        self.columns = min(columns, Self.position(width - 1, tileWidth).tile + 2)
        self.rows = min(rows, Self.position(height - 1, tileHeight).tile + 2)
    }

    var tileCount: Int { columns * rows }
    /// Pixels of a tile.
    var area: Int { tileWidth * tileHeight }

    /// Runs of pixels between the centres of neighbouring tiles, across and down: one more than there are tiles.
    var cellCount: Int { (columns + 1) * (rows + 1) }

    /// Calls `body` for rectangles of the frame whose pixels, taken together, are those of a tile: first its own ones, if
    /// there are any, then those it mirrors.
    func forRectangles(ofTile tile: Int, _ body: (_ rectangle: PixelRectangle, _ isOwn: Bool) -> Void) {
        let (row, column) = tile.quotientAndRemainder(dividingBy: columns)
        Self.forRanges(row * tileHeight, tileHeight, size: height) { rows, areOwnRows in
            Self.forRanges(column * tileWidth, tileWidth, size: width) { columns, areOwnColumns in
                body(PixelRectangle(columns: columns, rows: rows), areOwnRows && areOwnColumns)
            }
        }
    }

    /// The ranges of 0..<size that positions from `start` on stand for: themselves, then their mirror images.
    private static func forRanges(
        _ start: Int, _ count: Int, size: Int, _ body: (_ range: Range<Int>, _ isOwn: Bool) -> Void
    ) {
        let end = start + count
        if start < size { body(start..<min(end, size), true) }
        var position = max(start, size)
        while position < end {
            // Mirrored without the edge, positions repeat after 2 (size - 1).
            let period = max(1, 2 * (size - 1))
            let phase = position % period
            if phase < size {
                let length = min(end - position, size - phase)
                body(phase..<phase + length, false)
                position += length
            } else {
                let length = min(end - position, period - phase)
                body(period - phase - length + 1..<period - phase + 1, false)
                position += length
            }
        }
    }

    /// For every column, how much of a pixel comes from the tile on the right: x / tileWidth - 0.5, its fraction.
    func fillRightParts(_ parts: Floats) {
        for x in 0..<width { parts[x] = Self.position(x, tileWidth).fraction }
    }

    /// The cell row of row `y`, from 0, and how much of a pixel comes from the tiles below.
    func lowerPart(_ y: Int) -> (cellRow: Int, part: Float) {
        let position = Self.position(y, tileHeight)
        return (position.tile + 1, position.fraction)
    }

    /// The cell column of column `x`, from 0.
    func cellColumn(_ x: Int) -> Int { Self.position(x, tileWidth).tile + 1 }

    /// The tile whose centre is at or before a position, -1 before the first, and the distance from it in tiles.
    private static func position(_ position: Int, _ size: Int) -> (tile: Int, fraction: Float) {
        // In OpenCV's arithmetic: the inverse first, each step rounded to Float.
        let inverse = 1 / Float(size)
        let position = Float(position) * inverse - 0.5
        let tile = position.rounded(.down)
        return (Int(tile), position - tile)
    }

    /// The tiles around a cell: upper left, upper right, lower left, lower right.
    func tiles(ofCell cell: Int) -> (Int, Int, Int, Int) {
        let (row, column) = cell.quotientAndRemainder(dividingBy: columns + 1)
        let (left, right) = (max(column - 1, 0), min(column, columns - 1))
        let (upper, lower) = (max(row - 1, 0), min(row, rows - 1))
        return (
            upper * columns + left, upper * columns + right, lower * columns + left, lower * columns + right
        )
    }
}
