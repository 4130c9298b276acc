// SPDX-License-Identifier: MIT
import CTestSupport
import PixelCore
import TestSupport
import Testing

/// An element with settings that need memory, and an image that needs much of it.
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

    var testDescription: String { "\(factory) \(settings)\(values["filters"] ?? "") \(format.name) \(kind)" }

    /// Two threads' worth. All that grows with the frame's width is larger than `least`; the array of a message is not.
    static let (width, height) = (32_800, 24)
    static let least = 16_384
    /// What a law is lowered with is smaller, too.
    var least: Int { isDerived ? 32_768 : Self.least }
    /// Where there is no memory for a grid of tiles, a coarser one is used.
    var hasGrid: Bool { settings.contains("method=clahe") }
    /// Bytes are changed where they are.
    var needsNothing: Bool { factory == "swiftrosy" && format == .bgrx || isDerived }
    /// What a filter of one file needs is not known here.
    var isDerived = false
    /// Its settings.
    var values: [String: String] = [:]

    static let filters: [MemoryCase] =
        [PixelFormat.bgrx, .i420, .p010].flatMap { format in
            [
                "", "intensity=0.5", "|swifteq", "method=clahe|swifteq",
                "method=clahe smoothing-time=1 mode=rgb|swifteq",
                "smoothing-time=1 intensity=0.5 post-messages=true interval=0|swifteq",
                "mode=rgb mapping=cdf-min|swifteq",
                "|swiftntsc", "chroma-delay-vertical=3 use-field=upper|swiftntsc",
                "compatibility=corrected chroma-demodulation=2-line-comb use-field=both|swiftntsc",
                "compatibility=corrected bandwidth-scale=1.7 preset=vhs-ep-worn|swiftntsc",
                "composite-noise-frequency=0.0123 luma-noise=true luma-noise-frequency=0.777 chroma-noise=true|swiftntsc",
            ].map { text in
                let parts = text.split(separator: "|", omittingEmptySubsequences: false).map { String($0) }
                return MemoryCase(factory: parts.count > 1 ? parts[1] : "swiftrosy", format: format, settings: parts[0])
            }
        }
        + Subject.some("AttackMemory shared", count: 1).flatMap { subject in
            [Kind.shared, .parts].map {
                MemoryCase(
                    factory: subject.factory, format: .i420, kind: $0, isDerived: !special.contains(subject.factory))
            }
        }
        + Subject.some("AttackMemory", [PixelFormat.bgrx, .i420, .p010], count: 2).filter { subject, _ in
            !special.contains(subject.factory)
        }.map { subject, format in
            MemoryCase(factory: subject.factory, format: format, isDerived: true, values: subject.values(1))
        }

    /// Effects of whole frames as stages.
    static let chains: [MemoryCase] = [
        "eq smoothing-time=1 mix=0.5 ! ntsc", "emboss ! ntsc chroma-delay-vertical=3 mix=0.5 ! eq",
    ].map { MemoryCase(factory: "swiftchain", format: .i420, values: ["filters": $0]) }

    static let all = (filters + chains + converters).filter { Sample.element == nil || $0.factory == Sample.element }

    /// Those with settings of their own above.
    private static let special = ["swiftrosy", "swifteq", "swiftntsc"]

    /// Those whose output is another image.
    static let converters: [MemoryCase] = [
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
        MemoryCase(factory: "swiftcrop", format: .nv12, settings: "x=0.25 y=0.1 height=0.5"),
        MemoryCase(factory: "swiftcrop", format: .yuy2, settings: "x=0.25 y=0.1 height=0.5 zoom=true"),
        MemoryCase(factory: "swiftorient", format: .i420, settings: "video-direction=90r"),
        MemoryCase(factory: "swiftorient", format: .yuy2, settings: "video-direction=180"),
        MemoryCase(factory: "swiftorient", format: .rgb, settings: "video-direction=ur-ll", kind: .parts),
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
        for (name, text) in values { tst_set_text(harness.element, name, text) }
        harness.setInt("n-threads", 2)
        if let output {
            gst_harness_set_sink_caps_str(harness.harness, "video/x-raw, format=\(output.name)")
        }
        return harness
    }

    fileprivate func buffer(_ image: Image) -> (buffer: Buffer, other: Buffer?) {
        switch kind {
        case .own: return (image.buffer(), nil)
        case .shared:
            let buffer = image.buffer()
            return (buffer, buffer.shared())
        case .parts:
            let buffer = Buffer(owning: tst_buffer_in_parts(image.bytes, image.bytes.count, 3))
            return (buffer.setTimes(pts: 0), nil)
        }
    }
}

