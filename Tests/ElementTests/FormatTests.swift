// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Filters
import PixelCore
import Testing

extension ElementTests {
    @Suite struct Formats {
        static let sizes = [(64, 48), (37, 23), (1, 1), (3, 2), (2, 5)]

        private var settings: Rosy {
            var settings = Rosy()
            settings.intensity = 0.75
            settings.tintGreen = 0.25
            settings.tintBlue = 0.5
            return settings
        }

        private func harness(_ settings: Rosy) throws -> ElementHarness {
            let harness = try ElementHarness()
            harness.set("intensity", settings.intensity)
            harness.set("tint-red", settings.tintRed)
            harness.set("tint-green", settings.tintGreen)
            harness.set("tint-blue", settings.tintBlue)
            return harness
        }

        @Test(
            "Every format and size is what the effect alone renders, padded or not",
            arguments: Subject.some("Format 1", PixelFormat.allCases))
        func matchesEffect(subject: Subject, format: PixelFormat) throws {
            try withoutCriticals {
                for (width, height) in Self.sizes {
                    for interlaced in [false, true] {
                        let tight = try Image(format, width, height, interlaced: interlaced)
                        let padded = tight.padded()
                        let expected = try subject.rendered(tight, 0.75, .usual(format))
                        let keepsFourth = expected.fourthSamples == tight.fourthSamples
                        #expect(keepsFourth || !subject.keepsAlpha, "\(width)x\(height); see changingAlpha")
                        let harness = try subject.harness()
                        subject.set(harness, 0.75)
                        harness.setCaps(tight.caps)
                        let fromTight = tight.with(try harness.render(tight.buffer()).bytes)
                        #expect(fromTight.bytes == expected.bytes, "tight \(width)x\(height) \(interlaced)")
                        let fromPadded = padded.with(try harness.render(padded.buffer(meta: true)).bytes)
                        let isRight = fromPadded.visible == expected.visible
                        #expect(isRight, "padded \(width)x\(height) \(interlaced) \(harness.message()?.text ?? "")")
                        #expect(fromPadded.padding == padded.padding, "padding \(width)x\(height) \(interlaced)")
                    }
                }
            }
        }

        @Test("Default settings change every format", arguments: Subject.some("Format 2", PixelFormat.allCases))
        func defaults(subject: Subject, format: PixelFormat) throws {
            let image = try Image(format, 20, 10)
            let harness = try subject.harness()
            harness.setCaps(image.caps)
            let output = try harness.render(image.buffer()).bytes
            #expect(output == (try subject.rendered(image)).bytes)
            // A filter of colours may leave gray alone, and one that measures all frames.
            let isDue = !subject.measures && (subject.changesAllFormats || format.layout.model != .gray)
            #expect(output != image.bytes || !isDue, "the example of the declaration shows nothing")
        }

        static let yuvColorimetries: [(String, Colorimetry.Matrix, Bool)] = [
            ("bt601", .bt601, false), ("bt709", .bt709, false), ("bt2020", .bt2020, false),
            ("1:4:0:0", .bt601, true), ("2:4:7:1", .bt601, false), ("1:3:5:1", .bt709, true),
        ]

        @Test("Matrix and range come from the caps", arguments: PixelFormat.allCases)
        func colorimetry(format: PixelFormat) throws {
            let layout = format.layout
            let image = try Image(format, 37, 23)
            var outputs: Set<[UInt8]> = []
            let cases: [(String, Colorimetry.Matrix, Bool)] =
                layout.model == .rgb
                ? [("sRGB", .bt601, true), ("1:1:7:1", .bt601, true), ("2:1:7:1", .bt601, false)]
                : Self.yuvColorimetries
            for (name, matrix, isFull) in cases {
                let harness = try harness(settings)
                harness.setCaps(Image.caps(format, 37, 23, colorimetry: name))
                let output = try harness.render(image.bytes)
                let expected = try image.rendered(
                    settings, Colorimetry(matrix: matrix, fullRange: isFull, depth: layout.depth))
                #expect(output == expected.bytes, "\(name)")
                outputs.insert(output)
            }
            #expect(outputs.count > 1, "colorimetry makes no difference")
        }

        @Test("Unknown matrices are taken by height")
        func unknownMatrix() throws {
            for (height, matrix) in [(576, Colorimetry.Matrix.bt601), (578, .bt709)] {
                let image = try Image(.ayuv, 2, height)
                let harness = try harness(settings)
                harness.setCaps(Image.caps(.ayuv, 2, height, colorimetry: "2:0:0:0"))
                let expected = try image.rendered(settings, Colorimetry(matrix: matrix, fullRange: false, depth: 8))
                #expect(try harness.render(image.bytes) == expected.bytes)
            }
        }

        @Test("Facts about formats agree with GStreamer's", arguments: PixelFormat.allCases)
        func facts(format: PixelFormat) throws {
            let layout = format.layout
            _ = try ElementHarness()
            let name = tst_format(format.name)
            #expect(name != GST_VIDEO_FORMAT_UNKNOWN)
            let info = try #require(gst_video_format_get_info(name)).pointee
            func array(_ t: (UInt32, UInt32, UInt32, UInt32)) -> [Int] { [t.0, t.1, t.2, t.3].map { Int($0) } }
            func array(_ t: (Int32, Int32, Int32, Int32)) -> [Int] { [t.0, t.1, t.2, t.3].map { Int($0) } }
            let (planes, offsets, steps) = (array(info.plane), array(info.poffset), array(info.pixel_stride))
            let (depths, shifts) = (array(info.depth), array(info.shift))
            let isBig = layout.bigEndian && layout.sampleBytes == 2
            for (i, component) in layout.components.enumerated() {
                #expect(component.plane == planes[i])
                // GStreamer 1.22 says 1 of P010's Cr, as if samples were bytes; its own packing code uses 2.
                if (format, i) != (.p010, 2) { #expect(component.offset * layout.sampleBytes == offsets[i]) }
                #expect(component.step * layout.sampleBytes == steps[i])
                #expect(layout.depth == depths[i])
                #expect(layout.sampleShift == shifts[i])
                #expect(array(info.w_sub)[i] == (i == 0 ? 0 : layout.chromaShiftX))
                #expect(array(info.h_sub)[i] == (i == 0 ? 0 : layout.chromaShiftY))
            }
            #expect(layout.planeCount == Int(info.n_planes))
            let flags = info.flags.rawValue
            #expect((flags & GST_VIDEO_FORMAT_FLAG_LE.rawValue != 0) == (layout.sampleBytes == 2 && !isBig))
            #expect((flags & GST_VIDEO_FORMAT_FLAG_YUV.rawValue != 0) == (layout.model == .ycbcr))
            #expect((flags & GST_VIDEO_FORMAT_FLAG_RGB.rawValue != 0) == (layout.model == .rgb))
            #expect((flags & GST_VIDEO_FORMAT_FLAG_GRAY.rawValue != 0) == (layout.model == .gray))
            for size in [1, 2, 3, 37, 64] {
                let image = try Image(format, size, size)
                for plane in 0..<layout.planeCount {
                    #expect(layout.rowBytes(plane: plane, width: size) <= image.strides[plane])
                }
            }
        }
    }
}
