// SPDX-License-Identifier: MIT
import CTestSupport
import PixelCore
import TestSupport
import Testing

extension ElementTests {
    /// What the output says of the streams that are mixed, and of their times.
    @Suite struct MixerQueries {
        private let image: Image

        init() throws { image = try Image(.gray8, 16, 4) }

        @Test(
            "The output's stream is of the group that its inputs' streams are of, if that is one", arguments: mixers,
            [[7, 7], [7, 8], [7, nil], [nil, nil]] as [[UInt32?]])
        func group(factory: String, groups: [UInt32?]) throws {
            try withoutCriticals {
                let harness = try MixHarness(of: factory)
                for (input, group) in groups.enumerated() {
                    let event = gst_event_new_stream_start("stream \(input)")
                    if let group { gst_event_set_group_id(event, group) }
                    harness.push(input, event)
                    harness.setCaps(input, image.caps)
                }
                _ = try harness.render(image.buffer(), image.buffer())
                let pad = harness.output.pointee.sinkpad
                let start = try #require(gst_pad_get_sticky_event(pad, GST_EVENT_STREAM_START, 0))
                defer { gst_event_unref(start) }
                var group: guint = 0
                let hasGroup = gst_event_parse_group_id(start, &group) != 0
                #expect((hasGroup ? group : nil) == (groups == [7, 8] ? nil : groups[0]))
            }
        }

        @Test("The position, which threads ask for while frames are made, only rises")
        func position() throws {
            try withoutCriticals {
                let count = isLong ? 20_000 : 1000
                let harness = try MixHarness(image.caps)
                let element = Shared(pointer: harness.element)
                let falls = Locked(0)
                let asking = (0..<4).map { _ in
                    let last = Locked<gint64>(-1)
                    return Background {
                        let position = streamPosition(element.pointer) ?? -1
                        let isLess = last.withLock { last in
                            defer { last = position }
                            return position < last
                        }
                        if isLess { falls.withLock { $0 += 1 } }
                    }
                }
                for input in 0..<2 { harness.feed(input, (0..<count).map { _ in image.buffer() }) }
                #expect(try harness.video().count == count)
                for thread in asking { thread.end() }
                #expect(falls.withLock { $0 } == 0)
                #expect(streamPosition(harness.element) == gint64(count) * gint64(MixHarness.frame))
            }
        }

        /// What a source answers; -1: it does not know how long it is.
        private final class Answers {
            let duration: gint64
            let isSeekable: Bool

            init(_ duration: gint64, isSeekable: Bool) { (self.duration, self.isSeekable) = (duration, isSeekable) }

            func answer(_ query: UnsafeMutablePointer<GstQuery>) -> GstPadProbeReturn {
                switch query.pointee.type {
                case GST_QUERY_DURATION: gst_query_set_duration(query, GST_FORMAT_TIME, duration)
                case GST_QUERY_SEEKING: gst_query_set_seeking(query, GST_FORMAT_TIME, isSeekable ? 1 : 0, 0, duration)
                default: return GST_PAD_PROBE_OK
                }
                return GST_PAD_PROBE_HANDLED
            }
        }

        @Test(
            "The output is as long as its longest input, and can be sought where all can, whatever is not linked",
            arguments: [
                ([3, 5], [true, true], 5, true), ([3, -1], [true, true], -1, true), ([3, 5], [true, false], 5, false),
            ] as [([gint64], [Bool], gint64, Bool)])
        func duration(durations: [gint64], seekable: [Bool], longest: gint64, isSeekable: Bool) throws {
            try withoutCriticals {
                let harness = try MixHarness(image.caps, of: "swiftblend")
                let pad = try #require(gst_element_request_pad_simple(harness.element, "sink_%u"))
                defer { gst_object_unref(pad) }
                let answers = zip(durations, seekable).map {
                    Answers($0 < 0 ? -1 : $0 * 1_000_000_000, isSeekable: $1)
                }
                for (input, answers) in answers.enumerated() {
                    gst_pad_add_probe(
                        harness.inputs[input]?.pointee.srcpad, GST_PAD_PROBE_TYPE_QUERY_UPSTREAM,
                        { _, info, answers in
                            guard let answers, let query = gst_pad_probe_info_get_query(info) else {
                                return GST_PAD_PROBE_OK
                            }
                            return Unmanaged<Answers>.fromOpaque(answers).takeUnretainedValue().answer(query)
                        }, Unmanaged.passRetained(answers).toOpaque(),
                        // The mixer may ask as long as it is there.
                        { $0.map { Unmanaged<Answers>.fromOpaque($0).release() } })
                }
                var duration: gint64 = 0
                #expect(gst_element_query_duration(harness.element, GST_FORMAT_TIME, &duration) != 0)
                #expect(duration == (longest < 0 ? -1 : longest * 1_000_000_000))
                let query = gst_query_new_seeking(GST_FORMAT_TIME)
                defer { gst_query_unref(query) }
                #expect(gst_element_query(harness.element, query) != 0)
                var answer: gboolean = 0
                gst_query_parse_seeking(query, nil, &answer, nil, nil)
                #expect((answer != 0) == isSeekable)
            }
        }
    }
}
