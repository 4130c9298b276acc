// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Elements
import Glibc
import PixelCore
import TestSupport
import Testing

extension ElementTests {
    @Suite struct Chains {
        static let usual = "sepia intensity=0.8 ! vignette start=0.2 ! gamma gamma=1.5"

        @Test("temporal-window is the sum of those of the stages that change anything")
        func window() throws {
            try withoutCriticals {
                let chain = try ChainHarness("sepia")
                func window() -> Int64 { Int64(bitPattern: tst_get_uint64(chain.element, "temporal-window")) }
                func window(of time: Double) throws -> Int64 {
                    let equalizer = try ElementHarness("swifteq")
                    equalizer.set("smoothing-time", time)
                    return Int64(bitPattern: tst_get_uint64(equalizer.element, "temporal-window"))
                }
                let (short, long) = (try window(of: 0.2), try window(of: 1))
                #expect(window() == 0 && 0 < short && short < long)
                chain.filters = "eq smoothing-time=0.2 ! sepia ! eq smoothing-time=1"
                #expect(window() == short + long)
                chain.set("eq0::smoothing-time", 1)
                #expect(window() == 2 * long)
                chain.filters =
                    "eq smoothing-time=0.2 enabled=false ! eq smoothing-time=1 ! eq smoothing-time=0.2 mix=0"
                #expect(window() == long)
                // Stages that stay keep what a text does not name.
                chain.filters = ""
                chain.filters = "eq smoothing-time=1 ! lowpass strength=0.5 ! eq smoothing-time=1"
                #expect(window() == -1)
                chain.set("lowpass0::strength", 0)
                #expect(window() == 2 * long)
                chain.filters = ""
                #expect(window() == 0)
            }
        }

        @Test("Frames are those of the chain alone", arguments: [PixelFormat.bgrx, .i420, .p010, .gray8])
        func frames(format: PixelFormat) throws {
            try withoutCriticals {
                let image = try Image(format, 67, 31)
                let chain = try ChainHarness(Self.usual)
                chain.harness.setCaps(image.caps)
                let expected = try image.rendered(Self.usual, .usual(format))
                #expect(try chain.harness.render(image.bytes) == expected)
                #expect(chain.filters == Self.usual)
                #expect(chain.labels == ["sepia0", "vignette0", "gamma0"])
            }
        }

        @Test("Without filters, or with those that change nothing, frames are not copied")
        func passthrough() throws {
            try withoutCriticals {
                let image = try Image(.i420, 32, 16)
                for text in [nil, "", "# nothing", "sepia intensity=0 ! gamma", "sepia mix=0 ! vignette enabled=false"]
                {
                    let chain = try ChainHarness(text)
                    chain.harness.setCaps(image.caps)
                    let buffer = image.buffer()
                    let memory = tst_memory(buffer.pointer)
                    let kept = buffer.shared()
                    let output = try chain.harness.render(buffer)
                    #expect(tst_memory(output.pointer) == memory && output.bytes == image.bytes, "\(text ?? "NULL")")
                    withExtendedLifetime(kept) {}
                }
            }
        }

        @Test("Children are properties as gst-launch, applications and documentation have them")
        func children() throws {
            try withoutCriticals {
                let chain = try ChainHarness("sepia ! sepia name=old intensity=0.25")
                #expect(chain.number("sepia0::intensity") == 1 && chain.number("old::intensity") == 0.25)
                chain.set("sepia0::intensity", 0.5)
                chain.set("old::mix", 0.75)
                #expect(chain.filters == "sepia intensity=0.5 ! sepia name=old intensity=0.25 mix=0.75")
                for type in Catalogue.stageTypes {
                    let one = try ChainHarness(type.name)
                    let child = try #require(tst_child(one.element, "\(type.name)0"))
                    for property in type.properties where property.isSettable {
                        var found = TstProperty()
                        #expect(tst_property(child, property.name, &found), "\(type.name)::\(property.name)")
                        #expect(found.has_blurb && found.writable && found.mutable_playing)
                        #expect(found.controllable == !(found.is_string || found.is_array))
                    }
                    gst_object_unref(child)
                }
                #expect(tst_child(chain.element, "sepia1") == nil)
            }
        }

