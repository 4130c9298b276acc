// SPDX-License-Identifier: MIT
import CTestSupport
import PixelCore
import TestSupport
import Testing

extension ElementTests {
    /// Inputs of swiftmix of few rows, and of another format than the output, where rows are easily read that are not there.
    @Suite struct MixerFewRows {
        /// A frame that is to be converted.
        struct Size: CustomStringConvertible {
            let width: Int
            let height: Int
            let interlaced: Bool

            var description: String { "\(width)x\(height)\(interlaced ? " interlaced" : "")" }
        }

        /// All of up to 8 x 7 in long tests, else those that once went wrong in a way of their own.
        static let sizes: [Size] = {
            guard !isLong else {
                return [false, true].flatMap { interlaced in
                    (1...7).flatMap { h in (1...8).map { Size(width: $0, height: h, interlaced: interlaced) } }
                }
            }
            return [(5, 1, false), (4, 2, false), (4, 1, true), (3, 3, true), (4, 5, true), (5, 6, true)]
                .map { Size(width: $0.0, height: $0.1, interlaced: $0.2) }
        }()

        /// All formats in long tests, else one of each kind.
        static let formats: [PixelFormat] =
            isLong
            ? PixelFormat.allCases
            : [
                .i420, .nv12, .yuy2, .uyvy, .y42b, .y444, .ayuv, .xrgb, .argb, .bgra, .rgb, .i420_10, .p010, .argb64,
                .ayuv64, .gray8, .gray16be,
            ]

        /// Frames of a second input, in the format of the first, as the element shows them alone.
        private func converted(_ image: Image, to format: PixelFormat, frames: Int) throws -> [Image] {
            let (w, h) = (image.width, image.height)
            let first = try Image(format, w, h, interlaced: image.interlaced, seed: 7)
            let harness = try MixHarness()
            harness.setInt("n-threads", 1)
            harness.set("mix-factor", 1)
            // Else it would be the second input's, where that alone has alpha.
            gst_harness_set_sink_caps_str(harness.output, "video/x-raw, format=\(format.name)")
            harness.setCaps(0, first.caps)
            harness.setCaps(1, image.caps)
            let results = try (0..<frames).map { n in
                first.with(try harness.render(first.buffer(), image.buffer(), frame: n).bytes)
            }
            #expect(harness.message(seconds: 0) == nil)
            return results
        }

        /// The image, its last row or that of each field going on for `height` rows.
        private func heightened(_ image: Image, _ height: Int) throws -> Image {
            var tall = try Image(image.format, image.width, height, interlaced: image.interlaced)
            for plane in tall.offsets.indices {
                let count = image.format.layout.rowBytes(plane: plane, width: image.width)
                let rows = image.rows(plane)
                for row in 0..<tall.rows(plane) {
                    var source = min(row, rows - 1)
                    if image.interlaced {
                        // A last row of 4:2:0 chroma may cover no luma; of one row there is no second field.
                        func count(_ field: Int) -> Int {
                            let luma = (image.height + 1 - field) / 2
                            let isHalf = plane > 0 && image.format.layout.chromaShiftY > 0
                            return min(isHalf ? (luma + 1) / 2 : luma, (rows + 1 - field) / 2)
                        }
                        let field = count(1) > 0 ? row % 2 : 0
                        source = 2 * min(row / 2, count(field) - 1) + field
                    }
                    let (to, from) = (
                        tall.offsets[plane] + row * tall.strides[plane],
                        image.offsets[plane] + source * image.strides[plane]
                    )
                    tall.bytes.replaceSubrange(to..<to + count, with: image.bytes[from..<from + count])
                }
            }
            return tall
        }

        /// What shows of the first rows of each plane, as many as `image` has.
        private func rows(_ tall: Image, like image: Image) -> [UInt8] {
            let layout = tall.format.layout
            let isPacked = layout.planeCount == 1 && layout.chromaShiftX == 1
            return tall.offsets.indices.flatMap { plane in
                (0..<image.rows(plane)).flatMap { row in
                    let start = tall.offsets[plane] + row * tall.strides[plane]
                    let end = start + layout.rowBytes(plane: plane, width: tall.width)
                    var bytes = Array(tall.bytes[start..<end])
                    // The second luma of the last two pixels does not show where there is one pixel.
                    if isPacked, tall.width % 2 == 1 { bytes[bytes.count - 2 + layout.components[0].offset] = 0 }
                    return bytes
                }
            }
        }

        @Test(
            "They become what the same colours become in a frame of 32 rows, whatever was in memory before",
            arguments: formats)
        func likeTaller(format: PixelFormat) throws {
            defer { tst_fill_allocations(-1) }
            try withoutCriticals {
                for size in Self.sizes {
                    let image = try Image(
                        format, size.width, size.height, interlaced: size.interlaced, seed: UInt64(size.height))
                    let tall = try heightened(image, 32)
                    for output in Self.formats where output != format {
                        // A last row of chroma of its own serves both fields, where a taller frame has one for each.
                        let isShared = size.interlaced && (size.height + 1) / 2 % 2 != 0
                        if isShared, format == .p010 || output == .p010 { continue }
                        tst_fill_allocations(0x55)
                        let expected = try #require(try converted(tall, to: output, frames: 1).first)
                        tst_fill_allocations(0xAA)
                        for (n, result) in try converted(image, to: output, frames: 3).enumerated() {
                            let isSame = rows(result, like: result) == rows(expected, like: result)
                            #expect(isSame, "\(size) to \(output.name), frame \(n)")
                        }
                    }
                }
            }
        }

        @Test("What has no alpha is opaque, whatever its fourth byte is", arguments: PixelFormat.allCases)
        func opaque(output: PixelFormat) throws {
            guard output.alphaOffset != nil else { return }
            for format in PixelFormat.allCases where format.alphaOffset == nil {
                for height in [3, 16] {
                    let result = try #require(try converted(Image(format, 16, height), to: output, frames: 1).first)
                    #expect(result.fourthSamples.allSatisfy { $0 == 255 }, "\(format.name) to \(output.name)")
                }
            }
        }

        /// There is one row of chroma less than fields of as many rows would have.
        @Test("Interlaced P010 of an odd number of chroma rows", arguments: [66, 18, 65])
        func oddChroma(height: Int) throws {
            for (from, to) in [(PixelFormat.p010, PixelFormat.i420), (.i420, .p010), (.bgrx, .p010)] {
                let image = try Image(from, 64, height, interlaced: true)
                let frames = try converted(image, to: to, frames: 20)
                for frame in frames { #expect(frame.visible == frames[0].visible, "\(from) to \(to)") }
            }
        }
    }
}
