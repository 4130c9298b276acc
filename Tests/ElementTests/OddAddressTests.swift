// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Filters
import PixelCore
import Testing

extension ElementTests {
    /// Samples of two bytes at odd addresses: rows of odd strides, planes at odd offsets, memory that begins at one.
    @Suite struct OddAddresses {
        private static let deep = PixelFormat.allCases.filter { $0.layout.sampleBytes == 2 }

        /// The image with odd strides and offsets, and in memory of an odd address.
        private func odd(_ image: Image) -> [(name: String, image: Image, buffer: Buffer)] {
            let padded = image.padded(by: 27)
            let skewed = image.padded(by: 26)
            let moved = Buffer([7] + image.bytes).setTimes(pts: 0)
            gst_buffer_resize(moved.pointer, 1, image.bytes.count)
            let movedSkewed = Buffer([7] + skewed.bytes).setTimes(pts: 0)
            tst_add_video_meta(
                movedSkewed.pointer, tst_format(image.format.name), UInt32(image.width), UInt32(image.height),
                UInt32(image.offsets.count), skewed.offsets.map { $0 + 1 }, skewed.strides.map { Int32($0) })
            return [
                ("strides", padded, padded.buffer(meta: true)), ("address", image, moved),
                ("offsets", skewed, movedSkewed),
            ]
        }

