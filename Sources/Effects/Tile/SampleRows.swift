// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// Rows of a format's samples to nominal floats and back.
struct SampleRows {
    let luma: CodeScale
    /// Of Cb and Cr; of R'G'B', that of all.
    let chroma: CodeScale
    let storage: SampleStorage
    private let sampleBytes: Int
    private let kernels: any KernelSet.Type

    /// `storage` nil: as the format has them.
    init(
        _ layout: PixelLayout, luma: CodeScale, chroma: CodeScale, storage: SampleStorage? = nil,
        kernels: any KernelSet.Type
    ) {
        (self.luma, self.chroma, self.kernels) = (luma, chroma, kernels)
        self.storage = storage ?? layout.storage
        sampleBytes = layout.sampleBytes
    }

    init(_ layout: PixelLayout, _ colorimetry: Colorimetry, kernels: any KernelSet.Type) {
        let maximum = layout.maximum
        let luma = CodeScale(offset: colorimetry.lumaOffset, range: colorimetry.lumaScale, maximum: maximum)
        let chroma = CodeScale(offset: colorimetry.chromaOffset, range: colorimetry.chromaScale, maximum: maximum)
        self.init(layout, luma: luma, chroma: layout.model == .rgb ? luma : chroma, kernels: kernels)
    }

    func unpack(_ to: Floats, _ from: UnsafeMutableRawPointer, _ count: Int, _ scale: CodeScale) {
        if sampleBytes == 1 {
            kernels.unpackRow8(to, from.assumingMemoryBound(to: UInt8.self), count: count, scale: scale)
        } else {
            kernels.unpackRow16(
                to, from.assumingMemoryBound(to: UInt16.self), count: count, scale: scale, storage: storage)
        }
    }

    func pack(_ to: UnsafeMutableRawPointer, _ from: Floats, _ count: Int, _ scale: CodeScale) {
        if sampleBytes == 1 {
            kernels.packRow8(to.assumingMemoryBound(to: UInt8.self), from, count: count, scale: scale)
        } else {
            kernels.packRow16(
                to.assumingMemoryBound(to: UInt16.self), from, count: count, scale: scale, storage: storage)
        }
    }
}
