// SPDX-License-Identifier: MIT
import CTestSupport
import ElementKit
import Glibc
import PixelCore
import Testing

extension ElementTests {
    /// ElementKit with an element that isn't in the catalogue.
    @Suite struct Probe {
        private func playing(_ width: Int = 16) throws -> ElementHarness {
            let harness = try ElementHarness("swiftprobe")
            harness.setCaps(Image.caps(.gray8, width, 16))
            return harness
        }

        private let frame = [UInt8](repeating: 9, count: 256)

        @Test("Every kind of property is registered as its GObject type")
        func kinds() throws {
            let harness = try playing()
            let list = harness.properties
            let described = list.map { "\(string($0.name)): \(string($0.type))" }
            #expect(
                described == [
                    "level: gdouble", "count: gint", "enabled: gboolean", "mode: GstSwiftProbeMode",
                    "label: gchararray", "ticks: guint64", "arrays: gint", "thousands: gint64", "tocks: gint64",
                    "n-threads: gint",
                ])
            #expect(list[0].minimum == -2 && list[0].maximum == 8 && list[0].initial == 0.5)
            #expect(list[1].minimum == -5 && list[1].maximum == 5 && list[1].initial == -3)
            #expect(list[2].initial == 1)
            #expect(list[3].minimum == 0 && list[3].maximum == 7 && list[3].initial == 0)
            #expect(string(list[4].text) == "aaaa")
            #expect(list[5].minimum64 == 0 && list[5].maximum64 == .max && list[5].initial64 == 7)
            let (least, greatest) = (UInt64(bitPattern: .min), UInt64(bitPattern: Int64.max))
            #expect(list[7].minimum64 == least && list[7].maximum64 == greatest)
            #expect(Int64(bitPattern: list[7].initial64) == -3000)
            #expect(list[8].minimum64 == 0 && list[8].maximum64 == greatest && list[8].initial64 == 7)
        }

        @Test("Choices are taken by nick, as gst-launch gives them")
        func nicks() throws {
            let harness = try playing()
            gst_util_set_object_arg(
                UnsafeMutableRawPointer(harness.element).assumingMemoryBound(to: GObject.self), "mode", "fail-to-render"
            )
            #expect(tst_get_int(harness.element, "mode") == 7)
        }

        @Test("Documentation names types, ranges and defaults")
        func docs() {
            let docs = probe.propertyDocs
            let types = ["double", "int", "boolean", "enum", "string", "uint64", "int", "int64", "int64", "int"]
            #expect(docs.map(\.type) == types)
            #expect(docs.filter(\.isReadOnly).map(\.name) == ["thousands", "tocks"])
            #expect(docs[5].range == "0 to 18446744073709551615" && docs[5].initial == "7")
            #expect(docs[8].range == "0 to 9223372036854775807" && docs[7].initial == "-3000")
            #expect(docs[0].range == "-2 to 8" && docs[0].initial == "0.5")
            #expect(docs[2].range == "`false`, `true`" && docs[2].initial == "true" && docs[4].initial == "aaaa")
            #expect(docs[3].range == "`write`, `fail-to-update`, `fail-to-render`" && docs[3].initial == "write")
        }

        @Test(
            "Documentation writes numbers without exponents",
            arguments: [
                (1e-06, "0.000001"), (2.5e-05, "0.000025"), (-2.5e-05, "-0.000025"), (0.025, "0.025"), (8, "8"),
                (-0.5, "-0.5"), (1e6, "1000000"), (1e16, "10000000000000000"), (1.5e17, "150000000000000000"), (0, "0"),
            ])
        func decimals(_ value: Double, _ text: String) {
            #expect(PropertyDoc.decimal(value) == text)
        }

        @Test("Settings of every kind reach the effect")
        func settings() throws {
            try withoutCriticals {
                let harness = try playing()
                #expect(try harness.render(frame).prefix(3) == [5, UInt8(truncatingIfNeeded: -3), 97])
                harness.set("level", 2)
                harness.setInt("count", 5)
                tst_set_string(harness.element, "label", "zz")
                #expect(try harness.render(frame).prefix(3) == [20, 5, 122])
                tst_set_string(harness.element, "label", nil)
                #expect(try harness.render(frame)[2] == 0)
                harness.setInt("enabled", 0)
                #expect(try harness.render(frame) == frame)
            }
        }

        @Test(
            "All bits of 64-bit numbers are kept", arguments: [0, 1, 1 << 53 + 1, 1 << 63, .max - 1, .max] as [UInt64])
        func bits(value: UInt64) throws {
            let harness = try playing()
            tst_set_uint64(harness.element, "ticks", value)
            #expect(tst_get_uint64(harness.element, "ticks") == value)
            #expect(tst_get_uint64(harness.element, "tocks") == min(value, UInt64(Int64.max)))
        }

