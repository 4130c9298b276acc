// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Filters
import PixelCore
import Testing

extension ElementTests {
    /// Elements of more than two inputs, and where these lie.
    @Suite struct MixerLayers {
        private func set(_ harness: MixHarness, _ pad: String, _ property: String, _ value: Double) {
            guard let child = tst_child(harness.element, pad) else { return }
            tst_set_text(child, property, value == value.rounded() ? "\(Int(value))" : "\(value)")
            gst_object_unref(child)
        }

        @Test("There are 16 inputs at most; one that is linked again comes where it was")
        func pads() throws {
            try withoutCriticals {
                let harness = try MixHarness(of: "swiftblend", pads: [])
                func request() -> String? {
                    guard let pad = gst_element_request_pad_simple(harness.element, "sink_%u") else { return nil }
                    defer { gst_object_unref(pad) }
                    let name = gst_object_get_name(UnsafeMutableRawPointer(pad).assumingMemoryBound(to: GstObject.self))
                    defer { g_free(name) }
                    return name.map { String(cString: $0) }
                }
                for index in 0..<16 { #expect(request() == "sink_\(index)") }
                #expect(request() == nil)
                let message = try #require(harness.message())
                #expect(message.text.contains("16 inputs at most"), "\(message.text)")
                let pad = try #require(gst_element_get_static_pad(harness.element, "sink_4"))
                gst_element_release_request_pad(harness.element, pad)
                gst_object_unref(pad)
                #expect(request() == "sink_4")
            }
        }

        @Test("An input with the number of another one is refused with a warning", arguments: mixers)
        func numbers(factory: String) throws {
            try withoutCriticals {
                let harness = try MixHarness(of: factory, pads: ["sink_0"])
                for name in ["sink_00", "sink_+0", "sink_ 0"] {
                    #expect(gst_element_request_pad_simple(harness.element, name) == nil)
                    let message = try #require(harness.message())
                    #expect(message.text.contains("the number of \(name)"), "\(message.text)")
                }
            }
        }

        @Test("A pointer's events go to the topmost input that is seen there, in its pixels")
        func navigation() throws {
            try withoutCriticals {
                let (base, top) = (try Image(.i420, 40, 24), try Image(.i420, 10, 8))
                let harness = try MixHarness(of: "swiftblend", pads: (0..<3).map { "sink_\($0)" })
                for (input, image) in [base, top, top].enumerated() { harness.setCaps(input, image.caps) }
                for (name, value) in [("xpos", 20), ("ypos", 4), ("width", 20), ("height", 8)] {
                    for pad in ["sink_1", "sink_2"] { set(harness, pad, name, Double(value)) }
                }
                set(harness, "sink_1", "zorder", 2)
                for (input, image) in [base, top, top].enumerated() { harness.push(input, image.buffer()) }
                _ = try #require(harness.pull())
                for (kind, x, y, input, wanted) in [
                    ("mouse-move", 24.0, 6.0, 1, (2.0, 2.0)), ("mouse-move", 19, 6, 0, (19, 6)),
                    ("mouse-move", 40, 6, 0, (40, 6)), ("mouse-scroll", 24, 6, 1, (2, 2)),
                ] {
                    for input in 0..<3 { _ = harness.upstreamEvents(input) }
                    let text =
                        "application/x-gst-navigation, event=\(kind), pointer_x=(double)\(x), pointer_y=(double)\(y)"
                    let event = gst_event_new_navigation(gst_structure_new_from_string(text))
                    #expect(gst_harness_push_upstream_event(harness.output, event) != 0)
                    let moved = try #require(gst_harness_try_pull_upstream_event(harness.inputs[input]))
                    var (movedX, movedY) = (0.0, 0.0)
                    gst_structure_get_double(gst_event_get_structure(moved), "pointer_x", &movedX)
                    gst_structure_get_double(gst_event_get_structure(moved), "pointer_y", &movedY)
                    #expect(movedX == wanted.0 && movedY == wanted.1, "\(x), \(y)")
                    gst_mini_object_unref(
                        UnsafeMutableRawPointer(moved).assumingMemoryBound(to: GstMiniObject.self))
                }
            }
        }

        @Test("Inputs lie where their pads say, and change from frame to frame", arguments: [PixelFormat.bgra, .i420])
        func places(format: PixelFormat) throws {
            try withoutCriticals {
                let base = try Image(format, 40, 24)
                let tops = try (1...3).map { try Image(format, 10 + 2 * $0, 8, seed: UInt64($0 + 1)) }
                let harness = try MixHarness(of: "swiftblend", pads: (0..<4).map { "sink_\($0)" })
                harness.setCaps(0, base.caps)
                for (index, top) in tops.enumerated() { harness.setCaps(index + 1, top.caps) }
                tst_set_text(harness.element, "mode", "screen")
                for frame in 0..<4 {
                    var settings = (0..<3).map { index in
                        var settings = LayerSettings()
                        (settings.x, settings.y) = (Int32(8 * index - 6 + 2 * frame), Int32(4 * index - 2))
                        (settings.width, settings.height) = (Int32(10 + 2 * frame), index == 1 ? 0 : 12)
                        settings.alpha = [1, 0.5, 0.25][index]
                        settings.order = Int32(3 - index)
                        return settings
                    }
                    if frame == 3 { settings[1].alpha = 0 }
                    for (index, layer) in settings.enumerated() {
                        let pad = "sink_\(index + 1)"
                        for (name, value) in [
                            ("xpos", Double(layer.x)), ("ypos", Double(layer.y)), ("width", Double(layer.width)),
                            ("height", Double(layer.height)), ("alpha", layer.alpha), ("zorder", Double(layer.order)),
                        ] { set(harness, pad, name, value) }
                    }
                    for (input, image) in ([base] + tops).enumerated() {
                        #expect(harness.push(input, image.buffer(), frame: frame) == GST_FLOW_OK)
                    }
                    let output = try #require(harness.pull())
                    let expected = try base.layered(tops, settings)
                    #expect(base.with(output.bytes).visible == expected.visible, "frame \(frame)")
                    #expect(harness.message(seconds: 0)?.text == nil)
                }
            }
        }

        @Test("Sixteen inputs of several formats and sizes over each other", arguments: [PixelFormat.bgra, .nv12])
        func sixteen(format: PixelFormat) throws {
            try withoutCriticals {
                let base = try Image(format, 40, 24)
                let tops = try (1...15).map { index in
                    let formats = [format, .i420, .bgra, .yuy2]
                    return try Image(formats[index % 4], 4 + index, 16 - index, seed: UInt64(index + 1))
                }
                let harness = try MixHarness(of: "swiftblend", pads: (0..<16).map { "sink_\($0)" })
                gst_harness_set_sink_caps_str(harness.output, "video/x-raw, format=\(format.name)")
                tst_set_text(harness.element, "mode", "screen")
                for (input, image) in ([base] + tops).enumerated() { harness.setCaps(input, image.caps) }
                let settings = (0..<15).map { index in
                    var settings = LayerSettings()
                    (settings.x, settings.y) = (Int32(9 * (index % 5) - 3), Int32(8 * (index / 5) - 2))
                    (settings.width, settings.height) = (12, 10)
                    settings.alpha = index % 3 == 0 ? 0.5 : 1
                    settings.order = Int32(index % 4)
                    return settings
                }
                for (index, layer) in settings.enumerated() {
                    let pad = "sink_\(index + 1)"
                    for (name, value) in [
                        ("xpos", Double(layer.x)), ("ypos", Double(layer.y)), ("width", Double(layer.width)),
                        ("height", Double(layer.height)), ("alpha", layer.alpha), ("zorder", Double(layer.order)),
                    ] { set(harness, pad, name, value) }
                }
                let expected = try base.layered(tops, settings)
                for frame in 0..<2 {
                    for (input, image) in ([base] + tops).enumerated() {
                        harness.push(input, image.buffer(), frame: frame)
                    }
                    let output = try #require(harness.pull())
                    #expect(base.with(output.bytes).visible == expected.visible, "frame \(frame)")
                    #expect(harness.message(seconds: 0)?.text == nil)
                }
            }
        }

        @Test("A backdrop that alone is seen leaves as it came, and an opaque input that covers all")
        func forwarded() throws {
            try withoutCriticals {
                let image = try Image(.i420, 40, 24)
                let harness = try MixHarness(image.caps, of: "swiftblend", pads: ["sink_0", "sink_1", "sink_2"])
                for (frame, (alphas, input)) in [((0.0, 0.0), 0), ((1, 0), 1), ((0.5, 1), 2), ((0.5, 0.5), -1)]
                    .enumerated()
                {
                    set(harness, "sink_1", "alpha", alphas.0)
                    set(harness, "sink_2", "alpha", alphas.1)
                    let buffers = (0..<3).map { _ in image.buffer() }
                    let memories = buffers.map { tst_memory($0.pointer) }
                    for (index, buffer) in buffers.enumerated() { harness.push(index, buffer, frame: frame) }
                    let output = try #require(harness.pull())
                    let from = memories.firstIndex { $0 == tst_memory(output.pointer) } ?? -1
                    #expect(from == input, "frame \(frame)")
                }
            }
        }

        @Test("What controls a property of a pad counts for the frame's time")
        func controlled() throws {
            try withoutCriticals {
                let (black, white) = (try Image(.gray8, 8, 4).filled(0), try Image(.gray8, 8, 4).filled(255))
                let harness = try MixHarness(black.caps, of: "swiftblend")
                let pad = try #require(gst_element_get_static_pad(harness.element, "sink_1"))
                defer { gst_object_unref(pad) }
                tst_control(pad, "alpha", 0, 1, 4 * MixHarness.frame)
                for frame in 0..<4 {
                    let output = try harness.render(black.buffer(), white.buffer(), frame: frame)
                    let code = Int(output.bytes[0])
                    #expect((code - frame * 255 / 4).magnitude <= 1, "frame \(frame): \(code)")
                }
            }
        }

        @Test("An input that ends leaves the others; the last one without a backdrop is shown in its place")
        func ended() throws {
            try withoutCriticals {
                let image = try Image(.gray8, 8, 4).filled(200)
                let harness = try MixHarness(image.caps, of: "swiftblend", pads: ["sink_0", "sink_1", "sink_2"])
                set(harness, "sink_2", "width", 4)
                set(harness, "sink_1", "alpha", 0)
                harness.feed(0, [image.buffer()])
                harness.feed(1, [image.buffer(), image.buffer()])
                harness.feed(2, [image.buffer(), image.buffer(), image.buffer()])
                let frames = try harness.video()
                #expect(frames.count == 3)
                #expect(frames.last?.bytes.prefix(8) == [200, 200, 200, 200, 0, 0, 0, 0])
            }
        }

        @Test("Inputs of other formats and sizes are brought to those of the output")
        func converted() throws {
            try withoutCriticals {
                let base = try Image(.nv12, 40, 24)
                let harness = try MixHarness(of: "swiftblend", pads: ["sink_0", "sink_1", "sink_2"])
                let others = [try Image(.bgra, 16, 8), try Image(.gray8, 9, 9)]
                for (index, image) in ([base] + others).enumerated() { harness.setCaps(index, image.caps) }
                set(harness, "sink_1", "width", 16)
                for (index, image) in ([base] + others).enumerated() { harness.push(index, image.buffer()) }
                #expect(harness.pull() != nil)
                #expect(harness.outputCaps.contains("BGRA") && harness.outputCaps.contains("width=(int)40"))
                #expect(harness.message(seconds: 0)?.text == nil)
            }
        }
    }
}

extension Image {
    fileprivate var video: VideoInfo {
        VideoInfo(format: format, width: width, height: height, colorimetry: .usual(format))
    }

