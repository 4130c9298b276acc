// SPDX-License-Identifier: MIT
import CTestSupport
import Filters
import PixelCore
import Testing

/// What the memory of a frame refuses, how it is laid out, and who else has the frame.
struct HostileFrame: CustomStringConvertible {
    let refusals: UInt32
    let memories: Int
    let hasMeta: Bool
    let isShared: Bool

    /// Whether its bytes can be had in any way.
    var isReadable: Bool {
        let isRefused = has(TST_REFUSES_MAPS) && has(TST_REFUSES_COPIES)
        return !isRefused && !has(TST_MAPS_LESS) && !has(TST_MAPS_NOTHING)
    }

    func has(_ refusal: TstRefusals) -> Bool { refusals & refusal.rawValue != 0 }

    var description: String {
        "refusals \(refusals), \(memories) memories, meta \(hasMeta), shared \(isShared)"
    }

    /// A frame in such memory: with a meta and several memories, a plane in each.
    func buffer(_ image: Image) -> Buffer {
        let count = image.bytes.count
        let ends =
            hasMeta && memories > 1
            ? image.offsets.dropFirst() + [count] : (1...memories).map { count * $0 / memories }
        let buffer = Buffer(owning: tst_hostile_buffer(image.bytes, ends, Int32(ends.count), refusals)).setTimes(
            pts: 0)
        if hasMeta {
            tst_add_video_meta(
                buffer.pointer, tst_format(image.format.name), UInt32(image.width), UInt32(image.height),
                UInt32(image.offsets.count), image.offsets, image.strides.map { Int32($0) })
        }
        return buffer
    }

    /// All maps, maps for writing alone, copies alone, and maps that lie, in memory of every kind.
    static let all: [HostileFrame] = {
        let refusals: [[TstRefusals]] = [
            [TST_REFUSES_MAPS, TST_REFUSES_COPIES], [TST_REFUSES_MAPS], [TST_REFUSES_WRITES],
            [TST_REFUSES_WRITES, TST_REFUSES_COPIES], [TST_REFUSES_COPIES], [TST_MAPS_LESS, TST_REFUSES_COPIES],
            [TST_MAPS_NOTHING, TST_REFUSES_COPIES],
        ]
        let kinds: [[TstRefusals]] = [[], [TST_NO_SHARE], [TST_READ_ONLY], [TST_NO_SHARE, TST_READ_ONLY]]
        var frames: [HostileFrame] = []
        for flags in refusals.flatMap({ refused in kinds.map { (refused + $0).map(\.rawValue).reduce(0, |) } }) {
            for (memories, hasMeta) in [(1, false), (2, false), (3, false), (1, true), (3, true)] {
                for isShared in [false, true] {
                    frames.append(
                        HostileFrame(refusals: flags, memories: memories, hasMeta: hasMeta, isShared: isShared))
                }
            }
        }
        return frames
    }()
}

extension ElementTests {
    /// Memory that refuses to be mapped or copied, as that of devices may.
    @Suite struct HostileMemory {
        private func expectRefusal(_ message: Message?, _ frame: String, _ note: String) throws {
            let error = try #require(message, "\(note)")
            #expect(error.isError && error.domain == "gst-resource-error-quark", "\(error.text); \(note)")
            #expect(error.text.contains("could not be mapped or copied") && error.text.contains(frame), "\(error.text)")
        }

        /// Plays a frame, which leaves as `expected` or is an error, then a sound one after a restart.
        private func check(
            _ harness: ElementHarness, _ hostile: HostileFrame, _ image: Image, _ expected: Image
        ) throws {
            let note = "\(hostile), \(string(harness.element))"
            harness.setCaps(image.caps)
            let buffer = hostile.buffer(image)
            let other = hostile.isShared ? buffer.shared() : nil
            if hostile.isReadable {
                let result = expected.with(try harness.render(buffer).bytes)
                #expect(result.visible == expected.visible, "\(note)")
            } else {
                #expect(harness.push(buffer) == GST_FLOW_ERROR, "\(note)")
                #expect(harness.pull() == nil, "\(note)")
                try expectRefusal(harness.message(), "16x16 \(image.format.name)", note)
            }
            #expect(harness.message()?.text == nil, "\(note)")
            if let other { #expect(tst_hostile_bytes_are(other.pointer, image.bytes), "\(note)") }
            gst_element_set_state(harness.element, GST_STATE_READY)
            gst_element_set_state(harness.element, GST_STATE_PLAYING)
            harness.setCaps(image.caps)
            let result = expected.with(try harness.render(image.buffer()).bytes)
            #expect(result.visible == expected.visible, "after it: \(note)")
        }

        private func string(_ element: UnsafeMutablePointer<GstElement>) -> String {
            String(cString: UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstObject.self).pointee.name)
        }

        @Test(
            "A filter changes what can be read, and refuses what can't with an error",
            arguments: Subject.some("HostileMemory 1"))
        func filters(subject: Subject) throws {
            try withoutCriticals {
                let image = try Image(.i420, 16, 16)
                let expected = try subject.rendered(image)
                for frame in HostileFrame.all { try check(try subject.harness(), frame, image, expected) }
            }
        }

