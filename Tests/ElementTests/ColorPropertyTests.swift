// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Filters
import Glibc
import PixelCore
import TestSupport
import Testing

extension ElementTests {
    /// Properties that take numbers and files, and the channels of GstColorBalance.
    @Suite struct ColorProperties {
        private let white = [UInt8](repeating: 255, count: 16)
        private let caps = "video/x-raw, format=RGBx, width=2, height=2, framerate=25/1"

        private func text(_ harness: ElementHarness, _ name: String) -> String? {
            guard let text = tst_get_text(harness.element, name) else { return nil }
            defer { g_free(text) }
            return String(cString: text)
        }

        @Test("Numbers are set as applications and gst-launch set them, and read back")
        func numbers() throws {
            try withoutCriticals {
                let harness = try ElementHarness("swiftcolormatrix")
                harness.setCaps(caps)
                let exchanged = "0, 0, 1, 0, 0, 0.5, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1"
                tst_set_text(harness.element, "matrix", "< \(exchanged) >")
                let read = try #require(text(harness, "matrix"))
                #expect(read.contains("(double)0.5") && read.split(separator: ",").count == 16, "\(read)")
                var frame = white
                (frame[0], frame[1], frame[2]) = (200, 100, 50)
                let made = try harness.render(frame)
                #expect(Array(made[0..<4]) == [50, 50, 200, 255])
                // Integers, and numbers of mixed types, count as such.
                tst_set_text(harness.element, "matrix", "< (int)1, 0,0,0, 0,(float)1,0,0, 0,0,1,0, 0,0,0,1 >")
                #expect(try harness.render(frame) == frame)
                #expect(harness.message() == nil)
            }
        }

        @Test(
            "What is no list of such numbers is refused with a warning, and the numbers stay",
            arguments: [
                ("swiftcolormatrix", "matrix", "< 1, 2 >", "takes 16 numbers, not 2"),
                (
                    "swiftcolormatrix", "matrix", "< a, 0,0,0, 0,0,0,0, 0,0,0,0, 0,0,0,0 >",
                    "takes numbers from -100 to 100"
                ),
                ("swiftcolormatrix", "matrix", "< 101, 0,0,0, 0,0,0,0, 0,0,0,0, 0,0,0,0 >", "not 101"),
                ("swifttonecurve", "red", "< 0, 0, 0.5, 0.5, 1 >", "x and y of each point, not 5"),
                ("swifttonecurve", "master", "< 0.5, 0, 0.5, 1 >", "no two points with the same x"),
                ("swifttonecurve", "blue", "< 0, 0, 2, 1 >", "takes numbers from 0 to 1, not 2"),
            ])
        func refusedNumbers(factory: String, name: String, value: String, part: String) throws {
            try withoutCriticals {
                let harness = try ElementHarness(factory)
                harness.setCaps(caps)
                _ = try harness.render(white)
                let before = text(harness, name)
                tst_set_text(harness.element, name, value)
                let message = try #require(harness.message())
                #expect(
                    !message.isError && message.text.contains("\"\(name)\"") && message.text.contains(part),
                    "\(message)")
                #expect(message.text.hasSuffix("; it stays as it was."))
                #expect(text(harness, name) == before)
                #expect(try harness.render(white) == white)
                // Before the start nobody may be listening: it says so again then, and starts.
                let other = try ElementHarness(factory)
                gst_element_set_state(other.element, GST_STATE_READY)
                tst_set_text(other.element, name, value)
                while other.message() != nil {}
                #expect(gst_element_set_state(other.element, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE)
                let late = try #require(other.message())
                #expect(!late.isError && late.text.contains(part), "\(late)")
                other.setCaps(caps)
                #expect(try other.render(white) == white)
                #expect(other.message() == nil)
            }
        }

