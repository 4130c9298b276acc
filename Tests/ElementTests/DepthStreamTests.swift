// SPDX-License-Identifier: MIT
import CTestSupport
import Testing

/// swiftdepthgray whose properties change while it plays, alone and in front of swiftmix.
extension ElementTests {
    @Suite struct DepthStreams {
        private let frame: UInt64 = 40_000_000

        private func harness() throws -> ElementHarness {
            let harness = try ElementHarness("swiftdepthgray")
            gst_harness_set_sink_caps_str(harness.harness, "video/x-raw, format=GRAY8")
            harness.setCaps(Image.caps(.gray16le, 16, 16))
            return harness
        }

        /// An image of one depth: 257 times a byte.
        private func depth(_ byte: UInt8, _ number: UInt64) -> Buffer {
            Buffer([UInt8](repeating: byte, count: 512)).setTimes(pts: number * frame, duration: frame)
        }

        @Test("Another max-rate counts from the last frame that passed") func rateChanges() throws {
            try withoutCriticals {
                let harness = try harness()
                var passed: [UInt64] = []
                for n in UInt64(0)..<30 {
                    if let rate = [0: 1.0, 10: 25, 15: 5, 24: 0][n] { harness.set("max-rate", rate) }
                    #expect(harness.push(depth(1, n)) == GST_FLOW_OK)
                    if harness.pull() != nil { passed.append(n) }
                }
                #expect(passed == [0, 10, 11, 12, 13, 14, 19, 24, 25, 26, 27, 28, 29])
            }
        }

        @Test("Another decimation keeps the range; caps of another sample begin it anew") func decimation() throws {
            try withoutCriticals {
                let harness = try harness()
                harness.setInt("auto-range", 1)
                func gray(_ byte: UInt8, _ number: UInt64) throws -> UInt8 {
                    try harness.render(depth(byte, number)).bytes[0]
                }
                #expect(try gray(0x40, 0) == 255)
                #expect(try gray(0x10, 1) == 64)
                for (n, factor) in [Int32(2), 4, 1].enumerated() {
                    harness.setInt("decimation", factor)
                    #expect(try gray(0x10, UInt64(2 + n)) == 64, "\(factor)")
                }
                #expect(harness.renegotiate(Image.caps(.gray8, 16, 16)))
                let bytes = Buffer([UInt8](repeating: 0x10, count: 256)).setTimes(pts: 5 * frame, duration: frame)
                #expect(try harness.render(bytes).bytes[0] == 255)
            }
        }

