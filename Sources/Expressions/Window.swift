// SPDX-License-Identifier: MIT
#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// What is made of the pixels around one.
public enum Window: Hashable, CaseIterable, Sendable {
    /// The mean, weighted by a Gaussian in rows and then in columns; its size is the standard deviation in pixels, rounded to a whole
    /// number.
    case gaussian
    /// The mean of a square; its size is how many pixels count to each side.
    case box

    /// The weight of the middle pixel, and those of each further one to both sides; beyond them there is none.
    ///
    /// The size is at most `maximumSize`, and the sum of weights 1. Of a Gaussian, a weight that is less than 1/256 counts no more, and
    /// there is an even number of them to each side. Source: GPUImageGaussianBlurFilter of GPUImage 0.1.7.
    public func weights(size: Double) -> [Double] {
        let size = Swift.min(size.rounded(), maximumSize)
        guard size >= 1 else { return [1] }
        if self == .box { return Array(repeating: 1 / (2 * size + 1), count: Int(size) + 1) }
        let variance = size * size
        var reach = Int((-2 * variance * log((2 * .pi * variance).squareRoot() / 256)).squareRoot())
        reach += reach & 1
        let weights = (0...reach).map { exp(-Double($0 * $0) / (2 * variance)) }
        let sum = 2 * weights.reduce(0, +) - weights[0]
        return weights.map { $0 / sum }
    }

    /// The largest size.
    public var maximumSize: Double { self == .box ? 100 : 40 }

    /// The most weights that there are to each side, the middle's not among them.
    public static let maximumReach = allCases.map { $0.weights(size: $0.maximumSize).count - 1 }.max() ?? 0
}
