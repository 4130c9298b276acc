// SPDX-License-Identifier: MIT
import CTestSupport
import PixelCore
import TestSupport
import Testing

/// swiftorient: tags, fields, positions and metas.
extension ElementTests {
    @Suite struct OrientStreams {
        private let automatic: Int32 = 8

        private func tag(_ text: String, global: Bool = false) -> UnsafeMutablePointer<GstEvent>? {
            let list = gst_tag_list_new_from_string("taglist, \(text);")
            gst_tag_list_set_scope(list, global ? GST_TAG_SCOPE_GLOBAL : GST_TAG_SCOPE_STREAM)
            return gst_event_new_tag(list)
        }

        /// The orientations that have been told downstream since the last time.
        private func told(_ harness: ElementHarness) -> [String] {
            var result: [String] = []
            while let event = gst_harness_try_pull_event(harness.harness) {
                var list: UnsafeMutablePointer<GstTagList>?
                if event.pointee.type == GST_EVENT_TAG {
                    gst_event_parse_tag(event, &list)
                    var text: UnsafeMutablePointer<CChar>?
                    if gst_tag_list_get_string(list, "image-orientation", &text) != 0, let text {
                        result.append(String(cString: text))
                        g_free(text)
                    }
                }
                gst_mini_object_unref(UnsafeMutableRawPointer(event).assumingMemoryBound(to: GstMiniObject.self))
            }
            return result
        }

        private let orientations = [
            "rotate-0": "identity", "rotate-90": "90r", "rotate-180": "180", "rotate-270": "90l",
            "flip-rotate-0": "horiz", "flip-rotate-180": "vert", "flip-rotate-270": "ul-lr", "flip-rotate-90": "ur-ll",
        ]

        @Test("auto follows the tag, and tells downstream that frames are upright") func tags() throws {
            try withoutCriticals {
                let image = try Image(.i420, 34, 18)
                let harness = try Orientations.harness(automatic, image.caps)
                for (orientation, direction) in orientations {
                    #expect(harness.push(tag("image-orientation=(string)\(orientation), title=(string)a")))
                    let expected = try image.turned(direction)
                    let result = expected.with(try harness.render(image.buffer()).bytes)
                    #expect(result.visible == expected.visible, "\(orientation)")
                    #expect(told(harness) == ["rotate-0"], "\(orientation)")
                }
                #expect(harness.message()?.text == nil)
            }
        }

        @Test("The stream's tag counts before the global one; one without orientation ends it, another stream both")
        func scopes() throws {
            try withoutCriticals {
                let image = try Image(.gray8, 8, 4)
                let harness = try Orientations.harness(automatic, image.caps)
                func expect(_ direction: String, _ note: String) throws {
                    #expect(try harness.render(image.buffer()).bytes == image.turned(direction).bytes, "\(note)")
                }
                try expect("identity", "no tag")
                _ = harness.push(tag("image-orientation=(string)rotate-180", global: true))
                try expect("180", "global")
                _ = harness.push(tag("image-orientation=(string)rotate-90"))
                try expect("90r", "stream")
                _ = harness.push(tag("image-orientation=(string)flip-rotate-0", global: true))
                try expect("90r", "stream before global")
                _ = harness.push(tag("title=(string)a"))
                try expect("horiz", "the stream's is gone")
                _ = harness.push(tag("title=(string)a", global: true))
                try expect("identity", "both are gone")
                _ = harness.push(tag("image-orientation=(string)rotate-270"))
                try expect("90l", "again")
                _ = harness.push(gst_event_new_stream_start("another"))
                _ = harness.renegotiate(image.caps)
                harness.pushSegment()
                try expect("identity", "another stream")
            }
        }

        @Test("Another direction than auto leaves the tag; when auto begins or ends, downstream is told")
        func handedOn() throws {
            try withoutCriticals {
                let image = try Image(.gray8, 8, 4)
                let harness = try Orientations.harness(4, image.caps)
                _ = harness.push(tag("image-orientation=(string)rotate-90"))
                #expect(try harness.render(image.buffer()).bytes == image.turned("horiz").bytes)
                #expect(told(harness) == ["rotate-90"])
                harness.setInt("video-direction", automatic)
                #expect(try harness.render(image.buffer()).bytes == image.turned("90r").bytes)
                #expect(told(harness) == ["rotate-0"])
                harness.setInt("video-direction", 2)
                #expect(try harness.render(image.buffer()).bytes == image.turned("180").bytes)
                #expect(told(harness) == ["rotate-90"])
                _ = try harness.render(image.buffer())
                #expect(told(harness).isEmpty)
            }
        }

        @Test("Pointers go upstream in the input's pixels, as from videoflip") func navigation() throws {
            try withoutCriticals {
                let image = try Image(.gray8, 40, 24)
                let harness = try Orientations.harness(0, image.caps)
                let positions: [(x: Double, y: Double)] = [
                    (7, 5.5), (5.5, 17), (33, 18.5), (34.5, 7), (33, 5.5), (7, 18.5), (5.5, 7), (34.5, 17),
                ]
                for (direction, (x, y)) in positions.enumerated() {
                    harness.setInt("video-direction", Int32(direction))
                    _ = try harness.render(image.buffer())
                    _ = harness.upstreamEvents()
                    let text =
                        "application/x-gst-navigation, event=(string)mouse-move, pointer_x=(double)7, pointer_y=(double)5.5;"
                    let sent = gst_event_new_navigation(gst_structure_from_string(text, nil))
                    _ = gst_harness_push_upstream_event(harness.harness, sent)
                    let event = try #require(gst_harness_try_pull_upstream_event(harness.harness))
                    var position = (0.0, 0.0)
                    gst_structure_get_double(gst_event_get_structure(event), "pointer_x", &position.0)
                    gst_structure_get_double(gst_event_get_structure(event), "pointer_y", &position.1)
                    #expect(position == (x, y), "direction \(direction)")
                    gst_mini_object_unref(
                        UnsafeMutableRawPointer(event).assumingMemoryBound(to: GstMiniObject.self))
                }
            }
        }

