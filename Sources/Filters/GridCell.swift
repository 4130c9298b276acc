// SPDX-License-Identifier: MIT
internal import Expressions

/// The cell of a grid over the frame that a pixel lies in. Cells are square on screen.
struct GridCell {
    /// The cell's middle, as fractions of the frame.
    let (x, y): (Num, Num)
    /// Width, as a fraction of the frame's: one pixel or more.
    let size: Num

    /// `size` is a fraction of the frame's width.
    init(of p: Pixel, size wanted: Num) {
        size = max(wanted, 1 / p.width)
        let height = size * p.width / p.height
        func middle(_ position: Num, _ size: Num) -> Num {
            // What lies on a border is in the next cell, however numbers round.
            (floor(position / size + 0.0001) + 0.5) * size
        }
        (x, y) = (middle(p.x, size), middle(p.y, height))
    }
}