        @Test("gst-launch sets a child's property, before filters and after")
        func launch() throws {
            try withoutCriticals {
                prepare()
                for (text, child) in [
                    ("swiftchain name=c filters=\"sepia ! gamma gamma=2\" sepia0::intensity=0.25", "sepia0"),
                    ("swiftchain name=c filters=\"'sepia name=a ! gamma gamma=2'\" a::intensity=0.25", "a"),
                    ("swiftchain name=c sepia0::intensity=0.25 filters=\"sepia ! gamma gamma=2\"", "sepia0"),
                ] {
                    var error: UnsafeMutablePointer<GError>?
                    let bin = try #require(gst_parse_launch("swiftrosy ! \(text)", &error), "\(text)")
                    #expect(error == nil, "\(text)")
                    let binPointer = UnsafeMutableRawPointer(bin).assumingMemoryBound(to: GstBin.self)
                    let element = try #require(gst_bin_get_by_name(binPointer, "c"))
                    #expect(ChainHarness.filters(of: element).contains("intensity=0.25 ! gamma gamma=2"), "\(text)")
                    tst_child_unref_parsed(element, child)
                    gst_object_unref(element)
                    gst_object_unref(bin)
                }
            }
        }

        @Test("A control source moves a child's value, and the frames with it")
        func controlled() throws {
            try withoutCriticals {
                let image = try Image(.rgba, 32, 16)
                let chain = try ChainHarness("gamma gamma=2 ! sepia")
                let child = try #require(tst_child(chain.element, "sepia0"))
                tst_control(child, "intensity", 0, 1, 1_000_000_000)
                chain.harness.setCaps("video/x-raw, format=RGBA, width=32, height=16, framerate=0/1")
                for step in 0...4 {
                    chain.harness.pushSegment { $0.time = guint64(step) * 250_000_000 }
                    let output = try chain.harness.render(image.buffer().setTimes(pts: 0)).bytes
                    let intensity = chain.number("sepia0::intensity")
                    #expect(abs(intensity - Double(step) / 4) < 1e-9)
                    #expect(try output == image.rendered("gamma gamma=2 ! sepia intensity=\(intensity)", .usual(.rgba)))
                }
                // Another text keeps the child with its control source.
                chain.filters = "sepia"
                chain.harness.pushSegment { $0.time = 500_000_000 }
                #expect(
                    try chain.harness.render(image.buffer().setTimes(pts: 0)).bytes
                        == image.rendered("sepia intensity=0.5", .usual(.rgba)))
                gst_object_unref(child)
            }
        }

        @Test("Another text counts from the next frame on; equal filters of equal names keep what it does not say")
        func live() throws {
            try withoutCriticals {
                let image = try Image(.bgrx, 40, 20)
                let chain = try ChainHarness(Self.usual)
                chain.harness.setCaps(image.caps)
                func check(_ text: String) throws {
                    #expect(chain.filters == text)
                    #expect(try chain.harness.render(image.bytes) == image.rendered(text, .usual(.bgrx)))
                }
                try check(Self.usual)
                chain.set("vignette0::end", 0.5)
                chain.filters = "vignette ! saturation saturation=0.5 ! sepia intensity=0.1"
                try check("vignette start=0.2 end=0.5 ! saturation saturation=0.5 ! sepia intensity=0.1")
                chain.filters = "sepia name=vignette0 ! sepia"
                try check("sepia name=vignette0 ! sepia")
                chain.filters = ""
                #expect(try chain.harness.render(image.bytes) == image.bytes)
                #expect(chain.labels == [] && chain.filters == "")
                chain.filters = "vignette"
                try check("vignette")
                #expect(chain.messages().isEmpty)
            }
        }

