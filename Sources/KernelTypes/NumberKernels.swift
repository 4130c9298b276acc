// SPDX-License-Identifier: MIT
public import PixelCore

/// Kernels that make one number of a row.
public protocol NumberKernels {
    /// The sum of `count` numbers.
    static func sumOfRow(_ row: ConstFloats, count: Int) -> Double

    /// The least of `count` numbers.
    static func leastOfRow(_ row: ConstFloats, count: Int) -> Float

    /// The greatest of `count` numbers.
    static func greatestOfRow(_ row: ConstFloats, count: Int) -> Float
}
