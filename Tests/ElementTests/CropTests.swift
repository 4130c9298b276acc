// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import PixelCore
import TestSupport
import Testing

/// swiftcrop: its frames, caps, positions and metas.
extension ElementTests {
    @Suite struct Crops {
        typealias Part = (x: Double, y: Double, width: Double, height: Double)

        static func set(_ harness: ElementHarness, _ part: Part, zoom: Bool = false) {
            harness.set("x", part.x)
            harness.set("y", part.y)
            harness.set("width", part.width)
            harness.set("height", part.height)
            tst_set_text(harness.element, "zoom", "\(zoom)")
        }

        static func harness(
            _ part: Part, zoom: Bool = false, _ caps: String? = nil, output: String? = nil
        ) throws -> ElementHarness {
            let harness = try ElementHarness("swiftcrop")
            set(harness, part, zoom: zoom)
            if let output { gst_harness_set_sink_caps_str(harness.harness, output) }
            if let caps { harness.setCaps(caps) }
            return harness
        }

        private func expect(_ harness: ElementHarness, _ image: Image, _ part: Part, zoom: Bool = false) throws {
            let expected = try image.cropped(part, zoom: zoom)
            let result = expected.with(try harness.render(image.buffer()).bytes)
            #expect(result.visible == expected.visible, "\(image.caps) \(part) \(zoom)")
            let size = [try Orientations.output(harness, "width"), try Orientations.output(harness, "height")]
            #expect(size == ["\(expected.width)", "\(expected.height)"], "\(part) \(zoom)")
        }

        @Test("Every format, part and size is what the effect alone makes, padded or not") func formats() throws {
            try withoutCriticals {
                let parts: [Part] = [
                    (0.25, 0.5, 0.5, 0.5), (0.3, 0.1, 0.4, 1), (0, 0, 0, 0), (1, 1, 1, 1), (0, 0, 1, 1),
                ]
                for format in PixelFormat.allCases {
                    for (width, height) in [(1, 1), (3, 5), (34, 18)] {
                        for interlaced in [false, true] {
                            let image = try Image(format, width, height, interlaced: interlaced)
                            for part in parts {
                                for zoom in [false, true] {
                                    let harness = try Self.harness(part, zoom: zoom, image.caps)
                                    try expect(harness, image, part, zoom: zoom)
                                    let expected = try image.cropped(part, zoom: zoom)
                                    let padded = image.padded().buffer(meta: true)
                                    guard part != (0, 0, 1, 1) else { continue }
                                    let result = expected.with(try harness.render(padded).bytes)
                                    #expect(result.visible == expected.visible, "\(image.caps) \(part) padded")
                                    #expect(harness.message()?.text == nil)
                                }
                            }
                        }
                    }
                }
            }
        }

        @Test("The part changes while it plays, with and without another size") func changes() throws {
            try withoutCriticals {
                for format in [PixelFormat.i420, .yuy2, .rgb] {
                    let image = try Image(format, 37, 22)
                    let harness = try Self.harness((0, 0, 1, 1), image.caps)
                    // More parts than there are numbers of plans, and some of them again.
                    let parts: [Part] = (0..<80).map { (i: Int) -> Part in
                        let (x, y, w, h) = (Double(i % 7), Double(i % 5), Double(i % 47), Double(i % 31))
                        return (x / 10, y / 10, 0.1 + w / 60, 1 - h / 40)
                    }
                    let whole: Part = (0, 0, 1, 1)
                    for (index, part) in (parts + [whole, parts[3], parts[3], whole]).enumerated() {
                        let zoom = index % 11 == 3
                        Self.set(harness, part, zoom: zoom)
                        try expect(harness, image, part, zoom: zoom)
                    }
                    #expect(harness.message()?.text == nil)
                }
            }
        }

        @Test("Another place alone negotiates nothing") func moves() throws {
            try withoutCriticals {
                let image = try Image(.nv12, 40, 20)
                let harness = try Self.harness((0, 0, 0.5, 0.5), image.caps)
                try expect(harness, image, (0, 0, 0.5, 0.5))
                while let event = gst_harness_try_pull_event(harness.harness) { Self.free(event) }
                for x in [0.1, 0.2, 0.35, 0.5] {
                    Self.set(harness, (x, x, 0.5, 0.5))
                    try expect(harness, image, (x, x, 0.5, 0.5))
                    #expect(gst_harness_try_pull_event(harness.harness) == nil, "no caps, \(x)")
                }
                Self.set(harness, (0.6, 0, 0.5, 0.5))
                try expect(harness, image, (0.6, 0, 0.5, 0.5))
                let event = try #require(gst_harness_try_pull_event(harness.harness))
                #expect(event.pointee.type == GST_EVENT_CAPS)
                Self.free(event)
            }
        }