extension ElementTests {
    @Suite(.serialized) struct AttackMemory {
        /// Lets each allocation of a first large frame fail in turn. Each time there is an error that says how much was
        /// wanted, and the element goes on with small frames.
        @Test(
            "Memory that can't be had is an error", .enabled(if: tst_can_count_allocations() && isOptimized),
            arguments: MemoryCase.all)
        func everyAllocation(memory: MemoryCase) throws {
            try withoutCriticals {
                let large = try Image(memory.format, MemoryCase.width, MemoryCase.height)
                let small = try Image(memory.format, 64, 48)
                let fresh = try memory.harness()
                fresh.setCaps(small.caps)
                let expected = try fresh.render(small.bytes)
                var (number, coarser) = (0, 0)
                while true {
                    number += 1
                    let harness = try memory.harness()
                    harness.setCaps(small.caps)
                    let (buffer, other) = memory.buffer(large)
                    tst_fail_allocation(memory.least, number)
                    let isAccepted = harness.renegotiate(large.caps)
                    let refusal = harness.message()
                    let result = isAccepted ? harness.push(buffer) : GST_FLOW_NOT_NEGOTIATED
                    let hasFailed = tst_end_failing()
                    withExtendedLifetime(other) {}
                    while harness.pull() != nil {}
                    guard hasFailed else {
                        #expect(result == GST_FLOW_OK && refusal == nil && harness.message() == nil)
                        break
                    }
                    // Caps that were refused GStreamer sends again with the frame.
                    let message = try #require(refusal ?? harness.message(), "allocation \(number)")
                    if memory.hasGrid, !message.isError {
                        #expect(result == GST_FLOW_OK && message.text.hasSuffix(" tiles are used."), "\(message.text)")
                        coarser += 1
                    } else {
                        #expect(refusal != nil || result == GST_FLOW_ERROR, "allocation \(number): \(message.text)")
                        #expect(message.isError && message.domain == "gst-resource-error-quark")
                        #expect(message.code == GST_RESOURCE_ERROR_NO_SPACE_LEFT.rawValue)
                        #expect(message.text.contains(" bytes for a frame of "), "\(number): \(message.text)")
                    }
                    #expect(harness.message() == nil)
                    // What is asked for again is had.
                    if number % 8 == 1, isAccepted {
                        #expect(harness.push(memory.buffer(large).buffer) == GST_FLOW_OK)
                        while harness.pull() != nil {}
                    }
                    // And another video begins.
                    harness.pushSegment { $0.base = 1 }
                    #expect(harness.renegotiate(small.caps))
                    #expect(try harness.render(small.bytes) == expected, "after allocation \(number)")
                }
                #expect(number > 1 || memory.needsNothing, "nothing was allocated")
                #expect((coarser > 0) == memory.hasGrid, "\(coarser) grids were coarser")
            }
        }

