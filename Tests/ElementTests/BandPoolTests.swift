// SPDX-License-Identifier: MIT
import CTestSupport
import Glibc
import PixelCore
import Testing

extension ElementTests {
    /// One pool of threads for all elements of the process.
    @Suite struct BandPools {
        /// An element that another thread pushes frames through.
        private final class Player {
            let harness: ElementHarness
            private let image: Image
            private let results: Locked<(frames: Int, faults: Int)> = Locked((0, 0))
            private var thread: Background?

            /// Each has an intensity of its own, so that bands of another's frame would show.
            init(_ index: Int) throws {
                image = try Image(.bgrx, 769, 768, seed: UInt64(index))
                harness = try ElementHarness()
                harness.set("intensity", 0.25 + Double(index) / 32)
                harness.setCaps(image.caps)
            }

            /// Renders a frame on the calling thread, then many on a thread of its own that must be like it.
            func start(threads: Int32) throws {
                harness.setInt("n-threads", 1)
                let expected = try harness.render(image.bytes)
                harness.setInt("n-threads", threads)
                let shared = Shared(pointer: harness.harness)
                thread = Background { [image, results] in
                    let result = tst_push(shared.pointer, image.buffer().take())
                    let bytes = gst_harness_try_pull(shared.pointer).map { Buffer(owning: $0).bytes }
                    let isRight = result == GST_FLOW_OK && bytes == expected
                    results.withLock { $0 = ($0.frames + 1, $0.faults + (isRight ? 0 : 1)) }
                }
            }

            var frames: Int { results.withLock { $0.frames } }

            func stop() {
                thread?.end()
                #expect(results.withLock { $0.faults } == 0)
                gst_element_set_state(harness.element, GST_STATE_READY)
            }
        }

        @Test("Elements at once, with more bands than threads, make whole frames, and none waits for ever")
        func atOnce() throws {
            try withoutCriticals {
                let players = try (0..<6).map { try Player($0) }
                for player in players { try player.start(threads: 4) }
                #expect(eventually { players.allSatisfy { $0.frames >= 20 } })
                let most = max(4, sysconf(Int32(_SC_NPROCESSORS_ONLN))) - 1
                #expect((1...most).contains(threadCount()))
                // Who stops takes no thread from others.
                for player in players.dropFirst() { player.stop() }
                let before = players[0].frames
                #expect(eventually { players[0].frames >= before + 20 })
                #expect(threadCount() > 0)
                players[0].stop()
                #expect(eventually { threadCount() == 0 })
            }
        }

        @Test("Elements begin while the last other one stops")
        func stopRace() throws {
            try withoutCriticals {
                let image = try Image(.bgrx, 512, 512)
                let harnesses = try (0..<3).map { _ in try ElementHarness() }
                let steps = Steps()
                let lives = harnesses.map { harness in
                    harness.setInt("n-threads", 3)
                    let shared = Shared(pointer: harness.harness)
                    let element = Shared(pointer: harness.element)
                    return Background {
                        gst_element_set_state(element.pointer, GST_STATE_READY)
                        gst_element_set_state(element.pointer, GST_STATE_PLAYING)
                        gst_harness_set_src_caps_str(shared.pointer, image.caps)
                        for _ in 0..<2 { _ = tst_push(shared.pointer, image.buffer().take()) }
                        while let output = gst_harness_try_pull(shared.pointer) { _ = Buffer(owning: output) }
                        _ = steps.next()
                    }
                }
                #expect(eventually { steps.taken > 200 })
                for life in lives { life.end() }
                for harness in harnesses { gst_element_set_state(harness.element, GST_STATE_READY) }
                #expect(eventually { threadCount() == 0 })
            }
        }

        /// ThreadSanitizer ends a process that starts threads after it was forked.
        @Test("A process that was forked has threads of its own", .enabled(if: !tst_is_sanitized()))
        func fork() throws {
            try withoutCriticals {
                let image = try Image(.bgrx, 512, 512)
                let harness = try ElementHarness()
                harness.setInt("n-threads", 3)
                harness.setCaps(image.caps)
                let expected = try harness.render(image.bytes)
                #expect(tst_push_in_child(harness.harness, image.buffer().take()))
                #expect(try harness.render(image.bytes) == expected)
            }
        }
    }
}
