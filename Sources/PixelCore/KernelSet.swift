// SPDX-License-Identifier: MIT
public typealias Bytes = UnsafeMutablePointer<UInt8>
public typealias ConstBytes = UnsafePointer<UInt8>
public typealias Samples = UnsafeMutablePointer<UInt16>
public typealias ConstSamples = UnsafePointer<UInt16>
public typealias Floats = UnsafeMutablePointer<Float>
public typealias ConstFloats = UnsafePointer<Float>

/// The row kernels, built once for each instruction-set level.
///
/// A row kernel writes its results and touches nothing else, and reads only what it needs for them. Source
/// and destination are the same row or do not overlap. Rows need no alignment beyond their type's.
/// Laws, with formulas, rounding and sources, are in PixelReference under the same names; every level gives
/// the same bits.
public protocol KernelSet: WindowKernels, SquareKernels, SpreadKernels, OrientKernels, PairKernels {
    /// The tile machine of the same level.
    static var machine: any MachineKernels.Type { get }

    // MARK: Bytes, whatever they mean

    /// Keeps and sets bits of `count` bytes, by byte position.
    static func selectRow8(_ to: Bytes, _ from: ConstBytes, count: Int, pattern: SelectPattern)

    /// Scales and shifts `count` bytes, by byte position.
    static func affineRow8(_ to: Bytes, _ from: ConstBytes, count: Int, pattern: AffinePattern)

    /// Separates `count` pairs of bytes.
    static func split2x8(_ first: Bytes, _ second: Bytes, from: ConstBytes, count: Int)

    /// Interleaves `count` pairs of bytes.
    static func merge2x8(_ to: Bytes, _ first: ConstBytes, _ second: ConstBytes, count: Int)

    /// Separates `count` pairs of samples.
    static func split2x16(_ first: Samples, _ second: Samples, from: ConstSamples, count: Int)

    /// Interleaves `count` pairs of samples.
    static func merge2x16(_ to: Samples, _ first: ConstSamples, _ second: ConstSamples, count: Int)

    /// Separates `count` triples of bytes.
    static func split3x8(_ to: (Bytes, Bytes, Bytes), from: ConstBytes, count: Int)

    /// Interleaves `count` triples of bytes.
    static func merge3x8(_ to: Bytes, _ from: (ConstBytes, ConstBytes, ConstBytes), count: Int)

    // MARK: Mixes of two rows; the second's weight is 1...32767 of 32768. The result may replace either row.

    /// Mixes `count` bytes.
    static func mixRow8(_ to: Bytes, _ first: ConstBytes, _ second: ConstBytes, count: Int, weight: Int16)

    /// Mixes `count` two-byte samples.
    static func mixRow16(
        _ to: Samples, _ first: ConstSamples, _ second: ConstSamples, count: Int, weight: Int16,
        storage: SampleStorage)

    /// Mixes `count` pixels of four bytes, of which the first or the last is straight alpha.
    static func mixAlphaRow8(
        _ to: Bytes, _ first: ConstBytes, _ second: ConstBytes, count: Int, weight: Int16, alphaFirst: Bool)

    /// Mixes `count` pixels of four samples in the machine's byte order, of which the first is straight alpha.
    static func mixAlphaRow16(
        _ to: Samples, _ first: ConstSamples, _ second: ConstSamples, count: Int, weight: Int16)

    /// Interpolates between columns: `count` pixels of `components` bytes, which are `step` bytes apart.
    static func stretchRow8(
        _ to: Bytes, _ from: ConstBytes, count: Int, step: Int, components: Int, columns: StretchColumns)

    /// The same for two-byte samples.
    static func stretchRow16(
        _ to: Samples, _ from: ConstSamples, count: Int, step: Int, components: Int, columns: StretchColumns,
        storage: SampleStorage)

    // MARK: Histograms and tables

    /// Counts `count` bytes that are `step` (1...4) apart, in eight counts for each value.
    static func histogramRow8(_ counts: Counts, _ from: ConstBytes, step: Int, count: Int)

