// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Filters
import Glibc
import PixelCore
import Testing

extension ElementTests {
    @Suite struct Threads {
        static let seconds = 1.0

        @Test(
            "Any number of threads gives the same frames",
            arguments: Subject.some("Thread 1", [PixelFormat.bgrx, .i420, .yuy2, .argb64]))
        func sameFrames(subject: Subject, format: PixelFormat) throws {
            try withoutCriticals {
                // Large enough to be cut in bands.
                let image = try Image(format, 1030, 801)
                let expected = try subject.rendered(image, 1, .highDefinition(format)).bytes
                let harness = try subject.harness()
                harness.setCaps(image.caps)
                for threads in [1, 0, 2, 3, 256, 1, 5] as [Int32] {
                    harness.setInt("n-threads", threads)
                    #expect(try harness.render(image.bytes) == expected, "\(threads) threads")
                }
            }
        }

        @Test("Instances share nothing")
        func manyInstances() throws {
            try withoutCriticals {
                let image = try Image(.rgb, 600, 400)
                let harnesses = try (0..<12).map { index in
                    let harness = try ElementHarness()
                    harness.set("intensity", Double(index) / 12)
                    harness.setCaps(image.caps)
                    return harness
                }
                for _ in 0..<2 {
                    for (index, harness) in harnesses.enumerated() {
                        var settings = Rosy()
                        settings.intensity = Double(index) / 12
                        let expected = index == 0 ? image : try image.rendered(settings, .usual(.rgb))
                        #expect(try harness.render(image.bytes) == expected.bytes)
                    }
                }
            }
        }

        @Test("Elements leave no thread behind, at READY or when destroyed", arguments: Subject.some("Thread 3"))
        func noThreadsLeft(subject: Subject) throws {
            try withoutCriticals {
                // The smallest that two threads are worth.
                let image = try Image(.bgrx, 512, 512)
                func pass() throws {
                    let harness = try subject.harness()
                    harness.setInt("n-threads", 4)
                    harness.setCaps(image.caps)
                    #expect(eventually { threadCount() == 0 })
                    _ = try harness.render(image.buffer())
                    #expect(eventually { threadCount() > 0 })
                    gst_element_set_state(harness.element, GST_STATE_READY)
                    #expect(eventually { threadCount() == 0 })
                    gst_element_set_state(harness.element, GST_STATE_PLAYING)
                    harness.setCaps(image.caps)
                    _ = try harness.render(image.buffer())
                }
                for _ in 0..<20 { try pass() }
                #expect(eventually { threadCount() == 0 })
            }
        }

        @Test("Properties hammered from other threads while caps change", arguments: Subject.some("Thread 4"))
        func hammered(subject: Subject) throws {
            try withoutCriticals {
                let harness = try subject.harness()
                let element = Shared(pointer: harness.element)
                let properties = harness.properties
                let hammers = (0..<3).map { first in
                    Background {
                        for index in stride(from: first, to: properties.count, by: 3) {
                            for part in [0, 0.3, 1] { properties[index].set(part, of: element.pointer) }
                        }
                    }
                }
                defer { for hammer in hammers { hammer.end() } }
                let start = now()
                var index = 0
                harness.setCaps(Image.caps(.i420, 16, 16))
                // A sanitizer's second holds few frames.
                while now() - start < Self.seconds || index <= 10 {
                    let format = PixelFormat.allCases[index % PixelFormat.allCases.count]
                    let image = try Image(format, 1 + index % 40, 1 + index % 23).padded()
                    #expect(harness.renegotiate(image.caps))
                    for isShared in [false, true] {
                        let buffer = image.buffer(meta: true)
                        let other = isShared ? buffer.shared() : nil
                        let output = image.with(try harness.render(buffer).bytes)
                        #expect(output.padding == image.padding)
                        withExtendedLifetime(other) {}
                    }
                    index += 1
                }
                for hammer in hammers { hammer.end() }
                #expect(harness.message()?.text == nil)
            }
        }

        @Test("State changes race with a thread that pushes", arguments: Subject.some("Thread 5"))
        func stateRace(subject: Subject) throws {
            try withoutCriticals {
                let harness = try subject.harness()
                harness.loseEvents()
                let image = try Image(.i420, 640, 480)
                if let amount = subject.amount { tst_control(harness.element, amount, 0, 1, 1_000_000_000) }
                harness.setInt("n-threads", 2)
                harness.setCaps(image.caps)
                let pusher = harness.pusher { image.buffer().setTimes(pts: 500_000_000) }
                let start = now()
                while now() - start < Self.seconds {
                    for state in [GST_STATE_READY, GST_STATE_PLAYING, GST_STATE_NULL, GST_STATE_PAUSED] {
                        gst_element_set_state(harness.element, state)
                        usleep(3000)
                    }
                }
                gst_element_set_state(harness.element, GST_STATE_PLAYING)
                pusher.end()
            }
        }

        @Test(
            "Passthrough toggled at full speed leaves whole frames",
            arguments: Subject.some("Thread 2").filter(\.isSwitchedByOne))
        func toggled(subject: Subject) throws {
            try withoutCriticals {
                let image = try Image(.bgrx, 512, 512)
                let expected = try subject.rendered(image).bytes
                let harness = try subject.harness()
                harness.setInt("n-threads", 2)
                harness.setCaps(image.caps)
                let element = Shared(pointer: harness.element)
                let steps = Steps()
                let toggler = Background {
                    subject.set(element.pointer, 0)
                    subject.set(element.pointer, 1)
                    _ = steps.next()
                }
                let start = now()
                while now() - start < Self.seconds || steps.taken < 10 {
                    let output = try harness.render(image.bytes)
                    #expect(output == expected || output == image.bytes)
                }
                toggler.end()
                for amount in [0, 1.0] {
                    subject.set(harness, amount)
                    #expect(try harness.render(image.bytes) == (amount == 0 ? image.bytes : expected))
                }
            }
        }
    }
}

extension Colorimetry {
    /// That of caps without colorimetry, for images of high definition.
    static func highDefinition(_ format: PixelFormat) -> Colorimetry {
        let layout = format.layout
        return Colorimetry(matrix: .bt709, fullRange: layout.model != .ycbcr, depth: layout.depth)
    }
}
