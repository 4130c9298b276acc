// SPDX-License-Identifier: MIT
import CTestSupport
import PixelCore
import Testing

extension ElementTests {
    /// What GStreamer's parents of mixers or its converter (1.22) end the process for, or tell GLib is critical.
    @Suite struct MixerParent {
        private let image: Image

        init() throws { image = try Image(.bgrx, 16, 16) }

        @Test("A buffer before its caps is left out with a warning", arguments: [1, 2])
        func noCaps(count: Int) throws {
            try withoutCriticals {
                let harness = try MixHarness()
                if count == 1 { harness.setCaps(0, image.caps) }
                for input in (2 - count)..<2 {
                    harness.push(input, gst_event_new_stream_start("no caps"))
                    var segment = GstSegment()
                    gst_segment_init(&segment, GST_FORMAT_TIME)
                    harness.push(input, gst_event_new_segment(&segment))
                    harness.push(input, image.buffer())
                }
                if count == 1 {
                    harness.push(0, image.buffer())
                    #expect(try #require(harness.pull()).bytes == image.bytes)
                }
                for _ in 0..<count {
                    let warning = try #require(harness.message())
                    #expect(!warning.isError && warning.text.contains("before their caps"), "\(warning.text)")
                }
            }
        }

        @Test("A segment in reverse from an unknown end is an error")
        func endlessReverse() throws {
            try withoutCriticals {
                let harness = try MixHarness(image.caps)
                var segment = GstSegment()
                gst_segment_init(&segment, GST_FORMAT_TIME)
                segment.rate = -1
                harness.push(0, gst_event_new_segment(&segment))
                let error = try #require(harness.message())
                #expect(error.isError && error.text.contains("unknown end"), "\(error.text)")
            }
        }

        @Test("A seek in reverse from an unknown end goes upstream with an end, or not at all")
        func reverseSeek() throws {
            try withoutCriticals {
                let harness = try MixHarness(image.caps)
                #expect(try harness.render(image.buffer(), image.buffer()).bytes.count == image.bytes.count)
                let seek = gst_event_new_seek(
                    -1, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, GST_SEEK_TYPE_SET, 0, GST_SEEK_TYPE_NONE, 0)
                #expect(gst_harness_push_upstream_event(harness.output, seek) == 0)
                #expect(try harness.render(image.buffer(), image.buffer(), frame: 1).bytes == image.bytes)
            }
        }

        @Test("Buffers from before the start, as of a pad with an offset, are left out")
        func beforeStart() throws {
            try withoutCriticals {
                let harness = try MixHarness()
                let pad = try #require(gst_element_get_static_pad(harness.element, "sink_0"))
                gst_pad_set_offset(pad, -2 * Int(MixHarness.frame))
                gst_object_unref(pad)
                for input in 0..<2 { harness.setCaps(input, image.caps) }
                // The first input's third frame is the first that has a running time.
                harness.feed(0, (0..<4).map { _ in image.buffer() })
                harness.feed(1, (0..<2).map { _ in image.buffer() })
                #expect(try harness.video().map(\.bytes) == [image.bytes, image.bytes])
                #expect(harness.message(seconds: 0)?.text == nil)
            }
        }

        @Test("A gap before a segment, and the end of a stream without one")
        func withoutSegment() throws {
            try withoutCriticals {
                let harness = try MixHarness()
                for input in 0..<2 {
                    harness.push(input, gst_event_new_stream_start("empty"))
                    harness.push(input, gst_event_new_gap(0, 40_000_000))
                    harness.push(input, gst_event_new_eos())
                }
                #expect(harness.event(GST_EVENT_EOS))
            }
        }

        @Test("A report of lateness before the first frame")
        func earlyQoS() throws {
            try withoutCriticals {
                let harness = try MixHarness()
                gst_harness_push_upstream_event(
                    harness.output, gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 2, 40_000_000, 40_000_000))
                for input in 0..<2 { harness.setCaps(input, image.caps) }
                #expect(try harness.render(image.buffer(), image.buffer()).bytes == image.bytes)
            }
        }

        /// Pushes the first frame of an input when the output's caps pass.
        private final class LateFrame {
            let harness: MixHarness
            let image: Image
            init(_ harness: MixHarness, _ image: Image) { (self.harness, self.image) = (harness, image) }
        }

