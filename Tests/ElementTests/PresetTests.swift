// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Glibc
import PixelCore
import TestSupport
import Testing

extension ElementTests {
    /// swiftntsc's settings, and the looks that set them.
    @Suite struct Presets {
        static let looks = NtscPreset.allCases

        @Test("swiftntsc has the 62 settings of ntsc-rs, in its order, with its ranges and defaults")
        func table() throws {
            try withoutCriticals {
                #expect(ListedSetting.all.count == 62)
                let harness = try ElementHarness("swiftntsc")
                let own = harness.properties.prefix(62)
                #expect(own.map { string($0.name) } == ListedSetting.all.map(\.property))
                for (property, listed) in zip(own, ListedSetting.all) {
                    let types = [
                        "float": property.is_double, "int": property.is_int, "bool": property.is_boolean,
                        "enum": property.is_enum,
                    ]
                    #expect(types[listed.type] == true, "\(listed.name)")
                    #expect(property.minimum == listed.range.lowerBound, "\(listed.name)")
                    #expect(property.maximum == listed.range.upperBound, "\(listed.name)")
                    #expect(property.initial == listed.initial, "\(listed.name)")
                    #expect(property.controllable && property.mutable_playing, "\(listed.name)")
                }
                let others = harness.properties.dropFirst(62).map { string($0.name) }
                #expect(others == ["compatibility", "preset", "preset-location", "n-threads"])
            }
        }

        /// The settings as an effect alone would get them.
        private func values(_ settings: NtscSettings) throws -> [String: Double] {
            let ntsc = try NtscHarness()
            #expect(ntsc.values == listedDefaults())
            var result: [String: Double] = [:]
            func take(_ name: String, _ value: Any) {
                if let value = value as? Limited<Double> { result[name] = value.wrappedValue }
                if let value = value as? Limited<Int32> { result[name] = Double(value.wrappedValue) }
                if let value = value as? Bool { result[name] = value ? 1 : 0 }
                if let value = value as? any RawRepresentable, let raw = value.rawValue as? Int32 {
                    result[name] = Double(raw)
                }
            }
            for child in Mirror(reflecting: settings).children {
                // "vhsTapeSpeed" -> "vhs_tape_speed"; what stores a limited setting has an underscore before its name.
                let name = (child.label ?? "").drop { $0 == "_" }.reduce(into: "") {
                    $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1)
                }
                take(name, child.value)
            }
            result["compatibility"] = nil
            return result
        }

