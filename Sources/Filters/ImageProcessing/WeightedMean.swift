// SPDX-License-Identifier: MIT
internal import Expressions

/// The mean of pixels by weights; colours count by their alpha.
func weightedMean(_ pixels: [(pixel: Pixel, weight: Num)]) -> Pixel {
    var (rgb, alpha, sum) = (gray(Num(0)), Num(0), Num(0))
    for (p, weight) in pixels {
        rgb = rgb + p.rgb * p.a * weight
        alpha = alpha + p.a * weight
        sum = sum + weight
    }
    return Pixel(rgb / alpha, a: alpha / sum)
}

/// From -4 to 4, each with the weight that GPUImage's first blurs give a pixel there.
let nineWeights = (-4...4).map { (Double($0), Num([0.18, 0.15, 0.12, 0.09, 0.05][Swift.abs($0)])) }

extension Pixel {
    /// The pixel dx columns right and dy rows down; beyond the edge, the nearest one.
    func pixel(_ dx: Int, _ dy: Int) -> Pixel { Pixel(self[dx, dy], a: Field(a)[dx, dy], of: frame) }

    /// The frame so many pixels away in the column, or in the row.
    func sample(_ pixels: Num, isVertical: Bool) -> Pixel {
        isVertical ? sample(x, y + pixels / height) : sample(x + pixels / width, y)
    }
}
