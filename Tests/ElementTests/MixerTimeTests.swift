// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import PixelCore
import TestSupport
import Testing

extension ElementTests {
    /// Which frames swiftmix makes, when, and what it tells of that.
    @Suite struct MixerTimes {
        private static let millisecond: UInt64 = 1_000_000
        private let a: Image
        private let b: Image

        init() throws {
            a = try Image(.gray8, 16, 4)
            b = try Image(.gray8, 16, 4, seed: 2)
        }

        private static func caps(_ rate: String) -> String {
            "video/x-raw, format=GRAY8, width=16, height=4, framerate=\(rate)"
        }

        private func buffers(_ count: Int) -> [Buffer] { (0..<count).map { _ in a.buffer() } }

        /// Two inputs of a rate, of which nothing has come yet.
        private func harness(_ rate: String, live: Bool = false) throws -> MixHarness {
            let harness = try MixHarness(live: live)
            for input in 0..<2 { harness.setCaps(input, Self.caps(rate)) }
            return harness
        }

        private func segment(
            rate: Double = 1, start: guint64 = 0, stop: guint64 = .max, base: guint64 = 0
        ) -> GstSegment {
            var segment = GstSegment()
            gst_segment_init(&segment, GST_FORMAT_TIME)
            (segment.rate, segment.start, segment.stop, segment.time, segment.base) = (rate, start, stop, start, base)
            segment.position = rate < 0 ? stop : start
            return segment
        }

        /// What came out, up to the end of the stream or of a segment.
        private func events(_ harness: MixHarness, until last: GstEventType = GST_EVENT_EOS) throws -> [Event] {
            var events: [Event] = []
            let isThere = eventually {
                while let event = gst_harness_try_pull_event(harness.output) {
                    var segment = GstSegment()
                    gst_segment_init(&segment, GST_FORMAT_TIME)
                    let type = event.pointee.type
                    if type == GST_EVENT_SEGMENT { gst_event_copy_segment(event, &segment) }
                    events.append(Event(type: type, segment: segment))
                    gst_event_unref(event)
                    if type == last { return true }
                }
                return false
            }
            try #require(isThere, "the stream does not end")
            return events
        }

        private struct Event {
            let type: GstEventType
            let segment: GstSegment
        }

        private func frames(_ harness: MixHarness) -> [Buffer] {
            var frames: [Buffer] = []
            while let buffer = gst_harness_try_pull(harness.output) { frames.append(Buffer(owning: buffer)) }
            return frames
        }

        /// Seeks, and answers as sources do; segments of inputs that are not `numbered` do not have the seek's number. Returns whether
        /// it was taken.
        @discardableResult
        private func seek(
            _ harness: MixHarness, rate: Double = 1, flags: GstSeekFlags = GST_SEEK_FLAG_NONE, start: guint64,
            stop: guint64? = nil, base: guint64 = 0, number: guint32 = gst_util_seqnum_next(),
            numbered: [Bool] = [true, true]
        ) -> Bool {
            let seek = gst_event_new_seek(
                rate, GST_FORMAT_TIME, flags, GST_SEEK_TYPE_SET, gint64(start),
                stop == nil ? GST_SEEK_TYPE_NONE : GST_SEEK_TYPE_SET, gint64(stop ?? 0))
            gst_event_set_seqnum(seek, number)
            let isTaken = gst_harness_push_upstream_event(harness.output, seek) != 0
            func push(_ input: Int, _ event: UnsafeMutablePointer<GstEvent>?) {
                gst_event_set_seqnum(event, number)
                harness.push(input, event)
            }
            for input in 0..<2 {
                #expect(harness.upstreamEvents(input).filter { $0 == GST_EVENT_SEEK }.count == 1)
                if flags.rawValue & GST_SEEK_FLAG_FLUSH.rawValue != 0 { push(input, gst_event_new_flush_start()) }
            }
            for input in 0..<2 {
                if flags.rawValue & GST_SEEK_FLAG_FLUSH.rawValue != 0 { push(input, gst_event_new_flush_stop(1)) }
                var segment = segment(rate: rate, start: start, stop: stop ?? .max, base: base)
                let event = gst_event_new_segment(&segment)
                if numbered[input] { push(input, event) } else { harness.push(input, event) }
            }
            return isTaken
        }