    /// Counts the pairs of `count` bytes that are `step` (1...4) apart, in two counts for each pair. A last byte without a
    /// neighbour is counted in `counts`, as `histogramRow8` does it.
    static func histogramPairsRow8(_ pairs: Counts, _ counts: Counts, _ from: ConstBytes, step: Int, count: Int)

    /// Adds the bytes of counted pairs to the first of eight counts for each value, and sets `pairs` to 0.
    static func foldPairs8(_ counts: Counts, _ pairs: Counts)

    /// Counts `count` two-byte samples, in `lanes` (2 or 4) counts for each code.
    static func histogramRow16(_ counts: Counts, _ from: ConstSamples, count: Int, run: SampleRun, lanes: Int)

    /// Replaces some or all of `count` bytes, by byte position. Tables and rows do not overlap.
    static func lookUpRow8(_ to: Bytes, _ from: ConstBytes, count: Int, pattern: LookUpPattern)

    /// Replaces `count` samples; `table` has an entry for each code. What lies between them is not written.
    static func lookUpRow16(_ to: Samples, _ from: ConstSamples, count: Int, run: SampleRun, table: ConstSamples)

    /// Replaces `count` bytes by a mix of the tables of the four tiles around them; `tables` has four bytes, upper left,
    /// upper right, lower left and lower right, for each value.
    static func interpolateTablesRow8(
        _ to: Bytes, _ from: ConstBytes, count: Int, tables: ConstBytes, rightParts: ConstFloats, lowerPart: Float)

    /// Replaces `count` samples by a mix of the tables of the four tiles around them.
    static func interpolateTablesRow16(
        _ to: Samples, _ from: ConstSamples, count: Int, run: SampleRun, tables: FourTables,
        rightParts: ConstFloats, lowerPart: Float)

    // MARK: Chroma of luma that was mapped, in place; two luma rows, which may be the same, before and after

    /// Scales `count` chroma bytes by how much brighter the luma under them became.
    static func scaleChromaRows8(
        _ cb: Bytes, _ cr: Bytes, old: (ConstBytes, ConstBytes), new: (ConstBytes, ConstBytes), count: Int,
        law: ChromaLaw)

    /// Scales `count` chroma samples by how much brighter the luma under them became.
    static func scaleChromaRows16(
        _ cb: Samples, _ cr: Samples, old: (ConstSamples, ConstSamples), new: (ConstSamples, ConstSamples),
        count: Int, law: ChromaLaw, storage: SampleStorage)

    // MARK: Depth, in samples of the machine's byte order

    /// Makes samples of `count` bytes.
    static func widenRow8(_ to: Samples, _ from: ConstBytes, count: Int)

    /// Brings `count` samples to the other byte order.
    static func swapRow16(_ to: Samples, _ from: ConstSamples, count: Int)

    /// Makes bytes of `count` depths.
    static func depthRow8(_ to: Bytes, _ from: ConstSamples, count: Int, scale: DepthScale)

    /// Makes codes of two bytes of `count` depths.
    static func depthRow16(_ to: Samples, _ from: ConstSamples, count: Int, scale: DepthScale)

    /// Finds the least and the greatest of `count` depths that are not `invalid`.
    static func depthExtrema(_ from: ConstSamples, count: Int, invalid: UInt16) -> DepthExtrema

    /// Counts `count` samples that are `step` apart, in one count for each value.
    static func countRow16(_ counts: Counts, _ from: ConstSamples, step: Int, count: Int)

    /// Takes `count` bytes of a table with an entry for each sample that comes.
    static func lookUpRow16to8(_ to: Bytes, _ from: ConstSamples, count: Int, table: ConstBytes)

    /// Takes `count` pixels of four bytes of a table with an entry for each sample that comes.
    static func lookUpRow16to32(_ to: Bytes, _ from: ConstSamples, count: Int, table: ConstCounts)

    /// Makes `count` pixels of four bytes, each byte the same or partly constant.
    static func spreadRow8(_ to: Bytes, _ from: ConstBytes, count: Int, mask: UInt32, others: UInt32)