        @Test("A look sets all settings, and stays in their ranges", arguments: looks)
        func look(look: NtscPreset) throws {
            try withoutCriticals {
                let ntsc = try NtscHarness()
                let expected = try values(look.settings)
                #expect(expected.count == 62)
                for start in [Int32(1), 5] {
                    ntsc.preset = start
                    tst_set_int(ntsc.element, "random-seed", 7)
                    tst_set_int(ntsc.element, "compatibility", 1)
                    tst_set_int(ntsc.element, "n-threads", 3)
                    ntsc.preset = look.rawValue
                    #expect(ntsc.values == expected)
                    #expect(ntsc.preset == look.rawValue)
                    #expect(tst_get_int(ntsc.element, "compatibility") == 1)
                    #expect(tst_get_int(ntsc.element, "n-threads") == 3)
                }
                for setting in ListedSetting.all { #expect(setting.range.contains(ntsc[setting]), "\(setting.name)") }
            }
        }

        @Test("The first look is the defaults, and no two are the same")
        func looksDiffer() throws {
            #expect(NtscPreset.standard.settings == NtscSettings())
            let image = try Image(.bgrx, 64, 48)
            var seen: Set<[UInt8]> = []
            for look in Self.looks {
                let ntsc = try NtscHarness()
                ntsc.preset = look.rawValue
                ntsc.harness.setCaps(image.caps)
                let output = try ntsc.harness.render(image.buffer().setTimes(pts: 0)).bytes
                #expect(output == (try image.rendered(NtscEffect.self, look.settings, .usual(.bgrx))).bytes)
                seen.insert(output)
            }
            #expect(seen.count == Self.looks.count)
        }

        @Test("What is set later counts; then the preset reads as custom, until the settings are a look again")
        func order() throws {
            try withoutCriticals {
                let ntsc = try NtscHarness()
                #expect(ntsc.preset == NtscPreset.standard.rawValue)
                ntsc.preset = NtscPreset.vhsSP.rawValue
                tst_set_double(ntsc.element, "luma-smear", 0.125)
                #expect(ntsc.preset == 0)
                #expect(tst_get_double(ntsc.element, "luma-smear") == 0.125)
                #expect(tst_get_int(ntsc.element, "vhs-tape-speed") == 1)
                let before = ntsc.values
                // As when all properties are written back to another object, in whatever order.
                ntsc.preset = 0
                #expect(ntsc.values == before && ntsc.preset == 0)
                ntsc.preset = NtscPreset.vhsSP.rawValue
                #expect(ntsc.preset == NtscPreset.vhsSP.rawValue)
                tst_set_double(ntsc.element, "luma-smear", 0.125)
                tst_set_double(ntsc.element, "luma-smear", NtscPreset.vhsSP.settings.lumaSmear)
                #expect(ntsc.preset == NtscPreset.vhsSP.rawValue)
                ntsc.preset = 0
                #expect(ntsc.preset == NtscPreset.vhsSP.rawValue)
                tst_set_int(ntsc.element, "compatibility", 1)
                #expect(ntsc.preset == NtscPreset.vhsSP.rawValue)
            }
        }

        @Test("Who listens is told of each setting that changes, and may ask for it")
        func notified() throws {
            try withoutCriticals {
                let counters = UnsafeMutablePointer<Int32>.allocate(capacity: 64)
                counters.initialize(repeating: 0, count: 64)
                defer { counters.deallocate() }
                let ntsc = try NtscHarness()
                for (i, setting) in ListedSetting.all.enumerated() {
                    tst_count_notify(ntsc.element, setting.property, counters + i)
                }
                tst_count_notify(ntsc.element, "preset", counters + 62)
                for look in [NtscPreset.vhsEPWorn, .broadcastClean] {
                    let before = ntsc.values
                    counters.update(repeating: 0, count: 64)
                    ntsc.preset = look.rawValue
                    for (i, setting) in ListedSetting.all.enumerated() {
                        #expect(counters[i] == (ntsc[setting] == before[setting.name] ? 0 : 1), "\(setting.name)")
                    }
                    #expect(counters[62] == 1)
                }
                // By a file.
                counters.update(repeating: 0, count: 64)
                let before = ntsc.values
                try ntsc.load(text: "{\"version\": 1, \"luma_smear\": 0.75}")
                for (i, setting) in ListedSetting.all.enumerated() {
                    #expect(counters[i] == (ntsc[setting] == before[setting.name] ? 0 : 1), "\(setting.name)")
                }
                #expect(counters[62] == 1)
            }
        }

        @Test("GstPreset saves and loads the settings, and neither presets nor threads")
        func objects() throws {
            try withoutCriticals {
                var generator = Generator(seed: 5)
                let ntsc = try NtscHarness()
                let preset = OpaquePointer(ntsc.element)
                for setting in ListedSetting.all { ntsc[setting] = setting.random(&generator) }
                tst_set_int(ntsc.element, "compatibility", 1)
                tst_set_int(ntsc.element, "n-threads", 3)
                let saved = ntsc.values
                #expect(gst_preset_save_preset(preset, "mine") != 0)
                let names = try #require(gst_preset_get_property_names(preset))
                var list: [String] = []
                while let name = names[list.count] { list.append(String(cString: name)) }
                g_strfreev(names)
                #expect(list == ListedSetting.all.map(\.property) + ["compatibility"])
                ntsc.preset = NtscPreset.camcorder.rawValue
                tst_set_int(ntsc.element, "compatibility", 0)
                tst_set_int(ntsc.element, "n-threads", 2)
                #expect(gst_preset_load_preset(preset, "mine") != 0)
                for setting in ListedSetting.all { #expect(ntsc[setting] == saved[setting.name], "\(setting.name)") }
                #expect(tst_get_int(ntsc.element, "compatibility") == 1)
                #expect(tst_get_int(ntsc.element, "n-threads") == 2)
                // Another object finds it too.
                let other = try NtscHarness()
                #expect(gst_preset_load_preset(OpaquePointer(other.element), "mine") != 0)
                #expect(other.values == saved)
                #expect(gst_preset_delete_preset(preset, "mine") != 0)
            }
        }

        @Test(
            "A control source moves settings, and the image with them",
            arguments: ["luma-smear", "composite-noise-intensity"])
        func controlled(name: String) throws {
            try withoutCriticals {
                let image = try Image(.rgba, 32, 16)
                let ntsc = try NtscHarness()
                tst_control(ntsc.element, name, 0, 1, 1_000_000_000)
                let caps = "video/x-raw, format=RGBA, width=32, height=16, framerate=0/1"
                ntsc.harness.setCaps(caps)
                var seen: Set<[UInt8]> = []
                for step in 0...4 {
                    ntsc.harness.pushSegment { $0.time = guint64(step) * 250_000_000 }
                    let output = try ntsc.harness.render(image.buffer().setTimes(pts: 0)).bytes
                    #expect(abs(ntsc.harness.double(name) - Double(step) / 4) < 1e-9)
                    let fixed = try NtscHarness()
                    fixed.harness.set(name, ntsc.harness.double(name))
                    fixed.harness.setCaps(caps)
                    fixed.harness.pushSegment { $0.time = guint64(step) * 250_000_000 }
                    #expect(output == (try fixed.harness.render(image.buffer().setTimes(pts: 0)).bytes))
                    seen.insert(output)
                }
                #expect(seen.count == 5)
            }
        }
    }
}
