// SPDX-License-Identifier: MIT
import Effects
import Filters
import PixelCore
import PixelKernels
import TestSupport
import Testing

@Suite("Mosaic: which tile is drawn, and its pixels")
struct MosaicTests {
    /// 2x2 tiles of 4x4 pixels.
    private static let pixels: [SIMD4<UInt16>] = {
        var generator = Generator(seed: Sample.seed)
        return (0..<64).map { _ in
            let color = (0..<3).map { _ in UInt16.random(in: 0...255, using: &generator) * 257 }
            return [65535, color[0], color[1], color[2]]
        }
    }()

    private func settings(
        _ pixels: [SIMD4<UInt16>], width: Int, columns: Int32, tiles: Int32, size: Double, tint: Bool = false
    ) throws -> Mosaic {
        var settings = Mosaic()
        for property in Mosaic.properties {
            guard case .file(let kind) = property.kind else { continue }
            let content = try pixels.withUnsafeBufferPointer {
                try kind.load(.image($0, width: width, height: pixels.count / width))
            }
            property.store(&settings, .file(location: "tiles", content))
        }
        (settings.tileColumns, settings.tiles, settings.size, settings.tint) = (columns, tiles, size, tint)
        return settings
    }

    /// One cell, of one gray.
    private func cell(_ level: UInt8, side: Int) -> TestFrame {
        let frame = TestFrame(.rgb, width: side, height: side)
        for y in 0..<side {
            for x in 0..<3 * side { frame.rowBase(0, y).storeBytes(of: level, toByteOffset: x, as: UInt8.self) }
        }
        return frame
    }

    private func made(_ settings: Mosaic, _ frame: TestFrame) -> Codes {
        FilterEffect<Mosaic>(kernels: CPULevel.best.kernels).render(
            frame, settings, Colorimetry(matrix: .bt709, fullRange: true, depth: 8), .serial)
        return Codes(frame)
    }

    @Test(
        "A tile is drawn pixel by pixel where it is as large as in the image, the first one for white",
        arguments: [1, 2])
    func same(scale: Int) throws {
        let side = 4 * scale
        let settings = try settings(Self.pixels, width: 8, columns: 2, tiles: 4, size: 1)
        // With four tiles: luma of 1, .6, .3 and 0.
        for (tile, level) in [UInt8(255), 153, 77, 0].enumerated() {
            /// A component of a tile's pixel; beyond its edge, of the one at the edge.
            func pixel(_ component: Int, _ x: Int, _ y: Int) -> Double {
                let (column, row) = (min(max(x, 0), 3), min(max(y, 0), 3))
                return Double(Self.pixels[(tile / 2 * 4 + row) * 8 + tile % 2 * 4 + column][component + 1] / 257)
            }
            let codes = made(settings, cell(level, side: side))
            for y in 0..<side {
                for x in 0..<side {
                    let column = (Double(x) + 0.5) / Double(scale) - 0.5
                    let row = (Double(y) + 0.5) / Double(scale) - 0.5
                    let (left, top) = (Int(column.rounded(.down)), Int(row.rounded(.down)))
                    let (right, lower) = (column - Double(left), row - Double(top))
                    for component in 0..<3 {
                        func between(_ y: Int) -> Double {
                            pixel(component, left, y) * (1 - right) + pixel(component, left + 1, y) * right
                        }
                        let wanted = between(top) * (1 - lower) + between(top + 1) * lower
                        let code = Double(codes.values[component][y][x])
                        #expect((code - wanted).magnitude <= 1, "tile \(tile), \(x), \(y), component \(component)")
                    }
                }
            }
        }
    }

    @Test("A larger tile is reduced to means of its pixels, over black where it is transparent")
    func reduced() throws {
        // One tile of 256x256 pixels, in columns of white and transparent white: a half of white.
        let pixels = (0..<256 * 256).map { SIMD4<UInt16>($0 % 2 == 0 ? 65535 : 0, 65535, 65535, 65535) }
        let settings = try settings(pixels, width: 256, columns: 1, tiles: 1, size: 1)
        for row in made(settings, cell(200, side: 16)).values[0] {
            #expect(row.allSatisfy { (Double($0) - 127.5).magnitude <= 1 }, "\(row)")
        }
    }

    @Test("Tint multiplies by the colour of the frame")
    func tint() throws {
        let white = [SIMD4<UInt16>](repeating: SIMD4(repeating: 65535), count: 4)
        let settings = try settings(white, width: 2, columns: 2, tiles: 4, size: 1, tint: true)
        for level in [UInt8(250), 130, 60, 0] {
            let codes = made(settings, cell(level, side: 4)).values[0].joined()
            #expect(codes.allSatisfy { (Int($0) - Int(level)).magnitude <= 1 })
        }
    }

    @Test("Of an image that has fewer pixels than tiles, each tile is one pixel")
    func tiny() throws {
        let settings = try settings([SIMD4(65535, 65535, 0, 0)], width: 1, columns: 16, tiles: 128, size: 1)
        for level in [UInt8(255), 100, 0] {
            let values = made(settings, cell(level, side: 3)).values
            #expect(values[0].joined().allSatisfy { $0 == 255 } && values[1].joined().allSatisfy { $0 == 0 })
        }
    }
}
