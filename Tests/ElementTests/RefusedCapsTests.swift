// SPDX-License-Identifier: MIT
import CTestSupport
import PixelCore
import Testing

extension ElementTests {
    /// Caps that no pad template allows: the bus says what came and what would be right.
    @Suite struct RefusedCaps {
        private static let size = "width=16, height=16, framerate=25/1"

        /// What comes, and words that its error has.
        static let any: [(caps: String, words: [String])] = [
            (
                "video/x-raw(format:Interlaced), interlace-mode=alternate, format=GRAY8, \(size)",
                ["alternate", "deinterlace"]
            ),
            ("video/x-raw(memory:DMABuf), format=GRAY8, \(size)", ["memory:DMABuf", "system memory"]),
            ("video/x-raw, format=GRAY10_LE32, \(size)", ["GRAY10_LE32", "GRAY8", "videoconvert"]),
            ("image/jpeg, \(size)", ["image/jpeg", "decode"]),
        ]

        /// Caps that fit some that are taken, as who asks may still add to them, but do not describe frames.
        static let incomplete: [(caps: String, words: [String])] = [
            ("video/x-raw, \(size)", ["without format"]),
            ("video/x-raw, format=GRAY8, width=16, framerate=25/1", ["without height"]),
            (
                "video/x-raw, format=GRAY8, width=2147483647, height=2147483647, framerate=25/1",
                ["2147483647x2147483647"]
            ),
        ]

        private func expect(_ words: [String], _ message: Message?, _ name: String) throws {
            let error = try #require(message, "\(words)")
            #expect(error.isError && error.domain == "gst-stream-error-quark", "\(error.text)")
            for word in words + [name] { #expect(error.text.contains(word), "\(word): \(error.text)") }
        }

        @Test(
            "A filter or converter says so, once for each stream, and takes others afterwards",
            arguments: Subject.someFactories("RefusedCaps 1", and: converters), any + incomplete)
        func filters(factory: String, refused: (caps: String, words: [String])) throws {
            try withoutCriticals {
                // Where frames pass through, all caps do.
                let harness = try Subject.harness(factory)
                let image = try Image(.gray16le, 16, 16)
                let isComplete = Self.any.contains { $0.caps == refused.caps }
                #expect(harness.offers(refused.caps) != isComplete, "who asks what it takes gets the truth")
                #expect(harness.message()?.text == nil, "a question is no error")
                for round in 0..<2 {
                    harness.setCaps(image.caps)
                    _ = try harness.render(image.buffer())
                    _ = harness.renegotiate(refused.caps)
                    for _ in 0..<2 { #expect(harness.push(image.buffer()) == GST_FLOW_NOT_NEGOTIATED) }
                    try expect(refused.words, harness.message(), factory)
                    #expect(harness.message()?.text == nil, "once is enough")
                    #expect(harness.renegotiate(image.caps))
                    _ = try harness.render(image.buffer())
                    guard round == 0 else { continue }
                    gst_element_set_state(harness.element, GST_STATE_READY)
                    gst_element_set_state(harness.element, GST_STATE_PLAYING)
                }
            }
        }

        @Test("Colours into swiftdepthgray are no depth", arguments: [PixelFormat.i420, .bgrx, .nv12])
        func colours(format: PixelFormat) throws {
            try withoutCriticals {
                let image = try Image(format, 16, 16)
                let harness = try ElementHarness("swiftdepthgray")
                harness.setCaps(Image.caps(.gray8, 16, 16))
                _ = harness.renegotiate(image.caps)
                #expect(harness.push(image.buffer()) == GST_FLOW_NOT_NEGOTIATED)
                let words = [format.name, "GRAY16_LE", "depth"]
                try expect(words, harness.message(), "swiftdepthgray")
            }
        }

        @Test("A mixer says so of either input", arguments: [0, 1], any + incomplete)
        func mixers(input: Int, refused: (caps: String, words: [String])) throws {
            try withoutCriticals {
                let harness = try MixHarness(Image.caps(.gray8, 16, 16))
                _ = harness.renegotiate(input, refused.caps)
                try expect(refused.words, harness.message(), "sink_\(input)")
                #expect(harness.message(seconds: 0)?.text == nil, "once is enough")
            }
        }

        @Test("A mixer needs to know how many frames a second there are")
        func withoutRate() throws {
            try withoutCriticals {
                let harness = try MixHarness(Image.caps(.gray8, 16, 16))
                _ = harness.renegotiate(0, "video/x-raw, format=GRAY8, width=16, height=16")
                try expect(["without framerate"], harness.message(), "sink_0")
            }
        }

        @Test(
            "Caps that lack the feature which interlace-mode=alternate needs",
            arguments: Subject.someFactories("RefusedCaps 2", and: converters))
        func withoutFeature(factory: String) throws {
            try withoutCriticals {
                let harness = try ElementHarness(factory)
                harness.setCaps(Image.caps(.gray8, 16, 16))
                _ = harness.renegotiate("video/x-raw, interlace-mode=alternate, format=GRAY8, \(Self.size)")
                try expect(["alternate", "deinterlace"], harness.message(), factory)
            }
        }

        @Test("Where settings let any video pass, it passes, and nothing is said")
        func passthrough() throws {
            try withoutCriticals {
                let harness = try ElementHarness("swiftrosy")
                harness.set("intensity", 0)
                harness.setCaps(Self.any[0].caps)
                _ = try harness.render([UInt8](repeating: 7, count: 256))
                #expect(harness.message()?.text == nil)
            }
        }
    }
}