        @Test("A converter reads what can be read, and refuses what can't with an error")
        func converters() throws {
            try withoutCriticals {
                let image = try Image(.gray16le, 16, 16)
                let expected = try image.converted(to: .gray8)
                for frame in HostileFrame.all where !(frame.hasMeta && frame.memories > 1) {
                    try check(try ElementHarness("swiftdepthgray"), frame, image, expected)
                }
                let video = try Image(.i420, 16, 16)
                for frame in HostileFrame.all {
                    try check(try ElementTests.Orientations.harness(3), frame, video, try video.turned("90l"))
                }
            }
        }

        @Test(
            "A mixer reads what can be read of an input that is shown, and refuses what can't with an error",
            arguments: [0, 1], [0, 0.5, 1])
        func mixers(input: Int, factor: Double) throws {
            try withoutCriticals {
                let first = try Image(.i420, 16, 16)
                let second = try Image(.i420, 16, 16, seed: 2)
                let expected = try Image.mixed(first, second, factor).bytes
                // What is hidden is not looked at.
                let isShown = factor == 0.5 || (factor == 0) == (input == 0)
                for hostile in HostileFrame.all {
                    let image = input == 0 ? first : second
                    let good = input == 0 ? second : first
                    let harness = try MixHarness(image.caps)
                    harness.set("mix-factor", factor)
                    let buffer = hostile.buffer(image)
                    let other = hostile.isShared ? buffer.shared() : nil
                    harness.push(input, buffer)
                    harness.push(1 - input, good.buffer())
                    if hostile.isReadable || !isShown {
                        let output = try #require(harness.pull(), "\(hostile)")
                        // What is alone to be shown may leave as it came.
                        let isRight =
                            tst_is_readable(output.pointer)
                            ? output.bytes == expected : tst_hostile_bytes_are(output.pointer, expected)
                        #expect(isRight, "\(hostile)")
                    } else {
                        try expectRefusal(harness.message(), "16x16 I420", "\(hostile)")
                    }
                    if let other { #expect(tst_hostile_bytes_are(other.pointer, image.bytes), "\(hostile)") }
                    gst_element_set_state(harness.element, GST_STATE_READY)
                    gst_element_set_state(harness.element, GST_STATE_PLAYING)
                    for input in 0..<2 { harness.setCaps(input, image.caps) }
                    let result = try harness.render(first.buffer(), second.buffer())
                    #expect(result.bytes == expected, "after it: \(hostile)")
                }
            }
        }

        @Test(
            "A blend reads what can be read of an input that is shown, and refuses what can't with an error",
            arguments: FilterCatalogue.blends.map { "\($0.metadata.factoryName)" }, [0, 1])
        func blends(factory: String, input: Int) throws {
            try withoutCriticals {
                let images = try (0..<2).map { try Image(.bgra, 16, 16, seed: UInt64($0 + 1)) }
                func blended(_ images: [Image]) throws -> Image {
                    try #require(try images[0].blended(with: images[1], by: factory))
                }
                let expected = try blended(images).bytes
                for hostile in HostileFrame.all {
                    let harness = try MixHarness(images[0].caps, of: factory)
                    for index in 0..<2 {
                        harness.push(index, index == input ? hostile.buffer(images[index]) : images[index].buffer())
                    }
                    if hostile.isReadable {
                        #expect(try #require(harness.pull(), "\(hostile)").bytes == expected, "\(hostile)")
                    } else {
                        try expectRefusal(harness.message(), "16x16 BGRA", "\(hostile)")
                    }
                }
            }
        }

        @Test("An input of a mixer that has to be converted", arguments: [(PixelFormat.bgrx, 0), (.gray16le, 27)])
        func convertedInput(format: PixelFormat, padding: Int) throws {
            try withoutCriticals {
                let first = try Image(.i420, 16, 16)
                let plain = try Image(format, 16, 16, seed: 2)
                let second = padding > 0 ? plain.padded(by: padding) : plain
                func harness() throws -> MixHarness {
                    let harness = try MixHarness()
                    harness.setCaps(0, first.caps)
                    harness.setCaps(1, second.caps)
                    return harness
                }
                let expected = try harness().render(first.buffer(), second.buffer(meta: true)).bytes
                for hostile in HostileFrame.all where hostile.hasMeta && hostile.memories == 1 {
                    let harness = try harness()
                    harness.push(0, first.buffer())
                    harness.push(1, hostile.buffer(second))
                    if hostile.isReadable {
                        #expect(try #require(harness.pull(), "\(hostile)").bytes == expected, "\(hostile)")
                    } else {
                        try expectRefusal(harness.message(), "16x16 \(format.name)", "\(hostile)")
                    }
                }
            }
        }

        @Test("An input of few rows that can be mapped once, to be converted, is refused as what can't be mapped")
        func fewRows() throws {
            try withoutCriticals {
                let first = try Image(.i420, 16, 2)
                let second = try Image(.bgrx, 16, 2, seed: 2)
                let refusals = [TST_MAPS_ONCE, TST_REFUSES_COPIES].map(\.rawValue).reduce(0, |)
                let hostile = HostileFrame(refusals: refusals, memories: 1, hasMeta: false, isShared: false)
                let harness = try MixHarness()
                harness.setCaps(0, first.caps)
                harness.setCaps(1, second.caps)
                harness.push(0, first.buffer())
                harness.push(1, hostile.buffer(second))
                try expectRefusal(harness.message(), "16x2 BGRx", "\(hostile)")
            }
        }

        @Test("What passes unchanged is not touched, also where the frame before it was too late")
        func passthrough() throws {
            try withoutCriticals {
                let image = try Image(.i420, 16, 16)
                for hostile in HostileFrame.all where hostile.isShared {
                    let harness = try ElementHarness("swiftrosy")
                    harness.set("intensity", 0)
                    harness.setCaps(image.caps)
                    let before = hostile.buffer(image)
                    let first = before.shared()
                    let passed = try harness.render(before)
                    #expect(passed.pointer == first.pointer)
                    let late: GstClockTime = 1_000_000_000
                    gst_harness_push_upstream_event(
                        harness.harness, gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 2, 0, late))
                    #expect(harness.push(image.buffer().setTimes(pts: UInt64(late) / 2)) == GST_FLOW_OK)
                    #expect(harness.pull() == nil, "it is late")
                    // The parent class marks this one, for which it makes it writable.
                    let buffer = hostile.buffer(image).setTimes(pts: 2 * UInt64(late))
                    let other = buffer.shared()
                    let result = harness.push(buffer)
                    if result == GST_FLOW_OK {
                        let output = try #require(harness.pull())
                        #expect(tst_flags(output.pointer) & GST_BUFFER_FLAG_DISCONT.rawValue != 0)
                    } else {
                        #expect(result == GST_FLOW_ERROR && !hostile.isReadable, "\(hostile)")
                        try expectRefusal(harness.message(), "16x16 I420", "\(hostile)")
                    }
                    #expect(tst_hostile_bytes_are(other.pointer, image.bytes), "\(hostile)")
                }
            }
        }