    /// Takes means of two columns of two rows, `width` columns each. The rows may be the same.
    static func meanPairs8(_ to: Bytes, _ first: ConstBytes, _ second: ConstBytes, width: Int)

    // MARK: Depth clean-up, in place

    /// Makes `count` depths of blocks of `factor` (2...8) columns in `rows` rows, `stride` samples apart, of `width`.
    static func decimateRow16(
        _ to: Samples, _ from: ConstSamples, stride: Int, rows: Int, width: Int, factor: Int, count: Int,
        invalid: UInt16)

    /// Keeps those of `count` depths that are within `low`...`high`.
    static func thresholdRow16(_ row: Samples, count: Int, low: UInt16, high: UInt16, invalid: UInt16)

    /// Smooths `count` depths of each of some rows, `stride` samples apart, from left to right and back; fills holes from
    /// one side up to `holes` - 1 wide. `scratch` has 64 samples for each column, which are lost.
    static func smoothRows16(
        _ to: Samples, stride: Int, rows: Int, count: Int, smoothing: DepthSmoothing, holes: Int, scratch: Samples)

    /// Smooths `count` depths by those of the row before.
    static func smoothColumns16(_ row: Samples, _ previous: ConstSamples, count: Int, smoothing: DepthSmoothing)

    /// Smooths `count` depths by those that were last; takes what is missing from them.
    static func steadyRow16(
        _ row: Samples, last: Samples, history: Bytes, count: Int, smoothing: DepthSmoothing,
        persistence: DepthPersistence)

    /// Fills what is missing of `count` depths from the left.
    static func fillRow16(_ row: Samples, count: Int, invalid: UInt16)

    /// Fills what is missing of `count` depths from five of their neighbours: the farthest or the nearest.
    static func fillRow16(
        _ row: Samples, above: ConstSamples, below: ConstSamples, count: Int, farthest: Bool, invalid: UInt16)

    // MARK: 8-bit Y'CbCr

    /// Maps two luma rows, `width` columns each, and their chroma at half width. The luma rows may be the same.
    static func ycbcrAffineRows420(_ to: YCbCrRows, _ from: YCbCrRows, width: Int, map: YCbCrAffine8)

    /// Maps one luma row of `width` columns and its chroma at half width.
    static func ycbcrAffineRow422(_ to: YCbCrRows, _ from: YCbCrRows, width: Int, map: YCbCrAffine8)

    /// Maps one luma row of `width` columns and its chroma at full width.
    static func ycbcrAffineRow444(_ to: YCbCrRows, _ from: YCbCrRows, width: Int, map: YCbCrAffine8)

    /// Maps `pairs` pairs of pixels of packed 4:2:2, luma and chroma bytes in turn, Cb before Cr.
    static func ycbcrAffinePacked422(
        _ to: Bytes, _ from: ConstBytes, pairs: Int, map: YCbCrAffine8, lumaFirst: Bool)

    // MARK: Tiles: frame memory to nominal floats and back

    /// Takes the three components of `count` pixels of four bytes.
    static func unpackPacked(_ to: TileRows, _ from: ConstBytes, count: Int, scale: PackedScale)

    /// Stores the three components of `count` pixels of four bytes; their other bits come from `others`.
    static func packPacked(_ to: Bytes, others: ConstBytes, _ from: TileRows, count: Int, scale: PackedScale)

    /// Takes `count` bytes.
    static func unpackRow8(_ to: Floats, _ from: ConstBytes, count: Int, scale: CodeScale)

    /// Stores `count` bytes.
    static func packRow8(_ to: Bytes, _ from: ConstFloats, count: Int, scale: CodeScale)

    /// Takes `count` two-byte samples.
    static func unpackRow16(_ to: Floats, _ from: ConstSamples, count: Int, scale: CodeScale, storage: SampleStorage)

    /// Stores `count` two-byte samples.
    static func packRow16(_ to: Samples, _ from: ConstFloats, count: Int, scale: CodeScale, storage: SampleStorage)

    // MARK: Tiles: effects and colour

    /// Maps `count` pixels.
    static func matrixRows(_ to: TileRows, _ from: TileRows, count: Int, matrix: TileMatrix)

