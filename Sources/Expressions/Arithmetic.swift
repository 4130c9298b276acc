// SPDX-License-Identifier: MIT
internal import PixelCore

extension Operation {
    /// The value of an arithmetic operation; NaN for any other.
    ///
    /// This is what every other reading of a law is compared with. Arguments that the operation does not have are ignored.
    public func value(_ a: Double, _ b: Double = 0, _ c: Double = 0, _ d: Double = 0) -> Double {
        switch self {
        case .constant, .uniform, .x, .y, .input, .tap, .sample, .mean, .window, .lookUp, .lookUpColor, .law: .nan
        case .add: a + b
        case .subtract: a - b
        case .multiply: a * b
        case .divide: b == 0 ? 0 : a / b
        case .minimum: a < b ? a : b
        case .maximum: a > b ? a : b
        case .squareRoot: a > 0 ? a.squareRoot() : 0
        case .absolute: a.magnitude
        case .floor: a.rounded(.down)
        case .sine: Elementary.sinCos(a).sin
        case .cosine: Elementary.sinCos(a).cos
        case .exponential2: Elementary.exp2(limited(a, -126, 126))
        case .logarithm2: Elementary.log2(limited(a, 0x1p-126, .infinity))
        case .power: a > 0 ? Elementary.pow(a, b) : 0
        case .arctangent: Elementary.atan2(a, b)
        case .smooth: smoothed(limited(a, 0, 1))
        case .clamp: limited(a, 0, 1)
        case .less: a < b ? c : d
        case .mix: a + (b - a) * c
        }
    }

    private func smoothed(_ t: Double) -> Double { t * t * (3 - 2 * t) }

    /// `low` where `a` is not a number.
    private func limited(_ a: Double, _ low: Double, _ high: Double) -> Double {
        let raised = a > low ? a : low
        return raised < high ? raised : high
    }
}
