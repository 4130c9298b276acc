// SPDX-License-Identifier: MIT
import CTestSupport
import PixelCore
import Testing

extension ElementTests {
    /// What swiftmix chooses of the caps behind it, and what of A it keeps.
    @Suite struct MixerCaps {
        private let image: Image
        private static let top = "interlace-mode=interleaved, field-order=top-field-first"

        init() throws {
            image = try Image(.i420, 32, 16)
        }

        private static func caps(_ fields: String) -> String {
            "video/x-raw, format=I420, width=32, height=16, framerate=25/1, \(fields)"
        }

        /// Frames of such inputs, before such a sink.
        private func harness(_ first: String, _ second: String? = nil, before sink: String? = nil) throws -> MixHarness
        {
            let harness = try MixHarness()
            if let sink { gst_harness_set_sink_caps_str(harness.output, sink) }
            harness.setCaps(0, Self.caps(first))
            harness.setCaps(1, Self.caps(second ?? first))
            harness.push(0, image.buffer())
            harness.push(1, image.buffer())
            return harness
        }

        @Test(
            "Output is interlaced as the inputs are: of the caps behind, the first that allow it are taken",
            arguments: [
                (top, "progressive"), ("interlace-mode=progressive", "interleaved"),
                ("interlace-mode=mixed", "progressive"), (top, "mixed"),
            ])
        func interlacing(input: String, other: String) throws {
            try withoutCriticals {
                let mode = input.prefix { $0 != "," }
                let sink = "video/x-raw, interlace-mode=\(other); video/x-raw, \(mode); video/x-raw"
                let harness = try harness(input, before: sink)
                _ = try #require(harness.pull())
                let output = harness.outputCaps
                #expect(output.contains(mode.replacing("=", with: "=(string)")), "\(output)")
                #expect(output.contains("field-order=(string)top-field-first") == (input == Self.top), "\(output)")
                #expect(harness.message(seconds: 0) == nil)
            }
        }

        @Test("Where live inputs say late what they are, the output waits for that")
        func late() throws {
            try withoutCriticals {
                let harness = try MixHarness(live: true)
                // Which tells the element that its inputs are live.
                gst_harness_query_latency(harness.output)
                func crank(seconds: UInt32 = 120) -> Bool {
                    gst_harness_wait_for_clock_id_waits(harness.output, 1, seconds) != 0
                        && gst_harness_crank_single_clock_wait(harness.output) != 0
                }
                #expect(crank() && crank())
                for input in 0..<2 { harness.setCaps(input, Self.caps(Self.top)) }
                for input in 0..<2 { harness.push(input, image.buffer(), frame: 9) }
                var output: Buffer?
                _ = eventually {
                    output = harness.pull(seconds: 0.05)
                    if output == nil { _ = crank(seconds: 1) }
                    return output != nil
                }
                #expect(output?.bytes == image.bytes)
                #expect(harness.outputCaps.contains("field-order=(string)top-field-first"), "\(harness.outputCaps)")
                #expect(harness.message(seconds: 0) == nil)
            }
        }

        @Test(
            "Where nothing behind takes the inputs' interlacing, an error says so",
            arguments: [
                (top, "interlace-mode=progressive"), ("interlace-mode=progressive", "interlace-mode=interleaved"),
                (top, "interlace-mode=interleaved, field-order=bottom-field-first"),
            ])
        func refused(input: String, other: String) throws {
            try withoutCriticals {
                let harness = try harness(input, before: "video/x-raw, \(other)")
                let error = try #require(harness.message())
                let mode = input.prefix { $0 != "," }.drop { $0 != "=" }.dropFirst()
                #expect(error.isError && error.text.contains(mode), "\(error.text)")
                #expect(error.text.contains(input == Self.top ? "deinterlace" : "interlace"), "\(error.text)")
                #expect(harness.pull(seconds: 0.1) == nil)
            }
        }

        /// Six frames of an input that becomes interlaced with one of them; nil: it ends after two.
        private func items(_ image: Image, from change: Int?) -> [MixHarness.Item] {
            let caps = gst_caps_from_string(Self.caps("interlace-mode=interleaved"))
            defer { gst_caps_unref(caps) }
            let frames = (0..<(change == nil ? 2 : 6)).flatMap { frame -> [MixHarness.Item] in
                let buffer = image.buffer().setTimes(pts: UInt64(frame) * MixHarness.frame, duration: MixHarness.frame)
                return (frame == change ? [.event(gst_event_new_caps(caps))] : []) + [.buffer(buffer.take())]
            }
            return frames + [.event(gst_event_new_eos())]
        }

