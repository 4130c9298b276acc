// SPDX-License-Identifier: MIT
public import PixelCore

/// A copy of a frame for programs that sample it.
public final class SampledFrame {
    private let memory: Scratch
    private let pixels: UnsafeMutablePointer<SampledImage.Pixel>
    private let width: Int
    /// As tiles take it.
    let image: SampledImage

    init(width: Int, height: Int) throws(OutOfMemory) {
        memory = try Scratch(byteCount: MemoryLayout<SampledImage.Pixel>.stride * width * height, zeroed: false)
        pixels = memory.base.assumingMemoryBound(to: SampledImage.Pixel.self)
        self.width = width
        image = SampledImage(pixels, width: width, height: height)
    }

    /// Takes the components of pixels of a row, from a column on.
    public func store(_ rows: TileRows, row: Int, column: Int, count: Int) {
        let to = pixels + (row * width + column)
        for i in 0..<count { to[i] = SampledImage.Pixel(rows.c0[i], rows.c1[i], rows.c2[i], 0) }
    }
}
