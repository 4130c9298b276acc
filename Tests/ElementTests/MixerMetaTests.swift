// SPDX-License-Identifier: MIT
import CTestSupport
import PixelCore
import Testing

extension ElementTests {
    /// What comes with swiftmix's images, and where a pointer on them goes.
    @Suite struct MixerMetas {
        private func hasCaption(_ buffer: Buffer) -> Bool {
            gst_buffer_get_meta(buffer.pointer, gst_video_caption_meta_api_get_type()) != nil
        }

        @Test("Regions are as large in the output as in the image they come with")
        func regions() throws {
            try withoutCriticals {
                let a = try Image(.gray8, 32, 16)
                let b = try Image(.gray8, 16, 16)
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
                // One that lies in the middle, as 32x64 at column 16: what begins in its column 1 begins 4 columns on.
                harness.setInt("sizing", 1)
                harness.setInt("n-threads", 1)
                harness.push(0, gst_event_new_eos())
                let small = try Image(.gray8, 8, 16)
                #expect(harness.renegotiate(1, small.caps))
                for frame in 3...4 {
                    let buffer = small.buffer()
                    tst_add_video_metas(buffer.pointer, 1, 1)
                    harness.push(1, buffer, frame: frame)
                }
                let output = try #require(harness.pull())
                #expect(tst_roi_x(output.pointer) == 16 + 4 && tst_timecode_frames(output.pointer) == 1)
            }
        }

        @Test("Captions and time codes come once, with the first frame that shows theirs", arguments: [0, 0.5])
        func once(factor: Double) throws {
            try withoutCriticals {
                let a = try Image(.i420, 32, 16)
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
                let video = try harness.video()
                #expect(video.map { tst_timecode_frames($0.pointer) } == [1, -1, -1, 2, -1, -1, 3, -1, -1])
                #expect(video.map { hasCaption($0) } == (0..<9).map { $0 % 3 == 0 })
                #expect(video.allSatisfy { tst_tagged_meta($0.pointer) == 42 && tst_roi_x($0.pointer) == 5 })
            }
        }

        @Test("A pointer's events go to the first input, in its pixels")
        func navigation() throws {
            try withoutCriticals {
                for (size, scale) in [("", 1.0), (", width=64, height=64", 0.5)] {
                    let a = try Image(.gray8, 32, 32)
                    let harness = try MixHarness()
                    gst_harness_set_sink_caps_str(harness.output, "video/x-raw\(size)")
                    for input in 0..<2 { harness.setCaps(input, a.caps) }
                    _ = try harness.render(a.buffer(), a.buffer())
                    for input in 0..<2 { _ = harness.upstreamEvents(input) }
                    let text =
                        "application/x-gst-navigation, event=mouse-move, pointer_x=(double)20, pointer_y=(double)8"
                    let event = gst_event_new_navigation(gst_structure_new_from_string(text))
                    #expect(gst_harness_push_upstream_event(harness.output, event) != 0)
                    let moved = try #require(gst_harness_try_pull_upstream_event(harness.inputs[0]))
                    defer {
                        gst_mini_object_unref(
                            UnsafeMutableRawPointer(moved).assumingMemoryBound(to: GstMiniObject.self))
                    }
                    #expect(moved.pointee.type == GST_EVENT_NAVIGATION)
                    var (x, y) = (0.0, 0.0)
                    gst_structure_get_double(gst_event_get_structure(moved), "pointer_x", &x)
                    gst_structure_get_double(gst_event_get_structure(moved), "pointer_y", &y)
                    #expect(x == 20 * scale && y == 8 * scale)
                    #expect(harness.upstreamEvents(1).isEmpty)
                }
            }
        }
    }
}
