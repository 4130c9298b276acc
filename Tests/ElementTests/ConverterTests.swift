// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Elements
import PixelCore
import Testing

/// swiftdepthgray, which has another output than input, so that the suites for in-place filters do not hold for it.
extension ElementTests {
    @Suite struct Converters {
        private func harness(_ input: String, _ output: String? = nil) throws -> ElementHarness {
            let harness = try ElementHarness("swiftdepthgray")
            if let output { gst_harness_set_sink_caps_str(harness.harness, output) }
            harness.setCaps(input)
            return harness
        }

        @Test("Every input and output format and size is what the effect alone makes, padded or not")
        func formats() throws {
            try withoutCriticals {
                for input in DepthEffect.inputFormats {
                    for output in DepthEffect.outputFormats {
                        for (width, height) in [(1, 1), (3, 5), (33, 17)] {
                            let image = try Image(input, width, height)
                            let expected = try image.converted(to: output) { $0.colormap = .turbo }
                            for isPadded in [false, true] {
                                let harness = try ElementHarness("swiftdepthgray")
                                harness.setInt("colormap", 1)
                                gst_harness_set_sink_caps_str(
                                    harness.harness, "video/x-raw, format=\(output.name)")
                                harness.setCaps(image.caps)
                                let buffer = isPadded ? image.padded().buffer(meta: true) : image.buffer()
                                let result = expected.with(try harness.render(buffer).bytes)
                                #expect(result.visible == expected.visible, "\(input) \(output) \(width)x\(height)")
                                #expect(harness.message() == nil)
                            }
                        }
                    }
                }
            }
        }

        private func format(_ harness: ElementHarness) throws -> String {
            let pad = try #require(gst_element_get_static_pad(harness.element, "src"))
            defer { gst_object_unref(pad) }
            let caps = try #require(gst_pad_get_current_caps(pad))
            defer { gst_mini_object_unref(UnsafeMutableRawPointer(caps).assumingMemoryBound(to: GstMiniObject.self)) }
            return String(cString: gst_structure_get_string(gst_caps_get_structure(caps, 0), "format"))
        }

        @Test("Downstream decides; where it does not, gray is GRAY8 and colours are BGRx") func negotiation() throws {
            try withoutCriticals {
                let image = try Image(.gray16le, 16, 16)
                for (colormap, output, chosen) in [
                    (Int32(0), "video/x-raw", "GRAY8"), (1, "video/x-raw", "BGRx"),
                    (0, "video/x-raw, format={ NV12, GRAY8, RGB }", "GRAY8"),
                    (2, "video/x-raw, format={ GRAY8, NV12, RGB }", "RGB"),
                    (0, "video/x-raw, format=NV12; video/x-raw, format=RGB", "NV12"),
                    (1, "video/x-raw, format=GRAY16_LE", "GRAY16_LE"),
                ] {
                    let harness = try ElementHarness("swiftdepthgray")
                    harness.setInt("colormap", colormap)
                    gst_harness_set_sink_caps_str(harness.harness, output)
                    harness.setCaps(image.caps)
                    _ = try harness.render(image.buffer())
                    let taken = try format(harness)
                    #expect(taken == chosen, "\(output)")
                }
            }
        }

        @Test("Colours switched on while it plays are negotiated, where downstream takes any") func switched() throws {
            try withoutCriticals {
                let image = try Image(.gray16le, 16, 16)
                for (output, formats) in [
                    ("video/x-raw", ["GRAY8", "GRAY8", "BGRx", "BGRx", "GRAY8"]),
                    ("video/x-raw, format={ GRAY8, NV12 }", ["GRAY8", "GRAY8", "NV12", "NV12", "GRAY8"]),
                    ("video/x-raw, format=GRAY8", ["GRAY8", "GRAY8", "GRAY8", "GRAY8", "GRAY8"]),
                ] {
                    let harness = try ElementHarness("swiftdepthgray")
                    gst_harness_set_sink_caps_str(harness.harness, output)
                    harness.setCaps(image.caps)
                    for (colormap, expected) in zip([Int32(0), 0, 1, 2, 0], formats) {
                        harness.setInt("colormap", colormap)
                        _ = try harness.render(image.buffer())
                        let taken = try format(harness)
                        #expect(taken == expected, "\(output), colormap \(colormap)")
                    }
                }
            }
        }

