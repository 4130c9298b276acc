// SPDX-License-Identifier: MIT
public import Effects
internal import PixelCore

/// The colours of a file for a colour: a `.cube` file, or an image.
public final class ColorCube: Sendable {
    let table: LookUpTable

    private init(_ table: LookUpTable) { self.table = table }

    /// Reads a file. Throws where it is none, saying what is wrong and in which line.
    public convenience init(_ content: FileContent) throws {
        switch content {
        case .bytes(let bytes): self.init(try CubeText(bytes).table())
        case .image(let pixels, let width, let height): self.init(try Self.table(pixels, width, height))
        }
    }

    /// Two layouts have 512x512 pixels: the one in which colours beside each other differ less is meant.
    private static func table(
        _ pixels: UnsafeBufferPointer<SIMD4<UInt16>>, _ width: Int, _ height: Int
    ) throws -> LookUpTable {
        let level = (2...16).first { $0 * $0 * $0 == width }
        guard width == height, let level, level * level <= LookUpTable.maximumCubeSize else {
            throw EffectError(
                "The image has \(width)x\(height) pixels. Lookup images have 512x512, and Hald images 8x8, 27x27, 64x64 and so on to 4096x4096."
            )
        }
        let size = level * level
        let hald: (Int, Int, Int) -> Int = { r, g, b in r + size * (g + size * b) }
        guard size == 64 else { return try cube(size, pixels, hald) }
        // Eight rows of eight tiles, red to the right in each and green down.
        let tiles: (Int, Int, Int) -> Int = { r, g, b in (64 * (b / 8) + g) * 512 + 64 * (b % 8) + r }
        let isHald = roughness(pixels, hald) <= roughness(pixels, tiles)
        return try cube(size, pixels, isHald ? hald : tiles)
    }

    private static func cube(
        _ size: Int, _ pixels: UnsafeBufferPointer<SIMD4<UInt16>>, _ position: (Int, Int, Int) -> Int
    ) throws(OutOfMemory) -> LookUpTable {
        try LookUpTable(cube: size) { entries in
            var next = 0
            for b in 0..<size {
                for g in 0..<size {
                    for r in 0..<size {
                        let pixel = pixels[position(r, g, b)]
                        entries[next] = SIMD4(Float(pixel.y), Float(pixel.z), Float(pixel.w), 0) / 65535
                        next += 1
                    }
                }
            }
        }
    }

    /// How much colours differ from those before them along blue, of 64 for each component.
    private static func roughness(
        _ pixels: UnsafeBufferPointer<SIMD4<UInt16>>, _ position: (Int, Int, Int) -> Int
    ) -> Int {
        var sum = 0
        for b in 1..<64 {
            for g in stride(from: 0, to: 64, by: 9) {
                for r in stride(from: 0, to: 64, by: 9) {
                    let (p, q) = (pixels[position(r, g, b)], pixels[position(r, g, b - 1)])
                    for component in 1..<4 { sum += abs(Int(p[component]) - Int(q[component])) }
                }
            }
        }
        return sum
    }
}