        @Test("A frame after one that was left out passes, or is an error") func afterLeftOut() throws {
            try withoutCriticals {
                let image = try Image(.gray8, 16, 16)
                for hostile in HostileFrame.all where hostile.isShared {
                    let harness = try ElementHarness("swiftorient")
                    harness.setInt("video-direction", 1)
                    harness.setCaps(image.caps)
                    #expect(harness.push(Buffer(Array(image.bytes.prefix(9)))) == GST_FLOW_OK)
                    #expect(harness.pull() == nil)
                    #expect(harness.message()?.isError == false)
                    harness.setInt("video-direction", 0)
                    let result = harness.push(hostile.buffer(image))
                    if result == GST_FLOW_OK {
                        let output = try #require(harness.pull())
                        #expect(tst_flags(output.pointer) & GST_BUFFER_FLAG_DISCONT.rawValue != 0, "\(hostile)")
                    } else {
                        #expect(result == GST_FLOW_ERROR, "\(hostile)")
                        try expectRefusal(harness.message(), "16x16 GRAY8", "\(hostile)")
                    }
                }
            }
        }

        /// What downstream may offer.
        private static let offers: [[TstRefusals]] = [
            [TST_REFUSES_MAPS, TST_REFUSES_COPIES], [TST_REFUSES_WRITES, TST_REFUSES_COPIES], [TST_MAPS_LESS],
            [TST_READ_ONLY, TST_REFUSES_COPIES],
        ]

        @Test("Memory from downstream that can't be written is an error of a converter or a mixer")
        func downstream() throws {
            try withoutCriticals {
                for offer in Self.offers {
                    let refusals = offer.map(\.rawValue).reduce(0, |)
                    func expectError(_ message: Message?) throws {
                        let error = try #require(message, "\(refusals)")
                        #expect(error.isError && error.domain == "gst-resource-error-quark")
                        #expect(error.text.contains("from downstream") && error.text.contains("16x16"), "\(error.text)")
                    }
                    let depth = try Image(.gray16le, 16, 16)
                    let converter = try ElementHarness("swiftdepthgray")
                    tst_offer_hostile_memory(converter.harness, refusals)
                    converter.setCaps(depth.caps)
                    #expect(converter.push(depth.buffer()) == GST_FLOW_ERROR, "\(refusals)")
                    try expectError(converter.message())

                    let image = try Image(.i420, 16, 16)
                    let mixer = try MixHarness()
                    tst_offer_hostile_memory(mixer.output, refusals)
                    mixer.set("mix-factor", 0.5)
                    for input in 0..<2 {
                        mixer.setCaps(input, image.caps)
                        mixer.push(input, image.buffer())
                    }
                    try expectError(mixer.message())
                }
            }
        }
    }
}