        @Test("Output goes on in time where the first frame is late for the clock, and the other input later still")
        func lateInputs() throws {
            try withoutCriticals {
                let harness = try MixHarness(live: true)
                harness.setCaps(0, image.caps)
                #expect(harness.pull(seconds: 0.05) == nil)
                // Only then does the parent class know that its inputs are live, and waits for the clock.
                gst_harness_query_latency(harness.output)
                // It sees no buffer when it stops waiting, but has one when it makes the frame.
                let late = LateFrame(harness, image)
                let pad = try #require(gst_element_get_static_pad(harness.element, "src"))
                let probe = gst_pad_add_probe(
                    pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
                    { _, info, late in
                        if let late, let event = info?.pointee.data?.assumingMemoryBound(to: GstEvent.self),
                            event.pointee.type == GST_EVENT_CAPS
                        {
                            let late = Unmanaged<LateFrame>.fromOpaque(late).takeUnretainedValue()
                            late.harness.push(0, late.image.buffer())
                        }
                        return GST_PAD_PROBE_OK
                    }, Unmanaged.passUnretained(late).toOpaque(), nil)
                #expect(gst_harness_crank_single_clock_wait(harness.output) != 0)
                #expect(try #require(harness.pull()).pts == 0)
                gst_pad_remove_probe(pad, probe)
                gst_object_unref(pad)
                harness.setCaps(1, image.caps)
                harness.push(1, image.buffer(), frame: 1)
                harness.push(0, image.buffer(), frame: 1)
                let second = try #require(harness.pull())
                #expect(second.pts == MixHarness.frame && second.duration == MixHarness.frame)
            }
        }

        @Test("The position is where the last frame ends")
        func position() throws {
            try withoutCriticals {
                let harness = try MixHarness(image.caps)
                #expect(streamPosition(harness.element) == nil)
                for frame in 0..<2 {
                    _ = try harness.render(image.buffer(), image.buffer(), frame: frame)
                    // It moves when the frame has been taken.
                    let end = gint64(frame + 1) * gint64(MixHarness.frame)
                    #expect(eventually { streamPosition(harness.element) == end })
                }
                gst_element_set_state(harness.element, GST_STATE_READY)
                gst_element_set_state(harness.element, GST_STATE_PLAYING)
                #expect(streamPosition(harness.element) == nil)
            }
        }

        @Test("The position can be asked for while the element starts and stops")
        func positionAsked() throws {
            try withoutCriticals {
                let harness = try MixHarness(image.caps)
                let element = Shared(pointer: harness.element)
                let asking = Background {
                    var position: gint64 = 0
                    gst_element_query_position(element.pointer, GST_FORMAT_TIME, &position)
                }
                for _ in 0..<1000 {
                    gst_element_set_state(harness.element, GST_STATE_READY)
                    gst_element_set_state(harness.element, GST_STATE_PLAYING)
                }
                asking.end()
            }
        }

        @Test(
            "Pixels anywhere in memory are converted as those at even addresses",
            arguments: [PixelFormat.yuy2, .uyvy, .ayuv, .xrgb, .nv12], [1, 3, 27])
        func oddAddresses(format: PixelFormat, padding: Int) throws {
            try withoutCriticals {
                let first = try Image(.i420, 33, 17)
                let second = try Image(format, 33, 17, seed: 2)
                func mixed(_ buffer: Buffer) throws -> [UInt8] {
                    let harness = try MixHarness()
                    harness.set("mix-factor", 0.5)
                    harness.setCaps(0, first.caps)
                    harness.setCaps(1, second.caps)
                    return first.with(try harness.render(first.buffer(), buffer).bytes).visible
                }
                let expected = try mixed(second.buffer())
                #expect(try mixed(second.padded(by: padding).buffer(meta: true)) == expected)
            }
        }

        @Test("UYVY of any width is converted to AYUV", arguments: 13...34)
        func uyvyToAYUV(width: Int) throws {
            try withoutCriticals {
                let first = try Image(.ayuv, width, 9)
                let second = try Image(.uyvy, width, 9, seed: 2)
                let harness = try MixHarness()
                harness.set("mix-factor", 1)
                harness.setCaps(0, first.caps)
                harness.setCaps(1, second.caps)
                let result = try harness.render(first.buffer(), second.buffer()).bytes
                let stride = second.bytes.count / 9
                for (y, x) in (0..<9).flatMap({ y in (0..<width).map { (y, $0) } }) {
                    #expect(result[4 * (y * width + x) + 1] == second.bytes[y * stride + 2 * x + 1], "\(x), \(y)")
                }
            }
        }

        @Test("The part of a larger image that caps name is converted")
        func largerMeta() throws {
            try withoutCriticals {
                let large = try Image(.yuy2, 32, 32, seed: 2)
                let first = try Image(.i420, 16, 16)
                let part = (0..<16).flatMap { row in large.bytes[row * 64..<row * 64 + 32] }
                func mixed(_ buffer: Buffer) throws -> [UInt8] {
                    let harness = try MixHarness()
                    harness.set("mix-factor", 0.5)
                    harness.setCaps(0, first.caps)
                    harness.setCaps(1, Image.caps(.yuy2, 16, 16))
                    return try harness.render(first.buffer(), buffer).bytes
                }
                #expect(try mixed(large.buffer(meta: true)) == mixed(Buffer(part)))
            }
        }
    }
}
