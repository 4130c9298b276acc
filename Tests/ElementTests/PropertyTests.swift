// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Filters
import ElementKit
import Elements
import PixelCore
import Testing

extension ElementTests {
    @Suite struct Properties {
        static let factories = Catalogue.elements.map { "\($0.metadata.factoryName)" } + ["swiftprobe"]

        @Test("Every property is described, controllable and mutable in PLAYING", arguments: factories)
        func flags(factory: String) throws {
            try withoutCriticals {
                let harness = try ElementHarness(factory)
                let list = harness.properties
                #expect(string(list.last?.name ?? TstProperty().name) == "n-threads")
                for property in list {
                    let name = string(property.name)
                    // What is computed is an int64, and nothing else is; a log is written. A source is live or not from its start on.
                    let isSet = !property.is_int64 && name != "log"
                    let isMutable = isSet && !(videoSources.contains(factory) && name == "is-live")
                    #expect(property.readable, "\(name)")
                    #expect(property.writable == isSet && property.mutable_playing == isMutable, "\(name)")
                    let isText = property.is_string || property.is_array
                    #expect(property.controllable == (isMutable && !isText), "\(name)")
                    #expect(property.has_blurb, "\(name)")
                    #expect(!name.contains("_") && name.lowercased() == name)
                }
            }
        }

        @Test("Documentation and GObject list the same properties", arguments: factories)
        func docs(factory: String) throws {
            let elements = Catalogue.elements + [probe]
            let docs = try #require(elements.first { "\($0.metadata.factoryName)" == factory }).propertyDocs
            let list = try ElementHarness(factory).properties
            #expect(docs.map(\.name) == list.map { string($0.name) })
            #expect(docs.map(\.isReadOnly) == list.map { !$0.writable })
        }

        @Test("Defaults read back; minimum and maximum are taken; beyond is refused", arguments: factories)
        func ranges(factory: String) throws {
            try withoutCriticals {
                for property in try ElementHarness(factory).properties {
                    // Properties may move others.
                    let harness = try ElementHarness(factory)
                    let name = string(property.name)
                    if property.is_double {
                        #expect(harness.double(name) == property.initial, "\(name)")
                        for value in [property.minimum, property.maximum] {
                            harness.set(name, value)
                            #expect(harness.double(name) == value)
                        }
                        for refused in [property.minimum - 1, property.maximum + 1, .nan, .infinity, -.infinity] {
                            harness.set(name, property.minimum)
                            harness.set(name, refused)
                            let value = harness.double(name)
                            #expect((property.minimum...property.maximum).contains(value), "\(name) \(refused)")
                        }
                    } else if property.is_uint64 {
                        #expect(tst_get_uint64(harness.element, name) == property.initial64, "\(name)")
                        for value in [property.minimum64, property.maximum64] {
                            tst_set_uint64(harness.element, name, value)
                            #expect(tst_get_uint64(harness.element, name) == value, "\(name)")
                        }
                    } else if property.is_int64 {
                        let value = Int64(bitPattern: tst_get_uint64(harness.element, name))
                        let (least, greatest) = (property.minimum64, property.maximum64)
                        #expect((Int64(bitPattern: least)...Int64(bitPattern: greatest)).contains(value), "\(name)")
                    } else if property.is_string, factory == "swiftchain", name == "filters" {
                        // A text with a grammar; Chains has its tests.
                        #expect(tst_get_string(harness.element, name) == nil)
                    } else if property.is_array {
                        // What it takes is the filter's; ColorProperties has its tests.
                        property.set(0.5, of: harness.element)
                    } else if property.is_structure {
                        // What it takes is the filter's; ShaderProperties has its tests.
                        tst_set_string(harness.element, name, nil)
                    } else if property.is_string, ["location", "fragment"].contains(name), factory != "swiftchain" {
                        // A file that is not there, or no shader.
                        tst_set_string(harness.element, name, "t\u{E4}st")
                        #expect(tst_get_string(harness.element, name) == nil)
                    } else if property.is_string, name == "log" {
                        #expect(tst_get_string(harness.element, name) == nil)
                    } else if property.is_string {
                        for text in ["", "t\u{E4}st", "bbbb"] {
                            tst_set_string(harness.element, name, text)
                            let read = try #require(tst_get_string(harness.element, name))
                            #expect(String(cString: read) == text)
                            g_free(read)
                        }
                        tst_set_string(harness.element, name, nil)
                        #expect(tst_get_string(harness.element, name) == nil)
                    } else {
                        // A uint has the same bits.
                        func value() -> Double {
                            let value = tst_get_int(harness.element, name)
                            return property.maximum > 0x7fff_ffff ? Double(UInt32(bitPattern: value)) : Double(value)
                        }
                        #expect(value() == property.initial, "\(name)")
                        // A video direction of 9 is custom, which is refused: see Orientations.
                        let greatest = name == "video-direction" ? 8 : property.maximum
                        // A preset of 0 is custom, which is only read.
                        for number in [property.minimum, greatest] where name != "preset" || number != 0 {
                            harness.setInt(name, Int32(truncatingIfNeeded: Int64(number)))
                            #expect(value() == number, "\(name)")
                        }
                        let beyond = [property.minimum - 1, property.maximum + 1].compactMap { Int32(exactly: $0) }
                        for refused in beyond where property.is_int {
                            harness.setInt(name, refused)
                            #expect((property.minimum...property.maximum).contains(value()), "\(name)")
                        }
                    }
                }
            }
        }

