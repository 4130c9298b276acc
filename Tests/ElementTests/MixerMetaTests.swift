import CTestSupport
import PixelCore
import Testing

extension ElementTests {
    /// What comes with swiftmix's pictures.
    @Suite struct MixerMetas {
        private func hasCaption(_ buffer: Buffer) -> Bool {
            gst_buffer_get_meta(buffer.pointer, gst_video_caption_meta_api_get_type()) != nil
        }

        @Test("Regions are as large in the output as in the picture they come with")
        func regions() throws {
            try withoutCriticals {
                let a = try Picture(.gray8, 32, 16)
                let b = try Picture(.gray8, 16, 16)
                let harness = try MixHarness()
                gst_harness_set_sink_caps_str(harness.output, "video/x-raw, width=64, height=64")
                harness.setCaps(0, a.caps)
                harness.setCaps(1, b.caps)
                for (frame, factor) in [0, 0.5, 1].enumerated() {
                    harness.set("mix-factor", factor)
                    let (first, second) = (a.buffer(), b.buffer())
                    tst_add_video_metas(first.pointer, 5, 11)
                    tst_add_tagged_meta(first.pointer, 42)
                    tst_add_video_metas(second.pointer, 6, 12)
                    let output = try harness.render(first, second, frame: frame)
                    #expect(tst_roi_x(output.pointer) == (factor == 1 ? 24 : 10))
                    #expect(tst_tagged_meta(output.pointer) == (factor == 1 ? -1 : 42))
                }
                // One that lies in the middle has no region in the output's size.
                harness.setInt("sizing", 1)
                harness.setInt("n-threads", 1)
                harness.push(0, gst_event_new_eos())
                let small = try Picture(.gray8, 8, 16)
                #expect(harness.renegotiate(1, small.caps))
                for frame in 3...4 {
                    let buffer = small.buffer()
                    tst_add_video_metas(buffer.pointer, 1, 1)
                    harness.push(1, buffer, frame: frame)
                }
                let output = try #require(harness.pull())
                #expect(tst_roi_x(output.pointer) == -1 && tst_timecode_frames(output.pointer) == 1)
            }
        }

        @Test("Captions and time codes come once, with the first frame that shows theirs", arguments: [0, 0.5])
        func once(factor: Double) throws {
            try withoutCriticals {
                let a = try Picture(.i420, 32, 16)
                let harness = try MixHarness()
                harness.set("mix-factor", factor)
                harness.setCaps(0, "video/x-raw, format=I420, width=32, height=16, framerate=25/3")
                harness.setCaps(1, a.caps)
                let slow = (0..<3).map { index in
                    let buffer = a.buffer()
                    tst_add_video_metas(buffer.pointer, 5, UInt32(index + 1))
                    tst_add_tagged_meta(buffer.pointer, 42)
                    gst_buffer_add_video_caption_meta(
                        buffer.pointer, GST_VIDEO_CAPTION_TYPE_CEA608_RAW, [0x80, 0x41, 0x42], 3)
                    return buffer
                }
                harness.feed(0, slow, duration: 3 * MixHarness.frame)
                harness.feed(1, (0..<9).map { _ in a.buffer() })
                let film = try harness.film()
                #expect(film.map { tst_timecode_frames($0.pointer) } == [1, -1, -1, 2, -1, -1, 3, -1, -1])
                #expect(film.map { hasCaption($0) } == (0..<9).map { $0 % 3 == 0 })
                #expect(film.allSatisfy { tst_tagged_meta($0.pointer) == 42 && tst_roi_x($0.pointer) == 5 })
            }
        }
    }
}
