// SPDX-License-Identifier: MIT
public import PixelCore

/// Kernels on rows of floats.
public protocol TileKernels {
    /// Maps `count` pixels.
    static func matrixRows(_ to: TileRows, _ from: TileRows, count: Int, matrix: TileMatrix)

    /// Takes a linear combination of three components of `count` pixels.
    static func weightedSumRow(_ to: Floats, _ from: TileRows, count: Int, weights: TileMatrix.Row)

    /// Scales `count` pixels of R'G'B' in place, so that their luma goes from `old` to `new` as far as white allows.
    static func rescaleRows(_ rows: TileRows, count: Int, old: ConstFloats, new: ConstFloats)

    /// Scales `count` values in place.
    static func gainRow(_ row: Floats, count: Int, gain: Float)

    /// Repeats each of `count` chroma samples.
    static func upsampleBlock(_ to: Floats, _ from: ConstFloats, count: Int)

    /// Takes `count` means of two neighbours.
    static func downsampleBlock(_ to: Floats, _ from: ConstFloats, count: Int)

    /// Takes `count` means of two rows; the result may replace either.
    static func meanRow(_ to: Floats, _ first: ConstFloats, _ second: ConstFloats, count: Int)
}
