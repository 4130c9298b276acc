// SPDX-License-Identifier: MIT
public import PixelCore

/// How chroma follows luma that was mapped: see `scaleChromaRows8`.
///
/// Sums are of `2 columns` luma codes.
public struct ChromaLaw: Sendable {
    /// Luma columns that a chroma sample covers: 1 or 2. It covers two rows, which may be the same one.
    public let columns: Int
    /// What the sum of codes is where all are black: a whole number.
    public let black: Float
    /// 1 / (how much more it is where all are white).
    public let perWhite: Float
    /// What a code of Cb and Cr adds to red, green and blue, in parts of white.
    public let redFromCr: Float
    public let greenFromCb: Float
    public let greenFromCr: Float
    public let blueFromCb: Float
    /// The code of no colour, and 0.5 more.
    public let offset: Float
    public let roundingOffset: Float
    /// The largest code, and 0.5 more: the most that is cut.
    public let maximum: UInt32
    public let limit: Float

    /// The law for codes of `colorimetry`, whose black and white are codes, up to `maximum`.
    public init(_ colorimetry: Colorimetry, maximum: Int, columns: Int) {
        let c = colorimetry
        let samples = Double(2 * columns)
        self.columns = columns
        (black, perWhite) = (Float(samples * c.lumaOffset), Float(1 / (samples * c.lumaScale)))
        // ITU-R BT.601-7, 2.5.2: R' - Y' = 2 (1 - kr) Cr, B' - Y' = 2 (1 - kb) Cb, and kr R' + kg G' + kb B' = Y'.
        redFromCr = Float(2 * (1 - c.kr) / c.chromaScale)
        blueFromCb = Float(2 * (1 - c.kb) / c.chromaScale)
        greenFromCb = Float(-2 * (1 - c.kb) * c.kb / c.kg / c.chromaScale)
        greenFromCr = Float(-2 * (1 - c.kr) * c.kr / c.kg / c.chromaScale)
        (offset, roundingOffset) = (Float(c.chromaOffset), Float(c.chromaOffset + 0.5))
        (self.maximum, limit) = (UInt32(maximum), Float(maximum) + 0.5)
    }
}

/// Kernels on chroma of luma that was mapped, in place. They see two luma rows, which may be the same, before and after.
public protocol ChromaKernels {
    /// Scales `count` chroma bytes by how much brighter the luma under them became.
    static func scaleChromaRows8(
        _ cb: Bytes, _ cr: Bytes, old: (ConstBytes, ConstBytes), new: (ConstBytes, ConstBytes), count: Int,
        law: ChromaLaw)

    /// Scales `count` chroma samples by how much brighter the luma under them became.
    static func scaleChromaRows16(
        _ cb: Samples, _ cr: Samples, old: (ConstSamples, ConstSamples), new: (ConstSamples, ConstSamples),
        count: Int, law: ChromaLaw, storage: SampleStorage)
}
