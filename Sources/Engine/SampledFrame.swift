// SPDX-License-Identifier: MIT
public import PixelCore

/// A copy of a frame for programs that sample it.
public final class SampledFrame {
    private let memory: Scratch
    private let width: Int
    /// As tiles take it.
    let image: SampledImage

    /// Of pixels of four bytes, where it is given what those mean; else of four floats, the colours times alpha and alpha.
    init(width: Int, height: Int, bytes: PackedScale?) throws(OutOfMemory) {
        let stride = bytes == nil ? MemoryLayout<SampledImage.Pixel>.stride : 4
        memory = try Scratch(byteCount: stride * width * height, zeroed: false)
        self.width = width
        image = SampledImage(memory.base, bytes: bytes, width: width, height: height)
    }

    /// What the bytes of pixels mean; nil: pixels are of floats.
    public var bytes: PackedScale? { image.bytes }

    /// Where a pixel of bytes is, before others of its row.
    public func pixels(row: Int, column: Int) -> UnsafeMutablePointer<UInt8> {
        (memory.base + 4 * (row * width + column)).assumingMemoryBound(to: UInt8.self)
    }

    /// Takes the components of pixels of a row, from a column on, as floats. Without alpha they are opaque.
    public func store(_ rows: ComponentRows, row: Int, column: Int, count: Int) {
        let to = memory.base.assumingMemoryBound(to: SampledImage.Pixel.self) + (row * width + column)
        let c = rows.colors
        guard let alpha = rows.alpha else {
            for i in 0..<count { to[i] = SampledImage.Pixel(c.c0[i], c.c1[i], c.c2[i], 1) }
            return
        }
        for i in 0..<count { to[i] = SampledImage.Pixel(c.c0[i], c.c1[i], c.c2[i], 1) * alpha[i] }
    }
}
