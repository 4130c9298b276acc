// SPDX-License-Identifier: MIT
internal import Expressions

/// The cell of a ``CellGrid`` that a pixel lies in.
struct GridCell {
    /// Which it is.
    let (column, row): (Num, Num)
    /// Width and height, as fractions of the frame's.
    let (width, height): (Num, Num)

    /// `size` is a fraction of the frame's width.
    init(of p: Pixel, size: Num) {
        let width = max(size, 1 / p.width)
        let height = width * p.width / p.height
        func index(_ position: Num, _ size: Num) -> Num { floor(position / size + Num(CellGrid.tolerance)) }
        (self.width, self.height) = (width, height)
        (column, row) = (index(p.x, width), index(p.y, height))
    }

    /// The cell's middle, as fractions of the frame.
    var x: Num { (column + 0.5) * width }
    var y: Num { (row + 0.5) * height }
}
