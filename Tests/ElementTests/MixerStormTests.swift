// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Glibc
import PixelCore
import TestSupport
import Testing

extension ElementTests {
    /// swiftmix under events that come at any time, from any thread.
    @Suite struct MixerStorms {
        private let a: Image
        private let b: Image

        init() throws {
            a = try Image(.gray8, 16, 4)
            b = try Image(.gray8, 16, 4, seed: 2)
        }

        private func buffer(_ image: Image, _ frame: Int) -> MixHarness.Item {
            let buffer = image.buffer().setTimes(pts: UInt64(frame) * MixHarness.frame, duration: MixHarness.frame)
            tst_count_buffer(buffer.pointer)
            return .buffer(buffer.take())
        }

        private func flush(resets: Bool) -> [MixHarness.Item] {
            var segment = GstSegment()
            gst_segment_init(&segment, GST_FORMAT_TIME)
            return [
                .event(gst_event_new_flush_start()), .event(gst_event_new_flush_stop(resets ? 1 : 0)),
                .event(gst_event_new_segment(&segment)),
            ]
        }

        /// The time stamps that have come since the last flush.
        private final class Stamps: Sendable {
            let values = Locked<[UInt64]>([])

            /// Frames end here.
            func watch(_ pad: UnsafeMutablePointer<GstPad>) {
                let types = GstPadProbeType(
                    GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue)
                gst_pad_add_probe(
                    pad, types,
                    { _, info, data in
                        guard let info, let data else { return GST_PAD_PROBE_OK }
                        let stamps = Unmanaged<Stamps>.fromOpaque(data).takeUnretainedValue()
                        let isBuffer = info.pointee.type.rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0
                        guard isBuffer, let buffer = gst_pad_probe_info_get_buffer(info) else {
                            stamps.values.withLock { $0 = [] }
                            return GST_PAD_PROBE_OK
                        }
                        stamps.values.withLock { $0.append(UInt64(buffer.pointee.pts)) }
                        return GST_PAD_PROBE_DROP
                    }, Unmanaged.passUnretained(self).toOpaque(), nil)
            }
        }

        /// Two sources that can be sought, mixed as fast as they come.
        private func played() throws -> (UnsafeMutablePointer<GstHarness>, UnsafeMutablePointer<GstElement>, Stamps) {
            let source = "swiftperlinsrc ! video/x-raw,width=32,height=32 ! m.sink"
            var error: UnsafeMutablePointer<GError>?
            let bin = try #require(
                gst_parse_bin_from_description("swiftmix name=m \(source)_0 \(source)_1", 1, &error))
            let harness = try #require(gst_harness_new_with_element(bin, nil, "src"))
            let stamps = Stamps()
            stamps.watch(harness.pointee.sinkpad)
            gst_harness_play(harness)
            return (harness, bin, stamps)
        }

        @Test("A flushing seek goes where it says, however far a frame has come, where nobody waits for the clock")
        func seeks() throws {
            try withoutCriticals {
                let (harness, bin, stamps) = try played()
                defer {
                    gst_harness_teardown(harness)
                    gst_object_unref(bin)
                }
                for round in 0..<(isLong ? 2000 : 100) {
                    #expect(eventually { stamps.values.withLock { $0.count > 2 + round % 5 } }, "round \(round)")
                    let start = gint64(round % 3) * 1_000_000_000
                    let seek = gst_event_new_seek(
                        1, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, GST_SEEK_TYPE_SET, start, GST_SEEK_TYPE_NONE, 0)
                    #expect(gst_harness_push_upstream_event(harness, seek) != 0)
                    #expect(eventually { stamps.values.withLock { !$0.isEmpty } }, "round \(round)")
                    #expect(stamps.values.withLock { $0.first } == UInt64(start), "round \(round)")
                }
            }
        }

        @Test(
            "A flushing seek goes where it says while the segment of one before it begins",
            arguments: [GST_SEEK_FLAG_NONE, GST_SEEK_FLAG_FLUSH].map(\.rawValue))
        func seeksAgain(flags: UInt32) throws {
            try withoutCriticals {
                let (harness, bin, stamps) = try played()
                defer {
                    tst_slow_segments(0)
                    gst_harness_teardown(harness)
                    gst_object_unref(bin)
                }
                tst_slow_segments(60_000)
                for round in 0..<10 {
                    #expect(eventually { stamps.values.withLock { $0.count > 2 } }, "round \(round)")
                    for (flags, start) in [(GstSeekFlags(flags), 50), (GST_SEEK_FLAG_FLUSH, gint64(round))] {
                        let seek = gst_event_new_seek(
                            1, GST_FORMAT_TIME, flags, GST_SEEK_TYPE_SET, start * 1_000_000_000, GST_SEEK_TYPE_NONE, 0)
                        #expect(gst_harness_push_upstream_event(harness, seek) != 0)
                        usleep(5000 + 4000 * UInt32(round))
                    }
                    #expect(eventually { stamps.values.withLock { !$0.isEmpty } }, "round \(round)")
                    #expect(stamps.values.withLock { $0.first } == UInt64(round) * 1_000_000_000, "round \(round)")
                }
            }
        }