        private static func free(_ event: UnsafeMutablePointer<GstEvent>) {
            gst_mini_object_unref(UnsafeMutableRawPointer(event).assumingMemoryBound(to: GstMiniObject.self))
        }

        @Test("A GstController moves the part, and makes it larger") func controlled() throws {
            try withoutCriticals {
                let image = try Image(.bgrx, 40, 20)
                let harness = try Self.harness((0, 0, 0.5, 0.5), image.caps)
                tst_control(harness.element, "width", 0, 1, 1_000_000_000)
                for tenth in 0...10 {
                    let buffer = image.buffer().setTimes(pts: UInt64(tenth) * 100_000_000)
                    _ = try harness.render(buffer)
                    let found = Int(try Orientations.output(harness, "width")) ?? 0
                    #expect(abs(found - max(1, 4 * tenth)) <= 1, "\(tenth): \(found)")
                }
            }
        }

        @Test("The whole frame passes as it is") func passthrough() throws {
            try withoutCriticals {
                let image = try Image(.i420, 17, 9)
                let harness = try Self.harness((0, 0, 1, 1), zoom: true, image.caps)
                let buffer = image.buffer()
                let pointer = buffer.pointer
                #expect(try harness.render(buffer).pointer == pointer)
            }
        }

        // MARK: Caps

        @Test("Sizes are negotiated both ways") func negotiation() throws {
            try withoutCriticals {
                let rest = "framerate=25/1, format=I420"
                let fixed = try Self.harness((0.25, 0, 0.5, 0.25), output: "video/x-raw, width=32, height=12")
                for (size, isOffered) in [
                    ("width=64, height=48", true), ("width=63, height=47", true), ("width=64, height=52", false),
                    ("width=32, height=12", false),
                ] {
                    #expect(fixed.offers("video/x-raw, \(rest), \(size)") == isOffered, "\(size)")
                }
                // A part of nothing is one pixel of any frame.
                let least = try Self.harness((0, 0, 0, 0), output: "video/x-raw, width=1, height=1")
                #expect(least.offers("video/x-raw, \(rest), width=640, height=48"))
                let none = try Self.harness((0, 0, 0, 0), output: "video/x-raw, width=2, height=1")
                #expect(!none.offers("video/x-raw, \(rest), width=640, height=48"))
                let zoomed = try Self.harness((0, 0, 0.5, 0.5), zoom: true, output: "video/x-raw, width=64, height=48")
                #expect(zoomed.offers("video/x-raw, \(rest), width=64, height=48"))
            }
        }

        @Test("Where downstream takes no other size, that in use stays, with a warning") func fixedOutput() throws {
            try withoutCriticals {
                let image = try Image(.i420, 64, 48)
                let (half, other): (Part, Part) = ((0.5, 0, 0.5, 0.5), (0.25, 0.5, 0.25, 0.5))
                let harness = try Self.harness(half, image.caps, output: "video/x-raw, width=32, height=24")
                try expect(harness, image, half)
                Self.set(harness, other)
                // The place is the new one.
                for _ in 0..<2 { try expect(harness, image, (0.25, 0.5, 0.5, 0.5)) }
                let warning = try #require(harness.message())
                #expect(
                    !warning.isError && warning.text.contains("the part of the frame makes 16x24 of 64x48")
                        && warning.text.contains("Until then the part of the frame stays in use"), "\(warning.text)")
                #expect(harness.message()?.text == nil, "one warning is enough")
                gst_harness_set_sink_caps_str(harness.harness, "video/x-raw")
                _ = gst_harness_push_upstream_event(harness.harness, gst_event_new_reconfigure())
                try expect(harness, image, other)
            }
        }

        @Test("Buffers that do not hold what their caps say are left out, with a warning") func hostile() throws {
            try withoutCriticals {
                let image = try Image(.i420, 16, 16)
                let harness = try Self.harness((0, 0, 0.5, 0.5), image.caps)
                for count in [383, 256, 1, 0] {
                    #expect(harness.push(Buffer(Array(image.bytes.prefix(count)))) == GST_FLOW_OK)
                    #expect(harness.pull() == nil)
                }
                let warning = try #require(harness.message())
                #expect(!warning.isError && warning.text.contains("is left out"), "\(warning.text)")
                try expect(harness, image, (0, 0, 0.5, 0.5))
            }
        }

        // MARK: Positions

