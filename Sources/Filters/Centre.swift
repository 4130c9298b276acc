// SPDX-License-Identifier: MIT
// What filters around a point have in common.
internal import Effects
internal import Expressions

extension Property {
    /// The column of a centre.
    static func centerX(_ path: SettingPath<Settings, Limited<Double>>) -> Property {
        .double("center-x", path, nick: "Centre x", "Column of the centre, as a fraction of the frame's width")
    }

    /// The row of a centre.
    static func centerY(_ path: SettingPath<Settings, Limited<Double>>) -> Property {
        .double("center-y", path, nick: "Centre y", "Row of the centre, as a fraction of the frame's height")
    }
}

extension Pixel {
    /// The distance from a point, in frame widths: circles are round on screen. The point is in fractions of the frame.
    func distance(from x: Num, _ y: Num) -> Num { length(self.x - x, (self.y - y) * height / width) }

    /// The frame at a place on the line through this pixel and a point, so many times as far from the point.
    func sample(_ factor: Num, awayFrom x: Num, _ y: Num) -> Pixel {
        sample(x + (self.x - x) * factor, y + (self.y - y) * factor)
    }
}

/// How near to a rim pixels are beyond it, in frame widths, however numbers round.
let rimTolerance = Num(1e-6)
