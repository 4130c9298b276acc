// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Elements
import PixelCore
import TestSupport
import Testing

extension ElementTests {
    /// Elements that are no filters as stages of chains.
    @Suite struct ChainStages {
        /// An element with properties, and the same as a stage.
        private typealias Pair = (factory: String, settings: String)

        private static let pairs: [Pair] = [
            ("swifteq", "method=clahe smoothing-time=0.5 clip-limit=3"),
            ("swifteq", "mode=rgb mapping=cdf-min intensity=0.7 smoothing-time=0.2 scene-change=1"),
            ("swiftntsc", "random-seed=3 snow-intensity=0.5 use-field=alternating"),
            ("swiftntsc", "preset=vhs-sp luma-smear=0.1 compatibility=corrected"),
            ("swiftcrop", "x=0.1 y=0.25 width=0.5 height=0.4 zoom=true"),
        ]

        /// Every other stage with the settings of its declaration's example.
        private static let declared: [Pair] = Catalogue.elements.compactMap { element in
            let factory = "\(element.metadata.factoryName)"
            guard let filter = element as? any DerivedFilter, !pairs.contains(where: { $0.factory == factory }),
                Catalogue.stageTypes.contains(where: { $0.name == factory.dropFirst(5) })
            else { return nil }
            let settings = filter.exampleValues.sorted { $0.key < $1.key }.map {
                "\($0.key)=\($0.value.filter { $0 != " " })"
            }
            return (factory, settings.joined(separator: " "))
        }

        /// Those above, and some of the declared ones, or the element that is tested alone.
        private static func some(_ salt: String) -> [Pair] {
            guard let only = Sample.element else { return pairs + Sample.some(of: declared, 4, salt) }
            return (pairs + declared).filter { $0.factory == only }
        }

        /// Some in slow builds, where histograms of 16 bits take half a minute.
        private static let formats =
            Sample.isFew
            ? Sample.some(of: PixelFormat.allCases.filter { $0.layout.sampleBytes == 1 }, 4, "stages")
            : PixelFormat.allCases

        private func stage(_ pair: Pair) -> String { "\(pair.factory.dropFirst(5)) \(pair.settings)" }

        private func element(_ factory: String, _ settings: String) throws -> ElementHarness {
            let harness = try ElementHarness(factory)
            for setting in settings.split(separator: " ") {
                let parts = setting.split(separator: "=").map { String($0) }
                tst_set_text(harness.element, parts[0], parts[1])
            }
            return harness
        }

        private func images(_ format: PixelFormat, _ count: Int, interlaced: Bool = false) throws -> [Image] {
            try (0..<count).map { try Image(format, 67, 22, interlaced: interlaced, seed: UInt64($0 + 1)) }
        }