        @Test("While frames flow, a wrong text keeps the filters, and a warning says what is wrong")
        func refusedWhilePlaying() throws {
            try withoutCriticals {
                let image = try Image(.bgrx, 40, 20)
                let chain = try ChainHarness(Self.usual)
                chain.harness.setCaps(image.caps)
                let expected = try image.rendered(Self.usual, .usual(.bgrx))
                #expect(try chain.harness.render(image.bytes) == expected)
                chain.filters = "sepia ! vignete"
                let messages = chain.messages()
                #expect(messages.count == 1)
                let message = try #require(messages.first)
                #expect(
                    !message.isError && message.domain == "gst-resource-error-quark"
                        && UInt32(message.code) == GST_RESOURCE_ERROR_SETTINGS.rawValue)
                #expect(message.text.contains("column 9: There is no filter \"vignete\"; \"vignette\" is one."))
                #expect(message.text.hasSuffix("\nsepia ! vignete\n        ^"))
                #expect(chain.filters == Self.usual && chain.labels.count == 3)
                #expect(try chain.harness.render(image.bytes) == expected)
                chain.filters = (0..<65).map { _ in "sepia" }.joined(separator: "!")
                #expect(chain.messages().first?.text.contains("more than 64 filters") == true)
                chain.filters = "sepia #" + String(repeating: "x", count: 16384)
                #expect(chain.messages().first?.text.contains("16391 bytes; 16384") == true)
                #expect(chain.filters == Self.usual)
                #expect(try chain.harness.render(image.bytes) == expected)
                // It starts again, since there are filters.
                for state in [GST_STATE_READY, GST_STATE_PLAYING] { gst_element_set_state(chain.element, state) }
                chain.harness.setCaps(image.caps)
                #expect(try chain.harness.render(image.bytes) == expected)
            }
        }

        @Test("A wrong text before the start is an error at the start, until there is another one")
        func refusedAtStart() throws {
            try withoutCriticals {
                let chain = try ChainHarness()
                gst_element_set_state(chain.element, GST_STATE_READY)
                chain.filters = "sepia\nsepia intensity=2 ! gamma"
                #expect(chain.messages().isEmpty)
                #expect(chain.filters == "sepia\nsepia intensity=2 ! gamma")
                for _ in 0..<2 {
                    #expect(gst_element_set_state(chain.element, GST_STATE_PAUSED) == GST_STATE_CHANGE_FAILURE)
                    let message = try #require(chain.messages().first)
                    #expect(
                        message.isError && message.domain == "gst-resource-error-quark"
                            && UInt32(message.code) == GST_RESOURCE_ERROR_SETTINGS.rawValue)
                    #expect(
                        message.text.contains("line 2, column 17: \"intensity\" is a number from 0 to 1, not \"2\""))
                    #expect(message.text.hasSuffix("sepia intensity=2 ! gamma\n                ^"))
                }
                chain.filters = "sepia"
                #expect(gst_element_set_state(chain.element, GST_STATE_PAUSED) != GST_STATE_CHANGE_FAILURE)
                #expect(chain.filters == "sepia" && chain.messages().isEmpty)
            }
        }

        @Test("location takes a file's text, and tells what is wrong with it")
        func location() throws {
            try withoutCriticals {
                let chain = try ChainHarness()
                let good = try PresetFile(
                    "# An old photograph\nsepia intensity=0.8\nvignette start=0.2 # dark corners\n")
                tst_set_string(chain.element, "location", good.path)
                #expect(chain.filters == "sepia intensity=0.8 ! vignette start=0.2" && chain.messages().isEmpty)
                for (text, part) in [
                    ("sepia\nx", "line 2, column 1: There is no filter \"x\""), ("sepia\0gamma", "NUL"),
                    (String(repeating: " ", count: 16385), "larger than 16 KiB"),
                ] {
                    let bad = try PresetFile(text)
                    tst_set_string(chain.element, "location", bad.path)
                    let message = try #require(chain.messages().first)
                    let says = message.text.contains(part) && message.text.contains(bad.path)
                    #expect(!message.isError && says, "\(message.text)")
                }
                tst_set_string(chain.element, "location", "/tmp")
                #expect(chain.messages().first?.text.contains("a folder; give the name of a text file") == true)
                tst_set_string(chain.element, "location", "/tmp/swiftvideo-none")
                #expect(chain.messages().first?.text.contains("can't be opened") == true)
                tst_set_string(chain.element, "location", nil)
                #expect(chain.messages().isEmpty)
                #expect(chain.filters == "sepia intensity=0.8 ! vignette start=0.2")
            }
        }

        @Test("No file makes up for a bad one, not for filters that were refused; words of refusals can be read")
        func refusedBefore() throws {
            try withoutCriticals {
                let chain = try ChainHarness()
                func starts() -> Bool {
                    gst_element_set_state(chain.element, GST_STATE_PAUSED) != GST_STATE_CHANGE_FAILURE
                }
                gst_element_set_state(chain.element, GST_STATE_READY)
                for (filters, location, says) in [
                    ("nosuch", nil, "There is no filter \"nosuch\""), ("nosuch", "", "There is no filter \"nosuch\""),
                    ("sepia\u{1}", nil, "There is no filter \"sepia\\u{1}\""),
                    (String(repeating: "\u{e9}", count: 8000), nil, "\u{e9}...\""),
                ] as [(String, String?, String)] {
                    tst_set_string(chain.element, "filters", filters)
                    tst_set_string(chain.element, "location", location)
                    #expect(!starts())
                    let message = try #require(chain.messages().first { $0.isError })
                    #expect(message.text.contains(says) && message.text.utf8.count < 1000, "\(message.text)")
                }
                tst_set_string(chain.element, "filters", "sepia")
                tst_set_string(chain.element, "location", "/tmp/swiftvideo-none")
                #expect(!starts())
                tst_set_string(chain.element, "location", "")
                #expect(starts())
            }
        }

        @Test("Who listens is told of children that come and go, and may ask for what there is")
        func signals() throws {
            try withoutCriticals {
                let chain = try ChainHarness("sepia ! gamma")
                let counts = UnsafeMutablePointer<TstChildCounts>.allocate(capacity: 1)
                counts.initialize(to: TstChildCounts())
                defer { counts.deallocate() }
                tst_count_children(chain.element, counts)
                chain.filters = "gamma ! vignette ! sepia name=a"
                #expect((counts.pointee.added, counts.pointee.removed) == (2, 1))
                chain.filters = "wrong"
                #expect((counts.pointee.added, counts.pointee.removed) == (2, 1))
                chain.filters = ""
                #expect((counts.pointee.added, counts.pointee.removed) == (2, 4))
            }
        }

        @Test("A child outlives its element and its chain")
        func lifetimes() throws {
            try withoutCriticals {
                var child: UnsafeMutableRawPointer?
                do {
                    let chain = try ChainHarness("sepia ! gamma")
                    child = tst_child(chain.element, "sepia0")
                    let other = tst_child(chain.element, "gamma0")
                    chain.filters = "sepia"
                    tst_set_double(try #require(other), "gamma", 0.5)
                    #expect(chain.filters == "sepia")
                    gst_object_unref(other)
                }
                let left = try #require(child)
                tst_set_double(left, "intensity", 0.25)
                #expect(tst_get_double(left, "intensity") == 0.25)
                gst_object_unref(left)
            }
        }

        @Test("Texts and children set from other threads while frames flow: each frame is one chain's")
        func threads() throws {
            try withoutCriticals {
                let texts = [
                    "sepia intensity=0.5 ! gamma gamma=2", "gamma gamma=0.5 ! sepia intensity=0.25", "",
                    "vignette name=sepia0", "eq method=clahe mix=0.5 ! ntsc name=sepia0",
                    "saturation saturation=0.5 ! sepia intensity=1 ! gamma gamma=1",
                ]
                let image = try Image(.bgrx, 64, 48)
                let chain = try ChainHarness()
                chain.harness.setInt("n-threads", 2)
                chain.harness.setCaps(image.caps)
                let expected = Set(try texts.map { try image.rendered($0, .usual(.bgrx)) })
                let element = Shared(pointer: chain.element)
                let steps = Steps()
                var setters = (0..<2).map { first in
                    Background {
                        let step = steps.next()
                        tst_set_string(element.pointer, "filters", texts[(step + first) % texts.count])
                    }
                }
                setters.append(
                    Background {
                        tst_set_string(element.pointer, "filters", "sepia ! nothing")
                        _ = ChainHarness.filters(of: element.pointer)
                    })
                let start = now()
                while now() - start < Threads.seconds || steps.taken < 20 {
                    let output = try chain.harness.render(image.bytes)
                    #expect(expected.contains(output))
                }
                for setter in setters { setter.end() }

                // Values of children too, now of any frame.
                chain.filters = texts[0]
                let others = [
                    Background {
                        tst_set_string(element.pointer, "filters", texts[steps.next() % texts.count])
                    },
                    Background {
                        for part in [0, 0.5, 1] { tst_child_try_set(element.pointer, "sepia0::intensity", part) }
                        for part in [0, 0.5, 1] { tst_child_try_set(element.pointer, "gamma0::mix", part) }
                    },
                ]
                let again = now()
                while now() - again < Threads.seconds { _ = try chain.harness.render(image.bytes) }
                for other in others { other.end() }
                #expect(chain.messages().allSatisfy { !$0.isError })
            }
        }
    }
}