        @Test("Caps that it does not take are refused; its own colours are asked for in vain") func refusals() throws {
            try withoutCriticals {
                for caps in [
                    "video/x-raw, format=I420, width=16, height=16, framerate=25/1",
                    "video/x-raw(memory:DMABuf), format=GRAY16_LE, width=16, height=16, framerate=25/1",
                    "video/x-raw, format=GRAY16_LE, width=16, height=16, framerate=25/1, multiview-mode=separated",
                ] {
                    let harness = try harness(try Image(.gray16le, 16, 16).caps)
                    let taken = harness.renegotiate(caps)
                    #expect(!taken || harness.push(Buffer([UInt8](repeating: 0, count: 512))) != GST_FLOW_OK, "\(caps)")
                }
                let deep = try ElementHarness("swiftdepthgray")
                gst_harness_set_sink_caps_str(
                    deep.harness, "video/x-raw, format=GRAY16_LE, colorimetry=(string)2:4:7:1")
                deep.setCaps(try Image(.gray16le, 16, 16).caps)
                _ = deep.push(try Image(.gray16le, 16, 16).buffer())
                let message = try #require(deep.message())
                #expect(message.isError && message.text.contains("full range"))
            }
        }

        @Test("Properties change images while they play, and what is not changed stays") func properties() throws {
            try withoutCriticals {
                let image = try Image(.gray16be, 33, 9)
                let harness = try harness(image.caps, "video/x-raw, format=RGB")
                func check(_ change: (inout DepthSettings) -> Void) throws {
                    // Every frame for itself, as the effect alone has no video.
                    harness.pushSegment { $0.base += 1 }
                    harness.pushSegment()
                    let expected = try image.converted(to: .rgb, change)
                    let result = expected.with(try harness.render(image.buffer()).bytes)
                    #expect(result.visible == expected.visible)
                }
                try check { _ in }
                harness.setInt("auto-range", 0)
                harness.set("near", 10)
                harness.set("far", 30)
                try check { ($0.autoRange, $0.near, $0.far) = (.off, 10, 30) }
                harness.set("depth-unit", 0.0005)
                harness.setInt("invert", 1)
                try check { ($0.autoRange, $0.near, $0.far, $0.unit, $0.inverts) = (.off, 10, 30, 0.0005, true) }
                harness.setInt("colormap", 4)
                harness.setInt("invalid-color", 0x102030)
                harness.setInt("invalid-value", Int32(image.bytes[0]) << 8 | Int32(image.bytes[1]))
                func last(_ settings: inout DepthSettings) {
                    (settings.autoRange, settings.near, settings.far, settings.unit) = (.off, 10, 30, 0.0005)
                    (settings.inverts, settings.colormap, settings.invalidColor) = (true, .classic, 0x102030)
                    settings.invalidValue = Int32(image.bytes[0]) << 8 | Int32(image.bytes[1])
                }
                try check(last)
                harness.setInt("smoothing", 1)
                try check {
                    last(&$0)
                    $0.smooths = true
                }
                harness.setInt("equalize", 1)
                try check {
                    last(&$0)
                    ($0.smooths, $0.equalizes) = (true, true)
                }
            }
        }

        @Test("temporal-window follows the settings") func temporalWindow() throws {
            let harness = try harness(try Image(.gray16le, 16, 16).caps)
            func window() -> Int64 { Int64(bitPattern: tst_get_uint64(harness.element, "temporal-window")) }
            #expect(window() == 16_000_000_000)
            harness.setInt("auto-range", 1)
            #expect(window() == -1)
            harness.setInt("auto-range", 0)
            #expect(window() == 0)
            harness.setInt("temporal", 1)
            #expect(window() == -1)
        }