        @Test(
            "A filter makes the same of them, in the same bytes of the buffer",
            arguments: Subject.some("OddAddress 1", deep))
        func filters(subject: Subject, format: PixelFormat) throws {
            try withoutCriticals {
                for (width, height, interlaced) in [(16, 16, false), (33, 7, false), (18, 10, true)] {
                    let image = try Image(format, width, height, interlaced: interlaced)
                    let expected = try subject.rendered(image).visible
                    for (name, layout, buffer) in odd(image) {
                        for isShared in [false, true] {
                            let harness = try subject.harness()
                            harness.setCaps(image.caps)
                            let mine = Buffer(owning: gst_buffer_copy_deep(buffer.pointer))
                            let other = isShared ? mine.shared() : nil
                            let output = try harness.render(mine)
                            let bytes = name == "offsets" ? Array(output.bytes.dropFirst()) : output.bytes
                            let result = layout.with(bytes)
                            #expect(result.visible == expected, "\(name), \(width)x\(height)")
                            #expect(result.padding == layout.padding, "\(name), \(width)x\(height)")
                            #expect(harness.message()?.text == nil, "\(name)")
                            if let other { #expect(other.bytes == buffer.bytes) }
                        }
                    }
                }
            }
        }

        @Test(
            "A converter takes and makes them",
            arguments: DepthEffect.inputFormats.filter { $0.layout.sampleBytes == 2 })
        func converters(format: PixelFormat) throws {
            try withoutCriticals {
                let image = try Image(format, 33, 7)
                for output in [PixelFormat.gray8, .gray16le] {
                    let expected = try image.converted(to: output)
                    for (name, _, buffer) in odd(image) {
                        for isOffered in [false, true] {
                            let harness = try ElementHarness("swiftdepthgray")
                            if isOffered { tst_offer_odd_pool(harness.harness) }
                            gst_harness_set_sink_caps_str(harness.harness, "video/x-raw, format=\(output.name)")
                            harness.setCaps(image.caps)
                            let mine = Buffer(owning: gst_buffer_copy_deep(buffer.pointer))
                            let result = try harness.render(mine)
                            #expect(try visible(result, expected, isOffered) == expected.visible, "\(name)")
                            #expect(harness.message()?.text == nil, "\(name)")
                        }
                    }
                }
            }
        }

        @Test("Turns take and make them", arguments: deep, [Int32(1), 2])
        func turns(format: PixelFormat, direction: Int32) throws {
            try withoutCriticals {
                let image = try Image(format, 33, 7)
                let expected = try image.turned(Orientations.directions[Int(direction)].nick)
                for (name, _, buffer) in odd(image) {
                    for isOffered in [false, true] {
                        let harness = try Orientations.harness(direction)
                        if isOffered { tst_offer_odd_pool(harness.harness) }
                        harness.setCaps(image.caps)
                        let mine = Buffer(owning: gst_buffer_copy_deep(buffer.pointer))
                        let result = try harness.render(mine)
                        #expect(try visible(result, expected, isOffered) == expected.visible, "\(name)")
                        #expect(harness.message()?.text == nil, "\(name)")
                    }
                }
            }
        }

        @Test("A source fills them", arguments: PixelFormat.allCases)
        func sources(format: PixelFormat) throws {
            try withoutCriticals {
                let expected = try Image.perlin(Perlin(), format, 33, 7)
                let source = try SourceHarness(expected.caps, ["num-buffers": "2"])
                tst_offer_odd_pool(source.harness)
                source.play()
                let frames = source.frames()
                #expect(frames.count == 2 && source.message()?.text == nil)
                for frame in frames { #expect(try visible(frame, expected, true) == expected.visible) }
            }
        }

        @Test("A mixer takes and makes them", arguments: deep, [0.5, 1])
        func mixers(format: PixelFormat, factor: Double) throws {
            try withoutCriticals {
                let first = try Image(format, 34, 8)
                let second = try Image(format, 34, 8, seed: 2)
                let expected = try Image.mixed(first, second, factor)
                for ((name, _, a), (_, _, b)) in zip(odd(first), odd(second)) {
                    for isOffered in [false, true] {
                        let harness = try MixHarness()
                        if isOffered { tst_offer_odd_pool(harness.output) }
                        harness.set("mix-factor", factor)
                        for input in 0..<2 { harness.setCaps(input, first.caps) }
                        let mine = [a, b].map { Buffer(owning: gst_buffer_copy_deep($0.pointer)) }
                        let result = try harness.render(mine[0], mine[1])
                        #expect(try visible(result, expected, true) == expected.visible, "\(name)")
                        #expect(harness.message(seconds: 0)?.text == nil, "\(name)")
                    }
                }
            }
        }

        @Test(
            "A blend takes and makes them", arguments: FilterCatalogue.blends.map { "\($0.metadata.factoryName)" }, deep
        )
        func blends(factory: String, format: PixelFormat) throws {
            try withoutCriticals {
                let first = try Image(format, 34, 8)
                let second = try Image(format, 34, 8, seed: 2)
                let expected = try #require(try first.blended(with: second, by: factory))
                for ((name, _, a), (_, _, b)) in zip(odd(first), odd(second)) {
                    let harness = try MixHarness(first.caps, of: factory)
                    tst_offer_odd_pool(harness.output)
                    let mine = [a, b].map { Buffer(owning: gst_buffer_copy_deep($0.pointer)) }
                    let result = try harness.render(mine[0], mine[1])
                    #expect(try visible(result, expected, true) == expected.visible, "\(name)")
                    #expect(harness.message(seconds: 0)?.text == nil, "\(name)")
                }
            }
        }

        @Test("Memory from downstream may begin anywhere")
        func output() throws {
            try withoutCriticals {
                let depth = try Image(.gray16le, 33, 7)
                let harness = try ElementHarness("swiftdepthgray")
                tst_offer_hostile_memory(harness.harness, TST_ODD_ADDRESS.rawValue)
                gst_harness_set_sink_caps_str(harness.harness, "video/x-raw, format=GRAY16_LE")
                harness.setCaps(depth.caps)
                let expected = try depth.converted(to: .gray16le)
                #expect(expected.with(try harness.render(depth.buffer()).bytes).visible == expected.visible)
                let (first, second) = (try Image(.p010, 34, 8), try Image(.p010, 34, 8, seed: 2))
                let mixer = try MixHarness()
                tst_offer_hostile_memory(mixer.output, TST_ODD_ADDRESS.rawValue)
                mixer.set("mix-factor", 0.5)
                for input in 0..<2 { mixer.setCaps(input, first.caps) }
                let mixed = try Image.mixed(first, second, 0.5)
                #expect(mixed.with(try mixer.render(first.buffer(), second.buffer()).bytes).visible == mixed.visible)
            }
        }

        /// What a buffer shows of an image like `image`, which it has as its own meta says.
        private func visible(_ buffer: Buffer, _ image: Image, _ hasMeta: Bool) throws -> [UInt8] {
            guard hasMeta, let meta = gst_buffer_get_video_meta(buffer.pointer) else {
                return image.with(buffer.bytes).visible
            }
            let bytes = buffer.bytes
            let (offset, stride) = (meta.pointee.offset, meta.pointee.stride)
            let offsets = [offset.0, offset.1, offset.2], strides = [stride.0, stride.1, stride.2]
            let layout = image.format.layout
            return (0..<layout.planeCount).flatMap { plane in
                (0..<image.rows(plane)).flatMap { row in
                    let start = Int(offsets[plane]) + row * Int(strides[plane])
                    return bytes[start..<start + layout.rowBytes(plane: plane, width: image.width)]
                }
            }
        }
    }
}
