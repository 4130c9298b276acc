// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Glibc
import PixelCore
import TestSupport
import Testing

extension ElementTests {
    /// Presets of elements at work: errors on the bus, other threads, and whatever a file may hold.
    @Suite struct PresetStreams {
        @Test("A bad file named before there is a bus is told at the start, which fails until it is mended")
        func errorAtStart() throws {
            try withoutCriticals {
                let element = try #require(gst_element_factory_make("swiftntsc", nil))
                defer { gst_object_unref(element) }
                gst_object_ref_sink(element)
                let bad = try PresetFile("{\"version\":1,\"use_field\":9}")
                tst_set_string(element, "preset-location", bad.path)
                #expect(tst_get_int(element, "preset") == NtscPreset.standard.rawValue)
                let bus = try #require(gst_bus_new())
                defer { gst_object_unref(bus) }
                gst_element_set_bus(element, bus)
                for _ in 0..<2 {
                    #expect(gst_element_set_state(element, GST_STATE_PAUSED) == GST_STATE_CHANGE_FAILURE)
                    var message = TstMessage()
                    #expect(tst_message(bus, &message))
                    let told = Message(message)
                    #expect(told.isError && told.text.contains("\"use_field\" is 9"), "\(told.text)")
                    #expect(told.domain == "gst-resource-error-quark")
                    #expect(!tst_message(bus, &message))
                    gst_element_set_state(element, GST_STATE_NULL)
                }
                for mended in [nil, "", conformanceFolder + "default_preset.json"] {
                    tst_set_string(element, "preset-location", bad.path)
                    tst_set_string(element, "preset-location", mended)
                    #expect(gst_element_set_state(element, GST_STATE_PAUSED) != GST_STATE_CHANGE_FAILURE)
                    var message = TstMessage()
                    #expect(!tst_message(bus, &message))
                    gst_element_set_state(element, GST_STATE_NULL)
                }
                // While it works, a bad file is told at once, and then forgotten.
                gst_element_set_state(element, GST_STATE_PAUSED)
                tst_set_string(element, "preset-location", bad.path)
                var message = TstMessage()
                #expect(tst_message(bus, &message) && message.is_warning)
                gst_element_set_state(element, GST_STATE_READY)
                #expect(gst_element_set_state(element, GST_STATE_PAUSED) != GST_STATE_CHANGE_FAILURE)
                #expect(!tst_message(bus, &message))
                gst_element_set_state(element, GST_STATE_NULL)
                gst_element_set_bus(element, nil)
            }
        }

        /// Renders while `change` is called with 0, 1, 2, ... from another thread about 1000 times a second, then after each call
        /// once more; every frame must be one of `expected`, and several of these must come.
        private func hammer(
            _ ntsc: NtscHarness, _ image: Image, _ expected: Set<[UInt8]>,
            _ change: @escaping @Sendable (Shared<GstElement>, Int) -> Void
        ) throws {
            let element = Shared(pointer: ntsc.element)
            let steps = Steps()
            let background = Background {
                change(element, steps.next())
                usleep(1000)
            }
            defer { background.end() }
            var seen: Set<[UInt8]> = []
            func render() throws {
                let output = try ntsc.harness.render(image.buffer().setTimes(pts: 0)).bytes
                #expect(expected.contains(output), "a torn frame")
                seen.insert(output)
            }
            let start = now()
            while now() - start < Threads.seconds || steps.taken < 10 { try render() }
            background.end()
            for step in 0..<10 {
                change(element, step)
                try render()
            }
            #expect(seen.count > 1)
        }

        @Test("Presets set from another thread while frames flow tear none")
        func presetsHammered() throws {
            try withoutCriticals {
                let image = try Image(.bgrx, 40, 24)
                let ntsc = try NtscHarness()
                ntsc.harness.setInt("n-threads", 1)
                ntsc.harness.setCaps(image.caps)
                var expected: Set<[UInt8]> = []
                var files: [PresetFile] = []
                for look in NtscPreset.allCases {
                    ntsc.preset = look.rawValue
                    files.append(try PresetFile(ntsc.json))
                    expected.insert(try ntsc.harness.render(image.buffer().setTimes(pts: 0)).bytes)
                }
                #expect(expected.count == files.count)
                files.append(try PresetFile("{\"version\":1, \"luma_smear\": false}"))
                try hammer(ntsc, image, expected) { [files] element, step in
                    if step % 3 == 0 {
                        tst_set_int(element.pointer, "preset", 1 + Int32(step / 3 % 6))
                    } else {
                        tst_set_string(element.pointer, "preset-location", files[step % files.count].path)
                    }
                }
            }
        }