        @Test("Decimation changes the size while it plays, and negotiates it backwards") func decimation() throws {
            try withoutCriticals {
                let image = try Image(.gray16le, 40, 24)
                let harness = try harness(image.caps)
                for factor in [Int32(1), 2, 3, 8, 1] {
                    harness.setInt("decimation", factor)
                    harness.pushSegment { $0.base += 1 }
                    harness.pushSegment()
                    let expected = try image.converted(to: .gray8) { $0.decimation = factor }
                    let bytes = try harness.render(image.buffer()).bytes
                    #expect(bytes.count == expected.bytes.count, "\(factor)")
                    #expect(expected.with(bytes).visible == expected.visible, "\(factor)")
                }
            }
        }

        // MARK: Buffers

        private func expectLeftOut(_ buffers: [Buffer], _ note: String) throws {
            let image = try Image(.gray16le, 16, 16)
            let harness = try harness(image.caps)
            for buffer in buffers {
                #expect(harness.push(buffer) == GST_FLOW_OK, "\(note)")
                #expect(harness.pull() == nil, "\(note)")
            }
            let warning = try #require(harness.message(), "\(note)")
            #expect(!warning.isError && warning.text.contains("is left out"), "\(warning.text)")
            #expect(harness.message() == nil, "one warning is enough")
            let expected = try image.converted(to: .gray8)
            #expect(expected.with(try harness.render(image.buffer()).bytes).visible == expected.visible)
        }

        @Test("Buffers that do not hold what their caps say are left out, with a warning") func hostile() throws {
            try withoutCriticals {
                let image = try Image(.gray16le, 16, 16)
                try expectLeftOut([511, 256, 1, 0].map { Buffer(Array(image.bytes.prefix($0))) }, "truncated")
                func lie(
                    format: GstVideoFormat = GST_VIDEO_FORMAT_GRAY16_LE, size: UInt32 = 16, offset: Int = 0,
                    stride: Int32 = 32
                ) -> Buffer {
                    let buffer = image.buffer()
                    tst_add_video_meta(buffer.pointer, format, size, size, 1, [offset], [stride])
                    return buffer
                }
                for stride in [64, .max, 4, -32, 0, 31] as [Int32] {
                    try expectLeftOut([lie(stride: stride)], "stride \(stride)")
                }
                try expectLeftOut([lie(offset: 64)], "offset")
                try expectLeftOut([lie(offset: 1 << 40)], "offset")
                try expectLeftOut([lie(offset: 1)], "odd")
                try expectLeftOut([lie(size: 15)], "smaller")
                try expectLeftOut([lie(format: GST_VIDEO_FORMAT_GRAY8)], "another format")
            }
        }

        @Test("Enormous caps do no harm") func enormous() throws {
            try withoutCriticals {
                for format in DepthEffect.inputFormats {
                    for (width, height) in [(Int(Int32.max), Int(Int32.max)), (Int(Int32.max), 1), (1, Int(Int32.max))]
                    {
                        for decimation in [Int32(1), 8] {
                            let harness = try harness(Image.caps(format, 16, 16))
                            harness.setInt("decimation", decimation)
                            _ = harness.renegotiate(Image.caps(format, width, height))
                            _ = harness.push(Buffer([UInt8](repeating: 0, count: 4096)))
                        }
                    }
                }
            }
        }

        @Test("Flags, times and metas are kept, but not those of colours; a region is scaled with the image")
        func metas() throws {
            try withoutCriticals {
                for decimation in [Int32(1), 2] {
                    let image = try Image(.gray16le, 16, 16)
                    let harness = try harness(image.caps)
                    harness.setInt("decimation", decimation)
                    let buffer = image.buffer().setTimes(pts: 1000, dts: 900, duration: 40_000_000, offset: 7)
                    tst_set_flags(buffer.pointer, 1 << 16)
                    tst_add_video_metas(buffer.pointer, 8, 11)
                    tst_add_tagged_meta(buffer.pointer, 42)
                    let result = try harness.render(buffer)
                    #expect(result.pts == 1000 && result.duration == 40_000_000)
                    #expect(tst_flags(result.pointer) & (1 << 16) != 0)
                    #expect(tst_roi_x(result.pointer) == 8 / decimation)
                    #expect(tst_timecode_frames(result.pointer) == 11)
                    #expect(tst_tagged_meta(result.pointer) == 42)
                }
            }
        }

