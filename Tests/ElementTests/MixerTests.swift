// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import PixelCore
import Testing

extension ElementTests {
    /// swiftmix, frame by frame.
    @Suite struct Mixers {
        static let sizes = [(1, 1), (37, 23), (16, 16), (2, 7)]

        @Test("Every format and size is what the effect alone mixes, padded or not", arguments: PixelFormat.allCases)
        func formats(format: PixelFormat) throws {
            try withoutCriticals {
                for (width, height) in Self.sizes {
                    let a = try Image(format, width, height)
                    let b = try Image(format, width, height, seed: 2)
                    let harness = try MixHarness(a.caps)
                    harness.set("mix-factor", 0.3)
                    let expected = try Image.mixed(a, b, 0.3).visible
                    let tight = try harness.render(a.buffer(), b.buffer())
                    #expect(a.with(tight.bytes).visible == expected, "\(width)x\(height)")
                    let padded = try harness.render(
                        a.padded().buffer(meta: true), b.padded(by: 10).buffer(meta: true), frame: 1)
                    #expect(a.with(padded.bytes).visible == expected, "\(width)x\(height), padded")
                    #expect(harness.message(seconds: 0)?.text == nil)
                }
            }
        }

        @Test(
            "Interlaced 4:2:0 of every height", arguments: PixelFormat.allCases.filter { $0.layout.chromaShiftY > 0 })
        func interlaced(format: PixelFormat) throws {
            try withoutCriticals {
                for height in 1...9 {
                    let a = try Image(format, 6, height, interlaced: true)
                    let b = try Image(format, 6, height, interlaced: true, seed: 2)
                    let harness = try MixHarness(a.caps)
                    let output = try harness.render(a.buffer(), b.buffer())
                    #expect(a.with(output.bytes).visible == (try Image.mixed(a, b, 0.5).visible), "height \(height)")
                    #expect(harness.outputCaps.contains("interlace-mode=(string)interleaved"))
                }
            }
        }

