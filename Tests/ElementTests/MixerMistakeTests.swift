// SPDX-License-Identifier: MIT
import CTestSupport
import Elements
import Glibc
import PixelCore
import Testing

extension ElementTests {
    /// swiftmix and those who use it wrongly.
    @Suite struct MixerMistakes {
        @Test("A third input is refused with a warning, until one of the two is gone")
        func thirdPad() throws {
            try withoutCriticals {
                let harness = try MixHarness()
                for name in ["sink_%u", "sink_2"] {
                    #expect(gst_element_request_pad_simple(harness.element, name) == nil)
                    let warning = try #require(harness.message())
                    #expect(!warning.isError && warning.text.contains("2 inputs at most"), "\(warning.text)")
                }
                harness.remove(0)
                let pad = try #require(gst_element_request_pad_simple(harness.element, "sink_%u"))
                gst_element_release_request_pad(harness.element, pad)
                gst_object_unref(pad)
                #expect(harness.message(seconds: 0.02) == nil)
            }
        }

        @Test("Threads that ask for inputs at the same time get one each", arguments: ["swiftmix", "swiftblend"])
        func requests(factory: String) throws {
            try withoutCriticals {
                prepare()
                for round in 0..<200 {
                    let element = try #require(gst_element_factory_make(factory, nil))
                    gst_object_ref_sink(element)
                    let shared = Shared(pointer: element)
                    let steps = Steps()
                    let threads = (0..<3).map { _ in
                        Background {
                            guard steps.next() < 24 else { return }
                            gst_element_request_pad_simple(shared.pointer, "sink_%u").map { gst_object_unref($0) }
                        }
                    }
                    for thread in threads { while steps.taken < 24 { usleep(10) }; thread.end() }
                    let count = Int(element.pointee.numsinkpads)
                    #expect(count == (factory == "swiftmix" ? 2 : 16), "round \(round)")
                    gst_object_unref(element)
                }
            }
        }

        @Test("What downstream does not take is told, also where the sources have ended")
        func refused() throws {
            try withoutCriticals {
                let image = try Image(.i420, 16, 16)
                let harness = try MixHarness()
                gst_harness_set_sink_caps_str(harness.output, "video/x-h264")
                for input in 0..<2 {
                    harness.setCaps(input, image.caps)
                    harness.feed(input, [image.buffer()])
                }
                let message = try #require(harness.message())
                #expect(message.isError && message.text.contains("Downstream does not accept"), "\(message.text)")
            }
        }

        /// What is pushed after the last frame gets no answer.
        @Test(
            "Where downstream fails on the last frame an error says so, whether the sources have ended before or do later",
            arguments: [GST_FLOW_NOT_LINKED, GST_FLOW_NOT_NEGOTIATED].map(\.rawValue), [false, true])
        func failingAtEnd(result: Int32, isLate: Bool) throws {
            try withoutCriticals {
                let image = try Image(.i420, 16, 16)
                let harness = try MixHarness(image.caps)
                tst_refuse_next(harness.output, result)
                harness.push(0, image.buffer())
                if !isLate { harness.push(0, gst_event_new_eos()) }
                harness.push(1, gst_event_new_eos())
                if isLate {
                    let pad = try #require(gst_pad_get_peer(harness.output.pointee.sinkpad))
                    defer { gst_object_unref(pad) }
                    #expect(eventually { gst_pad_get_last_flow_return(pad).rawValue == result })
                    harness.push(0, gst_event_new_eos())
                }
                let message = try #require(harness.message())
                #expect(message.isError && message.text.contains("data stream error"), "\(message.text)")
                #expect(harness.message(seconds: 0) == nil, "one error is enough")
            }
        }

        @Test(
            "A pool of downstream's without buffers is told",
            arguments: [GST_FLOW_ERROR, GST_FLOW_NOT_SUPPORTED, GST_FLOW_CUSTOM_ERROR, GST_FLOW_FLUSHING].map(
                \.rawValue))
        func failingPool(result: Int32) throws {
            try withoutCriticals {
                let image = try Image(.i420, 16, 16)
                let harness = try MixHarness()
                tst_offer_failing_pool(harness.output, GstFlowReturn(result))
                for input in 0..<2 {
                    harness.setCaps(input, image.caps)
                    harness.feed(input, [image.buffer()])
                }
                let message = try #require(harness.message())
                #expect(message.isError && message.text.contains("has no buffer"), "\(message.text)")
            }
        }

