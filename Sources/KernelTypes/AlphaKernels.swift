// SPDX-License-Identifier: MIT
public import PixelCore

/// Kernels that weight colours by straight alpha, so that pixels can be averaged as they are seen, and take the weights away again.
/// Pixels have four samples, of which the first or the last is alpha. Rows do not overlap.
public protocol AlphaKernels {
    /// Weights pixels of four bytes: samples of 0...65025, of which alpha is 255 times as much.
    static func premultiplyRow8(_ to: Samples, _ from: ConstBytes, count: Int, alphaFirst: Bool)

    /// Takes the weights of `premultiplyRow8` away. Where alpha is 0, so are colours.
    static func unpremultiplyRow8(_ to: Bytes, _ from: ConstSamples, count: Int, alphaFirst: Bool)

    /// Weights pixels of 16-bit samples, of which the first is alpha.
    static func premultiplyRow16(_ to: Samples, _ from: ConstSamples, count: Int)

    /// Takes the weights of `premultiplyRow16` away. Where alpha is 0, so are colours.
    static func unpremultiplyRow16(_ to: Samples, _ from: ConstSamples, count: Int)
}
