// SPDX-License-Identifier: MIT
import CTestSupport
import PixelCore
import Testing

extension ElementTests {
    /// swiftmix at the ends of its properties' ranges, with the smallest frames.
    @Suite struct MixerTiny {
        static let sizes = [(1, 1), (1, 2), (2, 1), (1, 9), (9, 1), (3, 3), (7, 5)]

        @Test("The end of each property's range plays on the smallest frames", arguments: [false, true])
        func ends(interlaced: Bool) throws {
            try withoutCriticals {
                let properties = try ElementHarness("swiftmix").properties.filter(\.writable)
                for (format, other) in [(PixelFormat.i420, PixelFormat.i420), (.yuy2, .p010), (.bgra, .gray8)] {
                    for (i, size) in Self.sizes.enumerated() {
                        let next = Self.sizes[(i + 3) % Self.sizes.count]
                        let first = try Image(format, size.0, size.1, interlaced: interlaced)
                        let second = try Image(other, next.0, next.1, interlaced: interlaced, seed: 2)
                        for sizing in [Int32(0), 1] {
                            for property in properties {
                                for part in [0.0, 1] {
                                    let harness = try MixHarness()
                                    harness.setInt("sizing", sizing)
                                    property.set(part, of: harness.element)
                                    harness.setCaps(0, first.caps)
                                    harness.setCaps(1, second.caps)
                                    for n in 0..<2 {
                                        _ = try harness.render(first.buffer(), second.buffer(), frame: n)
                                    }
                                    let message = harness.message(seconds: 0)
                                    #expect(message == nil, "\(string(property.name)) \(part): \(message?.text ?? "")")
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
