// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import PixelCore
import TestSupport
import Testing

/// swiftorient: its frames, caps, and what it does where these do not fit.
extension ElementTests {
    @Suite struct Orientations {
        static let directions: [(value: Int32, nick: String)] = Array(
            zip(0..<8, TurnLaw.directions.map { $0 }).map { (Int32($0), $1) })

        static func harness(_ direction: Int32, _ caps: String? = nil, output: String? = nil) throws -> ElementHarness {
            let harness = try ElementHarness("swiftorient")
            harness.setInt("video-direction", direction)
            if let output { gst_harness_set_sink_caps_str(harness.harness, output) }
            if let caps { harness.setCaps(caps) }
            return harness
        }

        /// A field of the caps on the source pad, as text.
        static func output(_ harness: ElementHarness, _ field: String) throws -> String {
            let pad = try #require(gst_element_get_static_pad(harness.element, "src"))
            defer { gst_object_unref(pad) }
            let caps = try #require(gst_pad_get_current_caps(pad))
            defer { gst_caps_unref(caps) }
            guard let value = gst_structure_get_value(gst_caps_get_structure(caps, 0), field),
                let text = gst_value_serialize(value)
            else { return "" }
            defer { g_free(text) }
            return String(cString: text)
        }

        @Test("Every format, direction and size is what the effect alone makes, padded or not")
        func formats() throws {
            try withoutCriticals {
                for format in PixelFormat.allCases {
                    for direction in Self.directions {
                        for (width, height) in [(1, 1), (3, 5), (34, 18)] {
                            let image = try Image(format, width, height)
                            let expected = try image.turned(direction.nick)
                            for isPadded in [false, true] {
                                let harness = try Self.harness(direction.value, image.caps)
                                let buffer = isPadded ? image.padded().buffer(meta: true) : image.buffer()
                                let result = try harness.render(buffer)
                                if direction.value > 0 {
                                    let turned = expected.with(result.bytes)
                                    #expect(turned.visible == expected.visible, "\(format) \(direction.nick)")
                                }
                                let size = [try Self.output(harness, "width"), try Self.output(harness, "height")]
                                #expect(size == ["\(expected.width)", "\(expected.height)"], "\(direction.nick)")
                                #expect(harness.message()?.text == nil)
                            }
                        }
                    }
                }
            }
        }

        @Test("identity passes buffers as they are") func passthrough() throws {
            try withoutCriticals {
                let image = try Image(.i420, 17, 9)
                let harness = try Self.harness(0, image.caps)
                let buffer = image.buffer()
                let (pointer, shared) = (buffer.pointer, buffer.shared())
                #expect(try harness.render(buffer).pointer == pointer)
                // Turned, and passed on again.
                harness.setInt("video-direction", 1)
                let turned = try image.turned("90r")
                #expect(turned.with(try harness.render(shared).bytes).visible == turned.visible)
                harness.setInt("video-direction", 0)
                let next = image.buffer()
                let nextPointer = next.pointer
                #expect(try harness.render(next).pointer == nextPointer)
                #expect(try Self.output(harness, "width") == "17")
            }
        }

        @Test("It is a GstVideoDirection") func interface() throws {
            let harness = try ElementHarness("swiftorient")
            #expect(g_type_is_a(tst_type(harness.element), gst_video_direction_get_type()) != 0)
            #expect(tst_get_int(harness.element, "video-direction") == 0)
        }

        @Test("Directions change while it plays, with and without another size") func changes() throws {
            try withoutCriticals {
                for format in [PixelFormat.i420, .yuy2, .rgb] {
                    let image = try Image(format, 37, 22)
                    let harness = try Self.harness(0, image.caps)
                    for direction in [1, 3, 0, 2, 7, 4, 0, 6, 5, 1, 1] {
                        harness.setInt("video-direction", Int32(direction))
                        let nick = Self.directions[direction].nick
                        let expected = try image.turned(nick)
                        let result = expected.with(try harness.render(image.buffer()).bytes)
                        #expect(result.visible == expected.visible, "\(format) \(nick)")
                        #expect(try Self.output(harness, "width") == "\(expected.width)")
                    }
                    #expect(harness.message()?.text == nil)
                }
            }
        }

