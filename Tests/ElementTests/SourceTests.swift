// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Filters
import PixelCore
import TestSupport
import Testing

extension ElementTests {
    @Suite struct Sources {
        private static let second: Int = 1_000_000_000

        private func perlin(_ change: (inout Perlin) -> Void) -> Perlin {
            var settings = Perlin()
            change(&settings)
            return settings
        }

        private func caps(_ format: String = "GRAY8", _ rate: String = "25/1") -> String {
            "video/x-raw, format=\(format), width=37, height=11, framerate=\(rate)"
        }

        @Test("Every format is what the law makes of it", arguments: PixelFormat.allCases)
        func formats(format: PixelFormat) throws {
            try withoutCriticals {
                for (width, height, interlaced) in [(37, 11, false), (34, 8, true), (1, 1, false)] {
                    let settings = perlin { $0.scale = 5 }
                    let expected = try Image.perlin(settings, format, width, height, interlaced: interlaced)
                    let source = try SourceHarness(expected.caps, ["num-buffers": "2", "scale": "5"])
                    source.play()
                    let frames = source.frames()
                    #expect(frames.count == 2)
                    for frame in frames { #expect(expected.with(frame.bytes).visible == expected.visible) }
                    #expect(source.message()?.text == nil)
                    let flags = frames.map { tst_flags($0.pointer) & GST_VIDEO_BUFFER_FLAG_TFF.rawValue != 0 }
                    #expect(flags.allSatisfy { $0 == interlaced })
                }
            }
        }

        @Test("The matrix and the range are those of the caps")
        func colorimetry() throws {
            let settings = perlin { ($0.startColor, $0.finishColor) = (0xffff_0000, 0xff00_00ff) }
            let values = ["num-buffers": "1", "start-color": "0xffff0000", "finish-color": "0xff0000ff"]
            for (text, matrix, isFull) in [
                ("bt601", Colorimetry.Matrix.bt601, false), ("bt709", .bt709, false), ("1:3:5:1", .bt709, true),
            ] {
                let c = Colorimetry(matrix: matrix, fullRange: isFull, depth: 8)
                let expected = try Image.perlin(settings, .i420, 38, 12, c)
                let source = try SourceHarness(Image.caps(.i420, 38, 12, colorimetry: text), values)
                source.play()
                let frame = try #require(source.frames().first)
                #expect(expected.with(frame.bytes).visible == expected.visible, "\(text)")
            }
        }

        @Test("What downstream leaves open: 640x360 at 30 frames a second")
        func fixation() throws {
            let source = try SourceHarness(nil, ["num-buffers": "1"])
            source.play()
            #expect(source.frames().count == 1)
            let caps = try #require(gst_pad_get_current_caps(source.harness.pointee.sinkpad))
            let text = try #require(gst_caps_to_string(caps))
            #expect(String(cString: text).contains("width=(int)640, height=(int)360, framerate=(fraction)30/1"))
            g_free(text)
            gst_caps_unref(caps)
        }

        @Test(
            "Frame n begins after n frames, and ends where the next one begins",
            arguments: ["25/1", "30000/1001", "7/3"])
        func times(rate: String) throws {
            let source = try SourceHarness(caps("GRAY8", rate), ["num-buffers": "40"])
            source.play()
            let parts = rate.split(separator: "/").compactMap { UInt64($0) }
            let frames = source.frames()
            #expect(frames.count == 40)
            for (n, frame) in frames.enumerated() {
                func begin(_ n: Int) -> UInt64 { UInt64(n) * parts[1] * 1_000_000_000 / parts[0] }
                #expect(frame.pts == begin(n) && frame.duration == begin(n + 1) - begin(n))
                #expect(tst_offset(frame.pointer) == UInt64(n))
            }
        }

        @Test("Without a rate there is one frame")
        func still() throws {
            let source = try SourceHarness(caps("BGRx", "0/1"))
            source.play()
            let frames = source.frames()
            #expect(frames.count == 1)
            #expect(frames.first?.pts == 0 && frames.first?.duration == .max)
            #expect(source.message()?.text == nil)
        }

        @Test("After a seek frames have the same bits, and the end of the segment ends the stream")
        func seeks() throws {
            try withoutCriticals {
                let values = ["speed-x": "0.3", "speed-y": "-0.2", "scale": "6"]
                let source = try SourceHarness(caps("GRAY8", "30/1"), values)
                #expect(source.play(from: 0, to: Self.second))
                let all = source.frames()
                #expect(all.count == 30 && Set(all.map(\.bytes)).count == 30)
                // To the beginning of a frame, into one, and before the last.
                for (start, first) in [(0, 0), (Int(all[7].pts), 7), (Int(all[7].pts) - 1, 6), (500_000_001, 15)] {
                    #expect(source.play(from: start, to: Self.second))
                    let part = source.frames()
                    #expect(part.map(\.bytes) == all[first...].map(\.bytes), "\(start)")
                    #expect(part.map(\.pts) == all[first...].map(\.pts), "\(start)")
                }
                #expect(source.play(from: 100_000_000, to: 200_000_000))
                #expect(source.frames().map(\.pts) == all[3..<6].map(\.pts))
                // In frames, which are converted.
                #expect(source.play(format: GST_FORMAT_DEFAULT, from: 10, to: 12))
                #expect(source.frames().map(\.bytes) == all[10..<12].map(\.bytes))
                #expect(source.play(rate: -1, from: 0, to: Self.second))
                let reversed = source.frames()
                #expect(reversed.map(\.pts) == all.reversed().map(\.pts))
                #expect(reversed.map(\.bytes) == all.reversed().map(\.bytes))
                #expect(source.message()?.text == nil)
            }
        }

        @Test("A seek in reverse from an unknown end is refused, and the stream goes on")
        func seekFromUnknownEnd() throws {
            try withoutCriticals {
                let source = try SourceHarness(caps("GRAY8", "25/1"), ["num-buffers": "5"])
                source.play()
                for flags in [GST_SEEK_FLAG_NONE, GST_SEEK_FLAG_FLUSH] {
                    let seek = gst_event_new_seek(
                        -1, GST_FORMAT_TIME, flags, GST_SEEK_TYPE_SET, 0, GST_SEEK_TYPE_NONE, 0)
                    #expect(gst_harness_push_upstream_event(source.harness, seek) == 0)
                }
                #expect(source.play(from: 0, to: Self.second) && source.message()?.text == nil)
            }
        }

        @Test("A seek before the start counts, too")
        func seekBefore() throws {
            let source = try SourceHarness(caps())
            #expect(source.play(from: 5 * Self.second, to: 5 * Self.second + 80_000_000))
            #expect(source.frames().map(\.pts) == [5_000_000_000, 5_040_000_000])
        }

        @Test("Positions that no clock comes to end the stream")
        func farAway() throws {
            try withoutCriticals {
                for rate in ["25/1", "1/2147483647", "2147483647/1", "0/1"] {
                    let source = try SourceHarness(caps("GRAY8", rate), ["speed-x": "100"])
                    #expect(source.play(from: .max - 1_000, to: .max))
                    #expect(source.frames().count < 10_000)
                    #expect(source.message()?.isError != true)
                }
            }
        }

        @Test("Queries are answered: duration, convert, position, seeking")
        func queries() throws {
            try withoutCriticals {
                let source = try SourceHarness(caps("BGRx"), ["num-buffers": "50"])
                #expect(source.duration(GST_FORMAT_TIME) == nil, "there are no caps")
                #expect(source.converted(1, GST_FORMAT_DEFAULT, GST_FORMAT_TIME) == nil)
                source.play()
                #expect(source.frames().count == 50)
                #expect(source.duration(GST_FORMAT_TIME) == 2 * Self.second)
                #expect(source.duration(GST_FORMAT_DEFAULT) == 50)
                #expect(source.duration(GST_FORMAT_BYTES) == 50 * 37 * 11 * 4)
                #expect(source.converted(3, GST_FORMAT_DEFAULT, GST_FORMAT_TIME) == 120_000_000)
                #expect(source.converted(80_000_000, GST_FORMAT_TIME, GST_FORMAT_DEFAULT) == 2)
                #expect(source.converted(37 * 11 * 4, GST_FORMAT_BYTES, GST_FORMAT_DEFAULT) == 1)
                #expect(source.converted(-7, GST_FORMAT_TIME, GST_FORMAT_DEFAULT) == nil)
                #expect(streamPosition(source.element) == 2 * Self.second)
                let query = try #require(gst_query_new_seeking(GST_FORMAT_TIME))
                #expect(gst_element_query(source.element, query) != 0)
                var isSeekable: gboolean = 0
                gst_query_parse_seeking(query, nil, &isSeekable, nil, nil)
                #expect(isSeekable != 0)
                gst_query_unref(query)
            }
        }

        @Test("A live source makes frames as the clock goes, and is late by one frame")
        func live() throws {
            try withoutCriticals {
                let source = try SourceHarness(caps(), ["num-buffers": "4", "is-live": "true"])
                source.play()
                #expect(gst_harness_try_pull(source.harness) == nil)
                for n in 0..<4 {
                    #expect(gst_harness_crank_single_clock_wait(source.harness) != 0)
                    let frame = Buffer(owning: try #require(gst_harness_pull(source.harness)))
                    #expect(frame.pts == UInt64(n) * 40_000_000)
                    #expect(gst_harness_try_pull(source.harness) == nil)
                }
                #expect(gst_harness_query_latency(source.harness) == 40_000_000)
                #expect(source.message()?.text == nil)
                tst_set_int(source.element, "is-live", 0)
                let warning = try #require(source.message())
                #expect(!warning.isError && warning.text.contains("is-live"))
                #expect(tst_get_int(source.element, "is-live") == 1)
            }
        }

        @Test("A control source moves properties with stream time, also after a seek")
        func control() throws {
            try withoutCriticals {
                let source = try SourceHarness(caps("GRAY8", "4/1"))
                tst_control(source.element, "scale", 0, 1, UInt64(Self.second))
                for start in [Int(0), 500_000_000] {
                    #expect(source.play(from: start, to: Self.second))
                    for frame in source.frames() {
                        let scale = 256 * Double(frame.pts) / 1e9
                        let expected = try Image.perlin(perlin { $0.scale = scale }, .gray8, 37, 11)
                        #expect(expected.with(frame.bytes).visible == expected.visible, "\(frame.pts)")
                    }
                }
            }
        }

        @Test("A rate that changes takes effect from the next frame of it on")
        func newRate() throws {
            try withoutCriticals {
                let source = try SourceHarness(caps("GRAY8", "25/1"), ["is-live": "true"])
                source.play()
                var times: [UInt64] = []
                for n in 0..<6 {
                    #expect(gst_harness_crank_single_clock_wait(source.harness) != 0)
                    times.append(Buffer(owning: try #require(gst_harness_pull(source.harness))).pts)
                    guard n == 2 else { continue }
                    gst_harness_set_sink_caps_str(source.harness, caps("GRAY8", "10/1"))
                    gst_harness_push_upstream_event(source.harness, gst_event_new_reconfigure())
                }
                // One that was made before may still be of the old rate.
                let late = times.suffix(2)
                #expect(late.allSatisfy { $0 % 100_000_000 == 0 } && times == times.sorted(), "\(times)")
            }
        }

        @Test("Memory from downstream that can't be written is an error")
        func hostile() throws {
            let offers: [[TstRefusals]] = [
                [TST_REFUSES_MAPS, TST_REFUSES_COPIES], [TST_REFUSES_WRITES, TST_REFUSES_COPIES], [TST_MAPS_LESS],
                [TST_MAPS_NOTHING, TST_REFUSES_COPIES], [TST_READ_ONLY, TST_REFUSES_COPIES],
            ]
            try withoutCriticals {
                for offer in offers {
                    let source = try SourceHarness(caps("I420"), ["num-buffers": "3"])
                    tst_offer_hostile_memory(source.harness, offer.map(\.rawValue).reduce(0, |))
                    source.play()
                    #expect(source.frames().isEmpty, "\(offer)")
                    let error = try #require(source.message(), "\(offer)")
                    #expect(error.isError && error.domain == "gst-resource-error-quark")
                    #expect(error.text.contains("from downstream") && error.text.contains("37x11"), "\(error.text)")
                }
            }
        }

        @Test(
            "Memory that can't be had is an error, and the source goes on with smaller frames",
            .enabled(if: tst_can_count_allocations()))
        func memory() throws {
            try withoutCriticals {
                for format in [PixelFormat.i420, .argb64] {
                    let large = Image.caps(format, 32_800, 24)
                    var failures = 0
                    for number in 1... {
                        let source = try SourceHarness(large, ["num-buffers": "1", "n-threads": "2"])
                        tst_fail_allocation(131_072, number)
                        source.play()
                        let frames = source.frames()
                        guard tst_end_failing() else {
                            #expect(frames.count == 1)
                            break
                        }
                        failures += 1
                        let error = try #require(source.message(), "\(number)")
                        #expect(error.isError && error.text.contains("There is no memory of"), "\(error.text)")
                        #expect(frames.isEmpty)
                        gst_element_set_state(source.element, GST_STATE_NULL)
                        gst_harness_set_sink_caps_str(source.harness, Image.caps(format, 64, 48))
                        while source.message() != nil {}
                        source.play()
                        #expect(source.frames().count == 1, "\(number)")
                        #expect(source.message()?.text == nil)
                    }
                    #expect(failures > 0)
                }
            }
        }

        @Test("What is between rows tells nothing of what was in memory", .enabled(if: tst_can_count_allocations()))
        func padding() throws {
            defer { tst_fill_allocations(-1) }
            for format in [PixelFormat.i420, .rgb, .yuy2, .gray8] {
                let source = try SourceHarness(Image.caps(format, 37, 11), ["num-buffers": "1"])
                tst_fill_allocations(0x5a)
                source.play()
                let frame = try #require(source.frames().first)
                tst_fill_allocations(-1)
                let image = try Image(format, 37, 11)
                #expect(image.with(frame.bytes).padding.allSatisfy { $0 == 0 }, "\(format)")
            }
        }

        @Test("Any number of threads gives the same frames")
        func threads() throws {
            let values = ["num-buffers": "1", "scale": "9"]
            let frames = try [1, 2, 3, 16].map { count in
                let source = try SourceHarness(
                    "video/x-raw, format=I420, width=641, height=359, framerate=25/1",
                    values.merging(["n-threads": "\(count)"]) { $1 })
                source.play()
                return try #require(source.frames().first).bytes
            }
            #expect(frames.allSatisfy { $0 == frames[0] })
        }
    }
}