        /// Either input's bad buffers are left out: the other is alone.
        private func expectLeftOut(_ format: PixelFormat, _ bad: [Buffer], _ note: String) throws {
            let good = try Image(format, 16, 16)
            for input in 0..<2 {
                let harness = try MixHarness(good.caps)
                for (frame, buffer) in bad.enumerated() {
                    // The same bytes in a buffer of this video's own.
                    let mine = Buffer(owning: gst_buffer_copy_deep(buffer.pointer))
                    harness.push(input, mine, frame: frame)
                    harness.push(1 - input, good.buffer(), frame: frame)
                    #expect(try #require(harness.pull()).bytes == good.bytes, "\(note)")
                }
                let warning = try #require(harness.message(), "\(note)")
                #expect(!warning.isError && warning.text.contains("is left out"), "\(warning.text)")
                #expect(harness.message(seconds: 0) == nil, "one warning is enough")
            }
        }

        @Test("A truncated buffer is left out with a warning", arguments: PixelFormat.allCases)
        func truncated(format: PixelFormat) throws {
            try withoutCriticals {
                let bytes = try Image(format, 16, 16).bytes
                let sizes = [bytes.count - 1, bytes.count / 2, 1, 0]
                try expectLeftOut(format, sizes.map { Buffer(Array(bytes.prefix($0))) }, "\(sizes)")
            }
        }

        @Test(
            "A video meta that lies is left out with a warning", arguments: [PixelFormat.i420, .nv12, .yuy2, .argb64])
        func lyingMeta(format: PixelFormat) throws {
            try withoutCriticals {
                let image = try Image(format, 16, 16)
                let strides = image.strides.map { Int32($0) }
                let name = tst_format(format.name)
                func lie(
                    format: GstVideoFormat? = nil, size: UInt32 = 16, offset: Int = 0, stride: (Int32) -> Int32 = { $0 }
                ) -> Buffer {
                    let buffer = image.buffer()
                    tst_add_video_meta(
                        buffer.pointer, format ?? name, size, size, UInt32(strides.count),
                        image.offsets.map { $0 + offset }, strides.map(stride))
                    return buffer
                }
                try expectLeftOut(format, [lie(stride: { $0 * 2 }), lie(stride: { _ in .max })], "stride too large")
                try expectLeftOut(format, [lie(stride: { _ in 4 }), lie(stride: { _ in 0 })], "stride too small")
                try expectLeftOut(format, [lie(stride: { -$0 })], "stride negative")
                try expectLeftOut(format, [lie(offset: 64), lie(offset: 1 << 40)], "offset too large")
                try expectLeftOut(format, [lie(size: 15)], "smaller than the caps")
                try expectLeftOut(format, [lie(format: GST_VIDEO_FORMAT_BGR15)], "another format")
            }
        }

        @Test("Bad buffers of an input that has to be converted are left out too")
        func truncatedAndConverted() throws {
            try withoutCriticals {
                let good = try Image(.i420, 16, 16)
                let bytes = try Image(.bgrx, 50, 20).bytes
                let harness = try MixHarness()
                harness.setCaps(0, good.caps)
                harness.setCaps(1, Image.caps(.bgrx, 50, 20))
                #expect(try harness.render(good.buffer(), Buffer(Array(bytes.dropLast()))).bytes == good.bytes)
                #expect(try #require(harness.message()).text.contains("50x20 BGRx"))
            }
        }

        @Test(
            "Buffers without a time stamp are left out with a warning, and the next one that has one is waited for",
            arguments: 0..<10)
        func noTimes(round: Int) throws {
            try withoutCriticals {
                let images = try (0..<6).map { try Image(.gray8, 16, 16, seed: UInt64($0)) }
                let harness = try MixHarness(images[0].caps)
                harness.set("mix-factor", 1)
                harness.feed(0, images.map { $0.buffer() })
                let items = images.indices.flatMap { frame -> [MixHarness.Item] in
                    let dated = images[frame].buffer().setTimes(
                        pts: UInt64(frame) * MixHarness.frame, duration: MixHarness.frame)
                    let undated = images[0].buffer().setTimes(pts: .max)
                    return [.buffer(dated.take())] + (frame % 2 == 0 ? [] : [.buffer(undated.take())])
                }
                harness.feed(1, items + [.event(gst_event_new_eos())])
                #expect(try harness.video().map(\.bytes) == images.map(\.bytes))
                let warning = try #require(harness.message())
                #expect(!warning.isError && warning.text.contains("sink_1"), "\(warning.text)")
                #expect(harness.message(seconds: 0.02) == nil)
            }
        }

