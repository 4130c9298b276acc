// SPDX-License-Identifier: MIT
import CTestSupport
import PixelCore
import Testing

extension ElementTests {
    /// Frames whose metas say other than caps: how large they are, and whether they are fields.
    @Suite struct MixerMetaSizes {
        /// An image of 16 columns and 32 rows, whose upper half caps name.
        private let large: Image
        private let upper: [UInt8]
        private let first: Image
        private let caps = Image.caps(.gray8, 16, 16)

        init() throws {
            large = try Image(.gray8, 16, 32, seed: 2)
            upper = Array(large.bytes[..<256])
            first = try Image(.gray8, 16, 24)
        }

        private func mixed(_ a: Buffer, _ aCaps: String, _ b: Buffer, _ bCaps: String) throws -> [UInt8] {
            let harness = try MixHarness()
            harness.set("mix-factor", 0.5)
            harness.setCaps(0, aCaps)
            harness.setCaps(1, bCaps)
            return try harness.render(a, b).bytes
        }

        /// An image of `caps` mixed with one that is larger, as either input.
        private func mixed(_ image: Buffer, input: Int) throws -> [UInt8] {
            input == 0
                ? try mixed(image, caps, first.buffer(), first.caps)
                : try mixed(first.buffer(), first.caps, image, caps)
        }

        @Test("Of a larger image the part that caps name is mixed, and stretched", arguments: 0..<2)
        func largerMeta(input: Int) throws {
            try withoutCriticals {
                let plain = try mixed(Buffer(upper), input: input)
                #expect(try mixed(large.buffer(meta: true), input: input) == plain)
            }
        }

        @Test("A meta of far more rows than there is memory for does not have them read", arguments: 0..<2)
        func endlessMeta(input: Int) throws {
            try withoutCriticals {
                let lie = Buffer(upper).setTimes(pts: 0)
                tst_add_video_meta(lie.pointer, tst_format("GRAY8"), 16, 60000, 1, [0], [16])
                let honest = try mixed(Buffer(upper), input: input)
                #expect(try mixed(lie, input: input) == honest)
            }
        }

        @Test("Fields of video that is interlaced in parts are stretched each for itself, converted or not")
        func mixedFields() throws {
            try withoutCriticals {
                func caps(_ image: Image) -> String {
                    image.caps.replacing("interlace-mode=interleaved", with: "interlace-mode=mixed")
                }
                func luma(_ format: PixelFormat, isField: Bool) throws -> [UInt8] {
                    let a = try Image(.nv12, 32, 48, interlaced: true)
                    var b = try Image(format, 32, 32, interlaced: true, seed: 5)
                    // All lumas are at the start, and the other samples neutral.
                    let seen = try Image(.gray8, 32, 32, seed: 7).bytes
                    for i in b.bytes.indices { b.bytes[i] = i < seen.count ? seen[i] : 128 }
                    let (first, second) = (a.buffer(), b.buffer())
                    if isField {
                        for buffer in [first, second] {
                            tst_set_flags(buffer.pointer, GST_VIDEO_BUFFER_FLAG_INTERLACED.rawValue)
                        }
                    }
                    return Array(try mixed(first, caps(a), second, caps(b))[..<(32 * 48)])
                }
                let (fields, converted) = (try luma(.nv12, isField: true), try luma(.i420, isField: true))
                #expect(fields == converted)
                #expect(try luma(.i420, isField: false) != converted)
            }
        }
    }
}
