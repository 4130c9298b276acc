// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Filters
import PixelCore
import Testing

extension ElementTests {
    @Suite struct Streams {
        @Test("Size and format change in the stream", arguments: Subject.some("Stream 1"))
        func renegotiation(subject: Subject) throws {
            try withoutCriticals {
                let harness = try subject.harness()
                var isFirst = true
                for (index, format) in PixelFormat.allCases.enumerated() {
                    for (width, height) in [(1, 1), (40 + index, 30 - index), (16, 16)] {
                        let image = try Image(format, width, height)
                        if isFirst { harness.setCaps(image.caps) } else { #expect(harness.renegotiate(image.caps)) }
                        isFirst = false
                        let expected = try subject.rendered(image)
                        #expect(try harness.render(image.bytes) == expected.bytes, "\(format) \(width)x\(height)")
                    }
                }
            }
        }

        @Test("Colorimetry alone changes in the stream")
        func colorimetryChange() throws {
            let image = try Image(.y444, 16, 16)
            let harness = try ElementHarness()
            harness.setCaps(Image.caps(.y444, 16, 16, colorimetry: "bt601"))
            let first = try harness.render(image.bytes)
            #expect(harness.renegotiate(Image.caps(.y444, 16, 16, colorimetry: "bt709")))
            #expect(try harness.render(image.bytes) != first)
        }

        @Test(
            "Flags, times and metas are kept, whether the buffer is changed or copied",
            arguments: Subject.some("Stream 2"),
            [false, true])
        func kept(subject: Subject, isShared: Bool) throws {
            try withoutCriticals {
                let image = try Image(.i420, 16, 16).padded()
                let harness = try subject.harness()
                harness.setCaps(image.caps)
                _ = try harness.render(image.buffer(meta: true))
                let buffer = image.buffer(meta: true).setTimes(pts: 40, dts: 30, duration: 20, offset: 7)
                let flags =
                    GST_BUFFER_FLAG_DELTA_UNIT.rawValue | GST_BUFFER_FLAG_MARKER.rawValue
                    | GST_BUFFER_FLAG_DISCONT.rawValue | GST_VIDEO_BUFFER_FLAG_TFF.rawValue
                tst_set_flags(buffer.pointer, flags)
                tst_add_tagged_meta(buffer.pointer, 42)
                tst_add_video_metas(buffer.pointer, 5, 11)
                let metas = tst_meta_count(buffer.pointer)
                let other = isShared ? buffer.shared() : nil
                let rendered = try harness.render(buffer)
                let output = rendered.pointer
                #expect(tst_pts(output) == 40)
                #expect(tst_dts(output) == 30)
                #expect(tst_duration(output) == 20)
                #expect(tst_offset(output) == 7)
                #expect(tst_flags(output) & flags == flags)
                #expect(tst_tagged_meta(output) == 42)
                #expect(tst_roi_x(output) == 5)
                #expect(tst_timecode_frames(output) == 11)
                // One is of the region where corners were found.
                #expect(tst_meta_count(output) == metas + (subject.factory == "swiftcorners" ? 1 : 0))
                withExtendedLifetime((other, rendered)) {}
            }
        }

        @Test("A buffer without timestamp is rendered")
        func noTimestamp() throws {
            let image = try Image(.bgr, 8, 8)
            let harness = try ElementHarness()
            harness.setCaps(image.caps)
            let output = try harness.render(image.buffer().setTimes(pts: .max))
            #expect(output.bytes == (try image.rendered(Rosy(), .usual(.bgr))).bytes)
            #expect(output.pts == .max)
        }

        @Test("GAP events pass; a GAP buffer is rendered")
        func gap() throws {
            try withoutCriticals {
                let image = try Image(.gray8, 8, 8)
                let harness = try ElementHarness()
                harness.setCaps(image.caps)
                #expect(harness.push(gst_event_new_gap(0, 40)))
                var types: [GstEventType] = []
                while let event = gst_harness_try_pull_event(harness.harness) {
                    types.append(event.pointee.type)
                    gst_mini_object_unref(UnsafeMutableRawPointer(event).assumingMemoryBound(to: GstMiniObject.self))
                }
                #expect(types.contains(GST_EVENT_GAP))
                let buffer = image.buffer()
                tst_set_flags(buffer.pointer, GST_BUFFER_FLAG_GAP.rawValue)
                let expected = try image.rendered(Rosy(), .usual(.gray8))
                #expect(try harness.render(buffer).bytes == expected.bytes)
            }
        }

        @Test("Flush, then on; EOS, then no more", arguments: Subject.some("Stream 3"))
        func flushAndEnd(subject: Subject) throws {
            try withoutCriticals {
                let image = try Image(.uyvy, 20, 4)
                let expected = try subject.rendered(image).bytes
                let harness = try subject.harness()
                harness.setCaps(image.caps)
                #expect(try harness.render(image.bytes) == expected)
                #expect(harness.push(gst_event_new_flush_start()))
                #expect(harness.push(image.buffer()) == GST_FLOW_FLUSHING)
                #expect(harness.push(gst_event_new_flush_stop(1)))
                var segment = GstSegment()
                gst_segment_init(&segment, GST_FORMAT_TIME)
                #expect(harness.push(gst_event_new_segment(&segment)))
                #expect(try harness.render(image.bytes) == expected)
                #expect(harness.push(gst_event_new_eos()))
                #expect(harness.push(image.buffer()) == GST_FLOW_EOS)
            }
        }

        @Test("A stream in BYTES is rendered")
        func bytesSegment() throws {
            try withoutCriticals {
                let image = try Image(.i420, 16, 16)
                let harness = try ElementHarness()
                harness.setCaps(image.caps)
                var segment = GstSegment()
                gst_segment_init(&segment, GST_FORMAT_BYTES)
                #expect(harness.push(gst_event_new_segment(&segment)))
                let expected = try image.rendered(Rosy(), .usual(.i420))
                #expect(try harness.render(image.buffer().setTimes(pts: 5)).bytes == expected.bytes)
            }
        }

        @Test("Through READY and back the stream begins anew", arguments: Subject.some("Stream 4"))
        func restart(subject: Subject) throws {
            try withoutCriticals {
                let image = try Image(.rgbx, 512, 512)
                let expected = try subject.rendered(image).bytes
                let harness = try subject.harness()
                for state in [GST_STATE_READY, GST_STATE_NULL, GST_STATE_READY] {
                    harness.setCaps(image.caps)
                    #expect(try harness.render(image.bytes) == expected)
                    gst_element_set_state(harness.element, state)
                    gst_element_set_state(harness.element, GST_STATE_PLAYING)
                }
            }
        }

        @Test("Late frames are skipped, as GStreamer's video filters do")
        func qualityOfService() throws {
            let image = try Image(.gray8, 8, 8)
            let harness = try ElementHarness()
            harness.setCaps(image.caps)
            #expect(tst_get_int(harness.element, "qos") == 1)
            _ = try harness.render(image.buffer().setTimes(pts: 0))
            gst_harness_push_upstream_event(
                harness.harness, gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 2, 100_000_000, 0))
            #expect(harness.push(image.buffer().setTimes(pts: 40_000_000)) == GST_FLOW_OK)
            #expect(harness.pull() == nil)
            _ = try harness.render(image.buffer().setTimes(pts: 200_000_000))
        }
    }
}