        @Test("A segment that is not in time is refused with an error, and ends no process")
        func bytesSegment() throws {
            try withoutCriticals {
                let harness = try MixHarness(Image.caps(.gray8, 16, 16))
                var segment = GstSegment()
                gst_segment_init(&segment, GST_FORMAT_BYTES)
                harness.push(0, gst_event_new_segment(&segment))
                let error = try #require(harness.message())
                #expect(error.isError && error.text.contains("bytes"), "\(error.text)")
            }
        }

        @Test(
            "Other interlacing, fields apart and separate views are refused with an error",
            arguments: ["interlace-mode=interleaved", "interlace-mode=fields", "multiview-mode=separated, views=2"])
        func interlacing(field: String) throws {
            try withoutCriticals {
                let image = try Image(.i420, 16, 16)
                let harness = try MixHarness()
                harness.setCaps(0, image.caps)
                harness.push(0, image.buffer())
                harness.setCaps(1, "video/x-raw, format=I420, width=16, height=16, framerate=25/1, \(field)")
                let error = try #require(harness.message())
                #expect(error.isError && error.text.contains("sink_1"), "\(error.text)")
            }
        }

        @Test("Frames of caps that were refused are not shown as if they were of those before")
        func framesOfRefusedCaps() throws {
            try withoutCriticals {
                let image = try Image(.i420, 16, 16)
                let other = try Image(.i420, 16, 16, seed: 2)
                let harness = try MixHarness(image.caps)
                harness.set("mix-factor", 1)
                #expect(try harness.render(image.buffer(), other.buffer()).bytes == other.bytes)
                #expect(harness.renegotiate(1, "\(image.caps), interlace-mode=fields"))
                for input in 0..<2 {
                    let next = input == 0 ? image : other
                    harness.feed(input, times: [1, 2].map { $0 * MixHarness.frame }) { _ in next.buffer() }
                }
                #expect(try #require(harness.message()).isError)
                #expect(try harness.video().map(\.bytes) == [image.bytes, image.bytes])
                #expect(harness.message(seconds: 0) == nil)
            }
        }

        @Test("Enormous caps do no harm")
        func enormous() throws {
            try withoutCriticals {
                let small = try Image(.gray8, 16, 16)
                for size in ["width=2147483647, height=1", "width=32767, height=32767"] {
                    let harness = try MixHarness()
                    harness.setCaps(0, small.caps)
                    harness.setCaps(1, "video/x-raw, format=GRAY8, \(size), framerate=25/1")
                    let output = try harness.render(small.buffer(), small.buffer())
                    #expect(output.bytes == small.bytes)
                }
            }
        }

        @Test("Properties hammered from another thread while caps change and pads come and go")
        func hammered() throws {
            try withoutCriticals {
                let harness = try MixHarness(Image.caps(.i420, 16, 16))
                let element = Shared(pointer: harness.element)
                let background = Background {
                    for step in 0..<20 {
                        tst_set_double(element.pointer, "mix-factor", Double(step) / 19)
                        tst_set_int(element.pointer, "sizing", Int32(step & 1))
                        tst_set_int(element.pointer, "n-threads", Int32(step % 4))
                    }
                }
                let start = now()
                var frame = 0
                while now() - start < 1 {
                    let first = try Image(frame % 3 == 0 ? .nv12 : .bgra, 40 + frame % 7, 30)
                    let second = try Image(frame % 2 == 0 ? .i420 : .gray8, 20, 10 + frame % 5)
                    #expect(harness.renegotiate(0, first.caps) && harness.renegotiate(1, second.caps))
                    for _ in 0..<2 {
                        harness.push(0, first.buffer(), frame: frame)
                        harness.push(1, second.buffer(), frame: frame)
                        frame += 1
                    }
                    _ = try #require(harness.pull())
                }
                background.end()
                #expect(harness.message(seconds: 0) == nil)
            }
        }

        @Test("State changes race with threads that push")
        func states() throws {
            try withoutCriticals {
                let image = try Image(.bgra, 64, 64)
                for round in 0..<20 {
                    let harness = try MixHarness(image.caps)
                    for input in 0..<2 { harness.feed(input, (0..<20).map { _ in image.buffer() }) }
                    for _ in 0..<round % 4 { _ = harness.pull(seconds: 0.01) }
                    gst_element_set_state(harness.element, round % 2 == 0 ? GST_STATE_READY : GST_STATE_NULL)
                }
            }
        }
    }
}
