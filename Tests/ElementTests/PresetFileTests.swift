// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Glibc
import PixelCore
import TestSupport
import Testing

extension ElementTests {
    /// Files for `preset-location`, and the text of one that `preset-json` is.
    @Suite struct PresetFiles {
        /// A file's text, and how the settings differ from the legacy ones then.
        static let good: [(text: String, changes: [String: Double])] = [
            ("{\"version\": 1}", [:]),
            ("\u{FEFF}{\"version\":1}", [:]),
            (" \r\n\t{ \"version\" : 1.0 , \"use_field\" : 2 }\r\n", ["use_field": 2]),
            ("{\"version\":1,\"luma_smear\":0.1,\"luma_smear\":0.9}", ["luma_smear": 0.9]),
            ("{\"version\":1,\"luma_sm\\u0065ar\":25e-2}", ["luma_smear": 0.25]),
            // Beyond the range, and beyond what integers and doubles hold.
            ("{\"version\":1,\"luma_smear\":7,\"snow_intensity\":-3}", ["luma_smear": 1, "snow_intensity": 0]),
            (
                "{\"version\":1,\"luma_smear\":1e999,\"composite_preemphasis\":-1e999}",
                [
                    "luma_smear": 1, "composite_preemphasis": -1,
                ]
            ),
            ("{\"version\":1,\"random_seed\":99999999999999999999}", ["random_seed": 2_147_483_647]),
            ("{\"version\":1,\"random_seed\":-99999999999999999999}", ["random_seed": -2_147_483_648]),
            ("{\"version\":1,\"random_seed\":9223372036854775808}", ["random_seed": 2_147_483_647]),
            (
                "{\"version\":1,\"random_seed\":-1e999,\"head_switching_height\":1e999}",
                [
                    "random_seed": -2_147_483_648, "head_switching_height": 24,
                ]
            ),
            ("{\"version\":1,\"random_seed\":-5}", ["random_seed": -5]),
            ("{\"version\":1,\"luma_smear\":1e-400}", [:]),
            // Whole numbers lose their fraction.
            (
                "{\"version\":1,\"chroma_delay_vertical\":-3.9,\"composite_noise_detail\":4.99}",
                [
                    "chroma_delay_vertical": -3, "composite_noise_detail": 4,
                ]
            ),
            ("{\"version\":1,\"use_field\":3.7,\"vhs_tape_speed\":0}", ["use_field": 3, "vhs_tape_speed": 0]),
            ("{\"version\":1,\"vhs_settings\":false,\"luma_noise\":true}", ["vhs_settings": 0, "luma_noise": 1]),
            // Of no concern.
            ("{\"version\":1,\"luma_smear\":\"1\",\"use_field\":null,\"ringing\":[1],\"vhs_settings\":{\"a\":1}}", [:]),
            ("{\"name\":\"\\\"[{\\\\\",\"ez_snow\":3,\"version\":1,\"deep\":[[[{\"luma_smear\":1}]]]}", [:]),
            ("{\"version\":1,\"\":1,\"t\u{E4}st \\u0007\":true}", [:]),
        ]

        @Test("A good file is taken, what it leaves out being as in old presets", arguments: good.indices)
        func taken(index: Int) throws {
            try withoutCriticals {
                let (text, changes) = Self.good[index]
                let ntsc = try NtscHarness()
                ntsc.preset = NtscPreset.camcorder.rawValue
                #expect(try ntsc.load(text: text) == nil)
                #expect(ntsc.values == listedDefaults(listedLegacy).merging(changes) { $1 }, "\(text)")
                #expect(ntsc.preset == 0)
            }
        }

