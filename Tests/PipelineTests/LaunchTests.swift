// SPDX-License-Identifier: MIT
import Glibc
import PixelCore
import TestSupport
import Testing

extension PipelineTests {
    @Suite struct Launch {
        /// Lines that identity prints, one for each buffer that comes by.
        private let counted = "! identity silent=false ! fakesink"

        private func frames(_ outcome: Outcome) -> Int {
            outcome.text.split(separator: "\n").filter { $0.contains("chain   ******* (identity0:sink)") }.count
        }

        @Test("The clip's 132 frames go through")
        func clip() throws {
            let outcome = try Tool.run(
                ["gst-launch-1.0", "-v"]
                    + "filesrc location=\(Tool.clip) ! decodebin ! swiftrosy \(counted)".split(separator: " ").map {
                        String($0)
                    })
            #expect(outcome.code == 0)
            #expect(frames(outcome) == 132)
        }

        @Test("The tint takes green from the clip and leaves luma of the rest")
        func tinted() throws {
            let file = Tool.scratch + "/frame.raw"
            let outcome = try Tool.launch(
                "filesrc location=\(Tool.clip) ! decodebin ! swiftrosy ! videoconvert ! video/x-raw,format=RGB"
                    + " ! videoscale ! video/x-raw,width=64,height=36 ! identity eos-after=3 ! filesink location=\(file)"
            )
            #expect(outcome.code == 0)
            let bytes = Tool.read(file)
            #expect(bytes.count >= 64 * 36 * 3)
            let green = stride(from: 1, to: bytes.count, by: 3).reduce(0) { $0 + Int(bytes[$1]) }
            let red = stride(from: 0, to: bytes.count, by: 3).reduce(0) { $0 + Int(bytes[$1]) }
            #expect(green * 8 < red, "green \(green), red \(red)")
        }

        @Test("gst-launch takes presets, built in or from a file, and says what is wrong with one")
        func presets() throws {
            let folder = Tool.package + "/Tests/Conformance/ntsc/"
            let source = "videotestsrc num-buffers=2 ! video/x-raw,width=64,height=48 ! swiftntsc"
            for good in ["preset=vhs-ep-worn luma-smear=0.2", "preset-location=\(folder)default_preset.json"] {
                let outcome = try Tool.launch("\(source) \(good) ! fakesink")
                #expect(outcome.code == 0 && outcome.text.isEmpty, "\(outcome.text)")
            }
            for (bad, part) in [("cases.json", "\"version\" is missing"), ("none.json", "it can't be opened")] {
                let outcome = try Tool.launch("\(source) preset-location=\(folder)\(bad) ! fakesink")
                // A pipeline that can't start ends with 255, as by a file that is not there.
                #expect(outcome.code != 0 && outcome.text.contains("pipeline doesn't want to preroll"))
                #expect(outcome.text.contains("\(folder)\(bad)") && outcome.text.contains(part), "\(outcome.text)")
            }
        }

        @Test("A truncated and a corrupt file end with GStreamer's error", arguments: [false, true])
        func broken(isTruncated: Bool) throws {
            var bytes = Tool.read(Tool.clip)
            try #require(bytes.count > 100_000)
            if isTruncated {
                bytes = Array(bytes.prefix(3000))
            } else {
                for i in bytes.indices { bytes[i] = UInt8(truncatingIfNeeded: i &* 31) }
            }
            let file = Tool.scratch + "/broken.mp4"
            Tool.write(bytes, to: file)
            let line = "filesrc location=\(file) ! decodebin ! swiftrosy ! fakesink"
            var outcome = try Tool.launch(line)
            // GStreamer 1.22: an error that comes before the main loop of gst-launch-1.0 is now and then waited for without end.
            if outcome.code == 124 { outcome = try Tool.launch(line) }
            #expect(outcome.code == 1)
            #expect(outcome.text.contains("ERROR"))
        }

        @Test("Damage in the middle of the clip ends in no signal")
        func damaged() throws {
            var bytes = Tool.read(Tool.clip)
            for i in stride(from: 40_000, to: bytes.count - 20_000, by: 97) { bytes[i] ^= 0x5A }
            let file = Tool.scratch + "/damaged.mp4"
            Tool.write(bytes, to: file)
            let outcome = try Tool.launch("filesrc location=\(file) ! decodebin ! swiftrosy ! fakesink")
            #expect(outcome.code != nil, "\(outcome.text.suffix(500))")
        }

        @Test("Every format is negotiated and rendered", arguments: formatCases)
        func formats(element: String, format: PixelFormat) throws {
            let outcome = try Tool.launch(
                "videotestsrc num-buffers=3 ! video/x-raw,format=\(format.name),width=37,height=23"
                    + " ! \(element) ! fakesink", ["G_DEBUG": "fatal-criticals"])
            #expect(outcome.code == 0 && outcome.text.isEmpty, "\(Sample.note): \(outcome.text)")
        }

        /// Two elements with each format, and some others with some.
        private static let formatCases: [(String, PixelFormat)] = {
            func pairs(_ elements: [String]) -> [(String, PixelFormat)] {
                elements.flatMap { element in PixelFormat.allCases.map { (element, $0) } }
            }
            let always = ["swifteq", "swiftrosy"]
            if let only = Sample.element { return pairs(Listed.filters.filter { $0 == only }) }
            return pairs(always) + Sample.some(of: pairs(Listed.filters.filter { !always.contains($0) }), 8, "formats")
        }()

