// SPDX-License-Identifier: MIT
import CTestSupport
import PixelCore
import TestSupport
import Testing

extension ElementTests {
    /// Cameras beside files, and streams that become others while they are mixed.
    @Suite struct MixerCameras {
        private static let caps = "video/x-raw, format=GRAY8, width=16, height=4, framerate=25/1"

        /// A frame that tells its number.
        private func numbered(_ number: Int) -> Buffer {
            Buffer([UInt8](repeating: UInt8(number % 251), count: 64))
        }

        @Test("A camera beside a file loses no frame that comes before its deadline, over pauses too")
        func camera() throws {
            try withoutCriticals {
                var random = Generator(seed: Sample.seed)
                let (count, latency) = (isLong ? 10_000 : 1000, UInt64(100_000_000))
                let harness = try MixHarness(pads: [])
                harness.add("sink_0", live: true)
                harness.add("sink_1")
                gst_harness_use_testclock(harness.output)
                let clock = try #require(harness.clock)
                defer { gst_object_unref(clock) }
                harness.set("mix-factor", 0)
                tst_set_uint64(harness.element, "latency", latency)
                for input in 0..<2 { harness.setCaps(input, Self.caps) }
                harness.feed(1, (0..<count).map { _ in numbered(0) })
                #expect(gst_harness_query_latency(harness.output) != .max)
                var paused: UInt64 = 0
                var shown: [UInt8] = []
                for number in 0..<count {
                    if number % 97 == 96 {
                        // A camera stops with its pipeline, whose running time stands still.
                        gst_element_set_state(harness.element, GST_STATE_PAUSED)
                        paused += UInt64.random(in: 0...3_000_000_000, using: &random)
                        gst_element_set_base_time(harness.element, GstClockTime(paused))
                        gst_test_clock_set_time(clock, GstClockTime(UInt64(number) * MixHarness.frame + paused))
                        gst_element_set_state(harness.element, GST_STATE_PLAYING)
                    }
                    // It comes up to the latency later than it was taken, and before that is over.
                    let late = UInt64.random(in: 0..<latency, using: &random)
                    let arrival = UInt64(number + 1) * MixHarness.frame + late + paused
                    if UInt64(gst_clock_get_time(harness.output.pointee.element.pointee.clock)) < arrival {
                        gst_test_clock_set_time(clock, GstClockTime(arrival))
                    }
                    MixHarness.wake(clock)
                    #expect(harness.push(0, numbered(number), frame: number) == GST_FLOW_OK)
                    while let buffer = harness.pull(seconds: 0) { shown.append(buffer.bytes[0]) }
                }
                harness.push(0, gst_event_new_eos())
                let hasEnded = eventually {
                    MixHarness.wake(clock)
                    while let buffer = harness.pull(seconds: 0) { shown.append(buffer.bytes[0]) }
                    return shown.count >= count
                }
                #expect(hasEnded, "\(shown.count) frames")
                let lost = (0..<count).first { $0 >= shown.count || shown[$0] != UInt8($0 % 251) }
                #expect(lost == nil, "frame \(lost ?? 0)")
            }
        }

        @Test(
            "A stream whose size changes goes into two mixers, of which one takes the other's output, and never stops")
        func sizes() throws {
            try withoutCriticals {
                var error: UnsafeMutablePointer<GError>?
                let bin = try #require(
                    gst_parse_bin_from_description(
                        "tee name=t ! queue ! a.sink_0 t. ! queue ! b.sink_0 "
                            + "swiftperlinsrc ! video/x-raw, framerate=25/1 ! a.sink_1 swiftmix name=a ! b.sink_1 "
                            + "swiftblend name=b mode=screen", 1, &error))
                let harness = try #require(gst_harness_new_with_element(bin, "sink", "src"))
                defer {
                    gst_element_set_state(bin, GST_STATE_NULL)
                    gst_harness_teardown(harness)
                    gst_object_unref(bin)
                }
                gst_harness_play(harness)
                var frame = 0
                for change in 0..<100 {
                    let image = try Image(
                        change % 3 == 0 ? .bgrx : .i420, 16 + 2 * (change * 7 % 13), 8 + change * 5 % 11)
                    gst_harness_set_src_caps_str(harness, image.caps)
                    for _ in 0..<2 {
                        let buffer = image.buffer()
                        _ = buffer.setTimes(pts: UInt64(frame) * MixHarness.frame, duration: MixHarness.frame)
                        #expect(tst_push(harness, buffer.take()) == GST_FLOW_OK)
                        frame += 1
                    }
                    // One frame of each is waited for at most: the rest may be in queues.
                    var last: UInt64?
                    let hasCome = eventually {
                        while let buffer = gst_harness_try_pull(harness).map({ Buffer(owning: $0) }) {
                            last = buffer.pts
                        }
                        return last ?? 0 >= UInt64(frame - 2) * MixHarness.frame
                    }
                    try #require(hasCome, "change \(change): \(last ?? 0)")
                }
            }
        }

        @Test("A flush between caps and their first frame leaves the caps")
        func flushed() throws {
            try withoutCriticals {
                let harness = try MixHarness(Self.caps)
                harness.set("mix-factor", 1)
                for frame in 0..<100 {
                    let size = (width: 16 + 4 * (frame % 5), height: 4 + frame % 3)
                    #expect(harness.renegotiate(1, Image.caps(.gray8, size.width, size.height)))
                    harness.push(1, gst_event_new_flush_start())
                    harness.push(1, gst_event_new_flush_stop(0))
                    var segment = GstSegment()
                    gst_segment_init(&segment, GST_FORMAT_TIME)
                    harness.push(1, gst_event_new_segment(&segment))
                    let other = Buffer([UInt8](repeating: UInt8(frame), count: size.width * size.height))
                    let output = try harness.render(numbered(255), other, frame: frame)
                    #expect(output.pts == UInt64(frame) * MixHarness.frame)
                    #expect(output.bytes == [UInt8](repeating: UInt8(frame), count: 64))
                }
                #expect(harness.message(seconds: 0) == nil)
            }
        }
    }
}