        @Test(
            "Inputs become interlaced together, one after the other, or once the other has ended",
            arguments: [[2, 2], [2, nil], [nil, 2], [2, 3], [3, 2]])
        func interlacingChanges(from changes: [Int?]) throws {
            try withoutCriticals {
                let images = [image, try Image(.i420, 32, 16, seed: 2)]
                let both = try Image.mixed(images[0], images[1], 0.5).bytes
                let harness = try MixHarness(Self.caps("interlace-mode=progressive"))
                for input in 0..<2 { harness.feed(input, items(images[input], from: changes[input])) }
                let video = try harness.video()
                #expect(harness.outputCaps.contains("interlace-mode=(string)interleaved"), "\(harness.outputCaps)")
                // One that has not followed yet is left out.
                let expected = (0..<6).map { frame in
                    let isIn = changes.map { $0.map { ($0 <= frame) == (frame >= 2) } ?? (frame < 2) }
                    return isIn == [true, true] ? both : images[isIn[0] ? 0 : 1].bytes
                }
                #expect(video.map(\.bytes) == expected)
                #expect(harness.message(seconds: 0) == nil)
            }
        }

        @Test("Where one input becomes interlaced and the other does not, an error says so", arguments: [0, 1])
        func interlacingOfOne(changing: Int) throws {
            try withoutCriticals {
                let harness = try MixHarness(Self.caps("interlace-mode=progressive"))
                harness.feed(changing, items(image, from: 2))
                harness.feed(1 - changing, items(image, from: 6))
                let error = try #require(harness.message())
                #expect(error.isError && error.text.contains("sink_\(changing)"), "\(error.text)")
                #expect(error.text.contains("interlace-mode"), "\(error.text)")
                for _ in 0..<3 { _ = try #require(harness.pull()) }
                #expect(harness.pull(seconds: 0.05) == nil)
            }
        }

        @Test("Before there are inputs, what may come is interlaced as downstream takes it")
        func interlacingAsked() throws {
            try withoutCriticals {
                let harness = try MixHarness()
                gst_harness_set_sink_caps_str(harness.output, "video/x-raw, interlace-mode=interleaved")
                let allowed = harness.allowedCaps(0)
                #expect(allowed.contains("interleaved") && !allowed.contains("progressive"), "\(allowed)")
            }
        }

        @Test("The rate is the faster one's where the first input's is variable", arguments: ["10/1", "30000/1001"])
        func variableFirst(rate: String) throws {
            try withoutCriticals {
                let harness = try MixHarness()
                let image = try Image(.i420, 16, 16)
                func caps(_ rate: String) -> String {
                    image.caps.replacing("framerate=25/1", with: "framerate=\(rate)")
                }
                #expect(caps(rate).contains(rate))
                harness.setCaps(0, caps("0/1"))
                harness.setCaps(1, caps(rate))
                for input in 0..<2 { harness.push(input, image.buffer()) }
                _ = try #require(harness.pull())
                #expect(harness.outputCaps.contains("framerate=(fraction)\(rate)"), "\(harness.outputCaps)")
            }
        }

        @Test("The first input's pixel aspect ratio is kept where any caps behind allow it")
        func pixelAspect() throws {
            try withoutCriticals {
                let square = "video/x-raw, pixel-aspect-ratio=1/1"
                for (sink, expected) in [("\(square); video/x-raw", "12/11"), (square, "1/1")] {
                    let harness = try harness("pixel-aspect-ratio=12/11", "pixel-aspect-ratio=1/1", before: sink)
                    _ = try #require(harness.pull())
                    #expect(harness.outputCaps.contains("pixel-aspect-ratio=(fraction)\(expected)"))
                }
            }
        }

        @Test("Fields are in the first input's order, which flags say too, also while the second is alone")
        func fieldOrder() throws {
            try withoutCriticals {
                let tff = GST_VIDEO_BUFFER_FLAG_TFF.rawValue
                for (first, second) in [("top", "bottom"), ("bottom", "top")] {
                    let caps = [first, second].map { "interlace-mode=interleaved, field-order=\($0)-field-first" }
                    let harness = try harness(caps[0], caps[1])
                    let both = try #require(harness.pull())
                    #expect(tst_flags(both.pointer) & tff == (first == "top" ? tff : 0))
                    #expect(harness.outputCaps.contains("field-order=(string)\(first)-field-first"))
                    harness.push(0, gst_event_new_eos())
                    let alone = image.buffer()
                    tst_set_flags(alone.pointer, second == "top" ? tff : 0)
                    harness.push(1, alone, frame: 1)
                    let last = try #require(harness.pull())
                    #expect(tst_flags(last.pointer) & tff == (first == "top" ? tff : 0))
                }
            }
        }

        @Test("Of caps behind, those of the inputs' size and rate are taken, in any order")
        func bestCaps() throws {
            try withoutCriticals {
                let image = try Image(.i420, 64, 48)
                let caps = [
                    "video/x-raw, width=32, framerate=15/1", "video/x-raw, width=64, framerate=15/1",
                    "video/x-raw, width=64, framerate=25/1",
                ]
                for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
                    let harness = try MixHarness()
                    gst_harness_set_sink_caps_str(harness.output, order.map { caps[$0] }.joined(separator: "; "))
                    for input in 0..<2 { harness.setCaps(input, image.caps) }
                    _ = try harness.render(image.buffer(), image.buffer())
                    let output = harness.outputCaps
                    #expect(output.contains("width=(int)64") && output.contains("25/1"), "\(order): \(output)")
                }
            }
        }

