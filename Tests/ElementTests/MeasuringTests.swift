// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Filters
import PixelCore
import TestSupport
import Testing

extension ElementTests {
    /// Elements that tell of frames.
    @Suite struct Measuring {
        @Test("Frames pass in their memory, also where nobody may write it; there is a message of each")
        func untouched() throws {
            try withoutCriticals {
                for filter in FilterCatalogue.measuring {
                    let factory = "\(filter.metadata.factoryName)"
                    for format in Sample.some(of: PixelFormat.allCases, 3, factory) {
                        let image = try Image(format, 37, 23)
                        let harness = try ElementHarness(factory)
                        harness.setCaps(image.caps)
                        // With a height it draws.
                        if factory == "swifthistogramgraph" {
                            harness.set("height", 0)
                            harness.setInt("post-messages", 1)
                        }
                        for frame in 0..<3 as Range<UInt64> {
                            let buffer = image.buffer().setTimes(pts: frame * 40_000_000)
                            let (memory, other) = (
                                tst_memory(buffer.pointer), Buffer(owning: gst_buffer_ref(buffer.pointer))
                            )
                            let output = try harness.render(buffer)
                            #expect(tst_memory(output.pointer) == memory, "\(factory) \(format)")
                            #expect(output.bytes == image.bytes && other.bytes == image.bytes, "\(factory) \(format)")
                            let message = try #require(harness.elementMessage(), "\(factory) \(format)")
                            #expect(message.timestamp == frame * 40_000_000 && message.duration == 40_000_000)
                        }
                        harness.setInt("post-messages", 0)
                        _ = try harness.render(image.buffer().setTimes(pts: 120_000_000))
                        #expect(harness.elementMessage() == nil, "\(factory) \(format)")
                    }
                }
            }
        }

        @Test("Messages are an interval apart whichever way time runs")
        func backwards() throws {
            try withoutCriticals {
                let image = try Image(.gray8, 16, 16)
                let harness = try ElementHarness("swiftmeter")
                harness.setCaps(image.caps)
                tst_set_uint64(harness.element, "interval", 100_000_000)
                harness.pushSegment {
                    $0.rate = -1
                    $0.stop = 400_000_000
                }
                var times: [UInt64] = []
                for frame in (0..<10 as Range<UInt64>).reversed() {
                    _ = try harness.render(image.buffer().setTimes(pts: frame * 40_000_000))
                    while let message = harness.elementMessage() { times.append(message.timestamp / 40_000_000) }
                }
                #expect(times == [9, 6, 3, 0])
            }
        }

        @Test("Corners have a region; both kinds are told as arrays")
        func features() throws {
            try withoutCriticals {
                var image = try Image(.gray8, 64, 48)
                for row in 0..<48 {
                    for column in 0..<64 {
                        let isInside = (20..<44).contains(column) && (12..<36).contains(row)
                        image.bytes[row * image.strides[0] + column] = isInside ? 255 : 0
                    }
                }
                for (factory, lists) in [
                    ("swiftcorners", ["strength", "x", "y"]),
                    ("swiftlines", ["angle", "distance", "votes", "x0", "x1", "y0", "y1"]),
                ] {
                    let harness = try ElementHarness(factory)
                    harness.setCaps(image.caps)
                    harness.set("threshold", 0.01)
                    let output = try harness.render(image.buffer())
                    let plain = image.buffer()
                    let metas = tst_meta_count(output.pointer) - tst_meta_count(plain.pointer)
                    #expect(metas == (factory == "swiftcorners" ? 1 : 0), "\(factory)")
                    let message = try #require(harness.elementMessage())
                    #expect(message.arrays.keys.sorted() == lists, "\(factory)")
                    #expect(message.arrays.values.allSatisfy { !$0.isEmpty }, "\(factory)")
                }
            }
        }

        @Test("Histograms count all pixels, or those of some rows", arguments: [1, 4] as [Int32])
        func counts(step: Int32) throws {
            let image = try Image(.gray8, 40, 24)
            let harness = try ElementHarness("swifthistogram")
            harness.setCaps(image.caps + ", colorimetry=1:4:0:0")
            tst_set_text(harness.element, "type", "luminance")
            harness.setInt("step", step)
            _ = try harness.render(image.buffer())
            var expected = [UInt32](repeating: 0, count: 256)
            for row in stride(from: 0, to: 24, by: Int(step)) {
                for column in 0..<40 { expected[Int(image.bytes[row * image.strides[0] + column])] += 1 }
            }
            #expect(harness.elementMessage()?.arrays == ["luminance": expected])
        }

        /// Gray, with a red square.
        private func square(_ x: Range<Int>, _ y: Range<Int>) throws -> Image {
            var image = try Image(.bgrx, 40, 24)
            for row in 0..<24 {
                for column in 0..<40 {
                    let at = row * image.strides[0] + 4 * column
                    let isInside = x.contains(column) && y.contains(row)
                    image.bytes.replaceSubrange(at..<at + 3, with: isInside ? [10, 20, 240] : [90, 90, 90])
                }
            }
            return image
        }

        @Test("A colour has a region, and is picked by a click")
        func picked() throws {
            try withoutCriticals {
                let image = try square(10..<20, 5..<15)
                let harness = try ElementHarness("swiftcolortrack")
                harness.setCaps(image.caps)
                tst_set_text(harness.element, "target-color", "0x00ff00")
                let plain = try harness.render(image.buffer())
                let count = tst_meta_count(plain.pointer)
                // Twice beyond the frame, where its corner counts, and once as another button.
                for (button, x, y, expected) in [
                    (1, 15.0, 10.0, "15733770"), (2, 1, 1, "15733770"), (1, -9, 1e300, "5921370"),
                ] {
                    let text =
                        "application/x-gst-navigation, event=(string)mouse-button-press, button=(int)\(button), "
                        + "pointer_x=(double)\(x), pointer_y=(double)\(y);"
                    let event = gst_event_new_navigation(gst_structure_from_string(text, nil))
                    _ = gst_harness_push_upstream_event(harness.harness, event)
                    _ = try harness.render(image.buffer())
                    let color = tst_get_text(harness.element, "target-color")
                    defer { g_free(color) }
                    #expect(color.map { String(cString: $0) } == expected, "button \(button) at \(x), \(y)")
                }
                tst_pick(harness.element, 15, 10)
                _ = try harness.render(image.buffer())
                let color = tst_get_text(harness.element, "target-color")
                #expect(color.map { String(cString: $0) } == "15733770", "by the action signal")
                g_free(color)
                tst_set_text(harness.element, "target-color", "0xf0140a")
                for isShared in [false, true] {
                    let buffer = image.buffer()
                    let other = isShared ? Buffer(owning: gst_buffer_ref(buffer.pointer)) : nil
                    let marked = try harness.render(buffer)
                    #expect(tst_meta_count(marked.pointer) == count + 1, "shared: \(isShared)")
                    #expect(other.map { tst_meta_count($0.pointer) == count } ?? true)
                }
            }
        }
    }
}
