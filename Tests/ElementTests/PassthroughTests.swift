// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import PixelCore
import Testing

extension ElementTests {
    @Suite struct Passthrough {
        @Test(
            "At amount 0 the same buffer leaves, writable or not",
            arguments: Subject.someWithPassthrough("Passthrough 1"),
            [false, true])
        func identity(subject: Subject, isShared: Bool) throws {
            try withoutCriticals {
                let image = try Image(.yuy2, 37, 23)
                let harness = try subject.harness()
                subject.set(harness, 0)
                harness.setCaps(image.caps)
                let buffer = image.buffer()
                let other = isShared ? buffer.shared() : nil
                let output = try harness.render(buffer)
                #expect(output.pointer == buffer.pointer)
                #expect(output.bytes == image.bytes)
                withExtendedLifetime(other) {}
            }
        }

        @Test("A tint of white is neutral too")
        func whiteTint() throws {
            let image = try Image(.i420, 16, 16)
            let harness = try ElementHarness()
            harness.set("tint-green", 1)
            harness.setCaps(image.caps)
            let buffer = image.buffer()
            #expect(try harness.render(buffer).pointer == buffer.pointer)
        }

        @Test(
            "A writable buffer is changed in place, a shared one copied", arguments: Subject.some("Passthrough 4"),
            [false, true])
        func inPlace(subject: Subject, isShared: Bool) throws {
            try withoutCriticals {
                let image = try Image(.nv12, 64, 32)
                let expected = try subject.rendered(image)
                let harness = try subject.harness()
                harness.setCaps(image.caps)
                let buffer = image.buffer()
                let parent = image.buffer()
                gst_buffer_add_parent_buffer_meta(buffer.pointer, parent.pointer)
                let other = isShared ? buffer.shared() : nil
                let output = try harness.render(buffer)
                let isCopied = isShared && !(subject.measures && expected.bytes == image.bytes)
                #expect((output.pointer == buffer.pointer) == !isCopied)
                // What the memory belongs to is not held for the sake of a copy.
                let meta = gst_buffer_get_meta(output.pointer, gst_parent_buffer_meta_api_get_type())
                #expect((meta != nil) == !isCopied)
                withExtendedLifetime(parent) {}
                #expect(output.bytes == expected.bytes)
                if let other { #expect(other.bytes == image.bytes) }
            }
        }

        @Test(
            "Turned on and off in the stream", arguments: Subject.someWithPassthrough("Passthrough 2"),
            [(false, false), (false, true), (true, true)])
        func toggle(subject: Subject, flags: (isShared: Bool, isPadded: Bool)) throws {
            try withoutCriticals {
                let (isShared, isPadded) = flags
                let tight = try Image(.i420, 37, 23)
                let image = isPadded ? tight.padded() : tight
                let expected = try subject.rendered(image)
                let harness = try subject.harness()
                harness.setCaps(image.caps)
                for step in 0..<12 {
                    let isPassthrough = step / 2 % 2 == 1
                    subject.set(harness, isPassthrough ? 0 : 1)
                    let buffer = image.buffer(meta: isPadded)
                    let other = isShared ? buffer.shared() : nil
                    let output = try harness.render(buffer)
                    #expect(output.bytes == (isPassthrough ? image : expected).bytes, "step \(step)")
                    #expect((output.pointer == buffer.pointer) == (isPassthrough || !isShared), "step \(step)")
                    if let other { #expect(other.bytes == image.bytes) }
                }
            }
        }

        static let foreign = [
            "video/x-raw(memory:Foo), format=RGBA, width=16, height=16, framerate=25/1",
            "video/x-raw, format=v210, width=16, height=16, framerate=25/1",
            "video/x-raw(format:Interlaced), interlace-mode=alternate, format=I420, width=16, height=16, framerate=25/1",
            "video/x-raw(memory:SystemMemory, meta:GstVideoOverlayComposition), format=RGBA, width=16, height=16, framerate=25/1",
        ]

        @Test(
            "Any raw video passes at amount 0, with a warning when it no longer is",
            arguments: Subject.someWithPassthrough("Passthrough 3"),
            foreign)
        func foreignCaps(subject: Subject, caps: String) throws {
            try withoutCriticals {
                let harness = try subject.harness()
                subject.set(harness, 0)
                harness.setCaps(caps)
                let bytes = (0..<2048).map { UInt8(truncatingIfNeeded: $0) }
                let buffer = Buffer(bytes)
                #expect(try harness.render(buffer).pointer == buffer.pointer)
                #expect(harness.message() == nil)
                _ = harness.upstreamEvents()
                subject.set(harness, 1)
                for _ in 0..<3 { #expect(try harness.render(bytes) == bytes) }
                let warning = try #require(harness.message())
                #expect(!warning.isError && warning.text.contains("passes unchanged"))
                #expect(harness.message() == nil, "one warning is enough")
                // Upstream has nothing else, and would fail if it were asked for it.
                #expect(!harness.upstreamEvents().contains(GST_EVENT_RECONFIGURE))
                subject.set(harness, 0)
                #expect(try harness.render(bytes) == bytes)
            }
        }

        @Test("Foreign caps are refused where the effect is at work", arguments: Subject.some("Passthrough 5"), foreign)
        func foreignRefused(subject: Subject, caps: String) throws {
            try withoutCriticals {
                let harness = try subject.harness()
                let image = try Image(.i420, 16, 16)
                harness.setCaps(image.caps)
                _ = try harness.render(image.buffer())
                // Refusal shows with the next buffer: sticky events are tried again.
                _ = harness.renegotiate(caps)
                #expect(harness.push(Buffer([UInt8](repeating: 0, count: 2048))) == GST_FLOW_NOT_NEGOTIATED)
                #expect(harness.renegotiate(image.caps))
                _ = try harness.render(image.buffer())
            }
        }

        @Test("Buffers of fields or separate views only pass", arguments: Subject.some("Passthrough 6"))
        func severalImages(subject: Subject) throws {
            try withoutCriticals {
                for extra in ["interlace-mode=fields", "multiview-mode=separated, views=2"] {
                    let harness = try subject.harness()
                    harness.setCaps("video/x-raw, format=GRAY8, width=16, height=16, framerate=25/1, \(extra)")
                    let bytes = [UInt8](repeating: 200, count: 512)
                    #expect(try harness.render(bytes) == bytes)
                    #expect(harness.message()?.text.contains("passes unchanged") == true)
                }
            }
        }
    }
}
