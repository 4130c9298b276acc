// SPDX-License-Identifier: MIT
import CTestSupport
import PixelCore
import Testing

extension ElementTests {
    /// swiftmix in videos that begin, end, pause, jump and change.
    @Suite struct MixerStreams {
        private let a: Image
        private let b: Image
        private let both: [UInt8]

        init() throws {
            a = try Image(.i420, 32, 16)
            b = try Image(.i420, 32, 16, seed: 2)
            both = try Image.mixed(a, b, 0.5).bytes
        }

        private func buffers(_ image: Image, _ count: Int) -> [Buffer] { (0..<count).map { _ in image.buffer() } }

        @Test("When one ends the other goes on alone; when both have ended the stream ends", arguments: [0, 1])
        func eosOfOne(longer: Int) throws {
            try withoutCriticals {
                let harness = try MixHarness(a.caps)
                harness.feed(longer, buffers(longer == 0 ? a : b, 6))
                harness.feed(1 - longer, buffers(longer == 0 ? b : a, 3))
                let video = try harness.video()
                let alone = (longer == 0 ? a : b).bytes
                #expect(video.map(\.bytes) == [both, both, both, alone, alone, alone])
                #expect(video.map { $0.pts } == (0..<6).map { $0 * MixHarness.frame })
            }
        }

        @Test("With repeat-after-eos the last frame stays")
        func repeated() throws {
            try withoutCriticals {
                let harness = try MixHarness(a.caps)
                let pad = try #require(gst_element_get_static_pad(harness.element, "sink_1"))
                tst_set_int(pad, "repeat-after-eos", 1)
                gst_object_unref(pad)
                harness.feed(0, buffers(a, 5))
                harness.feed(1, buffers(b, 2))
                let video = try harness.video()
                #expect(video.map(\.bytes) == [[UInt8]](repeating: both, count: 5))
            }
        }

        @Test("The output has the rate of the faster input; the slower one repeats its last frame", arguments: [0, 1])
        func rates(slower: Int) throws {
            try withoutCriticals {
                let images = try (0..<3).map { try Image(.i420, 32, 16, seed: UInt64(10 + $0)) }
                let harness = try MixHarness()
                let slow = "video/x-raw, format=I420, width=32, height=16, framerate=25/3"
                harness.setCaps(slower, slow)
                harness.setCaps(1 - slower, a.caps)
                harness.feed(slower, images.map { $0.buffer() }, duration: 3 * MixHarness.frame)
                harness.feed(1 - slower, buffers(a, 9))
                let video = try harness.video()
                let expected = try (0..<9).map { try Image.mixed(images[$0 / 3], a, 0.5).bytes }
                #expect(video.map(\.bytes) == expected)
                #expect(harness.outputCaps.contains("framerate=(fraction)25/1"))
            }
        }

        @Test("A dropped frame leaves the one before")
        func dropped() throws {
            try withoutCriticals {
                let harness = try MixHarness(a.caps)
                harness.feed(0, buffers(a, 4))
                // Frames 0 and 3; in between nothing.
                let other = try Image(.i420, 32, 16, seed: 3)
                harness.push(1, b.buffer(), frame: 0)
                harness.push(1, other.buffer(), frame: 3)
                harness.push(1, gst_event_new_eos())
                let last = try Image.mixed(a, other, 0.5).bytes
                #expect(try harness.video().map(\.bytes) == [both, both, both, last])
            }
        }

        @Test("Caps of one come late, the other's frames wait")
        func lateCaps() throws {
            try withoutCriticals {
                let harness = try MixHarness()
                harness.setCaps(1, b.caps)
                harness.push(1, b.buffer())
                #expect(harness.pull(seconds: 0.1) == nil)
                harness.setCaps(0, a.caps)
                harness.push(0, a.buffer())
                #expect(try #require(harness.pull()).bytes == both)
            }
        }