        @Test("custom leaves the direction as it is, with a warning") func custom() throws {
            try withoutCriticals {
                let image = try Image(.gray8, 8, 4)
                let harness = try Self.harness(5, image.caps)
                harness.setInt("video-direction", 9)
                #expect(tst_get_int(harness.element, "video-direction") == 5)
                let warning = try #require(harness.message())
                #expect(!warning.isError && warning.text.contains("video-direction=custom"), "\(warning.text)")
                #expect(try harness.render(image.buffer()).bytes == image.turned("vert").bytes)
                // Nor does it end a stream that has not begun.
                let other = try ElementHarness("swiftorient")
                gst_element_set_state(other.element, GST_STATE_READY)
                other.setInt("video-direction", 9)
                #expect(tst_get_int(other.element, "video-direction") == 0)
                while other.message() != nil {}
                #expect(gst_element_set_state(other.element, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE)
                let late = try #require(other.message())
                #expect(!late.isError && late.text.contains("video-direction=custom"), "\(late.text)")
                other.setCaps(image.caps)
                #expect(try other.render(image.buffer()).bytes == image.bytes)
            }
        }

        // MARK: Caps

        @Test("Sizes and pixel shapes are exchanged both ways")
        func negotiation() throws {
            try withoutCriticals {
                let rest = "framerate=25/1, format=I420"
                for (direction, taken, refused) in [
                    (Int32(1), "width=48, height=64", "width=64, height=48"),
                    (2, "width=64, height=48", "width=48, height=64"),
                ] {
                    let wide = "video/x-raw, width=64, height=48"
                    let harness = try Self.harness(direction, output: wide)
                    #expect(harness.offers("video/x-raw, \(rest), \(taken)"))
                    #expect(!harness.offers("video/x-raw, \(rest), \(refused)"))
                    let ranges = try Self.harness(
                        direction, output: "video/x-raw, width=[ 64, 100 ], height={ 48, 50 }")
                    #expect(ranges.offers("video/x-raw, \(rest), \(taken)"))
                    #expect(!ranges.offers("video/x-raw, \(rest), \(refused)"))
                }
                for (input, output) in [("4/3", "3/4"), ("1/1", "1/1"), ("16/15", "15/16")] {
                    let caps = "video/x-raw, \(rest), width=64, height=48, pixel-aspect-ratio=\(input)"
                    for (direction, expected) in [(Int32(3), output), (4, input)] {
                        let harness = try Self.harness(
                            direction, caps, output: "video/x-raw, pixel-aspect-ratio=\(expected)")
                        _ = try harness.render(Image(.i420, 64, 48).buffer())
                        #expect(try Self.output(harness, "pixel-aspect-ratio") == expected)
                    }
                }
                let ratios = ["[ 0/1, 2/1 ]", "{ 3/1, 5/2 }"].map { "video/x-raw, pixel-aspect-ratio=\($0)" }
                let open = try Self.harness(1, output: ratios.joined(separator: "; "))
                let offers = [("1/2", true), ("100/1", true), ("1/4", false), ("1/3", true), ("2/5", true)]
                for (ratio, isOffered) in offers {
                    let caps = "video/x-raw, \(rest), width=64, height=48, pixel-aspect-ratio=\(ratio)"
                    #expect(open.offers(caps) == isOffered, "\(ratio)")
                }
            }
        }

        @Test("Where downstream takes no other size, the direction stays, with a warning") func fixedOutput() throws {
            try withoutCriticals {
                let image = try Image(.i420, 64, 48)
                // The harness answers that it sends these caps alone.
                let harness = try Self.harness(4, image.caps, output: "video/x-raw, width=64, height=48")
                #expect(try harness.render(image.buffer()).bytes == image.turned("horiz").bytes)
                harness.setInt("video-direction", 1)
                for _ in 0..<2 {
                    #expect(try harness.render(image.buffer()).bytes == image.turned("horiz").bytes)
                }
                let warning = try #require(harness.message())
                #expect(
                    !warning.isError && warning.text.contains("video-direction=90r makes 48x64 of 64x48")
                        && warning.text.contains("or send 48x64")
                        && warning.text.contains("Until then video-direction=horiz stays in use"), "\(warning.text)")
                #expect(harness.message()?.text == nil, "one warning is enough")
                // As soon as it can be had.
                gst_harness_set_sink_caps_str(harness.harness, "video/x-raw")
                _ = gst_harness_push_upstream_event(harness.harness, gst_event_new_reconfigure())
                #expect(try harness.render(image.buffer()).bytes == image.turned("90r").bytes)
            }
        }