        @Test("Pointers go upstream in the input's pixels") func navigation() throws {
            try withoutCriticals {
                let image = try Image(.i420, 40, 24)
                let harness = try Self.harness((0, 0, 1, 1), image.caps)
                let cases: [(Part, Bool, Double, Double)] = [
                    ((0, 0, 1, 1), false, 7, 5.5), ((0.25, 0.5, 0.5, 0.5), false, 17, 17.5),
                    // Chroma lets the part begin at (10, 2).
                    ((0.275, 0.125, 0.5, 0.5), false, 17, 7.5), ((0.25, 0.5, 0.5, 0.25), true, 13.5, 13.375),
                ]
                for (part, zoom, x, y) in cases {
                    Self.set(harness, part, zoom: zoom)
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
                    #expect(position == (x, y), "\(part) \(zoom)")
                    Self.free(event)
                }
            }
        }

        @Test("Metas are kept; regions and crops become those of the output, and end at its edges") func metas() throws
        {
            try withoutCriticals {
                // A region of 3x4 at (8, 2) of 40x24, and a crop of 10x20 at (1, 2).
                let cases: [(Part, Bool, [Int])] = [
                    ((0, 0, 1, 1), false, [8, 2, 3, 4, 1, 2, 10, 20]),
                    ((0.1, 0, 0.5, 1), false, [4, 2, 3, 4, 0, 2, 7, 20]),
                    ((0.25, 0.125, 0.5, 0.5), false, [0, 0, 1, 4, 0, 0, 1, 12]),
                    ((0.1, 0, 0.5, 0.5), true, [8, 4, 6, 8, 0, 4, 14, 20]),
                ]
                for (part, zoom, expected) in cases {
                    let image = try Image(.i420, 40, 24)
                    let harness = try Self.harness(part, zoom: zoom, image.caps)
                    func render(_ x: UInt32) throws -> Buffer {
                        let buffer = image.padded().buffer(meta: true)
                        _ = buffer.setTimes(pts: 1000, dts: 900, duration: 40_000_000, offset: 7)
                        tst_set_flags(buffer.pointer, 1 << 16)
                        tst_add_video_metas(buffer.pointer, x, 11)
                        tst_add_crop_meta(buffer.pointer, 1, 2, 10, 20)
                        tst_add_tagged_meta(buffer.pointer, 42)
                        return try harness.render(buffer)
                    }
                    let result = try render(8)
                    #expect(result.pts == 1000 && result.duration == 40_000_000)
                    #expect(tst_flags(result.pointer) & (1 << 16) != 0)
                    #expect(tst_timecode_frames(result.pointer) == 11)
                    #expect(tst_tagged_meta(result.pointer) == 42)
                    var found = [UInt32](repeating: 0, count: 8)
                    #expect(tst_regions(result.pointer, &found))
                    #expect(found.map { Int($0) } == expected, "\(part) \(zoom)")
                    // What is not shown has no region.
                    if part != (0, 0, 1, 1) { #expect(!tst_regions(try render(36).pointer, &found), "\(part)") }
                }
            }
        }

        @Test("Rendering allocates nothing", .enabled(if: tst_can_count_allocations() && isOptimized))
        func allocations() throws {
            for format in [PixelFormat.i420, .yuy2, .bgrx, .p010] {
                let image = try Image(format, 1031, 603)
                for zoom in [false, true] {
                    let harness = try Self.harness((0.1, 0.2, 0.5, 0.5), zoom: zoom, image.caps)
                    harness.setInt("n-threads", 2)
                    #expect(tst_feed(harness.harness, image.buffer().take(), 3) == GST_FLOW_OK)
                    let next = image.buffer().setTimes(pts: 1000).take()
                    let before = tst_allocations()
                    tst_count_allocations(true)
                    let result = tst_feed(harness.harness, next, 20)
                    tst_count_allocations(false)
                    #expect(result == GST_FLOW_OK)
                    #expect(tst_allocations() == before, "\(format) \(zoom)")
                }
            }
        }
    }
}

extension Image {
    /// The image as the effect alone crops it.
    func cropped(_ part: ElementTests.Crops.Part, zoom: Bool) throws -> Image {
        var settings = CropSettings()
        (settings.x, settings.y, settings.width, settings.height) = part
        settings.zoom = zoom
        let index = CropEffect.planIndex(settings, orientation: .identity)
        guard index > 0 else { return self }
        let share = CropEffect.plans[index].showsPart ? CropEffect.share(settings) : .whole
        var input = self
        var output = try Image(
            format, FrameShare.pixels(share.width, of: width), FrameShare.pixels(share.height, of: height),
            interlaced: interlaced)
        // As memory of GStreamer's pools comes.
        output.bytes = output.bytes.map { _ in 0 }
        let effect = CropEffect()
        try effect.configure(
            info(.usual(format)), output: output.info(.usual(format)), plan: CropEffect.plans[index])
        try effect.update(settings)
        try input.withFrame { from in
            try output.withFrame { to in try effect.render(from, to, bands: .serial) }
        }
        return output
    }
}