        @Test("A property set 1000 times a second tears no frame")
        func propertyHammered() throws {
            try withoutCriticals {
                let image = try Image(.bgrx, 40, 24)
                let ntsc = try NtscHarness()
                ntsc.harness.setCaps(image.caps)
                var expected: Set<[UInt8]> = []
                for step in 0...4 {
                    ntsc.harness.set("luma-smear", Double(step) / 4)
                    expected.insert(try ntsc.harness.render(image.buffer().setTimes(pts: 0)).bytes)
                }
                #expect(expected.count == 5)
                try hammer(ntsc, image, expected) { element, step in
                    tst_set_double(element.pointer, "luma-smear", Double(step % 5) / 4)
                }
            }
        }

        @Test("Whatever a file holds, nothing breaks, and settings stay or are in their ranges")
        func fuzz() throws {
            try withoutCriticals {
                var generator = Generator(seed: 404)
                let ntsc = try NtscHarness()
                let seeds =
                    NtscPreset.allCases.map { look in
                        ntsc.preset = look.rawValue
                        return Array(ntsc.json.utf8)
                    } + [Array("{\"_composite_preemphasis\":1,\"_emulating_vhs\":true,\"_ringing\":0.5}".utf8)]
                let tokens =
                    [
                        "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0000", "\\ud800", "\\uD83D\\uDE00", "1e999", "-",
                        "0x1",
                        "99999999999999999999", "true", "null", "NaN", "\0", "\u{FEFF}", "\"version\"", "/*", "//", "'",
                        ".", "e",
                    ].map { Array($0.utf8) } + [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80]]
                let (start, end) = (now(), isLong ? 60.0 : 1.5)
                var (taken, refused) = (0, 0)
                // Mutations in names and values go through, those in what is between do not: some of both come.
                while now() - start < end || taken <= 10 || refused <= 10 {
                    var bytes: [UInt8]
                    if Int.random(in: 0..<8, using: &generator) == 0 {
                        bytes = (0..<Int.random(in: 0..<300, using: &generator)).map { _ in
                            UInt8(truncatingIfNeeded: generator.next())
                        }
                    } else {
                        bytes = seeds[Int.random(in: 0..<seeds.count, using: &generator)]
                        for _ in 0..<Int.random(in: 1...3, using: &generator) {
                            mutate(&bytes, tokens, &generator)
                        }
                    }
                    let before = ntsc.values
                    if ntsc.load(try PresetFile(bytes)) != nil {
                        refused += 1
                        #expect(ntsc.values == before, "\(String(decoding: bytes, as: UTF8.self))")
                    } else {
                        taken += 1
                        for setting in ListedSetting.all { #expect(setting.range.contains(ntsc[setting])) }
                    }
                    #expect(ntsc.harness.message() == nil)
                }
            }
        }

        private func mutate(_ bytes: inout [UInt8], _ tokens: [[UInt8]], _ generator: inout Generator) {
            let position = Int.random(in: 0...bytes.count, using: &generator)
            let length = min(bytes.count - position, Int.random(in: 0..<12, using: &generator))
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes.removeSubrange(position..<position + length)
            case 1: bytes.insert(contentsOf: tokens[Int.random(in: 0..<tokens.count, using: &generator)], at: position)
            case 2: bytes.insert(contentsOf: bytes[position..<position + length], at: 0)
            case 3: bytes.removeLast(bytes.count - position)
            case 4 where position < bytes.count: bytes[position] = UInt8(truncatingIfNeeded: generator.next())
            default:
                guard
                    let digit = bytes.indices.filter({ (48...57).contains(bytes[$0]) }).randomElement(using: &generator)
                else { return }
                bytes.replaceSubrange(
                    digit...digit, with: tokens[Int.random(in: 0..<tokens.count, using: &generator)])
            }
        }
    }
}