        @Test(
            "A chain of one stage makes what the element makes, bit for bit", arguments: formats,
            [false, true])
        func one(format: PixelFormat, interlaced: Bool) throws {
            try withoutCriticals {
                let images = try images(format, 3, interlaced: interlaced)
                for pair in Self.some("stages \(format.name) \(interlaced)") {
                    let chain = try ChainHarness(stage(pair))
                    #expect(chain.messages().isEmpty, "\(pair)")
                    let all = [chain.harness, try element(pair.factory, pair.settings)]
                    for harness in all { harness.setCaps(images[0].caps) }
                    // The frame of a converter is new memory, whose padding nobody writes.
                    let isConverter = converters.contains(pair.factory)
                    func check(_ note: String, _ buffer: (Image, Int) -> Buffer) throws {
                        for (index, image) in images.enumerated() {
                            let made = try all.map { harness in
                                let bytes = try harness.render(buffer(image, index)).bytes
                                return isConverter ? image.with(bytes).visible : bytes
                            }
                            #expect(
                                made[0] == made[1], "\(pair) \(format.name) frame \(index), \(note), \(Sample.note)")
                        }
                    }
                    try check("times") { $0.buffer().setTimes(pts: UInt64($1 + 5) * 40_000_000, duration: 40_000_000) }
                    try check("offsets") { $0.buffer().setTimes(pts: .max, offset: UInt64($1 * 3)) }
                    try check("fields") { image, index in
                        let buffer = image.buffer().setTimes(pts: UInt64(index + 9) * 40_000_000)
                        let first = GST_VIDEO_BUFFER_FLAG_TFF.rawValue
                        tst_set_flags(
                            buffer.pointer, [first, 0, first | GST_VIDEO_BUFFER_FLAG_ONEFIELD.rawValue][index])
                        return buffer
                    }
                    try check("neither") { image, _ in image.buffer().setTimes(pts: .max) }
                    for harness in all {
                        _ = harness.push(gst_event_new_flush_start())
                        _ = harness.push(gst_event_new_flush_stop(1))
                        harness.pushSegment { ($0.start, $0.time) = (80_000_000, 3_000_000_000) }
                    }
                    try check("a seek") { $0.buffer().setTimes(pts: UInt64($1 + 1) * 70_000_000) }
                    try check("neither, after a seek") { image, _ in image.buffer().setTimes(pts: .max) }
                    #expect(chain.messages().isEmpty)
                }
            }
        }

