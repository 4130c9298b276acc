// SPDX-License-Identifier: MIT
internal import PixelCore

extension Draft {
    /// What it costs a pixel, about, where reading a byte, multiplying it and writing it is 1.
    ///
    /// Measured at x86-64-v3 on rows of 1920 floats that stay in the first-level cache.
    var cost: Double { Double(planes) * costOfPlane + (flags.isDisjoint(with: [.readsPixels, .writesPixels]) ? 0 : 4) }

    private var costOfPlane: Double {
        switch opcode {
        case .unpack, .unpackOther: 1.5
        case .pack, .packOther: 2.5
        case .columns, .multiply: 1.7
        case .linear: 1.5 + 0.5 * Double(operandCount)
        case .matrix: 1.9
        case .taps: 0.7 * Double(operandCount)
        case .product, .product1, .product2, .minimum, .maximum, .absolute, .floor: 3
        case .mix, .less, .divide, .smooth: 4
        case .squareRoot: 5
        case .gradient: 7
        case .sine, .cosine, .exponential2: 14
        case .logarithm2, .arctangent: 24
        case .power: 55
        case .sample: 6
        case .lookUp: 9
        case .lookUpColor: 11
        case .law: 6
        }
    }
}
