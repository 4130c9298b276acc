// SPDX-License-Identifier: MIT
#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// What is made of the pixels around one.
public enum Window: Hashable, Sendable {
    /// The mean, weighted by a Gaussian in rows and then in columns; its size is the standard deviation in pixels.
    case gaussian

    /// The weight of the middle pixel, and those of each further one to both sides; beyond them there is none.
    ///
    /// Of a Gaussian: the size is rounded to a whole number, at most `maximumSize`. A weight that is less than 1/256 counts no more,
    /// and there is an even number of them to each side. The sum is 1. Source: GPUImageGaussianBlurFilter of GPUImage 0.1.7.
    public func weights(size: Double) -> [Double] {
        let sigma = Swift.min(size.rounded(), Self.maximumSize)
        guard sigma >= 1 else { return [1] }
        let variance = sigma * sigma
        var reach = Int((-2 * variance * log((2 * .pi * variance).squareRoot() / 256)).squareRoot())
        reach += reach & 1
        let weights = (0...reach).map { exp(-Double($0 * $0) / (2 * variance)) }
        let sum = 2 * weights.reduce(0, +) - weights[0]
        return weights.map { $0 / sum }
    }

    /// The largest size.
    public static let maximumSize = 40.0
}
