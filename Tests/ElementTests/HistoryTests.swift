// SPDX-License-Identifier: MIT
import CTestSupport
import PixelCore
import TestSupport
import Testing

extension ElementTests {
    @Suite struct History {
        /// The settings that look back, where they are not 0.
        private static let memories: Set = [
            "swifteq smoothing-time", "swiftlowpass strength", "swifthighpass strength",
        ]

        @Test("What has passed through is not the last frame", arguments: ["swiftlowpass", "swiftchain"])
        func passedThrough(factory: String) throws {
            try withoutCriticals {
                let harness = try ElementHarness(factory)
                func setStrength(_ strength: String) {
                    if factory == "swiftchain" {
                        let on = strength == "0" ? "false" : "true"
                        tst_set_text(harness.element, "filters", "lowpass strength=0.8 enabled=\(on)")
                    } else {
                        tst_set_text(harness.element, "strength", strength)
                    }
                }
                var images: [Image] = []
                for seed in 1...4 { images.append(try Image(.bgrx, 16, 8, seed: UInt64(seed))) }
                setStrength("0.8")
                harness.setCaps(images[0].caps)
                var time: UInt64 = 0
                func render(_ image: Image) throws -> [UInt8] {
                    time += 40_000_000
                    return try harness.render(image.buffer().setTimes(pts: time)).bytes
                }
                #expect(try render(images[0]) == images[0].bytes)
                #expect(try render(images[1]) != images[1].bytes)
                setStrength("0")
                #expect(try render(images[2]) == images[2].bytes)
                setStrength("0.8")
                #expect(try render(images[3]) == images[3].bytes)
                #expect(try render(images[0]) != images[0].bytes)
            }
        }

        @Test(
            "A frame that does not go on from the last one is a first one", arguments: ["swiftlowpass", "swiftchain"])
        func discontinuous(factory: String) throws {
            try withoutCriticals {
                let harness = try ElementHarness(factory)
                if factory == "swiftchain" { tst_set_text(harness.element, "filters", "lowpass") }
                let images = try (1...3).map { try Image(.bgrx, 16, 8, seed: $0) }
                harness.setCaps(images[0].caps)
                for (index, image) in images.enumerated() {
                    let buffer = image.buffer().setTimes(pts: UInt64(index) * 40_000_000)
                    if index == 2 { tst_set_flags(buffer.pointer, GST_BUFFER_FLAG_DISCONT.rawValue) }
                    #expect((try harness.render(buffer).bytes == image.bytes) == (index != 1), "frame \(index)")
                }
            }
        }

        @Test("What an element had to do before makes no difference to a frame", arguments: Subject.some("History 1"))
        func forgets(subject: Subject) throws {
            try withoutCriticals {
                var random = Generator(seed: 4)
                let old = try subject.harness()
                var image = try Image(.bgrx, 1, 1)
                let rounds = isLong ? 3000 : 150
                for round in 0..<rounds {
                    if round % 5 == 0 {
                        let format = try #require(PixelFormat.allCases.randomElement(using: &random))
                        let size = random.next() % 8 == 0 ? 600 : 40
                        image = try Image(
                            format, Int.random(in: 1...size, using: &random), Int.random(in: 1...size, using: &random))
                        old.setCaps(image.caps)
                    }
                    let new = try subject.harness()
                    new.setCaps(image.caps)
                    for property in old.properties {
                        let some = try #require([0, 0.1, 0.3, 1].randomElement(using: &random))
                        let looksBack = Self.memories.contains("\(subject.factory) \(string(property.name))")
                        let part = looksBack ? 0 : some
                        property.set(part, of: old.element)
                        property.set(part, of: new.element)
                    }
                    let time = UInt64(round) * 40_000_000
                    let bytes = try [old, new].map { try $0.render(image.buffer().setTimes(pts: time)).bytes }
                    let isSame = bytes[0] == bytes[1]
                    #expect(isSame, "\(round): \(image.caps)")
                }
            }
        }
    }
}