        @Test("max-rate drops by time, or by duration, without a discontinuity; what passes lasts as long as before")
        func rate() throws {
            try withoutCriticals {
                let image = try Image(.gray16le, 16, 16)
                // Without times, the caps' frame rate counts.
                let untimed = try harness(image.caps)
                untimed.set("max-rate", 5)
                let passed = (0..<25).filter { _ in
                    #expect(untimed.push(image.buffer().setTimes(pts: .max)) == GST_FLOW_OK)
                    return untimed.pull() != nil
                }
                #expect(passed == [0, 5, 10, 15, 20])
                let harness = try harness(image.caps)
                harness.set("max-rate", 5)
                var times: [UInt64] = []
                for n in 0..<25 {
                    let buffer = image.buffer().setTimes(pts: UInt64(n) * 40_000_000, duration: 40_000_000)
                    #expect(harness.push(buffer) == GST_FLOW_OK)
                    guard let result = harness.pull() else { continue }
                    times.append(result.pts / 40_000_000)
                    #expect(result.duration == 40_000_000)
                    let discont: UInt32 = 1 << 6
                    #expect(n == 0 || tst_flags(result.pointer) & discont == 0)
                }
                #expect(times == [0, 5, 10, 15, 20])
            }
        }

        @Test("A flush, and another segment, forget the video; the same one does not") func resets() throws {
            try withoutCriticals {
                let far = Buffer([UInt8](repeating: 0x40, count: 512))
                let near = Buffer([UInt8](repeating: 0x10, count: 512))
                let harness = try harness(Image.caps(.gray16le, 16, 16))
                harness.setInt("auto-range", 1)
                func gray(_ buffer: Buffer) throws -> UInt8 { try harness.render(buffer.shared()).bytes[0] }
                #expect(try gray(far) == 255)
                #expect(try gray(near) == 64)
                harness.pushSegment()
                #expect(try gray(near) == 64)
                harness.pushSegment { $0.start = 1000 }
                #expect(try gray(near) == 255)
                #expect(try gray(far) == 255)
                _ = harness.push(gst_event_new_flush_start())
                _ = harness.push(gst_event_new_flush_stop(1))
                harness.pushSegment()
                #expect(try gray(near) == 255)
            }
        }

        @Test("Rendering allocates nothing", .enabled(if: tst_can_count_allocations() && isOptimized))
        func allocations() throws {
            let image = try Image(.gray16be, 1031, 602)
            for format in [PixelFormat.gray8, .bgrx, .rgb, .nv12, .yuy2, .gray16le] {
                for mode in 0..<4 {
                    let harness = try ElementHarness("swiftdepthgray")
                    gst_harness_set_sink_caps_str(harness.harness, "video/x-raw, format=\(format.name)")
                    harness.setInt("n-threads", 2)
                    harness.setInt("colormap", mode == 0 ? 0 : 1)
                    if mode == 1 { harness.setInt("auto-range", 1) }
                    if mode == 2 { harness.setInt("equalize", 1) }
                    if mode == 3 { harness.setInt("smoothing", 1) }
                    harness.setCaps(image.caps)
                    let buffer = image.buffer().setTimes(pts: 0)
                    #expect(tst_feed(harness.harness, buffer.take(), 3) == GST_FLOW_OK)
                    // Made before, as it costs an allocation itself.
                    let next = image.buffer().setTimes(pts: 1000).take()
                    let before = tst_allocations()
                    tst_count_allocations(true)
                    let result = tst_feed(harness.harness, next, 20)
                    tst_count_allocations(false)
                    #expect(result == GST_FLOW_OK)
                    #expect(tst_allocations() == before, "\(format.name) \(mode)")
                }
            }
        }

        @Test("Any number of threads gives the same frames") func threads() throws {
            let image = try Image(.gray16le, 1280, 720)
            var results: [[UInt8]] = []
            for threads in [Int32(1), 2, 5, 0] {
                let harness = try harness(image.caps)
                harness.setInt("n-threads", threads)
                harness.setInt("smoothing", 1)
                results.append(try harness.render(image.buffer()).bytes)
            }
            #expect(results.allSatisfy { $0 == results[0] })
        }
    }
}
