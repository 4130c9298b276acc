// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Elements
import PixelCore
import Testing

extension ElementTests {
    /// Settings of swiftdepthgray that set others, and those that are at the ends of their ranges.
    @Suite struct DepthSetting {
        private func harness(_ image: Image) throws -> ElementHarness {
            let harness = try ElementHarness("swiftdepthgray")
            gst_harness_set_sink_caps_str(harness.harness, "video/x-raw, format=GRAY8")
            harness.setCaps(image.caps)
            return harness
        }

        private func range(_ harness: ElementHarness) throws -> DepthAutoRange {
            try #require(DepthAutoRange(rawValue: tst_get_int(harness.element, "auto-range")))
        }

        /// Lists of settings as gst-launch takes them, and what auto-range is after them.
        static let orders: [(settings: [(String, String)], range: DepthAutoRange)] = [
            ([], .percentile),
            ([("near", "1")], .off), ([("far", "3")], .off),
            ([("near", "1"), ("far", "3")], .off), ([("far", "3"), ("near", "1")], .off),
            // What they are anyway.
            ([("near", "0")], .off), ([("far", "6")], .off),
            ([("near", "1"), ("auto-range", "percentile")], .percentile),
            ([("auto-range", "percentile"), ("near", "1")], .percentile),
            ([("auto-range", "percentile"), ("far", "3"), ("near", "1")], .percentile),
            ([("near", "1"), ("auto-range", "growing"), ("far", "3")], .growing),
            ([("auto-range", "growing"), ("near", "1"), ("far", "3")], .growing),
            ([("auto-range", "off"), ("near", "1")], .off), ([("near", "1"), ("auto-range", "off")], .off),
            ([("near", "1"), ("auto-range", "percentile"), ("near", "2")], .percentile),
            ([("depth-unit", "0.002"), ("range-low", "5")], .percentile),
        ]

        @Test(
            "near and far count when they are set, unless auto-range is set, in every order", arguments: orders.indices)
        func order(index: Int) throws {
            try withoutCriticals {
                let (settings, expected) = Self.orders[index]
                let image = try Image(.gray16le, 33, 9)
                // Before the first frame, and while it plays.
                for plays in [false, true] {
                    let harness = try harness(image)
                    if plays { _ = try harness.render(image.buffer()) }
                    for (name, value) in settings { tst_set_text(harness.element, name, value) }
                    #expect(try range(harness) == expected, "\(settings)")
                    harness.pushSegment { $0.base += 1 }
                    harness.pushSegment()
                    let shown = try image.converted(to: .gray8) {
                        $0.autoRange = expected
                        for (name, value) in settings {
                            guard let number = Double(value) else { continue }
                            if name == "near" { $0.near = number }
                            if name == "far" { $0.far = number }
                            if name == "depth-unit" { $0.unit = number }
                            if name == "range-low" { $0.rangeLow = number }
                        }
                    }
                    let result = shown.with(try harness.render(image.buffer()).bytes)
                    #expect(result.visible == shown.visible, "\(settings), while it plays: \(plays)")
                }
            }
        }

        @Test("Who listens is told that auto-range changes, once, and temporal-window with it") func notified() throws {
            try withoutCriticals {
                let counts = UnsafeMutablePointer<Int32>.allocate(capacity: 3)
                counts.initialize(repeating: 0, count: 3)
                defer { counts.deallocate() }
                let harness = try harness(try Image(.gray16le, 16, 16))
                for (i, name) in ["auto-range", "temporal-window", "far"].enumerated() {
                    tst_count_notify(harness.element, name, counts + i)
                }
                harness.set("near", 0)
                harness.set("near", 1)
                #expect((0..<3).map { counts[$0] } == [1, 1, 0])
                #expect(tst_get_uint64(harness.element, "temporal-window") == 0)
            }
        }

        @Test("A control source that moves near or far does so too", arguments: ["near", "far"])
        func controlled(name: String) throws {
            try withoutCriticals {
                for isSet in [false, true] {
                    let image = try Image(.gray16le, 16, 16)
                    let harness = try harness(image)
                    if isSet { harness.setInt("auto-range", 2) }
                    // The range is a million metres.
                    tst_control(harness.element, name, 0, 4e-6, 1_000_000_000)
                    _ = try harness.render(image.buffer().setTimes(pts: 500_000_000))
                    #expect(abs(harness.double(name) - 2) < 1e-6)
                    #expect(try range(harness) == (isSet ? .percentile : .off))
                }
            }
        }