        @Test("A file that is none is refused with a warning while playing, and is an error at the start")
        func files() throws {
            try withoutCriticals {
                for (factory, location, part) in [
                    ("swiftlut3d", "/nowhere.cube", "it can't be opened"), ("swiftlut3d", "/", "a folder"),
                    ("swiftlut3d", "/etc/passwd", "Line 1"), ("swifttonecurve", "/etc/passwd", "version"),
                    ("swiftlut3d", "/proc/self/exe", "was not loaded"),
                ] {
                    let harness = try ElementHarness(factory)
                    harness.setCaps(caps)
                    _ = try harness.render(white)
                    tst_set_string(harness.element, "location", location)
                    let message = try #require(harness.message())
                    #expect(!message.isError && message.text.contains(part), "\(location): \(message)")
                    #expect(try harness.render(white) == white)
                    let other = try ElementHarness(factory)
                    gst_element_set_state(other.element, GST_STATE_READY)
                    tst_set_string(other.element, "location", location)
                    #expect(gst_element_set_state(other.element, GST_STATE_PLAYING) == GST_STATE_CHANGE_FAILURE)
                    let error = try #require(other.message())
                    #expect(error.isError && error.text.contains(part), "\(location): \(error)")
                    // Another value makes up for it.
                    tst_set_string(other.element, "location", nil)
                    #expect(gst_element_set_state(other.element, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE)
                }
            }
        }