        @Test("The defaults' own file gives the defaults, and later settings count")
        func defaults() throws {
            try withoutCriticals {
                let path = conformanceFolder + "default_preset.json"
                let ntsc = try NtscHarness()
                ntsc.preset = NtscPreset.camcorder.rawValue
                tst_set_int(ntsc.element, "compatibility", 1)
                tst_set_int(ntsc.element, "n-threads", 5)
                #expect(ntsc.load(path) == nil)
                #expect(ntsc.values == listedDefaults())
                #expect(ntsc.preset == NtscPreset.standard.rawValue)
                #expect(tst_get_int(ntsc.element, "compatibility") == 1)
                #expect(tst_get_int(ntsc.element, "n-threads") == 5)
                tst_set_double(ntsc.element, "luma-smear", 0.125)
                #expect(ntsc.values == listedDefaults(["luma_smear": 0.125]))
                // The same name again reads the file again; none reads nothing.
                #expect(ntsc.load(path) == nil)
                #expect(ntsc.values == listedDefaults())
                tst_set_double(ntsc.element, "luma-smear", 0.125)
                for nothing in [nil, ""] as [String?] { #expect(ntsc.load(nothing) == nil) }
                #expect(ntsc.values == listedDefaults(["luma_smear": 0.125]))
            }
        }

        static let bad: [(text: String, part: String)] = [
            ("", "no JSON object"), ("   \n", "no JSON object"), ("null", "no JSON object"), ("[1]", "no JSON object"),
            ("3", "no JSON object"), ("\"version\"", "no JSON object"), ("{}", "\"version\" is missing"),
            ("3 {\"version\":1}", "no JSON object"), ("null\n{\"version\":1}", "no JSON object"),
            (",{\"version\":1}", "no JSON object"), ("}{\"version\":1}", "no JSON object"),
            ("{\"version\":2}", "\"version\" is 2"), ("{\"version\":1.5}", "\"version\" is 1.5"),
            ("{\"version\":true}", "\"version\" is true"), ("{\"version\":\"1\"}", "\"version\" is missing"),
            ("{\"version\":1,\"luma_smear\":true}", "\"luma_smear\" is true, but must be a number"),
            ("{\"version\":1,\"use_field\":false}", "\"use_field\" is false, but must be a number"),
            ("{\"version\":1,\"random_seed\":false}", "\"random_seed\" is false"),
            ("{\"version\":1,\"ringing\":1}", "\"ringing\" is 1, but must be true or false"),
            ("{\"version\":1,\"ringing\":0.5}", "\"ringing\" is 0.5"),
            ("{\"version\":1,\"vhs_tape_speed\":4}", "\"vhs_tape_speed\" is 4, but must be one of 0, 1, 2, 3"),
            ("{\"version\":1,\"use_field\":-1}", "\"use_field\" is -1"),
            ("{\"version\":1,\"use_field\":1e999}", "\"use_field\" is inf"),
            ("{\"version\":1,\"use_field\":99999999999999999999}", "\"use_field\" is 1e+20"),
            ("{\"version\":1,\n\"luma_smear\":NaN}", "line 2"), ("{\"version\":1,\"luma_smear\":Infinity}", "line 1"),
            ("{\"version\":1,\"luma_smear\":0x1}", "line 1"), ("{\"version\":01}", "line 1"),
            ("{\"version\":+1}", "line 1"),
            ("{\"version\":1.}", "line 1"), ("{\"version\":.1}", "line 1"), ("{\"version\":1e}", "line 1"),
            ("{\"version\":--1}", "line 1"), ("{\"version\":1}\n\n{\"version\":1}", "line 3"),
            ("{\"version\":1}}", "line 1"), ("{\"version\":1", "line 1"), ("{\"version\":1,}", "line 1"),
            ("{\"version\" 1}", "line 1"), ("{\"version\":1 \"a\":2}", "line 1"), ("{version:1}", "line 1"),
            ("{'version':1}", "line 1"), ("{\"version\":1,\"a\":[}", "line 1"), ("{\"version\":1,\"a\":\"b", "line 1"),
            ("{\"version\":1} // yes", "line 1"), ("/* no */{\"version\":1}", "line 1"),
            ("{\n\n\n\"version\":1,\"a\":\"b\nc\"}", "line 4"), ("{\"version\":1,\"luma_smear\\u0000x\":1}", "NUL"),
            ("{\"version\":1}\0", "byte 13"), ("\0", "byte 0"), ("var x = {\"version\":1};", "line 1"),
            ("{\"version\":1,\"a\":truely}", "line 1"),
            ("{\"version\":1,\"a\":" + String(repeating: "[", count: 500_000), "deeper than 64"),
            ("{\"version\":1,\"a\":" + String(repeating: "{\"a\":", count: 100_000), "deeper than 64"),
            (String(repeating: " ", count: 1 << 20) + "{\"version\":1}", "larger than 1 MiB"),
        ]

        @Test("A bad file changes nothing, and the bus says what is wrong", arguments: bad.indices)
        func refused(index: Int) throws {
            try withoutCriticals {
                let (text, part) = Self.bad[index]
                let ntsc = try NtscHarness()
                ntsc.preset = NtscPreset.vhsSP.rawValue
                let (values, json) = (ntsc.values, ntsc.json)
                let file = try PresetFile(text)
                let message = try #require(ntsc.load(file), "\(text.prefix(80))")
                #expect(message.text.contains(part), "\(message.text) of \(text.prefix(80))")
                #expect(message.text.contains(file.path) && message.text.contains("settings stay as they were"))
                #expect(!message.isError && message.domain == "gst-resource-error-quark")
                #expect(ntsc.harness.message() == nil)
                #expect(ntsc.values == values && ntsc.json == json && ntsc.preset == NtscPreset.vhsSP.rawValue)
            }
        }

        @Test("Bytes that are no text are refused")
        func noText() throws {
            try withoutCriticals {
                let ntsc = try NtscHarness()
                for (bytes, position) in [([0xFF, 0xFE, 0x7B, 0x00], 0), ([0x7B, 0x22, 0xC3, 0x28], 2)]
                    as [([UInt8], Int)]
                {
                    let message = try #require(ntsc.load(try PresetFile(bytes)))
                    #expect(message.text.contains("byte \(position) is not UTF-8"), "\(message.text)")
                }
                for escape in ["222", "x41", "u00", "'"] {
                    let file = try PresetFile(Array("{\"version\": 1, \"name\\\(escape)\": 1}".utf8))
                    let message = try #require(ntsc.load(file))
                    #expect(message.text.contains("line 1"), "\(message.text)")
                }
                #expect(ntsc.values == listedDefaults())
            }
        }

        @Test("What is no readable file is refused, and nothing waits for it")
        func noFile() throws {
            try withoutCriticals {
                let ntsc = try NtscHarness()
                let fifo = "/tmp/swiftvideo-fifo-\(getpid())"
                #expect(mkfifo(fifo, 0o600) == 0)
                defer { unlink(fifo) }
                let long = "/tmp/" + String(repeating: "x", count: 5000)
                for (path, part) in [
                    ("/tmp", "it is a folder"), (fifo, "it is no regular file"), ("/dev/zero", "it is no regular file"),
                    ("/tmp/swiftvideo-there-is-none.json", "it can't be opened"), (long, "it can't be opened"),
                    ("not/here.json", "it can't be opened"),
                ] {
                    let message = try #require(ntsc.load(path), "\(path)")
                    #expect(message.text.contains(part) || path == long, "\(message.text)")
                }
                #expect(ntsc.values == listedDefaults())
                let full = "{\"version\":1}" + String(repeating: " ", count: (1 << 20) - 13)
                #expect(try ntsc.load(text: full) == nil)
            }
        }

        @Test("Settings come back from their own text, every bit of them")
        func roundTrip() throws {
            try withoutCriticals {
                var generator = Generator(seed: 62)
                let (first, second) = (try NtscHarness(), try NtscHarness())
                for round in 0..<60 {
                    for setting in ListedSetting.all { first[setting] = setting.random(&generator) }
                    if round < NtscPreset.allCases.count { first.preset = NtscPreset.allCases[round].rawValue }
                    let json = first.json
                    #expect(json.hasPrefix("{\n  \"version\": 1,\n  \"random_seed\": "))
                    #expect(json.split(separator: "\n").count == 65)
                    second.preset = NtscPreset.camcorder.rawValue
                    #expect(try second.load(text: json) == nil)
                    for setting in ListedSetting.all {
                        #expect(first[setting].bitPattern == second[setting].bitPattern, "\(setting.name)")
                    }
                    #expect(second.json == json)
                    #expect(second.preset == first.preset)
                }
            }
        }

        @Test("A preset of ntscQT becomes what ntsc-rs makes of it", arguments: [false, true])
        func ntscQT(isSecondRinging: Bool) throws {
            try withoutCriticals {
                let fixed: [String: Double] = [
                    "use_field": 1, "filter_type": 0, "input_luma_filter": 1, "chroma_demodulation": 0, "luma_smear": 0,
                    "snow_intensity": 0, "tracking_noise": 0, "luma_noise": 0, "scale_settings": 0,
                    "head_switching_height": 6, "head_switching_offset": 0, "head_switching_horizontal_shift": 6,
                    "head_switching_start_mid_line": 0, "composite_noise_frequency": 0.1, "composite_noise_detail": 3,
                    "chroma_noise_frequency": 0.2, "chroma_noise_detail": 1, "vhs_sharpen_frequency": 1,
                    "vhs_edge_wave_speed": 10, "vhs_edge_wave_frequency": 0.125, "vhs_edge_wave_detail": 3,
                ]
                let ntsc = try NtscHarness()
                ntsc.preset = NtscPreset.vhsEPWorn.rawValue
                #expect(try ntsc.load(text: "{\"_composite_preemphasis\": 0, \"luma_smear\": 1}") == nil)
                let least: [String: Double] = [
                    "composite_preemphasis": 0, "chroma_lowpass_in": 0, "video_scanline_phase_shift": 0,
                    "head_switching": 0, "composite_noise_intensity": 0, "chroma_noise_intensity": 0,
                    "chroma_phase_noise_intensity": 0, "ringing_frequency": 0, "ringing_power": 5, "ringing_scale": 2,
                    "vhs_settings": 0, "vhs_tape_speed": 1, "vhs_chroma_loss": 0, "vhs_sharpen": 0, "vhs_edge_wave": 0,
                    "vhs_chroma_vert_blend": 0, "chroma_lowpass_out": 0,
                ]
                #expect(ntsc.values == listedDefaults(fixed).merging(least) { $1 })
                let text = """
                    {"_composite_preemphasis": 1.5, "_vhs_out_sharpen": 2, "_vhs_edge_wave": 4, "_output_vhs_tape_speed": 2,
                    "_ringing": 0.75, "_ringing_power": 15, "_ringing_shift": 0.4, "_color_bleed_horiz": 3,
                    "_color_bleed_vert": 2, "_video_chroma_noise": 8192, "_video_chroma_phase_noise": 20,
                    "_video_chroma_loss": 500, "_video_noise": 1000, "_video_scanline_phase_shift": 270,
                    "_video_scanline_phase_shift_offset": 3, "_head_switching_speed": 0, "_vhs_head_switching": true,
                    "_enable_ringing2": \(isSecondRinging), "_composite_in_chroma_lowpass": true,
                    "_composite_out_chroma_lowpass": true, "_composite_out_chroma_lowpass_lite": \(isSecondRinging),
                    "_emulating_vhs": true, "_vhs_chroma_vert_blend": true, "_black_line_cut": false}
                    """
                #expect(try ntsc.load(text: text) == nil)
                var full: [String: Double] = [
                    "composite_preemphasis": 1.5, "chroma_lowpass_in": 2, "video_scanline_phase_shift": 3,
                    "video_scanline_phase_shift_offset": 3, "head_switching": 1, "composite_noise_intensity": 0.02,
                    "chroma_noise_intensity": 0.2, "chroma_phase_noise_intensity": 0.1, "chroma_delay_horizontal": 3,
                    "chroma_delay_vertical": 2, "ringing_frequency": 0.25, "ringing_power": 5, "ringing_scale": 2,
                    "vhs_settings": 1, "vhs_tape_speed": 3, "vhs_chroma_loss": 0.005, "vhs_sharpen": 2,
                    "vhs_edge_wave": 2, "vhs_chroma_vert_blend": 1, "chroma_lowpass_out": isSecondRinging ? 1 : 2,
                ]
                if isSecondRinging {
                    (full["ringing_frequency"], full["ringing_power"], full["ringing_scale"]) = (0.55, 6, 1.5)
                }
                for (name, value) in listedDefaults(fixed).merging(full, uniquingKeysWith: { $1 }) {
                    #expect(abs((ntsc.values[name] ?? .nan) - value) < 1e-12, "\(name)")
                }
                let before = ntsc.values
                for (bad, part) in [
                    ("\"_composite_preemphasis\": true", "\"_composite_preemphasis\" is true"),
                    ("\"_composite_preemphasis\": 1, \"_emulating_vhs\": 1", "\"_emulating_vhs\" is 1"),
                ] {
                    let message = try #require(try ntsc.load(text: "{\(bad)}"))
                    #expect(message.text.contains(part), "\(message.text)")
                }
                #expect(ntsc.values == before)
            }
        }
    }
}