        @Test("Pads come and go while frames flow")
        func pads() throws {
            try withoutCriticals {
                let harness = try MixHarness(pads: ["sink_0"])
                harness.setCaps(0, a.caps)
                harness.push(0, a.buffer(), frame: 0)
                #expect(try #require(harness.pull()).bytes == a.bytes)
                harness.add("sink_1")
                harness.setCaps(1, b.caps)
                harness.push(0, a.buffer(), frame: 1)
                harness.push(1, b.buffer(), frame: 1)
                #expect(try #require(harness.pull()).bytes == both)
                // Without the first, the second takes its place, and its size.
                harness.remove(0)
                let small = try Image(.nv12, 8, 6)
                #expect(harness.renegotiate(1, small.caps))
                // Where caps change the parent class waits for another buffer before it goes on.
                harness.push(1, small.buffer(), frame: 2)
                harness.push(1, small.buffer(), frame: 3)
                for _ in 2...3 { #expect(try #require(harness.pull()).bytes == small.bytes) }
                #expect(harness.outputCaps.contains("width=(int)8, height=(int)6"))
                harness.add("sink_0")
                harness.setCaps(2, a.caps)
                harness.set("mix-factor", 0)
                harness.push(2, a.buffer(), frame: 4)
                harness.push(1, small.buffer(), frame: 4)
                #expect(try #require(harness.pull()).bytes == a.bytes)
                harness.remove(1)
                harness.remove(2)
                #expect(harness.message(seconds: 0.05) == nil)
            }
        }

        @Test("Size and format of either input change in the stream")
        func renegotiation() throws {
            try withoutCriticals {
                let harness = try MixHarness(a.caps)
                harness.set("mix-factor", 0)
                var frame = 0
                // Where caps change the parent class waits for another buffer before it goes on.
                func render(_ first: Image, _ second: Image) throws -> [Buffer] {
                    for _ in 0..<2 {
                        harness.push(0, first.buffer(), frame: frame)
                        harness.push(1, second.buffer(), frame: frame)
                        frame += 1
                    }
                    return [try #require(harness.pull()), try #require(harness.pull())]
                }
                for format in PixelFormat.allCases {
                    for (width, height) in [(1, 1), (20, 30)] {
                        let first = try Image(format, width, height)
                        #expect(harness.renegotiate(0, first.caps))
                        #expect(try render(first, b).map(\.bytes) == [first.bytes, first.bytes], "\(format)")
                    }
                }
                harness.set("mix-factor", 0.5)
                let first = try Image(.gray16be, 20, 30)
                for format in PixelFormat.allCases {
                    let second = try Image(format, 11, 5)
                    #expect(harness.renegotiate(1, second.caps))
                    let output = try Image(format.alphaOffset == nil ? .gray16be : format, 20, 30)
                    #expect(try render(first, second).allSatisfy { $0.bytes.count == output.bytes.count })
                    #expect(harness.outputCaps.contains("format=(string)\(output.format.name), width=(int)20"))
                }
                #expect(harness.message(seconds: 0) == nil)
            }
        }

        /// Seeks, and answers as sources do.
        private func seek(_ harness: MixHarness, rate: Double = 1, from start: Int, to stop: Int? = nil) {
            let start = GstClockTime(start) * GstClockTime(MixHarness.frame)
            let stop = stop.map { GstClockTime($0) * GstClockTime(MixHarness.frame) }
            let seek = gst_event_new_seek(
                rate, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, GST_SEEK_TYPE_SET, gint64(start),
                stop == nil ? GST_SEEK_TYPE_NONE : GST_SEEK_TYPE_SET, gint64(stop ?? 0))
            // What a seek brings bears its number.
            let number = gst_event_get_seqnum(seek)
            func push(_ input: Int, _ event: UnsafeMutablePointer<GstEvent>?) {
                gst_event_set_seqnum(event, number)
                harness.push(input, event)
            }
            #expect(gst_harness_push_upstream_event(harness.output, seek) != 0)
            for input in 0..<2 {
                #expect(harness.upstreamEvents(input).contains(GST_EVENT_SEEK))
                push(input, gst_event_new_flush_start())
            }
            for input in 0..<2 {
                push(input, gst_event_new_flush_stop(1))
                var segment = GstSegment()
                gst_segment_init(&segment, GST_FORMAT_TIME)
                (segment.rate, segment.start, segment.time) = (rate, start, start)
                segment.stop = stop ?? .max
                if rate < 0 { segment.position = segment.stop }
                push(input, gst_event_new_segment(&segment))
            }
        }

        @Test("Played in reverse, a control source moves mix-factor with stream time as well")
        func reverse() throws {
            try withoutCriticals {
                let harness = try MixHarness(a.caps)
                tst_control(harness.element, "mix-factor", 0, 1, 10 * MixHarness.frame)
                _ = try harness.render(a.buffer(), b.buffer())
                seek(harness, rate: -1, from: 0, to: 10)
                for frame in (2..<10).reversed() {
                    let output = try harness.render(a.buffer(), b.buffer(), frame: frame)
                    #expect(output.pointer.pointee.pts == GstClockTime(frame) * GstClockTime(MixHarness.frame))
                    #expect(output.bytes == (try Image.mixed(a, b, Double(frame) / 10).bytes), "frame \(frame)")
                }
            }
        }

        @Test("A seek goes to both inputs; after the flush frames begin anew")
        func seek() throws {
            try withoutCriticals {
                let harness = try MixHarness(a.caps)
                for frame in 0..<3 { _ = try harness.render(a.buffer(), b.buffer(), frame: frame) }
                for round in 0..<3 {
                    seek(harness, from: 10)
                    for frame in 10..<13 {
                        let output = try harness.render(a.buffer(), b.buffer(), frame: frame)
                        #expect(output.bytes == both, "round \(round)")
                    }
                }
            }
        }

        @Test("Where one has a gap the other is alone; where both have one, a gap comes out")
        func gaps() throws {
            try withoutCriticals {
                let harness = try MixHarness(a.caps)
                func gap(_ input: Int, _ frame: UInt64) {
                    harness.push(
                        input, gst_event_new_gap(GstClockTime(frame * MixHarness.frame), GstClockTime(MixHarness.frame))
                    )
                }
                harness.push(0, a.buffer(), frame: 0)
                gap(1, 0)
                #expect(try #require(harness.pull()).bytes == a.bytes)
                gap(0, 1)
                harness.push(1, b.buffer(), frame: 1)
                #expect(try #require(harness.pull()).bytes == b.bytes)
                gap(0, 2)
                gap(1, 2)
                #expect(harness.event(GST_EVENT_GAP))
                #expect(try harness.render(a.buffer(), b.buffer(), frame: 3).bytes == both)
            }
        }

        @Test("A live input that gives nothing is not waited for longer than the latency", arguments: [0, 1])
        func liveTimeOut(silent: Int) throws {
            try withoutCriticals {
                let harness = try MixHarness(live: true)
                let speaking = 1 - silent
                harness.setCaps(speaking, a.caps)
                harness.push(speaking, a.buffer(), frame: 0)
                // The test's clock stands still, so the element waits until it is moved.
                #expect(harness.pull(seconds: 0.05) == nil)
                #expect(gst_harness_crank_single_clock_wait(harness.output) != 0)
                let first = try #require(harness.pull())
                #expect(first.bytes == a.bytes && first.pts == 0)
                // The other begins late.
                harness.setCaps(silent, b.caps)
                harness.push(speaking, a.buffer(), frame: 1)
                harness.push(silent, b.buffer(), frame: 1)
                let second = try #require(harness.pull())
                #expect(second.bytes == both && second.pts == MixHarness.frame)
                // And stops: its last frame stays for two seconds.
                var shown: [Bool] = []
                for frame in 2..<55 {
                    harness.push(speaking, a.buffer(), frame: frame)
                    #expect(gst_harness_crank_single_clock_wait(harness.output) != 0)
                    let next = try #require(harness.pull())
                    #expect(next.bytes == both || next.bytes == a.bytes)
                    #expect(next.pts == UInt64(frame) * MixHarness.frame)
                    shown.append(next.bytes == both)
                }
                #expect(shown == (2..<55).map { $0 <= 52 })
                // And comes back.
                for frame in 55..<58 {
                    harness.push(speaking, a.buffer(), frame: frame)
                    harness.push(silent, b.buffer(), frame: frame)
                    let next = try #require(harness.pull())
                    #expect(next.bytes == both && next.pts == UInt64(frame) * MixHarness.frame)
                }
            }
        }

        @Test("With ignore-inactive-pads an input without data is waited for once")
        func inactivePads() throws {
            try withoutCriticals {
                let harness = try MixHarness(live: true)
                harness.setInt("ignore-inactive-pads", 1)
                harness.setCaps(0, a.caps)
                harness.push(0, a.buffer(), frame: 0)
                #expect(gst_harness_crank_single_clock_wait(harness.output) != 0)
                #expect(try #require(harness.pull()).bytes == a.bytes)
                for frame in 1..<4 {
                    harness.push(0, a.buffer(), frame: frame)
                    #expect(try #require(harness.pull()).bytes == a.bytes)
                }
            }
        }

        @Test("What may come is what can be converted, of any size and rate")
        func capsQuery() throws {
            try withoutCriticals {
                let harness = try MixHarness()
                for format in PixelFormat.allCases { #expect(harness.allowedCaps(0).contains(format.name)) }
                // Alpha too where downstream has none: it is brought to what downstream takes.
                gst_harness_set_sink_caps_str(harness.output, "video/x-raw, format=I420, width=32, height=16")
                #expect(harness.allowedCaps(0).contains("BGRA"))
                #expect(harness.allowedCaps(0).contains("width=(int)[ 1, 2147483647 ]"))
                harness.setCaps(0, a.caps)
                #expect(eventually { harness.allowedCaps(1).contains("interlace-mode=(string)progressive") })
                #expect(harness.allowedCaps(1).contains("NV12"))
            }
        }

        /// GstAggregator keeps queries that wait without a reference, and a flush frees them.
        @Test("What inputs are offered needs no frames before it to be used")
        func allocationQuery() throws {
            try withoutCriticals {
                let harness = try MixHarness(a.caps)
                #expect(harness.push(0, a.buffer()) == GST_FLOW_OK)
                let caps = gst_caps_from_string(a.caps)
                let query = gst_query_new_allocation(caps, 1)
                defer {
                    gst_query_unref(query)
                    gst_caps_unref(caps)
                }
                #expect(gst_pad_peer_query(harness.inputs[0]?.pointee.srcpad, query) != 0)
                #expect(gst_query_find_allocation_meta(query, gst_video_meta_api_get_type(), nil) != 0)
                #expect(gst_query_get_n_allocation_params(query) == 1)
            }
        }

        @Test("Through READY and back the stream begins anew")
        func restarted() throws {
            try withoutCriticals {
                let harness = try MixHarness(a.caps)
                _ = try harness.render(a.buffer(), b.buffer())
                for _ in 0..<3 {
                    gst_element_set_state(harness.element, GST_STATE_READY)
                    gst_element_set_state(harness.element, GST_STATE_PLAYING)
                    for input in 0..<2 {
                        harness.push(input, gst_event_new_stream_start("again"))
                        #expect(harness.renegotiate(input, a.caps))
                        var segment = GstSegment()
                        gst_segment_init(&segment, GST_FORMAT_TIME)
                        harness.push(input, gst_event_new_segment(&segment))
                    }
                    #expect(try harness.render(a.buffer(), b.buffer()).bytes == both)
                }
            }
        }
    }
}