        @Test("swiftrosy's defaults are AVCamFilter's rose")
        func rosyDefaults() throws {
            let harness = try ElementHarness()
            let names = ["intensity", "tint-red", "tint-green", "tint-blue"]
            #expect(names.map { harness.double($0) } == [1, 1, 0, 1])
            #expect(tst_get_int(harness.element, "n-threads") == 0)
        }

        @Test("A change counts from the next frame on")
        func changeWhilePlaying() throws {
            try withoutCriticals {
                let image = try Image(.rgb, 16, 16)
                let harness = try ElementHarness()
                harness.setCaps(image.caps)
                for step in 0...10 {
                    var settings = Rosy()
                    settings.intensity = Double(step) / 10
                    settings.tintRed = 1 - Double(step) / 20
                    harness.set("intensity", settings.intensity)
                    harness.set("tint-red", settings.tintRed)
                    let expected = step == 0 ? image : try image.rendered(settings, .usual(.rgb))
                    #expect(try harness.render(image.bytes) == expected.bytes, "step \(step)")
                }
            }
        }

        private func controlled(
            _ segment: (inout GstSegment) -> Void, pts: UInt64
        ) throws -> (intensity: Double, output: [UInt8], image: Image) {
            let image = try Image(.rgba, 8, 8)
            let harness = try ElementHarness()
            tst_control(harness.element, "intensity", 0, 1, 1_000_000_000)
            harness.setCaps(image.caps)
            var value = GstSegment()
            gst_segment_init(&value, GST_FORMAT_TIME)
            segment(&value)
            _ = harness.push(gst_event_new_segment(&value))
            let output = try harness.render(image.buffer().setTimes(pts: pts)).bytes
            return (harness.double("intensity"), output, image)
        }

        @Test("A control source moves intensity with stream time")
        func control() throws {
            try withoutCriticals {
                for (pts, expected) in [(UInt64(0), 0.0), (250_000_000, 0.25), (1_000_000_000, 1.0)] {
                    let result = try controlled({ _ in }, pts: pts)
                    #expect(abs(result.intensity - expected) < 1e-9)
                    var settings = Rosy()
                    settings.intensity = result.intensity
                    let image = result.image
                    let rendered = expected == 0 ? image : try image.rendered(settings, .usual(.rgba))
                    #expect(result.output == rendered.bytes)
                }
            }
        }

        @Test("Stream time, not the timestamp, is what counts in a segment that starts late")
        func controlSegment() throws {
            try withoutCriticals {
                // Timestamp 10.5 s is 0.5 s after the start, which is second 0.25 of the video.
                let result = try controlled(
                    {
                        $0.start = 10_000_000_000
                        $0.time = 250_000_000
                    }, pts: 10_500_000_000)
                #expect(abs(result.intensity - 0.75) < 1e-9)
            }
        }

        @Test("No control without stream time: BYTES, no timestamp, outside the segment")
        func controlWithout() throws {
            try withoutCriticals {
                let inBytes = try controlled({ gst_segment_init(&$0, GST_FORMAT_BYTES) }, pts: 250_000_000)
                #expect(inBytes.intensity == 1)
                let untimed = try controlled({ _ in }, pts: .max)
                #expect(untimed.intensity == 1)
                let early = try controlled({ $0.start = 500_000_000 }, pts: 250_000_000)
                #expect(early.intensity == 1)
            }
        }
    }
}
