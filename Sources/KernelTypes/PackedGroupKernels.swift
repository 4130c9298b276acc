// SPDX-License-Identifier: MIT
public import PixelCore

/// Kernels between pixels of four bytes and groups of sixteen rows.
public protocol PackedGroupKernels {
    /// Takes the codes of the three components of `count` pixels of four bytes in each of 16 rows, less their offsets.
    static func packedToGroup(_ to: TileRows, _ rows: UnsafePointer<ConstBytes>, count: Int, scale: PackedScale)

    /// Stores codes of `count` pixels of four bytes in each of 16 rows, which may be the same one; other bits stay.
    static func groupToPacked(
        _ rows: UnsafePointer<Bytes>, _ from: TileRows, count: Int, matrix: TileMatrix, scale: PackedScale)
}
