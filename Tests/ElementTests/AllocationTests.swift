import CTestSupport
import PixelCore
import Testing

extension ElementTests {
    /// A frame costs no heap allocation once caps and settings are known.
    @Suite struct Allocations {
        static let formats: [PixelFormat] = [
            .bgrx, .rgb, .i420, .nv12, .yuy2, .ayuv, .y444, .i420_10, .p010, .argb64, .gray8, .gray16be,
        ]

        private func allocations(_ picture: Picture, threads: Int32, intensity: Double) throws -> Int {
            let harness = try ElementHarness()
            harness.setInt("n-threads", threads)
            harness.set("intensity", intensity)
            harness.setCaps(picture.caps)
            #expect(tst_cycle(harness.harness, picture.buffer().take(), 3) == GST_FLOW_OK)
            let buffer = picture.buffer().take()
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
            let picture = try Picture(format, 1031, 602)
            for intensity in [0, 1, 0.5] {
                let count = try allocations(picture, threads: threads, intensity: intensity)
                #expect(count == 0, "\(count) in 20 frames at intensity \(intensity)")
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
private var isOptimized: Bool {
    var result = true
    assert(
        {
            result = false
            return true
        }())
    return result
}
