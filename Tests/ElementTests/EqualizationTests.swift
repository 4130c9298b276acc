// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import PixelCore
import Testing

extension ElementTests {
    /// What is swifteq's own: messages, smoothing over time, luma of R'G'B'.
    @Suite struct Equalization {
        private static let second: UInt64 = 1_000_000_000

        private func playing(_ image: Image, _ caps: String? = nil) throws -> ElementHarness {
            let harness = try ElementHarness("swifteq")
            harness.setCaps(caps ?? image.caps)
            return harness
        }

        @Test("Histograms are posted for every pixel, of luma or of red, green and blue")
        func messages() throws {
            try withoutCriticals {
                let cases: [(PixelFormat, Int32, Set<String>)] = [
                    (.i420, 0, ["luma"]), (.gray16le, 0, ["luma"]), (.bgrx, 0, ["luma"]), (.gray8, 1, ["luma"]),
                    (.bgrx, 1, ["red", "green", "blue"]), (.nv12, 1, ["red", "green", "blue"]),
                ]
                for (format, mode, names) in cases {
                    for method in [0, 1] as [Int32] {
                        let image = try Image(format, 37, 23)
                        let harness = try playing(image)
                        harness.setInt("mode", mode)
                        harness.setInt("method", method)
                        harness.setInt("post-messages", 1)
                        _ = try harness.render(image.buffer().setTimes(pts: 0))
                        let message = try #require(harness.elementMessage(), "\(format) \(mode)")
                        #expect(message.name == "swifteq" && message.streamTime == 0 && message.endTime == 40_000_000)
                        #expect(Set(message.arrays.keys) == names)
                        for (name, values) in message.arrays {
                            #expect(values.count == 256 && values.reduce(0, +) == 37 * 23, "\(format) \(name)")
                        }
                    }
                }
            }
        }

        @Test("The histogram is that of the samples, before they are changed")
        func histogram() throws {
            let image = try Image(.gray8, 64, 16)
            let harness = try playing(image)
            harness.setInt("post-messages", 1)
            _ = try harness.render(image.buffer())
            var expected = [UInt32](repeating: 0, count: 256)
            for sample in image.bytes { expected[Int(sample)] += 1 }
            #expect(harness.elementMessage()?.arrays == ["luma": expected])
        }

        @Test("Messages are an interval apart; a flush begins another; by default there are none")
        func interval() throws {
            try withoutCriticals {
                let image = try Image(.gray8, 16, 16)
                let harness = try playing(image)
                func posted(_ interval: UInt64) throws -> [UInt64] {
                    tst_set_uint64(harness.element, "interval", interval)
                    _ = harness.push(gst_event_new_flush_start())
                    _ = harness.push(gst_event_new_flush_stop(1))
                    harness.pushSegment()
                    var times: [UInt64] = []
                    for frame in 0..<10 as Range<UInt64> {
                        _ = try harness.render(image.buffer().setTimes(pts: frame * 40_000_000))
                        while let message = harness.elementMessage() { times.append(message.timestamp / 40_000_000) }
                    }
                    return times
                }
                #expect(try posted(0) == [])
                harness.setInt("post-messages", 1)
                #expect(try posted(0) == Array(0..<10))
                #expect(try posted(100_000_000) == [0, 3, 6, 9])
                #expect(try posted(.max) == [0])
                // Frames are measured that are not changed.
                harness.set("intensity", 0)
                #expect(try posted(0) == Array(0..<10))
                #expect(try harness.render(image.bytes) == image.bytes)
            }
        }

        @Test("The temporal window is 16 times smoothing-time")
        func temporalWindow() throws {
            let count = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
            count.initialize(to: 0)
            defer { count.deallocate() }
            let harness = try ElementHarness("swifteq")
            tst_count_notify(harness.element, "temporal-window", count)
            #expect(tst_get_uint64(harness.element, "temporal-window") == 0)
            harness.set("smoothing-time", 0.5)
            #expect(tst_get_uint64(harness.element, "temporal-window") == 8 * Self.second)
            harness.set("intensity", 0.5)
            #expect(count.pointee == 1)
        }

