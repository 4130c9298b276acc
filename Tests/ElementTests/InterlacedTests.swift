// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Filters
import PixelCore
import Testing

extension ElementTests {
    @Suite struct Interlaced {
        static let formats = PixelFormat.allCases.filter { $0.layout.chromaShiftY > 0 }

        @Test(
            "Every height renders every row, also where fields share the last chroma row",
            arguments: Subject.some("Interlaced 1", formats))
        func heights(subject: Subject, format: PixelFormat) throws {
            try withoutCriticals {
                for height in 1...13 {
                    let image = try Image(format, 6, height, interlaced: true)
                    let harness = try subject.harness()
                    harness.setCaps(image.caps)
                    let output = image.with(try harness.render(image.buffer()).bytes)
                    #expect(harness.message()?.text == nil)
                    let expected = try subject.rendered(image)
                    #expect(output.bytes == expected.bytes, "height \(height)")
                    if subject.treatsRowsAlike { try checkEveryRow(subject, image.format, height) }
                }
            }
        }

        /// A flat image becomes the same in every luma row.
        private func checkEveryRow(_ subject: Subject, _ format: PixelFormat, _ height: Int) throws {
            var image = try Image(format, 6, height, interlaced: true)
            let layout = format.layout
            for i in image.bytes.indices {
                let isLuma = i < (image.offsets.dropFirst().min() ?? 0)
                image.bytes[i] = isLuma ? 200 : 128
                if layout.depth == 10, layout.sampleShift == 0 { image.bytes[i] = i & 1 == 0 ? 0 : isLuma ? 3 : 2 }
                if layout.depth == 10, layout.sampleShift == 6, i & 1 == 0 { image.bytes[i] = 0 }
            }
            let harness = try subject.harness()
            harness.setCaps(image.caps)
            let output = try harness.render(image.buffer()).bytes
            let lumaBytes = 6 * layout.sampleBytes
            let rows = (0..<height).map { Array(output[$0 * image.strides[0]..<$0 * image.strides[0] + lumaBytes]) }
            #expect(rows.allSatisfy { $0 == rows[0] }, "height \(height)")
        }

        @Test("Mixed caps take interlacing from each buffer")
        func mixed() throws {
            let image = try Image(.i420, 16, 10, interlaced: true)
            let harness = try ElementHarness()
            harness.set("intensity", 0.5)
            var settings = Rosy()
            settings.intensity = 0.5
            harness.setCaps("video/x-raw, format=I420, width=16, height=10, framerate=25/1, interlace-mode=mixed")
            let interlaced = image.buffer()
            tst_set_flags(interlaced.pointer, GST_VIDEO_BUFFER_FLAG_INTERLACED.rawValue)
            let expected = try image.rendered(settings, .usual(.i420))
            #expect(try harness.render(interlaced).bytes == expected.bytes)
            let progressive = try harness.render(image.buffer()).bytes
            #expect(progressive != expected.bytes)
        }
    }
}
