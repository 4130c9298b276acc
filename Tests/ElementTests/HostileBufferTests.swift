// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Filters
import PixelCore
import Testing

extension ElementTests {
    @Suite struct HostileBuffers {
        private func expectUnchanged(
            _ subject: Subject, _ format: PixelFormat, _ buffers: [Buffer], _ note: String
        ) throws {
            let harness = try subject.harness()
            harness.setCaps(Image.caps(format, 16, 16))
            for buffer in buffers {
                let bytes = buffer.bytes
                #expect(try harness.render(buffer).bytes == bytes, "\(note)")
            }
            let warning = try #require(harness.message(), "\(note)")
            #expect(!warning.isError && warning.text.contains("passes unchanged"), "\(warning.text)")
            #expect(harness.message() == nil, "one warning is enough")
        }

        @Test(
            "A truncated buffer passes with a warning", arguments: Subject.some("HostileBuffer 1", PixelFormat.allCases)
        )
        func truncated(subject: Subject, format: PixelFormat) throws {
            try withoutCriticals {
                let bytes = try Image(format, 16, 16).bytes
                let sizes = [bytes.count - 1, bytes.count / 2, 1, 0]
                try expectUnchanged(subject, format, sizes.map { Buffer(Array(bytes.prefix($0))) }, "\(sizes)")
            }
        }

        @Test(
            "A video meta that lies passes with a warning",
            arguments: Subject.some("HostileBuffer 2", [PixelFormat.i420, .nv12, .yuy2, .argb64]))
        func lyingMeta(subject: Subject, format: PixelFormat) throws {
            try withoutCriticals {
                let image = try Image(format, 16, 16)
                let strides = image.strides.map { Int32($0) }
                let name = tst_format(format.name)
                func lie(
                    format: GstVideoFormat? = nil, size: UInt32 = 16, planes: Int? = nil, offset: Int = 0,
                    stride: (Int32) -> Int32 = { $0 }
                ) -> Buffer {
                    let buffer = image.buffer()
                    tst_add_video_meta(
                        buffer.pointer, format ?? name, size, size, UInt32(planes ?? strides.count),
                        image.offsets.map { $0 + offset }, strides.map(stride))
                    return buffer
                }
                try expectUnchanged(subject, format, [lie(stride: { $0 * 2 })], "stride too large")
                try expectUnchanged(subject, format, [lie(stride: { _ in .max })], "stride enormous")
                try expectUnchanged(subject, format, [lie(stride: { _ in 4 })], "stride too small")
                try expectUnchanged(subject, format, [lie(stride: { -$0 })], "stride negative")
                try expectUnchanged(subject, format, [lie(stride: { _ in 0 })], "stride zero")
                try expectUnchanged(subject, format, [lie(offset: 64)], "offset too large")
                try expectUnchanged(subject, format, [lie(offset: 1 << 40)], "offset enormous")
                try expectUnchanged(subject, format, [lie(size: 15)], "smaller than the caps")
                try expectUnchanged(subject, format, [lie(planes: 0)], "no planes")
                try expectUnchanged(subject, format, [lie(format: GST_VIDEO_FORMAT_BGR15)], "another format")
            }
        }

        @Test("A video meta of a larger image shows the caps' part of it")
        func largerMeta() throws {
            try withoutCriticals {
                let large = try Image(.gray8, 32, 32)
                let harness = try ElementHarness()
                harness.setCaps(Image.caps(.gray8, 16, 16))
                let output = try harness.render(large.buffer(meta: true)).bytes
                let whole = try large.rendered(Rosy(), .usual(.gray8)).bytes
                for i in output.indices {
                    let isInside = i % 32 < 16 && i / 32 < 16
                    #expect(output[i] == (isInside ? whole : large.bytes)[i])
                }
            }
        }

        @Test("Planes in memories of their own", arguments: Subject.some("HostileBuffer 3"))
        func separateMemories(subject: Subject) throws {
            try withoutCriticals {
                let image = try Image(.i420, 16, 16)
                let buffer = Buffer(Array(image.bytes[0..<256]))
                for part in [256..<320, 320..<384] {
                    let other = Buffer(Array(image.bytes[part]))
                    gst_buffer_append_memory(buffer.pointer, gst_buffer_get_memory(other.pointer, 0))
                }
                tst_add_video_meta(buffer.pointer, GST_VIDEO_FORMAT_I420, 16, 16, 3, [0, 256, 320], [16, 8, 8])
                let harness = try subject.harness()
                harness.setCaps(image.caps)
                let expected = try subject.rendered(image)
                #expect(try harness.render(buffer).bytes == expected.bytes)
                #expect(harness.message() == nil)
            }
        }

        @Test("Enormous caps do no harm", arguments: Subject.some("HostileBuffer 4"))
        func enormous(subject: Subject) throws {
            try withoutCriticals {
                for format in PixelFormat.allCases {
                    for (width, height) in [(Int(Int32.max), Int(Int32.max)), (Int(Int32.max), 1), (1, Int(Int32.max))]
                    {
                        let harness = try subject.harness()
                        harness.setCaps(Image.caps(format, 16, 16))
                        _ = harness.renegotiate(Image.caps(format, width, height))
                        _ = harness.push(Buffer([UInt8](repeating: 0, count: 4096)))
                    }
                }
            }
        }
    }
}
