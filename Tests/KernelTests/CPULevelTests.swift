// SPDX-License-Identifier: MIT
import Glibc
import PixelKernels
import Testing

@Suite("CPU levels")
struct CPULevelTests {
    @Test func availableLevelsAreThoseUpToTheBest() {
        #expect(CPULevel.available.first == .baseline)
        #expect(CPULevel.available.last == .best)
        #expect(CPULevel.available == CPULevel.available.sorted())
        #expect(CPULevel.current <= .best)
    }

    /// Run the tests with SWIFTVIDEO_CPU=baseline, v3, v4 or nonsense to see all of it.
    @Test func environmentForcesALevel() {
        guard let forced = getenv("SWIFTVIDEO_CPU").map({ String(cString: $0) }) else {
            #expect(CPULevel.current == .best)
            #expect(!CPULevel.forcedLevelIsUnusable)
            return
        }
        let named = CPULevel.allCases.first { "\($0.name)" == forced }
        #expect(CPULevel.current == min(named ?? .best, .best))
        #expect(CPULevel.forcedLevelIsUnusable == (named.map { $0 > .best } ?? true))
    }

    /// Every level has kernels of its own: three modules, not one three times.
    @Test func levelsHaveTheirOwnKernels() {
        let types = CPULevel.allCases.map { ObjectIdentifier($0.kernels) }
        #if arch(x86_64)
            #expect(Set(types).count == CPULevel.allCases.count)
        #else
            #expect(Set(types).count == 1)
        #endif
    }
}