        @Test("Flushes of one input, from its caps on, leave the other one's frames as they are, and time goes on")
        func flushes() throws {
            try withoutCriticals {
                let count = isLong ? 50_000 : 1000
                let both = try Image.mixed(a, b, 0.5).bytes
                do {
                    let harness = try MixHarness(a.caps)
                    harness.feed(0, (0..<count).map { buffer(a, $0) } + [.event(gst_event_new_eos())])
                    harness.feed(
                        1,
                        (0..<count).flatMap { flush(resets: $0 % 3 == 0) + [buffer(b, $0)] }
                            + flush(resets: false) + [.event(gst_event_new_eos())])
                    for frame in 0..<count {
                        let output = try #require(harness.pull())
                        #expect(output.pts == UInt64(frame) * MixHarness.frame)
                        #expect(output.bytes == both || output.bytes == a.bytes)
                    }
                    #expect(try harness.video().isEmpty)
                }
                #expect(eventually { tst_counted_buffers() == 0 })
            }
        }

        @Test("What is set while frames are chosen counts for them")
        func selectedSamples() throws {
            try withoutCriticals {
                let harness = try MixHarness(a.caps)
                let handler: @convention(c) (gpointer, gpointer, UInt64, UInt64, UInt64, gpointer?, gpointer?) -> Void =
                    {
                        element, _, pts, _, _, _, _ in
                        tst_set_double(element, "mix-factor", pts / MixHarness.frame % 2 == 0 ? 0 : 1)
                    }
                g_signal_connect_data(
                    harness.element, "samples-selected", unsafeBitCast(handler, to: GCallback.self), nil, nil,
                    GConnectFlags(rawValue: 0))
                tst_set_int(harness.element, "emit-signals", 1)
                for frame in 0..<4 {
                    let output = try harness.render(a.buffer(), b.buffer(), frame: frame)
                    #expect(output.bytes == (frame % 2 == 0 ? a.bytes : b.bytes))
                }
            }
        }

        @Test("A frame is let go of before the next one is taken, so that the input's pool needs no more")
        func letsGo() throws {
            final class Counts {
                var alive: [Int] = []
            }
            let count = 10
            let counts = Counts()
            let harness = try MixHarness(a.caps)
            let pad = try #require(gst_element_get_static_pad(harness.element, "sink_0"))
            defer { gst_object_unref(pad) }
            let handler: @convention(c) (gpointer, gpointer, gpointer) -> Void = { _, _, counts in
                Unmanaged<Counts>.fromOpaque(counts).takeUnretainedValue().alive.append(Int(tst_counted_buffers()))
            }
            g_signal_connect_data(
                pad, "buffer-consumed", unsafeBitCast(handler, to: GCallback.self),
                Unmanaged.passUnretained(counts).toOpaque(), nil, GConnectFlags(rawValue: 0))
            tst_set_int(pad, "emit-signals", 1)
            harness.feed(0, (0..<count).map { buffer(a, $0) } + [.event(gst_event_new_eos())])
            harness.feed(1, (0..<count).map { _ in b.buffer() })
            #expect(try harness.video().count == count)
            #expect(counts.alive == (0..<count).map { count - $0 })
        }

        @Test("A live input that sends nothing is not waited for before PLAYING, nor is time counted")
        func beforePlaying() throws {
            try withoutCriticals {
                let harness = try MixHarness(live: true)
                gst_harness_use_testclock(harness.output)
                let clock = try #require(harness.clock)
                defer { gst_object_unref(clock) }
                gst_element_set_state(harness.element, GST_STATE_PAUSED)
                for input in 0..<2 { harness.setCaps(input, a.caps) }
                gst_harness_set_time(harness.output, GstClockTime(10 * MixHarness.frame))
                harness.push(0, a.buffer())
                #expect(harness.pull(seconds: 0.1) == nil)
                // Nobody waits for a time.
                var next: GstClockID?
                #expect(gst_test_clock_peek_next_pending_id(clock, &next) == 0)
                gst_element_set_state(harness.element, GST_STATE_PLAYING)
                var output: Buffer?
                #expect(
                    eventually {
                        MixHarness.wake(clock)
                        output = harness.pull(seconds: 0)
                        return output != nil
                    })
                #expect(output?.bytes == a.bytes)
            }
        }

        @Test("A frame without a duration lasts as long as the frame rate says, also as the last one")
        func withoutDuration() throws {
            try withoutCriticals {
                let harness = try MixHarness(a.caps)
                for (input, image) in [a, b].enumerated() {
                    harness.feed(input, times: [0, 1, 2, 4].map { $0 * MixHarness.frame }, duration: .max) { _ in
                        image.buffer()
                    }
                }
                #expect(try harness.video().map(\.pts) == (0..<5).map { $0 * MixHarness.frame })
            }
        }

        @Test("A stream that ends before it has said what it is ends the output")
        func endWithoutCaps() throws {
            try withoutCriticals {
                let harness = try MixHarness()
                for input in 0..<2 { harness.push(input, gst_event_new_stream_start("nothing")) }
                for input in 0..<2 { harness.push(input, gst_event_new_eos()) }
                #expect(harness.event(GST_EVENT_EOS))
            }
        }
    }
}
