// SPDX-License-Identifier: MIT
import CTestSupport
import PixelCore
import Testing

extension ElementTests {
    /// Grids whose tables would take much memory.
    @Suite struct EqualizationGrids {
        private func finest(_ image: Image, smoothing: Double = 1) throws -> ElementHarness {
            let harness = try ElementHarness("swifteq")
            harness.setInt("method", 1)
            harness.setInt("mode", image.format.layout.model == .gray ? 0 : 1)
            harness.setInt("grid-width", 64)
            harness.setInt("grid-height", 64)
            harness.set("smoothing-time", smoothing)
            harness.setCaps(image.caps)
            return harness
        }

        @Test(
            "The finest grid, smoothed, works on small frames without a warning",
            arguments: [PixelFormat.gray16le, .gray16be, .argb64, .ayuv64], [[2, 16], [1, 1], [5, 3]])
        func small(format: PixelFormat, size: [Int]) throws {
            let image = try Image(format, size[0], size[1])
            let harness = try finest(image)
            for frame in 0..<2 as Range<UInt64> {
                _ = try harness.render(image.buffer().setTimes(pts: frame * 40_000_000))
            }
            #expect(harness.message() == nil)
        }

        @Test("The finest grid, smoothed, works on large frames of 16 bits", .enabled(if: isOptimized))
        func large() throws {
            let image = try Image(.gray16le, 1280, 720)
            let harness = try finest(image)
            // What is smoothed is not far from what is not, where the stream does not change.
            let smoothed = try harness.render(image.buffer().setTimes(pts: 0)).bytes
            let warning = try #require(harness.message())
            #expect(!warning.isError && warning.text.contains("Every 16th code is smoothed"), "\(warning.text)")
            #expect(harness.message() == nil)
            let sharp = try finest(image, smoothing: 0).render(image.buffer().setTimes(pts: 0)).bytes
            func codes(_ bytes: [UInt8]) -> [Int] {
                stride(from: 0, to: bytes.count, by: 2).map { Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8 }
            }
            let worst = zip(codes(smoothed), codes(sharp)).map { abs($0 - $1) }.max() ?? 0
            #expect(worst <= 512, "of 65535")
        }

        @Test("Tables that do not fit are fewer, and one warning says so", .enabled(if: isOptimized))
        func tooMany() throws {
            let image = try Image(.argb64, 640, 360)
            let harness = try finest(image)
            for frame in 0..<2 as Range<UInt64> {
                harness.set("intensity", frame == 0 ? 1 : 0.5)
                _ = try harness.render(image.buffer().setTimes(pts: frame * 40_000_000))
            }
            let warning = try #require(harness.message())
            #expect(!warning.isError && warning.text.hasPrefix("64 x 64 tiles of 640x360 ARGB64 need "))
            #expect(warning.text.hasSuffix(" tiles are used."), "\(warning.text)")
            #expect(harness.message() == nil)
            // What fits says nothing.
            harness.setInt("grid-width", 8)
            harness.setInt("grid-height", 8)
            _ = try harness.render(image.buffer().setTimes(pts: 80_000_000))
            #expect(harness.message() == nil)
        }

        @Test("A stage of a chain tells its name with the warning", .enabled(if: isOptimized))
        func stage() throws {
            let image = try Image(.argb64, 640, 360)
            let chain = try ChainHarness(
                "eq name=fine mode=rgb method=clahe grid-width=64 grid-height=64 smoothing-time=1 ! invert")
            chain.harness.setCaps(image.caps)
            for index in 0..<2 as Range<UInt64> {
                _ = try chain.harness.render(image.buffer().setTimes(pts: index * 40_000_000))
            }
            let messages = chain.messages()
            #expect(messages.count == 1 && messages.first?.isError == false)
            #expect(messages.first?.text.hasPrefix("fine: 64 x 64 tiles of 640x360 ARGB64 need ") == true)
        }
    }
}