        /// A gray image of few codes, and another.
        private func scenes() throws -> (Image, Image) {
            var (first, second) = (try Image(.gray8, 32, 32, seed: 1), try Image(.gray8, 32, 32, seed: 2))
            for i in first.bytes.indices {
                first.bytes[i] = 40 + first.bytes[i] / 16
                second.bytes[i] = 48 + second.bytes[i] / 8
            }
            return (first, second)
        }

        @Test("Smoothing blends with earlier video; after a flushing seek it starts afresh")
        func smoothing() throws {
            try withoutCriticals {
                let (first, second) = try scenes()
                let alone = try second.rendered(EqualizationEffect.self, EqualizationSettings(), .usual(.gray8)).bytes
                let harness = try playing(first)
                harness.set("smoothing-time", 0.5)
                harness.set("scene-change", 1)
                func frames(_ start: UInt64) throws -> [UInt8] {
                    _ = try harness.render(first.buffer().setTimes(pts: start))
                    return try harness.render(second.buffer().setTimes(pts: start + 40_000_000)).bytes
                }
                let blended = try frames(0)
                #expect(blended != alone)
                _ = harness.push(gst_event_new_flush_start())
                _ = harness.push(gst_event_new_flush_stop(1))
                harness.pushSegment { $0.start = guint64(Self.second) }
                // What would follow on the last frame by its time alone.
                #expect(try harness.render(second.buffer().setTimes(pts: Self.second)).bytes == alone)
                // And without a seek it does.
                #expect(try frames(2 * Self.second) != alone)
                // Another segment without a flush, as after a seek that doesn't.
                harness.pushSegment { $0.base = 7 }
                #expect(try harness.render(second.buffer().setTimes(pts: 3 * Self.second)).bytes == alone)
            }
        }

        @Test("Smoothing goes by time: untimed frames follow by their duration")
        func durations() throws {
            let (first, second) = try scenes()
            func last(timed: Bool, rate: String) throws -> [UInt8] {
                let harness = try playing(first, "video/x-raw, format=GRAY8, width=32, height=32, framerate=\(rate)")
                harness.set("smoothing-time", 0.5)
                harness.set("scene-change", 1)
                for frame in 0..<2 as Range<UInt64> {
                    _ = try harness.render(first.buffer().setTimes(pts: timed ? frame * 40_000_000 : .max))
                }
                return try harness.render(second.buffer().setTimes(pts: timed ? 80_000_000 : .max)).bytes
            }
            let timed = try last(timed: true, rate: "25/1")
            #expect(try last(timed: false, rate: "25/1") == timed)
            #expect(try last(timed: false, rate: "5/1") != timed)
            let alone = try second.rendered(EqualizationEffect.self, EqualizationSettings(), .usual(.gray8)).bytes
            #expect(try last(timed: false, rate: "0/1") == alone)
        }

        @Test("Luma of R'G'B' has the weights of its primaries")
        func primaries() throws {
            let smpte240 = Colorimetry(
                kr: 0.212, kb: 0.087, lumaOffset: 0, lumaScale: 255, chromaOffset: 128, chromaScale: 255)
            func full(_ matrix: Colorimetry.Matrix) -> Colorimetry {
                Colorimetry(matrix: matrix, fullRange: true, depth: 8)
            }
            let cases: [(Int, Colorimetry)] = [
                (1, full(.bt709)), (2, full(.bt709)), (3, full(.bt601)), (4, full(.bt601)), (5, smpte240),
                (7, full(.bt2020)), (0, full(.bt709)),
            ]
            let image = try Image(.rgb, 64, 48)
            var outputs: Set<[UInt8]> = []
            for (primaries, colorimetry) in cases {
                let harness = try playing(image, Image.caps(.rgb, 64, 48, colorimetry: "1:1:7:\(primaries)"))
                let output = try harness.render(image.bytes)
                let expected = try image.rendered(EqualizationEffect.self, EqualizationSettings(), colorimetry)
                #expect(output == expected.bytes, "primaries \(primaries)")
                outputs.insert(output)
            }
            #expect(outputs.count == 4)
        }
    }
}