        @Test("All properties written to another object, in either order, give the same range") func copied() throws {
            try withoutCriticals {
                for settings in [[("near", "1")], [("near", "1"), ("auto-range", "growing")], []] {
                    let image = try Image(.gray16le, 16, 16)
                    let from = try harness(image)
                    for (name, value) in settings { tst_set_text(from.element, name, value) }
                    for isReversed in [false, true] {
                        let to = try harness(image)
                        let list = from.properties.filter(\.writable)
                        for property in isReversed ? list.reversed() : list {
                            let name = string(property.name)
                            if property.is_double {
                                to.set(name, from.double(name))
                            } else {
                                to.setInt(name, tst_get_int(from.element, name))
                            }
                        }
                        #expect(try range(to) == range(from), "\(settings)")
                    }
                }
            }
        }

        @Test("temporal-persistence is known by name and by librealsense's number") func persistence() throws {
            try withoutCriticals {
                let names = [
                    "disabled", "8-of-8", "2-of-3", "2-of-4", "2-of-8", "1-of-2", "1-of-5", "1-of-8", "always",
                ]
                let harness = try ElementHarness("swiftdepthgray")
                #expect(tst_get_int(harness.element, "temporal-persistence") == 3)
                for (number, name) in names.enumerated() {
                    for text in [name, "\(number)"] {
                        tst_set_text(harness.element, "temporal-persistence", text == name ? "8-of-8" : "always")
                        tst_set_text(harness.element, "temporal-persistence", text)
                        #expect(Int(tst_get_int(harness.element, "temporal-persistence")) == number, "\(text)")
                    }
                }
            }
        }

        // MARK: Tiny frames

        static let sizes = [(1, 1), (1, 2), (2, 1), (1, 9), (9, 1), (3, 3), (7, 5), (17, 2)]

        private func plays(_ image: Image, _ output: String, _ settings: String, _ set: (ElementHarness) -> Void)
            throws
        {
            let harness = try ElementHarness("swiftdepthgray")
            gst_harness_set_sink_caps_str(harness.harness, "video/x-raw, format=\(output)")
            set(harness)
            harness.setCaps(image.caps)
            let passed = (0..<3).map { n in
                let result = harness.push(
                    image.buffer().setTimes(pts: UInt64(n) * 2_000_000_000, duration: 40_000_000))
                #expect(result == GST_FLOW_OK, "\(image.width)x\(image.height) to \(output), \(settings)")
                return harness.pull() != nil
            }
            // A rate near 0 passes the first one alone.
            #expect(passed[0], "\(settings)")
            let message = harness.message()
            #expect(message == nil, "\(image.width)x\(image.height), \(settings): \(message?.text ?? "")")
        }

        @Test("The end of each property's range plays on the smallest frames", arguments: sizes)
        func ends(width: Int, height: Int) throws {
            try withoutCriticals {
                let properties = try ElementHarness("swiftdepthgray").properties.filter(\.writable)
                for (format, output) in [(PixelFormat.gray16le, "GRAY8"), (.gray16be, "I420"), (.gray8, "GRAY16_LE")] {
                    let image = try Image(format, width, height)
                    for property in properties {
                        for part in [0.0, 1] {
                            for smooths in [Int32(0), 1] {
                                try plays(image, output, "\(string(property.name)) \(part), \(smooths)") {
                                    $0.setInt("smoothing", smooths)
                                    property.set(part, of: $0.element)
                                }
                            }
                        }
                    }
                }
            }
        }

        @Test("Numbers next to 0 play") func smallest() throws {
            try withoutCriticals {
                let image = try Image(.gray16le, 3, 3)
                for name in ["near", "far", "range-low", "range-high", "range-time", "max-rate", "temporal-alpha"] {
                    for value in [Double.leastNonzeroMagnitude, 1e-300, 1e-12] {
                        try plays(image, "GRAY8", "\(name) \(value)") {
                            $0.setInt("temporal", 1)
                            $0.set(name, value)
                        }
                    }
                }
            }
        }

        @Test("Every filter with every other plays on the smallest frames", arguments: 1...8 as ClosedRange<Int32>)
        func filters(decimation: Int32) throws {
            try withoutCriticals {
                for (width, height) in Self.sizes {
                    let image = try Image(.gray16be, width, height)
                    for (holes, persistence) in zip(
                        [0, 1, 2, 3, 1, 2, 3, 2, 3] as [Int32], 0...8 as ClosedRange<Int32>)
                    {
                        try plays(image, "BGRx", "decimation \(decimation), hole-filling \(holes)") {
                            for name in ["threshold", "spatial", "temporal", "equalize"] { $0.setInt(name, 1) }
                            $0.set("threshold-max", 60)
                            $0.setInt("spatial-holes", persistence % 6)
                            $0.setInt("decimation", decimation)
                            $0.setInt("hole-filling", holes)
                            $0.setInt("temporal-persistence", persistence)
                        }
                    }
                }
            }
        }
    }
}
