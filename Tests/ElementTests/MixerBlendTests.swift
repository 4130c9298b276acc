// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Filters
import PixelCore
import TestSupport
import Testing

extension ElementTests {
    /// Elements of blends, frame by frame.
    @Suite struct MixerBlends {
        @Test("Every format is what the effect alone makes, padded or not", arguments: PixelFormat.allCases)
        func formats(format: PixelFormat) throws {
            for blend in FilterCatalogue.blends { try check(blend, format) }
        }

        @Test("Every mode, with an opacity or without", arguments: BlendMode.allCases)
        func modes(mode: BlendMode) throws {
            let formats = Sample.some(of: PixelFormat.allCases, 3, "\(mode.nick)")
            for (format, opacity) in zip(formats, [1, 0.4, 1]) {
                var settings = Blending()
                (settings.mode, settings.opacity) = (mode, opacity)
                var values = ["mode": "\(mode.nick)", "opacity": "\(opacity)"]
                if mode == .shader {
                    values["fragment"] = "c = max(c, texture2D(tex2, v_texcoord));"
                    settings.shader = try UserShader("c = max(c, texture2D(tex2, v_texcoord));", takesTwo: true)
                }
                try check(settings, format, values)
            }
        }

        private func check<B: BlendElement>(_: B.Type, _ format: PixelFormat) throws { try check(B(), format, [:]) }

        private func check<B: BlendElement>(
            _ settings: B, _ format: PixelFormat, _ values: [String: String]
        ) throws {
            let context: Comment = "\(B.metadata.factoryName), \(values), \(format), \(Sample.note)"
            try withoutCriticals {
                for (width, height) in [(1, 1), (37, 23)] {
                    let a = try Image(format, width, height)
                    let b = try Image(format, width, height, seed: 2)
                    let harness = try MixHarness(a.caps, of: "\(B.metadata.factoryName)")
                    for (name, text) in values { tst_set_text(harness.element, name, text) }
                    let expected = try a.blended(with: b, settings).visible
                    let tight = try harness.render(a.buffer(), b.buffer())
                    #expect(a.with(tight.bytes).visible == expected, context)
                    let padded = try harness.render(
                        a.padded().buffer(meta: true), b.padded(by: 10).buffer(meta: true), frame: 1)
                    #expect(a.with(padded.bytes).visible == expected, context)
                    #expect(harness.message(seconds: 0)?.text == nil, context)
                }
            }
        }

        @Test("An input alone is what the effect makes of it", arguments: PixelFormat.allCases)
        func alone(format: PixelFormat) throws {
            try withoutCriticals {
                for blend in FilterCatalogue.pairs { try checkAlone(blend, format) }
            }
        }

        private func checkAlone<B: PairBlend>(_: B.Type, _ format: PixelFormat) throws {
            let image = try Image(format, 37, 23)
            let harness = try MixHarness(image.caps, of: "\(B.metadata.factoryName)")
            harness.remove(1)
            let expected = try image.blended(with: nil, B()).visible
            harness.feed(0, [image.buffer()])
            let output = try #require(harness.pull())
            #expect(image.with(output.bytes).visible == expected, "\(B.metadata.factoryName), \(format)")
        }

        @Test("Without opacity the backdrop's memory leaves, not a copy")
        func forwarded() throws {
            try withoutCriticals {
                let a = try Image(.bgra, 37, 23)
                let harness = try MixHarness(a.caps, of: "swiftblend")
                for (frame, mode) in ["multiply", "source-in"].enumerated() {
                    tst_set_text(harness.element, "mode", mode)
                    harness.set("opacity", 0)
                    let first = a.buffer()
                    let memory = tst_memory(first.pointer)
                    let output = try harness.render(first, a.buffer(), frame: frame)
                    #expect((tst_memory(output.pointer) == memory) == (mode == "multiply"))
                }
            }
        }
    }
}

extension Image {
    /// This image and another one as the element of a blend makes one of them by its defaults; nil: it is none.
    func blended(with other: Image, by factory: String) throws -> Image? {
        func made<B: BlendElement>(_: B.Type) throws -> Image { try blended(with: other, B()) }
        return try FilterCatalogue.blends.first { "\($0.metadata.factoryName)" == factory }.map { try made($0) }
    }

    /// This image and another one, if there is one, as the effect alone blends them.
    fileprivate func blended<B: Blend>(with other: Image?, _ settings: B) throws -> Image {
        // What hides the backdrop leaves as it came, with what its padding has.
        if (settings as? any LayeredBlend)?.hidesFirst == true, format.alphaOffset == nil, let other { return other }
        var (result, first, second) = (self, self, other)
        let effect = BlendEffect<B>()
        try effect.configure(VideoInfo(format: format, width: width, height: height, colorimetry: .usual(format)))
        try effect.update(settings)
        try result.withFrame { output in
            try first.withFrame { first in
                try Image.withOptional(&second) { second in
                    try effect.render(output, first: first, second: second, bands: .serial)
                }
            }
        }
        return result
    }
}