        /// Feeds both inputs frames that begin at these milliseconds, and ends them.
        private func feed(_ harness: MixHarness, _ times: [UInt64], duration: UInt64) {
            for input in 0..<2 {
                harness.feed(input, times: times.map { $0 * Self.millisecond }, duration: duration * Self.millisecond) {
                    _ in
                    a.buffer()
                }
            }
        }

        @Test(
            "Caps of a variable rate get the inputs' frames, with rising time stamps",
            arguments: [("25/1", ""), ("0/1", ""), ("25/1", ", max-framerate=60/1")])
        func variableRate(rate: String, most: String) throws {
            try withoutCriticals {
                let harness = try MixHarness()
                gst_harness_set_sink_caps_str(harness.output, "video/x-raw, framerate=0/1\(most)")
                for input in 0..<2 { harness.setCaps(input, Self.caps(rate)) }
                for input in 0..<2 { harness.feed(input, buffers(3)) }
                let video = try harness.video()
                #expect(video.map(\.pts) == (0..<3).map { $0 * MixHarness.frame })
                #expect(harness.outputCaps.contains("framerate=(fraction)0/1"))
            }
        }

        @Test(
            "In reverse the last frame is cut where the segment ends, at any rate of play", arguments: [-1.0, -2, -0.5])
        func reverse(rate: Double) throws {
            try withoutCriticals {
                let harness = try harness("10/1")
                for input in 0..<2 { harness.push(input, a.buffer(), duration: 100 * Self.millisecond) }
                _ = try #require(harness.pull())
                #expect(
                    seek(harness, rate: rate, flags: GST_SEEK_FLAG_FLUSH, start: 0, stop: 450_000_000))
                feed(harness, [400, 300, 200, 100, 0], duration: 100)
                let video = try harness.video()
                #expect(video.map { $0.pts / Self.millisecond } == [350, 250, 150, 50, 0])
                #expect(video.map { $0.duration / Self.millisecond } == [100, 100, 100, 100, 50])
            }
        }

        @Test(
            "After a seek without a flush time goes on, in one segment, also where elements make segments anew",
            arguments: [1.0, -1], [[true, true], [true, false], [false, false]])
        func seekOn(rate: Double, numbered: [Bool]) throws {
            try withoutCriticals {
                let harness = try harness("25/1")
                for frame in 0..<3 { _ = try harness.render(a.buffer(), b.buffer(), frame: frame) }
                let (start, stop, base): (guint64, guint64, guint64) = (400_000_000, 520_000_000, 120_000_000)
                #expect(seek(harness, rate: rate, start: start, stop: stop, base: base, numbered: numbered))
                feed(harness, rate < 0 ? [480, 440, 400] : [400, 440, 480], duration: 40)
                let segments = try events(harness).filter { $0.type == GST_EVENT_SEGMENT }.map(\.segment)
                #expect(segments.count == 2)
                let last = try #require(segments.last)
                #expect((last.rate, last.start, last.stop, last.base) == (rate, start, stop, base))
                let times: [UInt64] = frames(harness).map { $0.pts / Self.millisecond }
                #expect(times == (rate < 0 ? [480, 440, 400] : [400, 440, 480]))
            }
        }