        @Test("Metas are kept; those of positions are turned, and one of memory is not taken over") func metas() throws
        {
            try withoutCriticals {
                // A region of 3x4 at (8, 2) of 40x24, and a crop of 10x20 at (1, 2).
                let regions: [(Int32, [Int], [Int])] = [
                    (1, [18, 8, 4, 3], [2, 1, 20, 10]), (2, [29, 18, 3, 4], [29, 2, 10, 20]),
                    (3, [2, 29, 4, 3], [2, 29, 20, 10]), (4, [29, 2, 3, 4], [29, 2, 10, 20]),
                    (5, [8, 18, 3, 4], [1, 2, 10, 20]), (6, [2, 8, 4, 3], [2, 1, 20, 10]),
                    (7, [18, 29, 4, 3], [2, 29, 20, 10]), (0, [8, 2, 3, 4], [1, 2, 10, 20]),
                ]
                for (direction, region, crop) in regions {
                    let image = try Image(.i420, 40, 24)
                    let harness = try Orientations.harness(direction, image.caps)
                    let buffer = image.padded().buffer(meta: true)
                    _ = buffer.setTimes(pts: 1000, dts: 900, duration: 40_000_000, offset: 7)
                    tst_set_flags(buffer.pointer, 1 << 16)
                    tst_add_video_metas(buffer.pointer, 8, 11)
                    tst_add_crop_meta(buffer.pointer, 1, 2, 10, 20)
                    tst_add_tagged_meta(buffer.pointer, 42)
                    let result = try harness.render(buffer)
                    #expect(result.pts == 1000 && result.duration == 40_000_000)
                    #expect(tst_flags(result.pointer) & (1 << 16) != 0)
                    #expect(tst_timecode_frames(result.pointer) == 11)
                    #expect(tst_tagged_meta(result.pointer) == 42)
                    var found = [UInt32](repeating: 0, count: 8)
                    #expect(tst_regions(result.pointer, &found))
                    #expect(found.map { Int($0) } == region + crop, "direction \(direction)")
                    let meta = gst_buffer_get_video_meta(result.pointer)
                    #expect(direction == 0 || meta == nil || meta?.pointee.width != 40 || meta?.pointee.offset.0 == 0)
                }
            }
        }

        // MARK: Fields

        private let topFirst: UInt32 = 1 << 21

        @Test("Upside down, rows change fields if their number is even, and the order of fields with them")
        func fields() throws {
            try withoutCriticals {
                for (height, swaps) in [(20, true), (21, false)] {
                    for format in [PixelFormat.i420, .yuy2, .p010] {
                        let image = try Image(format, 16, height, interlaced: true)
                        for (direction, nick) in [(Int32(5), "vert"), (2, "180"), (4, "horiz")] {
                            let isSwapped = swaps && direction != 4
                            let caps = image.caps + ", field-order=top-field-first"
                            let harness = try Orientations.harness(direction, caps)
                            let expected = try image.turned(nick)
                            let buffer = image.buffer()
                            tst_set_flags(buffer.pointer, (1 << 20) | topFirst)
                            let result = try harness.render(buffer)
                            #expect(expected.with(result.bytes).visible == expected.visible, "\(image.caps) \(nick)")
                            let isTopFirst = tst_flags(result.pointer) & topFirst != 0
                            #expect(isTopFirst != isSwapped, "\(image.caps) \(nick)")
                            let order = try Orientations.output(harness, "field-order")
                            #expect(order == (isSwapped ? "bottom-field-first" : "top-field-first"))
                            #expect(try Orientations.output(harness, "interlace-mode") == "interleaved")
                            #expect(harness.message()?.text == nil)
                        }
                    }
                }
            }
        }

        @Test("Fields that become columns are none: the output is progressive, with a warning") func columns() throws {
            try withoutCriticals {
                for mode in ["interleaved", "mixed"] {
                    let image = try Image(.i420, 16, 20, interlaced: true)
                    let caps =
                        "video/x-raw, format=I420, width=16, height=20, framerate=25/1, interlace-mode=\(mode)"
                    let harness = try Orientations.harness(1, caps)
                    let expected = try image.turned("90r")
                    let buffer = image.buffer()
                    tst_set_flags(buffer.pointer, (1 << 20) | topFirst)
                    let result = try harness.render(buffer)
                    #expect(expected.with(result.bytes).visible == expected.visible)
                    #expect(tst_flags(result.pointer) & (15 << 20) == 0)
                    #expect(try Orientations.output(harness, "interlace-mode") == "progressive")
                    let warning = try #require(harness.message())
                    #expect(!warning.isError && warning.text.contains("deinterlace"), "\(warning.text)")
                    _ = try harness.render(image.buffer())
                    #expect(harness.message()?.text == nil, "one warning is enough")
                }
                let strict = try Orientations.harness(1, output: "video/x-raw, interlace-mode=interleaved")
                #expect(!strict.offers("video/x-raw, format=I420, width=16, height=20, framerate=25/1"))
            }
        }
    }
}
