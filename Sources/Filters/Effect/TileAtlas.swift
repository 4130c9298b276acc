// SPDX-License-Identifier: MIT
internal import Effects
internal import PixelCore

/// An image of tiles, row by row, all of one size.
final class TileAtlas: Sendable {
    /// The most pixels along a tile; larger ones are reduced to it.
    static let maximumSide = 128

    /// Red, green and blue from 0 to 1, over black where the image has alpha.
    private let pixels: [SIMD4<Float>]
    private let width: Int
    private let height: Int

    /// Throws where a file is no image.
    init(_ content: FileContent) throws {
        guard case .image(let image, let width, let height) = content else {
            throw EffectError("The file is no PNG or JPEG image.")
        }
        (self.width, self.height) = (width, height)
        pixels = image.map { pixel in
            SIMD4(Float(pixel.y), Float(pixel.z), Float(pixel.w), 0) * (Float(pixel.x) / 65535 / 65535)
        }
    }

    /// Pixels along a tile, across and down, where there are so many in a row and as many rows.
    func side(columns: Int) -> (Int, Int) {
        func side(_ count: Int) -> Int { min(max(1, count / columns), Self.maximumSide) }
        return (side(width), side(height))
    }

    /// Entries along each axis of the table of so many tiles: those of pixels are among them where tiles are square.
    func tableSize(columns: Int, tiles: Int) -> Int {
        let (across, down) = side(columns: columns)
        let least = max(2, tiles, across, down)
        let steps = max(across, down) - 1
        guard steps > 0 else { return least }
        return min((least - 1 + steps - 1) / steps * steps + 1, LookUpTable.maximumCubeSize)
    }

    /// The colours of tiles by column, row and tile: from the middle of the first pixel of a tile to that of the last.
    func table(columns: Int, tiles: Int) throws(OutOfMemory) -> LookUpTable {
        let size = tableSize(columns: columns, tiles: tiles)
        let (across, down) = side(columns: columns)
        return try LookUpTable(cube: size) { entries in
            // What is beyond the last tile is never read.
            for tile in 0..<min(tiles, columns * columns) {
                for y in 0..<size {
                    let row = Double(y) / Double(size - 1) * Double(down - 1)
                    for x in 0..<size {
                        let column = Double(x) / Double(size - 1) * Double(across - 1)
                        entries[(tile * size + y) * size + x] = color(tile, columns, column, row, (across, down))
                    }
                }
            }
        }
    }

    /// Between pixels of a tile.
    private func color(
        _ tile: Int, _ columns: Int, _ x: Double, _ y: Double, _ side: (Int, Int)
    ) -> SIMD4<Float> {
        let (left, top) = (Int(x), Int(y))
        let (right, lower) = (min(left + 1, side.0 - 1), min(top + 1, side.1 - 1))
        func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
            mean(
                Self.covered(tile % columns, columns, x, side.0, width),
                Self.covered(tile / columns, columns, y, side.1, height))
        }
        func between(_ y: Int) -> SIMD4<Float> {
            let part = Float(x - Double(left))
            return pixel(left, y) * (1 - part) + pixel(right, y) * part
        }
        let part = Float(y - Double(top))
        return between(top) * (1 - part) + between(lower) * part
    }

    /// The columns or rows of the image that make one of a tile.
    private static func covered(_ tile: Int, _ tiles: Int, _ index: Int, _ side: Int, _ count: Int) -> Range<Int> {
        let (first, own) = (tile * count / tiles, max(1, count / tiles))
        let (start, end) = (first + index * own / side, first + (index + 1) * own / side)
        return min(start, count - 1)..<min(max(end, start + 1), count)
    }

    private func mean(_ columns: Range<Int>, _ rows: Range<Int>) -> SIMD4<Float> {
        var sum = SIMD4<Float>.zero
        for y in rows { for x in columns { sum += pixels[y * width + x] } }
        return sum / Float(columns.count * rows.count)
    }
}
