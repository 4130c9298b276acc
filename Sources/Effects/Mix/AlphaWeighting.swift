// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// Rows of pixels with straight alpha on their way to another size: samples of 16 bits, weighted by alpha.
struct AlphaWeighting {
    /// How weighted pixels lie.
    static let layout = PixelFormat.argb64.layout

    /// Whether alpha is the first of the four samples.
    let isFirst: Bool
    let isBytes: Bool
    private let hasChroma: Bool
    // Where things are in scratch memory.
    private let other: Int
    private let result: Int
    private let sums: Int
    /// Bytes of scratch memory.
    let byteCount: Int

    /// For rows of so many pixels, before and after; nil where the format has no alpha.
    init?(_ format: PixelFormat, from: Int, to: Int) {
        guard let offset = format.alphaOffset else { return nil }
        (isFirst, isBytes) = (offset == 0, format.layout.sampleBytes == 1)
        hasChroma = format.layout.model == .ycbcr
        let row = Stretch.aligned(8 * from)
        (other, result) = (row, 2 * row)
        sums = 2 * row + Stretch.aligned(8 * to)
        byteCount = sums + 2 * row
    }

    /// Whether a row has pixels that are not opaque. Those of 16 bits count as such.
    func isSeenThrough(_ row: UnsafeMutableRawPointer, _ count: Int, _ kernels: any KernelSet.Type) -> Bool {
        !isBytes || !kernels.isOpaqueRow8(row.assumingMemoryBound(to: UInt8.self), count: count, alphaFirst: isFirst)
    }

    /// Where the stretched row is.
    func made(_ memory: UnsafeMutableRawPointer) -> Samples { (memory + result).assumingMemoryBound(to: UInt16.self) }

    /// Two rows, of which the second has a weight of 32768.
    func mix(
        _ first: UnsafeMutableRawPointer, _ second: UnsafeMutableRawPointer, _ weight: Int, _ count: Int,
        _ memory: UnsafeMutableRawPointer, _ kernels: any KernelSet.Type
    ) -> Samples {
        let a = memory.assumingMemoryBound(to: UInt16.self)
        self.weight(a, first, count, kernels)
        guard weight > 0, first != second else { return a }
        let b = (memory + other).assumingMemoryBound(to: UInt16.self)
        self.weight(b, second, count, kernels)
        kernels.mixRow16(
            a, a, b, count: 4 * count, weight: Int16(truncatingIfNeeded: weight), storage: Self.layout.storage)
        return a
    }

    /// The mean of rows that one covers.
    func mean(
        _ area: Stretch.Area, _ rows: (Int) -> UnsafeMutableRawPointer, _ count: Int, _ memory: UnsafeMutableRawPointer,
        _ kernels: any KernelSet.Type
    ) -> Samples {
        let row = memory.assumingMemoryBound(to: UInt16.self)
        let sums = (memory + sums).assumingMemoryBound(to: UInt32.self)
        for sample in area.samples {
            weight(row, rows(sample), count, kernels)
            kernels.addRow16(
                sums, row, count: 4 * count, weight: UInt32(area.weight(sample)),
                begins: sample == area.samples.lowerBound, storage: Self.layout.storage)
        }
        kernels.storeSums16(row, sums, count: 4 * count, storage: Self.layout.storage)
        return row
    }

    private func weight(_ to: Samples, _ from: UnsafeMutableRawPointer, _ count: Int, _ kernels: any KernelSet.Type) {
        if isBytes {
            kernels.premultiplyRow8(
                to, from.assumingMemoryBound(to: UInt8.self), count: count, alphaFirst: isFirst)
        } else {
            kernels.premultiplyRow16(to, from.assumingMemoryBound(to: UInt16.self), count: count)
        }
    }

    /// Pixels as they were. Colours where alpha is 0 are lost: they become black.
    func unweight(_ to: UnsafeMutableRawPointer, _ from: Samples, _ count: Int, _ kernels: any KernelSet.Type) {
        if isBytes {
            kernels.unpremultiplyRow8(
                to.assumingMemoryBound(to: UInt8.self), from, count: count, alphaFirst: isFirst)
        } else {
            kernels.unpremultiplyRow16(to.assumingMemoryBound(to: UInt16.self), from, count: count)
        }
        guard hasChroma else { return }
        // Chroma of 0 is green. It comes after alpha and luma.
        if isBytes {
            Self.replaceZeros(to.assumingMemoryBound(to: UInt32.self), by: 0x8080_0000, count)
        } else {
            Self.replaceZeros(to.assumingMemoryBound(to: UInt64.self), by: 0x8000_8000_0000_0000, count)
        }
    }

    private static func replaceZeros<Pixel: FixedWidthInteger>(
        _ row: UnsafeMutablePointer<Pixel>, by other: Pixel, _ count: Int
    ) {
        for i in 0..<count { row[i] = row[i] == 0 ? other : row[i] }
    }
}
