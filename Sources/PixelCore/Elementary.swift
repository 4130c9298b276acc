// SPDX-License-Identifier: MIT
/// Elementary functions by plain arithmetic, which gives the same bits on every machine; libraries' need not.
///
/// Errors are below 1e-14, far less than Float shows. Series are written out: loops would divide for each term.
package enum Elementary {
    package static func sin(_ x: Float) -> Float { Float(sinCos(Double(x)).sin) }
    package static func cos(_ x: Float) -> Float { Float(sinCos(Double(x)).cos) }

    package static func tan(_ x: Float) -> Float {
        let (s, c) = sinCos(Double(x))
        return Float(s / c)
    }

    /// Taylor's series in a quarter turn around 0, after whole quarters are taken off.
    package static func sinCos(_ x: Double) -> (sin: Double, cos: Double) {
        guard x.magnitude < 1e9 else { return (0, 1) }
        let quarters = (x / (Double.pi / 2)).rounded()
        let y = x - quarters * (Double.pi / 2)
        let square = y * y
        var s = 1 - square * (1.0 / 342)
        s = 1 - square * (1.0 / 272) * s
        s = 1 - square * (1.0 / 210) * s
        s = 1 - square * (1.0 / 156) * s
        s = 1 - square * (1.0 / 110) * s
        s = 1 - square * (1.0 / 72) * s
        s = 1 - square * (1.0 / 42) * s
        s = 1 - square * (1.0 / 20) * s
        s = 1 - square * (1.0 / 6) * s
        s *= y
        var c = 1 - square * (1.0 / 306)
        c = 1 - square * (1.0 / 240) * c
        c = 1 - square * (1.0 / 182) * c
        c = 1 - square * (1.0 / 132) * c
        c = 1 - square * (1.0 / 90) * c
        c = 1 - square * (1.0 / 56) * c
        c = 1 - square * (1.0 / 30) * c
        c = 1 - square * (1.0 / 12) * c
        c = 1 - square * (1.0 / 2) * c
        switch Int(quarters) & 3 {
        case 0: return (s, c)
        case 1: return (c, -s)
        case 2: return (-s, -c)
        default: return (-c, s)
        }
    }

    /// e^x, by a series around 0 and powers of two.
    package static func exp(_ x: Double) -> Double {
        guard x > -708 else { return 0 }
        guard x < 709 else { return .infinity }
        let ln2 = 0.693_147_180_559_945_3
        let whole = (x / ln2).rounded()
        let y = x - whole * ln2
        var sum = 1 + y * (1.0 / 18)
        sum = 1 + y * (1.0 / 17) * sum
        sum = 1 + y * (1.0 / 16) * sum
        sum = 1 + y * (1.0 / 15) * sum
        sum = 1 + y * (1.0 / 14) * sum
        sum = 1 + y * (1.0 / 13) * sum
        sum = 1 + y * (1.0 / 12) * sum
        sum = 1 + y * (1.0 / 11) * sum
        sum = 1 + y * (1.0 / 10) * sum
        sum = 1 + y * (1.0 / 9) * sum
        sum = 1 + y * (1.0 / 8) * sum
        sum = 1 + y * (1.0 / 7) * sum
        sum = 1 + y * (1.0 / 6) * sum
        sum = 1 + y * (1.0 / 5) * sum
        sum = 1 + y * (1.0 / 4) * sum
        sum = 1 + y * (1.0 / 3) * sum
        sum = 1 + y * (1.0 / 2) * sum
        sum = 1 + y * sum
        return sum * Double(sign: .plus, exponent: Int(whole), significand: 1)
    }

    /// The natural logarithm of a positive number: 2 artanh((m - 1) / (m + 1)) and the exponent.
    package static func log(_ x: Double) -> Double {
        guard x > 0 else { return -.infinity }
        var (m, e) = parts(x)
        if m > 1.414_213_562_373_095 {
            m /= 2
            e += 1
        }
        let t = (m - 1) / (m + 1)
        let square = t * t
        var sum = 1.0 / 25
        sum = 1.0 / 23 + square * sum
        sum = 1.0 / 21 + square * sum
        sum = 1.0 / 19 + square * sum
        sum = 1.0 / 17 + square * sum
        sum = 1.0 / 15 + square * sum
        sum = 1.0 / 13 + square * sum
        sum = 1.0 / 11 + square * sum
        sum = 1.0 / 9 + square * sum
        sum = 1.0 / 7 + square * sum
        sum = 1.0 / 5 + square * sum
        sum = 1.0 / 3 + square * sum
        sum = 1 + square * sum
        return 2 * t * sum + e * 0.693_147_180_559_945_3
    }

    /// The significand and the exponent of a positive number. Of normal ones they are in plain sight, where Swift calls functions for them.
    private static func parts(_ x: Double) -> (significand: Double, exponent: Double) {
        guard x.isNormal else { return (x.significand, Double(x.exponent)) }
        let bits = x.bitPattern
        return (
            Double(bitPattern: bits & (1 << 52 - 1) | 1023 << 52), Double(Int(truncatingIfNeeded: bits >> 52) - 1023)
        )
    }

    /// 2^x. Of whole numbers it is exact.
    package static func exp2(_ x: Double) -> Double {
        guard x > -1022 else { return 0 }
        guard x < 1024 else { return .infinity }
        let whole = x.rounded(.down)
        return exp((x - whole) * 0.693_147_180_559_945_3) * Double(sign: .plus, exponent: Int(whole), significand: 1)
    }

    /// The logarithm to the base 2 of a positive number. Of powers of two it is exact.
    package static func log2(_ x: Double) -> Double {
        guard x > 0 else { return -.infinity }
        guard x < .infinity else { return x }
        return log(x.significand) * 1.442_695_040_888_963_4 + Double(x.exponent)
    }

    /// a^b of a positive number.
    package static func pow(_ a: Double, _ b: Double) -> Double { exp2(b * log2(a)) }

    /// The angle of a point, from -pi to pi; 0 of (0, 0).
    package static func atan2(_ y: Double, _ x: Double) -> Double {
        guard x != 0 || y != 0 else { return 0 }
        let (a, b) = (y.magnitude, x.magnitude)
        let first = a > b ? Double.pi / 2 - atan(b / a) : atan(a == b ? 1 : a / b)
        let upper = x < 0 ? Double.pi - first : first
        return y < 0 ? -upper : upper
    }

    /// Of 0...1: the angle of the nearest eighth, and a series of what the tangent of the rest is.
    private static func atan(_ t: Double) -> Double {
        guard t >= 0 else { return t }
        let eighths = (8 * t).rounded()
        let near = eighths / 8
        let u = (t - near) / (1 + t * near)
        let square = u * u
        var sum = 1.0 / 11 - square * (1.0 / 13)
        sum = 1.0 / 9 - square * sum
        sum = 1.0 / 7 - square * sum
        sum = 1.0 / 5 - square * sum
        sum = 1.0 / 3 - square * sum
        sum = 1 - square * sum
        return atanOfEighths[Int(eighths)] + u * sum
    }

    private static let atanOfEighths = [
        0.0, 0.12435499454676144, 0.24497866312686415,
        0.35877067027057222, 0.46364760900080612, 0.55859931534356244,
        0.64350110879328439, 0.71882999962162451, 0.78539816339744831,
    ]
}