    /// Takes a linear combination of three components of `count` pixels.
    static func weightedSumRow(_ to: Floats, _ from: TileRows, count: Int, weights: TileMatrix.Row)

    /// Scales `count` pixels of R'G'B' in place, so that their luma goes from `old` to `new` as far as white allows.
    static func rescaleRows(_ rows: TileRows, count: Int, old: ConstFloats, new: ConstFloats)

    /// Scales `count` values in place.
    static func gainRow(_ row: Floats, count: Int, gain: Float)

    // MARK: Bands of sixteen rows

    /// Puts 16 rows of `count` values, `stride` apart, side by side.
    static func rowsToBand(_ band: Floats, _ rows: ConstFloats, stride: Int, count: Int)

    /// Takes 16 rows of `count` values apart.
    static func bandToRows(_ rows: Floats, _ band: ConstFloats, stride: Int, count: Int)

    /// Takes the codes of the three components of `count` pixels of four bytes in each of 16 rows, less their offsets.
    static func packedToBand(_ to: TileRows, _ rows: UnsafePointer<ConstBytes>, count: Int, scale: PackedScale)

    /// Stores codes of `count` pixels of four bytes in each of 16 rows, which may be the same one; other bits stay.
    static func bandToPacked(
        _ rows: UnsafePointer<Bytes>, _ from: TileRows, count: Int, matrix: TileMatrix, scale: PackedScale)

    /// Takes bands of three components to one of the composite signal, and chroma besides, in place.
    static func encodeBand(_ y: Floats, _ i: Floats, _ q: Floats, count: Int, sweep: EncodeSweep)

    /// Takes a band of the composite signal, in `y`, to luma and chroma.
    static func decodeBand(_ y: Floats, _ i: Floats, _ q: Floats, count: Int, sweep: DecodeSweep)

    /// Takes bands of luma and chroma through a recorder, in place.
    static func tapeBand(_ y: Floats, _ i: Floats, _ q: Floats, count: Int, sweep: TapeSweep)

    /// Takes means of four columns, of which the second is the one at hand.
    static func boxBand(_ to: Floats, _ from: ConstFloats, count: Int, before: Float)

    /// Takes weighted sums of each row, the one above and the one below. `above` has the row above the band, and gets the
    /// band's own last one.
    static func combBand(
        _ to: Floats, _ from: ConstFloats, count: Int, weights: (Float, Float, Float), above: Floats)

    /// Turns chroma by an angle for each row, in place.
    static func rotateBand(_ i: Floats, _ q: Floats, count: Int, cosines: ConstFloats, sines: ConstFloats)

    /// Moves each row along by its own part of columns.
    static func shiftBand(_ to: Floats, _ from: ConstFloats, count: Int, shifts: ConstFloats, extends: Bool)

    /// Makes gradients of `cells` lattice cells for each of 16 rows: from a first cell, a seed and a factor of its own.
    static func gradientBand(
        _ to: Floats, cells: Int, first: UnsafePointer<UInt32>, seeds: UnsafePointer<UInt32>, gains: ConstFloats)

    /// Computes what gradients count for at each column of a period.
    static func noiseWeights(_ to: Floats, starts: ConstFloats, period: Int)

    /// Adds an octave of noise to each row, of any frequency.
    static func noiseBand(_ band: Floats, count: Int, noise: BandNoise)

    /// Multiplies each row by a factor; in place, too.
    static func scaleBandRows(_ to: Floats, _ from: ConstFloats, count: Int, factors: ConstFloats)

    // MARK: Tiles: chroma resampling

    /// Repeats each of `count` chroma samples.
    static func upsampleBlock(_ to: Floats, _ from: ConstFloats, count: Int)

    /// Takes `count` means of two neighbours.
    static func downsampleBlock(_ to: Floats, _ from: ConstFloats, count: Int)

    /// Takes `count` means of two rows; the result may replace either.
    static func meanRow(_ to: Floats, _ first: ConstFloats, _ second: ConstFloats, count: Int)
}