        @Test("The position goes on after a seek with a flush that comes again, as by another branch")
        func seekTwice() throws {
            try withoutCriticals {
                let harness = try harness("25/1")
                _ = try harness.render(a.buffer(), b.buffer())
                let number = gst_util_seqnum_next()
                #expect(seek(harness, flags: GST_SEEK_FLAG_FLUSH, start: 400_000_000, number: number))
                _ = try harness.render(a.buffer(), b.buffer(), frame: 10)
                let again = gst_event_new_seek(
                    1, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, GST_SEEK_TYPE_SET, 400_000_000, GST_SEEK_TYPE_NONE, 0)
                gst_event_set_seqnum(again, number)
                #expect(gst_harness_push_upstream_event(harness.output, again) != 0)
                for frame in 11..<13 {
                    #expect(
                        try harness.render(a.buffer(), b.buffer(), frame: frame).pts == UInt64(frame) * MixHarness.frame
                    )
                    #expect(
                        eventually(seconds: 5) { streamPosition(harness.element) == gint64(frame + 1) * 40_000_000 })
                }
            }
        }

        @Test("A seek that would end before it begins is refused, and changes nothing")
        func refusedSeek() throws {
            try withoutCriticals {
                let harness = try harness("25/1")
                _ = try harness.render(a.buffer(), b.buffer())
                for flags in [GST_SEEK_FLAG_NONE, GST_SEEK_FLAG_FLUSH] {
                    let seek = gst_event_new_seek(
                        1, GST_FORMAT_TIME, flags, GST_SEEK_TYPE_SET, 500, GST_SEEK_TYPE_SET, 100)
                    #expect(gst_harness_push_upstream_event(harness.output, seek) == 0)
                }
                #expect(try harness.render(a.buffer(), b.buffer(), frame: 1).pts == MixHarness.frame)
            }
        }

        @Test("A segment that is over on one input leaves the other alone to its end, which is told once")
        func segmentDone() throws {
            try withoutCriticals {
                let harness = try harness("25/1")
                for frame in 0..<3 { _ = try harness.render(a.buffer(), b.buffer(), frame: frame) }
                harness.push(0, gst_event_new_segment_done(GST_FORMAT_TIME, 120_000_000))
                for frame in 3..<6 {
                    harness.push(1, b.buffer(), frame: frame)
                    #expect(try #require(harness.pull()).bytes == b.bytes)
                }
                harness.push(1, gst_event_new_segment_done(GST_FORMAT_TIME, 240_000_000))
                _ = try events(harness, until: GST_EVENT_SEGMENT_DONE)
                // Once more, as loops do.
                #expect(seek(harness, flags: GST_SEEK_FLAG_SEGMENT, start: 0, stop: 80_000_000, base: 240_000_000))
                for frame in 0..<2 {
                    let output = try harness.render(a.buffer(), b.buffer(), frame: frame)
                    #expect(output.pts == UInt64(frame) * MixHarness.frame)
                }
                for input in 0..<2 { harness.push(input, gst_event_new_segment_done(GST_FORMAT_TIME, 80_000_000)) }
                let last = try events(harness, until: GST_EVENT_SEGMENT_DONE)
                #expect(last.filter { $0.type == GST_EVENT_SEGMENT }.map(\.segment.base) == [240_000_000])
                for input in 0..<2 { harness.push(input, gst_event_new_eos()) }
                #expect(harness.event(GST_EVENT_EOS))
            }
        }

        @Test("Of twice as many frames, stamped in milliseconds, every other one is shown")
        func halfRate() throws {
            try withoutCriticals {
                let harness = try MixHarness()
                gst_harness_set_sink_caps_str(harness.output, "video/x-raw, framerate=30/1")
                harness.set("mix-factor", 0)
                for input in 0..<2 { harness.setCaps(input, Self.caps("60/1")) }
                let times = (0..<12).map { (UInt64($0) * 1000 + 30) / 60 * Self.millisecond }
                for input in 0..<2 {
                    harness.feed(input, times: times, duration: 17 * Self.millisecond) { n in
                        var image = a
                        image.bytes = image.bytes.map { _ in UInt8(n) }
                        return image.buffer()
                    }
                }
                #expect(try harness.video().map { $0.bytes[0] } == [0, 2, 4, 6, 8, 10])
            }
        }

        @Test(
            "A flush that leaves time as it is goes on from there; another one begins anew", arguments: [false, true])
        func flush(resets: Bool) throws {
            try withoutCriticals {
                let harness = try harness("25/1")
                for frame in 0..<3 { _ = try harness.render(a.buffer(), b.buffer(), frame: frame) }
                let number = gst_util_seqnum_next()
                for make in [gst_event_new_flush_start, { gst_event_new_flush_stop(resets ? 1 : 0) }] {
                    for input in 0..<2 {
                        let event = make()
                        gst_event_set_seqnum(event, number)
                        harness.push(input, event)
                    }
                }
                for input in 0..<2 {
                    var segment = segment()
                    harness.push(input, gst_event_new_segment(&segment))
                }
                let next = resets ? 0 : 3
                #expect(try harness.render(a.buffer(), b.buffer(), frame: next).pts == UInt64(next) * MixHarness.frame)
            }
        }

        @Test("One frame that is half a minute late makes no minute of others left out")
        func quality() throws {
            try withoutCriticals {
                let harness = try harness("25/1")
                _ = try harness.render(a.buffer(), b.buffer())
                let qos = gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 2, 30_000_000_000, 0)
                gst_harness_push_upstream_event(harness.output, qos)
                for input in 0..<2 {
                    harness.feed(input, times: (1..<60).map { $0 * MixHarness.frame }) { _ in a.buffer() }
                }
                let first = try #require(try harness.video().first)
                #expect(first.pts > MixHarness.frame && first.pts <= 1_000_000_000 + 2 * MixHarness.frame)
            }
        }

        @Test("A seek without a flush before the start plays")
        func seekBeforeStart() throws {
            try withoutCriticals {
                let harness = try harness("25/1")
                gst_element_set_state(harness.element, GST_STATE_READY)
                let seek = gst_event_new_seek(
                    1, GST_FORMAT_TIME, GST_SEEK_FLAG_NONE, GST_SEEK_TYPE_SET, 0, GST_SEEK_TYPE_NONE, 0)
                gst_element_send_event(harness.element, seek)
                gst_element_set_state(harness.element, GST_STATE_PLAYING)
                for input in 0..<2 { harness.setCaps(input, a.caps) }
                #expect(try harness.render(a.buffer(), b.buffer()).pts == 0)
            }
        }

        @Test("A seek with a flush before there are inputs is refused, and those that come then are mixed")
        func seekWithoutInputs() throws {
            try withoutCriticals {
                let harness = try MixHarness(pads: [])
                let seek = gst_event_new_seek(
                    1, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, GST_SEEK_TYPE_SET, 0, GST_SEEK_TYPE_NONE, 0)
                #expect(gst_harness_push_upstream_event(harness.output, seek) == 0)
                for input in 0..<2 {
                    harness.add("sink_\(input)")
                    harness.setCaps(input, a.caps)
                }
                #expect(try harness.render(a.buffer(), b.buffer()).pts == 0)
            }
        }

        @Test("What downstream calls an error of its own is an error")
        func customError() throws {
            try withoutCriticals {
                let harness = try harness("25/1")
                tst_refuse_next(harness.output, GST_FLOW_CUSTOM_ERROR.rawValue)
                for input in 0..<2 { harness.push(input, a.buffer()) }
                let error = try #require(harness.message())
                #expect(error.isError && error.text.contains("after this one"), "\(error.text)")
            }
        }

        @Test("Segments have the running times that GStreamer counts")
        func runningTimes() {
            var random = Generator(seed: 5)
            func number(_ most: Int64) -> guint64 { guint64(Int64.random(in: 0...most, using: &random)) }
            for _ in 0..<20_000 {
                var segment = segment(
                    rate: [1, -1, 2, -0.5, 0.3].randomElement(using: &random) ?? 1, start: number(1_000_000_000),
                    stop: 1_000_000_000 + number(9_000_000_000), base: number(100_000_000_000))
                segment.offset = Bool.random(using: &random) ? 0 : number(1_000_000_000)
                let own = StreamSegment(
                    rate: segment.rate, start: Int64(segment.start), stop: Int64(segment.stop),
                    base: Int64(segment.base), offset: Int64(segment.offset))
                let position = segment.start + number(Int64(segment.stop - segment.start))
                let running = gst_segment_to_running_time(&segment, GST_FORMAT_TIME, position)
                guard running != .max else { continue }
                #expect(own.running(Int64(position)) == Int64(running))
                if abs(segment.rate) == 1 { #expect(own.position(running: Int64(running)) == Int64(position)) }
            }
        }

        @Test("What its inputs do not let be sought can't be")
        func queries() throws {
            try withoutCriticals {
                let harness = try harness("25/1")
                _ = try harness.render(a.buffer(), b.buffer())
                let query = gst_query_new_seeking(GST_FORMAT_TIME)
                defer { gst_query_unref(query) }
                #expect(gst_pad_peer_query(harness.output.pointee.sinkpad, query) != 0)
                var isSeekable: gboolean = 1
                gst_query_parse_seeking(query, nil, &isSeekable, nil, nil)
                #expect(isSeekable == 0)
            }
        }
    }
}
