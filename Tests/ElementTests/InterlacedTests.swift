import CTestSupport
import Effects
import PixelCore
import Testing

extension ElementTests {
    @Suite struct Interlaced {
        static let formats = PixelFormat.allCases.filter { $0.layout.chromaShiftY > 0 }

        @Test(
            "Every height renders every row, also where fields share the last chroma row", arguments: Subject.all,
            formats)
        func heights(subject: Subject, format: PixelFormat) throws {
            try withoutCriticals {
                for height in 1...13 {
                    let picture = try Picture(format, 6, height, interlaced: true)
                    let harness = try subject.harness()
                    harness.setCaps(picture.caps)
                    let output = picture.with(try harness.render(picture.buffer()).bytes)
                    #expect(harness.message()?.text == nil)
                    let expected = try subject.rendered(picture)
                    #expect(output.bytes == expected.bytes, "height \(height)")
                    if subject.treatsRowsAlike { try checkEveryRow(subject, picture.format, height) }
                }
            }
        }

        /// A flat picture becomes the same in every luma row.
        private func checkEveryRow(_ subject: Subject, _ format: PixelFormat, _ height: Int) throws {
            var picture = try Picture(format, 6, height, interlaced: true)
            let layout = format.layout
            for i in picture.bytes.indices {
                let isLuma = i < (picture.offsets.dropFirst().min() ?? 0)
                picture.bytes[i] = isLuma ? 200 : 128
                if layout.depth == 10, layout.sampleShift == 0 { picture.bytes[i] = i & 1 == 0 ? 0 : isLuma ? 3 : 2 }
                if layout.depth == 10, layout.sampleShift == 6, i & 1 == 0 { picture.bytes[i] = 0 }
            }
            let harness = try subject.harness()
            harness.setCaps(picture.caps)
            let output = try harness.render(picture.buffer()).bytes
            let lumaBytes = 6 * layout.sampleBytes
            let rows = (0..<height).map { Array(output[$0 * picture.strides[0]..<$0 * picture.strides[0] + lumaBytes]) }
            #expect(rows.allSatisfy { $0 == rows[0] }, "height \(height)")
        }

        @Test("Mixed caps take interlacing from each buffer")
        func mixed() throws {
            let picture = try Picture(.i420, 16, 10, interlaced: true)
            let harness = try ElementHarness()
            harness.set("intensity", 0.5)
            var settings = RosySettings()
            settings.intensity = 0.5
            harness.setCaps("video/x-raw, format=I420, width=16, height=10, framerate=25/1, interlace-mode=mixed")
            let interlaced = picture.buffer()
            tst_set_flags(interlaced.pointer, GST_VIDEO_BUFFER_FLAG_INTERLACED.rawValue)
            let expected = try picture.rendered(settings, .usual(.i420))
            #expect(try harness.render(interlaced).bytes == expected.bytes)
            let progressive = try harness.render(picture.buffer()).bytes
            #expect(progressive != expected.bytes)
        }
    }
}
