// SPDX-License-Identifier: MIT
import CTestSupport
import PixelCore
import TestSupport
import Testing

extension ElementTests {
    /// What is within the ranges of properties never ends a stream.
    @Suite struct SettingRanges {
        /// Frames that are as small and as odd as there are, and one of usual proportions.
        private static let sizes = [(1, 1), (2, 16), (1, 7), (17, 1), (5, 3), (64, 36)]
        /// What cameras send, for a few rounds: it takes long.
        private static let large = (1280, 720)

        /// One property after the other at the ends and in the middle of its range, then many at random: pairs, and all.
        private func sweep(
            _ properties: [TstProperty], _ element: UnsafeMutableRawPointer, _ random: inout Generator, _ round: Int
        ) -> [String] {
            let own = properties.filter { $0.writable && !$0.is_string }
            guard let first = own.isEmpty ? nil : own[round % own.count] else { return [] }
            let parts = [0, 1, 0.5, Double.random(in: 0...1, using: &random)]
            let count = [0, 1, 3, own.count][round / own.count % 4]
            let others = own.shuffled(using: &random).prefix(count).filter { string($0.name) != string(first.name) }
            return ([first] + others).map { property in
                let part = parts.randomElement(using: &random) ?? 0
                set(property, part, element)
                return "\(string(property.name)) at \(part)"
            }
        }

        /// Of all of a range but threads, which take long where they are many.
        private func set(_ property: TstProperty, _ part: Double, _ element: UnsafeMutableRawPointer) {
            let name = string(property.name)
            let isInt = !property.is_double && !property.is_uint64 && !property.is_int64
            guard isInt, name != "n-threads" else { return property.set(part, of: element) }
            let value = property.minimum + part * (property.maximum - property.minimum)
            tst_set_int(element, name, Int32(truncatingIfNeeded: Int64(value.rounded())))
        }

        private static let formats: [String: [PixelFormat]] = [
            "swiftdepthgray": [.gray8, .gray16le, .gray16be],
            "swifteq": [.i420, .gray16le, .argb64, .p010, .yuy2, .bgrx, .ayuv64, .gray8],
        ]
        private static let someFormats: [PixelFormat] = [.i420, .nv12, .yuy2, .bgrx, .rgb, .p010, .ayuv64, .gray16be]

        @Test(
            "Frames flow, and no error is on the bus",
            arguments: Subject.someFactories("SettingRange 1", and: converters))
        func filters(factory: String) throws {
            try withoutCriticals {
                var random = Generator(seed: 15)
                for round in 0..<(isOptimized && !Sample.isFew ? 400 : 60) {
                    let format = try #require((Self.formats[factory] ?? Self.someFormats).randomElement(using: &random))
                    let small = try #require(Self.sizes.randomElement(using: &random))
                    let size = round % 50 == 49 ? Self.large : small
                    let image = try Image(
                        format, size.0, size.1, interlaced: round % 5 == 4 && !converters.contains(factory),
                        seed: UInt64(round))
                    let harness = try ElementHarness(factory)
                    harness.setCaps(image.caps)
                    for frame in 0..<3 as Range<UInt64> {
                        let settings = sweep(harness.properties, harness.element, &random, round)
                        let result = harness.push(image.buffer().setTimes(pts: frame * 40_000_000))
                        var told: [String] = []
                        while let message = harness.message() { if message.isError { told.append(message.text) } }
                        let isGood = result == GST_FLOW_OK && told.isEmpty
                        #expect(isGood, "round \(round), \(image.caps), \(settings): \(result) \(told)")
                        if !isGood { return }
                        while harness.pull() != nil {}
                    }
                }
            }
        }

        @Test("Mixed frames flow, and no error is on the bus") func mixes() throws {
            try withoutCriticals {
                var random = Generator(seed: 16)
                for round in 0..<(isOptimized ? 60 : 10) {
                    let formats = (0..<2).compactMap { _ in Self.someFormats.randomElement(using: &random) }
                    let sizes = (0..<2).compactMap { _ in Self.sizes.randomElement(using: &random) }
                    let images = try zip(formats, sizes).map { try Image($0, $1.0, $1.1, seed: UInt64(round)) }
                    let harness = try MixHarness()
                    for (input, image) in images.enumerated() { harness.setCaps(input, image.caps) }
                    var list = [TstProperty](repeating: TstProperty(), count: 128)
                    let count = Int(tst_properties(harness.element, &list, Int32(list.count)))
                    for frame in 0..<2 {
                        let settings = sweep(Array(list.prefix(count)), harness.element, &random, round)
                        _ = try harness.render(images[0].buffer(), images[1].buffer(), frame: frame)
                        let message = harness.message(seconds: 0)
                        #expect(message?.isError != true, "round \(round), \(settings): \(message?.text ?? "")")
                    }
                }
            }
        }
    }
}
