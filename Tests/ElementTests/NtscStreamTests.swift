// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import PixelCore
import Testing

extension ElementTests {
    /// Which image of the signal a buffer becomes, by its time and its fields.
    @Suite struct NtscStream {
        private let image: Image

        init() throws { image = try Image(.bgrx, 36, 20) }

        private func harness(_ rest: String = "framerate=25/1") throws -> ElementHarness {
            let harness = try ElementHarness("swiftntsc")
            harness.setCaps("video/x-raw, format=BGRx, width=36, height=20, \(rest)")
            return harness
        }

        private func expected(
            _ number: Int64, interlaced: Bool = false, first: VideoField = .top, only: VideoField? = nil
        ) throws -> [UInt8] {
            let effect = NtscEffect()
            try effect.configure(
                VideoInfo(
                    format: .bgrx, width: 36, height: 20, colorimetry: .usual(.bgrx), frameRate: FrameRate(25, 1)))
            effect.update(NtscSettings())
            var bytes = image.bytes
            try bytes.withUnsafeMutableBytes { memory in
                let plane = Plane(base: try #require(memory.baseAddress), stride: 144)
                try effect.render(
                    Frame(
                        format: .bgrx, width: 36, height: 20, interlaced: interlaced, firstField: first,
                        onlyField: only,
                        planes: (plane, plane, plane), time: number * 40_000_000), bands: .serial)
            }
            return bytes
        }

        private func buffer(
            pts: UInt64, duration: UInt64 = .max, offset: UInt64 = .max, flags: UInt32 = 0
        ) -> Buffer {
            let buffer = image.buffer().setTimes(pts: pts, duration: duration, offset: offset)
            tst_set_flags(buffer.pointer, flags)
            return buffer
        }

        @Test("A frame is what its time says, whatever comes before it or is lost")
        func times() throws {
            let harness = try harness()
            for n in [0, 1, 5, 4, 4, 90_000] as [UInt64] {
                // A source's clock is not exact.
                let bytes = try harness.render(buffer(pts: n * 40_000_000 + 3_000_000, offset: 17)).bytes
                #expect(bytes == (try expected(Int64(n))), "frame \(n)")
            }
            #expect(try expected(4) != (try expected(5)))
        }

        @Test("Time stamps beyond all video do no harm, to waves of the tape either")
        func beyondVideo() throws {
            try withoutCriticals {
                let harness = try harness()
                for property in ["vhs-edge-wave", "vhs-edge-wave-speed"] { harness.set(property, 10) }
                for pts in [1 << 62, 1 << 63, UInt64.max - 1] {
                    _ = try harness.render(image.buffer().setTimes(pts: pts))
                }
                _ = try harness.render(image.buffer().setTimes(pts: .max, offset: .max - 1))
            }
        }

        @Test("The frame that a segment begins in is what it is without the segment")
        func segmentStart() throws {
            let harness = try harness()
            let ms: UInt64 = 1_000_000
            harness.pushSegment { ($0.start, $0.time, $0.stop) = (1_030_000_000, 1_030_000_000, 1_050_000_000) }
            // Whole, as sources of raw video send it, and cut, as decoders do.
            #expect(try harness.render(buffer(pts: 1000 * ms)).bytes == (try expected(25)))
            #expect(try harness.render(buffer(pts: 1030 * ms, duration: 10 * ms)).bytes == (try expected(25)))
            #expect(try harness.render(buffer(pts: 1040 * ms, duration: 10 * ms)).bytes == (try expected(26)))
            // The one after the end.
            #expect(try harness.render(buffer(pts: 1080 * ms)).bytes == (try expected(27)))
        }

        @Test("Segments that shift the video, and those that are not of time")
        func segments() throws {
            try withoutCriticals {
                let harness = try harness()
                let ms: UInt64 = 1_000_000
                harness.pushSegment { ($0.start, $0.time) = (5_000_000_000, 200_000_000) }
                #expect(try harness.render(buffer(pts: 5000 * ms)).bytes == (try expected(5)))
                #expect(try harness.render(buffer(pts: 4960 * ms)).bytes == (try expected(4)))
                // Before the video begins.
                #expect(try harness.render(buffer(pts: 1000 * ms)).bytes == (try expected(0)))
                harness.pushSegment(GST_FORMAT_BYTES)
                #expect(try harness.render(buffer(pts: 160 * ms)).bytes == (try expected(4)))
                // Times of more than 63 bits are none.
                for pts in [.max - 1, .max - 2, 1 << 63] as [UInt64] {
                    harness.pushSegment()
                    #expect(try harness.render(buffer(pts: pts, offset: 6)).bytes == (try expected(6)))
                }
            }
        }

        @Test("Without a frame rate frames are NTSC's")
        func noRate() throws {
            let harness = try harness("framerate=0/1")
            #expect(try harness.render(buffer(pts: 5 * 33_366_667)).bytes == (try expected(5)))
        }

        @Test("Without a time the offset counts, then the order from the start or the last flush on")
        func noTime() throws {
            let harness = try harness()
            #expect(try harness.render(buffer(pts: .max, offset: 9)).bytes == (try expected(9)))
            for n in 0..<3 { #expect(try harness.render(buffer(pts: .max)).bytes == (try expected(Int64(n)))) }
            #expect(harness.push(gst_event_new_flush_start()))
            #expect(harness.push(gst_event_new_flush_stop(1)))
            #expect(harness.pushSegment())
            #expect(try harness.render(buffer(pts: .max)).bytes == (try expected(0)))
        }

        @Test("Fields are shown in the order of the buffer's flags, or of the caps")
        func fieldOrder() throws {
            let top = try expected(2, interlaced: true, first: .top)
            let bottom = try expected(2, interlaced: true, first: .bottom)
            #expect(top != bottom)
            let tff = GST_VIDEO_BUFFER_FLAG_TFF.rawValue
            let plain = try harness("framerate=25/1, interlace-mode=interleaved")
            #expect(try plain.render(buffer(pts: 80_000_000, flags: tff)).bytes == top)
            #expect(try plain.render(buffer(pts: 80_000_000)).bytes == bottom)
            for (order, bytes) in [("top-field-first", top), ("bottom-field-first", bottom)] {
                let harness = try harness("framerate=25/1, interlace-mode=interleaved, field-order=\(order)")
                #expect(try harness.render(buffer(pts: 80_000_000)).bytes == bytes)
                #expect(try harness.render(buffer(pts: 80_000_000, flags: tff)).bytes == bytes)
            }
            let mixed = try harness("framerate=25/1, interlace-mode=mixed")
            let interlaced = GST_VIDEO_BUFFER_FLAG_INTERLACED.rawValue
            #expect(try mixed.render(buffer(pts: 80_000_000, flags: interlaced | tff)).bytes == top)
            #expect(try mixed.render(buffer(pts: 80_000_000, flags: interlaced)).bytes == bottom)
            #expect(try mixed.render(buffer(pts: 80_000_000)).bytes == (try expected(2)))
        }

        @Test("A field that a buffer has not stays as it is")
        func oneField() throws {
            let harness = try harness("framerate=25/1, interlace-mode=interleaved")
            let (tff, one) = (GST_VIDEO_BUFFER_FLAG_TFF.rawValue, GST_VIDEO_BUFFER_FLAG_ONEFIELD.rawValue)
            let top = try harness.render(buffer(pts: 0, flags: tff | one)).bytes
            #expect(top == (try expected(0, interlaced: true, first: .top, only: .top)))
            let bottom = try harness.render(buffer(pts: 0, flags: one)).bytes
            #expect(bottom == (try expected(0, interlaced: true, first: .bottom, only: .bottom)))
            for row in 0..<20 {
                let bytes = row * 144..<(row + 1) * 144
                let unchanged = row & 1 == 0 ? bottom : top
                #expect(unchanged[bytes] == image.bytes[bytes])
            }
        }

        @Test("Fields in buffers of their own are refused at once")
        func alternate() throws {
            let harness = try ElementHarness("swiftntsc")
            let caps = "format=I420, width=16, height=16, framerate=25/1"
            #expect(harness.offers("video/x-raw, \(caps)"))
            #expect(!harness.offers("video/x-raw(format:Interlaced), interlace-mode=alternate, \(caps)"))
        }
    }
}