    /// The same with one byte all over.
    fileprivate func filled(_ byte: UInt8) -> Image { with([UInt8](repeating: byte, count: bytes.count)) }

    /// This image with others over it, as the effect alone screens them.
    fileprivate func layered(_ others: [Image], _ settings: [LayerSettings]) throws -> Image {
        var result = self
        let effect = LayersEffect<Blending>()
        try effect.configure(video)
        var blending = Blending()
        blending.mode = .screen
        effect.update(blending)
        var inputs = ([self] + others).map { image in
            var input = LayerInput()
            input.size = FrameSize(width: image.width, height: image.height)
            input.hasAlpha = image.format.alphaOffset != nil
            return input
        }
        for (index, layer) in settings.enumerated() { inputs[index + 1].settings = layer }
        _ = effect.arrange(&inputs, pixelAspect: 1, interlaced: false, blending)
        let all = [self] + others
        func render(_ images: [Image], _ frames: [Frame], _ output: Frame) throws {
            guard var image = images.first else {
                var layers = frames.indices.filter { inputs[$0].isSeen }.map {
                    LayerFrame(SourceFrame(frames[$0], all[$0].video), of: $0, inputs[$0])
                }
                return try effect.render(output, &layers, bands: .serial)
            }
            try image.withFrame { try render(Array(images.dropFirst()), frames + [$0], output) }
        }
        try result.withFrame { try render([self] + others, [], $0) }
        return result
    }
}