        @Test("What no element can agree on is not-negotiated, not a crash")
        func notNegotiated() throws {
            let outcome = try Tool.launch("videotestsrc num-buffers=3 ! video/x-raw,format=v210 ! swiftrosy ! fakesink")
            #expect(outcome.code == 1)
            let passthrough = try Tool.launch(
                "videotestsrc num-buffers=3 ! video/x-raw,format=v210 ! swiftrosy intensity=0 ! fakesink")
            #expect(passthrough.code == 0)
        }

        /// All but the first ask the element's pad before they pass caps on, and so does decodebin's own.
        @Test(
            "Behind elements that pass caps on, what came and what would be right reaches the bus too",
            arguments: ["", "identity !", "queue !", "queue ! identity !", "tee ! queue !"])
        func refusedBehind(others: String) throws {
            let outcome = try Tool.launch(
                "filesrc location=\(Tool.clip) ! decodebin ! \(others) swiftdepthgray ! fakesink",
                ["G_DEBUG": "fatal-criticals"])
            let sentence = outcome.text.split(separator: "\n").first { $0.contains("ERROR: ") } ?? ""
            #expect(outcome.code != 0 && outcome.code != nil)
            #expect(
                sentence.contains("swiftdepthgray0:sink takes depth") && sentence.contains("and I420 came"),
                "\(outcome.text)")
        }

        @Test("Players put a converter before an element that does not take a format")
        func playbin() throws {
            for element in ["swiftdepthgray", "swiftntsc"] {
                for option in ["video-filter=\(element)", "video-sink=\(element)!fakesink"] {
                    let outcome = try Tool.run([
                        "gst-launch-1.0", "-q", "playbin", "uri=file://\(Tool.clip)", "audio-sink=fakesink",
                        "video-sink=fakesink", option,
                    ])
                    #expect(outcome.code == 0 && !outcome.text.contains("ERROR"), "\(option): \(outcome.text)")
                }
            }
        }

        @Test("A shared frame is copied, not changed under another's eyes")
        func tee() throws {
            let (plain, branch) = (Tool.scratch + "/plain.raw", Tool.scratch + "/branch.raw")
            let source = "videotestsrc num-buffers=4 ! video/x-raw,format=I420,width=64,height=48"
            #expect(try Tool.launch("\(source) ! filesink location=\(plain)").code == 0)
            let outcome = try Tool.launch(
                "\(source) ! tee name=t t. ! queue ! swiftrosy ! fakesink t. ! queue ! filesink location=\(branch)")
            #expect(outcome.code == 0)
            #expect(Tool.read(plain) == Tool.read(branch))
        }

        @Test(
            "Nothing leaks",
            arguments: [
                "swiftrosy", "swifteq smoothing-time=0.5 post-messages=true interval=0", "swifteq method=clahe",
            ] + Listed.some(of: Listed.filters.filter { $0 != "swiftrosy" }, 3, "leaks").map(Listed.example))
        func leaks(element: String) throws {
            let outcome = try Tool.launch(
                "videotestsrc num-buffers=20 ! video/x-raw,width=640,height=480 ! \(element) n-threads=2 ! fakesink",
                ["GST_TRACERS": "leaks", "GST_DEBUG": "GST_TRACER:7"])
            #expect(outcome.code == 0)
            let leaks = outcome.text.contains("object-alive, type-name=(string)G")
            #expect(!leaks, "\(Sample.note): \(outcome.text.suffix(2000))")
        }

        @Test("Messages reach the bus as gst-launch prints them")
        func messages() throws {
            let outcome = try Tool.run([
                "gst-launch-1.0", "-m", "videotestsrc", "num-buffers=2", "!",
                "video/x-raw,format=GRAY8,width=4,height=4",
                "!", "swifteq", "post-messages=true", "interval=0", "!", "fakesink",
            ])
            #expect(outcome.code == 0)
            let lines = outcome.text.split(separator: "\n").filter { $0.contains("swifteq, endtime=(guint64)") }
            #expect(lines.count == 2 && lines.allSatisfy { $0.contains("luma=(uint)<") }, "\(outcome.text)")
        }

        @Test(
            "Every instruction-set level gives the same frames, and the log names it",
            arguments: ["swiftrosy intensity=0.7"]
                + Listed.some(of: Listed.filters.filter { $0 != "swiftrosy" }, 3, "levels").map(Listed.example))
        func levels(element: String) throws {
            var outputs: Set<[UInt8]> = []
            // Rows without padding, which would hold anything.
            for level in ["baseline", "v3", "v4", "nonsense"] {
                for format in ["I420", "BGRx", "P010_10LE"] {
                    let file = Tool.scratch + "/\(format).raw"
                    let outcome = try Tool.launch(
                        "videotestsrc num-buffers=2 pattern=smpte ! video/x-raw,format=\(format),width=216,height=98"
                            + " ! \(element) ! filesink location=\(file)",
                        ["SWIFTVIDEO_CPU": level, "GST_DEBUG": "swift*:5"])
                    #expect(outcome.code == 0)
                    outputs.insert(Tool.read(file))
                    #expect(outcome.text.contains("kernels for "))
                    let isWarned = outcome.text.contains("SWIFTVIDEO_CPU does not name a level of this CPU")
                    if level == "nonsense" { #expect(isWarned) }
                    // A CPU that lacks the level says so, and uses its best.
                    if !isWarned { #expect(outcome.text.contains("kernels for \(level)")) }
                }
            }
            #expect(outputs.count == 3, "one for each format; \(Sample.note)")
            #expect(!outputs.contains([]))
        }
    }
}
