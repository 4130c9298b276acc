// SPDX-License-Identifier: MIT
import CTestSupport
import PixelCore
import Testing

extension ElementTests {
    /// Element messages of what effects report, as `level` posts them.
    @Suite struct Messages {
        private let bytes = [UInt8](repeating: 9, count: 256)

        private func playing(arrays: Int32 = 2, rate: String = "25/1") throws -> ElementHarness {
            let harness = try ElementHarness("swiftprobe")
            harness.setInt("arrays", arrays)
            harness.setCaps("video/x-raw, format=GRAY8, width=16, height=16, framerate=\(rate)")
            return harness
        }

        @Test("A message has the frame's times and the arrays")
        func fields() throws {
            try withoutCriticals {
                let harness = try playing()
                harness.pushSegment {
                    $0.start = 10_000
                    $0.time = 500
                    $0.base = 70
                    $0.rate = 2
                }
                _ = try harness.render(Buffer(bytes).setTimes(pts: 10_200, duration: 40))
                let message = try #require(harness.elementMessage())
                #expect(message.name == "swiftprobe")
                #expect(message.timestamp == 10_200 && message.streamTime == 700 && message.runningTime == 170)
                #expect(message.duration == 40 && message.endTime == 740)
                let values: [UInt32] = [5, UInt32(UInt8(truncatingIfNeeded: -3)), 97, .max]
                #expect(message.arrays == ["first": values, "second": values])
                #expect(harness.elementMessage() == nil)
            }
        }

        @Test("Unknown times are GST_CLOCK_TIME_NONE")
        func unknown() throws {
            try withoutCriticals {
                let harness = try playing(rate: "0/1")
                _ = try harness.render(Buffer(bytes))
                let untimed = try #require(harness.elementMessage())
                #expect(untimed.timestamp == .max && untimed.streamTime == .max && untimed.runningTime == .max)
                #expect(untimed.duration == .max && untimed.endTime == .max)
                _ = try harness.render(Buffer(bytes).setTimes(pts: 5))
                let endless = try #require(harness.elementMessage())
                #expect(endless.streamTime == 5 && endless.duration == .max && endless.endTime == .max)
                _ = try harness.render(Buffer(bytes).setTimes(pts: 5, duration: .max - 3))
                #expect(harness.elementMessage()?.endTime == .max)
                harness.pushSegment(GST_FORMAT_BYTES)
                _ = try harness.render(Buffer(bytes).setTimes(pts: 5, duration: 6))
                let inBytes = try #require(harness.elementMessage())
                #expect(inBytes.timestamp == 5 && inBytes.duration == 6)
                #expect(inBytes.streamTime == .max && inBytes.runningTime == .max && inBytes.endTime == .max)
            }
        }

        @Test("The duration of a frame may come from the frame rate")
        func duration() throws {
            let harness = try playing()
            _ = try harness.render(Buffer(bytes).setTimes(pts: 40_000_000))
            let message = try #require(harness.elementMessage())
            #expect(message.duration == 40_000_000 && message.endTime == 80_000_000)
        }

        @Test("No more arrays than there is room for", arguments: [1, 8, 9] as [Int32])
        func arrays(count: Int32) throws {
            try withoutCriticals {
                let harness = try playing(arrays: count)
                _ = try harness.render(Buffer(bytes))
                #expect(harness.elementMessage()?.arrays.count == Int(min(8, count)))
            }
        }

        @Test("No report, no message; nor from a frame that is not rendered")
        func none() throws {
            try withoutCriticals {
                let silent = try playing(arrays: 0)
                _ = try silent.render(Buffer(bytes))
                #expect(silent.elementMessage() == nil)
                let harness = try playing()
                harness.setInt("enabled", 0)
                _ = try harness.render(Buffer(bytes))
                harness.setInt("enabled", 1)
                _ = try harness.render(Buffer(Array(bytes.prefix(7))))
                harness.setInt("mode", 7)
                #expect(harness.push(Buffer(bytes)) == GST_FLOW_ERROR)
                #expect(harness.elementMessage() == nil)
            }
        }
    }
}