        @Test("A raised max-rate shows the next frame in a mix") func raisedInMix() throws {
            let harness = try harness()
            harness.setInt("auto-range", 0)
            harness.set("far", 65.535)
            harness.set("max-rate", 1)
            let mix = try MixHarness(Image.caps(.gray8, 16, 16))
            mix.set("mix-factor", 1)
            func push(_ byte: UInt8, _ number: UInt64) {
                #expect(harness.push(depth(byte, number)) == GST_FLOW_OK)
                while let shown = harness.pull() {
                    // With the times that it has.
                    if let input = mix.inputs[1] { #expect(tst_push(input, shown.take()) == GST_FLOW_OK) }
                }
            }
            let video = [UInt8](repeating: 10, count: 256)
            push(0x20, 0)
            mix.push(0, Buffer(video), frame: 0)
            push(0x40, 1)
            mix.push(0, Buffer(video), frame: 1)
            harness.set("max-rate", 25)
            push(0x60, 2)
            mix.push(0, Buffer(video), frame: 2)
            for (n, expected) in [UInt8(0x20), 0x20, 0x60].enumerated() {
                let result = try #require(mix.pull(), "\(n)")
                #expect(result.bytes[0] == expected && result.pts == UInt64(n) * frame, "\(n)")
            }
        }

        @Test("Other colours keep the history of the temporal filter; another decimation does not") func history()
            throws
        {
            try withoutCriticals {
                for (output, codes) in [("video/x-raw, format={ GRAY8, BGRx }", 4), ("video/x-raw, format=BGRx", 4)] {
                    func harness(_ colormap: Int32) throws -> ElementHarness {
                        let harness = try ElementHarness("swiftdepthgray")
                        for (name, value) in [("auto-range", Int32(0)), ("temporal", 1), ("temporal-persistence", 8)] {
                            harness.setInt(name, value)
                        }
                        harness.setInt("colormap", colormap)
                        gst_harness_set_sink_caps_str(harness.harness, output)
                        harness.setCaps(Image.caps(.gray16le, 16, 16))
                        return harness
                    }
                    let expected = try harness(1).render(depth(0x0A, 0)).bytes
                    #expect(expected.count == 256 * codes)
                    let video = try harness(0)
                    for n in UInt64(0)..<3 { _ = try video.render(depth(0x0A, n)) }
                    let gray = try video.render(depth(0, 3)).bytes
                    #expect(gray.contains { $0 != 0 })
                    video.setInt("colormap", 1)
                    let coloured = try video.render(depth(0, 4)).bytes
                    #expect(coloured == expected, "\(output)")
                    video.setInt("decimation", 2)
                    let small = try video.render(depth(0, 5)).bytes
                    #expect(small == (0..<256).map { $0 % 4 == 3 ? small[3] : 0 }, "\(output)")
                }
            }
        }

        // MARK: Another decimation

        /// What 32 x 32 depths become alone, decimated by 2.
        private func decimated(_ image: Image) throws -> [UInt8] {
            let harness = try ElementHarness("swiftdepthgray")
            harness.setInt("decimation", 2)
            gst_harness_set_sink_caps_str(harness.harness, "video/x-raw, format=GRAY8")
            harness.setCaps(image.caps)
            return try harness.render(image.buffer()).bytes
        }

        @Test("A decimation whose size does not fit is said on the bus, and taken up once it fits") func unfit() throws
        {
            try withoutCriticals {
                let image = try Image(.gray16le, 16, 16)
                let harness = try ElementHarness("swiftdepthgray")
                gst_harness_set_sink_caps_str(harness.harness, "video/x-raw, format=GRAY8, width=16, height=16")
                harness.setCaps(image.caps)
                let whole = try harness.render(image.buffer()).bytes
                for decimation in [Int32(2), 4, 1] {
                    harness.setInt("decimation", decimation)
                    for _ in 0..<3 {
                        let bytes = try harness.render(image.buffer()).bytes
                        #expect(bytes == whole)
                    }
                    let message = harness.message()
                    #expect((message == nil) == (decimation == 1), "\(message?.text ?? "nothing")")
                    guard let text = message?.text else { continue }
                    let sizes = decimation == 2 ? ["8x8", "32x32"] : ["4x4", "64x64"]
                    for part in ["swiftdepthgray", "decimation=\(decimation) ", "16x16", "decimation=1 stays"] + sizes {
                        #expect(text.contains(part), "\(text)")
                    }
                    #expect(message?.isError == false && harness.message() == nil)
                }
                harness.setInt("decimation", 2)
                #expect(try harness.render(image.buffer()).bytes == whole)
                #expect(harness.message() != nil)
                gst_harness_set_sink_caps_str(harness.harness, "video/x-raw, format=GRAY8, width=8, height=8")
                #expect(try harness.render(image.buffer()).bytes.count == 64)
                #expect(harness.message() == nil)
            }
        }

        @Test("A decimation that does not fit from the start is an error that says what would") func unfitFirst() throws
        {
            try withoutCriticals {
                let harness = try ElementHarness("swiftdepthgray")
                harness.setInt("decimation", 3)
                // The harness has started it with another.
                for state in [GST_STATE_READY, GST_STATE_PLAYING] { gst_element_set_state(harness.element, state) }
                gst_harness_set_sink_caps_str(harness.harness, "video/x-raw, format=GRAY8, width=40, height=24")
                harness.setCaps(Image.caps(.gray16le, 40, 24))
                #expect(harness.push(try Image(.gray16le, 40, 24).buffer()) == GST_FLOW_NOT_NEGOTIATED)
                let message = try #require(harness.message())
                #expect(message.isError)
                for part in ["swiftdepthgray", "decimation=3 ", "40x24", "16x8", "120x72"] {
                    #expect(message.text.contains(part), "\(message.text)")
                }
            }
        }

        @Test("Upstream is asked for frames that fit another decimation; until they come, the present one stays")
        func asked() throws {
            try withoutCriticals {
                let (image, large) = (try Image(.gray16le, 16, 16), try Image(.gray16le, 32, 32))
                let harness = try ElementHarness("swiftdepthgray")
                gst_harness_set_sink_caps_str(harness.harness, "video/x-raw, format=GRAY8, width=16, height=16")
                // Without caps of its own, the harness says that it can send any.
                #expect(harness.push(gst_event_new_stream_start("depth")) && harness.renegotiate(image.caps))
                harness.pushSegment()
                func upstreamCaps() throws -> String {
                    let caps = try #require(gst_pad_peer_query_caps(harness.harness.pointee.srcpad, nil))
                    defer { gst_caps_unref(caps) }
                    let text = try #require(gst_caps_to_string(caps))
                    defer { g_free(text) }
                    return String(cString: text)
                }
                let whole = try harness.render(image.buffer()).bytes
                _ = harness.upstreamEvents()
                harness.setInt("decimation", 2)
                for _ in 0..<3 {
                    let bytes = try harness.render(image.buffer()).bytes
                    #expect(bytes == whole)
                }
                #expect(harness.upstreamEvents() == [GST_EVENT_RECONFIGURE])
                let offered = try upstreamCaps()
                #expect(offered.contains("width=(int)[ 26, 33 ]"), "\(offered)")
                // Downstream may have frames negotiated once more before others come.
                gst_harness_set_sink_caps_str(
                    harness.harness, "video/x-raw, format={ GRAY8, RGB }, width=16, height=16")
                #expect(try harness.render(image.buffer()).bytes == whole)
                #expect(harness.renegotiate(large.caps))
                harness.pushSegment { $0.base += 1 }
                #expect(try harness.render(large.buffer()).bytes == decimated(large))
                #expect(harness.message() == nil)
                // What comes does not fit the next: upstream is asked, and sends the same again.
                harness.setInt("decimation", 4)
                #expect(harness.renegotiate(Image.caps(.gray16le, 33, 33)))
                _ = harness.upstreamEvents()
                #expect(try harness.render(Image(.gray16le, 33, 33).buffer()).bytes.count == 256)
                #expect(harness.upstreamEvents() == [GST_EVENT_RECONFIGURE] && harness.message() == nil)
                #expect(harness.renegotiate(Image.caps(.gray16le, 33, 33)))
                let warning = try #require(harness.message())
                #expect(!warning.isError && warning.text.contains("decimation=2 stays"), "\(warning.text)")
                #expect(try harness.render(Image(.gray16le, 33, 33).buffer()).bytes.count == 256)
                #expect(harness.upstreamEvents().isEmpty && harness.message() == nil)
            }
        }

        @Test("Caps that upstream has made for a decimation that has changed since are taken") func late() throws {
            try withoutCriticals {
                let harness = try ElementHarness("swiftdepthgray")
                gst_harness_set_sink_caps_str(harness.harness, "video/x-raw, format=GRAY8, width=16, height=16")
                // Before the first caps.
                harness.setInt("decimation", 2)
                #expect(harness.push(gst_event_new_stream_start("depth")))
                for (size, decimations) in [(16, [Int32(3), 4]), (48, [5]), (64, [1, 2])] {
                    #expect(harness.renegotiate(Image.caps(.gray16le, size, size)), "\(size)")
                    harness.pushSegment()
                    for decimation in decimations {
                        harness.setInt("decimation", decimation)
                        let bytes = try harness.render(Image(.gray16le, size, size).buffer()).bytes
                        #expect(bytes.count == 256, "\(size), decimation \(decimation)")
                    }
                    // Asked for the next, it changes again.
                    harness.setInt("decimation", 7)
                }
                #expect(harness.message() == nil)
            }
        }

        @Test("Pointers go upstream in the input's pixels") func navigation() throws {
            try withoutCriticals {
                let image = try Image(.gray16le, 40, 24)
                let harness = try ElementHarness("swiftdepthgray")
                harness.setCaps(image.caps)
                for decimation in [Int32(1), 2, 3] {
                    harness.setInt("decimation", decimation)
                    _ = try harness.render(image.buffer())
                    _ = harness.upstreamEvents()
                    for kind in ["mouse-move", "mouse-button-press", "mouse-scroll", "touch-down", "key-press"] {
                        let text =
                            kind == "key-press"
                            ? "application/x-gst-navigation, event=(string)key-press, key=(string)a;"
                            : "application/x-gst-navigation, event=(string)\(kind), pointer_x=(double)7, pointer_y=(double)5.5;"
                        let sent = gst_event_new_navigation(gst_structure_from_string(text, nil))
                        // Someone else may hold the event.
                        let mini = UnsafeMutableRawPointer(try #require(sent)).assumingMemoryBound(
                            to: GstMiniObject.self)
                        gst_mini_object_ref(mini)
                        defer { gst_mini_object_unref(mini) }
                        _ = gst_harness_push_upstream_event(harness.harness, sent)
                        let event = try #require(gst_harness_try_pull_upstream_event(harness.harness), "\(kind)")
                        var (x, y) = (7.0, 5.5)
                        let scale = kind == "key-press" ? 1 : Double(decimation)
                        gst_structure_get_double(gst_event_get_structure(event), "pointer_x", &x)
                        gst_structure_get_double(gst_event_get_structure(event), "pointer_y", &y)
                        #expect(x == 7 * scale && y == 5.5 * scale, "\(kind), decimation \(decimation): \(x) \(y)")
                        gst_mini_object_unref(
                            UnsafeMutableRawPointer(event).assumingMemoryBound(to: GstMiniObject.self))
                    }
                }
            }
        }
    }
}
