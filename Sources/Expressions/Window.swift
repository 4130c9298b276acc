// SPDX-License-Identifier: MIT
internal import PixelCore

/// What is made of the pixels around one.
public enum Window: Hashable, CaseIterable, Sendable {
    /// The mean, weighted by a Gaussian in rows and then in columns; its size is the standard deviation in pixels, rounded to a whole
    /// number.
    case gaussian
    /// The mean of five points between pixels, weighted, in rows and then in columns; its size is how far apart those are that would be
    /// pixels at 1.
    case fivePoints
    /// The mean of a square; its size is how many pixels count to each side.
    case box
    /// The least of a square, for each component; its size is how many pixels count to each side, as that of those that follow.
    case minimum
    /// The greatest.
    case maximum
    /// The value in the middle, were all in order.
    case median
    /// The mean of that of four smaller squares whose colours vary least. They have the pixel in a corner: the first such of those to
    /// the upper left, upper right, lower right and lower left. Variances are those of components that are limited, and rounded to
    /// steps of `spreadScale`. Source: Kuwahara, as in GPUImage. Alpha stays.
    case kuwahara

    /// Whether it is a weighted sum, so that colours count by their alpha.
    public var isSum: Bool { self == .gaussian || self == .fivePoints || self == .box }

    /// How many pixels count to each side.
    public func reach(size: Double) -> Int {
        isSum ? weights(size: size).count - 1 : Int(Swift.max(0, Swift.min(size.rounded(), maximumSize)))
    }

    /// Of a sum, the weight of the middle pixel, and those of each further one to both sides; beyond them there is none.
    ///
    /// The size is at most `maximumSize`, and the sum of weights 1. Of a Gaussian, a weight that is less than 1/256 counts no more, and
    /// there is an even number of them to each side. Source: GPUImageGaussianBlurFilter of GPUImage 0.1.7. A point between two pixels is
    /// what lies between them linearly. Source: GPUImageFastBlurFilter of GPUImage 0.1.0.
    public func weights(size: Double) -> [Double] {
        if self == .fivePoints { return Self.weightsOfPoints(size: Swift.max(0, Swift.min(size, maximumSize))) }
        let size = Swift.min(size.rounded(), maximumSize)
        guard size >= 1 else { return [1] }
        if self == .box { return Array(repeating: 1 / (2 * size + 1), count: Int(size) + 1) }
        let variance = size * size
        var reach = Int((-2 * variance * Elementary.log((2 * .pi * variance).squareRoot() / 256)).squareRoot())
        reach += reach & 1
        let weights = (0...reach).map { Elementary.exp(-Double($0 * $0) / (2 * variance)) }
        let sum = 2 * weights.reduce(0, +) - weights[0]
        return weights.map { $0 / sum }
    }

    private static func weightsOfPoints(size: Double) -> [Double] {
        let points = [
            (0, 0.2270270270), (1.3846153846 * size, 0.3162162162), (-1.3846153846 * size, 0.3162162162),
            (3.2307692308 * size, 0.0702702703), (-3.2307692308 * size, 0.0702702703),
        ]
        let reach = Int((3.2307692308 * size).rounded(.up))
        return (0...reach).map { pixel in
            points.reduce(0) { $0 + $1.1 * Swift.max(0, 1 - ($1.0 - Double(pixel)).magnitude) }
        }
    }

    /// How many steps full scale has where the variances of squares are compared, so that equal ones are equal whatever computes them:
    /// the greatest multiple of 255, that codes of 8 bits are whole, times a power of 2 whose square, three times, is below 2^32.
    public static let spreadScale = 255 * 128

    /// The largest size.
    public var maximumSize: Double {
        switch self {
        case .gaussian: 40
        case .fivePoints: 10
        case .box: 100
        case .minimum, .maximum, .kuwahara: 16
        case .median: 3
        }
    }

    /// The most pixels that count to each side.
    public static let maximumReach = allCases.map { $0.reach(size: $0.maximumSize) }.max() ?? 0
}
