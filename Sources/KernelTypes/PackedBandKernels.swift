// SPDX-License-Identifier: MIT
public import PixelCore

/// Kernels between pixels of four bytes and bands of sixteen rows.
public protocol PackedBandKernels {
    /// Takes the codes of the three components of `count` pixels of four bytes in each of 16 rows, less their offsets.
    static func packedToBand(_ to: TileRows, _ rows: UnsafePointer<ConstBytes>, count: Int, scale: PackedScale)

    /// Stores codes of `count` pixels of four bytes in each of 16 rows, which may be the same one; other bits stay.
    static func bandToPacked(
        _ rows: UnsafePointer<Bytes>, _ from: TileRows, count: Int, matrix: TileMatrix, scale: PackedScale)
}
