// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Filters
import PixelCore
import Testing

extension ElementTests {
    /// A frame costs no heap allocation once caps and settings are known.
    @Suite struct Allocations {
        static let formats: [PixelFormat] = [
            .bgrx, .rgb, .i420, .nv12, .yuy2, .ayuv, .y444, .i420_10, .p010, .argb64, .gray8, .gray16be,
        ]

        private func allocations(_ harness: ElementHarness, _ image: Image) throws -> Int {
            harness.setCaps(image.caps)
            let first = image.buffer().setTimes(pts: 0)
            #expect(tst_cycle(harness.harness, first.take(), 3) == GST_FLOW_OK)
            let buffer = image.buffer().setTimes(pts: 40_000_000).take()
            let before = tst_allocations()
            tst_count_allocations(true)
            let result = tst_cycle(harness.harness, buffer, 20)
            tst_count_allocations(false)
            #expect(result == GST_FLOW_OK)
            return tst_allocations() - before
        }

        @Test(
            "Rendering allocates nothing", .enabled(if: tst_can_count_allocations() && isOptimized), arguments: formats,
            [1, 2] as [Int32])
        func rendering(format: PixelFormat, threads: Int32) throws {
            // Large enough for two bands.
            let image = try Image(format, 1031, 602)
            // What is told of frames is made on the heap.
            let telling = FilterCatalogue.measuring.map { "\($0.metadata.factoryName)" }
            for subject in Subject.some("Allocation \(format) \(threads)", count: 1)
            where !telling.contains(subject.factory) {
                for amount in [0, 1, 0.5] {
                    let harness = try subject.harness()
                    harness.setInt("n-threads", threads)
                    subject.set(harness, amount)
                    let count = try allocations(harness, image)
                    #expect(count == 0, "\(count) in 20 frames of \(subject.factory) at \(amount)")
                }
            }
        }

        @Test(
            "swifteq allocates nothing, with tiles, with smoothing, or both",
            .enabled(if: tst_can_count_allocations() && isOptimized), arguments: [PixelFormat.i420, .bgrx, .p010],
            [0, 1] as [Int32])
        func equalizing(format: PixelFormat, mode: Int32) throws {
            let image = try Image(format, 1031, 602)
            for method in [0, 1] as [Int32] {
                for smoothing in [0, 0.5] {
                    let harness = try ElementHarness("swifteq")
                    harness.setInt("n-threads", 2)
                    harness.setInt("mode", mode)
                    harness.setInt("method", method)
                    harness.set("smoothing-time", smoothing)
                    let count = try allocations(harness, image)
                    #expect(count == 0, "\(count) in 20 frames, method \(method), smoothing \(smoothing)")
                }
            }
        }

        @Test(
            "Effects of whole frames in a chain allocate nothing, mixed or not",
            .enabled(if: tst_can_count_allocations() && isOptimized), arguments: [PixelFormat.i420, .bgrx, .p010])
        func chain(format: PixelFormat) throws {
            let image = try Image(format, 1031, 602)
            for text in [
                "sepia ! eq smoothing-time=0.5 ! emboss ! ntsc", "eq method=clahe mix=0.5 ! ntsc mix=0.25 ! invert",
            ] {
                let harness = try ElementHarness("swiftchain")
                harness.setInt("n-threads", 2)
                tst_set_string(harness.element, "filters", text)
                let count = try allocations(harness, image)
                #expect(count == 0, "\(count) in 20 frames of \(text)")
            }
        }

        /// What a mixer allocates besides is its parent class's, on a thread of the element's own.
        @Test(
            "Mixing allocates nothing, at one size or two", .enabled(if: tst_can_count_allocations() && isOptimized),
            arguments: formats)
        func mixing(format: PixelFormat) throws {
            let first = try Image(format, 131, 62)
            for second in [try Image(format, 131, 62, seed: 2), try Image(format, 60, 99)] {
                for factor in [0, 0.3, 1] {
                    let count = try Image.allocationsOfMixing(first, second, factor)
                    #expect(count == 0, "\(count) in 20 frames at \(factor), second \(second.width) wide")
                }
            }
        }

        @Test("The counter counts", .enabled(if: tst_can_count_allocations()))
        func counts() {
            tst_count_allocations(true)
            let before = tst_allocations()
            for _ in 0..<10 { g_free(g_malloc(100)) }
            let after = tst_allocations()
            tst_count_allocations(false)
            #expect(after - before >= 10)
        }
    }
}

/// Without optimisation Swift allocates for what costs nothing otherwise.
var isOptimized: Bool {
    var result = true
    assert(
        {
            result = false
            return true
        }())
    return result
}
