// SPDX-License-Identifier: MIT
internal import Expressions

/// A colour by its hue, 0...1 from red over green and blue, its saturation and its value, the greatest component.
struct HueSaturationValue {
    var hue: Num
    var saturation: Num
    var value: Num

    init(_ c: Color<Num>) {
        let range = c.high - c.low
        let fromRed: Num = (c.g - c.b) / range
        let fromGreen: Num = 2 + (c.b - c.r) / range
        let fromBlue: Num = 4 + (c.r - c.g) / range
        let sixths: Num = less(c.r, c.high, less(c.g, c.high, fromBlue, fromGreen), fromRed)
        hue = fract(sixths / 6)
        saturation = range / c.high
        value = c.high
    }

    /// Components may be below 0 where saturation is above 1.
    var rgb: Color<Num> {
        let offsets: Color<Num> = Color(0, 2.0 / 3, 1.0 / 3)
        return offsets.map(component)
    }

    // Types are written out: Swift 6.2, which the tests of aarch64 are compiled by, finds none in one expression.
    private func component(_ offset: Num) -> Num {
        let sixths: Num = fract(hue + offset) * 6
        let ramp: Num = clamp(abs(sixths - 3) - 1)
        return value * mix(1, ramp, saturation)
    }
}
