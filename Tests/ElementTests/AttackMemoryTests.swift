import CTestSupport
import PixelCore
import Testing

/// An element with settings that need memory, and a picture that needs much of it.
struct MemoryCase: Sendable, CustomTestStringConvertible {
    let factory: String
    let format: PixelFormat
    /// Properties as gst-launch has them.
    var settings = ""
    /// What comes out, where it is not what comes in.
    var output: PixelFormat?
    /// How the frame's memory comes.
    var kind = Kind.own

    enum Kind: Sendable {
        case own
        /// Somebody else has it too, so that it has to be copied.
        case shared
        /// In parts that have to be joined.
        case parts
    }

    var testDescription: String { "\(factory) \(settings) \(format.name) \(kind)" }

    /// Three threads' worth. All that grows with the frame's width is larger than `least`; the array of a message is not.
    static let (width, height) = (16400, 100)
    static let least = 16384
    /// Bytes are changed where they are.
    var needsNothing: Bool { factory == "swiftrosy" && format == .bgrx }

    static let filters: [MemoryCase] =
        [PixelFormat.bgrx, .i420, .p010].flatMap { format in
            [
                "", "intensity=0.5", "|swifteq", "method=clahe|swifteq", "method=clahe smoothing=1 mode=rgb|swifteq",
                "smoothing=1 strength=0.5 post-messages=true interval=0|swifteq", "mode=rgb mapping=cdf-min|swifteq",
                "|swiftntsc", "chroma-delay-vertical=3 use-field=upper|swiftntsc",
                "compatibility=corrected chroma-demodulation=2-line-comb use-field=both|swiftntsc",
                "compatibility=corrected bandwidth-scale=1.7 preset=vhs-ep-worn|swiftntsc",
                "composite-noise-frequency=0.0123 luma-noise=true luma-noise-frequency=0.777 chroma-noise=true|swiftntsc",
            ].map { text in
                let parts = text.split(separator: "|", omittingEmptySubsequences: false).map { String($0) }
                return MemoryCase(factory: parts.count > 1 ? parts[1] : "swiftrosy", format: format, settings: parts[0])
            }
        }
        + ["swiftrosy", "swifteq", "swiftntsc"].flatMap { factory in
            [Kind.shared, .parts].map { MemoryCase(factory: factory, format: .i420, kind: $0) }
        }

    static let depth: [MemoryCase] = [
        MemoryCase(factory: "swiftdepthgray", format: .gray16le, output: .gray8),
        MemoryCase(factory: "swiftdepthgray", format: .gray16be, settings: "auto-range=off", output: .bgrx),
        MemoryCase(factory: "swiftdepthgray", format: .gray16le, settings: "auto-range=growing", output: .i420),
        MemoryCase(factory: "swiftdepthgray", format: .gray8, settings: "equalize=true", output: .yuy2),
        MemoryCase(factory: "swiftdepthgray", format: .gray16be, settings: "decimation=3", output: .rgb),
        MemoryCase(
            factory: "swiftdepthgray", format: .gray16le,
            settings: "colormap=turbo threshold=true spatial=true temporal=true hole-filling=nearest", output: .nv12),
        MemoryCase(factory: "swiftdepthgray", format: .gray16le, settings: "smoothing=true", output: .gray16be),
        MemoryCase(factory: "swiftdepthgray", format: .gray16le, output: .gray8, kind: .parts),
    ]
}

extension MemoryCase {
    /// The element with its settings, in PLAYING, behind whose output no more than it should make is taken.
    fileprivate func harness() throws -> ElementHarness {
        let harness = try ElementHarness(factory)
        for setting in settings.split(separator: " ") {
            let parts = setting.split(separator: "=").map { String($0) }
            tst_set_text(harness.element, parts[0], parts[1])
        }
        harness.setInt("n-threads", 3)
        if let output {
            gst_harness_set_sink_caps_str(harness.harness, "video/x-raw, format=\(output.name)")
        }
        return harness
    }

    fileprivate func buffer(_ picture: Picture) -> (buffer: Buffer, other: Buffer?) {
        switch kind {
        case .own: return (picture.buffer(), nil)
        case .shared:
            let buffer = picture.buffer()
            return (buffer, buffer.shared())
        case .parts:
            let buffer = Buffer(owning: tst_buffer_in_parts(picture.bytes, picture.bytes.count, 3))
            return (buffer.setTimes(pts: 0), nil)
        }
    }
}

extension ElementTests {
    @Suite struct AttackMemory {
        /// Lets each allocation of a first large frame fail in turn. Each time there is an error that says how much was
        /// wanted, and the element goes on with small frames.
        @Test(
            "Memory that can't be had is an error", .enabled(if: tst_can_count_allocations() && isOptimized),
            arguments: MemoryCase.filters + MemoryCase.depth)
        func everyAllocation(memory: MemoryCase) throws {
            try withoutCriticals {
                let large = try Picture(memory.format, MemoryCase.width, MemoryCase.height)
                let small = try Picture(memory.format, 64, 48)
                let fresh = try memory.harness()
                fresh.setCaps(small.caps)
                let expected = try fresh.render(small.bytes)
                var number = 0
                while true {
                    number += 1
                    let harness = try memory.harness()
                    harness.setCaps(small.caps)
                    let (buffer, other) = memory.buffer(large)
                    tst_fail_allocation(MemoryCase.least, number)
                    let isAccepted = harness.renegotiate(large.caps)
                    let result = isAccepted ? harness.push(buffer) : GST_FLOW_NOT_NEGOTIATED
                    let hasFailed = tst_end_failing()
                    withExtendedLifetime(other) {}
                    guard hasFailed else {
                        #expect(result == GST_FLOW_OK && harness.message() == nil)
                        break
                    }
                    #expect(result != GST_FLOW_OK, "allocation \(number)")
                    var texts: [String] = []
                    while let message = harness.message() {
                        if message.domain == "gst-resource-error-quark", message.code == GST_RESOURCE_ERROR_NO_SPACE_LEFT.rawValue {
                            texts.append(message.text)
                        }
                        #expect(message.isError)
                    }
                    #expect(texts.count == 1 && texts[0].contains(" bytes for a frame of "), "\(number): \(texts)")
                    // What is asked again is had.
                    if isAccepted {
                        #expect(harness.push(memory.buffer(large).buffer) == GST_FLOW_OK)
                        _ = harness.pull()
                    }
                    // And another film begins.
                    harness.pushSegment { $0.base = 1 }
                    #expect(harness.renegotiate(small.caps))
                    #expect(try harness.render(small.bytes) == expected, "after allocation \(number)")
                }
                #expect(number > 1 || memory.needsNothing, "nothing was allocated")
            }
        }
    }
}