        @Test("A row of stages makes what elements in a row make", arguments: [PixelFormat.bgrx, .i420, .p010, .gray8])
        func row(format: PixelFormat) throws {
            try withoutCriticals {
                let chain = try ChainHarness(
                    "invert ! \(stage(Self.pairs[0])) ! emboss ! \(stage(Self.pairs[2])) ! sepia")
                let row = [
                    try ElementHarness("swiftinvert"), try element("swifteq", Self.pairs[0].settings),
                    try ElementHarness("swiftemboss"), try element("swiftntsc", Self.pairs[2].settings),
                    try ElementHarness("swiftsepia"),
                ]
                let images = try images(format, 4)
                for harness in row + [chain.harness] { harness.setCaps(images[0].caps) }
                for (index, image) in images.enumerated() {
                    let time = UInt64(index) * 40_000_000
                    var bytes = image.bytes
                    for harness in row { bytes = try harness.render(Buffer(bytes).setTimes(pts: time)).bytes }
                    #expect(
                        try chain.harness.render(image.buffer().setTimes(pts: time)).bytes == bytes, "frame \(index)")
                }
            }
        }

        @Test("Their properties are children's, presets too, and read back as text")
        func children() throws {
            try withoutCriticals {
                let chain = try ChainHarness("eq ! sepia ! ntsc name=tape preset=vhs-sp luma-smear=0.1 mix=0.5")
                #expect(chain.labels == ["eq0", "sepia0", "tape"])
                #expect(chain.filters.hasPrefix("eq ! sepia ! ntsc name=tape ") && chain.filters.hasSuffix(" mix=0.5"))
                #expect(chain.filters.contains(" luma-smear=0.1 ") && !chain.filters.contains("preset"))
                chain.set("eq0::clip-limit", 3.5)
                chain.set("tape::luma-smear", 0.25)
                #expect(chain.number("eq0::clip-limit") == 3.5 && chain.filters.contains("eq clip-limit=3.5 ! sepia"))
                // What a text says, another chain makes of it.
                let other = try ChainHarness(chain.filters)
                #expect(other.filters == chain.filters && other.number("tape::luma-smear") == 0.25)

                let tape = try #require(tst_child(chain.element, "tape"))
                defer { gst_object_unref(tape) }
                tst_set_text(tape, "preset", "camcorder")
                #expect(chain.filters == "eq clip-limit=3.5 ! sepia ! ntsc name=tape preset=camcorder mix=0.5")
                let alone = try element("swiftntsc", "preset=camcorder")
                #expect(tst_get_double(tape, "luma-smear") == alone.double("luma-smear"))
                // A text may set it too, and keeps what it does not say.
                chain.filters = "ntsc name=tape preset=vhs-ep-worn"
                #expect(chain.filters == "ntsc name=tape preset=vhs-ep-worn mix=0.5")
                chain.filters = "ntsc name=tape preset=custom composite-noise=false"
                #expect(!chain.filters.contains("preset="))
                #expect(tst_get_int(tape, "preset") == 0)
                let eq = try ChainHarness("eq smoothing-time=0.5")
                let child = try #require(tst_child(eq.element, "eq0"))
                #expect(tst_get_uint64(child, "temporal-window") == 8_000_000_000)
                gst_object_unref(child)
                #expect(eq.filters == "eq smoothing-time=0.5" && eq.messages().isEmpty)
            }
        }

        @Test("A file of presets is taken by a text and by a child, and what is wrong with it is told")
        func files() throws {
            try withoutCriticals {
                let image = try Image(.bgrx, 40, 16)
                let file = conformanceFolder + "default_preset.json"
                let chain = try ChainHarness("ntsc preset=vhs-sp preset-location=\"\(file)\" luma-smear=0.2")
                let alone = try ElementHarness("swiftntsc")
                tst_set_string(alone.element, "preset-location", file)
                alone.set("luma-smear", 0.2)
                for harness in [chain.harness, alone] { harness.setCaps(image.caps) }
                #expect(try chain.harness.render(image.bytes) == alone.render(image.bytes))
                #expect(!chain.filters.contains("location"))
                let text = chain.filters
                let bad = try PresetFile("{\"version\": 1, \"use_field\": 9}")
                chain.filters = "ntsc preset-location=\(bad.path)"
                let message = try #require(chain.messages().first)
                #expect(
                    message.text.contains("column 22: \"preset-location\" is a file that was not loaded: ")
                        && message.text.contains("\"use_field\" is 9"), "\(message.text)")
                #expect(chain.filters == text)
                let child = try #require(tst_child(chain.element, "ntsc0"))
                tst_set_string(child, "preset-location", bad.path)
                #expect(chain.messages().first?.text.contains("\"use_field\" is 9") == true)
                gst_object_unref(child)
            }
        }

        @Test("A control source moves a value, and the frames with it")
        func controlled() throws {
            try withoutCriticals {
                let image = try Image(.rgba, 32, 16)
                let chain = try ChainHarness("eq ! invert")
                let child = try #require(tst_child(chain.element, "eq0"))
                tst_control(child, "intensity", 0, 1, 1_000_000_000)
                chain.harness.setCaps(image.caps)
                for step in 0...4 {
                    let output = try chain.harness.render(image.buffer().setTimes(pts: UInt64(step) * 250_000_000))
                        .bytes
                    #expect(abs(chain.number("eq0::intensity") - Double(step) / 4) < 1e-9)
                    #expect(try output == image.rendered("eq intensity=\(Double(step) / 4) ! invert", .usual(.rgba)))
                }
                gst_object_unref(child)
            }
        }

        @Test("Another text keeps what a stage of its kind and name remembers; another name begins anew")
        func swapped() throws {
            try withoutCriticals {
                let images = try images(.gray8, 4)
                let settings = "smoothing-time=0.5 scene-change=1"
                let chain = try ChainHarness("eq \(settings)")
                let alone = try element("swifteq", settings)
                for harness in [chain.harness, alone] { harness.setCaps(images[0].caps) }
                func render(_ harness: ElementHarness, _ index: Int) throws -> [UInt8] {
                    try harness.render(images[index].buffer().setTimes(pts: UInt64(index) * 40_000_000)).bytes
                }
                for index in 0..<2 { #expect(try render(chain.harness, index) == render(alone, index)) }
                chain.filters = "gamma ! sepia enabled=false ! eq ! eq name=second mix=0"
                #expect(try render(chain.harness, 2) == render(alone, 2))
                chain.filters = "eq name=second \(settings) mix=1"
                let fresh = try element("swifteq", settings)
                fresh.setCaps(images[0].caps)
                let blended = try render(alone, 3)
                let begun = try render(fresh, 3)
                #expect(try render(chain.harness, 3) == begun && begun != blended)
                #expect(chain.messages().isEmpty)
            }
        }

        @Test("Stages that are switched off cost nothing: frames are not copied")
        func passthrough() throws {
            try withoutCriticals {
                let image = try Image(.i420, 32, 16)
                let chain = try ChainHarness("eq enabled=false ! ntsc mix=0 ! eq intensity=0")
                chain.harness.setCaps(image.caps)
                let buffer = image.buffer()
                let memory = tst_memory(buffer.pointer)
                let kept = buffer.shared()
                let output = try chain.harness.render(buffer)
                #expect(tst_memory(output.pointer) == memory && output.bytes == image.bytes)
                withExtendedLifetime(kept) {}
            }
        }

        @Test("A wrong text is refused with the place and what would be right")
        func refusedTexts() throws {
            try withoutCriticals {
                let chain = try ChainHarness("eq")
                chain.harness.setCaps(Image.caps(.i420, 16, 16))
                for (text, part, caret) in [
                    ("eq clip-limit=-1", "column 15: \"clip-limit\" is a number from 0 to 1000", 14),
                    ("sepia ! ntsc preset=vhs", "column 21: \"preset\" is one of custom, default", 20),
                    ("sepia ! nstc", "column 9: There is no filter \"nstc\"; \"ntsc\" is one.", 8),
                    ("eq temporal-window=1", "column 4: \"eq\" has no \"temporal-window\"", 3),
                    ("ntsc random-seed=1 random-seed=2", "column 20: \"random-seed\" is given twice", 19),
                    ("swifteq", "write \"eq\"", 0),
                ] {
                    chain.filters = text
                    let message = try #require(chain.messages().first)
                    #expect(!message.isError && message.text.contains(part), "\(message.text)")
                    let end = "\n\(text)\n\(String(repeating: " ", count: caret))^"
                    #expect(message.text.hasSuffix(end), "\(message.text)")
                    #expect(chain.filters == "eq")
                }
            }
        }

        @Test("Every element is a stage, or refused by name with the reason; crop needs zoom")
        func allElements() throws {
            try withoutCriticals {
                let chain = try ChainHarness("crop")
                let names = Catalogue.elements.map { "\($0.metadata.factoryName)".dropFirst(5) }
                for name in names where !Catalogue.stageTypes.contains(where: { $0.name == name }) {
                    chain.filters = "sepia ! \(name)"
                    let message = try #require(chain.messages().first)
                    #expect(message.text.contains("column 9: swift\(name) can't be in a chain. "), "\(message.text)")
                }
                chain.filters = "swiftorient"
                #expect(
                    chain.messages().first?.text.contains(
                        "swiftorient can't be in a chain. It may make frames of another size or format; put it") == true
                )

                let image = try Image(.bgrx, 16, 16)
                chain.harness.setCaps(image.caps)
                #expect(try chain.harness.render(image.bytes) == image.bytes)
                chain.filters = "sepia ! crop name=part x=0.5"
                let reason =
                    "\"part\" can't change 16x16 BGRx video: The part is smaller than the frame, whose size stays here; "
                    + "set zoom=true, or use swiftcrop alone."
                let warning = try #require(chain.messages().first)
                #expect(!warning.isError && warning.text.hasSuffix(reason), "\(warning.text)")
                chain.filters = "crop name=part x=0.5 zoom=true"
                #expect(chain.messages().isEmpty)
                _ = try chain.harness.render(image.bytes)
                let child = try #require(tst_child(chain.element, "part"))
                tst_set_text(child, "zoom", "false")
                gst_object_unref(child)
                let refusal = try #require(chain.messages().first)
                #expect(!refusal.isError && refusal.text == "\"zoom\" of \"part\" stays as it was: \(reason)")
                #expect(chain.filters == "crop name=part x=0.5 zoom=true")
                _ = try chain.harness.render(image.bytes)
            }
        }

        @Test("Video that a stage can't change is refused with its name; a text is, while such video flows")
        func refusedVideo() throws {
            try withoutCriticals {
                let (good, bad) = (try Image(.gray8, 12, 4), try Image(.gray8, 13, 4))
                let sentence = "\"mine\" can't change 13x4 GRAY8 video: Images 13 wide bring bad luck; make them 12."
                let chain = try ChainHarness("picky name=mine", factory: "swiftpickychain")
                chain.harness.setCaps(good.caps)
                _ = try chain.harness.render(good.bytes)
                _ = chain.harness.renegotiate(bad.caps)
                let error = try #require(chain.messages().first)
                #expect(error.isError && error.domain == "gst-stream-error-quark" && error.text == sentence)

                // Switched off it is no hindrance, and neither is what comes after it.
                let other = try ChainHarness("picky name=mine enabled=false", factory: "swiftpickychain")
                other.harness.setCaps(bad.caps)
                #expect(try other.harness.render(bad.bytes) == bad.bytes)
                #expect(other.messages().isEmpty)
                other.filters = "picky name=mine enabled=true"
                let warning = try #require(other.messages().first)
                #expect(!warning.isError && warning.text.hasSuffix(sentence), "\(warning.text)")
                #expect(warning.text.hasPrefix("The filters were not taken, they stay as they were: "))
                #expect(other.filters == "picky name=mine enabled=false")
                // What a text does not say stays so, and is no hindrance either.
                other.filters = "picky name=mine mix=0.5"
                #expect(other.filters == "picky name=mine enabled=false mix=0.5" && other.messages().isEmpty)
                #expect(try other.harness.render(bad.bytes) == bad.bytes)
                // Nor is a value of a child.
                let child = try #require(tst_child(other.element, "mine"))
                tst_set_text(child, "enabled", "true")
                gst_object_unref(child)
                #expect(other.messages().first?.text == "\"enabled\" of \"mine\" stays as it was: \(sentence)")
                #expect(try other.harness.render(bad.bytes) == bad.bytes)
                // Once there is no video, any text is taken.
                gst_element_set_state(other.element, GST_STATE_READY)
                other.filters = "picky"
                #expect(other.filters == "picky" && other.messages().isEmpty)
            }
        }

        @Test("Histograms and warnings tell the stage that they are of")
        func messages() throws {
            try withoutCriticals {
                let image = try Image(.gray8, 64, 16)
                let chain = try ChainHarness(
                    "eq post-messages=true ! invert ! eq name=b intensity=0 post-messages=true")
                chain.harness.setCaps(image.caps)
                _ = try chain.harness.render(image.buffer().setTimes(pts: 40_000_000))
                var counts = [UInt32](repeating: 0, count: 256)
                for sample in image.bytes { counts[Int(sample)] += 1 }
                let first = try #require(chain.harness.elementMessage())
                #expect(first.name == "swifteq" && first.stage == "eq0" && first.streamTime == 40_000_000)
                #expect(first.arrays == ["luma": counts])
                let second = try #require(chain.harness.elementMessage())
                #expect(second.name == "swifteq" && second.stage == "b" && second.arrays != first.arrays)
                #expect(chain.harness.elementMessage() == nil)
            }
        }

        @Test("No stage has a setting of the name that every stage has, or of an object's; names differ")
        func names() {
            for type in Catalogue.stageTypes {
                let names = type.properties.map(\.name)
                #expect(Set(names).count == names.count && !names.contains("name") && !names.contains("parent"))
            }
            #expect(Set(Catalogue.stageTypes.map(\.name)).count == Catalogue.stageTypes.count)
        }
    }
}
