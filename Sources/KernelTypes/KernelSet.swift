// SPDX-License-Identifier: MIT
/// The row kernels, built once for each instruction-set level.
///
/// A row kernel writes its results and touches nothing else, and reads only what it needs for them. Source
/// and destination are the same row or do not overlap. Rows need no alignment beyond their type's.
/// Laws, with formulas, rounding and sources, are in PixelReference under the same names; every level gives
/// the same bits.
public protocol KernelSet:
    ByteKernels, MixKernels, BlendKernels, StretchKernels, HistogramKernels, TableKernels,
    ChromaKernels, YCbCrKernels, DepthKernels, DepthFilterKernels, TilePackKernels, TileKernels,
    PairKernels, RowGroupKernels, PackedGroupKernels, ByteGroupKernels, SweepKernels, SeedKernels, WindowKernels,
    CodeWindowKernels, FoldKernels, MedianKernels, SpreadKernels, OrientKernels, AlphaKernels,
    NumberKernels
{
    /// The tile machine of the same level.
    static var machine: any MachineKernels.Type { get }
}
