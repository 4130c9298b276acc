// SPDX-License-Identifier: MIT
public import PixelCore

/// R'G'B' of part of a row whose even columns come first: column 2k is at k, column 2k + 1 at `half` + k.
///
/// So one vector of chroma serves two of pixels, and nothing is shuffled.
public struct PairRows {
    public let rows: TileRows
    public let half: Int

    public init(_ rows: TileRows, half: Int) { (self.rows, self.half) = (rows, half) }
}

/// How luma and the chroma of two columns stand for R'G'B', in nominal units.
public struct PairMatrix: Sendable {
    public let redFromCr: Float
    public let greenFromCb: Float
    public let greenFromCr: Float
    public let blueFromCb: Float
    /// Weights of R', G' and B' in luma.
    public let luma: TileMatrix.Row
    public let cb: TileMatrix.Row
    public let cr: TileMatrix.Row

    /// That of a colorimetry.
    public init(_ colorimetry: Colorimetry) {
        let (to, from) = (ColorMatrix.toRGB(colorimetry).tile, ColorMatrix.fromRGB(colorimetry).tile)
        (redFromCr, greenFromCb, greenFromCr, blueFromCb) = (to.r0.2, to.r1.1, to.r1.2, to.r2.1)
        (luma, cb, cr) = (from.r0, from.r1, from.r2)
    }
}

/// Kernels on pairs of columns that share chroma, between rows of the frame and floats. `count` is that of pairs.
public protocol PairKernels {
    /// Makes R'G'B' of luma bytes and nominal chroma.
    static func unpackPairs8(
        _ to: PairRows, _ luma: ConstBytes, cb: ConstFloats, cr: ConstFloats, count: Int, scale: CodeScale,
        matrix: PairMatrix)

    /// The same for two-byte samples.
    static func unpackPairs16(
        _ to: PairRows, _ luma: ConstSamples, cb: ConstFloats, cr: ConstFloats, count: Int, scale: CodeScale,
        storage: SampleStorage, matrix: PairMatrix)

    /// Limits R'G'B' to 0...1, makes luma bytes of it, and stores its sums over each pair or adds them to `sums`.
    static func packPairs8(
        _ luma: Bytes, _ from: PairRows, sums: TileRows, adds: Bool, count: Int, scale: CodeScale, matrix: PairMatrix)

    /// The same for two-byte samples.
    static func packPairs16(
        _ luma: Samples, _ from: PairRows, sums: TileRows, adds: Bool, count: Int, scale: CodeScale,
        storage: SampleStorage, matrix: PairMatrix)

    /// Makes nominal chroma of sums of R'G'B', of which `part` is the mean.
    static func chromaOfSums(
        _ cb: Floats, _ cr: Floats, _ sums: TileRows, part: Float, count: Int, matrix: PairMatrix)
}
