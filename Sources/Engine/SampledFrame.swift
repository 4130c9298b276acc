// SPDX-License-Identifier: MIT
internal import KernelTypes
public import PixelCore

/// A copy of a frame for programs that sample it, or the means of the cells of a grid.
public final class SampledFrame {
    private var memory: Scratch
    var width: Int { image.width }
    /// As tiles take it.
    private(set) var image: SampledImage
    private let isWeighted: Bool

    /// Of pixels of four bytes, where it is given what those mean; else of four floats, the colours, times alpha if they are weighted,
    /// and alpha.
    init(width: Int, height: Int, bytes: PackedScale?, isWeighted: Bool = true) throws(OutOfMemory) {
        self.isWeighted = isWeighted
        let stride = bytes == nil ? MemoryLayout<SampledImage.Pixel>.stride : 4
        memory = try Scratch(byteCount: stride * width * height, zeroed: false)
        image = SampledImage(memory.base, bytes: bytes, width: width, height: height)
    }

    /// Takes another size, of pixels of floats. What it holds is lost.
    public func resize(width: Int, height: Int) throws(OutOfMemory) {
        guard (width, height) != (image.width, image.height) else { return }
        memory = try Scratch(byteCount: MemoryLayout<SampledImage.Pixel>.stride * width * height, zeroed: false)
        image = SampledImage(memory.base, width: width, height: height)
    }

    /// Where the pixels of a row of floats begin.
    public func values(row: Int) -> UnsafeMutablePointer<SIMD4<Float>> {
        memory.values(as: SampledImage.Pixel.self) + row * width
    }

    /// What the bytes of pixels mean; nil: pixels are of floats.
    public var bytes: PackedScale? { image.bytes }

    /// Where a pixel of bytes is, before others of its row.
    public func pixels(row: Int, column: Int) -> UnsafeMutablePointer<UInt8> {
        memory.values(as: UInt8.self, from: 4 * (row * width + column))
    }

    /// Takes the components of pixels of a row, from a column on, as floats. Without alpha they are opaque.
    public func store(_ rows: ComponentRows, row: Int, column: Int, count: Int) {
        let to = values(row: row) + column
        let c = rows.colors
        guard let alpha = rows.alpha else {
            for i in 0..<count { to[i] = SampledImage.Pixel(c.c0[i], c.c1[i], c.c2[i], 1) }
            return
        }
        guard isWeighted else {
            for i in 0..<count { to[i] = SampledImage.Pixel(c.c0[i], c.c1[i], c.c2[i], alpha[i]) }
            return
        }
        for i in 0..<count { to[i] = SampledImage.Pixel(c.c0[i], c.c1[i], c.c2[i], 1) * alpha[i] }
    }
}
