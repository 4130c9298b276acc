// SPDX-License-Identifier: MIT
import CTestSupport
import PixelCore
import Testing

extension ElementTests {
    /// Codes of inputs of other formats, where the standards leave no choice.
    @Suite("Mixers: codes of converted inputs")
    struct MixerCodeTests {
        private static let ycbcr: [PixelFormat] = [
            .i420, .yv12, .nv12, .nv21, .yuy2, .uyvy, .yvyu, .y42b, .y444, .ayuv, .i420_10, .p010, .ayuv64,
        ]
        private static let gray: [PixelFormat] = [.gray8, .gray16le, .gray16be]
        private static let colors = ["bt601", "bt709", "bt2020"]
        private static let size = 16

        /// The second input alone, in the first one's format.
        private func converted(
            _ second: Image, _ colors: String?, to format: PixelFormat, _ outputColors: String?
        ) throws -> Image {
            let first = try Image(
                format, second.width, second.height, interlaced: second.interlaced, seed: 2)
            let harness = try MixHarness()
            harness.set("mix-factor", 1)
            for (input, image, colors) in [(0, first, outputColors), (1, second, colors)] {
                harness.setCaps(
                    input,
                    Image.caps(
                        image.format, image.width, image.height, colorimetry: colors,
                        interlaced: image.interlaced))
            }
            // Where the output is gray the caps behind the element say so.
            gst_harness_set_sink_caps_str(harness.output, "video/x-raw, format=\(format.name)")
            return first.with(try harness.render(first.buffer(), second.buffer()).bytes)
        }

        private func rounded(_ value: Double) -> Int { Int((value + 0.5).rounded(.down)) }

        /// Codes 0...255 of luma over 16 x 16 pixels, neutral chroma.
        private func ramp(_ format: PixelFormat) throws -> Image {
            var image = try Image.white(format, Self.size, Self.size, isFull: true)
            let luma = format.layout.first
            for y in 0..<Self.size {
                for x in 0..<Self.size {
                    image.bytes[image.strides[0] * y + luma.offset + luma.step * x] = UInt8(Self.size * y + x)
                }
            }
            return image
        }

        @Test("Gray in colours of any matrix is converted in range alone", arguments: ycbcr, colors)
        func grayToColors(format: PixelFormat, colors: String) throws {
            try withoutCriticals {
                let codes = try converted(ramp(.gray8), nil, to: format, colors).codes
                let depth = format.layout.depth
                let unit = Double(1 << (depth - 8))
                for code in 0..<256 {
                    let luma = 16 * unit + Double(code) * 219 * unit / 255
                    // Of 16 bits a float is a hundredth of a code off.
                    #expect(abs(Double(codes[0][code]) - luma) <= 0.51, "\(code)")
                }
                for chroma in codes[1...] { #expect(chroma.allSatisfy { $0 == 128 << (depth - 8) }) }
            }
        }

        @Test("Luma of any matrix becomes gray in range alone", arguments: gray, colors)
        func colorsToGray(format: PixelFormat, colors: String) throws {
            try withoutCriticals {
                for input in [PixelFormat.i420, .yuy2, .ayuv] {
                    let codes = try converted(ramp(input), colors, to: format, nil).codes
                    let maximum = format.layout.maximum
                    for code in 0..<256 {
                        let gray = rounded(Double(code - 16) * Double(maximum) / 219)
                        #expect(codes[0][code] == min(max(0, gray), maximum), "\(input) \(code)")
                    }
                }
            }
        }

        @Test("Gray of other colours is the same gray")
        func grayToGray() throws {
            try withoutCriticals {
                let b = try Image(.gray8, 32, 16)
                #expect(try converted(b, "1:4:7:1", to: .gray8, nil).visible == b.visible)
            }
        }

        @Test(
            "Eight bits become more by BT.709, in either range",
            arguments: [
                (PixelFormat.i420, PixelFormat.i420_10), (.yv12, .i420_10), (.nv12, .i420_10), (.i420, .p010),
                (.nv12, .p010), (.nv21, .p010), (.ayuv, .ayuv64), (.y444, .ayuv64),
            ], [false, true])
        func deeper(formats: (PixelFormat, PixelFormat), isFull: Bool) throws {
            try withoutCriticals {
                let (from, to) = formats
                let depth = to.layout.depth
                for (height, interlaced) in [(22, false), (24, true), (26, true)] {
                    let b = try Image(from, 34, height, interlaced: interlaced)
                    let colors = isFull ? "1:3:5:1" : "bt709"
                    let result = try converted(b, colors, to: to, colors).codes
                    for (component, codes) in b.codes.enumerated() {
                        for (code, deep) in zip(codes, result[component]) {
                            let neutral = component > 0 ? 128 : 0
                            let full = Double(code - neutral) * Double(to.layout.maximum) / 255
                            let expected =
                                isFull ? max(0, rounded(full) + neutral << (depth - 8)) : code << (depth - 8)
                            #expect(deep == expected, "\(component): \(code)")
                        }
                    }
                }
            }
        }

        @Test(
            "White of eight bits stays white in ten", arguments: ycbcr + [.gray8], [PixelFormat.i420_10, .p010])
        func whiteInTenBits(from: PixelFormat, to: PixelFormat) throws {
            guard from.layout.depth == 8 else { return }
            try withoutCriticals {
                let colors = from.layout.model == .ycbcr ? "bt709" : nil
                let codes = try converted(Image.white(from, 32, 16), colors, to: to, "bt709").codes
                #expect(codes.map { Set($0) } == [[940], [512], [512]])
            }
        }
    }
}

extension Image {
    /// The codes that show, component by component and row by row.
    fileprivate var codes: [[Int]] {
        let layout = format.layout
        return layout.components.map { component in
            (0..<rows(component.plane)).flatMap { row in
                let count = layout.rowBytes(plane: component.plane, width: width) / layout.sampleBytes / component.step
                return (0..<count).map { i in
                    let at =
                        offsets[component.plane] + row * strides[component.plane]
                        + (component.offset + i * component.step) * layout.sampleBytes
                    guard layout.sampleBytes == 2 else { return Int(bytes[at]) }
                    let (low, high) = (Int(bytes[at]), Int(bytes[at + 1]))
                    return (layout.bigEndian ? low * 256 + high : high * 256 + low) >> layout.sampleShift
                }
            }
        }
    }
}
