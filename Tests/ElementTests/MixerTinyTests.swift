// SPDX-License-Identifier: MIT
import CTestSupport
import PixelCore
import Testing

extension ElementTests {
    /// Mixers at the ends of their properties' ranges, with the smallest frames.
    @Suite struct MixerTiny {
        static let sizes = [(1, 1), (1, 2), (2, 1), (1, 9), (9, 1), (3, 3), (7, 5)]

        @Test("The end of each property's range plays on the smallest frames", arguments: mixers, [false, true])
        func ends(factory: String, interlaced: Bool) throws {
            try withoutCriticals {
                let properties = try ElementHarness(factory).properties.filter(\.writable)
                let sizings: [Int32] = properties.contains { string($0.name) == "sizing" } ? [0, 1] : [0]
                for (format, other) in [(PixelFormat.i420, PixelFormat.i420), (.yuy2, .p010), (.bgra, .gray8)] {
                    for (i, size) in Self.sizes.enumerated() {
                        let next = Self.sizes[(i + 3) % Self.sizes.count]
                        let first = try Image(format, size.0, size.1, interlaced: interlaced)
                        let second = try Image(other, next.0, next.1, interlaced: interlaced, seed: 2)
                        for sizing in sizings {
                            for property in properties {
                                for part in [0.0, 1] {
                                    let harness = try MixHarness(of: factory)
                                    if sizing > 0 { harness.setInt("sizing", sizing) }
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
