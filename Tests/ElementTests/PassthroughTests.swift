import CTestSupport
import Effects
import PixelCore
import Testing

extension ElementTests {
    @Suite struct Passthrough {
        @Test("At amount 0 the same buffer leaves, writable or not", arguments: Subject.withNeutral, [false, true])
        func identity(subject: Subject, isShared: Bool) throws {
            try withoutCriticals {
                let picture = try Picture(.yuy2, 37, 23)
                let harness = try subject.harness()
                harness.set(subject.amount, 0)
                harness.setCaps(picture.caps)
                let buffer = picture.buffer()
                let other = isShared ? buffer.shared() : nil
                let output = try harness.render(buffer)
                #expect(output.pointer == buffer.pointer)
                #expect(output.bytes == picture.bytes)
                withExtendedLifetime(other) {}
            }
        }

        @Test("A tint of white is neutral too")
        func whiteTint() throws {
            let picture = try Picture(.i420, 16, 16)
            let harness = try ElementHarness()
            harness.set("tint-green", 1)
            harness.setCaps(picture.caps)
            let buffer = picture.buffer()
            #expect(try harness.render(buffer).pointer == buffer.pointer)
        }

        @Test("A writable buffer is changed in place, a shared one copied", arguments: Subject.all, [false, true])
        func inPlace(subject: Subject, isShared: Bool) throws {
            try withoutCriticals {
                let picture = try Picture(.nv12, 64, 32)
                let expected = try subject.rendered(picture)
                let harness = try subject.harness()
                harness.setCaps(picture.caps)
                let buffer = picture.buffer()
                let parent = picture.buffer()
                gst_buffer_add_parent_buffer_meta(buffer.pointer, parent.pointer)
                let other = isShared ? buffer.shared() : nil
                let output = try harness.render(buffer)
                #expect((output.pointer == buffer.pointer) == !isShared)
                // What the memory belongs to is not held for the sake of a copy.
                let meta = gst_buffer_get_meta(output.pointer, gst_parent_buffer_meta_api_get_type())
                #expect((meta != nil) == !isShared)
                withExtendedLifetime(parent) {}
                #expect(output.bytes == expected.bytes)
                if let other { #expect(other.bytes == picture.bytes) }
            }
        }

        @Test(
            "Turned on and off in the stream", arguments: Subject.withNeutral,
            [(false, false), (false, true), (true, true)])
        func toggle(subject: Subject, flags: (isShared: Bool, isPadded: Bool)) throws {
            try withoutCriticals {
                let (isShared, isPadded) = flags
                let tight = try Picture(.i420, 37, 23)
                let picture = isPadded ? tight.padded() : tight
                let expected = try subject.rendered(picture)
                let harness = try subject.harness()
                harness.setCaps(picture.caps)
                for step in 0..<12 {
                    let isNeutral = step / 2 % 2 == 1
                    harness.set(subject.amount, isNeutral ? 0 : 1)
                    let buffer = picture.buffer(meta: isPadded)
                    let other = isShared ? buffer.shared() : nil
                    let output = try harness.render(buffer)
                    #expect(output.bytes == (isNeutral ? picture : expected).bytes, "step \(step)")
                    #expect((output.pointer == buffer.pointer) == (isNeutral || !isShared), "step \(step)")
                    if let other { #expect(other.bytes == picture.bytes) }
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
            "Any raw video passes at amount 0, with a warning when it no longer is", arguments: Subject.withNeutral,
            foreign)
        func foreignCaps(subject: Subject, caps: String) throws {
            try withoutCriticals {
                let harness = try subject.harness()
                harness.set(subject.amount, 0)
                harness.setCaps(caps)
                let bytes = (0..<2048).map { UInt8(truncatingIfNeeded: $0) }
                let buffer = Buffer(bytes)
                #expect(try harness.render(buffer).pointer == buffer.pointer)
                #expect(harness.message() == nil)
                _ = harness.upstreamEvents()
                harness.set(subject.amount, 1)
                for _ in 0..<3 { #expect(try harness.render(bytes) == bytes) }
                let warning = try #require(harness.message())
                #expect(!warning.isError && warning.text.contains("passes unchanged"))
                #expect(harness.message() == nil, "one warning is enough")
                // Upstream has nothing else, and would fail if it were asked for it.
                #expect(!harness.upstreamEvents().contains(GST_EVENT_RECONFIGURE))
                harness.set(subject.amount, 0)
                #expect(try harness.render(bytes) == bytes)
            }
        }

        @Test("Foreign caps are refused where the effect is at work", arguments: Subject.all, foreign)
        func foreignRefused(subject: Subject, caps: String) throws {
            try withoutCriticals {
                let harness = try subject.harness()
                let picture = try Picture(.i420, 16, 16)
                harness.setCaps(picture.caps)
                _ = try harness.render(picture.buffer())
                // Refusal shows with the next buffer: sticky events are tried again.
                _ = harness.renegotiate(caps)
                #expect(harness.push(Buffer([UInt8](repeating: 0, count: 2048))) == GST_FLOW_NOT_NEGOTIATED)
                #expect(harness.renegotiate(picture.caps))
                _ = try harness.render(picture.buffer())
            }
        }

        @Test("Buffers of fields or separate views only pass", arguments: Subject.all)
        func severalPictures(subject: Subject) throws {
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
