import CTestSupport
import Effects
import PixelCore
import Testing

extension ElementTests {
    @Suite struct Streams {
        @Test("Size and format change in the stream", arguments: Subject.all)
        func renegotiation(subject: Subject) throws {
            try withoutCriticals {
                let harness = try subject.harness()
                var isFirst = true
                for (index, format) in PixelFormat.allCases.enumerated() {
                    for (width, height) in [(1, 1), (40 + index, 30 - index), (16, 16)] {
                        let picture = try Picture(format, width, height)
                        if isFirst { harness.setCaps(picture.caps) } else { #expect(harness.renegotiate(picture.caps)) }
                        isFirst = false
                        let expected = try subject.rendered(picture)
                        #expect(try harness.render(picture.bytes) == expected.bytes, "\(format) \(width)x\(height)")
                    }
                }
            }
        }

        @Test("Colorimetry alone changes in the stream")
        func colorimetryChange() throws {
            let picture = try Picture(.y444, 16, 16)
            let harness = try ElementHarness()
            harness.setCaps(Picture.caps(.y444, 16, 16, colorimetry: "bt601"))
            let first = try harness.render(picture.bytes)
            #expect(harness.renegotiate(Picture.caps(.y444, 16, 16, colorimetry: "bt709")))
            #expect(try harness.render(picture.bytes) != first)
        }

        @Test(
            "Flags, times and metas are kept, whether the buffer is changed or copied", arguments: Subject.all,
            [false, true])
        func kept(subject: Subject, isShared: Bool) throws {
            try withoutCriticals {
                let picture = try Picture(.i420, 16, 16).padded()
                let harness = try subject.harness()
                harness.setCaps(picture.caps)
                _ = try harness.render(picture.buffer(meta: true))
                let buffer = picture.buffer(meta: true).setTimes(pts: 40, dts: 30, duration: 20, offset: 7)
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
                #expect(tst_meta_count(output) == metas)
                withExtendedLifetime((other, rendered)) {}
            }
        }

        @Test("A buffer without timestamp is rendered")
        func noTimestamp() throws {
            let picture = try Picture(.bgr, 8, 8)
            let harness = try ElementHarness()
            harness.setCaps(picture.caps)
            let output = try harness.render(picture.buffer().setTimes(pts: .max))
            #expect(output.bytes == (try picture.rendered(RosySettings(), .usual(.bgr))).bytes)
            #expect(tst_pts(output.pointer) == .max)
        }

        @Test("GAP events pass; a GAP buffer is rendered")
        func gap() throws {
            try withoutCriticals {
                let picture = try Picture(.gray8, 8, 8)
                let harness = try ElementHarness()
                harness.setCaps(picture.caps)
                #expect(harness.push(gst_event_new_gap(0, 40)))
                var types: [GstEventType] = []
                while let event = gst_harness_try_pull_event(harness.harness) {
                    types.append(event.pointee.type)
                    gst_mini_object_unref(UnsafeMutableRawPointer(event).assumingMemoryBound(to: GstMiniObject.self))
                }
                #expect(types.contains(GST_EVENT_GAP))
                let buffer = picture.buffer()
                tst_set_flags(buffer.pointer, GST_BUFFER_FLAG_GAP.rawValue)
                let expected = try picture.rendered(RosySettings(), .usual(.gray8))
                #expect(try harness.render(buffer).bytes == expected.bytes)
            }
        }

        @Test("Flush, then on; EOS, then no more", arguments: Subject.all)
        func flushAndEnd(subject: Subject) throws {
            try withoutCriticals {
                let picture = try Picture(.uyvy, 20, 4)
                let expected = try subject.rendered(picture).bytes
                let harness = try subject.harness()
                harness.setCaps(picture.caps)
                #expect(try harness.render(picture.bytes) == expected)
                #expect(harness.push(gst_event_new_flush_start()))
                #expect(harness.push(picture.buffer()) == GST_FLOW_FLUSHING)
                #expect(harness.push(gst_event_new_flush_stop(1)))
                var segment = GstSegment()
                gst_segment_init(&segment, GST_FORMAT_TIME)
                #expect(harness.push(gst_event_new_segment(&segment)))
                #expect(try harness.render(picture.bytes) == expected)
                #expect(harness.push(gst_event_new_eos()))
                #expect(harness.push(picture.buffer()) == GST_FLOW_EOS)
            }
        }

        @Test("A stream in BYTES is rendered")
        func bytesSegment() throws {
            try withoutCriticals {
                let picture = try Picture(.i420, 16, 16)
                let harness = try ElementHarness()
                harness.setCaps(picture.caps)
                var segment = GstSegment()
                gst_segment_init(&segment, GST_FORMAT_BYTES)
                #expect(harness.push(gst_event_new_segment(&segment)))
                let expected = try picture.rendered(RosySettings(), .usual(.i420))
                #expect(try harness.render(picture.buffer().setTimes(pts: 5)).bytes == expected.bytes)
            }
        }

        @Test("Through READY and back the stream begins anew", arguments: Subject.all)
        func restart(subject: Subject) throws {
            try withoutCriticals {
                let picture = try Picture(.rgbx, 512, 512)
                let expected = try subject.rendered(picture).bytes
                let harness = try subject.harness()
                for state in [GST_STATE_READY, GST_STATE_NULL, GST_STATE_READY] {
                    harness.setCaps(picture.caps)
                    #expect(try harness.render(picture.bytes) == expected)
                    gst_element_set_state(harness.element, state)
                    gst_element_set_state(harness.element, GST_STATE_PLAYING)
                }
            }
        }

        @Test("Late frames are skipped, as GStreamer's video filters do")
        func qualityOfService() throws {
            let picture = try Picture(.gray8, 8, 8)
            let harness = try ElementHarness()
            harness.setCaps(picture.caps)
            #expect(tst_get_int(harness.element, "qos") == 1)
            _ = try harness.render(picture.buffer().setTimes(pts: 0))
            gst_harness_push_upstream_event(
                harness.harness, gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 2, 100_000_000, 0))
            #expect(harness.push(picture.buffer().setTimes(pts: 40_000_000)) == GST_FLOW_OK)
            #expect(harness.pull() == nil)
            _ = try harness.render(picture.buffer().setTimes(pts: 200_000_000))
        }
    }
}
