import CTestSupport
import PixelCore
import Testing

extension ElementTests {
    /// Frames whose metas say other than caps: how large they are, and whether they are fields.
    @Suite struct MixerMetaSizes {
        /// A picture of 16 columns and 32 rows, whose upper half caps name.
        private let large: Picture
        private let upper: [UInt8]
        private let first: Picture
        private let caps = Picture.caps(.gray8, 16, 16)

        init() throws {
            large = try Picture(.gray8, 16, 32, seed: 2)
            upper = Array(large.bytes[..<256])
            first = try Picture(.gray8, 16, 24)
        }

        private func mixed(_ a: Buffer, _ aCaps: String, _ b: Buffer, _ bCaps: String) throws -> [UInt8] {
            let harness = try MixHarness()
            harness.set("mix-factor", 0.5)
            harness.setCaps(0, aCaps)
            harness.setCaps(1, bCaps)
            return try harness.render(a, b).bytes
        }

        @Test("Of a larger picture the part that caps name is mixed, and stretched")
        func largerMeta() throws {
            try withoutCriticals {
                let whole = try mixed(first.buffer(), first.caps, Buffer(upper), caps)
                #expect(try mixed(first.buffer(), first.caps, large.buffer(meta: true), caps) == whole)
                let turned = try mixed(Buffer(upper), caps, first.buffer(), first.caps)
                #expect(try mixed(large.buffer(meta: true), caps, first.buffer(), first.caps) == turned)
            }
        }

        @Test("A meta of far more rows than there is memory for does not have them read")
        func endlessMeta() throws {
            try withoutCriticals {
                for input in 0..<2 {
                    let lie = Buffer(upper).setTimes(pts: 0)
                    tst_add_video_meta(lie.pointer, tst_format("GRAY8"), 16, 60000, 1, [0], [16])
                    let honest = try mixed(
                        input == 0 ? Buffer(upper) : first.buffer(), input == 0 ? caps : first.caps,
                        input == 0 ? first.buffer() : Buffer(upper), input == 0 ? first.caps : caps)
                    let result = try mixed(
                        input == 0 ? lie : first.buffer(), input == 0 ? caps : first.caps,
                        input == 0 ? first.buffer() : lie, input == 0 ? first.caps : caps)
                    #expect(result == honest)
                }
            }
        }

        @Test("Fields of film that is interlaced in parts are stretched each for itself, converted or not")
        func mixedFields() throws {
            try withoutCriticals {
                func caps(_ picture: Picture) -> String {
                    picture.caps.replacing("interlace-mode=interleaved", with: "interlace-mode=mixed")
                }
                func luma(_ format: PixelFormat, isField: Bool) throws -> [UInt8] {
                    let a = try Picture(.nv12, 32, 48, interlaced: true)
                    var b = try Picture(format, 32, 32, interlaced: true, seed: 5)
                    // All lumas are at the start, and the other samples neutral.
                    let seen = try Picture(.gray8, 32, 32, seed: 7).bytes
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