        @Test(
            "The first input's colours are kept in another format",
            arguments: [("", "NV12"), ("chroma-site=mpeg2", "NV12")])
        func colorsOfAnotherFormat(site: String, format: String) throws {
            try withoutCriticals {
                let image = try Image(.i420, 64, 48)
                let harness = try MixHarness()
                gst_harness_set_sink_caps_str(harness.output, "video/x-raw, format=\(format)")
                let caps = image.caps + ", colorimetry=1:4:0:0" + (site.isEmpty ? "" : ", \(site)")
                for input in 0..<2 { harness.setCaps(input, caps) }
                let made = try harness.render(image.buffer(), image.buffer())
                let output = harness.outputCaps
                #expect(output.contains("1:4:0:0"), "\(output)")
                #expect(site.isEmpty || output.contains("mpeg2"), "\(output)")
                // The same luma, as it was not converted.
                #expect(made.bytes.prefix(64 * 48).elementsEqual(image.bytes.prefix(64 * 48)))
            }
        }

        @Test(
            "The site of chroma counts also where caps say nothing of colours", arguments: ["", ", colorimetry=bt709"])
        func chromaSite(colors: String) throws {
            try withoutCriticals {
                // Above 576 rows GStreamer's default would be another one.
                let (a, b) = (try Image(.i420, 64, 640), try Image(.i420, 64, 640, seed: 2))
                func made(_ first: String, _ second: String) throws -> [UInt8] {
                    let harness = try MixHarness()
                    harness.setCaps(0, a.caps + "\(first)\(colors)")
                    harness.setCaps(1, b.caps + "\(second)\(colors)")
                    return try harness.render(a.buffer(), b.buffer()).bytes
                }
                let (centre, left) = (", chroma-site=jpeg", ", chroma-site=mpeg2")
                let same = try made(left, left)
                #expect(try made(centre, centre) == same)
                #expect(try made(centre, left) != same)
            }
        }

        @Test("The first input's mastering display and light level are kept with its colours")
        func highDynamicRange() throws {
            try withoutCriticals {
                let display = "35400:14600:8500:39850:6550:2300:15635:16450:10000000:1"
                let caps =
                    "colorimetry=bt2100-pq, mastering-display-info=(string)\"\(display)\", content-light-level=(string)\"1000:400\""
                let harness = try harness(caps, "colorimetry=bt709")
                _ = try #require(harness.pull())
                let output = harness.outputCaps
                #expect(output.contains("bt2100-pq") && output.contains(display), "\(output)")
                #expect(output.contains("content-light-level=(string)1000:400"), "\(output)")
                let message = try #require(harness.message())
                #expect(!message.isError && message.text.contains("one is HDR"), "\(message.text)")
                #expect(harness.message(seconds: 0) == nil)
            }
        }

        @Test("An event that comes by several inputs, as through a tee, goes on once")
        func eventsOnce() throws {
            try withoutCriticals {
                let harness = try harness("format=I420")
                _ = try #require(harness.pull())
                let number = gst_util_seqnum_next()
                for input in 0..<2 {
                    let event = gst_event_new_custom(GST_EVENT_CUSTOM_DOWNSTREAM, gst_structure_new_empty("marker"))
                    gst_event_set_seqnum(event, number)
                    #expect(harness.push(input, event))
                    harness.push(input, image.buffer(), frame: 1)
                }
                _ = try #require(harness.pull())
                #expect(harness.event(GST_EVENT_CUSTOM_DOWNSTREAM))
                #expect(!harness.event(GST_EVENT_CUSTOM_DOWNSTREAM, seconds: 0.2))
            }
        }
    }
}