        @Test("What it can't turn passes as it is, with a warning, whatever is set meanwhile") func others() throws {
            try withoutCriticals {
                for caps in [
                    "video/x-raw, format=GBR, width=8, height=4, framerate=25/1",
                    "video/x-raw(memory:SystemMemory, meta:Other), format=I420, width=8, height=4, framerate=25/1",
                    "video/x-raw, format=I420, width=8, height=4, framerate=25/1, multiview-mode=separated",
                ] {
                    let harness = try Self.harness(0, caps)
                    for direction in [Int32(0), 1, 1, 2, 0] {
                        harness.setInt("video-direction", direction)
                        let bytes = [UInt8](repeating: 7, count: 96)
                        #expect(try harness.render(bytes) == bytes, "\(caps), \(direction)")
                    }
                    for plan in ["90r", "180"] {
                        let warning = try #require(harness.message(), "\(caps)")
                        #expect(
                            !warning.isError && warning.text.contains("video-direction=\(plan) is not possible"),
                            "\(warning.text)")
                    }
                    #expect(harness.message()?.text == nil, "one warning is enough")
                }
            }
        }

        @Test("Upstream is asked for another size where downstream takes none but its own") func asked() throws {
            try withoutCriticals {
                let (wide, high) = (try Image(.i420, 64, 48), try Image(.i420, 48, 64))
                let harness = try Self.harness(0, output: "video/x-raw, width=64, height=48")
                // So it may send any.
                #expect(harness.push(gst_event_new_stream_start("video")) && harness.renegotiate(wide.caps))
                harness.pushSegment()
                _ = try harness.render(wide.buffer())
                _ = harness.upstreamEvents()
                harness.setInt("video-direction", 3)
                #expect(try harness.render(wide.buffer()).bytes == wide.bytes)
                #expect(harness.upstreamEvents().contains(GST_EVENT_RECONFIGURE))
                #expect(harness.renegotiate(high.caps))
                #expect(try harness.render(high.buffer()).bytes == high.turned("90l").bytes)
            }
        }

        @Test("Buffers that do not hold what their caps say are left out, with a warning") func hostile() throws {
            try withoutCriticals {
                let image = try Image(.i420, 16, 16)
                let harness = try Self.harness(1, image.caps)
                for count in [383, 256, 1, 0] {
                    #expect(harness.push(Buffer(Array(image.bytes.prefix(count)))) == GST_FLOW_OK)
                    #expect(harness.pull() == nil)
                }
                let warning = try #require(harness.message())
                #expect(!warning.isError && warning.text.contains("is left out"), "\(warning.text)")
                #expect(try harness.render(image.buffer()).bytes == image.turned("90r").bytes)
            }
        }

        @Test("Rendering allocates nothing", .enabled(if: tst_can_count_allocations() && isOptimized))
        func allocations() throws {
            for format in [PixelFormat.i420, .yuy2, .bgrx, .rgb, .y42b, .p010] {
                let image = try Image(format, 1031, 603)
                for direction in [Int32(0), 1, 2, 4, 5, 7] {
                    let harness = try Self.harness(direction, image.caps)
                    harness.setInt("n-threads", 2)
                    #expect(tst_feed(harness.harness, image.buffer().take(), 3) == GST_FLOW_OK)
                    let next = image.buffer().setTimes(pts: 1000).take()
                    let before = tst_allocations()
                    tst_count_allocations(true)
                    let result = tst_feed(harness.harness, next, 20)
                    tst_count_allocations(false)
                    #expect(result == GST_FLOW_OK)
                    #expect(tst_allocations() == before, "\(format) \(direction)")
                }
            }
        }
    }
}

extension Image {
    /// The image as the effect alone turns it.
    func turned(_ direction: String) throws -> Image {
        var input = self
        let transposes = TurnLaw.transposes(direction)
        var output = try Image(
            format, transposes ? height : width, transposes ? width : height, interlaced: interlaced && !transposes)
        // As memory of GStreamer's pools comes.
        output.bytes = output.bytes.map { _ in 0 }
        let effect = OrientEffect()
        let plan = try #require(OrientEffect.plans.first { $0.name == "video-direction=\(direction)" })
        try effect.configure(info(.usual(format)), output: output.info(.usual(format)), plan: plan)
        try effect.update(OrientSettings())
        try input.withFrame { from in
            try output.withFrame { to in try effect.render(from, to, bands: .serial) }
        }
        return output
    }
}