        /// PNGs without pixels, and the start of a JPEG: decoders of GStreamer 1.22 have critical messages about sizes that can't be
        /// counted, and keep the frame of a PNG that ends too soon.
        @Test("An image that is too large or not whole is refused before it is decoded")
        func images() throws {
            func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }
            func png(_ width: Int, _ height: Int, _ rest: [UInt8]) -> [UInt8] {
                let header = number(13) + Array("IHDR".utf8) + number(width) + number(height) + [8, 2, 0, 0, 0]
                return [0x89] + Array("PNG\r\n".utf8) + [0x1a, 0x0a] + header + number(0) + rest
            }
            let end = number(0) + Array("IEND".utf8) + number(0)
            let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0xff, 0xdc, 0xff, 0xdc, 1, 1, 17, 0]
            try withoutCriticals {
                let harness = try ElementHarness("swiftlut3d")
                harness.setCaps(caps)
                for bytes in [
                    png(60_000, 60_000, end), png(0, 64, end), png(64, 64, number(100) + Array("IDAT".utf8)),
                    png(64, 64, []), Array(png(64, 64, end).prefix(20)), jpeg, Array(jpeg.prefix(5)),
                ] {
                    let file = try PresetFile(bytes)
                    withExtendedLifetime(file) { tst_set_string(harness.element, "location", file.path) }
                    let message = try #require(harness.message())
                    #expect(message.text.contains("no whole image of at most 4096x4096 pixels"), "\(message)")
                }
                #expect(try harness.render(white) == white)
            }
        }

        /// Identities of Hald, 8x8 pixels, in base64, and whether they are taken.
        private static let encoded: [(text: String, isTaken: Bool)] = [
            // All of it.
            (
                "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAW0lEQVR42iWOwREAMAjCWJIlWZIS60cPMShJliL1JluxOmmao0S9patUxYVpqyn4V7FrKIyJe4hpqftZhjQAUOPZalwGqpezw00lkBfWl0e0QY60dO6w9b4xnXqT2l+hnIWuqwAAAABJRU5ErkJggg==",
                true
            ),
            // Interlaced.
            (
                "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAAE8ahlKAAAAXElEQVR42i2O0RUAIAgCWZIlWZI4X3yYImASMCVyVhTTJ5sEZdkxkkaVGxdHt7Vq7DBDR1jpMpyet53E7RT/Qsi5IJTb6+TexUWfGnNJ5heg59p+XbGTztSLMC94qctfoex5g18AAAAASUVORK5CYII=",
                true
            ),
            // Three rows.
            (
                "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAALklEQVR42h2KwREAMAyCWJIlXdKa+vIAACHQ/5RIh8YMCf3SktKrLpoauX6LVh8SDhfpIFIdKwAAAABJRU5ErkJggg==",
                false
            ),
            // Nothing that can be inflated.
            (
                "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAKklEQVRnYXJiYWdlZ2FyYmFnZWdhcmJhZ2VnYXJiYWdlZ2FyYmFnZWdhcmJhZ2X4om/7AAAAAElFTkSuQmCC",
                false
            ),
            // A filter that there is not.
            (
                "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAXklEQVR42iWOwREAQQjC+F6BNEmTHHH96CAGP0mWIvUmW7E6aZqjRL2lq1TFhWmrKfhXsWsojIl7iGmp+1iGNABQ49lqXAaql7PDTSWQF9aXR7RBjrR07rD1vjGd+gGa4l+qhpLodQAAAABJRU5ErkJggg==",
                false
            ),
            // A sum that is wrong.
            (
                "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAW0lEQVR42iWOwREAMAjCWJIlWZIS60cPMShJliL1JluxOmmao0S9patUxYVpqyn4V7FrKIyJe4hpqftZhjQAUOPZalwGqpezw00lkBfWl0e0QY60dO6w9b4xnXqS2l+hnIWuqwAAAABJRU5ErkJggg==",
                false
            ),
            // 16 bits without alpha.
            (
                "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAIEAIAAAAb/fWfAAAAdklEQVR42k2P2w3AMAgDWZIlWdLV5YJSPqyG+kXVmW5wBkzerhucARNZh9YNzoDJE3aDM2CyVtdHkZR1d0hgL698giTw41WQRgJfv1I2tZYlTNRKM6Ul0bVDwt5injsSvO7e79PT9mBLKbRWWcJIvXRTKtGt8wHQQb9BDykBqAAAAABJRU5ErkJggg==",
                false
            ),
        ]

        @Test("A PNG is taken whole and undamaged, or not at all", arguments: encoded)
        func damaged(image: (text: String, isTaken: Bool)) throws {
            var count: gsize = 0
            let memory = try #require(g_base64_decode(image.text, &count))
            let file = try PresetFile(UnsafeBufferPointer(start: memory, count: Int(count)))
            g_free(memory)
            try withoutCriticals {
                let harness = try ElementHarness("swiftlut3d")
                harness.setCaps(caps)
                withExtendedLifetime(file) { tst_set_string(harness.element, "location", file.path) }
                #expect((harness.message() == nil) == image.isTaken)
                #expect(try harness.render(white) == white)
            }
        }

        @Test("Filters say whether channels of GstColorBalance drive them")
        func balanced() {
            func check<F: Filter>(_ filter: F.Type) {
                #expect(F.isColorBalance == F.properties.contains { $0.balanceChannel != nil }, "\(filter)")
            }
            for filter in FilterCatalogue.filters { check(filter) }
        }

        @Test("GstColorBalance drives brightness, contrast, saturation and hue")
        func balance() throws {
            try withoutCriticals {
                let harness = try ElementHarness("swiftadjust")
                let channels: [(String, String, Double, Double)] = [
                    ("BRIGHTNESS", "brightness", 0, 1), ("CONTRAST", "contrast", 1, 1),
                    ("SATURATION", "saturation", 1, 1), ("HUE", "hue", 0, 180),
                ]
                #expect(tst_balance_count(harness.element) == channels.count)
                for (channel, property, middle, reach) in channels {
                    for value in [-1000, -250, 0, 1000, 1001] as [Int32] {
                        tst_balance_set(harness.element, channel, value)
                        let part = Double(min(value, 1000)) / 1000
                        #expect(abs(tst_get_double(harness.element, property) - (middle + reach * part)) < 1e-9)
                        #expect(tst_balance_get(harness.element, channel) == min(value, 1000), "\(channel)")
                    }
                }
                tst_set_double(harness.element, "contrast", 4)
                #expect(tst_balance_get(harness.element, "CONTRAST") == 1000)
            }
        }
    }
}
