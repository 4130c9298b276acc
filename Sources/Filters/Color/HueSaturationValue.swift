// SPDX-License-Identifier: MIT
internal import Expressions

/// A colour by its hue, 0...1 from red over green and blue, its saturation and its value, the greatest component.
struct HueSaturationValue {
    var hue: Num
    var saturation: Num
    var value: Num

    init(_ c: Color<Num>) {
        let range = c.high - c.low
        let greenOrBlue = less(c.g, c.high, 4 + (c.r - c.g) / range, 2 + (c.b - c.r) / range)
        hue = fract(less(c.r, c.high, greenOrBlue, (c.g - c.b) / range) / 6)
        saturation = range / c.high
        value = c.high
    }

    /// Components may be below 0 where saturation is above 1.
    var rgb: Color<Num> {
        Color(0, 2.0 / 3, 1.0 / 3).map { offset in
            let ramp = clamp(abs(fract(hue + offset) * 6 - 3) - 1)
            return value * mix(1, ramp, saturation)
        }
    }
}