        /// A grid of 512 MiB of tables, where less can be had.
        @Test(
            "Tables of a grid that can't be had are fewer, one warning says so, and the result is that of the coarser grid",
            .enabled(if: tst_can_count_allocations() && isOptimized), arguments: [64, 4], [false, true])
        func coarserGrid(mebibytes: Int, smooths: Bool) throws {
            try withoutCriticals {
                let frame = try Image(.gray16le, 1280, 720)
                func harness(_ grid: Int32) throws -> ElementHarness {
                    let harness = try ElementHarness("swifteq")
                    harness.setInt("method", 1)
                    harness.setInt("grid-width", grid)
                    harness.setInt("grid-height", grid)
                    harness.set("smoothing-time", smooths ? 1 : 0)
                    harness.setCaps(frame.caps)
                    return harness
                }
                let large = try harness(64)
                tst_refuse_allocations(mebibytes << 20)
                defer { _ = tst_end_failing() }
                let result = large.push(frame.buffer().setTimes(pts: 0))
                let warning = try #require(large.message())
                #expect(result == GST_FLOW_OK && !warning.isError, "\(warning.text)")
                let words = warning.text.split(separator: " ")
                #expect(
                    warning.text.hasPrefix("64 x 64 tiles of 1280x720 GRAY16_LE need ")
                        && warning.text.contains(" MiB of tables, for which there is no memory. ")
                        && warning.text.hasSuffix(" tiles are used."), "\(warning.text)")
                // Not coarser than it has to be: half as much might not do.
                let grid = try #require(Int32(words.suffix(6).first ?? ""), "\(warning.text)")
                #expect(Int(grid * grid) << 17 >= mebibytes << 18 && grid < 64, "\(grid)")
                #expect(large.pull()?.bytes == (try harness(grid).render(frame.buffer().setTimes(pts: 0)).bytes))
                // Settings that leave the tables leave the grid, and what else can't be had is an error as ever.
                large.set("intensity", 0.5)
                _ = try large.render(frame.buffer().setTimes(pts: 40_000_000))
                #expect(large.message() == nil)
                let none = try harness(64)
                let buffer = frame.buffer().setTimes(pts: 0)
                tst_refuse_allocations(1 << 16)
                #expect(none.push(buffer) == GST_FLOW_ERROR)
                let error = try #require(none.message())
                #expect(error.isError && error.code == GST_RESOURCE_ERROR_NO_SPACE_LEFT.rawValue, "\(error.text)")
            }
        }

        /// The same for an element with two inputs, the second of another size, or to be joined first.
        @Test(
            "Memory that can't be had for a mix is an error", .enabled(if: tst_can_count_allocations() && isOptimized),
            arguments: [PixelFormat.bgrx, .i420, .p010, .yuy2],
            [("swiftmix", false), ("swiftmix", true), ("swiftblend", false)])
        func everyAllocationOfMixing(format: PixelFormat, mixer: (factory: String, inParts: Bool)) throws {
            let (factory, inParts) = mixer
            // A mode that stretches in 16 bits.
            func harness(_ caps: String? = nil) throws -> MixHarness {
                let harness = try MixHarness(caps, of: factory)
                if factory == "swiftblend" { tst_set_text(harness.element, "mode", "hue") }
                return harness
            }
            try withoutCriticals {
                let large = try Image(format, MemoryCase.width, MemoryCase.height)
                let second = try Image(format, MemoryCase.width - 4, 30, seed: 2)
                let small = try Image(format, 64, 48)
                let expected = try harness(small.caps).render(small.buffer(), small.buffer()).bytes
                var number = 0
                while true {
                    number += 1
                    let harness = try harness()
                    harness.setInt("n-threads", 2)
                    harness.setCaps(0, large.caps)
                    harness.setCaps(1, second.caps)
                    let buffers = [large, second].map { image in
                        inParts
                            ? Buffer(owning: tst_buffer_in_parts(image.bytes, image.bytes.count, 2))
                            : image.buffer()
                    }
                    tst_fail_allocation(MemoryCase.least, number)
                    for input in 0..<2 { harness.push(input, buffers[input]) }
                    var message: Message?
                    var output: Buffer?
                    #expect(
                        eventually {
                            if message == nil { message = harness.message(seconds: 0) }
                            if output == nil { output = harness.pull(seconds: 0) }
                            return message != nil || output != nil
                        })
                    guard tst_end_failing() else {
                        #expect(output != nil && message == nil)
                        break
                    }
                    let error = try #require(message, "allocation \(number)")
                    #expect(error.isError && error.domain == "gst-resource-error-quark")
                    #expect(error.code == GST_RESOURCE_ERROR_NO_SPACE_LEFT.rawValue)
                    #expect(error.text.contains(" bytes for a frame of "), "\(number): \(error.text)")
                    gst_element_set_state(harness.element, GST_STATE_READY)
                    gst_element_set_state(harness.element, GST_STATE_PLAYING)
                    for input in 0..<2 { harness.setCaps(input, small.caps) }
                    #expect(try harness.render(small.buffer(), small.buffer()).bytes == expected)
                }
                #expect(number > 1, "nothing was allocated")
            }
        }
    }
}
