// SPDX-License-Identifier: MIT
/// A grid of square cells over a frame, from its upper left corner on. A pixel is in the cell that its middle lies in.
public struct CellGrid: Sendable, Equatable {
    /// What lies on a border is in the next cell, however numbers round.
    public static let tolerance = 0.0001

    public let columns: Int
    public let rows: Int
    /// In pixels.
    private let side: Double
    private let width: Int
    private let height: Int
    /// Whether of each cell only the one to four pixels around its middle count.
    private let isMiddle: Bool

    /// `size` is the side of a cell as a fraction of the frame's width; it is one pixel or more.
    public init(size: Double, isMiddle: Bool, width: Int, height: Int) {
        let side = Swift.max(size * Double(width), 1)
        (self.side, self.isMiddle, self.width, self.height) = (side, isMiddle, width, height)
        func index(_ position: Int) -> Int { Int((Double(position) + 0.5) / side + Self.tolerance) }
        (columns, rows) = (index(width - 1) + 1, index(height - 1) + 1)
    }

    /// The columns of pixels that count of a column of cells.
    public func pixels(ofColumn column: Int) -> Range<Int> { pixels(column, width) }

    /// The rows of pixels that count of a row of cells.
    public func pixels(ofRow row: Int) -> Range<Int> { pixels(row, height) }

    private func pixels(_ cell: Int, _ count: Int) -> Range<Int> {
        let middle = (Double(cell) + 0.5) * side - 0.5
        func index(_ place: Double) -> Int { Int(place.rounded(.down)) }
        let lower = isMiddle ? index(middle + Self.tolerance) : first(cell)
        let upper = isMiddle ? index(middle - Self.tolerance) + 2 : first(cell + 1)
        // At least one, however numbers round; beyond the edge there is the last one.
        let start = Swift.min(lower, count - 1)
        return start..<Swift.max(start + 1, Swift.min(upper, count))
    }

    /// The first pixel whose middle lies in a cell or beyond it.
    private func first(_ cell: Int) -> Int {
        Swift.max(Int(((Double(cell) - Self.tolerance) * side - 0.5).rounded(.up)), 0)
    }
}

extension Pixel {
    /// The mean of a cell of a ``CellGrid``. `size` is a setting: the side of a cell as a fraction of the frame's width. Columns and
    /// rows of cells count from 0. Colours count by their alpha.
    public func mean(ofCell column: Num, _ row: Num, size: Num) -> Pixel {
        /// As a fraction of an image of a pixel for each cell.
        func fraction(_ index: Num, _ count: Num) -> Num { (index + 0.5) / cells(of: count, size) }
        return cells(fraction(column, width), fraction(row, height), size: size, isMiddle: false)
    }

    /// This pixel of a frame that was reduced to one pixel for each cell of a ``CellGrid`` and enlarged again, in proportion to nearness
    /// between four of those. They are means of cells or, if `isMiddle`, of the one to four pixels in the middle. `size` is a setting: the
    /// side of a cell as a fraction of the frame's width. Colours count by their alpha.
    public func reduced(size: Num, isMiddle: Bool) -> Pixel {
        func fraction(_ position: Num, _ count: Num) -> Num {
            position * count / (cellSide(size) * cells(of: count, size))
        }
        return cells(fraction(x, width), fraction(y, height), size: size, isMiddle: isMiddle)
    }

    /// In pixels.
    private func cellSide(_ size: Num) -> Num { max(size * width, 1) }

    /// How many cells so many columns or rows of pixels have.
    private func cells(of count: Num, _ size: Num) -> Num {
        floor((count - 0.5) / cellSide(size) + Num(CellGrid.tolerance)) + 1
    }

    private func cells(_ x: Num, _ y: Num, size: Num, isMiddle: Bool) -> Pixel {
        straight { Num(Node(.sample(component: $0), x.node, y.node, size.node, isMiddle ? Num(1).node : nil)) }
    }
}