        @Test("A computed property follows the others, and tells when it changes")
        func computed() throws {
            try withoutCriticals {
                let counts = UnsafeMutablePointer<Int32>.allocate(capacity: 2)
                counts.initialize(repeating: 0, count: 2)
                defer { counts.deallocate() }
                let harness = try playing()
                tst_count_notify(harness.element, "thousands", counts)
                tst_count_notify(harness.element, "tocks", counts + 1)
                func thousands() -> Int64 { Int64(bitPattern: tst_get_uint64(harness.element, "thousands")) }
                #expect(thousands() == -3000)
                harness.setInt("count", 4)
                #expect(thousands() == 4000 && counts[0] == 1)
                harness.setInt("count", 4)
                harness.set("level", 1)
                #expect(thousands() == 4000 && counts[0] == 1 && counts[1] == 0)
                tst_set_uint64(harness.element, "ticks", .max)
                #expect(counts[0] == 1 && counts[1] == 1)
                // Another value that computes to the same.
                tst_set_uint64(harness.element, "ticks", .max - 1)
                #expect(counts[1] == 1)
                _ = try harness.render(frame)
                #expect(thousands() == 4000)
            }
        }

        @Test("A computed property can't be set")
        func readOnly() throws {
            let harness = try playing()
            tst_set_uint64(harness.element, "thousands", 5)
            #expect(Int64(bitPattern: tst_get_uint64(harness.element, "thousands")) == -3000)
        }

        @Test("The effect is updated when a value changes, and only then")
        func updates() throws {
            let harness = try playing()
            _ = try harness.render(frame)
            let before = ProbeEffect.updates.load(ordering: .relaxed)
            for _ in 0..<5 {
                harness.set("level", 0.5)
                tst_set_string(harness.element, "label", "aaaa")
                _ = try harness.render(frame)
            }
            #expect(ProbeEffect.updates.load(ordering: .relaxed) == before)
            harness.set("level", 0.75)
            for _ in 0..<5 { _ = try harness.render(frame) }
            #expect(ProbeEffect.updates.load(ordering: .relaxed) == before + 1)
            #expect(harness.renegotiate(Image.caps(.gray8, 16, 8)))
            for _ in 0..<5 { _ = try harness.render(frame) }
            #expect(ProbeEffect.updates.load(ordering: .relaxed) == before + 2)
        }

        @Test("What an effect throws stops the stream with its text on the bus", arguments: [Int32(3), 7])
        func throwing(mode: Int32) throws {
            try withoutCriticals {
                let harness = try playing()
                _ = try harness.render(frame)
                harness.setInt("mode", mode)
                #expect(harness.push(Buffer(frame)) == GST_FLOW_ERROR)
                let error = try #require(harness.message())
                #expect(error.isError && error.domain == "gst-stream-error-quark")
                #expect(error.source.hasPrefix("swiftprobe"))
                let text = mode == 7 ? "The probe was told to fail." : "long long long"
                #expect(error.text.hasPrefix(text))
                #expect(error.text.utf8.count <= 2047)
                harness.setInt("mode", 0)
                _ = try harness.render(frame)
            }
        }

        @Test("An effect that refuses an image makes caps fail")
        func refusing() throws {
            try withoutCriticals {
                let harness = try playing(13)
                #expect(harness.push(Buffer(frame)) == GST_FLOW_NOT_NEGOTIATED)
                let error = try #require(harness.message())
                #expect(error.isError && error.text == "Images 13 wide bring bad luck; make them 12.")
                #expect(harness.renegotiate(Image.caps(.gray8, 12, 12)))
                #expect(try harness.render(frame)[2] == 97)
            }
        }

        @Test("A text set from another thread a thousand times a second arrives whole")
        func strings() throws {
            try withoutCriticals {
                let harness = try playing()
                let element = Shared(pointer: harness.element)
                let steps = Steps()
                let setter = Background {
                    _ = steps.next()
                    for letter in ["a", "b", "c"] {
                        tst_set_string(
                            element.pointer, "label", String(repeating: letter, count: letter == "b" ? 3 : 90))
                        usleep(200)
                    }
                    tst_set_string(element.pointer, "label", nil)
                }
                let start = now()
                var seen: Set<UInt8> = []
                while now() - start < Threads.seconds || steps.taken < 10 { seen.insert(try harness.render(frame)[2]) }
                setter.end()
                #expect(seen.isSubset(of: [0, 97, 98, 99]))
                for letter in ["a", "b", "c"] {
                    tst_set_string(harness.element, "label", letter)
                    #expect(try harness.render(frame)[2] == letter.utf8.first)
                }
                #expect(harness.message()?.text == nil)
            }
        }

        @Test("Registered twice, it is still one type")
        func twice() throws {
            _ = try playing()
            tst_register { plugin in probe.register(plugin: plugin) }
            let harness = try playing()
            #expect(try harness.render(frame)[2] == 97)
        }
    }
}