        @Test("At the ends the input's memory leaves, not a copy", arguments: [PixelFormat.i420, .bgra, .gray16be])
        func forwarded(format: PixelFormat) throws {
            try withoutCriticals {
                let a = try Image(format, 37, 23)
                let b = try Image(format, 37, 23, seed: 2)
                let harness = try MixHarness(a.caps)
                for (frame, factor) in [0, 1, 0.00001, 0.99999, 0.5, 0].enumerated() {
                    harness.set("mix-factor", factor)
                    let (first, second) = (a.buffer(), b.buffer())
                    let memories = (tst_memory(first.pointer), tst_memory(second.pointer))
                    let output = try harness.render(first, second, frame: frame)
                    let memory = tst_memory(output.pointer)
                    #expect((memory == memories.0) == (factor < 0.1), "factor \(factor)")
                    #expect((memory == memories.1) == (factor > 0.9), "factor \(factor)")
                    if factor != 0.5 { #expect(output.bytes == (factor < 0.1 ? a : b).bytes) }
                    #expect(output.pts == UInt64(frame) * MixHarness.frame)
                    #expect(output.duration == MixHarness.frame)
                }
            }
        }

        @Test("Padded frames are forwarded only to who knows of padding", arguments: [false, true])
        func forwardedPadding(knows: Bool) throws {
            try withoutCriticals {
                let a = try Image(.i420, 37, 23).padded()
                let tight = try Image(.i420, 37, 23)
                let harness = try MixHarness()
                if knows { gst_harness_add_propose_allocation_meta(harness.output, gst_video_meta_api_get_type(), nil) }
                for input in 0..<2 { harness.setCaps(input, a.caps) }
                harness.set("mix-factor", 0)
                let buffer = a.buffer(meta: true)
                let memory = tst_memory(buffer.pointer)
                let output = try harness.render(buffer, a.buffer(meta: true))
                #expect((tst_memory(output.pointer) == memory) == knows)
                if !knows { #expect(tight.with(output.bytes).visible == a.visible) }
            }
        }

        @Test("Any number of threads gives the same frames", arguments: [PixelFormat.bgra, .i420, .yuy2, .gray16le])
        func threads(format: PixelFormat) throws {
            try withoutCriticals {
                let a = try Image(format, 1030, 801)
                let b = try Image(format, 1030, 801, seed: 2)
                let expected = try Image.mixed(a, b, 0.3).visible
                let harness = try MixHarness(a.caps)
                harness.set("mix-factor", 0.3)
                for (frame, threads) in ([1, 0, 2, 256] as [Int32]).enumerated() {
                    harness.setInt("n-threads", threads)
                    let output = try harness.render(a.buffer(), b.buffer(), frame: frame)
                    #expect(a.with(output.bytes).visible == expected, "\(threads) threads")
                }
            }
        }

        @Test("A change counts from the next frame on")
        func changes() throws {
            try withoutCriticals {
                let a = try Image(.rgb, 16, 16)
                let b = try Image(.rgb, 16, 16, seed: 2)
                let harness = try MixHarness(a.caps)
                for step in 0...10 {
                    harness.set("mix-factor", Double(step) / 10)
                    let output = try harness.render(a.buffer(), b.buffer(), frame: step)
                    #expect(output.bytes == (try Image.mixed(a, b, Double(step) / 10).bytes), "step \(step)")
                }
            }
        }

        @Test("A control source moves mix-factor with stream time")
        func control() throws {
            try withoutCriticals {
                let a = try Image(.gray8, 16, 4)
                let b = try Image(.gray8, 16, 4, seed: 2)
                let harness = try MixHarness(a.caps)
                tst_control(harness.element, "mix-factor", 0, 1, 10 * MixHarness.frame)
                for frame in 0...10 {
                    let output = try harness.render(a.buffer(), b.buffer(), frame: frame)
                    #expect(abs(tst_get_double(harness.element, "mix-factor") - Double(frame) / 10) < 1e-9)
                    #expect(output.bytes == (try Image.mixed(a, b, Double(frame) / 10).bytes), "frame \(frame)")
                }
            }
        }

        @Test("Metas and field flags are those of the first input")
        func metas() throws {
            try withoutCriticals {
                let a = try Image(.i420, 16, 16)
                let harness = try MixHarness(a.caps)
                for (frame, factor) in [0.5, 0].enumerated() {
                    harness.set("mix-factor", factor)
                    let buffer = a.buffer()
                    tst_set_flags(buffer.pointer, GST_VIDEO_BUFFER_FLAG_TFF.rawValue)
                    tst_add_tagged_meta(buffer.pointer, 42)
                    tst_add_video_metas(buffer.pointer, 5, 11)
                    let other = a.buffer()
                    tst_add_video_metas(other.pointer, 6, 12)
                    let rendered = try harness.render(buffer, other, frame: frame)
                    let output = rendered.pointer
                    #expect(tst_tagged_meta(output) == 42)
                    #expect(tst_roi_x(output) == 5 && tst_timecode_frames(output) == 11)
                    #expect(tst_flags(rendered.pointer) & GST_VIDEO_BUFFER_FLAG_TFF.rawValue != 0)
                }
            }
        }

        // MARK: Inputs that differ

        @Test("The first input's size and format count, whatever is linked first", arguments: [false, true])
        func byNumber(isReversed: Bool) throws {
            try withoutCriticals {
                let harness = try MixHarness(pads: isReversed ? ["sink_7", "sink_2"] : ["sink_2", "sink_7"])
                let (first, second) = isReversed ? (1, 0) : (0, 1)
                let a = try Image(.nv12, 40, 30)
                let b = try Image(.bgrx, 12, 34)
                harness.setCaps(second, b.caps)
                harness.setCaps(first, a.caps)
                harness.set("mix-factor", 0)
                harness.push(second, b.buffer())
                harness.push(first, a.buffer())
                #expect(try #require(harness.pull()).bytes == a.bytes)
                #expect(harness.outputCaps.contains("format=(string)NV12"))
                #expect(harness.outputCaps.contains("width=(int)40, height=(int)30"))
            }
        }

        @Test("White of any format and size over white stays white", arguments: PixelFormat.allCases)
        func whiteOverWhite(format: PixelFormat) throws {
            try withoutCriticals {
                let a = try Image.white(format, 34, 21)
                for other in [.i420, .p010, .bgra, .gray8, .argb64, format] as [PixelFormat] {
                    for (width, height) in [(34, 21), (8, 50)] {
                        let b = try Image.white(other, width, height)
                        let harness = try MixHarness()
                        gst_harness_set_sink_caps_str(harness.output, "video/x-raw, format=\(format.name)")
                        harness.setCaps(0, a.caps)
                        harness.setCaps(1, b.caps)
                        harness.set("mix-factor", 0.4)
                        let output = a.with(try harness.render(a.buffer(), b.buffer()).bytes).visible
                        // A conversion may be some codes off, of which the mix takes its part.
                        let unit = 1 << (format.layout.depth + format.layout.sampleShift - 8)
                        let worst = Image.worst(output, a.visible, format)
                        #expect(worst <= (other == format ? 0 : 2 * unit), "\(other), \(width)x\(height): \(worst)")
                    }
                }
            }
        }

        @Test(
            "White of full range over white of limited range is white", arguments: [false, true],
            [PixelFormat.i420, .nv12, .yuy2, .y444, .ayuv, .i420_10, .p010, .ayuv64, .gray8, .gray16le])
        func whiteOfTwoRanges(isFull: Bool, format: PixelFormat) throws {
            try withoutCriticals {
                func white(_ isFull: Bool) throws -> (image: Image, caps: String) {
                    let caps = Image.caps(format, 34, 21, colorimetry: isFull ? "1:4:7:1" : "2:4:7:1")
                    return (try Image.white(format, 34, 21, isFull: isFull), caps)
                }
                let (a, b) = (try white(isFull), try white(!isFull))
                for factor in [0.5, 1] {
                    let harness = try MixHarness()
                    harness.setCaps(0, a.caps)
                    harness.setCaps(1, b.caps)
                    harness.set("mix-factor", factor)
                    let output = try harness.render(a.image.buffer(), b.image.buffer()).bytes
                    #expect(a.image.with(output).visible == a.image.visible, "\(factor)")
                }
            }
        }

        @Test("What is clear in the second image leaves the first as it is")
        func alphaOverNone() throws {
            try withoutCriticals {
                let a = try Image(.i420, 32, 16)
                var b = try Image(.bgra, 32, 16)
                for i in 0..<32 * 16 { b.bytes[4 * i + 3] = i % 32 < 16 ? 255 : 0 }
                let harness = try MixHarness()
                harness.setCaps(0, a.caps)
                harness.setCaps(1, b.caps)
                let output = try harness.render(a.buffer(), b.buffer()).bytes
                #expect(harness.outputCaps.contains("format=(string)BGRA"))
                // The same with nothing over it.
                harness.set("mix-factor", 0)
                let alone = try harness.render(a.buffer(), b.buffer(), frame: 1).bytes
                for i in 0..<32 * 16 where i % 32 >= 16 {
                    #expect(output[4 * i..<4 * i + 3] == alone[4 * i..<4 * i + 3])
                    #expect(output[4 * i + 3] == 128)
                }
            }
        }

        @Test("A pad that is asked for again has the number that is free")
        func padNumbers() throws {
            try withoutCriticals {
                let harness = try MixHarness(pads: ["sink_%u", "sink_%u"])
                let (a, b) = (try Image(.i420, 32, 16), try Image(.i420, 32, 16, seed: 2))
                harness.remove(0)
                harness.add("sink_%u")
                harness.set("mix-factor", 0)
                for (input, image) in [(1, b), (2, a)] {
                    harness.setCaps(input, image.caps)
                    harness.push(input, image.buffer())
                }
                #expect(try #require(harness.pull()).bytes == a.bytes)
            }
        }

        @Test("A second image of another size is stretched bilinearly", arguments: [PixelFormat.gray8, .gray16le])
        func stretched(format: PixelFormat) throws {
            try withoutCriticals {
                let a = try Image(format, 64, 8)
                var b = try Image(format, 8, 8)
                let size = format.layout.sampleBytes
                for y in 0..<8 {
                    for i in 0..<8 * size {
                        b.bytes[y * b.strides[0] + i] = i % size == size - 1 ? UInt8(30 * (i / size)) : 0
                    }
                }
                let harness = try MixHarness()
                harness.setCaps(0, a.caps)
                harness.setCaps(1, b.caps)
                harness.set("mix-factor", 1)
                let output = try harness.render(a.buffer(), b.buffer()).bytes
                let row = (0..<64).map { Double(output[$0 * size + size - 1]) }
                for x in 0..<64 {
                    let position = max(0, min(7, (Double(x) + 0.5) / 8 - 0.5))
                    #expect(abs(row[x] - 30 * position) <= 1, "column \(x): \(row[x])")
                }
            }
        }

        @Test("With keep-aspect the first image is around the second, black where there is none")
        func keptAspect() throws {
            try withoutCriticals {
                var a = try Image(.gray8, 64, 16)
                a.bytes = a.bytes.map { _ in 100 }
                var b = try Image(.gray8, 16, 16)
                b.bytes = b.bytes.map { _ in 200 }
                let harness = try MixHarness()
                harness.setInt("sizing", 1)
                harness.setCaps(0, a.caps)
                harness.setCaps(1, b.caps)
                for (frame, factor) in [(0, 0.5), (1, 1.0)] {
                    harness.set("mix-factor", factor)
                    let output = try harness.render(a.buffer(), b.buffer(), frame: frame).bytes
                    let inside = UInt8(factor == 1 ? 200 : 150)
                    #expect((0..<64).map { output[$0] == (24..<40 ~= $0 ? inside : 100) }.allSatisfy { $0 })
                }
                // The size changes with the property.
                harness.setInt("sizing", 0)
                #expect(try harness.render(a.buffer(), b.buffer(), frame: 2).bytes.allSatisfy { $0 == 200 })
                harness.setInt("sizing", 1)
                harness.push(0, gst_event_new_eos())
                harness.push(1, b.buffer(), frame: 3)
                let alone = try #require(harness.pull()).bytes
                #expect((0..<64).allSatisfy { alone[$0] == (24..<40 ~= $0 ? 200 : 0) })
            }
        }

        @Test("Caps behind the element choose size, format and rate")
        func downstream() throws {
            try withoutCriticals {
                let harness = try MixHarness()
                gst_harness_set_sink_caps_str(
                    harness.output, "video/x-raw, format=RGB, width=20, height=10, framerate=50/1")
                let a = try Image.white(.i420, 40, 30)
                for input in 0..<2 { harness.setCaps(input, a.caps) }
                let output = try harness.render(a.buffer(), a.buffer())
                // GStreamer's conversion of white is two codes off; the size changes nothing.
                let least = output.bytes.min() ?? 0
                #expect(output.bytes.count == 60 * 10 && least >= 253, "\(least)")
                #expect(output.duration == 20_000_000)
            }
        }
    }
}

extension Image {
    /// Opaque white as the format's usual caps have it.
    static func white(_ format: PixelFormat, _ width: Int, _ height: Int, isFull: Bool? = nil) throws -> Image {
        var image = try Image(format, width, height)
        let layout = format.layout
        let isYCbCr = layout.model == .ycbcr
        for plane in image.offsets.indices {
            let samples = layout.rowBytes(plane: plane, width: width) / layout.sampleBytes
            for row in 0..<image.rows(plane) {
                for i in 0..<samples {
                    var isChroma = isYCbCr && plane > 0
                    if isYCbCr, plane == 0, layout.isPacked422 { isChroma = i % 2 != layout.first.offset }
                    if isYCbCr, layout.first.step == 4 { isChroma = i % 4 >= 2 }
                    let isAlpha = format.alphaOffset.map { i % 4 == $0 } ?? false
                    let limited = !(isFull ?? !isYCbCr) && !isAlpha
                    let code = (isChroma ? 128 : limited ? 235 : 255) << (layout.depth - 8)
                    let full = code + (limited || isChroma ? 0 : (1 << (layout.depth - 8)) - 1)
                    let sample = UInt16(full << layout.sampleShift)
                    let index = image.offsets[plane] + row * image.strides[plane] + i * layout.sampleBytes
                    if layout.sampleBytes == 1 {
                        image.bytes[index] = UInt8(sample)
                    } else {
                        let stored = layout.bigEndian ? sample.byteSwapped : sample
                        (image.bytes[index], image.bytes[index + 1]) = (UInt8(stored & 255), UInt8(stored >> 8))
                    }
                }
            }
        }
        return image
    }

    /// The greatest difference of two samples.
    static func worst(_ a: [UInt8], _ b: [UInt8], _ format: PixelFormat) -> Int {
        let size = format.layout.sampleBytes
        guard a.count == b.count else { return .max }
        func code(_ bytes: [UInt8], _ i: Int) -> Int {
            guard size == 2 else { return Int(bytes[i]) }
            let (low, high) = (Int(bytes[i]), Int(bytes[i + 1]))
            return format.layout.bigEndian ? low * 256 + high : high * 256 + low
        }
        var worst = 0
        for i in stride(from: 0, to: a.count, by: size) { worst = max(worst, abs(code(a, i) - code(b, i))) }
        return worst
    }
}
