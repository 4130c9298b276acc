/// Elementary functions by plain arithmetic, which gives the same bits on every machine; libraries' need not.
///
/// Errors are below 1e-14, far less than Float shows.
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
        var (s, c) = (0.0, 0.0)
        for n in stride(from: 9.0, through: 1, by: -1) {
            s = (1 + s) * -square / ((2 * n) * (2 * n + 1))
            c = (1 + c) * -square / ((2 * n - 1) * (2 * n))
        }
        (s, c) = (y * (1 + s), 1 + c)
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
        var sum = 1.0
        for n in stride(from: 18.0, through: 1, by: -1) { sum = 1 + sum * y / n }
        return sum * Double(sign: .plus, exponent: Int(whole), significand: 1)
    }

    /// The natural logarithm of a positive number: 2 artanh((m - 1) / (m + 1)) and the exponent.
    package static func log(_ x: Double) -> Double {
        guard x > 0 else { return -.infinity }
        var (m, e) = (x.significand, Double(x.exponent))
        if m > 1.414_213_562_373_095 {
            m /= 2
            e += 1
        }
        let t = (m - 1) / (m + 1)
        let square = t * t
        var sum = 0.0
        for n in stride(from: 25.0, through: 1, by: -2) { sum = 1 / n + square * sum }
        return 2 * t * sum + e * 0.693_147_180_559_945_3
    }
}
